/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_law_step.c: the step and the events of a law defined in a stage program. */
#include "program/making.h"
#include "registry/own_part.h"

#include <string.h>

enum { CONDITIONS_MOST = 50 }; /* a branch number has one bit for each */
enum { N_FORCES = 6, STRAIN = 12, CROSS, DEFECT, LOST_GAP, CAP };

/* ---- A step ---------------------------------------------------------------------------------- */

/* The formula of the gap KEY (reach or lost_gap), in m, if it depends only on numbers that are
 * known before a step; otherwise "0". */
static const char *gap_text(struct lt_making *m, const char *key) {
    const struct lt_node *node = lt_tree_child(m->define, key);
    struct lt_errors *errors = lt_errors_new();
    const bool known = node && node->kind == LT_SCALAR &&
                       lt_formula_read(node->text, node->mark, key, LT_FORMULA_NUMBER, &m->names,
                                       m->arena, errors);
    lt_errors_free(errors);
    return known ? node->text : "0";
}

/* Adds a let of the program's own to those of the law: NAME with the formula TEXT. */
static void add_own_let(struct lt_making *m, const char *name, const char *text) {
    const struct lt_node node = {.kind = LT_SCALAR, .mark = m->define->mark, .text = text};
    const size_t slot = lt_making_slots(m, 1);
    lt_making_rule(m, &m->law->step, &node, name, LT_FORMULA_NUMBER, slot, 0);
    lt_making_know(m, name, LT_NAME_LET, slot);
}

/* Defines 'inside', the fraction of the step in contact, for a contact that begins or ends at a
 * gap other than 0. In a part the contact itself has that fraction. */
static void define_inside(struct lt_making *m) {
    const char *reach = gap_text(m, "reach"), *lost = gap_text(m, "lost_gap");
    if (m->part) /* the contact knows it */
        return;
    if (strcmp(reach, "0") == 0 && strcmp(lost, "0") == 0)
        return;
    m->names.count--; /* the last that is known so far */
    add_own_let(m, "inside_gap",
                lt_arena_print(m->arena, "un - (was_active and (%s) or (%s))", lost, reach));
    add_own_let(m, "inside",
                "select((inside_gap <= 0) == (inside_gap - dun <= 0), 1, "
                "select(inside_gap <= 0, inside_gap/dun, 1 - inside_gap/dun))");
}

/* Defines the lets of a law, which are evaluated in each step, in the order of the file. */
static void define_lets(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "let");
    struct lt_formula_law *law = m->law;
    law->condition = lt_arena_get(m->arena, (lt_making_count(node) + 1) * sizeof *law->condition);
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t slot = lt_making_slots(m, 1);
        struct lt_rule *rule = NULL;
        lt_making_check_name(m, child);
        if (!lt_making_comes_later(m, child))
            rule = lt_making_rule(m, &law->step, child, child->key, LT_FORMULA_EITHER, slot, 0);
        bool condition = rule && rule->formula->kind == LT_FORMULA_CONDITION;
        lt_making_know(m, child->key, condition ? LT_NAME_CONDITION : LT_NAME_LET, slot);
        if (!condition)
            continue;
        rule->when = LT_RULE_ACTIVE;
        law->condition[law->n_conditions++] = slot;
    }
    if (law->n_conditions > CONDITIONS_MOST)
        lt_errors_add(m->reader->errors, node->mark, "more than %d conditions", CONDITIONS_MOST);
}

/* Reads the condition under which the contact acts; by default it is un <= 0, touch. */
static void read_active(struct lt_making *m) {
    static const struct lt_node touch = {.kind = LT_SCALAR, .text = "un <= 0"};
    const struct lt_node *node = lt_tree_child(m->define, "active");
    m->law->has_active = node != NULL;
    if (!m->part || node)
        lt_making_rule(m, &m->law->step, node ? node : &touch, "active", LT_FORMULA_CONDITION,
                       m->law->active, LT_RULE_ALWAYS);
    lt_making_know(m, "active", LT_NAME_CONDITION, m->law->active);
}

/* Reads the forces NAME, or their viscous fractions, in N or N m, of which the first is FIRST
 * in lt_making_made: viscous ones are N_FORCES higher. Sets the directions in which the law
 * acts. Forces that are not given are 0. */
static void read_forces(struct lt_making *m, const char *name, size_t first) {
    const struct lt_node *node = lt_making_section(m, name);
    struct lt_formula_law *law = m->law;
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t i = first;
        while (i < first + N_FORCES && strcmp(lt_making_made[i], child->key) != 0)
            i++;
        if (i == first + N_FORCES) {
            lt_schema_unknown(m->reader, child->key_mark, "component", child->key,
                              lt_making_made + first, N_FORCES);
            continue;
        }
        if (m->part && !(lt_formula_part_makes(m->kind) >> i & 1u))
            lt_errors_add(m->reader->errors, child->key_mark,
                          "a %s part makes %s and no other force", lt_own_part_kinds[m->kind],
                          lt_formula_part_makes_text(m->kind));
        if (!lt_making_comes_later(m, child))
            lt_making_rule(m, &law->step, child, child->key, LT_FORMULA_NUMBER, law->made + i,
                           LT_RULE_ACTIVE);
        lt_making_know(m, lt_making_made[i], LT_NAME_COLUMN, law->made + i);
        law->law.acts |= 1u << (i - first);
    }
    for (size_t i = first; i < first + N_FORCES; i++)
        if (!lt_making_find(m, lt_making_made[i]))
            lt_making_know(m, lt_making_made[i], LT_NAME_COLUMN, law->made + i);
}

/* Reads the formulas of the next state, evaluated while the contact is active, and for a state
 * that stays also in the step that ends it; each state must have one, and unknown states are
 * reported. */
static void read_next(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "next");
    struct lt_formula_law *law = m->law;
    const char **names = lt_arena_get(m->arena, (law->law.n_state + 1) * sizeof *names);
    for (size_t i = 0; i < law->law.n_state; i++) {
        names[i] = m->state[i].name;
        const struct lt_node *child = node ? lt_tree_child(node, names[i]) : NULL;
        if (child)
            lt_making_rule(m, &law->step, child, lt_arena_print(m->arena, "next %s", names[i]),
                           LT_FORMULA_NUMBER, law->next + i,
                           law->stays[i] ? LT_RULE_BOOKS : LT_RULE_ACTIVE);
        else
            lt_errors_add(m->reader->errors, (node ? node : m->define)->mark,
                          "the state '%s' has no formula in 'next'", names[i]);
    }
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t i = 0;
        while (i < law->law.n_state && strcmp(names[i], child->key) != 0)
            i++;
        if (i == law->law.n_state)
            lt_schema_unknown(m->reader, child->key_mark, "state", child->key, names, i);
    }
}

/* Reads the formula of result I of the step (see lt_making_made), evaluated at the times WHEN, if
 * it is given. */
static void read_made(struct lt_making *m, size_t i, unsigned when) {
    const struct lt_node *node = lt_tree_child(m->define, lt_making_made[i]);
    if (node)
        lt_making_rule(m, &m->law->step, node, lt_making_made[i], LT_FORMULA_NUMBER,
                       m->law->made + i, when);
    if (i < LT_MAKING_NAMED)
        lt_making_know(m, lt_making_made[i], LT_NAME_COLUMN, m->law->made + i);
}

/* Reads the formulas of dissipated energies, in J per step. */
static void read_losses(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "losses");
    struct lt_formula_law *law = m->law;
    m->losses = lt_arena_get(m->arena, (lt_making_count(node) + 1) * sizeof *m->losses);
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t i = law->law.n_losses++;
        const char *name = lt_arena_print(m->arena, "E_%s", child->key);
        m->losses[i] = (struct lt_field){.name = child->key, .unit = "J", .doc = child->key};
        if (lt_schema_new_name(m->reader, child) && lt_names_reserved(name))
            lt_errors_add(m->reader->errors, child->key_mark,
                          "'%s' is already taken: choose another name", name);
        lt_making_rule(m, &law->step, child, name, LT_FORMULA_NUMBER, law->losses + i,
                       LT_RULE_BOOKS);
        lt_making_know(m, name, LT_NAME_COLUMN, law->losses + i);
    }
    law->law.losses = m->losses;
}

/* Reads the viscosity of a damping part, which other parts use. */
static void read_viscosity(struct lt_making *m) {
    const struct lt_node *node = m->part ? lt_tree_child(m->define, "viscosity") : NULL;
    const size_t slot = lt_making_slots(m, 1);
    struct lt_rule *rule = node ? lt_making_rule(m, &m->law->step, node, "viscosity",
                                                 LT_FORMULA_NUMBER, slot, LT_RULE_ACTIVE)
                                : NULL;
    if (rule)
        m->law->viscosity = *rule;
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Makes a state of a condition, whose value is in SLOT, that an event watches: 1 while it holds.
 * Returns the name of that state. */
static const char *watch_condition(struct lt_making *m, const char *condition, size_t slot) {
    struct lt_formula_law *law = m->law;
    if (slot == law->active)
        return "active";
    for (size_t i = 0; i < law->n_flags; i++)
        if (law->flags[i] == slot)
            return condition;
    law->flags[law->n_flags++] = slot;
    m->state[law->law.n_state++] =
        (struct lt_field){.name = condition, .unit = "1", .doc = "1 while it holds"};
    return condition;
}

/* Defines the events of a law, each the change of a condition of 'let' or of 'active'. */
static void define_events(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "events");
    struct lt_event *events = lt_arena_get(m->arena, (lt_making_count(node) + 1) * sizeof *events);
    m->law->flags = lt_arena_get(m->arena, (lt_making_count(node) + 1) * sizeof *m->law->flags);
    m->law->law.events = events;
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        lt_making_check_name(m, child);
        if (!lt_schema_is(m->reader, child, LT_SCALAR, "a condition of 'let', or 'active'"))
            continue;
        const struct lt_name *name = lt_making_find(m, child->text);
        if (!name || name->kind != LT_NAME_CONDITION || name->slot < m->law->first)
            lt_errors_add(m->reader->errors, child->mark,
                          "'%s' is neither a condition of 'let' nor 'active'", child->text);
        else
            *events++ =
                (struct lt_event){child->key, watch_condition(m, name->name, name->slot), 1, 1};
        lt_making_know(m, child->key, LT_NAME_COLUMN, 0);
    }
}

/* ---- The whole --------- */

/* Marks lets as needed at the times of the rules that use them, and drops automatically added ones
 * without a use; notes those of the file that nothing uses. */
static void spread_needs(struct lt_making *m) {
    struct lt_rules *step = &m->law->step;
    for (size_t i = step->count; i-- > 0;)
        for (size_t k = 0; k < step->list[i].formula->n_used; k++)
            for (size_t j = 0; j < i; j++)
                if (step->list[j].slot == step->list[i].formula->used[k]->slot &&
                    step->list[j].slot > m->law->active)
                    step->list[j].when |= step->list[i].when;
    const size_t count = m->reader->errors->failures ? 0 : step->count;
    for (size_t i = 0, kept = 0; i < count; i++) {
        const struct lt_rule *rule = &step->list[i];
        if (rule->when == 0 && rule->slot >= m->lets)
            lt_errors_note(m->reader->errors, rule->formula->mark, "nothing uses '%s'", rule->name);
        step->count = kept += rule->when != 0;
        if (rule->when)
            step->list[kept - 1] = *rule;
    }
}

/* Reads all formulas of a law that are evaluated in each step, in the order in which they may use
 * each other. */
void lt_parse_law_step(struct lt_making *m) {
    struct lt_formula_law *law = m->law;
    /* Slots first, then formulas: each may use the names that are declared before it. */
    law->first = law->made = lt_making_slots(m, LT_MAKING_MADE);
    law->losses = lt_making_slots(m, lt_making_count(lt_tree_child(m->define, "losses")));
    law->next =
        lt_making_slots(m, law->law.n_state + lt_making_count(lt_tree_child(m->define, "events")));
    law->active = lt_making_slots(m, 1);
    define_inside(m);
    m->lets = m->names.slots;
    define_lets(m);
    read_active(m);
    read_forces(m, "force", 0);
    read_forces(m, "viscous", N_FORCES);
    read_next(m);
    read_made(m, STRAIN, LT_RULE_ACTIVE);
    read_losses(m);
    read_made(m, CROSS, LT_RULE_BOOKS);
    read_made(m, DEFECT, LT_RULE_BOOKS);
    if (!m->part)
        read_made(m, LOST_GAP, LT_RULE_ACTIVE);
    read_viscosity(m);
    read_made(m, CAP, LT_RULE_ACTIVE);
    law->law.has_cap = lt_tree_child(m->define, lt_making_made[CAP]) != NULL;
    define_events(m);
    spread_needs(m);
}
