/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.h: one number as a function of another: its values over a range, and where it meets a
 * target. */
#ifndef LT_SCAN_H
#define LT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* LT_SCAN_POINTS: 38 of the range, an extreme at each but the ends, and two edges of 25. */
enum { LT_SCAN_POINTS = 38 + 36 + 2 * 25, LT_SCAN_ROOTS = 8 };

/* Relative tolerance of a target; smaller differences are ignored. */
#define LT_SCAN_TOLERANCE 1e-9

struct lt_scan {
    double (*result)(double x, void *data);               /* NAN: there is none at x */
    double (*rough)(double x, double *error, void *data); /* to ERROR, in less time; NULL: there is
                                                             none, or it is not needed any more */
    void *data;
    double range[2]; /* the upper end may be INFINITY */
    double typical;  /* > 0: the starting point in an unbounded range */
    double wanted;
    double accuracy; /* of a result, relative: a root is as close as it lets it be */
    double jump; /* results of neighbours that differ by less, relative, are one that is known no
                    more closely; those that differ by more jump */

    double error;   /* the largest of rough results */
    size_t count;   /* points evaluated, in ascending order */
    size_t missing; /* and those without a result */
    double none[2]; /* no result at this x below the points, and at this x above them; NAN: none
                       such */
    double x[LT_SCAN_POINTS], y[LT_SCAN_POINTS];
    double lowest[2], highest[2]; /* {x, y} */
    size_t n_roots;
    bool more_roots;             /* than there is room for */
    double roots[LT_SCAN_ROOTS]; /* ascending */
    double nearest[2]; /* {x, y} of a root that the accuracy of the result does not resolve; NAN:
                          none */
    bool is_flat;      /* a whole interval meets the target */
    double flat[2];    /* from here to there */
    int iterations;
};

/* Scans the whole range, then finds every x at which the result meets the target. A jump over the
 * target does not count. */
void lt_scan_range(struct lt_scan *scan);

/* The step length x at which the result of runs in time steps first leaves the target's side, from
 * the lower end of the range on. As x grows, results rise and fall each time that the contact, of
 * duration SPAN, takes one step less. They are evaluated at 16 places from one such rise to the
 * next, often enough to miss no rise above the target. SIDE 1: results up to the target are right;
 * -1: those from the target on; 0: those on the side of the first result. */
enum lt_scan_first {
    LT_FIRST_FOUND,  /* roots[0] */
    LT_FIRST_NEVER,  /* every x of the range is right */
    LT_FIRST_NOT,    /* not even the lower end is */
    LT_FIRST_BEYOND, /* wrong ones are so close to the lower end that others may lie below it */
    LT_FIRST_JUMP    /* nearest: the last right one, from which results jump over the target */
};
enum lt_scan_first lt_scan_first(struct lt_scan *scan, double span, double side);

/* Returns true if the result is the same number at all points, within LT_SCAN_TOLERANCE. */
bool lt_scan_is_constant(const struct lt_scan *scan);

#endif
