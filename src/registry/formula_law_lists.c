/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formula_law_lists.c: the rules of a law's step as lists of operations. */
#include "registry/formula_law.h"

#include "base/arena.h"

/* Adds the number to a list of operations; returns the number of its value there. */
static size_t add_literal(struct lt_ops_making *making, double number) {
    return lt_ops_add(making, &(struct lt_term){.code = LT_OP_NUMBER, .number = number});
}

/* Adds the value of a slot, whichever rule computes it; returns the number of its value in the
 * list. */
static size_t add_slot(struct lt_ops_making *making, size_t slot) {
    const struct lt_name name = {.slot = slot};
    return lt_ops_add(making, &(struct lt_term){.code = LT_OP_INPUT, .name = &name});
}

static const unsigned needed[] = {
    [LT_FORMULA_LAW_TRY] = LT_RULE_ALWAYS,
    [LT_FORMULA_LAW_ON] = LT_RULE_ALWAYS | LT_RULE_ACTIVE | LT_RULE_BOOKS,
    [LT_FORMULA_LAW_OFF] = LT_RULE_ALWAYS | LT_RULE_BOOKS,
};

/* Begins a list with the values of quantities without a rule: 0, or the old value for states
 * that persist. */
static void add_zeros(const struct lt_formula_law *law, struct lt_ops_making *making) {
    const size_t zero = add_literal(making, 0);
    for (size_t slot = law->first; slot < law->slots; slot++)
        lt_ops_define(making, slot, zero);
    for (size_t i = 0; i < law->law.n_state; i++)
        if (law->stays[i])
            lt_ops_define(making, law->next + i, add_slot(making, law->state + i));
}

/* Adds the rules that apply in the case STEP. Within them 'active' is a known number, 1 in a
 * contact and 0 without, so that formulas of it shrink. */
static void add_rules(const struct lt_formula_law *law, struct lt_ops_making *making,
                      enum lt_formula_law_step step) {
    const bool on = step == LT_FORMULA_LAW_ON;
    for (size_t i = 0; i < law->step.count; i++) {
        const struct lt_rule *rule = &law->step.list[i];
        if (!(rule->when & needed[step]))
            continue;
        const size_t value = lt_ops_add(making, rule->formula->term);
        if (rule->slot == law->active)
            lt_ops_result(making, value);
        lt_ops_define(making, rule->slot,
                      rule->slot == law->active ? add_literal(making, on) : value);
    }
}

/* Adds the sum of an elastic force and its viscous part, given by their slots; returns the
 * number of its value in the list. */
static size_t add_force(struct lt_ops_making *making, size_t slot, size_t viscous) {
    const size_t force = add_slot(making, slot), part = add_slot(making, viscous);
    return lt_ops_apply(making, LT_OP_ADD, force, part, force);
}

/* Adds the results in the order in which a step reads them; ON: the contact is active, else
 * flags and conditions are 0. */
static void add_results(const struct lt_formula_law *law, struct lt_ops_making *making, bool on) {
    const size_t own = law->law.n_state - law->n_flags;
    for (size_t i = 0; i < 6; i++)
        lt_ops_result(making, add_force(making, law->made + i, law->made + 6 + i));
    for (size_t i = 6; i < LT_FORMULA_LAW_RESULTS; i++)
        lt_ops_result(making, add_slot(making, law->made + i));
    for (size_t i = 0; i < law->law.n_losses; i++)
        lt_ops_result(making, add_slot(making, law->losses + i));
    for (size_t i = 0; i < own; i++)
        lt_ops_result(making, add_slot(making, law->next + i));
    for (size_t i = 0; i < law->n_flags; i++)
        lt_ops_result(making, on ? add_slot(making, law->flags[i]) : add_literal(making, 0));
    for (size_t i = 0; i < law->n_conditions; i++)
        lt_ops_result(making, on ? add_slot(making, law->condition[i]) : add_literal(making, 0));
}

/* True if the quantity in SLOT is constant during a run; false: it is motion or state. */
static bool is_fixed(const struct lt_formula_law *law, size_t slot) {
    const bool moves = slot >= law->move && slot <= law->inside;
    return !moves && !(slot >= law->state && slot < law->state + law->law.n_state);
}

/* Sets law->moves, the bits of the quantities of the motion that a list reads, and appends to
 * law->fixed the slots that are constant in a run. */
static void part_inputs(struct lt_formula_law *law, const struct lt_ops *ops) {
    for (size_t i = 0; i < ops->n_inputs; i++) {
        const size_t slot = ops->slots[i];
        if (slot >= law->move && slot <= law->inside)
            law->moves |= UINT32_C(1) << (slot - law->move);
        else if (is_fixed(law, slot))
            law->fixed[law->n_fixed++] = slot;
    }
}

/* Compiles the list of operations for the case STEP into law->lists. False: the law is too
 * large. */
static bool make_list(struct lt_formula_law *law, enum lt_formula_law_step step,
                      struct lt_arena *arena) {
    struct lt_ops_making *making = lt_ops_begin(arena);
    add_zeros(law, making);
    add_rules(law, making, step);
    if (step != LT_FORMULA_LAW_TRY)
        add_results(law, making, step == LT_FORMULA_LAW_ON);
    law->lists[step] = lt_ops_end(making, &law->frame);
    return law->lists[step];
}

/* Compiles the lists of all cases of a step and finds their inputs. False: the law has too many
 * operations, states or losses. */
bool lt_formula_law_lists_make(struct lt_formula_law *law, struct lt_arena *arena) {
    size_t inputs = 0;
    law->frame = law->slots;
    for (enum lt_formula_law_step step = 0; step < LT_FORMULA_LAW_LISTS; step++) {
        if (!make_list(law, step, arena))
            return false;
        inputs += law->lists[step]->n_inputs;
    }
    law->fixed = lt_arena_get(arena, (inputs + 1) * sizeof *law->fixed);
    for (enum lt_formula_law_step step = 0; step < LT_FORMULA_LAW_LISTS; step++)
        part_inputs(law, law->lists[step]);
    return law->law.n_state <= LT_FORMULA_LAW_MOST && law->law.n_losses <= LT_FORMULA_LAW_MOST;
}
