/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_calibrate.c: the section calibrate: unknowns and targets. */
#include "base/arena.h"
#include "program/parse.h"
#include "program/target.h"

#include <string.h>

/* Reads the interval [LO, HI] of a parameter to vary, in the unit of RANGE; it must not be
 * empty. */
static void read_vary_bounds(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_range *range, struct lt_vary *vary) {
    size_t failures = reader->errors->failures;
    if (node->kind != LT_LIST || node->count != 2) {
        lt_errors_add(reader->errors, node->mark,
                      "expected the lowest and the highest value%s%.60s%s; write '%s: [LO, HI]'",
                      node->kind == LT_SCALAR ? ", found '" : "",
                      node->kind == LT_SCALAR ? node->text : "", node->kind == LT_SCALAR ? "'" : "",
                      vary->name);
        return;
    }
    vary->bounded = true;
    vary->lo = lt_schema_quantity(reader, lt_tree_item(node, 0), range).value;
    vary->hi = lt_schema_quantity(reader, lt_tree_item(node, 1), range).value;
    if (reader->lets_known && reader->errors->failures == failures && !(vary->lo < vary->hi))
        lt_errors_add(reader->errors, node->mark,
                      "the lower bound, %g, must be below the upper one, %g; write '%s: [%g, %g]'",
                      vary->lo, vary->hi, vary->name, vary->hi, vary->lo);
}

/* Finds the parameter or let TEXT to vary, with its range; reports an error at MARK if it cannot
 * be varied, and then has no name. */
struct lt_varied lt_parse_calibrate_unknown(struct lt_reader *reader, struct lt_mark mark,
                                            const char *text) {
    struct lt_varied varied = lt_vary_find_unknown(reader->program, text, reader->program->arena);
    if (!varied.why)
        return varied;
    lt_errors_add(reader->errors, mark, "%s", varied.why);
    return (struct lt_varied){.why = varied.why};
}

/* Reports an empty list or map of parameters to vary. */
void lt_parse_calibrate_some(struct lt_reader *reader, const struct lt_node *node) {
    if ((node->kind == LT_MAP || node->kind == LT_LIST) && !node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one name to vary");
}

/* Reads the parameters to vary, a list of names or a map of names and intervals. Returns *count
 * of them, or NULL if NODE is neither, which is reported. A number of the file has no range of
 * its own and needs an interval. */
struct lt_vary *lt_parse_calibrate_vary(struct lt_reader *reader, const struct lt_node *node,
                                        size_t *count) {
    bool list = node->kind == LT_LIST;
    *count = 0;
    if (!list && !lt_schema_is(reader, node, LT_MAP, "a map such as {kn: [1e4, 1e6]}"))
        return NULL;
    struct lt_vary *all = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *all);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (list && !lt_schema_is(reader, child, LT_SCALAR, "a name"))
            continue;
        struct lt_vary *vary = &all[(*count)++];
        vary->name = list ? child->text : child->key;
        vary->mark = list ? child->mark : child->key_mark;
        struct lt_varied varied = lt_parse_calibrate_unknown(reader, vary->mark, vary->name);
        if (varied.name && lt_vary_has(all, *count - 1, varied.name))
            lt_errors_add(reader->errors, vary->mark, "'%s' is varied twice", vary->name);
        vary->target = varied.name;
        bool empty = child->kind == LT_SCALAR && !*child->text;
        if (vary->target && !list && !empty)
            read_vary_bounds(reader, child, &varied.range, vary);
        else if (vary->target && lt_vary_place(vary->target))
            lt_errors_add(reader->errors, child->mark, "'%s' needs a range: {%s: [LO, HI]}",
                          vary->name, vary->name);
    }
    return all;
}

/* Reads the parameters to calibrate; without bounds the search finds a bracket. FIELD: the
 * program. */
static void read_calibrate_vary(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    lt_parse_calibrate_some(reader, node);
    program->vary = lt_parse_calibrate_vary(reader, node, &program->n_vary);
}

/* Reads a target value in the unit of RANGE, with or without its standard error: {e_n: 0.80 +-
 * 0.02}. *uncertainty stays as it is without one. */
static struct lt_number read_wanted(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_range *range, double *uncertainty) {
    struct lt_node alone = *node;
    if (node->kind == LT_SCALAR) {
        const char *why = lt_target_split(node->text, range->unit[0] ? range->unit : "1",
                                          &alone.text, uncertainty, reader->program->arena);
        if (why) {
            lt_errors_add(reader->errors, node->mark, "%s", why);
            return (struct lt_number){.value = NAN};
        }
    }
    return lt_schema_quantity(reader, *uncertainty > 0 ? &alone : node, range);
}

/* Reads the targets of a calibration, a map of results and values in their units. The run then
 * computes these results; another name is reported. FIELD: the program. */
static void read_to(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {e_n: 0.5}"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one target, such as e_n: 0.5");
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    program->targets = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->targets);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_target *target = &program->targets[program->n_targets++];
        const struct lt_name *name = lt_names_find(&names, child->key);
        bool result = name && (name->kind <= LT_NAME_VIEW || name->kind == LT_NAME_RESULT ||
                               name->kind == LT_NAME_BAND || name->kind == LT_NAME_EXTREME);
        struct lt_range range = LT_ANY(result ? name->unit : "");
        target->name = child->key;
        target->mark = child->key_mark;
        target->result = name;
        target->value = read_wanted(reader, child, &range, &target->uncertainty);
        if (!result && program->law)
            lt_schema_unknown_name(reader, child->key_mark, "result", child->key, LT_SCOPE_END);
        if (!result)
            continue;
        lt_program_use(program, name, program->arena);
    }
}

static const struct lt_key bounds_keys[] = {
    {"[]", LT_VALUE_NUMBER, .range = LT_ANY(""), .count = 2, .doc = "lowest, then highest"}, {0}};
static const struct lt_key vary_keys[] = {
    {"NAME", LT_VALUE_NOTHING, LT_FORMS(bounds_keys), .preset = "the parameter's own range",
     .doc = "a parameter, a let or a path such as particles.a.radius: [lowest, highest]"},
    {0}};
static const struct lt_key vary_list_keys[] = {{"[]", LT_VALUE_NAME, .doc = "a parameter or let"},
                                               {0}};
const struct lt_key *const lt_parse_calibrate_vary_forms[] = {vary_keys, vary_list_keys, NULL};

static const struct lt_key to_keys[] = {
    {"RESULT", LT_VALUE_NUMBER, .range = LT_ANY(""),
     .doc = "its target value; 0.80 +- 0.02 with its standard error"},
    {0}};
const struct lt_key lt_parse_calibrate_keys[] = {
    {"vary", .example = "{dp_nratio: [0, 1]}", .forms = lt_parse_calibrate_vary_forms,
     .read = read_calibrate_vary, .required = true, .doc = "the unknowns"},
    {"to", LT_FORMS(to_keys), .example = "{e_n: 0.5}", .read = read_to, .required = true,
     .doc = "targets, as many as unknowns"},
    {"as_run", LT_VALUE_FLAG, LT_FIELD(struct lt_program, as_run), .preset = "false",
     .doc = "use the integrator and time step of motion, averaged over phase"},
    {"start_in_contact", LT_VALUE_FLAG, LT_FIELD(struct lt_program, start_in_contact),
     .preset = "false",
     .doc = "allow e_n, e_t and t_contact as targets of a run that begins in contact"},
    {0}};

/* Reads the section calibrate. A target of a scatter band implies as_run: only runs in steps have
 * a band. */
void lt_parse_calibrate(struct lt_reader *reader, const struct lt_node *node, void *program) {
    lt_schema_map(reader, node, lt_parse_calibrate_keys, program);
    reader->program->as_run |=
        lt_target_needs_steps(reader->program->targets, reader->program->n_targets);
}
