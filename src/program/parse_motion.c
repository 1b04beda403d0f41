/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_motion.c: the section motion: frame, integrator, time step. */
#include "base/columns.h"
#include "program/parse.h"
#include "program/words.h"

#include <math.h>
#include <string.h>

/* True if all items of a vector are written as 0. */
static bool is_zero(const struct lt_node *vector) {
    for (const struct lt_node *item = vector->first; item; item = item->next)
        if (item->kind != LT_SCALAR || strcmp(item->text, "0") != 0)
            return false;
    return vector->kind == LT_LIST;
}

/* Reads gravity, in m/s^2. It accelerates two free particles alike, so that any but 0 needs a
 * fixed one. */
static void read_gravity(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const struct lt_particle *particles = reader->program->particles;
    const struct lt_key *key = lt_schema_key(lt_parse_motion_keys, "gravity");
    const bool both_free = reader->pair_known && !particles[0].fixed && !particles[1].fixed;
    if (both_free && is_zero(node))
        return;
    if (both_free)
        lt_errors_add(reader->errors, node->key_mark,
                      "gravity accelerates two free particles alike; it needs a wall or a fixed "
                      "particle");
    reader->program->motion.gravity_given = true;
    lt_schema_vector(reader, node, &key->range, field);
    lt_parse_pair_in_plane(reader, &((struct lt_number *)field)[1]);
}

/* Checks that the times of steps begin with 0 and increase; false after an error, at its row of
 * the table. */
static bool check_instants(struct lt_reader *reader, const struct lt_instants *instants,
                           const struct lt_columns *table) {
    const double *at = instants->at;
    for (size_t i = 0; i < instants->count; i++) {
        const struct lt_mark mark = lt_columns_mark(table, i, reader->errors);
        if (!isfinite(at[i]))
            lt_errors_add(reader->errors, mark, "no finite number for '%s'", instants->column);
        else if (i == 0 && at[0] != 0)
            lt_errors_add(reader->errors, mark, "'%s' must begin with 0, as a run does, is %.10g",
                          instants->column, at[0]);
        else if (i > 0 && !(at[i] > at[i - 1]))
            lt_errors_add(reader->errors, mark, "'%s' must increase, is %.10g after %.10g",
                          instants->column, at[i], at[i - 1]);
        else
            continue;
        return false;
    }
    return true;
}

/* Reads the times of the steps, in s, from a column of a file. */
static void read_instants(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_instants *instants = field;
    const size_t failures = reader->errors->failures;
    lt_schema_map(reader, node, lt_parse_motion_instants_keys, instants);
    if (reader->errors->failures > failures)
        return;
    struct lt_columns *table = lt_parse_table(reader, instants->file, &instants->how);
    const struct lt_node *column = lt_tree_child(node, "column");
    if (table && lt_columns_find(table, instants->column) < 0)
        lt_errors_add(reader->errors, column->mark, "'%s' has no column '%s'%s", table->path,
                      instants->column, lt_columns_hint(table, instants->column, reader->errors));
    else if (table && table->rows < 2)
        lt_errors_add(reader->errors, lt_tree_child(node, "file")->mark,
                      "'%s' has fewer than two rows", instants->file);
    else if (table)
        instants->at =
            lt_columns_values(table, instants->column, "s", reader->program->arena, reader->errors);
    instants->count = table ? table->rows : 0;
    if (instants->at)
        check_instants(reader, instants, table);
    lt_columns_free(table);
}

#define FIELD(f) LT_FIELD(struct lt_instants, f)
const struct lt_key lt_parse_motion_instants_keys[] = {
    {"file", LT_VALUE_FILE, FIELD(file), .required = true, .doc = "a table"},
    {"column", LT_VALUE_NAME, FIELD(column), .required = true,
     .doc = "its column of times: 0, the start, and then increasing"},
    LT_TABLE_KEYS(struct lt_instants, how),
    {0}};
#undef FIELD

#define FIELD(f) LT_FIELD(struct lt_places, f)
const struct lt_key lt_parse_motion_places_keys[] = {
    {"precision", LT_VALUE_WORD, FIELD(single), .words = lt_words_precision,
     .doc =
         "single: after each step the centres are rounded to numbers of 32 bits, as a code keeps "
         "them that has its coordinates in single precision. Not with exact"},
    {"at", LT_VALUE_NUMBER, FIELD(at), .range = LT_BETWEEN("m", -1e30, 1e30), .preset = "0",
     .doc = "where the pair is: x, y and z of A at the start. The farther from the origin, the "
            "coarser are the coordinates"},
    {0}};
#undef FIELD

/* Reads the precision of the coordinates: in single precision, as some codes have it, they are
 * rounded after each step. */
static void read_places(struct lt_reader *reader, const struct lt_node *node, void *field) {
    lt_schema_map(reader, node, lt_parse_motion_places_keys, field);
}

#define INTEGRATOR(ID, word, doc, ...) "; " word ": " doc
#define FIELD(f)                       LT_FIELD(struct lt_motion, f)
#define BODIES                         .only = {"frame", lt_words_frame, 1u << LT_FRAME_BODIES, NULL}
const struct lt_key lt_parse_motion_keys[] = {
    {"frame", LT_VALUE_WORD, FIELD(frame), .words = lt_words_frame,
     .doc = "contact: the six relative velocities; axes do not turn; arms of the undeformed radii. "
            "bodies: two rigid bodies in space, with which the contact turns"},
    {"integrator", LT_VALUE_WORD, FIELD(integrator), .words = lt_integrator_words,
     .doc = "time integration" LT_INTEGRATORS(INTEGRATOR)},
    {"dt", LT_VALUE_QUANTITY, FIELD(dt), .range = LT_POSITIVE("s"), .scope = LT_SCOPE_PARAM,
     .preset = "t_c/100",
     .doc = "time step; may be a formula in t_c (undamped contact time) and t_crit; with exact: "
            "the interval between samples"},
    {"steps", LT_VALUE_WORD, FIELD(follows), .words = lt_words_steps,
     .only = {"integrator", lt_integrator_words, 1u << LT_LEAPFROG, NULL},
     .doc = "of one length; or each shorter than dt by as much as pi sqrt(m_eff/(dfn/dun)), of the "
            "stiffness at its begin, is shorter than t_c"},
    {"instants", LT_VALUE_PARTS, .offset = offsetof(struct lt_motion, instants),
     .read = read_instants, LT_FORMS(lt_parse_motion_instants_keys),
     .doc = "a recorded path's own times in place of dt: each step ends at the next of them. All "
            "motion is imposed (u, v, s), and has no inertia"},
    {"phase", LT_VALUE_NUMBER, FIELD(phase), .range = LT_BETWEEN("1", 0, 1 - 0x1p-53), /* below 1 */
     .preset = "0",
     .doc = "overlap of the first active sample, in units of a step; for i on n, not with exact"},
    {"gap", LT_VALUE_NUMBER, FIELD(gap), .range = LT_ANY("m"), .preset = "0",
     .doc = "between the surfaces at the start; negative: an overlap. An impact in steps starts at "
            "phase unless this is given and not 0"},
    {"weight", LT_VALUE_NUMBER, FIELD(weight), .range = LT_BETWEEN("1", 0, 1), .preset = "0.5",
     BODIES, .doc = "fraction of the imposed motion carried out by B, the rest by A"},
    {"lever", LT_VALUE_WORD, FIELD(lever), .words = lt_words_lever, BODIES,
     .doc = "arms to the contact point: up to the middle of the overlap, or the full radius; "
            "slip-radius: slip at the radius, torque at the middle, as LAMMPS' granular pairs; "
            "scaled: so too, the slip of the centres times (la + lb)/(la + lb + un), la and lb the "
            "radii, as YADE. The last two not with exact"},
    {"axes", LT_VALUE_WORD, FIELD(axes), .words = lt_words_axes, BODIES,
     .doc = "on which the motion of a step is projected: half-way through it; at its end, as YADE; "
            "projected: at its end, and they do not turn about n with the spins, as LAMMPS and "
            "LIGGGHTS. The last two not with exact"},
    {"history", LT_VALUE_WORD, FIELD(history), .words = lt_words_history, BODIES,
     .doc = "what becomes of the remembered tangential spring when the contact plane tilts: it "
            "turns; is projected, which shortens it, as in LIGGGHTS and LAMMPS' gran/*; rescaled: "
            "projected and given its length back, as in LAMMPS' granular; first-order: turned as "
            "if the angle were small, which lengthens it, as in YADE. Only turned with exact"},
    {"normal", LT_VALUE_VECTOR, FIELD(normal), .range = LT_ANY("1"), BODIES, .preset = "[1, 0, 0]",
     .doc = "direction of n in space at the start, [x, y, z]"},
    {"tangent", LT_VALUE_VECTOR, FIELD(tangent), .range = LT_ANY("1"), BODIES,
     .preset = "[0, 1, 0]",
     .doc = "direction of s in space at the start, [x, y, z], or what is nearest to it across n"},
    {"levels", LT_VALUE_WORD, FIELD(levels), .words = lt_words_levels,
     .doc = "increment of the step that makes a contact: only the part with overlap (own), all of "
            "it (yade), or the overlap without shear and velocity (woo). Not with exact"},
    {"entry", LT_VALUE_WORD, FIELD(weighted_entry), .words = lt_words_entry,
     .doc = "the dashpots' first force counts in full (whole), or by the fraction of the step in "
            "contact (weighted). Not with exact"},
    {"initial", LT_VALUE_WORD, FIELD(half_before), .words = lt_words_initial,
     .doc =
         "initial velocities belong to the start, or to half a step before it, as DEM codes keep "
         "them; with symplectic-euler and where phase tells the start always so. Not with "
         "exact"},
    {"dashpot", LT_VALUE_WORD, FIELD(full_step), .words = lt_words_dashpot,
     .only =
         {"integrator", lt_integrator_words, 1u << LT_VELOCITY_VERLET,
          ": with the others the dashpots see the velocity half a step earlier, or the exact one"},
     .doc = "the velocity that dashpots see: half a step earlier, or that of the sample itself"},
    {"damping", LT_VALUE_NUMBER, FIELD(damping), .range = LT_BETWEEN("1", 0, 1), .preset = "0",
     BODIES,
     .doc = "non-viscous, as in YADE and Woo: of its acceleration each body loses this fraction in "
            "each component along its motion, and gains it in each one against. Not with exact"},
    {"places", LT_VALUE_PARTS, .offset = offsetof(struct lt_motion, places), .read = read_places,
     LT_FORMS(lt_parse_motion_places_keys), BODIES, .doc = "the precision of the coordinates"},
    {"gravity", LT_VALUE_VECTOR, FIELD(gravity), .read = read_gravity, .range = LT_ANY("m/s^2"),
     .preset = "[0, 0, 0]",
     .doc = "[n, s, t]: acceleration of B relative to A, where one of them is a wall or fixed"},
    {"contacts", LT_VALUE_NUMBER, FIELD(contacts), .range = LT_BETWEEN("1", 1, 1000),
     .doc = "of each particle in a packing, on average: t_crit is then no longer than the critical "
            "step of such a packing, which is stiffer than the pair"},
    {"smooth", LT_VALUE_NUMBER, FIELD(smooth), .range = {.unit = "1", .max = 1, .above_min = true},
     .preset = "0.01",
     .doc = "weight of the current force in the smoothed forces (of fn_err ... mt_err)"},
    {0}};
#undef FIELD
#undef BODIES
#undef INTEGRATOR

/* Sets all settings of motion, also the precision of coordinates, to their defaults. */
void lt_parse_motion_default(struct lt_program *program) {
    lt_schema_preset(lt_parse_motion_keys, &program->motion);
    lt_schema_preset(lt_parse_motion_places_keys, &program->motion.places);
}

/* Reports coordinates in single precision where they have no meaning: without steps, or for other
 * shapes. */
static void check_places(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_particle *particles = reader->program->particles;
    if (reader->program->motion.integrator == LT_EXACT)
        lt_errors_add(reader->errors, node->key_mark,
                      "coordinates are rounded after each step: 'integrator: exact' has no steps");
    for (int i = 0; i < 2 && reader->pair_known; i++)
        if (particles[i].shape > LT_FACET)
            lt_errors_add(
                reader->errors, node->key_mark,
                "coordinates in single precision are for spheres, discs, walls and facets, "
                "particle %s has the shape %s",
                i ? "b" : "a", lt_words_shape[particles[i].shape]);
}

/* Reports settings of motion that contradict each other or the particles: most are rules of
 * discrete steps, which 'integrator: exact' does not have. */
static void check_motion(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_motion *motion = &reader->program->motion;
    const struct lt_particle *particles = reader->program->particles;
    const struct lt_node *instants = lt_tree_child(node, "instants");
    /* A table of instants sets the steps itself. */
    if (instants && (motion->integrator != LT_LEAPFROG || motion->frame != LT_FRAME_CONTACT))
        lt_errors_add(reader->errors, instants->key_mark,
                      "steps of unequal length are made by 'integrator: leapfrog' in 'frame: "
                      "contact' only");
    if (instants && motion->dt)
        lt_errors_add(reader->errors, instants->key_mark,
                      "the table sets the time steps; leave out motion.dt");
    if (instants && motion->follows)
        lt_errors_add(reader->errors, instants->key_mark,
                      "the table and 'steps: stiffness' both set the time steps; leave one out");
    /* Rules of discrete steps. */
    if (motion->levels != LT_LEVELS_OWN && motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, lt_tree_child(node, "levels")->key_mark,
                      "'integrator: exact' has no steps that could imitate those of another "
                      "code");
    if (motion->lever > LT_LEVER_RADIUS && motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, motion->mark,
                      "lever: %s makes or takes energy in each step, which 'integrator: exact' "
                      "does not account for",
                      lt_words_lever[motion->lever]);
    if (motion->axes != LT_AXES_MIDDLE && motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, motion->mark,
                      "axes: %s is a rule of discrete steps: 'integrator: exact' has none",
                      lt_words_axes[motion->axes]);
    if (motion->history != LT_HISTORY_TURNED && motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, motion->mark,
                      "history: %s depends on the step: 'integrator: exact' has none",
                      lt_words_history[motion->history]);
    if (motion->damping.given && motion->integrator == LT_EXACT)
        lt_errors_add(reader->errors, motion->damping.mark,
                      "damping is a rule of discrete steps: 'integrator: exact' has none");
    if (motion->places.single)
        check_places(reader, lt_tree_child(node, "places"));
    /* Frame bodies: rules for spheres only, and the share of the imposed motion that particle b
     * takes (weight, 0 to 1). */
    for (int i = 0; i < 2 && motion->frame == LT_FRAME_BODIES && reader->pair_known; i++) {
        const struct lt_number *weight = &motion->weight;
        const bool lever = motion->lever > LT_LEVER_RADIUS, axes = motion->axes != LT_AXES_MIDDLE;
        if (particles[i].shape > LT_FACET && (lever || axes))
            lt_errors_add(reader->errors, lt_tree_child(node, lever ? "lever" : "axes")->key_mark,
                          "%s is a rule of codes for spheres; with other shapes arms are those of "
                          "the contact point, axes those half-way through a step",
                          lever ? lt_words_lever[motion->lever] : lt_words_axes[motion->axes]);
        if (weight->given && particles[i].fixed && weight->value != 1 - i)
            lt_errors_add(reader->errors, weight->mark,
                          "particle %s cannot move: the other one takes all of the imposed motion, "
                          "weight %d",
                          i ? "b" : "a", 1 - i);
    }
}

/* True if the key CHILD of motion says how the pair moves; the deck of a code then does not choose
 * it. */
static bool gives_motion(const struct lt_node *child, const struct lt_motion *motion) {
    static const char *const keys[] = {"lever", "axes", "history", "levels"};
    bool says = child->key && strcmp(child->key, "frame") == 0 && motion->frame == LT_FRAME_CONTACT;
    for (size_t i = 0; child->key && i < sizeof keys / sizeof *keys; i++)
        says |= strcmp(child->key, keys[i]) == 0;
    return says;
}

/* Reads the section motion, and notes which settings the file itself gives. */
void lt_parse_motion(struct lt_reader *reader, const struct lt_node *node, void *program) {
    struct lt_motion *motion = &((struct lt_program *)program)->motion;
    motion->mark = node->mark;
    if (lt_schema_map(reader, node, lt_parse_motion_keys, motion))
        check_motion(reader, node);
    for (const struct lt_node *child = node->first; child; child = child->next)
        motion->moves_given |= gives_motion(child, motion);
    motion->phase_given = motion->phase.given;
    motion->gap_given = motion->gap.given;
}
