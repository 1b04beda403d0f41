/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/trace.h"

#include "base/arena.h"

#include <math.h>
#include <stdbool.h>

/* Copies the points whose coordinates are both finite, and finds the range of x and the largest
 * |y|. STRIDE: numbers from one point to the next. */
static void take_points(struct lt_trace *trace, const double *x, const double *y, size_t count,
                        size_t stride, struct lt_arena *arena) {
    double least = INFINITY, most = -INFINITY;
    trace->x = lt_arena_get(arena, (count + 1) * sizeof *trace->x);
    trace->y = lt_arena_get(arena, (count + 1) * sizeof *trace->y);
    trace->stay = lt_arena_get(arena, (count + 1) * sizeof *trace->stay);
    trace->cut = lt_arena_get(arena, (count + 2) * sizeof *trace->cut);
    for (size_t i = 0; i < count; i++) {
        const double xi = x[i * stride], yi = y[i * stride];
        if (!isfinite(xi) || !isfinite(yi))
            continue;
        trace->x[trace->count] = xi;
        trace->y[trace->count++] = yi;
        least = fmin(least, xi);
        most = fmax(most, xi);
        trace->peak = fmax(trace->peak, fabs(yi));
    }
    trace->dropped = count - trace->count;
    trace->range = trace->count > 0 ? most - least : 0;
}

/* Makes x monotone from point FIRST to LAST: where it goes back, within rounding, it becomes
 * constant. */
static void add_branch(struct lt_trace *trace, size_t first, size_t last) {
    const double way = trace->x[last] >= trace->x[first] ? 1 : -1;
    for (size_t i = first + 1; i <= last; i++)
        if ((trace->x[i] - trace->x[i - 1]) * way < 0)
            trace->x[i] = trace->x[i - 1];
}

/* Finds the intervals from FIRST to LAST in which x is constant, with the range of y there:
 * vertical parts of the curve. */
static void find_stays(struct lt_trace *trace, size_t first, size_t last) {
    for (size_t i = first, end; i < last; i = end) {
        struct lt_trace_stay stay = {i, trace->y[i], trace->y[i]};
        for (end = i + 1; end <= last && trace->x[end] == trace->x[i]; end++)
            stay = (struct lt_trace_stay){end, fmin(stay.low, trace->y[end]),
                                          fmax(stay.high, trace->y[end])};
        trace->stay[i] = stay;
    }
}

/* Cuts COUNT > 0 points where x turns back by more than NOISE, in units of x; CUT gets the
 * indices of the branches' ends, from 0 to COUNT - 1, one more than branches. Returns the number
 * of branches. */
size_t lt_trace_cut(const double *x, size_t count, double noise, size_t *cut) {
    int way = 0;
    size_t extreme = 0, branches = 0;
    cut[0] = 0;
    for (size_t i = 1; i < count; i++) {
        double step = x[i] - x[extreme];
        if (way == 0 && fabs(step) > noise)
            way = step > 0 ? 1 : -1;
        if (step * way < -noise) {
            cut[++branches] = extreme;
            way = -way;
        }
        if (way != 0 && step * way >= 0)
            extreme = i;
    }
    cut[++branches] = count - 1;
    return branches;
}

/* Divides the curve into branches. A turn counts once x has gone back by more than 1e-9 of its
 * range, far above the rounding of its values. */
static void cut_branches(struct lt_trace *trace) {
    trace->branches = lt_trace_cut(trace->x, trace->count, 1e-9 * trace->range, trace->cut);
    for (size_t i = 0; i < trace->branches; i++) {
        add_branch(trace, trace->cut[i], trace->cut[i + 1]);
        find_stays(trace, trace->cut[i], trace->cut[i + 1]);
    }
}

/* Makes a trace of COUNT points, STRIDE numbers apart, and divides it into branches on which x
 * is monotone. */
void lt_trace_take(struct lt_trace *trace, const double *x, const double *y, size_t count,
                   size_t stride, struct lt_arena *arena) {
    *trace = (struct lt_trace){0};
    take_points(trace, x, y, count, stride, arena);
    if (trace->count > 0)
        cut_branches(trace);
}

/* The direction of x along a branch: 1 or -1. */
double lt_trace_way(const struct lt_trace *trace, size_t branch) {
    return trace->x[trace->cut[branch + 1]] >= trace->x[trace->cut[branch]] ? 1 : -1;
}

/* The value y of a branch at X, interpolated linearly: where the branch is vertical, the value
 * nearest to NEAR; beyond its ends, by *BEYOND in units of x (else 0), the value at the end. *AT
 * keeps the position for the next X, which must not go back along the branch. */
double lt_trace_at(const struct lt_trace *trace, size_t branch, double x, double near, size_t *at,
                   double *beyond) {
    const size_t first = trace->cut[branch], last = trace->cut[branch + 1];
    const double way = lt_trace_way(trace, branch);
    const double before = (trace->x[first] - x) * way, after = (x - trace->x[last]) * way;
    double nearest = NAN;
    *beyond = fmax(0, fmax(before, after));
    if (*beyond > 0)
        return trace->y[before > 0 ? first : last];
    while (*at + 1 < last && (trace->x[*at + 1] - x) * way < 0)
        ++*at;
    for (size_t i = *at, next; i < last && (trace->x[i] - x) * way <= 0; i = next) {
        const struct lt_trace_stay *stay = &trace->stay[i];
        double x0 = trace->x[i], x1 = trace->x[i + 1];
        double y0 = trace->y[i], y1 = trace->y[i + 1];
        double share = (x - x0) / (x1 - x0);
        double there = x0 == x1     ? fmin(fmax(near, stay->low), stay->high)
                       : share >= 1 ? y1
                                    : y0 + (y1 - y0) * share;
        if (!(fabs(near - there) >= fabs(near - nearest)))
            nearest = there;
        next = x0 == x1 ? stay->end : i + 1;
    }
    return isnan(nearest) ? trace->y[last] : nearest;
}
