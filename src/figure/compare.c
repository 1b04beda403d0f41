/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/compare.h"

#include "base/arena.h"

#include <math.h>

/* Where x stays: up to which point, and between which y. */
struct stay {
    size_t end;
    double low, high;
};

/* The finite points in order, cut where x turns back: branch i is points cut[i] .. cut[i + 1], ends
 * shared. Within a branch x never turns: what it goes back within rounding it stays. */
struct path {
    double *x, *y;
    struct stay *stay; /* of the points that are the first ones at their x */
    size_t count;
    size_t *cut, branches;
    double range, peak;
};

static void take_points(struct path *path, const struct lt_curve *curve, struct lt_arena *arena) {
    double least = INFINITY, most = -INFINITY;
    path->x = lt_arena_get(arena, (curve->count + 1) * sizeof *path->x);
    path->y = lt_arena_get(arena, (curve->count + 1) * sizeof *path->y);
    path->stay = lt_arena_get(arena, (curve->count + 1) * sizeof *path->stay);
    path->cut = lt_arena_get(arena, (curve->count + 2) * sizeof *path->cut);
    for (size_t i = 0; i < curve->count; i++) {
        if (!isfinite(curve->x[i]) || !isfinite(curve->y[i]))
            continue;
        path->x[path->count] = curve->x[i];
        path->y[path->count++] = curve->y[i];
        least = fmin(least, curve->x[i]);
        most = fmax(most, curve->x[i]);
        path->peak = fmax(path->peak, fabs(curve->y[i]));
    }
    path->range = path->count > 0 ? most - least : 0;
}

/* From FIRST to LAST x goes one way, or stays. */
static void keep_way(struct path *path, size_t first, size_t last) {
    const double way = path->x[last] >= path->x[first] ? 1 : -1;
    for (size_t i = first + 1; i <= last; i++)
        if ((path->x[i] - path->x[i - 1]) * way < 0)
            path->x[i] = path->x[i - 1];
}

static void find_stays(struct path *path, size_t first, size_t last) {
    for (size_t i = first, end; i < last; i = end) {
        struct stay stay = {i, path->y[i], path->y[i]};
        for (end = i + 1; end <= last && path->x[end] == path->x[i]; end++)
            stay = (struct stay){end, fmin(stay.low, path->y[end]), fmax(stay.high, path->y[end])};
        path->stay[i] = stay;
    }
}

/* A turn counts once x has come back by more than rounding, which is that of the largest x. */
static void cut_path(struct path *path) {
    double noise = 1e-9 * path->range;
    int way = 0;
    size_t extreme = 0;
    for (size_t i = 1; i < path->count; i++) {
        double step = path->x[i] - path->x[extreme];
        if (way == 0 && fabs(step) > noise)
            way = step > 0 ? 1 : -1;
        if (step * way < -noise) {
            path->cut[++path->branches] = extreme;
            way = -way;
        }
        if (way != 0 && step * way >= 0)
            extreme = i;
    }
    path->cut[++path->branches] = path->count - 1;
    for (size_t i = 0; i < path->branches; i++) {
        keep_way(path, path->cut[i], path->cut[i + 1]);
        find_stays(path, path->cut[i], path->cut[i + 1]);
    }
}

/* Distance of y from the branch at x: from its nearest y where the branch is vertical; from its end
 * if x is beyond it, by *beyond. *at: where the search starts, kept for the next x. */
static double apart_from_branch(const struct path *path, size_t branch, double x, double y,
                                size_t *at, double *beyond) {
    size_t first = path->cut[branch], last = path->cut[branch + 1];
    double nearest = INFINITY, way = path->x[last] >= path->x[first] ? 1 : -1;
    double before = (path->x[first] - x) * way, after = (x - path->x[last]) * way;
    *beyond = fmax(0, fmax(before, after));
    if (*beyond > 0)
        return fabs(y - path->y[before > 0 ? first : last]);
    while (*at + 1 < last && (path->x[*at + 1] - x) * way < 0)
        ++*at;
    for (size_t i = *at, next; i < last && (path->x[i] - x) * way <= 0; i = next) {
        const struct stay *stay = &path->stay[i];
        double x0 = path->x[i], x1 = path->x[i + 1];
        double y0 = path->y[i], y1 = path->y[i + 1];
        double share = (x - x0) / (x1 - x0);
        double there = x0 == x1     ? fmin(fmax(y, stay->low), stay->high)
                       : share >= 1 ? y1
                                    : y0 + (y1 - y0) * share;
        nearest = fmin(nearest, fabs(y - there));
        next = x0 == x1 ? stay->end : i + 1;
    }
    return isfinite(nearest) ? nearest : fabs(y - path->y[last]);
}

/* Compares the points of one path with the other path; returns the sum of squared distances. */
static double measure_path(const struct path *from, const struct path *to,
                           struct lt_comparison *comparison) {
    double sum = 0;
    for (size_t branch = 0; branch < from->branches; branch++) {
        size_t at = to->cut[branch];
        for (size_t i = from->cut[branch] + (branch > 0); i <= from->cut[branch + 1]; i++) {
            double beyond, x = from->x[i];
            double distance = apart_from_branch(to, branch, x, from->y[i], &at, &beyond);
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

const char *lt_compare(const struct lt_curve *a, const struct lt_curve *b,
                       struct lt_comparison *comparison, struct lt_arena *arena) {
    struct path one = {0}, two = {0};
    take_points(&one, a, arena);
    take_points(&two, b, arena);
    if (one.count == 0 || two.count == 0)
        return "a curve without points cannot be compared";
    cut_path(&one);
    cut_path(&two);
    if (one.branches != two.branches)
        return lt_arena_print(
            arena, "the curves differ in shape: A turns back in x %zu times, B %zu times",
            one.branches - 1, two.branches - 1);
    *comparison =
        (struct lt_comparison){.peak = one.peak, .at = one.x[0], .branches = one.branches};
    double squares = measure_path(&one, &two, comparison);
    measure_path(&two, &one, comparison);
    double unit = one.peak > 0 ? one.peak : 1;
    comparison->rms = sqrt(squares / (double)one.count) / unit;
    comparison->largest /= unit;
    comparison->beyond = one.range > 0 ? comparison->beyond / one.range : comparison->beyond;
    return NULL;
}
