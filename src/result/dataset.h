/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dataset.h: a table of measured data as people write it: units in the header ("v [mm/s]"), lines
 * of comment, empty fields, decimal commas, columns of words that nobody asks for. */
#ifndef LT_DATASET_H
#define LT_DATASET_H

#include "base/errors.h"
#include "base/field.h"

struct lt_arena;

struct lt_field_text {
    size_t offset, length; /* in the source, without blanks and quotes */
};

struct lt_dataset {
    const struct lt_source *source;
    size_t columns, rows;
    const char **names, **units; /* "" where the header has no unit */
    struct lt_field_text *header, *cells;
    struct lt_decimals *decimals; /* of the numbers read so far */
};

/* The table in TEXT, which is copied; fields are parted by commas, semicolons or tabs, whichever
 * comes first in the header. NULL and errors: no table, or rows of another width. */
struct lt_dataset *lt_dataset_read(const char *path, const char *text, size_t length,
                                   struct lt_arena *arena, struct lt_errors *errors);

/* ROWS numbers of a column ("-fn": with the other sign) in UNIT, NAN where a field is empty, "NA",
 * "nan" or "-". NULL and errors: no such column, a unit of another dimension, a word. */
double *lt_dataset_column(const struct lt_dataset *data, const char *name, const char *unit,
                          struct lt_arena *arena, struct lt_errors *errors);

/* Where a field stands; NAME as for lt_dataset_column. */
struct lt_mark lt_dataset_mark(const struct lt_dataset *data, const char *name, size_t row);

#endif
