/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_pair.c: the law and what it acts between: law, materials, particles. */
#include "arena.h"
#include "laws.h"
#include "parse.h"

#include <math.h>
#include <string.h>

static struct lt_range range_of(const struct lt_field *field) {
    return (struct lt_range){
        .unit = field->unit, .min = field->min, .max = field->max, .whole = field->choices != NULL};
}

/* ---- law ------------------------------------------------------------------------------- */

/* One number for each parameter of the law, none given. */
static struct lt_number *new_params(const struct lt_program *program) {
    size_t count = program->law ? program->law->n_params : 0;
    return lt_arena_get(program->arena, (count + 1) * sizeof(struct lt_number));
}

static void unknown_choice(struct lt_reader *reader, const struct lt_node *node,
                           const struct lt_field *field) {
    struct lt_arena *arena = reader->program->arena;
    size_t count = (size_t)field->max + 1;
    const char **words = lt_arena_get(arena, count * sizeof *words);
    for (size_t i = 0; i < count; i++) {
        char *word = lt_arena_get(arena, strlen(field->choices) + 1);
        words[i] = lt_laws_word(field, (long)i, word, strlen(field->choices) + 1);
    }
    lt_schema_unknown(reader, node->mark, field->name, node->text, words, count);
}

/* A choice is a word, its number, or a let name. */
static struct lt_number read_choice(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_field *field) {
    struct lt_range range = range_of(field);
    struct lt_names lets = lt_names_in(reader->program->names, LT_SCOPE_LET);
    const char *text = node->kind == LT_SCALAR ? node->text : "";
    long number = lt_laws_choice(field, text);
    bool word = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
    if (number < 0 && (!word || lt_names_find(&lets, text)))
        return lt_schema_quantity(reader, node, &range);
    if (number < 0)
        unknown_choice(reader, node, field);
    return lt_schema_known(reader, node, &range, (double)number);
}

static struct lt_number read_param(struct lt_reader *reader, const struct lt_node *node,
                                   const struct lt_field *field) {
    if (field->choices)
        return read_choice(reader, node, field);
    struct lt_range range = range_of(field);
    struct lt_number number = lt_schema_quantity(reader, node, &range);
    if (field->advised > 0 && number.value > field->advised)
        lt_errors_note(reader->errors, number.mark, "%s is %.15g; unusual above %.15g", field->name,
                       number.value, field->advised);
    return number;
}

struct lt_formula *lt_parse_setting(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_field *field) {
    struct lt_range range = range_of(field);
    long number = node->kind == LT_SCALAR ? lt_laws_choice(field, node->text) : -1;
    if (number < 0)
        return lt_schema_value(reader, node, &range, LT_SCOPE_STEP);
    struct lt_node word = *node;
    word.text = lt_arena_print(reader->program->arena, "%ld", number);
    return lt_schema_value(reader, &word, &range, LT_SCOPE_STEP);
}

static void unknown_law(struct lt_reader *reader, const struct lt_node *name) {
    size_t count = 0;
    while (lt_laws_builtin[count])
        count++;
    const char **names = lt_arena_get(reader->program->arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = lt_laws_builtin[i]->name;
    lt_schema_unknown(reader, name->mark, "law", name->text, names, count);
}

static void unknown_param(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_law *law = reader->program->law;
    const char **names = lt_arena_get(reader->program->arena, (law->n_params + 1) * sizeof *names);
    for (size_t i = 0; i < law->n_params; i++)
        names[i] = law->params[i].name;
    lt_errors_add(reader->errors, node->key_mark, "law '%s' has no parameter '%s'%s", law->name,
                  node->key, lt_error_hint(reader->errors, node->key, names, law->n_params));
}

/* inherit: {kn: false}: may this parameter come from the materials? */
static void read_inherit(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_program *program = reader->program;
    if (!lt_schema_is(reader, node, LT_MAP, "a map of flags such as {kn: false}"))
        return;
    for (const struct lt_node *child = node->first; child; child = child->next) {
        long param = lt_laws_param(program->law, child->key);
        if (param < 0)
            unknown_param(reader, child);
        else if (program->law->params[param].mix == LT_GIVEN)
            lt_errors_add(reader->errors, child->key_mark, "'%s' does not come from materials",
                          child->key);
        else
            lt_schema_flag(reader, child, NULL, &program->inherits[param]);
    }
}

/* What follows from another parameter that is given may not be given too. */
static void check_sets(struct lt_reader *reader) {
    const struct lt_program *program = reader->program;
    const struct lt_law *law = program->law;
    for (size_t i = 0; i < law->n_params; i++) {
        const char *word = law->params[i].sets;
        while (word && *word && program->params[i].given) {
            size_t length = strcspn(word, " ");
            char *name = lt_arena_copy(program->arena, word, length);
            long param = lt_laws_param(law, name);
            if (param >= 0 && program->params[param].given)
                lt_errors_add(reader->errors, program->params[param].mark,
                              "'%s' follows from '%s'; give one of them", name,
                              law->params[i].name);
            word += length + (word[length] == ' ');
        }
    }
}

void lt_parse_law(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                  void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map"))
        return;
    program->law_mark = node->mark;
    const struct lt_node *name = lt_tree_child(node, "name");
    if (!name)
        lt_errors_add(reader->errors, node->mark, "missing key 'name'");
    else if (lt_schema_is(reader, name, LT_SCALAR, "the name of a law") && !program->law)
        unknown_law(reader, name);
    if (!program->law)
        return;

    program->params = new_params(program);
    program->inherits = lt_arena_get(program->arena, program->law->n_params + 1);
    memset(program->inherits, true, program->law->n_params);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        long param = lt_laws_param(program->law, child->key);
        if (param >= 0)
            program->params[param] = read_param(reader, child, &program->law->params[param]);
        else if (strcmp(child->key, "inherit") == 0)
            read_inherit(reader, child);
        else if (child != name)
            unknown_param(reader, child);
    }
    check_sets(reader);
}

/* ---- materials ------------------------------------------------------------------------- */

/* Properties that every material may have, whatever the law. */
static const struct lt_key properties[] = {{.name = "density", .range = LT_POSITIVE("kg/m^3")},
                                           {.name = "young", .range = LT_POSITIVE("Pa")},
                                           {.name = "poisson", .range = LT_BETWEEN("1", -1, 0.5)},
                                           {.name = "fric", .range = LT_BETWEEN("1", 0, INFINITY)},
                                           {.name = NULL}};

/* The end of the table if it is none of these. */
static const struct lt_key *common(const char *name) {
    const struct lt_key *key = properties;
    while (key->name && strcmp(key->name, name) != 0)
        key++;
    return key;
}

/* A parameter of the law that materials may give. */
static const struct lt_field *mixed(const struct lt_law *law, const char *name) {
    long param = law ? lt_laws_param(law, name) : -1;
    return param >= 0 && law->params[param].mix != LT_GIVEN ? &law->params[param] : NULL;
}

static const struct lt_field *mixed_by_any(const char *name) {
    const struct lt_field *field = NULL;
    for (size_t i = 0; lt_laws_builtin[i] && !field; i++)
        field = mixed(lt_laws_builtin[i], name);
    return field;
}

static void unknown_property(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_law *law = reader->program->law;
    size_t count = 0, room = sizeof properties / sizeof properties[0] + (law ? law->n_params : 0);
    const char **names = lt_arena_get(reader->program->arena, room * sizeof *names);
    for (size_t i = 0; properties[i].name; i++)
        names[count++] = properties[i].name;
    for (size_t i = 0; law && i < law->n_params; i++)
        if (law->params[i].mix != LT_GIVEN && !common(law->params[i].name)->name)
            names[count++] = law->params[i].name;
    lt_schema_unknown(reader, node->key_mark, "property", node->key, names, count);
}

static void read_property(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_material *material) {
    const struct lt_law *law = reader->program->law;
    const struct lt_field *own = mixed(law, node->key);
    const struct lt_field *other = mixed_by_any(node->key);
    const struct lt_key *key = common(node->key);

    struct lt_number number;
    if (own)
        number = material->params[own - law->params] = read_param(reader, node, own);
    else if (key->name)
        number = lt_schema_quantity(reader, node, &key->range);
    else if (other)
        number = read_param(reader, node, other);
    else {
        unknown_property(reader, node);
        return;
    }
    if (key == properties)
        material->density = number;
}

void lt_parse_materials(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *program) {
    (void)key, (void)program;
    if (!lt_schema_is(reader, node, LT_MAP, "a map of materials"))
        return;
    reader->materials =
        lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *reader->materials);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_material *material = &reader->materials[reader->n_materials++];
        material->name = child->key;
        material->params = new_params(reader->program);
        if (!lt_schema_is(reader, child, LT_MAP, "a map of properties"))
            continue;
        for (const struct lt_node *property = child->first; property; property = property->next)
            read_property(reader, property, material);
    }
}

/* ---- particles ------------------------------------------------------------------------- */

static const char *const shape_names[] = {"sphere",  "disc",     "wall",      "facet",
                                          "capsule", "cylinder", "ellipsoid", NULL};

static const char *article(enum lt_shape shape) {
    return shape == LT_ELLIPSOID ? "an" : "a";
}

static bool is_flat(const struct lt_particle *particle) {
    return particle->shape == LT_WALL || particle->shape == LT_FACET;
}

static void read_shape(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    enum lt_shape *shape = field;
    long word = lt_schema_word(reader, node, shape_names);
    if (word >= 0)
        *shape = (enum lt_shape)word;
}

static void read_vector(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    struct lt_number *vector = field;
    if (!lt_schema_list(reader, node, 3))
        return;
    for (size_t i = 0; i < 3; i++)
        vector[i] = lt_schema_quantity(reader, lt_tree_item(node, i), &key->range);
}

static void read_material(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_key *key, void *field) {
    (void)key;
    struct lt_particle *particle = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a material"))
        return;
    size_t count = reader->n_materials;
    const char **names = lt_arena_get(reader->program->arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = reader->materials[i].name;
        if (strcmp(names[i], node->text) != 0)
            continue;
        particle->material = reader->materials[i].params;
        particle->material_density = reader->materials[i].density;
        return;
    }
    lt_schema_unknown(reader, node->mark, "material", node->text, names, count);
}

#define LENGTH   .range = LT_POSITIVE("m")
#define FIELD(f) .offset = offsetof(struct lt_particle, f)
static const struct lt_key particle_keys[] = {
    {.name = "shape", .read = read_shape, FIELD(shape), .required = true},
    {.name = "radius", .read = lt_schema_number, FIELD(radius), LENGTH},
    {.name = "half_thick",
     .read = lt_schema_number,
     FIELD(half_thick),
     .range = LT_BETWEEN("m", 0, INFINITY)},
    {.name = "shaft", .read = lt_schema_number, FIELD(shaft), LENGTH},
    {.name = "semi_axes", .read = read_vector, FIELD(semi_axes), LENGTH},
    {.name = "density", .read = lt_schema_number, FIELD(density), .range = LT_POSITIVE("kg/m^3")},
    {.name = "mass", .read = lt_schema_number, FIELD(mass), .range = LT_POSITIVE("kg")},
    {.name = "fixed", .read = lt_schema_flag, FIELD(fixed)},
    {.name = "rotates", .read = lt_schema_flag, FIELD(rotates)},
    {.name = "velocity", .read = read_vector, FIELD(velocity), .range = LT_ANY("m/s")},
    {.name = "spin", .read = read_vector, FIELD(spin), .range = LT_ANY("rad/s")},
    {.name = "material", .read = read_material},
    {.name = NULL}};
#undef LENGTH
#undef FIELD

/* What a shape has no use for would be ignored. */
static void refuse(struct lt_reader *reader, const struct lt_particle *particle,
                   const struct lt_number *number, const char *what) {
    if (number->given)
        lt_errors_add(reader->errors, number->mark, "%s %s has no %s", article(particle->shape),
                      shape_names[particle->shape], what);
}

/* A shape either needs a size or has no use for it. */
static void check_size(struct lt_reader *reader, const struct lt_particle *particle,
                       const struct lt_number *number, const char *what, bool needed) {
    if (!needed)
        refuse(reader, particle, number, what);
    else if (!number->given)
        lt_errors_add(reader->errors, particle->mark, "missing key '%s'", what);
}

static void check_particle(struct lt_reader *reader, const struct lt_particle *particle) {
    bool round = !is_flat(particle), ellipsoid = particle->shape == LT_ELLIPSOID;
    check_size(reader, particle, &particle->radius, "radius", round && !ellipsoid);
    check_size(reader, particle, &particle->shaft, "shaft", particle->shape == LT_CAPSULE);
    check_size(reader, particle, &particle->semi_axes[0], "semi_axes", ellipsoid);
    if (particle->shape != LT_FACET)
        refuse(reader, particle, &particle->half_thick, "half_thick");
    if (!round) {
        refuse(reader, particle, &particle->density, "density");
        refuse(reader, particle, &particle->mass, "mass");
        return;
    }
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

static void read_particle(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_key *key, void *field) {
    (void)key;
    struct lt_particle *particle = field;
    size_t failures = reader->errors->failures;
    particle->mark = node->mark;
    particle->rotates = true;
    particle->material = new_params(reader->program);
    if (lt_schema_map(reader, node, particle_keys, particle) &&
        reader->errors->failures == failures)
        check_particle(reader, particle);
    particle->fixed |= is_flat(particle);
    for (int i = 0; particle->fixed && i < 3; i++)
        if (particle->velocity[i].given || particle->spin[i].given) {
            lt_errors_add(reader->errors, particle->mark,
                          "a wall or a fixed particle stands still");
            return;
        }
}

/* Are the overlaps that a contact is created with taken off? */
static void read_reduced(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"full", "reduced", NULL};
    bool *reduced = field;
    *reduced = lt_schema_word(reader, node, words) == 1;
}

static const struct lt_key particles_keys[] = {
    {.name = "a",
     .read = read_particle,
     .offset = offsetof(struct lt_program, particles),
     .required = true},
    {.name = "b",
     .read = read_particle,
     .offset = offsetof(struct lt_program, particles) + sizeof(struct lt_particle),
     .required = true},
    {.name = "lengths",
     .read = read_reduced,
     .offset = offsetof(struct lt_program, reduced_lengths)},
    {.name = "area", .read = read_reduced, .offset = offsetof(struct lt_program, reduced_area)},
    {.name = NULL}};

void lt_parse_particles(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    struct lt_program *program = field;
    size_t failures = reader->errors->failures;
    if (!lt_schema_map(reader, node, particles_keys, program) ||
        reader->errors->failures > failures)
        return;
    reader->pair_known = true;
    const struct lt_particle *a = &program->particles[0], *b = &program->particles[1];
    enum lt_shape other = a->shape == LT_DISC ? b->shape : a->shape;
    if (is_flat(a) && is_flat(b))
        lt_errors_add(reader->errors, node->mark, "two flat particles have no contact point");
    else if (a->fixed && b->fixed)
        lt_errors_add(reader->errors, node->mark,
                      "both particles are fixed or walls: nothing can move");
    else if ((a->shape == LT_DISC) != (b->shape == LT_DISC) && !is_flat(a) && !is_flat(b))
        lt_errors_add(reader->errors, node->mark,
                      "a disc (2D) touches a disc, a wall or a facet, not %s %s", article(other),
                      shape_names[other]);
}
