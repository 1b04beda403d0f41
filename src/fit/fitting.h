/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fitting.h: a fit under way: what fit.c shares with fit_model.c, fit_between.c and
 * fit_rank.c. */
#ifndef LT_FITTING_H
#define LT_FITTING_H

#include "figure/curve.h"
#include "fit/fit.h"

/* How a parameter p is fitted: as q = ln p, or q = p/unit. */
struct lt_scale {
    bool logarithmic, bounded;
    double lo, hi, unit; /* bounds of q */
};

struct lt_fitting {
    const struct lt_fit_problem *problem;
    struct lt_fit *fit;
    struct lt_program program; /* without expectations, which need not hold elsewhere */
    struct lt_scale *scales;
    size_t n, count;
    double *y, *sigma, *weights; /* of all points; weights are those of a robust loss */
    bool absolute;
    bool jumps;  /* some curve begins with a jump, which its points may lie before or behind */
    size_t held; /* a parameter that the solver leaves as it is, counted from 1; 0: none */
    double *q, *model, *jacobian; /* at the optimum; count x n, of model/sigma over q */
    struct lt_expr *expr;
    struct lt_arena *arena, *scratch; /* the fit's; of one evaluation */
    char why[640];                    /* why the last evaluation failed */
};

static inline double lt_fit_value(const struct lt_scale *scale, double q) {
    return scale->logarithmic ? exp(q) : q * scale->unit;
}

/* Points of a result over a parameter come in any order, those of a curve along it. */
const struct lt_ordered *lt_fit_data_order(const struct lt_measured *measured,
                                           struct lt_arena *arena);

/* The model at all points. False: a run failed, why says which. */
bool lt_fit_model(struct lt_fitting *f, const double *q, double *model);
/* d (model/sigma)/dq, row by row, where the model is MODEL. */
bool lt_fit_model_jacobian(struct lt_fitting *f, const double *q, const double *model,
                           double *jacobian);

/* Fill in what of the fit is between the points, but for its band; the slopes dm/dq, n of each
 * point. NULL: no run was possible. */
double *lt_fit_between_look(struct lt_fitting *f);

bool lt_fit_search_is_stopped(const struct lt_fitting *f);

/* From q to the nearest minimum. */
void lt_fit_search_descend(struct lt_fitting *f);
/* q becomes where the squares are least, as far as is seen; false: no run is possible (why says
 * which is not), or it was stopped. */
bool lt_fit_search(struct lt_fitting *f);

/* How probable it is that the residuals of f->model change their sign so seldom; NAN: there is
 * none, or all agrees to rounding. RUNS: of one sign. */
double lt_fit_runs(const struct lt_fitting *f, size_t *runs);

/* What of the parameters the data determine, with errors; FACTOR: of the standard deviations, t: of
 * an error to half of its interval. */
void lt_fit_rank(struct lt_fitting *f, double factor, double t);

#endif
