/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_bars.c: tornado plots of a sweep: the effect of each factor on a result, the largest on
 * top. */
#include "base/arena.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdlib.h>

struct place {
    double size;
    size_t factor;
};

/* Sorts bars by descending size; bars of the same size stay in the order of the factors. */
static int by_size(const void *a, const void *b) {
    const struct place *p = a, *q = b;
    if (p->size != q->size)
        return p->size > q->size ? -1 : 1;
    return (p->factor > q->factor) - (p->factor < q->factor);
}

/* The two ends of a factor's bar in a tornado plot: the result at both ends of the factor's range,
 * or the first-order and total index. Returns the size by which bars are sorted; without a finite
 * one -INFINITY, which sorts last. */
static double measure_bar(const struct lt_sweep *sweep, const struct lt_sweep_outcome *outcome,
                          const struct lt_sweep_plot *plot, size_t f, double ends[2]) {
    if (plot->range) {
        ends[0] = outcome->ranges[(1 + 2 * f) * sweep->n_cells + (size_t)plot->y];
        ends[1] = outcome->ranges[(2 + 2 * f) * sweep->n_cells + (size_t)plot->y];
    } else {
        ends[0] = outcome->indices[plot->y].indices[f].first;
        ends[1] = outcome->indices[plot->y].indices[f].total;
    }
    double size = plot->range ? fabs(ends[1] - ends[0]) : ends[1];
    return isfinite(size) ? size : -INFINITY;
}

/* The bars of a tornado plot, one for each factor, the largest first: the ends are results in
 * their unit, or Sobol's indices from 0 on with their errors. */
struct lt_bars *lt_sweep_bars(const struct lt_sweep *sweep, const struct lt_sweep_outcome *outcome,
                              const struct lt_sweep_plot *plot, struct lt_arena *arena) {
    size_t n = sweep->n_factors;
    struct place *order = lt_arena_get(arena, n * sizeof *order);
    struct lt_bars *bars = lt_arena_get(arena, sizeof *bars);
    double *numbers = lt_arena_get(arena, 4 * n * sizeof *numbers), ends[2];
    const char **names = lt_arena_get(arena, n * sizeof *names);
    for (size_t f = 0; f < n; f++)
        order[f] = (struct place){measure_bar(sweep, outcome, plot, f, ends), f};
    qsort(order, n, sizeof *order, by_size);
    for (size_t i = 0; i < n; i++) {
        size_t f = order[i].factor;
        names[i] = sweep->factors[f].name;
        measure_bar(sweep, outcome, plot, f, ends);
        numbers[i] = ends[0];
        numbers[n + i] = ends[1];
        if (plot->range)
            continue;
        /* Sobol's indices have standard errors, results do not. */
        numbers[2 * n + i] = outcome->indices[plot->y].indices[f].first_error;
        numbers[3 * n + i] = outcome->indices[plot->y].indices[f].total_error;
    }
    *bars = (struct lt_bars){.count = n,
                             .names = names,
                             .labels = {"first order", "total"},
                             .ends = {numbers, numbers + n},
                             .errors = {numbers + 2 * n, numbers + 3 * n},
                             .apart = true};
    if (plot->range)
        *bars = (struct lt_bars){.count = n,
                                 .names = names,
                                 .labels = {"factor at its 5 %", "at its 95 %"},
                                 .ends = {numbers, numbers + n},
                                 .base = outcome->ranges[plot->y]};
    return bars;
}
