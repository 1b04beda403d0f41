/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_plots.c: the section plots: figures of a run. */
#include "base/arena.h"
#include "base/columns.h"
#include "program/parse.h"

#include <string.h>

/* Reads the abscissa of a plot, a formula that is recorded. FIELD: the plot. */
static void read_x(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_plot *plot = field;
    plot->x = lt_parse_record_formula(reader, node, &plot->x_column);
    plot->x_text = node->text;
    plot->x_unit = lt_parse_record_unit(plot->x);
}

/* Reports an ordinate whose unit differs from that of the plot's others: they share an axis. An
 * unknown unit ("") agrees with any. */
static void agree_on_unit(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_plot *plot, const char *unit) {
    if (!*plot->y_unit)
        plot->y_unit = unit;
    else if (*unit && strcmp(unit, plot->y_unit) != 0)
        lt_errors_add(reader->errors, node->mark,
                      "'%s' is in %s, others are in %s: they cannot share an axis; draw another "
                      "plot",
                      node->text, unit, plot->y_unit);
}

/* Reads the first or only ordinate of a plot, which sets the unit of the axis. */
static void read_first_y(struct lt_reader *reader, const struct lt_node *node,
                         struct lt_plot *plot) {
    plot->y = lt_parse_record_formula(reader, node, &plot->y_column);
    plot->y_text = node->text;
    plot->y_unit = lt_parse_record_unit(plot->y);
}

/* Reads the ordinates: a formula, or a list of them. FIELD: the plot. */
static void read_y(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_plot *plot = field;
    if (node->kind != LT_LIST || !node->first) {
        read_first_y(reader, node, plot);
        return;
    }
    read_first_y(reader, node->first, plot);
    plot->more = lt_arena_get(reader->program->arena, node->count * sizeof *plot->more);
    for (const struct lt_node *child = node->first->next; child; child = child->next) {
        struct lt_ordinate *y = &plot->more[plot->n_more++];
        y->formula = lt_parse_record_formula(reader, child, &y->column);
        y->text = child->text;
        agree_on_unit(reader, child, plot, lt_parse_record_unit(y->formula));
    }
}

/* Reads the formula of the theory, drawn beside the ordinates. FIELD: the plot. */
static void read_theory(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_plot *plot = field;
    plot->theory = lt_parse_record_formula(reader, node, &plot->theory_column);
    plot->theory_text = node->text;
}

const struct lt_key lt_parse_plots_size_keys[] = {
    {"[]", LT_VALUE_NUMBER, .range = LT_BETWEEN("m", LT_FIGURE_LEAST, LT_FIGURE_MOST), .count = 2,
     .doc = "width, then height"},
    {0}};

/* Reads the width and height of a drawing. */
void lt_parse_plots_size(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_size *size = field;
    double *const sides[] = {&size->width, &size->height};
    if (node->kind == LT_SCALAR && strchr(node->text, 'x')) { /* as --size has it */
        lt_errors_add(reader->errors, node->mark,
                      "expected width and height, such as [85 mm, 60 mm], found '%s'", node->text);
        return;
    }
    for (size_t i = 0; i < 2 && (i > 0 || lt_schema_list(reader, node, 2)); i++)
        *sides[i] =
            lt_schema_quantity(reader, lt_tree_item(node, i), &lt_parse_plots_size_keys->range)
                .value;
}

/* Reads the kind of a named figure, and adds the columns that it needs, hidden if they are not
 * recorded. FIELD: the plot. */
static void read_plot_kind(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_plot *plot = field;
    const struct lt_program *program = reader->program;
    plot->kind = (enum lt_kind_of_figure)(1 + lt_schema_word(reader, node, lt_kind_words));
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

/* Checks that a plot has either a kind, or x and y. */
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

/* Checks that each y has one label, and that no label names a missing theory or reference. */
static void check_plot_labels(struct lt_reader *reader, const struct lt_node *node,
                              const struct lt_plot *plot) {
    const struct lt_node *labels = lt_tree_child(node, "labels"),
                         *label = lt_tree_child(node, "label"),
                         *reference = lt_tree_child(node, "reference_label");
    if (labels && plot->kind != LT_KIND_NONE)
        lt_errors_add(reader->errors, labels->key_mark, "a plot with a kind has its own labels");
    else if (labels && labels->kind == LT_LIST && plot->n_labels != plot->n_more + 1)
        lt_errors_add(reader->errors, labels->mark,
                      "expected %zu label%s, one for each y, found %zu", plot->n_more + 1,
                      plot->n_more > 0 ? "s" : "", plot->n_labels);
    if (label && !lt_tree_child(node, "theory"))
        lt_errors_add(reader->errors, label->key_mark,
                      "label names the theory, but there is none; 'labels: [...]' names the curves "
                      "of y");
    if (reference && !lt_tree_child(node, "reference"))
        lt_errors_add(reader->errors, reference->key_mark,
                      "reference_label names the reference, but there is none");
}

/* Reads the labels of the curves, one for each y. FIELD: the plot. */
static void read_plot_labels(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_plot *plot = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of names of curves"))
        return;
    plot->labels = lt_arena_get(reader->program->arena, (node->count + 1) * sizeof *plot->labels);
    for (const struct lt_node *child = node->first; child; child = child->next)
        lt_schema_text(reader, child, &plot->labels[plot->n_labels++]);
}

/* Reads the events of the law, or marks of the stages, that a plot shows; unknown ones are
 * reported. FIELD: the plot. */
static void read_plot_events(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_plot *plot = field;
    const struct lt_program *program = reader->program;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of events such as [slip_change]"))
        return;
    /* KNOWN: names of events of the law, then marks of the stages. */
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

/* Reads the name of a figure's file: without directory, since it is written to the output
 * directory and nowhere else, and in a format that exists. */
void lt_parse_plots_file(struct lt_reader *reader, const struct lt_node *node, void *field) {
    static const char *const endings[] = {"svg", "png", "pdf"};
    enum { ENDINGS = sizeof endings / sizeof *endings };
    size_t failures = reader->errors->failures;
    lt_schema_text(reader, node, field);
    if (reader->errors->failures > failures)
        return;
    const char *dot = strrchr(node->text, '.'), *ending = dot ? dot + 1 : "";
    if (strchr(node->text, '/') || strchr("-.", *node->text)) {
        lt_errors_add(reader->errors, node->mark,
                      "the file of a plot must be a name without directory that does not begin "
                      "with '-' or '.'");
        return;
    }
    for (size_t i = 0; i < ENDINGS; i++)
        if (strcmp(ending, endings[i]) == 0)
            return;
    lt_errors_add(reader->errors, node->mark, "'%s' does not end in .svg, .png or .pdf%s",
                  node->text, lt_errors_hint(reader->errors, ending, endings, ENDINGS));
}

/* Sets names[NUMBER], the name of a plot's file without ending (by default STEM, STEM-2, ...), and
 * reports a name that an earlier plot has. */
void lt_parse_plots_name(struct lt_reader *reader, const struct lt_node *node, const char *file,
                         const char *stem, const char **names, size_t number) {
    struct lt_arena *arena = reader->program->arena;
    const char *dot = file ? strrchr(file, '.') : NULL;
    const struct lt_node *own = lt_tree_child(node, "file");
    names[number] = dot          ? lt_arena_copy(arena, file, (size_t)(dot - file))
                    : file       ? file
                    : number > 0 ? lt_arena_print(arena, "%s-%zu", stem, number + 1)
                                 : stem;
    for (size_t i = 0; i < number; i++)
        if (strcmp(names[i], names[number]) == 0) {
            lt_errors_add(reader->errors, own ? own->mark : node->mark,
                          "another plot is '%s', too: their files differ in more than the ending",
                          names[number]);
            return;
        }
}

/* Reads the only stage that a plot shows, and records the column 'stage' for it. FIELD: the
 * plot. */
static void read_plot_stage(struct lt_reader *reader, const struct lt_node *node, void *field) {
    static const struct lt_node column = {.kind = LT_SCALAR, .text = "stage"};
    struct lt_plot *plot = field;
    if (!lt_parse_stages_find(reader, node, &plot->stage_index))
        return;
    plot->stage = node->text;
    lt_parse_record_formula(reader, &column, &plot->stage_column);
}

/* Reads the file of reference data of a plot already here, so that errors in it appear before a
 * long run. */
static void read_reference(struct lt_reader *reader, const struct lt_node *node, void *field) {
    const char **path = field;
    size_t failures = reader->errors->failures;
    lt_schema_path(reader, node, field);
    if (reader->errors->failures == failures)
        lt_columns_free(lt_columns_read(*path, NULL, false, reader->errors));
}

static const struct lt_key events_keys[] = {
    {"[]", LT_VALUE_NAME, .doc = "an event of the law, or a mark"}, {0}};

static const struct lt_key ordinates_keys[] = {
    {"[]", LT_VALUE_FORMULA, .doc = "a column or a formula"}, {0}};
static const struct lt_key labels_keys[] = {{"[]", LT_VALUE_TEXT, .doc = "name of a curve"}, {0}};

#define FIELD(f) LT_FIELD(struct lt_plot, f)
static const struct lt_key plot_keys[] = {
    {"kind", LT_VALUE_WORD, .read = read_plot_kind, .words = lt_kind_words, .preset = "x and y",
     .doc = "a predefined figure, instead of x and y"},
    {"x", LT_VALUE_FORMULA, .read = read_x, .doc = "abscissa: a column or a formula"},
    {"y", LT_VALUE_FORMULA, LT_FORMS(ordinates_keys), .read = read_y,
     .doc = "ordinate: likewise, or a list of several in one unit"},
    {"labels", LT_FORMS(labels_keys), .read = read_plot_labels, .preset = "several y: as written",
     .doc = "names of the curves of y in the key"},
    {"title", LT_VALUE_TITLE, FIELD(title), .preset = "that of the program",
     .doc = "title above the figure; empty: none"},
    {"file", LT_VALUE_TEXT, FIELD(file), .read = lt_parse_plots_file, .preset = "NAME, NAME-2, ...",
     .doc = "name of the figure in the output directory"},
    {"theme", LT_VALUE_WORD, FIELD(theme), .words = lt_theme_words, .first = LT_THEME_LIGHT,
     .doc = "colours for a light or dark page; auto: an SVG adapts to the viewer"},
    {"size", FIELD(size), LT_FORMS(lt_parse_plots_size_keys), .read = lt_parse_plots_size,
     .preset = "[133 mm, 83 mm]", .doc = "size in print"},
    {"theory", LT_VALUE_FORMULA, .read = read_theory, .doc = "drawn as a thin line on top"},
    {"label", LT_VALUE_TEXT, FIELD(label), .preset = "closed form",
     .doc = "name of the theory in the key"},
    {"x_label", LT_VALUE_TEXT, FIELD(x_label), .preset = "what is drawn", .doc = "of the axis"},
    {"y_label", LT_VALUE_TEXT, FIELD(y_label), .preset = "what is drawn", .doc = "of the axis"},
    {"reference", LT_VALUE_FILE, FIELD(reference), .read = read_reference,
     .doc = "a table that is drawn as points"},
    {"reference_label", LT_VALUE_TEXT, FIELD(reference_label), .preset = "the file's name",
     .doc = "name of the reference in the key"},
    {"events", LT_FORMS(events_keys), .read = read_plot_events,
     .doc = "marked by dots on the curve"},
    {"stage", LT_VALUE_NAME, .read = read_plot_stage, .preset = "all",
     .doc = "draw this stage only"},
    {0}};
#undef FIELD
const struct lt_key lt_parse_plots_keys[] = {{"[]", LT_FORMS(plot_keys), .doc = "a figure"}, {0}};

/* Reads the section plots, a list, into program->plots, and gives each plot a file name. FIELD:
 * the program. */
void lt_parse_plots(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of plots"))
        return;
    program->plots = lt_arena_get(program->arena, (node->count + 1) * sizeof *program->plots);
    const char **names = lt_arena_get(program->arena, (node->count + 1) * sizeof *names);
    for (const struct lt_node *child = node->first; child; child = child->next) {
        struct lt_plot *plot = &program->plots[program->n_plots++];
        plot->mark = child->mark;
        lt_schema_map(reader, child, plot_keys, plot);
        check_plot_drawn(reader, child);
        check_plot_labels(reader, child, plot);
        lt_parse_plots_name(reader, child, plot->file, program->stem, names, program->n_plots - 1);
    }
}
