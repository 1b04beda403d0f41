/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula.h: one Lua 5.4 expression over named numbers, read and checked.
 *
 * A formula is scanned and its names are resolved when the file is read, so that every mistake has
 * a line and a column; only numbers, names, + - * / // % ^ < <= > >= == ~= ( ) , and
 * "and or not true false" pass. The functions are those of Lua's math library without random and
 * randomseed, bare (exp(x)) or as math.exp(x), with these added; and pi, huge (math.pi, math.huge).
 *
 *   acosh(x) hypot(x, y) sign(x) clamp(x, lo, hi)
 *   ramp(x, x0, x1)       0 before x0, 1 from x1 on, straight between
 *   square(x)             1 on [0, pi), -1 on [pi, 2 pi), and so on
 *   triangle(x)           straight between the extremes of sin(x), 1 and -1
 *   lookup(x, x1, y1, x2, y2, ...)
 *                         straight through the points, whose x increases; constant outside */
#ifndef LT_FORMULA_H
#define LT_FORMULA_H

#include "base/errors.h"
#include "formula/names.h"

enum { LT_LOOKUP_POINTS = 100 }; /* at most */

enum lt_formula_kind { LT_FORMULA_NUMBER, LT_FORMULA_CONDITION, LT_FORMULA_EITHER };

/* Conditions and arithmetic need no Lua. Each operation replaces x, the value so far, by x OP y. */
enum lt_op_code {
    LT_OP_LOAD,  /* push x on a stack, x = y */
    LT_OP_KNOWN, /* fail if x is NaN */
    LT_OP_AND,   /* if x is false, jump to the operation at slot; else drop x */
    LT_OP_OR,
    LT_OP_NOT,
    LT_OP_LESS,
    LT_OP_LESS_EQUAL,
    LT_OP_GREATER,
    LT_OP_GREATER_EQUAL,
    LT_OP_EQUAL,
    LT_OP_UNEQUAL,
    LT_OP_ALIKE, /* equality of conditions */
    LT_OP_UNLIKE,
    LT_OP_NEGATE,
    LT_OP_ADD,
    LT_OP_SUBTRACT,
    LT_OP_MULTIPLY,
    LT_OP_DIVIDE,
    LT_OP_SQUARE,
    LT_OP_IN_LUA /* no such operation: Lua evaluates */
};

enum lt_op_from {
    LT_FROM_NUMBER, /* y = number, if there is a y */
    LT_FROM_SLOT,   /* y = values[slot] */
    LT_FROM_STACK   /* y = x, then x is popped */
};

struct lt_op {
    unsigned char code, from;
    unsigned slot;
    double number;
};

enum { LT_OPS_MAX = 64 };

struct lt_formula {
    const char *text;
    struct lt_mark mark;
    enum lt_formula_kind kind; /* never EITHER once read: decided by trying */
    size_t id;                 /* index among the formulas of a program, from 0 */
    size_t n_used;
    const struct lt_name **used; /* the names it reads, each once */
    const char *lua;             /* the formula for Lua, as a function of these names */
    const struct lt_op *ops;     /* NULL: it needs Lua */
    size_t n_ops;
    size_t
        slot; /* holds the number that a run overrides the formula with, NAN if none; 0: no slot */
};

bool lt_formula_uses(const struct lt_formula *formula, size_t slot);

/* True if it uses no names but lets; also of NULL. */
bool lt_formula_is_of_lets(const struct lt_formula *formula);

/* Read TEXT, whose first character is at MARK. NULL if it is wrong; errors are added. NAMES are
 * those allowed here. WHAT is the field, for messages: "until". The formula gets the id *ID, which
 * is then incremented. */
struct lt_formula *lt_formula_read(const char *text, struct lt_mark mark, const char *what,
                                   enum lt_formula_kind kind, const struct lt_names *names,
                                   size_t *id, struct lt_arena *arena, struct lt_errors *errors);

/* The functions and constants a formula may use, for suggestions and help; ends with NULL. */
extern const char *const lt_formula_functions[];
bool lt_formula_is_function(const char *name);

#endif
