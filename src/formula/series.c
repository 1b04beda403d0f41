/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/series.h"

#include <gsl/gsl_interp.h>

/* Interpolates the series linearly at X; beyond its ends it is constant. */
double lt_series_at(const struct lt_series *series, double x) {
    const double *xs = series->x, *ys = series->y;
    size_t last = series->count - 1;
    if (x <= xs[0])
        return ys[0];
    if (x >= xs[last])
        return ys[last];
    size_t i = gsl_interp_bsearch(xs, x, 0, last);
    return ys[i] + (x - xs[i]) / (xs[i + 1] - xs[i]) * (ys[i + 1] - ys[i]);
}

/* The slope dy/dx of the series at X; at a point it is that of the interval to the right, and 0
 * beyond the ends. */
double lt_series_slope(const struct lt_series *series, double x) {
    const double *xs = series->x, *ys = series->y;
    size_t last = series->count - 1;
    if (x < xs[0] || x >= xs[last])
        return 0;
    size_t i = gsl_interp_bsearch(xs, x, 0, last);
    return (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]);
}
