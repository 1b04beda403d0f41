/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase.c: the mean over the entry phase.
 *
 * The result is a smooth function of the phase but for jumps, where the contact takes one step more
 * or less, and for kinks, where a force is capped one step sooner. Jumps are located by bisection;
 * adaptive quadrature between them finds the kinks. */
#include "run/phase.h"

#include "base/arena.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_machine.h>
#include <gsl/gsl_min.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES = 16, INTERVALS = 100, FEW = 8 };

static const double before_one = 1 - 0x1p-40; /* phase 1 is phase 0 of one step earlier */

/* What the run of one phase gives: the result, and how many steps the contact took. */
struct sample {
    double phase, value, steps;
    double touch[2];
    bool endless;
    bool inside;
    char why[256]; /* it failed, or is unsound; else "" */
};

struct average {
    struct lt_program program;
    const struct lt_override *overrides;
    size_t n_overrides;
    const struct lt_name *result;
    const volatile int *interrupted;
    double *values;  /* those of the last run; NULL: nobody asks */
    double own, way; /* from a gap: phase of the program's own gap, displacement of a step; way 0:
                        the phase is set by motion.phase */
    bool closely;    /* extremes are wanted, and not only the mean */
    size_t n_seen, room; /* then: all runs so far */
    struct seen {
        double phase, value, steps;
    } * seen;
    struct lt_arena *arena;
    struct lt_phase_mean *found;
};

/* The program gives a gap that is not 0, or that this run overrides or works out. */
static bool may_start_apart(const struct average *a) {
    const struct lt_number *gap = &a->program.motion.gap;
    return gap->given &&
           (gap->formula || gap->value != 0 ||
            lt_program_override(&a->program, gap->slot, a->overrides, a->n_overrides));
}

/* The run starts one step before first touch, where motion.phase sets the phase. */
static bool starts_at_phase(const struct average *a) {
    const struct lt_program *program = &a->program;
    return program->stages[0].whats[0] == 'i' &&
           (program->motion.phase_given || !may_start_apart(a));
}

static struct sample run_phase(const struct average *a, double phase) {
    struct lt_run_options options = {.interrupted = a->interrupted};
    struct sample sample = {.phase = phase, .value = NAN, .touch = {NAN, NAN}};
    struct lt_program program = a->program;
    program.motion.phase.value = phase;
    program.motion.gap_shift = a->way * (a->own + 1 - phase);
    struct lt_result *run = lt_run(&program, a->overrides, a->n_overrides, &options);
    sample.inside = run->inside;
    if (run->status == LT_DONE && !run->unsound) {
        sample.value = run->values[a->result->slot];
        sample.endless = run->never_separates;
        double steps = round(run->values[LT_R_T_CONTACT] / run->values[LT_DT]);
        sample.steps = isnan(steps) ? 0 : steps;
        sample.touch[0] = run->touch[0];
        sample.touch[1] = run->touch[1] * run->values[LT_DT];
        if (a->values)
            memcpy(a->values, run->values, program.names->slots * sizeof *a->values);
    } else {
        snprintf(sample.why, sizeof sample.why, "%s",
                 run->status == LT_INTERRUPTED ? "interrupted"
                 : run->status == LT_DONE      ? run->unsound
                                               : run->message);
    }
    lt_run_free(run);
    return sample;
}

static void keep_seen(struct average *a, const struct sample *sample) {
    if (a->n_seen == a->room) {
        a->room = a->room ? 2 * a->room : 256;
        struct seen *more = lt_arena_get(a->arena, a->room * sizeof *more);
        if (a->n_seen > 0)
            memcpy(more, a->seen, a->n_seen * sizeof *more);
        a->seen = more;
    }
    a->seen[a->n_seen++] = (struct seen){sample->phase, sample->value, sample->steps};
}

/* The run of a phase, and what it means for the band; after a failure nothing more is run. */
static struct sample sample_at(struct average *a, double phase) {
    struct lt_phase_mean *found = a->found;
    if (found->why[0])
        return (struct sample){.phase = phase, .value = NAN, .touch = {NAN, NAN}};
    struct sample sample = run_phase(a, phase);
    found->runs++;
    if (sample.why[0]) {
        snprintf(found->why, sizeof found->why, "%s", sample.why);
        return sample;
    }
    found->inside |= sample.inside;
    if (a->closely)
        keep_seen(a, &sample);
    found->low = fmin(found->low, sample.value);
    found->high = fmax(found->high, sample.value);
    return sample;
}

/* ---- The mean -------------------------------------------------------------------------------- */

/* Narrow the two down to the jump between them. */
static void locate_jump(struct average *a, struct sample *left, struct sample *right) {
    for (;;) {
        double middle = 0.5 * (left->phase + right->phase);
        if (!(right->phase - left->phase > 1e-13) || a->found->why[0])
            return;
        struct sample sample = sample_at(a, middle);
        *(sample.steps == left->steps ? left : right) = sample;
    }
}

static double phase_value(double phase, void *data) {
    return sample_at(data, phase).value;
}

LT_RELEASE(gsl_integration_workspace)

static double integrate_between(struct average *a, double from, double to) {
    gsl_function f = {phase_value, a};
    struct lt_arena *arena = lt_arena_new();
    gsl_integration_workspace *workspace = lt_arena_keep(
        arena, gsl_integration_workspace_alloc(INTERVALS), gsl_integration_workspace_release);
    double area = 0, error;
    if (to > from)
        gsl_integration_qag(&f, from, to, 0, 1e-11, INTERVALS, GSL_INTEG_GAUSS15, workspace, &area,
                            &error);
    lt_arena_free(arena);
    return area;
}

static double phase_of_piece(int i) {
    return fmin((double)i / PIECES, before_one);
}

/* The mean over all phases: jumps are looked for in each of PIECES equal pieces, and the quadrature
 * goes from one to the next. */
static double mean_of_pieces(struct average *a) {
    struct sample samples[PIECES + 1];
    for (int i = 0; i <= PIECES; i++) {
        samples[i] = sample_at(a, phase_of_piece(i));
        if (samples[i].endless && !a->closely)
            return samples[i].value;
    }
    if (!(a->found->low < a->found->high))
        return samples[0].value;
    double area = 0, from = 0;
    for (int i = 1; i <= PIECES; i++) {
        struct sample left = samples[i - 1], right = samples[i];
        if (left.steps == right.steps)
            continue;
        locate_jump(a, &left, &right);
        area += integrate_between(a, from, left.phase);
        from = right.phase;
    }
    return area + integrate_between(a, from, 1);
}

/* ---- Extremes -------------------------------------------------------------------------------- */

/* Brent's method moves by the root of the machine precision at least, to either side. So closely a
 * smooth extreme can be located; there the result differs from it by rounding only. At a kink the
 * difference is up to this share of its change over a whole step: 6e-8. */
#define PHASE_TOLERANCE (4 * GSL_SQRT_DBL_EPSILON)
enum { NARROWED = 100 }; /* golden sections would need 40 */
/* Relative, of results: differences below come from rounding, some of which each step adds. */
static const double rounding = 1e-13;

LT_RELEASE(gsl_min_fminimizer)

struct signed_value {
    struct average *average;
    double sign;
};

static double signed_phase_value(double phase, void *data) {
    const struct signed_value *signed_value = data;
    return signed_value->sign * sample_at(signed_value->average, phase).value;
}

/* The extreme between three phases, the middle one of which is beyond both others. */
static void refine_between(struct average *a, const struct seen *at, double sign) {
    struct signed_value data = {a, sign};
    gsl_function f = {signed_phase_value, &data};
    struct lt_arena *arena = lt_arena_new();
    gsl_min_fminimizer *solver = lt_arena_keep(
        arena, gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent), gsl_min_fminimizer_release);
    int status =
        gsl_min_fminimizer_set_with_values(solver, &f, at[1].phase, sign * at[1].value, at[0].phase,
                                           sign * at[0].value, at[2].phase, sign * at[2].value);
    for (int i = 0; status == GSL_SUCCESS && !a->found->why[0] && i < NARROWED; i++) {
        if (gsl_min_fminimizer_x_upper(solver) - gsl_min_fminimizer_x_lower(solver) <=
            PHASE_TOLERANCE)
            break;
        status = gsl_min_fminimizer_iterate(solver);
    }
    lt_arena_free(arena);
}

static int compare_phases(const void *a, const void *b) {
    const double x = ((const struct seen *)a)->phase, y = ((const struct seen *)b)->phase;
    return (x > y) - (x < y);
}

/* Both ends of each jump have been run, and the quadrature has run so many phases that a parabola
 * holds between three neighbours. Those whose extreme may lie beyond all runs are refined. */
static void refine_band(struct average *a) {
    const size_t n = a->n_seen;
    struct seen *seen = lt_arena_get(a->arena, (n + 1) * sizeof *seen);
    if (n == 0)
        return;
    memcpy(seen, a->seen, n * sizeof *seen);
    qsort(seen, n, sizeof *seen, compare_phases);
    for (int sign = -1; sign <= 1; sign += 2) /* minima of sign * value */
        for (size_t i = 1; i + 1 < n && !a->found->why[0]; i++) {
            const struct seen *at = &seen[i - 1];
            const double before = sign * (at[0].value - at[1].value);
            const double after = sign * (at[2].value - at[1].value);
            const double best = sign > 0 ? a->found->low : -a->found->high;
            if (before > 0 && after > 0 && at[0].steps == at[1].steps &&
                at[2].steps == at[1].steps &&
                sign * at[1].value - fmax(before, after) < best - rounding * fabs(best))
                refine_between(a, at, sign);
        }
}

static double mean_and_band(struct average *a) {
    const double mean = mean_of_pieces(a);
    refine_band(a);
    return mean;
}

/* From a gap the phase follows. Made wider, by a step's way or two at most, the gap gives any, and
 * the contact is made in the same step. */
static bool find_way(struct average *a) {
    struct sample sample = sample_at(a, 0);
    a->found->low = INFINITY;
    a->found->high = -INFINITY;
    if (!(sample.touch[0] >= 0 && sample.touch[1] > 0))
        return false;
    a->way = sample.touch[1];
    a->own = fmin(sample.touch[0] / a->way, before_one);
    return true;
}

/* Prepare runs of any phase; false: the program has no phase to vary. */
static bool all_phases(struct average *a) {
    struct lt_motion *motion = &a->program.motion;
    if (motion->integrator == LT_EXACT || a->program.start)
        return false;
    if (!starts_at_phase(a))
        return may_start_apart(a) && find_way(a);
    motion->phase_given = motion->phase.given = true;
    motion->phase.formula = NULL;
    motion->phase.slot = 0;
    return true;
}

/* Of a result that rises and falls once from step to step, with a jump or without: to an eighth of
 * the scatter (Koksma's inequality: the variation, twice the scatter, over 2 FEW). */
static double mean_of_few(struct average *a) {
    double sum = 0;
    for (int i = 0; i < FEW; i++) {
        const struct sample sample = sample_at(a, (i + 0.5) / FEW);
        if (sample.endless)
            return sample.value;
        sum += sample.value;
    }
    return sum / FEW;
}

static struct lt_phase_mean find_mean(struct average average, double (*mean)(struct average *)) {
    struct average *a = &average;
    struct lt_phase_mean found = {.low = INFINITY, .high = -INFINITY};
    a->found = &found;
    a->arena = lt_arena_new();
    a->program.n_expects = 0; /* they may hold for one phase only */
    memset(a->program.uses_band, 0, sizeof a->program.uses_band);
    found.averaged = all_phases(a);
    found.mean = found.averaged ? mean(a) : sample_at(a, a->program.motion.phase.value).value;
    if (found.why[0])
        found.mean = NAN;
    lt_arena_free(a->arena);
    return found;
}

#define RUNS                                                                                       \
    .program = *program, .overrides = overrides, .n_overrides = n_overrides, .result = result,     \
    .interrupted = interrupted

struct lt_phase_mean lt_phase_average(const struct lt_program *program,
                                      const struct lt_override *overrides, size_t n_overrides,
                                      const struct lt_name *result, const volatile int *interrupted,
                                      double *values) {
    return find_mean((struct average){RUNS, .values = values}, mean_of_pieces);
}

struct lt_phase_mean lt_phase_band(const struct lt_program *program,
                                   const struct lt_override *overrides, size_t n_overrides,
                                   const struct lt_name *result, const volatile int *interrupted,
                                   double *values) {
    return find_mean((struct average){RUNS, .values = values, .closely = true}, mean_and_band);
}

struct lt_phase_mean lt_phase_few(const struct lt_program *program,
                                  const struct lt_override *overrides, size_t n_overrides,
                                  const struct lt_name *result, const volatile int *interrupted) {
    return find_mean((struct average){RUNS}, mean_of_few);
}
