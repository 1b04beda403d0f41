/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate_several.c: several targets met by as many parameters. */
#include "base/arena.h"
#include "calibrate/calibrating.h"

#include <gsl/gsl_multiroots.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The value of unknown J, in its unit, at the fraction SHARE (0 to 1) of its range; the fraction is
 * logarithmic if the upper end is above 20 times a positive lower one, or the range is 0 to
 * infinity. An unbounded range extends over 10 typical values, or by a factor of 1000 to either
 * side of the typical value. */
static double place_in_range(const struct lt_search *search, size_t j, double share) {
    const double *range = search->found->unknowns[j].range;
    double unit = lt_calibrate_typical(search, j), lo = range[0], hi = range[1];
    bool decades = lo > 0 ? hi / lo > 20 : !isfinite(hi) && lo == 0;
    if (!decades)
        return lo + share * ((isfinite(hi) ? hi : lo + 10 * unit) - lo);
    double low = lo > 0 ? lo : 1e-3 * unit, high = isfinite(hi) ? hi : 1e3 * unit;
    return low * pow(high / low, share);
}

/* The fraction of the range of unknown J, 0 to 1, at which the value X lies: the inverse of
 * place_in_range(). */
static double share_of(const struct lt_search *search, size_t j, double x) {
    double low = place_in_range(search, j, 0), middle = place_in_range(search, j, 0.5),
           high = place_in_range(search, j, 1);
    /* On a logarithmic range the middle is the geometric mean of the ends, not the arithmetic
     * one. */
    bool decades = fabs(middle - 0.5 * (low + high)) > 1e-6 * (high - low);
    return decades ? log(x / low) / log(high / low) : (x - low) / (high - low);
}

/* Sets search->depends: result i depends on unknown j if varying j alone changes it by more than
 * 1e-8, relative, from one of three points, since at a single one it may not by chance. Returns
 * true if at least one pair of runs succeeded, else false, with a message. */
static bool find_dependence(struct lt_search *search) {
    size_t n = search->found->n;
    bool seen = false;
    /* From the present values, then 15 % and 40 % into the ranges, to 20 % or 30 %. */
    for (int from = 0; from < 3; from++) {
        double base[LT_TRIAL_MAX], y[LT_TRIAL_MAX];
        for (size_t j = 0; j < n; j++)
            base[j] = from == 0 ? search->x[j] : place_in_range(search, j, from == 1 ? 0.15 : 0.4);
        if (!lt_trial_run(&search->trial, base))
            continue;
        memcpy(y, search->trial.y, sizeof y);
        for (size_t j = 0; j < n; j++) {
            double x[LT_TRIAL_MAX];
            memcpy(x, base, sizeof x);
            x[j] = place_in_range(search, j, from == 1 ? 0.3 : 0.2);
            if (!lt_trial_run(&search->trial, x))
                continue;
            seen = true;
            for (size_t i = 0; i < n; i++)
                search->depends[i][j] |= fabs(search->trial.y[i] - y[i]) > 1e-8 * fabs(y[i]) ||
                                         isnan(search->trial.y[i]) != isnan(y[i]);
        }
    }
    if (seen)
        return true;
    search->found->run_failed = true;
    return lt_calibrate_refuse(search->found, "%.400s", search->trial.why);
}

/* Finds a target not yet met that depends on exactly one unsolved unknown. Returns true, with their
 * indices in *AIM and *UNKNOWN; false if there is none, and both are then undefined. */
static bool find_next(const struct lt_search *search, size_t *aim, size_t *unknown) {
    size_t n = search->found->n;
    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        for (size_t j = 0; j < n && !search->met[i]; j++)
            if (!search->solved[j] && search->depends[i][j]) {
                count++;
                *aim = i;
                *unknown = j;
            }
        if (count == 1)
            return true;
    }
    return false;
}

/* The remaining unknowns and targets as a system of equations for the solver. */
struct knot {
    struct lt_search *search;
    size_t n, aims[LT_TRIAL_MAX], unknowns[LT_TRIAL_MAX];
};

/* Dimensionless error of the result Y: log(y/wanted) for positive targets, so that errors of both
 * signs count alike, else relative to the target's scale. A Y that is not positive counts as far
 * below, -10 or less. */
static double miss_of_aim(const struct lt_aim *aim, double y) {
    if (aim->wanted > 0)
        return y > 0 ? log(y / aim->wanted) : -10 + (y - aim->wanted) / aim->wanted;
    const double scale = lt_calibrate_scale(aim);
    return (y - aim->wanted) / (scale > 0 ? scale : 1);
}

/* Sets X to the unknowns of the search, with those of the knot at these SHARES of their ranges.
 * Returns false if a share lies outside 0 to 1, where X is incomplete. */
static bool place_all(const struct knot *knot, const double *shares, double *x) {
    memcpy(x, knot->search->x, LT_TRIAL_MAX * sizeof *x);
    for (size_t k = 0; k < knot->n; k++) {
        if (!(shares[k] >= 0 && shares[k] <= 1))
            return false;
        x[knot->unknowns[k]] = place_in_range(knot->search, knot->unknowns[k], shares[k]);
    }
    return true;
}

/* Runs with the knot's unknowns at these SHARES of their ranges, 0 to 1. Returns true if trial.y
 * has the results; false if a share lies outside, or the run failed (trial.why). */
static bool run_at(struct knot *knot, const double *shares) {
    double x[LT_TRIAL_MAX];
    return place_all(knot, shares, x) && lt_trial_run(&knot->search->trial, x);
}

/* Fills OUT with the dimensionless errors of the knot's targets at the results Y. Returns the
 * largest absolute error; NAN: a result has no value. */
static double misses_of(const struct knot *knot, const double *y, double *out) {
    double worst = 0;
    for (size_t k = 0; k < knot->n && !isnan(worst); k++) {
        out[k] = miss_of_aim(&knot->search->found->aims[knot->aims[k]], y[knot->aims[k]]);
        worst = isnan(out[k]) ? NAN : fmax(worst, fabs(out[k]));
    }
    return worst;
}

/* Fills F with the errors of all targets at the shares AT of the ranges. A callback of GSL's root
 * finder; DATA: the knot. GSL_EFAILED: the run failed. */
static int misses_at(const gsl_vector *at, void *data, gsl_vector *f) {
    struct knot *knot = data;
    double shares[LT_TRIAL_MAX], out[LT_TRIAL_MAX];
    for (size_t k = 0; k < knot->n; k++)
        shares[k] = fmin(fmax(gsl_vector_get(at, k), 0), 1);
    if (!run_at(knot, shares) || isnan(misses_of(knot, knot->search->trial.y, out)))
        return GSL_EFAILED;
    /* Outside the range the values at its edge count, plus a penalty. */
    for (size_t k = 0; k < knot->n; k++) {
        double beyond = gsl_vector_get(at, k) - shares[k];
        gsl_vector_set(f, k, out[k] * (1 + fabs(beyond)));
    }
    return GSL_SUCCESS;
}

LT_RELEASE(gsl_vector)
LT_RELEASE(gsl_multiroot_fsolver)

/* Finds a common root of all errors from START by the hybrid method of Powell, in at most 60
 * iterations; START and the solution, SHARES, are fractions of the ranges. It iterates to 0.01 of
 * the tolerance. Returns true if the errors at SHARES are within the tolerance. */
static bool descend_misses(struct knot *knot, const double *start, double *shares) {
    gsl_multiroot_function f = {misses_at, knot->n, knot};
    struct lt_arena *arena = lt_arena_new();
    gsl_multiroot_fsolver *solver =
        lt_arena_keep(arena, gsl_multiroot_fsolver_alloc(gsl_multiroot_fsolver_hybrids, knot->n),
                      gsl_multiroot_fsolver_release);
    gsl_vector *at = lt_arena_keep(arena, gsl_vector_alloc(knot->n), gsl_vector_release);
    double out[LT_TRIAL_MAX], worst = INFINITY;
    for (size_t k = 0; k < knot->n; k++)
        gsl_vector_set(at, k, start[k]);
    if (gsl_multiroot_fsolver_set(solver, &f, at) == GSL_SUCCESS)
        for (int i = 0; i < 60 && !(worst <= 0.01 * LT_CALIBRATE_TOLERANCE); i++) {
            if (gsl_multiroot_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            knot->search->found->iterations++;
            for (size_t k = 0; k < knot->n; k++)
                shares[k] = gsl_vector_get(solver->x, k);
            worst = run_at(knot, shares) ? misses_of(knot, knot->search->trial.y, out) : NAN;
        }
    lt_arena_free(arena);
    return worst <= LT_CALIBRATE_TOLERANCE;
}

/* Points of the grid for each unknown (2 if there are more than three unknowns) and in all, and how
 * many of the nearest points the solver starts from. */
enum { GRID = 5, STARTS = 8, MOST_GRID = 128 };

/* Runs on a grid over the ranges of the remaining unknowns. Widens each target's range of results,
 * and fills STARTS with the points of the smallest errors, best first, as shares (0 to 1) of the
 * ranges. Returns their number, at most STARTS; points whose run fails are left out. */
static size_t survey_grid(struct knot *knot, double starts[][LT_TRIAL_MAX]) {
    struct lt_calibration *found = knot->search->found;
    double best[STARTS], shares[MOST_GRID][LT_TRIAL_MAX], y[MOST_GRID][LT_TRIAL_MAX];
    size_t n = 0, per = knot->n <= 3 ? GRID : 2, all = 1, runs = 0;
    for (size_t k = 0; k < knot->n && all < MOST_GRID; k++)
        all *= per;
    /* The digits of p, in the base per, are the indices of the grid point; points lie in the middle
     * of their cells. */
    for (size_t p = 0; p < all; p++) {
        size_t left = p;
        memset(shares[runs], 0, sizeof shares[runs]);
        for (size_t k = 0; k < knot->n; k++, left /= per)
            shares[runs][k] = ((double)(left % per) + 0.5) / (double)per;
        if (!run_at(knot, shares[runs]))
            continue;
        memcpy(y[runs], knot->search->trial.y, sizeof y[runs]);
        for (size_t k = 0; k < knot->n; k++) {
            struct lt_aim *aim = &found->aims[knot->aims[k]];
            aim->reachable[0] = fmin(aim->reachable[0], y[runs][knot->aims[k]]);
            aim->reachable[1] = fmax(aim->reachable[1], y[runs][knot->aims[k]]);
        }
        runs++;
    }
    /* Insertion sort by the largest error; only the best STARTS points are kept. */
    for (size_t p = 0; p < runs; p++) {
        double out[LT_TRIAL_MAX], worst = misses_of(knot, y[p], out);
        bool full = n == STARTS;
        if (isnan(worst) || (full && best[n - 1] <= worst))
            continue;
        size_t at = full ? STARTS - 1 : n++;
        for (; at > 0 && best[at - 1] > worst; at--) {
            best[at] = best[at - 1];
            memcpy(starts[at], starts[at - 1], sizeof starts[at]);
        }
        best[at] = worst;
        memcpy(starts[at], shares[p], sizeof starts[at]);
    }
    return n;
}

/* Writes that the knot's targets cannot be met together, with the range of each on the grid.
 * Returns false. */
static bool report_undetermined(struct knot *knot) {
    struct lt_calibration *found = knot->search->found;
    int length = snprintf(found->message, sizeof found->message, "not met at once:");
    for (size_t k = 0; k < knot->n && length < (int)sizeof found->message; k++) {
        const struct lt_aim *aim = &found->aims[knot->aims[k]];
        length += snprintf(found->message + length, sizeof found->message - (size_t)length,
                           "%s %s = %.10g (on a grid over the ranges it lies between %.6g and "
                           "%.6g)",
                           k ? "," : "", aim->target->name, aim->wanted, aim->reachable[0],
                           aim->reachable[1]);
    }
    return false;
}

/* Returns true if a target that is not met yet depends on the unknown with this index. */
static bool moves_unmet(const struct lt_search *search, size_t unknown) {
    bool any = false;
    for (size_t i = 0; i < search->found->n; i++)
        any |= !search->met[i] && search->depends[i][unknown];
    return any;
}

/* Solves for all unknowns that could not be found one by one: from their present values, then from
 * the best points of a grid. Returns true and sets the unknowns, or returns false, with a message,
 * if no start converges. */
static bool solve_together(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    struct knot knot = {.search = search};
    size_t n_aims = 0;
    for (size_t k = 0; k < found->n; k++)
        if (!search->met[k])
            knot.aims[n_aims++] = k;
    for (int idle = 0; idle < 2; idle++) /* first unknowns that some target depends on */
        for (size_t k = 0; k < found->n && knot.n < n_aims; k++)
            if (!search->solved[k] && moves_unmet(search, k) != idle)
                knot.unknowns[knot.n++] = k;
    /* by = n: no single unknown meets these targets. */
    for (size_t k = 0; k < knot.n; k++)
        found->aims[knot.aims[k]].by = found->n;
    double starts[STARTS][LT_TRIAL_MAX], shares[LT_TRIAL_MAX], own[LT_TRIAL_MAX];
    for (size_t k = 0; k < knot.n; k++)
        own[k] = share_of(search, knot.unknowns[k], search->x[knot.unknowns[k]]);
    size_t n = survey_grid(&knot, starts);
    bool done = descend_misses(&knot, own, shares);
    for (size_t k = 0; k < n && !done; k++)
        done = descend_misses(&knot, starts[k], shares);
    if (!done)
        return n > 0 ? report_undetermined(&knot)
                     : lt_calibrate_one_nothing_there(search, knot.aims[0], knot.unknowns[0]);
    /* Take over the solution. */
    double x[LT_TRIAL_MAX];
    place_all(&knot, shares, x);
    memcpy(search->x, x, sizeof x);
    for (size_t k = 0; k < knot.n; k++)
        found->unknowns[knot.unknowns[k]].value = x[knot.unknowns[k]];
    return true;
}

/* Returns true if no unknowns are left over for the targets that are still unmet. Returns false if
 * there are more unknowns than these need; the message names one that is superfluous. */
static bool needs_all_unknowns(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    size_t aims = 0, movers = 0, left = 0, last = 0;
    for (size_t i = 0; i < found->n; i++)
        aims += !search->met[i];
    for (size_t j = 0; j < found->n; j++) {
        left += !search->solved[j];
        if (search->solved[j] || !moves_unmet(search, j))
            continue;
        movers++;
        last = j;
    }
    if (aims > 0 && left <= aims)
        return true;
    /* Name one that no unmet target depends on, if there is one. */
    for (size_t j = 0; j < found->n && movers <= aims; j++)
        last = search->solved[j] || moves_unmet(search, j) ? last : j;
    return search->solved[last] ||
           lt_calibrate_refuse(found,
                               movers > 0 ? "%s is one unknown too many: fewer targets depend on "
                                            "the unknowns; leave it out, together with a target"
                                          : "every target is met for any value of %s; leave it "
                                            "out, together with a target",
                               found->unknowns[last].vary->name);
}

/* Returns true, with a message, if a target depends on none of the remaining unknowns and is not
 * met by the present ones. Returns false if there is no such target; one that is met already is
 * noted in search->met. */
static bool has_unreachable_aim(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    for (size_t i = 0; i < found->n; i++) {
        bool moved = search->met[i];
        for (size_t j = 0; j < found->n; j++)
            moved |= search->depends[i][j] && !search->solved[j];
        if (moved)
            continue;
        struct lt_trial *trial = &search->trial;
        bool ran = lt_trial_run(trial, search->x);
        double excess;
        if (ran && lt_calibrate_is_met(&found->aims[i], trial->y[i], &excess)) {
            found->aims[i].by = found->n;
            search->met[i] = true;
            continue;
        }
        lt_calibrate_refuse(
            found, "%s = %.10g cannot be met: it is %.12g for any values of the remaining unknowns",
            found->aims[i].target->name, found->aims[i].wanted, ran ? trial->y[i] : NAN);
        /* Tangential restitution in gross sliding is determined by friction: say so. */
        double slip = lt_calibrate_slip_energy(search);
        size_t length = strlen(found->message);
        if (lt_calibrate_is_tangential(found->aims[i].target->result) && slip > 0)
            snprintf(
                found->message + length, sizeof found->message - length,
                " (the contact slides, E_slip = %.4g J: friction, e_n and the angle determine it)",
                slip);
        return true;
    }
    return false;
}

/* Returns true if all targets are met. */
static bool all_met(const struct lt_search *search) {
    bool all = true;
    for (size_t i = 0; i < search->found->n; i++)
        all &= search->met[i];
    return all;
}

/* Meets each target that depends on a single unknown by that one, and the rest together by a root
 * finder. Returns true if all targets are met; false, with a message, if not. */
bool lt_calibrate_several(struct lt_search *search) {
    size_t i, j;
    if (!find_dependence(search))
        return false;
    while (!all_met(search)) {
        if (has_unreachable_aim(search))
            return false;
        if (all_met(search))
            break;
        if (find_next(search, &i, &j)) {
            if (!lt_calibrate_one(search, i, j))
                return false;
        } else {
            return needs_all_unknowns(search) && solve_together(search);
        }
    }
    return needs_all_unknowns(search);
}
