/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_series.c: a value that follows a table, {file: load.csv, column: vn, over: time}. */
#include "base/arena.h"
#include "base/columns.h"
#include "program/parse.h"

#include <math.h>
#include <string.h>

#define FIELD(f) LT_FIELD(struct lt_series, f)
const struct lt_key lt_parse_series_keys[] = {
    {"file", LT_VALUE_FILE, FIELD(file), .required = true, .doc = "a table"},
    {"column", LT_VALUE_NAME, FIELD(column), .required = true, .doc = "its column of values"},
    {"over", LT_VALUE_NAME, FIELD(over), .preset = "the first column",
     .doc = "its column of times since the stage began"},
    LT_TABLE_KEYS(struct lt_series, how),
    {0}};
#undef FIELD

/* True if two texts are equal, or both NULL. */
static bool is_same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* True if two tables are read in the same way. */
static bool is_same_how(const struct lt_columns_how *a, const struct lt_columns_how *b) {
    return a->skip == b->skip && is_same_text(a->header, b->header) &&
           is_same_text(a->rows, b->rows) && is_same_text(a->comment, b->comment) &&
           is_same_text(a->block, b->block) && is_same_text(a->where, b->where);
}

/* True if two stages follow the same columns of the same table. */
static bool is_same_series(const struct lt_series *a, const struct lt_series *b) {
    return is_same_text(a->over, b->over) && strcmp(a->unit, b->unit) == 0 &&
           strcmp(a->file, b->file) == 0 && strcmp(a->column, b->column) == 0 &&
           is_same_how(&a->how, &b->how);
}

/* A table with the same columns that an earlier stage has read, so that repeated stages do not
 * read it again; NULL: none. */
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

/* The numbers of the column that KEY names, or of the first one if the key is missing; NULL after
 * an error. */
static double *series_values(struct lt_reader *reader, const struct lt_node *map, const char *key,
                             const char *unit, struct lt_columns *table) {
    const struct lt_node *node = lt_tree_child(map, key);
    const char *name = node ? node->text : table->names[0];
    if (lt_columns_find(table, name) >= 0)
        return lt_columns_values(table, name, unit, reader->program->arena, reader->errors);
    lt_errors_add(reader->errors, node ? node->mark : lt_tree_child(map, "file")->mark,
                  "'%s' has no column '%s'%s", table->path, name,
                  lt_columns_hint(table, name, reader->errors));
    return NULL;
}

/* Checks that a table of imposed values has finite numbers at increasing times; false after an
 * error. */
static bool check_rows(struct lt_reader *reader, const struct lt_series *series,
                       const struct lt_columns *table) {
    const char *over = series->over ? series->over : table->names[0];
    for (size_t row = 0; row < table->rows; row++) {
        const double x = series->x[row], y = series->y[row];
        const struct lt_mark mark = lt_columns_mark(table, row, reader->errors);
        if (!isfinite(x) || !isfinite(y))
            lt_errors_add(reader->errors, mark, "no finite number for '%s'",
                          isfinite(x) ? series->column : over);
        else if (row > 0 && x <= series->x[row - 1])
            lt_errors_add(reader->errors, mark, "'%s' must increase, is %.10g after %.10g", over, x,
                          series->x[row - 1]);
        else
            continue;
        return false;
    }
    return true;
}

/* Takes the two columns of a table of imposed values: time in s, and values in UNIT. False after
 * an error. */
static bool fill_series(struct lt_reader *reader, const struct lt_node *node, const char *unit,
                        struct lt_series *series, struct lt_columns *table) {
    struct lt_mark mark = lt_tree_child(node, "file")->mark;
    series->x = series_values(reader, node, "over", "s", table);
    series->y = series_values(reader, node, "column", unit, table);
    series->count = table->rows;
    if (!series->x || !series->y)
        return false;
    if (table->rows < 2) {
        lt_errors_add(reader->errors, mark, "'%s' has fewer than two rows", series->file);
        return false;
    }
    if (!check_rows(reader, series, table))
        return false;
    if (series->x[0] > 0)
        lt_errors_note(reader->errors, mark,
                       "column '%s' of '%s' is the time since the stage began, from 0 on, but the "
                       "table begins at %.6g: until then its first value is used",
                       series->over ? series->over : table->names[0], series->file, series->x[0]);
    return true;
}

/* Reads a table of values in UNIT over time that a stage imposes; NULL after an error. */
const struct lt_series *lt_parse_series(struct lt_reader *reader, const struct lt_node *node,
                                        const char *unit) {
    struct lt_series *series = lt_arena_get(reader->program->arena, sizeof *series);
    series->unit = unit;
    size_t failures = reader->errors->failures;
    lt_schema_map(reader, node, lt_parse_series_keys, series);
    if (reader->errors->failures > failures)
        return NULL;
    const struct lt_series *earlier = known_series(reader->program, series);
    if (earlier)
        return earlier;
    struct lt_columns *table = lt_parse_table(reader, series->file, &series->how);
    bool good = table && fill_series(reader, node, unit, series, table);
    lt_columns_free(table);
    return good ? series : NULL;
}
