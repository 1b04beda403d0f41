/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_results.c: the section results: integrals of formulas over the time of the run. */
#include "base/arena.h"
#include "base/units.h"
#include "program/parse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Units ----------------------------------------------------------------------------------- */

/* Exponents of m, kg and s, in halves. A number that is written out has any unit in a sum, none in
 * a product. */
struct dimension {
    enum { UNKNOWN, NUMBER, KNOWN } kind;
    int halves[3];
};

/* The dimension of an SI unit, as twice the powers of m, kg and s, so that N/m^1.5 has whole
 * numbers; unknown for "". */
static struct dimension unit_dimension(const char *unit) {
    struct dimension d = {.kind = UNKNOWN};
    if (*unit && lt_units_dimension(unit, d.halves))
        d.kind = KNOWN;
    return d;
}

/* The dimension of a product (SIGN 1) or quotient (-1). */
static struct dimension product(struct dimension a, struct dimension b, int sign) {
    if (a.kind == UNKNOWN || b.kind == UNKNOWN)
        return (struct dimension){.kind = UNKNOWN};
    if (b.kind == KNOWN)
        a.kind = KNOWN;
    for (int i = 0; i < 3; i++)
        a.halves[i] += sign * b.halves[i];
    return a;
}

/* The dimension of a power; unknown if an exponent of m, kg or s is then no multiple of one
 * half. */
static struct dimension power(struct dimension a, double exponent) {
    for (int i = 0; i < 3; i++) {
        const double halves = exponent * a.halves[i];
        if (halves != floor(halves) || fabs(halves) > 100)
            return (struct dimension){.kind = UNKNOWN};
        a.halves[i] = (int)halves;
    }
    return a;
}

/* The common dimension of two terms of a sum; unknown if they differ. A literal number takes the
 * dimension of the other term. */
static struct dimension same(struct dimension a, struct dimension b) {
    if (a.kind == NUMBER)
        return b;
    return b.kind == NUMBER || memcmp(a.halves, b.halves, sizeof a.halves) == 0
               ? (struct dimension){a.kind == UNKNOWN   ? UNKNOWN
                                    : b.kind == UNKNOWN ? UNKNOWN
                                                        : KNOWN,
                                    {a.halves[0], a.halves[1], a.halves[2]}}
               : (struct dimension){.kind = UNKNOWN};
}

/* The dimension of a term, in powers of m, kg and s, from those of its operands; unknown if it has
 * none that is certain. */
static struct dimension term_dimension(const struct lt_term *term) {
    const struct lt_term *const *of = term->of;
    switch (term->code) {
    case LT_OP_INPUT:
        return term->name->kind == LT_NAME_CONDITION ? unit_dimension("1")
                                                     : unit_dimension(term->name->unit);
    case LT_OP_NUMBER:
        return (struct dimension){.kind = NUMBER};
    case LT_OP_ADD:
    case LT_OP_SUBTRACT:
    case LT_OP_MIN:
    case LT_OP_MAX:
    case LT_OP_OR:
    case LT_OP_HYPOT:
        return same(term_dimension(of[0]), term_dimension(of[1]));
    case LT_OP_AND:
        return term_dimension(of[1]);
    case LT_OP_SELECT:
        return same(term_dimension(of[1]), term_dimension(of[2]));
    case LT_OP_CLAMP:
    case LT_OP_NEGATE:
    case LT_OP_ABS:
        return term_dimension(of[0]);
    case LT_OP_MULTIPLY:
    case LT_OP_DIVIDE:
        return product(term_dimension(of[0]), term_dimension(of[1]),
                       term->code == LT_OP_MULTIPLY ? 1 : -1);
    case LT_OP_SQUARE:
        return power(term_dimension(of[0]), 2);
    case LT_OP_CUBE:
        return power(term_dimension(of[0]), 3);
    case LT_OP_ROOT:
    case LT_OP_SQRT:
        return power(term_dimension(of[0]), 0.5);
    case LT_OP_ROOT_CUBED:
        return power(term_dimension(of[0]), 1.5);
    case LT_OP_ROOT_TO_5:
        return power(term_dimension(of[0]), 2.5);
    case LT_OP_POWER:
        return of[1]->code == LT_OP_NUMBER ? power(term_dimension(of[0]), of[1]->number)
                                           : (struct dimension){.kind = UNKNOWN};
    default: /* functions of numbers */
        return unit_dimension("1");
    }
}

/* The usual unit of a dimension, or one made of m, kg and s; "" if it is unknown. */
static const char *dimension_unit(struct dimension d, struct lt_arena *arena) {
    static const char *const usual[] = {"1",   "m",   "m^2", "m^3",  "s",     "kg",   "N",
                                        "J",   "N s", "J s", "m s",  "Pa",    "Pa s", "W",
                                        "N/m", "m/s", "1/s", "kg/s", "m^2 s", "s^2"};
    static const char *const bases[] = {"m", "kg", "s"};
    if (d.kind == UNKNOWN)
        return "";
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        const struct dimension u = unit_dimension(usual[i]);
        if (memcmp(u.halves, d.halves, sizeof d.halves) == 0)
            return usual[i];
    }
    const char *unit = "";
    for (int i = 0; i < 3; i++)
        if (d.halves[i] != 0)
            unit = d.halves[i] == 2
                       ? lt_arena_print(arena, "%s%s%s", unit, *unit ? " " : "", bases[i])
                       : lt_arena_print(arena, "%s%s%s^%g", unit, *unit ? " " : "", bases[i],
                                        0.5 * d.halves[i]);
    return unit;
}

/* The unit of the integral of a formula over time; "" if it is unknown. */
static const char *integral_unit(const struct lt_formula *formula, struct lt_arena *arena) {
    return dimension_unit(product(term_dimension(formula->term), unit_dimension("s"), 1), arena);
}

/* ---- The section ----------------------------------------------------------------------------- */

static const struct lt_key integral_keys[] = {
    {"integral", LT_VALUE_FORMULA, LT_FIELD(struct lt_integral, formula), .required = true,
     .scope = LT_SCOPE_STEP, .doc = "a formula over columns, whose integral over time it is"},
    {0}};
const struct lt_key lt_parse_results_keys[] = {
    {"NAME", LT_FORMS(integral_keys), .doc = "a result of your own, under a name of your own"},
    {0}};

/* Reads the section results: named integrals over time. FIELD: the program. */
void lt_parse_results(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {impulse: {integral: -fn}}"))
        return;
    const struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    program->integrals =
        lt_arena_get(program->arena, (node->count + 1) * sizeof *program->integrals);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_integral *integral = &program->integrals[program->n_integrals];
        const struct lt_name *name = child->key ? lt_names_find(&names, child->key) : NULL;
        if (!lt_schema_is(reader, child, LT_MAP, "a map such as {integral: -fn}"))
            continue;
        lt_schema_map(reader, child, integral_keys, integral);
        if (!integral->formula || !name || name->slot < LT_FIXED_SLOTS)
            continue;
        integral->slot = name->slot;
        struct lt_name *own = &program->names->list[name - program->names->list];
        own->unit = integral_unit(integral->formula, program->arena);
        own->doc =
            lt_arena_print(program->arena, "integral of %s over time", integral->formula->text);
        program->n_integrals++;
    }
}
