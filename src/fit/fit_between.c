/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_between.c: the fitted curve between the data points, dense enough to be drawn. */
#include "base/arena.h"
#include "fit/fitting.h"

#include <math.h>

enum { DENSE = 200 }; /* approximate number of points of a curve */

/* Returns true if the data are a result over positive values that span a factor of 30 (1.5 decades)
 * or more, as e over v; then the axis is logarithmic. False for curves and for others. */
bool lt_fit_between_is_wide(const struct lt_measured *m) {
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < m->count; i++) {
        least = fmin(least, m->x[i]);
        most = fmax(most, m->x[i]);
    }
    return !m->set->is_curve && least > 0 && most / least >= 30;
}

/* Writes evenly spaced x between the data's ends, in the logarithm if the axis is logarithmic;
 * returns their number, 0 if all x are equal. */
static size_t spread_evenly(const struct lt_measured *m, double *x) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < m->count; i++) {
        least = fmin(least, m->x[i]);
        most = fmax(most, m->x[i]);
    }
    if (!(least < most))
        return 0;
    bool wide = lt_fit_between_is_wide(m);
    for (size_t k = 0; k <= DENSE; k++) {
        double share = (double)k / DENSE;
        x[k] = k == 0       ? least
               : k == DENSE ? most
               : wide       ? least * pow(most / least, share)
                            : least + share * (most - least);
    }
    return DENSE + 1;
}

/* Writes x (SI) along a curve, back and forth like the data, with the SEGMENT of each; each
 * interval of the data is divided evenly, to about DENSE points in all. Returns their number. */
static size_t spread_along(const struct lt_measured *m, double *x, double *segment) {
    size_t n = 0, pieces = 1 + DENSE / m->count;
    for (size_t i = 0; i + 1 < m->count; i++)
        for (size_t k = 0; k < pieces && (k == 0 || m->x[i] != m->x[i + 1]); k++) {
            /* Points after a datum belong to the segment that ends at the next one. */
            segment[n] = m->segment ? m->segment[i + (k > 0)] : 0;
            x[n++] = m->x[i] + (double)k / (double)pieces * (m->x[i + 1] - m->x[i]);
        }
    segment[n] = m->segment ? m->segment[m->count - 1] : 0;
    x[n++] = m->x[m->count - 1];
    return n;
}

/* Returns an array of COUNT equal numbers. */
static double *fill_numbers(const struct lt_fitting *f, size_t count, double value) {
    double *list = lt_arena_get(f->arena, (count + 1) * sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = value;
    return list;
}

/* Computes the fitted curve between the data points. Returns its derivatives by the scaled
 * parameters, n for each point, for the band; NULL if no run was possible. */
double *lt_fit_between_look(struct lt_fitting *f) {
    const struct lt_fit_problem *problem = f->problem;
    struct lt_measured *sets = lt_arena_get(f->arena, problem->n_sets * sizeof *sets);
    struct lt_fit_problem dense = *problem;
    struct lt_fitting g = *f;
    struct lt_fit *fit = f->fit;
    size_t evaluations = fit->evaluations, beyond = fit->beyond;
    dense.sets = sets;
    g.problem = &dense;
    g.count = 0;
    /* The problem with dense points in place of the data, with a sigma of 1. */
    for (size_t i = 0; i < problem->n_sets; i++) {
        sets[i] = problem->sets[i];
        sets[i].x = fill_numbers(f, sets[i].count + DENSE + 1, 0);
        double *segment = fill_numbers(f, sets[i].count + DENSE + 1, 0);
        sets[i].segment = sets[i].segment ? segment : NULL;
        sets[i].count = sets[i].set->is_curve ? spread_along(&problem->sets[i], sets[i].x, segment)
                                              : spread_evenly(&problem->sets[i], sets[i].x);
        g.count += sets[i].count;
    }
    g.sigma = fill_numbers(f, g.count, 1);
    double *model = fill_numbers(f, g.count, 0), *slopes = fill_numbers(f, g.count * f->n, 0),
           *band = fill_numbers(f, g.count, NAN);
    g.y = model; /* how far it reaches says what a jump is */
    bool ok = lt_fit_model(&g, f->q, model) && lt_fit_model_jacobian(&g, f->q, model, slopes);
    /* Evaluations for drawing and points beyond the run are not those of the fit. */
    fit->evaluations = evaluations;
    fit->beyond = beyond;
    fit->between = lt_arena_get(f->arena, problem->n_sets * sizeof *fit->between);
    for (size_t i = 0, at = 0; ok && i < problem->n_sets; at += sets[i++].count)
        fit->between[i] = (struct lt_fit_between){sets[i].count, sets[i].x, model + at, band + at};
    return ok ? slopes : NULL;
}
