/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h: reading whole files, names of files, directories. */
#ifndef LT_FILE_H
#define LT_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

/* What is read as a whole, but for stage programs, which have a limit of their own. */
enum { LT_FILE_MOST = 1 << 28 };
#define LT_FILE_MOST_TEXT "256 MiB or more, too much to be read"

/* The first LIMIT bytes of a file, or of standard input for "-"; NUL-terminated, malloc'd. NULL:
 * errno says why. */
char *lt_file_read(const char *path, size_t limit, size_t *length);

/* Make a directory and those above it where they are missing. False: errno says why. */
bool lt_file_make_directory(const char *path, struct lt_arena *arena);

/* "stages/impact.yaml" is "impact". */
const char *lt_file_stem(const char *path, struct lt_arena *arena);

/* The tree that a program was built from, if it runs where it was built; else NULL. */
const char *lt_file_source_tree(struct lt_arena *arena);

/* Where NAME is ("plots/style.gp", "stages/linear"): below $LAWTESTER_DATADIR, installed, or in the
 * source tree. NULL: nowhere. */
const char *lt_file_data(const char *name, struct lt_arena *arena);

/* Do both names lead to one file, which is there? */
bool lt_file_same(const char *a, const char *b);

#endif
