/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_sweep_plots.c: figures of a sweep: sweep.plots. */
#include "base/arena.h"
#include "model/parse.h"

static void read_plot_column(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_key *key, void *field) {
    (void)key;
    const struct lt_sweep *sweep = reader->program->sweep;
    long *column = field;
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a column"))
        return;
    *column = lt_parse_sweep_cell(sweep, node->text);
    if (*column >= 0)
        return;
    const char **names = lt_arena_get(reader->program->arena, (sweep->n_cells + 1) * sizeof *names);
    for (size_t i = 0; i < sweep->n_cells; i++)
        names[i] = sweep->cells[i].name;
    lt_schema_unknown(reader, node->mark, "column", node->text, names, sweep->n_cells);
}

/* A number, or a list of them. */
static void read_contour(struct lt_reader *reader, const struct lt_node *node,
                         const struct lt_key *key, void *field) {
    (void)key;
    struct lt_sweep_plot *plot = field;
    struct lt_range range = LT_ANY(plot->z < 0 ? "" : reader->program->sweep->cells[plot->z].unit);
    bool list = node->kind == LT_LIST && node->first;
    plot->contours =
        lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->contours);
    for (const struct lt_node *each = list ? node->first : node; each;
         each = list ? each->next : NULL)
        plot->contours[plot->n_contours++] = lt_schema_quantity(reader, each, &range).value;
}

/* Names of curves in the order of y. */
static void read_labels(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_key *key, void *field) {
    (void)key;
    struct lt_sweep_plot *plot = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of names of curves"))
        return;
    if (node->count != plot->n_more + 1)
        lt_errors_add(reader->errors, node->mark, "%zu labels for %zu columns of y", node->count,
                      plot->n_more + 1);
    plot->labels = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->labels);
    for (const struct lt_node *child = node->first; child; child = child->next)
        lt_schema_text(reader, child, key, &plot->labels[plot->n_labels++]);
}

/* A column, or a list of them. */
static void read_ordinates(struct lt_reader *reader, const struct lt_node *node,
                           const struct lt_key *key, void *field) {
    struct lt_sweep_plot *plot = field;
    if (node->kind != LT_LIST || !node->first) {
        read_plot_column(reader, node, key, &plot->y);
        return;
    }
    read_plot_column(reader, node->first, key, &plot->y);
    plot->more = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->more);
    for (const struct lt_node *child = node->first->next; child; child = child->next)
        read_plot_column(reader, child, key, &plot->more[plot->n_more++]);
}

static void read_sweep_kind(struct lt_reader *reader, const struct lt_node *node,
                            const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"order", "tornado", NULL};
    struct lt_sweep_plot *plot = field;
    long word = lt_schema_word(reader, node, words);
    plot->order = word == 0;
    plot->tornado = word == 1;
    plot->range = plot->tornado && reader->program->sweep->design != LT_DESIGN_SENSITIVITY;
}

static void read_bars(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    (void)key;
    static const char *const words[] = {"indices", "range", NULL};
    struct lt_sweep_plot *plot = field;
    plot->range = lt_schema_word(reader, node, words) == 1;
}

#define FIELD(name) .offset = offsetof(struct lt_sweep_plot, name)
static const struct lt_key plot_keys[] = {
    {.name = "kind", .read = read_sweep_kind},
    {.name = "bars", .read = read_bars},
    {.name = "x", .read = read_plot_column, FIELD(x)},
    {.name = "y", .read = read_ordinates, .required = true},
    {.name = "z", .read = read_plot_column, FIELD(z)},
    {.name = "theory", .read = read_plot_column, FIELD(theory)},
    {.name = "contour", .read = read_contour},
    {.name = "label", .read = lt_schema_text, FIELD(label)},
    {.name = "labels", .read = read_labels},
    {.name = "title", .read = lt_parse_plots_title, FIELD(title)},
    {.name = "x_label", .read = lt_schema_text, FIELD(x_label)},
    {.name = "y_label", .read = lt_schema_text, FIELD(y_label)},
    {.name = "z_label", .read = lt_schema_text, FIELD(z_label)},
    {.name = "file", .read = lt_schema_text, FIELD(file)},
    {.name = "theme", .read = lt_parse_plots_theme, FIELD(theme)},
    {.name = "size", .read = lt_parse_plots_size, FIELD(size)},
    {.name = NULL}};
#undef FIELD

static void check_tornado(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_sweep_plot *plot) {
    static const char *const others[] = {"x",     "z",      "theory",  "contour",
                                         "label", "labels", "y_label", "z_label"};
    struct lt_sweep *sweep = reader->program->sweep;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (lt_tree_child(node, others[i]))
            lt_errors_add(reader->errors, lt_tree_child(node, others[i])->key_mark,
                          "a tornado has no %s: its bars are all names that are swept", others[i]);
    if (plot->y < (long)sweep->n_factors || plot->n_more > 0)
        lt_errors_add(reader->errors, lt_tree_child(node, "y")->mark,
                      "y of a tornado must be a result, and one only");
    if (lt_design_kind_is_counted(sweep->design))
        lt_parse_sweep_refuse_design(reader, lt_tree_child(node, "kind")->mark, "a tornado");
    else if (!plot->range && sweep->design != LT_DESIGN_SENSITIVITY)
        lt_errors_add(reader->errors, lt_tree_child(node, "bars")->mark,
                      "only the design sensitivity has indices");
    sweep->ranges |= plot->range;
}

static void check_sweep_plot(struct lt_reader *reader, const struct lt_node *node,
                             const struct lt_sweep_plot *plot) {
    const struct lt_sweep *sweep = reader->program->sweep;
    long factors = (long)sweep->n_factors;
    bool map = lt_tree_child(node, "z"), grid = sweep->design == LT_DESIGN_GRID;
    if (plot->tornado) {
        check_tornado(reader, node, plot);
        return;
    }
    if (!lt_tree_child(node, "x"))
        lt_errors_add(reader->errors, node->mark, "missing key 'x'");
    if (lt_tree_child(node, "bars"))
        lt_errors_add(reader->errors, lt_tree_child(node, "bars")->key_mark,
                      "only 'kind: tornado' has bars");
    if (plot->x >= factors)
        lt_errors_add(reader->errors, lt_tree_child(node, "x")->mark, "x must be a swept name");
    if (map && (plot->y >= factors || plot->y == plot->x))
        lt_errors_add(reader->errors, lt_tree_child(node, "y")->mark,
                      "y of a map must be another swept name");
    if (map && grid && factors != 2)
        lt_errors_add(reader->errors, node->mark,
                      "a map of a grid needs a sweep over just its x and y");
    if (plot->n_contours > 0 && !(map && grid))
        lt_errors_add(reader->errors, lt_tree_child(node, "contour")->key_mark,
                      "only a map {x, y, z} of a grid has a contour");
    if (map && (plot->order || plot->n_more > 0))
        lt_errors_add(reader->errors, lt_tree_child(node, plot->order ? "kind" : "y")->mark,
                      "only curves {x, y} have %s", plot->order ? "an order" : "several y");
    if (plot->label && plot->theory < 0)
        lt_errors_add(reader->errors, lt_tree_child(node, "label")->key_mark,
                      "label is the name of a theory, and there is none");
    if (map && plot->theory >= 0)
        lt_errors_add(reader->errors, lt_tree_child(node, "theory")->key_mark,
                      "only a curve {x, y} has a theory");
}

void lt_parse_sweep_plots(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_sweep *sweep) {
    if (!lt_schema_is(reader, node, LT_LIST, "a list of plots"))
        return;
    sweep->plots = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *sweep->plots);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_sweep_plot *plot = &sweep->plots[sweep->n_plots++];
        *plot =
            (struct lt_sweep_plot){.x = -1, .y = -1, .z = -1, .theory = -1, .mark = child->mark};
        size_t failures = reader->errors->failures;
        if (lt_schema_map(reader, child, plot_keys, plot) && reader->errors->failures == failures)
            check_sweep_plot(reader, child, plot);
    }
}
