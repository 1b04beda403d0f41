/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_march.c: many steps of a leapfrog in frame contact in one go.
 *
 * The same arithmetic in the same order as run_leapfrog.c, bit for bit, without what most steps do
 * not need: degrees of freedom that never move, sums over zeros, results that only a transition
 * changes. values[] is brought up to date when somebody looks: at rows, transitions, the end. */
#include "base/arena.h"
#include "model/laws.h"
#include "run/running.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { USED_MOST = 8, STRIDE = 4096, CHUNK = 64, OFTEN = 16 };

/* A march and who looks at it. */
struct walk {
    struct lt_running *run;
    double *values;
    struct lt_march march;
    enum lt_march_kind kind;
    lt_law_march *law_march;
    double *losses; /* in values[] */
    double step;
    bool until_each_step, plain_rows; /* all that is looked at stands in a march's rows */
    size_t row_length;
    /* Where each column stands: in a row, or in values[]. */
    struct place {
        bool in_values;
        unsigned index;
    } * place;
    size_t n_used, used[USED_MOST]; /* numbers that until reads, and where they are */
};

/* ---- What can be marched --------------------------------------------------------------------- */

static bool looks_each_step(const struct lt_program *program) {
    for (size_t i = 0; i < program->n_expects; i++)
        if (program->expects[i].kind == LT_EXPECT_ALWAYS)
            return true;
    return program->uses_views || program->uses_errors || program->n_extremes > 0;
}

static bool is_steady_loading(const struct lt_loading *loading) {
    for (size_t i = 0; i < LT_DOFS; i++)
        if (loading->varies[i] || strchr("us", loading->stage->whats[i]))
            return false;
    return true;
}

bool lt_run_march_can(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    const struct lt_stage *stage = lt_run_stage(run);
    return program->motion.frame == LT_FRAME_CONTACT && program->motion.integrator == LT_LEAPFROG &&
           !program->motion.instants.at && !run->setup.exact &&
           program->motion.levels == LT_LEVELS_OWN && !program->motion.weighted_entry &&
           !run->options->timing && !run->swing.any && !run->options->stepwise &&
           program->law->march && !program->law->forward_only && run->until_every == 1 &&
           stage->until->n_used <= USED_MOST && is_steady_loading(&run->loading) &&
           !looks_each_step(program);
}

/* ---- In and out of values[] ------------------------------------------------------------------ */

_Static_assert(LT_POINT_NUMBERS == LT_CONTACT - LT_UN + 1, "rows are in the order of values[]");

/* A number that changes only where something happens. */
bool lt_run_march_is_rare(const struct lt_name *name) {
    return name->kind == LT_NAME_CONDITION || name->kind >= LT_NAME_CONSTANT ||
           name->slot == LT_STAGE_BOUNCES || name->slot == LT_STAGE;
}

static bool of_clock(size_t slot) {
    return slot == LT_T || slot == LT_TIME || slot == LT_STEP;
}

/* Where a row of a march has a number of values[], or -1. */
static long place_in_march(const struct lt_program *program, size_t slot) {
    const struct lt_law *law = program->law;
    const struct lt_names *names = program->names;
    if (slot >= LT_UN && slot <= LT_CONTACT)
        return (long)(slot - LT_UN);
    if (slot >= names->state && slot < names->state + law->n_state)
        return (long)(LT_POINT_NUMBERS + slot - names->state);
    if (slot >= names->losses && slot < names->losses + law->n_losses)
        return (long)(LT_POINT_NUMBERS + law->n_state + slot - names->losses);
    return -1;
}

static bool uses_clock(const struct lt_term *term) {
    bool uses = term->code == LT_OP_INPUT && of_clock(term->name->slot);
    for (size_t i = 0; i < term->n && !uses; i++)
        uses = uses_clock(term->of[i]);
    return uses;
}

/* Whether until compares the clock, and nothing else that changes, with a number that it is to
 * reach: "step >= n". */
static bool awaits_clock(const struct lt_formula *until) {
    size_t clocks = 0;
    for (size_t i = 0; i < until->n_used; i++) {
        const struct lt_name *name = until->used[i];
        clocks += of_clock(name->slot);
        if (!of_clock(name->slot) &&
            (name->kind < LT_NAME_CONSTANT || name->kind == LT_NAME_EXTREME))
            return false;
    }
    const struct lt_term *term = until->term;
    const bool reaches = term->code == LT_OP_GREATER || term->code == LT_OP_GREATER_EQUAL;
    return clocks == 1 && reaches && term->of[0]->code == LT_OP_INPUT &&
           of_clock(term->of[0]->name->slot) && !uses_clock(term->of[1]);
}

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

static bool is_known_row(const struct lt_program *program, const struct lt_name *name) {
    return name && (lt_run_march_is_rare(name) || of_clock(name->slot) ||
                    place_in_march(program, name->slot) >= 0);
}

bool lt_run_march_is_quiet(const struct lt_running *run) {
    const struct lt_stage *stage = lt_run_stage(run);
    bool quiet = !run->options->record && run->until_every == 1 &&
                 is_steady_loading(&run->loading) && !looks_each_step(run->setup.program);
    for (size_t i = 0; i < stage->until->n_used && quiet; i++)
        quiet = lt_run_march_is_rare(stage->until->used[i]);
    return quiet;
}

/* What until reads, and whether rows have all that is looked at. */
static void find_used(struct walk *w) {
    const struct lt_program *program = w->run->setup.program;
    const struct lt_formula *until = lt_run_stage(w->run)->until;
    w->plain_rows = true;
    for (size_t i = 0; i < until->n_used; i++) {
        const struct lt_name *name = until->used[i];
        w->plain_rows &= is_known_row(program, name);
        if (lt_run_march_is_rare(name) || !isnan(w->run->due))
            continue;
        w->until_each_step = true;
        w->used[w->n_used++] = name->slot;
    }
    for (size_t i = 0; i < program->n_columns && w->run->options->record; i++)
        w->plain_rows &= is_known_row(program, program->columns[i].source);
    w->row_length = LT_POINT_NUMBERS + program->law->n_state + program->law->n_losses;
}

static void take_results(const struct lt_running *run, struct lt_march *m) {
    const double *values = run->setup.values;
    m->overlap_max = values[LT_R_OVERLAP_MAX];
    m->fn_max = values[LT_R_FN_MAX];
    m->ft_square = run->outcome.ft_square;
    m->peaks = run->outcome.had_contact && !run->outcome.lost;
    m->pushed = run->outcome.had_contact && !run->outcome.lost && !run->outcome.released;
    m->pull_max = values[LT_R_PULL_MAX];
    m->sign = run->outcome.approach;
}

/* What does not change from step to step: the pair's matrices, what is applied. */
static enum lt_march_kind prepare_march(const struct lt_running *run, struct lt_march *m) {
    const struct lt_loading *loading = &run->loading;
    const struct lt_inertia *inertia = &loading->inertia;
    bool driven = false, turning = false, held = true;
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        m->applied[i] = loading->stage->whats[i] == 'f' ? loading->numbers[i] : 0;
        m->weight[i] = loading->weight[i];
        m->push[i] = m->weight[i] + m->applied[i];
        m->kick[i] = m->dt * inertia->p[i][i];
        m->mass[i] = inertia->m[i][i];
        m->pull[i] = m->mass[i] / m->dt;
        if (k != i) {
            m->kick_other[i] = m->dt * inertia->p[i][k];
            m->mass_other[i] = inertia->m[i][k];
            m->pull_other[i] = m->mass_other[i] / m->dt;
        }
        m->imposed[i] = lt_motion_led(inertia, i, m->at.v[i]);
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

enum lt_march_kind lt_run_march_take(const struct lt_running *run, struct lt_march *m) {
    const double *values = run->setup.values;
    *m = (struct lt_march){
        .dt = run->setup.dt,
        .start = run->energy,
        .busy = 1,
        .was = values[LT_CONTACT],
        .branch = run->branch,
        .worst = run->outcome.worst,
        .least = run->outcome.least,
        .jump = run->jump,
    };
    memcpy(&m->at, values + LT_UN, sizeof m->at);
    memcpy(m->at.v, run->before, sizeof m->at.v);
    memcpy(m->after, run->after, sizeof m->after);
    memcpy(m->drive, run->drive, sizeof m->drive);
    take_results(run, m);
    return prepare_march(run, m);
}

void lt_run_march_give(struct lt_running *run, const struct lt_march *m, double step) {
    double *values = run->setup.values;
    values[LT_STEP] = step;
    values[LT_TIME] = step * m->dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    memcpy(values + LT_UN, &m->at, sizeof m->at);
    values[LT_R_OVERLAP_MAX] = m->overlap_max;
    values[LT_R_FN_MAX] = m->fn_max;
    values[LT_R_FT_MAX] = sqrt(m->ft_square);
    values[LT_R_PULL_MAX] = m->pull_max;
    values[LT_R_STEPS] = (double)run->steps;
    values[LT_C_TIME] = run->outcome.had_contact ? values[LT_T] - run->outcome.t_since : 0;
    run->outcome.worst = m->worst;
    run->outcome.least = m->least;
    values[LT_R_RESIDUAL] = lt_outcome_residual(&run->outcome, m->at.throughput);
    run->outcome.ft_square = m->ft_square;
    run->branch = m->branch;
    run->jump = m->jump;
    memcpy(run->before, m->at.v, sizeof run->before);
    memcpy(run->after, m->after, sizeof run->after);
    memcpy(run->drive, m->drive, sizeof run->drive);
}

static void take_in_run(struct walk *w, struct lt_running *run) {
    double *values = run->setup.values;
    *w = (struct walk){.run = run,
                       .values = values,
                       .losses = values + run->setup.program->names->losses,
                       .step = values[LT_STEP]};
    w->kind = lt_run_march_take(run, &w->march);
    w->law_march = lt_laws_march(run->setup.program->law, lt_laws_cpu());
    find_used(w);
}

static void give_back_values(const struct walk *w) {
    lt_run_march_give(w->run, &w->march, w->step);
}

/* ---- The march ------------------------------------------------------------------------------- */

/* Something changed that results, events or conditions follow. */
static void follow_transition(struct walk *w) {
    struct lt_running *run = w->run;
    give_back_values(w);
    lt_outcome_sample(&run->outcome, &run->setup);
    lt_run_record_watch(run);
    take_results(run, &w->march);
}

static size_t march_steps(struct walk *w, size_t steps) {
    const struct lt_setup *setup = &w->run->setup;
    const struct lt_names *names = setup->program->names;
    return w->law_march(w->values + names->params, setup->derived, w->values + names->state,
                        w->losses, &w->march, w->kind, steps);
}

static bool until_is_met(struct walk *w, bool *over) {
    char why[8];
    if (lt_expr_holds(w->run->setup.expr, lt_run_stage(w->run)->until, w->values, over, why,
                      sizeof why))
        return true;
    give_back_values(w);
    return lt_run_until(w->run, over); /* says why not */
}

/* Steps up to the next row; a stage may have a count of its own. */
static size_t to_next_row(const struct walk *w) {
    const struct lt_running *run = w->run;
    const struct lt_stage *stage = lt_run_stage(run);
    size_t every = stage->every_given ? stage->every : run->setup.program->every;
    size_t count = stage->every_given ? (size_t)w->step : run->steps;
    return run->options->record && every > 0 ? every - count % every : SIZE_MAX;
}

static bool is_recorded_now(const struct walk *w) {
    const struct lt_stage *stage = lt_run_stage(w->run);
    size_t every = stage->every_given ? stage->every : w->run->setup.program->every;
    return every > 0 && to_next_row(w) == every;
}

/* The end of a step that brought values[] up to date: until, a row. */
static bool look_at_step(struct walk *w, bool test, bool *over) {
    struct lt_running *run = w->run;
    struct lt_march *m = &w->march;
    if (m->happened & (LT_MARCH_CHANGED | LT_MARCH_TURNED | LT_MARCH_RELEASED))
        follow_transition(w);
    else
        give_back_values(w);
    if ((m->happened & LT_MARCH_LOST_COUNT) && !lt_run_sample(run, m->at.kinetic))
        return false;
    if (test && !until_is_met(w, over))
        return false;
    return !is_recorded_now(w) || lt_run_record(run);
}

/* As many steps as nobody looks at, then one look. */
static bool march_unwatched(struct walk *w, size_t steps, bool test, bool *over) {
    steps = march_steps(w, steps);
    w->run->steps += steps;
    w->step += (double)steps;
    return look_at_step(w, test || w->march.happened || w->step >= w->run->due, over);
}

/* A row of a march into values[], as far as until reads it. */
static void show_row(struct walk *w, const double *row) {
    const struct lt_running *run = w->run;
    double *values = w->values;
    values[LT_STEP] = w->step;
    values[LT_TIME] = w->step * w->march.dt;
    values[LT_T] = run->loading.t_begin + values[LT_TIME];
    for (size_t i = 0; i < w->n_used && w->until_each_step; i++) {
        long place = place_in_march(run->setup.program, w->used[i]);
        if (place >= 0)
            values[w->used[i]] = row[place];
    }
}

static void record_row(struct walk *w, const double *row) {
    struct lt_running *run = w->run;
    const double *from[] = {row, w->values};
    double *cells = lt_run_record_row(run);
    for (size_t i = 0; i < run->setup.program->n_columns; i++)
        cells[i] = from[w->place[i].in_values][w->place[i].index];
}

/* Steps that somebody looks at, one by one behind the march. Where until ends the stage before the
 * march does, it is made again up to there. */
static bool march_watched(struct walk *w, size_t steps, bool *over) {
    struct lt_running *run = w->run;
    double *state = w->values + run->setup.program->names->state; /* losses behind it */
    size_t n_law = (size_t)(w->losses - state) + run->setup.program->law->n_losses;
    double before[n_law + 1];
    struct walk start = *w;
    size_t made;
    if (!run->rows)
        run->rows = lt_arena_get(run->result->arena, CHUNK * w->row_length * sizeof *run->rows);
    memcpy(before, state, n_law * sizeof *before);
    w->march.rows = run->rows;
    made = march_steps(w, steps);
    w->march.rows = NULL;
    for (size_t i = 0; i < made; i++) {
        const double *row = run->rows + i * w->row_length;
        run->steps++;
        w->step++;
        show_row(w, row);
        if (i + 1 == made)
            return look_at_step(w, w->until_each_step || w->march.happened || w->step >= run->due,
                                over);
        if (w->until_each_step && !until_is_met(w, over))
            return false;
        if (*over) {
            double step = w->step;
            *w = start;
            memcpy(state, before, n_law * sizeof *before);
            march_steps(w, i + 1);
            w->step = step;
            return look_at_step(w, false, over);
        }
        if (is_recorded_now(w))
            record_row(w, row);
    }
    return true;
}

bool lt_run_march(struct lt_running *run, double limit, bool *over) {
    const struct lt_program *program = run->setup.program;
    struct place place[program->n_columns + 1];
    struct walk w;
    take_in_run(&w, run);
    for (size_t i = 0; i < program->n_columns && w.plain_rows && run->options->record; i++) {
        size_t slot = program->columns[i].source->slot;
        long in_row = place_in_march(program, slot);
        place[i] = (struct place){in_row < 0, (unsigned)(in_row < 0 ? (long)slot : in_row)};
    }
    w.place = place;
    bool ok = true, first = w.step == 0;
    double last = fmin(fmin(limit, w.step + STRIDE), run->due);
    while (ok && !*over && w.step < last) {
        size_t left = (size_t)(last - w.step), row = to_next_row(&w);
        bool often = w.until_each_step || row < OFTEN;
        if (often && w.plain_rows && !first)
            ok = march_watched(&w, left < CHUNK ? left : CHUNK, over);
        else if (w.until_each_step || first)
            ok = march_unwatched(&w, 1, true, over);
        else
            ok = march_unwatched(&w, left < row ? left : row, false, over);
        first = false;
    }
    give_back_values(&w);
    return ok;
}
