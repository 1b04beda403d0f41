/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_residuals.c: robust weights, scatter and runs of the residuals of a model. */
#include "base/arena.h"
#include "fit/fitting.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_statistics.h>
#include <math.h>

/* ---- Robust loss ----------------------------------------------------------------------------- */

/* Returns Huber's or Cauchy's psi function at the residual U (in standard deviations), tuned for 95
 * % efficiency with normal errors. *slope gets its derivative by U. */
static double loss_psi(enum lt_loss loss, double u, double *slope) {
    double k = loss == LT_LOSS_HUBER ? 1.345 : 2.385;
    if (loss == LT_LOSS_HUBER) {
        *slope = fabs(u) < k;
        return fmax(-k, fmin(u, k));
    }
    double d = 1 + u * u / (k * k);
    *slope = (2 - d) / (d * d);
    return u / d;
}

/* Returns the standard deviation of the residuals (in units of sigma), estimated from the median of
 * their magnitudes, which outliers do not affect; for normal errors that median is 0.6745 standard
 * deviations. */
static double residual_spread(const struct lt_fitting *f) {
    struct lt_arena *arena = lt_arena_new();
    double *r = lt_arena_get(arena, f->count * sizeof *r);
    for (size_t i = 0; i < f->count; i++)
        r[i] = fabs((f->model[i] - f->y[i]) / f->sigma[i]);
    double spread = gsl_stats_median(r, 1, f->count) / 0.6744897501960817;
    lt_arena_free(arena);
    return spread;
}

/* Computes the weights psi(u)/u of a robust loss from the residuals of f->model, u in standard
 * deviations. Returns true if some weight changed by more than 1e-6; false if none did, or if the
 * residuals have no spread. */
bool lt_fit_reweight(struct lt_fitting *f) {
    double spread = residual_spread(f), slope, change = 0;
    if (!(spread > 0))
        return false;
    for (size_t i = 0; i < f->count; i++) {
        double u = (f->model[i] - f->y[i]) / (f->sigma[i] * spread);
        double weight = u != 0 ? loss_psi(f->problem->loss, u, &slope) / u : 1;
        change = fmax(change, fabs(weight - f->weights[i]));
        f->weights[i] = weight;
    }
    return change > 1e-6;
}

/* Returns the standard deviation whose square makes (J'J)^-1 a covariance under a robust loss
 * (Huber, Robust Statistics, 1981, 7.6); 0 if the residuals have no spread. DOF are the degrees of
 * freedom. */
static double robust_deviation(const struct lt_fitting *f, double dof) {
    double spread = residual_spread(f), squares = 0, mean = 0, square = 0, n = (double)f->count;
    for (size_t i = 0; i < f->count && spread > 0; i++) {
        double slope;
        double p =
            loss_psi(f->problem->loss, (f->model[i] - f->y[i]) / (f->sigma[i] * spread), &slope);
        squares += p * p;
        mean += slope / n;
        square += slope * slope / n;
    }
    /* MEAN is the mean slope of psi and SQUARES the sum of psi^2; the correction for few points is
     * Huber's K = 1 + p/n var(psi')/mean(psi')^2, p = n - dof. */
    double correction = 1 + (n - dof) / n * (square - mean * mean) / (mean * mean);
    return spread > 0 ? correction * spread * sqrt(squares / dof) / mean : 0;
}

/* ---- Runs of equal sign ---------------------------------------------------------------------- */

/* Counts the residuals model - data of either sign (of[0] negative or 0, of[1] positive) and the
 * runs of equal sign, along the curves or by increasing x. Sets are joined: a run may continue into
 * the next one. */
static void count_runs(const struct lt_fitting *f, size_t of[2], size_t *runs) {
    struct lt_arena *arena = lt_arena_new();
    size_t at = 0;
    int last = -1;
    of[0] = of[1] = *runs = 0;
    for (size_t s = 0; s < f->problem->n_sets; s++) {
        const struct lt_measured *m = &f->problem->sets[s];
        const struct lt_ordered *order = lt_fit_data_order(m, arena);
        for (size_t i = 0; i < m->count; i++) {
            int sign = f->model[at + order[i].at] - m->y[order[i].at] > 0;
            of[sign]++;
            *runs += sign != last;
            last = sign;
        }
        at += m->count;
    }
    lt_arena_free(arena);
}

/* Returns the probability of at most so many runs if the signs were random (Wald and Wolfowitz
 * 1940); NAN if all have one sign. */
static double runs_probability(const size_t of[2], size_t runs) {
    unsigned a = (unsigned)of[0], b = (unsigned)of[1];
    if (a == 0 || b == 0)
        return NAN;
    double sum = 0, all = gsl_sf_lnchoose(a + b, a);
    /* An even number r = 2k has k runs of either sign, in two orders; an odd one has one more of
     * either the positive or the negative ones. */
    for (unsigned r = 2; r <= runs; r++) {
        unsigned k = r / 2;
        if (r % 2 == 0 && k <= a && k <= b)
            sum += 2 * exp(gsl_sf_lnchoose(a - 1, k - 1) + gsl_sf_lnchoose(b - 1, k - 1) - all);
        if (r % 2 == 1 && k < a && k <= b)
            sum += exp(gsl_sf_lnchoose(a - 1, k) + gsl_sf_lnchoose(b - 1, k - 1) - all);
        if (r % 2 == 1 && k <= a && k < b)
            sum += exp(gsl_sf_lnchoose(a - 1, k - 1) + gsl_sf_lnchoose(b - 1, k) - all);
    }
    return fmin(sum, 1);
}

/* Returns true if the residuals are at most 1e-6 of the data's range, as small as the numerical
 * error of a run, whose signs say nothing; false if they are larger. */
static bool is_rounding(const struct lt_fitting *f) {
    double worst = 0, least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < f->count; i++) {
        worst = fmax(worst, fabs(f->model[i] - f->y[i]));
        least = fmin(least, f->y[i]);
        most = fmax(most, f->y[i]);
    }
    return worst <= 1e-6 * (most - least);
}

/* Returns the p-value of the runs test of f->model's residuals, and the number of RUNS; NAN if it
 * does not apply. */
double lt_fit_runs(const struct lt_fitting *f, size_t *runs) {
    size_t of[2];
    count_runs(f, of, runs);
    return is_rounding(f) ? NAN : runs_probability(of, *runs);
}

/* ---- Scatter --------------------------------------------------------------------------------- */

/* Sets degrees of freedom and scatter (from fit->chi_square) of a fit in which the points used so
 * many directions: fit->dof, fit->sd. Returns the factor of standard errors: 1 if sigma is known,
 * else the scatter, or Huber's estimate for a robust loss; *t is half a 95 % interval in standard
 * errors. */
double lt_fit_scatter(struct lt_fitting *f, size_t used, double *t) {
    struct lt_fit *fit = f->fit;
    const bool robust = f->problem->loss != LT_LOSS_SQUARES;
    fit->dof = (double)f->count - (double)used;
    fit->sd = fit->dof > 0 ? sqrt(fit->chi_square / fit->dof) : NAN;
    /* Where the scatter is estimated from the residuals, Student's t distribution applies. */
    if (f->absolute && !robust)
        *t = gsl_cdf_ugaussian_Pinv(0.975);
    else
        *t = fit->dof > 0 ? gsl_cdf_tdist_Pinv(0.975, fit->dof) : NAN;
    if (robust)
        return fit->dof > 0 ? robust_deviation(f, fit->dof) : NAN;
    return f->absolute ? 1 : fit->sd;
}
