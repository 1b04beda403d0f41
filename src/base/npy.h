/* SPDX-License-Identifier: GPL-3.0-or-later */
/* npy.h: tables as NumPy's files, version 1.0 and 2.0: rows of named numbers, byte for byte.
 *
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#ifndef LT_NPY_H
#define LT_NPY_H

#include <stdbool.h>
#include <stdio.h>

struct lt_arena;

/* The header of ROWS rows of doubles; it is as long for any other number of rows. */
void lt_npy_put_header(FILE *file, const char *const *names, size_t columns, size_t rows);

struct lt_npy_column {
    const char *name, *type; /* "<f8" */
    size_t offset, size;     /* in a row */
    bool is_number;
};

struct lt_npy {
    size_t columns, rows, row_size;
    struct lt_npy_column *each;
};

/* Does a file that begins with this byte say it is one? No text does. */
static inline bool lt_npy_begins(int byte) {
    return byte == 0x93;
}

/* The header; NULL, or what is wrong. */
const char *lt_npy_read_header(FILE *file, struct lt_npy *npy, struct lt_arena *arena);

/* The number in ROW of a numeric column. */
double lt_npy_number(const struct lt_npy_column *column, const unsigned char *row);

#endif
