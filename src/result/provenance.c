/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.c: where a run comes from: its program with all numbers, and what made it. */
#include "base/arena.h"
#include "codes/deck.h"
#include "codes/served.h"
#include "config.h"
#include "program/parse.h"
#include "program/presets.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "registry/part_list.h"
#include "result/json.h"

#include <dlfcn.h>
#include <gsl/gsl_version.h>
#include <sha2.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* Returns a number as the program has it: the text of its formula, or its value in SI units. */
static json_t *number_object(const struct lt_number *number) {
    return number->formula ? text_value(number->formula->text) : lt_document_number(number->value);
}

/* Returns a vector of three numbers as a JSON list. */
static json_t *vector_object(const struct lt_number numbers[3]) {
    json_t *vector = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(vector, number_object(&numbers[i]));
    return vector;
}

static json_t *map_object(const struct lt_key *keys, const void *target);

/* Returns the value that a key was read as, from the struct TARGET; NULL if the key was not given.
 */
static json_t *value_object(const struct lt_key *key, const void *target) {
    const void *field = (const char *)target + key->offset;
    const struct lt_number *number = field;
    const struct lt_formula *const *formula = field;
    const char *const *text = field;
    /* The kind of value decides the type that the struct has there. */
    switch (key->value) {
    case LT_VALUE_PARTS:
        return map_object(*key->forms, field);
    case LT_VALUE_FLAG:
        return json_boolean(*(const bool *)field);
    case LT_VALUE_WORD:
        return text_value(lt_schema_chosen(key, target));
    case LT_VALUE_LETTERS:
        return text_value(field);
    case LT_VALUE_NUMBER:
        return number->given ? number_object(number) : NULL;
    case LT_VALUE_VECTOR:
        return number->given ? vector_object(number) : NULL;
    case LT_VALUE_QUANTITY:
    case LT_VALUE_CONDITION:
        return *formula ? text_value((*formula)->text) : NULL;
    case LT_VALUE_TEXT:
    case LT_VALUE_NAME:
    case LT_VALUE_FILE:
        return *text ? text_value(*text) : NULL;
    default:
        return NULL;
    }
}

/* Returns a map of the stage program as it was read into TARGET, by the table of keys that reads
 * it. Choices are written even if they were not given. */
static json_t *map_object(const struct lt_key *keys, const void *target) {
    json_t *object = json_object();
    for (const struct lt_key *key = keys; key->name; key++) {
        bool written = key->size > 0 && lt_schema_applies(keys, key, target);
        json_t *value = written ? value_object(key, target) : NULL;
        if (value)
            json_object_set_new(object, key->name, value);
    }
    return object;
}

/* Adds to a particle the numbers that it has from its material, the density included. */
static void put_material(json_t *object, const struct lt_particle *particle,
                         const struct lt_law *law) {
    json_t *material = json_object();
    for (size_t i = 0; particle->material && i < law->n_params; i++)
        if (particle->material[i].given)
            json_object_set_new(material, law->params[i].name,
                                number_object(&particle->material[i]));
    if (!particle->density.given && particle->material_density.given)
        json_object_set_new(object, "density", number_object(&particle->material_density));
    json_object_set_new(object, "material", material);
}

/* Returns those of N parameters or states that are given, with their units. */
static json_t *given_of(const struct lt_field *fields, const struct lt_number *numbers, size_t n) {
    json_t *object = json_object();
    for (size_t i = 0; i < n && numbers; i++) {
        if (!numbers[i].given)
            continue;
        json_t *number = json_object();
        json_object_set_new(number, "value", number_object(&numbers[i]));
        put_text(number, "unit", fields[i].unit);
        json_object_set_new(object, fields[i].name, number);
    }
    return object;
}

/* Replaces the numbers of a composed law's parts by their words, "dmt, bridge", in a list of
 * parameters. */
static void name_parts(json_t *parameters, const struct lt_program *program) {
    const struct lt_law *law = program->law;
    double *numbers = lt_arena_get(program->arena, (law->n_params + 1) * sizeof *numbers);
    for (size_t i = 0; i < law->n_params; i++)
        numbers[i] = program->params[i].value;
    for (size_t i = 0; i < law->n_params; i++) {
        const char *kind;
        char words[LT_WORDS_ROOM];
        const long slot = lt_part_list_slot(law, law->params[i].name, &kind);
        json_t *said = slot < 0 ? NULL : json_object_get(parameters, law->params[i].name);
        if (slot > 0)
            json_object_del(parameters, law->params[i].name);
        else if (said && lt_part_list_words(law, i, numbers, words, sizeof words))
            put_text(said, "value", words);
    }
}

/* Returns the law as the program gives it: name, preset, parameters and states. */
static json_t *law_object(const struct lt_program *program) {
    const struct lt_law *law = program->law;
    json_t *object = json_object(), *state = given_of(law->state, program->state, law->n_state);
    put_text(object, "name", law->name);
    if (program->preset) {
        struct lt_arena *arena = lt_arena_new();
        put_text(object, "preset", lt_presets_name(program->preset, arena));
        lt_arena_free(arena);
    }
    json_object_set_new(object, "parameters",
                        given_of(law->params, program->params, law->n_params));
    name_parts(json_object_get(object, "parameters"), program);
    if (json_object_size(state) > 0)
        json_object_set_new(object, "state", json_incref(state));
    json_decref(state);
    return object;
}

/* Returns a stage as the program gives it: its keys and what is imposed along each degree of
 * freedom. */
static json_t *stage_of(const struct lt_stage *stage) {
    json_t *object = map_object(lt_parse_stages_stage_keys, stage), *values = json_array();
    for (int i = 0; i < LT_DOFS; i++)
        json_array_append_new(values, stage->series[i]
                                          ? map_object(lt_parse_series_keys, stage->series[i])
                                      : stage->formulas[i] ? text_value(stage->formulas[i]->text)
                                                           : number_object(&stage->numbers[i]));
    json_object_set_new(object, "values", values);
    return object;
}

/* Returns a distribution: its word and numbers; for a list, the values alone. */
json_t *lt_provenance_distribution(const struct lt_distribution *d) {
    json_t *object = json_object();
    bool normal = d->kind == LT_NORMAL || d->kind == LT_LOGNORMAL;
    if (d->n_values == 0 || d->kind == LT_SAMPLES)
        put_text(object, "distribution", lt_distribution_words[d->kind]);
    if (d->n_values > 0) {
        json_object_set_new(object, "values", lt_document_numbers(d->values, d->n_values));
        return object;
    }
    put_real(object, normal ? "mean" : "from", normal ? d->mean : d->lo);
    put_real(object, normal ? "sd" : "to", normal ? d->sd : d->hi);
    if (d->whole)
        put_bool(object, "whole", true);
    return object;
}

/* Returns a let: its number or formula, or its distribution and the mean that this run used. */
static json_t *let_of(const struct lt_program *program, size_t let) {
    if (!program->spreads[let])
        return number_object(&program->lets[let]);
    json_t *object = lt_provenance_distribution(program->spreads[let]);
    put_real(object, "taken", program->lets[let].value);
    put_text(object, "as", "mean");
    return object;
}

/* Returns the whole program as it was read, so that the run can be repeated without the file. */
static json_t *input_of(const struct lt_program *program) {
    const struct lt_name *let_names = lt_names_lets(program->names);
    json_t *object = json_object(), *lets = json_object(),
           *particles = map_object(lt_parse_pair_particles_keys, program);
    for (size_t i = 0; i < program->n_lets; i++)
        json_object_set_new(lets, let_names[i].name, let_of(program, i));
    json_object_set_new(object, "let", lets);
    /* Particles, law, motion and stages, as they were read. */
    put_material(json_object_get(particles, "a"), &program->particles[0], program->law);
    put_material(json_object_get(particles, "b"), &program->particles[1], program->law);
    json_object_set_new(object, "particles", particles);
    json_object_set_new(object, "law", law_object(program));
    json_t *motion = map_object(lt_parse_motion_keys, &program->motion);
    if (program->motion.instants.at)
        json_object_set_new(motion, "instants",
                            map_object(lt_parse_motion_instants_keys, &program->motion.instants));
    json_object_set_new(object, "motion", motion);
    json_t *stages = json_array();
    for (size_t i = 0; i < program->n_stages; i++)
        json_array_append_new(stages, stage_of(&program->stages[i]));
    json_object_set_new(object, "stages", stages);
    return object;
}

/* Returns the path of the shared object that a law, without its parts, comes from, and its hash in
 * SHA256 (65 characters). NULL for a built-in law. */
const char *lt_provenance_plugin(const struct lt_law *law, char *sha256) {
    return lt_provenance_object((law->whole ? law->whole : law)->params, sha256);
}

/* Returns the path of the shared object that contains the address INSIDE, and its hash in SHA256
 * ("" if unreadable). NULL if it is this program itself. */
const char *lt_provenance_object(const void *inside, char *sha256) {
    Dl_info from, own;
    sha256[0] = '\0';
    if (!dladdr(inside, &from) || !dladdr(lt_laws_builtin, &own) || from.dli_fbase == own.dli_fbase)
        return NULL;
    SHA256File(from.dli_fname, sha256);
    return from.dli_fname;
}

/* Returns path and hash of the shared object that contains INSIDE; NULL if it is this program
 * itself. */
static json_t *plugin_of(const void *inside) {
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    const char *file = lt_provenance_object(inside, sha256);
    json_t *plugin = file ? json_object() : NULL;
    if (file) {
        put_text(plugin, "file", file);
        put_text(plugin, "sha256", sha256);
    }
    return plugin;
}

/* Adds the shared objects that the law and its parts come from, if they are plug-ins. */
static void put_plugins(json_t *document, const struct lt_law *law) {
    json_t *plugin = plugin_of((law->whole ? law->whole : law)->params), *parts = json_object();
    if (plugin)
        json_object_set_new(document, "plugin", plugin);
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_part *part = lt_composition_own_part(law, i, law->params[i].preset);
        json_t *of = part ? plugin_of(part) : NULL;
        if (of)
            json_object_set_new(parts, law->params[i].name, of);
    }
    if (json_object_size(parts) > 0)
        json_object_set(document, "parts", parts);
    json_decref(parts);
}

/* Returns texts, a list that ends with NULL, as a JSON list. */
static json_t *list_texts(const char *const *texts) {
    json_t *list = json_array();
    for (; *texts; texts++)
        json_array_append_new(list, text_value(*texts));
    return list;
}

/* Returns the lines of TEXT as a JSON list. */
static json_t *list_lines(const char *text) {
    json_t *list = json_array();
    for (; *text; text += strcspn(text, "\n") + 1)
        json_array_append_new(list, json_stringn(text, strcspn(text, "\n")));
    return list;
}

/* Adds the external code that computed the force, with version and hash, and all input sent to it.
 */
static void put_code(json_t *document, const struct lt_program *program) {
    if (!program->host)
        return;
    struct lt_served_facts facts = lt_served_facts(program->host);
    json_t *code = json_object();
    put_text(code, "name", program->codelaw->kind->name);
    put_text(code, "version", facts.version);
    put_text(code, "file", facts.file);
    put_text(code, "sha256", facts.sha256);
    put_text(code, "motion", lt_deck_served_motion(program, program->arena));
    json_object_set_new(code, "lines", list_lines(facts.text));
    json_object_set_new(code, "environment", list_texts(facts.environment));
    json_object_set_new(document, "code", code);
}

/* Writes the hash of the file's full path into SHA256 (65 characters), which distinguishes two
 * programs of the same name without naming folders. */
void lt_provenance_place(const struct lt_source *source, char *sha256) {
    char *path = realpath(source->name, NULL);
    const char *place = path ? path : source->name;
    SHA256Data((const uint8_t *)place, strlen(place), sha256);
    free(path);
}

/* Returns the origin of a run: version, source file and its hash, libraries, plug-ins, external
 * code, and input. The caller owns it. */
json_t *lt_provenance(const struct lt_program *program) {
    const struct lt_source *source = program->source;
    char sha256[SHA256_DIGEST_STRING_LENGTH], place[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)source->text, source->length, sha256);
    lt_provenance_place(source, place);
    json_t *document = json_object();
    put_text(document, "version", LT_VERSION);
    put_text(document, "file", source->name);
    put_text(document, "sha256", sha256);
    put_text(document, "place", place);
    put_text(document, "gsl", gsl_version);
    put_text(document, "compiler", COMPILER);
    put_plugins(document, program->law);
    put_code(document, program);
    json_object_set_new(document, "input", input_of(program));
    return document;
}
