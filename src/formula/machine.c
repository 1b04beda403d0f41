/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.c: works out a list of operations for LT_N rows. Compiled once for each instruction set.
 */
#include "formula/series.h"
#include "formula/work.h"
#include "num.h"

/* The sign of sin(x); at a multiple of pi, the sign that it has just after. */
static inline double square_wave(double x) {
    /* Rounding keeps x from ever being a multiple of pi: this close, it counts as one. */
    double s = sin(x), c = cos(x);
    return s == s ? copysign(1, fabs(s) > 1e-12 ? s : c) : s;
}

/* The remainder with the sign of y, as Lua has it. */
static inline double lua_remainder(double x, double y) {
    double rest = fmod(x, y);
    return (rest > 0 && y < 0) || (rest < 0 && y > 0) ? rest + y : rest;
}

/* x^y, rounded as in the operations with literal exponents. */
static inline double raise_to(double x, double y) {
    if (y == 2)
        return x * x;
    if (y == 3)
        return x * x * x;
    if (y == 0.5 || y == 1.5 || y == 2.5)
        return x == -INFINITY ? INFINITY
                              : (y == 0.5   ? sqrt(x)
                                 : y == 1.5 ? x * sqrt(x)
                                            : x * x * sqrt(x)) +
                                    0.0;
    return x == x && y == y ? pow(x, y) : NAN;
}

#if LT_N == 1
#define LANE(number, i) (number)
#else
#define LANE(number, i) (number)[i]
#endif

/* Interpolates the table of a lookup at each lane of AT; POINTS are the places in the frame of the
 * COUNT points, x and y in turn. */
static num look_up_rows(const num *frame, const unsigned short *points, size_t count, num at) {
    double of[2 * LT_LOOKUP_POINTS];
    num result = at;
    for (int i = 0; i < LT_N; i++) {
        for (size_t k = 0; k < 2 * count; k++)
            of[k] = LANE(frame[points[k]], i);
        LANE(result, i) = lt_work_lookup(LANE(at, i), of, count);
    }
    return result;
}

#define TOGETHER(CODE, operands, cost, value)                                                      \
    LT_INLINE num make_##CODE(num x, num y, num z) {                                               \
        (void)y, (void)z;                                                                          \
        return value;                                                                              \
    }
LT_OPS_TOGETHER(TOGETHER)

#define ALONE(CODE, operands, cost, value)                                                         \
    LT_INLINE double one_##CODE(double x, double y) {                                              \
        (void)y;                                                                                   \
        return value;                                                                              \
    }                                                                                              \
    LT_INLINE num make_##CODE(num x, num y, num z) {                                               \
        num result = x;                                                                            \
        (void)z;                                                                                   \
        for (int i = 0; i < LT_N; i++)                                                             \
            LANE(result, i) = one_##CODE(LANE(x, i), LANE(y, i));                                  \
        return result;                                                                             \
    }
LT_OPS_ALONE(ALONE)

/* The result of an operation is passed to the next one in a register. So each operation has four
 * variants: all operands in the frame, or x, y or z in the register. */
#define A frame[op->a]
#define B frame[op->b]
#define C frame[op->c]
#define OPERATION(CODE, ...)                                                                       \
    AT(LT_OP_##CODE, 0) PUT(make_##CODE(A, B, C));                                                 \
    AT(LT_OP_##CODE, 1) PUT(make_##CODE(last, B, C));                                              \
    AT(LT_OP_##CODE, 2) PUT(make_##CODE(A, last, C));                                              \
    AT(LT_OP_##CODE, 3) PUT(make_##CODE(A, B, last));
#define PUT(value)                                                                                 \
    last = (value);                                                                                \
    frame[op->to] = last;                                                                          \
    op++;                                                                                          \
    NEXT
#define GO(when)                                                                                   \
    op = (when) ? op + 1 : ops->list + op->b;                                                      \
    NEXT
#define LOOK(x) PUT(look_up_rows(frame, ops->points + op->b, op->c, x))

#define OPERATIONS                                                                                 \
    LT_OPS_TOGETHER(OPERATION)                                                                     \
    LT_OPS_ALONE(OPERATION)                                                                        \
    AT(LT_OP_LOOKUP, 0) LOOK(A);                                                                   \
    AT(LT_OP_LOOKUP, 1) LOOK(last);                                                                \
    AT(LT_OP_SKIP, 0) GO(ANY(NOT(A == 0)));                                                        \
    AT(LT_OP_SKIP, 1) GO(ANY(NOT(last == 0)));                                                     \
    AT(LT_OP_SKIP_ELSE, 0) GO(ANY(A == 0));                                                        \
    AT(LT_OP_SKIP_ELSE, 1) GO(ANY(last == 0));

/* A jump of its own behind each operation is foreseen far better than one for all. */
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wpedantic"
#define AT(CODE, variant) at_##CODE##_##variant:
#define NEXT              goto *labels[op->code]
#define LABEL(CODE, ...)                                                                           \
    [LT_AT_HAND * LT_OP_##CODE] = &&at_LT_OP_##CODE##_0, &&at_LT_OP_##CODE##_1,                    \
                  &&at_LT_OP_##CODE##_2, &&at_LT_OP_##CODE##_3,
#define LABELS                                                                                     \
    LT_OPS_TOGETHER(LABEL)                                                                         \
    LT_OPS_ALONE(LABEL)                                                                            \
    [LT_AT_HAND * LT_OP_LOOKUP] = &&at_LT_OP_LOOKUP_0, &&at_LT_OP_LOOKUP_1,                        \
                  [LT_AT_HAND * LT_OP_SKIP] = &&at_LT_OP_SKIP_0, &&at_LT_OP_SKIP_1,                \
                  [LT_AT_HAND * LT_OP_SKIP_ELSE] = &&at_LT_OP_SKIP_ELSE_0, &&at_LT_OP_SKIP_ELSE_1, \
                  [LT_AT_HAND * LT_OP_END] = &&end

/* Executes the list of operations on one frame up to LT_OP_END, by jumps from one to the next; as
 * below, LAST is the result of the previous one. clang takes half a minute to compile this function
 * with pointer checks, which are therefore off. */
__attribute__((no_sanitize("null", "alignment", "pointer-overflow"))) static void
run_list(const struct lt_ops *ops, num *frame) {
    static const void *const labels[] = {LABELS};
    num last = NUM(0.0);
    const struct lt_op *op = ops->list;
    NEXT;
    OPERATIONS
end:;
}
#else
#define AT(CODE, variant) case LT_AT_HAND *CODE + variant:
#define NEXT              continue

/* Executes the list of operations on one frame up to LT_OP_END. LAST is the result of the previous
 * operation, which the variants of the OPERATIONS read instead of the frame. */
static void run_list(const struct lt_ops *ops, num *frame) {
    num last = NUM(0.0);
    const struct lt_op *op = ops->list;
    while (op->code != LT_AT_HAND * LT_OP_END)
        switch (op->code) { OPERATIONS }
}
#endif

#ifndef LT_ARCH
#define LT_ARCH one
#endif
#define MACHINE__(arch) lt_machine_##arch
#define MACHINE_(arch)  MACHINE__(arch)
/* The machine for one processor, lt_machine_ARCH: evaluates a list on FRAME, where each number has
 * a vector of LT_N rows. */
void MACHINE_(LT_ARCH)(const struct lt_ops *ops, double *frame) {
    run_list(ops, (num *)(void *)frame);
}
