/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include "arena.h"
#include "exact.h"
#include "expect.h"
#include "outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 10000, WARNINGS_MAX = 32, PIECES_MAX = 5000 };

/* Everything one run carries from step to step. */
struct run {
    struct lt_setup setup;
    struct lt_loading loading;
    struct lt_outcome outcome;
    struct lt_exact exact;
    struct lt_standing *standings;
    const struct lt_run_options *options;
    struct lt_result *result;
    double energy;          /* kinetic and stored, at the start */
    double before[LT_DOFS]; /* leapfrog: half a step behind */
    double after[LT_DOFS];  /* leapfrog: half a step ahead */
    double drive[LT_DOFS];  /* forces that impose velocities */
    double jump;            /* work of a change of stage, due with the next step */
    double branch;
    double *watched; /* last value of each of the law's event flags */
    double *saved;   /* copy of values[] */
    size_t stage, steps, rows_at, events_room;
};

static bool fail(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct run *run, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    run->result->status = LT_RUN_FAILED;
    run->result->message = lt_arena_print(run->result->arena, "%s", text);
    return false;
}

static const struct lt_stage *stage_of(const struct run *run) {
    return &run->setup.program->stages[run->stage];
}

/* Fails with the place in the run and the state that led there. */
static bool fail_here(struct run *run, const char *what) {
    const double *v = run->setup.values;
    return fail(
        run,
        "stage '%s', step %.0f, t = %.6g s: %s\n"
        "  un = %.6g m, vn = %.6g m/s, fn = %.6g N; us = %.6g, ut = %.6g m; fs = %.6g, ft = "
        "%.6g N",
        stage_of(run)->name, v[LT_STEP], v[LT_T], what, v[LT_UN], v[LT_VN], v[LT_FN], v[LT_US],
        v[LT_UT], v[LT_FS], v[LT_FT]);
}

/* ---- Recording ------------------------------------------------------------------------------- */

static bool update_views(struct run *run) {
    const struct lt_program *program = run->setup.program;
    char why[256];
    if (!program->uses_views)
        return true;
    for (size_t i = 0; program->law->views[i].name; i++)
        if (!lt_expr_number(run->setup.expr, program->views[i], run->setup.values,
                            &run->setup.values[program->names->views + i], why, sizeof why))
            return fail_here(run, why);
    return true;
}

static bool grow(struct lt_table *table) {
    if (table->rows < table->room)
        return true;
    size_t room = table->room ? 2 * table->room : 1024;
    double *cells = realloc(table->cells, room * table->columns * sizeof *cells);
    if (!cells)
        return false;
    table->cells = cells;
    table->room = room;
    return true;
}

static bool record(struct run *run) {
    const struct lt_program *program = run->setup.program;
    struct lt_table *table = &run->result->table;
    if (!run->options->record || table->columns == 0)
        return true;
    if (table->rows > 0 && run->rows_at == run->steps)
        return true;
    if (!grow(table))
        return fail_here(run, "no memory left for the recorded rows; record with a larger 'every'");
    double *row = table->cells + table->rows * table->columns;
    for (size_t i = 0; i < table->columns; i++) {
        const struct lt_column *column = &program->columns[i];
        char why[256];
        if (column->source)
            row[i] = run->setup.values[column->source->slot];
        else if (!lt_expr_number(run->setup.expr, column->formula, run->setup.values, &row[i], why,
                                 sizeof why))
            return fail_here(run, why);
    }
    table->rows++;
    run->rows_at = run->steps;
    return true;
}

static void add_event(struct run *run, const char *name, int mode) {
    struct lt_result *result = run->result;
    if (result->n_events >= EVENTS_MAX)
        return;
    if (result->n_events == run->events_room) {
        size_t room = run->events_room ? 2 * run->events_room : 16;
        struct lt_event_result *events = lt_arena_get(result->arena, room * sizeof *events);
        if (result->n_events)
            memcpy(events, result->events, result->n_events * sizeof *events);
        result->events = events;
        run->events_room = room;
    }
    result->events[result->n_events++] =
        (struct lt_event_result){name, run->setup.values[LT_T], run->steps, mode, run->stage};
}

static void watch_events(struct run *run) {
    const struct lt_law *law = run->setup.program->law;
    const double *values = run->setup.values;
    for (size_t i = 0; law->events && law->events[i].name; i++) {
        const struct lt_event *event = &law->events[i];
        double now = values[LT_CONTACT];
        for (size_t k = 0; k < law->n_state; k++)
            if (strcmp(law->state[k].name, event->watch) == 0)
                now = values[run->setup.program->names->state + k];
        bool is = now > 0.5, was = run->watched[i] > 0.5;
        if (is && !was && event->rises)
            add_event(run, event->name, event->falls ? 0 : -1);
        if (!is && was && event->falls)
            add_event(run, event->name, event->rises ? 1 : -1);
        run->watched[i] = now;
    }
}

static void warn(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void warn(struct run *run, const char *format, ...) {
    struct lt_result *result = run->result;
    if (result->n_warnings >= WARNINGS_MAX)
        return;
    va_list args;
    va_start(args, format);
    result->warnings[result->n_warnings++] = lt_arena_vprint(result->arena, format, args);
    va_end(args);
}

/* ---- A sample: everything that looks at the state after a step ---------------------------------
 */

static bool all_finite(struct run *run) {
    const double *values = run->setup.values;
    double sum = 0;
    for (size_t i = LT_UN; i <= LT_E_DEFECT; i++)
        sum += values[i];
    if (isfinite(sum))
        return true;
    for (size_t i = 0; i < run->setup.program->names->count; i++) {
        const struct lt_name *name = &run->setup.program->names->list[i];
        if (name->slot < LT_UN || name->slot > LT_E_DEFECT || isfinite(values[name->slot]))
            continue;
        char what[128];
        snprintf(what, sizeof what, "%s is not a finite number (%g)%s", name->name,
                 values[name->slot], run->setup.exact ? "" : "; is motion.dt above t_crit?");
        return fail_here(run, what);
    }
    return true;
}

static bool sample(struct run *run, double kinetic) {
    lt_ledger_close(&run->setup.contact, run->setup.values, kinetic, run->energy);
    lt_outcome_balance(&run->outcome, &run->setup, run->energy);
    watch_events(run);
    run->setup.values[LT_R_STEPS] = (double)run->steps;
    return all_finite(run) && update_views(run);
}

/* Close the books of a step that is complete: expectations, row. */
static bool finish_step(struct run *run) {
    if (!lt_expect_step(run->standings, &run->setup, (long)run->stage))
        return fail_here(run, run->setup.why);
    if (run->steps % run->setup.program->every != 0)
        return true;
    return record(run);
}

static bool until(struct run *run, bool *over) {
    char why[256];
    if (lt_expr_holds(run->setup.expr, stage_of(run)->until, run->setup.values, over, why,
                      sizeof why))
        return true;
    return fail_here(run, why);
}

/* ---- Leapfrog ---------------------------------------------------------------------------------
 */

/* Velocities half a step ahead of the sample in values[], from those half a step behind. */
static bool kick(struct run *run) {
    double force[LT_DOFS];
    lt_loading_force(&run->loading, force);
    if (!lt_loading_velocity(&run->loading, run->setup.values[LT_TIME] + 0.5 * run->setup.dt,
                             run->after))
        return fail_here(run, run->setup.why);
    lt_motion_kick(&run->loading.inertia, force, run->setup.dt, run->before, run->after,
                   run->drive);
    return true;
}

static double kinetic_now(const struct run *run) {
    return lt_motion_kinetic(&run->loading.inertia, run->before, run->after);
}

/* The first kick of a run. Started one step before first touch, the initial velocities are those
 * half a step behind; otherwise they belong to t = 0 itself and the kick is half a one. */
static bool first_kick(struct run *run) {
    const double *v = run->setup.values + LT_VN;
    memcpy(run->before, v, sizeof run->before);
    if (run->setup.starts_at_phase)
        return kick(run);
    double half[LT_DOFS], force[LT_DOFS], dt = run->setup.dt;
    lt_loading_force(&run->loading, force);
    if (!lt_loading_velocity(&run->loading, 0.5 * dt, half))
        return fail_here(run, run->setup.why);
    lt_motion_kick(&run->loading.inertia, force, 0.5 * dt, v, half, run->drive);
    for (size_t i = 0; i < LT_DOFS; i++)
        run->before[i] = 2 * v[i] - half[i];
    return kick(run);
}

static bool begin_leapfrog(struct run *run) {
    double old = run->setup.values[LT_E_KINETIC];
    if (run->steps == 0) {
        if (!first_kick(run))
            return false;
    } else {
        lt_loading_initial(&run->loading, run->before);
        memcpy(run->setup.values + LT_VN, run->before, sizeof run->before);
        if (!kick(run))
            return false;
    }
    run->jump = kinetic_now(run) - old;
    return true;
}

static bool step_leapfrog(struct run *run, bool *over) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, *u = values + LT_UN;
    double du[LT_DOFS], drive[LT_DOFS], work = run->jump;
    run->jump = 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        double u1 = u[i] + setup->dt * run->after[i];
        du[i] = u1 - u[i];
        u[i] = u1;
    }
    memcpy(values + LT_VN, run->after, sizeof run->after);
    memcpy(run->before, run->after, sizeof run->before);
    memcpy(drive, run->drive, sizeof drive);
    run->steps++;
    values[LT_STEP]++;
    values[LT_TIME] = values[LT_STEP] * setup->dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    lt_ledger_step(&setup->contact, values, du, setup->dt, &run->branch);
    if (!kick(run))
        return false;
    for (size_t i = 0; i < LT_DOFS; i++)
        work += (0.5 * (drive[i] + run->drive[i]) + run->loading.weight[i]) * du[i];
    values[LT_E_WORK] += work;
    values[LT_WORK_THROUGHPUT] += fabs(work);

    lt_outcome_sample(&run->outcome, setup);
    if (!sample(run, kinetic_now(run)))
        return false;
    size_t every = (size_t)stage_of(run)->until_every.value;
    if ((size_t)values[LT_STEP] % every == 0 && !until(run, over))
        return false;
    return finish_step(run);
}

/* ---- Exact ------------------------------------------------------------------------------------
 */

/* A stage begins: velocities that jump drag the free ones along; the work is the change of kinetic
 * energy, in an instant. */
static bool begin_exact(struct run *run) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, *v = values + LT_VN, none[LT_DOFS] = {0};
    struct lt_inertia *inertia = &run->loading.inertia;
    if (run->steps > 0) {
        double before = lt_motion_kinetic(inertia, v, v), old[LT_DOFS], drive[LT_DOFS];
        lt_loading_initial(&run->loading, v);
        memcpy(old, v, sizeof old);
        if (!lt_loading_velocity(&run->loading, 0, v))
            return fail_here(run, setup->why);
        lt_motion_kick(inertia, none, 1, old, v, drive);
        run->jump = lt_motion_kinetic(inertia, v, v) - before;
        lt_ledger_step(&setup->contact, values, none, 0, &run->branch);
    }
    lt_exact_begin(&run->exact, &run->loading, run->branch);
    return true;
}

static bool sample_exact(struct run *run, double work) {
    double *values = run->setup.values, *v = values + LT_VN;
    values[LT_WORK_THROUGHPUT] += fabs(values[LT_E_WORK] - work);
    lt_outcome_sample(&run->outcome, &run->setup);
    return sample(run, lt_motion_kinetic(&run->loading.inertia, v, v));
}

/* until has become true within the last stretch: go back to the instant. */
static bool refine_until(struct run *run, const double *start, double h) {
    size_t size = run->setup.program->names->slots * sizeof(double);
    double *values = run->setup.values;
    double low = 0, high = h;
    struct lt_outcome outcome = run->outcome;
    for (int i = 0; i < 60 && high - low > 1e-15 * fmax(h, run->exact.unit); i++) {
        double middle = 0.5 * (low + high), work = start[LT_E_WORK];
        bool over;
        memcpy(values, start, size);
        run->outcome = outcome;
        if (!lt_exact_smooth(&run->exact, middle)) {
            low = middle;
            continue;
        }
        if (!sample_exact(run, work) || !until(run, &over))
            return false;
        *(over ? &high : &low) = middle;
    }
    memcpy(values, start, size);
    run->outcome = outcome;
    double work = values[LT_E_WORK];
    if (!lt_exact_smooth(&run->exact, high))
        lt_exact_advance(&run->exact, high);
    return sample_exact(run, work);
}

static bool step_exact(struct run *run, bool *over) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, left = setup->dt;
    size_t size = setup->program->names->slots * sizeof(double);
    double *saved = run->saved;
    bool ok = true;
    run->steps++;
    values[LT_STEP]++;
    bool tested = (size_t)values[LT_STEP] % (size_t)stage_of(run)->until_every.value == 0;
    values[LT_E_WORK] += run->jump;
    values[LT_WORK_THROUGHPUT] += fabs(run->jump);
    run->jump = 0;
    for (int pieces = 0; ok && !*over && left > 1e-13 * setup->dt; pieces++) {
        memcpy(saved, values, size);
        struct lt_outcome outcome = run->outcome;
        double h = lt_exact_advance(&run->exact, left);
        if (run->exact.failed || !(h > 0) || pieces > PIECES_MAX) {
            ok = fail_here(run, run->exact.failed ? setup->why
                                                  : "the exact integrator makes no progress here; "
                                                    "use 'integrator: leapfrog'");
            break;
        }
        bool smooth = run->exact.crossings == 0 || h > 1e-9 * setup->dt;
        left -= h;
        ok = sample_exact(run, saved[LT_E_WORK]);
        if (ok && tested)
            ok = until(run, over);
        if (ok && *over && smooth) {
            run->outcome = outcome;
            ok = refine_until(run, saved, h);
        }
    }
    return ok && finish_step(run);
}

/* ---- Stages -----------------------------------------------------------------------------------
 */

/* What until lacked when the steps ran out: its names' values. */
static bool endless(struct run *run) {
    run->result->unfinished = true;
    const struct lt_formula *formula = stage_of(run)->until;
    char text[768];
    int n = snprintf(text, sizeof text, "'until: %.200s' did not become true within %.0f steps (",
                     formula->text, stage_of(run)->max_steps.value);
    for (size_t i = 0; i < formula->n_used && n > 0 && (size_t)n < sizeof text; i++) {
        double value = run->setup.values[formula->used[i]->slot];
        bool condition = formula->used[i]->kind == LT_NAME_CONDITION;
        n += condition ? snprintf(text + n, sizeof text - (size_t)n, "%s%s is %s", i ? ", " : "",
                                  formula->used[i]->name, value > 0 ? "true" : "false")
                       : snprintf(text + n, sizeof text - (size_t)n, "%s%s = %.6g", i ? ", " : "",
                                  formula->used[i]->name, value);
    }
    if (n > 0 && (size_t)n < sizeof text)
        snprintf(text + n, sizeof text - (size_t)n, ")");
    return fail_here(run, text);
}

static bool run_stage(struct run *run) {
    const struct lt_stage *stage = stage_of(run);
    struct lt_setup *setup = &run->setup;
    double *values = setup->values;
    struct lt_stage_result *result = &run->result->stages[run->stage];
    run->result->n_stages = run->stage + 1;
    result->ended_by = "";
    values[LT_STAGE] = (double)run->stage;
    values[LT_TIME] = values[LT_STEP] = 0;
    if (!lt_loading_begin(&run->loading, setup, run->stage))
        return fail_here(run, setup->why);
    lt_outcome_stage(&run->outcome, setup, &run->loading);
    if (!(setup->exact ? begin_exact(run) : begin_leapfrog(run)))
        return false;

    bool over = false, ok = true;
    double limit = stage->max_steps.value;
    if (run->options->max_steps > 0)
        limit = fmin(limit, run->options->max_steps);
    while (ok && !over) {
        if (run->options->interrupted && *run->options->interrupted) {
            run->result->status = LT_INTERRUPTED;
            return false;
        }
        if (values[LT_STEP] >= limit)
            return endless(run);
        ok = setup->exact ? step_exact(run, &over) : step_leapfrog(run, &over);
        result->steps = (size_t)values[LT_STEP];
        result->time = values[LT_TIME];
        result->t_end = values[LT_T];
        if (run->options->progress && run->steps % 4096 == 0)
            run->options->progress(((double)run->stage + values[LT_STEP] / stage->max_steps.value) /
                                       (double)setup->program->n_stages,
                                   run->options->data);
    }
    if (!ok)
        return false;
    result->ended_by = stage->until->text;
    if (!lt_expect_stage(run->standings, setup, (long)run->stage))
        return fail_here(run, setup->why);
    return record(run);
}

/* ---- The whole --------------------------------------------------------------------------------
 */

/* Place the pair, give it its initial velocities, look at the force it starts with. */
static bool start(struct run *run) {
    struct lt_setup *setup = &run->setup;
    double *values = setup->values, none[LT_DOFS] = {0};
    lt_outcome_begin(&run->outcome, setup);
    if (!lt_loading_begin(&run->loading, setup, 0))
        return fail_here(run, setup->why);
    lt_loading_initial(&run->loading, values + LT_VN);
    if (!lt_loading_velocity(&run->loading, 0, values + LT_VN))
        return fail_here(run, setup->why);
    double vn = values[LT_VN];
    if (setup->starts_at_phase && !(vn < 0))
        setup->starts_at_phase = false;
    values[LT_UN] = setup->starts_at_phase ? (1 - setup->phase) * -vn * setup->dt : setup->gap;

    /* Only a start one step before first touch is free of force by definition. */
    if (!setup->starts_at_phase)
        lt_ledger_step(&setup->contact, values, none, 0, &run->branch);
    double *v = values + LT_VN, kinetic = lt_motion_kinetic(&run->loading.inertia, v, v);
    run->energy = kinetic + values[LT_E_STRAIN];
    values[LT_E_CROSS] = values[LT_E_DASHPOT] = values[LT_E_DEFECT] = 0;
    lt_outcome_sample(&run->outcome, setup);
    if (!sample(run, kinetic) || !lt_expect_step(run->standings, setup, 0))
        return false;
    return record(run);
}

static void advise(struct run *run) {
    const double *values = run->setup.values;
    if (!run->setup.exact && values[LT_DT] > values[LT_T_CRIT])
        warn(run, "motion.dt = %.4g s is above t_crit = %.4g s: leapfrog is unstable there",
             values[LT_DT], values[LT_T_CRIT]);
    double steps = values[LT_R_T_CONTACT] / values[LT_DT];
    if (!run->setup.exact && run->outcome.lost && steps < 50)
        warn(run, "only %.0f steps in the contact: below 50 the result depends on dt", steps);
    double overlap = values[LT_R_OVERLAP_MAX] / values[LT_R_EFF];
    if (overlap > 0.05 && isfinite(overlap))
        warn(run, "the overlap reached %.1f %% of the effective radius", 100 * overlap);
}

static struct lt_result *new_result(const struct lt_program *program) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_result *result = lt_arena_get(arena, sizeof *result);
    result->arena = arena;
    result->message = "";
    result->stages = lt_arena_get(arena, (program->n_stages + 1) * sizeof *result->stages);
    result->warnings = lt_arena_get(arena, WARNINGS_MAX * sizeof *result->warnings);
    result->table.columns = program->n_columns;
    return result;
}

static size_t events_of(const struct lt_law *law) {
    size_t n = 0;
    while (law->events && law->events[n].name)
        n++;
    return n;
}

struct lt_result *lt_run(const struct lt_program *program, const struct lt_override *overrides,
                         size_t n_overrides, const struct lt_run_options *options) {
    struct lt_result *result = new_result(program);
    struct run run = {.options = options, .result = result};
    struct lt_expr *expr = lt_expr_new();
    run.standings = lt_arena_get(result->arena, (program->n_expects + 1) * sizeof *run.standings);
    run.saved = lt_arena_get(result->arena, program->names->slots * sizeof(double));
    run.watched = lt_arena_get(result->arena, (events_of(program->law) + 1) * sizeof *run.watched);
    if (!lt_setup_make(&run.setup, program, overrides, n_overrides, options->exact, expr,
                       result->arena)) {
        fail(&run, "%s", run.setup.why);
    } else if (start(&run)) {
        bool ok = true;
        for (run.stage = 0; ok && run.stage < program->n_stages; run.stage++)
            ok = run_stage(&run);
        if (ok && !lt_expect_stage(run.standings, &run.setup, -1))
            fail(&run, "%s", run.setup.why);
        advise(&run);
    }
    result->values = run.setup.values;
    lt_expect_close(run.standings, &run.setup, result);
    lt_expr_free(expr);
    return result;
}

void lt_result_free(struct lt_result *result) {
    if (!result)
        return;
    free(result->table.cells);
    lt_arena_free(result->arena);
}
