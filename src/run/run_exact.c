/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_exact.c: sampling the exact solution, and ending a stage at the instant. */
#include "run/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STRIDE = 200 /* samples that nobody looks at */, CORNERS = 4 /* rows within a sample */ };
/* Rows of kinks are further apart, in samples: slip that hardly moves seems to end more than once.
 */
static const double apart = 1e-6;
/* Pieces of a way: what events may take, and each of the longest stretches that fit into it. */
static const double patience = 5000, pieces_each = 20, pieces_most = 5e4;

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
    run->exact.ignore_peaks = run->options->unturned && lt_run_march_is_quiet(run) && !stages_act(run);
    run->exact.ignore_turns = run->exact.ignore_peaks && is_head_on(run);
    lt_exact_begin(&run->exact, &run->loading);
    return true;
}

static bool sample_exact(struct lt_running *run, double work) {
    double *values = run->setup.values;
    values[LT_WORK_THROUGHPUT] += fabs(values[LT_E_WORK] - work);
    bool before = run->outcome.released;
    lt_outcome_sample(&run->outcome, &run->setup);
    bool located = run->released >= run->saved[LT_T] && run->released <= values[LT_T];
    if (run->outcome.released && !before && located)
        values[LT_R_T_FORCE] = run->released - run->outcome.t_made;
    /* Within a smooth piece nothing changes: it did where that began. */
    run->ago = lt_exact_was_across(&run->exact) ? 0 : values[LT_T] - run->saved[LT_T];
    lt_tangent_trial_is_force(&run->setup);
    if (!lt_leapfrog_bodies_check(&run->leap))
        return lt_run_fail_here(run, run->setup.why);
    bool ok = lt_run_sample(run, lt_leapfrog_kinetic_now(&run->leap));
    run->ago = 0;
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

/* What a look ahead must give back. */
struct snapshot {
    struct lt_outcome outcome;
    struct lt_exact exact;
    size_t n_events;
};

static struct snapshot keep_snapshot(struct lt_running *run) {
    memcpy(run->saved, run->setup.values, run->setup.program->names->slots * sizeof(double));
    memcpy(run->extremes_before, run->extremes,
           run->setup.program->n_extremes * sizeof *run->extremes);
    return (struct snapshot){run->outcome, run->exact, run->result->n_events};
}

static void go_back(struct lt_running *run, const struct snapshot *snapshot) {
    double *values = run->setup.values;
    const struct lt_exact_stiff stiff = run->exact.stiff; /* is not forgotten by looking */
    memcpy(values, run->saved, run->setup.program->names->slots * sizeof(double));
    run->outcome = snapshot->outcome;
    run->exact = snapshot->exact;
    run->exact.stiff = stiff;
    run->result->n_events = snapshot->n_events;
    for (size_t i = 0; i < run->n_watched; i++)
        run->watched[i] = values[run->watched_slot[i]];
}

/* Too many pieces: of an oscillation, or of a law that comes back and forth. */
static bool has_too_many_pieces(struct lt_running *run, double pieces) {
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
                 pieces);
    return lt_run_fail_here(run, setup->why);
}

/* From the snapshot to H later, not looked at; PLAIN: in a plain step, as those that are longer
 * were made. */
static bool go_on_to(struct lt_running *run, const struct snapshot *before, double h, bool plain) {
    go_back(run, before);
    for (int pieces = 0; h > 0; pieces++) {
        if (pieces > patience)
            return has_too_many_pieces(run, pieces);
        if (pieces > 0 && lt_run_is_interrupted(run))
            return false;
        double gone = plain ? lt_exact_across(&run->exact, h) : lt_exact_advance(&run->exact, h);
        if (!(gone > 0))
            return lt_run_fail_here(run, run->setup.why);
        h = gone < h ? h - gone : 0;
    }
    return true;
}

static bool reach_sample(struct lt_running *run, const struct snapshot *before, double h,
                         bool plain) {
    return go_on_to(run, before, h, plain) && sample_exact(run, run->saved[LT_E_WORK]);
}

/* The force that has pushed pulls at the end of the last piece. */
static bool force_releases(const struct lt_running *run, double h) {
    const double *values = run->setup.values;
    bool first = run->outcome.had_contact && !run->outcome.lost && !run->outcome.released;
    return first && !run->exact.ignore_peaks && lt_outcome_presses(&run->outcome, run->saved) > 0 &&
           !(lt_outcome_presses(&run->outcome, values) > 0) && h > 1e-11 * run->exact.time_scale;
}

/* When, by regula falsi (Illinois); then on to the end of the piece, as it was made within LEFT. */
static bool locate_release(struct lt_running *run, const struct snapshot *before, double left,
                           double h) {
    double low = 0, high = h, f_low = run->saved[LT_FN], f_high = run->setup.values[LT_FN];
    double close = 1e-15 * run->exact.time_scale;
    if (f_low > -1e-13 * run->exact.force) /* it has just ended, but for rounding */
        high = 0;
    bool plain = lt_exact_was_across(&run->exact), last = false;
    for (int i = 0; i < 100 && high - low > close; i++) {
        double middle = low + (high - low) * (f_high > 0 ? f_low / (f_low - f_high) : 0.5);
        /* From both sides: what is found from one side only never closes in. */
        middle = fmin(high - 0.5 * close, fmax(low + 0.5 * close, middle));
        if (!(middle > low && middle < high))
            middle = 0.5 * (low + high);
        if (!go_on_to(run, before, middle, plain))
            return false;
        double f = run->setup.values[LT_FN];
        bool below = f<0, again = i> 0 && below == last;
        bool falls = f == 0 && f_high > 0;
        f_low = below ? f : again ? 0.5 * f_low : f_low;
        f_high = !below ? f : again ? 0.5 * f_high : f_high;
        *(below ? &low : &high) = middle;
        last = below;
        if (falls)
            break;
    }
    run->released = run->saved[LT_T] + high;
    go_back(run, before);
    return lt_exact_advance(&run->exact, left) > 0 || lt_run_fail_here(run, run->setup.why);
}

/* ---- Extremes of columns that the program names ---------------------------------------------- */

/* What a column has at a time of the last piece; all extremes take it in. NAN: it failed. */
static double see_column(struct lt_running *run, const struct snapshot *before, double h,
                         bool plain, size_t slot) {
    if (!go_on_to(run, before, h, plain))
        return NAN;
    lt_ledger_close(&run->setup.contact, run->setup.values, lt_leapfrog_kinetic_now(&run->leap),
                    run->energy);
    return lt_run_record_views(run) && lt_run_extremes(run) ? run->setup.values[slot] : NAN;
}

/* The extreme between two times, by the golden section. */
static void narrow_extreme(struct lt_running *run, const struct snapshot *before, double h,
                           bool plain, size_t slot, double sense) {
    const double golden = 0.5 * (sqrt(5) - 1);
    double low = 0, high = h, x1 = high - golden * h, x2 = golden * h;
    double y1 = sense * see_column(run, before, x1, plain, slot),
           y2 = sense * see_column(run, before, x2, plain, slot);
    /* So many times where 1e-8 of it is no number any more. */
    for (int i = 0; i < 60 && high - low > 1e-8 * h && run->result->status == LT_DONE; i++) {
        if (y1 > y2) {
            high = x2, x2 = x1, y2 = y1, x1 = high - golden * (high - low);
            y1 = sense * see_column(run, before, x1, plain, slot);
        } else {
            low = x1, x1 = x2, y1 = y2, x2 = low + golden * (high - low);
            y2 = sense * see_column(run, before, x2, plain, slot);
        }
    }
}

/* Whether the parabola through three values at 0, 1/2 and 1 has an extreme between that may be the
 * greatest so far. */
static bool may_exceed(double y0, double y1, double y2, double most) {
    double bend = y0 - 2 * y1 + y2, slope = 4 * y1 - 3 * y0 - y2, at = -slope / (4 * bend);
    double most_here = y0 + slope * at + 2 * bend * at * at;
    return bend < 0 && at > 0 && at < 1 && most_here + 0.1 * fabs(y0 - y2) >= most;
}

/* ---- Integrals over time --------------------------------------------------------------------- */

/* What is integrated, at a time of the last piece. */
static bool see_integrands(struct lt_running *run, const struct snapshot *before, double h,
                           double *to) {
    if (!go_on_to(run, before, h, false))
        return false;
    lt_ledger_close(&run->setup.contact, run->setup.values, lt_leapfrog_kinetic_now(&run->leap),
                    run->energy);
    lt_tangent(&run->setup);
    return lt_run_record_views(run) && lt_run_integral_values(run, run->setup.values, to);
}

/* By Gauss' rule with five points (Abramowitz & Stegun, Handbook of Mathematical Functions, table
 * 25.4): SUM, and SIZE, that of absolute values. */
static bool integrate_once(struct lt_running *run, const struct snapshot *before, double from,
                           double to, double *sum, double *size) {
    enum { POINTS = 5 };
    static const double at[POINTS] = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683,
                                      0.906179845938664};
    static const double weight[POINTS] = {0.236926885056189, 0.478628670499366, 0.568888888888889,
                                          0.478628670499366, 0.236926885056189};
    const size_t n = run->setup.program->n_integrals;
    double now[n + 1];
    for (size_t i = 0; i < n; i++)
        sum[i] = size[i] = 0;
    for (int k = 0; k < POINTS; k++) {
        if (!see_integrands(run, before, 0.5 * (from + to + at[k] * (to - from)), now))
            return false;
        for (size_t i = 0; i < n; i++) {
            sum[i] += 0.5 * (to - from) * weight[k] * now[i];
            size[i] += 0.5 * (to - from) * weight[k] * fabs(now[i]);
        }
    }
    return true;
}

/* Halved until both halves give what the whole gave, at most DEEPEST times: next to a root, with
 * which Hertz' force begins, what is then left counts as little. */
static bool integrate_halves(struct lt_running *run, const struct snapshot *before, double from,
                             double to, const double *whole, int depth, double *sum, double *size) {
    enum { DEEPEST = 8 };
    static const double close = 1e-12;
    const size_t n = run->setup.program->n_integrals;
    const double middle = 0.5 * (from + to);
    double parts[2][n + 1], sizes[2][n + 1];
    bool good = true;
    if (!integrate_once(run, before, from, middle, parts[0], sizes[0]) ||
        !integrate_once(run, before, middle, to, parts[1], sizes[1]))
        return false;
    for (size_t i = 0; i < n; i++) {
        sum[i] = parts[0][i] + parts[1][i];
        size[i] = sizes[0][i] + sizes[1][i];
        good &= fabs(sum[i] - whole[i]) <= close * (run->integral_sizes[i] + size[i]);
    }
    if (good || depth == DEEPEST)
        return true;
    double first[n + 1], first_size[n + 1];
    if (!integrate_halves(run, before, from, middle, parts[0], depth + 1, first, first_size) ||
        !integrate_halves(run, before, middle, to, parts[1], depth + 1, sum, size))
        return false;
    for (size_t i = 0; i < n; i++) {
        sum[i] += first[i];
        size[i] += first_size[i];
    }
    return true;
}

/* The integrals over the last piece, of length H; PLAIN: from its two ends, and the run stays at
 * the second one. */
static bool integrate_piece(struct lt_running *run, const struct snapshot *before, double h,
                            bool plain, double *sum, double *size) {
    const size_t n = run->setup.program->n_integrals;
    double whole[n + 1], ends[2][n + 1];
    if (n == 0)
        return true;
    if (!plain)
        return integrate_once(run, before, 0, h, whole, size) &&
               integrate_halves(run, before, 0, h, whole, 0, sum, size);
    lt_ledger_close(&run->setup.contact, run->setup.values, lt_leapfrog_kinetic_now(&run->leap),
                    run->energy);
    if (!lt_run_record_views(run) || !lt_run_integral_values(run, run->saved, ends[0]) ||
        !lt_run_integral_values(run, run->setup.values, ends[1]))
        return false;
    for (size_t i = 0; i < n; i++) {
        sum[i] = 0.5 * h * (ends[0][i] + ends[1][i]);
        size[i] = 0.5 * h * (fabs(ends[0][i]) + fabs(ends[1][i]));
    }
    return true;
}

/* The piece counts. Going back takes the integral back, as any number of values[]. */
static void add_integrals(struct lt_running *run, const double *sum, const double *size) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < program->n_integrals; i++) {
        run->setup.values[program->integrals[i].slot] += sum[i];
        run->integral_sizes[i] += size[i];
    }
}

/* ---- The inside of a piece ------------------------------------------------------------------- */

/* The last piece again, up to H, looked at between its ends. */
static void look_between(struct lt_running *run, const struct snapshot *before, double h,
                         bool plain) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < program->n_extremes && h > 1e-9 * run->exact.time_scale; i++) {
        size_t slot = lt_names_column(program->names, program->extremes[i])->slot;
        double sense = lt_names_is_highest(program->names, program->extremes[i]) ? 1 : -1;
        double first = sense * run->saved[slot];
        double middle = sense * see_column(run, before, 0.5 * h, plain, slot);
        double last = sense * see_column(run, before, h, plain, slot);
        if (may_exceed(first, middle, last, sense * run->extremes[i]))
            narrow_extreme(run, before, h, plain, slot, sense);
    }
}

/* The same, and then as it was made within LEFT. */
static bool look_inside(struct lt_running *run, const struct snapshot *before, double left,
                        double h) {
    const struct lt_program *program = run->setup.program;
    const bool plain = lt_exact_was_across(&run->exact), lasts = h > 1e-9 * run->exact.time_scale;
    const bool looks = program->n_extremes > 0 && lasts;
    const bool integrates = program->n_integrals > 0, by_ends = plain || !lasts;
    double sum[program->n_integrals + 1], size[program->n_integrals + 1];
    if (!looks && !integrates)
        return true;
    if (!integrate_piece(run, before, h, by_ends, sum, size))
        return false;
    if (looks)
        look_between(run, before, h, plain);
    if (run->result->status != LT_DONE)
        return false;
    if ((looks || !by_ends) && !plain && !go_on_to(run, before, h, false))
        return false;
    if (looks && plain) {
        go_back(run, before);
        if (!(lt_exact_advance(&run->exact, left) > 0))
            return lt_run_fail_here(run, run->setup.why);
    }
    add_integrals(run, sum, size);
    return true;
}

/* ---- What ends a piece ----------------------------------------------------------------------- */

/* What the law's events watch as it will be after H, without going there. */
static void foresee_watched(struct lt_running *run, double h, double *watched) {
    enum { PIECES = 100 };
    const struct lt_exact exact = run->exact;
    const size_t slots = run->setup.program->names->slots;
    double *values = run->setup.values, now[slots], gone = h;
    memcpy(now, values, sizeof now);
    for (int i = 0; i < PIECES && h > 0 && gone > 0; i++, h -= gone)
        gone = lt_exact_advance(&run->exact, h);
    for (size_t i = 0; i < run->n_watched; i++)
        watched[i] = values[run->watched_slot[i]];
    memcpy(values, now, sizeof now);
    run->exact = exact;
}

/* What begins and ends within rounding of one instant has not happened: an event of the last piece
 * counts only if it lasts longer than that. */
static void settle_events(struct lt_running *run, bool *counts) {
    double *fresh = run->setup.values + run->setup.program->names->fresh;
    double lasting[run->n_watched + 1];
    bool changes = false;
    for (size_t i = 0; i < run->n_watched; i++) {
        counts[i] = false;
        changes |= fresh[i] > 0.5 || (run->watched[i] > 0.5) != (run->settled[i] > 0.5);
    }
    if (!changes || !run->acts_on_events)
        return;
    const double rounding = lt_run_record_rounding(run);
    const bool smooth =
        !lt_exact_was_across(&run->exact) && run->setup.values[LT_T] - run->saved[LT_T] > rounding;
    foresee_watched(run, 2 * rounding, lasting);
    for (size_t i = 0; i < run->n_watched; i++) {
        const bool is = run->watched[i] > 0.5, lasts = smooth || (lasting[i] > 0.5) == is;
        counts[i] = fresh[i] > 0.5 && lasts && is != (run->settled[i] > 0.5);
        if (lasts)
            run->settled[i] = run->watched[i];
    }
}

/* What may happen within a sample: the stage is over, if that is TESTED, or actions are due. TESTED
 * at the END of the sample only, if it is so every few samples. COUNTS: those of the law's events
 * that have occurred in the piece. */
struct happening {
    bool within, at_end, tested, over, due, *counts;
};

static bool happens_now(struct lt_running *run, struct happening *what) {
    double *fresh = run->setup.values + run->setup.program->names->fresh;
    for (size_t i = 0; i < run->n_watched; i++)
        fresh[i] = what->counts[i] ? fresh[i] : 0;
    what->over = what->due = false;
    return (!what->tested || lt_run_until(run, &what->over)) && lt_run_done_look(run, &what->due);
}

/* It has within the last piece, H long: go back to the instant. */
static bool refine_until(struct lt_running *run, const struct snapshot *before,
                         struct happening *what, double *h) {
    double low = 0, high = *h;
    const double close = 1e-15 * fmax(high, run->exact.time_scale), begun = run->saved[LT_TIME];
    bool plain = lt_exact_was_across(&run->exact);
    /* A stage may be far shorter than an impact: a jump, say. */
    for (int i = 0; i < 80 && high - low > (low > 0 ? fmin(close, 1e-10 * (begun + low)) : close);
         i++) {
        /* The step may be what counts, which changes at the end. */
        double middle = i == 0 ? high - close : 0.5 * (low + high);
        if (!reach_sample(run, before, middle, plain) || !happens_now(run, what))
            return false;
        *(what->over || what->due ? &high : &low) = middle;
    }
    *h = high;
    /* What lies behind it has not been. */
    memcpy(run->extremes, run->extremes_before,
           run->setup.program->n_extremes * sizeof *run->extremes);
    look_between(run, before, high, plain);
    if (run->result->status != LT_DONE || !reach_sample(run, before, high, plain))
        return false;
    const size_t n = run->setup.program->n_integrals;
    const bool by_ends = plain || !(high > 1e-9 * run->exact.time_scale);
    double sum[n + 1], size[n + 1];
    if (!integrate_piece(run, before, high, by_ends, sum, size) ||
        (n > 0 && !by_ends && !reach_sample(run, before, high, plain)))
        return false;
    add_integrals(run, sum, size);
    return true;
}

/* ---- The largest forces in a stretch whose inside is not known ------------------------------- */

enum largest { PULL, SHEAR /* its square */, LARGEST };

static double force_of(const double *values, int what) {
    const double *f = values + LT_FN;
    return what == PULL ? f[0] : f[1] * f[1] + f[2] * f[2];
}

static double force_inside(struct lt_running *run, const struct snapshot *before, double h,
                           int what) {
    return go_on_to(run, before, h, false) ? force_of(run->setup.values, what) : NAN;
}

/* Where between 0 and h it is largest, by parabolas through the last three values. */
static double find_peak(struct lt_running *run, const struct snapshot *before, double h, int what,
                        double y0, double y1, double y2) {
    double x0 = 0, x1 = 0.5 * h, x2 = h, x = x1;
    for (int i = 0; i < 12 && run->result->status == LT_DONE; i++) {
        double a = (x1 - x0) * (y1 - y2), b = (x1 - x2) * (y1 - y0), last = x;
        x = x1 - 0.5 * ((x1 - x0) * a - (x1 - x2) * b) / (a - b);
        if (!(x > 0 && x < h) || fabs(x - last) < 1e-7 * h)
            return x > 0 && x < h ? x : last;
        x0 = x1, y0 = y1, x1 = x2, y1 = y2, x2 = x;
        y2 = force_inside(run, before, x, what);
    }
    return x;
}

/* Cut the last piece where a force is larger than ever, if that is between its ends. */
static bool stop_at_peak(struct lt_running *run, const struct snapshot *before, double *h) {
    const double most[] = {run->setup.values[LT_R_PULL_MAX], run->outcome.ft_square}, end = *h;
    const size_t slots = run->setup.program->names->slots;
    const struct lt_exact exact = run->exact;
    double last[LARGEST], now[slots];
    memcpy(now, run->setup.values, sizeof now);
    for (int what = 0; what < LARGEST; what++)
        last[what] = force_of(now, what);
    /* What is led along n pulls as it is led. */
    for (int what = run->loading.inertia.imposed[0] ? SHEAR : PULL;
         what < LARGEST && run->result->status == LT_DONE; what++) {
        double first = force_of(run->saved, what), larger = fmax(first, last[what]);
        if (!(larger > 0 && larger > 0.8 * most[what]))
            continue;
        double middle = force_inside(run, before, 0.5 * end, what);
        if (may_exceed(first, middle, last[what], most[what]))
            *h = fmin(*h, find_peak(run, before, end, what, first, middle, last[what]));
    }
    if (run->result->status != LT_DONE || *h < end)
        return run->result->status == LT_DONE && go_on_to(run, before, *h, false);
    /* With what is known of the next event. */
    memcpy(run->setup.values, now, sizeof now);
    run->exact = exact;
    return true;
}

/* A force that jumps where the contact is made or lost, in the last piece, which has hardly a
 * length, as a dashpot's does: a row just before it, so that a figure has the jump upright. */
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

/* The piece of length *H that has just been made, LEFT of the sample at its begin; *H until
 * something happens in it. */
static bool finish_piece(struct lt_running *run, const struct snapshot *before, double left,
                         double step, struct happening *what, double *h) {
    const double rest = 1e-13 * run->setup.dt;
    double *values = run->setup.values;
    bool ends = left - *h <= rest;
    if (ends)
        values[LT_STEP] = step;
    what->tested = what->within || (what->at_end && ends);
    if (!sample_exact(run, run->saved[LT_E_WORK]))
        return false;
    settle_events(run, what->counts);
    if (!happens_now(run, what))
        return false;
    if (!what->over && !what->due)
        return record_jump(run) && lt_run_done_act(run, false);
    what->tested = what->within;
    if ((what->within || what->due) && !refine_until(run, before, what, h))
        return false;
    ends = left - *h <= rest;
    if (ends)
        values[LT_STEP] = step;
    what->tested = what->within || (what->at_end && ends);
    if (!happens_now(run, what) || !record_jump(run))
        return false;
    /* Inside of the sample, which has its own row later. */
    const bool inside = what->due && !what->over && left - *h > rest;
    run->rows_at = inside ? SIZE_MAX : run->rows_at;
    bool ok = lt_run_done_act(run, what->due);
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
    struct happening what = {.counts = counts,
                             .within = run->until_every == 1,
                             .at_end = (size_t)step % (size_t)run->until_every == 0};
    values[LT_E_WORK] += run->leap.jump;
    values[LT_WORK_THROUGHPUT] += fabs(run->leap.jump);
    run->leap.jump = 0;
    double most = fmin(patience + pieces_each * left / run->exact.h_max, pieces_most);
    for (double pieces = 0; ok && !*over && left > 1e-13 * setup->dt; pieces++) {
        if (pieces > 0 && lt_run_is_interrupted(run))
            return false;
        struct snapshot before = keep_snapshot(run);
        double h = lt_exact_advance(&run->exact, left);
        if (run->exact.failed || !(h > 0) || pieces > most) {
            ok = run->exact.failed ? lt_run_fail_here(run, setup->why)
                                   : has_too_many_pieces(run, pieces);
            break;
        }
        if (force_releases(run, h) && !locate_release(run, &before, left, h))
            return false;
        bool hides = !run->exact.ignore_peaks && !lt_exact_was_across(&run->exact) &&
                     h > 1e-6 * run->exact.time_scale;
        if (hides && !stop_at_peak(run, &before, &h))
            return false;
        if (!look_inside(run, &before, left, h))
            return false;
        ok = finish_piece(run, &before, left, step, &what, &h);
        left -= h;
        *over = what.over;
        if (ok && !what.over && !what.due)
            ok = record_corner(run, left, &corners);
    }
    values[LT_STEP] = step;
    return ok && lt_run_finish_step(run);
}
