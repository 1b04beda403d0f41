/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr.h: formulas evaluated: conditions and arithmetic here, all else by Lua, in a sandbox.
 *
 * What is not a number never passes for one: sqrt log acos acosh asin fmod raise an error where the
 * result would be NaN of good numbers, and so does a comparison with NaN; ramp and lookup where
 * their points are out of order. */
#ifndef LT_EXPR_H
#define LT_EXPR_H

#include "base/timing.h"
#include "formula/formula.h"

/* What evaluates formulas, for one thread at a time: cheap to make, Lua comes when it is needed.
 * Formulas are compiled for it when first evaluated and found again by their id, so one evaluator
 * serves one program. */
struct lt_expr;
struct lt_expr *lt_expr_new(void);
void lt_expr_free(struct lt_expr *expr);

/* Measure evaluations from now on. */
void lt_expr_time(struct lt_expr *expr, struct lt_timing *timing);

/* Value of a formula over the numbers VALUES[name->slot]; as a number a condition is 1 or 0. False
 * and an error text in WHY if it fails or a NUMBER formula gives NaN ("'sqrt(un)': sqrt of a
 * negative number (-3)"). */
bool lt_expr_number(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                    double *result, char *why, size_t size);
bool lt_expr_holds(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                   bool *result, char *why, size_t size);

#endif
