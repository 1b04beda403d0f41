/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.h: reference tables in tests/data, and runs that must agree with them. */
#ifndef LT_TEST_TABLES_H
#define LT_TEST_TABLES_H

#include "columns.h"
#include "programs.h"
#include "result/record.h"

#include <stdlib.h>

static inline struct lt_columns *table(const char *name) {
    char path[512], why[256];
    snprintf(path, sizeof path, "%s/data/%s", getenv("LT_TEST_DATA"), name);
    struct lt_columns *csv = read_columns(path, why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    return csv;
}

static inline double cell(const struct lt_columns *csv, size_t row, const char *column) {
    return csv->cells[row * csv->columns + (size_t)lt_columns_find(csv, column)];
}

/* The series of another program: columns step, overlap and force; TEXT records un and fn. Both
 * agree to 1e-9 of a tenth of a millimetre and of PEAK. */
static inline void same_series(const char *file, const char *text, double peak) {
    struct lt_columns *csv = table(file);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    size_t compared = 0;
    for (size_t row = 0; row < csv->rows; row++) {
        size_t step = (size_t)cell(csv, row, "step");
        if (step >= r->table.rows)
            continue;
        const double *here = r->table.cells + step * r->table.columns;
        ck_within(-here[0], cell(csv, row, "overlap"), 1e-9 * 1e-4);
        ck_within(-here[1], cell(csv, row, "force"), 1e-9 * peak);
        compared++;
    }
    ck_assert_uint_gt(compared, 200);
    lt_run_free(r);
    lt_program_free(program);
    lt_columns_free(csv);
}

#endif
