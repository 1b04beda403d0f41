/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/formula.h"

#include "base/arena.h"
#include "base/memory.h"
#include "formula/token.h"

#include <lauxlib.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Formulas are checked here because Lua's messages come at run time and have no column. */

enum { LONGEST = 2000, SHORT = 100, DEEPEST = 100, MANY = 100 };
enum { WIDEST = 32 }; /* most bytes of Lua for one byte of a formula: "9" becomes "0x1.2p+3 " */

/* ---- What a formula may hold ----------------------------------------------------------------- */

/* F(name, least arguments, most) */
#define FUNCTIONS(F)                                                                               \
    F(abs, 1, 1)                                                                                   \
    F(acos, 1, 1)                                                                                  \
    F(acosh, 1, 1)                                                                                 \
    F(asin, 1, 1)                                                                                  \
    F(atan, 1, 2)                                                                                  \
    F(ceil, 1, 1)                                                                                  \
    F(clamp, 3, 3)                                                                                 \
    F(cos, 1, 1)                                                                                   \
    F(deg, 1, 1)                                                                                   \
    F(exp, 1, 1)                                                                                   \
    F(floor, 1, 1)                                                                                 \
    F(fmod, 2, 2)                                                                                  \
    F(hypot, 2, 2)                                                                                 \
    F(log, 1, 2)                                                                                   \
    F(lookup, 5, 1 + 2 * LT_LOOKUP_POINTS)                                                         \
    F(max, 1, MANY)                                                                                \
    F(min, 1, MANY)                                                                                \
    F(modf, 1, 1)                                                                                  \
    F(rad, 1, 1)                                                                                   \
    F(ramp, 3, 3)                                                                                  \
    F(sign, 1, 1)                                                                                  \
    F(sin, 1, 1)                                                                                   \
    F(sqrt, 1, 1)                                                                                  \
    F(square, 1, 1)                                                                                \
    F(tan, 1, 1)                                                                                   \
    F(triangle, 1, 1)

struct function {
    const char *name;
    int least, most;
};

#define ROW(name, ...)  {#name, __VA_ARGS__},
#define NAME(name, ...) #name,
static const struct function functions[] = {FUNCTIONS(ROW)};
enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };
const char *const lt_formula_functions[] = {FUNCTIONS(NAME) "pi", "huge", NULL};
enum { N_FUNCTION_NAMES = sizeof lt_formula_functions / sizeof lt_formula_functions[0] - 1 };

static const struct function *find_function(const char *name) {
    for (size_t i = 0; i < N_FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The type of a part of a formula. After an error it is UNKNOWN, which fits anywhere. */
enum kind {
    UNKNOWN,
    NUMBER,
    CONDITION,
    PARTIAL /* "condition and number": the number, or false */
};

struct reader {
    struct lt_tokens t;
    const struct lt_names *names;
    int depth;

    char *lua; /* the formula for Lua: numbers as floats, names in full */
    size_t written, room;
    int doubts; /* count of parts so far that may be NaN */
    const struct lt_name **used;
    size_t n_used;

    struct lt_op ops[LT_OPS_MAX]; /* the formula without Lua */
    size_t n_ops;
    bool needs_lua;
};

static enum kind stop_reading(struct reader *r) {
    lt_token_stop(&r->t);
    return UNKNOWN;
}

/* Appends to the text for Lua, which has room for the longest possible result (WIDEST). */
__attribute__((format(printf, 2, 3))) static void emit_lua(struct reader *r, const char *format,
                                                           ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(r->lua + r->written, r->room - r->written, format, args);
    va_end(args);
    r->written += (size_t)length;
}

/* Copies the token to Lua's text unchanged and goes on. */
static void take_token(struct reader *r) {
    emit_lua(r, "%.*s ", (int)r->t.length, r->t.at);
    lt_token_next(&r->t);
}

static bool accept_token(struct reader *r, const char *token) {
    if (!lt_token_is(&r->t, token))
        return false;
    take_token(r);
    return true;
}

static enum kind refuse_token(struct reader *r) {
    const char *token = lt_token_slice(&r->t, r->t.at, r->t.length);
    bool unit = lt_token_begins_number(r->t.before) && lt_token_begins_name(r->t.at);
    if (lt_token_is(&r->t, ","))
        lt_token_error(&r->t, r->t.at, "a comma stands only between the arguments of a function");
    else if (lt_token_is(&r->t, ")"))
        lt_token_error(&r->t, r->t.at, "this ')' was never opened");
    else if (lt_token_foreign(token))
        lt_token_error(&r->t, r->t.at, "'%s' is not allowed; %s", token, lt_token_foreign(token));
    else
        lt_token_error(&r->t, r->t.at, "an operator is missing before '%s'%s", token,
                       unit ? "; a formula has numbers in SI, without units" : "");
    return stop_reading(r);
}

static const char *const partial = "false where its condition is; write 'CONDITION and A or B'";

/* Checks that the operand just read, which began at AT, is a number, or a condition. */
static void want_number(struct reader *r, enum kind kind, const char *at) {
    if (kind == CONDITION)
        lt_token_error(&r->t, at, "a number is expected here, '%s' is a condition",
                       lt_token_since(&r->t, at));
    else if (kind == PARTIAL)
        lt_token_error(&r->t, at, "a number is expected here, '%s' is %s",
                       lt_token_since(&r->t, at), partial);
}

static bool want_condition(struct reader *r, enum kind kind, const char *at) {
    if (kind == CONDITION || kind == UNKNOWN)
        return true;
    lt_token_error(&r->t, at, "a condition is expected here, '%s' is a number",
                   lt_token_since(&r->t, at));
    return false;
}

/* ---- The same without Lua -------------------------------------------------------------------- */

static size_t put_op(struct reader *r, struct lt_op op) {
    r->needs_lua = r->needs_lua || r->n_ops == LT_OPS_MAX;
    if (r->needs_lua)
        return 0;
    r->ops[r->n_ops] = op;
    return r->n_ops++;
}

static void push_number(struct reader *r, double number) {
    put_op(r, (struct lt_op){.code = LT_OP_LOAD, .from = LT_FROM_NUMBER, .number = number});
}

static void put_name(struct reader *r, const struct lt_name *name) {
    unsigned slot = (unsigned)name->slot;
    put_op(r, (struct lt_op){.code = LT_OP_LOAD, .from = LT_FROM_SLOT, .slot = slot});
}

/* Emits an operator after its right operand, whose operations begin at RIGHT; a right operand of
 * one operation is merged with the operator. */
static void put_binary(struct reader *r, enum lt_op_code code, size_t right) {
    struct lt_op op = {.from = LT_FROM_STACK};
    if (r->n_ops == right + 1 && r->ops[right].code == LT_OP_LOAD)
        op = r->ops[--r->n_ops];
    op.code = (unsigned char)code;
    put_op(r, op);
}

/* x^2 is x*x, as in Lua. */
static void put_power(struct reader *r, size_t exponent) {
    struct lt_op *op = &r->ops[exponent];
    if (r->n_ops == exponent + 1 && op->from == LT_FROM_NUMBER && op->number == 2)
        *op = (struct lt_op){.code = LT_OP_SQUARE};
    else
        r->needs_lua = true;
}

static void put_sign(struct reader *r, size_t operand) {
    struct lt_op *op = &r->ops[operand];
    if (r->n_ops == operand + 1 && op->from == LT_FROM_NUMBER)
        op->number = -op->number;
    else
        put_op(r, (struct lt_op){.code = LT_OP_NEGATE});
}

/* Where the short-circuit jump of "and" or "or" ends. */
static void land_jump(struct reader *r, size_t jump) {
    if (!r->needs_lua)
        r->ops[jump].slot = (unsigned)r->n_ops - 1;
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static enum kind read_expression(struct reader *r);

/* The rest of a parenthesis that was opened at OPEN. */
static void close_bracket(struct reader *r, const char *open) {
    r->depth--;
    if (accept_token(r, ")"))
        return;
    if (r->t.length > 0)
        refuse_token(r);
    else
        lt_token_error(&r->t, open, "this '(' is never closed");
    stop_reading(r);
}

static bool go_deeper(struct reader *r) {
    if (++r->depth <= DEEPEST)
        return true;
    lt_token_error(&r->t, r->t.at, "more than %d levels of parentheses", DEEPEST);
    stop_reading(r);
    return false;
}

/* The literal x of a point of lookup() must be above the last literal one. */
static void check_order(struct reader *r, const char *at, double *last) {
    const char *text = lt_token_since(&r->t, at);
    char *end;
    if (!lt_token_begins_number(text + (*text == '-')))
        return;
    double x = strtod(text, &end);
    if (*end)
        return;
    if (x <= *last)
        lt_token_error(&r->t, at, "the points of 'lookup' are out of order: %.10g after %.10g", x,
                       *last);
    *last = x;
}

static enum kind read_call(struct reader *r, const struct function *function, const char *name,
                           const char *at) {
    r->doubts++;
    r->needs_lua = true;
    emit_lua(r, "math.%s ", function->name);
    lt_token_next(&r->t);
    const char *open = r->t.at;
    if (!lt_token_is(&r->t, "(")) {
        lt_token_error(&r->t, at, "'%s' is a function; write '%s(...)'", name, name);
        return UNKNOWN;
    }
    if (!go_deeper(r))
        return UNKNOWN;
    take_token(r);
    int count = 0;
    bool points = strcmp(function->name, "lookup") == 0;
    double last = -INFINITY;
    while (!lt_token_is(&r->t, ")") && r->t.length > 0) {
        const char *argument = r->t.at;
        want_number(r, read_expression(r), argument);
        count++;
        if (points && count % 2 == 0)
            check_order(r, argument, &last);
        if (!accept_token(r, ","))
            break;
        if (lt_token_is(&r->t, ")")) {
            lt_token_error(&r->t, r->t.at, "an argument is missing before ')'");
            return stop_reading(r);
        }
    }
    close_bracket(r, open);
    if (count < function->least)
        lt_token_error(&r->t, at, "too few arguments to '%s'", name);
    if (count > function->most)
        lt_token_error(&r->t, at, "too many arguments to '%s'", name);
    else if (points && count >= function->least && count % 2 == 0)
        lt_token_error(&r->t, at, "'%s' needs an x and a y of every point", name);
    return NUMBER;
}

static const char *scope_text(enum lt_scope scope) {
    switch (scope) {
    case LT_SCOPE_LET:
        return "only let names may be used";
    case LT_SCOPE_LAW:
    case LT_SCOPE_PARAM:
        return "only let names, parameters of the law and constants of the pair may be used";
    default:
        return "it has a value only at the end of the run";
    }
}

static void unknown_name(struct reader *r, const char *name, const char *at) {
    struct lt_names all = lt_names_in(r->names, LT_SCOPE_END);
    if (lt_token_foreign(name)) {
        lt_token_error(&r->t, at, "'%s' is not allowed; %s", name, lt_token_foreign(name));
        return;
    }
    if (lt_names_find(&all, name)) {
        lt_token_error(&r->t, at, "'%s' is not known here: %s", name, scope_text(r->names->scope));
        return;
    }
    size_t count;
    const char *const *known = lt_names_all(r->names, &count, r->t.arena);
    const char **near = lt_arena_get(r->t.arena, (count + N_FUNCTION_NAMES + 3) * sizeof *near);
    memcpy(near, known, count * sizeof *near);
    memcpy(near + count, lt_formula_functions, N_FUNCTION_NAMES * sizeof *near);
    memcpy(near + count + N_FUNCTION_NAMES, (const char *const[]){"and", "or", "not"},
           3 * sizeof *near);
    lt_token_error(&r->t, at, "unknown name '%s'%s", name,
                   lt_errors_hint(r->t.errors, name, near, count + N_FUNCTION_NAMES + 3));
}

static void unknown_function(struct reader *r, const char *name, const char *at) {
    const char *near = lt_errors_nearest(name, lt_formula_functions, N_FUNCTION_NAMES);
    if (lt_token_foreign(name))
        lt_token_error(&r->t, at, "'math.%s' is not allowed; %s", name, lt_token_foreign(name));
    else if (near)
        lt_token_error(&r->t, at, "unknown function 'math.%s'; did you mean 'math.%s'?", name,
                       near);
    else
        lt_token_error(&r->t, at, "unknown function 'math.%s'", name);
}

/* Names that may be NaN: a result where it does not apply, a kept number before it is kept, some
 * constants of the pair. */
static void use_name(struct reader *r, const struct lt_name *name) {
    r->doubts += name->kind == LT_NAME_RESULT || name->kind == LT_NAME_CONSTANT ||
                 name->kind == LT_NAME_KEPT;
    emit_lua(r, "%s ", name->name);
    put_name(r, name);
    for (size_t i = 0; i < r->n_used; i++)
        if (r->used[i] == name)
            return;
    r->used[r->n_used++] = name;
}

static enum kind not_callable(struct reader *r, const char *text, const char *at) {
    lt_token_next(&r->t);
    if (!lt_token_is(&r->t, "("))
        return NUMBER;
    lt_token_error(&r->t, at, "'%s' is not a function", text);
    return stop_reading(r);
}

static enum kind read_known_name(struct reader *r) {
    const char *at = r->t.at;
    const char *text = lt_token_slice(&r->t, at, r->t.length);
    const struct lt_name *found = lt_names_find(r->names, text);
    if (found) {
        use_name(r, found);
        enum kind kind = not_callable(r, text, at);
        return kind == NUMBER && found->kind == LT_NAME_CONDITION ? CONDITION : kind;
    }
    bool dotted = strncmp(text, "math.", 5) == 0;
    const char *bare = dotted ? text + 5 : text;
    if (strcmp(bare, "pi") == 0 || strcmp(bare, "huge") == 0) {
        emit_lua(r, "math.%s ", bare);
        push_number(r, *bare == 'p' ? M_PI : INFINITY);
        r->doubts++;
        return not_callable(r, text, at);
    }
    const struct function *function = find_function(bare);
    if (function)
        return read_call(r, function, text, at);
    if (dotted)
        unknown_function(r, bare, at);
    else
        unknown_name(r, text, at);
    lt_token_next(&r->t);
    return lt_token_is(&r->t, "(") || lt_token_foreign(bare) ? stop_reading(r) : UNKNOWN;
}

static enum kind refuse_missing(struct reader *r) {
    if (r->t.length > 0)
        lt_token_error(&r->t, r->t.at, "a number or a name is missing before '%s'",
                       lt_token_slice(&r->t, r->t.at, r->t.length));
    else if (r->t.behind == r->t.text)
        lt_token_error(&r->t, r->t.text, "the formula is empty");
    else
        lt_token_error(&r->t, r->t.behind, "the formula ends too early");
    return stop_reading(r);
}

static enum kind read_primary(struct reader *r) {
    static const char *const words[] = {"and", "or", "not", NULL};
    const char *open = r->t.at;
    if (lt_token_is(&r->t, "(")) {
        if (!go_deeper(r))
            return UNKNOWN;
        take_token(r);
        enum kind kind = read_expression(r);
        close_bracket(r, open);
        return kind;
    }
    if (r->t.length > 0 && lt_token_begins_number(r->t.at)) {
        double number = strtod(r->t.at, NULL);
        emit_lua(r, "%a ", number); /* hexadecimal floats are never integers */
        push_number(r, number);
        lt_token_next(&r->t);
        return NUMBER;
    }
    if (lt_token_is(&r->t, "true") || lt_token_is(&r->t, "false")) {
        push_number(r, lt_token_is(&r->t, "true"));
        take_token(r);
        return CONDITION;
    }
    if (r->t.length > 0 && lt_token_begins_name(r->t.at) && !lt_token_is_one_of(&r->t, words))
        return read_known_name(r);
    return refuse_missing(r);
}

static enum kind read_unary(struct reader *r);

static enum kind read_power(struct reader *r) {
    const char *at = r->t.at;
    enum kind kind = read_primary(r);
    if (!lt_token_is(&r->t, "^"))
        return kind;
    want_number(r, kind, at);
    r->doubts++;
    take_token(r);
    at = r->t.at;
    size_t right = r->n_ops;
    want_number(r, read_unary(r), at);
    put_power(r, right);
    return NUMBER;
}

/* "-x", "not x": signs and negations bind tighter than all but '^'. */
static enum kind read_unary(struct reader *r) {
    const char *at = r->t.at;
    if (accept_token(r, "not")) {
        const char *operand = r->t.at;
        bool fits = want_condition(r, read_unary(r), operand);
        put_op(r, (struct lt_op){.code = LT_OP_NOT});
        return fits ? CONDITION : UNKNOWN;
    }
    if (accept_token(r, "-")) {
        const char *operand = r->t.at;
        size_t first = r->n_ops;
        want_number(r, read_unary(r), operand);
        put_sign(r, first);
        return NUMBER;
    }
    if (lt_token_is(&r->t, "+")) {
        lt_token_error(&r->t, at, "Lua has no unary '+'; leave it out");
        return stop_reading(r);
    }
    return read_power(r);
}

enum level { COMPARISON, SUM, PRODUCT, SIGN };

static const struct operator{
    const char *text;
    enum level level;
    enum lt_op_code code;
}
operators[] = {
    {"<", COMPARISON, LT_OP_LESS},
    {"<=", COMPARISON, LT_OP_LESS_EQUAL},
    {">", COMPARISON, LT_OP_GREATER},
    {">=", COMPARISON, LT_OP_GREATER_EQUAL},
    {"==", COMPARISON, LT_OP_EQUAL},
    {"~=", COMPARISON, LT_OP_UNEQUAL},
    {"+", SUM, LT_OP_ADD},
    {"-", SUM, LT_OP_SUBTRACT},
    {"*", PRODUCT, LT_OP_MULTIPLY},
    {"/", PRODUCT, LT_OP_DIVIDE},
    {"//", PRODUCT, LT_OP_IN_LUA},
    {"%", PRODUCT, LT_OP_IN_LUA},
};

static const struct operator* operator_of(const struct reader *r, enum level level) {
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (operators[i].level == level && lt_token_is(&r->t, operators[i].text))
            return &operators[i];
    return NULL;
}

static enum kind read_arithmetic(struct reader *r, enum level level) {
    if (level == SIGN)
        return read_unary(r);
    const char *at = r->t.at;
    enum kind kind = read_arithmetic(r, level + 1);
    const struct operator* operator;
    while ((operator= operator_of(r, level))) {
        want_number(r, kind, at);
        r->doubts += strchr("/%", *operator->text) != NULL;
        r->needs_lua |= operator->code == LT_OP_IN_LUA;
        take_token(r);
        at = r->t.at;
        size_t right = r->n_ops;
        want_number(r, read_arithmetic(r, level + 1), at);
        put_binary(r, operator->code, right);
        kind = NUMBER;
    }
    return kind;
}

/* Conditions compare with conditions only, and only by == and ~=. */
static void want_comparable(struct reader *r, enum kind kind, enum kind other, bool equality,
                            const char *at, const char *text) {
    bool fits = kind == NUMBER || (kind == CONDITION && other == CONDITION && equality);
    if (fits || kind == UNKNOWN || other == UNKNOWN)
        return;
    lt_token_error(&r->t, at, "'%s' is %s", text,
                   kind == PARTIAL ? partial
                                   : "true or false by itself and does not compare with numbers");
}

/* A comparison would hide NaN: an operand that may be NaN, whose Lua text begins at START, is
 * wrapped in a call that fails on it. */
static void guard_operand(struct reader *r, size_t start, int doubts, enum kind kind) {
    static const char guarded[] = "math.known(";
    if (kind != NUMBER || r->doubts == doubts)
        return;
    size_t length = sizeof guarded - 1;
    memmove(r->lua + start + length, r->lua + start, r->written - start);
    memcpy(r->lua + start, guarded, length);
    r->written += length;
    emit_lua(r, ") ");
    put_op(r, (struct lt_op){.code = LT_OP_KNOWN});
}

/* Anything but 0 is true. */
static enum lt_op_code truth_code(enum lt_op_code code) {
    return code == LT_OP_EQUAL ? LT_OP_ALIKE : LT_OP_UNLIKE;
}

static enum kind read_comparison(struct reader *r) {
    const char *left_at = r->t.at;
    size_t start = r->written;
    int doubts = r->doubts;
    enum kind left = read_arithmetic(r, SUM);
    const struct operator* operator= operator_of(r, COMPARISON);
    if (!operator)
        return left;
    guard_operand(r, start, doubts, left);
    const char *left_text = lt_token_since(&r->t, left_at);
    bool equality = operator->code == LT_OP_EQUAL || operator->code == LT_OP_UNEQUAL;
    take_token(r);
    const char *right_at = r->t.at;
    start = r->written;
    doubts = r->doubts;
    size_t first = r->n_ops;
    enum kind right = read_arithmetic(r, SUM);
    guard_operand(r, start, doubts, right);
    put_binary(r, right == CONDITION ? truth_code(operator->code) : operator->code, first);
    want_comparable(r, left, right, equality, left_at, left_text);
    want_comparable(r, right, left, equality, right_at, lt_token_since(&r->t, right_at));
    if (!operator_of(r, COMPARISON))
        return CONDITION;
    lt_token_error(&r->t, r->t.at, "comparisons do not chain; use 'and'");
    return stop_reading(r);
}

static enum kind read_conjunction(struct reader *r) {
    const char *at = r->t.at;
    enum kind kind = read_comparison(r);
    while (lt_token_is(&r->t, "and")) {
        want_condition(r, kind, at);
        take_token(r);
        at = r->t.at;
        size_t jump = put_op(r, (struct lt_op){.code = LT_OP_AND});
        kind = read_comparison(r);
        land_jump(r, jump);
        if (kind == NUMBER)
            kind = PARTIAL;
        r->needs_lua |= kind == PARTIAL;
    }
    return kind;
}

/* "A and B or C" is a number if B and C are numbers, a condition if they are conditions. */
static enum kind read_expression(struct reader *r) {
    const char *at = r->t.at;
    enum kind kind = read_conjunction(r);
    while (lt_token_is(&r->t, "or")) {
        if (kind == NUMBER)
            want_condition(r, kind, at);
        take_token(r);
        at = r->t.at;
        size_t jump = put_op(r, (struct lt_op){.code = LT_OP_OR});
        enum kind other = read_conjunction(r);
        land_jump(r, jump);
        if (kind == CONDITION)
            want_condition(r, other, at);
        else if (kind == PARTIAL && other == CONDITION)
            want_number(r, other, at);
        if (kind != CONDITION)
            kind = other;
    }
    return kind;
}

static void whole_formula(struct reader *r, struct lt_formula *formula) {
    lt_token_next(&r->t);
    enum kind kind = read_expression(r);
    if (r->t.length > 0)
        refuse_token(r);
    if (r->t.failed)
        return;
    if (formula->kind == LT_FORMULA_CONDITION)
        want_condition(r, kind, r->t.text);
    else if (formula->kind == LT_FORMULA_NUMBER || kind == PARTIAL)
        want_number(r, kind, r->t.text);
    formula->kind = kind == CONDITION ? LT_FORMULA_CONDITION : LT_FORMULA_NUMBER;
}

/* "return function(fn, us) return (fn < us) end": Lua reads arguments faster than globals. */
static const char *lua_function(const struct lt_formula *formula, const char *body,
                                struct lt_arena *arena) {
    const char *arguments = "";
    for (size_t i = 0; i < formula->n_used; i++)
        arguments =
            lt_arena_print(arena, "%s%s%s", arguments, i > 0 ? ", " : "", formula->used[i]->name);
    return lt_arena_print(arena, "return function(%s) return (%s) end", arguments, body);
}

/* A well-formed formula may still exceed Lua's limits on registers and nesting, which are 200 or
 * more; each takes at least one character, so shorter formulas need no trial. */
static void check_lua_size(struct reader *r, const char *lua) {
    if (strlen(r->t.text) < SHORT)
        return;
    char why[256] = "";
    lua_State *L = luaL_newstate();
    int status = L ? luaL_loadbufferx(L, lua, strlen(lua), "=formula", "t") : LUA_ERRMEM;
    if (status != LUA_OK && status != LUA_ERRMEM)
        snprintf(why, sizeof why, "%s", lua_tostring(L, -1));
    if (L)
        lua_close(L);
    if (status == LUA_ERRMEM)
        lt_memory_out();
    if (why[0])
        lt_token_error(&r->t, r->t.text, "the formula is too complicated (%s)", why);
}

static void keep_ops(const struct reader *r, struct lt_formula *formula) {
    if (r->needs_lua)
        return;
    struct lt_op *ops = lt_arena_get(r->t.arena, r->n_ops * sizeof *ops);
    memcpy(ops, r->ops, r->n_ops * sizeof *ops);
    formula->ops = ops;
    formula->n_ops = r->n_ops;
}

struct lt_formula *lt_formula_read(const char *text, struct lt_mark mark, const char *what,
                                   enum lt_formula_kind kind, const struct lt_names *names,
                                   size_t *id, struct lt_arena *arena, struct lt_errors *errors) {
    size_t length = strlen(text);
    if (length > LONGEST) {
        lt_errors_add(errors, mark, "%s: a formula of %zu characters; at most %d are allowed", what,
                      length, LONGEST);
        return NULL;
    }
    struct lt_formula *formula = lt_arena_get(arena, sizeof *formula);
    *formula = (struct lt_formula){lt_arena_copy(arena, text, length), mark, kind, .id = *id};
    struct reader r = {.t = {.text = formula->text,
                             .what = what,
                             .mark = mark,
                             .arena = arena,
                             .errors = errors,
                             .at = formula->text},
                       .names = names,
                       .used = lt_arena_get(arena, names->count * sizeof *r.used),
                       .room = WIDEST * (length + 1)};
    r.lua = lt_arena_get(arena, r.room);
    whole_formula(&r, formula);
    formula->used = r.used;
    formula->n_used = r.n_used;
    if (!r.t.failed) {
        formula->lua = lua_function(formula, r.lua, arena);
        check_lua_size(&r, formula->lua);
        keep_ops(&r, formula);
    }
    if (r.t.failed)
        return NULL;
    ++*id;
    return formula;
}

bool lt_formula_uses(const struct lt_formula *formula, size_t slot) {
    for (size_t i = 0; i < formula->n_used; i++)
        if (formula->used[i]->slot == slot)
            return true;
    return false;
}

bool lt_formula_is_function(const char *name) {
    for (size_t i = 0; lt_formula_functions[i]; i++)
        if (strcmp(lt_formula_functions[i], name) == 0)
            return true;
    return false;
}

bool lt_formula_is_of_lets(const struct lt_formula *formula) {
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (formula->used[i]->kind != LT_NAME_LET)
            return false;
    return true;
}
