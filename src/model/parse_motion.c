/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_motion.c: how the particles are moved in time: motion. */
#include "base/arena.h"
#include "model/laws.h"
#include "model/parse.h"

#include <math.h>
#include <string.h>

void lt_parse_motion_default(struct lt_program *program) {
    struct lt_number zero = {.min = -INFINITY, .max = INFINITY, .path = "", .unit = ""};
    struct lt_motion *motion = &program->motion;
    motion->phase = motion->gap = motion->weight = zero;
    motion->weight.value = 0.5;
    motion->smooth = (struct lt_number){.value = 0.01, .max = 1, .path = "", .unit = "1"};
    for (size_t i = 0; i < 3; i++)
        motion->gravity[i] = motion->normal[i] = motion->tangent[i] = zero;
}

static void read_frame(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"contact", "bodies", NULL};
    enum lt_frame *frame = field;
    long word = lt_schema_word(reader, node, words);
    if (word >= 0)
        *frame = (enum lt_frame)word;
}

static void read_integrator(struct lt_reader *reader, const struct lt_node *node,
                            const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"leapfrog", "symplectic-euler", "velocity-verlet", "exact",
                                        NULL};
    enum lt_integrator *integrator = field;
    long word = lt_schema_word(reader, node, words);
    if (word >= 0)
        *integrator = (enum lt_integrator)word;
}

static void read_levels(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"own", "yade", "woo", NULL};
    enum lt_levels *levels = field;
    long word = lt_schema_word(reader, node, words);
    if (word >= 0)
        *levels = (enum lt_levels)word;
}

static void read_entry(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"whole", "weighted", NULL};
    bool *weighted = field;
    *weighted = lt_schema_word(reader, node, words) == 1;
}

static void read_dashpot(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"half-step", "full-step", NULL};
    bool *full_step = field;
    *full_step = lt_schema_word(reader, node, words) == 1;
}

static void read_lever(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"overlap", "radius", NULL};
    bool *full_arms = field;
    *full_arms = lt_schema_word(reader, node, words) == 1;
}

static void read_motion_vector(struct lt_reader *reader, const struct lt_node *node,
                               const struct lt_key *key, void *field) {
    struct lt_number *vector = field;
    for (size_t i = 0; i < 3 && (i > 0 || lt_schema_list(reader, node, 3)); i++)
        vector[i] = lt_schema_quantity(reader, lt_tree_item(node, i), &key->range);
}

static void read_dt(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field) {
    struct lt_formula **dt = field;
    *dt = lt_schema_value(reader, node, &key->range, LT_SCOPE_PARAM);
}

static void read_gravity(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    struct lt_motion *motion = field;
    const struct lt_particle *particles = reader->program->particles;
    if (reader->pair_known && !particles[0].fixed && !particles[1].fixed)
        lt_errors_add(reader->errors, node->key_mark,
                      "gravity accelerates two free particles alike; it needs a wall or a fixed "
                      "particle");
    motion->gravity_given = true;
    for (size_t i = 0; i < 3 && (i > 0 || lt_schema_list(reader, node, 3)); i++)
        motion->gravity[i] = lt_schema_quantity(reader, lt_tree_item(node, i), &key->range);
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
    {.name = "weight", .read = lt_schema_number, FIELD(weight), .range = LT_BETWEEN("1", 0, 1)},
    {.name = "lever", .read = read_lever, FIELD(full_arms)},
    {.name = "normal", .read = read_motion_vector, FIELD(normal), .range = LT_ANY("1")},
    {.name = "tangent", .read = read_motion_vector, FIELD(tangent), .range = LT_ANY("1")},
    {.name = "levels", .read = read_levels, FIELD(levels)},
    {.name = "entry", .read = read_entry, FIELD(weighted_entry)},
    {.name = "dashpot", .read = read_dashpot, FIELD(full_step)},
    {.name = "gravity", .read = read_gravity, .range = LT_ANY("m/s^2")},
    {.name = "smooth",
     .read = lt_schema_number,
     FIELD(smooth),
     .range = {.unit = "1", .max = 1, .above_min = true}},
    {.name = NULL}};
#undef FIELD

/* What only one frame or one integrator has a meaning for. */
static void check_motion(struct lt_reader *reader, const struct lt_node *node) {
    static const char *const space[] = {"weight", "lever", "normal", "tangent"};
    const struct lt_motion *motion = &reader->program->motion;
    const struct lt_particle *particles = reader->program->particles;
    for (size_t i = 0; i < 4; i++) {
        const struct lt_node *key = lt_tree_child(node, space[i]);
        if (key && motion->frame == LT_FRAME_CONTACT)
            lt_errors_add(reader->errors, key->key_mark,
                          "'%s' has a meaning only with 'frame: bodies'", space[i]);
    }
    if (lt_tree_child(node, "dashpot") && motion->integrator != LT_VELOCITY_VERLET)
        lt_errors_add(reader->errors, lt_tree_child(node, "dashpot")->key_mark,
                      "'dashpot' has a meaning only with 'integrator: velocity-verlet': the others "
                      "see the velocity half a step behind, or the exact one");
    if (motion->levels != LT_LEVELS_OWN && motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, lt_tree_child(node, "levels")->key_mark,
                      "'integrator: exact' has no steps whose levels could be those of another "
                      "code");
    for (int i = 0; i < 2 && motion->frame == LT_FRAME_BODIES && reader->pair_known; i++) {
        const struct lt_number *weight = &motion->weight;
        if (particles[i].shape > LT_FACET)
            lt_errors_add(reader->errors, particles[i].mark,
                          "frame 'bodies' moves spheres, discs, walls and facets; this shape runs "
                          "in frame 'contact'");
        if (weight->given && particles[i].fixed && weight->value != 1 - i)
            lt_errors_add(reader->errors, weight->mark,
                          "particle %s cannot move: the other one takes all of the imposed motion, "
                          "weight %d",
                          i ? "b" : "a", 1 - i);
    }
}

void lt_parse_motion(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                     void *program) {
    (void)key, (void)program;
    struct lt_motion *motion = &reader->program->motion;
    motion->mark = node->mark;
    if (lt_schema_map(reader, node, motion_keys, motion))
        check_motion(reader, node);
    motion->phase_given = motion->phase.given;
    motion->gap_given = motion->gap.given;
}
