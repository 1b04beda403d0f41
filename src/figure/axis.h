/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis.h: an axis: its label, a unit with a suitable prefix, range and tics. */
#ifndef LT_AXIS_H
#define LT_AXIS_H

#include <stdbool.h>

struct lt_arena;

/* An axis as it is drawn: its label, and its range in drawn numbers (SI value times scale). */
struct lt_axis {
    const char *label, *brief; /* brief: symbol and unit; "": it has no symbol */
    const char *words;         /* label without symbol and unit */
    bool enhanced;             /* label holds gnuplot's mark-up; else it is plain text */
    double scale;              /* SI value times scale is the number drawn */
    bool logarithmic;
    double lo, hi, step; /* of the axis, scaled: a little more than the data; distance of tics */
};

/* TEXT is a formula or a column's name, UNIT its SI unit ("" if unknown), LO..HI the data. PLAIN:
 * in ASCII, for a terminal. LOGARITHMIC: the tics have the powers of ten, not the label.
 * The label is kept in ARENA. */
struct lt_axis lt_axis_new(const char *text, const char *unit, double lo, double hi, bool plain,
                           bool logarithmic, struct lt_arena *arena);

/* The label for a quantity: the words known for its name, else the beginning of DOC and the name;
 * without DOC (NULL, or too long) the name with blanks for "_". */
const char *lt_axis_words(const char *name, const char *doc, struct lt_arena *arena);

/* The quantity for which a unit stands, "force"; "" if there are several. */
const char *lt_axis_quantity(const char *unit);

/* Make the axis end exactly where the data do, LO..HI. */
void lt_axis_fit(struct lt_axis *axis, double lo, double hi);

/* Extend RANGE to VALUE, if that is finite. */
void lt_axis_widen(double range[2], double value);

/* The position of a value along the axis, from 0 to 1. */
double lt_axis_place(const struct lt_axis *axis, double value);

#endif
