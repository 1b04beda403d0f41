/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_formula.c: formulas in nums, with the operations of op.h as functions. A condition is 1 or
 * 0, as in the formulas themselves. */
#include "formula/work.h"
#include "registry/export.h"

#include <ctype.h>

#define OP_TEXT(CODE, operands, cost, value) {#CODE, #value, operands},
static const struct op_text {
    const char *name, *value;
    int operands;
} op_texts[] = {LT_OPS_TOGETHER(OP_TEXT) LT_OPS_ALONE(OP_TEXT)};
#define OP_COUNT(...) +1
enum { TOGETHER = 0 LT_OPS_TOGETHER(OP_COUNT), OPS = sizeof op_texts / sizeof *op_texts };

/* The name in C of the function for an operation: "of_" and its name in small letters. */
static const char *function_name(const struct lt_export *e, size_t code) {
    char *text = lt_arena_print(e->arena, "of_%s", op_texts[code].name);
    for (char *at = text; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return text;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

/* True if a term is a number, or a formula of numbers alone; *VALUE is then its value. */
static bool is_known_number(const struct lt_term *term, double *value) {
    double of[3] = {0};
    *value = term->number;
    if (term->code == LT_OP_NUMBER)
        return true;
    if ((int)term->code >= OPS || term->n == 0 || term->n > 3)
        return false;
    for (size_t i = 0; i < term->n; i++)
        if (!is_known_number(term->of[i], &of[i]))
            return false;
    *value = lt_work_value(term->code, of[0], of[1], of[2]);
    return true;
}

/* The operation that a term is exported as: a power with a known exponent becomes a faster one
 * of one operand, or, if that is 1, its operand itself. */
static enum lt_op_code code_of(const struct lt_term *term) {
    double exponent;
    if (term->code != LT_OP_POWER || !is_known_number(term->of[1], &exponent))
        return term->code;
    return exponent == 1 ? LT_OP_INPUT : lt_ops_power(exponent);
}

/* The number of operands that are exported; a power with a known exponent keeps only its base. */
static size_t operands_of(const struct lt_term *term) {
    return code_of(term) == term->code ? term->n : 1;
}

static void put_term(const struct lt_export *e, const struct lt_term *term, bool as_num);

/* Writes a name; in a mixing rule the names a and b stand for the parameter's values of two
 * materials, a->P and b->P. */
static void put_name(const struct lt_export *e, const struct lt_name *name) {
    const size_t of = name->slot - e->law->mix_a;
    if (e->param && of < 2)
        fprintf(e->out, "%c->%s", "ab"[of], e -> param);
    else
        fputs(lt_export_words_name(name->name, e->arena), e->out);
}

/* Writes the operands FIRST to END - 1 of a term with commas between. */
static void put_operands(const struct lt_export *e, const struct lt_term *term, size_t first,
                         size_t end) {
    for (size_t i = first; i < end; i++) {
        fputs(i > first ? ", " : "", e->out);
        put_term(e, term->of[i], true);
    }
}

/* Writes a sum, difference, product or quotient in brackets, so that the order of evaluation is
 * that of the interpreter to the bit. */
static void put_operation(const struct lt_export *e, const struct lt_term *term) {
    static const char signs[] = {
        [LT_OP_ADD] = '+', [LT_OP_SUBTRACT] = '-', [LT_OP_MULTIPLY] = '*', [LT_OP_DIVIDE] = '/'};
    fputc('(', e->out);
    put_term(e, term->of[0], false);
    fprintf(e->out, " %c ", signs[term->code]);
    put_term(e, term->of[1], false);
    fputc(')', e->out);
}

/* Writes the call of a function; a lookup has one function for each number of points. */
static void put_call(const struct lt_export *e, const struct lt_term *term) {
    if (term->code == LT_OP_LOOKUP)
        fprintf(e->out, "look_up_%zu(", term->n / 2);
    else
        fprintf(e->out, "%s(", function_name(e, code_of(term)));
    put_operands(e, term, 0, operands_of(term));
    fputc(')', e->out);
}

/* Writes a number as C. AS_NUM: in the law's own type, since a bare literal would be a double
 * and convert a float; a header needs that always. */
static void put_known_number(const struct lt_export *e, double number, bool as_num) {
    as_num |= e->prefix != NULL;
    const bool in_brackets = as_num || number < 0;
    fputs(as_num ? "NUM(" : in_brackets ? "(" : "", e->out);
    lt_export_words_number(e->out, number);
    fputs(in_brackets ? ")" : "", e->out);
}

/* Writes a term in C; AS_NUM: its value is needed as a num. */
static void put_term(const struct lt_export *e, const struct lt_term *term, bool as_num) {
    double number;
    if (is_known_number(term, &number)) {
        put_known_number(e, number, as_num);
    } else if (term->code == LT_OP_INPUT) {
        put_name(e, term->name);
    } else if (term->code == LT_OP_NEGATE) {
        fputs("(-", e->out);
        put_term(e, term->of[0], true);
        fputc(')', e->out);
    } else if (term->code <= LT_OP_DIVIDE) {
        put_operation(e, term);
    } else if (code_of(term) == LT_OP_INPUT) {
        put_term(e, term->of[0], as_num);
    } else {
        put_call(e, term);
    }
}

/* Writes a formula as an expression in C. AS_NUM: also a bare number gets the type of the law. */
void lt_export_formula_put(const struct lt_export *e, const struct lt_formula *formula,
                           bool as_num) {
    put_term(e, formula->term, as_num);
}

/* Writes the definition of a local constant NAME with the value of a formula. */
void lt_export_formula_define(const struct lt_export *e, const char *name,
                              const struct lt_formula *formula) {
    fprintf(e->out, "    const num %s = ", name);
    put_term(e, formula->term, true);
    fputs(";\n", e->out);
}

/* ---- The functions that formulas call -------------------------------------------------------- */

struct calls {
    bool of[LT_OP_PARTIAL + 1];         /* an operation */
    bool look_up[LT_LOOKUP_POINTS + 1]; /* a table of so many points */
};

/* Marks the operations of a term and its operands in CALLED: only functions that occur are
 * written. */
static void note_calls(const struct lt_term *term, struct calls *called) {
    double number;
    if (is_known_number(term, &number))
        return;
    called->of[code_of(term)] = true;
    if (term->code == LT_OP_LOOKUP)
        called->look_up[term->n / 2] = true;
    for (size_t i = 0; i < term->n; i++)
        note_calls(term->of[i], called);
}

/* Marks the operations of a rule, if it has a formula. */
static void note_rule(const struct lt_rule *rule, struct calls *called) {
    if (rule->formula)
        note_calls(rule->formula->term, called);
}

/* Marks the operations of every formula of the law. */
static void note_all(const struct lt_formula_law *law, struct calls *called) {
    for (size_t i = 0; i < law->constants.count; i++)
        note_rule(&law->constants.list[i], called);
    for (size_t i = 0; i < law->step.count; i++)
        note_rule(&law->step.list[i], called);
    for (size_t i = 0; i < law->law.n_params; i++)
        note_rule(&law->mixes[i], called);
    note_rule(&law->contact_time, called);
    note_rule(&law->reach, called);
}

static const char head_text[] =
    "/* A condition is 1 or 0. What has no value is NaN, and so is what is made of it. */\n"
    "#define LT_TRUTH(is)             SEL(is, NUM(1.0), NUM(0.0))\n"
    "#define LT_COMPARE(is, is_not)   SEL(is, NUM(1.0), SEL(is_not, NUM(0.0), NUM(NAN)))\n"
    "#define LT_UNLESS_NAN(x, y, are) SEL(((x) == (x)) & ((y) == (y)), are, (x) + (y))\n"
    "#define LT_ROOT(value)           SEL(x == -INFINITY, NUM(INFINITY), (value) + 0.0)\n"
    "#if LT_N == 1\n#define LANE(number, i) (number)\n"
    "#else\n#define LANE(number, i) (number)[i]\n#endif\n\n";

static const char wave_text[] =
    "LT_INLINE double square_wave(double x) {\n"
    "    const double s = sin(x), c = cos(x);\n"
    "    return s == s ? copysign(1, fabs(s) > 1e-12 ? s : c) : s;\n}\n\n";

static const char rest_text[] =
    "/* The remainder has the sign of y. */\n"
    "LT_INLINE double lua_remainder(double x, double y) {\n"
    "    const double rest = fmod(x, y);\n"
    "    return (rest > 0 && y < 0) || (rest < 0 && y > 0) ? rest + y : rest;\n}\n\n";

static const char power_text[] =
    "LT_INLINE double raise_to(double x, double y) {\n"
    "    if (y == 2)\n        return x * x;\n"
    "    if (y == 3)\n        return x * x * x;\n"
    "    if (y == 0.5 || y == 1.5 || y == 2.5)\n"
    "        return x == -INFINITY ? INFINITY\n"
    "                              : (y == 0.5   ? sqrt(x)\n"
    "                                 : y == 1.5 ? x * sqrt(x)\n"
    "                                            : x * x * sqrt(x)) + 0.0;\n"
    "    return x == x && y == y ? pow(x, y) : NAN;\n}\n\n";

static const char lookup_text[] =
    "/* Straight through COUNT points x1, y1, x2, ..., whose x increases; constant outside. */\n"
    "LT_INLINE double one_lookup(double at, const double *points, int count) {\n"
    "    int k = 0;\n"
    "    int known = at == at && points[0] == points[0];\n"
    "    for (int i = 0; i < count; i++)\n"
    "        known &= points[2 * i + 1] == points[2 * i + 1] &&\n"
    "                 (i == 0 || points[2 * i] > points[2 * i - 2]);\n"
    "    if (!known)\n        return NAN;\n"
    "    if (at <= points[0])\n        return points[1];\n"
    "    if (at >= points[2 * count - 2])\n        return points[2 * count - 1];\n"
    "    while (at >= points[2 * k + 2])\n        k++;\n"
    "    const double *of = points + 2 * k;\n"
    "    return of[1] + (at - of[0]) / (of[2] - of[0]) * (of[3] - of[1]);\n}\n\n";

/* Writes the names p0 to p(COUNT - 1), each after BEFORE (its type, or ""), with commas between. */
static void put_arguments(const struct lt_export *e, const char *before, size_t count) {
    for (size_t i = 0; i < count; i++)
        fprintf(e->out, "%s%sp%zu", i > 0 ? ", " : "", before, i);
}

/* Writes the lookup in a table of COUNT points (x, y); each number of points has its own
 * function, since C++ has no array literals. */
static void put_look_up(const struct lt_export *e, size_t count) {
    fprintf(e->out, "LT_INLINE num look_up_%zu(num at, ", count);
    put_arguments(e, "num ", 2 * count);
    fputs(e->prefix ? ") {\n    const num one[] = {" : ") {\n    const num points[] = {", e->out);
    put_arguments(e, "", 2 * count);
    fputs("};\n", e->out);
    if (e->prefix)
        fprintf(e->out, "    return one_lookup(at, one, %zu);\n}\n\n", count);
    else
        fprintf(e->out,
                "    double one[%zu];\n    num made = at;\n"
                "    for (int i = 0; i < LT_N; i++) {\n"
                "        for (int k = 0; k < %zu; k++)\n"
                "            one[k] = LANE(points[k], i);\n"
                "        LANE(made, i) = one_lookup(LANE(at, i), one, %zu);\n    }\n"
                "    return made;\n}\n\n",
                2 * count, 2 * count, count);
}

/* Writes a function NAME that calls the C library for each lane, since the library has no
 * version for vectors. */
static void put_alone(const struct lt_export *e, const struct op_text *text, const char *name) {
    const bool two = text->operands > 1;
    fprintf(e->out,
            "LT_INLINE double one_%s(double x%s) {\n    return %s;\n}\n\n"
            "LT_INLINE num %s(num x%s) {\n"
            "    num made = x;\n    for (int i = 0; i < LT_N; i++)\n"
            "        LANE(made, i) = one_%s(LANE(x, i)%s);\n    return made;\n}\n\n",
            name, two ? ", double y" : "", text->value, name, two ? ", num y" : "", name,
            two ? ", LANE(y, i)" : "");
}

/* Writes the function of one operation; CODE is its number in enum lt_op_code. */
static void put_function(const struct lt_export *e, size_t code) {
    static const char *const typed[] = {"num x", "num x, num y", "num x, num y, num z"};
    const struct op_text *text = &op_texts[code];
    const char *name = function_name(e, code);
    if (code >= TOGETHER && !e->prefix)
        put_alone(e, text, name);
    else
        fprintf(e->out, "LT_INLINE num %s(%s) {\n    return %s;\n}\n\n", name,
                typed[text->operands - 1], text->value);
}

/* Writes the functions that the formulas of the law call, and nothing else of the library. */
void lt_export_formula_functions(const struct lt_export *e) {
    struct calls called = {.of = {false}};
    note_all(e->law, &called);
    fputs(e->prefix ? "" : head_text, e->out);
    fputs(called.of[LT_OP_SQUARE_WAVE] ? wave_text : "", e->out);
    fputs(called.of[LT_OP_REST] ? rest_text : "", e->out);
    fputs(called.of[LT_OP_POWER] ? power_text : "", e->out);
    fputs(called.of[LT_OP_LOOKUP] ? lookup_text : "", e->out);
    for (size_t i = 0; i <= LT_LOOKUP_POINTS; i++)
        if (called.look_up[i])
            put_look_up(e, i);
    for (size_t i = LT_OP_NEGATE + 1; i < OPS; i++)
        if (called.of[i])
            put_function(e, i);
}
