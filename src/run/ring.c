/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/ring.h"

#include "base/arena.h"
#include "base/cpu.h"

#include <math.h>
#include <string.h>

/* Rows of the table that are SPARSE steps or more apart are evaluated one by one: to compute their
 * columns in every step would cost more. */
enum { SPARSE = 16 };

_Static_assert(LT_POINT_NUMBERS == LT_CONTACT - LT_UN + 1, "columns are in the order of values[]");

/* ---- Columns --------------------------------------------------------------------------------- */

/* Makes an empty ring: memory for the numbers of as many steps as a march writes at once, and
 * for the columns that follow from them. Its memory is that of the result of the run. */
struct lt_ring *lt_ring_new(const struct lt_running *run) {
    const struct lt_program *program = run->setup.program;
    const struct lt_names *names = program->names;
    const size_t of_law = names->views - names->state;
    const size_t most =
        names->slots + program->n_columns + 2 * program->n_expects + program->n_integrals + 1;
    struct lt_arena *arena = run->result->arena;
    struct lt_ring *ring = lt_arena_get(arena, sizeof *ring);
    ring->run = run;
    ring->work = lt_work_on(lt_cpu_best());
    ring->law = lt_arena_get(arena, of_law * sizeof *ring->law);
    ring->cells =
        lt_arena_room(arena, (LT_POINT_NUMBERS + of_law) * LT_RING_STRIDE * sizeof(double));
    /* A march of a law without moments does not write them. */
    memset(ring->cells + (LT_MN - LT_UN) * LT_RING_STRIDE, 0, 3 * LT_RING_STRIDE * sizeof(double));
    ring->column = lt_arena_get(arena, names->slots * sizeof *ring->column);
    ring->derived = lt_arena_get(arena, most * sizeof *ring->derived);
    ring->always = lt_arena_get(arena, (2 * program->n_expects + 1) * sizeof *ring->always);
    ring->recorded = lt_arena_get(arena, (program->n_columns + 1) * sizeof *ring->recorded);
    ring->integrands = lt_arena_get(arena, (program->n_integrals + 1) * sizeof *ring->integrands);
    return ring;
}

/* The index of a slot among the numbers that a march writes; -1: it writes none for it. */
static long index_in_march(const struct lt_program *program, size_t slot) {
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

/* True if a slot is a view of the law, which a formula computes. */
static bool is_view(const struct lt_names *names, size_t slot) {
    return slot >= names->views && slot < names->events;
}

/* True if a slot follows from the step number alone. */
static bool is_clock(size_t slot) {
    return slot == LT_T || slot == LT_TIME || slot == LT_STEP || slot == LT_R_STEPS;
}

/* True if a number changes in a march that does not write it: running maxima, the age of the
 * contact. */
static bool is_unavailable(size_t slot) {
    return slot == LT_C_TIME || (slot >= LT_R_OVERLAP_MAX && slot <= LT_R_FT_MAX) ||
           slot == LT_R_PULL_MAX || slot == LT_R_RESIDUAL;
}

static const double *need_slot(struct lt_ring *ring, size_t slot);

/* Adds a derived column: the number in SLOT by FORMULA, NULL for a time or step number;
 * REQUIRED: the run fails where it has no value. Returns its numbers. Its memory serves later
 * stages, too, since a run frees memory only at its end. */
static const double *add_column(struct lt_ring *ring, size_t slot, const struct lt_formula *formula,
                                bool required) {
    struct lt_ring_derived *derived = &ring->derived[ring->n_derived++];
    double *to = derived->to;
    if (!to)
        to = lt_arena_get(ring->run->result->arena, LT_RING * sizeof *to);
    *derived = (struct lt_ring_derived){slot, formula, required, to};
    return to;
}

/* Adds the column of a formula, and those of the names in it; SLOT and REQUIRED as in
 * add_column. Returns its numbers, one for each step. */
static const double *need_formula(struct lt_ring *ring, const struct lt_formula *formula,
                                  size_t slot, bool required) {
    for (size_t i = 0; i < formula->n_used; i++)
        need_slot(ring, formula->used[i]->slot);
    return add_column(ring, slot, formula, required);
}

/* Adds the column of a number of values[]; returns NULL if it does not change from step to step. */
static const double *need_slot(struct lt_ring *ring, size_t slot) {
    const struct lt_program *program = ring->run->setup.program;
    const long place = index_in_march(program, slot);
    if (ring->column[slot])
        return ring->column[slot];
    if (place >= 0) {
        ring->column[slot] = ring->cells + (size_t)place * LT_RING_STRIDE;
        ring->few &= slot < LT_VN || (slot >= LT_FN && slot <= LT_MT);
    } else if (is_view(program->names, slot)) {
        ring->column[slot] =
            need_formula(ring, program->views[slot - program->names->views], slot, true);
    } else if (is_clock(slot)) {
        ring->column[slot] = add_column(ring, slot, NULL, false);
    }
    ring->incomplete |= is_unavailable(slot);
    return ring->column[slot];
}

/* ---- Consumers of recorded steps ------------------------------------------------------------- */

/* Adds the column of until. It is needed in every step unless only events or the clock can make
 * it true. */
static void need_until(struct lt_ring *ring) {
    const struct lt_running *run = ring->run;
    const struct lt_formula *until = lt_run_stage(run)->until;
    bool often = run->until_every > 1;
    for (size_t i = 0; i < until->n_used; i++)
        often |= !lt_run_march_is_rare(until->used[i]);
    ring->until = often && isnan(run->until_step) ? need_formula(ring, until, 0, false) : NULL;
}

/* Adds both sides of the expectations that hold always in this stage. */
static void need_expectations(struct lt_ring *ring) {
    const struct lt_program *program = ring->run->setup.program;
    for (size_t i = 0; i < program->n_expects; i++) {
        const struct lt_expect *expect = &program->expects[i];
        const double **sides = &ring->always[2 * i];
        sides[0] = sides[1] = NULL;
        if (expect->kind != LT_EXPECT_ALWAYS ||
            (expect->stage >= 0 && expect->stage != (long)ring->run->stage))
            continue;
        sides[0] = need_formula(ring, expect->that, 0, true);
        if (expect->that->kind != LT_FORMULA_CONDITION)
            sides[1] = need_formula(ring, expect->is, 0, true);
        ring->in_use = true;
    }
}

/* Adds the columns of the table, if its rows are close enough to be taken from the ring. */
static void need_rows(struct lt_ring *ring) {
    const struct lt_program *program = ring->run->setup.program;
    const size_t every = lt_run_record_every(ring->run);
    ring->records = every > 0 && every < SPARSE;
    for (size_t i = 0; i < program->n_columns && ring->records; i++) {
        const struct lt_column *column = &program->columns[i];
        ring->recorded[i] = column->source ? need_slot(ring, column->source->slot)
                                           : need_formula(ring, column->formula, 0, false);
    }
}

/* Finds which columns the stage that begins needs in every step. */
void lt_ring_begin(struct lt_ring *ring) {
    const struct lt_program *program = ring->run->setup.program;
    const struct lt_names *names = program->names;
    memset(ring->column, 0, names->slots * sizeof *ring->column);
    ring->n_derived = 0;
    ring->few = true;
    ring->incomplete = false;
    ring->in_use = program->uses_views || program->n_extremes > 0 || program->n_integrals > 0;
    for (size_t slot = names->views; slot < names->events && program->uses_views; slot++)
        need_slot(ring, slot);
    for (size_t i = 0; i < program->n_extremes; i++)
        need_slot(ring, lt_names_column(names, program->extremes[i])->slot);
    for (size_t i = 0; i < program->n_integrals; i++)
        ring->integrands[i] = need_formula(ring, program->integrals[i].formula, 0, true);
    need_until(ring);
    need_expectations(ring);
    need_rows(ring);
    ring->in_use |= ring->until || ring->records;
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* Evaluates a formula in each row; NAN where it has no value. */
static void evaluate_rows(const struct lt_ring *ring, const struct lt_formula *formula,
                          double *to) {
    const struct lt_ops *ops = formula->ops;
    const double *values = ring->run->setup.values;
    struct lt_column_in inputs[ops->n_inputs + 1];
    for (size_t i = 0; i < ops->n_inputs; i++) {
        const double *column = ring->column[ops->slots[i]];
        inputs[i] = (struct lt_column_in){column ? column : &values[ops->slots[i]], column != NULL};
    }
    lt_work_rows(ring->work, ops, inputs, ring->rows, to);
    for (size_t i = 0; i < ring->rows && formula->kind == LT_FORMULA_CONDITION; i++)
        to[i] = to[i] == to[i] ? to[i] != 0 : to[i];
}

/* ---- Derived columns ------------------------------------------------------------------------- */

/* Fills a column with FROM + 1, FROM + 2 ... */
static void fill_count(const struct lt_ring *ring, double *to, double from) {
    for (size_t i = 0; i < ring->rows; i++)
        to[i] = from + (double)(i + 1);
}

/* Fills a column with BEGIN plus the time since the stage began, s. */
static void fill_time(const struct lt_ring *ring, double *to, double begin) {
    const double dt = ring->run->setup.dt;
    fill_count(ring, to, ring->step);
    for (size_t i = 0; i < ring->rows; i++)
        to[i] = begin + to[i] * dt;
}

/* Fills a column that follows from the step number alone. */
static void fill_clock(struct lt_ring *ring, size_t slot, double *to) {
    if (slot == LT_STEP)
        fill_count(ring, to, ring->step);
    else if (slot == LT_R_STEPS)
        fill_count(ring, to, (double)ring->steps);
    else
        fill_time(ring, to, slot == LT_T ? ring->run->loading.t_begin : 0);
}

/* How many rows, from the first on, have a value in a column. */
static size_t count_known(const double *column, size_t rows) {
    size_t known = 0;
    while (known < rows && !isnan(column[known]))
        known++;
    return known;
}

/* Computes the other columns of the first ROWS rows, which the march has written. Returns how
 * many rows, from the first on, have a value in every required column. */
size_t lt_ring_fill(struct lt_ring *ring, size_t rows) {
    ring->rows = rows;
    for (size_t i = 0; i < ring->n_derived; i++) {
        const struct lt_ring_derived *derived = &ring->derived[i];
        if (derived->formula)
            evaluate_rows(ring, derived->formula, derived->to);
        else
            fill_clock(ring, derived->slot, derived->to);
        rows = derived->required ? count_known(derived->to, rows) : rows;
    }
    return rows;
}
