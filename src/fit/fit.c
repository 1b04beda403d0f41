/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/memory.h"
#include "fit/fitting.h"
#include "program/vary.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REWEIGHTS = 50 }; /* refits with new weights, at most */

/* Marks the fit as failed and keeps the first reason WHY as fit->message. Always returns false, for
 * use in a return statement. */
static bool fail_fit(struct lt_fitting *f, const char *why) {
    f->fit->run_failed = true;
    f->fit->converged = false;
    if (!f->fit->message[0])
        f->fit->message = lt_arena_print(f->arena, "%s", why);
    return false;
}

/* ---- Scales ---------------------------------------------------------------------------------- */

/* Returns the value (SI) that the program gives to a parameter to be fitted, or its default; NAN if
 * there is neither. */
static double value_in(const struct lt_fitting *f, const struct lt_vary *vary) {
    const struct lt_program *program = &f->program;
    size_t slot = vary->target->slot;
    const struct lt_place *place = lt_vary_place(vary->target);
    if (place)
        return place->imposed ? fabs(place->own.value) : place->own.value;
    if (vary->target->kind == LT_NAME_LET)
        return program->lets[slot - program->names->lets].value;
    const struct lt_number *param = &program->params[slot - program->names->params];
    return param->given ? param->value : lt_program_field(program, vary->target)->preset;
}

/* Chooses the coordinate q in which parameter J is fitted (ln p if p is positive, else p/unit), its
 * bounds and its start f->q[j]. Returns true; false, with a message, if the parameter needs bounds.
 */
static bool find_scale(struct lt_fitting *f, size_t j) {
    const struct lt_vary *vary = &f->problem->vary[j];
    double value = value_in(f, vary), lo = vary->lo, hi = vary->hi;
    /* Without bounds in the program those of the law count; a quantity of the program has none. */
    if (!vary->bounded) {
        const struct lt_field *field = lt_program_field(&f->program, vary->target);
        lo = field ? field->min : -INFINITY;
        hi = field ? field->max : INFINITY;
    }
    struct lt_scale *s = &f->scales[j];
    bool open = !isfinite(lo) || !isfinite(hi);
    /* A range that begins at 0 and has no end is fitted as ln p as well, unless p starts at 0. */
    s->logarithmic = lo > 0 || (lo == 0 && open && value > 0);
    s->bounded = !open;
    if (open && !s->logarithmic && isfinite(lo + 1))
        s->bounded = false;
    /* The unit makes q of order 1: the range, or else the initial value. */
    s->unit = s->logarithmic ? 1 : s->bounded ? hi - lo : fabs(value) > 0 ? fabs(value) : 1;
    /* A linear coordinate with one bound has no range to search, and without an initial value no
     * start. */
    if (!s->logarithmic && open && (isfinite(lo) || isfinite(hi) || !isfinite(value)))
        return fail_fit(f, lt_arena_print(f->arena, "'%s' needs bounds: --vary %s=LO:HI",
                                          vary->name, vary->name));
    if (s->bounded) {
        s->lo = s->logarithmic ? log(lo) : lo / s->unit;
        s->hi = s->logarithmic ? log(hi) : hi / s->unit;
    }
    /* A start at or beyond a bound has zero slope in the solver's coordinate: begin in the middle.
     */
    double q = s->logarithmic ? log(value) : value / s->unit;
    bool inside = isfinite(q) && (!s->bounded || (q > s->lo && q < s->hi));
    f->q[j] = inside ? q : (s->lo + s->hi) / 2;
    return true;
}

/* ---- Do the data refute the model? ----------------------------------------------------------- */

/* Judges whether the data refute the model: with sigma by chi^2 (fit->refuted), without it by a
 * pattern in the signs of the residuals (fit->patterned). Sets fit->doubt to a sentence about it.
 */
static void judge_fit_statistics(struct lt_fitting *f) {
    struct lt_fit *fit = f->fit;
    size_t runs;
    fit->runs_p = lt_fit_runs(f, &runs);
    fit->refuted = fit->p_value < LT_FIT_REFUTED;
    fit->patterned = isnan(fit->p_value) && fit->runs_p < LT_FIT_REFUTED;
    if (fit->refuted)
        fit->doubt = lt_arena_print(f->arena,
                                    "the data refute this model: if sigma is right, chi^2 would "
                                    "reach %.4g with %.0f degrees of freedom once in %.1g cases; "
                                    "do not rely on the parameters and their intervals",
                                    fit->chi_square, fit->dof, 1 / fmax(fit->p_value, 1e-300));
    if (fit->patterned)
        fit->doubt = lt_arena_print(
            f->arena,
            "the residuals have a pattern: their sign changes only %zu times in %zu points, which "
            "chance would give once in %.1g cases; the model does not describe the data, or errors "
            "of neighbouring points are correlated; the intervals are too narrow",
            runs - 1, f->count, 1 / fmax(fit->runs_p, 1e-300));
}

/* ---- What came of it ------------------------------------------------------------------------- */

/* Returns the scaled coordinate q_j - (g'r)/(g'g) that a Newton step in parameter J alone would
 * reach, g being its slopes and r the residuals; not finite if the model does not change with it.
 */
static double newton_place(const struct lt_fitting *f, size_t j) {
    double slope = 0, square = 0;
    for (size_t i = 0; i < f->count; i++) {
        double g = f->jacobian[i * f->n + j];
        slope += f->weights[i] * g * (f->model[i] - f->y[i]) / f->sigma[i];
        square += f->weights[i] * g * g;
    }
    return f->q[j] - slope / square;
}

/* Begins the estimates of all parameters, and marks those at a bound beyond which the sum of
 * squares would fall further: at_bound is -1 at the lower bound, 1 at the upper one. The solver
 * sees zero slope at a bound and stops near it, so a Newton step from the last 1e-4 of the range
 * decides. */
static void scan_bounds(struct lt_fitting *f) {
    for (size_t j = 0; j < f->n; j++) {
        const struct lt_scale *s = &f->scales[j];
        struct lt_estimate *e = &f->fit->estimates[j];
        double room = 1e-4 * (s->hi - s->lo), place = newton_place(f, j);
        *e = (struct lt_estimate){.vary = &f->problem->vary[j],
                                  .logarithmic = s->logarithmic,
                                  .value = lt_fit_value(s, f->q[j]),
                                  .error = NAN,
                                  .lower = NAN,
                                  .upper = NAN};
        if (s->bounded && f->q[j] < s->lo + room && !(place > s->lo))
            e->at_bound = -1;
        if (s->bounded && f->q[j] > s->hi - room && !(place < s->hi))
            e->at_bound = 1;
    }
}

/* Computes chi^2, standard errors, p-value and the information criteria AIC and AICc of the
 * solution; NAN where they do not apply, as for a robust loss. */
static void judge_residuals(struct lt_fitting *f) {
    struct lt_fit *fit = f->fit;
    const bool robust = f->problem->loss != LT_LOSS_SQUARES;
    double n = (double)f->count, chi_square = 0;
    for (size_t i = 0; i < f->count; i++)
        chi_square += pow((f->model[i] - f->y[i]) / f->sigma[i], 2);
    fit->chi_square = chi_square;
    scan_bounds(f);
    lt_fit_rank(f);
    /* Without sigma, the scatter is estimated from the same residuals and chi^2 says nothing. */
    fit->p_value =
        f->absolute && !robust && fit->dof > 0 ? gsl_cdf_chisq_Q(chi_square, fit->dof) : NAN;
    judge_fit_statistics(f);
    /* K is the number of parameters determined; without sigma the scatter counts as one more. */
    double k = n - fit->dof + !f->absolute;
    fit->aic = robust ? NAN : f->absolute ? chi_square + 2 * k : n * log(chi_square / n) + 2 * k;
    fit->aicc = n > k + 1 ? fit->aic + 2 * k * (k + 1) / (n - k - 1) : NAN;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Copies the points of all sets into one list (SI units), with weights of 1; f->absolute is true if
 * every set has standard deviations. */
static void gather_data(struct lt_fitting *f) {
    size_t at = 0;
    f->absolute = true;
    for (size_t i = 0; i < f->problem->n_sets; i++) {
        const struct lt_measured *m = &f->problem->sets[i];
        f->absolute &= m->absolute;
        memcpy(f->y + at, m->y, m->count * sizeof *f->y);
        memcpy(f->sigma + at, m->sigma, m->count * sizeof *f->sigma);
        at += m->count;
    }
    for (size_t i = 0; i < f->count; i++)
        f->weights[i] = 1;
}

/* Counts points and parameters, and returns true if the memory suffices for the Jacobian and the
 * solver's copy of it. False, with a message and fit->ill_posed, if not. */
static bool has_room(struct lt_fitting *f) {
    char why[LT_MEMORY_WHY];
    for (size_t i = 0; i < f->problem->n_sets; i++)
        f->count += f->problem->sets[i].count;
    f->n = f->problem->n_vary;
    const double bytes = (double)(2 * f->count * f->n * sizeof(double));
    f->fit->ill_posed = !lt_memory_fits(bytes);
    return !f->fit->ill_posed ||
           fail_fit(f, lt_arena_print(f->arena, "%s", lt_memory_why(bytes, why)));
}

/* Allocates all arrays of the fit for its numbers of points and parameters. */
static void make_fit_room(struct lt_fitting *f) {
    struct lt_fit *fit = f->fit;
    double **columns[] = {&f->y, &f->sigma, &f->weights, &f->model, &fit->band};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = lt_arena_get(f->arena, (f->count + 1) * sizeof(double));
    f->jacobian = lt_arena_get(f->arena, f->count * f->n * sizeof(double));
    f->q = lt_arena_get(f->arena, f->n * sizeof(double));
    f->scales = lt_arena_get(f->arena, f->n * sizeof *f->scales);
    fit->n = f->n;
    fit->count = f->count;
    fit->model = f->model;
    fit->estimates = lt_arena_get(f->arena, f->n * sizeof *fit->estimates);
    fit->covariance = lt_arena_get(f->arena, f->n * f->n * sizeof(double));
    fit->singular = lt_arena_get(f->arena, f->n * sizeof(double));
    fit->combinations = lt_arena_get(f->arena, f->n * sizeof *fit->combinations);
}

/* Returns the names of the fitted parameters as text, "A, young". */
static const char *names_of(const struct lt_fitting *f) {
    const char *names = f->problem->vary[0].name;
    for (size_t j = 1; j < f->n; j++)
        names = lt_arena_print(f->arena, "%s, %s", names, f->problem->vary[j].name);
    return names;
}

/* Returns true if a fit is well posed: enough points, weights that can be compared, at most 20
 * parameters with usable bounds. False, with a message, if not. */
static bool check_problem(struct lt_fitting *f) {
    bool all_absolute = true;
    for (size_t i = 0; i < f->problem->n_sets; i++)
        all_absolute &= f->problem->sets[i].absolute;
    if (f->problem->n_sets > 1 && !all_absolute)
        return fail_fit(
            f, "with several data sets each needs sigma, which sets their relative weight");
    /* Fewer points than parameters cannot determine them. */
    if (f->count < f->n)
        return fail_fit(f,
                        lt_arena_print(f->arena,
                                       "the data have %zu point%s with numbers and weight, and %zu "
                                       "parameters are to be found (%s): at least as many points "
                                       "are needed",
                                       f->count, f->count == 1 ? "" : "s", f->n, names_of(f)));
    if (f->n > 20)
        return fail_fit(f, "more than 20 parameters");
    for (size_t j = 0; j < f->n; j++)
        if (!find_scale(f, j))
            return false;
    return true;
}

/* Finds the parameters, their errors and what the data do not determine. A failure sets
 * fit->run_failed and fit->message. */
static void solve_fit(struct lt_fitting *f) {
    f->fit->ill_posed = !check_problem(f);
    if (f->fit->ill_posed)
        return;
    if (!lt_fit_search(f)) {
        fail_fit(f, lt_fit_is_stopped(f) ? "interrupted" : f->why);
        return;
    }
    /* A robust loss repeats the descent with new weights until these no longer change. */
    bool robust = f->problem->loss != LT_LOSS_SQUARES;
    for (int i = 0; robust && i < REWEIGHTS && !lt_fit_is_stopped(f); i++) {
        if (!lt_fit_model(f, f->q, f->model) || !lt_fit_reweight(f))
            break;
        lt_fit_search_descend(f);
    }
    if (lt_fit_is_stopped(f)) {
        fail_fit(f, "interrupted");
        return;
    }
    /* Model and Jacobian at the solution, from which errors and statistics follow. */
    const bool ran = lt_fit_model(f, f->q, f->model);
    const size_t beyond = f->fit->beyond; /* of this run, and of no other */
    if (!ran || !lt_fit_model_jacobian(f, f->q, f->model, f->jacobian)) {
        fail_fit(f, f->why);
        return;
    }
    judge_residuals(f);
    f->fit->beyond = beyond;
}

/* Returns the problem that section fit of the program defines for these data sets. */
struct lt_fit_problem lt_fit_problem_of(const struct lt_program *program,
                                        const struct lt_measured *sets) {
    const struct lt_fit_task *task = program->fit;
    return (struct lt_fit_problem){.program = program,
                                   .n_sets = task->n_sets,
                                   .n_vary = task->n_vary,
                                   .sets = sets,
                                   .vary = task->vary,
                                   .loss = task->loss};
}

/* Fits the parameters by least squares and returns the result, even if it failed; free it with
 * lt_fit_free. */
struct lt_fit *lt_fit(const struct lt_fit_problem *problem) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_fit *fit = lt_arena_get(arena, sizeof *fit);
    /* A fit that fails never computes these numbers, which stay NAN. */
    *fit = (struct lt_fit){.arena = arena,
                           .problem = problem,
                           .message = "",
                           .doubt = "",
                           .runs_p = NAN,
                           .unknown = "",
                           .supply = "",
                           .p_value = NAN,
                           .sd = NAN,
                           .aic = NAN,
                           .aicc = NAN};
    struct lt_fitting f = {.problem = problem,
                           .fit = fit,
                           .program = *problem->program,
                           .expr = lt_expr_new(),
                           .arena = arena,
                           .scratch = lt_arena_new()};
    /* Expectations of the program may not hold for other parameters. */
    f.program.n_expects = 0;
    if (has_room(&f)) {
        make_fit_room(&f);
        gather_data(&f);
        solve_fit(&f);
    }
    lt_expr_free(f.expr);
    lt_arena_free(f.scratch);
    return fit;
}

/* Frees a fit and all that belongs to it; NULL is allowed. */
void lt_fit_free(struct lt_fit *fit) {
    if (fit)
        lt_arena_free(fit->arena);
}
