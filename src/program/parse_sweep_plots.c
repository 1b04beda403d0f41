/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_sweep_plots.c: figures of a sweep: sweep.plots. */
#include "base/arena.h"
#include "program/parse.h"
#include "program/words.h"

/* Reads the name of a column of the table; -1 in the field, with an error, if it is unknown. */
static void read_plot_column(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const struct lt_sweep *sweep = reader->program->sweep;
    *(long *)field =
        lt_schema_item(reader, node, "column", sweep->cells, sweep->n_cells, sizeof *sweep->cells);
}

/* Reads the levels of contours, in the unit of z: a number, or a list. FIELD: the plot. */
static void read_contour(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_sweep_plot *plot = field;
    struct lt_range range = LT_ANY(plot->z < 0 ? "" : reader->program->sweep->cells[plot->z].unit);
    bool list = node->kind == LT_LIST && node->first;
    plot->contours =
        lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->contours);
    for (const struct lt_node *each = list ? node->first : node; each;
         each = list ? each->next : NULL)
        plot->contours[plot->n_contours++] = lt_schema_quantity(reader, each, &range).value;
}

/* Reads the labels of the curves, in the order of y. FIELD: the plot. */
static void read_labels(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_sweep_plot *plot = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of names of curves"))
        return;
    if (node->count != plot->n_more + 1)
        lt_errors_add(reader->errors, node->mark, "%zu labels for %zu columns of y", node->count,
                      plot->n_more + 1);
    plot->labels = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->labels);
    for (const struct lt_node *child = node->first; child; child = child->next)
        lt_schema_text(reader, child, &plot->labels[plot->n_labels++]);
}

/* Reads the ordinates: a column, or a list. FIELD: the plot. */
static void read_ordinates(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_sweep_plot *plot = field;
    if (node->kind != LT_LIST || !node->first) {
        read_plot_column(reader, node, &plot->y);
        return;
    }
    read_plot_column(reader, node->first, &plot->y);
    plot->more = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->more);
    for (const struct lt_node *child = node->first->next; child; child = child->next)
        read_plot_column(reader, child, &plot->more[plot->n_more++]);
}

/* Reads the kind of a plot: order (of convergence) or tornado, whose bars are by default
 * indices in a sensitivity design and ranges in others. FIELD: the plot. */
static void read_sweep_kind(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_sweep_plot *plot = field;
    long word = lt_schema_word(reader, node, lt_words_sweep_plot);
    plot->order = word == 0;
    plot->tornado = word == 1;
    plot->range = plot->tornado && reader->program->sweep->design != LT_DESIGN_SENSITIVITY;
}

/* Reads what the bars of a tornado plot show: Sobol's indices, or the range of the result.
 * FIELD: the plot. */
static void read_bars(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_sweep_plot *plot = field;
    plot->range = lt_schema_word(reader, node, lt_words_bars) == 1;
}

static const struct lt_key ordinates_keys[] = {{"[]", LT_VALUE_NAME, .doc = "a column"}, {0}};
static const struct lt_key contour_keys[] = {
    {"[]", LT_VALUE_NUMBER, .range = LT_ANY(""), .doc = "a value of z"}, {0}};
static const struct lt_key labels_keys[] = {{"[]", LT_VALUE_TEXT, .doc = "name of a curve"}, {0}};

#define FIELD(name) LT_FIELD(struct lt_sweep_plot, name)
static const struct lt_key plot_keys[] = {
    {"kind", LT_VALUE_WORD, .read = read_sweep_kind, .words = lt_words_sweep_plot,
     .preset = "a curve, or with z a map",
     .doc = "order: logarithmic axes with slopes; tornado: bars with the effect of each name"},
    {"bars", LT_VALUE_WORD, .read = read_bars, .words = lt_words_bars,
     .preset = "indices of the design sensitivity, else range",
     .doc = "what a tornado shows: indices, or the result at 5 % and 95 % of each name"},
    {"x", LT_VALUE_NAME, FIELD(x), .read = read_plot_column, .doc = "a swept name"},
    {"y", LT_VALUE_NAME, LT_FORMS(ordinates_keys), .read = read_ordinates, .required = true,
     .doc = "a column or a list of them; of a map another swept name"},
    {"z", LT_VALUE_NAME, FIELD(z), .read = read_plot_column, .doc = "column of a map's colours"},
    {"theory", LT_VALUE_NAME, FIELD(theory), .read = read_plot_column,
     .doc = "column drawn as a thin line"},
    {"contour", LT_VALUE_NUMBER, LT_FORMS(contour_keys), .read = read_contour, .range = LT_ANY(""),
     .doc = "lines of equal z on the map of a grid"},
    {"label", LT_VALUE_TEXT, FIELD(label), .preset = "its column",
     .doc = "name of the theory in the key"},
    {"labels", LT_FORMS(labels_keys), .read = read_labels, .preset = "their columns",
     .doc = "names of several y, in their order"},
    {"title", LT_VALUE_TITLE, FIELD(title), .preset = "that of the program",
     .doc = "title above the figure; empty: none"},
    {"x_label", LT_VALUE_TEXT, FIELD(x_label), .preset = "the column", .doc = "of the axis"},
    {"y_label", LT_VALUE_TEXT, FIELD(y_label), .preset = "the column", .doc = "of the axis"},
    {"z_label", LT_VALUE_TEXT, FIELD(z_label), .preset = "the column", .doc = "of the colours"},
    {"file", LT_VALUE_TEXT, FIELD(file), .read = lt_parse_plots_file,
     .preset = "NAME.sweep, NAME.sweep-2, ...",
     .doc = "name of the figure in the output directory"},
    {"theme", LT_VALUE_WORD, FIELD(theme), .words = lt_theme_words, .first = LT_THEME_LIGHT,
     .doc = "colours for a light or dark page; auto: an SVG adapts to the viewer"},
    {"size", FIELD(size), LT_FORMS(lt_parse_plots_size_keys), .read = lt_parse_plots_size,
     .preset = "[133 mm, 83 mm]", .doc = "size in print"},
    {0}};
#undef FIELD
const struct lt_key lt_parse_sweep_plots_keys[] = {{"[]", LT_FORMS(plot_keys), .doc = "a figure"},
                                                   {0}};

/* The place of a key's value, or of the map if it has no such key. */
static struct lt_mark mark_of_key(const struct lt_node *node, const char *key) {
    const struct lt_node *child = lt_tree_child(node, key);
    return child ? child->mark : node->mark;
}

/* Reports keys of a tornado plot that have no meaning for it or for the design. */
static void check_tornado(struct lt_reader *reader, const struct lt_node *node,
                          const struct lt_sweep_plot *plot) {
    static const char *const others[] = {"x",     "z",      "theory",  "contour",
                                         "label", "labels", "y_label", "z_label"};
    struct lt_sweep *sweep = reader->program->sweep;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (lt_tree_child(node, others[i]))
            lt_errors_add(reader->errors, lt_tree_child(node, others[i])->key_mark,
                          "a tornado has no %s: its bars are all the swept names", others[i]);
    const bool has_indices = plot->y < 0 || sweep->cells[plot->y].kind != LT_CELL_FAILED;
    if (!lt_tree_child(node, "y"))
        return;
    if (plot->y < (long)sweep->n_factors || !(plot->range || has_indices) || plot->n_more > 0)
        lt_errors_add(reader->errors, mark_of_key(node, "y"),
                      "y of a tornado must be a result, and one only");
    if (lt_design_kind_is_counted(sweep->design))
        lt_parse_sweep_refuse_design(reader, mark_of_key(node, "kind"), "a tornado");
    else if (!plot->range && sweep->design != LT_DESIGN_SENSITIVITY)
        lt_errors_add(reader->errors, mark_of_key(node, "bars"),
                      "only the design sensitivity has indices");
    sweep->ranges |= plot->range;
}

/* Checks that a plot has the keys it needs and fits the design of the sweep; mistakes are reported
 * at their keys. */
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
    /* The columns of the factors come first, so that a column from FACTORS on is no swept name. */
    if (plot->x >= factors)
        lt_errors_add(reader->errors, mark_of_key(node, "x"), "x must be a swept name");
    if (map && lt_tree_child(node, "y") && (plot->y >= factors || plot->y == plot->x))
        lt_errors_add(reader->errors, mark_of_key(node, "y"),
                      "y of a map must be another swept name");
    /* A map {x, y, z} has contours on a grid only; curves {x, y} have orders, labels and
     * theories. */
    if (map && grid && factors != 2)
        lt_errors_add(reader->errors, node->mark,
                      "a map of a grid needs a sweep over just its x and y");
    if (plot->n_contours > 0 && !(map && grid))
        lt_errors_add(reader->errors, lt_tree_child(node, "contour")->key_mark,
                      "only a map {x, y, z} of a grid has a contour");
    if (map && (plot->order || plot->n_more > 0))
        lt_errors_add(reader->errors, mark_of_key(node, plot->order ? "kind" : "y"),
                      "only curves {x, y} have %s", plot->order ? "an order" : "several y");
    if (plot->label && plot->theory < 0)
        lt_errors_add(reader->errors, lt_tree_child(node, "label")->key_mark,
                      "label names the theory, but there is none");
    if (map && plot->theory >= 0)
        lt_errors_add(reader->errors, lt_tree_child(node, "theory")->key_mark,
                      "only a curve {x, y} has a theory");
}

/* Reads the plots of a sweep. */
void lt_parse_sweep_plots(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_sweep *sweep) {
    if (!lt_schema_is(reader, node, LT_LIST, "a list of plots"))
        return;
    struct lt_arena *arena = reader->program->arena;
    const char *stem = lt_arena_print(arena, "%s.sweep", reader->program->stem);
    const char **names = lt_arena_get(arena, (node->count + 1) * sizeof *names);
    sweep->plots = lt_arena_get(arena, (node->count + 1) * sizeof *sweep->plots);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_sweep_plot *plot = &sweep->plots[sweep->n_plots++];
        *plot =
            (struct lt_sweep_plot){.x = -1, .y = -1, .z = -1, .theory = -1, .mark = child->mark};
        size_t failures = reader->errors->failures;
        if (lt_schema_map(reader, child, plot_keys, plot) && reader->errors->failures == failures)
            check_sweep_plot(reader, child, plot);
        lt_parse_plots_name(reader, child, plot->file, stem, names, sweep->n_plots - 1);
    }
}
