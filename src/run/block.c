/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run is opened, its stages are entered and left by run.c; only the steps between are made here,
 * in lanes. What fits no lane goes to lt_run_in. */
#include "run/block.h"

#include "base/arena.h"
#include "config.h"
#include "registry/parts.h"
#include "run/lanes.h"
#include "run/running.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { FEWEST = 4, STEPS = 4096 }; /* runs worth a block; steps between two looks at the clock */

/* Where a run stands, while its motion, state and books are in its lane. */
struct lane {
    struct lt_running run;
    struct lt_arena *arena, *again; /* of a run, and of those that use its memory again */
    bool can_again;
    size_t index;
    bool busy;
};

struct block {
    struct lt_program program; /* without what it expects */
    const struct lt_override *overrides;
    size_t n_overrides, count, next, done;
    struct lt_run_options options;
    double *values;
    struct lt_block_result *results;
    struct lt_expr *expr;
    struct lt_arena *alone; /* of runs that fit no lane */

    struct lt_arena *arena;
    struct lt_lanes *lanes;
    struct lt_row **row; /* by slot, NULL: in no lane */
    size_t *slots;       /* those a lane takes in; the first n_changing also change there */
    size_t n_slots, n_changing;
    struct lane *lane;
    struct lt_common common; /* without values: of no use */
};

/* ---- One after the other --------------------------------------------------------------------- */

static double *values_of(const struct block *b, size_t index) {
    return b->values + index * b->program.names->slots;
}

static void keep_result(struct block *b, size_t index, const struct lt_result *result) {
    size_t slots = b->program.names->slots;
    struct lt_block_result *to = &b->results[index];
    if (result->values != values_of(b, index))
        memcpy(values_of(b, index), result->values, slots * sizeof(double));
    to->status = result->status;
    to->message[0] = '\0';
    if (*result->message)
        snprintf(to->message, sizeof to->message, "%s", result->message);
    b->done++;
    if (b->options.progress)
        b->options.progress((double)b->done / (double)b->count, b->options.data);
}

static const struct lt_override *own_of(const struct block *b, size_t index) {
    return b->n_overrides > 0 ? b->overrides + index * b->n_overrides : NULL;
}

static void run_alone(struct block *b, size_t index) {
    const struct lt_override *own = own_of(b, index);
    struct lt_run_options options = b->options;
    options.progress = NULL;
    lt_arena_clear(b->alone);
    keep_result(b, index, lt_run_in(&b->program, own, b->n_overrides, &options, b->expr, b->alone));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Zeroed, aligned for rows. */
static void *get_aligned(struct lt_arena *arena, size_t size) {
    size_t align = _Alignof(struct lt_row);
    char *room = lt_arena_get(arena, size + align);
    return room + (align - (uintptr_t)room % align);
}

static struct lt_row *new_rows(struct lt_arena *arena, size_t count) {
    return get_aligned(arena, count * sizeof(struct lt_row));
}

/* Where a lane has a number of values[]. */
static struct lt_row *row_at(struct lt_lanes *lanes, size_t slot) {
    struct lt_march_rows *m = &lanes->march;
    if (slot >= LT_UN && slot <= LT_CONTACT)
        return &m->at.u[0] + (slot - LT_UN);
    struct lt_row *const of_march[] = {[LT_R_OVERLAP_MAX] = &m->overlap_max,
                                       [LT_R_FN_MAX] = &m->fn_max,
                                       [LT_R_PULL_MAX] = &m->pull_max};
    bool is = slot < sizeof of_march / sizeof *of_march && of_march[slot];
    return is ? of_march[slot] : &lanes->value[slot];
}

/* Results that are worked out when a stage is over. */
static bool is_late_result(size_t slot) {
    return (slot >= LT_R_E_N && slot <= LT_R_T_FORCE) || slot == LT_R_FT_MAX ||
           slot == LT_R_STEPS || slot == LT_R_RESIDUAL;
}

static bool step_changes(const struct lt_names *names, size_t slot) {
    if (slot >= LT_FN_ERR && slot <= LT_MT_ERR)
        return false;
    bool of_run = slot < LT_M_EFF && slot != LT_STAGE && !is_late_result(slot);
    bool of_law = slot >= names->state && slot < names->views;
    return of_run || of_law || (slot >= names->events && slot < names->modes);
}

/* Numbers that a step reads and does not change; until may read more of them. */
static bool step_reads(const struct lt_names *names, size_t slot) {
    return slot == LT_STAGE || (slot >= names->params && slot < names->lets);
}

static bool may_be_read(const struct lt_names *names, size_t slot) {
    return (slot >= LT_M_EFF && slot <= LT_DT) || slot >= names->lets;
}

static void list_slots(struct block *b) {
    const struct lt_names *names = b->program.names;
    b->row = lt_arena_get(b->arena, names->slots * sizeof *b->row);
    b->slots = lt_arena_get(b->arena, names->slots * sizeof *b->slots);
    for (size_t slot = 0; slot < names->slots; slot++)
        if (step_changes(names, slot))
            b->slots[b->n_changing++] = slot;
    b->n_slots = b->n_changing;
    for (size_t slot = 0; slot < names->slots; slot++)
        if (step_reads(names, slot))
            b->slots[b->n_slots++] = slot;
    for (size_t i = 0; i < b->n_slots; i++)
        b->row[b->slots[i]] = row_at(b->lanes, b->slots[i]);
}

/* ---- until ----------------------------------------------------------------------------------- */

/* The row of what until reads; NULL: lanes do not have it. */
static const struct lt_row *input_row(struct block *b, size_t slot) {
    if (!b->row[slot] && may_be_read(b->program.names, slot)) {
        b->row[slot] = row_at(b->lanes, slot);
        b->slots[b->n_slots++] = slot;
    }
    b->lanes->clocks |= slot == LT_T || slot == LT_TIME || slot == LT_C_TIME;
    return b->row[slot];
}

static bool make_until(struct block *b, const struct lt_formula *formula,
                       struct lt_lanes_until *until) {
    const struct lt_ops *ops = until->ops = formula->ops;
    const size_t rows = b->lanes->work.rows;
    until->inputs = lt_arena_get(b->arena, (ops->n_inputs + 1) * sizeof *until->inputs);
    until->frame = get_aligned(b->arena, ops->n_frame * rows * sizeof *until->frame);
    lt_work_fill(ops, rows, until->frame);
    for (size_t i = 0; i < ops->n_inputs; i++)
        if (!(until->inputs[i] = input_row(b, ops->slots[i])))
            return false;
    return true;
}

/* ---- What fits ------------------------------------------------------------------------------- */

static bool is_settled_formula(const struct lt_formula *formula) {
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (formula->used[i]->kind < LT_NAME_CONSTANT)
            return false;
    return true;
}

static bool stage_fits(const struct lt_stage *stage) {
    if (stage->n_at > 0)
        return false;
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (stage->whats[i] == '.')
            continue;
        if (!strchr("ivf", stage->whats[i]) || stage->series[i] ||
            !is_settled_formula(stage->formulas[i]))
            return false;
    }
    /* What the materials say is kept once for all lanes. */
    for (size_t i = 0; i < stage->n_done; i++)
        for (size_t k = 0; stage->done[i].kind == LT_SET && k < stage->done[i].count; k++)
            if (stage->done[i].of[k])
                return false;
    return true;
}

/* Lanes do not look at views in each step; those of a law from elsewhere may have no value there.
 */
static bool views_may_fail(const struct lt_program *program) {
    return program->uses_views && !lt_laws_is_builtin(program->law) &&
           !lt_formula_law_is(program->law);
}

static bool fits_block(const struct lt_program *program, const struct lt_run_options *options) {
    bool ok = lt_run_march_fits(program) && !program->n_extremes && !program->n_integrals &&
              !program->uses_band[0] && !program->uses_band[1] && !options->exact &&
              !options->timing && !views_may_fail(program) && !lt_parts_vary(program->law);
    for (size_t i = 0; ok && i < program->n_stages; i++)
        ok = stage_fits(&program->stages[i]);
    return ok;
}

/* ---- In and out of a lane -------------------------------------------------------------------- */

/* The numbers of a march are in the same order in both. */
_Static_assert(offsetof(struct lt_march, ring) == LT_MARCH_NUMBERS * sizeof(double), "one for one");

static void load_march(struct lt_lanes *l, const struct lt_running *run, size_t k) {
    struct lt_march m;
    enum lt_march_kind kind = lt_run_march_take(run, &m);
    const double *from = (const double *)&m;
    struct lt_row *to = (struct lt_row *)&l->march;
    for (size_t i = 0; i < LT_MARCH_NUMBERS; i++)
        to[i].lane[k] = from[i];
    l->turns |= kind != LT_MARCH_PLAIN;
    l->sheared &= kind == LT_MARCH_SHEARED;
    l->held &= kind == LT_MARCH_IMPOSED || kind == LT_MARCH_SHEARED;
    l->driven |= kind == LT_MARCH_DRIVEN || kind == LT_MARCH_IMPOSED || kind == LT_MARCH_SHEARED;
}

static bool asks_each_step(const struct lt_formula *until) {
    for (size_t i = 0; i < until->n_used; i++)
        if (!lt_run_march_is_rare(until->used[i]))
            return true;
    return false;
}

static void load_stage(struct lt_lanes *l, const struct lt_running *run, size_t k) {
    l->t_begin.lane[k] = run->loading.t_begin;
    l->every.lane[k] = run->until_every;
    l->due.lane[k] = 0;
    l->paced |= l->every.lane[k] > 1;
    l->looks |= l->paced;
    l->limit.lane[k] = fmin(fmin(run->limit, run->look), run->due);
    l->looks |= isnan(run->due) && asks_each_step(lt_run_stage(run)->until);
}

static void load_lane(struct block *b, size_t k) {
    struct lt_lanes *l = b->lanes;
    const struct lt_running *run = &b->lane[k].run;
    for (size_t i = 0; i < b->n_slots; i++)
        b->row[b->slots[i]]->lane[k] = run->setup.values[b->slots[i]];
    for (size_t i = 0; i <= b->program.law->n_derived; i++) /* and the interpreter */
        l->derived[i].lane[k] = run->setup.derived[i];
    l->run[k] = &b->lane[k].run;
    load_march(l, run, k);
    load_stage(l, run, k);
    lt_lanes_take(l, k);
    l->untils[run->stage].lanes++;
    l->fresh = true;
}

static void unload_lane(struct block *b, size_t k) {
    struct lt_lanes *l = b->lanes;
    struct lt_running *run = &b->lane[k].run;
    double *values = run->setup.values;
    struct lt_march m;
    double *to = (double *)&m;
    const struct lt_row *from = (const struct lt_row *)&l->march;
    l->untils[run->stage].lanes--;
    for (size_t i = 0; i < LT_MARCH_NUMBERS; i++)
        to[i] = from[i].lane[k];
    for (size_t i = 0; i < b->n_changing; i++)
        values[b->slots[i]] = b->row[b->slots[i]]->lane[k];
    run->leap.steps += (size_t)values[LT_STEP];
    lt_run_march_give(run, &m, values[LT_STEP]);
}

/* ---- From run to run ------------------------------------------------------------------------- */

static void finish_lane(struct block *b, size_t k) {
    b->lane[k].busy = false;
    keep_result(b, b->lane[k].index, lt_run_close(&b->lane[k].run));
}

/* What all runs have in common, if they override the same names. */
static void find_common(struct block *b) {
    struct lt_setup setup;
    for (size_t i = b->n_overrides; i < b->n_overrides * b->count; i++)
        if (b->overrides[i].name != b->overrides[i % b->n_overrides].name)
            return;
    if (lt_setup_make(&setup, &b->program, b->overrides, b->n_overrides, b->options.exact, b->expr,
                      b->arena))
        b->common = lt_setup_common(&setup, b->overrides, b->n_overrides);
}

/* What fails again is opened as if it were the first, to leave what that leaves. */
static bool open_run(struct block *b, size_t k, size_t index) {
    struct lane *lane = &b->lane[k];
    const struct lt_override *own = own_of(b, index);
    lane->index = index;
    if (lane->can_again) {
        lt_arena_clear(lane->again);
        lane->can_again =
            lt_run_again(&lane->run, &b->common, own, values_of(b, index), lane->again);
    }
    if (!lane->can_again) {
        lt_arena_clear(lane->arena);
        if (!lt_run_open(&lane->run, &b->program, own, b->n_overrides, &b->options, b->expr,
                         lane->arena))
            return false;
        lane->can_again = b->common.values;
    }
    return lt_run_enter(&lane->run);
}

/* Whether a contact is not to be stepped beside others. */
static bool goes_apart(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    return program->law->apart &&
           program->law->apart(run->setup.values + program->names->params, run->setup.derived);
}

/* The next run that gets as far as its first step takes the lane. */
static void begin_lane(struct block *b, size_t k) {
    struct lane *lane = &b->lane[k];
    while (!lane->busy && b->next < b->count) {
        lane->busy = open_run(b, k, b->next++);
        if (!lane->busy) {
            finish_lane(b, k);
        } else if (goes_apart(&lane->run)) {
            lane->busy = false;
            run_alone(b, lane->index);
        } else {
            load_lane(b, k);
        }
    }
    b->lanes->march.busy.lane[k] = lane->busy;
    b->lanes->fresh = true;
}

static void restart_alone(struct block *b, size_t k) {
    b->lane[k].busy = false;
    run_alone(b, b->lane[k].index);
    begin_lane(b, k);
}

static void next_stage(struct block *b, size_t k) {
    struct lt_running *run = &b->lane[k].run;
    if (!lt_run_leave(run) || run->stage >= b->program.n_stages || !lt_run_enter(run)) {
        finish_lane(b, k);
        begin_lane(b, k);
    } else if (goes_apart(run)) { /* by what is set between stages */
        restart_alone(b, k);
    } else {
        load_lane(b, k);
    }
}

/* Steps are left: it was only time to look whether the contact ever separates. */
static bool steps_are_left(struct block *b, size_t k) {
    struct lt_running *run = &b->lane[k].run;
    const struct lt_lanes *l = b->lanes;
    double *values = run->setup.values;
    for (size_t i = 0; i < b->n_changing; i++)
        values[b->slots[i]] = b->row[b->slots[i]]->lane[k];
    run->leap.before[0] = values[LT_VN];
    run->result->never_separates = lt_run_look(run);
    b->lanes->limit.lane[k] = fmin(fmin(run->limit, run->look), run->due);
    return !run->result->never_separates && !run->stuck && l->value[LT_STEP].lane[k] < run->limit;
}

static void answer_call(struct block *b, size_t k) {
    unsigned call = (unsigned)b->lanes->call.lane[k];
    struct lt_running *run = &b->lane[k].run;
    if (call & (LT_CALL_BROKEN | LT_CALL_UNKNOWN)) { /* alone it says where and why */
        b->lanes->untils[run->stage].lanes--;
        restart_alone(b, k);
        return;
    }
    if (!(call & (LT_CALL_OVER | LT_CALL_LIMIT)) ||
        (!(call & LT_CALL_OVER) && steps_are_left(b, k)))
        return;
    unload_lane(b, k);
    bool over = (call & LT_CALL_OVER) || run->result->never_separates;
    if (!lt_run_record_views(run) || (!over && !lt_run_endless(run))) {
        finish_lane(b, k);
        begin_lane(b, k);
    } else {
        next_stage(b, k);
    }
}

static void interrupt_lanes(struct block *b) {
    for (size_t k = 0; k < LT_ROW; k++) {
        if (!b->lane[k].busy)
            continue;
        unload_lane(b, k);
        b->lane[k].run.result->status = LT_INTERRUPTED;
        finish_lane(b, k);
    }
}

static bool is_block_interrupted(const struct block *b) {
    return b->options.interrupted && *b->options.interrupted;
}

static bool any_busy(const struct block *b) {
    for (size_t k = 0; k < LT_ROW; k++)
        if (b->lane[k].busy)
            return true;
    return false;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void make_watched(struct block *b) {
    const struct lt_law *law = b->program.law;
    struct lt_lanes *l = b->lanes;
    while (law->events && law->events[l->n_watched].name)
        l->n_watched++;
    l->watched = get_aligned(b->arena, l->n_watched * sizeof *l->watched);
    for (size_t i = 0; i < l->n_watched; i++)
        l->watched[i].now = b->row[lt_run_record_watched(&b->program, i)];
}

static bool make_lanes(struct block *b, enum lt_cpu cpu) {
    const struct lt_law *law = b->program.law;
    b->arena = lt_arena_new();
    struct lt_lanes *l = b->lanes = get_aligned(b->arena, sizeof *l);
    l->side = lt_laws_side(law, cpu);
    l->law = law;
    l->work = lt_work_on(cpu);
    l->names = b->program.names;
    l->held = l->sheared = true;
    l->value = new_rows(b->arena, b->program.names->slots);
    l->derived = new_rows(b->arena, law->n_derived + 1);
    list_slots(b);
    make_watched(b);
    l->n_untils = b->program.n_stages;
    l->untils = lt_arena_get(b->arena, l->n_untils * sizeof *l->untils);
    for (size_t i = 0; i < l->n_untils; i++)
        if (!make_until(b, b->program.stages[i].until, &l->untils[i]))
            return false;
    return true;
}

static void run_lanes(struct block *b) {
    const size_t n = b->lanes->side.n;
    b->lane = lt_arena_get(b->arena, LT_ROW * sizeof *b->lane);
    if (b->count > n)
        find_common(b);
    for (size_t k = 0; k < n; k++) {
        b->lane[k].arena = lt_arena_new();
        b->lane[k].again = lt_arena_new();
        begin_lane(b, k);
    }
    while (any_busy(b) && !is_block_interrupted(b)) {
        lt_lanes_run(b->lanes, STEPS);
        for (size_t k = 0; k < n; k++)
            if (b->lane[k].busy && b->lanes->call.lane[k] > 0)
                answer_call(b, k);
    }
    interrupt_lanes(b);
    for (size_t k = 0; k < n; k++) {
        lt_arena_free(b->lane[k].arena);
        lt_arena_free(b->lane[k].again);
    }
}

void lt_block_run_on(enum lt_cpu cpu, const struct lt_program *program,
                     const struct lt_override *overrides, size_t n_overrides, size_t count,
                     const struct lt_run_options *options, double *values,
                     struct lt_block_result *results) {
    struct block b = {.program = *program,
                      .overrides = overrides,
                      .n_overrides = n_overrides,
                      .count = count,
                      .options = *options,
                      .values = values,
                      .results = results,
                      .expr = lt_expr_new(),
                      .alone = lt_arena_new()};
    b.program.n_expects = 0;
    b.options.record = false;
    b.options.unadvised = true;
    if (count >= FEWEST && fits_block(program, options) && lt_laws_side(program->law, cpu).n > 0 &&
        make_lanes(&b, cpu))
        run_lanes(&b);
    while (b.next < count)
        run_alone(&b, b.next++);
    lt_arena_free(b.arena);
    lt_arena_free(b.alone);
    lt_expr_free(b.expr);
}

void lt_block_run(const struct lt_program *program, const struct lt_override *overrides,
                  size_t n_overrides, size_t count, const struct lt_run_options *options,
                  double *values, struct lt_block_result *results) {
    lt_block_run_on(lt_laws_cpu(), program, overrides, n_overrides, count, options, values,
                    results);
}

bool lt_block_fits(const struct lt_program *program, const struct lt_run_options *options) {
    struct block b = {.program = *program};
    bool ok = fits_block(program, options) && lt_laws_side(program->law, lt_laws_cpu()).n > 0 &&
              make_lanes(&b, lt_laws_cpu());
    lt_arena_free(b.arena);
    return ok;
}
