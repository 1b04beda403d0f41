/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/lead.h"

#include "base/arena.h"
#include "laws/contact_make.h"

#include <math.h>
#include <string.h>

enum {
    FENCE = 8,
    OUTS = sizeof(struct lt_out) / sizeof(double),
    ROWS = 7,
    MOVES = sizeof(struct lt_move) / sizeof(double)
};
_Static_assert(offsetof(struct lt_lead_step, out) == sizeof(struct lt_move) &&
                   offsetof(struct lt_lead_step, branch) ==
                       sizeof(struct lt_move) + offsetof(struct lt_out, branch),
               "steps by name and by number are the same");

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Written around each block: a number that no law computes, so that overwriting it is noticed. */
static const double post = 1234.5678e-90;

static const char *const row_names[ROWS] = {"a",     "b",      "params", "derived",
                                            "state", "losses", "out"};

/* The length of an array; the output has no members of the law's own. */
static size_t row_length(const struct lt_law *law, int row) {
    const size_t lengths[ROWS] = {law->n_params, law->n_params, law->n_params, law->n_derived,
                                  law->n_state,  law->n_losses, OUTS - 1};
    return lengths[row];
}

static double *fenced_row(size_t count, struct lt_arena *arena) {
    double *block = lt_arena_get(arena, (count + 1 + 2 * FENCE) * sizeof *block);
    for (size_t i = 0; i < FENCE; i++)
        block[i] = block[FENCE + count + 1 + i] = post;
    return block + FENCE;
}

static bool is_intact(const double *row, size_t count) {
    for (size_t i = 0; i < FENCE; i++)
        if (memcmp(row - 1 - i, &post, sizeof post) != 0 ||
            memcmp(row + count + 1 + i, &post, sizeof post) != 0)
            return false;
    return true;
}

static void fill_row(const struct lt_lead *lead, double *row, size_t count) {
    for (size_t i = 0; i < count; i++)
        memcpy(&row[i], &lead->fill, sizeof lead->fill);
}

void lt_lead_begin(struct lt_lead *lead, const struct lt_law *law, uint64_t fill,
                   struct lt_arena *arena) {
    *lead = (struct lt_lead){.law = law, .fill = fill};
    for (int i = 0; i < ROWS; i++)
        lead->rows[i] = fenced_row(row_length(law, i), arena);
    for (size_t i = 0; i < law->n_params; i++) {
        lead->a[i] = lead->b[i] = NAN;
        lead->params[i] = law->params[i].preset;
    }
    fill_row(lead, lead->derived, law->n_derived + 1);
    lead->given = lt_arena_get(arena, (law->n_params + 1) * sizeof *lead->given);
    lead->made = lt_arena_get(arena, (law->n_derived + 1) * sizeof *lead->made);
}

const char *lt_lead_trespass(const struct lt_lead *lead) {
    for (int i = 0; i < ROWS; i++)
        if (!is_intact(lead->rows[i], row_length(lead->law, i)))
            return row_names[i];
    return NULL;
}

const char *lt_lead_meddled(const struct lt_lead *lead) {
    const struct lt_law *law = lead->law;
    return memcmp(lead->derived, lead->made, law->n_derived * sizeof *lead->made) != 0
               ? "its derived numbers"
           : memcmp(lead->params, lead->given, law->n_params * sizeof *lead->given) != 0
               ? "its parameters"
               : NULL;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Fills the stack, so that what a law leaves unset there is FILL. */
__attribute__((noinline)) static void soil_stack(uint64_t fill) {
    volatile uint64_t soil[1024];
    for (size_t i = 0; i < sizeof soil / sizeof *soil; i++)
        soil[i] = fill;
}

const char *lt_lead_derive(struct lt_lead *lead) {
    const struct lt_law *law = lead->law;
    lt_composition_bind(law, lead->derived);
    soil_stack(lead->fill);
    const char *refused = law->derive(&lead->pair, lead->a, lead->b, lead->params, lead->derived);
    memcpy(lead->given, lead->params, law->n_params * sizeof *lead->given);
    memcpy(lead->made, lead->derived, law->n_derived * sizeof *lead->made);
    return refused;
}

const struct lt_field *lt_lead_missing(const struct lt_law *law, const double *params) {
    for (size_t i = 0; i < law->n_params; i++)
        if (isnan(params[i]))
            return &law->params[i];
    return NULL;
}

const struct lt_field *lt_lead_undefined(const struct lt_law *law, const double *derived) {
    for (size_t i = 0; i < law->n_derived; i++)
        if (!isfinite(derived[i]))
            return &law->derived[i];
    return NULL;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

struct lt_lead_step lt_lead_shown(const double *u, const double *du, const double *v, double dt,
                                  double active) {
    struct lt_lead_step step = {.leg = 0};
    lt_lead_show(&step, u, du, v, dt, active);
    return step;
}

struct lt_lead_step lt_lead_next(const struct lt_lead_step *before, const double *v, double dt) {
    double u[LT_DOFS], du[LT_DOFS];
    for (int i = 0; i < LT_DOFS; i++) {
        u[i] = before->u[i] + v[i] * dt;
        du[i] = u[i] - before->u[i];
    }
    return lt_lead_shown(u, du, v, dt, before->active);
}

const struct lt_out *lt_lead_ask(const struct lt_lead *lead, struct lt_lead_step *step,
                                 double *state, double *losses) {
    fill_row(lead, lead->out, OUTS);
    fill_row(lead, losses, lead->law->n_losses + 1);
    if (lead->fill)
        soil_stack(lead->fill);
    lead->law->one(lead->params, lead->derived, &step->move, state, (struct lt_out *)lead->out,
                   losses);
    memcpy(&step->out, lead->out, sizeof step->out);
    return &step->out;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

#define NAME_(name, ...) #name,
const char *const lt_lead_out_names[] = {LT_OUT(NAME_)};

long lt_lead_unbound(const struct lt_out *out) {
    const double *at = (const double *)out;
    for (long i = 0; i < OUTS; i++)
        if (!isfinite(at[i]) && !(&at[i] == &out->cap && out->cap > 0))
            return i;
    return -1;
}

void lt_lead_block(struct lt_lead_block *block, const struct lt_law *law, struct lt_arena *arena) {
    *block = (struct lt_lead_block){law,
                                    fenced_row(law->n_params * LT_LANES, arena),
                                    fenced_row(law->n_derived * LT_LANES, arena),
                                    fenced_row(law->n_state * LT_LANES, arena),
                                    fenced_row(law->n_losses * LT_LANES, arena),
                                    fenced_row(MOVES * LT_LANES, arena),
                                    fenced_row(OUTS * LT_LANES, arena),
                                    false};
}

static void put_lane(double *lanes, const double *numbers, size_t count, int i) {
    for (size_t k = 0; k < count; k++)
        lanes[k * LT_LANES + (size_t)i] = numbers[k];
}

void lt_lead_block_put(const struct lt_lead_block *block, const struct lt_lead *lead,
                       const double *state, int i) {
    put_lane(block->params, lead->params, block->law->n_params, i);
    put_lane(block->derived, lead->derived, block->law->n_derived, i);
    put_lane(block->state, state, block->law->n_state, i);
}

void lt_lead_block_show(const struct lt_lead_block *block, const struct lt_lead_step *step, int i) {
    put_lane(block->move, (const double *)&step->move, MOVES, i);
}

bool lt_lead_block_ask(const struct lt_lead_block *block, lt_law_block *ask) {
    const struct lt_law *law = block->law;
    ask(block->params, block->derived, (const struct lt_move_lanes *)block->move, block->state,
        (struct lt_out_lanes *)block->out, block->losses);
    return is_intact(block->state, law->n_state * LT_LANES) &&
           is_intact(block->out, OUTS * LT_LANES) &&
           is_intact(block->losses, law->n_losses * LT_LANES);
}

/* The index of the first number with other bits; COUNT: there is none. */
static size_t find_difference(const struct lt_lead_block *block, const double *lanes,
                              const double *numbers, size_t count, int i, double *at,
                              double *alone) {
    for (size_t k = 0; numbers && k < count; k++) {
        *at = lanes[k * LT_LANES + (size_t)i];
        *alone = numbers[k];
        const bool zeros = block->any_zero && *at == 0 && *alone == 0;
        if (!zeros && memcmp(at, alone, sizeof *at) != 0)
            return k;
    }
    return count;
}

const char *lt_lead_block_unlike(const struct lt_lead_block *block, const struct lt_lead_step *step,
                                 const double *state, const double *losses, int i, double *at,
                                 double *alone) {
    const struct lt_law *law = block->law;
    size_t k = find_difference(block, block->out, (const double *)&step->out, OUTS, i, at, alone);
    if (k < OUTS)
        return lt_lead_out_names[k];
    k = find_difference(block, block->state, state, law->n_state, i, at, alone);
    if (k < law->n_state)
        return law->state[k].name;
    k = find_difference(block, block->losses, losses, law->n_losses, i, at, alone);
    return k < law->n_losses ? law->losses[k].name : NULL;
}
