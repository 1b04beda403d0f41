/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr.h: evaluation of a formula. NaN never passes unnoticed: every operation and comparison with
 * NaN gives NaN, and a formula that is NaN fails. sqrt log acos acosh asin fmod report arguments
 * outside their domain, and ramp and lookup points that are out of order. */
#ifndef LT_EXPR_H
#define LT_EXPR_H

#include "base/timing.h"
#include "formula/formula.h"

/* Keeps the time that formulas take. */
struct lt_expr;
struct lt_expr *lt_expr_new(void);
void lt_expr_free(struct lt_expr *expr);

/* Adds the time of all evaluations from now on to TIMING; NULL: they are not timed. */
void lt_expr_time(struct lt_expr *expr, struct lt_timing *timing);

/* Value of a formula over the numbers VALUES[name->slot]; as a number a condition is 1 or 0. False
 * and an error text in WHY if it fails or a NUMBER formula gives NaN ("'sqrt(un)': sqrt of a
 * negative number (-3)"). */
bool lt_expr_number(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                    double *result, char *why, size_t size);
/* As lt_expr_number, for a condition: *result is whether it holds. False: it has no value. */
bool lt_expr_holds(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                   bool *result, char *why, size_t size);

#endif
