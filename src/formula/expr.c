/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/expr.h"

#include "base/memory.h"
#include "formula/work.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lt_expr {
    struct lt_timing *timing;
};

/* A new evaluator of formulas, without timing; freed by lt_expr_free(). */
struct lt_expr *lt_expr_new(void) {
    struct lt_expr *expr = lt_memory_get(sizeof *expr);
    *expr = (struct lt_expr){.timing = NULL};
    return expr;
}

/* Frees an evaluator; formulas are not part of it. */
void lt_expr_free(struct lt_expr *expr) {
    free(expr);
}

/* Makes the evaluator add the time of its evaluations to TIMING; NULL: they are not timed. */
void lt_expr_time(struct lt_expr *expr, struct lt_timing *timing) {
    expr->timing = timing;
}

/* ---- Why a formula has no value -------------------------------------------------------------- */

/* Diagnosis for operations that return NaN for valid operands, and the number of operands to print.
 * */
static const struct {
    const char *text;
    size_t shown;
} complaints[LT_OP_PARTIAL] = {
    [LT_OP_SQRT] = {"sqrt of a negative number", 1},
    [LT_OP_ACOS] = {"acos of a number outside [-1, 1]", 1},
    [LT_OP_ASIN] = {"asin of a number outside [-1, 1]", 1},
    [LT_OP_ACOSH] = {"acosh of a number below 1", 1},
    [LT_OP_LOG] = {"log of a negative number", 1},
    [LT_OP_LOG_TO] = {"log is not defined here", 2},
    [LT_OP_FMOD] = {"fmod is not defined here", 2},
    [LT_OP_RAMP] = {"ramp ends before it begins", 2},
    [LT_OP_LOOKUP] = {"the points of lookup are out of order", 2},
};

/* True if the operation CODE compares two numbers. */
static bool is_comparison(unsigned code) {
    return code >= LT_OP_LESS && code <= LT_OP_UNEQUAL;
}

/* Marks in MISSING (by place in FRAME) those operands of an operation without a value that have no
 * value (NAN) and are needed: of a choice only the chosen one, of a comparison the second only if
 * the first has a value. True if at least one is marked. */
static bool mark_missing(const struct lt_ops *ops, const struct lt_op *op, const double *frame,
                         bool *missing) {
    const unsigned code = op->code / LT_AT_HAND;
    const unsigned short of[3] = {op->a, op->b, op->c}, *from = of;
    size_t n = 3;
    bool found = isnan(frame[op->a]);
    if (found)
        missing[op->a] = true;
    if (code == LT_OP_AND || code == LT_OP_OR || code == LT_OP_SELECT || is_comparison(code)) {
        from += code == LT_OP_SELECT && frame[op->a] == 0 ? 2 : 1;
        n = found ? 0 : 1;
    } else if (code == LT_OP_LOOKUP) {
        from = ops->points + op->b;
        n = 2 * (size_t)op->c;
    }
    for (size_t i = 0; i < n; i++)
        if (isnan(frame[from[i]]))
            missing[from[i]] = found = true;
    return found;
}

/* Finds two neighbouring points of a lookup whose x do not increase; returns the places x1 y1 x2
 * y2 of their coordinates in the frame, or NULL if all are in order. */
static const unsigned short *find_unordered(const struct lt_ops *ops, const struct lt_op *op,
                                            const double *frame) {
    const unsigned short *x = ops->points + op->b;
    for (size_t i = 1; i < op->c; i++, x += 2)
        if (!(frame[x[2]] > frame[x[0]]))
            return x;
    return NULL;
}

/* True if put_reason() has a reason why this operation has no value. BY_OPERANDS: an operand
 * without a value is the cause already, so that only lookups and comparisons are explained
 * here. */
static bool can_explain(const struct lt_ops *ops, const struct lt_op *op, const double *frame,
                        bool by_operands) {
    const unsigned code = op->code / LT_AT_HAND;
    return code == LT_OP_LOOKUP ? find_unordered(ops, op, frame) != NULL
           : code == LT_OP_RAMP ? !by_operands && frame[op->b] > frame[op->c]
                                : is_comparison(code) || (!by_operands && complaints[code].text);
}

/* Writes into WHY (of SIZE bytes) why an operation has no value, with the values of its operands
 * in FRAME. */
static void put_reason(const struct lt_ops *ops, const struct lt_op *op, const double *frame,
                       char *why, size_t size) {
    const unsigned code = op->code / LT_AT_HAND;
    const unsigned short *x = code == LT_OP_LOOKUP ? find_unordered(ops, op, frame) : NULL;
    const double first = frame[x                    ? x[0]
                               : code == LT_OP_RAMP ? op->b
                                                    : op->a],
                 second = frame[x                    ? x[2]
                                : code == LT_OP_RAMP ? op->c
                                                     : op->b];
    if (is_comparison(code))
        snprintf(why, size, "one side of a comparison is not a number");
    else if (complaints[code].shown == 1)
        snprintf(why, size, "%s (%.9g)", complaints[code].text, first);
    else
        snprintf(why, size, "%s (%.9g, %.9g)", complaints[code].text, first, second);
}

/* Goes back from the result through the operations without a value and writes into WHY the reason
 * of the first one, in the order of evaluation, that can be explained. WHY stays empty if there is
 * none. */
static void find_failure(const struct lt_ops *ops, const double *values, char *why, size_t size) {
    double frame[LT_FRAME_MOST];
    bool missing[LT_FRAME_MOST] = {false};
    const struct lt_op *failed = NULL;
    lt_work_frame(ops, values, frame);
    missing[ops->results[0]] = true;
    for (size_t i = ops->count; i-- > 0;) {
        const struct lt_op *op = &ops->list[i];
        if (op->code >= LT_AT_HAND * LT_OP_SKIP || !missing[op->to])
            continue;
        if (can_explain(ops, op, frame, mark_missing(ops, op, frame, missing)))
            failed = op;
    }
    if (failed)
        put_reason(ops, failed, frame, why, size);
}

/* Appends to WHY up to three used names whose value is 0, such as ", where vn is 0": 0/0 is the
 * usual cause of a result that is no number. */
static void name_zeros(const struct lt_formula *formula, const double *values, char *why,
                       size_t size) {
    enum { MOST = 3 };
    for (size_t i = 0, n = 0; i < formula->n_used && n < MOST; i++) {
        const size_t length = strlen(why);
        if (values[formula->used[i]->slot] == 0)
            snprintf(why + length, size - length, "%s%s is 0", n++ > 0 ? ", " : ", where ",
                     formula->used[i]->name);
    }
}

/* Appends to WHY the first used name that has no value (NAN) at this time, the likely cause. */
static void add_cause(const struct lt_formula *formula, const double *values, char *why,
                      size_t size) {
    size_t length = strlen(why);
    for (size_t i = 0; i < formula->n_used; i++)
        if (isnan(values[formula->used[i]->slot])) {
            snprintf(why + length, size - length, ": %s has no value here", formula->used[i]->name);
            return;
        }
}

/* Writes into WHY why a formula has no value; always returns false, so that a caller can return
 * it. */
static bool give_up(const struct lt_formula *formula, const double *values, char *why,
                    size_t size) {
    char failure[200] = "";
    find_failure(formula->ops, values, failure, sizeof failure);
    if (failure[0])
        snprintf(why, size, "'%.200s': %s", formula->text, failure);
    else
        snprintf(why, size, "'%.200s' is not a number", formula->text);
    if (!failure[0])
        name_zeros(formula, values, why, size);
    add_cause(formula, values, why, size);
    return false;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Evaluates a formula with VALUES, by slot and in SI units; *result is 0 or 1 for a condition.
 * False if the result is no number; WHY then says the reason. */
bool lt_expr_number(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                    double *result, char *why, size_t size) {
    struct lt_lap lap = lt_timing_begin(expr->timing);
    *result = lt_work_one(formula->ops, values);
    lt_timing_end(expr->timing, LT_TIME_FORMULAS, lap);
    if (isnan(*result))
        return give_up(formula, values, why, size);
    if (formula->kind == LT_FORMULA_CONDITION)
        *result = *result != 0;
    return true;
}

/* Evaluates a condition with VALUES, by slot. False if it has no value; WHY then says the reason,
 * and *result is unchanged. */
bool lt_expr_holds(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                   bool *result, char *why, size_t size) {
    double number;
    assert(formula->kind == LT_FORMULA_CONDITION);
    if (!lt_expr_number(expr, formula, values, &number, why, size))
        return false;
    *result = number != 0;
    return true;
}
