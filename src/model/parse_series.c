/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_series.c: a value that follows a table, {file: load.csv, column: vn, over: time}. */
#include "base/arena.h"
#include "base/csv.h"
#include "base/field.h"
#include "model/parse.h"

#include <math.h>
#include <string.h>

#define FIELD(f) LT_FIELD(struct lt_series, f)
const struct lt_key lt_parse_series_keys[] = {
    {"file", LT_VALUE_FILE, FIELD(file), .required = true, .doc = "a table"},
    {"column", LT_VALUE_NAME, FIELD(column), .required = true, .doc = "its column of values"},
    {"over", LT_VALUE_NAME, FIELD(over), .preset = "the first column",
     .doc = "its column of times since the stage began"},
    {0}};
#undef FIELD

static bool is_same_series(const struct lt_series *a, const struct lt_series *b) {
    bool over = a->over && b->over ? strcmp(a->over, b->over) == 0 : a->over == b->over;
    return over && strcmp(a->file, b->file) == 0 && strcmp(a->column, b->column) == 0;
}

/* The same table of an earlier value: stages that are repeated do not read it again. */
static const struct lt_series *known_series(const struct lt_program *program,
                                            const struct lt_series *wanted) {
    for (size_t i = program->n_stages; i-- > 0;)
        for (size_t dof = 0; dof < LT_DOFS; dof++) {
            const struct lt_series *series = program->stages[i].series[dof];
            if (series && is_same_series(series, wanted))
                return series;
        }
    return NULL;
}

/* Index of the column that KEY names, -1 and an error if there is none. */
static long column_at(struct lt_reader *reader, const struct lt_node *map, const char *key,
                      const struct lt_series *series, const struct lt_csv *csv) {
    const struct lt_node *node = lt_tree_child(map, key);
    if (!node)
        return 0;
    long column = lt_csv_column(csv, node->text);
    if (column < 0)
        lt_errors_add(reader->errors, node->mark, "'%s' has no column '%s'%s", series->file,
                      node->text,
                      lt_errors_hint(reader->errors, node->text, (const char *const *)csv->names,
                                     csv->columns));
    return column;
}

/* NULL, or what is wrong with a row. */
static const char *row_fault(const struct lt_series *series, const struct lt_csv *csv, size_t row,
                             const char *x_name, struct lt_arena *arena) {
    double x = series->x[row], y = series->y[row];
    if (!isfinite(x) || !isfinite(y))
        return lt_arena_print(arena, "%s:%d: no finite number for '%s'", series->file,
                              csv->lines[row], isfinite(x) ? series->column : x_name);
    if (row > 0 && x <= series->x[row - 1])
        return lt_arena_print(arena, "%s:%d: '%s' must increase, is %.10g after %.10g",
                              series->file, csv->lines[row], x_name, x, series->x[row - 1]);
    return NULL;
}

struct lt_csv *lt_parse_series_table(struct lt_reader *reader, const char *file,
                                     struct lt_mark mark) {
    char why[512];
    struct lt_csv *csv = lt_csv_read(file, why, sizeof why);
    if (!csv)
        lt_errors_add(reader->errors, mark, "%s", why);
    else if (csv->comma)
        lt_errors_note(reader->errors, mark, "%s: " LT_FIELD_COMMAS, file);
    return csv;
}

static bool fill_series(struct lt_reader *reader, const struct lt_node *node,
                        struct lt_series *series, const struct lt_csv *csv) {
    struct lt_arena *arena = reader->program->arena;
    struct lt_mark mark = lt_tree_child(node, "file")->mark;
    long x = column_at(reader, node, "over", series, csv);
    long y = column_at(reader, node, "column", series, csv);
    if (x < 0 || y < 0)
        return false;
    if (csv->rows < 2) {
        lt_errors_add(reader->errors, mark, "'%s' has fewer than two rows", series->file);
        return false;
    }
    series->count = csv->rows;
    series->x = lt_arena_get(arena, csv->rows * sizeof *series->x);
    series->y = lt_arena_get(arena, csv->rows * sizeof *series->y);
    for (size_t row = 0; row < csv->rows; row++) {
        series->x[row] = csv->cells[row * csv->columns + (size_t)x];
        series->y[row] = csv->cells[row * csv->columns + (size_t)y];
        const char *wrong = row_fault(series, csv, row, csv->names[x], arena);
        if (!wrong)
            continue;
        lt_errors_add(reader->errors, mark, "%s", wrong);
        return false;
    }
    if (series->x[0] > 0)
        lt_errors_note(reader->errors, mark,
                       "column '%s' of '%s' is the time since the stage began, which is 0; the "
                       "table begins at %.6g: before that its first value holds",
                       csv->names[x], series->file, series->x[0]);
    return true;
}

const struct lt_series *lt_parse_series(struct lt_reader *reader, const struct lt_node *node) {
    struct lt_series *series = lt_arena_get(reader->program->arena, sizeof *series);
    size_t failures = reader->errors->failures + reader->errors->dropped;
    lt_schema_map(reader, node, lt_parse_series_keys, series);
    if (reader->errors->failures + reader->errors->dropped > failures)
        return NULL;
    const struct lt_series *earlier = known_series(reader->program, series);
    if (earlier)
        return earlier;
    struct lt_csv *csv =
        lt_parse_series_table(reader, series->file, lt_tree_child(node, "file")->mark);
    bool good = csv && fill_series(reader, node, series, csv);
    lt_csv_free(csv);
    return good ? series : NULL;
}
