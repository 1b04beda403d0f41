/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/sensitivity.h"

#include "base/arena.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct sample {
    const double *rows; /* f(A), f(B), f(AB_1) ...; about their mean */
    size_t n, k;
    double noise; /* what they may differ by through rounding */
};

/* Keeps those of the N base points whose k + 2 results are all finite, and subtracts the mean of A
 * and B, which the estimators need for accuracy. */
static struct sample take_complete(const double *runs, size_t n, size_t k, struct lt_arena *arena) {
    double *rows = lt_arena_get(arena, (n * (k + 2) + 1) * sizeof *rows), mean = 0, most = 0;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        const double *row = runs + i * (k + 2);
        bool complete = true;
        for (size_t j = 0; j < k + 2; j++)
            complete &= isfinite(row[j]) != 0;
        if (!complete)
            continue;
        memcpy(rows + used++ * (k + 2), row, (k + 2) * sizeof *row);
        mean += ((row[0] + row[1]) / 2 - mean) / (double)used;
    }
    for (size_t i = 0; i < used * (k + 2); i++) {
        most = fmax(most, fabs(rows[i]));
        rows[i] -= mean;
    }
    return (struct sample){rows, used, k, 1e-12 * most};
}

/* Estimates the FIRST-order and TOTAL index of each factor from the sample, or with RNG from a
 * bootstrap resample of it. Returns the variance of the result, in the square of its unit, from
 * the rows of A and B together. */
static double estimate_indices(const struct sample *s, gsl_rng *rng, double *first, double *total) {
    double sum = 0, squares = 0, n = (double)s->n;
    memset(first, 0, s->k * sizeof *first);
    memset(total, 0, s->k * sizeof *total);
    for (size_t i = 0; i < s->n; i++) {
        size_t at = rng ? (size_t)gsl_rng_uniform_int(rng, s->n) : i;
        const double *row = s->rows + at * (s->k + 2);
        double a = row[0], b = row[1];
        sum += a + b;
        squares += a * a + b * b;
        for (size_t j = 0; j < s->k; j++) {
            double change = row[2 + j] - a;
            /* AB_j has factor j from B: f(B) (f(AB_j) - f(A)) has the mean V_j, the variance by
             * factor j alone; (f(AB_j) - f(A))^2 has twice the variance in which j takes part. */
            first[j] += b * change;
            total[j] += change * change;
        }
    }
    double mean = sum / (2 * n), variance = squares / (2 * n) - mean * mean;
    for (size_t j = 0; j < s->k; j++) {
        first[j] /= n * variance;
        total[j] /= 2 * n * variance;
    }
    return variance;
}

LT_RELEASE(gsl_rng)

/* Sets the standard errors of the indices: their standard deviations over LT_BOOTSTRAPS resamples,
 * by Welford's sums. */
static void find_errors(const struct sample *s, unsigned long seed, struct lt_index *indices,
                        struct lt_arena *arena) {
    double *sums = lt_arena_get(arena, 6 * s->k * sizeof *sums);
    double *first = sums, *total = sums + s->k, *mean = sums + 2 * s->k, *square = sums + 4 * s->k;
    gsl_rng *rng = lt_arena_keep(arena, gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_release);
    gsl_rng_set(rng, seed);
    for (int r = 1; r <= LT_BOOTSTRAPS; r++) {
        estimate_indices(s, rng, first, total);
        for (size_t j = 0; j < 2 * s->k; j++) {
            double away = sums[j] - mean[j];
            mean[j] += away / r;
            square[j] += away * (sums[j] - mean[j]);
        }
    }
    for (size_t j = 0; j < s->k; j++) {
        indices[j].first_error = sqrt(square[j] / (LT_BOOTSTRAPS - 1));
        indices[j].total_error = sqrt(square[s->k + j] / (LT_BOOTSTRAPS - 1));
    }
}

/* Sobol's indices of K factors with their standard errors, from the results RUNS of N base points
 * with k + 2 runs each. NAN if fewer than two base points are complete, or if the result varies
 * only by rounding. */
struct lt_sensitivity lt_sensitivity_find(const double *runs, size_t n, size_t k,
                                          unsigned long seed, struct lt_arena *arena) {
    struct lt_arena *scratch = lt_arena_new();
    struct sample sample = take_complete(runs, n, k, scratch);
    struct lt_sensitivity found = {.used = sample.n, .variance = NAN};
    double *first = lt_arena_get(scratch, 2 * k * sizeof *first), *total = first + k;
    found.indices = lt_arena_get(arena, k * sizeof *found.indices);
    for (size_t j = 0; j < k; j++)
        found.indices[j] = (struct lt_index){NAN, NAN, NAN, NAN};
    if (sample.n > 1)
        found.variance = estimate_indices(&sample, NULL, first, total);
    if (sqrt(found.variance) > sample.noise) {
        for (size_t j = 0; j < k; j++) {
            found.indices[j].first = first[j];
            found.indices[j].total = total[j];
        }
        find_errors(&sample, seed, found.indices, scratch);
    }
    lt_arena_free(scratch);
    return found;
}
