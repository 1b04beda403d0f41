/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/curve.h"

#include "base/arena.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

static int by_x(const void *a, const void *b) {
    const struct lt_ordered *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

void lt_curve_sort(struct lt_ordered *list, size_t count) {
    qsort(list, count, sizeof *list, by_x);
}

const char *lt_curve_name(const char *column) {
    return column + (column[0] == '-');
}

const char *lt_curve_unit(const char *column, struct lt_arena *arena) {
    const char *word = lt_curve_name(column);
    const struct lt_name *name = lt_names_find(lt_names_new(NULL, NULL, 0, NULL, 0, arena), word);
    return name ? name->unit : strncmp(word, "E_", 2) == 0 ? "J" : "";
}

/* NULL: there is no such column. */
static const double *read_column(const struct lt_csv *csv, const char *column,
                                 struct lt_arena *arena) {
    long index = lt_csv_column(csv, lt_curve_name(column));
    if (index < 0)
        return NULL;
    double sign = column[0] == '-' ? -1 : 1;
    double *values = lt_arena_get(arena, (csv->rows + 1) * sizeof *values);
    for (size_t i = 0; i < csv->rows; i++)
        values[i] = sign * csv->cells[i * csv->columns + (size_t)index];
    return values;
}

const char *lt_curve_read(struct lt_curve *curve, const struct lt_csv *csv, const char *x,
                          const char *y, struct lt_arena *arena) {
    *curve = (struct lt_curve){.x = read_column(csv, x, arena),
                               .y = read_column(csv, y, arena),
                               .count = csv->rows,
                               .role = LT_CURVE_RUN};
    if (curve->x && curve->y)
        return NULL;
    const char *word = lt_curve_name(curve->x ? y : x);
    return lt_arena_print(
        arena, "no column '%s'%s", word,
        lt_options_choice(word, (const char *const *)csv->names, csv->columns, arena));
}
