/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_plot.c: the figures of a sweep: a result over one factor, or mapped over two. */
#include "base/arena.h"
#include "base/choice.h"
#include "figure/axis.h"
#include "figure/curve.h"
#include "result/record.h"
#include "result/summary.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 8, MOST_CURVES = 200 };

/* A figure being made. */
struct drawing {
    const struct lt_sweep *sweep;
    const struct lt_sweep_plot *plot;
    const struct lt_columns *csv;
    struct lt_arena *arena;
    struct lt_figure figure;
    struct lt_curve *curves;
    double *shades; /* colour values of the curves; NULL: they have names */
};

/* The number in a row and column of the sweep's table. */
static double csv_cell(const struct drawing *d, size_t row, long column) {
    return d->csv->cells[row * d->csv->columns + (size_t)column];
}

/* True if the axis of a factor is logarithmic: its distribution is log-uniform, or its listed
 * values are positive and span a factor of 50 or more, where a linear axis would crowd most of
 * them. */
static bool is_logarithmic(const struct lt_factor *factor) {
    double least = INFINITY, greatest = 0;
    const struct lt_distribution *spread = &factor->spread;
    bool listed = spread->kind == LT_SAMPLES;
    for (size_t i = 0; i < spread->n_values; i++) {
        least = fmin(least, spread->values[i]);
        greatest = fmax(greatest, spread->values[i]);
    }
    return spread->kind == LT_LOG_UNIFORM || (listed && least > 0 && greatest / least >= 50);
}

/* The axis label of a column: its name, with the description of the quantity if the column has
 * that quantity's own name. */
static const char *words_for_column(const struct drawing *d, long column) {
    const struct lt_sweep *sweep = d->sweep;
    const struct lt_cell *c = &sweep->cells[column];
    bool factor = column < (long)sweep->n_factors;
    const struct lt_name *name = factor ? sweep->factors[column].target : c->source;
    bool own = name && strcmp(name->name, c->name) == 0;
    return lt_axis_words(c->name, own ? name->doc : NULL, d->arena);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Adds the curve of COLUMN over x through COUNT rows, sorted by x. LABEL: in the legend, or NULL;
 * ROLE: drawn as a line or as points. */
static void add_sweep_curve(struct drawing *d, struct lt_ordered *rows, size_t count, long column,
                            const char *label, int role) {
    double *x = lt_arena_get(d->arena, (count + 1) * sizeof *x);
    double *y = lt_arena_get(d->arena, (count + 1) * sizeof *y);
    for (size_t i = 0; i < count; i++) {
        x[i] = csv_cell(d, rows[i].at, d->plot->x);
        y[i] = csv_cell(d, rows[i].at, column);
    }
    struct lt_curve *curve = &d->curves[d->figure.n_curves++];
    *curve = (struct lt_curve){.label = label, .x = x, .y = y, .count = count};
    curve->role = (unsigned)role;
}

/* The order of convergence: the least-squares slope of log y over log x; NAN with fewer than two
 * points. *points: how many points have both logarithms. */
static double convergence_order(const struct lt_curve *curve, size_t *points) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (size_t i = 0; i < curve->count; i++) {
        double x = log(curve->x[i]), y = log(curve->y[i]);
        if (!isfinite(x) || !isfinite(y))
            continue;
        n++;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    *points = (size_t)n;
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/* The name of ordinate K in the legend: 0 is y, the others are the further columns. NULL: with one
 * ordinate none is needed. */
static const char *name_of_ordinate(const struct drawing *d, size_t k) {
    const struct lt_sweep_plot *plot = d->plot;
    if (k < plot->n_labels)
        return plot->labels[k];
    if (plot->n_more == 0)
        return plot->theory >= 0 ? "simulated" : NULL;
    return lt_axis_words(d->sweep->cells[k == 0 ? plot->y : plot->more[k - 1]].name, NULL,
                         d->arena);
}

/* Adds the slope of the curve on logarithmic axes to its label, and how many points are drawn if
 * some cannot be. */
static void add_slope(const struct drawing *d, struct lt_curve *curve) {
    size_t points;
    double slope = convergence_order(curve, &points);
    const char *label = curve->label;
    if (isfinite(slope))
        label = lt_arena_print(d->arena, "%s%sslope %s%.2f", label ? label : "", label ? ": " : "",
                               slope < 0 ? "−" : "", fabs(slope));
    if (points < curve->count)
        label = lt_arena_print(d->arena, "%s%s(%zu of %zu points)", label ? label : "",
                               label ? " " : "", points, curve->count);
    curve->label = label;
}

/* Adds the curve of COLUMN, as a line or (LINE false) as points, in a convergence plot with its
 * slope in the label. */
static void add_column(struct drawing *d, struct lt_ordered *rows, size_t count, long column,
                       const char *label, bool line) {
    add_sweep_curve(d, rows, count, column, label, line ? LT_CURVE_RUN : LT_CURVE_DATA);
    if (d->plot->order && !d->shades)
        add_slope(d, &d->curves[d->figure.n_curves - 1]);
}

/* Adds the curves of all ordinates, and of the theory, through COUNT rows, which are sorted by x.
 * LABEL: the factors that these rows have in common; NULL: the ordinates have their own names. */
static void add_rows(struct drawing *d, struct lt_ordered *rows, size_t count, const char *label,
                     bool line) {
    const struct lt_sweep_plot *plot = d->plot;
    for (size_t i = 0; i < count; i++)
        rows[i].x = csv_cell(d, rows[i].at, plot->x);
    lt_curve_sort(rows, count);
    for (size_t k = 0; k <= plot->n_more; k++) {
        const char *name = name_of_ordinate(d, k);
        const char *both = label && plot->n_more > 0
                               ? lt_arena_print(d->arena, "%s, %s", name ? name : "", label)
                               : label;
        add_column(d, rows, count, k == 0 ? plot->y : plot->more[k - 1], label ? both : name, line);
    }
    if (plot->theory < 0)
        return;
    const char *theory = plot->label
                             ? plot->label
                             : lt_axis_words(d->sweep->cells[plot->theory].name, NULL, d->arena);
    bool first = true;
    for (size_t c = 0; c < d->figure.n_curves; c++)
        first &= d->curves[c].role != LT_CURVE_THEORY;
    add_sweep_curve(d, rows, count, plot->theory, first ? theory : NULL, LT_CURVE_THEORY);
}

/* A factor's value as text, with its unit, or the word of a choice; may be in BUFFER. */
static const char *value_text(const struct lt_factor *factor, double value, char buffer[64]) {
    const char *word = factor->choices ? lt_choice_word(factor->choices, value, buffer, 64) : NULL;
    return word ? word : lt_summary_printed(value, factor->unit, buffer, 64);
}

/* The label of a curve through ROW: the values of all factors but x, such as "vn = 0.1 m/s,
 * dp_mode = full". NULL if there are no others. */
static const char *common_label(const struct drawing *d, size_t row) {
    const char *text = NULL;
    char value[64];
    for (size_t f = 0; f < d->sweep->n_factors; f++)
        if ((long)f != d->plot->x)
            text =
                lt_arena_print(d->arena, "%s%s%s = %s", text ? text : "", text ? ", " : "",
                               d->sweep->factors[f].name,
                               value_text(&d->sweep->factors[f], csv_cell(d, row, (long)f), value));
    return text;
}

/* The factor, other than x, with the most values; when curves are too many to be named, colour
 * shows its value. */
static size_t shading_factor(const struct drawing *d) {
    const struct lt_sweep *sweep = d->sweep;
    size_t best = d->plot->x == 0;
    for (size_t f = best + 1; f < sweep->n_factors; f++)
        if ((long)f != d->plot->x &&
            sweep->factors[f].spread.n_values > sweep->factors[best].spread.n_values)
            best = f;
    return best;
}

/* Colours the curves by factor F, and makes room for the values of ROOM curves. */
static void set_shades(struct drawing *d, size_t f, size_t room) {
    const struct lt_factor *factor = &d->sweep->factors[f];
    d->shades = lt_arena_get(d->arena, room * sizeof *d->shades);
    d->figure.shades = d->shades;
    d->figure.shade_text = d->plot->z_label ? d->plot->z_label : words_for_column(d, (long)f);
    d->figure.shade_unit = factor->unit;
    d->figure.shade_log = is_logarithmic(factor);
}

/* Labels the ordinates of coloured curves once, and remarks it if only DRAWN of ALL curves are
 * drawn. */
static void name_shaded(struct drawing *d, size_t drawn, size_t all) {
    for (size_t c = 0; c < d->figure.n_curves && c <= d->plot->n_more; c++)
        d->curves[c].label = name_of_ordinate(d, c);
    const char *first = d->curves[0].label;
    if (drawn < all)
        d->curves[0].label = lt_arena_print(d->arena, "%s%s%zu of %zu curves", first ? first : "",
                                            first ? ", " : "", drawn, all);
}

/* Adds the curves of a grid, one for each of N_CURVES combinations of the values of the other
 * factors: named if they are at most MOST_NAMED, otherwise coloured by one of the factors. Of more
 * than MOST_CURVES an even selection is drawn. */
static void add_family(struct drawing *d, size_t n_curves) {
    const struct lt_sweep *sweep = d->sweep;
    size_t stride = 1, n = sweep->factors[d->plot->x].spread.n_values;
    /* STRIDE: rows of the table from one value of x to the next, since the last factor varies
     * fastest. */
    for (size_t f = (size_t)d->plot->x + 1; f < sweep->n_factors; f++)
        stride *= sweep->factors[f].spread.n_values;
    size_t each = d->plot->n_more + 2, drawn = n_curves < MOST_CURVES ? n_curves : MOST_CURVES;
    bool shaded = n_curves > MOST_NAMED;
    size_t f = shaded ? shading_factor(d) : 0;
    d->curves = lt_arena_get(d->arena, each * drawn * sizeof *d->curves);
    d->figure.curves = d->curves;
    if (shaded)
        set_shades(d, f, each * drawn);
    for (size_t i = 0; i < drawn; i++) {
        /* Combination K of the other factors; FIRST: its row at the first value of x. */
        size_t k = i * n_curves / drawn, first = k / stride * stride * n + k % stride;
        size_t begin = d->figure.n_curves;
        struct lt_ordered *rows = lt_arena_get(d->arena, n * sizeof *rows);
        for (size_t j = 0; j < n; j++)
            rows[j].at = first + j * stride;
        add_rows(d, rows, n, shaded ? NULL : common_label(d, first), true);
        /* The curves just added get the colour of this combination instead of a name. */
        for (size_t c = begin; shaded && c < d->figure.n_curves; c++) {
            d->shades[c] = csv_cell(d, first, (long)f);
            d->curves[c].colour = (int)(c - begin) + 1; /* distinguishes the ordinates */
            if (d->curves[c].role == LT_CURVE_RUN)
                d->curves[c].label = NULL;
        }
    }
    if (shaded)
        name_shaded(d, drawn, n_curves);
}

/* Adds the curves of a plot over x: of a grid one for each combination of the other factors, of
 * other designs one through all rows, with a line only where their order along x has a meaning. */
static void add_curves(struct drawing *d) {
    const struct lt_sweep *sweep = d->sweep;
    size_t n = sweep->factors[d->plot->x].spread.n_values;
    if (sweep->design == LT_DESIGN_GRID) {
        add_family(d, sweep->points / n);
        return;
    }
    d->curves = lt_arena_get(d->arena, (2 + d->plot->n_more) * sizeof *d->curves);
    d->figure.curves = d->curves;
    struct lt_ordered *rows = lt_arena_get(d->arena, (d->csv->rows + 1) * sizeof *rows);
    for (size_t i = 0; i < d->csv->rows; i++)
        rows[i].at = i;
    add_rows(d, rows, d->csv->rows, NULL, sweep->n_factors == 1 || sweep->design == LT_DESIGN_LIST);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* The values of factor F of a grid, sorted, each with its index in the order of the file. */
static struct lt_ordered *factor_in_order(const struct drawing *d, long f) {
    const struct lt_distribution *spread = &d->sweep->factors[f].spread;
    struct lt_ordered *order = lt_arena_get(d->arena, spread->n_values * sizeof *order);
    for (size_t i = 0; i < spread->n_values; i++)
        order[i] = (struct lt_ordered){spread->values[i], i};
    lt_curve_sort(order, spread->n_values);
    return order;
}

/* Fills the colour map of a grid: x and y in ascending order, and z by x first. A table has its
 * rows in the order of the factors and of their values in the file. */
static void sort_grid(struct drawing *d, struct lt_map *map) {
    const struct lt_sweep_plot *plot = d->plot;
    const struct lt_ordered *xs = factor_in_order(d, plot->x), *ys = factor_in_order(d, plot->y);
    map->nx = d->sweep->factors[plot->x].spread.n_values;
    map->ny = d->sweep->factors[plot->y].spread.n_values;
    double *x = lt_arena_get(d->arena, map->nx * sizeof *x);
    double *y = lt_arena_get(d->arena, map->ny * sizeof *y);
    double *z = lt_arena_get(d->arena, map->nx * map->ny * sizeof *z);
    size_t x_stride = plot->x < plot->y ? map->ny : 1, y_stride = plot->x < plot->y ? 1 : map->nx;
    for (size_t i = 0; i < map->nx; i++) {
        x[i] = xs[i].x;
        for (size_t j = 0; j < map->ny; j++) {
            y[j] = ys[j].x;
            z[i * map->ny + j] = csv_cell(d, xs[i].at * x_stride + ys[j].at * y_stride, plot->z);
        }
    }
    map->x = x;
    map->y = y;
    map->z = z;
}

/* All numbers of a column of the table. */
static const double *csv_values(const struct drawing *d, long column) {
    double *values = lt_arena_get(d->arena, (d->csv->rows + 1) * sizeof *values);
    for (size_t i = 0; i < d->csv->rows; i++)
        values[i] = csv_cell(d, i, column);
    return values;
}

/* Adds a colour map of z over x and y: cells of a grid, or one point for each row of another
 * design. */
static void add_map(struct drawing *d) {
    const struct lt_sweep_plot *plot = d->plot;
    struct lt_map *map = lt_arena_get(d->arena, sizeof *map);
    *map = (struct lt_map){.text = plot->z_label ? plot->z_label : words_for_column(d, plot->z),
                           .unit = d->sweep->cells[plot->z].unit,
                           .contours = plot->contours,
                           .n_contours = plot->n_contours};
    if (d->sweep->design == LT_DESIGN_GRID) {
        sort_grid(d, map);
    } else {
        map->nx = d->csv->rows;
        map->x = csv_values(d, plot->x);
        map->y = csv_values(d, plot->y);
        map->z = csv_values(d, plot->z);
    }
    d->figure.map = map;
    d->figure.y_log = is_logarithmic(&d->sweep->factors[plot->y]);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Sets up a tornado plot: the change of the result over each factor's range, in its unit, or
 * fractions of its variance. */
static void set_bars(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                     struct drawing *d) {
    const struct lt_cell *y = &d->sweep->cells[d->plot->y];
    bool range = d->plot->range;
    const char *text = range ? words_for_column(d, d->plot->y)
                             : lt_arena_print(d->arena, "fraction of the variance of %s", y->name);
    d->figure = (struct lt_figure){.title = d->plot->title ? d->plot->title : job->program->title,
                                   .x_text = d->plot->x_label ? d->plot->x_label : text,
                                   .y_text = "",
                                   .x_unit = range ? y->unit : "",
                                   .y_unit = "",
                                   .theme = d->plot->theme,
                                   .size = d->plot->size,
                                   .bars = lt_sweep_bars(d->sweep, outcome, d->plot, d->arena)};
}

/* The unit of all ordinates; "" if they have different ones, so that the axis shows none. */
static const char *shared_unit(const struct drawing *d) {
    const char *unit = d->sweep->cells[d->plot->y].unit;
    for (size_t i = 0; i < d->plot->n_more; i++)
        if (strcmp(unit, d->sweep->cells[d->plot->more[i]].unit) != 0)
            return "";
    return unit;
}

/* Sets title, labels, units and scales of a plot over x. */
static void set_axes(const struct lt_sweep_job *job, struct drawing *d) {
    const struct lt_sweep_plot *plot = d->plot;
    const struct lt_cell *x = &d->sweep->cells[plot->x];
    d->figure =
        (struct lt_figure){.title = plot->title ? plot->title : job->program->title,
                           .x_text = plot->x_label ? plot->x_label : words_for_column(d, plot->x),
                           .y_text = plot->y_label      ? plot->y_label
                                     : plot->n_more > 0 ? lt_axis_quantity(shared_unit(d))
                                                        : words_for_column(d, plot->y),
                           .x_unit = x->unit,
                           .y_unit = shared_unit(d),
                           .theme = plot->theme,
                           .size = plot->size,
                           .x_log = plot->order || is_logarithmic(&d->sweep->factors[plot->x]),
                           .y_log = plot->order};
}

/* The path of drawing NUMBER (from 0) without its ending; *format gets the format that its file
 * name has, otherwise SVG. */
static const char *plot_base(const struct lt_sweep_job *job, size_t number,
                             enum lt_plot_format *format) {
    const struct lt_sweep_plot *plot = &job->program->sweep->plots[number];
    const char *base = lt_sweep_table_base(job), *name = plot->file;
    *format = LT_PLOT_SVG;
    if (plot->file) {
        lt_output_split(plot->file, &name, format, job->arena);
        return lt_arena_print(job->arena, "%s/%s", job->directory, name);
    }
    return number > 0 ? lt_arena_print(job->arena, "%s-%zu", base, number + 1) : base;
}

/* Draws plot NUMBER (from 0) of the sweep from its table CSV and writes the file. */
static void draw_plot(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                      const struct lt_columns *csv, size_t number, struct lt_output *output) {
    const struct lt_sweep_plot *plot = &job->program->sweep->plots[number];
    struct lt_arena *arena = lt_arena_new();
    struct drawing d = {.sweep = job->program->sweep, .plot = plot, .csv = csv, .arena = arena};
    if (plot->tornado)
        set_bars(job, outcome, &d);
    else
        set_axes(job, &d);
    if (plot->z >= 0)
        add_map(&d);
    else if (!plot->tornado)
        add_curves(&d);

    enum lt_plot_format format;
    const char *base = plot_base(job, number, &format);
    lt_output_add(output, &d.figure, base, output->format_given ? output->format : format);
    lt_arena_free(arena);
}

/* Draws all plots of a sweep from its finished table. A reason why that failed is in
 * output->failed. */
void lt_sweep_plot_draw(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                        struct lt_output *output) {
    const struct lt_sweep *sweep = job->program->sweep;
    lt_output_begin(output);
    if (sweep->n_plots == 0 || output->format == LT_PLOT_NONE)
        return;
    struct lt_errors *errors = lt_errors_new();
    struct lt_columns *csv = lt_columns_read(outcome->path, NULL, false, errors);
    /* A figure has curves over one column, of all rows, sorted. */
    const bool fits = csv && lt_columns_fits(csv, 4 * csv->columns + 16, errors);
    if (!fits)
        output->failed = lt_errors_first(errors, job->arena);
    lt_errors_free(errors);
    for (size_t i = 0; fits && i < sweep->n_plots && !(job->interrupted && *job->interrupted); i++)
        draw_plot(job, outcome, csv, i, output);
    lt_columns_free(csv);
}

/* The paths without endings of the table and of all plots of a sweep; *n: how many. */
static const char *const *sweep_bases(const struct lt_sweep_job *job, size_t *n) {
    *n = job->program->sweep->n_plots + 1;
    const char **bases = lt_arena_get(job->arena, *n * sizeof *bases);
    enum lt_plot_format format;
    bases[0] = lt_sweep_table_base(job);
    for (size_t i = 1; i < *n; i++)
        bases[i] = plot_base(job, i - 1, &format);
    return bases;
}

/* After an interrupted sweep: moves the table, document and drawings of an earlier, finished one
 * to previous/, so that they are not mistaken for results of this one. */
void lt_sweep_plot_set_aside(const struct lt_sweep_job *job, struct lt_output *output) {
    size_t n;
    const char *const *bases = sweep_bases(job, &n);
    lt_output_set_aside(output, bases, n);
}

/* Moves the files of another program with the same name to previous/, before this sweep writes its
 * own. */
void lt_sweep_plot_make_room(const struct lt_sweep_job *job, struct lt_output *output) {
    size_t n;
    const char *const *bases = sweep_bases(job, &n);
    lt_output_make_room(output, job->program, bases, n);
}
