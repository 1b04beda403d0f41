/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve.h: curves from recorded tables. */
#ifndef LT_CURVE_H
#define LT_CURVE_H

#include "figure/plot.h"
#include "result/record.h"

/* Column Y over column X; "-un" is un with the other sign. NULL, or what is wrong; errors: of the
 * numbers. */
const char *lt_curve_read(struct lt_curve *curve, struct lt_columns *table, const char *x,
                          const char *y, struct lt_arena *arena, struct lt_errors *errors);

/* Checks that they are numbers in a unit that converts to *UNIT, or sets *UNIT if it is "". The
 * unit comes from the header, or from the name of a column that lawtester records. True, also for a
 * column that is missing; false, with errors, if they are not. */
bool lt_curve_agrees(struct lt_columns *table, const char *column, const char **unit,
                     struct lt_arena *arena, struct lt_errors *errors);

/* The unit of a column known by its name; else "". */
const char *lt_curve_unit(const char *column, struct lt_arena *arena);

/* Its words for an axis; a name that no run has is what it is. */
const char *lt_curve_words(const char *column, struct lt_arena *arena);

/* A number of a list, and where in the list it stands. */
struct lt_ordered {
    double x;
    size_t at;
};

/* By increasing x; equal ones stay in their order. */
void lt_curve_sort(struct lt_ordered *list, size_t count);

/* The range (SI) of everything drawn: least and largest x and y. False if there is no point. */
bool lt_curve_ranges(const struct lt_figure *figure, double x[2], double y[2]);

/* The name of a column without its sign. */
const char *lt_curve_name(const char *column);

#endif
