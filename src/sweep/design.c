/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/design.h"

#include "base/arena.h"

#include <float.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

struct lt_design {
    const struct lt_sweep *sweep;
    size_t at;
    gsl_rng *rng;
    gsl_qrng *qrng;
    uint32_t **strata; /* LHS: of each factor, in the order of the points */
    double *shares;    /* coordinates in the unit cube */
    double *base,
        *shift; /* SENSITIVITY: a point of A and of B, before the random shift, and the shift */
    size_t n_base;
    struct lt_arena *arena;
};

/* A random number in (0, 1) for factor F at point I, computed from SEED alone: Philox4x32-10
 * (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). The
 * points before it need not be drawn, so that a section of a design costs the same wherever it
 * begins. */
double lt_design_number(size_t seed, size_t i, size_t f) {
    uint32_t x[4] = {(uint32_t)i, (uint32_t)((uint64_t)i >> 32), (uint32_t)f, 0};
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)((uint64_t)seed >> 32)};
    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)0xd2511f53 * x[0], b = (uint64_t)0xcd9e8d57 * x[2];
        const uint32_t y[4] = {(uint32_t)(b >> 32) ^ x[1] ^ key[0], (uint32_t)b,
                               (uint32_t)(a >> 32) ^ x[3] ^ key[1], (uint32_t)a};
        memcpy(x, y, sizeof x);
        key[0] += 0x9e3779b9; /* the golden ratio, and the square root of 3 less 1 */
        key[1] += 0xbb67ae85;
    }
    const uint64_t drawn = (uint64_t)x[1] << 32 | x[0];
    return ((double)(drawn >> 12) + 0.5) * 0x1p-52; /* 52 bits and a half: exact, neither 0 nor 1 */
}

/* Latin hypercube: divides the range of each factor into as many strata as there are points, and
 * gives each point one of them, in random order. */
static void shuffle_strata(struct lt_design *design) {
    const struct lt_sweep *sweep = design->sweep;
    design->strata = lt_arena_get(design->arena, sweep->n_factors * sizeof *design->strata);
    for (size_t f = 0; f < sweep->n_factors; f++) {
        uint32_t *strata = lt_arena_get(design->arena, sweep->points * sizeof *strata);
        for (size_t i = 0; i < sweep->points; i++)
            strata[i] = (uint32_t)i;
        gsl_ran_shuffle(design->rng, strata, sweep->points, sizeof *strata);
        design->strata[f] = strata;
    }
}

LT_RELEASE(gsl_qrng)
LT_RELEASE(gsl_rng)

/* Begins Sobol's quasi-random sequence in N dimensions; the arena frees it. */
static void keep_sequence(struct lt_design *design, size_t n) {
    design->qrng =
        lt_arena_keep(design->arena, gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)n), gsl_qrng_release);
}

/* Begins Sobol's points in the dimensions of the matrices A and B together, all shifted by the
 * same random vector modulo 1 (Cranley and Patterson 1976), so that the seed matters. */
static void begin_sensitivity(struct lt_design *design) {
    size_t n = 2 * design->sweep->n_factors;
    keep_sequence(design, n);
    design->base = lt_arena_get(design->arena, n * sizeof *design->base);
    design->shift = lt_arena_get(design->arena, n * sizeof *design->shift);
    for (size_t i = 0; i < n; i++)
        design->shift[i] = gsl_rng_uniform(design->rng);
}

/* Begins the sequence of points of a sweep, at its first point; freed by lt_design_free(). */
struct lt_design *lt_design_new(const struct lt_sweep *sweep) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_design *design = lt_arena_get(arena, sizeof *design);
    *design = (struct lt_design){.sweep = sweep, .arena = arena};
    design->shares = lt_arena_get(arena, sweep->n_factors * sizeof *design->shares);
    if (sweep->design == LT_DESIGN_SOBOL)
        keep_sequence(design, sweep->n_factors);
    if (lt_design_kind_is_seeded(sweep->design) && sweep->design != LT_DESIGN_RANDOM) {
        design->rng = lt_arena_keep(arena, gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_release);
        gsl_rng_set(design->rng, sweep->seed);
    }
    if (sweep->design == LT_DESIGN_LHS)
        shuffle_strata(design);
    if (sweep->design == LT_DESIGN_SENSITIVITY)
        begin_sensitivity(design);
    return design;
}

/* The memory, in bytes, that grows with the number of points: the strata of a Latin hypercube. */
double lt_design_bytes(const struct lt_sweep *sweep) {
    const double numbers = (double)sweep->points * (double)sweep->n_factors;
    return sweep->design == LT_DESIGN_LHS ? numbers * sizeof(uint32_t) : 0;
}

/* Frees the design with its points and generators. */
void lt_design_free(struct lt_design *design) {
    lt_arena_free(design->arena);
}

/* Draws the next point for Sobol's indices of k factors: for each base point in turn the row of A,
 * that of B, and k times that of A with one factor from B. GSL leaves out the sequence's first
 * point, 0, which is used here. */
static void draw_sensitivity(struct lt_design *design) {
    size_t k = design->sweep->n_factors, wanted = design->at / (k + 2), part = design->at % (k + 2);
    for (; design->n_base <= wanted; design->n_base++)
        if (design->n_base > 0)
            gsl_qrng_get(design->qrng, design->base);
    for (size_t f = 0; f < k; f++) {
        /* Coordinates 0 to k - 1 are those of A, k to 2 k - 1 those of B. Part 0 is A, part 1
         * B, and part f + 2 A with factor f from B. */
        size_t from = part == 1 || part == f + 2 ? k + f : f;
        /* The shifted point, modulo 1, strictly inside (0, 1). */
        double share = design->base[from] + design->shift[from];
        share -= floor(share);
        design->shares[f] = fmin(fmax(share, DBL_EPSILON), 1 - DBL_EPSILON);
    }
}

/* Draws the next point in the unit cube, the probabilities of the factors; each is strictly
 * between 0 and 1, since quantiles may be infinite there. */
static void draw_shares(struct lt_design *design) {
    const struct lt_sweep *sweep = design->sweep;
    if (design->base) {
        draw_sensitivity(design);
        return;
    }
    if (design->qrng) {
        gsl_qrng_get(design->qrng, design->shares);
        return;
    }
    for (size_t f = 0; f < sweep->n_factors; f++) {
        double share = design->rng ? gsl_rng_uniform_pos(design->rng)
                                   : lt_design_number(sweep->seed, design->at, f);
        if (design->strata)
            /* A random place inside the stratum of this point. */
            share = ((double)design->strata[f][design->at] + share) / (double)sweep->points;
        design->shares[f] = fmin(share, 1 - DBL_EPSILON);
    }
}

/* Sets the values of the factors at the current point of a grid, where the last factor varies
 * fastest. */
static void take_from_grid(const struct lt_design *design, double *values) {
    size_t rest = design->at;
    for (size_t f = design->sweep->n_factors; f-- > 0;) {
        const struct lt_distribution *spread = &design->sweep->factors[f].spread;
        values[f] = spread->values[rest % spread->n_values];
        rest /= spread->n_values;
    }
}

/* Writes the values of the factors at the next point into VALUES, one number for each factor,
 * in SI units. */
void lt_design_next(struct lt_design *design, double *values) {
    const struct lt_sweep *sweep = design->sweep;
    if (sweep->design == LT_DESIGN_GRID) {
        take_from_grid(design, values);
    } else if (sweep->design == LT_DESIGN_LIST) {
        for (size_t f = 0; f < sweep->n_factors; f++)
            values[f] = sweep->factors[f].spread.values[design->at];
    } else {
        draw_shares(design);
        for (size_t f = 0; f < sweep->n_factors; f++)
            values[f] = lt_distribution_quantile(&sweep->factors[f].spread, design->shares[f]);
    }
    design->at++;
}

/* Leaves out COUNT points; numbers that follow from those before them must be drawn
 * nevertheless. */
void lt_design_skip(struct lt_design *design, size_t count) {
    if (design->base || (!design->rng && !design->qrng)) {
        design->at += count;
        return;
    }
    for (; count > 0; count--, design->at++)
        draw_shares(design);
}

/* True if a point is a sample of the distributions that is independent of the others; in a
 * sensitivity design only the rows of A and B are, and only they enter means and percentiles. */
bool lt_design_is_independent(const struct lt_sweep *sweep, size_t point) {
    return sweep->design != LT_DESIGN_SENSITIVITY || point % (sweep->n_factors + 2) < 2;
}
