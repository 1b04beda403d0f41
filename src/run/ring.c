/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/ring.h"

#include "base/arena.h"
#include "base/cpu.h"

#include <math.h>
#include <string.h>

enum { OFTEN = 16 /* rows that are further apart are made one by one */ };

_Static_assert(LT_POINT_NUMBERS == LT_CONTACT - LT_UN + 1, "columns are in the order of values[]");

/* ---- Columns --------------------------------------------------------------------------------- */

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
    ring->made = lt_arena_get(arena, most * sizeof *ring->made);
    ring->always = lt_arena_get(arena, (2 * program->n_expects + 1) * sizeof *ring->always);
    ring->recorded = lt_arena_get(arena, (program->n_columns + 1) * sizeof *ring->recorded);
    ring->integrands = lt_arena_get(arena, (program->n_integrals + 1) * sizeof *ring->integrands);
    return ring;
}

/* Which number of a march it is, or -1. */
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

static bool is_view(const struct lt_names *names, size_t slot) {
    return slot >= names->views && slot < names->events;
}

/* What is neither in a march nor the same in all of its steps. */
static bool is_followed(const struct lt_names *names, size_t slot) {
    switch (slot) {
    case LT_T:
    case LT_TIME:
    case LT_STEP:
    case LT_C_TIME:
    case LT_R_OVERLAP_MAX:
    case LT_R_FN_MAX:
    case LT_R_FT_MAX:
    case LT_R_PULL_MAX:
    case LT_R_STEPS:
    case LT_R_RESIDUAL:
        return true;
    default:
        return (slot >= LT_FN_ERR && slot <= LT_MT_ERR) || is_view(names, slot);
    }
}

static const double *use_slot(struct lt_ring *ring, size_t slot);

/* Memory stays from stage to stage. */
static const double *ring_column(struct lt_ring *ring, size_t slot,
                                 const struct lt_formula *formula, bool must) {
    struct lt_ring_made *made = &ring->made[ring->n_made++];
    double *to = made->to;
    if (!to)
        to = lt_arena_get(ring->run->result->arena, LT_RING * sizeof *to);
    *made = (struct lt_ring_made){slot, formula, must, to};
    return to;
}

static const double *use_formula(struct lt_ring *ring, const struct lt_formula *formula,
                                 size_t slot, bool must) {
    for (size_t i = 0; i < formula->n_used; i++)
        use_slot(ring, formula->used[i]->slot);
    return ring_column(ring, slot, formula, must);
}

static const double *make_slot(struct lt_ring *ring, size_t slot) {
    const struct lt_program *program = ring->run->setup.program;
    if (is_view(program->names, slot))
        return use_formula(ring, program->views[slot - program->names->views], slot, true);
    if (slot == LT_R_RESIDUAL) {
        use_slot(ring, LT_E_RESIDUAL);
        use_slot(ring, LT_E_STRAIN);
        use_slot(ring, LT_WORK_THROUGHPUT);
    }
    return ring_column(ring, slot, NULL, false);
}

/* Somebody looks at this number of values[]. */
static const double *use_slot(struct lt_ring *ring, size_t slot) {
    const struct lt_program *program = ring->run->setup.program;
    const long place = place_in_march(program, slot);
    if (ring->column[slot])
        return ring->column[slot];
    if (place >= 0) {
        ring->column[slot] = ring->cells + (size_t)place * LT_RING_STRIDE;
        ring->few &= slot < LT_VN || (slot >= LT_FN && slot <= LT_MT);
    } else if (is_followed(program->names, slot)) {
        ring->column[slot] = make_slot(ring, slot);
    }
    return ring->column[slot];
}

/* ---- Who looks ------------------------------------------------------------------------------- */

static void watch_until(struct lt_ring *ring) {
    const struct lt_running *run = ring->run;
    const struct lt_formula *until = lt_run_stage(run)->until;
    bool often = run->until_every > 1;
    for (size_t i = 0; i < until->n_used; i++)
        often |= !lt_run_march_is_rare(until->used[i]);
    ring->until = often && isnan(run->due) ? use_formula(ring, until, 0, false) : NULL;
}

static void watch_expectations(struct lt_ring *ring) {
    const struct lt_program *program = ring->run->setup.program;
    for (size_t i = 0; i < program->n_expects; i++) {
        const struct lt_expect *expect = &program->expects[i];
        const double **sides = &ring->always[2 * i];
        sides[0] = sides[1] = NULL;
        if (expect->kind != LT_EXPECT_ALWAYS ||
            (expect->stage >= 0 && expect->stage != (long)ring->run->stage))
            continue;
        sides[0] = use_formula(ring, expect->that, 0, true);
        if (expect->that->kind != LT_FORMULA_CONDITION)
            sides[1] = use_formula(ring, expect->is, 0, true);
        ring->looks = true;
    }
}

static void watch_rows(struct lt_ring *ring) {
    const struct lt_program *program = ring->run->setup.program;
    const size_t every = lt_run_record_every(ring->run);
    ring->records = every > 0 && every < OFTEN;
    for (size_t i = 0; i < program->n_columns && ring->records; i++) {
        const struct lt_column *column = &program->columns[i];
        ring->recorded[i] = column->source ? use_slot(ring, column->source->slot)
                                           : use_formula(ring, column->formula, 0, false);
    }
}

void lt_ring_begin(struct lt_ring *ring) {
    const struct lt_program *program = ring->run->setup.program;
    const struct lt_names *names = program->names;
    memset(ring->column, 0, names->slots * sizeof *ring->column);
    ring->n_made = 0;
    ring->few = true;
    ring->looks = program->uses_views || program->uses_errors || program->n_extremes > 0 ||
                  program->n_integrals > 0;
    for (size_t i = 0; i < LT_DOFS && program->uses_errors; i++)
        use_slot(ring, LT_FN_ERR + i);
    for (size_t slot = names->views; slot < names->events && program->uses_views; slot++)
        use_slot(ring, slot);
    for (size_t i = 0; i < program->n_extremes; i++)
        use_slot(ring, lt_names_column(names, program->extremes[i])->slot);
    for (size_t i = 0; i < program->n_integrals; i++)
        ring->integrands[i] = use_formula(ring, program->integrals[i].formula, 0, true);
    watch_until(ring);
    watch_expectations(ring);
    watch_rows(ring);
    ring->looks |= ring->until || ring->records;
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* What the formula is worth in each row; NAN where it has no value. */
static void work_out_rows(const struct lt_ring *ring, const struct lt_formula *formula,
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

/* ---- Columns that follow from others --------------------------------------------------------- */

static const double *at_slot(const struct lt_ring *ring, size_t slot) {
    return ring->cells + (slot - LT_UN) * LT_RING_STRIDE;
}

static void count_up(const struct lt_ring *ring, double *to, double from) {
    for (size_t i = 0; i < ring->rows; i++)
        to[i] = from + (double)(i + 1);
}

static void tell_time(const struct lt_ring *ring, double *to, double begin) {
    const double dt = ring->run->setup.dt;
    count_up(ring, to, ring->step);
    for (size_t i = 0; i < ring->rows; i++)
        to[i] = begin + to[i] * dt;
}

static void tell_age(const struct lt_ring *ring, double *to) {
    const struct lt_outcome *outcome = &ring->run->outcome;
    tell_time(ring, to, ring->run->loading.t_begin);
    for (size_t i = 0; i < ring->rows; i++)
        to[i] = outcome->had_contact ? to[i] - outcome->t_since : 0;
}

/* The largest of SIGN times a number so far, if the march takes it. */
static void climb_peak(const struct lt_ring *ring, double *to, const double *from, double sign,
                       double most, bool taken) {
    for (size_t i = 0; i < ring->rows; i++) {
        most = taken && sign * from[i] > most ? sign * from[i] : most;
        to[i] = most;
    }
}

static void climb_shear(const struct lt_ring *ring, double *to) {
    const double *s = at_slot(ring, LT_FS), *t = at_slot(ring, LT_FT);
    double most = ring->before.ft_square;
    for (size_t i = 0; i < ring->rows; i++) {
        const double square = s[i] * s[i] + t[i] * t[i];
        most = ring->before.peaks > 0 && square > most ? square : most;
        to[i] = sqrt(most);
    }
}

static void relate_residual(const struct lt_ring *ring, double *to) {
    const double *residual = at_slot(ring, LT_E_RESIDUAL), *strain = at_slot(ring, LT_E_STRAIN);
    const double *throughput = at_slot(ring, LT_WORK_THROUGHPUT);
    struct lt_outcome outcome = ring->run->outcome;
    outcome.worst = ring->before.worst;
    outcome.least = ring->before.least;
    for (size_t i = 0; i < ring->rows; i++) {
        outcome.worst = fmax(outcome.worst, fabs(residual[i]));
        outcome.least = fmin(outcome.least, strain[i]);
        to[i] = lt_outcome_residual(&outcome, throughput[i]);
    }
}

/* As lt_run_smooth does it. */
static void smooth_force(struct lt_ring *ring, double *to, size_t i) {
    const struct lt_running *run = ring->run;
    double smooth = run->smooth[i], error = run->setup.values[LT_FN_ERR + i];
    for (size_t row = 0; row < ring->rows; row++) {
        lt_run_smooth_one(at_slot(ring, LT_FN + i)[row], run->setup.smooth, &smooth, &error);
        ring->smooth[i][row] = smooth;
        to[row] = error;
    }
}

static void make_column(struct lt_ring *ring, size_t slot, double *to) {
    const struct lt_running *run = ring->run;
    const struct lt_march *m = &ring->before;
    const bool peaks = m->peaks > 0;
    if (slot == LT_STEP)
        count_up(ring, to, ring->step);
    else if (slot == LT_R_STEPS)
        count_up(ring, to, (double)ring->steps);
    else if (slot == LT_TIME)
        tell_time(ring, to, 0);
    else if (slot == LT_T)
        tell_time(ring, to, run->loading.t_begin);
    else if (slot == LT_C_TIME)
        tell_age(ring, to);
    else if (slot == LT_R_OVERLAP_MAX)
        climb_peak(ring, to, at_slot(ring, LT_UN), -1, m->overlap_max, peaks);
    else if (slot == LT_R_FN_MAX)
        climb_peak(ring, to, at_slot(ring, LT_FN), -1, m->fn_max, peaks);
    else if (slot == LT_R_PULL_MAX)
        climb_peak(ring, to, at_slot(ring, LT_FN), 1, m->pull_max, true);
    else if (slot == LT_R_FT_MAX)
        climb_shear(ring, to);
    else if (slot == LT_R_RESIDUAL)
        relate_residual(ring, to);
    else
        smooth_force(ring, to, slot - LT_FN_ERR);
}

static size_t known_rows(const double *column, size_t rows) {
    size_t known = 0;
    while (known < rows && !isnan(column[known]))
        known++;
    return known;
}

size_t lt_ring_fill(struct lt_ring *ring, size_t rows) {
    ring->rows = rows;
    for (size_t i = 0; i < ring->n_made; i++) {
        const struct lt_ring_made *made = &ring->made[i];
        if (made->formula)
            work_out_rows(ring, made->formula, made->to);
        else
            make_column(ring, made->slot, made->to);
        rows = made->must ? known_rows(made->to, rows) : rows;
    }
    return rows;
}

void lt_ring_accept(const struct lt_ring *ring, struct lt_running *run, size_t rows) {
    for (size_t i = 0; i < LT_DOFS && rows > 0; i++)
        if (ring->column[LT_FN_ERR + i]) {
            run->smooth[i] = ring->smooth[i][rows - 1];
            run->setup.values[LT_FN_ERR + i] = ring->column[LT_FN_ERR + i][rows - 1];
        }
}
