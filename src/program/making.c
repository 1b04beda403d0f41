/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/making.h"

#include "base/units.h"
#include "formula/token.h"

#include <stdlib.h>
#include <string.h>

/* ---- Names ----------------------------------------------------------------------------------- */

/* Reserves COUNT consecutive slots for values of the law; returns the first one. */
size_t lt_making_slots(struct lt_making *m, size_t count) {
    size_t first = m->names.slots;
    m->names.slots += count;
    return first;
}

/* Makes NAME, whose value is in SLOT, visible to the law's formulas from now on. */
void lt_making_know(struct lt_making *m, const char *name, enum lt_name_kind kind, size_t slot) {
    m->names.list[m->names.count++] = (struct lt_name){name, "", "", kind, slot};
}

/* The name that the law has defined already; NULL: none is called so. */
const struct lt_name *lt_making_find(const struct lt_making *m, const char *name) {
    for (size_t i = 0; i < m->names.count; i++)
        if (strcmp(m->names.list[i].name, name) == 0)
            return &m->names.list[i];
    return NULL;
}

/* The inputs of a step. */
#define GIVEN(name, unit) #name,
static const char *const given[] = {LT_MOVE(GIVEN) "was_active", "inside", "speed"};
enum { N_GIVEN = sizeof given / sizeof *given };

/* True if NAME is one of the first COUNT of NAMES. */
static bool is_one_of(const char *name, const char *const *names, size_t count) {
    while (count > 0 && strcmp(names[count - 1], name) != 0)
        count--;
    return count > 0;
}

/* Reports a name that the law must not define, since it is malformed, used already or has a
 * meaning in every law. */
void lt_making_check_name(struct lt_making *m, const struct lt_node *node) {
    if (lt_schema_new_name(m->reader, node) &&
        (lt_making_find(m, node->key) || is_one_of(node->key, lt_making_made, LT_MAKING_NAMED) ||
         is_one_of(node->key, given, N_GIVEN)))
        lt_errors_add(m->reader->errors, node->key_mark,
                      "'%s' is already taken: choose another name", node->key);
}

/* The map NAME of a law's definition; NULL: it is missing, or no map, which is reported. */
const struct lt_node *lt_making_section(struct lt_making *m, const char *name) {
    const struct lt_node *node = lt_tree_child(m->define, name);
    return node && lt_schema_is(m->reader, node, LT_MAP, "a map") ? node : NULL;
}

/* The first child of a section; NULL also for a missing section. */
const struct lt_node *lt_making_first(const struct lt_node *node) {
    return node ? node->first : NULL;
}

/* The number of children of a section; 0 for a missing one. */
size_t lt_making_count(const struct lt_node *node) {
    return node ? node->count : 0;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Reads a number with a unit of the dimension UNIT; *value is in SI units. False after an
 * error. */
bool lt_making_number(struct lt_making *m, const struct lt_node *node, const char *unit,
                      double *value) {
    char why[400];
    if (!lt_schema_is(m->reader, node, LT_SCALAR, "a number"))
        return false;
    if (lt_units_read(node->text, unit, value, why, sizeof why) == LT_QUANTITY_OK)
        return true;
    lt_errors_add(m->reader->errors, node->mark, "%s", why);
    return false;
}

/* Reads an SI unit such as "N/m", without prefix, and reports an unknown one. Returns its text;
 * "1" if the node is no text. */
const char *lt_making_unit(struct lt_making *m, const struct lt_node *node) {
    if (lt_schema_is(m->reader, node, LT_SCALAR, "a unit") && !lt_units_known(node->text))
        lt_errors_add(m->reader->errors, node->mark,
                      "'%s' is not an SI unit without a prefix; write it like 'N/m'", node->text);
    return node->kind == LT_SCALAR ? node->text : "1";
}

/* The SI unit of the dimension that a number such as "5 mm" has; "1" without a unit, or with an
 * error for an unusual one, and "" if the text is no quantity. */
const char *lt_making_unit_of(struct lt_making *m, const struct lt_node *node) {
    static const char *const common[] = {
        "1",     "m",     "m^2",    "kg",   "s",    "N",       "Pa",      "N/m",
        "N s/m", "m/s",   "J",      "N m",  "rad",  "1/s",     "1/m",     "J/m^2",
        "rad/s", "m/s^2", "kg/m^3", "1/Pa", "Pa s", "N m/rad", "N/m^1.5", "N m s/rad"};
    char *end, why[400];
    double value;
    if (lt_units_read(node->text, "", &value, why, sizeof why) != LT_QUANTITY_OK)
        return ""; /* the reader of the number reports the error */
    strtod(node->text, &end);
    end += strspn(end, " ");
    if (!*end)
        return "1";
    if (lt_units_known(end))
        return end;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (lt_units_read(node->text, common[i], &value, why, sizeof why) == LT_QUANTITY_OK)
            return common[i];
    lt_errors_add(m->reader->errors, node->mark,
                  "no SI unit is known for '%s'; write {default: ..., unit: ...}", node->text);
    return "1";
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* True, with an error, if a formula uses a name that is defined only below it. */
bool lt_making_comes_later(struct lt_making *m, const struct lt_node *node) {
    const char *text = node->text ? node->text : "";
    struct lt_tokens t = {.text = text, .at = text, .arena = m->arena, .stopped = true};
    for (lt_token_next(&t); t.length > 0; lt_token_next(&t))
        for (const struct lt_node *later = node; later; later = later->next)
            if (later->key && lt_token_is(&t, later->key)) {
                lt_errors_add(
                    m->reader->errors, node->mark,
                    "%s: '%s' is not known here: a formula may only use what is defined above it",
                    node->key, later->key);
                return true;
            }
    return false;
}

/* Reads the formula of a node, called WHAT in messages, which may use NAMES; NULL after an
 * error. */
const struct lt_formula *lt_making_formula(struct lt_making *m, const struct lt_node *node,
                                           const char *what, enum lt_formula_kind kind,
                                           const struct lt_names *names) {
    if (!lt_schema_is(m->reader, node, LT_SCALAR, "a formula"))
        return NULL;
    struct lt_mark mark = node->mark;
    mark.column += node->quoted;
    return lt_formula_read(node->text, mark, what, kind, names, m->arena, m->reader->errors);
}

/* Adds to RULES the assignment of a formula to SLOT, evaluated at the times WHEN, and to the law's
 * equations as text. NULL after an error. */
struct lt_rule *lt_making_rule(struct lt_making *m, struct lt_rules *rules,
                               const struct lt_node *node, const char *name,
                               enum lt_formula_kind kind, size_t slot, unsigned when) {
    struct lt_rule *rule = &rules->list[rules->count];
    *rule = (struct lt_rule){name, lt_making_formula(m, node, name, kind, &m->names), slot, when};
    if (!rule->formula)
        return NULL;
    rules->count++;
    if (node->key)
        m->equations = lt_arena_print(m->arena, "%s%s = %s\n", m->equations, name, node->text);
    return rule;
}
