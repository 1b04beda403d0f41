/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_law.c: law: {name: mine, define: {...}}, a law written in the stage program. */
#include "base/arena.h"
#include "base/units.h"
#include "program/parse.h"
#include "registry/laws.h"
#include "registry/lualaw.h"
#include "verify/audit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONDITIONS_MOST = 50 }; /* a branch is their sum, each with a bit of its own */

/* A law under way. */
struct making {
    struct lt_reader *reader;
    struct lt_arena *arena;
    const struct lt_node *define;
    struct lt_lualaw *law;
    struct lt_field *params, *state, *losses;
    struct lt_names names; /* what the next formula may use */
    size_t room;           /* for names, for rules */
    const char *equations;
};

/* ---- Names ----------------------------------------------------------------------------------- */

static size_t reserve(struct making *m, size_t count) {
    size_t first = m->names.slots;
    m->names.slots += count;
    return first;
}

static void know(struct making *m, const char *name, enum lt_name_kind kind, size_t slot) {
    m->names.list[m->names.count++] = (struct lt_name){name, "", "", kind, slot};
}

static const struct lt_name *find(const struct making *m, const char *name) {
    for (size_t i = 0; i < m->names.count; i++)
        if (strcmp(m->names.list[i].name, name) == 0)
            return &m->names.list[i];
    return NULL;
}

/* What a step makes, and what it is given. */
#define MADE(name)        #name,
#define GIVEN(name, unit) #name,
static const char *const made[] = {LT_LUALAW_MADE(MADE)};
static const char *const given[] = {LT_MOVE(GIVEN) "was_active", "inside", "speed"};
enum { N_MADE = sizeof made / sizeof *made, N_FORCES = 6, STRAIN = 12, CROSS, DEFECT };
enum { N_GIVEN = sizeof given / sizeof *given };

static bool is_one_of(const char *name, const char *const *names, size_t count) {
    while (count > 0 && strcmp(names[count - 1], name) != 0)
        count--;
    return count > 0;
}

static void check_name(struct making *m, const struct lt_node *node) {
    if (lt_schema_new_name(m->reader, node) &&
        (find(m, node->key) || is_one_of(node->key, made, N_MADE) ||
         is_one_of(node->key, given, N_GIVEN)))
        lt_errors_add(m->reader->errors, node->key_mark, "'%s' has a meaning already", node->key);
}

/* A section, which may be missing; NULL, too, if it is no map. */
static const struct lt_node *section(struct making *m, const char *name) {
    const struct lt_node *node = lt_tree_child(m->define, name);
    return node && lt_schema_is(m->reader, node, LT_MAP, "a map") ? node : NULL;
}

static const struct lt_node *first_of(const struct lt_node *node) {
    return node ? node->first : NULL;
}

static size_t count_of(const struct lt_node *node) {
    return node ? node->count : 0;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool read_number(struct making *m, const struct lt_node *node, const char *unit,
                        double *value) {
    char why[400];
    if (!lt_schema_is(m->reader, node, LT_SCALAR, "a number"))
        return false;
    if (lt_units_read(node->text, unit, value, why, sizeof why) == LT_QUANTITY_OK)
        return true;
    lt_errors_add(m->reader->errors, node->mark, "%s", why);
    return false;
}

static const char *read_unit(struct making *m, const struct lt_node *node) {
    if (lt_schema_is(m->reader, node, LT_SCALAR, "a unit") && !lt_units_known(node->text))
        lt_errors_add(m->reader->errors, node->mark,
                      "'%s' is no unit of the SI without a prefix; write it like 'N/m'",
                      node->text);
    return node->kind == LT_SCALAR ? node->text : "1";
}

/* The unit of the SI in which a quantity is kept: its own, or the one of its dimension. */
static const char *unit_of(struct making *m, const struct lt_node *node) {
    static const char *const common[] = {
        "1",     "m",     "m^2",    "kg",   "s",    "N",       "Pa",      "N/m",
        "N s/m", "m/s",   "J",      "N m",  "rad",  "1/s",     "1/m",     "J/m^2",
        "rad/s", "m/s^2", "kg/m^3", "1/Pa", "Pa s", "N m/rad", "N/m^1.5", "N m s/rad"};
    char *end, why[400];
    double value;
    if (lt_units_read(node->text, "", &value, why, sizeof why) != LT_QUANTITY_OK)
        return ""; /* whoever reads the number says why */
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
                  "no unit of the SI is known for '%s'; write {default: ..., unit: ...}",
                  node->text);
    return "1";
}

/* ---- Formulas -------------------------------------------------------------------------------- */

static bool is_word_at(const char *text, const char *at, const char *word) {
    size_t n = strlen(word);
    bool begins = at == text || !(isalnum((unsigned char)at[-1]) || strchr("_.", at[-1]));
    return begins && strncmp(at, word, n) == 0 && !isalnum((unsigned char)at[n]) && at[n] != '_';
}

/* A name that is made further down. */
static bool comes_later(struct making *m, const struct lt_node *node) {
    for (const struct lt_node *later = node; later && node->text; later = later->next)
        for (const char *at = node->text; later->key && *at; at++)
            if (is_word_at(node->text, at, later->key)) {
                lt_errors_add(m->reader->errors, node->mark,
                              "%s: '%s' is not known yet: a formula may use what stands above it",
                              node->key, later->key);
                return true;
            }
    return false;
}

static const struct lt_formula *read_text(struct making *m, const struct lt_node *node,
                                          const char *what, enum lt_formula_kind kind,
                                          const struct lt_names *names) {
    if (!lt_schema_is(m->reader, node, LT_SCALAR, "a formula"))
        return NULL;
    struct lt_mark mark = node->mark;
    mark.column += node->quoted;
    return lt_formula_read(node->text, mark, what, kind, names, &m->reader->program->n_formulas,
                           m->arena, m->reader->errors);
}

static struct lt_rule *add_rule(struct making *m, struct lt_rules *rules,
                                const struct lt_node *node, const char *name,
                                enum lt_formula_kind kind, size_t slot, unsigned when) {
    struct lt_rule *rule = &rules->list[rules->count];
    *rule = (struct lt_rule){name, read_text(m, node, name, kind, &m->names), slot, when};
    if (!rule->formula)
        return NULL;
    rules->count++;
    if (node->key)
        m->equations = lt_arena_print(m->arena, "%s%s = %s\n", m->equations, name, node->text);
    return rule;
}

/* A let is needed whenever a rule that uses it is. */
static void spread_needs(struct making *m) {
    struct lt_rules *step = &m->law->step;
    for (size_t i = step->count; i-- > 0;)
        for (size_t k = 0; k < step->list[i].formula->n_used; k++)
            for (size_t j = 0; j < i; j++)
                if (step->list[j].slot == step->list[i].formula->used[k]->slot &&
                    step->list[j].slot > m->law->active)
                    step->list[j].when |= step->list[i].when;
    for (size_t i = 0; i < step->count && m->reader->errors->failures == 0; i++)
        if (step->list[i].when == 0)
            lt_errors_note(m->reader->errors, step->list[i].formula->mark, "nothing uses '%s'",
                           step->list[i].name);
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static void read_mix(struct making *m, const struct lt_node *node, struct lt_field *field,
                     struct lt_rule *rule) {
    static const char *const words[] = {"min",    "max",       "mean", "harmonic",
                                        "series", "geometric", NULL};
    static const enum lt_mix mixes[] = {LT_MIN,      LT_MAX,    LT_MEAN,
                                        LT_HARMONIC, LT_SERIES, LT_GEOMETRIC};
    for (size_t i = 0; node->kind == LT_SCALAR && words[i]; i++)
        if (strcmp(node->text, words[i]) == 0) {
            field->mix = mixes[i];
            return;
        }
    size_t a = m->law->mix_a;
    struct lt_name *list = lt_arena_get(m->arena, 2 * sizeof *list);
    list[0] = (struct lt_name){"a", "", "", LT_NAME_LET, a};
    list[1] = (struct lt_name){"b", "", "", LT_NAME_LET, a + 1};
    struct lt_names of_two = {.list = list, .count = 2, .scope = LT_SCOPE_STEP};
    const char *name = lt_arena_print(m->arena, "mix of %s", field->name);
    field->mix = LT_EACH;
    *rule = (struct lt_rule){name, read_text(m, node, name, LT_FORMULA_NUMBER, &of_two), a + 2,
                             LT_RULE_ALWAYS};
}

static const struct lt_key param_keys[] = {{.name = "default"}, {.name = "unit"}, {.name = "min"},
                                           {.name = "max"},     {.name = "mix"},  {.name = "doc"},
                                           {.name = NULL}};

static void read_details(struct making *m, const struct lt_node *node, struct lt_field *field,
                         struct lt_rule *mix) {
    lt_schema_map(m->reader, node, param_keys, NULL);
    const struct lt_node *preset = lt_tree_child(node, "default"),
                         *unit = lt_tree_child(node, "unit"), *low = lt_tree_child(node, "min"),
                         *high = lt_tree_child(node, "max"), *rule = lt_tree_child(node, "mix"),
                         *doc = lt_tree_child(node, "doc");
    if (unit)
        field->unit = read_unit(m, unit);
    else if (preset && preset->kind == LT_SCALAR)
        field->unit = unit_of(m, preset);
    if (preset)
        read_number(m, preset, field->unit, &field->preset);
    if (low)
        read_number(m, low, field->unit, &field->min);
    if (high)
        read_number(m, high, field->unit, &field->max);
    if (rule)
        read_mix(m, rule, field, mix);
    if (doc)
        lt_schema_text(m->reader, doc, NULL, &field->doc);
    if (field->min > field->max || field->preset < field->min || field->preset > field->max)
        lt_errors_add(m->reader->errors, node->mark,
                      "the default %g of '%s' is outside its range, %g to %g", field->preset,
                      field->name, field->min, field->max);
}

static void read_params(struct making *m) {
    const struct lt_node *node = section(m, "params");
    struct lt_lualaw *law = m->law;
    m->params = lt_arena_get(m->arena, (count_of(node) + 1) * sizeof *m->params);
    law->mixes = lt_arena_get(m->arena, (count_of(node) + 1) * sizeof *law->mixes);
    law->mix_a = reserve(m, 3);
    law->params = reserve(m, count_of(node));
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t i = law->law.n_params++;
        m->params[i] = (struct lt_field){.name = child->key,
                                         .unit = "1",
                                         .preset = NAN,
                                         .min = -INFINITY,
                                         .max = INFINITY,
                                         .doc = ""};
        check_name(m, child);
        if (child->kind == LT_MAP)
            read_details(m, child, &m->params[i], &law->mixes[i]);
        else if (lt_schema_is(m->reader, child, LT_SCALAR, "a quantity, its default")) {
            m->params[i].unit = unit_of(m, child);
            read_number(m, child, m->params[i].unit, &m->params[i].preset);
        }
        know(m, child->key, LT_NAME_PARAM, law->params + i);
    }
    law->law.params = m->params;
}

/* ---- What is made once ----------------------------------------------------------------------- */

#define KNOW_PAIR(name, ...) know(m, #name, LT_NAME_PARAM, reserve(m, 1));

static void read_constants(struct making *m) {
    const struct lt_node *node = section(m, "constants");
    m->law->pair = m->names.slots;
    LT_LUALAW_PAIR(KNOW_PAIR)
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t slot = reserve(m, 1);
        check_name(m, child);
        if (!comes_later(m, child))
            add_rule(m, &m->law->constants, child, child->key, LT_FORMULA_NUMBER, slot, 0);
        know(m, child->key, LT_NAME_PARAM, slot);
    }
}

static void read_contact_time(struct making *m) {
    const struct lt_node *node = lt_tree_child(m->define, "contact_time");
    struct lt_lualaw *law = m->law;
    law->speed = reserve(m, 2);
    if (!node)
        return;
    struct lt_names names = m->names;
    names.list = lt_arena_get(m->arena, (names.count + 1) * sizeof *names.list);
    memcpy(names.list, m->names.list, names.count * sizeof *names.list);
    names.list[names.count++] = (struct lt_name){"speed", "", "", LT_NAME_PARAM, law->speed};
    law->contact_time = (struct lt_rule){
        "contact_time", read_text(m, node, "contact_time", LT_FORMULA_NUMBER, &names),
        law->speed + 1, 0};
    law->law.contact_time = lt_lualaw_contact_time;
}

/* ---- State and motion ------------------------------------------------------------------------ */

static const struct lt_key state_keys[] = {
    {.name = "unit", .required = true}, {.name = "stays"}, {.name = "doc"}, {.name = NULL}};

static void read_variable(struct making *m, const struct lt_node *node, struct lt_field *field,
                          bool *stays) {
    *field = (struct lt_field){.name = node->key, .unit = "1", .doc = ""};
    check_name(m, node);
    if (node->kind != LT_MAP) {
        field->unit = read_unit(m, node);
        return;
    }
    lt_schema_map(m->reader, node, state_keys, NULL);
    const struct lt_node *unit = lt_tree_child(node, "unit"), *doc = lt_tree_child(node, "doc"),
                         *flag = lt_tree_child(node, "stays");
    if (unit)
        field->unit = read_unit(m, unit);
    if (doc)
        lt_schema_text(m->reader, doc, NULL, &field->doc);
    if (flag)
        lt_schema_flag(m->reader, flag, NULL, stays);
}

/* A memory that outlives the contact is what `recontact` looks for: the law says so. */
static void declare_memory(struct making *m, const char *name) {
    struct lt_shortfall *list = lt_arena_get(m->arena, 2 * sizeof *list);
    list[0] = (struct lt_shortfall){"recontact", "true", INFINITY,
                                    lt_arena_print(m->arena, "the state %s stays: true", name)};
    list[1] = (struct lt_shortfall){.check = NULL};
    m->law->law.declares = list;
}

static void read_state(struct making *m) {
    const struct lt_node *node = section(m, "state");
    struct lt_lualaw *law = m->law;
    size_t most = count_of(node) + count_of(lt_tree_child(m->define, "events"));
    m->state = lt_arena_get(m->arena, (most + 1) * sizeof *m->state);
    law->stays = lt_arena_get(m->arena, most + 1);
    law->state = reserve(m, most);
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t i = law->law.n_state++;
        read_variable(m, child, &m->state[i], &law->stays[i]);
        know(m, child->key, LT_NAME_STATE, law->state + i);
        if (law->stays[i])
            declare_memory(m, child->key);
    }
    law->law.state = m->state;
}

#define KNOW_MOVE(name, unit)                                                                      \
    know(m, strcmp(#name, "active") == 0 ? "was_active" : #name,                                   \
         strcmp(#name, "active") == 0 ? LT_NAME_CONDITION : LT_NAME_COLUMN, reserve(m, 1));

static void know_motion(struct making *m) {
    m->law->move = m->names.slots;
    LT_MOVE(KNOW_MOVE)
    m->law->inside = reserve(m, 1);
    know(m, "inside", LT_NAME_COLUMN, m->law->inside);
}

/* ---- A step ---------------------------------------------------------------------------------- */

static void read_lets(struct making *m) {
    const struct lt_node *node = section(m, "let");
    struct lt_lualaw *law = m->law;
    law->condition = lt_arena_get(m->arena, (count_of(node) + 1) * sizeof *law->condition);
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t slot = reserve(m, 1);
        struct lt_rule *rule = NULL;
        check_name(m, child);
        if (!comes_later(m, child))
            rule = add_rule(m, &law->step, child, child->key, LT_FORMULA_EITHER, slot, 0);
        bool condition = rule && rule->formula->kind == LT_FORMULA_CONDITION;
        know(m, child->key, condition ? LT_NAME_CONDITION : LT_NAME_LET, slot);
        if (!condition)
            continue;
        rule->when = LT_RULE_ACTIVE;
        law->condition[law->n_conditions++] = slot;
    }
    if (law->n_conditions > CONDITIONS_MOST)
        lt_errors_add(m->reader->errors, node->mark, "more than %d conditions", CONDITIONS_MOST);
}

static void read_active(struct making *m) {
    static const struct lt_node touch = {.kind = LT_SCALAR, .text = "un <= 0"};
    const struct lt_node *node = lt_tree_child(m->define, "active");
    add_rule(m, &m->law->step, node ? node : &touch, "active", LT_FORMULA_CONDITION, m->law->active,
             LT_RULE_ALWAYS);
    know(m, "active", LT_NAME_CONDITION, m->law->active);
}

/* Forces, or their viscous parts, which stand N_FORCES further. Where none is given it is 0. */
static void read_forces(struct making *m, const char *name, size_t first) {
    const struct lt_node *node = section(m, name);
    struct lt_lualaw *law = m->law;
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t i = first;
        while (i < first + N_FORCES && strcmp(made[i], child->key) != 0)
            i++;
        if (i == first + N_FORCES) {
            lt_schema_unknown(m->reader, child->key_mark, "component", child->key, made + first,
                              N_FORCES);
            continue;
        }
        if (!comes_later(m, child))
            add_rule(m, &law->step, child, child->key, LT_FORMULA_NUMBER, law->made + i,
                     LT_RULE_ACTIVE);
        know(m, made[i], LT_NAME_COLUMN, law->made + i);
        law->law.acts |= 1u << (i - first);
    }
    for (size_t i = first; i < first + N_FORCES; i++)
        if (!find(m, made[i]))
            know(m, made[i], LT_NAME_COLUMN, law->made + i);
}

static void read_next(struct making *m) {
    const struct lt_node *node = section(m, "next");
    struct lt_lualaw *law = m->law;
    const char **names = lt_arena_get(m->arena, (law->law.n_state + 1) * sizeof *names);
    for (size_t i = 0; i < law->law.n_state; i++) {
        names[i] = m->state[i].name;
        const struct lt_node *child = node ? lt_tree_child(node, names[i]) : NULL;
        if (child)
            add_rule(m, &law->step, child, lt_arena_print(m->arena, "next %s", names[i]),
                     LT_FORMULA_NUMBER, law->next + i, LT_RULE_ACTIVE);
        else
            lt_errors_add(m->reader->errors, (node ? node : m->define)->mark,
                          "the state '%s' has no formula in 'next'", names[i]);
    }
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t i = 0;
        while (i < law->law.n_state && strcmp(names[i], child->key) != 0)
            i++;
        if (i == law->law.n_state)
            lt_schema_unknown(m->reader, child->key_mark, "state", child->key, names, i);
    }
}

static void read_energy(struct making *m, size_t i, unsigned when) {
    const struct lt_node *node = lt_tree_child(m->define, made[i]);
    if (node)
        add_rule(m, &m->law->step, node, made[i], LT_FORMULA_NUMBER, m->law->made + i, when);
    know(m, made[i], LT_NAME_COLUMN, m->law->made + i);
}

static void read_losses(struct making *m) {
    const struct lt_node *node = section(m, "losses");
    struct lt_lualaw *law = m->law;
    m->losses = lt_arena_get(m->arena, (count_of(node) + 1) * sizeof *m->losses);
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        size_t i = law->law.n_losses++;
        const char *name = lt_arena_print(m->arena, "E_%s", child->key);
        m->losses[i] = (struct lt_field){.name = child->key, .unit = "J", .doc = child->key};
        if (lt_schema_new_name(m->reader, child) && lt_names_reserved(name))
            lt_errors_add(m->reader->errors, child->key_mark, "'%s' has a meaning already", name);
        add_rule(m, &law->step, child, name, LT_FORMULA_NUMBER, law->losses + i, LT_RULE_BOOKS);
    }
    law->law.losses = m->losses;
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* A condition that an event watches is a state of its own: 1 while it holds. */
static const char *watch(struct making *m, const char *condition, size_t slot) {
    struct lt_lualaw *law = m->law;
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

static void read_events(struct making *m) {
    const struct lt_node *node = section(m, "events");
    struct lt_event *events = lt_arena_get(m->arena, (count_of(node) + 1) * sizeof *events);
    m->law->flags = lt_arena_get(m->arena, (count_of(node) + 1) * sizeof *m->law->flags);
    m->law->law.events = events;
    for (const struct lt_node *child = first_of(node); child; child = child->next) {
        check_name(m, child);
        if (!lt_schema_is(m->reader, child, LT_SCALAR, "a condition of 'let', or 'active'"))
            continue;
        const struct lt_name *name = find(m, child->text);
        if (!name || name->kind != LT_NAME_CONDITION || name->slot < m->law->first)
            lt_errors_add(m->reader->errors, child->mark,
                          "'%s' is no condition of 'let', nor 'active'", child->text);
        else
            *events++ = (struct lt_event){child->key, watch(m, name->name, name->slot), 1, 1};
        know(m, child->key, LT_NAME_COLUMN, 0);
    }
}

/* ---- Declarations ---------------------------------------------------------------------------- */

static const struct lt_key declare_keys[] = {
    {.name = "most", .required = true}, {.name = "why", .required = true}, {.name = NULL}};

static void read_shortfall(struct making *m, const struct lt_node *node, const char *const *checks,
                           size_t count, struct lt_shortfall *to) {
    size_t i = 0;
    while (i < count && strcmp(checks[i], node->key) != 0)
        i++;
    if (i == count)
        lt_schema_unknown(m->reader, node->key_mark, "check", node->key, checks, count);
    if (!lt_schema_map(m->reader, node, declare_keys, NULL))
        return;
    const struct lt_node *most = lt_tree_child(node, "most"), *why = lt_tree_child(node, "why");
    *to = (struct lt_shortfall){.check = node->key, .when = "true"};
    if (most)
        read_number(m, most, "1", &to->most);
    if (why)
        lt_schema_text(m->reader, why, NULL, &to->why);
}

/* What the law falls short of, knowingly. */
static void read_declares(struct making *m) {
    const struct lt_node *node = section(m, "declares");
    struct lt_shortfall *list = lt_arena_get(m->arena, (count_of(node) + 2) * sizeof *list);
    const struct lt_shortfall *memory = m->law->law.declares;
    size_t count = 0;
    while (lt_audit_name(count))
        count++;
    const char **checks = lt_arena_get(m->arena, count * sizeof *checks);
    for (size_t i = 0; i < count; i++)
        checks[i] = lt_audit_name(i);
    m->law->law.declares = list;
    if (memory)
        *list++ = *memory;
    for (const struct lt_node *child = first_of(node); child; child = child->next)
        read_shortfall(m, child, checks, count, list++);
}

/* "exact", or a number above 0. */
static void read_order(struct making *m) {
    const struct lt_node *node = lt_tree_child(m->define, "order");
    double *order = &m->law->law.order;
    if (!node || !lt_schema_is(m->reader, node, LT_SCALAR, "a number, or exact"))
        return;
    if (strcmp(node->text, "exact") == 0)
        *order = LT_NO_ERROR;
    else if (read_number(m, node, "1", order) && !(*order > 0 && isfinite(*order)))
        lt_errors_add(m->reader->errors, node->mark,
                      "'%s' is no order of convergence; expected a number above 0, or exact",
                      node->text);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const struct lt_key define_keys[] = {
    {.name = "summary"}, {.name = "source"},    {.name = "params"},
    {.name = "state"},   {.name = "constants"}, {.name = "contact_time"},
    {.name = "let"},     {.name = "active"},    {.name = "force", .required = true},
    {.name = "viscous"}, {.name = "next"},      {.name = "strain"},
    {.name = "losses"},  {.name = "cross"},     {.name = "defect"},
    {.name = "events"},  {.name = "declares"},  {.name = "order"},
    {.name = NULL}};

static void describe(struct making *m, const char *name) {
    struct lt_law *law = &m->law->law;
    const struct lt_node *summary = lt_tree_child(m->define, "summary"),
                         *source = lt_tree_child(m->define, "source");
    law->abi = LT_ABI;
    law->size = LT_SIZES;
    law->lanes = LT_LANES;
    law->name = name;
    law->summary = "written in a stage program";
    law->source = m->reader->program->source->name;
    if (summary)
        lt_schema_text(m->reader, summary, NULL, &law->summary);
    if (source)
        lt_schema_text(m->reader, source, NULL, &law->source);
    law->derive = lt_lualaw_derive;
    law->one = lt_lualaw_one;
}

static struct lt_rules new_rules(const struct making *m) {
    return (struct lt_rules){.list = lt_arena_get(m->arena, m->room * sizeof(struct lt_rule))};
}

/* Slots begin behind those whose names depend on where a formula stands. */
static void begin(struct making *m) {
    m->room = 64;
    for (const struct lt_node *child = m->define->first; child; child = child->next)
        m->room += child->count;
    m->names = (struct lt_names){
        .list = lt_arena_get(m->arena, m->room * sizeof *m->names.list),
        .slots = LT_FIXED_SLOTS,
        .scope = LT_SCOPE_STEP,
    };
    m->law->constants = new_rules(m);
    m->law->step = new_rules(m);
    m->equations = "";
}

static void read_step(struct making *m) {
    struct lt_lualaw *law = m->law;
    law->first = law->made = reserve(m, N_MADE);
    law->losses = reserve(m, count_of(lt_tree_child(m->define, "losses")));
    law->next = reserve(m, law->law.n_state + count_of(lt_tree_child(m->define, "events")));
    law->active = reserve(m, 1);
    read_lets(m);
    read_active(m);
    read_forces(m, "force", 0);
    read_forces(m, "viscous", N_FORCES);
    read_next(m);
    read_energy(m, STRAIN, LT_RULE_ACTIVE);
    read_losses(m);
    read_energy(m, CROSS, LT_RULE_BOOKS);
    read_energy(m, DEFECT, LT_RULE_BOOKS);
    read_events(m);
    spread_needs(m);
}

/* ---- The section as text ----------------------------------------------------------------------
 */

/* In quotes, so that nothing in it means anything to YAML. */
static void write_scalar(const char *text, FILE *out) {
    fputc('"', out);
    for (; *text; text++) {
        if (strchr("\"\\", *text))
            fputc('\\', out);
        if (*text == '\n')
            fputs("\\n", out);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void write_node(const struct lt_node *node, int indent, FILE *out) {
    if (node->kind == LT_SCALAR) {
        write_scalar(node->text, out);
        fputc('\n', out);
        return;
    }
    fputs(node->first ? "\n" : node->kind == LT_MAP ? "{}\n" : "[]\n", out);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        fprintf(out, child->key ? "%*s%s: " : "%*s- ", indent, "", child->key);
        write_node(child, indent + 2, out);
    }
}

static const char *text_of(const struct lt_node *define, struct lt_arena *arena) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    fputs("  define:", out);
    write_node(define, 4, out);
    if (fclose(out) != 0)
        abort();
    const char *kept = lt_arena_copy(arena, text, size);
    free(text);
    return kept;
}

static const struct lt_node *definition(const struct lt_node *root) {
    const struct lt_node *law = lt_tree_child(root, "law");
    return law && law->kind == LT_MAP ? lt_tree_child(law, "define") : NULL;
}

static const struct lt_lualaw *make(struct lt_reader *reader, const struct lt_node *define,
                                    const char *name) {
    struct lt_program *program = reader->program;
    struct making m = {.reader = reader, .arena = program->arena, .define = define};
    size_t failures = reader->errors->failures;
    if (!lt_schema_map(reader, define, define_keys, NULL))
        return NULL;
    program->names = lt_names_new(NULL, NULL, 0, NULL, 0, program->arena);
    m.law = lt_arena_get(program->arena, sizeof *m.law);
    begin(&m);
    describe(&m, name);
    read_params(&m);
    read_constants(&m);
    read_contact_time(&m);
    read_state(&m);
    know_motion(&m);
    read_step(&m);
    read_declares(&m);
    read_order(&m);
    m.law->law.equations = m.equations;
    m.law->define = text_of(define, m.arena);
    m.law->slots = m.names.slots;
    return reader->errors->failures == failures ? m.law : NULL;
}

bool lt_parse_define(struct lt_reader *reader, const struct lt_node *root) {
    const struct lt_node *define = definition(root);
    if (!define)
        return false;
    const struct lt_node *name = lt_tree_child(define->parent, "name");
    const char *text = name && name->kind == LT_SCALAR ? name->text : "";
    if (lt_laws_find_in(reader->program->laws, text))
        lt_errors_add(reader->errors, name->mark, "'%s' is a law already; give yours another name",
                      text);
    reader->program->lualaw = make(reader, define, text);
    reader->program->law = reader->program->lualaw ? &reader->program->lualaw->law : NULL;
    return true;
}

/* Only the names of its parameters: the rest is not looked at yet. */
static const struct lt_law *declared(const struct lt_node *define, struct lt_arena *arena) {
    const struct lt_node *params = lt_tree_child(define, "params");
    struct lt_law *law = lt_arena_get(arena, sizeof *law);
    struct lt_field *fields = lt_arena_get(arena, (count_of(params) + 1) * sizeof *fields);
    for (const struct lt_node *child = first_of(params); child; child = child->next)
        if (child->key)
            fields[law->n_params++] = (struct lt_field){.name = child->key, .unit = "1", .doc = ""};
    law->name = "";
    law->params = fields;
    return law;
}

const struct lt_law *lt_parse_law_of(const struct lt_program *program, const struct lt_node *root) {
    const struct lt_node *define = definition(root);
    if (define)
        return define->kind == LT_MAP ? declared(define, program->arena) : NULL;
    const struct lt_node *law = lt_tree_child(root, "law");
    const struct lt_node *name = law && law->kind == LT_MAP ? lt_tree_child(law, "name") : NULL;
    return name && name->kind == LT_SCALAR ? lt_laws_find_in(program->laws, name->text) : NULL;
}
