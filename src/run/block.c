/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c opens each run and begins and ends its stages; only the steps in between are made here, in
 * lanes. Runs that fit no lane are made by lt_run_in. */
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

/* Fewer runs than FEWEST take longer side by side than one after the other. After STEPS steps the
 * block checks whether it is interrupted. */
enum { FEWEST = 4, STEPS = 4096 };

/* The run of a lane; its motion, state and energy accounts are in the lane while it marches. */
struct lane {
    struct lt_running run;
    struct lt_arena *arena, *reopened; /* memory of the first run; of later ones that reuse it */
    bool reusable;                     /* the next run may reuse the memory of this one */
    size_t index;                      /* of the run in the block */
    bool busy;                         /* the lane has a run that is not over */
};

struct block {
    struct lt_program program; /* without its expectations */
    const struct lt_override *overrides;
    size_t n_overrides, count; /* of each run; runs */
    size_t next, done;         /* the next run to begin; runs that are over */
    struct lt_run_options options;
    double *values;
    struct lt_block_result *results;
    struct lt_expr *expr;
    struct lt_arena *alone; /* memory of a run that fits no lane */

    struct lt_arena *arena;
    struct lt_lanes *lanes;
    struct lt_row **row; /* by slot of values[]; NULL: lanes do not have it */
    size_t *slots;       /* copied into a lane; the first n_changing also change there */
    size_t n_slots, n_changing;
    struct lane *lane;
    struct lt_common common; /* what all runs share; its values are NULL if they share nothing */
};

/* ---- One after the other --------------------------------------------------------------------- */

/* The numbers of run INDEX in the array of the caller. */
static double *values_of(const struct block *b, size_t index) {
    return b->values + index * b->program.names->slots;
}

/* Gives a run's numbers, status and message to the caller, and reports progress. */
static void store_result(struct block *b, size_t index, const struct lt_result *result) {
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

/* The overrides of run INDEX; NULL: none. */
static const struct lt_override *overrides_of(const struct block *b, size_t index) {
    return b->n_overrides > 0 ? b->overrides + index * b->n_overrides : NULL;
}

/* Makes run INDEX by itself, outside the lanes. */
static void run_alone(struct block *b, size_t index) {
    const struct lt_override *own = overrides_of(b, index);
    struct lt_run_options options = b->options;
    options.progress = NULL;
    lt_arena_clear(b->alone);
    store_result(b, index,
                 lt_run_in(&b->program, own, b->n_overrides, &options, b->expr, b->alone));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Returns SIZE zeroed bytes, aligned for rows of vectors. */
static void *get_aligned(struct lt_arena *arena, size_t size) {
    size_t align = _Alignof(struct lt_row);
    char *room = lt_arena_get(arena, size + align);
    return room + (align - (uintptr_t)room % align);
}

/* Returns COUNT rows of zeros, each with one number for every lane. */
static struct lt_row *new_rows(struct lt_arena *arena, size_t count) {
    return get_aligned(arena, count * sizeof(struct lt_row));
}

/* Returns the row in which lanes hold the number of a slot of values[]. */
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

/* True if a result is computed only when a stage is over, so that no lane needs it. */
static bool is_late_result(size_t slot) {
    return (slot >= LT_R_E_N && slot <= LT_R_T_FORCE) || slot == LT_R_FT_MAX ||
           slot == LT_R_STEPS || slot == LT_R_RESIDUAL;
}

/* Returns true if a step changes the number of a slot of values[], so that each lane needs its
 * own. */
static bool step_changes(const struct lt_names *names, size_t slot) {
    if (slot >= LT_FN_ERR && slot <= LT_MT_ERR)
        return false;
    bool of_run = slot < LT_M_EFF && slot != LT_STAGE && !is_late_result(slot);
    bool of_law = slot >= names->state && slot < names->views;
    return of_run || of_law || (slot >= names->events && slot < names->modes);
}

/* True if a step reads the number of a slot without changing it. A condition until may read more of
 * them. */
static bool step_reads(const struct lt_names *names, size_t slot) {
    return slot == LT_STAGE || (slot >= names->params && slot < names->lets);
}

/* True if until may read the number of a slot, which steps neither read nor change. */
static bool may_be_read(const struct lt_names *names, size_t slot) {
    return (slot >= LT_M_EFF && slot <= LT_DT) || slot >= names->lets;
}

/* Lists the numbers of values[] that lanes hold: first those that a step changes, then those that
 * it only reads. */
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

/* Returns the row of a number that until reads, and adds it to the lanes; NULL: lanes cannot have
 * it. */
static const struct lt_row *input_row(struct block *b, size_t slot) {
    if (!b->row[slot] && may_be_read(b->program.names, slot)) {
        b->row[slot] = row_at(b->lanes, slot);
        b->slots[b->n_slots++] = slot;
    }
    b->lanes->uses_clock |= slot == LT_T || slot == LT_TIME || slot == LT_C_TIME;
    return b->row[slot];
}

/* Prepares until of a stage to be evaluated for all lanes. Returns false if it reads a number
 * that lanes cannot have. */
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

/* ---- Which programs fit ---------------------------------------------------------------------- */

/* True if a formula reads only numbers that are constant during a run. */
static bool is_settled_formula(const struct lt_formula *formula) {
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (formula->used[i]->kind < LT_NAME_CONSTANT)
            return false;
    return true;
}

/* Returns true if lanes can make a stage: loads that are constant initial values, velocities or
 * forces, no actions at events, nothing set per material. */
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
    /* Numbers of the materials are kept once for all lanes, so none may be set. */
    for (size_t i = 0; i < stage->n_done; i++)
        for (size_t k = 0; stage->done[i].kind == LT_SET && k < stage->done[i].count; k++)
            if (stage->done[i].of[k])
                return false;
    return true;
}

/* Returns true if a view may have no value in some step, at which a single run would fail.
 * Lanes do not evaluate views in each step. Views of built-in laws always have a value; those
 * of plug-ins may not. */
static bool views_may_fail(const struct lt_program *program) {
    return program->uses_views && !lt_laws_is_builtin(program->law) &&
           !lt_formula_law_is(program->law);
}

/* Returns true if runs of a program with these options can be made in lanes: its law has a
 * march, and nothing is needed in each step that only a single run computes. */
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

/* Copies the state of the march of a run into lane K, and updates what kind of step the lanes
 * need. */
static void load_march(struct lt_lanes *l, const struct lt_running *run, size_t k) {
    struct lt_march m;
    enum lt_march_kind kind = lt_run_march_load(run, &m);
    const double *from = (const double *)&m;
    struct lt_row *to = (struct lt_row *)&l->march;
    for (size_t i = 0; i < LT_MARCH_NUMBERS; i++)
        to[i].lane[k] = from[i];
    l->rotates |= kind != LT_MARCH_PLAIN;
    l->momentless &= kind == LT_MARCH_SHEARED;
    l->all_imposed &= kind == LT_MARCH_IMPOSED || kind == LT_MARCH_SHEARED;
    l->any_driven |=
        kind == LT_MARCH_DRIVEN || kind == LT_MARCH_IMPOSED || kind == LT_MARCH_SHEARED;
}

/* True if until reads a number that changes in every step. */
static bool changes_each_step(const struct lt_formula *until) {
    for (size_t i = 0; i < until->n_used; i++)
        if (!lt_run_march_is_rare(until->used[i]))
            return true;
    return false;
}

/* Copies the limits of the stage of a run, in steps, into lane K, and notes whether until must
 * be tested in each step. */
static void load_stage(struct lt_lanes *l, const struct lt_running *run, size_t k) {
    l->t_begin.lane[k] = run->loading.t_begin;
    l->every.lane[k] = run->until_every;
    l->due.lane[k] = 0;
    l->has_interval |= l->every.lane[k] > 1;
    l->tests_each_step |= l->has_interval;
    l->limit.lane[k] = fmin(fmin(run->limit, run->next_check), run->until_step);
    l->tests_each_step |= isnan(run->until_step) && changes_each_step(lt_run_stage(run)->until);
}

/* Copies a run that has just begun a stage into lane K. */
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
    lt_lanes_load(l, k);
    l->untils[run->stage].lanes++;
    l->changed = true;
}

/* Copies the numbers of lane K back into its run. */
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
    lt_run_march_store(run, &m, values[LT_STEP]);
}

/* ---- From run to run ------------------------------------------------------------------------- */

/* Closes the run of lane K and stores its result. */
static void finish_lane(struct block *b, size_t k) {
    b->lane[k].busy = false;
    store_result(b, b->lane[k].index, lt_run_close(&b->lane[k].run));
}

/* Computes once what all runs have in common. That needs the same overridden names in all of
 * them; otherwise nothing is shared, and each run is set up by itself. */
static void find_common(struct block *b) {
    struct lt_setup setup;
    for (size_t i = b->n_overrides; i < b->n_overrides * b->count; i++)
        if (b->overrides[i].name != b->overrides[i % b->n_overrides].name)
            return;
    if (lt_setup_make(&setup, &b->program, b->overrides, b->n_overrides, b->options.exact, b->expr,
                      b->arena))
        b->common = lt_setup_common(&setup, b->overrides, b->n_overrides);
}

/* Opens run INDEX in lane K, in the memory of the previous run where possible. A run that fails
 * so is opened anew from the start, so that it leaves the message and values of a single run.
 * Returns false if it has failed. */
static bool open_run(struct block *b, size_t k, size_t index) {
    struct lane *lane = &b->lane[k];
    const struct lt_override *own = overrides_of(b, index);
    lane->index = index;
    if (lane->reusable) {
        lt_arena_clear(lane->reopened);
        lane->reusable =
            lt_run_reopen(&lane->run, &b->common, own, values_of(b, index), lane->reopened);
    }
    if (!lane->reusable) {
        lt_arena_clear(lane->arena);
        if (!lt_run_open(&lane->run, &b->program, own, b->n_overrides, &b->options, b->expr,
                         lane->arena))
            return false;
        lane->reusable = b->common.values;
    }
    return lt_run_begin_stage(&lane->run);
}

/* True if the law declares that a contact with these numbers must not be stepped beside others. */
static bool must_run_alone(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    return program->law->apart &&
           program->law->apart(run->setup.values + program->names->params, run->setup.derived);
}

/* Gives lane K the next run that reaches its first step; runs that fail earlier are finished at
 * once. */
static void begin_lane(struct block *b, size_t k) {
    struct lane *lane = &b->lane[k];
    while (!lane->busy && b->next < b->count) {
        lane->busy = open_run(b, k, b->next++);
        if (!lane->busy) {
            finish_lane(b, k);
        } else if (must_run_alone(&lane->run)) {
            lane->busy = false;
            run_alone(b, lane->index);
        } else {
            load_lane(b, k);
        }
    }
    b->lanes->march.busy.lane[k] = lane->busy;
    b->lanes->changed = true;
}

/* Makes the run of lane K again by itself, and gives the lane the next one. */
static void restart_alone(struct block *b, size_t k) {
    b->lane[k].busy = false;
    run_alone(b, b->lane[k].index);
    begin_lane(b, k);
}

/* Ends the stage of lane K and begins the next one, or the next run. */
static void next_stage(struct block *b, size_t k) {
    struct lt_running *run = &b->lane[k].run;
    if (!lt_run_end_stage(run) || run->stage >= b->program.n_stages || !lt_run_begin_stage(run)) {
        finish_lane(b, k);
        begin_lane(b, k);
    } else if (must_run_alone(run)) { /* 'set' between the stages may change that */
        restart_alone(b, k);
    } else {
        load_lane(b, k);
    }
}

/* At the limit of lane K: checks whether the contact can still separate, and sets the next
 * limit, in steps. Returns true if the stage has steps left, so that the limit was only that of
 * this check. */
static bool continue_lane(struct block *b, size_t k) {
    struct lt_running *run = &b->lane[k].run;
    const struct lt_lanes *l = b->lanes;
    double *values = run->setup.values;
    for (size_t i = 0; i < b->n_changing; i++)
        values[b->slots[i]] = b->row[b->slots[i]]->lane[k];
    run->leap.before[0] = values[LT_VN];
    run->result->never_separates = lt_run_check_ending(run);
    b->lanes->limit.lane[k] = fmin(fmin(run->limit, run->next_check), run->until_step);
    return !run->result->never_separates && !run->stuck && l->value[LT_STEP].lane[k] < run->limit;
}

/* Does for lane K what its flags require: a run by itself, the next stage, or the next run. */
static void handle_flags(struct block *b, size_t k) {
    unsigned flags = (unsigned)b->lanes->flags.lane[k];
    struct lt_running *run = &b->lane[k].run;
    if (flags & (LT_LANE_BROKEN | LT_LANE_UNKNOWN)) { /* a single run reports where and why */
        b->lanes->untils[run->stage].lanes--;
        restart_alone(b, k);
        return;
    }
    if (!(flags & (LT_LANE_OVER | LT_LANE_LIMIT)) ||
        (!(flags & LT_LANE_OVER) && continue_lane(b, k)))
        return;
    unload_lane(b, k);
    bool over = (flags & LT_LANE_OVER) || run->result->never_separates;
    if (!lt_run_record_views(run) || (!over && !lt_run_fail_unfinished(run))) {
        finish_lane(b, k);
        begin_lane(b, k);
    } else {
        next_stage(b, k);
    }
}

/* Ends the runs of all lanes as interrupted, with the numbers they have so far. */
static void interrupt_lanes(struct block *b) {
    for (size_t k = 0; k < LT_ROW; k++) {
        if (!b->lane[k].busy)
            continue;
        unload_lane(b, k);
        b->lane[k].run.result->status = LT_INTERRUPTED;
        finish_lane(b, k);
    }
}

/* True if the caller has requested an end. */
static bool is_block_interrupted(const struct block *b) {
    return b->options.interrupted && *b->options.interrupted;
}

/* True if some lane still has a run. */
static bool any_busy(const struct block *b) {
    for (size_t k = 0; k < LT_ROW; k++)
        if (b->lane[k].busy)
            return true;
    return false;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Lists the numbers whose changes are events of the law. */
static void list_watched(struct block *b) {
    const struct lt_law *law = b->program.law;
    struct lt_lanes *l = b->lanes;
    while (law->events && law->events[l->n_watched].name)
        l->n_watched++;
    l->watched = get_aligned(b->arena, l->n_watched * sizeof *l->watched);
    for (size_t i = 0; i < l->n_watched; i++)
        l->watched[i].now = b->row[lt_run_record_watched(&b->program, i)];
}

/* Makes the lanes of a block, with the code of the law for the processor CPU. Returns false if
 * until of some stage cannot be evaluated in lanes. */
static bool make_lanes(struct block *b, enum lt_cpu cpu) {
    const struct lt_law *law = b->program.law;
    b->arena = lt_arena_new();
    struct lt_lanes *l = b->lanes = get_aligned(b->arena, sizeof *l);
    l->side = lt_laws_side(law, cpu);
    l->law = law;
    l->work = lt_work_on(cpu);
    l->names = b->program.names;
    l->all_imposed = l->momentless = true;
    l->value = new_rows(b->arena, b->program.names->slots);
    l->derived = new_rows(b->arena, law->n_derived + 1);
    list_slots(b);
    list_watched(b);
    l->n_untils = b->program.n_stages;
    l->untils = lt_arena_get(b->arena, l->n_untils * sizeof *l->untils);
    for (size_t i = 0; i < l->n_untils; i++)
        if (!make_until(b, b->program.stages[i].until, &l->untils[i]))
            return false;
    return true;
}

/* Makes all runs of a block in lanes; a lane whose run is over gets the next one. */
static void run_lanes(struct block *b) {
    const size_t n = b->lanes->side.n;
    b->lane = lt_arena_get(b->arena, LT_ROW * sizeof *b->lane);
    /* Sharing what the runs have in common pays only if a lane makes more than one. */
    if (b->count > n)
        find_common(b);
    for (size_t k = 0; k < n; k++) {
        b->lane[k].arena = lt_arena_new();
        b->lane[k].reopened = lt_arena_new();
        begin_lane(b, k);
    }
    while (any_busy(b) && !is_block_interrupted(b)) {
        lt_lanes_run(b->lanes, STEPS);
        for (size_t k = 0; k < n; k++)
            if (b->lane[k].busy && b->lanes->flags.lane[k] > 0)
                handle_flags(b, k);
    }
    interrupt_lanes(b);
    for (size_t k = 0; k < n; k++) {
        lt_arena_free(b->lane[k].arena);
        lt_arena_free(b->lane[k].reopened);
    }
}

/* As lt_block_run, with the code of laws for the processor CPU: in lanes if the program fits,
 * and otherwise one run after the other. */
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

/* Runs a program COUNT times, with other values of N_OVERRIDES names in each, in lanes if it
 * fits; VALUES gets the numbers of each run by slot, RESULTS status and message. */
void lt_block_run(const struct lt_program *program, const struct lt_override *overrides,
                  size_t n_overrides, size_t count, const struct lt_run_options *options,
                  double *values, struct lt_block_result *results) {
    lt_block_run_on(lt_laws_cpu(), program, overrides, n_overrides, count, options, values,
                    results);
}

/* Returns true if the runs of a program can be made in lanes, side by side. It makes the lanes
 * to find out, since until of each stage must fit, too. */
bool lt_block_fits(const struct lt_program *program, const struct lt_run_options *options) {
    struct block b = {.program = *program};
    bool ok = fits_block(program, options) && lt_laws_side(program->law, lt_laws_cpu()).n > 0 &&
              make_lanes(&b, lt_laws_cpu());
    lt_arena_free(b.arena);
    return ok;
}
