/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_exact.c: samples of the exact solution, and the instants within basic steps that matter. */
#include "run/running.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STRIDE = 200 /* samples of which none is read */, CORNERS = 4 /* rows within a sample */ };
/* Rows of kinks are further apart, in samples: slip that hardly moves seems to end more than once.
 */
static const double apart = 1e-6;
/* Segments of a sample, at most: for events, for each of the longest basic steps, and in all. */
static const double patience = 5000, segments_each = 20, segments_most = 5e4;
/* Rates are differences over this share of a segment, and extremes as near to an end of it are not
 * sought: a value depends on the square, 1e-10 of its change. The other is that to which they are
 * located. */
static const double nearby = 1e-5, located = 1e-6;

/* Sets the imposed velocities of the contact as the stage begins; the free ones change with
 * them by the coupled inertia. Returns false if a load has no value: the run has failed. */
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

/* As jump_contact, for the velocities of both particles in space. Returns false if a load has
 * no value: the run has failed. */
static bool jump_bodies(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    double change[LT_VELOCITIES];
    memcpy(run->leap.behind, setup->values + LT_VXA, sizeof run->leap.behind);
    lt_leapfrog_bodies_initial(&run->leap);
    return lt_exact_impose(&run->loading, 0, change) || lt_run_fail_here(run, setup->why);
}

/* True if some stage takes actions when it ends. */
static bool stages_act(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < program->n_stages; i++)
        if (program->stages[i].n_done > 0)
            return true;
    return false;
}

/* Begins a stage of the exact integrator: imposed velocities jump at once, and the work of the
 * jump (J) is the change of kinetic energy. Returns false if the run has failed, with the
 * reason in its message. */
bool lt_run_exact_begin(struct lt_running *run) {
    if (run->setup.damping > 0)
        return lt_run_fail(run, "motion.damping is a rule of discrete steps, and the integrator "
                                "exact has none; calibrate with --as-run");
    if (run->setup.program->motion.places.single)
        return lt_run_fail(run, "motion.places rounds the coordinates after each step, and the "
                                "integrator exact has no steps; calibrate with --as-run");
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, *v = values + LT_VN;
    /* The first stage of a new run begins with its initial velocities, without a jump. */
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
    /* Maxima need no search if the caller does not need them and no stage reads or acts on them. */
    run->ignore_peaks = run->options->unturned && lt_run_march_is_quiet(run) && !stages_act(run);
    lt_exact_begin(&run->exact, &run->loading);
    return true;
}

/* ---- States within the last basic step ------------------------------------------------------- */

/* A state to return to. */
struct snapshot {
    double *values; /* copies of values[], and behind them of events watched, and of extremes */
    struct lt_outcome outcome;
    struct lt_exact exact;
    size_t n_events;
};

/* Copies the state of the run into TO, and returns a snapshot that restore() takes. */
static struct snapshot save(struct lt_running *run, double *to) {
    const size_t slots = run->setup.program->names->slots;
    memcpy(to, run->setup.values, slots * sizeof *to);
    memcpy(to + slots, run->watched, run->n_watched * sizeof *to);
    memcpy(to + slots + run->n_watched, run->extremes, run->setup.program->n_extremes * sizeof *to);
    return (struct snapshot){to, run->outcome, run->exact, run->result->n_events};
}

/* Returns the run to the state of a snapshot; only the count of substeps goes on, since all
 * that are made count. */
static void restore(struct lt_running *run, const struct snapshot *of) {
    const size_t slots = run->setup.program->names->slots, extremes = slots + run->n_watched;
    const struct lt_exact_stiff stiff = run->exact.stiff; /* All substeps that are made count. */
    memcpy(run->setup.values, of->values, slots * sizeof(double));
    memcpy(run->watched, of->values + slots, run->n_watched * sizeof(double));
    memcpy(run->extremes, of->values + extremes, run->setup.program->n_extremes * sizeof(double));
    run->outcome = of->outcome;
    run->exact = of->exact;
    run->exact.stiff = stiff;
    run->result->n_events = of->n_events;
}

/* A basic step, or the part of it until something happens. */
struct segment {
    struct lt_running *run;
    struct snapshot start;
    double h;          /* s: its length */
    double left, step; /* s: from its start to the end of the sample; which has this number */
    bool across;       /* it leads across an event */
    size_t i;          /* of the quantity or integral that functions evaluate */
    bool *counts;      /* by event of the law: it has occurred and lasts longer than rounding */
    bool over, due;    /* the stage is over; actions are due */
};

/* Fails the run after SEGMENTS segments within one sample: either an oscillation is far faster
 * than motion.dt, or the law changes more often than its events can be located. Always false. */
static bool fail_segments(struct lt_running *run, double segments) {
    struct lt_setup *setup = &run->setup;
    if (run->exact.h_max * patience < setup->dt)
        snprintf(setup->why, sizeof setup->why,
                 "the fastest oscillation (t_crit = %.4g s) is too fast to be followed through "
                 "%.4g s: make what is so stiff softer, or impose its motion",
                 lt_setup_times_at_touch(setup), setup->dt);
    else
        snprintf(setup->why, sizeof setup->why,
                 "the law changes without end here, %.0f times within a motion.dt, more often "
                 "than its events can be located; use 'integrator: leapfrog'",
                 segments);
    return lt_run_fail_here(run, setup->why);
}

/* Advances the state by h (s) without a sample. ACROSS: regardless of events, as a longer step
 * was made. Returns false if the run has failed or was interrupted. */
static bool advance(struct lt_running *run, double h, bool across) {
    for (int segments = 0; h > 0; segments++) {
        if (segments > patience)
            return fail_segments(run, segments);
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

/* Moves the run to the state at t (s) after the start of the segment, without a sample. Returns
 * false if the run has failed. */
static bool evaluate(const struct segment *segment, double t) {
    restore(segment->run, &segment->start);
    return advance(segment->run, t, segment->across);
}

/* Updates the columns that follow from the state, if extremes or integrals of them are results.
 * Returns false if a view has no value: the run has failed. */
static bool evaluate_columns(struct lt_running *run) {
    if (run->setup.program->n_extremes + run->setup.program->n_integrals == 0)
        return true;
    lt_ledger_close(&run->setup.contact, run->setup.values, lt_leapfrog_kinetic_now(&run->leap),
                    run->energy);
    lt_tangent(&run->setup);
    return lt_run_record_views(run);
}

/* Evaluates the state at the end of a segment: work, outcome, energy accounts, events. Returns
 * false if the run has failed. */
static bool sample(struct lt_running *run) {
    double *values = run->setup.values;
    values[LT_WORK_THROUGHPUT] += fabs(values[LT_E_WORK] - run->saved[LT_E_WORK]);
    lt_outcome_sample(&run->outcome, &run->setup);
    /* A change of branch shows at the end of a step across it, or at the start of a smooth one. */
    run->ago = lt_exact_was_across(&run->exact) ? 0 : values[LT_T] - run->saved[LT_T];
    lt_tangent_trial_is_force(&run->setup);
    if (!lt_leapfrog_bodies_check(&run->leap))
        return lt_run_fail_here(run, run->setup.why);
    const bool ok = lt_run_sample(run, lt_leapfrog_kinetic_now(&run->leap));
    run->ago = 0;
    return ok;
}

/* ---- Instants within a segment --------------------------------------------------------------- */

/* Returns the upper end of a bracket, in s from the start of the segment, of the root between 0
 * and HIGH of a FUNCTION that is negative before it and has the values F_LOW and F_HIGH at the
 * ends. It is the Illinois variant of regula falsi (Dowell & Jarratt, BIT 11, 1971); values of
 * -1 and 1 make it a bisection. CLOSE: width of the bracket, s, which is also at most SHARE of
 * the time since the stage began. */
static double find_root(struct segment *segment, double (*function)(double t, void *segment),
                        double high, double f_low, double f_high, double close, double share) {
    enum { ITERATIONS = 200 };
    double low = 0;
    int side = 0;
    for (int i = 0; i < ITERATIONS && segment->run->result->status == LT_DONE; i++) {
        close = low > 0 ? fmin(close, share * (segment->start.values[LT_TIME] + low)) : close;
        if (!(high - low > close))
            break;
        /* Both ends must move, also if the root is closer to one of them than CLOSE. */
        double t = low + (high - low) * f_low / (f_low - f_high);
        t = fmin(high - 0.5 * close, fmax(low + 0.5 * close, t));
        t = t > low && t < high ? t : 0.5 * (low + high);
        const double f = function(t, segment);
        if (f < 0) {
            f_high *= side < 0 ? 0.5 : 1;
            low = t, f_low = f, side = -1;
        } else {
            f_low *= side > 0 ? 0.5 : 1;
            high = t, f_high = f, side = 1;
        }
    }
    return high;
}

/* fn, N, at T (s) after the start of the segment, negative in compression; where it is 0 a
 * tension of its size at the start, so that the root is where 0 begins. A function for
 * find_root. */
static double tension(double t, void *data) {
    const struct segment *segment = data;
    const double *fn = &segment->run->setup.values[LT_FN];
    return !evaluate(segment, t) ? 0 : *fn != 0 ? *fn : -segment->start.values[LT_FN];
}

/* Shortens the segment to the instant at which the force is compressive no more, for the first
 * time in the contact. Returns false if the run has failed; true also without such an instant. */
static bool end_at_release(struct segment *segment) {
    struct lt_running *run = segment->run;
    const struct lt_outcome *outcome = &run->outcome;
    if (!outcome->had_contact || outcome->lost || outcome->released || run->ignore_peaks ||
        !(segment->h > 1e-11 * run->exact.time_scale) ||
        !(lt_outcome_compression(outcome, run->saved) > 0) ||
        lt_outcome_compression(outcome, run->setup.values) > 0)
        return true;
    /* Located to 1e-15 of the time scale of the impact. */
    segment->h = find_root(segment, tension, segment->h, run->saved[LT_FN],
                           tension(segment->h, segment), 1e-15 * run->exact.time_scale, 1e-10);
    return run->result->status == LT_DONE && evaluate(segment, segment->h);
}

/* vn, m/s, at T (s) after the start of the segment; 0 if the run has failed. A function for
 * find_root. */
static double normal_velocity(double t, void *data) {
    const struct segment *segment = data;
    return evaluate(segment, t) ? segment->run->setup.values[LT_VN] : 0;
}

/* Shortens the segment to the instant at which the pair turns from approach to separation:
 * there the overlap is largest. Returns false if the run has failed; true also without such an
 * instant. */
static bool end_at_turn(struct segment *segment) {
    struct lt_running *run = segment->run;
    const double *values = run->setup.values, vn = values[LT_VN];
    if (segment->across || !(values[LT_CONTACT] > 0) || !(run->saved[LT_VN] < 0 && vn > 0))
        return true;
    segment->h = find_root(segment, normal_velocity, segment->h, run->saved[LT_VN], vn,
                           1e-10 * run->exact.t_fast, INFINITY);
    return run->result->status == LT_DONE && evaluate(segment, segment->h);
}

/* Quantities whose maxima are results; those of the columns that the program names follow. */
enum { PRESS, PULL, SHEAR /* squared */, OWN };

/* Writes to Q the quantities in VALUES whose maxima are results (compression and tension, N;
 * shear force squared, N^2; columns), and to MOST the largest so far. */
static void read_quantities(const struct lt_running *run, const double *values, double *q,
                            double *most) {
    const struct lt_program *program = run->setup.program;
    const double *f = values + LT_FN;
    q[PRESS] = -f[0], most[PRESS] = values[LT_R_FN_MAX];
    q[PULL] = f[0], most[PULL] = values[LT_R_PULL_MAX];
    q[SHEAR] = f[1] * f[1] + f[2] * f[2], most[SHEAR] = run->outcome.ft_square;
    for (size_t i = 0; i < program->n_extremes; i++) {
        const double sense = lt_names_is_highest(program->names, program->extremes[i]) ? 1 : -1;
        q[OWN + i] = sense * values[lt_names_column(program->names, program->extremes[i])->slot];
        most[OWN + i] = sense * run->extremes[i];
    }
}

/* Writes the quantities now to Q, and to RATE their change over the length of the segment at
 * their present rate, from a short advance by NEARBY of that length; the state is left there.
 * Returns false if the run has failed. */
static bool evaluate_rates(const struct segment *segment, double *q, double *rate) {
    struct lt_running *run = segment->run;
    const size_t n = OWN + run->setup.program->n_extremes;
    double most[n];
    if (!evaluate_columns(run))
        return false;
    read_quantities(run, run->setup.values, q, most);
    if (!advance(run, nearby * segment->h, true) || !evaluate_columns(run))
        return false;
    read_quantities(run, run->setup.values, rate, most);
    for (size_t i = 0; i < n; i++)
        rate[i] = (rate[i] - q[i]) / nearby;
    return true;
}

/* The rate of quantity segment->i at T (s), as its change over the segment with the other sign,
 * so that it is negative before a maximum; 0 if the run has failed. A function for find_root. */
static double falling_rate(double t, void *data) {
    const struct segment *segment = data;
    const size_t n = OWN + segment->run->setup.program->n_extremes;
    double q[n], rate[n];
    return evaluate(segment, t) && evaluate_rates(segment, q, rate) ? -rate[segment->i] : 0;
}

/* Shortens the segment to the first maximum of a quantity that exceeds all earlier ones, so
 * that the sample at its end has the extreme value. Returns false if the run has failed; true,
 * with the segment as it was, if there is no such maximum. */
static bool end_at_maximum(struct segment *segment) {
    struct lt_running *run = segment->run;
    const size_t n = OWN + run->setup.program->n_extremes;
    const double moment = 1e-10 * run->exact.t_fast;
    const bool behind = isnan(segment->start.exact.branch);
    double most[n], first[n], last[n], now[n], start[n], rise[n], fall[n], rate[n];
    double at = segment->h;
    bool known = false;
    /* A segment across an event or too short to resolve is left as it is. */
    if (segment->across || run->ignore_peaks || !(segment->h > moment))
        return true;
    const struct snapshot end = save(run, run->reached);
    read_quantities(run, run->saved, first, most);
    if (!evaluate_rates(segment, last, fall))
        return false;
    for (size_t i = segment->i = 0; i < n; segment->i = ++i) {
        /* A maximum must exceed the values at both ends and the largest so far, by more than
         * rounding. */
        const double ends = fmax(first[i], last[i]), bound = fmax(ends, most[i]),
                     least = bound + 1e-10 * fabs(bound);
        /* FALL is the change in the segment at the rate at its end. A parabola rises above its
         * end by at most half of it, with the maximum inside; six times as much, 3, is allowed
         * for other curves. */
        const bool falls = fall[i] < 0 && ends - 3 * fall[i] > least;
        if (!falls && !behind)
            continue;
        if (!known &&
            !(evaluate(segment, behind ? moment : 0) && evaluate_rates(segment, start, rise)))
            return false;
        known = true;
        /* Behind an event the quantity may have jumped up and fall since: its maximum is the
         * value a moment after the event. */
        if (start[i] > least && !(rise[i] > 0))
            at = fmin(at, moment);
        /* Without a rate that changes its sign clearly inside the segment there is no root to
         * find. */
        if (!falls || !(fmin(rise[i], -fall[i]) > nearby * (rise[i] - fall[i])))
            continue;
        /* The difference is the rate in the middle of it. */
        const double t = find_root(segment, falling_rate, segment->h, -rise[i], -fall[i],
                                   located * segment->h, INFINITY) +
                         0.5 * nearby * segment->h;
        if (run->result->status != LT_DONE || !evaluate(segment, t) ||
            !evaluate_rates(segment, now, rate))
            return false;
        at = now[i] > bound ? fmin(at, t) : at;
    }
    if (at < segment->h) {
        segment->h = at;
        return evaluate(segment, at);
    }
    restore(run, &end);
    return true;
}

/* ---- Integrals over time --------------------------------------------------------------------- */

/* The integrand of integral segment->i at T (s) after the start of the segment, in its SI unit;
 * 0 if the run has failed. A function for the quadrature. */
static double integrand(double t, void *data) {
    const struct segment *segment = data;
    struct lt_running *run = segment->run;
    double now[run->setup.program->n_integrals + 1];
    const bool ok = evaluate(segment, t) && evaluate_columns(run) &&
                    lt_run_integral_values(run, run->setup.values, now);
    return ok ? now[segment->i] : 0;
}

/* Adds to each integral its part over the segment, whose end is not sampled yet, by the rules
 * of Gauss, Kronrod and Patterson of up to 87 points, to a relative precision of 1e-12. Returns
 * false if the run has failed. */
static bool integrate(struct segment *segment) {
    static const double precision = 1e-12;
    struct lt_running *run = segment->run;
    const struct lt_program *program = run->setup.program;
    const size_t n = program->n_integrals;
    double sum[n + 1], error;
    size_t evaluations;
    if (n == 0)
        return true;
    gsl_function f = {integrand, segment};
    const struct snapshot end = save(run, run->reached);
    for (size_t i = segment->i = 0; i < n; segment->i = ++i)
        gsl_integration_qng(&f, 0, segment->h, precision * run->integral_sizes[i], precision,
                            &sum[i], &error, &evaluations);
    if (run->result->status != LT_DONE)
        return false;
    restore(run, &end);
    for (size_t i = 0; i < n; i++) {
        run->setup.values[program->integrals[i].slot] += sum[i];
        run->integral_sizes[i] += fabs(sum[i]);
    }
    return true;
}

/* ---- What happens at the end of a segment ---------------------------------------------------- */

/* Decides which events of the segment count: an event counts if it still holds two times of
 * rounding later, since one that is undone within that is an effect of rounding. Sets
 * segment->counts. Returns false if the run has failed. */
static bool settle_events(struct segment *segment) {
    struct lt_running *run = segment->run;
    const double brief = lt_run_record_rounding(run), *values = run->setup.values;
    const double *fresh = values + run->setup.program->names->fresh;
    const bool smooth = !lt_exact_was_across(&run->exact) && segment->h > brief;
    const struct snapshot now = save(run, run->reached);
    memset(segment->counts, 0, run->n_watched * sizeof *segment->counts);
    if (!run->acts_on_events)
        return true;
    if (!smooth && !advance(run, 2 * brief, false))
        return false;
    for (size_t i = 0; i < run->n_watched; i++) {
        const bool is = run->watched[i] > 0.5;
        if ((values[run->watched_slot[i]] > 0.5) == is) {
            segment->counts[i] =
                now.values[fresh - values + (ptrdiff_t)i] > 0.5 && is != (run->settled[i] > 0.5);
            run->settled[i] = run->watched[i];
        }
    }
    restore(run, &now);
    return true;
}

/* Tests until and the events of the stage, now that the state is sampled: sets segment->over
 * and segment->due. ENDS: the sample ends here, and with it the step. Returns false if a
 * condition has no value: the run has failed. */
static bool test(struct segment *segment, bool ends) {
    struct lt_running *run = segment->run;
    double *values = run->setup.values, *fresh = values + run->setup.program->names->fresh;
    const size_t every = (size_t)run->until_every;
    for (size_t i = 0; i < run->n_watched; i++)
        fresh[i] = segment->counts[i] ? fresh[i] : 0;
    values[LT_STEP] = ends ? segment->step : values[LT_STEP];
    segment->over = segment->due = false;
    return ((every > 1 && !(ends && (size_t)segment->step % every == 0)) ||
            lt_run_until(run, &segment->over)) &&
           lt_run_done_evaluate(run, &segment->due);
}

/* 1 if until or an event of the stage is true at T (s) after the start of the segment, else -1.
 * A function for find_root. */
static double happens(double t, void *data) {
    struct segment *segment = data;
    const bool ok = evaluate(segment, t) && sample(segment->run) && test(segment, false);
    return !ok ? 0 : segment->over || segment->due ? 1 : -1;
}

/* Shortens the segment to the instant at which until or an event of the stage becomes true, and
 * samples it there. A condition on the step number changes at the end alone. Returns false if
 * the run has failed. */
static bool end_where_it_happens(struct segment *segment) {
    struct lt_running *run = segment->run;
    /* Accuracy of the instant, s; a stage may be far shorter than an impact. */
    const double close = 1e-15 * fmax(segment->h, run->exact.time_scale);
    if (happens(segment->h - close, segment) > 0)
        segment->h = find_root(segment, happens, segment->h - close, -1, 1, close, 1e-10);
    return run->result->status == LT_DONE && evaluate(segment, segment->h) && integrate(segment) &&
           sample(run);
}

/* Records rows between samples, so that a figure shows its corners: one row at a kink; two, on
 * either side, where a force jumps as the contact is made or lost, as that of a dashpot does.
 * *CORNERS counts them in this sample, up to CORNERS. Returns false if the run has failed. */
static bool record_kink(const struct segment *segment, int *corners) {
    struct lt_running *run = segment->run;
    const double *f = run->setup.values + LT_FN, *saved = run->saved, dt = run->setup.dt;
    const double t = run->setup.values[LT_T], brief = 1e-9 * run->exact.time_scale;
    double jump = 0;
    for (size_t i = 0; i < 3; i++) {
        jump = fmax(jump, fabs(f[i] - saved[LT_FN + i]));
        run->strongest = fmax(run->strongest, fabs(saved[LT_FN + i]));
    }
    bool ok = true;
    if (lt_run_record_every(run) == 0)
        return true;
    /* A jump: the row before it is recorded from the start of the segment, then the state is
     * restored. SIZE_MAX in rows_at permits a second row of the same step. */
    if (run->setup.values[LT_CONTACT] != saved[LT_CONTACT] && jump > 1e-6 * run->strongest &&
        segment->h <= brief && saved[LT_T] > run->row_t) {
        const size_t at = run->rows_at;
        const struct snapshot now = save(run, run->reached);
        restore(run, &segment->start);
        run->rows_at = SIZE_MAX;
        ok = lt_run_record(run);
        run->rows_at = at == run->leap.steps ? at : SIZE_MAX;
        run->upright = true;
        restore(run, &now);
    }
    /* A kink has a row unless another one is due here, a sample is near, or the last corner is. */
    if (!ok || segment->over || segment->due || !segment->across || !isnan(run->exact.branch) ||
        segment->left - segment->h <= apart * dt || fabs(t - run->corner) <= apart * dt ||
        ++*corners > CORNERS)
        return ok;
    run->corner = t;
    run->rows_at = SIZE_MAX;
    ok = lt_run_record(run);
    run->rows_at = SIZE_MAX;
    return ok;
}

/* Samples the segment, shortens it to the instant of an event or of the end of the stage,
 * records its corners and takes the actions that are due. Sets segment->over and segment->due;
 * *CORNERS counts the corners in this sample. Returns false if the run has failed. */
static bool finish_segment(struct segment *segment, int *corners) {
    struct lt_running *run = segment->run;
    const double rest = 1e-13 * run->setup.dt;
    if (!integrate(segment) || !sample(run) || !settle_events(segment) ||
        !test(segment, segment->left - segment->h <= rest))
        return false;
    if ((segment->due || (segment->over && run->until_every == 1)) &&
        !(end_where_it_happens(segment) && test(segment, segment->left - segment->h <= rest)))
        return false;
    if (!record_kink(segment, corners))
        return false;
    /* Within the sample, which has its own row later. */
    const bool within = segment->due && !segment->over && segment->left - segment->h > rest;
    run->rows_at = within ? SIZE_MAX : run->rows_at;
    const bool ok = lt_run_done_perform(run, segment->due);
    run->rows_at = within ? SIZE_MAX : run->rows_at;
    return ok;
}

/* Steps of motion.dt to the next sample. Nothing happens in a long fall: SAMPLES of it suffice,
 * besides those that are rows. */
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

/* Advances to the next sample, one or more motion.dt (s) on, in segments of the exact
 * integrator that end at events, turning points and maxima. *OVER: until became true on the
 * way. Returns false if the run has failed or was interrupted. */
bool lt_run_exact_step(struct lt_running *run, bool *over) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values;
    lt_run_smooth(run);
    const double count = steps_to_sample(run), step = values[LT_STEP] + count;
    double left = count * setup->dt, segments = 0;
    /* More segments than this within a sample are an error: the law changes without end. */
    const double most = fmin(patience + segments_each * left / run->exact.h_max, segments_most);
    bool counts[run->n_watched + 1], ok = true;
    int corners = 0;
    /* Work, J, of a velocity that has jumped since the last step is booked now. */
    run->leap.steps += (size_t)count;
    values[LT_E_WORK] += run->leap.jump;
    values[LT_WORK_THROUGHPUT] += fabs(run->leap.jump);
    run->leap.jump = 0;
    while (ok && !*over && left > 1e-13 * setup->dt) {
        if (segments > 0 && lt_run_is_interrupted(run))
            return false;
        struct segment segment = {.run = run,
                                  .start = save(run, run->saved),
                                  .left = left,
                                  .step = step,
                                  .counts = counts};
        segment.h = lt_exact_advance(&run->exact, left);
        segment.across = lt_exact_was_across(&run->exact);
        if (run->exact.failed || !(segment.h > 0))
            return lt_run_fail_here(run, setup->why);
        if (segments++ > most)
            return fail_segments(run, segments);
        /* The segment is shortened to the first of these instants, then sampled. */
        if (!end_at_release(&segment) || !end_at_turn(&segment) || !end_at_maximum(&segment))
            return false;
        ok = finish_segment(&segment, &corners);
        left -= segment.h;
        *over = segment.over;
    }
    values[LT_STEP] = step;
    return ok && lt_run_finish_step(run);
}
