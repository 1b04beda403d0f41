/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mapping.h: what the columns of a table from elsewhere are in a run: "un=-overlap[mm], fn=F*1e-3".
 */
#ifndef LT_MAPPING_H
#define LT_MAPPING_H

#include "base/columns.h"

#include <stdbool.h>
#include <stddef.h>

/* A column of a run, and a formula over columns of the table; row is the number of the row, from 0.
 */
struct lt_mapping {
    const char *name, *text;
    struct lt_mark mark; /* of the formula */
    bool signs;          /* "-F", "F*-1", "+F": the user says which way is positive */
    bool named;          /* not requested: a column of the table has this name */
    double *values;      /* in SI; NAN where a number is missing */
};

/* The unit of a column that a table may be mapped to; NULL: it is none. */
const char *lt_mapping_unit(const char *name);

/* Work out what OPTIONS, lists like the above, and the table's own names give: COUNT columns. NULL
 * and errors. */
struct lt_mapping *lt_mapping_read(struct lt_columns *table, const char *const *options,
                                   size_t n_options, size_t *count, struct lt_arena *arena,
                                   struct lt_errors *errors);

#endif
