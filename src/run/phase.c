/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase.c: the mean over the entry phase.
 *
 * The result is a smooth function of the phase except for jumps, where the contact takes one step
 * more or less, and for kinks, where a force is capped one step sooner. Jumps are located by
 * bisection; adaptive quadrature between them resolves the kinks. */
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

/* SEGMENTS: intervals of the phase, in each of which one jump is located.
 * INTERVALS: most subdivisions of the adaptive quadrature. FEW: phases of the coarse mean. */
enum { SEGMENTS = 16, INTERVALS = 100, FEW = 8 };

static const double before_one = 1 - 0x1p-40; /* phase 1 is phase 0 of the step before */

/* The run of one phase: the result, and how many steps the contact took. */
struct sample {
    double phase, value, steps;
    double touch[2];      /* m: overlap at the first sample of the contact; approach in a step */
    bool never_separates; /* the contact does not end */
    bool inside;          /* the run began in contact */
    char why[256];        /* the run failed, or is unsound; else "" */
};

/* A mean under way. */
struct average {
    struct lt_program program;
    const struct lt_override *overrides;
    size_t n_overrides;
    const struct lt_name *result;
    const volatile int *interrupted;
    double *values; /* get those of the last run; NULL: not needed */
    /* If the program gives a gap: the phase of that gap, and the approach in a step, m. Else the
     * phase is set by motion.phase, and both are 0. */
    double own_phase, step_length;

    bool with_band;      /* the extremes are needed, too */
    size_t n_runs, room; /* then all runs are kept; room for */
    struct phase_run {
        double phase, value, steps;
    } * runs;
    struct lt_arena *arena;
    struct lt_phase_mean *found;
};

/* True if the program may begin with a gap: it gives one that is not 0, or is overridden or
 * computed. */
static bool may_start_apart(const struct average *a) {
    const struct lt_number *gap = &a->program.motion.gap;
    return gap->given &&
           (gap->formula || gap->value != 0 ||
            lt_program_override(&a->program, gap->slot, a->overrides, a->n_overrides));
}

/* True if the run starts one step before first touch, where motion.phase sets the phase. */
static bool starts_at_phase(const struct average *a) {
    const struct lt_program *program = &a->program;
    return program->stages[0].whats[0] == 'i' &&
           (program->motion.phase_given || !may_start_apart(a));
}

/* Runs the program with one phase, a fraction of a step from 0 to 1. A gap, if the program
 * gives one, is made wider such that the contact begins at this phase. The sample has the
 * result, or the reason why there is none. */
static struct sample run_phase(const struct average *a, double phase) {
    struct lt_run_options options = {.interrupted = a->interrupted};
    struct sample sample = {.phase = phase, .value = NAN, .touch = {NAN, NAN}};
    struct lt_program program = a->program;
    program.motion.phase.value = phase;
    /* Both are set; a program with a gap reads only the shift, which is 0 without one, since
     * step_length is. */
    program.motion.gap_shift = a->step_length * (a->own_phase + 1 - phase);
    struct lt_result *run = lt_run(&program, a->overrides, a->n_overrides, &options);
    sample.inside = run->inside;
    if (run->status == LT_DONE && !run->unsound) {
        sample.value = run->values[a->result->slot];
        sample.never_separates = run->never_separates;
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

/* Keeps phase, value and steps of a run; among the kept runs the extremes over the phase are
 * located later. */
static void keep_run(struct average *a, const struct sample *sample) {
    if (a->n_runs == a->room) {
        a->room = a->room ? 2 * a->room : 256;
        struct phase_run *more = lt_arena_get(a->arena, a->room * sizeof *more);
        if (a->n_runs > 0)
            memcpy(more, a->runs, a->n_runs * sizeof *more);
        a->runs = more;
    }
    a->runs[a->n_runs++] = (struct phase_run){sample->phase, sample->value, sample->steps};
}

/* Runs one phase and updates the extremes. After a failure no more runs are made, and the value
 * is NAN. */
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
    if (a->with_band)
        keep_run(a, &sample);
    found->low = fmin(found->low, sample.value);
    found->high = fmax(found->high, sample.value);
    return sample;
}

/* ---- The mean -------------------------------------------------------------------------------- */

/* As a fraction of a step: a jump is located to some hundred roundings. */
static const double jump_width = 1e-13;
/* Relative, of an integral between jumps: below the 1e-9 of a calibration, above rounding. */
static const double tolerance = 1e-11;

/* Bisects to the jump between two phases, whose contacts take different numbers of steps; both
 * samples move to its sides. */
static void locate_jump(struct average *a, struct sample *left, struct sample *right) {
    for (;;) {
        double middle = 0.5 * (left->phase + right->phase);
        if (!(right->phase - left->phase > jump_width) || a->found->why[0])
            return;
        struct sample sample = sample_at(a, middle);
        *(sample.steps == left->steps ? left : right) = sample;
    }
}

/* The result at a phase, for the quadrature. */
static double phase_value(double phase, void *data) {
    return sample_at(data, phase).value;
}

LT_RELEASE(gsl_integration_workspace)

/* The integral of the result between two phases without a jump between them. */
static double integrate_between(struct average *a, double from, double to) {
    gsl_function f = {phase_value, a};
    struct lt_arena *arena = lt_arena_new();
    gsl_integration_workspace *workspace = lt_arena_keep(
        arena, gsl_integration_workspace_alloc(INTERVALS), gsl_integration_workspace_release);
    double area = 0, error;
    if (to > from)
        gsl_integration_qag(&f, from, to, 0, tolerance, INTERVALS, GSL_INTEG_GAUSS15, workspace,
                            &area, &error);
    lt_arena_free(arena);
    return area;
}

/* The phase at the begin of segment I. */
static double segment_phase(int i) {
    return fmin((double)i / SEGMENTS, before_one);
}

/* The mean over all phases: locates the jumps between samples at equal distances, and integrates
 * from one to the next. */
static double mean_of_segments(struct average *a) {
    struct sample samples[SEGMENTS + 1];
    for (int i = 0; i <= SEGMENTS; i++) {
        samples[i] = sample_at(a, segment_phase(i));
        if (samples[i].never_separates && !a->with_band)
            return samples[i].value;
    }
    if (!(a->found->low < a->found->high))
        return samples[0].value;
    double area = 0, from = 0;
    for (int i = 1; i <= SEGMENTS; i++) {
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

/* As a fraction of a step. Brent's method moves by at least the root of the machine precision, to
 * either side: a smooth extreme cannot be located better, and its value differs by rounding only.
 * At a kink the value may be off by this fraction of its change over a whole step: 6e-8. */
#define PHASE_TOLERANCE (4 * GSL_SQRT_DBL_EPSILON)
enum { ITERATIONS = 100 }; /* golden sections alone would need 40 */
/* Relative, of results: smaller differences come from rounding in the many steps of a run. */
static const double rounding = 1e-13;

LT_RELEASE(gsl_min_fminimizer)

/* SIGN turns a maximum into the minimum that the solver finds. */
struct signed_value {
    struct average *average;
    double sign;
};

/* The result at a phase, with the sign that makes the extreme a minimum. */
static double signed_phase_value(double phase, void *data) {
    const struct signed_value *signed_value = data;
    return signed_value->sign * sample_at(signed_value->average, phase).value;
}

/* Locates the extreme between three phases AT of which the middle one is more extreme than both
 * others. SIGN: 1 for a minimum, -1 for a maximum. The runs on the way update the extremes. */
static void refine_between(struct average *a, const struct phase_run *at, double sign) {
    struct signed_value data = {a, sign};
    gsl_function f = {signed_phase_value, &data};
    struct lt_arena *arena = lt_arena_new();
    gsl_min_fminimizer *solver = lt_arena_keep(
        arena, gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent), gsl_min_fminimizer_release);
    int status =
        gsl_min_fminimizer_set_with_values(solver, &f, at[1].phase, sign * at[1].value, at[0].phase,
                                           sign * at[0].value, at[2].phase, sign * at[2].value);
    for (int i = 0; status == GSL_SUCCESS && !a->found->why[0] && i < ITERATIONS; i++) {
        if (gsl_min_fminimizer_x_upper(solver) - gsl_min_fminimizer_x_lower(solver) <=
            PHASE_TOLERANCE)
            break;
        status = gsl_min_fminimizer_iterate(solver);
    }
    lt_arena_free(arena);
}

/* Order of runs by phase, for qsort. */
static int compare_phases(const void *a, const void *b) {
    const double x = ((const struct phase_run *)a)->phase, y = ((const struct phase_run *)b)->phase;
    return (x > y) - (x < y);
}

/* Locates the extremes over all phases. Both ends of each jump have been run, and the quadrature
 * has run so many phases that a parabola fits three neighbours. Those whose extreme may lie beyond
 * all runs are refined. */
static void refine_band(struct average *a) {
    const size_t n = a->n_runs;
    struct phase_run *runs = lt_arena_get(a->arena, (n + 1) * sizeof *runs);
    if (n == 0)
        return;
    memcpy(runs, a->runs, n * sizeof *runs);
    qsort(runs, n, sizeof *runs, compare_phases);
    for (int sign = -1; sign <= 1; sign += 2) /* minima of sign * value */
        for (size_t i = 1; i + 1 < n && !a->found->why[0]; i++) {
            const struct phase_run *at = &runs[i - 1];
            const double before = sign * (at[0].value - at[1].value);
            const double after = sign * (at[2].value - at[1].value);
            const double best = sign > 0 ? a->found->low : -a->found->high;
            if (before > 0 && after > 0 && at[0].steps == at[1].steps &&
                at[2].steps == at[1].steps &&
                sign * at[1].value - fmax(before, after) < best - rounding * fabs(best))
                refine_between(a, at, sign);
        }
}

/* The mean, and the extremes in FOUND. */
static double mean_and_band(struct average *a) {
    const double mean = mean_of_segments(a);
    refine_band(a);
    return mean;
}

/* Measures, for a program with a gap, the phase of that gap and the approach in a step, m. Made
 * wider by at most two steps, the gap can give any phase, and the contact is made in the same
 * step. Returns false if there is no approach. */
static bool measure_step(struct average *a) {
    struct sample sample = sample_at(a, 0);
    a->found->low = INFINITY;
    a->found->high = -INFINITY;
    if (!(sample.touch[0] >= 0 && sample.touch[1] > 0))
        return false;
    a->step_length = sample.touch[1];
    a->own_phase = fmin(sample.touch[0] / a->step_length, before_one);
    return true;
}

/* Prepares the program for runs of any phase. Returns false if it has none: no steps, a start
 * from another run, or no first touch. */
static bool prepare_phases(struct average *a) {
    struct lt_motion *motion = &a->program.motion;
    if (motion->integrator == LT_EXACT || a->program.start)
        return false;
    if (!starts_at_phase(a))
        return may_start_apart(a) && measure_step(a);
    motion->phase_given = motion->phase.given = true;
    motion->phase.formula = NULL;
    motion->phase.slot = 0;
    return true;
}

/* The mean of FEW phases. If the result rises and falls once over a step, with a jump or without,
 * the error is at most an eighth of the scatter: by Koksma's inequality, the variation (twice the
 * scatter) over 2 FEW. */
static double mean_of_few(struct average *a) {
    double sum = 0;
    for (int i = 0; i < FEW; i++) {
        const struct sample sample = sample_at(a, (i + 0.5) / FEW);
        if (sample.never_separates)
            return sample.value;
        sum += sample.value;
    }
    return sum / FEW;
}

/* Computes a mean over the phase by the function MEAN, and returns it with the extremes and the
 * number of runs, or why it failed. Without a phase it is the result of the one run. */
static struct lt_phase_mean find_mean(struct average average, double (*mean)(struct average *)) {
    struct average *a = &average;
    struct lt_phase_mean found = {.low = INFINITY, .high = -INFINITY};
    a->found = &found;
    a->arena = lt_arena_new();
    a->program.n_expects = 0; /* they may be met in one phase only */
    memset(a->program.uses_band, 0, sizeof a->program.uses_band);
    found.averaged = prepare_phases(a);
    found.mean = found.averaged ? mean(a) : sample_at(a, a->program.motion.phase.value).value;
    if (found.why[0])
        found.mean = NAN;
    lt_arena_free(a->arena);
    return found;
}

#define RUNS                                                                                       \
    .program = *program, .overrides = overrides, .n_overrides = n_overrides, .result = result,     \
    .interrupted = interrupted

/* The mean of RESULT over all phases of the first touch; VALUES, or NULL, gets the numbers of
 * the last run. */
struct lt_phase_mean lt_phase_average(const struct lt_program *program,
                                      const struct lt_override *overrides, size_t n_overrides,
                                      const struct lt_name *result, const volatile int *interrupted,
                                      double *values) {
    return find_mean((struct average){RUNS, .values = values}, mean_of_segments);
}

/* The mean of RESULT over all phases, and its extremes; VALUES, or NULL, gets the numbers of
 * the last run. */
struct lt_phase_mean lt_phase_band(const struct lt_program *program,
                                   const struct lt_override *overrides, size_t n_overrides,
                                   const struct lt_name *result, const volatile int *interrupted,
                                   double *values) {
    return find_mean((struct average){RUNS, .values = values, .with_band = true}, mean_and_band);
}

/* A coarse mean of RESULT, over FEW phases. */
struct lt_phase_mean lt_phase_few(const struct lt_program *program,
                                  const struct lt_override *overrides, size_t n_overrides,
                                  const struct lt_name *result, const volatile int *interrupted) {
    return find_mean((struct average){RUNS}, mean_of_few);
}
