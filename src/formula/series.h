/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h: linear interpolation of a table, constant outside. */
#ifndef LT_SERIES_H
#define LT_SERIES_H

#include "base/columns.h"

#include <stddef.h>

struct lt_series {
    struct lt_columns_how how;        /* the file is read */
    const char *file, *column, *over; /* where it comes from; over NULL: the first column */
    const char *unit;                 /* of y */
    size_t count;                     /* at least 2 */
    double *x, *y;                    /* x increases */
};

double lt_series_at(const struct lt_series *series, double x);
double lt_series_slope(const struct lt_series *series,
                       double x); /* at a point: of the segment above it */

#endif
