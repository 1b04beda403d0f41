/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.h: tables of numbers as files. */
#ifndef LT_CSV_H
#define LT_CSV_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* A table read back, of ours or of others: see field.h; '#' comment lines may stand before it. In
 * SI where the header names units. */
struct lt_csv {
    struct lt_held held;
    size_t columns, rows;
    char **names;
    double *cells; /* row by row; NAN where a field is empty */
    int *lines;    /* of each row, in the file */
    bool comma;    /* it has decimal commas: to be said */
};
struct lt_csv *lt_csv_read(const char *path, char *why, size_t why_size); /* NULL: WHY says why */
struct lt_csv *lt_csv_head(const char *path, char *why, size_t why_size); /* without its rows */
long lt_csv_column(const struct lt_csv *csv, const char *name);           /* -1: none */
void lt_csv_free(struct lt_csv *csv);

#endif
