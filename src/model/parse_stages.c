/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_stages.c: what is imposed, stage by stage, and what happens when one ends: stages. */
#include "base/arena.h"
#include "model/laws.h"
#include "model/parse.h"

#include <math.h>
#include <string.h>

#define MOST_STEPS 1e15

enum { STAGES_MOST = 10000 };

static bool check_letter(struct lt_reader *reader, struct lt_mark mark, char letter) {
    if (strchr(".vifsu", letter))
        return true;
    lt_errors_add(reader->errors, mark, "unknown letter; expected '.', 'v', 'i', 'f', 's' or 'u'");
    return false;
}

static bool is_plane(const struct lt_program *program) {
    return program->particles[0].shape == LT_DISC || program->particles[1].shape == LT_DISC;
}

static void read_whats(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    char *whats = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "six letters such as 'v.....'"))
        return;
    if (strlen(node->text) != LT_DOFS) {
        lt_errors_add(reader->errors, node->mark,
                      "expected six letters, one for each degree of freedom, found %zu",
                      strlen(node->text));
        return;
    }
    bool good = true, plane = is_plane(reader->program);
    const struct lt_motion *motion = &reader->program->motion;
    if (strchr(node->text, 's') && motion->frame == LT_FRAME_BODIES &&
        motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, node->mark,
                      "static balance (s) in frame 'bodies' needs an integrator with steps: what "
                      "has no inertia has no rate either");
    for (int i = 0; i < LT_DOFS; i++) {
        struct lt_mark mark = node->mark;
        mark.column += i + node->quoted;
        good &= check_letter(reader, mark, node->text[i]);
        if (plane && (i == 1 || i == 3 || i == 5) && node->text[i] != '.')
            lt_errors_add(reader->errors, mark,
                          "discs move along n and t and turn about s; this letter must be '.'");
    }
    if (good)
        memcpy(whats, node->text, LT_DOFS);
}

static void read_imposed_table(struct lt_reader *reader, const struct lt_node *node,
                               struct lt_stage *stage, size_t dof) {
    if (strchr("vfsu", stage->whats[dof]))
        stage->series[dof] = lt_parse_series(reader, node);
    else
        lt_errors_add(reader->errors, node->mark,
                      "letter %zu of whats is '%c'; only v, f, s and u can follow a table", dof + 1,
                      stage->whats[dof]);
}

static void read_imposed_value(struct lt_reader *reader, const struct lt_node *node,
                               struct lt_stage *stage, size_t dof) {
    if (node->kind == LT_MAP) {
        read_imposed_table(reader, node, stage, dof);
        return;
    }
    static const struct lt_range velocity[] = {LT_ANY("m/s"), LT_ANY("rad/s")},
                                 force[] = {LT_ANY("N"), LT_ANY("N m")},
                                 displacement[] = {LT_ANY("m"), LT_ANY("rad")};
    char letter = stage->whats[dof];
    const struct lt_range *range = strchr("fs", letter) ? force
                                   : letter == 'u'      ? displacement
                                                        : velocity;
    range += dof >= 3;
    if (strchr("vfsu", letter))
        stage->formulas[dof] = lt_schema_value(reader, node, range, LT_SCOPE_STEP);
    else
        stage->numbers[dof] = lt_schema_quantity(reader, node, range);
    if (stage->whats[dof] == '.' && (stage->numbers[dof].formula || stage->numbers[dof].value != 0))
        lt_errors_add(reader->errors, node->mark,
                      "letter %zu of whats is '.', so this value would be ignored; write 0",
                      dof + 1);
}

static void read_values(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    struct lt_stage *stage = field;
    if (!lt_schema_list(reader, node, LT_DOFS) || !stage->whats[0])
        return;
    for (size_t i = 0; i < LT_DOFS; i++)
        read_imposed_value(reader, lt_tree_item(node, i), stage, i);
}

static void read_until(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    struct lt_formula **until = field;
    *until = lt_schema_formula(reader, node, LT_FORMULA_CONDITION, LT_SCOPE_STEP);
}

/* ---- done: what happens when a stage ends ------------------------------------------------ */

static void read_print(struct lt_reader *reader, const struct lt_node *node,
                       struct lt_action *action) {
    action->formulas = lt_arena_get(reader->program->arena, sizeof *action->formulas);
    action->formulas[0] = lt_schema_formula(reader, node, LT_FORMULA_EITHER, LT_SCOPE_STEP);
    action->count = action->formulas[0] != NULL;
}

/* A parameter or state of the law, or NULL and an error. */
static const struct lt_name *settable_name(struct lt_reader *reader, const struct lt_node *node) {
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_STEP);
    const struct lt_name *name = lt_names_find(&names, node->key);
    if (name && name->kind == LT_NAME_STATE)
        return lt_parse_pair_state(reader, node)->told ? NULL : name;
    if (name && name->kind == LT_NAME_PARAM)
        return name;
    if (reader->program->law)
        lt_schema_unknown_name(reader, node->key_mark, "parameter", node->key, LT_SCOPE_PARAM);
    return NULL;
}

static void read_set(struct lt_reader *reader, const struct lt_node *node,
                     struct lt_action *action) {
    if (!lt_schema_is(reader, node, LT_MAP, "a map {parameter: formula}"))
        return;
    struct lt_arena *arena = reader->program->arena;
    const struct lt_law *law = reader->program->law;
    action->names = lt_arena_get(arena, (node->count + 1) * sizeof *action->names);
    action->formulas = lt_arena_get(arena, (node->count + 1) * sizeof *action->formulas);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        const struct lt_name *name = settable_name(reader, child);
        if (!name)
            continue;
        long param = lt_laws_param(law, name->name);
        struct lt_formula *formula =
            param >= 0 ? lt_parse_pair_setting(reader, child, &law->params[param])
                       : lt_schema_formula(reader, child, LT_FORMULA_NUMBER, LT_SCOPE_STEP);
        if (!formula)
            continue;
        action->names[action->count] = name;
        action->formulas[action->count++] = formula;
    }
}

static void read_reset(struct lt_reader *reader, const struct lt_node *node,
                       struct lt_action *action) {
    if (!lt_schema_is(reader, node, LT_LIST, "a list of energies such as [E_slip]"))
        return;
    action->names = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *action->names);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!lt_schema_is(reader, child, LT_SCALAR, "the name of an energy"))
            continue;
        const struct lt_name *name = lt_names_find(reader->program->names, child->text);
        bool sum = name && (name->kind == LT_NAME_LOSS || name->slot == LT_E_WORK ||
                            name->slot == LT_E_DASHPOT || name->slot == LT_E_CROSS ||
                            name->slot == LT_E_DEFECT || name->slot == LT_E_SET);
        if (sum)
            action->names[action->count++] = name;
        else if (reader->program->law)
            lt_errors_add(reader->errors, child->mark,
                          "'%s' is not an energy that accumulates, such as E_work or E_dashpot",
                          child->text);
    }
}

static void read_keep(struct lt_reader *reader, const struct lt_node *node,
                      struct lt_action *action) {
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

static void read_restart(struct lt_reader *reader, const struct lt_node *node,
                         struct lt_action *action) {
    static const struct lt_range range = LT_COUNT(STAGES_MOST);
    struct lt_number times = lt_schema_quantity(reader, node, &range);
    action->count = times.value >= 1 && times.value <= STAGES_MOST ? (size_t)times.value : 0;
}

static void read_action(struct lt_reader *reader, const struct lt_node *node,
                        struct lt_action *action) {
    static const char *const kinds[] = {
        [LT_PRINT] = "print", [LT_MARK] = "mark", [LT_SET] = "set",
        [LT_RESET] = "reset", [LT_KEEP] = "keep", [LT_RESTART] = "restart"};
    action->mark = node->mark;
    if (!lt_schema_is(reader, node, LT_MAP, "an action such as {print: fn}"))
        return;
    if (node->count != 1) {
        lt_errors_add(reader->errors, node->mark,
                      "an action is one of print, mark, set, reset, keep, restart");
        return;
    }
    const struct lt_node *child = node->first;
    for (int kind = LT_PRINT; kind <= LT_RESTART; kind++) {
        if (strcmp(child->key, kinds[kind]) != 0)
            continue;
        action->kind = (enum lt_action_kind)kind;
        if (kind == LT_PRINT)
            read_print(reader, child, action);
        else if (kind == LT_MARK)
            lt_schema_text(reader, child, NULL, &action->text);
        else if (kind == LT_SET)
            read_set(reader, child, action);
        else if (kind == LT_RESET)
            read_reset(reader, child, action);
        else if (kind == LT_KEEP)
            read_keep(reader, child, action);
        else
            read_restart(reader, child, action);
        return;
    }
    lt_schema_unknown(reader, child->key_mark, "action", child->key, kinds, 6);
}

static void read_done(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    struct lt_stage *stage = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of actions"))
        return;
    stage->done = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *stage->done);
    for (const struct lt_node *child = node->first; child; child = child->next)
        read_action(reader, child, &stage->done[stage->n_done++]);
}

/* record: {every: 10} of a stage, or record: false. */
static void read_stage_record(struct lt_reader *reader, const struct lt_node *node,
                              const struct lt_key *key, void *field) {
    (void)key;
    static const struct lt_key keys[] = {{.name = "every",
                                          .read = lt_schema_number,
                                          .required = true,
                                          .range = LT_COUNT(MOST_STEPS)},
                                         {.name = NULL}};
    struct lt_stage *stage = field;
    stage->every_given = true;
    if (node->kind == LT_SCALAR && strcmp(node->text, "false") == 0) {
        stage->every = 0;
        return;
    }
    struct lt_number every = {.value = 1};
    lt_schema_map(reader, node, keys, &every);
    stage->every = every.value >= 1 ? (size_t)every.value : 1;
}

#define COUNT    .range = LT_COUNT(MOST_STEPS)
#define FIELD(f) .offset = offsetof(struct lt_stage, f)
static const struct lt_key stage_keys[] = {
    {.name = "name", .read = lt_schema_text, FIELD(name)},
    {.name = "whats", .read = read_whats, FIELD(whats), .required = true},
    {.name = "values", .read = read_values, .required = true},
    {.name = "until", .read = read_until, FIELD(until), .required = true},
    {.name = "until_every", .read = lt_schema_number, FIELD(until_every), COUNT},
    {.name = "max_steps", .read = lt_schema_number, FIELD(max_steps), COUNT},
    {.name = "done", .read = read_done},
    {.name = "record", .read = read_stage_record},
    {.name = NULL}};
#undef COUNT
#undef FIELD

static const struct lt_key repeat_keys[] = {
    {.name = "repeat", .required = true}, {.name = "stages", .required = true}, {.name = NULL}};

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

/* Round: which repetition this is, from 1; 0 outside of any. */
static void read_one_stage(struct lt_reader *reader, const struct lt_node *node, size_t round) {
    struct lt_program *program = reader->program;
    struct lt_stage *stage = new_stage(program);
    struct lt_number count = {.min = 1, .max = MOST_STEPS, .path = "", .unit = "1"};
    stage->name = lt_arena_print(program->arena, "stage %zu", program->n_stages);
    stage->mark = node->mark;
    stage->until_every = stage->max_steps = count;
    stage->until_every.value = 1;
    stage->max_steps.value = 1e6;
    lt_schema_map(reader, node, stage_keys, stage);
    if (round > 1 && lt_tree_child(node, "name"))
        stage->name = lt_arena_print(program->arena, "%s #%zu", stage->name, round);
    for (size_t i = 0; i + 1 < program->n_stages; i++)
        if (strcmp(program->stages[i].name, stage->name) == 0) {
            lt_errors_add(reader->errors, stage->mark, "two stages are named '%s'", stage->name);
            return;
        }
}

static void read_stages(struct lt_reader *reader, const struct lt_node *list, size_t round);

/* {repeat: 3, stages: [...]}: the same stages, one round after another; named "load", "load #2". */
static void read_repeat(struct lt_reader *reader, const struct lt_node *node) {
    static const struct lt_range range = LT_COUNT(STAGES_MOST);
    const struct lt_node *stages = lt_tree_child(node, "stages");
    const struct lt_node *times = lt_tree_child(node, "repeat");
    if (!lt_schema_map(reader, node, repeat_keys, NULL) || !stages ||
        !lt_schema_is(reader, stages, LT_LIST, "a list of stages"))
        return;
    struct lt_number rounds = lt_schema_quantity(reader, times, &range);
    for (size_t round = 1; (double)round <= rounds.value && round <= STAGES_MOST; round++) {
        size_t failures = reader->errors->failures;
        read_stages(reader, stages, round);
        if (reader->errors->failures > failures)
            return;
    }
}

static void read_stages(struct lt_reader *reader, const struct lt_node *list, size_t round) {
    for (const struct lt_node *child = list->first; child; child = child->next) {
        if (reader->program->n_stages >= STAGES_MOST) {
            lt_errors_add(reader->errors, child->mark, "more than %d stages", STAGES_MOST);
            return;
        }
        if (lt_tree_child(child, "repeat") && round == 0)
            read_repeat(reader, child);
        else
            read_one_stage(reader, child, round);
    }
}

/* Say where the run does not start as it was asked to. */
static void check_first_stage(struct lt_reader *reader) {
    const struct lt_motion *motion = &reader->program->motion;
    bool impact = reader->program->stages[0].whats[0] == 'i';
    if (motion->weighted_entry && motion->integrator == LT_EXACT)
        lt_errors_note(reader->errors, motion->mark,
                       "entry is ignored: 'integrator: exact' has no steps");
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

void lt_parse_stages(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                     void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of stages"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one stage");
    read_stages(reader, node, 0);
    if (program->n_stages > 0)
        check_first_stage(reader);
}

bool lt_parse_stages_find(struct lt_reader *reader, const struct lt_node *node, long *stage) {
    const struct lt_program *program = reader->program;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a stage"))
        return false;
    const char **names = lt_arena_get(program->arena, (program->n_stages + 1) * sizeof *names);
    for (size_t i = 0; i < program->n_stages; i++) {
        names[i] = program->stages[i].name;
        if (strcmp(names[i], node->text) == 0) {
            *stage = (long)i;
            return true;
        }
    }
    lt_schema_unknown(reader, node->mark, "stage", node->text, names, program->n_stages);
    return false;
}
