/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/calibrate.h"

#include "base/arena.h"
#include "calibrate/calibrating.h"
#include "program/vary.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Sets RANGE, in the unknown's unit, to the bounds that the user gives, else to those of its field
 * in the program, from 0 if that has no minimum. Other names, such as lets, have 0 to infinity. */
static void range_of(const struct lt_program *program, const struct lt_vary *vary, double *range) {
    const struct lt_field *field = vary->bounded ? NULL : lt_program_field(program, vary->target);
    range[0] = vary->bounded ? vary->lo : 0;
    range[1] = vary->bounded ? vary->hi : INFINITY;
    if (field && isfinite(field->min))
        range[0] = field->min;
    if (field)
        range[1] = field->max;
}

/* ---- Refusals -------------------------------------------------------------------------------- */

/* Returns true if the target is a result of a whole impact, such as a restitution or a duration. A
 * run that begins in contact has no approach, so it has no such result. */
static bool is_of_impact(const struct lt_search *search, const struct lt_aim *aim) {
    const size_t slot = lt_names_result(search->trial.program.names, aim->target->result)->slot;
    return slot == LT_R_E_N || slot == LT_R_E_T || slot == LT_R_E_T_CENTRE ||
           slot == LT_R_T_CONTACT || slot == LT_R_T_FORCE;
}

/* Returns false, with a message, if the run begins in contact (INSIDE) and a target is a result of
 * an impact, unless the program sets start_in_contact; true in all other cases. */
static bool may_begin_inside(struct lt_search *search, bool inside) {
    struct lt_calibration *found = search->found;
    for (size_t i = 0; i < found->n && inside && !search->trial.program.start_in_contact; i++)
        if (is_of_impact(search, &found->aims[i]))
            return lt_calibrate_refuse(
                found,
                "the run begins in contact, so its %s is not that of an impact: leave out "
                "motion.gap, or ask for it all the same by --start-in-contact (in the file "
                "calibrate: {start_in_contact: true})",
                found->aims[i].target->name);
    return true;
}

/* Returns false, with a message, if an unknown or a target has no meaning in the runs that are
 * made. Some exist in discrete steps alone, while calibrate runs in the limit of short steps unless
 * --as-run is given. */
static bool check_step_effects(struct lt_search *search) {
    const struct lt_program *program = &search->trial.program;
    const bool exact = program->motion.integrator == LT_EXACT;
    for (size_t i = 0; i < search->found->n && exact; i++)
        if (search->found->aims[i].target->result->kind == LT_NAME_BAND)
            return lt_calibrate_refuse(
                search->found,
                "%s depends on the phase within a time step at which the contact begins, and "
                "'integrator: exact' has no time step: use leapfrog and the time step of your "
                "code, -D motion.integrator=leapfrog -D motion.dt=...",
                search->found->aims[i].target->name);
    for (size_t j = 0; j < search->found->n; j++)
        if (lt_vary_place(search->found->unknowns[j].vary->target) && !program->host &&
            search->found->unknowns[j].vary->target->slot == program->motion.phase.slot)
            return lt_calibrate_refuse(
                search->found,
                "motion.phase acts only in discrete steps, and calibrate takes the mean over it "
                "(--as-run) or makes none; a sweep over it shows what it does");
    for (size_t j = 0; j < search->found->n && (exact || !search->found->in_steps); j++)
        if (lt_calibrate_of_steps(program, search->found->unknowns[j].vary->target))
            return lt_calibrate_refuse(
                search->found, "%s acts only in discrete steps, and %s",
                search->found->unknowns[j].vary->name,
                exact ? "'integrator: exact' makes none: take leapfrog and add --as-run"
                      : "calibrate runs in the limit of short ones: add --as-run, which has the "
                        "integrator and time step of motion");
    return true;
}

/* ---- Confirmation ---------------------------------------------------------------------------- */

/* With slip, the instant at which slip ends limits the accuracy: repeats the run with other time
 * samples to measure the difference. Returns true if all targets are still met, or nothing slips; a
 * miss within the slack is noted as a doubt. Returns false, with a message, if the repetition fails
 * or a target is missed by more than the slack. */
static bool is_steady(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    double y[LT_TRIAL_MAX], excess;
    if (search->trial.program.as_run || search->trial.program.host || search->trial.extrapolated ||
        !(lt_calibrate_slip_energy(search) > 0))
        return true;
    if (!lt_trial_again(&search->trial, y))
        return lt_calibrate_refuse(found, "%.400s", search->trial.why);
    for (size_t i = 0; i < found->n; i++) {
        const struct lt_aim *aim = &found->aims[i];
        double off = fabs(y[i] - aim->wanted);
        if (lt_calibrate_is_met(aim, y[i], &excess))
            continue;
        if (!(excess <= lt_calibrate_slack(search)))
            return lt_calibrate_refuse(found,
                                       "%s = %.10g is met only to within %.1g: runs with other "
                                       "time samples differ by that much, because the instant at "
                                       "which slip ends cannot be located more precisely",
                                       aim->target->name, aim->wanted, off);
        lt_calibrate_doubt(found, i, y[i], LT_CALIBRATE_OF_SLIP);
    }
    return true;
}

/* Runs with the solution to confirm that it meets all targets, and takes back found->converged if
 * it does not. Writes the achieved results, the residual and the message. */
static void confirm_found(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    double worst = -1;
    size_t farthest = 0;
    const bool done = lt_trial_run(&search->trial, search->x);
    bool all = done;
    for (size_t i = 0; i < found->n && all; i++)
        found->aims[i].achieved = search->trial.y[i];
    /* The target with the largest excess, i.e. error relative to its tolerance scale, gives the
     * residual. If the accuracy is in doubt, errors up to the slack are allowed. */
    for (size_t i = 0; i < found->n; i++) {
        struct lt_aim *aim = &found->aims[i];
        double excess = NAN;
        all &= lt_calibrate_is_met(aim, aim->achieved, &excess) ||
               (found->doubt[0] && excess <= lt_calibrate_slack(search));
        if (worst < 0 || excess > worst) {
            found->residual = aim->achieved - aim->wanted;
            farthest = i;
        }
        worst = fmax(worst, excess);
    }
    if (found->converged && !all) {
        const struct lt_aim *aim = &found->aims[farthest];
        found->converged =
            done ? lt_calibrate_refuse(found, "%s = %.10g is met only to within %.1g",
                                       aim->target->name, aim->wanted, fabs(found->residual))
                 : lt_calibrate_refuse(found, "%.400s", search->trial.why);
    }
    if (found->converged && search->trial.unsound)
        found->converged =
            lt_calibrate_refuse(found, "at the value found: %.400s", search->trial.doubted);
    found->converged = found->converged && may_begin_inside(search, search->trial.inside);
    found->converged = found->converged && is_steady(search);
    if (!found->converged)
        return;
    /* The message: the values of all unknowns, then the results that they give. */
    int length = 0;
    for (size_t j = 0; j < found->n && length < 200; j++)
        length += snprintf(found->message + length, sizeof found->message - (size_t)length,
                           "%s%s = %.12g", j ? ", " : "", found->unknowns[j].vary->name,
                           found->unknowns[j].value);
    for (size_t i = 0; i < found->n && length < 450; i++)
        length += snprintf(found->message + length, sizeof found->message - (size_t)length,
                           "%s%s = %.12g",
                           i              ? ", "
                           : found->n > 1 ? " give "
                                          : " gives ",
                           found->aims[i].target->name, found->aims[i].achieved);
}

/* Slope dy/dx at x = AT, where the value is Y, of the parabola through that point and two others,
 * (x[k], others[k]). With the secants by_a and by_b to points at the distances a and b, a secant
 * deviates from the slope in proportion to the distance; both are extrapolated to distance 0. */
static double parabola_slope(double at, double y, const double *x, const double *others) {
    double a = x[0] - at, b = x[1] - at, by_a = (others[0] - y) / a, by_b = (others[1] - y) / b;
    return (by_a * b - by_b * a) / (b - a);
}

/* Sets the sensitivity d(target)/d(unknown) of a single unknown that was found by the closed form,
 * from the closed form at three points, 1e-4 of its value apart; runs have confirmed it. Returns
 * true if it is set; false, for the caller to use runs instead, if there are several unknowns, the
 * closed form was not used, or a point lies outside the range. */
static bool find_formal_slope(struct lt_search *search) {
    double at = search->x[0], h = 1e-4 * fabs(at);
    const double x[2] = {at - h, at + h}, *range = search->found->unknowns[0].range;
    if (search->found->n > 1 || !search->formally || !(x[0] >= range[0] && x[1] <= range[1]))
        return false;
    const char *convention;
    double y[3];
    for (int k = 0; k < 3; k++)
        y[k] = lt_trial_formal(&search->trial, k < 2 ? &x[k] : &at, 0, &convention);
    search->found->sensitivity[0][0] = parabola_slope(at, y[2], x, y);
    return isfinite(search->found->sensitivity[0][0]);
}

/* Sets the sensitivity d(target)/d(unknown) of a single unknown from the two nearest runs that the
 * search has made. They are 1e-6 to 0.02 of its value away: rounding spoils closer ones, curvature
 * farther ones. Returns true if it is set, false if there are no such runs or several unknowns. */
static bool find_slope(struct lt_search *search) {
    const struct lt_trial *trial = &search->trial;
    double at = search->x[0], x[2] = {INFINITY, INFINITY}, y[2] = {NAN, NAN};
    double unit = fabs(at), nearest = 1e-6 * unit, farthest = 0.02 * unit;
    for (size_t k = 0; k < trial->n_known; k++) {
        const double at_k = trial->known[k].x[0], y_k = trial->known[k].y[0];
        double way = fabs(at_k - at);
        if (!(way >= nearest && way <= farthest) || isnan(y_k) || way >= fabs(x[1] - at))
            continue;
        bool first = way < fabs(x[0] - at);
        if (first)
            x[1] = x[0], y[1] = y[0];
        x[!first] = at_k, y[!first] = y_k;
    }
    if (search->found->n > 1 || !isfinite(x[1]) || !(fabs(x[1] - x[0]) > nearest))
        return false;
    search->found->sensitivity[0][0] = parabola_slope(at, search->found->aims[0].achieved, x, y);
    return isfinite(search->found->sensitivity[0][0]);
}

/* Sets all sensitivities, d result i / d unknown j: from the closed form or from earlier runs if
 * possible, else by central differences. Their step is 1e-4 of the value, where curvature and the
 * errors of runs (1e-12) both matter about 1e-8. At an end of the range they are one-sided with
 * three points. */
static void find_slopes(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    if (find_formal_slope(search) || find_slope(search))
        return;
    for (size_t j = 0; j < found->n; j++) {
        const double *range = found->unknowns[j].range;
        double x[LT_TRIAL_MAX], y[3][LT_TRIAL_MAX], at = search->x[j];
        double h = fmin(1e-4 * (at != 0 ? fabs(at) : 0.1 * lt_calibrate_typical(search, j)),
                        0.25 * (range[1] - range[0])); /* the points beside it are in the range */
        double side = at - h < range[0] ? 1 : at + h > range[1] ? -1 : 0;
        const double steps[2] = {side == 0 ? -h : side * h, side == 0 ? h : 2 * side * h};
        memcpy(x, search->x, sizeof x);
        bool ok = true;
        for (int k = 0; k < 3 && ok; k++) {
            x[j] = k == 0 ? at : at + steps[k - 1];
            ok = lt_trial_run(&search->trial, x);
            memcpy(y[k], search->trial.y, sizeof y[k]);
        }
        for (size_t i = 0; i < found->n && ok; i++)
            found->sensitivity[i][j] = side == 0
                                           ? (y[2][i] - y[1][i]) / (2 * h)
                                           : side * (4 * y[1][i] - 3 * y[0][i] - y[2][i]) / (2 * h);
    }
}

LT_RELEASE(gsl_matrix)
LT_RELEASE(gsl_permutation)

/* Propagates the targets' uncertainties dy to those of the unknowns, dx = J^-1 dy in quadrature, J
 * being the sensitivities. Sets nothing if no target has one or J is singular. */
static void find_uncertainty(struct lt_calibration *found) {
    size_t n = found->n;
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= found->aims[i].uncertainty > 0;
    if (!any)
        return;
    struct lt_arena *arena = lt_arena_new();
    gsl_matrix *jacobian = lt_arena_keep(arena, gsl_matrix_alloc(n, n), gsl_matrix_release);
    gsl_matrix *inverse = lt_arena_keep(arena, gsl_matrix_alloc(n, n), gsl_matrix_release);
    gsl_permutation *order =
        lt_arena_keep(arena, gsl_permutation_alloc(n), gsl_permutation_release);
    int sign;
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            ok &= isfinite(found->sensitivity[i][j]);
            gsl_matrix_set(jacobian, i, j, found->sensitivity[i][j]);
        }
    ok = ok && gsl_linalg_LU_decomp(jacobian, order, &sign) == GSL_SUCCESS &&
         gsl_linalg_LU_det(jacobian, sign) != 0 &&
         gsl_linalg_LU_invert(jacobian, order, inverse) == GSL_SUCCESS;
    /* The uncertainties of the targets are independent of each other: their squares add up. */
    for (size_t j = 0; j < n && ok; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) {
            double share = gsl_matrix_get(inverse, j, i) * found->aims[i].uncertainty;
            sum += share * share;
        }
        found->unknowns[j].uncertainty = sqrt(sum);
    }
    lt_arena_free(arena);
}

/* Writes into found->doubt how accurate each result is, for laws that the exact integrator can only
 * run in fixed steps, whose results are extrapolated. */
static void estimate_uncertainty(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    int length = 0;
    for (size_t i = 0; i < found->n && search->trial.extrapolated && length < 150; i++) {
        if (!lt_trial_run(&search->trial, search->x))
            return;
        char known[32] = "an unknown accuracy";
        const double doubt = lt_trial_doubt(&search->trial, i);
        if (!isnan(doubt))
            snprintf(known, sizeof known, "about %.1g", doubt);
        length += snprintf(found->doubt + length, sizeof found->doubt - (size_t)length,
                           "%s%s to %s", i ? ", " : "", found->aims[i].target->name, known);
    }
    if (length > 0 && length < (int)sizeof found->doubt)
        snprintf(found->doubt + length, sizeof found->doubt - (size_t)length,
                 ": the law is not smooth between events, so fixed steps were extrapolated");
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Sets unknowns and targets to "not found", the ranges of the unknowns, and the start of the
 * search: the program's values, moved into the ranges. Returns false, with a message, if the
 * program cannot be set up or the search has no meaning. */
static bool prepare_search(struct lt_search *search, const struct lt_vary *vary,
                           const struct lt_target *targets, const struct lt_program *program,
                           const volatile int *interrupted, struct lt_arena *arena) {
    struct lt_calibration *found = search->found;
    const struct lt_name *unknowns[LT_TRIAL_MAX], *results[LT_TRIAL_MAX];
    for (size_t k = 0; k < found->n; k++) {
        unknowns[k] = vary[k].target;
        results[k] = targets[k].result;
        found->unknowns[k] = (struct lt_unknown){
            .vary = &vary[k], .value = NAN, .closed_form = NAN, .from = NAN, .uncertainty = NAN};
        found->aims[k] = (struct lt_aim){.target = &targets[k],
                                         .wanted = NAN,
                                         .uncertainty = targets[k].uncertainty,
                                         .achieved = NAN,
                                         .by = k,
                                         .reachable = {NAN, NAN},
                                         .reached_at = {NAN, NAN},
                                         .ends = {NAN, NAN}};
        range_of(program, &vary[k], found->unknowns[k].range);
        for (size_t j = 0; j < found->n; j++)
            found->sensitivity[k][j] = NAN;
    }
    /* The targets' values may be formulas of the program; the search starts at the program's
     * values. */
    bool ok =
        lt_trial_begin(&search->trial, program, unknowns, results, found->n, interrupted, arena);
    for (size_t k = 0; k < found->n && ok; k++)
        ok = lt_trial_number(&search->trial, &targets[k].value, &found->aims[k].wanted);
    for (size_t j = 0; j < found->n; j++) {
        double x = search->trial.x[j];
        const double *range = found->unknowns[j].range;
        search->x[j] = isfinite(x) ? fmin(fmax(x, range[0]), range[1]) : range[0];
    }
    found->run_failed = !ok;
    return ok ? check_step_effects(search) &&
                    may_begin_inside(search, lt_trial_begins_inside(&search->trial, search->x))
              : lt_calibrate_refuse(found, "%.400s", search->trial.why);
}

/* Finds values of the N unknowns VARY for which the simulated results meet the N TARGETS, confirms
 * them by a run, and adds sensitivities and uncertainties. If none are found, converged is false
 * and message gives the reason. */
struct lt_calibration lt_calibrate(const struct lt_program *program, const struct lt_vary *vary,
                                   const struct lt_target *targets, size_t n,
                                   const volatile int *interrupted) {
    struct lt_calibration found = {.n = n,
                                   .in_steps = program->motion.integrator != LT_EXACT &&
                                               (program->as_run || program->host),
                                   .residual = NAN,
                                   .v_stick = NAN,
                                   .v_stick_from = NAN};
    struct lt_arena *arena = lt_arena_new();
    struct lt_search search = {.found = &found};
    if (prepare_search(&search, vary, targets, program, interrupted, arena)) {
        found.converged = n == 1 ? lt_calibrate_one(&search, 0, 0) : lt_calibrate_several(&search);
        if (!found.run_failed)
            confirm_found(&search);
        found.v_stick = lt_trial_formal(&search.trial, search.x, LT_TRIAL_STICK, NULL);
        found.v_stick_from = lt_trial_formal(&search.trial, search.x, LT_TRIAL_STICK_FROM, NULL);
        if (found.converged) {
            lt_calibrate_one_compare(&search);
            find_slopes(&search);
            find_uncertainty(&found);
            estimate_uncertainty(&search);
        }
    }
    found.evaluations = search.trial.runs;
    found.averaged = search.trial.averaged;
    found.extrapolated = search.trial.extrapolated;
    lt_trial_end(&search.trial);
    lt_arena_free(arena);
    return found;
}
