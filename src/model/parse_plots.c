/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_plots.c: what of a run is drawn: plots. */
#include "base/arena.h"
#include "base/csv.h"
#include "model/parse.h"

#include <string.h>

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
            lt_parse_record_keep(reader, name, NULL);
    }
    for (size_t i = 0; plot->kind == LT_KIND_ENERGY && i < names.count; i++)
        if (names.list[i].kind == LT_NAME_LOSS)
            lt_parse_record_keep(reader, &names.list[i], NULL);
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
