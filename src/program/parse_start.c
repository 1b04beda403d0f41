/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_start.c: the end of another run, read from its JSON document. */
#include "base/arena.h"
#include "base/choice.h"
#include "base/read_json.h"
#include "program/parse.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* The number NAME_end of the document's results, in SI units; NAN and an error if it is
 * missing. */
static double read_result_number(struct lt_reader *reader, const struct lt_node *node,
                                 const json_t *results, const char *name) {
    const char *key = lt_arena_print(reader->program->arena, "%s_end", name);
    const json_t *value = json_object_get(results, key);
    if (json_is_number(value))
        return json_number_value(value);
    lt_errors_add(reader->errors, node->mark, "'%s' has no number '%s' among its results",
                  node->text, key);
    return NAN;
}

/* Sets the velocities half a step before the state, which leapfrog needs, from the document's list
 * BEHIND; where it has none they are those of the results. */
static void read_behind(struct lt_start *start, const json_t *behind) {
    memcpy(start->before, start->v, sizeof start->before);
    memcpy(start->behind, start->space + (LT_VXA - LT_XA), sizeof start->behind);
    for (size_t i = 0; i < json_array_size(behind); i++) {
        double value = json_number_value(json_array_get(behind, i));
        if (i < LT_DOFS)
            start->before[i] = value;
        else if (i - LT_DOFS < sizeof start->behind / sizeof *start->behind)
            start->behind[i - LT_DOFS] = value;
    }
}

/* Reads the parameters of the former run, to notice changes. One missing from the document is NAN,
 * which equals nothing; null represents an infinite one. */
static void read_former_params(struct lt_start *start, const struct lt_law *law,
                               const json_t *params, struct lt_arena *arena) {
    start->params = lt_arena_get(arena, (law->n_params + 1) * sizeof *start->params);
    for (size_t i = 0; i < law->n_params; i++) {
        const char *kind = law->params[i].name;
        const long slot = lt_part_list_slot(law, kind, &kind);
        const json_t *value = json_object_get(params, slot > 0 ? kind : law->params[i].name);
        const struct lt_field *field = &law->params[i];
        const double other = json_is_null(value)      ? INFINITY
                             : lt_parts_absent(field) ? field->preset
                                                      : NAN;
        const char *word = field->choices ? json_string_value(value) : NULL;
        start->params[i] =
            json_is_number(value) ? json_number_value(value)
            : word ? (double)lt_part_list_number(field->choices, word, slot > 0 ? (size_t)slot : 0)
                   : other;
    }
}

/* Reads the state at the end of another run from its document: motion, states of the law and
 * parameters. */
static void read_former_state(struct lt_reader *reader, const struct lt_node *node,
                              const json_t *document) {
    const json_t *results = json_object_get(document, "results");
    struct lt_program *program = reader->program;
    const struct lt_law *law = program->law;
    struct lt_start *start = lt_arena_get(program->arena, sizeof *start);
    start->state = lt_arena_get(program->arena, (law->n_state + 1) * sizeof *start->state);
    /* The document has its results by name, as the table of names of this program. */
    for (size_t i = 0; i < program->names->count; i++) {
        const struct lt_name *name = &program->names->list[i];
        if (name->slot >= LT_UN && name->slot < LT_UN + LT_DOFS)
            start->u[name->slot - LT_UN] = read_result_number(reader, node, results, name->name);
        if (name->slot >= LT_VN && name->slot < LT_VN + LT_DOFS)
            start->v[name->slot - LT_VN] = read_result_number(reader, node, results, name->name);
        if (program->names->bodies && name->slot >= LT_XA && name->slot <= LT_TZ)
            start->space[name->slot - LT_XA] =
                read_result_number(reader, node, results, name->name);
        if (name->slot >= LT_FN && name->slot < LT_FN + 2 * LT_DOFS)
            start->force[name->slot - LT_FN] =
                read_result_number(reader, node, results, name->name);
        if (name->kind == LT_NAME_STATE)
            start->state[name->slot - program->names->state] =
                read_result_number(reader, node, results, name->name);
    }
    read_behind(start, json_object_get(document, "half_step_behind"));
    read_former_params(start, law, json_object_get(document, "parameters"), program->arena);
    start->contact = read_result_number(reader, node, results, "contact");
    start->strain = read_result_number(reader, node, results, "E_strain");
    program->start = start;
}

/* Reads the key start: the document of an earlier run of the same law, whose last state this run
 * begins with. */
void lt_parse_start(struct lt_reader *reader, const struct lt_node *node, void *program) {
    (void)program;
    const char *path = NULL;
    size_t failures = reader->errors->failures;
    lt_schema_path(reader, node, &path);
    if (reader->errors->failures > failures || !reader->program->law)
        return;
    json_error_t error;
    json_t *document = lt_read_json(path, 0, &error);
    const json_t *results = json_object_get(document, "results");
    const char *law = json_string_value(json_object_get(document, "law"));
    if (!document)
        lt_errors_add(reader->errors, node->mark, "'%s' is not a JSON document: line %d: %s",
                      node->text, error.line, error.text);
    else if (!json_is_object(results) || !law)
        lt_errors_add(reader->errors, node->mark, "'%s' is not the document of a run", node->text);
    else if (strcmp(law, reader->program->law->name) != 0)
        lt_errors_add(reader->errors, node->mark, "'%s' is a run of the law '%s', not '%s'",
                      node->text, law, reader->program->law->name);
    else if (reader->program->names->bodies && !json_object_get(results, "xa_end"))
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is a run in frame contact, which has no positions of bodies",
                      node->text);
    else
        read_former_state(reader, node, document);
    json_decref(document);
}
