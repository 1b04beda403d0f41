/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_rank.c: what the data determine, from the singular values of the Jacobian. Directions with
 * large ones give standard errors; those without show which parameters are undetermined. */
#include "base/arena.h"
#include "fit/fitting.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A singular value below this fraction of the largest is noise of the difference quotients. A
 * direction with a standard error above "vague" in q, a factor of exp(2) of a parameter fitted as
 * ln p, counts as undetermined. */
static const double noise = 1e-5, vague = 2;

/* A parameter with at least this component in the undetermined directions is undetermined; smaller
 * coefficients count as 0. */
static const double share = 0.01;

/* The singular value decomposition J = U S V' of the Jacobian over a subset of the parameters,
 * whose first "rank" directions the data determine. */
struct directions {
    struct lt_fitting *f;
    size_t n, rank, *parameter;
    gsl_matrix *u, *v;
    gsl_vector *s;
    /* factor: the standard error of a unit of q/s, that is 1 or the scatter; 0 as long as it is not
     * known, when only the noise decides what is determined. t: half a 95 % interval in standard
     * errors. */
    double factor, t;
};

/* Returns the component of parameter J (of the subset) in direction K, between -1 and 1. */
static double V(const struct directions *d, size_t j, size_t k) {
    return gsl_matrix_get(d->v, j, k);
}

/* Returns the singular value of direction K, in descending order. */
static double S(const struct directions *d, size_t k) {
    return gsl_vector_get(d->s, k);
}

/* Returns true if the data determine direction K: its singular value s is above the noise of
 * differences, and its standard error, factor/s in units of q, is at most "vague". False if one of
 * both fails. */
static bool is_known_direction(const struct directions *d, size_t k) {
    double s = S(d, k);
    return s > noise * S(d, 0) && !(d->factor / s > vague);
}

LT_RELEASE(gsl_matrix)
LT_RELEASE(gsl_vector)

/* Decomposes the Jacobian into d->u, d->s, d->v and sets d->rank, the number of determined
 * directions. ALL: over all parameters; else only over those that are not at a bound (d->parameter
 * lists them, d->n counts them). */
static void decompose_jacobian(struct directions *d, bool all) {
    const struct lt_fitting *f = d->f;
    d->parameter = lt_arena_get(f->arena, f->n * sizeof *d->parameter);
    d->n = d->rank = 0;
    for (size_t j = 0; j < f->n; j++)
        if (all || f->fit->estimates[j].at_bound == 0)
            d->parameter[d->n++] = j;
    if (d->n == 0)
        return;
    d->u = lt_arena_keep(f->arena, gsl_matrix_alloc(f->count, d->n), gsl_matrix_release);
    d->v = lt_arena_keep(f->arena, gsl_matrix_alloc(d->n, d->n), gsl_matrix_release);
    d->s = lt_arena_keep(f->arena, gsl_vector_alloc(d->n), gsl_vector_release);
    gsl_vector *work = lt_arena_keep(f->arena, gsl_vector_alloc(d->n), gsl_vector_release);
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < d->n; j++)
            gsl_matrix_set(d->u, i, j, f->jacobian[i * f->n + d->parameter[j]]);
    gsl_linalg_SV_decomp(d->u, d->v, d->s, work);
    while (d->rank < d->n && is_known_direction(d, d->rank))
        d->rank++;
}

/* Returns the weighted sum of squared residuals of a model (one value for each point), in units of
 * sigma^2. */
static double weighted_squares(const struct lt_fitting *f, const double *model) {
    double sum = 0;
    for (size_t i = 0; i < f->count; i++)
        sum += f->weights[i] * pow((model[i] - f->y[i]) / f->sigma[i], 2);
    return sum;
}

/* Returns true if the data drove parameter J to its bound; false if it is not at one, or if the
 * bound merely cuts off a direction in which the model does not change. */
static bool leads_to_bound(const struct directions *d, size_t j) {
    struct lt_fitting *f = d->f;
    const struct lt_scale *s = &f->scales[j];
    double *q = lt_arena_get(f->arena, f->n * sizeof *q), own = 0;
    double *model = lt_arena_get(f->arena, f->count * sizeof *model);
    for (size_t k = d->rank; k < d->n; k++)
        own = fmax(own, fabs(V(d, j, k)));
    /* Otherwise other parameters can compensate for it, and the bound is a cut through their
     * valley. */
    if (f->fit->estimates[j].at_bound == 0 || own < 1 - share)
        return false;
    memcpy(q, f->q, f->n * sizeof *q);
    /* The opposite bound must fit worse by more than 1e-6 of the sum; the difference of a parameter
     * without effect is rounding. */
    q[j] = f->fit->estimates[j].at_bound < 0 ? s->hi : s->lo;
    return lt_fit_model(f, q, model) &&
           weighted_squares(f, model) > (1 + 1e-6) * weighted_squares(f, f->model);
}

/* Decomposes the Jacobian over all parameters except those at a bound, unless the bound merely cuts
 * off an undetermined valley; then at_bound is set to 0. Also sets the scatter and d->factor, d->t.
 */
static void find_directions(struct directions *d) {
    struct lt_fitting *f = d->f;
    /* Degrees of freedom count the directions in which free parameters can move the model. */
    decompose_jacobian(d, false);
    const size_t free_ones = d->n, used = d->rank;
    bool driven = false;
    d->factor = lt_fit_scatter(f, used, &d->t);
    /* With all parameters: a bound is kept only where the data pushed the parameter to it. */
    decompose_jacobian(d, true);
    for (size_t j = 0; d->rank < d->n && j < f->n; j++) {
        if (leads_to_bound(d, j))
            driven = true;
        else
            f->fit->estimates[j].at_bound = 0;
    }
    /* Parameters at a true bound have no error, and neither have those at a bound if all directions
     * are determined: leave them out. */
    if (driven || (d->rank == d->n && free_ones < f->n && free_ones > 0))
        decompose_jacobian(d, false);
}

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Returns the standard deviation of the sum of g_j q_j over the d->n parameters in use, with q in
 * scaled coordinates; only determined directions contribute. */
static double deviation_of_sum(const struct directions *d, const double *g) {
    double sum = 0;
    for (size_t k = 0; k < d->rank; k++) {
        double part = 0;
        for (size_t j = 0; j < d->n; j++)
            part += g[j] * V(d, j, k);
        sum += pow(part / S(d, k), 2);
    }
    return d->factor * sqrt(sum);
}

/* Returns the component of parameter J in the directions that the data do not determine: 0 if it is
 * fully determined, 1 if not at all. */
static double openness_of(const struct directions *d, size_t j) {
    double sum = 0;
    for (size_t k = d->rank; k < d->n; k++)
        sum += V(d, j, k) * V(d, j, k);
    return sqrt(sum);
}

/* Returns dp/dq of parameter J at the solution (p in SI units), which turns an error of q into one
 * of p: p itself where q = ln p, else the unit. */
static double value_slope(const struct directions *d, size_t j) {
    const struct lt_scale *s = &d->f->scales[d->parameter[j]];
    return s->logarithmic ? lt_fit_value(s, d->f->q[d->parameter[j]]) : s->unit;
}

/* Sets "determined", standard error and confidence interval (SI) of parameter J; T is half the
 * interval in standard errors. An undetermined parameter gets the value NAN, since only
 * combinations of it are known. */
static void estimate_parameter(const struct directions *d, size_t j, double t) {
    const struct lt_fitting *f = d->f;
    const struct lt_scale *s = &f->scales[d->parameter[j]];
    struct lt_estimate *e = &f->fit->estimates[d->parameter[j]];
    double q = f->q[d->parameter[j]];
    double *g = lt_arena_get(f->arena, d->n * sizeof *g);
    g[j] = 1;
    e->determined = openness_of(d, j) < share;
    if (!e->determined) {
        e->value = NAN;
        return;
    }
    double sd = deviation_of_sum(d, g);
    e->error = sd * value_slope(d, j);
    e->lower = lt_fit_value(s, q - t * sd);
    e->upper = lt_fit_value(s, q + t * sd);
}

/* Fills the covariance matrix of the parameters (SI units): factor^2 times (J'J)^-1 over the
 * determined directions, turned from q to p. It is NAN where the data do not determine a parameter.
 */
static void fill_covariance(const struct directions *d) {
    struct lt_fit *fit = d->f->fit;
    for (size_t i = 0; i < fit->n * fit->n; i++)
        fit->covariance[i] = NAN;
    for (size_t a = 0; a < d->n; a++)
        for (size_t b = 0; b < d->n; b++) {
            double sum = 0;
            for (size_t k = 0; k < d->rank; k++)
                sum += V(d, a, k) * V(d, b, k) / (S(d, k) * S(d, k));
            if (openness_of(d, a) < share && openness_of(d, b) < share)
                fit->covariance[d->parameter[a] * fit->n + d->parameter[b]] =
                    d->factor * d->factor * sum * value_slope(d, a) * value_slope(d, b);
        }
}

/* Fills half the width of the model's confidence band at each data point; T is half the interval in
 * standard errors. */
static void fill_band(const struct directions *d, double t) {
    const struct lt_fitting *f = d->f;
    for (size_t i = 0; i < f->count; i++) {
        double sum = 0;
        /* The model moves by sigma U y where y, one number for each direction, has the standard
         * deviation "factor". */
        for (size_t k = 0; k < d->rank; k++)
            sum += pow(gsl_matrix_get(d->u, i, k), 2);
        f->fit->band[i] = t * d->factor * f->sigma[i] * sqrt(sum);
    }
}

/* Fills half the width of the confidence band (SI) of the curve between the points, if it is to be
 * drawn; T is half the interval in standard errors. The slopes are ordered by set, point and
 * parameter. */
static void fill_between(const struct directions *d, double t) {
    const struct lt_fitting *f = d->f;
    const double *slopes = f->problem->draw ? lt_fit_between_look(d->f) : NULL;
    double *g = lt_arena_get(f->arena, d->n * sizeof *g);
    for (size_t set = 0; slopes && set < f->problem->n_sets; set++) {
        struct lt_fit_between *between = &f->fit->between[set];
        for (size_t i = 0; i < between->count; i++, slopes += f->n) {
            for (size_t j = 0; j < d->n; j++)
                g[j] = slopes[d->parameter[j]];
            between->band[i] = t * deviation_of_sum(d, g);
        }
    }
}

/* Returns the component of the weighted residuals (in units of sigma) along column K of U, which a
 * Newton step in this direction would remove. */
static double part_along(const struct directions *d, size_t k) {
    const struct lt_fitting *f = d->f;
    double part = 0;
    for (size_t i = 0; i < f->count; i++)
        part += gsl_matrix_get(d->u, i, k) * f->weights[i] * (f->model[i] - f->y[i]) / f->sigma[i];
    return part;
}

/* Returns true if no Newton step, full or halved down to a hundredth and kept within the bounds,
 * reduces the sum of squares (in units of sigma^2) by more than LITTLE; false if one does. */
static bool is_lowest(const struct directions *d, double little) {
    struct lt_fitting *f = d->f;
    double *q = lt_arena_get(f->arena, f->n * sizeof *q), now = weighted_squares(f, f->model);
    double *model = lt_arena_get(f->arena, f->count * sizeof *model);
    for (double length = 1; length > 0.01; length /= 2) {
        memcpy(q, f->q, f->n * sizeof *q);
        for (size_t k = 0; k < d->rank; k++)
            for (size_t j = 0; j < d->n; j++)
                q[d->parameter[j]] -= length * part_along(d, k) / S(d, k) * V(d, j, k);
        for (size_t j = 0; j < f->n; j++)
            if (f->scales[j].bounded)
                q[j] = fmin(fmax(q[j], f->scales[j].lo), f->scales[j].hi);
        if (lt_fit_model(f, q, model) && weighted_squares(f, model) < now - little)
            return false;
    }
    return true;
}

/* Returns true if the fit has converged: a Newton step would reduce the sum of squares by at most
 * LITTLE, or does not reduce it because the model has a kink here. False if a step leads further
 * down. */
static bool is_minimum(const struct directions *d) {
    const struct lt_fitting *f = d->f;
    double gain = 0, squares = 0;
    for (size_t k = 0; k < d->rank; k++)
        gain += pow(part_along(d, k), 2);
    for (size_t i = 0; i < f->count; i++)
        squares += pow(f->y[i] / f->sigma[i], 2);
    /* A hundredth of the scatter squared moves no parameter by more than a tenth of its error;
     * 1e-14 of the data's own sum of squares, that is 1e-7 of the data, is the least for data
     * without scatter. */
    double little = fmax(0.01 * d->factor * d->factor, 1e-14 * squares);
    return gain <= little || is_lowest(d, little);
}

/* ---- Combinations ---------------------------------------------------------------------------- */

/* The row space of the Jacobian by ln p (product) or by p, in reduced echelon form: each row has a
 * 1 in a pivot column and coefficients in the columns of undetermined parameters. */
struct rows {
    size_t n, count, *pivot; /* the column of a row's 1 */
    double *c;               /* count x n */
    /* product: rows are powers in a product, else coefficients in a sum; simple: all are fractions
     * with a denominator of at most 6; exact: the combinations hold after a finite step, too. */
    bool product, simple, exact;
};

/* Returns row I of the coefficients, n numbers. */
static double *row_of(const struct rows *r, size_t i) {
    return r->c + i * r->n;
}

/* Returns the factor that turns a slope by q of parameter J into one by ln p (combinations are
 * products) or by p in SI units (sums): dq/d ln p or dq/dp. */
static double column_scale(const struct directions *d, const struct rows *r, size_t j) {
    const struct lt_scale *s = &d->f->scales[d->parameter[j]];
    double q = d->f->q[d->parameter[j]];
    return r->product ? (s->logarithmic ? 1 : q) : 1 / value_slope(d, j);
}

/* Reduces the rows by Gauss-Jordan elimination with the largest pivot; of equal ones the first, so
 * that the result does not depend on rounding. */
static void reduce_rows(struct rows *r) {
    for (size_t i = 0; i < r->count; i++) {
        /* Search for the largest coefficient left; a later one must exceed it by 1 % to be
         * preferred. */
        size_t best = i;
        r->pivot[i] = 0;
        for (size_t k = i; k < r->count; k++)
            for (size_t j = 0; j < r->n; j++)
                if (fabs(row_of(r, k)[j]) > 1.01 * fabs(row_of(r, best)[r->pivot[i]])) {
                    best = k;
                    r->pivot[i] = j;
                }
        /* Swap the rows, make the pivot 1, and remove its column from all other rows. */
        size_t p = r->pivot[i];
        for (size_t j = 0; j < r->n; j++) {
            double swap = row_of(r, i)[j];
            row_of(r, i)[j] = row_of(r, best)[j];
            row_of(r, best)[j] = swap;
        }
        double one = row_of(r, i)[p];
        for (size_t j = 0; j < r->n; j++)
            row_of(r, i)[j] /= one;
        for (size_t k = 0; k < r->count; k++) {
            double times = row_of(r, k)[p];
            for (size_t j = 0; j < r->n && k != i; j++)
                row_of(r, k)[j] -= times * row_of(r, i)[j];
        }
    }
}

/* Rounds *C to the nearest fraction with a denominator of at most 6 if it is within 1 % of it (0.01
 * for |*C| below 1), and small values to 0. Returns true then; false, and *C unchanged, if none is
 * so close. */
static bool simplify_number(double *c) {
    for (int denominator = 1; denominator <= 6; denominator++) {
        double near = round(*c * denominator) / denominator;
        if (fabs(*c - near) <= share * fmax(1, fabs(*c))) {
            *c = near;
            return true;
        }
    }
    return false;
}

/* Returns the combinations that the data determine, as products of powers if PRODUCT, else as sums;
 * r.simple is true if all coefficients could be rounded to simple fractions. */
static struct rows rows_of(const struct directions *d, bool product) {
    struct lt_arena *arena = d->f->arena;
    struct rows r = {.n = d->n, .count = d->rank, .product = product, .simple = true};
    r.c = lt_arena_get(arena, (r.count * r.n + 1) * sizeof *r.c);
    r.pivot = lt_arena_get(arena, (r.count + 1) * sizeof *r.pivot);
    for (size_t k = 0; k < r.count; k++)
        for (size_t j = 0; j < r.n; j++)
            /* The determined directions by q become rows by ln p or p, which span the same space.
             */
            row_of(&r, k)[j] = V(d, j, k) * column_scale(d, &r, j);
    reduce_rows(&r);
    for (size_t i = 0; i < r.count * r.n; i++)
        r.simple &= simplify_number(&r.c[i]);
    return r;
}

/* Sets Q (scaled) to the solution moved so that all combinations stay unchanged: parameter J
 * changes by H (in ln p for products, else in SI units), and the pivots compensate. */
static void walk_along(const struct directions *d, const struct rows *r, size_t j, double h,
                       double *q) {
    const struct lt_fitting *f = d->f;
    double *change = lt_arena_get(f->arena, r->n * sizeof *change);
    memcpy(q, f->q, f->n * sizeof *q);
    change[j] = h;
    for (size_t i = 0; i < r->count; i++)
        change[r->pivot[i]] = -row_of(r, i)[j] * h;
    for (size_t k = 0; k < r->n; k++) {
        size_t p = d->parameter[k];
        if (!r->product)
            q[p] += change[k] / value_slope(d, k);
        else if (f->scales[p].logarithmic)
            q[p] += change[k];
        else
            q[p] *= exp(change[k]);
    }
}

/* Returns true if column J is a pivot of the reduced rows, false if its parameter is undetermined.
 */
static bool is_pivot(const struct rows *r, size_t j) {
    for (size_t i = 0; i < r->count; i++)
        if (r->pivot[i] == j)
            return true;
    return false;
}

/* Returns true if the combinations hold not only near the solution: the model hardly changes after
 * a finite step along each undetermined direction. False if it changes, or if no run is possible
 * there. */
static bool holds_afar(const struct directions *d, const struct rows *r) {
    struct lt_fitting *f = d->f;
    double *q = lt_arena_get(f->arena, f->n * sizeof *q);
    double *model = lt_arena_get(f->arena, f->count * sizeof *model);
    for (size_t j = 0; j < r->n; j++) {
        /* A step of 0.1 in ln p, or 0.1 in q; if the run fails there, backwards. */
        double h = r->product ? 0.1 : 0.1 * value_slope(d, j), change = 0;
        if (is_pivot(r, j))
            continue;
        walk_along(d, r, j, h, q);
        if (!lt_fit_model(f, q, model)) {
            walk_along(d, r, j, -h, q);
            if (!lt_fit_model(f, q, model))
                return false;
        }
        for (size_t i = 0; i < f->count; i++)
            change += pow((model[i] - f->model[i]) / f->sigma[i], 2);
        /* In units of sigma: the change by a step of 0.1 along a slope of factor/vague, at which a
         * direction becomes determined, or of 1 % of the largest one. */
        if (!(sqrt(change) <= 0.1 * fmax(share * S(d, 0), d->factor / vague)))
            return false;
    }
    return true;
}

/* Returns the name of parameter J of the subset. */
static const char *name_of_parameter(const struct directions *d, size_t j) {
    return d->f->problem->vary[d->parameter[j]].name;
}

/* Writes an exponent as "^0.4" or "^(1/3)" into TEXT (SIZE bytes) and returns that; "" for the
 * power 1. Multiples of 1/20 and numbers that are no sixths are written as decimals. */
static const char *power_text(double c, char *text, size_t size) {
    double thirds = c * 6;
    if (c == 1)
        return "";
    if (fabs(c * 20 - round(c * 20)) < 1e-9 || fabs(thirds - round(thirds)) > 1e-9)
        snprintf(text, size, "^%.4g", c);
    else if (fabs(c * 3 - round(c * 3)) < 1e-9)
        snprintf(text, size, "^(%.0f/3)", c * 3);
    else
        snprintf(text, size, "^(%.0f/6)", thirds);
    return text;
}

/* Returns combination I of the parameters as text: a sum, or a product of powers such as "A
 * young^0.4". The pivot comes first, as its coefficient or power is 1. */
static const char *combination_text(const struct directions *d, const struct rows *r, size_t i) {
    struct lt_arena *arena = d->f->arena;
    char number[32];
    const char *text = name_of_parameter(d, r->pivot[i]);
    for (size_t j = 0; j < r->n; j++) {
        double c = row_of(r, i)[j];
        if (j == r->pivot[i] || c == 0)
            continue;
        if (r->product) {
            text = lt_arena_print(arena, "%s %s%s", text, name_of_parameter(d, j),
                                  power_text(c, number, sizeof number));
            continue;
        }
        snprintf(number, sizeof number, "%.4g ", fabs(c));
        text = lt_arena_print(arena, "%s %c %s%s", text, c < 0 ? '-' : '+',
                              fabs(c) == 1 ? "" : number, name_of_parameter(d, j));
    }
    return text;
}

/* Adds combination I to fit->combinations with value, error and interval (SI), unless it is a
 * single parameter, which has an estimate of its own; T is half the interval in standard errors. */
static void add_combination(const struct directions *d, const struct rows *r, size_t i, double t) {
    struct lt_fitting *f = d->f;
    size_t terms = 0;
    double value = 0, *g = lt_arena_get(f->arena, r->n * sizeof *g);
    for (size_t j = 0; j < r->n; j++) {
        double c = row_of(r, i)[j];
        double p = lt_fit_value(&f->scales[d->parameter[j]], f->q[d->parameter[j]]);
        /* The logarithm of a product is a sum as well; g is the slope of the sum by q. */
        terms += c != 0;
        value += c == 0 ? 0 : c * (r->product ? log(p) : p);
        g[j] = c / column_scale(d, r, j);
    }
    if (terms < 2)
        return;
    /* The error of a product exp(value) is its value times the error of the logarithm. */
    double sd = deviation_of_sum(d, g);
    f->fit->combinations[f->fit->n_combinations++] =
        (struct lt_combination){.text = combination_text(d, r, i),
                                .exact = r->exact,
                                .value = r->product ? exp(value) : value,
                                .error = r->product ? sd * exp(value) : sd,
                                .lower = r->product ? exp(value - t * sd) : value - t * sd,
                                .upper = r->product ? exp(value + t * sd) : value + t * sd};
}

/* Adds the combinations that the data determine: products of powers if these hold after a finite
 * step, else sums. Products need positive values; sums need parameters fitted linearly. T is half
 * the interval in standard errors. */
static void name_combinations(const struct directions *d, double t) {
    bool positive = true, linear = true;
    struct rows r = {0};
    for (size_t j = 0; j < d->n; j++) {
        const struct lt_scale *s = &d->f->scales[d->parameter[j]];
        positive &= lt_fit_value(s, d->f->q[d->parameter[j]]) > 0;
        linear &= !s->logarithmic;
    }
    if (positive) {
        r = rows_of(d, true);
        r.exact = r.simple && holds_afar(d, &r);
    }
    if (linear && !r.exact) {
        r = rows_of(d, false);
        r.exact = holds_afar(d, &r);
    }
    for (size_t i = 0; i < r.count; i++)
        add_combination(d, &r, i, t);
}

/* ---- What else could be measured ------------------------------------------------------------- */

/* Runs the first data set's program with the scaled parameters Q and copies its results, by slot
 * and in SI units, to VALUES. Returns true if the run finished, false if it failed. */
static bool results_at(struct lt_fitting *f, const double *q, double *values) {
    const struct lt_fit_set *set = f->problem->sets[0].set;
    size_t n = 0;
    struct lt_override *overrides =
        lt_arena_get(f->arena, (f->n + set->n_with + 1) * sizeof *overrides);
    for (size_t i = 0; i < set->n_with; i++)
        overrides[n++] = (struct lt_override){set->with[i].target, set->with[i].lo};
    for (size_t j = 0; j < f->n; j++)
        overrides[n++] =
            (struct lt_override){f->problem->vary[j].target, lt_fit_value(&f->scales[j], q[j])};
    /* A result over a quantity has many runs: that of the middle data point stands for them. */
    if (!set->is_curve)
        overrides[n++] =
            (struct lt_override){set->over, f->problem->sets[0].x[f->problem->sets[0].count / 2]};
    struct lt_run_options options = {.interrupted = f->problem->interrupted};
    struct lt_result *result = lt_run(&f->program, overrides, n, &options);
    bool ok = result->status == LT_DONE;
    memcpy(values, result->values, f->program.names->slots * sizeof *values);
    lt_run_free(result);
    return ok;
}

/* Marks in CHANGES the results (by slot) of the same run that change along the undetermined
 * direction K of q, by central differences with a step H. Marks none if a run fails. */
static void find_dependent_results(const struct directions *d, size_t k, bool *changes) {
    struct lt_fitting *f = d->f;
    size_t slots = f->program.names->slots;
    double *up = lt_arena_get(f->arena, slots * sizeof *up), h = 1e-3;
    double *down = lt_arena_get(f->arena, slots * sizeof *down);
    double *q = lt_arena_get(f->arena, f->n * sizeof *q);
    memcpy(q, f->q, f->n * sizeof *q);
    for (size_t j = 0; j < d->n; j++)
        q[d->parameter[j]] = f->q[d->parameter[j]] + h * V(d, j, k);
    if (!results_at(f, q, up))
        return;
    for (size_t j = 0; j < d->n; j++)
        q[d->parameter[j]] = f->q[d->parameter[j]] - h * V(d, j, k);
    if (!results_at(f, q, down))
        return;
    /* UP and DOWN are 2 H apart: a relative slope by q of less than 0.01 does not count; 1e-300
     * excludes results that are 0. */
    for (size_t slot = LT_R_E_N; slot <= LT_R_PULL_MAX; slot++)
        changes[slot] |= fabs(up[slot] - down[slot]) >
                         0.02 * h * (fabs(up[slot]) + fabs(down[slot])) / 2 + 1e-300;
}

/* Returns true if the result of that name is the ordinate of a data set, false if it is not among
 * the data. */
static bool is_fitted(const struct lt_fitting *f, const char *result) {
    for (size_t i = 0; i < f->problem->n_sets; i++)
        if (strcmp(f->problem->sets[i].set->y_text, result) == 0)
            return true;
    return false;
}

/* Lists in fit->supply, "t_contact, fn_max", the results that change along some undetermined
 * direction and are not yet among the data: measuring them would determine the rest. */
static void find_supply(const struct directions *d) {
    struct lt_fitting *f = d->f;
    const struct lt_names *names = f->program.names;
    bool *changes = lt_arena_get(f->arena, names->slots * sizeof *changes);
    for (size_t k = d->rank; k < d->n; k++)
        find_dependent_results(d, k, changes);
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].kind == LT_NAME_RESULT && changes[names->list[i].slot] &&
            !is_fitted(f, names->list[i].name))
            f->fit->supply = lt_arena_print(f->arena, "%s%s%s", f->fit->supply,
                                            f->fit->supply[0] ? ", " : "", names->list[i].name);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Finds which parameters, or combinations of them, the data determine, and their errors, from the
 * Jacobian at the solution. */
void lt_fit_rank(struct lt_fitting *f) {
    struct directions d = {.f = f};
    struct lt_fit *fit = f->fit;
    find_directions(&d);
    /* Directions, and the parameters that they determine. */
    fit->rank = d.rank;
    fit->n_active = d.n;
    for (size_t k = 0; k < d.n; k++)
        fit->singular[k] = S(&d, k);
    for (size_t j = 0; j < d.n; j++) {
        estimate_parameter(&d, j, d.t);
        if (!fit->estimates[d.parameter[j]].determined)
            fit->unknown = lt_arena_print(f->arena, "%s%s%s", fit->unknown,
                                          fit->unknown[0] ? ", " : "", name_of_parameter(&d, j));
    }
    /* Covariances and confidence bands, and whether this is a minimum at all. */
    fill_covariance(&d);
    fill_band(&d, d.t);
    fill_between(&d, d.t);
    fit->converged = is_minimum(&d);
    if (!fit->converged)
        fit->message = "no minimum was found; try narrower bounds or other initial values";
    /* For what is undetermined: known combinations, and results that would help. */
    if (d.rank < d.n) {
        name_combinations(&d, d.t);
        find_supply(&d);
    }
}
