/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/partial.h"

#include "base/memory.h"
#include "base/timing.h"

#include <errno.h>
#include <fcntl.h>
#include <md5.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each block is the line "block NUMBER LENGTH SUM" and LENGTH bytes; places[] are those of the
 * lines. */
enum { LONGEST_LINE = 512, DEAR = 2 }; /* bytes; seconds of work: to repeat less is no loss */

static bool fail_partial(struct lt_partial *partial, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Keeps the reason of a failure, with the file's path before it, in partial->why; always returns
 * false. */
static bool fail_partial(struct lt_partial *partial, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(partial->why, sizeof partial->why, "%.100s: %s", partial->path, text);
    return false;
}

/* Writes the line before a block into LINE: its number, its length in bytes, and an MD5 checksum
 * of both and of its text. */
static void print_block_line(char line[LONGEST_LINE], size_t block, const char *text,
                             size_t length) {
    char sum[MD5_DIGEST_STRING_LENGTH];
    MD5_CTX hash;
    int n = snprintf(line, LONGEST_LINE, "block %zu %zu ", block, length);
    MD5Init(&hash);
    MD5Update(&hash, (const uint8_t *)line, (size_t)n);
    MD5Update(&hash, (const uint8_t *)text, length);
    snprintf(line + n, LONGEST_LINE - (size_t)n, "%s\n", MD5End(&hash, sum));
}

/* Reads the block at PLACE of a file of SIZE bytes, and leaves the file at the block's end.
 * Returns its text, malloc'd, with its number and length; NULL if there is no complete and
 * unchanged block. */
static char *read_block(struct lt_partial *partial, int64_t place, int64_t size, size_t *block,
                        size_t *length) {
    char line[LONGEST_LINE], wanted[LONGEST_LINE];
    FILE *file = partial->file;
    if (fseeko(file, place, SEEK_SET) != 0 || !fgets(line, sizeof line, file) ||
        sscanf(line, "block %zu %zu", block, length) != 2 || *block >= partial->n_blocks ||
        *length > (size_t)(size - place))
        return NULL;
    char *text = lt_memory_grow(NULL, 0, *length + 1);
    if (text && fread(text, 1, *length, file) == *length) {
        print_block_line(wanted, *block, text, *length);
        text[*length] = '\0';
        if (strcmp(line, wanted) == 0)
            return text;
    }
    free(text);
    return NULL;
}

/* Overwrites the line at PLACE, which belongs to no block, with newlines; returns where the next
 * line begins. */
static int64_t blank_line(FILE *file, int64_t place) {
    fseeko(file, place, SEEK_SET);
    for (int c = getc(file); c != EOF && c != '\n';)
        c = getc(file);
    int64_t end = ftello(file);
    fseeko(file, place, SEEK_SET);
    for (int64_t i = place; i < end; i++)
        putc('\n', file);
    return end;
}

/* True if the byte at PLACE is a newline: a line that blank_line() has overwritten. */
static bool is_newline_at(FILE *file, int64_t place) {
    return fseeko(file, place, SEEK_SET) == 0 && getc(file) == '\n';
}

/* Finds all complete blocks of the file and notes their places; overwrites everything else with
 * newlines, and cuts off what follows the last block. False if the file cannot be read or
 * written. */
static bool scan_blocks(struct lt_partial *partial) {
    FILE *file = partial->file;
    int64_t place = ftello(file), end = place;
    if (fseeko(file, 0, SEEK_END) != 0)
        return false;
    int64_t size = ftello(file);
    size_t block, length;
    for (bool whole = true; place < size && !ferror(file);) {
        char *text = read_block(partial, place, size, &block, &length);
        if (text) {
            partial->n_done += partial->places[block] == 0;
            partial->places[block] = place;
            place = end = ftello(file);
            whole = true;
        } else if (is_newline_at(file, place)) {
            place++;
        } else {
            partial->damaged += whole;
            place = blank_line(file, place);
            whole = false;
        }
        free(text);
    }
    return !ferror(file) && fflush(file) == 0 && ftruncate(fileno(file), end) == 0;
}

/* Checks that the file begins with the line HEAD, which identifies the sweep, and finds its
 * blocks; a new file gets that line. False if it is the file of another sweep or cannot be
 * used. */
static bool begin_file(struct lt_partial *partial, const char *head) {
    char line[LONGEST_LINE];
    FILE *file = partial->file;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    if (ferror(file))
        return fail_partial(partial, "%s", strerror(errno));
    size_t length = strlen(head);
    if (!strchr(line, '\n') && strncmp(line, head, strlen(line)) == 0) { /* new, or cut off */
        rewind(file);
        if (ftruncate(fileno(file), 0) != 0 || fprintf(file, "%s\n", head) < 0 || fflush(file) != 0)
            return fail_partial(partial, "%s", strerror(errno));
        return true;
    }
    if (strncmp(line, head, length) != 0 || strcmp(line + length, "\n") != 0)
        return fail_partial(
            partial, "belongs to a different sweep: the stage program, a file that it reads, a -D "
                     "definition, --for, --in or lawtester itself has changed; remove this file to "
                     "start over");
    return scan_blocks(partial) || fail_partial(partial, "%s", strerror(errno));
}

/* Opens a file for reading and writing, and creates it if necessary; NULL: errno has the
 * reason. */
static FILE *open_file(const char *path) {
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "r+") : NULL;
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

/* Opens the partial table of a sweep of N_BLOCKS blocks, identified by its first line HEAD, and
 * locks it against other processes. False with a reason in partial->why. */
bool lt_partial_open(struct lt_partial *partial, const char *path, const char *head,
                     size_t n_blocks) {
    *partial = (struct lt_partial){.path = path, .n_blocks = n_blocks};
    partial->places = calloc(n_blocks + 1, sizeof *partial->places);
    partial->file = partial->places ? open_file(path) : NULL;
    if (!partial->file)
        return fail_partial(partial, "%s", strerror(errno));
    if (flock(fileno(partial->file), LOCK_EX | LOCK_NB) != 0)
        return fail_partial(partial, errno == EWOULDBLOCK ? "another lawtester process is using it"
                                                          : "it cannot be locked");
    rewind(partial->file);
    partial->begun = lt_timing_now();
    const bool right = begin_file(partial, head);
    partial->resumed = partial->n_done > 0;
    return right;
}

/* True if the work in the file took so long that a power failure must not destroy it: more than
 * DEAR seconds, or it continues an interrupted sweep. */
bool lt_partial_is_dear(const struct lt_partial *partial) {
    return partial->resumed || lt_timing_now() - partial->begun > DEAR;
}

/* Appends a block of LENGTH bytes. After a failure nothing more is written: only the last block
 * may be truncated. False if it failed. */
bool lt_partial_add(struct lt_partial *partial, size_t block, const char *text, size_t length) {
    FILE *file = partial->file;
    if (partial->why[0]) /* stop writing: a truncated block may only be the last one */
        return false;
    char line[LONGEST_LINE];
    print_block_line(line, block, text, length);
    bool ok = fseeko(file, 0, SEEK_END) == 0;
    int64_t place = ok ? ftello(file) : -1;
    ok = ok && fputs(line, file) >= 0 && fwrite(text, 1, length, file) == length &&
         fflush(file) == 0;
    if (!ok)
        return fail_partial(partial, "%s", strerror(errno));
    partial->n_done += partial->places[block] == 0;
    partial->places[block] = place;
    return true;
}

/* Reads a block that was written, malloc'd; NULL if it has been changed meanwhile, with the reason
 * in partial->why. */
char *lt_partial_read(struct lt_partial *partial, size_t block, size_t *length) {
    size_t number;
    struct stat status;
    int64_t size = fstat(fileno(partial->file), &status) == 0 ? status.st_size : 0;
    char *text = read_block(partial, partial->places[block], size, &number, length);
    if (text && number == block)
        return text;
    free(text);
    fail_partial(
        partial,
        "part of it was changed after it was written; the same command recomputes that part");
    return NULL;
}

/* Unlocks and closes the file, and removes it if DISCARD. */
void lt_partial_close(struct lt_partial *partial, bool discard) {
    if (discard)
        unlink(partial->path);
    if (partial->file) {
        flock(fileno(partial->file), LOCK_UN); /* a process that was forked meanwhile has it, too */
        fclose(partial->file);
    }
    free(partial->places);
}
