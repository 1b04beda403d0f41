/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.h: a curve whose x may turn back, divided into branches on which x is monotone. */
#ifndef LT_TRACE_H
#define LT_TRACE_H

#include <stddef.h>

struct lt_arena;

/* An interval in which x is constant: its last point, and the range of y in it. */
struct lt_trace_stay {
    size_t end;
    double low, high;
};

/* Branch i is points cut[i] .. cut[i + 1], ends shared. Within a branch x never turns: where it
 * goes back within rounding it is constant. */
struct lt_trace {
    double *x, *y;
    struct lt_trace_stay *stay; /* of the points that are the first ones at their x */
    size_t count, dropped;      /* points; those that were no finite numbers */
    size_t *cut, branches;
    double range, peak; /* of x; the largest |y| */
};

/* Cuts COUNT > 0 points where x turns back by more than NOISE; returns the number of branches. CUT
 * has room for count + 1. */
size_t lt_trace_cut(const double *x, size_t count, double noise, size_t *cut);

/* Makes a trace of COUNT points, STRIDE numbers apart, and divides it into branches. */
void lt_trace_take(struct lt_trace *trace, const double *x, const double *y, size_t count,
                   size_t stride, struct lt_arena *arena);

/* The direction of x along the branch: 1 or -1. */
double lt_trace_way(const struct lt_trace *trace, size_t branch);

/* y of the branch at x, straight between its points: the one nearest to NEAR where it is vertical;
 * that of its end if x is beyond it, by *beyond. *at: where the search starts, kept for the next x;
 * at first cut[branch]. */
double lt_trace_at(const struct lt_trace *trace, size_t branch, double x, double near, size_t *at,
                   double *beyond);

#endif
