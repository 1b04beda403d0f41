/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula.h: one expression over named numbers, in the syntax of Lua 5.4, read and checked.
 *
 * A formula is scanned and its names are resolved when the file is read, so that every mistake has
 * a line and a column; only numbers, names, + - * / // % ^ < <= > >= == ~= ( ) , and
 * "and or not true false" pass. The functions are those of Lua's math library without random and
 * randomseed, bare (exp(x)) or as math.exp(x), with these added; and pi, huge (math.pi, math.huge).
 *
 *   acosh(x) hypot(x, y) sign(x) clamp(x, lo, hi)
 *   select(c, a, b)       a where c holds, else b; the other one need not have a value
 *   ramp(x, x0, x1)       0 before x0, 1 from x1 on, straight between
 *   square(x)             1 on [0, pi), -1 on [pi, 2 pi), and so on
 *   triangle(x)           straight between the extremes of sin(x), 1 and -1
 *   lookup(x, x1, y1, x2, y2, ...)
 *                         straight through the points, whose x increases; constant outside */
#ifndef LT_FORMULA_H
#define LT_FORMULA_H

#include "base/errors.h"
#include "formula/names.h"
#include "formula/op.h"

enum { LT_LOOKUP_POINTS = 100 }; /* at most */

enum lt_formula_kind { LT_FORMULA_NUMBER, LT_FORMULA_CONDITION, LT_FORMULA_EITHER };

/* A part of a formula as read: an operation on other parts, a number, a name. */
struct lt_term {
    enum lt_op_code code;
    double number;
    const struct lt_name *name;
    size_t n;
    const struct lt_term **of;
};

struct lt_formula {
    const char *text;
    struct lt_mark mark;
    enum lt_formula_kind kind; /* never EITHER once read: decided by trying */
    size_t n_used;
    const struct lt_name **used; /* the names it reads, each once */
    const struct lt_term *term;
    const struct lt_ops *ops; /* the operations that evaluate it */
    size_t
        slot; /* holds the number that a run overrides the formula with, NAN if none; 0: no slot */
};

/* True if the formula reads the value in SLOT. */
bool lt_formula_uses(const struct lt_formula *formula, size_t slot);

/* True if the formula uses no names but lets, so that it is constant during a run; also for
 * NULL, no formula. */
bool lt_formula_is_of_lets(const struct lt_formula *formula);

/* Read TEXT, whose first character is at MARK. NULL if it is wrong; errors are added. NAMES are
 * those allowed here. WHAT is the field, for messages: "until". */
struct lt_formula *lt_formula_read(const char *text, struct lt_mark mark, const char *what,
                                   enum lt_formula_kind kind, const struct lt_names *names,
                                   struct lt_arena *arena, struct lt_errors *errors);

/* The functions and constants a formula may use, for suggestions and help; ends with NULL. */
extern const char *const lt_formula_functions[];
/* True if NAME, without "math.", is that of a function of formulas. */
bool lt_formula_is_function(const char *name);

#endif
