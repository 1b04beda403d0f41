/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.c: the files that go along with a page are all that there are. Replaces the functions of the
 * C library that have these names. Part of the WebAssembly build of scripts/engine only. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENGINE __attribute__((used)) extern

struct file {
    struct file *next;
    char *path, *text;
};

static struct file *files;

/* Kept as long as the engine. */
ENGINE void lt_engine_file(const char *path, const char *text) {
    struct file *file = malloc(sizeof *file);
    if (file)
        *file = (struct file){files, strdup(path), strdup(text)};
    if (file && file->path && file->text)
        files = file;
}

/* The program lies in ".". */
static const struct file *find(const char *path) {
    const char *name = strncmp(path, "./", 2) == 0 ? path + 2 : path;
    for (const struct file *file = files; file; file = file->next)
        if (strcmp(file->path, name) == 0)
            return file;
    errno = ENOENT;
    return NULL;
}

FILE *fopen(const char *path, const char *mode) {
    const struct file *file = find(path);
    (void)mode;
    return file ? fmemopen(file->text, strlen(file->text), "r") : NULL;
}

int access(const char *path, int way) {
    (void)way;
    return find(path) ? 0 : -1;
}

int stat(const char *path, struct stat *status) {
    const struct file *file = find(path);
    memset(status, 0, sizeof *status);
    status->st_mode = S_IFREG;
    return file ? 0 : -1;
}

int open(const char *path, int way, ...) {
    (void)path;
    (void)way;
    errno = ENOENT;
    return -1;
}

int fstat(int file, struct stat *status) {
    (void)file;
    memset(status, 0, sizeof *status);
    errno = EBADF;
    return -1;
}
