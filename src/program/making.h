/* SPDX-License-Identifier: GPL-3.0-or-later */
/* making.h: builds a law from a stage program: its names, numbers and formulas. */
#ifndef LT_MAKING_H
#define LT_MAKING_H

#include "base/arena.h"
#include "program/parse.h"
#include "registry/formula_part.h"

/* A law being built. */
struct lt_making {
    struct lt_reader *reader;
    struct lt_arena *arena;
    const struct lt_node *define;
    struct lt_formula_law *law;
    struct lt_field *params, *state, *losses;
    struct lt_names names; /* what the next formula may use */
    size_t room;           /* for names, for rules */
    size_t lets;           /* first slot of those of the file */
    bool part;             /* of the law contact, ... */
    enum lt_kind kind;     /* ... of this kind */
    const char *equations;
};

/* Reserves COUNT slots for numbers of the law; returns the first of them. */
size_t lt_making_slots(struct lt_making *m, size_t count);

/* Makes NAME, whose value is in SLOT, visible to the formulas that follow. */
void lt_making_know(struct lt_making *m, const char *name, enum lt_name_kind kind, size_t slot);
const struct lt_name *lt_making_find(const struct lt_making *m, const char *name); /* NULL: none */

/* An error, unless the key of the node is a new name. */
void lt_making_check_name(struct lt_making *m, const struct lt_node *node);

/* A section; NULL if it is missing or not a map. */
const struct lt_node *lt_making_section(struct lt_making *m, const char *name);

/* The first child of a section, and the number of its children; NULL and 0 for a missing
 * section. */
const struct lt_node *lt_making_first(const struct lt_node *node);
size_t lt_making_count(const struct lt_node *node);

/* The number in UNIT; false and an error: it is not a number. */
bool lt_making_number(struct lt_making *m, const struct lt_node *node, const char *unit,
                      double *value);
const char *lt_making_unit(struct lt_making *m, const struct lt_node *node);

/* The SI unit in which a quantity is stored: the unit given, or the one of the quantity's
 * dimension. */
const char *lt_making_unit_of(struct lt_making *m, const struct lt_node *node);

/* True and an error: it uses a name that is defined further down. */
bool lt_making_comes_later(struct lt_making *m, const struct lt_node *node);

/* Reads the formula of a node, called WHAT in messages, over NAMES; NULL after an error. */
const struct lt_formula *lt_making_formula(struct lt_making *m, const struct lt_node *node,
                                           const char *what, enum lt_formula_kind kind,
                                           const struct lt_names *names);

/* Add a rule for a slot; NULL and an error: its formula is wrong. */
struct lt_rule *lt_making_rule(struct lt_making *m, struct lt_rules *rules,
                               const struct lt_node *node, const char *name,
                               enum lt_formula_kind kind, size_t slot, unsigned when);

/* The outputs of a step, by their index. */
#define LT_MAKING_NAME(name) #name,
static const char *const lt_making_made[] = {LT_FORMULA_LAW_MADE(LT_MAKING_NAME)};
/* The last two, lost_gap and cap, are no names: formulas do not read them. */
enum {
    LT_MAKING_MADE = sizeof lt_making_made / sizeof *lt_making_made,
    LT_MAKING_NAMED = LT_MAKING_MADE - 2
};

/* The rules of a step, in parse_law_step.c. */
void lt_parse_law_step(struct lt_making *m);

#endif
