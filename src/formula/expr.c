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

struct lt_expr *lt_expr_new(void) {
    struct lt_expr *expr = lt_memory_get(sizeof *expr);
    *expr = (struct lt_expr){.timing = NULL};
    return expr;
}

void lt_expr_free(struct lt_expr *expr) {
    free(expr);
}

void lt_expr_time(struct lt_expr *expr, struct lt_timing *timing) {
    expr->timing = timing;
}

/* ---- Why a formula has no value -------------------------------------------------------------- */

/* What is wrong where an operation makes NaN of good operands. */
static const char *const complaints[LT_OP_PARTIAL] = {
    [LT_OP_SQRT] = "sqrt of a negative number",
    [LT_OP_ACOS] = "acos of a number outside [-1, 1]",
    [LT_OP_ASIN] = "asin of a number outside [-1, 1]",
    [LT_OP_ACOSH] = "acosh of a number below 1",
    [LT_OP_LOG] = "log of a negative number",
    [LT_OP_LOG_TO] = "log is not defined here",
    [LT_OP_FMOD] = "fmod is not defined here",
    [LT_OP_RAMP] = "ramp ends before it begins",
    [LT_OP_LOOKUP] = "the points of lookup are out of order",
};

/* Works out a formula part by part in the order of reading, only what is needed, up to the first
 * part that fails. */
struct inquiry {
    const double *values;
    char why[200]; /* "": nothing failed yet */
};

static double note_complaint(struct inquiry *q, const char *what, size_t n, const double *x) {
    if (n == 1)
        snprintf(q->why, sizeof q->why, "%s (%.9g)", what, x[0]);
    else
        snprintf(q->why, sizeof q->why, "%s (%.9g, %.9g)", what, x[0], x[1]);
    return NAN;
}

static double ask_term(struct inquiry *q, const struct lt_term *term);

static double ask_lookup(struct inquiry *q, const struct lt_term *term) {
    double x[1 + 2 * LT_LOOKUP_POINTS];
    for (size_t i = 0; i < term->n; i++) {
        x[i] = ask_term(q, term->of[i]);
        if (q->why[0])
            return NAN;
    }
    for (size_t i = 3; i < term->n; i += 2)
        if (!(x[i] > x[i - 2]))
            return note_complaint(q, complaints[LT_OP_LOOKUP], 2, (double[]){x[i - 2], x[i]});
    return lt_work_lookup(x[0], x + 1, (term->n - 1) / 2);
}

static double ask_operands(struct inquiry *q, const struct lt_term *term) {
    double x[3] = {0};
    bool known = true;
    const bool compares = term->code >= LT_OP_LESS && term->code <= LT_OP_UNEQUAL;
    for (size_t i = 0; i < term->n; i++) {
        x[i] = ask_term(q, term->of[i]);
        known &= !isnan(x[i]);
        if (compares && !known && !q->why[0])
            snprintf(q->why, sizeof q->why, "one side of a comparison is not a number");
        if (q->why[0])
            return NAN;
    }
    double value = lt_work_value(term->code, x[0], x[1], x[2]);
    if (!isnan(value) || !known || !complaints[term->code])
        return value;
    if (term->code != LT_OP_RAMP)
        return note_complaint(q, complaints[term->code], term->n, x);
    return x[1] > x[2] ? note_complaint(q, complaints[LT_OP_RAMP], 2, x + 1) : value;
}

static double ask_term(struct inquiry *q, const struct lt_term *term) {
    double x;
    switch (term->code) {
    case LT_OP_INPUT:
        return q->values[term->name->slot];
    case LT_OP_NUMBER:
        return term->number;
    case LT_OP_AND:
    case LT_OP_OR:
        x = ask_term(q, term->of[0]);
        return isnan(x) || (x != 0) == (term->code == LT_OP_OR) ? x : ask_term(q, term->of[1]);
    case LT_OP_SELECT:
        x = ask_term(q, term->of[0]);
        return isnan(x) ? x : ask_term(q, term->of[x != 0 ? 1 : 2]);
    case LT_OP_LOOKUP:
        return ask_lookup(q, term);
    default:
        return ask_operands(q, term);
    }
}

/* Adds to WHY the first names that are 0: 0/0 is no number. */
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

/* Adds to WHY the first name that has no value, the likely cause. */
static void add_cause(const struct lt_formula *formula, const double *values, char *why,
                      size_t size) {
    size_t length = strlen(why);
    for (size_t i = 0; i < formula->n_used; i++)
        if (isnan(values[formula->used[i]->slot])) {
            snprintf(why + length, size - length, ": %s has no value here", formula->used[i]->name);
            return;
        }
}

static bool give_up(const struct lt_formula *formula, const double *values, char *why,
                    size_t size) {
    struct inquiry q = {.values = values};
    ask_term(&q, formula->term);
    if (q.why[0])
        snprintf(why, size, "'%.200s': %s", formula->text, q.why);
    else
        snprintf(why, size, "'%.200s' is not a number", formula->text);
    if (!q.why[0])
        name_zeros(formula, values, why, size);
    add_cause(formula, values, why, size);
    return false;
}

/* ---- Values ---------------------------------------------------------------------------------- */

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

bool lt_expr_holds(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                   bool *result, char *why, size_t size) {
    double number;
    assert(formula->kind == LT_FORMULA_CONDITION);
    if (!lt_expr_number(expr, formula, values, &number, why, size))
        return false;
    *result = number != 0;
    return true;
}
