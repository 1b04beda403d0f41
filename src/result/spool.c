/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each write has whole rows and reaches the system at once, so that the file of a killed process
 * can be read. A lock distinguishes a file left behind from one that another process is writing. */
#include "result/spool.h"

#include "base/arena.h"
#include "result/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A partial table: PATH, or BESIDE if another process writes there, and the number of rows that it
 * has. */
struct lt_spool {
    const struct lt_program *program;
    const char *path, *beside;
    FILE *file; /* NULL: not begun, or ended */
    size_t rows;
    bool begun;
    int wrong; /* errno of what failed first; 0: nothing has */
};

/* Makes a spool for the rows of a run, to be written to PARTIAL, or beside it if another process
 * writes there. Nothing is written yet. */
struct lt_spool *lt_spool_new(const struct lt_program *program, const char *partial,
                              struct lt_arena *arena) {
    struct lt_spool *spool = lt_arena_get(arena, sizeof *spool);
    spool->program = program;
    spool->path = lt_arena_print(arena, "%s", partial);
    spool->beside = lt_arena_print(arena, "%s.%ld.tmp", partial, (long)getpid());
    return spool;
}

/* Returns true once rows have been put into the file, even if that failed; false as long as all
 * rows are in memory. */
bool lt_spool_begun(const struct lt_spool *spool) {
    return spool->begun;
}

/* Locks an open file without waiting. Returns true; false if another process writes it, if it is no
 * regular file, or if PATH names another file by now. */
static bool lock_path(int fd, const char *path) {
    struct stat own, there;
    return flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &own) == 0 && S_ISREG(own.st_mode) &&
           lstat(path, &there) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev;
}

/* Removes a file that a killed process left; one that another process has locked is kept. */
static void forget_one(const char *path) {
    const int fd = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 ? errno != ENOENT : lock_path(fd, path))
        unlink(path);
    if (fd >= 0)
        close(fd);
}

/* Returns true if NAME is BASE with ".PROCESS.tmp" (PROCESS: a number), the name that a process
 * uses while another one writes BASE; false for any other name. */
static bool is_beside(const char *name, const char *base) {
    const size_t length = strlen(base);
    int end = 0;
    long process;
    return strncmp(name, base, length) == 0 &&
           sscanf(name + length, ".%ld.tmp%n", &process, &end) == 1 && end > 0 &&
           !name[length + (size_t)end];
}

/* Removes the partial table and the files beside it that killed processes left; those in use stay.
 */
void lt_spool_forget(const char *partial) {
    struct lt_arena *arena = lt_arena_new();
    const char *slash = strrchr(partial, '/'), *base = slash ? slash + 1 : partial;
    const char *folder = slash ? lt_arena_copy(arena, partial, (size_t)(slash - partial)) : ".";
    DIR *directory = opendir(folder);
    forget_one(partial);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (is_beside(entry->d_name, base))
            forget_one(lt_arena_print(arena, "%s/%s", folder, entry->d_name));
    if (directory)
        closedir(directory);
    lt_arena_free(arena);
}

/* Opens and locks the spool's file, or one beside it if another process has locked it. Returns the
 * descriptor; -1, with errno, if neither works. */
static int open_path(struct lt_spool *spool) {
    int fd = open(spool->path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd >= 0 && lock_path(fd, spool->path) && ftruncate(fd, 0) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    spool->path = spool->beside;
    fd = open(spool->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB); /* distinguished by the lock from a file left behind */
    return fd;
}

/* Writes the header anew with the present number of rows, which is known only after them, and
 * returns to the end. Returns true; false if a write failed. */
static bool put_count(struct lt_spool *spool) {
    char *text = NULL;
    size_t size;
    FILE *header = open_memstream(&text, &size);
    bool good = header && lt_record_put_header(header, spool->program, spool->rows);
    good &= header && fclose(header) == 0;
    good = good && fseeko(spool->file, 0, SEEK_SET) == 0 &&
           fwrite(text, 1, size, spool->file) == size && fseeko(spool->file, 0, SEEK_END) == 0;
    free(text);
    return good;
}

/* Opens the file for rows that leave the memory during a run, unbuffered, so that each write
 * reaches the system at once, and writes the header. Returns true; false if that fails. */
static bool begin_spool(struct lt_spool *spool) {
    const int fd = open_path(spool);
    spool->begun = true;
    spool->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!spool->file && fd >= 0)
        close(fd);
    return spool->file && setvbuf(spool->file, NULL, _IONBF, 0) == 0 && put_count(spool);
}

/* Appends the rows that are not in the file yet, except the LAST ones of the table. Returns true;
 * false if a write failed. */
static bool put_more(struct lt_spool *spool, const struct lt_table *table, size_t last) {
    /* The table has dropped its first table->gone rows. */
    const size_t first = spool->rows - table->gone;
    const struct lt_table more = {.columns = table->columns,
                                  .rows = table->rows - last - first,
                                  .cells = table->cells + first * table->columns};
    if (!lt_record_put_rows(spool->file, spool->program, &more) || ferror(spool->file))
        return false;
    spool->rows += more.rows;
    return spool->program->table_format != LT_TABLE_NPY || put_count(spool);
}

/* Records the error, closes the file and deletes it, since rows are missing from it. */
static void note_failure(struct lt_spool *spool) {
    spool->wrong = errno ? errno : EIO;
    if (!spool->file)
        return;
    fclose(spool->file);
    unlink(spool->path);
    spool->file = NULL;
}

/* Appends the table's new rows except the LAST ones, beginning the file if need be; after a failure
 * it does nothing. */
static void put_rows(struct lt_spool *spool, const struct lt_table *table, size_t last) {
    if (spool->wrong == 0 && spool->rows + last < table->gone + table->rows &&
        !((spool->begun || begin_spool(spool)) && put_more(spool, table, last)))
        note_failure(spool);
}

/* Appends the new rows of a running program, but for the last one, which may still change. Errors
 * are reported at the end. */
void lt_spool_put(void *spool, const struct lt_table *table) {
    put_rows(spool, table, 1);
}

/* Appends the remaining rows and closes the file. Returns its path; NULL if something could not be
 * written, and then no file is left. */
const char *lt_spool_end(struct lt_spool *spool, const struct lt_table *table) {
    put_rows(spool, table, 0);
    FILE *file = spool->file;
    spool->file = NULL;
    if (file && fclose(file) != 0) { /* some file systems report only here that they are full */
        note_failure(spool);
        unlink(spool->path);
    }
    return spool->wrong ? NULL : spool->path;
}

/* Fails to write a file for the reason for which the spool failed (errno), for a table whose rows
 * are lost. Always returns false. */
bool lt_spool_fail(FILE *file, void *spool) {
    (void)file;
    errno = ((struct lt_spool *)spool)->wrong;
    return false;
}
