/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.h: the probability distribution of an uncertain number. */
#ifndef LT_DISTRIBUTION_H
#define LT_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

enum lt_distribution_kind {
    LT_SAMPLES, /* each of the values with equal chance */
    LT_UNIFORM,
    LT_LOG_UNIFORM, /* its logarithm is uniform */
    LT_NORMAL,
    LT_LOGNORMAL /* its logarithm is normal */
};

extern const char *const lt_distribution_words[]; /* by kind; ends with NULL */

struct lt_distribution {
    enum lt_distribution_kind kind;
    double lo, hi;   /* UNIFORM, LOG_UNIFORM */
    bool whole;      /* UNIFORM: only whole numbers, each with equal chance */
    double mean, sd; /* NORMAL, LOGNORMAL: of the number itself, not of its logarithm */
    size_t n_values; /* SAMPLES, or the points of a grid */
    double *values;
    const char *unit; /* SAMPLES: that of their column, as in lt_columns_unit; NULL: none */
};

/* NULL, or what is wrong with its numbers. */
const char *lt_distribution_wrong(const struct lt_distribution *distribution);

/* The quantile of a probability between 0 and 1, both excluded; of a list of values, the one at
 * that fraction of the list. */
double lt_distribution_quantile(const struct lt_distribution *distribution, double share);

double lt_distribution_mean(const struct lt_distribution *distribution);

#endif
