/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h: reading whole files; file names; directories. */
#ifndef LT_FILE_H
#define LT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lt_arena;

/* The largest file read as a whole; stage programs have a lower limit of their own. */
enum { LT_FILE_MOST = 1 << 28 };
#define LT_FILE_MOST_TEXT "256 MiB or more: too large to read"

/* Open a file to read it: a regular one, or a stream that the program has been given ("/dev/stdin",
 * "/dev/fd/63"). NULL: errno says why, and lt_file_reason() in words. */
FILE *lt_file_open(const char *path);
const char *lt_file_reason(int code);
extern const int lt_file_not_regular; /* the errno of a pipe or a device */

/* True if PATH is a regular file in FOLDER or below, after links are resolved, as a file must be
 * that a command finds by itself. */
bool lt_file_is_in(const char *folder, const char *path);

/* The first LIMIT bytes of a file, or of standard input for "-"; NUL-terminated, malloc'd. NULL:
 * errno says why. */
char *lt_file_read(const char *path, size_t limit, size_t *length);

/* Make a directory and any missing parents. False: errno says why. */
bool lt_file_make_directory(const char *path, struct lt_arena *arena);

/* Removes a file, or a folder with all that is in it. False: the walk over the folder failed. */
bool lt_file_remove(const char *path);

/* Lists the entries of a folder for which FILTER is not 0 (NULL: all) in alphabetical order, as
 * scandir() does, and returns their number; -1: errno has the reason. */
struct dirent;
int lt_file_list(const char *folder, struct dirent ***entries,
                 int (*filter)(const struct dirent *));

/* The name of a file without folders and suffix: "impact" of "stages/impact.yaml". */
const char *lt_file_stem(const char *path, struct lt_arena *arena);

/* The folder of a path: "stages" of "stages/impact.yaml", "." of "impact.yaml". */
const char *lt_file_folder(const char *path, struct lt_arena *arena);

/* The path of a file in the folder of the program that runs; NULL: it is not there. */
const char *lt_file_beside(const char *name, struct lt_arena *arena);

/* The source tree, if the program runs where it was built; else NULL. */
const char *lt_file_source_tree(struct lt_arena *arena);

/* The path of a data file ("plots/style.gp", "stages/linear"): below $LAWTESTER_DATADIR, as
 * installed, in the source tree, or beside the program where an installation has been moved. NULL:
 * not found. */
const char *lt_file_data(const char *name, struct lt_arena *arena);

/* True if both paths are the same existing file. */
bool lt_file_same(const char *a, const char *b);

#endif
