/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h: formulas over the columns of a table, and the rows for which one is true. */
#ifndef LT_ROWS_H
#define LT_ROWS_H

#include "base/columns.h"
#include "formula/formula.h"

/* A formula over columns: "overlap[mm]", "'Normal force'[kN]*1e-3", "row". */
struct lt_rows_formula {
    const struct lt_source *source; /* that holds it */
    const char *text, *end;         /* in the source */
    const char *name;               /* what it is for: "un" */
    const char *unit; /* of what it is for; of a single column the dimension is checked;
                         NULL: none */
    enum lt_formula_kind kind;
};

/* Returns the value in each row, in SI units; NAN where a number is missing. NULL after an
 * error, which is reported. */
double *lt_rows_values(struct lt_columns *table, const struct lt_rows_formula *formula,
                       struct lt_arena *arena, struct lt_errors *errors);
/* As lt_rows_values, for a separate TEXT, called WHAT in errors. */
double *lt_rows_values_of(struct lt_columns *table, const char *what, const char *text,
                          enum lt_formula_kind kind, struct lt_arena *arena,
                          struct lt_errors *errors);

/* As lt_columns_read(); how->where selects the rows. */
struct lt_columns *lt_rows_read(const char *path, const struct lt_columns_how *how, bool parts,
                                struct lt_errors *errors);
/* Keeps the rows for which how->where is true. False after an error, which is reported, or if
 * no row is left. */
bool lt_rows_choose(struct lt_columns *table, const struct lt_columns_how *how,
                    struct lt_errors *errors);

#endif
