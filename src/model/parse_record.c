/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_record.c: what of a run is kept and drawn: record, plots. */
#include "base/arena.h"
#include "base/csv.h"
#include "model/parse.h"

#include <ctype.h>
#include <string.h>

/* ---- record ---------------------------------------------------------------------------- */

static size_t add_recorded(struct lt_reader *reader, struct lt_column column) {
    struct lt_program *program = reader->program;
    size_t count = program->n_columns;
    if ((count & (count - 1)) == 0) { /* full: room is the next power of two */
        struct lt_column *old = program->columns;
        program->columns = lt_arena_get(program->arena, (2 * count + 1) * sizeof *old);
        if (count > 0)
            memcpy(program->columns, old, count * sizeof *old);
    }
    if (column.source)
        lt_program_use(program, column.source, program->arena);
    program->columns[count] = column;
    return program->n_columns++;
}

static void add_named_column(struct lt_reader *reader, const char *text) {
    const struct lt_name *name = lt_names_find(reader->program->names, text);
    add_recorded(reader, (struct lt_column){.name = name->name, .source = name});
}

void lt_parse_record_default(struct lt_reader *reader) {
    static const char *const motion[][LT_DOFS] = {{"un", "us", "ut", "an", "as", "at"},
                                                  {"vn", "vs", "vt", "wn", "ws", "wt"},
                                                  {"fn", "fs", "ft", "mn", "ms", "mt"}};
    static const char *const before[] = {"E_kinetic", "E_work", "E_strain"};
    static const char *const after[] = {"E_dashpot", "E_cross", "E_defect", "E_residual"};
    struct lt_program *program = reader->program;
    const struct lt_law *law = program->law;
    program->every = 1;
    if (!law)
        return;
    add_named_column(reader, "t");
    add_named_column(reader, "stage");
    for (size_t i = 0; i < 3; i++)
        for (size_t dof = 0; dof < LT_DOFS; dof++)
            if (law->acts >> dof & 1)
                add_named_column(reader, motion[i][dof]);
    for (size_t i = 0; i < law->n_state; i++)
        if (!law->state[i].hidden)
            add_named_column(reader, law->state[i].name);
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        add_named_column(reader, before[i]);
    for (size_t i = 0; i < law->n_losses; i++)
        add_named_column(reader, lt_arena_print(program->arena, "E_%s", law->losses[i].name));
    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++)
        add_named_column(reader, after[i]);
}

static void add_new(struct lt_reader *reader, struct lt_mark mark, struct lt_column column) {
    const struct lt_program *program = reader->program;
    for (size_t i = 0; i < program->n_columns; i++)
        if (strcmp(program->columns[i].name, column.name) == 0) {
            lt_errors_add(reader->errors, mark, "column '%s' is there twice", column.name);
            return;
        }
    add_recorded(reader, column);
}

static void read_recorded(struct lt_reader *reader, const struct lt_node *node) {
    if (node->kind == LT_MAP) {
        for (const struct lt_node *child = node->first; child; child = child->next)
            if (lt_schema_new_name(reader, child))
                add_new(reader, child->key_mark,
                        (struct lt_column){.name = child->key,
                                           .formula = lt_schema_formula(
                                               reader, child, LT_FORMULA_NUMBER, LT_SCOPE_STEP)});
        return;
    }
    if (!lt_schema_is(reader, node, LT_SCALAR, "a name or {name: formula}"))
        return;
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_STEP);
    const struct lt_name *name = lt_names_find(&names, node->text);
    if (name)
        add_new(reader, node->mark, (struct lt_column){.name = name->name, .source = name});
    else if (reader->program->law)
        lt_schema_unknown_name(reader, node->mark, "column", node->text, LT_SCOPE_STEP);
}

static void read_record_columns(struct lt_reader *reader, const struct lt_node *node,
                                const struct lt_key *key, void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of columns"))
        return;
    if (!node->first)
        lt_errors_add(reader->errors, node->mark, "expected at least one column");
    program->columns_given = true;
    program->n_columns = 0;
    for (const struct lt_node *child = node->first; child; child = child->next)
        read_recorded(reader, child);
}

static void read_every(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    size_t *every = field;
    struct lt_number number = lt_schema_quantity(reader, node, &key->range);
    if (number.value >= key->range.min && number.value <= key->range.max)
        *every = (size_t)number.value;
}

static const struct lt_key record_keys[] = {{.name = "every",
                                             .read = read_every,
                                             .offset = offsetof(struct lt_program, every),
                                             .range = LT_COUNT(1e15)},
                                            {.name = "columns", .read = read_record_columns},
                                            {.name = NULL}};

void lt_parse_record(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                     void *program) {
    (void)key;
    lt_schema_map(reader, node, record_keys, program);
}

/* ---- Columns kept for plots and expectations ------------------------------------------- */

/* Index of a column by its name in the table, or -1. */
static long index_of_column(const struct lt_program *program, const char *name) {
    for (size_t i = 0; i < program->n_columns; i++)
        if (!program->columns[i].hidden && strcmp(program->columns[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* Index of the column of a name or a formula; a hidden one is added if there is none. */
static size_t column_keeping(struct lt_reader *reader, const struct lt_name *source,
                             struct lt_formula *formula) {
    const struct lt_program *program = reader->program;
    for (size_t i = 0; i < program->n_columns; i++) {
        const struct lt_column *column = &program->columns[i];
        if (source ? column->source == source
                   : column->formula && strcmp(column->formula->text, formula->text) == 0)
            return i;
    }
    return add_recorded(reader, (struct lt_column){.name = source ? source->name : formula->text,
                                                   .source = source,
                                                   .formula = source ? NULL : formula,
                                                   .hidden = true});
}

struct lt_formula *lt_parse_record_formula(struct lt_reader *reader, const struct lt_node *node,
                                           size_t *index) {
    const struct lt_program *program = reader->program;
    long named = node->kind == LT_SCALAR ? index_of_column(program, node->text) : -1;
    if (named >= 0 && program->columns[named].formula) {
        *index = (size_t)named;
        return program->columns[named].formula;
    }
    struct lt_formula *formula = lt_schema_formula(reader, node, LT_FORMULA_NUMBER, LT_SCOPE_STEP);
    if (!formula)
        return NULL;
    bool plain = formula->n_used == 1 && strcmp(formula->used[0]->name, formula->text) == 0;
    *index = column_keeping(reader, plain ? formula->used[0] : NULL, formula);
    return formula;
}

bool lt_parse_record_column(struct lt_reader *reader, const struct lt_node *node, size_t *index) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a column"))
        return false;
    long named = index_of_column(reader->program, node->text);
    if (named >= 0) {
        *index = (size_t)named;
        return true;
    }
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_STEP);
    const struct lt_name *source = lt_names_find(&names, node->text);
    if (source)
        *index = column_keeping(reader, source, NULL);
    else if (reader->program->law)
        lt_schema_unknown_name(reader, node->mark, "column", node->text, LT_SCOPE_STEP);
    return source;
}

const char *lt_parse_record_unit(const struct lt_formula *formula) {
    if (!formula || formula->n_used == 0)
        return "";
    size_t names = 0;
    bool product = false;
    for (const char *c = formula->text; *c; c++) {
        bool inside = c > formula->text && (isalnum((unsigned char)c[-1]) || strchr("_.", c[-1]));
        names += (isalpha((unsigned char)*c) || *c == '_') && !inside;
        product |= *c == '*';
        if (!isalnum((unsigned char)*c) && !strchr("_.+-* ", *c))
            return "";
    }
    for (size_t i = 0; i < formula->n_used; i++)
        if (strcmp(formula->used[i]->unit, formula->used[0]->unit) != 0)
            return "";
    return product && names > 1 ? "" : formula->used[0]->unit;
}

/* ---- plots ----------------------------------------------------------------------------- */

static void read_x(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                   void *field) {
    (void)key;
    struct lt_plot *plot = field;
    plot->x = lt_parse_record_formula(reader, node, &plot->x_column);
    plot->x_text = node->text;
    plot->x_unit = lt_parse_record_unit(plot->x);
}

static void read_y(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                   void *field) {
    (void)key;
    struct lt_plot *plot = field;
    plot->y = lt_parse_record_formula(reader, node, &plot->y_column);
    plot->y_text = node->text;
    plot->y_unit = lt_parse_record_unit(plot->y);
}

static void read_theory(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    struct lt_plot *plot = field;
    plot->theory = lt_parse_record_formula(reader, node, &plot->theory_column);
    plot->theory_text = node->text;
}

void lt_parse_plots_theme(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_key *key, void *field) {
    (void)key;
    enum lt_theme *theme = field;
    *theme = (enum lt_theme)(LT_THEME_LIGHT + lt_schema_word(reader, node, lt_theme_words));
}

void lt_parse_plots_size(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    (void)key;
    static const struct lt_range side = LT_BETWEEN("m", LT_FIGURE_LEAST, LT_FIGURE_MOST);
    struct lt_size *size = field;
    double *const sides[] = {&size->width, &size->height};
    if (!lt_schema_list(reader, node, 2))
        return;
    for (size_t i = 0; i < 2; i++)
        *sides[i] = lt_schema_quantity(reader, lt_tree_item(node, i), &side).value;
}

/* An empty one leaves it out. */
void lt_parse_plots_title(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_key *key, void *field) {
    const char **title = field;
    if (node->kind == LT_SCALAR)
        *title = node->text;
    else
        lt_schema_text(reader, node, key, field);
}

/* The columns of a named figure that this law has; hidden where they are not recorded. */
static void read_plot_kind(struct lt_reader *reader, const struct lt_node *node,
                           const struct lt_key *key, void *field) {
    (void)key;
    struct lt_plot *plot = field;
    const struct lt_program *program = reader->program;
    plot->kind = (enum lt_kind)(1 + lt_schema_word(reader, node, lt_kind_words));
    plot->x_text = lt_kinds[plot->kind].x_text;
    plot->y_text = lt_kinds[plot->kind].y_text;
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_STEP);
    const char *const *wanted = lt_kinds[plot->kind].columns;
    for (size_t i = 0; program->law && wanted[i]; i++) {
        const struct lt_name *name = lt_names_find(&names, wanted[i]);
        if (name)
            column_keeping(reader, name, NULL);
    }
    for (size_t i = 0; plot->kind == LT_KIND_ENERGY && i < names.count; i++)
        if (names.list[i].kind == LT_NAME_LOSS)
            column_keeping(reader, &names.list[i], NULL);
}

/* What is drawn: a kind, or x and y. */
static void check_plot_drawn(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_node *kind = lt_tree_child(node, "kind");
    static const char *const axes[] = {"x", "y"};
    for (int i = 0; node->kind == LT_MAP && i < 2; i++) {
        const struct lt_node *axis = lt_tree_child(node, axes[i]);
        if (!kind && !axis)
            lt_errors_add(reader->errors, node->mark,
                          "missing key '%s': a plot has x and y, or a kind", axes[i]);
        if (kind && axis)
            lt_errors_add(reader->errors, axis->key_mark, "a plot with a kind has its own %s",
                          axes[i]);
    }
}

/* The last plot must not take the place of one before it. */
static void check_figure_name(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_program *program = reader->program;
    const char *file = program->plots[program->n_plots - 1].file;
    for (size_t i = 0; file && i + 1 < program->n_plots; i++)
        if (program->plots[i].file && strcmp(program->plots[i].file, file) == 0) {
            lt_errors_add(reader->errors, lt_tree_child(node, "file")->mark,
                          "'%s' is the file of another plot", file);
            return;
        }
}

/* Events of the law, or marks of the stages' done. */
static void read_plot_events(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_key *key, void *field) {
    (void)key;
    struct lt_plot *plot = field;
    const struct lt_program *program = reader->program;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of events such as [slip_change]"))
        return;
    const struct lt_event *events = program->law ? program->law->events : NULL;
    size_t room = 0, count = 0;
    while (events && events[room].name)
        room++;
    for (size_t i = 0; i < program->n_stages; i++)
        room += program->stages[i].n_done;
    const char **known = lt_arena_get(program->arena, (room + 1) * sizeof *known);
    for (; events && events[count].name; count++)
        known[count] = events[count].name;
    for (size_t i = 0; i < program->n_stages; i++)
        for (size_t k = 0; k < program->stages[i].n_done; k++)
            if (program->stages[i].done[k].kind == LT_MARK && program->stages[i].done[k].text)
                known[count++] = program->stages[i].done[k].text;
    plot->events = lt_arena_get(program->arena, (node->count + 1) * sizeof *plot->events);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        if (!lt_schema_is(reader, child, LT_SCALAR, "the name of an event"))
            continue;
        bool found = false;
        for (size_t i = 0; i < count; i++)
            found |= strcmp(known[i], child->text) == 0;
        if (found)
            plot->events[plot->n_events++] = child->text;
        else
            lt_schema_unknown(reader, child->mark, "event", child->text, known, count);
    }
}

/* A figure is written to the output directory and nowhere else. */
static void read_figure_name(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_key *key, void *field) {
    lt_schema_text(reader, node, key, field);
    if (node->kind == LT_SCALAR && (strchr(node->text, '/') || strchr("-.", *node->text)))
        lt_errors_add(reader->errors, node->mark,
                      "a plot's file is a name without a directory that begins with neither '-' "
                      "nor '.'");
}

static void read_plot_stage(struct lt_reader *reader, const struct lt_node *node,
                            const struct lt_key *key, void *field) {
    (void)key;
    static const struct lt_node column = {.kind = LT_SCALAR, .text = "stage"};
    struct lt_plot *plot = field;
    if (!lt_parse_stages_find(reader, node, &plot->stage_index))
        return;
    plot->stage = node->text;
    lt_parse_record_formula(reader, &column, &plot->stage_column);
}

static void read_reference(struct lt_reader *reader, const struct lt_node *node,
                           const struct lt_key *key, void *field) {
    const char **path = field;
    size_t failures = reader->errors->failures + reader->errors->dropped;
    lt_schema_path(reader, node, key, field);
    if (reader->errors->failures + reader->errors->dropped == failures)
        lt_csv_free(lt_parse_series_table(reader, *path, node->mark));
}

#define FIELD(f) .offset = offsetof(struct lt_plot, f)
static const struct lt_key plot_keys[] = {
    {.name = "kind", .read = read_plot_kind},
    {.name = "x", .read = read_x},
    {.name = "y", .read = read_y},
    {.name = "title", .read = lt_parse_plots_title, FIELD(title)},
    {.name = "file", .read = read_figure_name, FIELD(file)},
    {.name = "theme", .read = lt_parse_plots_theme, FIELD(theme)},
    {.name = "size", .read = lt_parse_plots_size, FIELD(size)},
    {.name = "theory", .read = read_theory},
    {.name = "label", .read = lt_schema_text, FIELD(label)},
    {.name = "x_label", .read = lt_schema_text, FIELD(x_label)},
    {.name = "y_label", .read = lt_schema_text, FIELD(y_label)},
    {.name = "reference", .read = read_reference, FIELD(reference)},
    {.name = "events", .read = read_plot_events},
    {.name = "stage", .read = read_plot_stage},
    {.name = NULL}};
#undef FIELD

void lt_parse_plots(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field) {
    (void)key;
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of plots"))
        return;
    program->plots = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->plots);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_plot *plot = &program->plots[program->n_plots++];
        plot->mark = child->mark;
        lt_schema_map(reader, child, plot_keys, plot);
        check_plot_drawn(reader, child);
        check_figure_name(reader, child);
    }
}
