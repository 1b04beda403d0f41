/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_law.c: law: {name: mine, define: {...}}, a law written in the stage program. */
#include "base/arena.h"
#include "program/making.h"
#include "program/presets.h"
#include "program/words.h"
#include "registry/checks.h"
#include "registry/laws.h"
#include "registry/parts.h"
#include "registry/roles.h"

#include <math.h>
#include <string.h>

/* ---- Parameters ------------------------------------------------------------------------------ */

/* Names that a formula of two materials may use. */
#define MIXED_NAME(name, ...) #name,
static const char *const mixed[] = {"a", "b", LT_FORMULA_LAW_MIXED(MIXED_NAME)};
enum { N_MIXED = sizeof mixed / sizeof *mixed };

/* Reads a rule by which a contact's parameter follows from both materials: a formula of a, b and
 * the other MIXED names, whose slots begin at FIRST. NULL after an error. */
struct lt_formula *lt_parse_law_mix(struct lt_reader *reader, const struct lt_node *node,
                                    const char *what, size_t first, struct lt_arena *arena) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "a formula"))
        return NULL;
    struct lt_name *list = lt_arena_get(arena, N_MIXED * sizeof *list);
    for (size_t i = 0; i < N_MIXED; i++)
        list[i] = (struct lt_name){mixed[i], "", "", LT_NAME_LET, first + i};
    struct lt_names names = {.list = list, .count = N_MIXED, .scope = LT_SCOPE_STEP};
    struct lt_mark mark = node->mark;
    mark.column += node->quoted;
    return lt_formula_read(node->text, mark, what, LT_FORMULA_NUMBER, &names, arena,
                           reader->errors);
}

/* Reads the rule of mixing of a parameter: one of the words of lt_laws_mix, or a formula.
 * TARGET: the parameter or state. */
static void read_mix(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct lt_making *m = reader->making;
    struct lt_field *field = target;
    for (size_t i = 0; node->kind == LT_SCALAR && lt_laws_mix[i]; i++)
        if (strcmp(node->text, lt_laws_mix[i]) == 0) {
            field->mix = (enum lt_mix)(LT_MIN + (int)i);
            return;
        }
    const char *name = lt_arena_print(m->arena, "mix of %s", field->name);
    field->mix = LT_EACH;
    m->law->mixes[field - m->params] =
        (struct lt_rule){name, lt_parse_law_mix(reader, node, name, m->law->mix_a, m->arena),
                         m->law->mix_a + N_MIXED, LT_RULE_ALWAYS};
}

/* Reads the role of a parameter, such as friction; each role may be given once, and only in its
 * unit. TARGET: the parameter or state. */
static void read_role(struct lt_reader *reader, const struct lt_node *node, void *target) {
    const struct lt_making *m = reader->making;
    struct lt_field *field = target;
    const long found = lt_schema_word(reader, node, lt_role_words);
    if (found < 0)
        return;
    const enum lt_role role = (enum lt_role)(found + LT_NO_ROLE + 1);
    const long other = lt_roles_find(&m->law->law, role);
    if (!lt_roles_fits(role, field->unit))
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is in %s and cannot have the role %s, whose unit is %s", field->name,
                      field->unit, node->text, lt_role_texts[role].units);
    else if (other >= 0)
        lt_errors_add(reader->errors, node->mark, "'%s' already has the role %s",
                      m->params[other].name, node->text);
    else
        field->role = role;
}

/* Reads the SI unit of a parameter or state. */
static void read_field_unit(struct lt_reader *reader, const struct lt_node *node, void *target) {
    ((struct lt_field *)target)->unit = lt_making_unit(reader->making, node);
}

/* Reads the default of a parameter. Without a key unit the parameter has the unit of its
 * default. TARGET: the parameter or state. */
static void read_default(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct lt_field *field = target;
    if (node->kind == LT_SCALAR && !lt_tree_child(node->parent, "unit"))
        field->unit = lt_making_unit_of(reader->making, node);
    lt_making_number(reader->making, node, field->unit, &field->preset);
}

/* Reads the least allowed value of a parameter, in its unit. TARGET: the parameter or state. */
static void read_least(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct lt_field *field = target;
    lt_making_number(reader->making, node, field->unit, &field->min);
}

/* Reads the greatest allowed value of a parameter, in its unit. TARGET: the parameter or state. */
static void read_greatest(struct lt_reader *reader, const struct lt_node *node, void *target) {
    struct lt_field *field = target;
    lt_making_number(reader->making, node, field->unit, &field->max);
}

static const struct lt_key param_keys[] = {
    {"unit", LT_VALUE_TEXT, .read = read_field_unit, .preset = "that of default",
     .doc = "SI unit in which it is stored"},
    {"default", LT_VALUE_NUMBER, .read = read_default, .range = LT_ANY(""),
     .preset = "none: it must be given", .doc = "its value if none is given"},
    {"min", LT_VALUE_NUMBER, .read = read_least, .range = LT_ANY(""), .preset = "-inf",
     .doc = "least value"},
    {"max", LT_VALUE_NUMBER, .read = read_greatest, .range = LT_ANY(""), .preset = "inf",
     .doc = "greatest value"},
    {"mix", LT_VALUE_FORMULA, .read = read_mix, .words = lt_laws_mix,
     .preset = "none: both materials must agree",
     .doc = "how it comes from two materials: a word, or a formula of their values a and b"},
    {"doc", LT_VALUE_TEXT, LT_FIELD(struct lt_field, doc), .doc = "what it means"},
    {"role", LT_VALUE_WORD, .read = read_role, .words = lt_role_words, .preset = "none",
     .doc = "what it means, for verify, figures and the set-up"},
    {0}};

/* Reads a parameter that is given as a map of details, and checks that its default is within its
 * range. */
static void read_param_details(struct lt_making *m, const struct lt_node *node,
                               struct lt_field *field) {
    lt_schema_map(m->reader, node, param_keys, field);
    if (field->min > field->max || field->preset < field->min || field->preset > field->max)
        lt_errors_add(m->reader->errors, node->mark,
                      "the default %g of '%s' is outside its range, %g to %g", field->preset,
                      field->name, field->min, field->max);
}

/* Defines the parameters of a law in formulas, with their rules of mixing. A parameter is a
 * quantity, its default, or a map of details; without either it has the unit 1, no default and
 * no limits. */
static void define_params(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "params");
    struct lt_formula_law *law = m->law;
    const size_t count = lt_making_count(node);
    m->params = lt_arena_get(m->arena, (count + 1) * sizeof *m->params);
    law->law.params = m->params;
    law->mixes = lt_arena_get(m->arena, (count + 1) * sizeof *law->mixes);
    law->mix_a = lt_making_slots(m, N_MIXED + 1);
    law->params = lt_making_slots(m, count);
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t i = law->law.n_params++;
        m->params[i] = (struct lt_field){.name = child->key,
                                         .unit = "1",
                                         .preset = NAN,
                                         .min = -INFINITY,
                                         .max = INFINITY,
                                         .doc = ""};
        lt_making_check_name(m, child);
        if (child->kind == LT_MAP)
            read_param_details(m, child, &m->params[i]);
        else if (lt_schema_is(m->reader, child, LT_SCALAR, "a quantity, its default")) {
            m->params[i].unit = lt_making_unit_of(m, child);
            lt_making_number(m, child, m->params[i].unit, &m->params[i].preset);
        }
        lt_making_know(m, child->key, LT_NAME_PARAM, law->params + i);
    }
}

/* Makes the contact's quantities visible that a part may read at every step. This comes after the
 * constants, which are computed once and cannot use them. */
static void declare_contact_names(struct lt_making *m) {
    static const struct {
        const char *name;
        enum lt_kind from;
    } reads[] = {
#define READ(name, unit, kind, bit) {#name, kind},
        LT_FORMULA_PART_READS(READ)};
    m->law->reads = lt_making_slots(m, LT_READS);
    for (size_t i = 0; m->part && i < LT_READS; i++)
        if (m->kind >= reads[i].from && !lt_making_find(m, reads[i].name))
            lt_making_know(m, reads[i].name, LT_NAME_COLUMN, m->law->reads + i);
}

/* ---- What is made once ----------------------------------------------------------------------- */

#define KNOW_PAIR(name, ...) lt_making_know(m, #name, LT_NAME_PARAM, lt_making_slots(m, 1));

/* Reads the constants of a law, which are computed once before a run from parameters and the
 * pair. */
static void read_constants(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "constants");
    m->law->pair = m->names.slots;
    LT_FORMULA_LAW_PAIR(KNOW_PAIR)
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t slot = lt_making_slots(m, 1);
        lt_making_check_name(m, child);
        if (!lt_making_comes_later(m, child))
            lt_making_rule(m, &m->law->constants, child, child->key, LT_FORMULA_NUMBER, slot, 0);
        lt_making_know(m, child->key, LT_NAME_PARAM, slot);
    }
}

/* Reads the formula of the contact time in s, for choosing time steps; only there is 'speed', the
 * impact speed in m/s, visible. */
static void read_contact_time(struct lt_making *m) {
    const struct lt_node *node = lt_tree_child(m->define, "contact_time");
    struct lt_formula_law *law = m->law;
    law->speed = lt_making_slots(m, 2);
    if (!node)
        return;
    struct lt_names names = m->names;
    names.list = lt_arena_get(m->arena, (names.count + 1) * sizeof *names.list);
    memcpy(names.list, m->names.list, names.count * sizeof *names.list);
    names.list[names.count++] = (struct lt_name){"speed", "", "", LT_NAME_PARAM, law->speed};
    law->contact_time = (struct lt_rule){
        "contact_time", lt_making_formula(m, node, "contact_time", LT_FORMULA_NUMBER, &names),
        law->speed + 1, 0};
    law->law.contact_time = lt_formula_law_contact_time;
}

/* Reads the formula KEY of the definition, of parameters and constants only, into RULE; the rule
 * stays empty if there is none. */
static void read_fixed(struct lt_making *m, const char *key, struct lt_rule *rule) {
    const struct lt_node *node = lt_tree_child(m->define, key);
    const size_t slot = lt_making_slots(m, 1);
    if (node)
        *rule = (struct lt_rule){key, lt_making_formula(m, node, key, LT_FORMULA_NUMBER, &m->names),
                                 slot, 0};
}

/* Reads the interaction range: the gap, in m, up to which the law acts, and for a part the gap at
 * which it is lost and its shear modulus. */
static void read_reach(struct lt_making *m) {
    struct lt_formula_law *law = m->law;
    read_fixed(m, "reach", &law->reach);
    if (law->reach.formula)
        law->law.reach = lt_formula_law_reach;
    if (m->part)
        read_fixed(m, "lost_gap", &law->tail);
    if (m->part)
        read_fixed(m, "shear_modulus", &law->shear_modulus);
}

/* Reads the contact radius and stiffness that a normal part reports to other parts as functions of
 * an overlap. Only parameters and constants, which stand first in the list, and the overlap are
 * visible to them. */
static void read_gauge(struct lt_making *m) {
    struct lt_names before = m->names;
    if (!m->part)
        return;
    m->names.count = 0;
    for (size_t i = 0; i < before.count; i++)
        if (before.list[i].kind == LT_NAME_PARAM || before.list[i].slot == m->law->reads)
            m->names.count++; /* they stand first */
    read_fixed(m, "contact_radius", &m->law->contact_radius);
    read_fixed(m, "stiffness", &m->law->stiffness);
    before.slots = m->names.slots;
    m->names = before;
}

/* True if the formula of constant I uses an earlier constant that is COVERED, that is not
 * recordable. */
static bool reads_covered(const struct lt_rules *constants, size_t i, const bool *covered) {
    const struct lt_formula *formula = constants->list[i].formula;
    for (size_t k = 0; k < i; k++)
        if (covered[k] && lt_formula_uses(formula, constants->list[k].slot))
            return true;
    return false;
}

/* Makes constants recordable like the views of a law in C. A constant is left out if the file
 * needs its name, or that of a constant it uses, for a number of its own. */
static void show_constants(struct lt_making *m) {
    const struct lt_rules *constants = &m->law->constants;
    const struct lt_node *root = m->define;
    while (root->parent)
        root = root->parent;
    const struct lt_node *lets = lt_tree_child(root, "let");
    struct lt_view *views = lt_arena_get(m->arena, (constants->count + 1) * sizeof *views);
    bool *covered = lt_arena_get(m->arena, constants->count + 1);
    m->law->law.views = views;
    for (size_t i = 0; i < constants->count; i++) {
        const struct lt_rule *constant = &constants->list[i];
        covered[i] =
            (lets && lt_tree_child(lets, constant->name)) || reads_covered(constants, i, covered);
        if (!covered[i])
            *views++ = (struct lt_view){constant->name, "1", constant->formula->text,
                                        "constant of the run"};
    }
}

/* ---- State and motion ------------------------------------------------------------------------ */

/* Reads whether a state variable keeps its value while the contact is not active. */
static void read_stays(struct lt_reader *reader, const struct lt_node *node, void *target) {
    const struct lt_making *m = reader->making;
    lt_schema_flag(reader, node, &m->law->stays[(struct lt_field *)target - m->state]);
}

static const struct lt_key state_keys[] = {
    {"unit", LT_VALUE_TEXT, .read = read_field_unit, .required = true, .doc = "SI unit"},
    {"stays", LT_VALUE_FLAG, .read = read_stays, .preset = "false",
     .doc = "kept while the contact is not active?"},
    {"doc", LT_VALUE_TEXT, LT_FIELD(struct lt_field, doc), .doc = "what it means"},
    {0}};

/* Defines a state variable of a law in formulas: its name and unit. */
static void define_variable(struct lt_making *m, const struct lt_node *node,
                            struct lt_field *field) {
    *field = (struct lt_field){.name = node->key, .unit = "1", .doc = ""};
    lt_making_check_name(m, node);
    if (node->kind == LT_MAP)
        lt_schema_map(m->reader, node, state_keys, field);
    else
        field->unit = lt_making_unit(m, node);
}

/* Declares the exception `recontact`, with its reason, for a law whose state NAME outlives the
 * contact. */
static void declare_memory(struct lt_making *m, const char *name) {
    struct lt_shortfall *list = lt_arena_get(m->arena, 2 * sizeof *list);
    list[0] = (struct lt_shortfall){"recontact", "true", INFINITY,
                                    lt_arena_print(m->arena, "the state %s stays: true", name)};
    list[1] = (struct lt_shortfall){.check = NULL};
    m->law->law.declares = list;
}

/* Defines the state variables of a law in formulas, with room for one more per event. */
static void define_state(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "state");
    struct lt_formula_law *law = m->law;
    size_t most = lt_making_count(node) + lt_making_count(lt_tree_child(m->define, "events"));
    m->state = lt_arena_get(m->arena, (most + 1) * sizeof *m->state);
    law->stays = lt_arena_get(m->arena, most + 1);
    law->state = lt_making_slots(m, most);
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next) {
        size_t i = law->law.n_state++;
        define_variable(m, child, &m->state[i]);
        lt_making_know(m, child->key, LT_NAME_STATE, law->state + i);
        if (law->stays[i])
            declare_memory(m, child->key);
    }
    law->law.state = m->state;
}

#define KNOW_MOVE(name, unit)                                                                      \
    lt_making_know(m, strcmp(#name, "active") == 0 ? "was_active" : #name,                         \
                   strcmp(#name, "active") == 0 ? LT_NAME_CONDITION : LT_NAME_COLUMN,              \
                   lt_making_slots(m, 1));

/* Makes the relative motion of the step visible, and 'inside', the fraction of the step in
 * contact. */
static void declare_motion_names(struct lt_making *m) {
    m->law->move = m->names.slots;
    LT_MOVE(KNOW_MOVE)
    m->law->inside = lt_making_slots(m, 1);
    lt_making_know(m, "inside", LT_NAME_COLUMN, m->law->inside);
}

/* ---- Declarations ---------------------------------------------------------------------------- */

/* Reads the largest value that a check which the law is declared to fail may have. */
static void read_most(struct lt_reader *reader, const struct lt_node *node, void *target) {
    lt_making_number(reader->making, node, "1", &((struct lt_shortfall *)target)->most);
}

static const struct lt_key declare_keys[] = {
    {"most", LT_VALUE_NUMBER, .read = read_most, .range = LT_ANY("1"), .required = true,
     .doc = "the largest value that the check may have"},
    {"why", LT_VALUE_TEXT, LT_FIELD(struct lt_shortfall, why), .required = true,
     .doc = "the reason, for readers"},
    {0}};

/* Reads a declared exception from one check of verify into TO: the largest value that the check
 * may have, and the reason. An unknown check is reported. */
static void read_shortfall(struct lt_making *m, const struct lt_node *node,
                           struct lt_shortfall *to) {
    size_t i = 0;
    while (i < LT_CHECKS && strcmp(lt_check_words[i], node->key) != 0)
        i++;
    if (i == LT_CHECKS)
        lt_schema_unknown(m->reader, node->key_mark, "check", node->key, lt_check_words, LT_CHECKS);
    *to = (struct lt_shortfall){.check = node->key, .when = "true"};
    lt_schema_map(m->reader, node, declare_keys, to);
}

/* Reads the checks that the law is declared to fail, behind the exception that a remaining state
 * implies. */
static void read_declares(struct lt_making *m) {
    const struct lt_node *node = lt_making_section(m, "declares");
    struct lt_shortfall *list = lt_arena_get(m->arena, (lt_making_count(node) + 2) * sizeof *list);
    const struct lt_shortfall *memory = m->law->law.declares;
    m->law->law.declares = list;
    if (memory)
        *list++ = *memory;
    for (const struct lt_node *child = lt_making_first(node); child; child = child->next)
        read_shortfall(m, child, list++);
}

/* ---- Jumps ----------------------------------------------------------------------------------- */

static const struct lt_key jump_keys[] = {
    {"force", LT_VALUE_TEXT, LT_FIELD(struct lt_jump, force), .required = true,
     .doc = "the component: fn fs ft mn ms mt"},
    {"at", LT_VALUE_TEXT, LT_FIELD(struct lt_jump, at), .required = true,
     .doc = "made or lost, of the contact; or the state variable that changes"},
    {"change", LT_VALUE_TEXT, LT_FIELD(struct lt_jump, change), .required = true,
     .doc = "a formula: the force just after less that just before, without dashpots"},
    {"when", LT_VALUE_TEXT, LT_FIELD(struct lt_jump, when), .preset = "true",
     .doc = "a condition over the parameters"},
    {"why", LT_VALUE_TEXT, LT_FIELD(struct lt_jump, why), .preset = "the law says so",
     .doc = "the reason, for readers"},
    {0}};

/* Checks the formulas of a jump: it changes a component of the force when the contact is made or
 * lost or a state changes. The formulas stay text, which verify reads. */
static void try_jump(struct lt_making *m, const struct lt_node *node, const struct lt_jump *jump) {
    const struct lt_law *law = &m->law->law;
    struct lt_names *all = lt_names_new(law, NULL, 0, NULL, 0, m->arena);
    struct lt_names step = lt_names_in(all, LT_SCOPE_STEP),
                    param = lt_names_in(all, LT_SCOPE_PARAM);
    const struct lt_node *at = lt_tree_child(node, "at"), *when = lt_tree_child(node, "when");
    const long component = lt_laws_component(jump->force);
    if (component < 0 || !(law->acts >> component & 1))
        lt_errors_add(m->reader->errors, lt_tree_child(node, "force")->mark,
                      "'%s' is no component of the law's force", jump->force);
    if (strcmp(jump->at, "made") != 0 && strcmp(jump->at, "lost") != 0 &&
        lt_laws_state(law, jump->at) < 0)
        lt_errors_add(m->reader->errors, at->mark,
                      "'%s' is neither 'made' nor 'lost', of the contact, nor a state variable",
                      jump->at);
    lt_making_formula(m, lt_tree_child(node, "change"), "change", LT_FORMULA_NUMBER, &step);
    if (when)
        lt_making_formula(m, when, "when", LT_FORMULA_EITHER, &param);
}

/* Reads the list of declared jumps of the force, which verify then does not count as failures
 * of continuity. A jump has a component of the force, a place and a change; one that lacks them
 * is left out after its error. */
static void read_jumps(struct lt_making *m) {
    const struct lt_node *node = lt_tree_child(m->define, "jumps");
    if (!node || !lt_schema_is(m->reader, node, LT_LIST, "a list of jumps"))
        return;
    struct lt_jump *jumps = lt_arena_get(m->arena, (node->count + 1) * sizeof *jumps);
    m->law->law.jumps = jumps;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_jump jump = {.when = "true", .why = "the law says so"};
        if (lt_schema_map(m->reader, child, jump_keys, &jump) && jump.force && jump.at &&
            jump.change) {
            try_jump(m, child, &jump);
            *jumps++ = jump;
        }
    }
}

/* Reads the law's order of convergence: "exact", or a number above 0. */
static void read_order(struct lt_making *m) {
    const struct lt_node *node = lt_tree_child(m->define, "order");
    double *order = &m->law->law.order;
    if (!node || !lt_schema_is(m->reader, node, LT_SCALAR, "a number, or exact"))
        return;
    if (strcmp(node->text, "exact") == 0)
        *order = LT_NO_ERROR;
    else if (lt_making_number(m, node, "1", order) && !(*order > 0 && isfinite(*order)))
        lt_errors_add(m->reader->errors, node->mark,
                      "'%s' is not an order of convergence; expected a number above 0, or exact",
                      node->text);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static const struct lt_key params_keys[] = {
    {"NAME", LT_VALUE_NUMBER, .range = LT_ANY(""), LT_FORMS(param_keys),
     .doc = "a parameter: its default, or a map with default, unit and so on"},
    {0}};
static const struct lt_key states_keys[] = {
    {"NAME", LT_VALUE_TEXT, LT_FORMS(state_keys),
     .doc = "a number kept from one step to the next: its unit"},
    {0}};
static const struct lt_key numbers_keys[] = {{"NAME", LT_VALUE_FORMULA, .doc = "its value"}, {0}};
static const struct lt_key forces_keys[] = {
    {"COMPONENT", LT_VALUE_FORMULA, .doc = "fn fs ft (N), mn ms mt (N m); 0 where not given"}, {0}};
static const struct lt_key viscous_keys[] = {
    {"COMPONENT", LT_VALUE_FORMULA, .doc = "vfn vfs vft (N), vmn vms vmt (N m)"}, {0}};
static const struct lt_key events_keys[] = {
    {"NAME", LT_VALUE_NAME, .doc = "a condition of let, or active"}, {0}};
static const struct lt_key declares_keys[] = {
    {"CHECK", LT_FORMS(declare_keys), .doc = "a check of 'lawtester verify'"}, {0}};
static const struct lt_key jumps_keys[] = {{"[]", LT_FORMS(jump_keys), .doc = "a jump"}, {0}};
#define JOULE .range = LT_ANY("J"), .preset = "0"

const struct lt_key lt_parse_law_define_keys[] = {
    {"summary", LT_VALUE_TEXT, LT_FIELD(struct lt_law, summary), .doc = "what the law is"},
    {"source", LT_VALUE_TEXT, LT_FIELD(struct lt_law, source), .preset = "the file",
     .doc = "where it comes from"},
    {"params", LT_FORMS(params_keys), .doc = "its parameters"},
    {"state", LT_FORMS(states_keys), .doc = "its state variables; 0 at the start"},
    {"constants", LT_FORMS(numbers_keys), .doc = "formulas of parameters and pair, evaluated once"},
    {"contact_time", LT_VALUE_FORMULA, .range = LT_ANY("s"),
     .preset = "from the stiffness at first touch",
     .doc = "t_c, a formula of the same and the impact speed"},
    {"reach", LT_VALUE_FORMULA, .range = LT_ANY("m"), .preset = "0",
     .doc = "gap at which a contact is made on approach, a formula of the same"},
    {"let", LT_FORMS(numbers_keys), .doc = "formulas and conditions of each step"},
    {"active", LT_VALUE_CONDITION, .preset = "un <= 0", .doc = "is there a contact?"},
    {"force", LT_FORMS(forces_keys),
     .doc = "force and moment at the end of the step, without the viscous part; only a part needs "
            "none"},
    {"viscous", LT_FORMS(viscous_keys), .doc = "what dashpots add"},
    {"next", LT_FORMS(numbers_keys), .doc = "each state variable at the end of the step"},
    {"strain", LT_VALUE_FORMULA, JOULE, .doc = "energy stored now"},
    {"losses", LT_FORMS(numbers_keys), .doc = "energy dissipated in the step: columns E_NAME"},
    {"cross", LT_VALUE_FORMULA, JOULE,
     .doc = "energy the step loses where the contact opens, closes or is capped"},
    {"defect", LT_VALUE_FORMULA, JOULE,
     .doc = "energy that an elastic part without a potential loses"},
    {"lost_gap", LT_VALUE_FORMULA, .range = LT_ANY("m"), .preset = "0",
     .doc = "un at which a contact that is active ends"},
    {"cap", LT_VALUE_FORMULA, .range = LT_ANY("N"),
     .preset = "friction times the force that presses",
     .doc = "largest tangential force that the law allows now"},
    {"contact_radius", LT_VALUE_FORMULA, .range = LT_ANY("m"), .preset = "sqrt(r_eff*overlap)",
     .doc = "of a normal part, a formula of parameters, constants and overlap"},
    {"stiffness", LT_VALUE_FORMULA, .range = LT_ANY("N/m"), .preset = "not known to others",
     .doc = "of a normal part, force over overlap, a formula of the same"},
    {"shear_modulus", LT_VALUE_FORMULA, .range = LT_ANY("Pa"), .preset = "not known to others",
     .doc = "G* of a normal part, a formula of parameters and constants"},
    {"viscosity", LT_VALUE_FORMULA, .range = LT_ANY("N s/m"), .preset = "not known to others",
     .doc = "of a damping part, force over velocity: other dashpots may be multiples of it"},
    {"jumps", LT_FORMS(jumps_keys), .doc = "where the force jumps, and by how much"},
    {"events", LT_FORMS(events_keys), .doc = "recorded when their condition changes"},
    {"declares", LT_FORMS(declares_keys), .doc = "checks of verify that the law is known to fail"},
    {"order", LT_VALUE_NUMBER, .range = LT_POSITIVE("1"), .preset = "1",
     .doc = "order of convergence of a step in dt, or exact"},
    {0}};
#undef JOULE

/* Fills in what all laws in formulas have in common; NAME is that of the law. */
static void describe_definition(struct lt_making *m, const char *name) {
    struct lt_law *law = &m->law->law;
    law->abi = LT_ABI;
    law->size = LT_SIZES;
    law->lanes = LT_LANES;
    law->name = name;
    law->summary = "written in a stage program";
    law->source = m->reader->program->source->name;
    law->derive = lt_formula_law_derive;
    law->one = lt_formula_law_step_one;
    law->march = lt_formula_law_step_march;
    lt_formula_law_rows(law);
}

/* An empty list of rules, with room for all keys of the definition. */
static struct lt_rules new_rules(const struct lt_making *m) {
    return (struct lt_rules){.list = lt_arena_get(m->arena, m->room * sizeof(struct lt_rule))};
}

/* Prepares the names of a law that is defined by formulas. Their slots begin after the fixed ones;
 * the list has room for all keys of the definition and for 64 predefined names. */
static void begin_definition(struct lt_making *m) {
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

/* The key law.define; NULL: the law is not defined in this file. */
static const struct lt_node *find_definition(const struct lt_node *root) {
    const struct lt_node *law = lt_tree_child(root, "law");
    return law && law->kind == LT_MAP ? lt_tree_child(law, "define") : NULL;
}

/* Keys of parts alone, and of which kinds. */
static const struct {
    const char *key;
    bool of_law;
    unsigned kinds; /* bits */
    const char *why;
} foreign[] = {
    {"reach", true, 1u << LT_COHESION_PART | 1u << LT_FILM_PART | 1u << LT_BOND_PART,
     "of cohesion, film and bond: other parts act while the surfaces touch"},
    {"lost_gap", true, 1u << LT_COHESION_PART | 1u << LT_BOND_PART,
     "of cohesion and bond: a film acts up to 'reach', other parts while the surfaces touch"},
    {"active", true, 1u << LT_BOND_PART,
     "of a bond: other parts act while the surfaces touch, or between 'reach' and 'lost_gap'"},
    {"cap", true, 1u << LT_TANGENTIAL_PART, "of a tangential part"},
    {"contact_time", true, 1u << LT_NORMAL_PART | 1u << LT_BOND_PART, "of a normal part or a bond"},
    {"contact_radius", false, 1u << LT_NORMAL_PART, "of a normal part"},
    {"stiffness", false, 1u << LT_NORMAL_PART, "of a normal part"},
    {"shear_modulus", false, 1u << LT_NORMAL_PART, "of a normal part"},
    {"viscosity", false, 1u << LT_DAMPING_PART, "of a damping part"}};

/* Reports keys that belong to parts of another kind, or in a whole law to parts only. */
static void refuse_foreign(struct lt_making *m) {
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        const struct lt_node *node = lt_tree_child(m->define, foreign[i].key);
        if (node && !(m->part ? foreign[i].kinds >> m->kind & 1u : foreign[i].of_law))
            lt_errors_add(m->reader->errors, node->key_mark, "'%s' is %s%s", foreign[i].key,
                          m->part ? "" : "not of a law: it is ", foreign[i].why);
    }
}

/* Checks the keys of the definition. A part has the forces of its kind; a law must give some.
 * False after an error. */
static bool read_keys(struct lt_making *m) {
    const bool read = lt_schema_map(m->reader, m->define, lt_parse_law_define_keys, &m->law->law);
    refuse_foreign(m);
    const bool lacks = !m->part && m->define->kind == LT_MAP && !lt_tree_child(m->define, "force");
    if (lacks)
        lt_errors_add(m->reader->errors, m->define->mark, "missing key 'force'");
    return read && !lacks;
}

/* Reads the definition DEFINE of a law in formulas, called NAME, or of a part of this KIND (-1:
 * a whole law). Returns NULL after an error, which has been reported at its place. */
struct lt_formula_law *lt_parse_law_make(struct lt_reader *reader, const struct lt_node *define,
                                         const char *name, long kind) {
    struct lt_program *program = reader->program;
    struct lt_making m = {.reader = reader,
                          .arena = program->arena,
                          .define = define,
                          .part = kind >= 0,
                          .kind = (enum lt_kind)kind};
    size_t failures = reader->errors->failures;
    m.law = lt_arena_get(program->arena, sizeof *m.law);
    reader->making = &m;
    describe_definition(&m, name);
    if (!read_keys(&m))
        return NULL;
    program->names = lt_names_new(NULL, NULL, 0, NULL, 0, program->arena);
    /* The order matters: a formula may use only names that have been declared before it. */
    begin_definition(&m);
    define_params(&m);
    read_constants(&m);
    read_contact_time(&m);
    read_reach(&m);
    show_constants(&m);
    declare_contact_names(&m);
    read_gauge(&m);
    define_state(&m);
    declare_motion_names(&m);
    lt_parse_law_step(&m);
    read_declares(&m);
    read_order(&m);
    read_jumps(&m);
    m.law->law.equations = m.equations;
    m.law->define = lt_tree_text(define, 2, m.arena);
    m.law->slots = m.names.slots;
    /* Only a whole law gets its lists of operations here. */
    if (reader->errors->failures == failures && kind < 0 &&
        !lt_formula_law_lists_make(m.law, m.arena))
        lt_errors_add(reader->errors, define->mark, "the law has too many formulas or states");
    return reader->errors->failures == failures ? m.law : NULL;
}

/* Reads a law that the file defines by formulas. False: it defines none; true also after an error,
 * with no law. */
bool lt_parse_law_define(struct lt_reader *reader, const struct lt_node *root) {
    const struct lt_node *define = find_definition(root);
    if (!define)
        return false;
    const struct lt_node *name = lt_tree_child(define->parent, "name");
    const char *text = name && name->kind == LT_SCALAR ? name->text : "";
    if (lt_laws_find_in(reader->program->laws, text))
        lt_errors_note(reader->errors, name->mark,
                       "this definition stands in the place of the built-in law '%s'", text);
    reader->program->formula_law = lt_parse_law_make(reader, define, text, -1);
    reader->making = NULL;
    reader->program->law = reader->program->formula_law ? &reader->program->formula_law->law : NULL;
    return true;
}

/* A law with only the names of the parameters of a definition, before its formulas are read. */
const struct lt_law *lt_parse_law_declared(const struct lt_node *define, struct lt_arena *arena) {
    const struct lt_node *params = lt_tree_child(define, "params");
    struct lt_law *law = lt_arena_get(arena, sizeof *law);
    struct lt_field *fields = lt_arena_get(arena, (lt_making_count(params) + 1) * sizeof *fields);
    for (const struct lt_node *child = lt_making_first(params); child; child = child->next)
        if (child->key)
            fields[law->n_params++] = (struct lt_field){
                .name = child->key, .unit = "1", .min = -INFINITY, .max = INFINITY, .doc = ""};
    law->name = "";
    law->params = fields;
    return law;
}

/* The law of a program, before it is read, for the names of its parameters: defined in the file,
 * of a code, of a preset, or by its name. NULL: it has none. */
const struct lt_law *lt_parse_law_of(const struct lt_program *program, const struct lt_node *root) {
    const struct lt_node *define = find_definition(root);
    if (define)
        return define->kind == LT_MAP ? lt_parse_law_declared(define, program->arena) : NULL;
    const struct lt_law *of_code = lt_parse_code_names(program, root);
    if (of_code)
        return of_code;
    const struct lt_preset *preset = lt_parse_preset_of(program, root);
    if (preset)
        return lt_presets_law(preset, program->laws, program->arena);
    const struct lt_node *law = lt_tree_child(root, "law");
    const struct lt_node *name = law && law->kind == LT_MAP ? lt_tree_child(law, "name") : NULL;
    if (!name || name->kind != LT_SCALAR)
        return NULL;
    const struct lt_law *found =
        program->joined ? program->joined
                        : lt_parse_part_declared(lt_laws_find_in(program->laws, name->text), law,
                                                 program->arena);
    return lt_parts_chosen(found, law, program->arena);
}

/* Composes the law that the section law names with the parts that the file defines for it. */
void lt_parse_law_join(struct lt_reader *reader, const struct lt_node *root) {
    const struct lt_node *law = lt_tree_child(root, "law");
    const struct lt_node *name = law && law->kind == LT_MAP ? lt_tree_child(law, "name") : NULL;
    const struct lt_law *found =
        name && name->kind == LT_SCALAR ? lt_laws_find_in(reader->program->laws, name->text) : NULL;
    if (found)
        reader->program->joined = lt_parse_part_join(reader, found, law);
    reader->making = NULL;
}
