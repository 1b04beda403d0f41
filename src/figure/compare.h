/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h: the distance between two curves sampled at different points. */
#ifndef LT_COMPARE_H
#define LT_COMPARE_H

#include "figure/plot.h"

/* Differences of y at equal x, relative to the peak |y| of A. */
struct lt_comparison {
    double largest; /* of the points of either curve against the other */
    double rms;     /* of the points of A */
    double at;      /* x where it is largest */
    double peak;
    double beyond; /* how far the ends of a branch are apart, as a fraction of the x range of A */
    size_t branches;
    size_t dropped[2]; /* points of A and B that are no numbers */
};

/* Curves that turn back in x are compared branch by branch, and go the same way; of one that does
 * not the order of its points is of no matter. Between their points they are straight. Points that
 * are not numbers are left out. NULL, or why they cannot be compared. */
const char *lt_compare(const struct lt_curve *a, const struct lt_curve *b,
                       struct lt_comparison *comparison, struct lt_arena *arena);

#endif
