/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_place.h: what is kept of a table for errors about it: shared by columns.c and
 * columns_read.c. */
#ifndef LT_COLUMNS_PLACE_H
#define LT_COLUMNS_PLACE_H

#include "base/columns.h"

/* The position of a field, for an error about it. */
struct lt_columns_place {
    struct lt_source *source; /* its line */
    int line, column;
    const char *text;
    struct lt_columns_place *next;
};

struct lt_columns_head {
    const char *unit, *wrong; /* from the header; what is wrong with it, or NULL */
    const char *whole;        /* as the header has it, with its unit */
    double factor;            /* converts to SI */
    struct lt_columns_place head, *faults, *infinite, *comma, *point;
    int n_faults;
};

/* Without columns. */
struct lt_columns *lt_columns_new(const char *path);

/* A line, as it is quoted. */
struct lt_source *lt_columns_source(const char *path, const char *text, size_t length, int line,
                                    struct lt_arena *arena);

/* The place of an error, which outlives the table. */
struct lt_mark lt_columns_place_mark(const struct lt_columns_place *place,
                                     struct lt_errors *errors);

#endif
