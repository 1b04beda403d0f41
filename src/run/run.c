/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

#include "base/arena.h"
#include "base/memory.h"
#include "registry/own_part.h"
#include "run/phase.h"
#include "run/running.h"
#include "step/balance.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the run as failed, with the message printed by FORMAT. Always returns false, so that
 * callers can return its result. */
bool lt_run_fail(struct lt_running *run, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    run->result->status = LT_RUN_FAILED;
    run->result->message = lt_arena_print(run->result->arena, "%s", text);
    return false;
}

/* The stage under way. */
const struct lt_stage *lt_run_stage(const struct lt_running *run) {
    return &run->setup.program->stages[run->stage];
}

/* Ends the run as failed for the reason WHAT, and adds the stage, the step and the state in SI
 * units. A reason that a formula, an own part or an external code has left takes the place of
 * WHAT, since it is nearer to the cause. Always returns false. */
bool lt_run_fail_here(struct lt_running *run, const char *what) {
    const struct lt_program *program = run->setup.program;
    const size_t stage = run->stage < program->n_stages ? run->stage : program->n_stages - 1;
    const double *v = run->setup.values;
    if (run->setup.interpreter && *lt_formula_law_wrong(run->setup.interpreter))
        what = lt_formula_law_wrong(run->setup.interpreter);
    else if (lt_own_part_wrong(run->setup.program->law))
        what = lt_own_part_wrong(run->setup.program->law);
    if (run->setup.served && *run->setup.program->host->wrong(run->setup.served, NULL))
        what = run->setup.program->host->wrong(run->setup.served, NULL);
    return lt_run_fail(
        run,
        "stage '%s', step %.0f, t = %.6g s: %s\n"
        "  un = %.6g m, vn = %.6g m/s, fn = %.6g N; us = %.6g, ut = %.6g m; fs = %.6g, ft = "
        "%.6g N",
        program->stages[stage].name, v[LT_STEP], v[LT_T], what, v[LT_UN], v[LT_VN], v[LT_FN],
        v[LT_US], v[LT_UT], v[LT_FS], v[LT_FT]);
}

/* While TRYING, the law is evaluated at states that the run does not reach: a formula without a
 * value there is not reported as the reason of a later failure. */
void lt_run_try(const struct lt_running *run, bool trying) {
    lt_setup_law_try(&run->setup, trying);
}

/* ---- A sample: the evaluation of the state after a step -------------------------------------- */

/* Returns true if all numbers of the state from un to e_residual are finite. Otherwise the run
 * fails with the name of the first that is not, and the result is false. */
static bool is_all_finite(struct lt_running *run) {
    const double *values = run->setup.values;
    double sum = 0;
    bool served = run->setup.served; /* a code reports only some of them */
    for (size_t i = LT_UN; i <= LT_E_RESIDUAL; i++)
        sum += served && (i >= LT_VFN && i < LT_E_SET && i != LT_E_WORK) ? 0 : values[i];
    /* A sum is finite only if all its terms are, which is cheaper to test than each of them; a
     * sum that overflows finds no name below and is true. */
    if (isfinite(sum))
        return true;
    for (size_t i = 0; i < run->setup.program->names->count; i++) {
        const struct lt_name *name = &run->setup.program->names->list[i];
        if (name->slot < LT_UN || name->slot > LT_E_RESIDUAL || isfinite(values[name->slot]))
            continue;
        char what[128];
        const double value = values[name->slot];
        const bool stepped = values[LT_STEP] > 0 && !run->setup.exact;
        snprintf(what, sizeof what, "%s is not a finite number (%g)%s", name->name,
                 isnan(value) ? NAN : value, /* without a sign */
                 stepped ? "; is motion.dt above t_crit?" : "");
        return lt_run_fail_here(run, what);
    }
    return true;
}

/* Updates extreme I of a column, a maximum or minimum, with its value NOW, in the unit of the
 * column. */
void lt_run_extreme(struct lt_running *run, size_t i, double now) {
    const struct lt_program *program = run->setup.program;
    double *most = &run->extremes[i];
    bool highest = lt_names_is_highest(program->names, program->extremes[i]);
    *most = (highest ? now > *most : now < *most) || isnan(*most) ? now : *most;
}

/* Updates the extremes of columns with their values in this sample; always true, so that it can
 * stand in a chain of conditions. */
bool lt_run_extremes(struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < program->n_extremes; i++)
        lt_run_extreme(
            run, i, run->setup.values[lt_names_column(program->names, program->extremes[i])->slot]);
    return true;
}

/* Sets the results that are extremes of columns. */
static void show_extremes(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    for (size_t i = 0; i < program->n_extremes; i++)
        run->setup.values[program->extremes[i]->slot] = run->extremes[i];
}

/* Gets memory for the extremes and integrals that the program names; there are no extremes before
 * the first sample. */
static void begin_extremes(struct lt_running *run, struct lt_arena *arena) {
    size_t n = run->setup.program->n_extremes;
    run->extremes = lt_arena_get(arena, (n + 1) * sizeof *run->extremes);
    for (size_t i = 0; i < n; i++)
        run->extremes[i] = NAN;
    n = run->setup.program->n_integrals;
    run->integrands = lt_arena_get(arena, (n + 1) * sizeof *run->integrands);
    run->integral_sizes = lt_arena_get(arena, (n + 1) * sizeof *run->integral_sizes);
}

/* Evaluates the state after a step: energy accounts, results, events, extremes and integrals.
 * KINETIC: kinetic energy, J. Returns false if a number is not finite or a formula has no
 * value; the run has failed then, with the reason in its message. */
bool lt_run_sample(struct lt_running *run, double kinetic) {
    lt_ledger_close(&run->setup.contact, run->setup.values, kinetic,
                    run->energy - run->setup.values[LT_E_DAMPING]);
    lt_outcome_balance(&run->outcome, &run->setup);
    if (run->outcome.parted)
        lt_outcome_judge(&run->outcome, &run->setup, run->energy);
    lt_swing_sample(&run->swing, run->setup.values);
    lt_run_record_watch(run);
    lt_tangent(&run->setup);
    run->setup.values[LT_R_STEPS] = (double)run->leap.steps;
    return is_all_finite(run) && lt_run_record_views(run) && lt_run_extremes(run) &&
           lt_run_integral_sample(run);
}

enum { SMOOTHED = LT_MT_SMOOTH - LT_UN_SMOOTH + 1 }; /* numbers of un ... mt that are smoothed */

/* The error of smoothed number I: how far it is from being steady, from 0 to 1. */
static double *error_of(double *values, size_t i) {
    const size_t force = SMOOTHED - LT_DOFS;
    return i < force ? &values[LT_UN_ERR + i] : &values[LT_FN_ERR + i - force];
}

/* Updates the smoothed values of displacements, velocities and forces by a fraction of their
 * change in each step, and their errors. An error is the relative distance from the smoothed
 * value, at most 1, itself smoothed; it begins at 1 in each stage. */
void lt_run_smooth(struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    double *values = run->setup.values, share = run->setup.smooth;
    for (size_t i = 0; i < SMOOTHED && (program->uses_errors || program->uses_smoothed); i++) {
        const double now = values[LT_UN + i];
        double *smooth = &values[LT_UN_SMOOTH + i], *error = error_of(values, i);
        *smooth += share * (now - *smooth);
        double distance = now == *smooth ? 0 : fmin(1, fabs((now - *smooth) / *smooth));
        *error += share * (distance - *error);
    }
}

/* Begins smoothing in a stage: from the present values, with all errors at 1. */
void lt_run_smooth_begin(struct lt_running *run) {
    double *values = run->setup.values;
    for (size_t i = 0; i < SMOOTHED; i++) {
        values[LT_UN_SMOOTH + i] = values[LT_UN + i];
        *error_of(values, i) = 1;
    }
}

/* Tests the expectations that hold always, and records the row that is due. Returns false if
 * the run has failed, with the reason in its message; an expectation that is not met is no
 * failure of the run. */
bool lt_run_finish_step(struct lt_running *run) {
    if (!lt_expect_step(run->standings, &run->setup, &run->outcome, (long)run->stage))
        return lt_run_fail_here(run, run->setup.why);
    const double step = run->setup.values[LT_STEP];
    /* A whole interval remains to the next row exactly at a step that has one. */
    return lt_run_record_next(run, step) != lt_run_record_every(run) || lt_run_record(run);
}

/* Evaluates the condition until of the stage; *OVER: it is true. Returns false if it has no
 * value: the run has failed then. */
bool lt_run_until(struct lt_running *run, bool *over) {
    char why[256];
    if (lt_expr_holds(run->setup.expr, lt_run_stage(run)->until, run->setup.values, over, why,
                      sizeof why))
        return true;
    return lt_run_fail_here(run, why);
}

/* ---- Stages ---------------------------------------------------------------------------------- */

/* Ends the run as failed because the stage cannot end: until never becomes true (run->stuck
 * says why), or did not within the limit of steps. The message lists the values of the names in
 * until. Always returns false. */
bool lt_run_fail_unfinished(struct lt_running *run) {
    run->result->unfinished = true;
    const struct lt_formula *formula = lt_run_stage(run)->until;
    char text[768];
    int n = run->stuck ? snprintf(text, sizeof text, "'until: %.200s' never becomes true: %s (",
                                  formula->text, run->stuck)
                       : snprintf(text, sizeof text,
                                  "'until: %.200s' did not become true within %.0f steps, "
                                  "stages[%zu].max_steps (",
                                  formula->text, run->limit, run->stage);
    for (size_t i = 0; i < formula->n_used && n > 0 && (size_t)n < sizeof text; i++) {
        double value = run->setup.values[formula->used[i]->slot];
        bool condition = formula->used[i]->kind == LT_NAME_CONDITION;
        n += condition ? snprintf(text + n, sizeof text - (size_t)n, "%s%s is %s", i ? ", " : "",
                                  formula->used[i]->name, value > 0 ? "true" : "false")
                       : snprintf(text + n, sizeof text - (size_t)n, "%s%s = %.6g", i ? ", " : "",
                                  formula->used[i]->name, value);
    }
    if (n > 0 && (size_t)n < sizeof text)
        snprintf(text + n, sizeof text - (size_t)n, formula->n_used ? ")" : "it never changes)");
    return lt_run_fail_here(run, text);
}

/* Sets after how many steps the stage must end, and after how many until is tested. A first
 * stage gets as many steps more as its free fall takes; a finer step needs more of them for the
 * same time. Returns false if a formula has no value, with the reason in setup->why. */
static bool count_steps(struct lt_running *run, const struct lt_stage *stage) {
    if (!lt_setup_number(&run->setup, &stage->max_steps, &run->own_limit) ||
        !lt_setup_number(&run->setup, &stage->until_every, &run->until_every))
        return false;
    run->fall = run->stage == 0 ? lt_setup_times_fall(&run->setup) : 0;
    if (!stage->max_steps.given)
        run->own_limit += ceil(run->fall / run->setup.dt);
    const double finer = run->options->finer;
    run->limit = run->own_limit = floor(run->own_limit / (finer > 0 ? fmin(finer, 1) : 1));
    run->until_every = floor(run->until_every);
    if (run->options->max_steps > 0)
        run->limit = fmin(run->limit, run->options->max_steps);
    return true;
}

/* Memory of the result of a stage, bytes, here and later as JSON. */
enum { STAGE_BYTES = 1024 };

/* Adds the result of a stage, with twice the room when it is full. NULL: no memory, since
 * restarts may repeat stages very often. */
static struct lt_stage_result *add_stage(struct lt_running *run) {
    struct lt_result *result = run->result;
    if (result->n_stages == run->stages_room) {
        if (!lt_memory_fits(2 * (double)(run->stages_room * STAGE_BYTES)))
            return NULL;
        run->stages_room *= 2;
        struct lt_stage_result *more = lt_arena_get(result->arena, run->stages_room * sizeof *more);
        memcpy(more, result->stages, result->n_stages * sizeof *more);
        result->stages = more;
    }
    return &result->stages[result->n_stages++];
}

/* Begins the stage run->stage: its loads, the velocities that jump with them, its events,
 * results and the limit of its steps. Returns false if the run has failed, with the reason in
 * its message. */
bool lt_run_begin_stage(struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    struct lt_setup *setup = &run->setup;
    double *values = setup->values;
    struct lt_stage_result *result = add_stage(run);
    if (!result)
        return lt_run_fail_here(run, LT_MEMORY_LACKS " for so many stages");
    result->stage = run->stage;
    result->ended_by = "";
    values[LT_STAGE] = (double)run->stage;
    values[LT_TIME] = values[LT_STEP] = 0;
    /* The limits of the stage in steps. */
    if (!count_steps(run, stage))
        return lt_run_fail_here(run, setup->why);
    bool begun = run->result->n_stages == 1; /* lt_run_start() has begun the first stage */
    /* Kinetic energy (J) before the loads change, of the velocities half a step behind and ahead.
     */
    double across = setup->exact || begun ? 0 : lt_leapfrog_kinetic_across(&run->leap);
    if (!begun && !lt_loading_begin(&run->loading, setup, run->stage))
        return lt_run_fail_here(run, setup->why);
    if (!lt_loading_meets(&run->loading))
        lt_run_record_warn(run, "stage '%s': %s", stage->name, setup->why);
    /* A dof whose force is balanced gets its velocity now, before the first step, and the law
     * is evaluated there. */
    if (!begun && lt_balance_begin(&run->loading, setup->dt)) {
        for (size_t i = 0; i < LT_DOFS; i++)
            if (run->loading.inertia.balanced[i])
                run->leap.before[i] = values[LT_VN + i];
        lt_still(setup, &run->leap.branch);
    }
    /* Results, oscillation and events of this stage start from zero. */
    lt_outcome_stage(&run->outcome, setup, &run->loading);
    lt_swing_stage(&run->swing, &run->loading);
    const struct lt_names *names = setup->program->names;
    for (size_t i = 0; i < run->n_watched && run->result->n_stages > 1; i++)
        values[names->events + i] = values[names->fresh + i] = 0;
    if (!begun && !run->acts_on_events) /* the previous stage has not updated them */
        memcpy(run->settled, run->watched, run->n_watched * sizeof *run->settled);
    lt_run_record_modes(run);
    if (setup->exact ? !lt_run_exact_begin(run)
                     : !lt_leapfrog_begin(&run->leap, across) && !lt_run_fail_here(run, setup->why))
        return false;

    lt_run_smooth_begin(run);
    lt_run_done_begin(run);
    /* How the end of the stage is found, and whether it can end at all. */
    run->until_step = setup->exact ? NAN : lt_run_march_due(run);
    run->awaits_separation = lt_run_never_applies(run);
    run->next_check = !lt_run_stuck_begin(run) && !run->awaits_separation ? INFINITY
                      : setup->exact                                      ? LT_CHECK_FIRST
                                                                          : LT_CHECK_EVERY;
    run->entered = true;
    return true;
}

/* Sets the results as if the run ended here, for expectations and prints; SO_FAR keeps those so
 * far. */
void lt_run_settle(struct lt_running *run, struct lt_so_far *so_far) {
    memcpy(so_far->results, run->setup.values + LT_R_E_N, sizeof so_far->results);
    lt_outcome_settle(&run->outcome, &run->setup);
    show_extremes(run);
}

/* Restores the results that lt_run_settle has kept in SO_FAR. */
void lt_run_unsettle(struct lt_running *run, const struct lt_so_far *so_far) {
    memcpy(run->setup.values + LT_R_E_N, so_far->results, sizeof so_far->results);
}

/* Stores the numbers of 'keep' and tests the expectations of the stage, with results as if the
 * run ended here. Returns false if the run has failed because a formula has no value. */
static bool judge_stage(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    struct lt_so_far so_far;
    lt_run_settle(run, &so_far);
    bool ok = lt_run_done_keep(run);
    if (ok && !lt_expect_stage(run->standings, setup, &run->outcome, (long)run->stage))
        ok = lt_run_fail_here(run, setup->why);
    lt_run_unsettle(run, &so_far);
    return ok;
}

/* Sets steps and times (s) in the result of the stage under way, and returns it; NULL: there is
 * none. */
static struct lt_stage_result *report_stage(const struct lt_running *run) {
    const double *values = run->setup.values;
    struct lt_stage_result *result = run->result->stages + run->result->n_stages - 1;
    if (run->result->n_stages == 0)
        return NULL;
    result->steps = (size_t)values[LT_STEP];
    result->time = values[LT_TIME];
    result->t_end = values[LT_T];
    return result;
}

/* Ends the stage: its verdicts, its last row, its actions 'done'. Afterwards run->stage is the
 * next stage, or the first one if an action restarts them. Returns false if the run has failed. */
bool lt_run_end_stage(struct lt_running *run) {
    run->entered = false;
    report_stage(run)->ended_by =
        run->result->never_separates ? "never separates" : lt_run_stage(run)->until->text;
    lt_outcome_judge(&run->outcome, &run->setup, run->energy);
    if (!judge_stage(run))
        return false;
    run->restarting = false;
    if (!lt_run_record(run) || !lt_run_done(run))
        return false;
    run->stage = run->restarting ? 0 : run->stage + 1;
    return true;
}

/* Warns if a free degree of freedom has oscillated during the stage. */
static void advise_stage(struct lt_running *run) {
    char text[256];
    if (lt_swing_oscillates(&run->swing, text, sizeof text))
        lt_run_record_warn(run, "stage '%s': %s", lt_run_stage(run)->name, text);
}

/* Checks, if the check is due, whether the stage can still end. Returns true if it waits for a
 * separation that never comes. Any other reason is left in run->stuck. The law is evaluated at
 * states that the run has not reached, where its formulas may have no value. */
bool lt_run_check_ending(struct lt_running *run) {
    if (run->setup.values[LT_STEP] < run->next_check)
        return false;
    /* The next check is at twice the step, or LT_CHECK_EVERY steps on while a separation is
     * awaited. */
    run->next_check +=
        run->awaits_separation ? fmin(run->next_check, LT_CHECK_EVERY) : run->next_check;
    lt_run_try(run, true);
    const bool never = run->awaits_separation && lt_run_never_separates(run);
    lt_run_try(run, false);
    if (!never && run->may_stick)
        lt_run_stuck_check(run);
    return never;
}

/* Returns true if the caller has requested an end; the status of the result is then
 * LT_INTERRUPTED. */
bool lt_run_is_interrupted(struct lt_running *run) {
    if (!run->options->interrupted || !*run->options->interrupted)
        return false;
    run->result->status = LT_INTERRUPTED;
    return true;
}

/* Makes at most STEPS steps; begins the stage before its first step and ends it after its last
 * one. Returns false if the run has failed, or if it was interrupted and can be continued;
 * run->result->status distinguishes the two. */
bool lt_run_advance(struct lt_running *run, double steps) {
    if (!run->entered && !lt_run_begin_stage(run))
        return false;
    const double *values = run->setup.values, last = values[LT_STEP] + steps;
    bool over = false, ends = false, ok = true;
    while (ok && !over && values[LT_STEP] < last) {
        if (lt_run_is_interrupted(run))
            return false;
        lt_run_record_flush(run);
        over = run->result->never_separates = lt_run_check_ending(run);
        /* ENDS: the stage is over or cannot go on before any further step. */
        ends = over || run->stuck || values[LT_STEP] >= run->limit;
        if (ends)
            break;
        ok = run->setup.exact
                 ? lt_run_exact_step(run, &over)
                 : lt_run_steps(run, fmin(fmin(run->limit, run->next_check), last), &over);
        if (run->options->progress && (!run->setup.exact || run->leap.steps % 4096 == 0))
            run->options->progress(((double)run->stage + values[LT_STEP] / run->own_limit) /
                                       (double)run->setup.program->n_stages,
                                   run->options->data);
    }
    /* STEPS are made and the stage goes on. */
    if (ok && !over && !ends)
        return true;
    advise_stage(run);
    if (ok && !over)
        return lt_run_record_views(run) && lt_run_fail_unfinished(run);
    return ok && lt_run_end_stage(run);
}

/* ---- The whole run --------------------------------------------------------------------------- */

/* Stores the velocities half a step before the end, if the integrator shows others: a run that
 * continues this one needs them. */
static void store_velocities_before(const struct lt_running *run, struct lt_result *result) {
    const struct lt_setup *setup = &run->setup;
    if (setup->exact || lt_leapfrog_kind(&run->leap)->shown == 0)
        return;
    result->n_behind = setup->in_space ? LT_DOFS + LT_VELOCITIES : LT_DOFS;
    memcpy(result->behind, run->leap.before, sizeof run->leap.before);
    memcpy(result->behind + LT_DOFS, run->leap.behind, sizeof run->leap.behind);
}

/* True if an expectation of a curve needs all rows of the table. */
static bool needs_rows(const struct lt_program *program) {
    bool needs = false;
    for (size_t i = 0; i < program->n_expects; i++)
        needs |= program->expects[i].kind == LT_EXPECT_CURVE;
    return needs;
}

/* How many prints there may be. Events and restarts repeat them, so the number is limited; one more
 * says so. */
static size_t room_for_prints(const struct lt_program *program) {
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++)
            if (program->stages[i].done[k].kind == LT_PRINT)
                return LT_PRINTS_MAX + 1;
    return 0;
}

/* How many stages are run at most, restarts included. */
static size_t count_passes(const struct lt_program *program) {
    size_t rounds = 1;
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++)
            if (program->stages[i].done[k].kind == LT_RESTART)
                rounds += program->stages[i].done[k].count;
    return rounds * program->n_stages;
}

/* How many stages get memory at first. */
static size_t room_for_stages(const struct lt_program *program) {
    enum { MANY = 1000 }; /* some hundred kB; add_stage() makes more room */
    const size_t passes = count_passes(program);
    return passes < MANY ? passes + 1 : MANY;
}

/* Frees the cells of a table. They are not in the arena, since the table grows. */
static void free_cells(void *table) {
    free(((struct lt_table *)table)->cells);
}

/* An empty result in ARENA. */
static struct lt_result *new_result(const struct lt_program *program, struct lt_arena *arena) {
    struct lt_result *result = lt_arena_get(arena, sizeof *result);
    result->arena = arena;
    lt_arena_keep(arena, &result->table, free_cells);
    result->message = "";
    result->stages = lt_arena_get(arena, room_for_stages(program) * sizeof *result->stages);
    result->prints = lt_arena_get(arena, (room_for_prints(program) + 1) * sizeof *result->prints);
    result->warnings = lt_arena_get(arena, LT_WARNINGS_MAX * sizeof *result->warnings);
    result->table.columns = program->n_columns;
    return result;
}

/* True if the place of the samples of the exact integrator affects accuracy alone: nothing in
 * the program counts steps or smooths over them. */
static bool samples_may_be_sparse(const struct lt_program *program) {
    bool are_free =
        !program->motion.instants.at && !program->uses_errors && !program->uses_smoothed;
    for (size_t i = 0; i < program->n_stages; i++) {
        const struct lt_stage *stage = &program->stages[i];
        are_free &= !stage->until_every.given && stage->n_at == 0;
        for (size_t k = 0; k < stage->until->n_used; k++)
            are_free &= stage->until->used[k]->slot != LT_STEP;
    }
    return are_free;
}

/* Sets the time step (s) and the initial state. LOADED: the loads have been set already.
 * Returns false if the run has failed, with the reason in its message. */
static bool start_run(struct lt_running *run, bool loaded) {
    struct lt_setup *setup = &run->setup;
    const double coarsest = setup->values[LT_T_C] / 100; /* s: resolves the contact */
    if (setup->exact && run->options->coarse && setup->dt < coarsest && isfinite(coarsest) &&
        samples_may_be_sparse(setup->program))
        setup->values[LT_DT] = setup->dt = coarsest;
    /* FINER is a factor of dt, unless the instants are given by the program. */
    if (run->options->finer > 0 && !setup->program->motion.instants.at)
        setup->values[LT_DT] = setup->dt *= run->options->finer;
    run->leap.longest = run->setup.dt;
    run->started = lt_run_start(run, loaded);
    return run->started;
}

/* Prepares a run of a program with other values of N_OVERRIDES of its names, and places the
 * pair. Result and memory come from ARENA, numbers of formulas from EXPR. Returns false if the
 * run has failed, with the reason in its message; it must be closed in any case. */
bool lt_run_open(struct lt_running *run, const struct lt_program *program,
                 const struct lt_override *overrides, size_t n_overrides,
                 const struct lt_run_options *options, struct lt_expr *expr,
                 struct lt_arena *arena) {
    *run = (struct lt_running){.options = options,
                               .leap = {.setup = &run->setup, .loading = &run->loading},
                               .result = new_result(program, arena)};
    run->stages = run->result->stages;
    run->stages_room = room_for_stages(program);
    run->standings = lt_arena_get(arena, (program->n_expects + 1) * sizeof *run->standings);
    /* Rows leave the memory if a sink takes them and nothing needs them later. */
    run->streams = options->put && !options->all_rows && !needs_rows(program);
    run->restarts = lt_arena_get(arena, (program->n_stages + 1) * sizeof *run->restarts);
    if (!lt_setup_make(&run->setup, program, overrides, n_overrides, options->exact, expr, arena))
        return lt_run_fail(run, "%s", run->setup.why);
    lt_run_record_watch_begin(run);
    if (run->setup.exact) {
        /* exact: room for two copies of the state, to which it returns. */
        const size_t n = program->names->slots + run->n_watched + program->n_extremes;
        run->saved = lt_arena_get(arena, 2 * n * sizeof *run->saved);
        run->reached = run->saved + n;
    }
    begin_extremes(run, arena);
    run->setup.contact.timing = options->timing;
    return start_run(run, false);
}

/* Resets a closed run, of which only the memory is used again. */
static void forget_result(struct lt_running *run, struct lt_arena *arena) {
    const struct lt_program *program = run->setup.program;
    struct lt_result *old = run->result;
    *old = (struct lt_result){.arena = arena,
                              .message = "",
                              .stages = run->stages,
                              .prints = old->prints,
                              .warnings = old->warnings,
                              .table.columns = program->n_columns};
    run->stages_room = room_for_stages(program);
    run->setup.arena = arena;
    run->leap.jump = run->leap.branch = 0;
    memset(run->leap.drive, 0, sizeof run->leap.drive);
    memset(run->watched, 0, run->n_watched * sizeof *run->watched);
    memset(run->settled, 0, run->n_watched * sizeof *run->settled);
    memset(run->restarts, 0, program->n_stages * sizeof *run->restarts);
    run->stage = run->leap.steps = run->rows_at = run->events_room = 0;
    run->restarting = run->started = run->entered = false;
    run->swing = (struct lt_swing){.any = false};
    run->ring = NULL;
    run->rest_state = NULL;
}

/* Opens a closed run again, in its old memory, with other values of the same overridden names;
 * VALUES gets its numbers and ARENA gives new memory. Returns false if it cannot start, without
 * a reason: the caller then opens it by lt_run_open, which leaves the message. */
bool lt_run_reopen(struct lt_running *run, const struct lt_common *common,
                   const struct lt_override *overrides, double *values, struct lt_arena *arena) {
    /* The loads of a single stage that no override changes are still set. */
    bool loaded = run->started && !common->loading && run->setup.program->n_stages == 1;
    forget_result(run, arena);
    run->loading.t_begin = 0;
    return lt_setup_again(&run->setup, common, overrides, values) && start_run(run, loaded);
}

/* Removes results that a run does not have: all, if it failed; the state, too, if it never began. A
 * run that its caller ended by max_steps keeps those it has so far. */
static void void_results(struct lt_running *run) {
    const struct lt_names *names = run->setup.program->names;
    bool cut = run->result->unfinished && run->options->max_steps > 0;
    if (run->result->status != LT_RUN_FAILED || cut)
        return;
    for (size_t i = 0; i < names->count; i++) {
        enum lt_name_kind kind = names->list[i].kind;
        if (kind == LT_NAME_RESULT || kind == LT_NAME_BAND ||
            (!run->started && kind <= LT_NAME_CONDITION))
            run->setup.values[names->list[i].slot] = NAN;
    }
    for (size_t slot = names->seen; slot < names->slots; slot++)
        run->setup.values[slot] = NAN;
}

/* Ends a run: warnings, results, verdicts, and what a later run needs to continue it. Returns
 * its result, also after a failure; results that the run does not have are NAN. */
struct lt_result *lt_run_close(struct lt_running *run) {
    struct lt_setup *setup = &run->setup;
    struct lt_result *result = run->result;
    report_stage(run);
    if (run->started && result->unfinished) /* a stage that ends has been judged there */
        lt_outcome_judge(&run->outcome, setup, run->energy);
    if (run->started) {
        if (!run->options->unadvised)
            lt_run_advise(run);
        lt_outcome_settle(&run->outcome, setup);
        lt_run_record_drop_brief(run);
        show_extremes(run);
    }
    if (run->started && result->status == LT_DONE &&
        !lt_expect_stage(run->standings, setup, &run->outcome, -1))
        lt_run_fail(run, "%s", setup->why);
    /* What the run leaves to its caller. */
    void_results(run);
    result->values = setup->values;
    result->plain = run->exact.across;
    memcpy(result->ends, run->outcome.ends, sizeof result->ends);
    result->inside = run->outcome.inside;
    memcpy(result->touch, run->outcome.touch, sizeof result->touch);
    store_velocities_before(run, result);
    lt_expect_close(run->standings, setup, result);
    return result;
}

/* ---- Bands of e_n and e_t over the phase ----------------------------------------------------- */

/* Computes the band of the result whose band begins with the name LOW: its extremes and mean over
 * the phase. */
static void find_band(struct lt_running *run, const struct lt_name *low,
                      const struct lt_override *overrides, size_t n_overrides) {
    const struct lt_program *program = run->setup.program;
    const struct lt_name *result = lt_names_result(program->names, low);
    double *band = &run->setup.values[low->slot];
    const struct lt_phase_mean found =
        lt_phase_band(program, overrides, n_overrides, result, run->options->interrupted, NULL);
    if (!found.averaged) {
        run->outcome.no_band = "the contact does not begin by motion in steps";
    } else if (found.why[0]) {
        run->outcome.no_band =
            lt_arena_print(run->result->arena,
                           "where the contact begins at another place in a step, %s", found.why);
        lt_run_record_warn(run, "no band of %s: %s", result->name, run->outcome.no_band);
    } else if (isnan(found.mean)) {
        run->outcome.no_band =
            "where the contact begins at another place in a step, the result has no value";
    } else {
        band[LT_BAND_LOW] = found.low;
        band[LT_BAND_HIGH] = found.high;
        band[LT_BAND_MEAN] = found.mean;
    }
}

/* Computes the bands before the run begins, so that its formulas may use them. */
static void find_bands(struct lt_running *run, const struct lt_override *overrides,
                       size_t n_overrides) {
    const struct lt_program *program = run->setup.program;
    if (run->setup.exact) {
        run->outcome.no_band = "'integrator: exact' makes no steps; take leapfrog";
        return;
    }
    for (size_t i = 0; i < program->names->count; i++) {
        const struct lt_name *name = &program->names->list[i];
        if ((name->slot == LT_R_E_N_LOW && program->uses_band[0]) ||
            (name->slot == LT_R_E_T_LOW && program->uses_band[1]))
            find_band(run, name, overrides, n_overrides);
    }
}

static atomic_ulong runs; /* see lt_run_count() */

/* The number of runs that this process has begun, without those in lanes, for reports of
 * progress. */
unsigned long lt_run_count(void) {
    return runs;
}

/* Opens a run as lt_run_open does, and computes the bands of e_n and e_t if the program names
 * them. Returns false if the run has failed. */
bool lt_run_open_bands(struct lt_running *run, const struct lt_program *program,
                       const struct lt_override *overrides, size_t n_overrides,
                       const struct lt_run_options *options, struct lt_expr *expr,
                       struct lt_arena *arena) {
    atomic_fetch_add(&runs, 1);
    if (!lt_run_open(run, program, overrides, n_overrides, options, expr, arena))
        return false;
    if (program->uses_band[0] || program->uses_band[1])
        find_bands(run, overrides, n_overrides);
    return true;
}

/* Makes a whole run with the evaluator EXPR and the memory ARENA, which may serve many runs.
 * Returns its result, whose status says whether it has failed. */
struct lt_result *lt_run_in(const struct lt_program *program, const struct lt_override *overrides,
                            size_t n_overrides, const struct lt_run_options *options,
                            struct lt_expr *expr, struct lt_arena *arena) {
    struct lt_running run;
    bool ok = lt_run_open_bands(&run, program, overrides, n_overrides, options, expr, arena);
    while (ok && run.stage < program->n_stages)
        ok = lt_run_advance(&run, INFINITY);
    return lt_run_close(&run);
}

/* Makes a whole run of a program with other values of N_OVERRIDES of its names. Returns its
 * result, freed by lt_run_free(), whose status says whether it has failed. */
struct lt_result *lt_run(const struct lt_program *program, const struct lt_override *overrides,
                         size_t n_overrides, const struct lt_run_options *options) {
    struct lt_expr *expr = lt_expr_new();
    double begin = options->timing ? lt_timing_now() : 0;
    lt_expr_time(expr, options->timing);
    struct lt_result *result =
        lt_run_in(program, overrides, n_overrides, options, expr, lt_arena_new());
    struct lt_override *own = lt_arena_get(result->arena, (n_overrides + 1) * sizeof *own);
    for (size_t i = 0; i < n_overrides; i++)
        own[i] = overrides[i];
    result->overrides = own;
    result->n_overrides = n_overrides;
    if (options->timing)
        options->timing->total += lt_timing_now() - begin;
    lt_expr_free(expr);
    return result;
}

void lt_run_free(struct lt_result *result) {
    if (result)
        lt_arena_free(result->arena);
}
