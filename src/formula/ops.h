/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ops.h: formulas as a list of operations on a frame of numbers, for one row of values or for
 * several side by side, to the same bits.
 *
 * A list is made once: parts that are alike are worked out once, those of numbers alone when it is
 * made, and a costly part that only one side of a choice needs is skipped where no row takes that
 * side. A frame has the inputs first, then the numbers of the list, then what the operations make.
 * A result that has no value is NaN, a condition too; lt_expr_number says why. */
#ifndef LT_OPS_H
#define LT_OPS_H

#include "formula/formula.h"

enum {
    LT_FRAME_MOST = 4096, /* numbers in a frame; no formula by itself needs more */
    LT_AT_HAND = 4 /* what the last operation made is no operand, or the first, second, third */
};

struct lt_op {
    unsigned short code, to, a, b, c; /* code: of op.h, LT_AT_HAND times, and what is at hand */
};

struct lt_ops {
    size_t n_inputs, n_numbers, n_results, n_frame, count;
    size_t first;        /* place of the first number */
    const size_t *slots; /* where values[] has the inputs */
    const double *numbers;
    const unsigned short *results; /* their places in the frame */
    const struct lt_op *list;      /* count of them; then LT_OP_END */
    const unsigned short *points;  /* places of what lookups read */
};

/* A list being made. Values are represented by the index of the operation, input or number that
 * makes them; functions that add something return such an index. */
struct lt_ops_making;
struct lt_ops_making *lt_ops_begin(struct lt_arena *arena);
size_t lt_ops_add(struct lt_ops_making *making, const struct lt_term *term);
size_t lt_ops_apply(struct lt_ops_making *making, enum lt_op_code code, size_t a, size_t b,
                    size_t c);

/* The operation that raises a number to EXPONENT: one of a single operand where the power is a
 * product of factors and roots. */
enum lt_op_code lt_ops_power(double exponent);

/* Makes formulas added from now on read VALUE instead of the input in SLOT. */
void lt_ops_define(struct lt_ops_making *making, size_t slot, size_t value);
/* Makes VALUE the next result of the list. */
void lt_ops_result(struct lt_ops_making *making, size_t value);

/* Operations added between the two calls are skipped if CONDITION holds in no row. */
size_t lt_ops_skip(struct lt_ops_making *making, size_t condition);
void lt_ops_land(struct lt_ops_making *making, size_t skip);

/* NULL: a frame would have more numbers than LT_FRAME_MOST. With PLACE the frame is one of values[]
 * that others use too: inputs are at their slots, all else from *PLACE on, which goes behind it. */
const struct lt_ops *lt_ops_end(struct lt_ops_making *making, size_t *place);

#endif
