/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/calibrate.h"

#include "base/arena.h"

#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multiroots.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A target is met to this part of itself. */
static const double tolerance = 1e-9;

struct search {
    struct lt_trial trial;
    struct lt_calibration *found;
    double x[LT_TRIAL_MAX];
    bool formally;                                /* the one unknown was found so */
    bool solved[LT_TRIAL_MAX], met[LT_TRIAL_MAX]; /* unknowns; aims */
    bool depends[LT_TRIAL_MAX][LT_TRIAL_MAX];     /* aim i on unknown j */
};

static bool refuse(struct lt_calibration *found, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse(struct lt_calibration *found, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(found->message, sizeof found->message, format, args);
    va_end(args);
    return false;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void range_of(const struct lt_program *program, const struct lt_vary *vary, double *range) {
    range[0] = vary->lo;
    range[1] = vary->hi;
    if (vary->bounded)
        return;
    range[0] = 0;
    range[1] = INFINITY;
    if (vary->target->kind != LT_NAME_PARAM)
        return;
    const struct lt_field *field =
        &program->law->params[vary->target->slot - program->names->params];
    range[0] = isfinite(field->min) ? field->min : 0;
    range[1] = field->max;
}

static double typical(const struct search *search, size_t j) {
    const double *range = search->found->unknowns[j].range, x = fabs(search->x[j]);
    if (x > 0 && isfinite(x))
        return x;
    return isfinite(range[1]) && range[1] > 0 ? 0.1 * range[1] : 1;
}

/* ---- One result over one parameter ----------------------------------------------------------- */

struct line {
    struct search *search;
    size_t i, j; /* aim, unknown */
    const char *convention;
};

static double simulated(double x, void *data) {
    struct line *line = data;
    struct lt_trial *trial = &line->search->trial;
    double at[LT_TRIAL_MAX];
    memcpy(at, line->search->x, sizeof at);
    at[line->j] = x;
    return lt_trial_run(trial, at) ? trial->y[line->i] : NAN;
}

static bool surveyed(const double *x, size_t count, double *y, void *data) {
    struct line *line = data;
    size_t n = line->search->found->n;
    double at[LT_SCAN_POINTS * LT_TRIAL_MAX] = {0}, all[LT_SCAN_POINTS * LT_TRIAL_MAX];
    for (size_t k = 0; k < count; k++) {
        memcpy(at + k * n, line->search->x, n * sizeof *at);
        at[k * n + line->j] = x[k];
    }
    if (!lt_trial_survey(&line->search->trial, at, count, all))
        return false;
    for (size_t k = 0; k < count; k++)
        y[k] = all[k * n + line->i];
    return true;
}

static double formal(double x, void *data) {
    struct line *line = data;
    double at[LT_TRIAL_MAX];
    memcpy(at, line->search->x, sizeof at);
    at[line->j] = x;
    return lt_trial_formal(&line->search->trial, at, line->i, &line->convention);
}

/* Never to separate takes the longest to see, and the law has been told apart by its other end. */
static bool agrees(struct line *line, const double *point, double bound) {
    if (point[1] == 0 && line->search->found->aims[line->i].target->result->slot == LT_R_E_N)
        return true;
    double y = simulated(point[0], line);
    return fabs(y - point[1]) <= bound * fabs(point[1]);
}

static struct lt_scan scan_of(struct line *line, double (*result)(double, void *)) {
    const struct lt_unknown *unknown = &line->search->found->unknowns[line->j];
    return (struct lt_scan){.result = result,
                            .survey = result == simulated ? surveyed : NULL,
                            .data = line,
                            .range = {unknown->range[0], unknown->range[1]},
                            .typical = typical(line->search, line->j),
                            .wanted = line->search->found->aims[line->i].wanted,
                            .rounding = result == formal ? 1e-14 : 1e-10};
}

/* By the closed form of the law alone, if there is one over all of the range and the law keeps to
 * it where it matters: at the ends of what it reaches and where the target is met. */
static bool scan_formally(struct line *line, struct lt_scan *scan) {
    *scan = scan_of(line, formal);
    bool as_run = line->search->trial.program.as_run;
    if (as_run || isnan(formal(line->search->x[line->j], line)))
        return false;
    lt_scan_range(scan);
    if (scan->missing || scan->is_flat || !agrees(line, scan->lowest, 1e-8) ||
        !agrees(line, scan->highest, 1e-8))
        return false;
    for (size_t k = 0; k < scan->n_roots; k++) {
        const double point[2] = {scan->roots[k], scan->wanted};
        if (!agrees(line, point, tolerance))
            return false;
    }
    return true;
}

/* ---- What stands in the way ------------------------------------------------------------------ */

static double slip_energy(const struct search *search) {
    const struct lt_program *program = &search->trial.program;
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *slip = lt_names_find(&names, "E_slip");
    return slip ? search->trial.values[slip->slot] : 0;
}

static bool is_tangential(const struct lt_name *result) {
    return result->slot == LT_R_E_T || result->slot == LT_R_E_T_CENTRE;
}

static bool unmoved(struct search *search, const struct lt_scan *scan, size_t i, size_t j) {
    const struct lt_aim *aim = &search->found->aims[i];
    const char *name = aim->target->name, *vary = search->found->unknowns[j].vary->name;
    const struct lt_name *result = aim->target->result;
    double from = scan->x[0], to = scan->x[scan->count - 1], y = scan->lowest[1];
    if (result->slot == LT_R_E_N && y == 0)
        return refuse(search->found,
                      "e_n is 0 with %s from %.6g to %.6g: the contact never separates", vary, from,
                      to);
    double slip = slip_energy(search);
    if (is_tangential(result) && slip > 0)
        return refuse(search->found,
                      "%s is %.12g whatever %s is, from %.6g to %.6g: the contact slides from "
                      "first to last (E_slip = %.4g J), and then friction, e_n and the angle "
                      "decide",
                      name, y, vary, from, to, slip);
    return refuse(search->found, "%s does not depend on %s: it is %.12g from %.6g to %.6g", name,
                  vary, y, from, to);
}

/* A root that the results are too rough for. */
static bool hidden(struct search *search, const struct lt_scan *scan, size_t i, size_t j) {
    const struct lt_aim *aim = &search->found->aims[i];
    struct lt_unknown *unknown = &search->found->unknowns[j];
    unknown->value = search->x[j] = scan->nearest[0];
    return refuse(
        search->found,
        "%s = %.10g is met to no better than %.1g, at %s = %.12g: runs close to it differ "
        "by as much, since not even the exact integrator knows the instant at which this "
        "law changes there any closer",
        aim->target->name, aim->wanted, fabs(scan->nearest[1] - aim->wanted), unknown->vary->name,
        unknown->value);
}

static bool out_of_reach(struct search *search, const struct lt_scan *scan, size_t i, size_t j) {
    const struct lt_aim *aim = &search->found->aims[i];
    struct lt_unknown *unknown = &search->found->unknowns[j];
    bool low = fabs(scan->lowest[1] - aim->wanted) < fabs(scan->highest[1] - aim->wanted);
    unknown->value = search->x[j] = low ? scan->lowest[0] : scan->highest[0];
    if (lt_scan_is_constant(scan))
        return unmoved(search, scan, i, j);
    bool inside = aim->wanted > scan->lowest[1] && aim->wanted < scan->highest[1];
    return refuse(search->found,
                  inside ? "%s = %.10g is not met: with %s from %.6g to %.6g it jumps across it, "
                           "between %.12g (at %s = %.6g) and %.12g (at %s = %.6g)"
                         : "%s = %.10g is out of reach: with %s from %.6g to %.6g it lies between "
                           "%.12g (at %s = %.6g) and %.12g (at %s = %.6g)",
                  aim->target->name, aim->wanted, unknown->vary->name, scan->x[0],
                  scan->x[scan->count - 1], scan->lowest[1], unknown->vary->name, scan->lowest[0],
                  scan->highest[1], unknown->vary->name, scan->highest[0]);
}

static bool nothing_there(struct search *search, size_t i, size_t j) {
    struct lt_calibration *found = search->found;
    const struct lt_unknown *unknown = &found->unknowns[j];
    if (search->trial.n_known > 0)
        return refuse(found, "%s has no value anywhere with %s from %.6g to %.6g: %s",
                      found->aims[i].target->name, unknown->vary->name, unknown->range[0],
                      unknown->range[1],
                      is_tangential(found->aims[i].target->result)
                          ? "nothing moves along the contact, or it never separates"
                      : search->trial.endless ? "the contact never separates"
                      : search->trial.why[0]  ? search->trial.why
                                              : "nothing moves that it could be measured by");
    found->run_failed = true;
    return refuse(found, "%.400s", search->trial.why);
}

/* More than one value: all are given, none is chosen. */
static bool ambiguous(struct search *search, const struct lt_scan *scan, size_t i, size_t j) {
    struct lt_calibration *found = search->found;
    struct lt_unknown *unknown = &found->unknowns[j];
    const char *name = found->aims[i].target->name, *vary = unknown->vary->name;
    const double *roots = scan->roots, *flat = scan->flat;
    unknown->value = search->x[j] = roots[0];
    if (scan->is_flat && found->aims[i].target->result->slot == LT_R_E_N && scan->wanted == 0)
        return refuse(found,
                      "e_n = 0 from %s = %.6g to %.6g: the contact never separates, and any "
                      "such value will do",
                      vary, flat[0], flat[1]);
    if (scan->is_flat)
        return refuse(found, "%s = %.10g at all of %s from %.6g to %.6g: any such value will do",
                      name, scan->wanted, vary, flat[0], flat[1]);
    unknown->n_roots = scan->n_roots;
    memcpy(unknown->roots, roots, sizeof unknown->roots);
    int length = snprintf(found->message, sizeof found->message, "%s = %.10g is met %zu times: at",
                          name, scan->wanted, scan->n_roots);
    for (size_t k = 0; k < scan->n_roots; k++)
        length += snprintf(found->message + length, sizeof found->message - (size_t)length,
                           "%s %s = %.12g",
                           k == 0                  ? ""
                           : k + 1 < scan->n_roots ? ","
                                                   : " and",
                           vary, roots[k]);
    snprintf(found->message + length, sizeof found->message - (size_t)length,
             "; give a range with one of them");
    return false;
}

/* Meet aim I by unknown J, the others being what they are. */
static bool solve_one(struct search *search, size_t i, size_t j) {
    struct lt_calibration *found = search->found;
    struct line line = {.search = search, .i = i, .j = j};
    struct lt_aim *aim = &found->aims[i];
    struct lt_unknown *unknown = &found->unknowns[j];
    struct lt_scan scan;
    search->formally = scan_formally(&line, &scan);
    if (!search->formally) {
        scan = scan_of(&line, simulated);
        lt_scan_range(&scan);
    }
    aim->by = j;
    found->iterations += scan.iterations;
    if (scan.count == 0) {
        aim->reachable[0] = INFINITY, aim->reachable[1] = -INFINITY;
        return nothing_there(search, i, j);
    }
    aim->reachable[0] = scan.lowest[1], aim->reached_at[0] = scan.lowest[0];
    aim->reachable[1] = scan.highest[1], aim->reached_at[1] = scan.highest[0];
    if (scan.n_roots == 0 && !isnan(scan.nearest[0]))
        return hidden(search, &scan, i, j);
    if (scan.n_roots == 0)
        return out_of_reach(search, &scan, i, j);
    if (scan.n_roots > 1)
        return ambiguous(search, &scan, i, j);
    unknown->value = search->x[j] = scan.roots[0];
    search->solved[j] = search->met[i] = true;
    return true;
}

/* ---- Several at once ------------------------------------------------------------------------- */

/* A place in the range of an unknown: 0 to 1, by its logarithm if it spans decades. */
static double place(const struct search *search, size_t j, double share) {
    const double *range = search->found->unknowns[j].range;
    double unit = typical(search, j), lo = range[0], hi = range[1];
    bool decades = lo > 0 ? hi / lo > 20 : !isfinite(hi) && lo == 0;
    if (!decades)
        return lo + share * ((isfinite(hi) ? hi : lo + 10 * unit) - lo);
    double low = lo > 0 ? lo : 1e-3 * unit, high = isfinite(hi) ? hi : 1e3 * unit;
    return low * pow(high / low, share);
}

static double share_of(const struct search *search, size_t j, double x) {
    double low = place(search, j, 0), middle = place(search, j, 0.5), high = place(search, j, 1);
    bool decades = fabs(middle - 0.5 * (low + high)) > 1e-6 * (high - low);
    return decades ? log(x / low) / log(high / low) : (x - low) / (high - low);
}

/* Does a result move when an unknown does? Looked at from a few places. */
static bool find_dependence(struct search *search) {
    size_t n = search->found->n;
    bool seen = false;
    for (int from = 0; from < 3; from++) {
        double base[LT_TRIAL_MAX], y[LT_TRIAL_MAX];
        for (size_t j = 0; j < n; j++)
            base[j] = from == 0 ? search->x[j] : place(search, j, from == 1 ? 0.15 : 0.4);
        if (!lt_trial_run(&search->trial, base))
            continue;
        memcpy(y, search->trial.y, sizeof y);
        for (size_t j = 0; j < n; j++) {
            double x[LT_TRIAL_MAX];
            memcpy(x, base, sizeof x);
            x[j] = place(search, j, from == 1 ? 0.3 : 0.2);
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
    return refuse(search->found, "%.400s", search->trial.why);
}

/* An aim that only one of the unknowns left moves, and that unknown. */
static bool find_next(const struct search *search, size_t *aim, size_t *unknown) {
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

/* The unknowns left, and the aims, for the solver: what is zero, over the places in the ranges. */
struct knot {
    struct search *search;
    size_t n, aims[LT_TRIAL_MAX], unknowns[LT_TRIAL_MAX];
};

static double miss(const struct lt_aim *aim, double y) {
    if (aim->wanted > 0)
        return y > 0 ? log(y / aim->wanted) : -10 + (y - aim->wanted) / aim->wanted;
    double scale = fabs(aim->wanted) > 0 ? fabs(aim->wanted) : 1;
    return (y - aim->wanted) / scale;
}

static bool place_all(const struct knot *knot, const double *shares, double *x) {
    memcpy(x, knot->search->x, LT_TRIAL_MAX * sizeof *x);
    for (size_t k = 0; k < knot->n; k++) {
        if (!(shares[k] >= 0 && shares[k] <= 1))
            return false;
        x[knot->unknowns[k]] = place(knot->search, knot->unknowns[k], shares[k]);
    }
    return true;
}

static double misses(struct knot *knot, const double *shares, double *out) {
    double x[LT_TRIAL_MAX], worst = 0;
    if (!place_all(knot, shares, x) || !lt_trial_run(&knot->search->trial, x))
        return NAN;
    for (size_t k = 0; k < knot->n; k++) {
        out[k] =
            miss(&knot->search->found->aims[knot->aims[k]], knot->search->trial.y[knot->aims[k]]);
        worst = isnan(out[k]) ? NAN : fmax(worst, fabs(out[k]));
        if (isnan(worst))
            break;
    }
    return worst;
}

static int misses_at(const gsl_vector *at, void *data, gsl_vector *f) {
    struct knot *knot = data;
    double shares[LT_TRIAL_MAX], out[LT_TRIAL_MAX];
    for (size_t k = 0; k < knot->n; k++)
        shares[k] = fmin(fmax(gsl_vector_get(at, k), 0), 1);
    if (isnan(misses(knot, shares, out)))
        return GSL_EFAILED;
    /* Beyond the range: as at its edge, and further off. */
    for (size_t k = 0; k < knot->n; k++) {
        double beyond = gsl_vector_get(at, k) - shares[k];
        gsl_vector_set(f, k, out[k] * (1 + fabs(beyond)));
    }
    return GSL_SUCCESS;
}

static bool descend(struct knot *knot, const double *start, double *shares) {
    gsl_multiroot_function f = {misses_at, knot->n, knot};
    gsl_multiroot_fsolver *solver =
        gsl_multiroot_fsolver_alloc(gsl_multiroot_fsolver_hybrids, knot->n);
    gsl_vector *at = gsl_vector_alloc(knot->n);
    double out[LT_TRIAL_MAX], worst = INFINITY;
    for (size_t k = 0; k < knot->n; k++)
        gsl_vector_set(at, k, start[k]);
    if (gsl_multiroot_fsolver_set(solver, &f, at) == GSL_SUCCESS)
        for (int i = 0; i < 60 && !(worst <= 0.01 * tolerance); i++) {
            if (gsl_multiroot_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            knot->search->found->iterations++;
            for (size_t k = 0; k < knot->n; k++)
                shares[k] = gsl_vector_get(solver->x, k);
            worst = misses(knot, shares, out);
        }
    gsl_vector_free(at);
    gsl_multiroot_fsolver_free(solver);
    return worst <= tolerance;
}

enum { GRID = 5, STARTS = 8, MOST_GRID = 125 };

/* What the results can be, on a grid of all unknowns left; the places that come nearest. */
static size_t survey(struct knot *knot, double starts[][LT_TRIAL_MAX]) {
    struct lt_calibration *found = knot->search->found;
    double best[STARTS];
    size_t n = 0, per = knot->n <= 3 ? GRID : 2, all = 1;
    for (size_t k = 0; k < knot->n && all < MOST_GRID; k++)
        all *= per;
    for (size_t p = 0; p < all; p++) {
        double shares[LT_TRIAL_MAX] = {0}, out[LT_TRIAL_MAX];
        size_t left = p;
        for (size_t k = 0; k < knot->n; k++, left /= per)
            shares[k] = ((double)(left % per) + 0.5) / (double)per;
        double worst = misses(knot, shares, out);
        if (isnan(worst))
            continue;
        for (size_t k = 0; k < knot->n; k++) {
            struct lt_aim *aim = &found->aims[knot->aims[k]];
            double y = knot->search->trial.y[knot->aims[k]];
            aim->reachable[0] = fmin(aim->reachable[0], y);
            aim->reachable[1] = fmax(aim->reachable[1], y);
        }
        bool full = n == STARTS;
        size_t at = full ? STARTS - 1 : n++;
        if (full && best[at] <= worst)
            continue;
        for (; at > 0 && best[at - 1] > worst; at--) {
            best[at] = best[at - 1];
            memcpy(starts[at], starts[at - 1], sizeof starts[at]);
        }
        best[at] = worst;
        memcpy(starts[at], shares, sizeof starts[at]);
    }
    return n;
}

static bool untied(struct knot *knot) {
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

static bool solve_together(struct search *search) {
    struct lt_calibration *found = search->found;
    struct knot knot = {.search = search};
    size_t n_aims = 0;
    for (size_t k = 0; k < found->n; k++) {
        if (!search->solved[k])
            knot.unknowns[knot.n++] = k;
        if (!search->met[k])
            knot.aims[n_aims++] = k;
    }
    for (size_t k = 0; k < knot.n; k++) {
        struct lt_aim *aim = &found->aims[knot.aims[k]];
        aim->by = found->n;
        aim->reachable[0] = INFINITY;
        aim->reachable[1] = -INFINITY;
    }
    double starts[STARTS][LT_TRIAL_MAX], shares[LT_TRIAL_MAX], own[LT_TRIAL_MAX];
    for (size_t k = 0; k < knot.n; k++)
        own[k] = share_of(search, knot.unknowns[k], search->x[knot.unknowns[k]]);
    size_t n = survey(&knot, starts);
    bool done = descend(&knot, own, shares);
    for (size_t k = 0; k < n && !done; k++)
        done = descend(&knot, starts[k], shares);
    if (!done)
        return n > 0 ? untied(&knot) : nothing_there(search, knot.aims[0], knot.unknowns[0]);
    double x[LT_TRIAL_MAX];
    place_all(&knot, shares, x);
    memcpy(search->x, x, sizeof x);
    for (size_t k = 0; k < knot.n; k++) {
        found->unknowns[knot.unknowns[k]].value = x[knot.unknowns[k]];
        search->solved[knot.unknowns[k]] = search->met[knot.aims[k]] = true;
    }
    return true;
}

/* An aim that none of the unknowns left moves. */
static bool is_idle(struct search *search) {
    struct lt_calibration *found = search->found;
    for (size_t i = 0; i < found->n; i++) {
        bool moved = search->met[i];
        for (size_t j = 0; j < found->n; j++)
            moved |= search->depends[i][j] && !search->solved[j];
        if (moved)
            continue;
        struct lt_trial *trial = &search->trial;
        bool ran = lt_trial_run(trial, search->x);
        refuse(found, "%s = %.10g cannot be met: nothing that is left to vary moves it from %.12g",
               found->aims[i].target->name, found->aims[i].wanted, ran ? trial->y[i] : NAN);
        double slip = slip_energy(search);
        size_t length = strlen(found->message);
        if (is_tangential(found->aims[i].target->result) && slip > 0)
            snprintf(found->message + length, sizeof found->message - length,
                     " (the contact slides, E_slip = %.4g J: friction, e_n and the angle decide)",
                     slip);
        return true;
    }
    return false;
}

/* Each aim that one unknown alone moves is met by that; what is left, all at once. */
static bool solve(struct search *search) {
    size_t n = search->found->n, i, j, done = 0;
    if (n == 1)
        return solve_one(search, 0, 0);
    if (!find_dependence(search))
        return false;
    for (; done < n; done++) {
        if (is_idle(search))
            return false;
        if (!find_next(search, &i, &j))
            return solve_together(search);
        if (!solve_one(search, i, j))
            return false;
    }
    return true;
}

/* ---- What was found -------------------------------------------------------------------------- */

static bool is_met(const struct lt_aim *aim, double y, double *excess) {
    double width = aim->reachable[1] - aim->reachable[0];
    double scale = aim->wanted != 0 ? fabs(aim->wanted) : 1e-3 * width;
    *excess = fabs(y - aim->wanted) / scale;
    return fabs(y - aim->wanted) <= tolerance * scale;
}

/* Where friction slips, the instant at which it ends is known the worst: another look. */
static bool is_steady(struct search *search) {
    struct lt_calibration *found = search->found;
    double y[LT_TRIAL_MAX], excess;
    if (search->trial.program.as_run || search->trial.extrapolated || !(slip_energy(search) > 0))
        return true;
    if (!lt_trial_again(&search->trial, y))
        return false;
    for (size_t i = 0; i < found->n; i++) {
        const struct lt_aim *aim = &found->aims[i];
        double off = fabs(y[i] - aim->wanted);
        if (is_met(aim, y[i], &excess))
            continue;
        if (!(excess <= 10 * tolerance))
            return refuse(found,
                          "%s = %.10g is met to no better than %.1g: runs with other samples "
                          "differ by as much, since the instant at which slip ends is not known "
                          "any closer",
                          aim->target->name, aim->wanted, off);
        snprintf(found->doubt, sizeof found->doubt,
                 "%s to about %.1g: the instant at which slip ends is not known any closer",
                 aim->target->name, off);
    }
    return true;
}

/* Run with what was found, to see that it does what is wanted. */
static void confirm(struct search *search) {
    struct lt_calibration *found = search->found;
    double worst = -1;
    bool all = lt_trial_run(&search->trial, search->x);
    for (size_t i = 0; i < found->n && all; i++)
        found->aims[i].achieved = search->trial.y[i];
    for (size_t i = 0; i < found->n; i++) {
        struct lt_aim *aim = &found->aims[i];
        double excess = NAN;
        all &= is_met(aim, aim->achieved, &excess);
        if (worst < 0 || excess > worst)
            found->residual = aim->achieved - aim->wanted;
        worst = fmax(worst, excess);
    }
    found->converged = found->converged && all && is_steady(search);
    if (!found->converged)
        return;
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

/* The closed form of the law, solved near what was found. */
static void compare(struct search *search) {
    struct lt_calibration *found = search->found;
    for (size_t i = 0; i < found->n; i++) {
        if (found->aims[i].by == found->n)
            continue;
        struct lt_unknown *unknown = &found->unknowns[found->aims[i].by];
        struct line line = {.search = search, .i = i, .j = found->aims[i].by};
        if (isnan(formal(unknown->value, &line)))
            continue;
        unknown->convention = line.convention;
        struct lt_scan scan = scan_of(&line, formal);
        double unit = fmax(fabs(unknown->value), 1e-3 * typical(search, line.j));
        for (double width = 1e-3; width < 10 && scan.n_roots == 0; width *= 10) {
            scan.range[0] = fmax(unknown->range[0], unknown->value - width * unit);
            scan.range[1] = fmin(unknown->range[1], unknown->value + width * unit);
            lt_scan_range(&scan);
        }
        if (scan.n_roots == 1)
            unknown->closed_form = scan.roots[0];
    }
}

/* The slope at AT of the parabola through it and two others. */
static double slope(double at, double y, const double *x, const double *others) {
    double a = x[0] - at, b = x[1] - at, by_a = (others[0] - y) / a, by_b = (others[1] - y) / b;
    return (by_a * b - by_b * a) / (b - a);
}

/* One unknown, by the closed form that the law has been seen to keep to. */
static bool find_formal_slope(struct search *search) {
    struct line line = {.search = search};
    double at = search->x[0], h = 1e-4 * fabs(at);
    const double x[2] = {at - h, at + h}, *range = search->found->unknowns[0].range;
    if (search->found->n > 1 || !search->formally || !(x[0] >= range[0] && x[1] <= range[1]))
        return false;
    const double y[2] = {formal(x[0], &line), formal(x[1], &line)};
    search->found->sensitivity[0][0] = slope(at, formal(at, &line), x, y);
    return isfinite(search->found->sensitivity[0][0]);
}

/* One unknown: from runs near by that the search has made. */
static bool find_slope(struct search *search) {
    const struct lt_trial *trial = &search->trial;
    double at = search->x[0], x[2] = {INFINITY, INFINITY}, y[2];
    double unit = fabs(at), nearest = 1e-6 * unit, farthest = 0.02 * unit;
    for (size_t k = 0; k < trial->n_known; k++) {
        const double *run = trial->known + 2 * k;
        double way = fabs(run[0] - at);
        if (!(way >= nearest && way <= farthest) || isnan(run[1]) || way >= fabs(x[1] - at))
            continue;
        bool first = way < fabs(x[0] - at);
        if (first)
            x[1] = x[0], y[1] = y[0];
        x[!first] = run[0], y[!first] = run[1];
    }
    if (search->found->n > 1 || !isfinite(x[1]) || fabs(x[1] - x[0]) < nearest)
        return false;
    search->found->sensitivity[0][0] = slope(at, search->found->aims[0].achieved, x, y);
    return true;
}

/* Slopes by differences: on both sides, or at an end of the range by three points on one. */
static void find_slopes(struct search *search) {
    struct lt_calibration *found = search->found;
    if (find_formal_slope(search) || find_slope(search))
        return;
    for (size_t j = 0; j < found->n; j++) {
        const double *range = found->unknowns[j].range;
        double x[LT_TRIAL_MAX], y[3][LT_TRIAL_MAX], at = search->x[j];
        double h = 1e-4 * (at != 0 ? fabs(at) : 0.1 * typical(search, j));
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

/* What the uncertainties of the targets make of the parameters': dx = J^-1 dy, added in squares. */
static void find_uncertainty(struct lt_calibration *found) {
    size_t n = found->n;
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= found->aims[i].uncertainty > 0;
    if (!any)
        return;
    gsl_matrix *jacobian = gsl_matrix_alloc(n, n), *inverse = gsl_matrix_alloc(n, n);
    gsl_permutation *order = gsl_permutation_alloc(n);
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
    for (size_t j = 0; j < n && ok; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) {
            double share = gsl_matrix_get(inverse, j, i) * found->aims[i].uncertainty;
            sum += share * share;
        }
        found->unknowns[j].uncertainty = sqrt(sum);
    }
    gsl_permutation_free(order);
    gsl_matrix_free(inverse);
    gsl_matrix_free(jacobian);
}

/* Laws that the exact integrator crosses with plain steps: how good is what was met? */
static void find_doubt(struct search *search) {
    struct lt_calibration *found = search->found;
    int length = 0;
    for (size_t i = 0; i < found->n && search->trial.extrapolated && length < 150; i++) {
        if (!lt_trial_run(&search->trial, search->x))
            return;
        length += snprintf(found->doubt + length, sizeof found->doubt - (size_t)length,
                           "%s%s to about %.1g", i ? ", " : "", found->aims[i].target->name,
                           lt_trial_doubt(&search->trial, i));
    }
    if (length > 0)
        snprintf(found->doubt + length, sizeof found->doubt - (size_t)length,
                 ": the law has no smooth stretches, and plain steps were extrapolated");
}

/* ---- The whole ------------------------------------------------------------------------------- */

static bool prepare(struct search *search, const struct lt_vary *vary,
                    const struct lt_target *targets, const struct lt_program *program,
                    const volatile int *interrupted, struct lt_arena *arena) {
    struct lt_calibration *found = search->found;
    const struct lt_name *unknowns[LT_TRIAL_MAX], *results[LT_TRIAL_MAX];
    for (size_t k = 0; k < found->n; k++) {
        unknowns[k] = vary[k].target;
        results[k] = targets[k].result;
        found->unknowns[k] = (struct lt_unknown){
            .vary = &vary[k], .value = NAN, .closed_form = NAN, .uncertainty = NAN};
        found->aims[k] = (struct lt_aim){.target = &targets[k],
                                         .wanted = NAN,
                                         .uncertainty = targets[k].uncertainty,
                                         .achieved = NAN,
                                         .by = k,
                                         .reachable = {NAN, NAN},
                                         .reached_at = {NAN, NAN}};
        range_of(program, &vary[k], found->unknowns[k].range);
        for (size_t j = 0; j < found->n; j++)
            found->sensitivity[k][j] = NAN;
    }
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
    return ok || refuse(found, "%.400s", search->trial.why);
}

struct lt_calibration lt_calibrate(const struct lt_program *program, const struct lt_vary *vary,
                                   const struct lt_target *targets, size_t n,
                                   const volatile int *interrupted) {
    struct lt_calibration found = {.n = n, .residual = NAN};
    struct lt_arena *arena = lt_arena_new();
    struct search search = {.found = &found};
    if (prepare(&search, vary, targets, program, interrupted, arena)) {
        found.converged = solve(&search);
        if (!found.run_failed)
            confirm(&search);
        if (found.converged) {
            compare(&search);
            find_slopes(&search);
            find_uncertainty(&found);
            find_doubt(&search);
        }
    }
    found.evaluations = search.trial.runs;
    found.averaged = search.trial.averaged;
    found.extrapolated = search.trial.extrapolated;
    lt_trial_end(&search.trial);
    lt_arena_free(arena);
    return found;
}
