/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: tables read back, with what is said of them. */
#ifndef LT_TEST_COLUMNS_H
#define LT_TEST_COLUMNS_H

#include "base/arena.h"
#include "base/columns.h"
#include "lt_check.h"

/* WHY: the first error, or "". */
static inline struct lt_columns *read_columns(const char *path, char *why, size_t size) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_columns *table = lt_columns_read(path, NULL, false, errors);
    snprintf(why, size, "%s", lt_errors_first(errors, errors->arena));
    lt_errors_free(errors);
    return table;
}

static inline FILE *open_text(const char *text) {
    FILE *file = tmpfile();
    fputs(text, file);
    rewind(file);
    return file;
}

/* The numbers of a column of TEXT, or NULL; *SAID: all errors and notes, to be freed. */
static inline double *read_values(const char *text, const char *column, const char *unit,
                                  struct lt_arena *arena, char **said) {
    struct lt_errors *errors = lt_errors_new();
    FILE *file = open_text(text);
    struct lt_columns *table = lt_columns_read_from(file, "d.csv", NULL, errors);
    double *values = table ? lt_columns_values(table, column, unit, arena, errors) : NULL;
    fclose(file);
    *said = lt_errors_text(errors);
    lt_columns_free(table);
    lt_errors_free(errors);
    return values;
}

#endif
