/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fitting.h: a fit in progress. fit.c stands on fit_search.c and fit_rank.c, these on fit_model.c
 * and fit_residuals.c. */
#ifndef LT_FITTING_H
#define LT_FITTING_H

#include "figure/curve.h"
#include "fit/fit.h"

/* A parameter p is fitted as q = ln p, or q = p/unit. */
struct lt_scale {
    bool logarithmic, bounded;
    double lo, hi, unit; /* bounds of q */
};

/* The state of a fit: N parameters in scaled coordinates q, COUNT points of all sets in SI units.
 */
struct lt_fitting {
    const struct lt_fit_problem *problem;
    struct lt_fit *fit;
    struct lt_program program; /* without expectations, which may not hold for other parameters */
    struct lt_scale *scales;
    size_t n, count;
    double *y, *sigma, *weights; /* at all points; weights of a robust loss */
    bool absolute;
    bool jumps;  /* some curve begins with a jump, and data points may lie on either side of it */
    size_t held; /* a parameter that the solver keeps fixed, counted from 1; 0: none */
    double *q, *model, *jacobian; /* at the optimum; count x n, d (model/sigma)/dq */
    struct lt_expr *expr;
    struct lt_arena *arena, *scratch; /* for the fit; for one evaluation */
    char why[640];                    /* why the last evaluation failed */
};

/* Returns the parameter (SI) for its scaled coordinate Q. */
static inline double lt_fit_value(const struct lt_scale *scale, double q) {
    return scale->logarithmic ? exp(q) : q * scale->unit;
}

/* Returns true if the user interrupted the fit, false if it is to go on. */
static inline bool lt_fit_is_stopped(const struct lt_fitting *f) {
    return f->problem->interrupted && *f->problem->interrupted;
}

/* The order in which neighbouring points are compared: that of the data if the set is a curve, by
 * increasing x if it is a result over a parameter. One entry for each point, in ARENA. */
const struct lt_ordered *lt_fit_data_order(const struct lt_measured *measured,
                                           struct lt_arena *arena);

/* The model (SI) at all points for the scaled parameters Q. False: a run failed, f->why says which.
 */
bool lt_fit_model(struct lt_fitting *f, const double *q, double *model);
/* d (model/sigma)/dq, row by row, at the point where the model has the values MODEL. False: some
 * parameter cannot be changed to either side. */
bool lt_fit_model_jacobian(struct lt_fitting *f, const double *q, const double *model,
                           double *jacobian);

/* Compute the curve between the points, without its band; returns the slopes dm/dq, n for each
 * point. NULL: no run was possible. */
double *lt_fit_between_look(struct lt_fitting *f);

/* Descend from q to the nearest minimum. */
void lt_fit_search_descend(struct lt_fitting *f);
/* Search for the global minimum, from q on; false: no run is possible (why says why), or it was
 * interrupted. */
bool lt_fit_search(struct lt_fitting *f);

/* Set the weights of the robust loss from the residuals of f->model. True: some weight changed by
 * more than 1e-6; false: none did, or the residuals have no spread. */
bool lt_fit_reweight(struct lt_fitting *f);

/* The p-value of the runs test for the residuals of f->model; NAN: not applicable, or all residuals
 * are rounding. RUNS: their number. */
double lt_fit_runs(const struct lt_fitting *f, size_t *runs);

/* How far the points scatter about a model in which they have used so many directions: degrees of
 * freedom and standard deviation of the fit, the factor of standard errors, and T, the ratio of
 * half an interval to its standard error. */
double lt_fit_scatter(struct lt_fitting *f, size_t used, double *t);

/* Tests which parameters the data determine, and their errors. */
void lt_fit_rank(struct lt_fitting *f);

#endif
