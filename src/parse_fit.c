/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_fit.c: what measured data are compared with: fit. */
#include "arena.h"
#include "parse.h"
#include "units.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* A name, or one with a minus: what the column of the data is called, too. */
static const char *column_named(const char *text) {
    for (const char *c = text + (*text == '-'); *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return NULL;
    return text;
}

/* ---- The run's side -------------------------------------------------------------------- */

static void read_curve_x(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    set->x_unit = lt_parse_unit_of(lt_parse_recorded(reader, node, &set->x_column));
    set->x_text = node->text;
}

static void read_curve_y(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    set->y_unit = lt_parse_unit_of(lt_parse_recorded(reader, node, &set->y_column));
    set->y_text = node->text;
}

static const struct lt_key curve_keys[] = {{.name = "x", .read = read_curve_x, .required = true},
                                           {.name = "y", .read = read_curve_y, .required = true},
                                           {.name = NULL}};

static void read_curve(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    set->is_curve = true;
    lt_schema_map(reader, node, curve_keys, set);
}

static void read_over(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a parameter or let"))
        return;
    set->over = lt_parse_varied(reader, node->mark, node->text);
    set->x_text = node->text;
    set->x_unit = set->over ? set->over->unit : "";
}

static void read_result_y(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    set->result = lt_schema_formula(reader, node, LT_FORMULA_NUMBER, LT_SCOPE_END);
    set->y_text = node->text;
    set->y_unit = lt_parse_unit_of(set->result);
}

static const struct lt_key result_keys[] = {{.name = "x", .read = read_over, .required = true},
                                            {.name = "y", .read = read_result_y, .required = true},
                                            {.name = NULL}};

static void read_result(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    set->is_curve = false;
    lt_schema_map(reader, node, result_keys, set);
}

/* {name: number}: parameters and lets that have another value in the runs of these data. */
static void read_with(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    if (!lt_schema_is(reader, node, LT_MAP, "a map such as {speed: 0.5 m/s}"))
        return;
    set->n_with = 0;
    set->with = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *set->with);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_vary *with = &set->with[set->n_with++];
        with->name = child->key;
        with->mark = child->key_mark;
        with->target = lt_parse_varied(reader, child->key_mark, child->key);
        if (!with->target)
            continue;
        struct lt_range range = lt_parse_range_of(reader->program, with->target);
        with->lo = lt_schema_quantity(reader, child, &range).value;
    }
}

/* ---- The data's side ------------------------------------------------------------------- */

static void read_sigma(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_set *set = field;
    double number;
    char why[400];
    if (!lt_schema_is(reader, node, LT_SCALAR, "a number or the name of a column"))
        return;
    set->sigma = NULL;
    set->sigma_all.given = false;
    if (lt_units_read(node->text, "", &number, why, sizeof why) == LT_QUANTITY_NOT_A_NUMBER) {
        set->sigma = node->text;
        return;
    }
    struct lt_range range = LT_POSITIVE(set->y_unit ? set->y_unit : "");
    set->sigma_all = lt_schema_quantity(reader, node, &range);
}

static void read_file(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    const char **path = field;
    if (lt_schema_is(reader, node, LT_SCALAR, "the name of a file"))
        *path = lt_schema_file(reader, node->text);
}

/* Sigma after curve and result, which say its unit. */
#define FIELD(f) .offset = offsetof(struct lt_fit_set, f)
static const struct lt_key set_keys[] = {
    {.name = "file", .read = read_file, .required = true, FIELD(file)},
    {.name = "curve", .read = read_curve},
    {.name = "result", .read = read_result},
    {.name = "x", .read = lt_schema_text, FIELD(x)},
    {.name = "y", .read = lt_schema_text, FIELD(y)},
    {.name = "sigma", .read = read_sigma},
    {.name = "weights", .read = lt_schema_text, FIELD(weights)},
    {.name = "with", .read = read_with},
    {.name = NULL}};
#undef FIELD

/* What is missing, and columns of the data that are called like the run's. */
static void finish_set(struct lt_reader *reader, const struct lt_node *node,
                       struct lt_fit_set *set) {
    set->mark = node->mark;
    if (!set->x_text || !set->y_text) {
        lt_errors_add(reader->errors, node->mark,
                      "expected curve: {x: ..., y: ...} or result: {x: ..., y: ...}");
        return;
    }
    if (!set->x)
        set->x = column_named(set->x_text);
    if (!set->y)
        set->y = column_named(set->y_text);
    if (!set->x || !set->y)
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is a formula; say which column of the data it is: %c: ...",
                      set->x ? set->y_text : set->x_text, set->x ? 'y' : 'x');
    if (set->weights && (set->sigma || set->sigma_all.given))
        lt_errors_add(reader->errors, node->mark, "either sigma or weights");
}

static void read_data(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    struct lt_fit_task *task = field;
    if (node->kind == LT_SCALAR) {
        read_file(reader, node, key, &task->common.file);
        return;
    }
    if (!lt_schema_is(reader, node, LT_LIST, "the name of a file, or a list of data sets"))
        return;
    task->sets = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *task->sets);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_fit_set *set = &task->sets[task->n_sets++];
        *set = task->common;
        if (lt_schema_map(reader, child, set_keys, set))
            finish_set(reader, child, set);
    }
}

static void read_vary(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    struct lt_fit_task *task = field;
    task->vary = lt_parse_vary(reader, node, &task->n_vary);
}

static void read_loss(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"squares", "huber", "cauchy", NULL};
    struct lt_fit_task *task = field;
    long word = lt_schema_word(reader, node, words);
    if (word >= 0)
        task->loss = (enum lt_loss)word;
}

/* Data last: a list of them takes from here what its sets do not say. */
#define FIELD(f) .offset = offsetof(struct lt_fit_task, f)
static const struct lt_key fit_keys[] = {
    {.name = "curve", .read = read_curve, FIELD(common)},
    {.name = "result", .read = read_result, FIELD(common)},
    {.name = "x", .read = lt_schema_text, FIELD(common.x)},
    {.name = "y", .read = lt_schema_text, FIELD(common.y)},
    {.name = "sigma", .read = read_sigma, FIELD(common)},
    {.name = "weights", .read = lt_schema_text, FIELD(common.weights)},
    {.name = "with", .read = read_with, FIELD(common)},
    {.name = "vary", .read = read_vary},
    {.name = "loss", .read = read_loss},
    {.name = "data", .read = read_data},
    {.name = NULL}};
#undef FIELD

void lt_parse_fit(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                  void *field) {
    (void)key;
    struct lt_program *program = field;
    struct lt_fit_task *task = lt_arena_get(program->arena, sizeof *task);
    if (!lt_schema_map(reader, node, fit_keys, task))
        return;
    program->fit = task;
    const struct lt_node *data = lt_tree_child(node, "data");
    if (data && data->kind != LT_SCALAR)
        return;
    task->sets = &task->common;
    task->n_sets = 1;
    finish_set(reader, node, &task->common);
}
