/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_exact.c: sampling the exact solution, and ending a stage at the instant. */
#include "run/running.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STRIDE = 200 /* samples that nobody looks at */, CORNERS = 4 /* rows within a sample */ };
/* Rows of kinks are further apart, in samples: slip that hardly moves seems to end more than once.
 */
static const double apart = 1e-6;
/* Segments of a sample: what events may take, and each of the longest basic steps in it. */
static const double patience = 5000, segments_each = 20, segments_most = 5e4;

/* Velocities that jump drag the free ones along. */
static bool jump_contact(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    double *v = setup->values + LT_VN, none[LT_DOFS] = {0}, old[LT_DOFS], drive[LT_DOFS];
    lt_loading_initial(&run->loading, v);
    memcpy(old, v, sizeof old);
    if (!lt_loading_velocity(&run->loading, 0, v))
        return lt_run_fail_here(run, setup->why);
    lt_motion_kick(&run->loading.inertia, none, 1, old, v, drive);
    return true;
}

static bool jump_bodies(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    double change[LT_VELOCITIES];
    memcpy(run->leap.behind, setup->values + LT_VXA, sizeof run->leap.behind);
    lt_leapfrog_bodies_initial(&run->leap);
    return lt_exact_impose(&run->loading, 0, change) || lt_run_fail_here(run, setup->why);
}

/* Whether some stage does something with what it finds when it ends. */
static bool stages_act(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < program->n_stages; i++)
        if (program->stages[i].n_done > 0)
            return true;
    return false;
}

/* Nothing but n moves. Shear may see whether the contact is loaded or unloaded. */
static bool is_head_on(const struct lt_running *run) {
    const struct lt_setup *setup = &run->setup;
    bool alone = !setup->in_space;
    for (size_t i = 1; i < LT_DOFS; i++)
        alone &= setup->values[LT_UN + i] == 0 && setup->values[LT_VN + i] == 0 &&
                 setup->gravity[i] == 0 && strchr(".i", lt_run_stage(run)->whats[i]);
    return alone;
}

/* A stage begins; the work of a jump is the change of kinetic energy, in an instant. */
bool lt_run_exact_begin(struct lt_running *run) {
    if (run->setup.damping > 0)
        return lt_run_fail(run, "motion.damping is a rule of discrete steps, and the integrator "
                                "exact has none; calibrate with --as-run");
    if (run->setup.program->motion.places.single)
        return lt_run_fail(run, "motion.places rounds the coordinates after each step, and the "
                                "integrator exact has no steps; calibrate with --as-run");
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, *v = values + LT_VN;
    if (run->leap.steps > 0 || setup->program->start) {
        double before = values[LT_E_KINETIC], entry[LT_DOFS];
        memcpy(entry, v, sizeof entry);
        if (!(setup->in_space ? jump_bodies(run) : jump_contact(run)))
            return false;
        run->leap.jump = lt_leapfrog_kinetic_now(&run->leap) - before;
        if (memcmp(entry, v, sizeof entry) != 0) {
            lt_still(&run->setup,
                     &run->leap.branch); /* the forces at velocities that have jumped */
            lt_run_record_watch(run);
            lt_outcome_sample(&run->outcome, setup);
            lt_run_extremes(run);
        }
    }
    run->exact.tolerance = run->options->tolerance;
    run->ignore_peaks = run->options->unturned && lt_run_march_is_quiet(run) && !stages_act(run);
    run->exact.ignore_turns = run->ignore_peaks && is_head_on(run);
    lt_exact_begin(&run->exact, &run->loading);
    return true;
}

/* ---- States within the last basic step ------------------------------------------------------- */

/* A state that interior evaluations of a basic step return to. */
struct snapshot {
    double *values; /* a copy of values[] */
    struct lt_outcome outcome;
    struct lt_exact exact;
    size_t n_events;
};

static struct snapshot save(struct lt_running *run, double *to) {
    memcpy(to, run->setup.values, run->setup.program->names->slots * sizeof *to);
    return (struct snapshot){to, run->outcome, run->exact, run->result->n_events};
}

static void restore(struct lt_running *run, const struct snapshot *snapshot) {
    /* Substeps that are made count, whatever for. */
    const struct lt_exact_stiff stiff = run->exact.stiff;
    memcpy(run->setup.values, snapshot->values,
           run->setup.program->names->slots * sizeof *snapshot->values);
    run->outcome = snapshot->outcome;
    run->exact = snapshot->exact;
    run->exact.stiff = stiff;
    run->result->n_events = snapshot->n_events;
}

/* The last basic step. */
struct segment {
    struct lt_running *run;
    struct snapshot start;
    double h; /* s: its length */
    bool across;
    size_t quantity; /* whose extremum is sought; see evaluate_quantities() */
    struct happening *happening;
};

static void save_start(struct lt_running *run, struct segment *segment) {
    *segment = (struct segment){.run = run, .start = save(run, run->saved)};
    memcpy(run->extremes_before, run->extremes,
           run->setup.program->n_extremes * sizeof *run->extremes);
}

static bool has_too_many_segments(struct lt_running *run, double segments) {
    struct lt_setup *setup = &run->setup;
    if (run->exact.h_max * patience < setup->dt)
        snprintf(setup->why, sizeof setup->why,
                 "the fastest oscillation (t_crit = %.4g s) is too fast to be followed through "
                 "%.4g s: make what is so stiff softer, or impose its motion",
                 lt_setup_times_at_touch(setup), setup->dt);
    else
        snprintf(setup->why, sizeof setup->why,
                 "the law changes without end here, %.0f times within a motion.dt, and cannot be "
                 "followed to the limit of small steps; use 'integrator: leapfrog'",
                 segments);
    return lt_run_fail_here(run, setup->why);
}

/* Advance by h without a sample. ACROSS: in one step, as a longer one was made. */
static bool advance(struct lt_running *run, double h, bool across) {
    for (int segments = 0; h > 0; segments++) {
        if (segments > patience)
            return has_too_many_segments(run, segments);
        if (segments > 0 && lt_run_is_interrupted(run))
            return false;
        const double made =
            across ? lt_exact_across(&run->exact, h) : lt_exact_advance(&run->exact, h);
        if (!(made > 0))
            return lt_run_fail_here(run, run->setup.why);
        h = made < h ? h - made : 0;
    }
    return true;
}

/* The state at t from the start of the segment, without a sample. */
static bool evaluate(const struct segment *segment, double t) {
    struct lt_running *run = segment->run;
    restore(run, &segment->start);
    for (size_t i = 0; i < run->n_watched; i++)
        run->watched[i] = run->setup.values[run->watched_slot[i]];
    memcpy(run->extremes, run->extremes_before,
           run->setup.program->n_extremes * sizeof *run->extremes);
    return advance(run, t, segment->across);
}

/* The columns that follow from the state. */
static bool evaluate_columns(struct lt_running *run) {
    lt_ledger_close(&run->setup.contact, run->setup.values, lt_leapfrog_kinetic_now(&run->leap),
                    run->energy);
    lt_tangent(&run->setup);
    return lt_run_record_views(run);
}

static bool sample(struct lt_running *run) {
    double *values = run->setup.values;
    values[LT_WORK_THROUGHPUT] += fabs(values[LT_E_WORK] - run->saved[LT_E_WORK]);
    lt_outcome_sample(&run->outcome, &run->setup);
    /* Within a smooth segment nothing changes: it did at its start. */
    run->ago = lt_exact_was_across(&run->exact) ? 0 : values[LT_T] - run->saved[LT_T];
    lt_tangent_trial_is_force(&run->setup);
    if (!lt_leapfrog_bodies_check(&run->leap))
        return lt_run_fail_here(run, run->setup.why);
    const bool ok = lt_run_sample(run, lt_leapfrog_kinetic_now(&run->leap));
    run->ago = 0;
    return ok;
}

/* ---- Roots within a segment ------------------------------------------------------------------ */

/* To what a root is located: an absolute time, and from 0 on a share of the stage's time. */
struct precision {
    double time, share;
};

/* Where a function that is negative at 0 becomes positive before HIGH, by the Illinois variant of
 * regula falsi (Dowell & Jarratt, BIT 11, 1971), which for values of -1 and 1 is much as
 * bisection: the upper end of the bracket. It is evaluated only while the run has not failed. */
static double find_root(struct segment *segment, double (*function)(struct segment *, double),
                        double high, double f_low, double f_high, struct precision precision) {
    enum { ITERATIONS = 200 };
    const double begun = segment->start.values[LT_TIME];
    double low = 0;
    int side = 0;
    for (int i = 0; i < ITERATIONS && segment->run->result->status == LT_DONE; i++) {
        const double close =
            low > 0 ? fmin(precision.time, precision.share * (begun + low)) : precision.time;
        if (!(high - low > close))
            break;
        /* The other end moves too, if the root is closer to this one than can be resolved. */
        double t = low + (high - low) * f_low / (f_low - f_high);
        t = fmin(high - 0.5 * close, fmax(low + 0.5 * close, t));
        if (!(t > low && t < high))
            t = 0.5 * (low + high);
        const double f = function(segment, t);
        if (f < 0) {
            f_high = side < 0 ? 0.5 * f_high : f_high;
            low = t, f_low = f, side = -1;
        } else {
            f_low = side > 0 ? 0.5 * f_low : f_low;
            high = t, f_high = f, side = 1;
        }
    }
    return high;
}

/* ---- The release: the force that was compressive is so no more ---------------------------------
 */

/* fn; where there is none, a force that leads a root to where that begins. */
static double force_n(struct segment *segment, double t) {
    const double *fn = &segment->run->setup.values[LT_FN];
    return !evaluate(segment, t) ? 0 : *fn != 0 ? *fn : -segment->start.values[LT_FN];
}

static bool force_releases(const struct segment *segment) {
    const struct lt_running *run = segment->run;
    const struct lt_outcome *outcome = &run->outcome;
    return outcome->had_contact && !outcome->lost && !outcome->released && !run->ignore_peaks &&
           segment->h > 1e-11 * run->exact.time_scale &&
           lt_outcome_presses(outcome, run->saved) > 0 &&
           !(lt_outcome_presses(outcome, run->setup.values) > 0);
}

/* End the segment there. */
static bool end_at_release(struct segment *segment) {
    struct lt_running *run = segment->run;
    if (!force_releases(segment))
        return true;
    const struct precision precision = {1e-15 * run->exact.time_scale, 1e-10};
    segment->h = find_root(segment, force_n, segment->h, run->saved[LT_FN],
                           force_n(segment, segment->h), precision);
    return run->result->status == LT_DONE && evaluate(segment, segment->h);
}

/* ---- Extremes within a segment -----------------------------------------------------------------
 */

/* Quantities whose maxima are results; those of the columns that the program names follow. */
enum quantity { PRESS, PULL, SHEAR /* squared */, FORCES };

/* An extremum is located to this share of a segment, which is also that of the differences that
 * show rates: fn_max and the like depend on the square. */
static const double nearby = 1e-5;

/* Forces below this share of the largest one are rounding. */
static const double rounding = 1e-12;

static bool evaluate_quantities(struct lt_running *run, double *q) {
    const struct lt_program *program = run->setup.program;
    const double *values = run->setup.values, *f = values + LT_FN;
    q[PRESS] = -f[0];
    q[PULL] = f[0];
    q[SHEAR] = f[1] * f[1] + f[2] * f[2];
    if (program->n_extremes > 0 && !evaluate_columns(run))
        return false;
    for (size_t i = 0; i < program->n_extremes; i++) {
        const double now = values[lt_names_column(program->names, program->extremes[i])->slot];
        q[FORCES + i] = lt_names_is_highest(program->names, program->extremes[i]) ? now : -now;
    }
    return true;
}

/* Quantities now, and their rates, in units of the segment's length. */
static bool evaluate_rates(const struct segment *segment, double *q, double *rate) {
    struct lt_running *run = segment->run;
    const size_t n = FORCES + run->setup.program->n_extremes;
    if (!evaluate_quantities(run, q) || !advance(run, nearby * segment->h, true) ||
        !evaluate_quantities(run, rate))
        return false;
    for (size_t i = 0; i < n; i++)
        rate[i] = (rate[i] - q[i]) / nearby;
    return true;
}

/* The greatest values so far; INFINITY: no result. False: there are none at all. */
static bool find_largest(const struct lt_running *run, double *most) {
    const struct lt_program *program = run->setup.program;
    const struct lt_outcome *outcome = &run->outcome;
    const bool forces = !run->ignore_peaks, first = outcome->had_contact && !outcome->lost;
    const double noise = rounding * run->exact.force, *values = run->setup.values;
    most[PRESS] = forces && first ? fmax(noise, values[LT_R_FN_MAX]) : INFINITY;
    most[PULL] = forces ? fmax(noise, values[LT_R_PULL_MAX]) : INFINITY;
    most[SHEAR] = forces && first && !run->options->unsampled
                      ? fmax(noise * noise, outcome->ft_square)
                      : INFINITY;
    for (size_t i = 0; i < program->n_extremes; i++) {
        const bool highest = lt_names_is_highest(program->names, program->extremes[i]);
        most[FORCES + i] = highest ? run->extremes[i] : -run->extremes[i];
    }
    return forces || program->n_extremes > 0;
}

/* Values at both ends and rates there. */
struct ends {
    double first, last, rate_first, rate_last;
};

static bool may_exceed(const struct ends *at, double most) {
    const double steepest = fmax(fabs(at->rate_first), fabs(at->rate_last));
    return fmax(at->first, at->last) + steepest > most + 1e-10 * fabs(most);
}

/* Extremes closer to an end than what can be resolved are as good as the value there. */
static bool has_maximum(double rate_first, double rate_last) {
    const double least = nearby * (rate_first - rate_last);
    return rate_first > least && -rate_last > least;
}

/* Cubic interpolation is monotone if rates are at most three times the mean one (Fritsch & Carlson,
 * SIAM J. Numer. Anal. 17, 1980). */
static bool is_monotone(const struct ends *at) {
    const double change = at->last - at->first, most = 3 * fabs(change);
    return at->rate_first * change >= 0 && at->rate_last * change >= 0 &&
           fabs(at->rate_first) <= most && fabs(at->rate_last) <= most;
}

static double falling_rate(struct segment *segment, double t) {
    const size_t n = FORCES + segment->run->setup.program->n_extremes;
    double q[n], rate[n];
    return evaluate(segment, t) && evaluate_rates(segment, q, rate) ? -rate[segment->quantity] : 0;
}

/* Where a quantity has a maximum that is larger than MOST; INFINITY: it has none. */
static double find_maximum(struct segment *segment, struct ends at, double most) {
    struct lt_running *run = segment->run;
    double high = segment->h, q[FORCES + run->setup.program->n_extremes];
    if (!may_exceed(&at, most) || is_monotone(&at))
        return INFINITY;
    if (!has_maximum(at.rate_first, at.rate_last)) {
        /* Two extremes: the first one, if it is a maximum. */
        high *= 0.5;
        at.rate_last = -falling_rate(segment, high);
        if (!has_maximum(at.rate_first, at.rate_last))
            return INFINITY;
    }
    const double t = find_root(segment, falling_rate, high, -at.rate_first, -at.rate_last,
                               (struct precision){nearby * segment->h, INFINITY});
    if (run->result->status != LT_DONE || !evaluate(segment, t) || !evaluate_quantities(run, q))
        return INFINITY;
    return q[segment->quantity] > fmax(most, fmax(at.first, at.last)) ? t : INFINITY;
}

/* End the segment at the first maximum that is larger than any before, which is sampled then. */
static bool end_at_maximum(struct segment *segment) {
    struct lt_running *run = segment->run;
    const size_t n = FORCES + run->setup.program->n_extremes;
    double most[n], first[n], last[n], rate_first[n], rate_last[n], at = INFINITY;
    if (segment->across || !(segment->h > 1e-9 * run->exact.t_fast) || !find_largest(run, most))
        return true;
    const struct snapshot end = save(run, run->reached);
    if (!evaluate_rates(segment, last, rate_last) || !evaluate(segment, 0) ||
        !evaluate_rates(segment, first, rate_first))
        return false;
    for (size_t i = 0; i < n && run->result->status == LT_DONE; i++) {
        segment->quantity = i;
        at = fmin(at, find_maximum(segment,
                                   (struct ends){first[i], last[i], rate_first[i], rate_last[i]},
                                   most[i]));
    }
    if (run->result->status != LT_DONE)
        return false;
    if (at < segment->h) {
        segment->h = at;
        return evaluate(segment, at);
    }
    restore(run, &end);
    return true;
}

/* ---- Integrals over time --------------------------------------------------------------------- */

struct integrand {
    const struct segment *segment;
    size_t i;
};

static double integrand(double t, void *data) {
    const struct integrand *of = data;
    struct lt_running *run = of->segment->run;
    double now[run->setup.program->n_integrals];
    return evaluate(of->segment, t) && evaluate_columns(run) &&
                   lt_run_integral_values(run, run->setup.values, now)
               ? now[of->i]
               : 0;
}

/* By Gauss and Kronrod's rule of 15 points, on intervals halved so often that what is left next to
 * a root, with which Hertz' force begins, counts as little. */
static double integrate_smooth(const struct segment *segment, size_t i) {
    enum { INTERVALS = 12 };
    static const double precision = 1e-12;
    struct integrand of = {segment, i};
    gsl_function f = {integrand, &of};
    gsl_integration_workspace *workspace = gsl_integration_workspace_alloc(INTERVALS);
    double sum = 0, error;
    if (workspace)
        gsl_integration_qag(&f, 0, segment->h, precision * segment->run->integral_sizes[i],
                            precision, INTERVALS, GSL_INTEG_GAUSS15, workspace, &sum, &error);
    gsl_integration_workspace_free(workspace);
    return sum;
}

/* The integrals over the segment, before its end is sampled; across an event from its two ends. */
static bool integrate(const struct segment *segment) {
    struct lt_running *run = segment->run;
    const struct lt_program *program = run->setup.program;
    const size_t n = program->n_integrals;
    double sum[n + 1], first[n + 1], last[n + 1];
    if (n == 0)
        return true;
    if (!evaluate_columns(run) || !lt_run_integral_values(run, run->saved, first) ||
        !lt_run_integral_values(run, run->setup.values, last))
        return false;
    const struct snapshot end = save(run, run->reached);
    const bool by_ends = segment->across || !(segment->h > 1e-9 * run->exact.time_scale);
    for (size_t i = 0; i < n && run->result->status == LT_DONE; i++)
        sum[i] = by_ends ? 0.5 * segment->h * (first[i] + last[i]) : integrate_smooth(segment, i);
    if (run->result->status != LT_DONE)
        return false;
    restore(run, &end);
    for (size_t i = 0; i < n; i++) {
        run->setup.values[program->integrals[i].slot] += sum[i];
        run->integral_sizes[i] += fabs(sum[i]);
    }
    return true;
}

/* ---- The end of a segment -------------------------------------------------------------------- */

/* What begins and ends within rounding of one instant has not happened: an event of the last
 * segment counts only if it lasts longer than that. */
static bool settle_events(struct lt_running *run, bool *counts) {
    double *fresh = run->setup.values + run->setup.program->names->fresh;
    double lasting[run->n_watched + 1];
    bool changes = false;
    for (size_t i = 0; i < run->n_watched; i++) {
        counts[i] = false;
        changes |= fresh[i] > 0.5 || (run->watched[i] > 0.5) != (run->settled[i] > 0.5);
    }
    if (!changes || !run->acts_on_events)
        return true;
    const double brief = lt_run_record_rounding(run);
    const bool smooth =
        !lt_exact_was_across(&run->exact) && run->setup.values[LT_T] - run->saved[LT_T] > brief;
    const struct snapshot now = save(run, run->reached);
    if (!advance(run, 2 * brief, false))
        return false;
    for (size_t i = 0; i < run->n_watched; i++)
        lasting[i] = run->setup.values[run->watched_slot[i]];
    restore(run, &now);
    for (size_t i = 0; i < run->n_watched; i++) {
        const bool is = run->watched[i] > 0.5, lasts = smooth || (lasting[i] > 0.5) == is;
        counts[i] = fresh[i] > 0.5 && lasts && is != (run->settled[i] > 0.5);
        if (lasts)
            run->settled[i] = run->watched[i];
    }
    return true;
}

/* What may happen within a sample: the stage is over, if that is TESTED, or actions are due. TESTED
 * at the END of the sample only, if it is so every few samples. COUNTS: those of the law's events
 * that have occurred in the segment. */
struct happening {
    bool within, at_end, tested, over, due, *counts;
};

static bool happens_now(struct lt_running *run, struct happening *happening) {
    double *fresh = run->setup.values + run->setup.program->names->fresh;
    for (size_t i = 0; i < run->n_watched; i++)
        fresh[i] = happening->counts[i] ? fresh[i] : 0;
    happening->over = happening->due = false;
    return (!happening->tested || lt_run_until(run, &happening->over)) &&
           lt_run_done_look(run, &happening->due);
}

/* 1 where something happens, else -1. */
static double happens(struct segment *segment, double t) {
    struct happening *happening = segment->happening;
    const bool ok =
        evaluate(segment, t) && sample(segment->run) && happens_now(segment->run, happening);
    return !ok ? 0 : happening->over || happening->due ? 1 : -1;
}

/* End the segment at the instant at which something happens. A stage may be far shorter than an
 * impact: a jump, say. */
static bool end_where_it_happens(struct segment *segment) {
    struct lt_running *run = segment->run;
    const double close = 1e-15 * fmax(segment->h, run->exact.time_scale);
    /* The step may be what counts, which changes at the end. */
    const double before = segment->h - close;
    if (happens(segment, before) > 0)
        segment->h = find_root(segment, happens, before, -1, 1, (struct precision){close, 1e-10});
    return run->result->status == LT_DONE && evaluate(segment, segment->h) &&
           end_at_maximum(segment) && integrate(segment) && sample(run);
}

/* A force that jumps where the contact is made or lost, in a segment that has hardly a length, as a
 * dashpot's does: a row just before it, so that a figure has the jump upright. */
static bool record_jump(struct lt_running *run) {
    double *values = run->setup.values, most = 0;
    for (size_t i = 0; i < 3; i++) {
        most = fmax(most, fabs(values[LT_FN + i] - run->saved[LT_FN + i]));
        run->strongest = fmax(run->strongest, fabs(run->saved[LT_FN + i]));
    }
    if (lt_run_record_every(run) == 0 || values[LT_CONTACT] == run->saved[LT_CONTACT] ||
        !(most > 1e-6 * run->strongest) ||
        values[LT_T] - run->saved[LT_T] > 1e-9 * run->exact.time_scale ||
        !(run->saved[LT_T] > run->row_t))
        return true;
    const size_t slots = run->setup.program->names->slots, at = run->rows_at;
    double now[slots];
    memcpy(now, values, slots * sizeof *now);
    memcpy(values, run->saved, slots * sizeof *values);
    run->rows_at = SIZE_MAX;
    bool ok = lt_run_record(run);
    run->rows_at = at == run->leap.steps ? at : SIZE_MAX;
    run->upright = true;
    memcpy(values, now, slots * sizeof *values);
    return ok;
}

/* A row where a kink is, between samples: a figure has its corners. */
static bool record_corner(struct lt_running *run, double left, int *corners) {
    const struct lt_exact *exact = &run->exact;
    double t = run->setup.values[LT_T];
    bool corner = lt_exact_was_across(exact) && isnan(exact->branch) &&
                  left > 1e-9 * run->setup.dt && fabs(t - run->corner) > apart * run->setup.dt;
    if (!corner || lt_run_record_every(run) == 0 || ++*corners > CORNERS)
        return true;
    run->corner = t;
    run->rows_at = SIZE_MAX;
    bool ok = lt_run_record(run);
    run->rows_at = SIZE_MAX;
    return ok;
}

/* The segment ends LEFT before the end of the sample, number STEP. */
static bool finish_segment(struct segment *segment, double left, double step) {
    struct lt_running *run = segment->run;
    struct happening *happening = segment->happening;
    const double rest = 1e-13 * run->setup.dt;
    double *values = run->setup.values;
    bool ends = left - segment->h <= rest;
    if (ends)
        values[LT_STEP] = step;
    happening->tested = happening->within || (happening->at_end && ends);
    if (!integrate(segment) || !sample(run) || !settle_events(run, happening->counts) ||
        !happens_now(run, happening))
        return false;
    if (!happening->over && !happening->due)
        return record_jump(run) && lt_run_done_act(run, false);
    happening->tested = happening->within;
    if ((happening->within || happening->due) && !end_where_it_happens(segment))
        return false;
    ends = left - segment->h <= rest;
    if (ends)
        values[LT_STEP] = step;
    happening->tested = happening->within || (happening->at_end && ends);
    if (!happens_now(run, happening) || !record_jump(run))
        return false;
    /* Inside of the sample, which has its own row later. */
    const bool inside = happening->due && !happening->over && left - segment->h > rest;
    run->rows_at = inside ? SIZE_MAX : run->rows_at;
    bool ok = lt_run_done_act(run, happening->due);
    run->rows_at = inside ? SIZE_MAX : run->rows_at;
    return ok;
}

/* Steps of motion.dt to the next sample. Nothing happens in a long fall: it has SAMPLES, and those
 * that are rows. */
static double steps_to_sample(const struct lt_running *run) {
    enum { LONG = 10000, SAMPLES = 1000 };
    const struct lt_setup *setup = &run->setup;
    const struct lt_program *program = setup->program;
    const double *values = setup->values, all = run->fall / setup->dt;
    if (run->options->unsampled && lt_run_march_is_quiet(run))
        return fmin(STRIDE, run->limit - values[LT_STEP]);
    if (all < LONG || (setup->in_space && !setup->bodies.flat) || run->until_every > 1 ||
        lt_run_stage(run)->n_at > 0 || program->uses_errors || program->uses_smoothed)
        return 1;
    const double every = fmax(1, (double)lt_run_record_every(run)), each = ceil(all / SAMPLES);
    const double left = floor(all - values[LT_STEP]), row = every - fmod(values[LT_STEP], every);
    const double count = every > each              ? fmin(each, row)
                         : left > each + 2 * every ? every * ceil(each / every)
                                                   : every * floor(left / every);
    return fmax(1, fmin(fmin(count, left), 0x1p53)); /* a double counts so far */
}

bool lt_run_exact_step(struct lt_running *run, bool *over) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values;
    bool ok = true;
    lt_run_smooth(run);
    double count = steps_to_sample(run);
    double left = count * setup->dt;
    int corners = 0;
    run->leap.steps += (size_t)count;
    double step = values[LT_STEP] + count; /* counts from the end of the sample on */
    bool counts[run->n_watched + 1];
    struct happening happening = {.counts = counts,
                                  .within = run->until_every == 1,
                                  .at_end = (size_t)step % (size_t)run->until_every == 0};
    values[LT_E_WORK] += run->leap.jump;
    values[LT_WORK_THROUGHPUT] += fabs(run->leap.jump);
    run->leap.jump = 0;
    double most = fmin(patience + segments_each * left / run->exact.h_max, segments_most);
    for (double segments = 0; ok && !*over && left > 1e-13 * setup->dt; segments++) {
        struct segment segment;
        if (segments > 0 && lt_run_is_interrupted(run))
            return false;
        save_start(run, &segment);
        segment.happening = &happening;
        segment.h = lt_exact_advance(&run->exact, left);
        segment.across = lt_exact_was_across(&run->exact);
        if (run->exact.failed || !(segment.h > 0))
            return lt_run_fail_here(run, setup->why);
        if (segments > most)
            return has_too_many_segments(run, segments);
        if (!end_at_release(&segment) || !end_at_maximum(&segment))
            return false;
        ok = finish_segment(&segment, left, step);
        left -= segment.h;
        *over = happening.over;
        if (ok && !happening.over && !happening.due)
            ok = record_corner(run, left, &corners);
    }
    values[LT_STEP] = step;
    return ok && lt_run_finish_step(run);
}
