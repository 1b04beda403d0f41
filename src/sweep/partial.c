/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/partial.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Each block is the line "block NUMBER LENGTH" and LENGTH bytes; places[] are those of the lines.
 */
enum { LONGEST_LINE = 512 };

static bool fail(struct lt_partial *partial, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool fail(struct lt_partial *partial, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(partial->why, sizeof partial->why, "%.100s: %s", partial->path, text);
    return false;
}

static bool read_line(FILE *file, size_t *block, size_t *length) {
    char line[LONGEST_LINE];
    return fgets(line, sizeof line, file) && strchr(line, '\n') &&
           sscanf(line, "block %zu %zu", block, length) == 2;
}

/* Find the blocks; what follows the last whole one goes. */
static bool scan(struct lt_partial *partial) {
    FILE *file = partial->file;
    int64_t end = ftello(file);
    if (fseeko(file, 0, SEEK_END) != 0)
        return false;
    int64_t size = ftello(file), place = end;
    size_t block, length;
    while (fseeko(file, place, SEEK_SET) == 0 && read_line(file, &block, &length)) {
        end = ftello(file) + (int64_t)length;
        if (block >= partial->n_blocks || end > size)
            break;
        partial->n_done += partial->places[block] == 0;
        partial->places[block] = place;
        place = end;
    }
    return ftruncate(fileno(file), place) == 0 && fseeko(file, place, SEEK_SET) == 0;
}

static bool begin(struct lt_partial *partial, const char *head) {
    char line[LONGEST_LINE];
    FILE *file = partial->file;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    if (ferror(file))
        return fail(partial, "%s", strerror(errno));
    size_t length = strlen(head);
    if (!strchr(line, '\n') && strncmp(line, head, strlen(line)) == 0) { /* new, or cut off */
        rewind(file);
        if (ftruncate(fileno(file), 0) != 0 || fprintf(file, "%s\n", head) < 0 || fflush(file) != 0)
            return fail(partial, "%s", strerror(errno));
        return true;
    }
    if (strncmp(line, head, length) != 0 || strcmp(line + length, "\n") != 0)
        return fail(partial, "holds a part of another sweep: the stage program, a definition or "
                             "lawtester itself has changed; remove this file to start over");
    return scan(partial) || fail(partial, "%s", strerror(errno));
}

bool lt_partial_open(struct lt_partial *partial, const char *path, const char *head,
                     size_t n_blocks) {
    *partial = (struct lt_partial){.path = path, .n_blocks = n_blocks};
    partial->places = calloc(n_blocks + 1, sizeof *partial->places);
    partial->file = fopen(path, "a+e");
    if (!partial->places || !partial->file)
        return fail(partial, "%s", strerror(errno));
    if (flock(fileno(partial->file), LOCK_EX | LOCK_NB) != 0)
        return fail(partial, errno == EWOULDBLOCK ? "another lawtester is at work on it"
                                                  : "it cannot be locked");
    rewind(partial->file);
    return begin(partial, head);
}

bool lt_partial_add(struct lt_partial *partial, size_t block, const char *text, size_t length) {
    FILE *file = partial->file;
    if (partial->why[0]) /* what was cut off must stay the last */
        return false;
    bool ok = fseeko(file, 0, SEEK_END) == 0;
    int64_t place = ok ? ftello(file) : -1;
    ok = ok && fprintf(file, "block %zu %zu\n", block, length) > 0 &&
         fwrite(text, 1, length, file) == length && fflush(file) == 0;
    if (!ok)
        return fail(partial, "%s", strerror(errno));
    partial->n_done += partial->places[block] == 0;
    partial->places[block] = place;
    return true;
}

char *lt_partial_read(struct lt_partial *partial, size_t block, size_t *length) {
    FILE *file = partial->file;
    size_t number;
    bool ok = fseeko(file, partial->places[block], SEEK_SET) == 0 &&
              read_line(file, &number, length) && number == block;
    char *text = ok ? malloc(*length + 1) : NULL;
    if (text && fread(text, 1, *length, file) == *length) {
        text[*length] = '\0';
        if (strlen(text) == *length && *length > 0 && text[*length - 1] == '\n')
            return text;
    }
    free(text);
    fail(partial, "it cannot be read back");
    return NULL;
}

void lt_partial_close(struct lt_partial *partial, bool discard) {
    if (discard)
        unlink(partial->path);
    if (partial->file)
        fclose(partial->file);
    free(partial->places);
}
