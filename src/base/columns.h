/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: reads tables of numbers from text files, ours or other programs': columns with names
 * and units. */
#ifndef LT_COLUMNS_H
#define LT_COLUMNS_H

#include "base/errors.h"

#include <stdio.h>

struct lt_arena;

/* A part of a table. Two empty lines or more separate blocks from each other, as in gnuplot, and if
 * there are none such, one empty line, text, or the header once more. */
struct lt_columns_block {
    size_t row;       /* its first one */
    const char *name; /* the comment or the line of text above it; "": none */
    bool apart;       /* by two empty lines or more */
};

/* The user's description of a table; a member that is zero is detected from the file. */
struct lt_columns_how {
    size_t skip;        /* lines left out at the beginning of the file */
    const char *header; /* the number of the line with the names, or "none"; NULL: found out */
    const char
        *comment;     /* what comments begin with; NULL: '#', or '%', '!', '//' in the first line */
    const char *rows; /* "10..500", "10..", "..500", "7", from 1 on; NULL: all */
    const char *block; /* its number from 1 on, its name, or "all"; NULL: all, if they need no
                          choice */
    const char *where; /* a formula over the columns, true of the rows that are taken; NULL: all.
                          See formula/rows.h, which knows formulas */
};

/* Read the words `header` and `rows`: *NUMBER is the header's line (-1: there is none, 0: to be
 * detected); *FIRST and *LAST row, from 1 on. Return what is wrong, or NULL. */
const char *lt_columns_header(const char *text, long *number);
const char *lt_columns_rows(const char *text, size_t *first, size_t *last);

/* The first line of a table that is already what such words choose: they do not apply again. */
#define LT_COLUMNS_CHOSEN "# rows as chosen"

/* For the format of the fields see field.h. Columns that are not used may hold anything. */
struct lt_columns {
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
    bool chosen; /* struct lt_columns_how has been heeded when it was written */
    bool bare;   /* it has no header: its columns have numbers for names */
    struct lt_arena *arena;
};

/* Reads the table at PATH; "-" is standard input. HOW NULL: detect everything. Returns NULL and
 * errors if the file cannot be read, or holds no table or several. With PARTS, several blocks
 * without a choice among them are no error. */
struct lt_columns *lt_columns_read(const char *path, const struct lt_columns_how *how, bool parts,
                                   struct lt_errors *errors);
struct lt_columns *lt_columns_read_from(FILE *file, const char *path,
                                        const struct lt_columns_how *how, struct lt_errors *errors);
void lt_columns_free(struct lt_columns *table);

/* The column of a name: as the header has it ("Depth"), the second one of it ("Depth#2"), by its
 * place ("c3"), or as formulas have it, with '_' for other characters. -1: none, or several. */
long lt_columns_find(const struct lt_columns *table, const char *name);

/* Keep the rows from FIRST on, COUNT of them; those for which KEEP is true. */
void lt_columns_slice(struct lt_columns *table, size_t first, size_t count);
void lt_columns_keep(struct lt_columns *table, const bool *keep);

/* Behind "there is no column WORD": a name that is near, or what a table without names has. */
const char *lt_columns_hint(const struct lt_columns *table, const char *word,
                            struct lt_errors *errors);

/* The SI unit of a column, from its header; "": the header gives none. */
const char *lt_columns_unit(const struct lt_columns *table, size_t column);

/* True if the column can be used as numbers of the dimension of UNIT ("": of any). False, with
 * errors: it holds words, has another dimension or an unknown unit, decimal commas beside points.
 */
bool lt_columns_usable(struct lt_columns *table, size_t column, const char *unit,
                       struct lt_errors *errors);

/* ROWS numbers of a usable column ("-fn": with the other sign); NULL and errors. */
double *lt_columns_values(struct lt_columns *table, const char *name, const char *unit,
                          struct lt_arena *arena, struct lt_errors *errors);

/* True if no number of the column is infinite; false: an error is reported. */
bool lt_columns_finite(const struct lt_columns *table, size_t column, struct lt_errors *errors);

/* True if there is memory for so many NUMBERS more of each row; false: an error is reported. */
bool lt_columns_fits(const struct lt_columns *table, size_t numbers, struct lt_errors *errors);

/* Places for errors: the header; a row, quoted without its text. */
struct lt_mark lt_columns_head(const struct lt_columns *table, size_t column,
                               struct lt_errors *errors);
struct lt_mark lt_columns_mark(const struct lt_columns *table, size_t row,
                               struct lt_errors *errors);

#endif
