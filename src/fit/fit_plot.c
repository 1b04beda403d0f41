/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_plot.c: figures of the fitted curve with data and band, and of the residuals. */
#include "base/arena.h"
#include "fit/fitting.h"

#include <math.h>
#include <stdlib.h>

/* Returns an array with room for a number for each point of the set. */
static double *new_column(const struct lt_measured *m, struct lt_arena *arena) {
    return lt_arena_get(arena, (m->count + 1) * sizeof(double));
}

/* Returns the path, without ending, of the files of data set SET (from 0): DIR/NAME.fit,
 * DIR/NAME.fit-2 and so on. */
const char *lt_fit_plot_base(const struct lt_fit *fit, size_t set, const struct lt_output *output) {
    const struct lt_program *program = fit->problem->program;
    const char *stem = program->stem;
    if (program->stand_in)
        stem = lt_arena_print(output->arena, "%s.%s", stem, program->stand_in);
    return set == 0
               ? lt_arena_print(output->arena, "%s/%s.fit", output->directory, stem)
               : lt_arena_print(output->arena, "%s/%s.fit-%zu", output->directory, stem, set + 1);
}

/* Returns the path, without ending, of the figure of a set's residuals. */
static const char *residuals_of(const struct lt_fit *fit, size_t set,
                                const struct lt_output *output) {
    return lt_arena_print(output->arena, "%s-residuals", lt_fit_plot_base(fit, set, output));
}

/* Data and fit at the data points: x, data, fit, band, residuals. */
struct points {
    size_t count;
    double *x, *y, *model, *band, *residual;
};

/* Returns the points of a set with model, band and residuals, in the order of x; FIRST is the index
 * of its first point among those of all sets. */
static struct points points_of(const struct lt_fit *fit, const struct lt_measured *m, size_t first,
                               struct lt_arena *arena) {
    struct points p = {m->count,
                       new_column(m, arena),
                       new_column(m, arena),
                       new_column(m, arena),
                       new_column(m, arena),
                       new_column(m, arena)};
    const struct lt_ordered *order = lt_fit_data_order(m, arena);
    for (size_t k = 0; k < m->count; k++) {
        size_t i = order[k].at;
        p.x[k] = m->x[i];
        p.y[k] = m->y[i];
        p.model[k] = fit->model[first + i];
        p.band[k] = fit->band[first + i];
        p.residual[k] = p.y[k] - p.model[k];
    }
    return p;
}

/* Fills curves[0] with the fitted curve and curves[1] with its 95 % band, from the points between
 * the data if these were computed, else at the data's own points P. */
static void add_fitted(const struct lt_fit *fit, size_t set, const struct points *p,
                       struct lt_curve curves[2], struct lt_arena *arena) {
    struct lt_fit_between at_points = {p->count, p->x, p->model, p->band};
    const struct lt_fit_between *b =
        fit->between && fit->between[set].count > 0 ? &fit->between[set] : &at_points;
    /* The edges of the band: model minus and plus half its width. */
    double *low = lt_arena_get(arena, (b->count + 1) * sizeof *low);
    double *high = lt_arena_get(arena, (b->count + 1) * sizeof *high);
    for (size_t k = 0; k < b->count; k++) {
        low[k] = b->model[k] - b->band[k];
        high[k] = b->model[k] + b->band[k];
    }
    curves[0] = (struct lt_curve){
        .label = "fit", .x = b->x, .y = b->model, .count = b->count, .role = LT_CURVE_RUN};
    curves[1] = (struct lt_curve){.label = "95 % band",
                                  .x = b->x,
                                  .y = high,
                                  .base = low,
                                  .count = b->count,
                                  .role = LT_CURVE_AREA,
                                  .colour = 1};
}

/* Draws the data of a set with the fitted model, and the residuals. FIRST is the index of its first
 * point among those of all sets. */
static void draw_set(const struct lt_fit *fit, size_t set, size_t first, struct lt_output *output,
                     struct lt_arena *arena) {
    const struct lt_measured *m = &fit->problem->sets[set];
    const struct lt_program *program = fit->problem->program;
    const struct points p = points_of(fit, m, first, arena);
    double ends[] = {INFINITY, -INFINITY}, zero[] = {0, 0};
    for (size_t k = 0; k < p.count; k++) {
        ends[0] = fmin(ends[0], p.x[k]);
        ends[1] = fmax(ends[1], p.x[k]);
    }
    /* Data, fit and band in one figure; the residuals with a line at zero in another. */
    struct lt_curve fitted[3] = {
        {.label = "data", .x = p.x, .y = p.y, .count = p.count, .role = LT_CURVE_DATA}};
    add_fitted(fit, set, &p, fitted + 1, arena);
    struct lt_curve left[] = {
        {.label = "data - fit", .x = p.x, .y = p.residual, .count = p.count, .role = LT_CURVE_DATA},
        {.x = ends, .y = zero, .count = 2, .role = LT_CURVE_THEORY}};
    struct lt_figure figure = {.title = program->title[0] ? program->title : program->stem,
                               .x_text = m->set->x_text,
                               .y_text = m->set->y_text,
                               .x_unit = m->set->x_unit,
                               .y_unit = m->set->y_unit,
                               .x_log = lt_fit_between_is_wide(m),
                               .curves = fitted,
                               .n_curves = 3};
    const char *base = lt_fit_plot_base(fit, set, output);
    lt_output_add(output, &figure, base, output->format);
    figure.curves = left;
    figure.n_curves = 2;
    figure.title = lt_arena_print(arena, "%s: residuals", figure.title);
    figure.y_text = "residual, data − fit";
    lt_output_add(output, &figure, residuals_of(fit, set, output), output->format);
}

/* Draws the figures of all data sets, unless figures are switched off. */
void lt_fit_plot_draw(const struct lt_fit *fit, struct lt_output *output) {
    struct lt_arena *arena = lt_arena_new();
    size_t first = 0;
    for (size_t i = 0; output->format != LT_PLOT_NONE && i < fit->problem->n_sets; i++) {
        draw_set(fit, i, first, output, arena);
        first += fit->problem->sets[i].count;
    }
    lt_arena_free(arena);
}

/* Returns the paths, without endings, of all files of a fit: figures of the sets, then of their
 * residuals. */
static const char *const *fit_bases(const struct lt_fit *fit, const struct lt_output *output) {
    size_t n = fit->problem->n_sets;
    const char **bases = lt_arena_get(output->arena, 2 * n * sizeof *bases);
    for (size_t i = 0; i < n; i++) {
        bases[i] = lt_fit_plot_base(fit, i, output);
        bases[n + i] = residuals_of(fit, i, output);
    }
    return bases;
}

/* Moves the files of an earlier fit to previous/, since this one was interrupted. */
void lt_fit_plot_set_aside(const struct lt_fit *fit, struct lt_output *output) {
    lt_output_set_aside(output, fit_bases(fit, output), 2 * fit->problem->n_sets);
}

/* Moves files of another program's fit of the same name to previous/. */
void lt_fit_plot_make_room(const struct lt_fit *fit, struct lt_output *output) {
    lt_output_make_room(output, fit->problem->program, fit_bases(fit, output),
                        2 * fit->problem->n_sets);
}
