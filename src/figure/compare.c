/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/compare.h"

#include "base/arena.h"
#include "base/trace.h"

#include <math.h>

/* Compares y at each point of FROM with the path TO at equal x, branch by branch. Returns the sum
 * of squared distances; updates the largest one and how far ends differ in x. */
static double measure_path(const struct lt_trace *from, const struct lt_trace *to,
                           struct lt_comparison *comparison) {
    double sum = 0;
    for (size_t branch = 0; branch < from->branches; branch++) {
        size_t at = to->cut[branch];
        for (size_t i = from->cut[branch] + (branch > 0); i <= from->cut[branch + 1]; i++) {
            double beyond, x = from->x[i];
            double there = lt_trace_at(to, branch, x, from->y[i], &at, &beyond);
            double distance = fabs(from->y[i] - there);
            sum += distance * distance;
            comparison->beyond = fmax(comparison->beyond, beyond);
            if (distance > comparison->largest) {
                comparison->largest = distance;
                comparison->at = x;
            }
        }
    }
    return sum;
}

/* Returns the curve with its points in reverse order, for curves without a turn that were sampled
 * in opposite directions. Its arrays are in ARENA. */
static struct lt_curve backwards(const struct lt_curve *curve, struct lt_arena *arena) {
    double *x = lt_arena_get(arena, (curve->count + 1) * sizeof *x);
    double *y = lt_arena_get(arena, (curve->count + 1) * sizeof *y);
    for (size_t i = 0; i < curve->count; i++) {
        x[i] = curve->x[curve->count - 1 - i];
        y[i] = curve->y[curve->count - 1 - i];
    }
    return (struct lt_curve){.x = x, .y = y, .count = curve->count};
}

/* Measures the differences in y between curves A and B at equal x, relative to the peak |y| of A.
 * Curves that turn back in x are compared branch by branch. Returns NULL, or why they cannot be
 * compared. */
const char *lt_compare(const struct lt_curve *a, const struct lt_curve *b,
                       struct lt_comparison *comparison, struct lt_arena *arena) {
    struct lt_trace one, two;
    lt_trace_take(&one, a->x, a->y, a->count, 1, arena);
    lt_trace_take(&two, b->x, b->y, b->count, 1, arena);
    if (one.count == 0 || two.count == 0)
        return "a curve without points cannot be compared";
    if (one.branches != two.branches)
        return lt_arena_print(
            arena, "the curves differ in shape: A turns back in x %zu times, B %zu times",
            one.branches - 1, two.branches - 1);
    /* A curve without a turn that was sampled in the opposite direction is compared backwards. */
    const double way = lt_trace_way(&one, 0);
    if (way != lt_trace_way(&two, 0)) {
        if (one.branches > 1)
            return lt_arena_print(arena,
                                  "the curves go opposite ways: the x of A first %s, that of B %s",
                                  way > 0 ? "rises" : "falls", way > 0 ? "falls" : "rises");
        const struct lt_curve turned = backwards(b, arena);
        lt_trace_take(&two, turned.x, turned.y, turned.count, 1, arena);
    }
    *comparison = (struct lt_comparison){.peak = one.peak,
                                         .at = one.x[0],
                                         .branches = one.branches,
                                         .dropped = {one.dropped, two.dropped}};
    /* The largest distance is that of the points of either curve; the rms is that of the points of
     * A. */
    double squares = measure_path(&one, &two, comparison);
    measure_path(&two, &one, comparison);
    double unit = one.peak > 0 ? one.peak : 1;
    comparison->rms = sqrt(squares / (double)one.count) / unit;
    comparison->largest /= unit;
    comparison->beyond = one.range > 0 ? comparison->beyond / one.range : comparison->beyond;
    return NULL;
}
