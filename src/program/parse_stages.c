/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_stages.c: the section stages: imposed motion and force, and actions when a stage ends. */
#include "base/arena.h"
#include "program/parse.h"
#include "program/vary.h"
#include "program/words.h"
#include "registry/laws.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_STEPS 1e15 /* below 2^53: a double counts each of them */

enum { STAGES_MOST = 10000 };

/* True if LETTER may stand in whats; another one is reported at MARK. */
static bool check_letter(struct lt_reader *reader, struct lt_mark mark, char letter) {
    for (const char *const *known = lt_words_letter; *known; known++)
        if (**known == letter)
            return true;
    lt_errors_add(reader->errors, mark,
                  "unknown letter '%c'; expected '.', 'v', 'i', 'f', 's' or 'u'", letter);
    return false;
}

/* Reads the six letters of whats, which say how each degree of freedom is driven. */
static void read_whats(struct lt_reader *reader, const struct lt_node *node, void *field) {
    char *whats = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "six letters such as 'v.....'"))
        return;
    if (strlen(node->text) != LT_DOFS) {
        char six[LT_DOFS + 1] = "......";
        memcpy(six, node->text, strnlen(node->text, LT_DOFS));
        lt_errors_add(reader->errors, node->mark,
                      "expected six letters, one for each degree of freedom, found %zu in '%.60s'; "
                      "write '%s', say: a point is a free one",
                      strlen(node->text), node->text, six);
        return;
    }
    bool good = true;
    const struct lt_motion *motion = &reader->program->motion;
    /* Six letters: each is checked at its own column, and all are taken or none. */
    if (strchr(node->text, 's') && motion->frame == LT_FRAME_BODIES &&
        motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, node->mark,
                      "static balance (s) in frame 'bodies' needs an integrator with steps: "
                      "without inertia there is no rate of change to integrate");
    for (int i = 0; i < LT_DOFS; i++) {
        struct lt_mark mark = node->mark;
        mark.column += i + node->quoted;
        good &= check_letter(reader, mark, node->text[i]);
    }
    if (good)
        memcpy(whats, node->text, LT_DOFS);
}

/* Reads a table over time that a stage imposes on degree of freedom DOF, in UNIT; only driven ones
 * can follow a table. */
static void read_imposed_table(struct lt_reader *reader, const struct lt_node *node,
                               struct lt_stage *stage, size_t dof, const char *unit) {
    if (strchr("vfsu", stage->whats[dof]))
        stage->series[dof] = lt_parse_series(reader, node, unit);
    else
        lt_errors_add(reader->errors, node->mark,
                      "letter %zu of whats is '%c'; only v, f, s and u can follow a table", dof + 1,
                      stage->whats[dof]);
}

/* Reads the value that a stage imposes on degree of freedom DOF, in the unit of its letter in
 * whats: a velocity (i, v), force (f, s) or displacement (u), from DOF 3 on its angular
 * counterpart. A map is a table over time. With the letter . the value must be 0. */
static void read_imposed_value(struct lt_reader *reader, const struct lt_node *node,
                               struct lt_stage *stage, size_t dof) {
    static const struct lt_range velocity[] = {LT_ANY("m/s"), LT_ANY("rad/s")},
                                 force[] = {LT_ANY("N"), LT_ANY("N m")},
                                 displacement[] = {LT_ANY("m"), LT_ANY("rad")};
    char letter = stage->whats[dof];
    const struct lt_range *range = strchr("fs", letter) ? force
                                   : letter == 'u'      ? displacement
                                                        : velocity;
    range += dof >= 3;
    if (node->kind == LT_MAP) {
        read_imposed_table(reader, node, stage, dof, range->unit);
        return;
    }
    if (strchr("vfsu", letter))
        stage->formulas[dof] = lt_schema_value(reader, node, range, LT_SCOPE_STEP);
    else
        stage->numbers[dof] = lt_schema_quantity(reader, node, range);
    if (letter == '.')
        lt_vary_idle(node, "its letter in whats is '.', for which the value is ignored");
    if (stage->whats[dof] == '.' && (stage->numbers[dof].formula || stage->numbers[dof].value != 0))
        lt_errors_add(reader->errors, node->mark,
                      "letter %zu of whats is '.', so this value would be ignored; write 0",
                      dof + 1);
}

/* Reads a value that is imposed on discs out of their plane, where they do not move. A program for
 * three dimensions may impose zero there: it is read as if the degree of freedom were free. */
static void read_value_out_of_plane(struct lt_reader *reader, const struct lt_node *node,
                                    struct lt_stage *stage, size_t dof) {
    const struct lt_range any = LT_ANY("");
    if (node->kind == LT_MAP) {
        lt_errors_add(reader->errors, node->mark,
                      "discs move along n and t and turn about s; no table leads out of that "
                      "plane: write 0");
        return;
    }
    struct lt_number *number = &stage->numbers[dof];
    *number = lt_schema_quantity(reader, node, &any);
    lt_vary_idle(node, "discs do not move out of their plane, where the value must be 0");
    if (lt_parse_pair_in_plane(reader, number))
        stage->whats[dof] = '.';
}

/* Reads the six values of a stage, one for each letter of whats. FIELD: the stage. */
static void read_values(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_stage *stage = field;
    const bool plane = lt_parse_pair_is_plane(reader->program);
    if (node->kind != LT_LIST || node->count != LT_DOFS) {
        char found[64];
        if (node->kind == LT_SCALAR)
            snprintf(found, sizeof found, "'%.50s'", node->text);
        else
            snprintf(found, sizeof found, "%zu", node->count);
        lt_errors_add(
            reader->errors, node->mark,
            "expected a list of six values, one for each letter of whats, found %s; for a "
            "free one write 0, as in [-1, 0, 0, 0, 0, 0]",
            found);
        return;
    }
    if (!stage->whats[0])
        return;
    for (size_t i = 0; i < LT_DOFS; i++) {
        const bool out = i == 1 || i == 3 || i == 5; /* s, about n, about t */
        if (plane && out && stage->whats[i] != '.')
            read_value_out_of_plane(reader, lt_tree_item(node, i), stage, i);
        else
            read_imposed_value(reader, lt_tree_item(node, i), stage, i);
    }
}

/* ---- done: what happens when a stage ends ------------------------------------------------ */

/* Reads the action 'print', a formula whose value is printed. FIELD: the action. */
static void read_print(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_action *action = field;
    action->formulas = lt_arena_get(reader->program->arena, sizeof *action->formulas);
    action->formulas[0] = lt_schema_formula(reader, node, LT_FORMULA_EITHER, LT_SCOPE_STEP);
    action->count = action->formulas[0] != NULL;
}

/* The parameter or state of the law that a node names; NULL and an error if it cannot be set. */
static const struct lt_name *settable_name(struct lt_reader *reader, const struct lt_node *node) {
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_STEP);
    const struct lt_name *name = lt_names_find(&names, node->key);
    if (name && name->kind == LT_NAME_STATE)
        return lt_parse_pair_law_state(reader, node)->told ? NULL : name;
    if (name && name->kind == LT_NAME_PARAM)
        return name;
    if (name && reader->program->law)
        lt_errors_add(reader->errors, node->key_mark,
                      "'%s' is no parameter or state: it can be read, but not set", node->key);
    else if (reader->program->law)
        lt_schema_unknown_name(reader, node->key_mark, "parameter", node->key, LT_SCOPE_PARAM);
    return NULL;
}

/* Which particles are of a material, by bits: 1 the first, 2 the second. */
static unsigned char pieces_of(const struct lt_reader *reader, long material) {
    unsigned char of = 0;
    for (int k = 0; k < 2; k++)
        if (reader->program->particles[k].material == reader->materials[material].params)
            of |= (unsigned char)(1 << k);
    return of;
}

/* The index of the material called as the first LENGTH characters of NAME; -1: there is none. */
static long material_called(const struct lt_reader *reader, const char *name, size_t length) {
    for (size_t i = 0; i < reader->n_materials; i++)
        if (strlen(reader->materials[i].name) == length &&
            strncmp(reader->materials[i].name, name, length) == 0)
            return (long)i;
    return -1;
}

/* The name of the given parameter because of which PARAM, which only sets others, has no effect;
 * NULL: it has an effect. */
static const char *nothing_to_set(const struct lt_program *program, long param) {
    const char *given = NULL;
    for (size_t i = 0; i < program->law->n_params; i++) {
        if (!lt_laws_sets(&program->law->params[param], program->law->params[i].name))
            continue;
        if (!program->params[i].given && !program->of_pair[i].given)
            return NULL;
        given = program->law->params[i].name;
    }
    return given;
}

/* The reason why the contact does not follow when a material's parameter PARAM changes; NULL: it
 * follows. */
static const char *not_inherited(const struct lt_program *program, long param) {
    const struct lt_name *name = lt_names_find(program->names, program->law->params[param].name);
    const char *by = lt_program_decides(program, name), *made = nothing_to_set(program, param);
    return program->params[param].given    ? "'law' gives it"
           : program->of_pair[param].given ? "'pairs' gives it"
           : by   ? lt_arena_print(program->arena, "it follows from '%s', which is given", by)
           : made ? lt_arena_print(program->arena, "'%s', which it makes, is given", made)
           : !program->inherits[param] ? "law.inherit says so"
                                       : NULL;
}

/* Finds "steel.kn", a property of a material that the contact inherits; *name is the parameter, or
 * unchanged after an error. Returns which particles are of that material, by bits: 1 the first, 2
 * the second. */
static unsigned char settable_piece(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_name **name) {
    const struct lt_program *program = reader->program;
    const char *dot = strchr(node->key, '.');
    const int length = (int)(dot - node->key);
    const long material = material_called(reader, node->key, (size_t)length);
    const long param = lt_laws_param(program->law, dot + 1);
    const unsigned char of = material < 0 ? 0 : pieces_of(reader, material);
    if (!of)
        lt_errors_add(reader->errors, node->key_mark,
                      material < 0 ? "no material '%.*s'" : "no particle is of the material '%.*s'",
                      length, node->key);
    else if (param < 0 || !lt_laws_inherits(program->law, &program->law->params[param]))
        lt_errors_add(reader->errors, node->key_mark, "law '%s' takes no '%s' from materials",
                      program->law->name, dot + 1);
    else if (not_inherited(program, param))
        lt_errors_add(reader->errors, node->key_mark, "the contact does not inherit '%s': %s",
                      dot + 1, not_inherited(program, param));
    else
        *name = lt_names_find(program->names, dot + 1);
    return of;
}

/* Reads the action 'set': parameters or states that get new values, each by a formula that is
 * evaluated when the action is taken; FIELD: the action. */
static void read_set(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_action *action = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map {parameter: formula}"))
        return;
    struct lt_arena *arena = reader->program->arena;
    const struct lt_law *law = reader->program->law;
    action->names = lt_arena_get(arena, (node->count + 1) * sizeof *action->names);
    action->formulas = lt_arena_get(arena, (node->count + 1) * sizeof *action->formulas);
    action->of = lt_arena_get(arena, node->count + 1);
    for (const struct lt_node *child = node->first; child && law; child = child->next) {
        const struct lt_name *name = NULL;
        if (strchr(child->key, '.'))
            action->of[action->count] = settable_piece(reader, child, &name);
        else
            name = settable_name(reader, child);
        if (!name)
            continue;
        long param = lt_laws_param(law, name->name);
        struct lt_formula *formula =
            param >= 0 ? lt_parse_pair_law_setting(reader, child, &law->params[param])
                       : lt_schema_formula(reader, child, LT_FORMULA_NUMBER, LT_SCOPE_STEP);
        if (!formula)
            continue;
        action->names[action->count] = name;
        action->formulas[action->count++] = formula;
    }
}

/* Reads the action 'reset': sums of energy that begin at 0 again. FIELD: the action. */
static void read_reset(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_action *action = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of energies such as [E_slip]"))
        return;
    action->names = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *action->names);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!lt_schema_is(reader, child, LT_SCALAR, "the name of an energy"))
            continue;
        const struct lt_name *name = lt_names_find(reader->program->names, child->text);
        bool sum = name && (name->kind == LT_NAME_LOSS ||
                            (name->slot > LT_E_STRAIN && name->slot <= LT_E_SET) ||
                            name->slot == LT_E_DAMPING || lt_names_is_split(name));
        if (sum)
            action->names[action->count++] = name;
        else if (reader->program->law)
            lt_errors_add(reader->errors, child->mark,
                          "'%s' is not an energy that accumulates, such as E_work or E_dashpot",
                          child->text);
    }
}

/* Reads the action 'keep': values that become results under names of their own. FIELD: the
 * action. */
static void read_keep(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_action *action = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map {new name: formula}"))
        return;
    struct lt_arena *arena = reader->program->arena;
    action->names = lt_arena_get(arena, (node->count + 1) * sizeof *action->names);
    action->formulas = lt_arena_get(arena, (node->count + 1) * sizeof *action->formulas);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const struct lt_name *name = lt_names_find(reader->program->names, child->key);
        struct lt_formula *formula =
            lt_schema_formula(reader, child, LT_FORMULA_NUMBER, LT_SCOPE_STEP);
        if (!name || name->kind != LT_NAME_KEPT || !formula)
            continue;
        action->names[action->count] = name;
        action->formulas[action->count++] = formula;
    }
}

/* Reads the action 'restart', how often the stages are run again. FIELD: the action. */
static void read_restart(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_action *action = field;
    static const struct lt_range range = LT_COUNT(STAGES_MOST);
    struct lt_number times = lt_schema_quantity(reader, node, &range);
    action->count = times.value >= 1 && times.value <= STAGES_MOST ? (size_t)times.value : 0;
}

static const struct lt_key set_keys[] = {{"NAME", LT_VALUE_FORMULA, .doc = "its new value"}, {0}};
static const struct lt_key reset_keys[] = {
    {"[]", LT_VALUE_NAME, .doc = "an energy that accumulates"}, {0}};
static const struct lt_key keep_keys[] = {
    {"NAME", LT_VALUE_FORMULA, .doc = "the value, known under this name from now on"}, {0}};

/* Same order as enum lt_action_kind. */
static const struct lt_key action_keys[] = {
    {"print", LT_VALUE_FORMULA, .read = read_print, .alone = true,
     .doc = "print its value in the summary and the document"},
    {"mark", LT_VALUE_TEXT, LT_FIELD(struct lt_action, text), .alone = true,
     .doc = "record an event of this name"},
    {"set", LT_FORMS(set_keys), .read = read_set, .alone = true,
     .doc = "change parameters or state of the contact, all at once"},
    {"reset", LT_FORMS(reset_keys), .read = read_reset, .alone = true,
     .doc = "set accumulated energies to zero"},
    {"keep", LT_FORMS(keep_keys), .read = read_keep, .alone = true,
     .doc = "keep values under new names, for later formulas and expectations"},
    {"restart", LT_VALUE_COUNT, .read = read_restart, .range = LT_COUNT(STAGES_MOST), .alone = true,
     .doc = "return to the first stage this many times"},
    {0}};

/* Reads an action, a map with one key. */
static void read_action(struct lt_reader *reader, const struct lt_node *node,
                        struct lt_action *action) {
    action->mark = node->mark;
    if (!lt_schema_is(reader, node, LT_MAP, "an action such as {print: fn}"))
        return;
    if (node->count != 1) {
        lt_errors_add(reader->errors, node->mark,
                      "an action is one of print, mark, set, reset, keep, restart");
        return;
    }
    const struct lt_key *key = lt_schema_key(action_keys, node->first->key);
    if (!key) {
        lt_schema_unknown_key(reader, node->first, "action", action_keys);
        return;
    }
    action->kind = (enum lt_action_kind)(key - action_keys);
    lt_schema_read(reader, node->first, key, action);
}

/* Adds the actions of one of the stage's events, AT from 1, or of its end (0). */
static void read_actions(struct lt_reader *reader, const struct lt_node *node,
                         struct lt_stage *stage, size_t at) {
    if (!lt_schema_is(reader, node, LT_LIST, "a list of actions, such as [{print: e_n}]"))
        return;
    const struct lt_action *old = stage->done;
    stage->done =
        lt_arena_get(reader->program->arena, (stage->n_done + node->count + 1) * sizeof *old);
    if (old)
        memcpy(stage->done, old, stage->n_done * sizeof *old);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_action *action = &stage->done[stage->n_done++];
        action->at = at;
        read_action(reader, child, action);
        if (at > 0 && action->kind == LT_RESTART)
            lt_errors_add(reader->errors, child->mark,
                          "'restart' ends the stage: it belongs to 'done'");
    }
}

/* Reads the actions at the end of a stage. */
static void read_done(struct lt_reader *reader, const struct lt_node *node, void *field) {
    read_actions(reader, node, field, 0);
}

/* Reads the actions of the event that is being read: the last one of the last stage. */
static void read_do(struct lt_reader *reader, const struct lt_node *node, void *field) {
    (void)field;
    struct lt_stage *stage = &reader->program->stages[reader->program->n_stages - 1];
    read_actions(reader, node, stage, stage->n_at);
}

static const struct lt_key do_keys[] = {{"[]", LT_FORMS(action_keys), .doc = "one action"}, {0}};
static const struct lt_key at_keys[] = {
    {"when", LT_VALUE_CONDITION, LT_FIELD(struct lt_at, when), .scope = LT_SCOPE_STEP,
     .required = true,
     .doc =
         "condition; tested after each step, with exact located in time. The name of an event of "
         "the law: it occurs in this step"},
    {"do", LT_FORMS(do_keys), .read = read_do, .required = true,
     .doc = "actions when it becomes true, in this order; all but restart"},
    {"times", LT_VALUE_COUNT, LT_FIELD(struct lt_at, times), .range = LT_COUNT(MOST_STEPS),
     .preset = "1",
     .doc =
         "how often in the stage at most: at each event, or each time that the condition becomes "
         "true"},
    {0}};

/* Reads the events of a stage, each a condition with actions. FIELD: the stage. */
static void read_at(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_stage *stage = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of events such as {when: un > 0, do: [...]}"))
        return;
    stage->at = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *stage->at);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_at *at = &stage->at[stage->n_at++];
        lt_schema_preset(at_keys, at);
        lt_schema_map(reader, child, at_keys, at);
    }
}

static const struct lt_key stage_record_keys[] = {
    {"every", LT_VALUE_COUNT, LT_FIELD(struct lt_stage, every), .range = LT_COUNT(MOST_STEPS),
     .required = true, .doc = "a row every N steps"},
    {0}};

/* Reads how often a stage is recorded, record: {every: 10} (in steps), or record: false. FIELD:
 * the stage. */
static void read_stage_record(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_stage *stage = field;
    stage->every_given = true;
    if (node->kind == LT_SCALAR && strcmp(node->text, "false") == 0) {
        stage->every = 0;
        return;
    }
    stage->every = 1;
    lt_schema_map(reader, node, stage_record_keys, stage);
}

static const struct lt_key value_keys[] = {
    {"[]", LT_VALUE_QUANTITY, .range = LT_ANY(""), .scope = LT_SCOPE_STEP, .count = LT_DOFS,
     LT_FORMS(lt_parse_series_keys),
     .doc = "velocity, force or displacement, along or about n, s, t: a number, a formula of time "
            "(since the stage began) and all columns, or a table"},
    {0}};
static const struct lt_key events_keys[] = {
    {"[]", LT_FORMS(at_keys), .doc = "an event and what is done then"}, {0}};
static const struct lt_key done_keys[] = {{"[]", LT_FORMS(action_keys), .doc = "one action"}, {0}};

#define COUNT    .range = LT_COUNT(MOST_STEPS)
#define FIELD(f) LT_FIELD(struct lt_stage, f)
const struct lt_key lt_parse_stages_stage_keys[] = {
    {"name", LT_VALUE_TEXT, FIELD(name), .preset = "stage 1, stage 2, ...",
     .doc = "for messages, expectations and plots"},
    {"whats", LT_VALUE_LETTERS, FIELD(whats), .read = read_whats, .words = lt_words_letter,
     .required = true, .example = "i.....",
     .doc =
         "for n, s, t and the rotations about them: free (.), velocity (v), initial velocity (i), "
         "force through inertia (f), force in balance (s), displacement (u)"},
    {"values", LT_FORMS(value_keys), .example = "[-1, 0, 0, 0, 0, 0]", .read = read_values,
     .required = true, .doc = "what is imposed, in the same order; 0 for '.'"},
    {"until", LT_VALUE_CONDITION, .example = "rebound", FIELD(until), .scope = LT_SCOPE_STEP,
     .required = true,
     .doc = "condition that ends the stage; tested after each step, with exact located in time"},
    {"until_every", LT_VALUE_NUMBER, FIELD(until_every), COUNT, .preset = "1",
     .doc = "steps from test to test"},
    {"max_steps", LT_VALUE_NUMBER, FIELD(max_steps), COUNT, .preset = "1000000",
     .doc = "the run fails if the stage takes more steps"},
    {"done", LT_FORMS(done_keys), .read = read_done,
     .doc = "actions when the stage ends, in this order"},
    {"at", LT_FORMS(events_keys), .read = read_at,
     .doc = "actions at events, without ending the stage"},
    {"record", LT_VALUE_FLAG, LT_FORMS(stage_record_keys), .read = read_stage_record,
     .preset = "as record",
     .doc = "how often rows of this stage are recorded; false: only its end"},
    {0}};
#undef COUNT
#undef FIELD

static const struct lt_key round_keys[] = {
    {"[]", LT_FORMS(lt_parse_stages_stage_keys), .doc = "a stage of the group"}, {0}};
static const struct lt_key repeat_keys[] = {
    {"repeat", LT_VALUE_COUNT, .range = LT_COUNT(STAGES_MOST), .required = true,
     .doc = "how often the stages below are run"},
    {"stages", LT_FORMS(round_keys), .required = true,
     .doc = "those that are repeated; in the second round load is called load #2"},
    {0}};
const struct lt_key lt_parse_stages_keys[] = {{"[]",
                                               LT_FORMS(lt_parse_stages_stage_keys, repeat_keys),
                                               .doc = "a stage, or a group that repeats"},
                                              {0}};

/* Adds an empty stage to the program; pointers to earlier ones may then refer to old copies. */
static struct lt_stage *new_stage(struct lt_program *program) {
    size_t count = program->n_stages;
    if ((count & (count - 1)) == 0) { /* full: room is the next power of two */
        struct lt_stage *old = program->stages;
        program->stages = lt_arena_get(program->arena, (2 * count + 1) * sizeof *old);
        if (count > 0)
            memcpy(program->stages, old, count * sizeof *old);
    }
    return &program->stages[program->n_stages++];
}

/* True if the stage lasts until a rebound, and nothing else can end it. */
static bool waits_for_rebound(const struct lt_stage *stage) {
    const struct lt_formula *until = stage->until;
    for (size_t i = 0; until && i < until->n_used; i++) {
        const size_t slot = until->used[i]->slot;
        if (slot != LT_REBOUND && slot != LT_BROKEN && slot != LT_STAGE_BOUNCES)
            return false;
    }
    return until && until->n_used > 0;
}

/* Notes an approach with an imposed velocity, which never rebounds; most likely 'i' was meant. */
static void note_no_rebound(struct lt_reader *reader, const struct lt_stage *stage) {
    const struct lt_formula *formula = stage->formulas[0];
    if (stage->whats[0] != 'v' || stage->series[0] || !formula || !lt_formula_is_of_lets(formula) ||
        !waits_for_rebound(stage))
        return;
    struct lt_number velocity = {.formula = stage->formulas[0], .mark = formula->mark};
    if (lt_schema_evaluate(reader, &velocity) && velocity.value <= 0)
        lt_errors_note(reader->errors, formula->mark,
                       "'v' imposes this velocity throughout, so that the particles cannot "
                       "rebound; write 'i' for an initial velocity, or another until");
}

/* Reads a stage. ROUND: which repetition this is, from 1; 0 outside of any. */
static void read_one_stage(struct lt_reader *reader, const struct lt_node *node, size_t round) {
    struct lt_program *program = reader->program;
    struct lt_stage *stage = new_stage(program);
    stage->name = lt_arena_print(program->arena, "stage %zu", program->n_stages);
    stage->mark = node->mark;
    lt_schema_preset(lt_parse_stages_stage_keys, stage);
    lt_schema_map(reader, node, lt_parse_stages_stage_keys, stage);
    note_no_rebound(reader, stage);
    if (round > 1 && lt_tree_child(node, "name"))
        stage->name = lt_arena_print(program->arena, "%s #%zu", stage->name, round);
    for (size_t i = 0; i + 1 < program->n_stages; i++)
        if (strcmp(program->stages[i].name, stage->name) == 0) {
            lt_errors_add(reader->errors, stage->mark, "two stages are named '%s'", stage->name);
            return;
        }
}

static void read_stages(struct lt_reader *reader, const struct lt_node *list, size_t round);

/* Reads {repeat: 3, stages: [...]}: the same stages, one round after another; named "load", "load
 * #2". */
static void read_repeat(struct lt_reader *reader, const struct lt_node *node) {
    static const struct lt_range range = LT_COUNT(STAGES_MOST);
    const struct lt_node *stages = lt_tree_child(node, "stages");
    const struct lt_node *times = lt_tree_child(node, "repeat");
    const bool unknown_before = reader->rounds_unknown;
    size_t failures = reader->errors->failures;
    reader->rounds_unknown = true;
    if (!lt_schema_map(reader, node, repeat_keys, NULL) || !stages ||
        !lt_schema_is(reader, stages, LT_LIST, "a list of stages"))
        return;
    if (!stages->first)
        lt_errors_add(reader->errors, stages->mark, "expected at least one stage");
    struct lt_number rounds = lt_schema_quantity(reader, times, &range);
    const bool known = reader->errors->failures == failures && rounds.value >= 1;
    for (size_t round = 1; round == 1 || (known && (double)round <= rounds.value); round++) {
        failures = reader->errors->failures;
        read_stages(reader, stages, round);
        if (reader->errors->failures > failures)
            return;
    }
    reader->rounds_unknown = !known || unknown_before;
}

/* Reads a list of stages in this ROUND of a repetition; 0 outside of any, where groups may
 * repeat. */
static void read_stages(struct lt_reader *reader, const struct lt_node *list, size_t round) {
    for (const struct lt_node *child = list->first; child; child = child->next) {
        if (reader->program->n_stages >= STAGES_MOST) {
            lt_errors_add(reader->errors, child->mark, "more than %d stages", STAGES_MOST);
            return;
        }
        const struct lt_node *repeat = lt_tree_child(child, "repeat");
        if (repeat && round == 0)
            read_repeat(reader, child);
        else if (repeat)
            lt_errors_add(reader->errors, repeat->key_mark,
                          "a group that repeats may not be in another one");
        else
            read_one_stage(reader, child, round);
    }
}

/* Notes settings of the start that have no effect on the first stage. */
static void check_first_stage(struct lt_reader *reader) {
    const struct lt_motion *motion = &reader->program->motion;
    bool impact = reader->program->stages[0].whats[0] == 'i';
    if (motion->weighted_entry && motion->integrator == LT_EXACT)
        lt_errors_note(reader->errors, motion->mark,
                       "entry is ignored: 'integrator: exact' has no steps");
    if (motion->half_before && motion->integrator == LT_EXACT)
        lt_errors_note(reader->errors, motion->mark,
                       "initial is ignored: 'integrator: exact' has no steps");
    if (motion->phase_given && motion->integrator == LT_EXACT)
        lt_errors_note(reader->errors, motion->phase.mark,
                       "phase is ignored: 'integrator: exact' has no steps");
    else if (motion->phase_given && !impact)
        lt_errors_note(reader->errors, motion->phase.mark,
                       "phase is ignored: the first stage has no initial normal velocity (i)");
    else if (motion->phase_given && motion->gap_given)
        lt_errors_note(reader->errors, motion->gap.mark,
                       "gap is ignored: phase says where the run starts");
}

/* Reads the section stages, after which parameters are inherited from materials once and
 * velocities have names. FIELD: the program. */
void lt_parse_stages(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    lt_parse_pair_inherit(reader);
    if (!lt_schema_is(reader, node, LT_LIST, "a list of stages"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one stage");
    read_stages(reader, node, 0);
    if (program->n_stages > 0)
        check_first_stage(reader);
    lt_vary_add_speeds(reader);
}

/* True if a stage read so far is called NAME. */
static bool is_stage(const struct lt_program *program, const char *name) {
    for (size_t i = 0; i < program->n_stages; i++)
        if (strcmp(program->stages[i].name, name) == 0)
            return true;
    return false;
}

/* Finds the stage that a node names, *stage; false: unknown, which is reported unless its
 * repetitions could not be read. */
bool lt_parse_stages_find(struct lt_reader *reader, const struct lt_node *node, long *stage) {
    const struct lt_program *program = reader->program;
    if (reader->rounds_unknown && node->kind == LT_SCALAR && !is_stage(program, node->text))
        return false;
    long found = lt_schema_item(reader, node, "stage", program->stages, program->n_stages,
                                sizeof *program->stages);
    *stage = found >= 0 ? found : *stage;
    return found >= 0;
}
