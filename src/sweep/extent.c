/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/extent.h"

#include "base/memory.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { RANKS = 2 * LT_PERCENTILES }; /* a percentile lies between two numbers */

const double lt_extent_percents[LT_PERCENTILES] = {2.5, 5, 25, 50, 75, 95, 97.5};

/* Begins the statistics of a column. KEPT: room for all its numbers, for exact percentiles; NULL:
 * percentiles are estimated while the numbers pass, in constant memory. */
void lt_extent_begin(struct lt_extent *extent, double *kept) {
    *extent = (struct lt_extent){.kept = kept};
    for (size_t i = 0; i < LT_PERCENTILES && !kept; i++) {
        extent->estimates[i] = gsl_rstat_quantile_alloc(lt_extent_percents[i] / 100);
        if (!extent->estimates[i])
            lt_memory_out();
    }
}

/* Adds a number, in the unit of the column, to its statistics; NAN and infinite ones do not
 * count. Mean and sum of squared deviations are updated after Welford (1962). */
void lt_extent_add(struct lt_extent *extent, double value) {
    if (!isfinite(value))
        return;
    double away = value - extent->mean;
    extent->least = extent->count > 0 ? fmin(extent->least, value) : value;
    extent->greatest = extent->count > 0 ? fmax(extent->greatest, value) : value;
    if (extent->kept)
        extent->kept[extent->count] = value;
    for (size_t i = 0; i < LT_PERCENTILES && !extent->kept; i++)
        gsl_rstat_quantile_add(value, extent->estimates[i]);
    extent->count++;
    extent->mean += away / (double)extent->count;
    extent->squares += away * (value - extent->mean);
}

/* Exchanges two numbers. */
static void swap_numbers(double *a, double *b) {
    double x = *a;
    *a = *b;
    *b = x;
}

/* Partitions x[from] to x[end - 1] about the value of x[from]: numbers up to it come before the
 * returned index, the others after it, with at least one on either side (Hoare 1961). */
static size_t divide_at_pivot(double *x, size_t from, size_t end) {
    double pivot = x[from];
    size_t low = from, high = end - 1;
    for (;;) {
        while (x[low] < pivot)
            low++;
        while (x[high] > pivot)
            high--;
        if (low >= high)
            return high + 1;
        swap_numbers(&x[low++], &x[high--]);
    }
}

/* True if one of the RANKS is at least FROM and below END. */
static bool is_between(const size_t *ranks, size_t from, size_t end) {
    for (size_t i = 0; i < RANKS; i++)
        if (ranks[i] >= from && ranks[i] < end)
            return true;
    return false;
}

/* Partial sort of x[from] to x[end - 1]: each x[rank] of RANKS becomes the number that it would
 * be if all were sorted. Pivots are random, by the generator's state *drawn, since any fixed
 * choice takes quadratic time for some input. */
static void settle_ranks(double *x, size_t from, size_t end, const size_t *ranks, uint64_t *drawn) {
    while (end - from > 1 && is_between(ranks, from, end)) {
        *drawn = 6364136223846793005u * *drawn + 1442695040888963407u; /* Knuth's MMIX */
        swap_numbers(&x[from], &x[from + (*drawn >> 32) % (end - from)]);
        size_t middle = divide_at_pivot(x, from, end);
        settle_ranks(x, from, middle, ranks, drawn);
        from = middle;
    }
}

/* Moves the numbers at the two ranks around each percentile to their places, without sorting
 * all. */
static void settle_percentiles(struct lt_extent *extent) {
    size_t ranks[RANKS];
    uint64_t drawn = 1;
    for (size_t i = 0; i < LT_PERCENTILES; i++) {
        ranks[2 * i] = (size_t)(lt_extent_percents[i] / 100 * (double)(extent->count - 1));
        ranks[2 * i + 1] = ranks[2 * i] + 1;
    }
    settle_ranks(extent->kept, 0, extent->count, ranks, &drawn);
}

/* Finds the percentiles, NAN without numbers, and frees the estimators. */
void lt_extent_end(struct lt_extent *extent) {
    if (extent->kept && extent->count > 0)
        settle_percentiles(extent);
    for (size_t i = 0; i < LT_PERCENTILES; i++) {
        double share = lt_extent_percents[i] / 100;
        extent->percentiles[i] =
            extent->count == 0 ? NAN
            : extent->kept
                ? gsl_stats_quantile_from_sorted_data(extent->kept, 1, extent->count, share)
                : gsl_rstat_quantile_get(extent->estimates[i]);
        if (extent->estimates[i])
            gsl_rstat_quantile_free(extent->estimates[i]);
        extent->estimates[i] = NULL;
    }
}

/* The standard deviation of the sample (divided by n - 1); NAN with fewer than two numbers. */
double lt_extent_deviation(const struct lt_extent *extent) {
    return extent->count > 1 ? sqrt(extent->squares / (double)(extent->count - 1)) : NAN;
}
