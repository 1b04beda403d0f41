/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_plot.c: the figures of a sweep: a result over one factor, or mapped over two. */
#include "base/arena.h"
#include "base/choice.h"
#include "record/record.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CURVES = 8 };

/* One figure under way. */
struct drawing {
    const struct lt_sweep *sweep;
    const struct lt_sweep_plot *plot;
    const struct lt_csv *csv;
    struct lt_arena *arena;
    struct lt_figure figure;
    struct lt_curve *curves;
};

static double cell(const struct drawing *d, size_t row, long column) {
    return d->csv->cells[row * d->csv->columns + (size_t)column];
}

/* A range says it; a list is one of magnitudes if its values lie far apart. */
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

struct pair {
    double x;
    size_t row;
};

static int by_x(const void *a, const void *b) {
    const struct pair *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* The curve of COLUMN over x through the given rows, by increasing x. */
static void add_curve(struct drawing *d, struct pair *rows, size_t count, long column,
                      const char *label, int role) {
    double *x = lt_arena_get(d->arena, (count + 1) * sizeof *x);
    double *y = lt_arena_get(d->arena, (count + 1) * sizeof *y);
    for (size_t i = 0; i < count; i++) {
        x[i] = cell(d, rows[i].row, d->plot->x);
        y[i] = cell(d, rows[i].row, column);
    }
    struct lt_curve *curve = &d->curves[d->figure.n_curves++];
    *curve = (struct lt_curve){.label = label, .x = x, .y = y, .count = count};
    curve->role = (unsigned)role;
}

/* The order of convergence: the slope of least squares in logarithms; NAN: fewer than two points.
 */
static double slope_of(const struct lt_curve *curve) {
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
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static void add_column(struct drawing *d, struct pair *rows, size_t count, long column,
                       const char *label, bool line) {
    add_curve(d, rows, count, column, label, line ? LT_CURVE_RUN : LT_CURVE_REFERENCE);
    struct lt_curve *curve = &d->curves[d->figure.n_curves - 1];
    double slope = slope_of(curve);
    if (d->plot->order)
        curve->label = lt_arena_print(d->arena, "%s%sslope %s%.2f", label ? label : "",
                                      label ? ": " : "", slope < 0 ? "−" : "", fabs(slope));
}

static void add_rows(struct drawing *d, struct pair *rows, size_t count, const char *label,
                     bool line) {
    for (size_t i = 0; i < count; i++)
        rows[i].x = cell(d, rows[i].row, d->plot->x);
    qsort(rows, count, sizeof *rows, by_x);
    const struct lt_cell *cells = d->sweep->cells;
    bool theory = d->plot->theory >= 0, several = d->plot->n_more > 0;
    const char *own = several ? cells[d->plot->y].name : theory ? "simulated" : NULL;
    add_column(d, rows, count, d->plot->y, label ? label : own, line);
    for (size_t i = 0; i < d->plot->n_more; i++)
        add_column(d, rows, count, d->plot->more[i], cells[d->plot->more[i]].name, line);
    if (theory)
        add_curve(d, rows, count, d->plot->theory,
                  d->figure.n_curves > 1 ? NULL : cells[d->plot->theory].name, LT_CURVE_THEORY);
}

static const char *value_text(const struct lt_factor *factor, double value, char buffer[64]) {
    const char *word = factor->choices ? lt_choice_word(factor->choices, value, buffer, 64) : NULL;
    if (!word)
        snprintf(buffer, 64, "%.4g", value);
    return buffer;
}

/* "vn = 0.1, dp_mode = full": what all points of a curve have in common. */
static const char *common_label(const struct drawing *d, size_t row) {
    const char *text = NULL;
    char value[64];
    for (size_t f = 0; f < d->sweep->n_factors; f++)
        if ((long)f != d->plot->x)
            text = lt_arena_print(d->arena, "%s%s%s = %s", text ? text : "", text ? ", " : "",
                                  d->sweep->factors[f].name,
                                  value_text(&d->sweep->factors[f], cell(d, row, (long)f), value));
    return text;
}

/* A curve for each set of values of the other factors. */
static void add_family(struct drawing *d, size_t n_curves) {
    const struct lt_sweep *sweep = d->sweep;
    size_t stride = 1, n = sweep->factors[d->plot->x].spread.n_values;
    for (size_t f = (size_t)d->plot->x + 1; f < sweep->n_factors; f++)
        stride *= sweep->factors[f].spread.n_values;
    struct pair *rows = lt_arena_get(d->arena, n * sizeof *rows);
    for (size_t k = 0; k < n_curves; k++) {
        size_t first = k / stride * stride * n + k % stride;
        for (size_t i = 0; i < n; i++)
            rows[i].row = first + i * stride;
        add_rows(d, rows, n, common_label(d, first), true);
    }
}

static void add_curves(struct drawing *d) {
    const struct lt_sweep *sweep = d->sweep;
    size_t n = sweep->factors[d->plot->x].spread.n_values;
    size_t n_curves = sweep->design == LT_DESIGN_GRID ? sweep->points / n : MOST_CURVES + 1;
    d->curves =
        lt_arena_get(d->arena, (2 + d->plot->n_more) * (MOST_CURVES + 1) * sizeof *d->curves);
    d->figure.curves = d->curves;
    if (n_curves <= MOST_CURVES) {
        add_family(d, n_curves);
        return;
    }
    struct pair *rows = lt_arena_get(d->arena, (d->csv->rows + 1) * sizeof *rows);
    for (size_t i = 0; i < d->csv->rows; i++)
        rows[i].row = i;
    add_rows(d, rows, d->csv->rows, NULL, sweep->n_factors == 1 || sweep->design == LT_DESIGN_LIST);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* The values of a factor of a grid in increasing order, and their places in the file's. */
static struct pair *in_order(const struct drawing *d, long f) {
    const struct lt_distribution *spread = &d->sweep->factors[f].spread;
    struct pair *order = lt_arena_get(d->arena, spread->n_values * sizeof *order);
    for (size_t i = 0; i < spread->n_values; i++)
        order[i] = (struct pair){spread->values[i], i};
    qsort(order, spread->n_values, sizeof *order, by_x);
    return order;
}

static void sort_grid(struct drawing *d, struct lt_map *map) {
    const struct lt_sweep_plot *plot = d->plot;
    const struct pair *xs = in_order(d, plot->x), *ys = in_order(d, plot->y);
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
            z[i * map->ny + j] = cell(d, xs[i].row * x_stride + ys[j].row * y_stride, plot->z);
        }
    }
    map->x = x;
    map->y = y;
    map->z = z;
}

static const double *column_of(const struct drawing *d, long column) {
    double *values = lt_arena_get(d->arena, (d->csv->rows + 1) * sizeof *values);
    for (size_t i = 0; i < d->csv->rows; i++)
        values[i] = cell(d, i, column);
    return values;
}

static void add_map(struct drawing *d) {
    const struct lt_sweep_plot *plot = d->plot;
    struct lt_map *map = lt_arena_get(d->arena, sizeof *map);
    *map = (struct lt_map){.text = d->sweep->cells[plot->z].name,
                           .unit = d->sweep->cells[plot->z].unit,
                           .contour = plot->contour.given ? plot->contour.value : NAN};
    if (d->sweep->design == LT_DESIGN_GRID) {
        sort_grid(d, map);
    } else {
        map->nx = d->csv->rows;
        map->x = column_of(d, plot->x);
        map->y = column_of(d, plot->y);
        map->z = column_of(d, plot->z);
    }
    d->figure.map = map;
    d->figure.y_log = is_logarithmic(&d->sweep->factors[plot->y]);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void set_bars(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                     struct drawing *d) {
    const struct lt_cell *y = &d->sweep->cells[d->plot->y];
    bool range = d->plot->range;
    const char *text =
        range ? y->name : lt_arena_print(d->arena, "share of the variance of %s", y->name);
    d->figure = (struct lt_figure){.title = d->plot->title ? d->plot->title : job->program->title,
                                   .x_text = d->plot->x_label ? d->plot->x_label : text,
                                   .y_text = "",
                                   .x_unit = range ? y->unit : "",
                                   .y_unit = "",
                                   .theme = d->plot->theme,
                                   .size = d->plot->size,
                                   .bars = lt_sweep_bars(d->sweep, outcome, d->plot, d->arena)};
}

static void set_axes(const struct lt_sweep_job *job, struct drawing *d) {
    const struct lt_sweep_plot *plot = d->plot;
    const struct lt_cell *x = &d->sweep->cells[plot->x], *y = &d->sweep->cells[plot->y];
    d->figure =
        (struct lt_figure){.title = plot->title ? plot->title : job->program->title,
                           .x_text = plot->x_label ? plot->x_label : x->name,
                           .y_text = plot->y_label      ? plot->y_label
                                     : plot->n_more > 0 ? ""
                                                        : y->name,
                           .x_unit = x->unit,
                           .y_unit = y->unit,
                           .theme = plot->theme,
                           .size = plot->size,
                           .x_log = plot->order || is_logarithmic(&d->sweep->factors[plot->x]),
                           .y_log = plot->order};
}

/* Where a drawing goes, without its ending. */
static const char *base_of(const struct lt_sweep_job *job, size_t number,
                           enum lt_plot_format *format) {
    const struct lt_sweep_plot *plot = &job->program->sweep->plots[number];
    const char *base = lt_sweep_base(job), *name = plot->file;
    *format = LT_PLOT_SVG;
    if (plot->file) {
        lt_output_split(plot->file, &name, format, job->arena);
        return lt_arena_print(job->arena, "%s/%s", job->directory, name);
    }
    return number > 0 ? lt_arena_print(job->arena, "%s-%zu", base, number + 1) : base;
}

static void draw(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                 const struct lt_csv *csv, size_t number, struct lt_output *output) {
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
    const char *base = base_of(job, number, &format);
    lt_output_add(output, &d.figure, base, output->format_given ? output->format : format);
    lt_arena_free(arena);
}

void lt_sweep_draw(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                   struct lt_output *output) {
    const struct lt_sweep *sweep = job->program->sweep;
    lt_output_begin(output);
    if (sweep->n_plots == 0 || output->format == LT_PLOT_NONE || job->shard.count > 1)
        return;
    char why[512];
    struct lt_csv *csv = lt_csv_read(outcome->path, why, sizeof why);
    if (!csv)
        output->failed = lt_arena_print(job->arena, "%s", why);
    for (size_t i = 0; csv && i < sweep->n_plots && !(job->interrupted && *job->interrupted); i++)
        draw(job, outcome, csv, i, output);
    lt_csv_free(csv);
}

void lt_sweep_set_aside(const struct lt_sweep_job *job, struct lt_output *output) {
    size_t n = job->shard.count == 1 ? job->program->sweep->n_plots + 1 : 1;
    const char **bases = lt_arena_get(job->arena, n * sizeof *bases);
    enum lt_plot_format format;
    bases[0] = lt_sweep_base(job);
    for (size_t i = 1; i < n; i++)
        bases[i] = base_of(job, i - 1, &format);
    lt_output_set_aside(output, bases, n);
}
