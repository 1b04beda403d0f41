/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, as the commands read them. */
#include "library.h"

#include "base/arena.h"
#include "formula/rows.h"

#include <stdio.h>
#include <stdlib.h>

/* A table that was read; COLUMNS NULL: it could not be. */
struct lawtester_table {
    const char *path;
    const struct lawtester_table_how *how;
    struct lt_columns *columns;
    struct lt_errors *errors;
    char *said; /* errors and notes as text */
};

/* Work of lawtester_table_read(): reads a table. Its errors are kept in the table. */
static void fetch_table(void *data) {
    struct lawtester_table *table = data;
    const struct lawtester_table_how none = {.skip = 0}, *how = table->how ? table->how : &none;
    struct lt_columns_how words = {.skip = how->skip,
                                   .header = how->header,
                                   .rows = how->rows,
                                   .comment = how->comment,
                                   .block = how->block,
                                   .where = how->where};
    table->errors = lt_errors_new();
    long header;
    size_t first, last;
    const char *of_header = lt_columns_header(how->header, &header),
               *of_rows = lt_columns_rows(how->rows, &first, &last);
    const struct lt_source nowhere = {.name = "how", .text = ""};
    if (of_header || of_rows)
        lt_errors_add(table->errors, (struct lt_mark){.source = &nowhere}, "%s: %s",
                      of_header ? "header" : "rows", of_header ? of_header : of_rows);
    else
        table->columns = lt_rows_read(table->path, &words, false, table->errors);
    table->said = lt_errors_text(table->errors);
}

/* Reads a table as HOW says; NULL: by default. It may have errors, see lawtester_table_ok(). */
struct lawtester_table *lawtester_table_read(const char *path,
                                             const struct lawtester_table_how *how) {
    struct lawtester_table *table = lt_memory_get(sizeof *table);
    *table = (struct lawtester_table){.path = path, .how = how};
    lt_library_work_alone(fetch_table, table);
    return table;
}

/* Frees a table; NULL is allowed. */
void lawtester_table_free(struct lawtester_table *table) {
    if (!table)
        return;
    lt_columns_free(table->columns);
    lt_errors_free(table->errors);
    free(table->said);
    free(table);
}

/* Returns 1 if the table could be read, else 0. */
int lawtester_table_ok(const struct lawtester_table *table) {
    return table->columns != NULL;
}

/* Errors of the table, and notes on rows that were skipped or settings that were assumed, as text.
 */
const char *lawtester_table_errors(const struct lawtester_table *table) {
    return table->said;
}

/* Number of rows; 0 if the table could not be read. */
size_t lawtester_table_rows(const struct lawtester_table *table) {
    return table->columns ? table->columns->rows : 0;
}

/* Name of column I, from 0; NULL: there is none. */
const char *lawtester_table_name(const struct lawtester_table *table, size_t i) {
    return table->columns && i < table->columns->columns ? table->columns->names[i] : NULL;
}

/* Arguments and result of lawtester_table_column(); USABLE: 1 if the column has numbers only. */
struct column {
    struct lawtester_table *table;
    size_t i;
    const char *unit;
    double *values;
    int usable;
};

/* Work of lawtester_table_column(): copies a column and its unit. */
static void hand_column(void *data) {
    struct column *c = data;
    struct lt_columns *columns = c->table->columns;
    struct lt_errors *errors = lt_errors_new();
    c->usable = lt_columns_usable(columns, c->i, "", errors);
    c->unit = lt_columns_unit(columns, c->i);
    for (size_t row = 0; c->values && row < columns->rows; row++)
        c->values[row] = columns->cells[row * columns->columns + c->i];
    lt_errors_free(errors);
}

/* Gets the unit of column I, from 0, and its numbers in SI units, unless VALUES is NULL. Returns 0
 * if there is no such column or it contains words, else 1. */
int lawtester_table_column(struct lawtester_table *table, size_t i, double *values,
                           const char **unit) {
    struct column column = {.table = table, .i = i, .unit = "", .values = values};
    if (!lawtester_table_name(table, i))
        return 0;
    lt_library_work_alone(hand_column, &column);
    *unit = column.unit;
    return column.usable;
}
