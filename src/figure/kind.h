/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.h: named figures: which curves of a recorded table they draw. */
#ifndef LT_KIND_H
#define LT_KIND_H

#include "figure/plot.h"
#include "program/friction_limit.h"

/* A recorded table, row by row. */
struct lt_sheet {
    const char *const *names; /* of its columns; NULL where one is a formula without a name */
    const double *cells;
    size_t columns, rows;
    double friction; /* the Coulomb limit is friction times the normal force; NAN: there is none */
    struct lt_friction_limit limit; /* what that limits; NULL: not known */
};

/* The most informative kind for a run; LT_KIND_NONE: the table is not of a run. */
enum lt_kind_of_figure lt_kind_choose(const struct lt_sheet *sheet);

/* A column, its negative "-un", or "hypot(fs, ft)". NULL: there is none. */
const double *lt_kind_column(const struct lt_sheet *sheet, const char *text,
                             struct lt_arena *arena);

/* A curve of a table's rows as drawn: between a row without contact and one with a force, a point
 * with zero force is inserted where the surfaces touch. */
struct lt_curve lt_kind_touch(const struct lt_sheet *sheet, struct lt_curve curve,
                              const char *x_unit, const char *y_unit, struct lt_arena *arena);

/* How many numbers of each row are made to draw it: of a curve ten, those of its axes, where the
 * surfaces touch, within the frame, and which are drawn. */
size_t lt_kind_numbers(enum lt_kind_of_figure kind, const struct lt_sheet *sheet);

/* The axes and curves of a figure of that kind; NULL, or why the sheet has no such figure. */
const char *lt_kind_figure(enum lt_kind_of_figure kind, const struct lt_sheet *sheet,
                           struct lt_figure *figure, struct lt_arena *arena);

#endif
