/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: reads tables of numbers from text files, ours or other programs': columns with names
 * and units. */
#ifndef LT_COLUMNS_H
#define LT_COLUMNS_H

#include "base/errors.h"
#include "base/memory.h"

#include <stdio.h>

struct lt_arena;

/* A part of a table, which two empty lines or more separate from the one before, as in gnuplot. */
struct lt_columns_block {
    size_t row;       /* its first one */
    const char *name; /* the comment or the line of text above it; "": none */
};

/* For the format of the fields see field.h. Columns that are not used may hold anything. */
struct lt_columns {
    struct lt_held held;
    size_t columns, rows;
    const char **names;
    double *cells;                   /* row by row, in SI; NAN where there is no number */
    int *lines;                      /* line number of each row in the file */
    struct lt_columns_head *each;    /* units, errors and places, one per column */
    struct lt_columns_place *commas; /* the first decimal comma and the first decimal point in the
                                        columns used, or NULL */
    struct lt_columns_place *points;
    const char *path;
    struct lt_columns_block *blocks; /* one at least, if there are rows */
    size_t n_blocks;
    bool bare; /* it has no header: its columns have numbers for names */
    struct lt_arena *arena;
};

/* "-" is standard input. NULL and errors: the file cannot be read or is not a table (no header,
 * rows of different length, several blocks). */
struct lt_columns *lt_columns_read(const char *path, struct lt_errors *errors);
struct lt_columns *lt_columns_read_blocks(const char *path, struct lt_errors *errors);
/* The header only. */
struct lt_columns *lt_columns_read_header(const char *path, struct lt_errors *errors);
/* MAY_BE_BARE: without a header the columns are c1, c2 ... */
struct lt_columns *lt_columns_read_from(FILE *file, const char *path, bool may_be_bare,
                                        struct lt_errors *errors);
void lt_columns_free(struct lt_columns *table);

long lt_columns_find(const struct lt_columns *table, const char *name); /* -1: none */

/* Behind "there is no column WORD": a name that is near, or that no name beyond ASCII can be found
 * in a header that is not UTF-8; "": nothing. Foreign: only the latter, or NULL. */
const char *lt_columns_hint(const struct lt_columns *table, const char *word,
                            struct lt_errors *errors);
const char *lt_columns_foreign(const struct lt_columns *table, const char *word);

/* The SI unit of a column, from its header; "": the header gives none. */
const char *lt_columns_unit(const struct lt_columns *table, size_t column);

/* Can the column be used as numbers of the dimension of UNIT ("": of any)? False and errors: it
 * holds words, has another dimension or an unknown unit, decimal commas beside points. */
bool lt_columns_usable(struct lt_columns *table, size_t column, const char *unit,
                       struct lt_errors *errors);

/* ROWS numbers of a usable column ("-fn": with the other sign); NULL and errors. */
double *lt_columns_values(struct lt_columns *table, const char *name, const char *unit,
                          struct lt_arena *arena, struct lt_errors *errors);

/* False and an error if a number of the column is infinite. */
bool lt_columns_finite(const struct lt_columns *table, size_t column, struct lt_errors *errors);

/* Places for errors: the header; a row, quoted without its text. */
struct lt_mark lt_columns_head(const struct lt_columns *table, size_t column,
                               struct lt_errors *errors);
struct lt_mark lt_columns_mark(const struct lt_columns *table, size_t row,
                               struct lt_errors *errors);

#endif
