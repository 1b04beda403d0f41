/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/plot.h"

#include "base/arena.h"
#include "base/memory.h"
#include "figure/axis.h"
#include "figure/corner.h"
#include "figure/curve.h"
#include "figure/gnuplot.h"
#include "figure/kind.h"
#include "figure/script.h"
#include "figure/svg.h"
#include "registry/roles.h"
#include "result/record.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A format: its file name's ending, gnuplot terminal, the unit in which that takes its size (""
 * for pixels), fonts and line widths, and the bytes near the end of every complete file. PLAIN: in
 * characters, without a size. */
static const struct format {
    const char *ending, *terminal, *unit, *look, *last;
    double each; /* units per metre in print */
    bool plain;
} formats[] = {
    [LT_PLOT_SVG] = {"svg", "svg", "", "font 'DejaVu Sans,17' butt", "</svg>", 6000, false},
    [LT_PLOT_PNG] = {"png", "pngcairo", "",
                     "font 'DejaVu Sans,12' fontscale 2.15 linewidth 2 pointscale 2 butt", "IEND",
                     12000, false},
    [LT_PLOT_PDF] = {"pdf", "pdfcairo", "cm",
                     "font 'DejaVu Sans,6' fontscale 1 linewidth 1 pointscale 0.43 butt", "%%EOF",
                     100, false},
    [LT_PLOT_TERM] = {NULL, "dumb size 79,24 noenhanced mono", NULL, NULL, "", 0, true},
    [LT_PLOT_NONE] = {.ending = NULL},
};

/* Writes the argument of gnuplot's "set terminal" into TO (ROOM bytes): the format's terminal with
 * the figure's SIZE (m; 0: default) in the terminal's unit. */
static void describe_terminal(const struct format *format, struct lt_size size, char *to,
                              size_t room) {
    double width = size.width > 0 ? size.width : LT_FIGURE_WIDTH,
           height = size.height > 0 ? size.height : LT_FIGURE_HEIGHT;
    if (format->plain)
        snprintf(to, room, "%s", format->terminal);
    else
        snprintf(to, room, "%s size %.4g%s,%.4g%s %s", format->terminal, width * format->each,
                 format->unit, height * format->each, format->unit, format->look);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Returns true if LAST stands within the final bytes of the drawing (SIZE bytes), which shows that
 * it is complete; up to 16 bytes may follow. False if not, or if the drawing is empty. */
static bool ends_with(const char *data, size_t size, const char *last) {
    size_t length = strlen(last), from = size > length + 16 ? size - length - 16 : 0;
    return size > 0 && (length == 0 || memmem(data + from, size - from, last, length));
}

/* Returns the time limit for gnuplot in s, from LAWTESTER_GNUPLOT_SECONDS if that is valid. The
 * default is far above the seconds of the largest figure; a day is the most. */
static int gnuplot_patience(void) {
    enum { PATIENCE = 120, MOST_PATIENCE = 86400 };
    const char *given = getenv("LAWTESTER_GNUPLOT_SECONDS");
    long seconds = given ? strtol(given, NULL, 10) : 0;
    return seconds >= 1 && seconds <= MOST_PATIENCE ? (int)seconds : PATIENCE;
}

/* Runs gnuplot on the script in light or DARK colours; *drawing is malloc'd, *length its bytes.
 * Returns how it ended; unless that is LT_PLOT_DRAWN, *drawing is NULL and WHY (SIZE bytes) gets
 * the reason, an incomplete drawing included. */
static enum lt_plot_outcome run_gnuplot(const struct lt_script *script,
                                        const struct lt_figure *figure, const struct format *format,
                                        bool dark, char **drawing, size_t *length, char *why,
                                        size_t size) {
    size_t script_length = 0;
    char terminal[256];
    describe_terminal(format, figure->size, terminal, sizeof terminal);
    char *text = lt_script_text(script, terminal, dark, NULL, &script_length);
    *drawing = NULL;
    enum lt_plot_outcome outcome =
        lt_gnuplot_run(text, script_length, gnuplot_patience(), drawing, length, why, size);
    free(text);
    if (outcome != LT_PLOT_DRAWN || ends_with(*drawing, *length, format->last))
        return outcome;
    free(*drawing);
    *drawing = NULL;
    snprintf(why, size, "gnuplot's drawing is not complete");
    return LT_PLOT_FAILED;
}

/* Completes gnuplot's SVG (see svg.h). For the theme "auto" the figure is drawn a second time in
 * dark colours; *drawing and *length are replaced. Returns LT_PLOT_DRAWN, or how it failed with the
 * reason in WHY (SIZE bytes). */
static enum lt_plot_outcome finish_svg(const struct lt_script *script,
                                       const struct lt_figure *figure, const struct format *format,
                                       char **drawing, size_t *length, char *why, size_t size) {
    char *dark = NULL;
    size_t dark_length;
    if (figure->theme == LT_THEME_AUTO) {
        enum lt_plot_outcome outcome =
            run_gnuplot(script, figure, format, true, &dark, &dark_length, why, size);
        if (outcome != LT_PLOT_DRAWN)
            return outcome;
    }
    /* The figure's title, or its ordinate, for screen readers. */
    const char *title = figure->title && *figure->title ? figure->title : figure->y_text;
    char *whole = lt_svg_finish(*drawing, dark, title, lt_script_description(script), length);
    free(dark);
    free(*drawing);
    *drawing = whole;
    if (whole)
        return LT_PLOT_DRAWN;
    snprintf(why, size, "gnuplot's drawing has an unknown format");
    return LT_PLOT_FAILED;
}

/* Draws a figure by gnuplot in a format. *drawing is malloc'd, *length its bytes; it is NULL, and
 * WHY (SIZE bytes) says why, unless the outcome is LT_PLOT_DRAWN. */
static enum lt_plot_outcome draw_figure(const struct lt_figure *figure, const struct format *format,
                                        char **drawing, size_t *length, char *why, size_t size) {
    struct lt_script *script = lt_script_new(figure, format->plain, why, size);
    if (!script)
        return LT_PLOT_FAILED;
    bool dark = figure->theme == LT_THEME_DARK && !format->plain;
    enum lt_plot_outcome outcome =
        run_gnuplot(script, figure, format, dark, drawing, length, why, size);
    if (outcome == LT_PLOT_DRAWN && format == &formats[LT_PLOT_SVG])
        outcome = finish_svg(script, figure, format, drawing, length, why, size);
    if (outcome != LT_PLOT_DRAWN) {
        free(*drawing);
        *drawing = NULL;
    }
    lt_script_free(script);
    return outcome;
}

/* Returns the figure as malloc'd SVG text for a page; NULL, with the reason in WHY, if it cannot be
 * drawn. */
char *lt_plot_svg(const struct lt_figure *figure, enum lt_plot_outcome *outcome, char *why,
                  size_t size) {
    char *drawing = NULL;
    size_t length;
    *outcome = draw_figure(figure, &formats[LT_PLOT_SVG], &drawing, &length, why, size);
    return drawing;
}

/* Writes BASE.gp, a script that draws the figure into a file when run by hand, even where this run
 * draws to the terminal or not at all. Returns true; false, with the reason in WHY (SIZE bytes), if
 * it cannot be written. */
static bool keep_script(const struct lt_figure *figure, const struct format *format,
                        const char *base, char *why, size_t size) {
    const struct format *made = format->ending ? format : &formats[LT_PLOT_SVG];
    struct lt_script *script = lt_script_new(figure, false, why, size);
    if (!script)
        return false;
    const char *slash = strrchr(base, '/');
    char output[NAME_MAX + 16], path[PATH_MAX];
    snprintf(output, sizeof output, "./%.*s.%s", NAME_MAX, slash ? slash + 1 : base, made->ending);
    snprintf(path, sizeof path, "%s.gp", base);
    size_t length = 0;
    bool dark = figure->theme == LT_THEME_DARK;
    char terminal[256];
    describe_terminal(made, figure->size, terminal, sizeof terminal);
    char *text = lt_script_text(script, terminal, dark, output, &length);
    lt_script_free(script);
    bool kept = lt_record_file(path, text, length, why, size);
    free(text);
    return kept;
}

/* Draws a figure to BASE and the format's ending, or into *terminal (malloc'd), and keeps the
 * script as BASE.gp unless BASE is NULL. Returns LT_PLOT_DRAWN, or how it failed with the reason in
 * WHY (SIZE bytes); an incomplete drawing is never written. */
enum lt_plot_outcome lt_plot_figure(const struct lt_figure *figure, const char *base,
                                    enum lt_plot_format format, char **terminal, char *why,
                                    size_t size) {
    char *drawing, reason[512], path[PATH_MAX];
    size_t length = 0;
    if (base && !keep_script(figure, &formats[format], base, why, size))
        return LT_PLOT_FAILED;
    if (format == LT_PLOT_NONE)
        return LT_PLOT_DRAWN;
    enum lt_plot_outcome outcome =
        draw_figure(figure, &formats[format], &drawing, &length, reason, sizeof reason);
    if (outcome != LT_PLOT_DRAWN) {
        snprintf(why, size, base ? "%s (the script is kept as %s.gp)" : "%s", reason, base);
        return outcome;
    }
    if (format == LT_PLOT_TERM) {
        *terminal = drawing;
        if (*drawing == '\f') /* not a new page */
            memmove(drawing, drawing + 1, length);
        return LT_PLOT_DRAWN;
    }
    snprintf(path, sizeof path, "%s.%s", base, formats[format].ending);
    if (!lt_record_file(path, drawing, length, why, size))
        outcome = LT_PLOT_FAILED;
    free(drawing);
    return outcome;
}

/* ---- The figure of a run --------------------------------------------------------------------- */

/* A figure made from a run, with the curves and the memory that belong to it. */
struct run_figure {
    struct lt_figure figure; /* first: lt_plot_free gets its address */
    struct lt_curve *curves;
    struct lt_arena *arena;
};

/* Returns a copy, in ARENA, of column COLUMN (from 0) of a table of ROWS rows and COLUMNS columns,
 * stored row by row. */
static const double *copy_column(const double *cells, size_t columns, size_t rows, size_t column,
                                 struct lt_arena *arena) {
    double *values = lt_arena_get(arena, (rows + 1) * sizeof *values);
    for (size_t i = 0; i < rows; i++)
        values[i] = cells[i * columns + column];
    return values;
}

/* Appends a curve to the figure of a run, whose list has room for it. */
static void add_run_curve(struct run_figure *run, struct lt_curve curve) {
    run->curves[run->figure.n_curves++] = curve;
}

/* Adds the curve of the plot's reference file: the columns with the names of the axes if the file
 * has them, else the first two. A file that cannot be read sets figure->wrong. */
static void add_reference(struct run_figure *run, const struct lt_plot *plot) {
    struct lt_arena *arena = run->arena;
    struct lt_figure *figure = &run->figure;
    struct lt_errors *errors = lt_errors_new();
    struct lt_columns *table = lt_columns_read(plot->reference, NULL, false, errors);
    const char *slash = strrchr(plot->reference, '/');
    const char *name = slash ? slash + 1 : plot->reference;
    struct lt_curve curve = {.label = plot->reference_label
                                          ? plot->reference_label
                                          : lt_arena_copy(arena, name, strcspn(name, ".")),
                             .count = table ? table->rows : 0,
                             .role = LT_CURVE_REFERENCE};
    /* Columns are found by the names of the axes, or else by their place. */
    if (table && table->columns > 1) {
        const bool named = lt_columns_find(table, lt_curve_name(figure->x_text)) >= 0 &&
                           lt_columns_find(table, lt_curve_name(figure->y_text)) >= 0;
        curve.x = lt_columns_values(table, named ? figure->x_text : table->names[0], figure->x_unit,
                                    arena, errors);
        curve.y = lt_columns_values(table, named ? figure->y_text : table->names[1], figure->y_unit,
                                    arena, errors);
    }
    /* Columns that lack numbers or convert to no unit of the axes were added to the errors. */
    if (curve.x && curve.y)
        add_run_curve(run, curve);
    else
        figure->wrong = errors->failures > 0
                            ? lt_errors_first(errors, arena)
                            : lt_arena_print(arena, "%s: a reference needs two columns", name);
    lt_columns_free(table);
    lt_errors_free(errors);
}

/* Adds marks at the points of curve OF where the event NAME happened. MODE: 1 ended, 0 begun, -1 an
 * event without a duration. Nothing if it did not happen. */
static void add_events(struct run_figure *run, const struct lt_result *result, const char *name,
                       int mode, const struct lt_curve *of) {
    static const char *const endings[] = {" begun", " ended"};
    double *x = lt_arena_get(run->arena, (result->n_events + 1) * sizeof *x);
    double *y = lt_arena_get(run->arena, (result->n_events + 1) * sizeof *y);
    size_t count = 0;
    for (size_t i = 0; i < result->n_events; i++) {
        const struct lt_event_result *event = &result->events[i];
        if (strcmp(event->name, name) != 0 || event->mode != mode || of->count == 0)
            continue;
        /* An event after the last recorded row is marked at that row. */
        size_t row = event->row < of->count ? event->row : of->count - 1;
        x[count] = of->x[row];
        y[count++] = of->y[row];
    }
    if (count > 0)
        add_run_curve(run,
                      (struct lt_curve){.label = lt_arena_print(run->arena, "%s%s", name,
                                                                mode < 0 ? "" : endings[mode > 0]),
                                        .x = x,
                                        .y = y,
                                        .count = count,
                                        .role = LT_CURVE_EVENT});
}

/* Returns the law's coefficient of friction; NAN if it has none, or carries shear by cohesion too,
 * so that the limit is not friction times normal force. */
static double run_friction(const struct lt_program *program, const struct lt_result *result) {
    const struct lt_law *law = program->law;
    const long friction = law ? lt_roles_find(law, LT_FRICTION) : -1;
    return friction < 0 || lt_roles_find(law, LT_COHESION) >= 0
               ? NAN
               : result->values[program->names->params + (size_t)friction];
}

/* Returns the table of a run, with its column names and friction limit, in the form that figures
 * are made of. */
static struct lt_sheet sheet_of(const struct lt_program *program, const struct lt_result *result,
                                struct lt_arena *arena) {
    const struct lt_table *table = &result->table;
    struct lt_friction_limit limit = {NULL, NULL};
    if (program->law && lt_roles_find(program->law, LT_FRICTION) >= 0)
        limit = lt_friction_limit_of(program, result->values);
    const char **names = lt_arena_get(arena, (table->columns + 1) * sizeof *names);
    for (size_t i = 0; i < table->columns; i++)
        names[i] = program->columns && program->columns[i].source ? program->columns[i].name : NULL;
    return (struct lt_sheet){.names = names,
                             .cells = table->cells,
                             .columns = table->columns,
                             .rows = table->rows,
                             .friction = run_friction(program, result),
                             .limit = limit};
}

/* Chooses the default figure of a run whose program has no plots; LT_KIND_NONE if none suits its
 * table. */
enum lt_kind_of_figure lt_plot_choose(const struct lt_program *program,
                                      const struct lt_result *result, struct lt_arena *arena) {
    struct lt_sheet sheet = sheet_of(program, result, arena);
    return lt_kind_choose(&sheet);
}

/* Returns NULL if the memory suffices to draw a plot of so many rows and curves, with a copy of the
 * table for the plot of one stage; otherwise the message why it does not. */
static const char *lacks_memory(const struct lt_program *program, const struct lt_plot *plot,
                                const struct lt_result *result, struct lt_arena *arena) {
    const struct lt_sheet sheet = sheet_of(program, result, arena);
    const size_t more =
        lt_kind_numbers(LT_KIND_NONE, &sheet) * plot->n_more + (plot->stage ? sheet.columns : 0);
    const double bytes = (double)(sheet.rows * sizeof(double)) *
                         (double)(lt_kind_numbers(plot->kind, &sheet) + more);
    char why[LT_MEMORY_WHY];
    return lt_memory_fits(bytes) ? NULL : lt_arena_print(arena, "%s", lt_memory_why(bytes, why));
}

/* Makes the curves of a named figure from the run's table, in a list with room for theory,
 * reference and events. figure.wrong is NULL, or says why it cannot. */
static void add_kind(struct run_figure *run, const struct lt_program *program,
                     const struct lt_plot *plot, const struct lt_result *result) {
    struct lt_sheet sheet = sheet_of(program, result, run->arena);
    struct lt_figure figure = run->figure;
    run->figure.wrong = lt_kind_figure(plot->kind, &sheet, &figure, run->arena);
    if (run->figure.wrong)
        return;
    const struct lt_curve *curves = figure.curves;
    size_t count = figure.n_curves;
    /* Each event may have three curves of marks: begun, ended, and without a duration. */
    run->curves = lt_arena_get(run->arena, (count + 3 + 3 * plot->n_events) * sizeof *curves);
    memcpy(run->curves, curves, count * sizeof *curves);
    run->figure = figure;
    run->figure.curves = run->curves;
}

/* Adds a curve of the plot: NUMBER 0 is y itself, higher ones are its further ordinates. A curve is
 * labelled with its own label, or with its text if there are several. */
static void add_ordinate(struct run_figure *run, const struct lt_plot *plot, size_t number,
                         const struct lt_table *table) {
    const struct lt_ordinate *more = number > 0 ? &plot->more[number - 1] : NULL;
    add_run_curve(
        run, (struct lt_curve){.label = number < plot->n_labels ? plot->labels[number]
                                        : more                  ? more->text
                                        : plot->n_more > 0      ? plot->y_text
                                                                : NULL,
                               .x = copy_column(table->cells, table->columns, table->rows,
                                                plot->x_column, run->arena),
                               .y = copy_column(table->cells, table->columns, table->rows,
                                                more ? more->column : plot->y_column, run->arena),
                               .count = table->rows});
}

/* Makes the curves of a plot that is given by x and y: one for each ordinate. */
static void add_columns(struct run_figure *run, const struct lt_plot *plot,
                        const struct lt_result *result) {
    run->figure.x_text = plot->x_text;
    run->figure.y_text = plot->y_text;
    run->figure.x_unit = plot->x_unit;
    run->figure.y_unit = plot->y_unit;
    for (size_t number = 0; number <= plot->n_more; number++)
        add_ordinate(run, plot, number, &result->table);
}

/* Returns the text for an axis that shows a single named quantity in words; any other formula stays
 * as written. */
static const char *words_of_column(const struct run_figure *run, const struct lt_formula *formula,
                                   const char *text) {
    const struct lt_name *name = formula && formula->n_used == 1 ? formula->used[0] : NULL;
    return name && strcmp(name->name, text) == 0 ? lt_axis_words(text, name->doc, run->arena)
                                                 : text;
}

/* Sets the texts of both axes: the program's labels, else words for the quantity shown. */
static void name_axes(struct run_figure *run, const struct lt_plot *plot) {
    struct lt_figure *figure = &run->figure;
    figure->x_text = plot->x_label ? plot->x_label : words_of_column(run, plot->x, figure->x_text);
    figure->y_text = plot->y_label      ? plot->y_label
                     : plot->n_more > 0 ? lt_axis_quantity(plot->y_unit)
                                        : words_of_column(run, plot->y, figure->y_text);
}

/* Returns the part of a run's rows and events that belongs to the plot's stage, with the row before
 * it, where the stage begins. */
static struct lt_result of_stage(const struct lt_result *whole, const struct lt_plot *plot,
                                 struct lt_arena *arena) {
    struct lt_result part = *whole;
    const struct lt_table *from = &whole->table;
    size_t columns = from->columns, last = from->rows, event = 0;
    part.table.rows = part.n_events = 0;
    part.table.cells = lt_arena_get(arena, (from->rows * columns + 1) * sizeof(double));
    part.events = lt_arena_get(arena, (whole->n_events + 1) * sizeof *part.events);
    for (size_t i = 0; i < from->rows; i++) {
        const double *row = from->cells + i * columns;
        /* Events up to this row that belong to the stage; their rows are counted anew, after the
         * row before the stage. */
        for (; event < whole->n_events && whole->events[event].row <= i; event++)
            if (whole->events[event].stage == (size_t)plot->stage_index) {
                part.events[part.n_events] = whole->events[event];
                part.events[part.n_events++].row = part.table.rows + (i > 0 && last + 1 != i);
            }
        if (row[plot->stage_column] != (double)plot->stage_index)
            continue;
        /* Copy the row, and the one before it where the stage begins. */
        for (size_t k = i > 0 && last + 1 != i ? i - 1 : i; k <= i; k++)
            memcpy(part.table.cells + part.table.rows++ * columns, from->cells + k * columns,
                   columns * sizeof(double));
        last = i;
    }
    return part;
}

/* Makes the figure of one entry of plots from a finished run: curves, theory, reference and events.
 * Free it with lt_plot_free; figure->wrong says why it cannot be drawn. */
struct lt_figure *lt_plot_of_run(const struct lt_program *program, const struct lt_plot *plot,
                                 const struct lt_result *whole) {
    struct lt_arena *arena = lt_arena_new();
    struct run_figure *run = lt_arena_get(arena, sizeof *run);
    run->arena = arena;
    if ((run->figure.wrong = lacks_memory(program, plot, whole, arena)))
        return &run->figure;
    const struct lt_result part = plot->stage ? of_stage(whole, plot, arena) : *whole,
                           *result = &part;
    const struct lt_table *table = &result->table;
    /* Curves of a named figure, or of the columns that the plot names. */
    run->curves =
        lt_arena_get(arena, (3 + plot->n_more + 3 * plot->n_events) * sizeof *run->curves);
    run->figure = (struct lt_figure){.title = plot->title ? plot->title : program->title,
                                     .x_text = "",
                                     .y_text = "",
                                     .x_unit = "",
                                     .y_unit = "",
                                     .theme = plot->theme,
                                     .size = plot->size,
                                     .curves = run->curves};
    if (plot->kind != LT_KIND_NONE)
        add_kind(run, program, plot, result);
    else
        add_columns(run, plot, result);
    if (run->figure.wrong)
        return &run->figure;
    /* Theory and reference are drawn beside the first curve. */
    struct lt_curve *first = &run->curves[0];
    if ((plot->theory || plot->reference) && !first->label)
        first->label = "simulated";
    if (plot->theory)
        add_run_curve(run,
                      (struct lt_curve){.label = plot->label ? plot->label : "closed form",
                                        .x = first->x,
                                        .y = copy_column(table->cells, table->columns, table->rows,
                                                         plot->theory_column, arena),
                                        .count = table->rows,
                                        .role = LT_CURVE_THEORY});
    if (plot->reference)
        add_reference(run, plot);
    name_axes(run, plot);
    /* Marks at events: without a duration, begun, ended. */
    for (size_t i = 0; i < plot->n_events; i++)
        for (int mode = -1; mode <= 1; mode++)
            add_events(run, result, plot->events[i], mode, first);
    /* A corner between recorded points is noted only where the exact integrator could show it. */
    if (lt_corner_is_avoidable(program))
        lt_corner_find(&run->figure, result);
    /* Curves get a point where the surfaces touch between two rows. */
    struct lt_sheet sheet = sheet_of(program, result, arena);
    for (size_t c = 0; c < run->figure.n_curves; c++)
        run->curves[c] =
            lt_kind_touch(&sheet, run->curves[c], run->figure.x_unit, run->figure.y_unit, arena);
    return &run->figure;
}

/* Frees a figure made by lt_plot_of_run; NULL is allowed. */
void lt_plot_free(struct lt_figure *figure) {
    if (figure)
        lt_arena_free(((struct run_figure *)figure)->arena);
}
