/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_pair.c: what the law acts between: materials, particles, pairs. */
#include "base/arena.h"
#include "program/parse.h"
#include "program/words.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <math.h>

/* ---- materials ------------------------------------------------------------------------- */

/* Properties that every material may have, whatever the law. */
#define PROPERTIES                                                                                 \
    {"density", LT_VALUE_NUMBER, .range = LT_POSITIVE("kg/m^3"), .doc = "mass density"},           \
        {"young", LT_VALUE_NUMBER, .range = LT_POSITIVE("Pa"), .doc = "Young's modulus"},          \
        {"poisson", LT_VALUE_NUMBER, .range = LT_BETWEEN("1", -1, 0.5), .doc = "Poisson's ratio"}, \
        {"fric", LT_VALUE_NUMBER, .range = LT_BETWEEN("1", 0, INFINITY),                           \
         .doc = "coefficient of friction"},
static const struct lt_key properties[] = {PROPERTIES{0}};

static const struct lt_key material_keys[] = {
    PROPERTIES{"PARAMETER", LT_VALUE_NUMBER, .range = LT_ANY(""),
               .doc =
                   "a parameter of a law; where the law has no rule for two materials, both must "
                   "agree, or law.mixing has one"},
    {0}};

const struct lt_key lt_parse_pair_materials_keys[] = {
    {"MATERIAL", LT_FORMS(material_keys), .doc = "properties under a name of your own"}, {0}};

/* A parameter of LAW that materials may give; RULED: only one for which the law has a rule of
 * mixing. NULL: there is none. */
static const struct lt_field *find_param(const struct lt_law *law, const char *name, bool ruled) {
    const long param = law ? lt_laws_param(law, name) : -1;
    const struct lt_field *field = param < 0 ? NULL : &law->params[param];
    return field && lt_laws_inherits(law, field) && (!ruled || field->mix != LT_GIVEN) ? field
                                                                                       : NULL;
}

/* Finds a parameter that materials may give, as find_param() does, in the first of LAWS, a list
 * that ends with NULL, that has it; RULED as there. NULL: none has it. */
static const struct lt_field *find_param_of_any(const struct lt_law *const *laws, const char *name,
                                                bool ruled) {
    const struct lt_field *field = NULL;
    for (; *laws && !field; laws++)
        field = find_param(*laws, name, ruled);
    return field;
}

/* Finds a parameter of another law, or of a part that is not chosen, so that a file can change its
 * law. Adds a note that it is not used, unless it is a property for which laws have rules, like a
 * modulus. NULL: there is none. */
static const struct lt_field *find_other_param(struct lt_reader *reader,
                                               const struct lt_node *node) {
    const struct lt_program *program = reader->program;
    const struct lt_field *ruled = find_param_of_any(program->laws, node->key, true),
                          *any = ruled ? ruled : find_param_of_any(program->laws, node->key, false);
    const char *owner =
        program->law ? lt_parts_owner(program->law, node->key, program->arena) : NULL;
    if (any && !ruled && owner)
        lt_errors_note(reader->errors, node->key_mark, "'%s' belongs to '%s': it is not used",
                       node->key, owner);
    else if (any && !ruled && program->law)
        lt_errors_note(reader->errors, node->key_mark,
                       "law '%s' has no parameter '%s': it is not used", program->law->name,
                       node->key);
    return any;
}

/* Reports the choice of a part of the law in a material; true if it is one. */
static bool refuse_kind(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_program *program = reader->program;
    bool is_kind = program->law && lt_parts_is_kind(program->law, node->key);
    for (const struct lt_law *const *laws = program->laws; *laws; laws++)
        is_kind |= lt_parts_is_kind(*laws, node->key);
    if (is_kind)
        lt_errors_add(reader->errors, node->key_mark,
                      "'%s' chooses a part of the law, which is the contact's: it stands under "
                      "'law'",
                      node->key);
    return is_kind;
}

/* Reports an unknown property of a material, with the nearest known one. */
static void unknown_property(struct lt_reader *reader, const struct lt_node *node) {
    if (lt_schema_decimal_comma(reader, node))
        return;
    const struct lt_law *law = reader->program->law;
    size_t count = 0, room = sizeof properties / sizeof properties[0] + (law ? law->n_params : 0);
    const char **names = lt_arena_get(reader->program->arena, room * sizeof *names);
    for (size_t i = 0; properties[i].name; i++)
        names[count++] = properties[i].name;
    for (size_t i = 0; law && i < law->n_params; i++)
        if (!lt_parts_absent(&law->params[i]) && lt_laws_inherits(law, &law->params[i]) &&
            !lt_schema_key(properties, law->params[i].name))
            names[count++] = law->params[i].name;
    const char *hint = lt_errors_hint(reader->errors, node->key, names, count);
    if (!*hint && law)
        hint = lt_arena_print(reader->program->arena,
                              "; expected density, young, poisson, fric or a parameter that "
                              "'lawtester laws %s' lists",
                              law->name);
    lt_errors_add(reader->errors, node->key_mark, "unknown property '%s'%s", node->key, hint);
}

/* Notes a density in kg/m^3 below that of any solid or powder, which was most likely meant in
 * g/cm^3. One of at most 1 is that of a dimensionless program. */
static void note_low_density(struct lt_reader *reader, const struct lt_number *density) {
    static const double lightest = 20; /* kg/m^3: foamed polystyrene */
    if (density->given && !density->formula && density->value > 1 && density->value < lightest)
        lt_errors_note(
            reader->errors, density->mark,
            "the density is %.15g kg/m^3: if it is meant in g/cm^3, write '%.15g g/cm^3'",
            density->value, density->value);
}

/* Reads a property of a material: a parameter of the law, a general one such as the density, or
 * one of another law. Those that the law does not take are listed as unused; an unknown one is
 * reported. */
static void read_property(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_material *material) {
    const struct lt_law *law = reader->program->law;
    const struct lt_field *own = find_param(law, node->key, false);
    const struct lt_key *key = lt_schema_key(properties, node->key);
    if (refuse_kind(reader, node))
        return;
    const struct lt_field *other = own || key ? NULL : find_other_param(reader, node);

    struct lt_number number;
    if (own)
        number = material->params[own - law->params] = lt_parse_pair_law_number(reader, node, own);
    else if (key)
        number = lt_schema_quantity(reader, node, &key->range);
    else if (other)
        number = lt_parse_pair_law_number(reader, node, other);
    else {
        unknown_property(reader, node);
        return;
    }
    if (key == properties) {
        material->density = number;
        note_low_density(reader, &number);
    } else if (!own) {
        material->unused[material->n_unused++] = node->key;
    }
}

/* Reads the section materials, each a map of properties; those that the law does not take are
 * listed as unused. FIELD: the program. */
void lt_parse_pair_materials(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map of materials"))
        return;
    reader->materials = lt_arena_get(program->arena, (node->count + 1) * sizeof *reader->materials);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_material *material = &reader->materials[reader->n_materials++];
        material->name = child->key;
        material->params = lt_parse_pair_law_numbers(program);
        if (!lt_schema_is(reader, child, LT_MAP, "a map of properties"))
            continue;
        material->unused =
            lt_arena_get(program->arena, (child->count + 1) * sizeof *material->unused);
        for (const struct lt_node *property = child->first; property; property = property->next)
            read_property(reader, property, material);
    }
}

/* ---- particles ------------------------------------------------------------------------- */

/* The article before the name of a shape in a message. */
static const char *article_of(enum lt_shape shape) {
    return shape == LT_ELLIPSOID ? "an" : "a";
}

/* The material that a node names; an unknown one is reported, and NULL returned. */
static const struct lt_material *find_material(struct lt_reader *reader,
                                               const struct lt_node *node) {
    long i = lt_schema_item(reader, node, "material", reader->materials, reader->n_materials,
                            sizeof *reader->materials);
    return i >= 0 ? &reader->materials[i] : NULL;
}

/* Reads the material of a particle and takes its parameters and density. FIELD: the particle. */
static void read_material(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_particle *particle = field;
    const struct lt_material *material = find_material(reader, node);
    if (!material)
        return;
    particle->of = material;
    particle->material = material->params;
    particle->material_density = material->density;
}

#define FIELD(f) LT_FIELD(struct lt_particle, f)
#define OF(set)  .only = {"shape", lt_words_shape, set, NULL}
enum {
    SOLID = 1 << LT_SPHERE | 1 << LT_DISC | 1 << LT_CAPSULE | 1 << LT_CYLINDER | 1 << LT_ROD,
    ROUND = SOLID | 1 << LT_CONE,
    HEAVY = SOLID | 1 << LT_ELLIPSOID
};
const struct lt_key lt_parse_pair_particle_keys[] = {
    {"shape", LT_VALUE_WORD, .example = "sphere", FIELD(shape), .words = lt_words_shape,
     .required = true,
     .doc =
         "disc: 2D, of unit thickness; capsules, cylinders and rods lie with their axis along t, "
         "cones with their side"},
    {"radius", LT_VALUE_NUMBER, FIELD(radius), .range = LT_POSITIVE("m"), OF(ROUND),
     .required = true, .doc = "also of the ends of a capsule; of a cone where it is touched",
     .example = "5 mm"},
    {"half_thick", LT_VALUE_NUMBER, FIELD(half_thick), .range = LT_BETWEEN("m", 0, INFINITY),
     OF(1 << LT_FACET), .preset = "0", .doc = "half of its thickness"},
    {"shaft", LT_VALUE_NUMBER, FIELD(shaft), .range = LT_POSITIVE("m"),
     OF(1 << LT_CAPSULE | 1 << LT_ROD), .required = true,
     .doc = "length of the cylinder: of a capsule between the centres of its ends",
     .example = "10 mm"},
    {"half_angle", LT_VALUE_NUMBER, FIELD(half_angle), .range = {.unit = "rad", .max = 1.5},
     OF(1 << LT_CONE), .required = true, .doc = "between the axis of a cone and its side",
     .example = "30 deg"},
    {"semi_axes", LT_VALUE_VECTOR, FIELD(semi_axes), .range = LT_POSITIVE("m"),
     OF(1 << LT_ELLIPSOID), .required = true, .doc = "along n, s, t, before attitude turns them",
     .example = "[5 mm, 5 mm, 8 mm]"},
    {"attitude", LT_VALUE_VECTOR, FIELD(attitude), .range = LT_ANY("rad"), OF(1 << LT_ELLIPSOID),
     .preset = "[0, 0, 0]",
     .doc = "[n, s, t]: turned at the start about this axis, by its length; frame bodies"},
    {"density", LT_VALUE_NUMBER, FIELD(density), .range = LT_POSITIVE("kg/m^3"), OF(HEAVY),
     .preset = "that of the material", .doc = "mass density; or write mass"},
    {"mass", LT_VALUE_NUMBER, FIELD(mass), .range = LT_POSITIVE("kg"), OF(HEAVY | 1 << LT_FACET),
     .preset = "from density and volume",
     .doc = "mass; or write density. A facet that has one can move, but does not turn"},
    {"fixed", LT_VALUE_FLAG, FIELD(fixed), .preset = "false",
     .doc = "immovable, like a wall, a facet or a cone"},
    {"rotates", LT_VALUE_FLAG, FIELD(rotates), .preset = "true", .doc = "is it free to rotate?"},
    {"velocity", LT_VALUE_VECTOR, FIELD(velocity), .range = LT_ANY("m/s"), .preset = "[0, 0, 0]",
     .doc = "[n, s, t] at the start; what the first stage imposes replaces it"},
    {"spin", LT_VALUE_VECTOR, FIELD(spin), .range = LT_ANY("rad/s"), .preset = "[0, 0, 0]",
     .doc = "[n, s, t]: angular velocity at the start"},
    {"material", LT_VALUE_NAME, .read = read_material, .doc = "one of materials"},
    {0}};
#undef FIELD

/* Reports a free particle without a mass, or with a mass given twice. */
static void check_mass(struct lt_reader *reader, const struct lt_particle *particle) {
    if (particle->density.given && particle->mass.given)
        lt_errors_add(reader->errors, particle->mass.mark,
                      "density and mass are both given; write one of them");
    else if (particle->shape == LT_CYLINDER && !particle->fixed && !particle->mass.given)
        lt_errors_add(reader->errors, particle->mark,
                      "an infinitely long cylinder has no mass of its own: write mass, or fixed: "
                      "true");
    else if (!particle->fixed && !particle->density.given && !particle->mass.given &&
             !particle->material_density.given)
        lt_errors_add(reader->errors, particle->mark,
                      "no mass: write mass, density, or a material that has a density");
}

/* Reads a particle. Flat ones without a mass, and cones, are fixed. FIELD: the particle. */
static void read_particle(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_particle *particle = field;
    size_t failures = reader->errors->failures;
    particle->mark = node->mark;
    lt_schema_preset(lt_parse_pair_particle_keys, particle);
    particle->material = lt_parse_pair_law_numbers(reader->program);
    const bool is_read = lt_schema_map(reader, node, lt_parse_pair_particle_keys, particle);
    particle->fixed |=
        particle->shape == LT_CONE || (lt_program_is_flat(particle) && !particle->mass.given);
    if (is_read && reader->errors->failures == failures && !lt_program_is_flat(particle))
        check_mass(reader, particle);
    note_low_density(reader, &particle->density);
    for (int i = 0; particle->fixed && i < 3; i++)
        if (particle->velocity[i].given || particle->spin[i].given) {
            lt_errors_add(reader->errors, particle->mark,
                          "a wall, a cone or a fixed particle cannot have a velocity");
            return;
        }
}

#define FIELD(f) LT_FIELD(struct lt_program, f)
#define PARTICLE                                                                                   \
    .read = read_particle, .required = true, LT_FORMS(lt_parse_pair_particle_keys),                \
    .example = "{shape: sphere, radius: 5 mm, density: 2500 kg/m^3}"
const struct lt_key lt_parse_pair_particles_keys[] = {
    {"a", PARTICLE, FIELD(particles[0]), .doc = "particle A, from which n points"},
    {"b", PARTICLE, FIELD(particles[1]), .doc = "particle B, to which n points"},
    {"lengths", LT_VALUE_WORD, FIELD(reduced_lengths), .words = lt_words_size,
     .doc = "effective lengths of the particles: reduced by half of the overlap at the start?"},
    {"area", LT_VALUE_WORD, FIELD(reduced_area), .words = lt_words_size,
     .doc = "likewise, for the lengths that determine the contact area"},
    {0}};
#undef FIELD
#undef PARTICLE

/* True if the motion is in a plane, since one particle is a disc. */
bool lt_parse_pair_is_plane(const struct lt_program *program) {
    return program->particles[0].shape == LT_DISC || program->particles[1].shape == LT_DISC;
}

/* Reports a NUMBER that would move discs out of their plane: it must be 0. True if the particles
 * are no discs, or it is 0. */
bool lt_parse_pair_in_plane(struct lt_reader *reader, struct lt_number *number) {
    if (!lt_parse_pair_is_plane(reader->program))
        return true;
    number->min = number->max = 0; /* for runs with other numbers */
    struct lt_number value = *number;
    if ((value.formula && !lt_schema_evaluate(reader, &value)) || value.value == 0)
        return true;
    lt_errors_add(reader->errors, number->mark,
                  "discs move along n and t and turn about s; this value, which leads out of that "
                  "plane, must be 0, is %.10g",
                  value.value);
    return false;
}

/* Reports motion of discs out of their plane: velocity along s, spin about n and t. */
static void keep_in_plane(struct lt_reader *reader, struct lt_particle *particle) {
    lt_parse_pair_in_plane(reader, &particle->velocity[1]);
    lt_parse_pair_in_plane(reader, &particle->spin[0]);
    lt_parse_pair_in_plane(reader, &particle->spin[2]);
}

/* Marks facets with a thickness in a pair of flat particles, which touch at their corners. */
static void mark_corner_contact(struct lt_particle *a, struct lt_particle *b) {
    struct lt_particle *both[] = {a, b};
    const bool flat = lt_program_is_flat(a) && lt_program_is_flat(b);
    for (int i = 0; i < 2 && flat; i++)
        both[i]->corner = both[i]->shape == LT_FACET && both[i]->half_thick.given &&
                          (both[i]->half_thick.formula || both[i]->half_thick.value > 0);
}

/* Reads the section particles and checks that the two shapes can touch each other. FIELD: the
 * program. */
void lt_parse_pair_particles(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    size_t failures = reader->errors->failures;
    if (!lt_schema_map(reader, node, lt_parse_pair_particles_keys, program) ||
        reader->errors->failures > failures)
        return;
    reader->pair_known = true;
    struct lt_particle *a = &program->particles[0], *b = &program->particles[1];
    mark_corner_contact(a, b);
    enum lt_shape other = a->shape == LT_DISC ? b->shape : a->shape;
    if (lt_program_is_flat(a) && lt_program_is_flat(b))
        lt_errors_add(reader->errors, node->mark,
                      "two flat particles have no contact point; a facet with a half_thick "
                      "touches a wall or a facet with its corner");
    else if (a->fixed && b->fixed)
        lt_errors_add(reader->errors, node->mark,
                      "both particles are fixed or walls, so nothing can move; leave one of them "
                      "free and hold it by imposing 'v' with the value 0 (whats: vvvvvv)");
    else if ((a->shape == LT_DISC) != (b->shape == LT_DISC) && !lt_program_is_flat(a) &&
             !lt_program_is_flat(b))
        lt_errors_add(reader->errors, node->mark,
                      "a disc (2D) touches a disc, a wall or a facet, not %s %s", article_of(other),
                      lt_words_shape[other]);
    keep_in_plane(reader, a);
    keep_in_plane(reader, b);
}

/* Reports an attitude of an ellipsoid where bodies do not move in space, so that it would have no
 * effect. */
void lt_parse_pair_attitude(struct lt_reader *reader) {
    const struct lt_program *program = reader->program;
    for (int i = 0; i < 2; i++)
        if (program->particles[i].shape == LT_ELLIPSOID &&
            program->particles[i].attitude[0].given && program->motion.frame != LT_FRAME_BODIES)
            lt_errors_add(reader->errors, program->particles[i].attitude[0].mark,
                          "only in 'motion: {frame: bodies}' has a particle an attitude; in frame "
                          "'contact' its semi_axes stay along n, s, t");
}

/* ---- pairs ----------------------------------------------------------------------------- */

/* One entry of the table of pairs. */
struct couple {
    const struct lt_material *of[2]; /* NULL: unknown */
    struct lt_number *params;
};

/* True if these are the same two materials, in either order. */
static bool is_same_pair(const void *a0, const void *a1, const void *b0, const void *b1) {
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

/* Reads a parameter of a pair of materials into PARAMS. Those of other laws are allowed, so that a
 * file can change its law. */
static void read_of_pair(struct lt_reader *reader, const struct lt_node *node,
                         struct lt_number *params) {
    const struct lt_law *law = reader->program->law;
    long param = lt_laws_param(law, node->key);
    const struct lt_key *key = lt_schema_key(properties, node->key);
    if (refuse_kind(reader, node))
        return;
    const struct lt_field *other = param >= 0 || key ? NULL : find_other_param(reader, node);
    if (param >= 0)
        params[param] = lt_parse_pair_law_number(reader, node, &law->params[param]);
    else if (other)
        lt_parse_pair_law_number(reader, node, other);
    else if (key && key != properties)
        lt_schema_quantity(reader, node, &key->range);
    else
        lt_parse_pair_law_unknown(reader, node);
}

/* Reads a pair of materials with its parameters. */
static void read_couple(struct lt_reader *reader, const struct lt_node *node,
                        struct couple *couple) {
    couple->params = lt_parse_pair_law_numbers(reader->program);
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {materials: [a, b], fric: 0.3}"))
        return;
    const struct lt_node *materials = lt_tree_child(node, "materials");
    if (!materials)
        lt_errors_add(reader->errors, node->mark, "missing key 'materials'");
    else if (lt_schema_list(reader, materials, 2))
        for (size_t i = 0; i < 2; i++)
            couple->of[i] = find_material(reader, lt_tree_item(materials, i));
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (child != materials)
            read_of_pair(reader, child, couple->params);
    lt_parse_pair_law_check(reader, couple->params);
}

/* Takes the values of a pair of materials. The section law takes precedence, also over parameters
 * that determine or follow from those that it gives. */
static void take_pair_values(struct lt_program *program, const struct lt_number *of_pair) {
    const struct lt_field *fields = program->law->params;
    for (size_t i = 0; i < program->law->n_params; i++) {
        bool loses = false;
        for (size_t k = 0; k < program->law->n_params; k++)
            loses |= program->params[k].given && (lt_laws_sets(&fields[i], fields[k].name) ||
                                                  lt_laws_sets(&fields[k], fields[i].name));
        if (!loses)
            program->of_pair[i] = of_pair[i];
    }
}

static const struct lt_key two_keys[] = {
    {"[]", LT_VALUE_NAME, .count = 2, .doc = "one of materials"}, {0}};
static const struct lt_key pair_keys[] = {{"materials", LT_FORMS(two_keys), .required = true,
                                           .doc = "the two, in either order; each pair once"},
                                          {"PARAMETER", LT_VALUE_NUMBER, .range = LT_ANY(""),
                                           .doc = "a parameter of the law between these two"},
                                          {0}};
const struct lt_key lt_parse_pair_couples_keys[] = {
    {"[]", LT_FORMS(pair_keys), .doc = "parameters between two materials"}, {0}};

/* Reads the section pairs, and takes the values of the pair of materials that the two particles
 * have. FIELD: the program. */
void lt_parse_pair_couples(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of pairs") || !program->law)
        return;
    const struct lt_number *a = program->particles[0].material, *b = program->particles[1].material;
    struct couple *couples = lt_arena_get(program->arena, (node->count + 1) * sizeof *couples);
    size_t n = 0;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct couple *couple = &couples[n];
        read_couple(reader, child, couple);
        if (!couple->of[0] || !couple->of[1])
            continue;
        for (size_t i = 0; i < n; i++)
            if (is_same_pair(couples[i].of[0], couples[i].of[1], couple->of[0], couple->of[1]))
                lt_errors_add(reader->errors, child->mark,
                              "the pair of '%s' and '%s' is given twice", couple->of[0]->name,
                              couple->of[1]->name);
        if (is_same_pair(couple->of[0]->params, couple->of[1]->params, a, b))
            take_pair_values(program, couple->params);
        n++;
    }
}

/* ---- What the contact takes from materials ------------------------------------------------------
 */

/* The value of parameter I that the material of a PARTICLE (0 or 1) gives; NULL: it gives none, or
 * the contact does not inherit it. */
static const struct lt_number *given_by_material(const struct lt_program *program, int particle,
                                                 size_t i) {
    const struct lt_number *said = program->particles[particle].material;
    return said && said[i].given && program->inherits[i] ? &said[i] : NULL;
}

/* The value of parameter I that either material gives, that of the first particle first; NULL:
 * neither does. */
static const struct lt_number *given_by_any_material(const struct lt_program *program, size_t i) {
    const struct lt_number *of_a = given_by_material(program, 0, i);
    return of_a ? of_a : given_by_material(program, 1, i);
}

/* True if the materials determine parameter I by a rule of the law, which usually needs both
 * values. */
static bool is_made(const struct lt_program *program, size_t i) {
    const struct lt_number *a = given_by_material(program, 0, i),
                           *b = given_by_material(program, 1, i);
    const enum lt_mix mix = program->law->params[i].mix;
    return mix == LT_EACH ? a || b : mix != LT_GIVEN && a && b;
}

/* Stops inheriting parameter I from materials if a value that is given for the contact, or made
 * by a rule, determines it or follows from it: that value takes precedence. A number of the
 * materials that is then not used is noted. */
static void drop_inherited(struct lt_reader *reader, size_t i) {
    struct lt_program *program = reader->program;
    const struct lt_field *fields = program->law->params;
    const struct lt_number *said = given_by_any_material(program, i);
    for (size_t k = 0; said && k < program->law->n_params; k++) {
        const bool makes = lt_laws_sets(&fields[i], fields[k].name),
                   follows = lt_laws_sets(&fields[k], fields[i].name);
        if (!makes && !(follows && fields[i].mix == LT_GIVEN))
            continue;
        if (program->params[k].given || program->of_pair[k].given) {
            program->inherits[i] = false;
            return;
        }
        if (fields[i].mix == LT_GIVEN && is_made(program, k)) {
            lt_errors_note(reader->errors, said->mark,
                           "'%s' of the materials is not used: %s '%s', which the law makes of "
                           "them",
                           fields[i].name, makes ? "it would make" : "it follows from",
                           fields[k].name);
            program->inherits[i] = false;
            return;
        }
    }
}

/* Decides which parameters the contact takes from the materials, and reports two of which one
 * follows from the other. */
void lt_parse_pair_inherit(struct lt_reader *reader) {
    struct lt_program *program = reader->program;
    if (!program->law || !program->params)
        return;
    const struct lt_field *fields = program->law->params;
    const size_t n = program->law->n_params;
    for (size_t i = 0; i < n; i++)
        if (fields[i].mix != LT_EACH)
            drop_inherited(reader, i);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n && lt_program_is_agreed(program, i); k++)
            if (lt_program_is_agreed(program, k) && lt_laws_sets(&fields[i], fields[k].name))
                lt_errors_add(reader->errors, given_by_any_material(program, k)->mark,
                              "'%s' follows from '%s'; give one of them", fields[k].name,
                              fields[i].name);
    lt_parse_pair_law_order(reader);
}
