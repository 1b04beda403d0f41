/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_search.c: minimises the sum of squares: local descents from suitable starting points. */
#include "base/arena.h"
#include "fit/fitting.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_qrng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 100 }; /* Levenberg-Marquardt needs some ten; more are a stall */

/* ---- From one place -------------------------------------------------------------------------- */

/* Returns the scaled parameter q for the solver's coordinate Z, which is unbounded: q = middle +
 * half the range times sin z keeps q within its bounds. */
static double q_of(const struct lt_scale *s, double z) {
    return s->bounded ? (s->lo + s->hi) / 2 + (s->hi - s->lo) / 2 * sin(z) : z;
}

/* Returns the solver's coordinate z for the scaled parameter Q; values beyond a bound count as that
 * bound. */
static double z_of(const struct lt_scale *s, double q) {
    return s->bounded ? asin(fmin(fmax((2 * q - s->lo - s->hi) / (s->hi - s->lo), -1), 1)) : q;
}

/* Returns dq/dz at the solver's coordinate Z; it is 0 at a bound and 1 without bounds. */
static double slope_of_scale(const struct lt_scale *s, double z) {
    return s->bounded ? (s->hi - s->lo) / 2 * cos(z) : 1;
}

/* ---- Least squares --------------------------------------------------------------------------- */

/* Returns the weighted sum of squared residuals of a model, in units of sigma^2. */
static double sum_of_squares(const struct lt_fitting *f, const double *model) {
    double sum = 0;
    for (size_t i = 0; i < f->count; i++) {
        double r = (model[i] - f->y[i]) / f->sigma[i];
        sum += f->weights[i] * r * r;
    }
    return sum;
}

/* Computes the residuals R (in units of sigma) at Z for the solver of GSL; DATA is the fit. Returns
 * a GSL error code: failure only if interrupted. */
static int residuals_at(const gsl_vector *z, void *data, gsl_vector *r) {
    struct lt_fitting *f = data;
    double largest = 0;
    if (lt_fit_is_stopped(f))
        return GSL_FAILURE;
    for (size_t j = 0; j < f->n; j++)
        f->q[j] = q_of(&f->scales[j], gsl_vector_get(z, j));
    bool ok = lt_fit_model(f, f->q, f->model);
    /* Where no run is possible the residuals are a million times the largest datum, so that the
     * solver turns back. */
    for (size_t i = 0; i < f->count; i++)
        largest = fmax(largest, fabs(f->y[i] / f->sigma[i]));
    for (size_t i = 0; i < f->count; i++)
        gsl_vector_set(r, i, ok ? (f->model[i] - f->y[i]) / f->sigma[i] : 1e6 * (largest + 1));
    return GSL_SUCCESS;
}

/* Computes the Jacobian of the residuals by z for the solver of GSL, that by q times dq/dz; the
 * column of a parameter kept fixed (f->held) is 0. Returns a GSL error code: failure if interrupted
 * or no run is possible. */
static int slopes_at(const gsl_vector *z, void *data, gsl_matrix *jacobian) {
    struct lt_fitting *f = data;
    for (size_t j = 0; j < f->n; j++)
        f->q[j] = q_of(&f->scales[j], gsl_vector_get(z, j));
    if (lt_fit_is_stopped(f) || !lt_fit_model(f, f->q, f->model) ||
        !lt_fit_model_jacobian(f, f->q, f->model, f->jacobian))
        return GSL_FAILURE;
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < f->n; j++)
            gsl_matrix_set(
                jacobian, i, j,
                f->jacobian[i * f->n + j] *
                    (j + 1 == f->held ? 0 : slope_of_scale(&f->scales[j], gsl_vector_get(z, j))));
    return GSL_SUCCESS;
}

LT_RELEASE(gsl_vector)
LT_RELEASE(gsl_multifit_nlinear)
LT_RELEASE(gsl_qrng)

/* Descends from f->q to the nearest minimum of the sum of squares. The solver's own status is
 * ignored, since it is tested afterwards whether it is a minimum. */
void lt_fit_search_descend(struct lt_fitting *f) {
    /* Decomposition by singular values also solves a system that the data leave undetermined. */
    gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    parameters.solver = gsl_multifit_nlinear_solver_svd;
    struct lt_arena *arena = lt_arena_new();
    gsl_multifit_nlinear_workspace *w = lt_arena_keep(
        arena, gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, f->count, f->n),
        gsl_multifit_nlinear_release);
    gsl_multifit_nlinear_fdf fdf = {
        .f = residuals_at, .df = slopes_at, .n = f->count, .p = f->n, .params = f};
    gsl_vector *z = lt_arena_keep(arena, gsl_vector_alloc(f->n), gsl_vector_release);
    gsl_vector_const_view weights = gsl_vector_const_view_array(f->weights, f->count);
    double *best = lt_arena_get(f->arena, f->n * sizeof *best);
    memcpy(best, f->q, f->n * sizeof *best);
    for (size_t j = 0; j < f->n; j++)
        gsl_vector_set(z, j, z_of(&f->scales[j], f->q[j]));
    if (gsl_multifit_nlinear_winit(z, &weights.vector, &fdf, w) == GSL_SUCCESS) {
        /* Stop at relative steps of 1e-9, or a scaled gradient of 1e-12; the sum itself is no
         * criterion. */
        int info;
        for (int i = 0; i < ITERATIONS; i++) {
            if (gsl_multifit_nlinear_iterate(w) != GSL_SUCCESS)
                break;
            f->fit->iterations++;
            if (gsl_multifit_nlinear_test(1e-9, 1e-12, 0, &info, w) == GSL_SUCCESS)
                break;
        }
        for (size_t j = 0; j < f->n; j++)
            best[j] = q_of(&f->scales[j], gsl_vector_get(w->x, j));
    }
    /* The last evaluation may have been a rejected step: return to the accepted point, or to the
     * start if the solver could not begin. */
    memcpy(f->q, best, f->n * sizeof *best);
    lt_arena_free(arena);
}

/* ---- From many places ------------------------------------------------------------------------ */

/* The sum of squares may have many minima along a parameter: a force that starts with a jump at an
 * unknown time has one between any two data points. PLACES: starting points of every fit, half as
 * many for a single parameter. WIDE, NARROW: points of a scan over a parameter's range, and around
 * the best value. ROUNDS: scans over all parameters, at most. TRIES: descents from the lowest
 * minima of a scan, at most. FURTHER: starting points for each parameter if the data refute the
 * best. */
enum { PLACES = 16, WIDE = 40, NARROW = 24, ROUNDS = 3, TRIES = 4, FURTHER = 32 };

/* A point of the search: scaled parameters, and the sum of squares there in units of sigma^2. */
struct place {
    double *q, sum;
};

/* Orders places by their sum of squares, the least first. */
static int by_sum(const void *a, const void *b) {
    double x = ((const struct place *)a)->sum, y = ((const struct place *)b)->sum;
    return (x > y) - (x < y);
}

/* Returns the sum of squares (in units of sigma^2) at the scaled parameters Q; INFINITY if no run
 * is possible there, or if the fit was interrupted. */
static double sum_at(struct lt_fitting *f, const double *q) {
    return !lt_fit_is_stopped(f) && lt_fit_model(f, q, f->model) ? sum_of_squares(f, f->model)
                                                                 : INFINITY;
}

/* Descends from the scaled parameters FROM; BEST becomes the minimum found if that is lower.
 * Returns true if it is lower by more than 1e-6 of the sum, false if not. */
static bool descend_from(struct lt_fitting *f, const double *from, struct place *best) {
    memcpy(f->q, from, f->n * sizeof *from);
    lt_fit_search_descend(f);
    double sum = sum_at(f, f->q);
    bool lower = sum < best->sum * (1 - 1e-6);
    if (lower || (isinf(best->sum) && isfinite(sum))) {
        memcpy(best->q, f->q, f->n * sizeof *best->q);
        best->sum = sum;
    }
    return lower;
}

/* Fills COUNT starting points (scaled) spread over the bounds by a Sobol sequence, without its
 * first FIRST points, which were used before; unbounded parameters keep their value. */
static void spread_places(const struct lt_fitting *f, size_t first, size_t count,
                          struct place *places) {
    struct lt_arena *arena = lt_arena_new();
    gsl_qrng *points =
        lt_arena_keep(arena, gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)f->n), gsl_qrng_release);
    double *share = lt_arena_get(f->arena, f->n * sizeof *share);
    for (size_t i = 0; i < first + count; i++) {
        gsl_qrng_get(points, share);
        for (size_t j = 0; i >= first && j < f->n; j++) {
            const struct lt_scale *s = &f->scales[j];
            places[i - first].q[j] = s->bounded ? s->lo + share[j] * (s->hi - s->lo) : f->q[j];
        }
    }
    lt_arena_free(arena);
}

/* Allocates COUNT places, none of which has a sum yet (INFINITY). */
static struct place *places_new(const struct lt_fitting *f, size_t count) {
    struct place *places = lt_arena_get(f->arena, count * sizeof *places);
    for (size_t i = 0; i < count; i++)
        places[i] = (struct place){lt_arena_get(f->arena, f->n * sizeof(double)), INFINITY};
    return places;
}

/* Sets f->q to the best of the program's own values and of points spread over the bounds. Returns
 * true if a run is possible at one of them, false if at none. */
static bool find_best_start(struct lt_fitting *f) {
    size_t n = f->n == 1 ? PLACES / 2 : PLACES, best = 0;
    struct place *places = places_new(f, n + 1);
    memcpy(places[0].q, f->q, f->n * sizeof *f->q);
    spread_places(f, 0, n, places + 1);
    for (size_t i = 0; i <= n; i++) {
        places[i].sum = sum_at(f, places[i].q);
        best = places[i].sum < places[best].sum ? i : best;
    }
    memcpy(f->q, places[best].q, f->n * sizeof *f->q);
    return isfinite(places[best].sum);
}

/* Scans parameter J at COUNT points from LO to HI (scaled) with the others fixed, and descends from
 * its lowest minima. Returns true if BEST improved, false if not. */
static bool search_along(struct lt_fitting *f, size_t j, double lo, double hi, size_t count,
                         struct place *best) {
    struct place *places = places_new(f, count), *minima = places_new(f, count);
    double step = (hi - lo) / (double)(count - 1), own = best->q[j];
    size_t n = 0;
    bool lower = false;
    /* Sums of squares along the parameter. */
    for (size_t i = 0; i < count; i++) {
        memcpy(places[i].q, best->q, f->n * sizeof *best->q);
        places[i].q[j] = lo + (double)i * step;
        places[i].sum = sum_at(f, places[i].q);
    }
    for (size_t i = 0; i < count; i++)
        /* Local minima; one within a step of the best value is that minimum itself. */
        if (isfinite(places[i].sum) && fabs(places[i].q[j] - own) > step &&
            (i == 0 || places[i].sum < places[i - 1].sum) &&
            (i + 1 == count || places[i].sum <= places[i + 1].sum))
            minima[n++] = places[i];
    qsort(minima, n, sizeof *minima, by_sum);
    for (size_t i = 0; i < n && i < TRIES; i++)
        lower |= descend_from(f, minima[i].q, best);
    return lower;
}

/* Scans each bounded parameter over its whole range, and finely around the best point, as long as
 * that improves BEST and at most ROUNDS times. */
static void scan_parameters(struct lt_fitting *f, struct place *best) {
    bool lower = true;
    for (int round = 0; round < ROUNDS && lower; round++) {
        lower = false;
        for (size_t j = 0; j < f->n; j++) {
            const struct lt_scale *s = &f->scales[j];
            double near = (s->hi - s->lo) / WIDE;
            if (!s->bounded)
                continue;
            lower |= search_along(f, j, s->lo, s->hi, WIDE, best);
            lower |= search_along(f, j, fmax(s->lo, best->q[j] - near),
                                  fmin(s->hi, best->q[j] + near), NARROW, best);
        }
    }
}

/* Minimises over parameter J alone in ever shorter steps, to a jump of the sum of squares beyond
 * which the sum is higher. Steps begin at the spacing of the narrow scan and end at 1e-10 of the
 * range. BEST gets the point. */
static void creep_to_jump(struct lt_fitting *f, size_t j, struct place *best) {
    const struct lt_scale *s = &f->scales[j];
    double width = s->hi - s->lo;
    for (double length = width / WIDE / NARROW; length > 1e-10 * width; length /= 3)
        for (int way = -1; way <= 1; way += 2) {
            memcpy(f->q, best->q, f->n * sizeof *f->q);
            f->q[j] = fmin(fmax(f->q[j] + way * length, s->lo), s->hi);
            double sum = sum_at(f, f->q);
            if (!(sum < best->sum))
                continue;
            best->q[j] = f->q[j];
            best->sum = sum;
        }
}

/* Improves BEST at a jump of the sum of squares: fixes one parameter at the jump while the others
 * are fitted, for each in turn. The solver alone stalls there, as each of its steps crosses the
 * jump. */
static void polish_at_jump(struct lt_fitting *f, struct place *best) {
    double before = INFINITY;
    for (int round = 0; round < 8 && best->sum < before * (1 - 1e-6); round++) {
        before = best->sum;
        for (f->held = 1; f->held <= f->n; f->held++) {
            if (f->scales[f->held - 1].bounded)
                creep_to_jump(f, f->held - 1, best);
            descend_from(f, best->q, best);
        }
    }
    f->held = 0;
}

/* Descends from the best of FURTHER starting points for each parameter, for a best solution that
 * the data refute; the first PLACES of the sequence were tried before. */
static void try_more_starts(struct lt_fitting *f, struct place *best) {
    size_t count = FURTHER * f->n;
    struct place *places = places_new(f, count);
    spread_places(f, PLACES, count, places);
    for (size_t i = 0; i < count; i++)
        places[i].sum = sum_at(f, places[i].q);
    qsort(places, count, sizeof *places, by_sum);
    for (size_t i = 0; i < 2 * TRIES && i < count && isfinite(places[i].sum); i++)
        descend_from(f, places[i].q, best);
}

/* Returns true if the data contradict the model even at the best place, with a p-value below
 * LT_FIT_REFUTED: by chi^2 if sigma is known, otherwise by the signs of the residuals. False if
 * they do not, or if it cannot be tested. */
static bool is_refuted(struct lt_fitting *f, const struct place *best) {
    size_t runs;
    if (f->absolute)
        return f->count > f->n &&
               gsl_cdf_chisq_Q(best->sum, (double)(f->count - f->n)) < LT_FIT_REFUTED;
    return isfinite(sum_at(f, best->q)) && lt_fit_runs(f, &runs) < LT_FIT_REFUTED;
}

/* Searches for the global minimum, from f->q on, and leaves it there. Returns true; false if no run
 * is possible (f->why) or it was interrupted. */
bool lt_fit_search(struct lt_fitting *f) {
    struct place *best = places_new(f, 1);
    if (!find_best_start(f))
        return false;
    descend_from(f, f->q, best);
    /* A curve that begins with a jump has a minimum between any two data points: scan for the
     * lowest. */
    if (f->jumps)
        scan_parameters(f, best);
    /* The best so far may be a local minimum only. */
    if (is_refuted(f, best)) {
        try_more_starts(f, best);
        scan_parameters(f, best);
    }
    if (f->jumps)
        polish_at_jump(f, best);
    memcpy(f->q, best->q, f->n * sizeof *f->q);
    return !lt_fit_is_stopped(f) && isfinite(best->sum);
}
