/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/drive.h"

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
_Static_assert(offsetof(struct lt_drive_step, out) == sizeof(struct lt_move) &&
                   offsetof(struct lt_drive_step, branch) ==
                       sizeof(struct lt_move) + offsetof(struct lt_out, branch),
               "steps by name and by number are the same");

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Written around each block: a number that no law computes, so that overwriting it is noticed. */
static const double post = 1234.5678e-90;

static const char *const row_names[ROWS] = {"a",     "b",      "params", "derived",
                                            "state", "losses", "out"};

/* The number of doubles in array ROW of a contact (parameters, derived numbers, state, losses or
 * output); the output has no members of the law's own. */
static size_t row_length(const struct lt_law *law, int row) {
    const size_t lengths[ROWS] = {law->n_params, law->n_params, law->n_params, law->n_derived,
                                  law->n_state,  law->n_losses, OUTS - 1};
    return lengths[row];
}

/* Allocates COUNT numbers, and one to spare so that no array is empty, between guard values that
 * show if a law writes outside. Returns the first of the numbers. */
static double *fenced_row(size_t count, struct lt_arena *arena) {
    double *block = lt_arena_get(arena, (count + 1 + 2 * FENCE) * sizeof *block);
    for (size_t i = 0; i < FENCE; i++)
        block[i] = block[FENCE + count + 1 + i] = post;
    return block + FENCE;
}

/* True if the guard values before and after a row of COUNT numbers are unchanged; false:
 * something wrote outside the row. */
static bool is_intact(const double *row, size_t count) {
    for (size_t i = 0; i < FENCE; i++)
        if (memcmp(row - 1 - i, &post, sizeof post) != 0 ||
            memcmp(row + count + 1 + i, &post, sizeof post) != 0)
            return false;
    return true;
}

/* Fills COUNT numbers with the bit pattern drive->fill, so that a number which the law leaves
 * unset shows. */
static void fill_row(const struct lt_drive *drive, double *row, size_t count) {
    for (size_t i = 0; i < count; i++)
        memcpy(&row[i], &drive->fill, sizeof drive->fill);
}

/* Prepares one contact for LAW: guarded arrays, default parameters, materials not given (NaN).
 * FILL is the bit pattern of all that the law has to set. */
void lt_drive_begin(struct lt_drive *drive, const struct lt_law *law, uint64_t fill,
                    struct lt_arena *arena) {
    *drive = (struct lt_drive){.law = law, .fill = fill};
    for (int i = 0; i < ROWS; i++)
        drive->rows[i] = fenced_row(row_length(law, i), arena);
    for (size_t i = 0; i < law->n_params; i++) {
        drive->a[i] = drive->b[i] = NAN;
        drive->params[i] = law->params[i].preset;
    }
    fill_row(drive, drive->derived, law->n_derived + 1);
    drive->given = lt_arena_get(arena, (law->n_params + 1) * sizeof *drive->given);
    drive->made = lt_arena_get(arena, (law->n_derived + 1) * sizeof *drive->made);
}

/* The name of the first array outside which the law has written; NULL: none. */
const char *lt_drive_overrun(const struct lt_drive *drive) {
    for (int i = 0; i < ROWS; i++)
        if (!is_intact(drive->rows[i], row_length(drive->law, i)))
            return row_names[i];
    return NULL;
}

/* The input that the law has changed although a step must not, "its parameters" or "its derived
 * numbers"; NULL: none. */
const char *lt_drive_modified(const struct lt_drive *drive) {
    const struct lt_law *law = drive->law;
    return memcmp(drive->derived, drive->made, law->n_derived * sizeof *drive->made) != 0
               ? "its derived numbers"
           : memcmp(drive->params, drive->given, law->n_params * sizeof *drive->given) != 0
               ? "its parameters"
               : NULL;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Fills the stack below this call with the bit pattern FILL, so that the results of a law which
 * reads a variable without setting it depend on FILL. */
__attribute__((noinline)) static void soil_stack(uint64_t fill) {
    volatile uint64_t soil[1024];
    for (size_t i = 0; i < sizeof soil / sizeof *soil; i++)
        soil[i] = fill;
}

/* Computes the derived numbers and keeps copies of them and of the parameters for comparison.
 * Returns the law's error message, or NULL. */
const char *lt_drive_derive(struct lt_drive *drive) {
    const struct lt_law *law = drive->law;
    lt_composition_bind(law, drive->derived);
    soil_stack(drive->fill);
    const char *refused =
        law->derive(&drive->pair, drive->a, drive->b, drive->params, drive->derived);
    memcpy(drive->given, drive->params, law->n_params * sizeof *drive->given);
    memcpy(drive->made, drive->derived, law->n_derived * sizeof *drive->made);
    return refused;
}

/* The first parameter without a value (NaN); NULL: all have one. */
const struct lt_field *lt_drive_missing(const struct lt_law *law, const double *params) {
    for (size_t i = 0; i < law->n_params; i++)
        if (isnan(params[i]))
            return &law->params[i];
    return NULL;
}

/* The first derived number that is not finite; NULL: all are. */
const struct lt_field *lt_drive_undefined(const struct lt_law *law, const double *derived) {
    for (size_t i = 0; i < law->n_derived; i++)
        if (!isfinite(derived[i]))
            return &law->derived[i];
    return NULL;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* A step of length DT (s) that ends at displacements U, which changed by DU (m, rad), with
 * velocities V (m/s, rad/s). ACTIVE: 1 if there was a contact at its start. */
struct lt_drive_step lt_drive_make_step(const double *u, const double *du, const double *v,
                                        double dt, double active) {
    struct lt_drive_step step = {.leg = 0};
    lt_drive_set_step(&step, u, du, v, dt, active);
    return step;
}

/* The step that follows BEFORE with constant velocities V (m/s, rad/s) for the time DT (s). */
struct lt_drive_step lt_drive_next(const struct lt_drive_step *before, const double *v, double dt) {
    double u[LT_DOFS], du[LT_DOFS];
    for (int i = 0; i < LT_DOFS; i++) {
        u[i] = before->u[i] + v[i] * dt;
        du[i] = u[i] - before->u[i];
    }
    return lt_drive_make_step(u, du, v, dt, before->active);
}

/* Evaluates one step of the law. STATE is updated, LOSSES (J) are overwritten; the result is the
 * force, also stored in STEP. Output and stack hold FILL before, so that unset numbers show. */
const struct lt_out *lt_drive_evaluate(const struct lt_drive *drive, struct lt_drive_step *step,
                                       double *state, double *losses) {
    fill_row(drive, drive->out, OUTS);
    fill_row(drive, losses, drive->law->n_losses + 1);
    if (drive->fill)
        soil_stack(drive->fill);
    drive->law->one(drive->params, drive->derived, &step->move, state, (struct lt_out *)drive->out,
                    losses);
    memcpy(&step->out, drive->out, sizeof step->out);
    return &step->out;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

#define NAME_(name, ...) #name,
const char *const lt_drive_out_names[] = {LT_OUT(NAME_)};

/* The index of the first number of the output that is not finite; -1: none. An infinite friction
 * limit (cap) is permitted: it stands for no slip. */
long lt_drive_nonfinite(const struct lt_out *out) {
    const double *at = (const double *)out;
    for (long i = 0; i < OUTS; i++)
        if (!isfinite(at[i]) && !(&at[i] == &out->cap && out->cap > 0))
            return i;
    return -1;
}

/* Allocates guarded arrays for LT_LANES contacts side by side, number by number, lane by lane. */
void lt_drive_block(struct lt_drive_block *block, const struct lt_law *law,
                    struct lt_arena *arena) {
    *block = (struct lt_drive_block){law,
                                     fenced_row(law->n_params * LT_LANES, arena),
                                     fenced_row(law->n_derived * LT_LANES, arena),
                                     fenced_row(law->n_state * LT_LANES, arena),
                                     fenced_row(law->n_losses * LT_LANES, arena),
                                     fenced_row(MOVES * LT_LANES, arena),
                                     fenced_row(OUTS * LT_LANES, arena),
                                     false};
}

/* Copies COUNT numbers of one contact into lane I of a block, whose LANES stand number by
 * number. */
static void put_lane(double *lanes, const double *numbers, size_t count, int i) {
    for (size_t k = 0; k < count; k++)
        lanes[k * LT_LANES + (size_t)i] = numbers[k];
}

/* Copies parameters, derived numbers and STATE of a contact into lane I of the block. */
void lt_drive_block_put(const struct lt_drive_block *block, const struct lt_drive *drive,
                        const double *state, int i) {
    put_lane(block->params, drive->params, block->law->n_params, i);
    put_lane(block->derived, drive->derived, block->law->n_derived, i);
    put_lane(block->state, state, block->law->n_state, i);
}

/* Copies the motion of a step into lane I of the block. */
void lt_drive_block_set_step(const struct lt_drive_block *block, const struct lt_drive_step *step,
                             int i) {
    put_lane(block->move, (const double *)&step->move, MOVES, i);
}

/* Evaluates a block of LT_LANES contacts by EVALUATE. True: it wrote only what it may change;
 * false: it wrote outside an array. */
bool lt_drive_block_evaluate(const struct lt_drive_block *block, lt_law_block *evaluate) {
    const struct lt_law *law = block->law;
    evaluate(block->params, block->derived, (const struct lt_move_lanes *)block->move, block->state,
             (struct lt_out_lanes *)block->out, block->losses);
    return is_intact(block->state, law->n_state * LT_LANES) &&
           is_intact(block->out, OUTS * LT_LANES) &&
           is_intact(block->losses, law->n_losses * LT_LANES);
}

/* Compares lane I of the row LANES of the block with the COUNT NUMBERS of the same contact
 * alone, bit by bit; with block->any_zero 0 equals -0. Returns the index of the first
 * difference, both values in *AT and *ALONE; COUNT: none. */
static size_t find_difference(const struct lt_drive_block *block, const double *lanes,
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

/* The name of the first output, state or loss of lane I that differs in a bit from the contact
 * evaluated alone, both values in *AT and *ALONE; NULL: none. */
const char *lt_drive_block_difference(const struct lt_drive_block *block,
                                      const struct lt_drive_step *step, const double *state,
                                      const double *losses, int i, double *at, double *alone) {
    const struct lt_law *law = block->law;
    size_t k = find_difference(block, block->out, (const double *)&step->out, OUTS, i, at, alone);
    if (k < OUTS)
        return lt_drive_out_names[k];
    k = find_difference(block, block->state, state, law->n_state, i, at, alone);
    if (k < law->n_state)
        return law->state[k].name;
    k = find_difference(block, block->losses, losses, law->n_losses, i, at, alone);
    return k < law->n_losses ? law->losses[k].name : NULL;
}
