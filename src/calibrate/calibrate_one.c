/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate_one.c: one target reached by one parameter, or the reason why it cannot be. */
#include "calibrate/calibrating.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct line {
    struct lt_search *search;
    size_t i, j; /* aim, unknown */
    const char *convention;
};

/* The result by a run with the unknown at X, in its unit, and the others as in the search; NAN: the
 * run failed. DATA: struct line. A callback of the scan. */
static double simulated_value(double x, void *data) {
    struct line *line = data;
    struct lt_trial *trial = &line->search->trial;
    double at[LT_TRIAL_MAX];
    memcpy(at, line->search->x, sizeof at);
    at[line->j] = x;
    return lt_trial_run(trial, at) ? trial->y[line->i] : NAN;
}

/* The result with the unknown at X, in its unit, as the mean of few entry phases, with a bound of
 * its error in *ERROR, in the result's unit: faster than the full mean. NAN: there is none. DATA:
 * struct line. A callback of the scan. */
static double few_value(double x, double *error, void *data) {
    struct line *line = data;
    double at[LT_TRIAL_MAX];
    memcpy(at, line->search->x, sizeof at);
    at[line->j] = x;
    return lt_trial_few(&line->search->trial, at, line->i, error);
}

/* The result with the unknown at X, in its unit, by the law's closed form; NAN: it has none there.
 * DATA: struct line, whose convention is set to that of the form. A callback of the scan. */
static double formal_value(double x, void *data) {
    struct line *line = data;
    double at[LT_TRIAL_MAX];
    memcpy(at, line->search->x, sizeof at);
    at[line->j] = x;
    return lt_trial_formal(&line->search->trial, at, line->i, &line->convention);
}

/* Returns true if a run at x = point[0] confirms the closed form's result point[1] within the
 * relative tolerance BOUND. */
static bool agrees_at(struct line *line, const double *point, double bound) {
    double y = simulated_value(point[0], line);
    return fabs(y - point[1]) <= bound * fabs(point[1]);
}

/* Prepares the scan of one target over the range of one unknown, by RESULT: simulated_value or
 * formal_value. Means over the entry phase also get a faster, rough function. */
static struct lt_scan scan_of(struct line *line, double (*result)(double, void *)) {
    const struct lt_unknown *unknown = &line->search->found->unknowns[line->j];
    const struct lt_trial *trial = &line->search->trial;
    const bool means = trial->program.as_run && trial->program.motion.integrator != LT_EXACT &&
                       trial->results[line->i]->kind != LT_NAME_BAND;
    return (struct lt_scan){.result = result,
                            .rough = means && result != formal_value ? few_value : NULL,
                            .data = line,
                            .range = {unknown->range[0], unknown->range[1]},
                            .typical = lt_calibrate_typical(line->search, line->j),
                            .wanted = line->search->found->aims[line->i].wanted,
                            .accuracy = result == formal_value ? LT_TRIAL_ROUNDING
                                                               : lt_trial_accuracy(trial),
                            /* A tenth of what a restitution can be measured to; codes jump by the
                             * step in which the contact ends. */
                            .jump = fmax(1e-4, lt_calibrate_slack(line->search))};
}

/* Scans the law's closed form in place of runs. Returns true if it covers the whole range and runs
 * confirm it where it matters: at the ends of the reachable interval and at each root. */
static bool scan_formally(struct line *line, struct lt_scan *scan) {
    *scan = scan_of(line, formal_value);
    bool as_run = line->search->trial.program.as_run;
    if (as_run || isnan(formal_value(line->search->x[line->j], line)))
        return false;
    lt_scan_range(scan);
    if (scan->missing || scan->is_flat || !agrees_at(line, scan->lowest, 1e-8) ||
        !agrees_at(line, scan->highest, 1e-8))
        return false;
    for (size_t k = 0; k < scan->n_roots; k++) {
        const double point[2] = {scan->roots[k], scan->wanted};
        if (!agrees_at(line, point, LT_CALIBRATE_TOLERANCE))
            return false;
    }
    return true;
}

/* ---- What stands in the way ------------------------------------------------------------------ */

/* Returns true if a FORMULA depends on the let NAME, directly or through other lets; false if it
 * does not, or is NULL. */
static bool reaches_let(const struct lt_program *program, const struct lt_formula *formula,
                        const struct lt_name *name) {
    if (formula && formula->slot == name->slot)
        return true;
    for (size_t i = 0; formula && i < formula->n_used; i++) {
        const struct lt_name *used = formula->used[i];
        if (used->slot == name->slot)
            return true;
        if (used->kind == LT_NAME_LET &&
            reaches_let(program, program->lets[used->slot - program->names->lets].formula, name))
            return true;
    }
    return false;
}

/* End of the message that a target does not depend on the let NAME: advises --as-run if settings of
 * discrete steps alone depend on it, such as the time step; else "". */
static const char *advice_on(const struct lt_search *search, const struct lt_name *name) {
    const struct lt_program *program = &search->trial.program;
    const struct lt_motion *motion = &program->motion;
    bool of_steps = reaches_let(program, motion->dt, name) ||
                    reaches_let(program, motion->phase.formula, name) ||
                    reaches_let(program, motion->damping.formula, name) ||
                    reaches_let(program, motion->smooth.formula, name);
    return of_steps && !program->as_run && !program->host
               ? " in the limit of short steps, which calibrate uses; --as-run uses the integrator "
                 "and time step of motion"
               : "";
}

/* Writes that target I does not depend on unknown J, and why: the contact never separates, or it
 * slides throughout. Returns false. */
static bool report_no_effect(struct lt_search *search, const struct lt_scan *scan, size_t i,
                             size_t j) {
    const struct lt_aim *aim = &search->found->aims[i];
    const char *name = aim->target->name, *vary = search->found->unknowns[j].vary->name;
    const struct lt_name *result = aim->target->result;
    double from = scan->x[0], to = scan->x[scan->count - 1], y = scan->lowest[1];
    if (result->slot == LT_R_E_N && y == 0)
        return lt_calibrate_refuse(
            search->found, "e_n is 0 with %s from %.6g to %.6g: the contact never separates", vary,
            from, to);
    double slip = lt_calibrate_slip_energy(search);
    if (lt_calibrate_is_tangential(result) && slip > 0)
        return lt_calibrate_refuse(
            search->found,
            "%s is %.12g for every %s from %.6g to %.6g: the contact slides throughout (E_slip = "
            "%.4g J), and then only friction, e_n and the angle "
            "decide",
            name, y, vary, from, to, slip);
    return lt_calibrate_refuse(
        search->found, "%s does not depend on %s: it is %.12g from %.6g to %.6g%s", name, vary, y,
        from, to, advice_on(search, search->found->unknowns[j].vary->target));
}

/* Handles a root that cannot be resolved because results jump nearby: sets unknown J to the nearest
 * place. Returns true, with a remark on the accuracy in found->doubt, if the result there is within
 * the slack of target I; else false, with a message. */
static bool is_hidden_root(struct lt_search *search, const struct lt_scan *scan, size_t i,
                           size_t j) {
    const struct lt_aim *aim = &search->found->aims[i];
    struct lt_unknown *unknown = &search->found->unknowns[j];
    double excess;
    unknown->value = search->x[j] = scan->nearest[0];
    if (lt_calibrate_is_met(aim, scan->nearest[1], &excess) ||
        excess <= lt_calibrate_slack(search)) {
        lt_calibrate_doubt(search->found, i, scan->nearest[1],
                           search->trial.program.host             ? LT_CALIBRATE_OF_STEPS
                           : lt_calibrate_slip_energy(search) > 0 ? LT_CALIBRATE_OF_SLIP
                                                                  : LT_CALIBRATE_OF_BRANCH);
        return search->solved[j] = search->met[i] = true;
    }
    return lt_calibrate_refuse(
        search->found,
        "%s = %.10g is met only to within %.1g, at %s = %.12g: runs close to it differ by that "
        "much, because even the exact integrator cannot locate the instant more precisely at which "
        "the law or a formula changes branch",
        aim->target->name, aim->wanted, fabs(scan->nearest[1] - aim->wanted), unknown->vary->name,
        unknown->value);
}

/* Appends to TEXT, of SIZE bytes, the value of the other tangential coefficient of restitution:
 * that of the contact point (e_t) and that of the centres (e_t_centre) are often confused. */
static void add_other(struct lt_search *search, const struct lt_aim *aim, char *text, size_t size) {
    const struct lt_name *own = aim->target->result;
    bool of_point = own->slot == LT_R_E_T;
    double other = search->trial.values[of_point ? LT_R_E_T_CENTRE : LT_R_E_T];
    size_t length = strlen(text);
    if (isfinite(other))
        snprintf(text + length, size - length,
                 of_point ? "; e_t is that of the contact point; did you mean e_t_centre, that of "
                            "the centres, as measured by Kharaz et al.? It is %.6g in the last run"
                          : "; e_t_centre is that of the centres; did you mean e_t, that of the "
                            "contact point? It is %.6g in the last run",
                 other);
}

/* Writes that target I lies outside the results that unknown J gives, or that these jump over it,
 * and sets the unknown to the end with the nearest result. Returns false. */
static bool out_of_reach(struct lt_search *search, const struct lt_scan *scan, size_t i, size_t j) {
    const struct lt_aim *aim = &search->found->aims[i];
    struct lt_unknown *unknown = &search->found->unknowns[j];
    bool low = fabs(scan->lowest[1] - aim->wanted) < fabs(scan->highest[1] - aim->wanted);
    unknown->value = search->x[j] = low ? scan->lowest[0] : scan->highest[0];
    if (lt_scan_is_constant(scan))
        return report_no_effect(search, scan, i, j);
    /* Add where the result has no value, and why. */
    char ends[400] = "";
    const char *limited =
        search->trial.limited ? ": a stage does not end within its max_steps" : "";
    if (!isnan(aim->ends[0]))
        snprintf(ends, sizeof ends, "; below %.6g it has no value%s", aim->ends[0], limited);
    if (!isnan(aim->ends[1]))
        snprintf(ends + strlen(ends), sizeof ends - strlen(ends), "; above %.6g it has no value%s",
                 aim->ends[1], limited);
    const char *why = search->trial.why; /* of the last run that failed */
    if (ends[0] && why[0] && search->found->in_steps)
        snprintf(ends + strlen(ends), sizeof ends - strlen(ends), " (%.*s)",
                 (int)strcspn(why, ";\n"), why);
    /* Inside the range of results: not out of reach, but in a gap that the result jumps over. */
    bool inside = aim->wanted > scan->lowest[1] && aim->wanted < scan->highest[1];
    if (!inside && lt_calibrate_is_tangential(aim->target->result))
        add_other(search, aim, ends, sizeof ends);
    return lt_calibrate_refuse(
        search->found,
        inside ? "%s = %.10g is not met: with %s from %.6g to %.6g the result jumps over it, "
                 "between %.12g (at %s = %.6g) and %.12g (at %s = %.6g)%s"
               : "%s = %.10g is out of reach: with %s from %.6g to %.6g it lies between "
                 "%.12g (at %s = %.6g) and %.12g (at %s = %.6g)%s",
        aim->target->name, aim->wanted, unknown->vary->name, scan->x[0], scan->x[scan->count - 1],
        scan->lowest[1], unknown->vary->name, scan->lowest[0], scan->highest[1],
        unknown->vary->name, scan->highest[0], ends);
}

/* Writes that target I has no value anywhere in the range of unknown J, with the likely reason, or
 * that no run succeeded. Returns false. */
bool lt_calibrate_one_nothing_there(struct lt_search *search, size_t i, size_t j) {
    struct lt_calibration *found = search->found;
    const struct lt_unknown *unknown = &found->unknowns[j];
    if (search->trial.n_known > 0)
        return lt_calibrate_refuse(
            found, "%s has no value anywhere with %s from %.6g to %.6g: %s",
            found->aims[i].target->name, unknown->vary->name, unknown->range[0], unknown->range[1],
            lt_calibrate_is_tangential(found->aims[i].target->result)
                ? "there is no tangential motion, or the contact never separates"
            : search->trial.endless ? "the contact never separates"
            : search->trial.why[0]  ? search->trial.why
                                    : "there is no motion to measure it by");
    found->run_failed = true;
    return lt_calibrate_refuse(found, "%.400s", search->trial.why);
}

/* Lists all values of unknown J that meet target I, or the interval in which all do. None of them
 * is chosen; the first is kept for the report. Returns false. */
static bool report_ambiguous(struct lt_search *search, const struct lt_scan *scan, size_t i,
                             size_t j) {
    struct lt_calibration *found = search->found;
    struct lt_unknown *unknown = &found->unknowns[j];
    const char *name = found->aims[i].target->name, *vary = unknown->vary->name;
    const double *roots = scan->roots, *flat = scan->flat;
    unknown->value = search->x[j] = roots[0];
    if (scan->is_flat && found->aims[i].target->result->slot == LT_R_E_N && scan->wanted == 0)
        return lt_calibrate_refuse(found,
                                   "e_n = 0 from %s = %.6g to %.6g: the contact never separates; "
                                   "any such value meets the target",
                                   vary, flat[0], flat[1]);
    if (scan->is_flat)
        return lt_calibrate_refuse(
            found, "%s = %.10g for every %s from %.6g to %.6g: any such value meets the target",
            name, scan->wanted, vary, flat[0], flat[1]);
    unknown->n_roots = scan->n_roots;
    memcpy(unknown->roots, roots, sizeof unknown->roots);
    const int room = sizeof found->message;
    int length =
        snprintf(found->message, sizeof found->message, "%s = %.10g is met %s%zu times: at", name,
                 scan->wanted, scan->more_roots ? "more than " : "", scan->n_roots);
    for (size_t k = 0; k < scan->n_roots && length < room; k++)
        length += snprintf(found->message + length, sizeof found->message - (size_t)length,
                           "%s %s = %.12g",
                           k == 0                  ? ""
                           : k + 1 < scan->n_roots ? ","
                                                   : " and",
                           vary, roots[k]);
    if (length < room)
        snprintf(found->message + length, sizeof found->message - (size_t)length,
                 "; give a range with one of them");
    return false;
}

/* ---- The longest time step ------------------------------------------------------------------- */

/* Returns true if the longest time step is sought: unknown J is dt and target I a band over the
 * entry phase. Since the band rises and falls with dt, the solution is then not a single root but
 * the longest step below which no shorter one misses the target. */
static bool is_longest_step(const struct lt_search *search, size_t i, size_t j) {
    const struct lt_formula *dt = search->trial.program.motion.dt;
    return search->found->aims[i].target->result->kind == LT_NAME_BAND && dt &&
           dt->slot == search->found->unknowns[j].vary->target->slot;
}

/* Writes why the scan, whose outcome is HOW, found no longest time step within the band, and sets
 * unknown J to the step, s, that the message is about. Returns false. */
static bool refuse_longest_step(struct lt_search *search, const struct lt_scan *scan,
                                enum lt_scan_first how, size_t i, size_t j) {
    struct lt_calibration *found = search->found;
    const struct lt_aim *aim = &found->aims[i];
    struct lt_unknown *unknown = &found->unknowns[j];
    const char *name = aim->target->name, *vary = unknown->vary->name;
    const double *range = unknown->range;
    if (scan->count == 0)
        return lt_calibrate_one_nothing_there(search, i, j);
    /* All steps are right; none is; the range begins too late; the result jumps. */
    switch (how) {
    case LT_FIRST_NEVER:
        unknown->value = search->x[j] = range[1];
        return lt_calibrate_refuse(
            found,
            "%s = %.10g is not reached: every %s from %.6g to %.6g is right, as it lies between "
            "%.10g and %.10g",
            name, aim->wanted, vary, range[0], range[1], scan->lowest[1], scan->highest[1]);
    case LT_FIRST_NOT:
        unknown->value = search->x[j] = range[0];
        return lt_calibrate_refuse(
            found,
            "%s is %.10g at %s = %.6g already, the lower end of the range: let it begin with "
            "shorter steps, or take a target that they can meet; with them %s comes to what "
            "'integrator: exact' gives",
            name, scan->y[0], vary, range[0], name);
    case LT_FIRST_BEYOND:
        unknown->value = search->x[j] = range[0];
        return lt_calibrate_refuse(
            found,
            "%s = %.10g may be passed by %s below %.6g, the lower end of the range, too: let it "
            "begin with shorter steps",
            name, aim->wanted, vary, range[0]);
    default:
        unknown->value = search->x[j] = scan->nearest[0];
        return lt_calibrate_refuse(
            found,
            "%s = %.10g is not met: up to %s = %.10g it is right, %.10g there, and longer steps "
            "jump over it or have no value%s%s",
            name, aim->wanted, vary, scan->nearest[0], scan->nearest[1],
            search->trial.why[0] ? ": " : "", search->trial.why);
    }
}

/* Finds the longest time step, s, (unknown J) at which the band (target I) still meets the target,
 * as do all shorter ones in the range. Returns true and sets the unknown, or returns false, with a
 * message, if there is none. */
static bool find_longest_step(struct lt_search *search, size_t i, size_t j) {
    struct lt_calibration *found = search->found;
    struct line line = {.search = search, .i = i, .j = j};
    struct lt_aim *aim = &found->aims[i];
    struct lt_unknown *unknown = &found->unknowns[j];
    struct lt_scan scan = scan_of(&line, simulated_value);
    const enum lt_band end = lt_names_band(aim->target->result);
    /* A run at the shortest step gives the duration of the contact. */
    simulated_value(unknown->range[0], &line);
    const enum lt_scan_first how = lt_scan_first(&scan, search->trial.values[LT_R_T_CONTACT],
                                                 end == LT_BAND_HIGH  ? 1
                                                 : end == LT_BAND_LOW ? -1
                                                                      : 0);
    aim->by = j;
    found->iterations += scan.iterations;
    aim->reachable[0] = scan.lowest[1], aim->reached_at[0] = scan.lowest[0];
    aim->reachable[1] = scan.highest[1], aim->reached_at[1] = scan.highest[0];
    if (how != LT_FIRST_FOUND)
        return refuse_longest_step(search, &scan, how, i, j);
    unknown->from = unknown->range[0];
    unknown->value = search->x[j] = scan.roots[0];
    return search->solved[j] = search->met[i] = true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Meets target I by unknown J with the other unknowns fixed: scans the range by the closed form or
 * by runs, and takes the root. Returns true if there is exactly one, and sets the unknown; false,
 * with a message, if there is none or more than one. */
bool lt_calibrate_one(struct lt_search *search, size_t i, size_t j) {
    if (is_longest_step(search, i, j))
        return find_longest_step(search, i, j);

    struct lt_calibration *found = search->found;
    struct line line = {.search = search, .i = i, .j = j};
    struct lt_aim *aim = &found->aims[i];
    struct lt_unknown *unknown = &found->unknowns[j];
    struct lt_scan scan;
    search->formally = scan_formally(&line, &scan);
    if (!search->formally) {
        bool extrapolated;
        do { /* once a run needs it, all of them are extrapolated: from the first point on */
            extrapolated = search->trial.extrapolated;
            scan = scan_of(&line, simulated_value);
            lt_scan_range(&scan);
        } while (search->trial.extrapolated != extrapolated);
    }
    /* Report the range of results, and below and above which values of the unknown there are
     * none. */
    aim->by = j;
    found->iterations += scan.iterations;
    if (scan.count == 0) {
        aim->reachable[0] = INFINITY, aim->reachable[1] = -INFINITY;
        return lt_calibrate_one_nothing_there(search, i, j);
    }
    aim->reachable[0] = scan.lowest[1], aim->reached_at[0] = scan.lowest[0];
    aim->reachable[1] = scan.highest[1], aim->reached_at[1] = scan.highest[0];
    aim->ends[0] = isnan(scan.none[0]) ? NAN : scan.x[0];
    aim->ends[1] = isnan(scan.none[1]) ? NAN : scan.x[scan.count - 1];
    /* No root, though the result jumps over the target by little only; no root at all; several. */
    if (scan.n_roots == 0 && !isnan(scan.nearest[0]))
        return is_hidden_root(search, &scan, i, j);
    if (scan.n_roots == 0)
        return out_of_reach(search, &scan, i, j);
    if (scan.n_roots > 1)
        return report_ambiguous(search, &scan, i, j);
    unknown->value = search->x[j] = scan.roots[0];
    search->solved[j] = search->met[i] = true;
    return true;
}

/* Adds a warning to found->cautions if the closed form's result FORMAL for target I differs from
 * that of the run by more than both are accurate to: 1e-7 relative, or 1e-3 if results are in doubt
 * or extrapolated. None with discrete steps, for which no closed form holds. */
static void caution_of_form(struct lt_search *search, size_t i, double formal) {
    struct lt_calibration *found = search->found;
    const struct lt_aim *aim = &found->aims[i];
    const double accuracy = found->doubt[0] || search->trial.extrapolated ? 1e-3 : 1e-7;
    if (found->in_steps || fabs(formal - aim->achieved) <= accuracy * lt_calibrate_scale(aim))
        return;
    snprintf(found->cautions[found->n_cautions++], sizeof *found->cautions,
             "the closed form gives %s = %.6g there, and the run %.6g: the run has what the closed "
             "form leaves out, such as gravity or a start in contact",
             aim->target->name, formal, aim->achieved);
}

/* For each target that one unknown meets, solves the law's closed form near the solution, and sets
 * unknown->closed_form and its convention for comparison in the report. It is not solved again if
 * the solution comes from it. */
void lt_calibrate_one_compare(struct lt_search *search) {
    struct lt_calibration *found = search->found;
    for (size_t i = 0; i < found->n; i++) {
        if (found->aims[i].by == found->n)
            continue;
        struct lt_unknown *unknown = &found->unknowns[found->aims[i].by];
        struct line line = {.search = search, .i = i, .j = found->aims[i].by};
        if (isnan(formal_value(unknown->value, &line)))
            continue;
        unknown->convention = line.convention;
        if (search->formally && found->n == 1) {
            unknown->closed_form = unknown->value;
            continue;
        }
        struct lt_scan scan = scan_of(&line, formal_value);
        double unit = fmax(fabs(unknown->value), 1e-3 * lt_calibrate_typical(search, line.j));
        /* Widen the range around the solution, by a factor of ten each time, until it has a
         * root. */
        for (double width = 1e-3; width < 10 && scan.n_roots == 0; width *= 10) {
            scan.range[0] = fmax(unknown->range[0], unknown->value - width * unit);
            scan.range[1] = fmin(unknown->range[1], unknown->value + width * unit);
            lt_scan_range(&scan);
        }
        if (scan.n_roots == 1)
            unknown->closed_form = scan.roots[0];
        caution_of_form(search, i, formal_value(unknown->value, &line));
    }
}
