/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.h: statistics of a column: minimum, maximum, mean, standard deviation, percentiles. */
#ifndef LT_EXTENT_H
#define LT_EXTENT_H

#include <stddef.h> /* GSL 2.6 forgets it */

#include <gsl/gsl_rstat.h>

enum { LT_PERCENTILES = 7 };
extern const double lt_extent_percents[LT_PERCENTILES];

struct lt_extent {
    size_t count; /* of finite numbers; others are left out */
    double least, greatest, mean, squares;
    double percentiles[LT_PERCENTILES];
    double *kept; /* in the order in which they came; NULL: percentiles are estimated (P2) */
    gsl_rstat_quantile_workspace *estimates[LT_PERCENTILES];
};

/* KEPT has room for all numbers; NULL: too many to keep. */
void lt_extent_begin(struct lt_extent *extent, double *kept);
void lt_extent_add(struct lt_extent *extent, double value);
void lt_extent_end(struct lt_extent *extent);               /* must be called; frees */
double lt_extent_deviation(const struct lt_extent *extent); /* NAN: of fewer than two */

#endif
