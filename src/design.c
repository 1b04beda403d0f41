/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design.h"

#include "arena.h"

#include <float.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

const char *const lt_design_words[] = {
    [LT_DESIGN_GRID] = "grid", [LT_DESIGN_LIST] = "list",   [LT_DESIGN_RANDOM] = "random",
    [LT_DESIGN_LHS] = "lhs",   [LT_DESIGN_SOBOL] = "sobol", NULL};

struct lt_design {
    const struct lt_sweep *sweep;
    size_t at;
    gsl_rng *rng;
    gsl_qrng *qrng;
    uint32_t **strata; /* LHS: of each factor, in the order of the points */
    double *shares;    /* of the unit cube */
    struct lt_arena *arena;
};

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

struct lt_design *lt_design_new(const struct lt_sweep *sweep) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_design *design = lt_arena_get(arena, sizeof *design);
    *design = (struct lt_design){.sweep = sweep, .arena = arena};
    design->shares = lt_arena_get(arena, sweep->n_factors * sizeof *design->shares);
    if (sweep->design == LT_DESIGN_SOBOL)
        design->qrng = gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)sweep->n_factors);
    if (sweep->design == LT_DESIGN_RANDOM || sweep->design == LT_DESIGN_LHS) {
        design->rng = gsl_rng_alloc(gsl_rng_mt19937);
        gsl_rng_set(design->rng, sweep->seed);
    }
    if (sweep->design == LT_DESIGN_LHS)
        shuffle_strata(design);
    return design;
}

void lt_design_free(struct lt_design *design) {
    if (design->qrng)
        gsl_qrng_free(design->qrng);
    if (design->rng)
        gsl_rng_free(design->rng);
    lt_arena_free(design->arena);
}

/* Where in the unit cube the next point is; each share is above 0 and below 1. */
static void draw(struct lt_design *design) {
    const struct lt_sweep *sweep = design->sweep;
    if (design->qrng) {
        gsl_qrng_get(design->qrng, design->shares);
        return;
    }
    for (size_t f = 0; f < sweep->n_factors; f++) {
        double share = gsl_rng_uniform_pos(design->rng);
        if (design->strata)
            share = ((double)design->strata[f][design->at] + share) / (double)sweep->points;
        design->shares[f] = fmin(share, 1 - DBL_EPSILON);
    }
}

/* The last factor runs fastest. */
static void take_from_grid(const struct lt_design *design, double *values) {
    size_t rest = design->at;
    for (size_t f = design->sweep->n_factors; f-- > 0;) {
        const struct lt_distribution *spread = &design->sweep->factors[f].spread;
        values[f] = spread->values[rest % spread->n_values];
        rest /= spread->n_values;
    }
}

void lt_design_next(struct lt_design *design, double *values) {
    const struct lt_sweep *sweep = design->sweep;
    if (sweep->design == LT_DESIGN_GRID) {
        take_from_grid(design, values);
    } else if (sweep->design == LT_DESIGN_LIST) {
        for (size_t f = 0; f < sweep->n_factors; f++)
            values[f] = sweep->factors[f].spread.values[design->at];
    } else {
        draw(design);
        for (size_t f = 0; f < sweep->n_factors; f++)
            values[f] = lt_distribution_quantile(&sweep->factors[f].spread, design->shares[f]);
    }
    design->at++;
}

void lt_design_skip(struct lt_design *design, size_t count) {
    if (!design->rng && !design->qrng) {
        design->at += count;
        return;
    }
    for (; count > 0; count--, design->at++)
        draw(design);
}

const char *lt_design_generator(const struct lt_sweep *sweep) {
    switch (sweep->design) {
    case LT_DESIGN_GRID:
    case LT_DESIGN_LIST:
        return "";
    case LT_DESIGN_RANDOM:
    case LT_DESIGN_LHS:
        return "gsl mt19937";
    case LT_DESIGN_SOBOL:
        return "gsl sobol";
    }
    return "";
}
