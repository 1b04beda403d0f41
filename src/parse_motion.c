/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_motion.c: how the particles move: motion, stages. */
#include "arena.h"
#include "parse.h"

#include <math.h>
#include <string.h>

#define MOST_STEPS 1e15

/* ---- motion ---------------------------------------------------------------------------- */

void lt_parse_default_motion(struct lt_program *program) {
    struct lt_number zero = {.min = -INFINITY, .max = INFINITY, .path = "", .unit = ""};
    struct lt_motion *motion = &program->motion;
    motion->phase = motion->gap = motion->weight = zero;
    motion->weight.value = 0.5;
    for (size_t i = 0; i < 3; i++)
        motion->gravity[i] = zero;
}

static void read_frame(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"contact", "bodies", NULL};
    enum lt_frame *frame = field;
    long word = lt_schema_word(reader, node, words);
    if (word == LT_FRAME_CONTACT)
        *frame = LT_FRAME_CONTACT;
    if (word == LT_FRAME_BODIES)
        lt_errors_add(reader->errors, node->mark,
                      "frame 'bodies' is not available in this version");
}

static void read_integrator(struct lt_reader *reader, const struct lt_node *node,
                            const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"leapfrog", "symplectic-euler", "velocity-verlet", "exact",
                                        NULL};
    enum lt_integrator *integrator = field;
    long word = lt_schema_word(reader, node, words);
    if (word < 0)
        return;
    *integrator = (enum lt_integrator)word;
    if (*integrator == LT_SYMPLECTIC_EULER || *integrator == LT_VELOCITY_VERLET)
        lt_errors_add(reader->errors, node->mark,
                      "integrator '%s' is not available in this version", node->text);
}

static void read_dt(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field) {
    struct lt_formula **dt = field;
    *dt = lt_schema_value(reader, node, &key->range, LT_SCOPE_PARAM);
}

static void read_gravity(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    struct lt_motion *motion = field;
    motion->gravity_given = true;
    for (size_t i = 0; i < 3 && (i > 0 || lt_schema_list(reader, node, 3)); i++)
        motion->gravity[i] = lt_schema_quantity(reader, lt_tree_item(node, i), &key->range);
}

static void refuse_in_contact_frame(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_key *key, void *field) {
    (void)field;
    lt_errors_add(reader->errors, node->key_mark, "'%s' has a meaning only with 'frame: bodies'",
                  key->name);
}

#define FIELD(f) .offset = offsetof(struct lt_motion, f)
static const struct lt_key motion_keys[] = {
    {.name = "frame", .read = read_frame, FIELD(frame)},
    {.name = "integrator", .read = read_integrator, FIELD(integrator)},
    {.name = "dt", .read = read_dt, FIELD(dt), .range = LT_POSITIVE("s")},
    {.name = "phase",
     .read = lt_schema_number,
     FIELD(phase),
     .range = LT_BETWEEN("1", 0, 1 - 0x1p-53)}, /* below 1 */
    {.name = "gap", .read = lt_schema_number, FIELD(gap), .range = LT_ANY("m")},
    {.name = "weight", .read = refuse_in_contact_frame},
    {.name = "lever", .read = refuse_in_contact_frame},
    {.name = "gravity", .read = read_gravity, .range = LT_ANY("m/s^2")},
    {.name = NULL}};
#undef FIELD

void lt_parse_motion(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                     void *program) {
    (void)key, (void)program;
    struct lt_motion *motion = &reader->program->motion;
    motion->mark = node->mark;
    lt_schema_map(reader, node, motion_keys, motion);
    motion->phase_given = motion->phase.given;
    motion->gap_given = motion->gap.given;
    if (motion->phase_given && motion->integrator == LT_EXACT)
        lt_errors_note(reader->errors, motion->phase.mark,
                       "phase is ignored: 'integrator: exact' has no steps");
}

/* ---- stages ---------------------------------------------------------------------------- */

static bool check_letter(struct lt_reader *reader, struct lt_mark mark, char letter) {
    if (strchr(".vi", letter))
        return true;
    if (strchr("fsu", letter))
        lt_errors_add(reader->errors, mark, "letter '%c' is not available in this version", letter);
    else
        lt_errors_add(reader->errors, mark, "unknown letter; expected '.', 'v' or 'i'");
    return false;
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
    bool good = true;
    for (int i = 0; i < LT_DOFS; i++) {
        struct lt_mark mark = node->mark;
        mark.column += i + node->quoted;
        good &= check_letter(reader, mark, node->text[i]);
    }
    if (good)
        memcpy(whats, node->text, LT_DOFS);
}

static void read_value(struct lt_reader *reader, const struct lt_node *node, struct lt_stage *stage,
                       size_t dof) {
    static const struct lt_range translation = LT_ANY("m/s"), rotation = LT_ANY("rad/s");
    const struct lt_range *range = dof < 3 ? &translation : &rotation;
    if (stage->whats[dof] == 'v')
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
        read_value(reader, lt_tree_item(node, i), stage, i);
}

static void read_until(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    struct lt_formula **until = field;
    *until = lt_schema_formula(reader, node, LT_FORMULA_CONDITION, LT_SCOPE_STEP);
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
    {.name = "done", .read = lt_schema_later},
    {.name = NULL}};
#undef COUNT
#undef FIELD

static void read_stage(struct lt_reader *reader, const struct lt_node *node, size_t index) {
    struct lt_stage *stages = reader->program->stages, *stage = &stages[index];
    struct lt_number count = {.min = 1, .max = MOST_STEPS, .path = "", .unit = "1"};
    stage->name = lt_arena_print(reader->program->arena, "stage %zu", index + 1);
    stage->mark = node->mark;
    stage->until_every = stage->max_steps = count;
    stage->until_every.value = 1;
    stage->max_steps.value = 1e6;
    lt_schema_map(reader, node, stage_keys, stage);
    for (size_t i = 0; i < index; i++)
        if (strcmp(stages[i].name, stage->name) == 0) {
            lt_errors_add(reader->errors, stage->mark, "two stages are named '%s'", stage->name);
            return;
        }
}

void lt_parse_stages(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                     void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of stages"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one stage");
    program->stages = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->stages);
    for (const struct lt_node *child = node->first; child; child = child->next)
        read_stage(reader, child, program->n_stages++);
}
