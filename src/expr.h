/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr.h: formulas: one Lua 5.4 expression over named numbers, in a sandbox.
 *
 * A formula is scanned and its names are resolved when the file is read, so that every mistake has
 * a line and a column; only numbers, names, + - * / // % ^ < <= > >= == ~= ( ) , and
 * "and or not true false" pass. The functions are those of Lua's math library without random and
 * randomseed, bare (exp(x)) or as math.exp(x), with acosh hypot sign clamp added; and pi, huge
 * (math.pi, math.huge). sqrt log acos acosh asin fmod raise an error where the result would be NaN
 * of good numbers. */
#ifndef LT_EXPR_H
#define LT_EXPR_H

#include "error.h"
#include "names.h"

enum lt_formula_kind { LT_FORMULA_NUMBER, LT_FORMULA_CONDITION, LT_FORMULA_EITHER };

struct lt_formula {
    const char *text;
    struct lt_mark mark;
    enum lt_formula_kind kind; /* never EITHER once read: found out by trying it */
    size_t id;                 /* counts the formulas of a program from 0 */
    size_t n_used;
    const struct lt_name **used; /* the names it reads, each once */
    const char *lua;             /* what Lua is given: the formula as a function of these names */
};

/* Read TEXT, whose first character stands at MARK. NULL if it is wrong; errors are added. NAMES
 * are those allowed in this place. WHAT is the field, for messages: "until". *ID is given to the
 * formula and counted up. */
struct lt_formula *lt_formula_read(const char *text, struct lt_mark mark, const char *what,
                                   enum lt_formula_kind kind, const struct lt_names *names,
                                   size_t *id, struct lt_arena *arena, struct lt_errors *errors);

/* What evaluates formulas: one Lua state, for one thread at a time. Formulas are compiled when
 * first evaluated and found again by their id, so one evaluator serves one program. */
struct lt_expr;
struct lt_expr *lt_expr_new(void);
void lt_expr_free(struct lt_expr *expr);

/* Value of a formula over the numbers VALUES[name->slot]; as a number a condition is 1 or 0. False
 * and an error text in WHY if it fails or a NUMBER formula gives NaN ("'sqrt(un)': sqrt of a
 * negative number (-3)"). */
bool lt_expr_number(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                    double *result, char *why, size_t size);
bool lt_expr_holds(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                   bool *result, char *why, size_t size);

/* The functions and constants a formula may use, for suggestions and help; ends with NULL. */
extern const char *const lt_expr_functions[];

#endif
