/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded.h: recorded tables read back for drawing, each with the JSON document beside it. */
#ifndef LT_RECORDED_H
#define LT_RECORDED_H

#include "figure/kind.h"
#include "result/record.h"

/* A recorded table, and what the document of its run says of it. */
struct lt_recorded {
    struct lt_columns *table;
    struct lt_sheet sheet;
    const char *stem, *title, *law; /* title and law are "" without a document */
    json_t *parameters;             /* or NULL */
    bool block;                     /* a part of a table, whose title is that of the part */
    bool shares;                    /* the table of another one, which frees it */
};

/* The table at PATH; its document is A.json beside A.csv or A.npy. NULL, with errors, if there is
 * no readable table. */
struct lt_recorded *lt_recorded_read(const char *path, struct lt_arena *arena,
                                     struct lt_errors *errors);

/* COUNT of them, each block of the table by itself. */
struct lt_recorded **lt_recorded_blocks(const char *path, const struct lt_columns_how *how,
                                        size_t *count, struct lt_arena *arena,
                                        struct lt_errors *errors);
void lt_recorded_free(struct lt_recorded *recorded); /* NULL is allowed */

/* The label that distinguishes table I of COUNT: title, law, the one parameter in which they
 * differ, or the file's name. */
const char *lt_recorded_label(struct lt_recorded *const *recorded, size_t count, size_t i,
                              struct lt_arena *arena);

/* Column Y over column X of each table; lt_kind_figure for several. NULL, or what is wrong; errors:
 * of numbers and units. */
const char *lt_recorded_columns(struct lt_recorded *const *recorded, size_t count, const char *x,
                                const char *y, struct lt_figure *figure, struct lt_arena *arena,
                                struct lt_errors *errors);
const char *lt_recorded_kind(struct lt_recorded *const *recorded, size_t count,
                             enum lt_kind_of_figure kind, struct lt_figure *figure,
                             struct lt_arena *arena, struct lt_errors *errors);

/* The default x and y for tables that are not of a run: the first column that changes from the
 * first row to the second, and e_n or the first column after it that is not constant. */
void lt_recorded_axes(const struct lt_recorded *recorded, const char **x, const char **y);

#endif
