/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit_data.c: the points of a data set. */
#include "base/arena.h"
#include "fit/fitting.h"
#include "result/dataset.h"

#include <math.h>

struct columns {
    double *x, *y, *sigma, *weights;
};

/* Those that the set names. */
static bool read_columns(struct columns *c, const struct lt_fit_set *set,
                         const struct lt_dataset *data, struct lt_arena *arena,
                         struct lt_errors *errors) {
    c->x = lt_dataset_column(data, set->x, set->x_unit, arena, errors);
    c->y = lt_dataset_column(data, set->y, set->y_unit, arena, errors);
    if (set->sigma)
        c->sigma = lt_dataset_column(data, set->sigma, set->y_unit, arena, errors);
    if (set->weights)
        c->weights = lt_dataset_column(data, set->weights, "", arena, errors);
    return c->x && c->y && (!set->sigma || c->sigma) && (!set->weights || c->weights);
}

static void check_signs(const struct columns *c, const struct lt_fit_set *set,
                        const struct lt_dataset *data, struct lt_errors *errors) {
    for (size_t i = 0; i < data->rows; i++) {
        if (c->sigma && c->sigma[i] <= 0)
            lt_errors_add(errors, lt_dataset_mark(data, set->sigma, i),
                          "a standard deviation must be above 0");
        if (c->weights && c->weights[i] < 0)
            lt_errors_add(errors, lt_dataset_mark(data, set->weights, i),
                          "a weight must not be below 0");
    }
}

static void take_rows(struct lt_measured *m, const struct columns *c, size_t rows) {
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
            m->sigma[m->count++] = sigma;
        }
    }
}

bool lt_fit_data(struct lt_measured *measured, const struct lt_fit_set *set, const char *path,
                 const char *text, size_t length, struct lt_arena *arena,
                 struct lt_errors *errors) {
    *measured = (struct lt_measured){
        .set = set, .name = path, .absolute = set->sigma || set->sigma_all.given};
    size_t failures = errors->failures + errors->dropped;
    struct lt_dataset *data = lt_dataset_read(path, text, length, arena, errors);
    struct columns columns = {0};
    if (!data || !read_columns(&columns, set, data, arena, errors))
        return false;
    check_signs(&columns, set, data, errors);
    measured->x = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    measured->y = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    measured->sigma = lt_arena_get(arena, (data->rows + 1) * sizeof(double));
    take_rows(measured, &columns, data->rows);
    if (measured->count == 0)
        lt_errors_add(errors, (struct lt_mark){data->source, 1, 1}, "there is no row with numbers");
    return errors->failures + errors->dropped == failures;
}

const struct lt_ordered *lt_fit_data_order(const struct lt_measured *m, struct lt_arena *arena) {
    struct lt_ordered *order = lt_arena_get(arena, (m->count + 1) * sizeof *order);
    for (size_t i = 0; i < m->count; i++)
        order[i] = (struct lt_ordered){m->x[i], i};
    if (!m->set->is_curve)
        lt_curve_sort(order, m->count);
    return order;
}
