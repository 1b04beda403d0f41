/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_march.c: the steps of a stage.
 *
 * The law's march (step.h) makes the steps of most stages, many at once. Its arithmetic is that of
 * leapfrog.c, in the same order and equal to the bit, but it leaves out what a stage does not need:
 * degrees of freedom that never move, sums over zeros. values[] is updated only where it is needed:
 * at rows, events and the end. If a march lacks what a stage needs, leapfrog.c makes each step, and
 * each is evaluated. */
#include "registry/laws.h"
#include "run/ring.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Steps between two checks for an interruption and for rows that the sink should get. */
enum { STRIDE = 4096 };

/* A march of the stage, at STEP. values[] is older until store_values(). */
struct marching {
    struct lt_running *run;
    double *values;
    struct lt_march march;
    enum lt_march_kind kind;
    lt_law_march *law_march;
    double step;
};

/* ---- Which stages march --------------------------------------------------------------------- */

/* True if the program needs numbers in every step: for expectations that hold always, views,
 * errors, extremes, integrals. */
static bool needs_each_step(const struct lt_program *program) {
    for (size_t i = 0; i < program->n_expects; i++)
        if (program->expects[i].kind == LT_EXPECT_ALWAYS)
            return true;
    return program->uses_views || program->uses_errors || program->n_extremes > 0 ||
           program->n_integrals > 0;
}

/* True if all loads of the stage are constant. */
static bool is_steady_loading(const struct lt_loading *loading) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->varies[i] || strchr("us", loading->stage->whats[i]))
            return false;
    return true;
}

/* Returns true if the law has a march and nothing in the program needs what a march does not
 * compute, in any of its stages. */
bool lt_run_march_fits(const struct lt_program *program) {
    const struct lt_motion *motion = &program->motion;
    return program->law->march && !program->law->forward_only &&
           motion->frame == LT_FRAME_CONTACT && lt_integrator_kinds[motion->integrator].across &&
           !motion->instants.at && !motion->follows && motion->levels == LT_LEVELS_OWN &&
           !motion->weighted_entry && !program->uses_errors && !program->uses_smoothed &&
           !program->uses_tangent && !program->uses_trial && !program->names->split;
}

/* Returns true if the law's march can make the steps of this stage in this run: as
 * lt_run_march_fits, with constant loads and no actions at events. */
bool lt_run_march_can(const struct lt_running *run) {
    return lt_run_march_fits(run->setup.program) && !run->setup.exact && !run->options->timing &&
           !run->options->stepwise && !run->swing.any && lt_run_stage(run)->n_at == 0 &&
           is_steady_loading(&run->loading);
}

/* ---- In and out of values[] ------------------------------------------------------------------ */

/* Returns true if a number changes only at events, not in every step, so that until needs no
 * test in between. */
bool lt_run_march_is_rare(const struct lt_name *name) {
    return name->kind == LT_NAME_CONDITION || name->kind >= LT_NAME_CONSTANT ||
           name->slot == LT_STAGE_BOUNCES || name->slot == LT_STAGE;
}

/* True if a slot is a time or the step number. */
static bool is_clock(size_t slot) {
    return slot == LT_T || slot == LT_TIME || slot == LT_STEP;
}

/* True if a time or the step number occurs in a term. */
static bool uses_clock(const struct lt_term *term) {
    bool uses = term->code == LT_OP_INPUT && is_clock(term->name->slot);
    for (size_t i = 0; i < term->n && !uses; i++)
        uses = uses_clock(term->of[i]);
    return uses;
}

/* True if until compares a clock with a bound that does not change: "step >= n". Then bisection
 * finds the step at which it becomes true. */
static bool awaits_clock(const struct lt_formula *until) {
    size_t clocks = 0;
    for (size_t i = 0; i < until->n_used; i++) {
        const struct lt_name *name = until->used[i];
        clocks += is_clock(name->slot);
        if (!is_clock(name->slot) &&
            (name->kind < LT_NAME_CONSTANT || name->kind == LT_NAME_EXTREME))
            return false;
    }
    const struct lt_term *term = until->term;
    const bool reaches = term->code == LT_OP_GREATER || term->code == LT_OP_GREATER_EQUAL;
    return clocks == 1 && reaches && term->of[0]->code == LT_OP_INPUT &&
           is_clock(term->of[0]->name->slot) && !uses_clock(term->of[1]);
}

/* Evaluates until at a step, with all but the clock as it is; *HOLDS: it is true there. Returns
 * false if it has no value. */
static bool holds_at_step(const struct lt_running *run, double step, bool *holds) {
    double *values = run->setup.values, was[] = {values[LT_STEP], values[LT_TIME], values[LT_T]};
    char why[8];
    values[LT_STEP] = step;
    values[LT_TIME] = step * run->setup.dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    bool ok =
        lt_expr_holds(run->setup.expr, lt_run_stage(run)->until, values, holds, why, sizeof why);
    values[LT_STEP] = was[0], values[LT_TIME] = was[1], values[LT_T] = was[2];
    return ok;
}

/* The step of the stage at which until becomes true, if that depends on the clock alone; NAN
 * otherwise. Doubles the step until the condition holds, then bisects. */
double lt_run_march_due(const struct lt_running *run) {
    double before = 0, due = 1;
    bool holds = false, ok = run->until_every == 1 && awaits_clock(lt_run_stage(run)->until);
    while (ok && due < run->limit && (ok = holds_at_step(run, due, &holds)) && !holds) {
        before = due;
        due *= 2;
    }
    while (ok && due - before > 1) {
        double middle = floor(0.5 * (before + due));
        ok = holds_at_step(run, middle, &holds);
        *(holds ? &due : &before) = middle;
    }
    return ok ? fmin(due, run->limit) : NAN;
}

/* Returns true if no step of the stage needs evaluation: no rows, constant loads, and an until
 * that changes only at events. */
bool lt_run_march_is_quiet(const struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    bool quiet = !run->options->record && run->until_every == 1 && stage->n_at == 0 &&
                 is_steady_loading(&run->loading) && !needs_each_step(run->setup.program);
    for (size_t i = 0; i < stage->until->n_used && quiet; i++)
        quiet = lt_run_march_is_rare(stage->until->used[i]);
    return quiet;
}

/* Copies the results so far into the march: largest overlap (m) and forces (N), and which of
 * them the march must update. */
void lt_run_march_results(const struct lt_running *run, struct lt_march *m) {
    const double *values = run->setup.values;
    m->overlap_max = values[LT_R_OVERLAP_MAX];
    m->fn_max = values[LT_R_FN_MAX];
    m->ft_square = run->outcome.ft_square;
    m->peaks = run->outcome.had_contact && !run->outcome.lost;
    m->pushed = run->outcome.had_contact && !run->outcome.lost && !run->outcome.released;
    m->pull_max = values[LT_R_PULL_MAX];
    m->sign = run->outcome.approach;
}

/* Sets what is constant during the stage: loads (N, N m), inertia, and their factors with the
 * time step. Returns the cheapest form of the step that is right for this motion; a more
 * general one would add zeros. */
static enum lt_march_kind prepare_march(const struct lt_running *run, struct lt_march *m) {
    const struct lt_loading *loading = &run->loading;
    const struct lt_inertia *inertia = &loading->inertia;
    bool driven = false, turning = false, held = true;
    for (size_t i = 0; i < LT_DOFS; i++) {
        m->applied[i] = loading->stage->whats[i] == 'f' ? loading->numbers[i] : 0;
        m->weight[i] = loading->weight[i];
        m->push[i] = m->weight[i] + m->applied[i];
        /* Velocity per force, dt/mass, and per force of the coupled degree of freedom. */
        m->kick[i] = m->dt * inertia->p.own[i];
        m->kick_other[i] = m->dt * inertia->p.other[i];
        m->mass[i] = inertia->m.own[i];
        m->mass_other[i] = inertia->m.other[i];
        /* Force per change of velocity in a step, by which an imposed motion is driven. */
        m->pull[i] = m->mass[i] / m->dt;
        m->pull_other[i] = m->mass_other[i] / m->dt;
        m->imposed[i] = lt_motion_is_constrained(inertia, i, m->at.v[i]);
        /* HELD: all motion is imposed and constant. DRIVEN: loads act. TURNING: the pair
         * rotates. */
        held &= m->imposed[i] > 0 && m->push[i] == 0 && m->after[i] == m->at.v[i];
        driven |= m->push[i] != 0 || m->drive[i] != 0 || m->imposed[i] > 0;
        turning |= i >= 3 && (m->after[i] != 0 || m->at.v[i] != 0 || m->kick_other[i] != 0 ||
                              run->setup.program->law->acts >> i & 1);
    }
    bool moments = run->setup.program->law->acts >> 3;
    bool twisted = moments || m->drive[3] != 0 || m->drive[4] != 0 || m->drive[5] != 0;
    return held && !twisted      ? LT_MARCH_SHEARED
           : held                ? LT_MARCH_IMPOSED
           : driven              ? LT_MARCH_DRIVEN
           : turning && !moments ? LT_MARCH_TURNING
           : turning             ? LT_MARCH_FREE
                                 : LT_MARCH_PLAIN;
}

/* Copies the state of a run into a march, with the constants of its stage; returns the cheapest
 * form of the step that is right. */
enum lt_march_kind lt_run_march_load(const struct lt_running *run, struct lt_march *m) {
    const double *values = run->setup.values;
    *m = (struct lt_march){
        .dt = run->setup.dt,
        .start = run->energy,
        .busy = 1,
        .was = values[LT_CONTACT],
        .branch = run->leap.branch,
        .worst = run->outcome.worst,
        .least = run->outcome.least,
        .jump = run->leap.jump,
    };
    memcpy(&m->at, values + LT_UN, sizeof m->at);
    memcpy(m->at.v, run->leap.before, sizeof m->at.v);
    memcpy(m->after, run->leap.after, sizeof m->after);
    memcpy(m->drive, run->leap.drive, sizeof m->drive);
    lt_run_march_results(run, m);
    return prepare_march(run, m);
}

/* Copies a march, which is at STEP of the stage, back into the run: times (s), state, forces,
 * results, and the velocities half a step behind and ahead. */
void lt_run_march_store(struct lt_running *run, const struct lt_march *m, double step) {
    double *values = run->setup.values;
    values[LT_STEP] = step;
    values[LT_TIME] = step * m->dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    memcpy(values + LT_UN, &m->at, sizeof m->at);
    values[LT_R_OVERLAP_MAX] = m->overlap_max;
    values[LT_R_FN_MAX] = m->fn_max;
    values[LT_R_FT_MAX] = sqrt(m->ft_square);
    values[LT_R_PULL_MAX] = m->pull_max;
    values[LT_R_STEPS] = (double)run->leap.steps;
    values[LT_C_TIME] = run->outcome.had_contact ? values[LT_T] - run->outcome.t_since : 0;
    run->outcome.worst = m->worst;
    run->outcome.least = m->least;
    values[LT_R_RESIDUAL] = lt_outcome_residual(&run->outcome, m->at.throughput);
    run->outcome.ft_square = m->ft_square;
    run->leap.branch = m->branch;
    run->leap.jump = m->jump;
    memcpy(run->leap.before, m->at.v, sizeof run->leap.before);
    memcpy(run->leap.after, m->after, sizeof run->leap.after);
    memcpy(run->leap.drive, m->drive, sizeof run->leap.drive);
}

/* Begins a march at the state of the run. */
static void load_run(struct marching *w, struct lt_running *run) {
    *w = (struct marching){
        .run = run, .values = run->setup.values, .step = run->setup.values[LT_STEP]};
    w->kind = lt_run_march_load(run, &w->march);
    w->law_march = lt_laws_march(run->setup.program->law, lt_laws_cpu());
}

/* Copies the state of the march into the run. */
static void store_values(const struct marching *w) {
    lt_run_march_store(w->run, &w->march, w->step);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Marches at most STEPS steps, up to the first event; returns how many were made. */
static size_t march_steps(struct marching *w, size_t steps) {
    const struct lt_setup *setup = &w->run->setup;
    const struct lt_names *names = setup->program->names;
    return w->law_march(w->values + names->params, setup->derived, w->values + names->state,
                        w->values + names->losses, &w->march, w->kind, steps);
}

/* Counts steps that are final; those of a ring may be repeated. */
static void count_steps_made(struct marching *w, size_t steps) {
    w->run->leap.steps += steps;
    w->step += (double)steps;
}

/* Evaluates a step: results, energies, events, row, whether the stage is over (*OVER). Results
 * are computed with the velocities from before the forces of the step act. TEST: until may have
 * become true. Returns false if the run has failed. */
static bool evaluate_step(struct lt_running *run, bool test, bool *over) {
    const double step = run->setup.values[LT_STEP];
    bool due = false;
    lt_outcome_sample(&run->outcome, &run->setup);
    lt_leapfrog_show(&run->leap);
    if (!lt_run_sample(run, lt_leapfrog_kinetic(&run->leap)))
        return false;
    lt_run_smooth(run);
    if (test && (size_t)step % (size_t)run->until_every == 0 && !lt_run_until(run, over))
        return false;
    return lt_run_finish_step(run) && lt_run_done_evaluate(run, &due) &&
           lt_run_done_perform(run, due);
}

/* Evaluates the last step of a march in values[]. TEST: until must be tested there; *OVER: it
 * is true. Returns false if the run has failed. */
static bool evaluate_march(struct marching *w, bool test, bool *over) {
    store_values(w);
    test |= w->march.happened || w->step >= w->run->until_step;
    const bool ok = evaluate_step(w->run, test, over);
    lt_run_march_results(w->run, &w->march);
    return ok;
}

/* ---- Steps of which every one is needed: the ring -------------------------------------------- */

/* Saves the state before the first row, to which repeat_march() returns. */
static void begin_ring(const struct marching *w, struct lt_ring *ring) {
    const struct lt_names *names = w->run->setup.program->names;
    ring->before = w->march;
    ring->step = w->step;
    ring->steps = w->run->leap.steps;
    memcpy(ring->law, w->values + names->state, (names->views - names->state) * sizeof *ring->law);
}

/* Makes the first STEPS steps of the ring again, and no more. */
static void repeat_march(struct marching *w, const struct lt_ring *ring, size_t steps) {
    const struct lt_names *names = w->run->setup.program->names;
    w->march = ring->before;
    memcpy(w->values + names->state, ring->law, (names->views - names->state) * sizeof *ring->law);
    march_steps(w, steps);
}

/* The number of rows before the one with which until ends the stage, or in which it has no value.
 * */
static size_t rows_before_end(const struct marching *w, const struct lt_ring *ring, size_t rows) {
    const size_t every = (size_t)w->run->until_every;
    size_t row = every - 1 - (size_t)w->step % every;
    while (ring->until && row < rows && ring->until[row] == 0)
        row += every;
    return row < rows && ring->until ? row : rows;
}

/* The number of rows before the first one to be recorded in which a column has no value. */
static size_t rows_before_gap(const struct marching *w, const struct lt_ring *ring, size_t rows) {
    const struct lt_program *program = w->run->setup.program;
    const size_t every = lt_run_record_every(w->run);
    size_t row = lt_run_record_next(w->run, w->step) - 1;
    for (size_t i = 0; ring->records && i < program->n_columns; i++)
        for (size_t k = row; program->columns[i].formula && k < rows; k += every)
            rows = isnan(ring->recorded[i][k]) ? k : rows;
    return rows;
}

/* Updates the expectations that hold always with the first ROWS rows. */
static void update_expectations(const struct marching *w, const struct lt_ring *ring, size_t rows) {
    const size_t n = w->run->setup.program->n_expects;
    for (size_t i = 0; i < n; i++) {
        const double *value = ring->always[2 * i], *expected = ring->always[2 * i + 1];
        for (size_t row = 0; value && row < rows && !w->run->standings[i].absent; row++)
            lt_expect_update(&w->run->standings[i], value[row], expected ? expected[row] : 1,
                             w->run->loading.t_begin + (w->step + (double)(row + 1)) * w->march.dt);
    }
}

/* Updates the extremes of columns with the first ROWS rows. */
static void update_extremes(const struct marching *w, const struct lt_ring *ring, size_t rows) {
    const struct lt_program *program = w->run->setup.program;
    for (size_t i = 0; i < program->n_extremes; i++) {
        const size_t slot = lt_names_column(program->names, program->extremes[i])->slot;
        for (size_t row = 0; row < rows; row++)
            lt_run_extreme(w->run, i,
                           ring->column[slot] ? ring->column[slot][row] : w->values[slot]);
    }
}

/* Adds the first ROWS rows to the integrals. */
static void update_integrals(const struct marching *w, const struct lt_ring *ring, size_t rows) {
    struct lt_running *run = w->run;
    const size_t n = run->setup.program->n_integrals;
    for (size_t row = 0; row < rows && n > 0; row++) {
        const double t = run->loading.t_begin + (w->step + (double)(row + 1)) * w->march.dt;
        for (size_t i = 0; i < n; i++)
            lt_run_integral_add(run, i, ring->integrands[i][row], t);
        run->integrated = t;
    }
}

/* Copies columns into rows of the table. CACHED rows at a time are written for all columns, so that
 * they stay in the first-level cache. */
static void copy_columns(const struct lt_column_in *columns, size_t n, size_t count,
                         double *cells) {
    enum { CACHED = 8 };
    size_t row = 0;
    for (; row + CACHED <= count; row += CACHED)
        for (size_t i = 0; i < n; i++)
            for (size_t k = row; k < row + CACHED; k++)
                cells[k * n + i] = columns[i].at[k * columns[i].stride];
    for (; row < count; row++)
        for (size_t i = 0; i < n; i++)
            cells[row * n + i] = columns[i].at[row * columns[i].stride];
}

/* Records those of the first ROWS rows that belong into the table. Returns false if there is no
 * memory: the run has failed. */
static bool record_ring(struct marching *w, const struct lt_ring *ring, size_t rows) {
    struct lt_running *run = w->run;
    const struct lt_program *program = run->setup.program;
    const size_t n = program->n_columns, every = lt_run_record_every(run);
    struct lt_column_in columns[n + 1];
    size_t row = lt_run_record_next(run, w->step) - 1;
    while (ring->records && row < rows) {
        size_t count = 1 + (rows - 1 - row) / every;
        double *cells = lt_run_record_rows(run, &count);
        if (!cells)
            return false;
        for (size_t i = 0; i < n; i++)
            columns[i] =
                ring->recorded[i]
                    ? (struct lt_column_in){ring->recorded[i] + row, every}
                    : (struct lt_column_in){&w->values[program->columns[i].source->slot], 0};
        copy_columns(columns, n, count, cells);
        row += count * every;
        run->rows_at = run->leap.steps + row - every + 1;
    }
    return true;
}

/* Takes over the first ROWS rows, in which nothing occurred that needs values[]: expectations,
 * extremes, integrals, rows of the table. Returns false if there is no memory: the run has
 * failed. */
static bool accept_rows(struct marching *w, const struct lt_ring *ring, size_t rows) {
    update_expectations(w, ring, rows);
    update_extremes(w, ring, rows);
    update_integrals(w, ring, rows);
    const bool ok = record_ring(w, ring, rows);
    count_steps_made(w, rows);
    return ok;
}

/* How many steps to march into the ring. At most a quarter of the steps so far, so that few are
 * lost if the stage ends among them; if all numbers of a step are written, few enough for the
 * cache. */
static size_t ring_length(const struct marching *w, const struct lt_ring *ring) {
    enum { LEAST = 16, SHARE = 4, ALL = 128 };
    const double length = fmax(LEAST, w->step / SHARE);
    return (size_t)fmin(length, ring->few ? LT_RING : ALL);
}

/* Marches at most STEPS steps into the ring and evaluates them there. At a row, an event or the
 * end it returns to that step and evaluates it in values[]. *OVER: until is true. Returns false
 * if the run has failed. */
static bool march_watched(struct marching *w, struct lt_ring *ring, size_t steps, bool *over) {
    const struct lt_running *run = w->run;
    const size_t row = ring->records ? SIZE_MAX : lt_run_record_next(run, w->step);
    const size_t length = ring_length(w, ring);
    begin_ring(w, ring);
    steps = steps < length ? steps : length;
    w->march.ring = ring->cells;
    w->march.few = ring->few;
    const size_t made = march_steps(w, steps < row ? steps : row);
    w->march.ring = NULL;
    /* The last step made must be evaluated by itself if something happens in it. */
    const bool stops =
        w->march.happened || w->step + (double)made >= run->until_step || made == row;
    size_t rows = lt_ring_fill(ring, made);
    /* ROWS: those that need no values[]: before the end of the stage, and before a column without a
     * value. */
    rows = rows_before_end(w, ring, rows);
    rows = rows_before_gap(w, ring, rows);
    rows = stops && rows == made ? made - 1 : rows;
    if (!accept_rows(w, ring, rows))
        return false;
    if (rows == made)
        return true;
    /* The march went too far: it is repeated from its begin to the step after the last row. */
    if (rows + 1 < made)
        repeat_march(w, ring, rows + 1);
    count_steps_made(w, 1);
    return evaluate_march(w, ring->until, over);
}

/* Marches to the next row, event or test of until, at most STEPS steps, then evaluates that
 * step. TEST and *OVER as in evaluate_march. Returns false if the run has failed. */
static bool march_unwatched(struct marching *w, size_t steps, bool test, bool *over) {
    const size_t row = lt_run_record_next(w->run, w->step);
    count_steps_made(w, march_steps(w, steps < row ? steps : row));
    return evaluate_march(w, test, over);
}

/* Makes the steps up to LAST by the march of the law. The first step of a stage is evaluated by
 * itself. *OVER: until became true. Returns false if the run has failed. */
static bool march(struct lt_running *run, double last, bool *over) {
    struct marching w;
    load_run(&w, run);
    bool ok = true, first = w.step == 0;
    while (ok && !*over && w.step < last) {
        size_t left = (size_t)(last - w.step);
        if (run->ring->in_use && !first)
            ok = march_watched(&w, run->ring, left, over);
        else
            ok = march_unwatched(&w, first ? 1 : left, first, over);
        first = false;
    }
    store_values(&w);
    return ok;
}

/* Makes the steps up to LAST one by one. *OVER: until became true. Returns false if the run has
 * failed; an interruption ends the loop without failure. */
static bool step_one_by_one(struct lt_running *run, double last, bool *over) {
    bool ok = true;
    while (ok && !*over && run->setup.values[LT_STEP] < last && !lt_run_is_interrupted(run)) {
        lt_run_record_flush(run); /* a law may take its time for each step */
        ok = (lt_leapfrog_step(&run->leap) || lt_run_fail_here(run, run->setup.why)) &&
             evaluate_step(run, true, over);
    }
    return ok;
}

/* True if the law can march this stage; as the stage begins, finds which columns its steps need. */
static bool can_march(struct lt_running *run) {
    if (!lt_run_march_can(run))
        return false;
    if (!run->ring)
        run->ring = lt_ring_new(run);
    if (run->setup.values[LT_STEP] == 0)
        lt_ring_begin(run->ring);
    return !run->ring->incomplete;
}

/* Makes at most STRIDE steps, up to step LIMIT or the end of the stage. *OVER: until became
 * true. Returns false if the run has failed. */
bool lt_run_steps(struct lt_running *run, double limit, bool *over) {
    const double last = fmin(limit, run->setup.values[LT_STEP] + STRIDE);
    return can_march(run) ? march(run, fmin(last, run->until_step), over)
                          : step_one_by_one(run, last, over);
}
