/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.c: where a run comes from: its program with all numbers, and what made it. */
#include "config.h"
#include "model/laws.h"
#include "result/json.h"

#include <dlfcn.h>
#include <gsl/gsl_version.h>
#include <sha2.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

static json_t *number_object(const struct lt_number *number) {
    return number->formula ? text_value(number->formula->text) : lt_document_number(number->value);
}

static void put_given(json_t *object, const char *key, const struct lt_number *number) {
    if (number->given)
        json_object_set_new(object, key, number_object(number));
}

static void put_formula(json_t *object, const char *key, const struct lt_formula *formula) {
    if (formula)
        put_text(object, key, formula->text);
}

static void put_vector(json_t *object, const char *key, const struct lt_number numbers[3]) {
    if (!numbers[0].given)
        return;
    json_t *vector = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(vector, number_object(&numbers[i]));
    json_object_set_new(object, key, vector);
}

static json_t *particle_of(const struct lt_particle *particle, const struct lt_law *law) {
    static const char *const shapes[] = {
        [LT_SPHERE] = "sphere",      [LT_DISC] = "disc",       [LT_WALL] = "wall",
        [LT_FACET] = "facet",        [LT_CAPSULE] = "capsule", [LT_CYLINDER] = "cylinder",
        [LT_ELLIPSOID] = "ellipsoid"};
    json_t *object = json_object();
    put_text(object, "shape", shapes[particle->shape]);
    put_given(object, "radius", &particle->radius);
    put_given(object, "half_thick", &particle->half_thick);
    put_given(object, "shaft", &particle->shaft);
    put_vector(object, "semi_axes", particle->semi_axes);
    put_given(object, "density",
              particle->density.given ? &particle->density : &particle->material_density);
    put_given(object, "mass", &particle->mass);
    put_bool(object, "fixed", particle->fixed);
    put_bool(object, "rotates", particle->rotates);
    put_vector(object, "velocity", particle->velocity);
    put_vector(object, "spin", particle->spin);
    json_t *material = json_object();
    for (size_t i = 0; particle->material && i < law->n_params; i++)
        put_given(material, law->params[i].name, &particle->material[i]);
    json_object_set_new(object, "material", material);
    return object;
}

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

static json_t *law_object(const struct lt_program *program) {
    const struct lt_law *law = program->law;
    json_t *object = json_object(), *state = given_of(law->state, program->state, law->n_state);
    put_text(object, "name", law->name);
    json_object_set_new(object, "parameters",
                        given_of(law->params, program->params, law->n_params));
    if (json_object_size(state) > 0)
        json_object_set_new(object, "state", json_incref(state));
    json_decref(state);
    return object;
}

static json_t *motion_of(const struct lt_motion *motion) {
    static const char *const integrators[] = {[LT_LEAPFROG] = "leapfrog",
                                              [LT_SYMPLECTIC_EULER] = "symplectic-euler",
                                              [LT_VELOCITY_VERLET] = "velocity-verlet",
                                              [LT_EXACT] = "exact"};
    static const char *const levels[] = {
        [LT_LEVELS_OWN] = "own", [LT_LEVELS_YADE] = "yade", [LT_LEVELS_WOO] = "woo"};
    json_t *object = json_object();
    bool bodies = motion->frame == LT_FRAME_BODIES;
    put_text(object, "frame", bodies ? "bodies" : "contact");
    if (bodies)
        put_text(object, "lever", motion->full_arms ? "radius" : "overlap");
    put_text(object, "integrator", integrators[motion->integrator]);
    if (motion->integrator == LT_VELOCITY_VERLET)
        put_text(object, "dashpot", motion->full_step ? "full-step" : "half-step");
    put_text(object, "entry", motion->weighted_entry ? "weighted" : "whole");
    put_text(object, "levels", levels[motion->levels]);
    put_formula(object, "dt", motion->dt);
    put_given(object, "phase", &motion->phase);
    put_given(object, "gap", &motion->gap);
    put_given(object, "weight", &motion->weight);
    put_given(object, "smooth", &motion->smooth);
    put_vector(object, "normal", motion->normal);
    put_vector(object, "tangent", motion->tangent);
    put_vector(object, "gravity", motion->gravity);
    return object;
}

static json_t *series_of(const struct lt_series *series) {
    json_t *object = json_object();
    put_text(object, "file", series->file);
    put_text(object, "column", series->column);
    if (series->over)
        put_text(object, "over", series->over);
    return object;
}

static json_t *stage_of(const struct lt_stage *stage) {
    json_t *object = json_object(), *values = json_array();
    put_text(object, "name", stage->name);
    put_text(object, "whats", stage->whats);
    for (int i = 0; i < LT_DOFS; i++)
        json_array_append_new(values, stage->series[i]     ? series_of(stage->series[i])
                                      : stage->formulas[i] ? text_value(stage->formulas[i]->text)
                                                           : number_object(&stage->numbers[i]));
    json_object_set_new(object, "values", values);
    put_formula(object, "until", stage->until);
    put_given(object, "until_every", &stage->until_every);
    put_given(object, "max_steps", &stage->max_steps);
    return object;
}

json_t *lt_provenance_distribution(const struct lt_distribution *d) {
    json_t *object = json_object();
    bool normal = d->kind == LT_NORMAL || d->kind == LT_LOGNORMAL;
    if (d->n_values == 0 || d->kind == LT_SAMPLES)
        put_text(object, "distribution", lt_distribution_words[d->kind]);
    if (d->n_values > 0) {
        json_t *values = json_array();
        for (size_t i = 0; i < d->n_values; i++)
            json_array_append_new(values, lt_document_number(d->values[i]));
        json_object_set_new(object, "values", values);
        return object;
    }
    put_real(object, normal ? "mean" : "from", normal ? d->mean : d->lo);
    put_real(object, normal ? "sd" : "to", normal ? d->sd : d->hi);
    if (d->whole)
        put_bool(object, "whole", true);
    return object;
}

/* One that is not known exactly: also what was taken for it. */
static json_t *let_of(const struct lt_program *program, size_t let) {
    if (!program->spreads[let])
        return number_object(&program->lets[let]);
    json_t *object = lt_provenance_distribution(program->spreads[let]);
    put_real(object, "taken", program->lets[let].value);
    put_text(object, "as", "mean");
    return object;
}

static json_t *input_of(const struct lt_program *program) {
    const struct lt_name *let_names = lt_names_lets(program->names);
    json_t *object = json_object(), *lets = json_object(), *particles = json_object();
    for (size_t i = 0; i < program->n_lets; i++)
        json_object_set_new(lets, let_names[i].name, let_of(program, i));
    json_object_set_new(object, "let", lets);
    json_object_set_new(particles, "a", particle_of(&program->particles[0], program->law));
    json_object_set_new(particles, "b", particle_of(&program->particles[1], program->law));
    put_text(particles, "lengths", program->reduced_lengths ? "reduced" : "full");
    put_text(particles, "area", program->reduced_area ? "reduced" : "full");
    json_object_set_new(object, "particles", particles);
    json_object_set_new(object, "law", law_object(program));
    json_object_set_new(object, "motion", motion_of(&program->motion));
    json_t *stages = json_array();
    for (size_t i = 0; i < program->n_stages; i++)
        json_array_append_new(stages, stage_of(&program->stages[i]));
    json_object_set_new(object, "stages", stages);
    return object;
}

const char *lt_provenance_plugin(const struct lt_law *law, char *sha256) {
    Dl_info from, own;
    sha256[0] = '\0';
    if (!dladdr(law, &from) || !dladdr(lt_laws_builtin, &own) || from.dli_fbase == own.dli_fbase)
        return NULL;
    SHA256File(from.dli_fname, sha256);
    return from.dli_fname;
}

static void put_plugin(json_t *document, const struct lt_law *law) {
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    const char *file = lt_provenance_plugin(law, sha256);
    if (!file)
        return;
    json_t *plugin = json_object();
    put_text(plugin, "file", file);
    put_text(plugin, "sha256", sha256);
    json_object_set_new(document, "plugin", plugin);
}

void lt_provenance_place(const struct lt_source *source, char *sha256) {
    char *path = realpath(source->name, NULL);
    const char *place = path ? path : source->name;
    SHA256Data((const uint8_t *)place, strlen(place), sha256);
    free(path);
}

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
    put_plugin(document, program->law);
    json_object_set_new(document, "input", input_of(program));
    return document;
}
