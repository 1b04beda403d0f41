/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/curve.h"

#include "base/arena.h"
#include "base/field.h"
#include "base/options.h"
#include "figure/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Orders by x, and equal x by their position in the list, so that qsort is stable. */
static int by_x(const void *a, const void *b) {
    const struct lt_ordered *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

/* Sorts COUNT numbers by increasing x; equal ones stay in their order. */
void lt_curve_sort(struct lt_ordered *list, size_t count) {
    qsort(list, count, sizeof *list, by_x);
}

/* Returns the name of a column without the minus sign that may precede it. */
const char *lt_curve_name(const char *column) {
    return column + (column[0] == '-');
}

/* Finds the column, with unit and description, that a run of any law records under the name WORD.
 * NULL if there is none. */
static const struct lt_name *recorded_name(const char *word, struct lt_arena *arena) {
    struct lt_names *names = lt_names_new(NULL, NULL, 0, NULL, 0, arena);
    names->bodies = true;
    return lt_names_find(names, word);
}

/* Returns the SI unit of a column that lawtester records, "-un" included; J for any E_ column, ""
 * for unknown names. */
const char *lt_curve_unit(const char *column, struct lt_arena *arena) {
    const char *word = lt_curve_name(column);
    const struct lt_name *name = recorded_name(word, arena);
    return name ? name->unit : strncmp(word, "E_", 2) == 0 ? "J" : "";
}

/* Returns the axis text for a column: the words of a recorded quantity, or the column's own name if
 * no run records it. */
const char *lt_curve_words(const char *column, struct lt_arena *arena) {
    const struct lt_name *name = recorded_name(column, arena);
    return name ? lt_axis_words(column, name->doc, arena) : column;
}

/* Checks that a column holds numbers in a unit that converts to *UNIT, and sets *UNIT if that is
 * "". The unit is that of the header or of the known name. Returns true, also for a missing column;
 * false, with errors, if not. */
bool lt_curve_agrees(struct lt_columns *table, const char *column, const char **unit,
                     struct lt_arena *arena, struct lt_errors *errors) {
    const char *name = lt_curve_name(column);
    const long index = lt_columns_find(table, name);
    if (index < 0)
        return true;
    if (!lt_columns_usable(table, (size_t)index, "", errors))
        return false;
    const char *own = lt_columns_unit(table, (size_t)index);
    own = *own ? lt_arena_copy(arena, own, strlen(own)) : lt_curve_unit(name, arena);
    double factor;
    char why[400];
    if (*own && **unit && !lt_field_factor(own, *unit, &factor, why, sizeof why)) {
        lt_errors_add(errors, lt_columns_head(table, (size_t)index, errors), "column '%s': %s",
                      name, why);
        return false;
    }
    *unit = **unit ? *unit : own;
    return true;
}

/* Reads the columns X and Y of a table as one curve; a leading "-" changes the sign. Returns NULL,
 * or which column is missing; bad numbers are added to ERRORS. */
const char *lt_curve_read(struct lt_curve *curve, struct lt_columns *table, const char *x,
                          const char *y, struct lt_arena *arena, struct lt_errors *errors) {
    *curve = (struct lt_curve){.count = table->rows, .role = LT_CURVE_RUN};
    const char *const columns[] = {x, y};
    for (int i = 0; i < 2; i++) {
        const char *word = lt_curve_name(columns[i]);
        if (lt_columns_find(table, word) < 0)
            return lt_arena_print(arena, "no column '%s'%s", word,
                                  lt_options_choice(word, table->names, table->columns, arena));
        *(i ? &curve->y : &curve->x) = lt_columns_values(table, columns[i], "", arena, errors);
    }
    return NULL;
}

/* Finds the least and largest x and y (SI) of all curves and their bases, as far as the axes can
 * show them: logarithmic axes skip values of 0 and below. Returns true; false if there is no point.
 */
bool lt_curve_ranges(const struct lt_figure *figure, double x[2], double y[2]) {
    x[0] = y[0] = INFINITY;
    x[1] = y[1] = -INFINITY;
    for (size_t c = 0; c < figure->n_curves; c++) {
        const struct lt_curve *curve = &figure->curves[c];
        for (size_t i = 0; i < curve->count; i++) {
            double low = curve->base ? curve->base[i] : curve->y[i];
            if (!isfinite(curve->x[i]) || !isfinite(curve->y[i]) || !isfinite(low) ||
                (figure->x_log && curve->x[i] <= 0) || (figure->y_log && curve->y[i] <= 0))
                continue;
            lt_axis_widen(x, curve->x[i]);
            lt_axis_widen(y, curve->y[i]);
            lt_axis_widen(y, low);
        }
    }
    /* The figure may require that y contains two more values. */
    for (int i = 0; i < 2 && figure->y_has[0] != figure->y_has[1]; i++)
        lt_axis_widen(y, figure->y_has[i]);
    return x[0] <= x[1];
}
