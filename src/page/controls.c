/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page/controls.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/units.h"
#include "program/vary.h"
#include "registry/parts.h"
#include "result/json.h"

#include <math.h>
#include <string.h>

/* The controls collected so far, for a program and a run of it with its own numbers. */
struct controls {
    const struct lt_program *program;
    const struct lt_result *result;
    json_t *list;
    struct lt_arena *arena;
};

/* Returns the unknown of section calibrate or fit that has this name and bounds, which the slider
 * then takes; NULL if there is none. */
static const struct lt_vary *find_unknown(const struct lt_program *program,
                                          const struct lt_name *name) {
    for (size_t i = 0; i < program->n_vary; i++)
        if (program->vary[i].bounded && lt_vary_is_same(program->vary[i].target, name))
            return &program->vary[i];
    return NULL;
}

/* Sets the range "from" to "to" of a slider (SI), within the limits RANGE: a tenth to ten times a
 * number with a unit; for a dimensionless one 0 to 1, to ten times a positive number below 0.05, or
 * to twice a large one. It has none (NAN) at 0 with a unit. "log": its scale is logarithmic. */
static void put_slider(json_t *one, double value, const struct lt_range *range) {
    const bool bare = lt_units_is_bare(range->unit);
    double from = bare ? 0 : value / 10, to = value * 10;
    if (bare && !(value > 0 && value < 0.05))
        to = fmax(1, 2 * value);
    /* Ranges of negative numbers end at or before 0. */
    if (bare && value < 0) {
        from = 2 * value;
        to = 0;
    }
    if (value < 0 && !bare) {
        from = value * 10;
        to = value / 10;
    }
    from = fmax(from, range->min);
    to = fmin(to, range->max);
    if (!isfinite(value) || !(from < to) || (value == 0 && !bare))
        from = to = NAN;
    put_real(one, "from", from);
    put_real(one, "to", to);
    put_bool(one, "log", !bare && from * to > 0);
}

/* Adds the words of a choice to its control. */
static void add_choices(json_t *one, const struct lt_range *range, struct lt_arena *arena) {
    size_t count = 0;
    const char *const *words = lt_choice_words(range->choice->choices, &count, arena);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, text_value(words[i]));
    json_object_set_new(one, "words", list);
}

/* Adds a control for the number NAME with VALUE (SI), if a page may vary it. FORMULA: of a number
 * that follows from others until it is moved itself; else NULL. */
static void add_control(struct controls *c, const char *name, const char *label, const char *group,
                        const char *doc, double value, const struct lt_formula *formula) {
    const struct lt_varied varied = lt_vary_find(c->program, name, c->arena);
    if (varied.why || !varied.name)
        return;
    const struct lt_vary *unknown = find_unknown(c->program, varied.name);
    json_t *one = json_object();
    put_text(one, "name", name);
    put_text(one, "label", label);
    put_text(one, "group", group);
    put_text(one, "unit", varied.range.unit ? varied.range.unit : "");
    put_text(one, "doc", doc ? doc : "");
    if (formula)
        put_text(one, "formula", formula->text);
    put_real(one, "value", value);
    put_real(one, "least", varied.range.min);
    put_real(one, "most", varied.range.max);
    put_bool(one, "whole", varied.range.whole);
    if (varied.range.choice)
        add_choices(one, &varied.range, c->arena);
    else
        put_slider(one, value, &varied.range);
    /* Bounds of a calibration or fit take precedence; over a factor of 20 the scale is logarithmic.
     */
    if (unknown) {
        put_real(one, "from", unknown->lo);
        put_real(one, "to", unknown->hi);
        put_bool(one, "log", unknown->lo > 0 && unknown->hi > 20 * unknown->lo);
    }
    json_array_append_new(c->list, one);
}

/* Adds controls for the law's parameters: those that the program gives if GIVEN, in the group
 * "law", or else those at their defaults, in the group "other". */
static void add_parameters(struct controls *c, bool given) {
    const struct lt_program *program = c->program;
    for (size_t i = 0; i < program->names->count; i++) {
        const struct lt_name *name = &program->names->list[i];
        const struct lt_field *field =
            name->kind == LT_NAME_PARAM ? lt_program_field(program, name) : NULL;
        if (!field || lt_parts_absent(field) || field->hidden)
            continue;
        const struct lt_number *number = &program->params[field - program->law->params];
        if (number->given == given)
            add_control(c, name->name, name->name, given ? "law" : "other", field->doc,
                        c->result->values[name->slot], number->formula);
    }
}

/* Adds a control for each let of the program. */
static void add_lets(struct controls *c) {
    const struct lt_program *program = c->program;
    for (size_t i = 0; i < program->names->count; i++) {
        const struct lt_name *name = &program->names->list[i];
        if (name->kind == LT_NAME_LET)
            add_control(c, name->name, name->name, "let", "", c->result->values[name->slot],
                        program->lets[name->slot - program->names->lets].formula);
    }
}

/* Returns the label of an imposed value, "impact: velocity n" for stages[0].values[0]; NULL if PATH
 * is no load, or the letter there imposes nothing. */
static const char *label_load(struct controls *c, const char *path) {
    static const char *const axes[] = {"n", "s", "t", "twist n", "roll s", "roll t"};
    size_t stage, dof;
    if (sscanf(path, "stages[%zu].values[%zu]", &stage, &dof) != 2 ||
        stage >= c->program->n_stages || dof >= LT_DOFS)
        return NULL;
    const struct lt_stage *of = &c->program->stages[stage];
    const char *what = of->whats[dof] == 'v'   ? "velocity"
                       : of->whats[dof] == 'i' ? "initial velocity"
                       : of->whats[dof] == 'u' ? "displacement"
                       : of->whats[dof] == '.' ? NULL
                       : dof < 3               ? "force"
                                               : "moment";
    if (!what)
        return NULL;
    return lt_arena_print(c->arena, "%s: %s %s", of->name, what, axes[dof]);
}

/* Returns the group of controls, "load", "motion" or "pair", to which the number at PATH belongs.
 */
static const char *group_of(const char *path) {
    if (strncmp(path, "stages[", 7) == 0)
        return "load";
    return strncmp(path, "motion.", 7) == 0 ? "motion" : "pair";
}

/* Adds a control for each number of the file that is not a formula, in the order of the file. The
 * values of a stage have one only if they impose something. */
static void add_places(struct controls *c) {
    const struct lt_place *place = c->program->places;
    size_t count = 0;
    for (; place; place = place->next)
        count++;
    const struct lt_place **list =
        lt_arena_get(c->arena, (count + 1) * sizeof(const struct lt_place *));
    for (place = c->program->places; place; place = place->next)
        list[--count] = place; /* in the order of the file */
    for (; list[count]; count++) {
        const char *path = list[count]->name.name, *load = label_load(c, path);
        const bool values = strncmp(path, "stages[", 7) == 0 && strstr(path, "].values[");
        if (!list[count]->own.formula && !list[count]->imposed && (load || !values))
            add_control(c, path, load ? load : path, group_of(path), "", list[count]->own.value,
                        NULL);
    }
}

/* Returns the list of all controls of a page: parameters given, lets, numbers of the file, then the
 * law's other parameters. RESULT is a run with the program's own numbers; the caller owns the list.
 */
json_t *lt_controls(const struct lt_program *program, const struct lt_result *result,
                    struct lt_arena *arena) {
    struct controls c = {program, result, json_array(), arena};
    add_parameters(&c, true);
    add_lets(&c);
    add_places(&c);
    add_parameters(&c, false);
    return c.list;
}
