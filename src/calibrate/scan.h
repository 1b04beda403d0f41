/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.h: one number as a function of another: what it can be within a range, and where it is what
 * is wanted. */
#ifndef LT_SCAN_H
#define LT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum { LT_SCAN_POINTS = 96, LT_SCAN_ROOTS = 8 };

struct lt_scan {
    double (*result)(double x, void *data); /* NAN: there is none at x */
    bool (*survey)(const double *x, size_t count, double *y, void *data); /* roughly; or NULL */
    void *data;
    double range[2]; /* the upper end may be INFINITY */
    double typical;  /* > 0: where to begin in a range without end */
    double wanted;
    double rounding; /* how much of itself a result may be off */

    size_t count;   /* points looked at, in ascending order */
    size_t missing; /* and those without a result */
    double none[2]; /* no result at this place below the points, and at this above; NAN: not so */
    double x[LT_SCAN_POINTS], y[LT_SCAN_POINTS];
    double lowest[2], highest[2]; /* {x, y} */
    size_t n_roots;
    double roots[LT_SCAN_ROOTS]; /* ascending */
    double nearest[2];           /* {x, y} of a root that rounding hides; NAN: none */
    bool is_flat;                /* all of a stretch is what is wanted */
    double flat[2];              /* from here to there */
    int iterations;
};

/* Look at the whole range, then find every place where result is wanted. A place where it jumps
 * across is none. */
void lt_scan_range(struct lt_scan *scan);

/* The same number wherever it is looked at. */
bool lt_scan_is_constant(const struct lt_scan *scan);

#endif
