/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/formula.h"

#include "base/arena.h"
#include "base/units.h"
#include "formula/ops.h"
#include "formula/token.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Characters of a formula, depth of its parentheses, arguments of max and min: far above those in
 * use, and small enough for recursion on the stack. */
enum { LONGEST = 2000, DEEPEST = 100, MANY = 100 };

/* ---- What a formula may hold ----------------------------------------------------------------- */

/* F(name, least arguments, most, operation) */
#define FUNCTIONS(F)                                                                               \
    F(abs, 1, 1, ABS)                                                                              \
    F(acos, 1, 1, ACOS)                                                                            \
    F(acosh, 1, 1, ACOSH)                                                                          \
    F(asin, 1, 1, ASIN)                                                                            \
    F(atan, 1, 2, ATAN)                                                                            \
    F(ceil, 1, 1, CEIL)                                                                            \
    F(clamp, 3, 3, CLAMP)                                                                          \
    F(cos, 1, 1, COS)                                                                              \
    F(deg, 1, 1, DEG)                                                                              \
    F(exp, 1, 1, EXP)                                                                              \
    F(floor, 1, 1, FLOOR)                                                                          \
    F(fmod, 2, 2, FMOD)                                                                            \
    F(hypot, 2, 2, HYPOT)                                                                          \
    F(log, 1, 2, LOG)                                                                              \
    F(lookup, 5, 1 + 2 * LT_LOOKUP_POINTS, LOOKUP)                                                 \
    F(max, 1, MANY, MAX)                                                                           \
    F(min, 1, MANY, MIN)                                                                           \
    F(modf, 1, 1, MODF)                                                                            \
    F(rad, 1, 1, RAD)                                                                              \
    F(ramp, 3, 3, RAMP)                                                                            \
    F(select, 3, 3, SELECT)                                                                        \
    F(sign, 1, 1, SIGN)                                                                            \
    F(sin, 1, 1, SIN)                                                                              \
    F(sqrt, 1, 1, SQRT)                                                                            \
    F(square, 1, 1, SQUARE_WAVE)                                                                   \
    F(tan, 1, 1, TAN)                                                                              \
    F(triangle, 1, 1, TRIANGLE)

struct function {
    const char *name;
    size_t least, most;
    enum lt_op_code code;
};

#define ROW(name, least, most, code) {#name, least, most, LT_OP_##code},
#define NAME(name, ...)              #name,
static const struct function functions[] = {FUNCTIONS(ROW)};
enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };
const char *const lt_formula_functions[] = {FUNCTIONS(NAME) "pi", "huge", NULL};
enum { N_FUNCTION_NAMES = sizeof lt_formula_functions / sizeof lt_formula_functions[0] - 1 };

/* The function of formulas with this name (without "math."); NULL: there is none. */
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

struct part {
    enum kind kind;
    const struct lt_term *term;
};

struct reader {
    struct lt_tokens t;
    const struct lt_names *names;
    int depth;
    const struct lt_name **used;
    size_t n_used;
};

static const struct lt_term nothing = {.code = LT_OP_NUMBER};

/* The result of an operand that cannot be read: its kind is unknown, so that no further errors
 * follow from it. */
static struct part unknown_part(void) {
    return (struct part){UNKNOWN, &nothing};
}

/* Ends the reading of the formula after an error, whose consequences would only add misleading
 * messages. */
static struct part stop_reading(struct reader *r) {
    lt_token_stop(&r->t);
    return unknown_part();
}

/* True if the next token is TOKEN, which is then consumed. */
static bool accept_token(struct reader *r, const char *token) {
    if (!lt_token_is(&r->t, token))
        return false;
    lt_token_next(&r->t);
    return true;
}

/* Reports the next token, at which no operand or operator can be continued, with the likely
 * mistake, and ends the reading. */
static struct part refuse_token(struct reader *r) {
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
                       !unit        ? ""
                       : r->t.units ? "; it is no unit that is known"
                                    : "; a formula has numbers in SI, without units");
    return stop_reading(r);
}

static const char *const partial = "false where its condition is; write 'CONDITION and A or B'";

/* Reports an operand that is not a number where one is needed. AT: where the operand, which has
 * just been read, begins. */
static void want_number(struct reader *r, enum kind kind, const char *at) {
    if (kind == CONDITION)
        lt_token_error(&r->t, at, "a number is expected here, '%s' is a condition",
                       lt_token_since(&r->t, at));
    else if (kind == PARTIAL)
        lt_token_error(&r->t, at, "a number is expected here, '%s' is %s",
                       lt_token_since(&r->t, at), partial);
}

/* Reports a number where a condition is needed; AT: where the operand begins. False if it is no
 * condition. */
static bool want_condition(struct reader *r, enum kind kind, const char *at) {
    if (kind == CONDITION || kind == UNKNOWN)
        return true;
    const char *text = lt_token_since(&r->t, at);
    lt_token_error(&r->t, at, "a condition is expected here, '%s' is a number%s", text,
                   strcmp(text, r->t.text) == 0 ? ": compare it, as in 'time > 1e-3'" : "");
    return false;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

/* Makes a node of the syntax tree: an operation with the N operands OF, which are copied. */
static const struct lt_term *make_term(struct reader *r, enum lt_op_code code, size_t n,
                                       const struct lt_term *const *of) {
    struct lt_term *term = lt_arena_get(r->t.arena, sizeof *term);
    *term = (struct lt_term){.code = code, .n = n};
    term->of = lt_arena_get(r->t.arena, n * sizeof *of);
    memcpy(term->of, of, n * sizeof *of);
    return term;
}

/* Makes an operation with the two operands A and B. */
static const struct lt_term *join_terms(struct reader *r, enum lt_op_code code,
                                        const struct lt_term *a, const struct lt_term *b) {
    return make_term(r, code, 2, (const struct lt_term *const[]){a, b});
}

/* Makes the choice "YES if CONDITION holds, otherwise NO". */
static const struct lt_term *choose_term(struct reader *r, const struct lt_term *condition,
                                         const struct lt_term *yes, const struct lt_term *no) {
    return make_term(r, LT_OP_SELECT, 3, (const struct lt_term *const[]){condition, yes, no});
}

/* Makes the term of a literal number, in SI units. */
static const struct lt_term *number_term(struct reader *r, double number) {
    struct lt_term *term = lt_arena_get(r->t.arena, sizeof *term);
    *term = (struct lt_term){.code = LT_OP_NUMBER, .number = number};
    return term;
}

/* Makes the term of a name, and lists the name once among those that the formula uses. */
static const struct lt_term *name_term(struct reader *r, const struct lt_name *name) {
    struct lt_term *term = lt_arena_get(r->t.arena, sizeof *term);
    *term = (struct lt_term){.code = LT_OP_INPUT, .name = name};
    size_t i = 0;
    while (i < r->n_used && r->used[i] != name)
        i++;
    r->used[i] = name;
    r->n_used += i == r->n_used;
    return term;
}

/* Makes the term of a call with the N arguments OF of the function CODE. min and max of many
 * arguments become chains of operations of two, atan(y) becomes atan(y, 1), and log(x, base) an
 * operation of its own. */
static const struct lt_term *call_term(struct reader *r, enum lt_op_code code, size_t n,
                                       const struct lt_term *const *of) {
    const struct lt_term *first = of[0];
    if (code == LT_OP_ATAN && n == 1)
        return join_terms(r, code, first, number_term(r, 1));
    if (code == LT_OP_LOG && n == 2)
        return join_terms(r, LT_OP_LOG_TO, first, of[1]);
    if (code != LT_OP_MIN && code != LT_OP_MAX)
        return make_term(r, code, n, of);
    for (size_t i = 1; i < n; i++)
        first = join_terms(r, code, first, of[i]);
    return first;
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static struct part read_expression(struct reader *r);

/* Reads the closing parenthesis of the one opened at OPEN; if it is missing, reports that and ends
 * the reading. */
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

/* Counts a level of parentheses. False if there are too many, which would exhaust the stack of the
 * recursive reader. */
static bool enter_parenthesis(struct reader *r) {
    if (++r->depth <= DEEPEST)
        return true;
    lt_token_error(&r->t, r->t.at, "more than %d levels of parentheses", DEEPEST);
    stop_reading(r);
    return false;
}

/* Reports a point of lookup() whose literal x (at AT) is not above *last, the last literal x, and
 * then sets *last. An x that is a formula is checked only when it is evaluated. */
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

enum { ARGUMENTS = 1 + 2 * LT_LOOKUP_POINTS };

struct call {
    const struct function *function;
    size_t count;
    enum kind kinds[ARGUMENTS];
    const struct lt_term *terms[ARGUMENTS];
    const char *last; /* the text of the last argument */
    double x;         /* the last x of lookup */
};

/* Reads the next argument of CALL and checks its kind: the first of select() is a condition, the
 * other two are of the same kind, and all other functions have numbers. */
static void take_argument(struct reader *r, struct call *call) {
    const char *at = r->t.at;
    const size_t i = call->count++;
    const bool selects = call->function->code == LT_OP_SELECT;
    struct part part = read_expression(r);
    if (selects && i == 0)
        want_condition(r, part.kind, at);
    else if (!selects || part.kind != CONDITION)
        want_number(r, part.kind, at);
    else if (i == 2 && call->kinds[1] == NUMBER)
        want_number(r, part.kind, at);
    if (selects && i == 2 && call->kinds[1] == CONDITION)
        want_condition(r, part.kind, at);
    if (call->function->code == LT_OP_LOOKUP && i % 2 == 1)
        check_order(r, at, &call->x);
    if (i < ARGUMENTS)
        call->kinds[i] = part.kind, call->terms[i] = part.term;
}

/* Reads the arguments of CALL, separated by commas, and the closing parenthesis. */
static void read_arguments(struct reader *r, struct call *call) {
    const char *open = r->t.at;
    lt_token_next(&r->t);
    while (!lt_token_is(&r->t, ")") && r->t.length > 0) {
        take_argument(r, call);
        if (!accept_token(r, ","))
            break;
        if (lt_token_is(&r->t, ")")) {
            lt_token_error(&r->t, r->t.at, "an argument is missing before ')'");
            stop_reading(r);
            return;
        }
    }
    close_bracket(r, open);
}

/* Reports a call of the function NAME, written at AT, with too few or too many arguments. */
static void check_count(struct reader *r, const struct call *call, const char *name,
                        const char *at) {
    const struct function *function = call->function;
    if (call->count < function->least)
        lt_token_error(&r->t, at, "too few arguments to '%s'", name);
    else if (call->count > function->most)
        lt_token_error(&r->t, at, "too many arguments to '%s'", name);
    else if (function->code == LT_OP_LOOKUP && call->count % 2 == 0)
        lt_token_error(&r->t, at, "'%s' needs an x and a y of every point", name);
}

/* Reads the call of a function whose NAME, at AT, is the current token; returns its value as an
 * operand. */
static struct part read_call(struct reader *r, const struct function *function, const char *name,
                             const char *at) {
    struct call *call = lt_arena_get(r->t.arena, sizeof *call);
    *call = (struct call){.function = function, .x = -INFINITY};
    lt_token_next(&r->t);
    if (!lt_token_is(&r->t, "(")) {
        lt_token_error(&r->t, at, "'%s' is a function; write '%s(...)'", name, name);
        return unknown_part();
    }
    if (!enter_parenthesis(r))
        return unknown_part();
    read_arguments(r, call);
    check_count(r, call, name, at);
    const bool condition = function->code == LT_OP_SELECT && call->kinds[1] == CONDITION;
    return r->t.failed ? (struct part){condition ? CONDITION : NUMBER, &nothing}
                       : (struct part){condition ? CONDITION : NUMBER,
                                       call_term(r, function->code, call->count, call->terms)};
}

/* For an error message: which names may be used in a formula of this scope. */
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

/* Reports a name at AT that is unknown or not available in this formula, with the nearest known
 * one. */
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
    if (r->t.errors->unread) {
        lt_token_error(&r->t, at, "unknown name '%s'", name);
        return;
    }
    size_t count;
    const char *const *known = lt_names_all(r->names, &count, r->t.arena);
    const char **near = lt_arena_get(r->t.arena, (count + N_FUNCTION_NAMES + 3) * sizeof *near);
    memcpy(near, known, count * sizeof *near);
    memcpy(near + count, lt_formula_functions, N_FUNCTION_NAMES * sizeof *near);
    memcpy(near + count + N_FUNCTION_NAMES, (const char *const[]){"and", "or", "not"},
           3 * sizeof *near);
    const char *hint = lt_errors_hint(r->t.errors, name, near, count + N_FUNCTION_NAMES + 3);
    if (!*hint && strcmp(name, r->t.text) == 0)
        hint = "; expected a number, or a name of the file, the law or the run";
    lt_token_error(&r->t, at, "unknown name '%s'%s", name, hint);
}

/* Reports an unknown function "math.NAME" at AT, with the nearest known one. */
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

/* Consumes the name TEXT of a value and returns its PART; reports an error if "(" follows, as if
 * it were a function. */
static struct part not_callable(struct reader *r, const char *text, const char *at,
                                struct part part) {
    lt_token_next(&r->t);
    if (!lt_token_is(&r->t, "("))
        return part;
    lt_token_error(&r->t, at, "'%s' is not a function", text);
    return stop_reading(r);
}

/* Reads a name: a quantity, a constant (pi, huge) or the call of a function; reports an unknown
 * one. */
static struct part read_known_name(struct reader *r) {
    const char *at = r->t.at;
    const char *text = lt_token_slice(&r->t, at, r->t.length);
    const struct lt_name *found = lt_names_find(r->names, text);
    if (found)
        return not_callable(r, text, at,
                            (struct part){found->kind == LT_NAME_CONDITION ? CONDITION : NUMBER,
                                          name_term(r, found)});
    bool dotted = strncmp(text, "math.", 5) == 0;
    const char *bare = dotted ? text + 5 : text;
    if (strcmp(bare, "pi") == 0 || strcmp(bare, "huge") == 0)
        return not_callable(r, text, at,
                            (struct part){NUMBER, number_term(r, *bare == 'p' ? M_PI : INFINITY)});
    const struct function *function = find_function(bare);
    if (function)
        return read_call(r, function, text, at);
    if (dotted)
        unknown_function(r, bare, at);
    else
        unknown_name(r, text, at);
    lt_token_next(&r->t);
    return lt_token_is(&r->t, "(") || lt_token_foreign(bare) ? stop_reading(r) : unknown_part();
}

/* Reports that an operand is missing before the next token or at the end of the formula, and ends
 * the reading. */
static struct part refuse_missing(struct reader *r) {
    if (r->t.length > 0)
        lt_token_error(&r->t, r->t.at, "a number or a name is missing before '%s'",
                       lt_token_slice(&r->t, r->t.at, r->t.length));
    else if (r->t.behind == r->t.text)
        lt_token_error(&r->t, r->t.text, "the formula is empty");
    else
        lt_token_error(&r->t, r->t.behind, "the formula ends too early");
    return stop_reading(r);
}

/* Reads an expression in parentheses, which are limited in depth. */
static struct part read_bracket(struct reader *r) {
    const char *open = r->t.at;
    if (!enter_parenthesis(r))
        return unknown_part();
    lt_token_next(&r->t);
    struct part part = read_expression(r);
    close_bracket(r, open);
    return part;
}

static const char *const connectives[] = {"and", "or", "not", NULL};

/* Finds the longest quantity that begins with the number at AT and goes on with a unit at UNIT: "5
 * m/s" of "5 m/s*2", "5 m" of "5 m/vn". Returns its end, with its value in SI units in *value;
 * NULL if no unit follows the number. */
static const char *match_quantity(struct reader *r, const char *at, const char *unit,
                                  double *value) {
    char why[256];
    for (const char *end = unit + strcspn(unit, " \t\n()<>=~,+"); end > unit; end--)
        if (!isalnum((unsigned char)*end) &&
            lt_units_read(lt_token_slice(&r->t, at, (size_t)(end - at)), "", value, why,
                          sizeof why) == LT_QUANTITY_OK)
            return end;
    return NULL;
}

/* Reads a literal number; where units are allowed, as in conditions, one may follow: "un < -5
 * um". */
static struct part read_number(struct reader *r) {
    const char *at = r->t.at;
    double value = strtod(at, NULL);
    lt_token_next(&r->t);
    const bool word = r->t.length > 0 && lt_token_begins_name(r->t.at);
    const char *end = word && r->t.units && !lt_token_is_one_of(&r->t, connectives)
                          ? match_quantity(r, at, r->t.at, &value)
                          : NULL;
    if (end) {
        r->t.at = end;
        r->t.length = 0;
        lt_token_next(&r->t);
    }
    return (struct part){NUMBER, number_term(r, value)};
}

/* Reads an operand: a parenthesis, a number, true, false, a name or a call. */
static struct part read_primary(struct reader *r) {
    if (lt_token_is(&r->t, "("))
        return read_bracket(r);
    if (r->t.length > 0 && lt_token_begins_number(r->t.at))
        return read_number(r);
    if (lt_token_is(&r->t, "true") || lt_token_is(&r->t, "false")) {
        struct part part = {CONDITION, number_term(r, lt_token_is(&r->t, "true"))};
        lt_token_next(&r->t);
        return part;
    }
    if (r->t.length > 0 && lt_token_begins_name(r->t.at) && !lt_token_is_one_of(&r->t, connectives))
        return read_known_name(r);
    return refuse_missing(r);
}

static struct part read_unary(struct reader *r);

/* Reads an operand and perhaps "^ exponent"; the exponent may have a sign and powers of its own,
 * so that 2^3^2 is 2^(3^2). */
static struct part read_power(struct reader *r) {
    const char *at = r->t.at;
    struct part part = read_primary(r);
    if (!lt_token_is(&r->t, "^"))
        return part;
    want_number(r, part.kind, at);
    lt_token_next(&r->t);
    at = r->t.at;
    struct part exponent = read_unary(r);
    want_number(r, exponent.kind, at);
    return (struct part){NUMBER, join_terms(r, LT_OP_POWER, part.term, exponent.term)};
}

/* Reads "-x" and "not x"; both bind tighter than all operators but "^". */
static struct part read_unary(struct reader *r) {
    const char *at = r->t.at;
    bool is_not = lt_token_is(&r->t, "not");
    if (lt_token_is(&r->t, "+")) {
        lt_token_error(&r->t, at, "Lua has no unary '+'; leave it out");
        return stop_reading(r);
    }
    if (!is_not && !lt_token_is(&r->t, "-"))
        return read_power(r);
    lt_token_next(&r->t);
    at = r->t.at;
    struct part part = read_unary(r);
    const struct lt_term *term = make_term(r, is_not ? LT_OP_NOT : LT_OP_NEGATE, 1,
                                           (const struct lt_term *const[]){part.term});
    if (!is_not)
        want_number(r, part.kind, at);
    else if (!want_condition(r, part.kind, at))
        return unknown_part();
    return (struct part){is_not ? CONDITION : NUMBER, term};
}

enum level { COMPARISON, SUM, PRODUCT, SIGN };

struct operator_row {
    const char *text;
    enum level level;
    enum lt_op_code code;
};

static const struct operator_row operators[] = {
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
    {"//", PRODUCT, LT_OP_WHOLE},
    {"%", PRODUCT, LT_OP_REST},
};

/* The operator of precedence LEVEL that is the current token; NULL: the token is none of this
 * level. */
static const struct operator_row *find_operator(const struct reader *r, enum level level) {
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (operators[i].level == level && lt_token_is(&r->t, operators[i].text))
            return &operators[i];
    return NULL;
}

/* Reads sums or products, by precedence LEVEL; operators of one level are grouped from left to
 * right. */
static struct part read_arithmetic(struct reader *r, enum level level) {
    if (level == SIGN)
        return read_unary(r);
    const char *at = r->t.at;
    struct part left = read_arithmetic(r, level + 1);
    const struct operator_row *row;
    while ((row = find_operator(r, level))) {
        want_number(r, left.kind, at);
        lt_token_next(&r->t);
        at = r->t.at;
        struct part right = read_arithmetic(r, level + 1);
        want_number(r, right.kind, at);
        left = (struct part){NUMBER, join_terms(r, row->code, left.term, right.term)};
    }
    return left;
}

/* Reports an operand of KIND whose comparison with one of kind OTHER has no meaning: conditions
 * are compared with conditions only, and only by == and ~= (EQUALITY). AT and TEXT: where the
 * operand stands, and its text. */
static void want_comparable(struct reader *r, enum kind kind, enum kind other, bool equality,
                            const char *at, const char *text) {
    bool fits = kind == NUMBER || (kind == CONDITION && other == CONDITION && equality);
    if (fits || kind == UNKNOWN || other == UNKNOWN)
        return;
    lt_token_error(&r->t, at, "'%s' is %s", text,
                   kind == PARTIAL
                       ? partial
                       : "a condition (true or false) and cannot be compared with numbers");
}

/* Reports a QUANTITY, such as "5 um" at AT, that has not the dimension of the NAME with which it
 * is compared. Other texts than quantities and names pass. */
static void want_unit(struct reader *r, const char *quantity, const char *name, const char *at) {
    const struct lt_name *known = lt_names_find(r->names, name);
    double value;
    char why[256];
    if (known && r->t.units && known->unit &&
        lt_units_read(quantity, "", &value, why, sizeof why) == LT_QUANTITY_OK &&
        lt_units_read(quantity, *known->unit ? known->unit : "1", &value, why, sizeof why) ==
            LT_QUANTITY_WRONG)
        lt_token_error(&r->t, at, "%s", why);
}

/* Reads a comparison, which is a condition, or only an arithmetic expression. */
static struct part read_comparison(struct reader *r) {
    const char *left_at = r->t.at;
    struct part left = read_arithmetic(r, SUM);
    const struct operator_row *row = find_operator(r, COMPARISON);
    if (!row)
        return left;
    const char *left_text = lt_token_since(&r->t, left_at);
    const bool equality = row->code == LT_OP_EQUAL || row->code == LT_OP_UNEQUAL;
    lt_token_next(&r->t);
    const char *right_at = r->t.at;
    struct part right = read_arithmetic(r, SUM);
    enum lt_op_code code = row->code;
    if (right.kind == CONDITION)
        code = code == LT_OP_EQUAL ? LT_OP_ALIKE : LT_OP_UNLIKE;
    want_comparable(r, left.kind, right.kind, equality, left_at, left_text);
    const char *right_text = lt_token_since(&r->t, right_at);
    want_comparable(r, right.kind, left.kind, equality, right_at, right_text);
    want_unit(r, left_text, right_text, left_at);
    want_unit(r, right_text, left_text, right_at);
    if (!find_operator(r, COMPARISON))
        return (struct part){CONDITION, join_terms(r, code, left.term, right.term)};
    lt_token_error(&r->t, r->t.at, "comparisons do not chain; use 'and'");
    return stop_reading(r);
}

/* Joins two operands by and: "A and B" is a condition if B is one. If B is a number the result
 * is partial (a number only if A holds), and "A and (B and C)" has both conditions before its
 * number. */
static struct part join_and(struct reader *r, struct part left, struct part right) {
    const struct lt_term *condition = left.term, *number = right.term;
    if (right.kind == PARTIAL)
        condition = join_terms(r, LT_OP_AND, condition, number->of[0]), number = number->of[1];
    if (right.kind == NUMBER || right.kind == PARTIAL)
        return (struct part){PARTIAL, join_terms(r, LT_OP_PARTIAL, condition, number)};
    return (struct part){right.kind, join_terms(r, LT_OP_AND, condition, number)};
}

/* Reads comparisons joined by "and"; all but the last one must be conditions. */
static struct part read_conjunction(struct reader *r) {
    const char *at = r->t.at;
    struct part part = read_comparison(r);
    while (lt_token_is(&r->t, "and")) {
        want_condition(r, part.kind, at);
        lt_token_next(&r->t);
        at = r->t.at;
        part = join_and(r, part, read_comparison(r));
    }
    return part;
}

/* Joins two operands by or: "A and B or C" is a number, as a choice between B and C, if both are
 * numbers, and a condition if they are conditions. */
static struct part join_or(struct reader *r, struct part left, struct part right) {
    if (left.kind != PARTIAL)
        return (struct part){left.kind == CONDITION ? CONDITION : right.kind,
                             join_terms(r, LT_OP_OR, left.term, right.term)};
    const struct lt_term *is = left.term->of[0], *number = left.term->of[1];
    if (right.kind != PARTIAL)
        return (struct part){right.kind, choose_term(r, is, number, right.term)};
    const struct lt_term *either = join_terms(r, LT_OP_OR, is, right.term->of[0]);
    number = choose_term(r, is, number, right.term->of[1]);
    return (struct part){PARTIAL, join_terms(r, LT_OP_PARTIAL, either, number)};
}

/* Reads a whole expression, conjunctions joined by "or", and checks that all operands of "or" are
 * of the same kind. */
static struct part read_expression(struct reader *r) {
    const char *at = r->t.at;
    struct part part = read_conjunction(r);
    while (lt_token_is(&r->t, "or")) {
        if (part.kind == NUMBER)
            want_condition(r, part.kind, at);
        lt_token_next(&r->t);
        at = r->t.at;
        struct part other = read_conjunction(r);
        if (part.kind == CONDITION)
            want_condition(r, other.kind, at);
        else if (part.kind == PARTIAL && other.kind == CONDITION)
            want_number(r, other.kind, at);
        part = join_or(r, part, other);
    }
    return part;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Compiles the term of the formula to a list of operations; reports a formula that is too long for
 * it. */
static void make_ops(struct reader *r, struct lt_formula *formula) {
    struct lt_ops_making *making = lt_ops_begin(r->t.arena);
    lt_ops_result(making, lt_ops_add(making, formula->term));
    formula->ops = lt_ops_end(making, NULL);
    if (!formula->ops)
        lt_token_error(&r->t, r->t.text, "the formula is too complicated");
}

/* Reads and compiles a whole formula, and checks that it is of the kind that is expected, a number
 * or a condition; sets the kind if either is allowed. */
static void whole_formula(struct reader *r, struct lt_formula *formula) {
    lt_token_next(&r->t);
    struct part part = read_expression(r);
    if (r->t.length > 0)
        refuse_token(r);
    if (r->t.failed)
        return;
    if (formula->kind == LT_FORMULA_CONDITION)
        want_condition(r, part.kind, r->t.text);
    else if (formula->kind == LT_FORMULA_NUMBER || part.kind == PARTIAL)
        want_number(r, part.kind, r->t.text);
    formula->kind = part.kind == CONDITION ? LT_FORMULA_CONDITION : LT_FORMULA_NUMBER;
    formula->term = part.term;
    formula->used = r->used;
    formula->n_used = r->n_used;
    if (!r->t.failed)
        make_ops(r, formula);
}

/* Reads and compiles TEXT, which stands at MARK and is called WHAT in messages, with the NAMES
 * that are visible to it. NULL if it has errors, which are reported. */
struct lt_formula *lt_formula_read(const char *text, struct lt_mark mark, const char *what,
                                   enum lt_formula_kind kind, const struct lt_names *names,
                                   struct lt_arena *arena, struct lt_errors *errors) {
    size_t length = strlen(text);
    if (length > LONGEST) {
        lt_errors_add(errors, mark, "%s: a formula of %zu characters; at most %d are allowed", what,
                      length, LONGEST);
        return NULL;
    }
    struct lt_formula *formula = lt_arena_get(arena, sizeof *formula);
    *formula =
        (struct lt_formula){.text = lt_arena_copy(arena, text, length), .mark = mark, .kind = kind};
    struct reader r = {.t = {.text = formula->text,
                             .what = what,
                             .mark = mark,
                             .arena = arena,
                             .errors = errors,
                             .units = kind == LT_FORMULA_CONDITION,
                             .at = formula->text},
                       .names = names,
                       .used = lt_arena_get(arena, (length / 2 + 2) * sizeof *r.used)};
    whole_formula(&r, formula);
    return r.t.failed ? NULL : formula;
}

/* True if the formula reads the value in SLOT. */
bool lt_formula_uses(const struct lt_formula *formula, size_t slot) {
    for (size_t i = 0; i < formula->n_used; i++)
        if (formula->used[i]->slot == slot)
            return true;
    return false;
}

/* True if NAME, without "math.", is that of a function of formulas. */
bool lt_formula_is_function(const char *name) {
    for (size_t i = 0; lt_formula_functions[i]; i++)
        if (strcmp(lt_formula_functions[i], name) == 0)
            return true;
    return false;
}

/* True if the formula uses no other names than those of "let", so that it is constant during a
 * run; also true without a formula. */
bool lt_formula_is_of_lets(const struct lt_formula *formula) {
    for (size_t i = 0; formula && i < formula->n_used; i++)
        if (formula->used[i]->kind != LT_NAME_LET)
            return false;
    return true;
}
