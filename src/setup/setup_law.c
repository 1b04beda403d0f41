/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup_law.c: the law's parameters: as given or as the two materials have them, what follows from
 * them, and their changes. */
#include "setup/setup.h"

#include "base/arena.h"
#include "base/choice.h"
#include "program/presets.h"
#include "registry/drive.h"
#include "registry/formula_law.h"
#include "registry/laws.h"
#include "registry/own_part.h"

#include <float.h>
#include <string.h>

/* a*b/(a + b), also where the product or the sum is too large or too small for a number. */
static double in_series(double a, double b) {
    const double product = a * b, mean = 0.5 * a + 0.5 * b;
    if (mean == 0)
        return 0;
    return isnormal(product) ? product / (a + b) : 0.5 * (a / mean * b);
}

/* Combines the values A and B of two materials by the rule MIX; NaN: the rule does not combine
 * values. */
static double mix_parameters(enum lt_mix mix, double a, double b) {
    switch (mix) {
    case LT_GIVEN:
    case LT_EACH:
        return NAN;
    case LT_MIN:
        return fmin(a, b);
    case LT_MAX:
        return fmax(a, b);
    case LT_MEAN:
        return 0.5 * a + 0.5 * b;
    case LT_HARMONIC:
        return 2 * in_series(a, b);
    case LT_SERIES:
        return in_series(a, b);
    case LT_GEOMETRIC:
        return isnormal(a * b) ? sqrt(a * b) : sqrt(a) * sqrt(b);
    }
    return NAN;
}

/* Checks that VALUE is in the range of a parameter and one of its choices. False: the reason is
 * in setup->why. */
static bool is_in_range(struct lt_setup *setup, const struct lt_field *field, double value) {
    if (value >= field->min && value <= field->max)
        return !field->choices || lt_setup_is_whole(setup, field->name, field->choices, value);
    return lt_setup_fail(setup, "%s is %.10g: its range is %g to %g", field->name, value,
                         field->min, field->max);
}

/* *VALUE gets parameter I from the materials' values A and B by the formula that the file has
 * for it (mixing). False: it has no value, or one outside its range; setup->why has the reason. */
static bool mix_by_formula(struct lt_setup *setup, size_t i, double a, double b, double *value) {
    char why[256];
    const struct lt_pair *pair = &setup->pair;
    const struct lt_formula *formula = setup->program->mixes[i];
#define PAIR_NUMBER(name, unit, doc, member) , pair->member
    const double values[] = {a, b LT_FORMULA_LAW_MIXED(PAIR_NUMBER)};
#undef PAIR_NUMBER
    const struct lt_field *field = &setup->program->law->params[i];
    setup->mark = formula->mark;
    if (!lt_expr_number(setup->expr, formula, values, value, why, sizeof why))
        return lt_setup_fail(setup, "mixing of %s: %s", field->name, why);
    if (!is_in_range(setup, field, *value))
        return false;
    setup->mark = setup->program->law_mark;
    return true;
}

/* The name of the material of a particle, 0 for A and 1 for B. */
static const char *material_of(const struct lt_setup *setup, int particle) {
    return setup->program->particles[particle].of->name;
}

/* The value of a parameter for a message: a word for a choice, else digits. */
static const char *word_of(const struct lt_setup *setup, const struct lt_field *field,
                           double value) {
    char word[64];
    return field->choices && lt_choice_word(field->choices, value, word, sizeof word)
               ? lt_arena_print(setup->arena, "%s", word)
               : lt_arena_print(setup->arena, "%.10g", value);
}

/* *VALUE gets the one of A and B that is not NaN: only one material gives parameter I. False if
 * the other body has a material, too: it lacks the property, and the user must decide;
 * setup->why says so. */
static bool take_one(struct lt_setup *setup, size_t i, double a, double b, double *value) {
    const struct lt_program *program = setup->program;
    const struct lt_field *field = &program->law->params[i];
    const int says = isnan(a);
    *value = says ? b : a;
    if (!program->particles[!says].of)
        return true;
    const char *said = word_of(setup, field, *value);
    setup->mark = program->particles[says].material[i].mark;
    return lt_setup_fail(
        setup, "material '%s' has %s %s, '%s' has none: give it one, or write 'law: {%s: %s}'",
        material_of(setup, says), field->name, said, material_of(setup, !says), field->name, said);
}

/* *VALUE gets the mean of both materials' values A and B of parameter I, which has no mixing
 * rule: they may differ by the rounding of a unit conversion only, 4 DBL_EPSILON. False: they
 * differ; setup->why says so. */
static bool agree(struct lt_setup *setup, size_t i, double a, double b, double *value) {
    const struct lt_program *program = setup->program;
    const struct lt_field *field = &program->law->params[i];
    *value = 0.5 * a + 0.5 * b;
    if (a == b || fabs(a - b) <= 4 * DBL_EPSILON * fabs(*value))
        return true;
    setup->mark = program->particles[1].material[i].mark;
    const char *of_a = word_of(setup, field, a), *of_b = word_of(setup, field, b);
    return lt_setup_fail(
        setup,
        "material '%s' has %s %s, '%s' has %s, and law %s has no rule for two: "
        "write 'law: {%s}'",
        material_of(setup, 0), field->name, of_a, material_of(setup, 1), of_b, program->law->name,
        field->choices ? lt_arena_print(setup->arena, "%s: %s", field->name, of_a)
                       : lt_arena_print(setup->arena, "mixing: {%s: mean}", field->name));
}

/* *VALUE gets parameter I from the values A and B of the materials (NaN: not given), if they
 * determine it; otherwise its default. False: they do not agree, or a formula fails; setup->why
 * has the reason. */
static bool of_materials(struct lt_setup *setup, size_t i, double a, double b, double *value) {
    const struct lt_program *program = setup->program;
    const struct lt_field *field = &program->law->params[i];
    *value = field->preset;
    if (program->of_pair[i].given)
        return lt_setup_number(setup, &program->of_pair[i], value);
    if (field->mix == LT_GIVEN && isnan(a) != isnan(b))
        return take_one(setup, i, a, b, value);
    if (isnan(a) || isnan(b))
        return true;
    if (program->mixes[i])
        return mix_by_formula(setup, i, a, b, value);
    if (program->mixing[i] == LT_GIVEN)
        return agree(setup, i, a, b, value);
    if (setup->interpreter && field->mix == LT_EACH)
        return lt_formula_law_mix(setup->interpreter, &setup->pair, i, a, b, value) ||
               lt_setup_fail(setup, "%s", lt_formula_law_wrong(setup->interpreter));
    double both = mix_parameters(program->mixing[i], a, b);
    *value = isnan(both) && field->mix != LT_EACH ? *value : both; /* derive() makes those */
    return true;
}

/* Records NUMBER as the last value of parameter I set for the contact (NaN: none). A parameter
 * that acts once, an order, also becomes the value of both materials. */
static void record_setting(struct lt_setup *setup, size_t i, double number) {
    const struct lt_field *field = &setup->program->law->params[i];
    setup->told[i] = number;
    if (field->once && field->mix == LT_EACH && !isnan(number))
        setup->given_a[i] = setup->given_b[i] = number;
}

/* Determines parameter I of this run: by the OVERRIDE (NULL: none), the file, the materials or
 * its default. Also sets given_a, given_b, inherited and told of I. False: it is outside its
 * range or contradictory; setup->why has the reason. */
bool lt_setup_law_parameter(struct lt_setup *setup, size_t i, const struct lt_override *override) {
    const struct lt_program *program = setup->program;
    const struct lt_field *field = &program->law->params[i];
    double *value = &setup->values[program->names->params + i];
    double *a = &setup->given_a[i], *b = &setup->given_b[i];
    if (!lt_setup_optional(setup, &program->particles[0].material[i], NAN, a) ||
        !lt_setup_optional(setup, &program->particles[1].material[i], NAN, b))
        return false;
    if (!program->inherits[i])
        *a = *b = NAN;
    setup->inherited[i] = !override && !program->params[i].given && !program->of_pair[i].given;
    if (override)
        *value = override->value;
    else if (program->params[i].given ? !lt_setup_number(setup, &program->params[i], value)
                                      : !of_materials(setup, i, *a, *b, value))
        return false;
    const bool said = field->mix == LT_GIVEN && !(isnan(*a) && isnan(*b));
    record_setting(setup, i, setup->inherited[i] && !said ? NAN : *value);
    if (!isnan(*value))
        return is_in_range(setup, field, *value);
    return true;
}

/* For a message: the parameters in TEXT that follow from words of a preset, as in "; kn2 follows
 * from law.UnloadingStiffness". The mark moves to that word. */
static const char *words_in(struct lt_setup *setup, const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const struct lt_program *program = setup->program;
    const char *list = "";
    for (const char *at = text; *at;) {
        const size_t length = strspn(at, letters);
        for (size_t i = 0; i < program->law->n_params; i++) {
            const char *name = program->law->params[i].name;
            const struct lt_number *typed = program->params[i].typed;
            if (typed && strlen(name) == length && strncmp(at, name, length) == 0 &&
                !strstr(list, typed->path)) {
                list =
                    lt_arena_print(setup->arena, "%s; %s follows from %s", list, name, typed->path);
                setup->mark = typed->mark;
            }
        }
        at += length > 0 ? length : 1;
    }
    return list;
}

/* While TRYING, a law or part in formulas that has no value records no error: the host only
 * tests whether a step is possible. */
void lt_setup_law_try(const struct lt_setup *setup, bool trying) {
    if (setup->interpreter)
        lt_formula_law_try(setup->interpreter, trying);
    lt_formula_part_try(trying);
}

/* Computes the derived numbers and the interaction range contact.reach (m) from the parameters
 * in values[]. False: the law refuses, or a number is missing or not finite; setup->why has the
 * reason. */
bool lt_setup_law_derive(struct lt_setup *setup) {
    const struct lt_program *program = setup->program;
    const struct lt_law *law = program->law;
    double *params = setup->values + program->names->params;
    const char *wrong =
        law->derive(&setup->pair, setup->given_a, setup->given_b, params, setup->derived);
    const struct lt_field *missing = lt_drive_missing(law, params);
    const struct lt_field *undefined = lt_drive_undefined(law, setup->derived);
    /* A law that a code computes knows the line of its input: the mark moves there. */
    if (wrong && setup->served)
        program->host->wrong(setup->served, &setup->mark);
    if (wrong)
        return lt_setup_fail(setup, "%s%s", wrong, words_in(setup, wrong));
    if (missing) {
        const char *word = lt_presets_setter(program->preset, missing->name);
        return lt_setup_fail(setup, "law %s needs '%s'%s%s%s", law->name, missing->name,
                             word ? ", which '" : "", word ? word : "", word ? "' sets" : "");
    }
    if (undefined)
        return lt_setup_fail(setup, "%s of law %s is not a finite number (%g)", undefined->name,
                             law->name, setup->derived[undefined - law->derived]);
    setup->contact.reach = law->reach ? law->reach(&setup->pair, params, setup->derived) : 0;
    if (isnan(setup->contact.reach))
        return lt_setup_fail(setup, "the interaction range (reach) of law %s is not a number",
                             law->name);
    return (setup->contact.reach >= 0 && isfinite(setup->contact.reach)) ||
           lt_setup_fail(setup,
                         "the interaction range (reach) of law %s is %g m; a contact is made at a "
                         "gap of 0 or more",
                         law->name, setup->contact.reach);
}

/* Notes that parameter K and those it sets now have values of the contact's own, so that changes
 * of the materials leave them. */
static void detach_from_materials(struct lt_setup *setup, size_t k) {
    const struct lt_law *law = setup->program->law;
    for (size_t i = 0; i < law->n_params; i++)
        if (i == k || lt_laws_sets(&law->params[k], law->params[i].name))
            setup->inherited[i] = false;
}

/* Determines all parameters of the run with N overrides, then what the law derives from them.
 * False: setup->why has the reason. */
bool lt_setup_law_parameters(struct lt_setup *setup, const struct lt_override *overrides,
                             size_t n) {
    const struct lt_program *program = setup->program;
    const struct lt_names *names = program->names;
    for (size_t i = 0; i < n; i++) {
        char why[256];
        if (lt_program_refuses(program, overrides[i].name, why, sizeof why))
            return lt_setup_fail(setup, "%s", why);
    }
    for (size_t k = 0; k < setup->program->law->n_params; k++) {
        size_t i = setup->program->param_order[k];
        if (!lt_setup_law_parameter(setup, i,
                                    lt_program_override(program, names->params + i, overrides, n)))
            return false;
    }
    for (size_t i = 0; i < program->law->n_params; i++)
        if (!setup->inherited[i])
            detach_from_materials(setup, i);
    return lt_setup_law_derive(setup);
}

/* Sets parameter I of the materials OF (1 for A, 2 for B, 3 for both) to NUMBER. */
static void set_material(struct lt_setup *setup, size_t i, unsigned char of, double number) {
    double *a = &setup->given_a[i], *b = &setup->given_b[i];
    *a = of & 1 ? number : *a;
    *b = of & 2 ? number : *b;
}

/* Recomputes parameter I of the contact from the materials, if it follows from them. False: the
 * value is outside its range, or the materials do not agree; setup->why has the reason. */
static bool update_from_material(struct lt_setup *setup, size_t i) {
    double *value = &setup->values[setup->program->names->params + i];
    return !setup->inherited[i] ||
           (of_materials(setup, i, setup->given_a[i], setup->given_b[i], value) &&
            (isnan(*value) || is_in_range(setup, &setup->program->law->params[i], *value)));
}

/* True if an order (a parameter that acts once) of the materials acts again: only if nothing
 * that it sets was set for the contact. */
static bool is_order_repeated(const struct lt_setup *setup, size_t i) {
    const struct lt_law *law = setup->program->law;
    const struct lt_field *order = &law->params[i];
    bool again = order->once && setup->inherited[i] &&
                 !(isnan(setup->given_a[i]) && isnan(setup->given_b[i]));
    for (size_t k = 0; k < law->n_params && again; k++)
        again = setup->inherited[k] || !lt_laws_sets(order, law->params[k].name);
    return again;
}

/* Resets the values that follow from properties of the materials, so that derive() computes them
 * anew. Values that nothing computes stay. False: one is outside its range; setup->why has the
 * reason. */
static bool update_from_materials(struct lt_setup *setup) {
    const struct lt_law *law = setup->program->law;
    for (size_t i = 0; i < law->n_params; i++) {
        bool anew = is_order_repeated(setup, i);
        for (size_t k = 0; k < law->n_params; k++)
            anew |= lt_laws_sets(&law->params[k], law->params[i].name) &&
                    (law->params[k].mix == LT_EACH || is_order_repeated(setup, k));
        if (anew && !update_from_material(setup, i))
            return false;
    }
    return true;
}

/* Resets each order, a parameter that acts once, to its default. If one of COUNT names set now
 * belongs to an order, that order acts again: a choice with its last value, since its default
 * may be a valid word. */
static void apply_orders(struct lt_setup *setup, const struct lt_name *const *names, size_t count) {
    const struct lt_law *law = setup->program->law;
    const size_t first = setup->program->names->params;
    double *params = setup->values + first;
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *order = &law->params[i];
        bool goes = false;
        for (size_t n = 0; n < count && order->once; n++) {
            const bool param = names[n]->kind == LT_NAME_PARAM;
            const char *with = param ? law->params[names[n]->slot - first].with : NULL;
            goes |= with && strcmp(with, order->name) == 0;
        }
        if (goes && order->choices)
            params[i] = setup->told[i];
        else if (order->once && !goes)
            params[i] = order->preset;
    }
}

/* Sets COUNT parameters or states NAMES to NUMBERS during a run and derives anew. OF[i] says of
 * which materials (1 A, 2 B, 3 both; 0: of the contact); OF NULL: only on trial, nothing is
 * recorded. False: a value is refused; setup->why has the reason. */
bool lt_setup_law_change(struct lt_setup *setup, const struct lt_name *const *names,
                         const unsigned char *of, const double *numbers, size_t count) {
    const struct lt_law *law = setup->program->law;
    size_t first = setup->program->names->params;
    bool pieces = false;
    apply_orders(setup, names, count);
    for (size_t i = 0; i < count; i++) {
        const bool param = names[i]->kind == LT_NAME_PARAM, piece = of && of[i];
        const size_t k = param ? names[i]->slot - first : 0;
        if (param && !is_in_range(setup, &law->params[k], numbers[i]))
            return false;
        if (piece)
            set_material(setup, k, of[i], numbers[i]);
        if (param && of && !piece) { /* without OF it is only tried */
            detach_from_materials(setup, k);
            record_setting(setup, k, numbers[i]);
        }
        if (!piece)
            setup->values[names[i]->slot] = numbers[i];
        pieces |= piece;
    }
    for (size_t i = 0; i < count && pieces; i++)
        if (of[i] && !update_from_material(setup, names[i]->slot - first))
            return false;
    return (!pieces || update_from_materials(setup)) && lt_setup_law_derive(setup);
}
