/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_data.c: the points of a data set. */
#include "base/arena.h"
#include "base/columns.h"
#include "fit/fitting.h"
#include "formula/rows.h"

#include <math.h>
#include <string.h>

/* The columns of a data set as they were read, a value for each row; NULL: not given. */
struct columns {
    double *x, *y, *sigma, *weights, *segments;
};

/* Returns the values of a column in UNIT; NULL, with errors, if one is infinite or no number.
 * Missing ones are NAN. */
static double *finite_column(struct lt_columns *data, const char *name, const char *unit,
                             struct lt_arena *arena, struct lt_errors *errors) {
    double *values = lt_columns_values(data, name, unit, arena, errors);
    const long column = lt_columns_find(data, name + (*name == '-'));
    return values && lt_columns_finite(data, (size_t)column, errors) ? values : NULL;
}

/* Reads x, y, and the standard deviations, weights and segments that the set names into C. Returns
 * true; false, with errors, if one cannot be read. */
static bool read_columns(struct columns *c, const struct lt_fit_set *set, struct lt_columns *data,
                         struct lt_arena *arena, struct lt_errors *errors) {
    c->x = finite_column(data, set->x, set->x_unit, arena, errors);
    c->y = finite_column(data, set->y, set->y_unit, arena, errors);
    if (set->sigma)
        c->sigma = finite_column(data, set->sigma, set->y_unit, arena, errors);
    if (set->weights)
        c->weights = finite_column(data, set->weights, "", arena, errors);
    /* "turns" cuts the data where x reverses, which needs no column. */
    const bool formula = set->segments && strcmp(set->segments, "turns") != 0;
    if (formula)
        c->segments =
            lt_rows_values_of(data, "segments", set->segments, LT_FORMULA_EITHER, arena, errors);
    return (!formula || c->segments) && c->x && c->y && (!set->sigma || c->sigma) &&
           (!set->weights || c->weights);
}

/* Adds an error for each standard deviation that is not positive and each weight that is negative.
 */
static void check_signs(const struct columns *c, const struct lt_fit_set *set,
                        const struct lt_columns *data, struct lt_errors *errors) {
    for (size_t i = 0; i < data->rows; i++) {
        if (c->sigma && c->sigma[i] <= 0)
            lt_errors_add(errors, lt_columns_mark(data, i, errors),
                          "column '%s': a standard deviation must be above 0", set->sigma);
        if (c->weights && c->weights[i] < 0)
            lt_errors_add(errors, lt_columns_mark(data, i, errors),
                          "column '%s': a weight must not be below 0", set->weights);
    }
}

/* Copies the rows that have numbers and a weight to M, turns weights w into standard deviations
 * 1/sqrt(w), and numbers the segments of a curve from 0. m->missing counts the rows with gaps. */
static void take_rows(struct lt_measured *m, const struct columns *c, size_t rows) {
    size_t segment = 0;
    double before = NAN;
    for (size_t i = 0; i < rows; i++) {
        double sigma = c->sigma      ? c->sigma[i]
                       : c->weights  ? 1 / sqrt(c->weights[i])
                       : m->absolute ? m->set->sigma_all.value
                                     : 1;
        if (isnan(c->x[i]) || isnan(c->y[i]) || isnan(sigma)) {
            m->missing++;
        } else if (isfinite(sigma)) { /* else the weight is 0 */
            m->x[m->count] = c->x[i];
            m->y[m->count] = c->y[i];
            m->sigma[m->count] = sigma;
            segment += c->segments && c->segments[i] != before && m->count > 0;
            before = c->segments ? c->segments[i] : NAN;
            if (c->segments)
                m->segment[m->count] = (double)segment;
            m->count++;
        }
    }
}

/* Numbers per row: four as read, four as used, six of the fit (fit.c), two on either side of a
 * parameter, the order by x, and the branch; twice as many with those of the figure. */
enum { NUMBERS = 2 * 20 };

/* Extracts the points of a data set from a table into MEASURED, in SI units. Returns true; false,
 * with errors, if a column is wrong or no row is complete. */
bool lt_fit_data(struct lt_measured *measured, const struct lt_fit_set *set,
                 struct lt_columns *data, struct lt_arena *arena, struct lt_errors *errors) {
    *measured = (struct lt_measured){.set = set,
                                     .name = lt_arena_copy(arena, data->path, strlen(data->path)),
                                     .absolute = set->sigma || set->sigma_all.given};
    size_t failures = errors->failures;
    struct columns columns = {0};
    if (!lt_columns_fits(data, NUMBERS, errors) ||
        !read_columns(&columns, set, data, arena, errors))
        return false;
    /* Wrong signs are reported together with the other errors of the data. */
    check_signs(&columns, set, data, errors);
    measured->x = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    measured->y = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    measured->sigma = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    if (columns.segments)
        measured->segment = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    take_rows(measured, &columns, data->rows);
    if (measured->count == 0)
        lt_errors_add(errors, lt_columns_head(data, 0, errors), "there is no row with numbers");
    return errors->failures == failures;
}

/* Returns the order in which neighbouring points are compared: that of the data along a curve, else
 * by increasing x. */
const struct lt_ordered *lt_fit_data_order(const struct lt_measured *m, struct lt_arena *arena) {
    struct lt_ordered *order = lt_arena_get(arena, (m->count + 1) * sizeof *order);
    for (size_t i = 0; i < m->count; i++)
        order[i] = (struct lt_ordered){m->x[i], i};
    if (!m->set->is_curve)
        lt_curve_sort(order, m->count);
    return order;
}
