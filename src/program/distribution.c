/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/distribution.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

const char *const lt_distribution_words[] = {
    [LT_SAMPLES] = "samples", [LT_UNIFORM] = "uniform",     [LT_LOG_UNIFORM] = "loguniform",
    [LT_NORMAL] = "normal",   [LT_LOGNORMAL] = "lognormal", NULL};

/* An error message if the numbers of a distribution are impossible; NULL: they are possible. */
const char *lt_distribution_wrong(const struct lt_distribution *d) {
    bool normal = d->kind == LT_NORMAL || d->kind == LT_LOGNORMAL;
    bool uniform = d->kind == LT_UNIFORM || d->kind == LT_LOG_UNIFORM;
    if (normal && !(d->sd > 0))
        return "the standard deviation must be above 0";
    if (d->kind == LT_LOGNORMAL && !(d->mean > 0))
        return "the mean of a lognormal distribution must be above 0";
    if (uniform && !(d->lo < d->hi))
        return "the first number must be below the second";
    if (d->kind == LT_LOG_UNIFORM && !(d->lo > 0))
        return "both ends of a loguniform distribution must be above 0";
    return NULL;
}

/* The quantile of a uniform distribution at the probability SHARE, in (0, 1). In whole numbers all
 * from lo to hi are equally probable; hi may be below lo. */
static double uniform_quantile(const struct lt_distribution *d, double share) {
    if (!d->whole)
        return d->lo + (d->hi - d->lo) * share;
    double count = fabs(d->hi - d->lo) + 1;
    return d->lo + copysign(fmin(floor(share * count), count - 1), d->hi - d->lo);
}

/* The value below which a draw lies with the probability SHARE, in (0, 1), in the unit of the
 * distribution. */
double lt_distribution_quantile(const struct lt_distribution *d, double share) {
    if (d->n_values > 0)
        return d->values[(size_t)(share * (double)d->n_values)];
    switch (d->kind) {
    case LT_NORMAL:
        return d->mean + gsl_cdf_gaussian_Pinv(share, d->sd);
    case LT_LOGNORMAL: {
        double square = log1p(d->sd / d->mean * (d->sd / d->mean));
        return d->mean * exp(gsl_cdf_gaussian_Pinv(share, sqrt(square)) - square / 2);
    }
    case LT_LOG_UNIFORM:
        return d->lo * pow(d->hi / d->lo, share);
    case LT_UNIFORM:
        return uniform_quantile(d, share);
    case LT_SAMPLES:
        break;
    }
    return NAN;
}

/* The mean of a distribution, in its unit. */
double lt_distribution_mean(const struct lt_distribution *d) {
    switch (d->kind) {
    case LT_NORMAL:
    case LT_LOGNORMAL:
        return d->mean;
    case LT_LOG_UNIFORM:
        return (d->hi - d->lo) / log(d->hi / d->lo);
    case LT_UNIFORM:
        return d->lo + (d->hi - d->lo) / 2;
    case LT_SAMPLES:
        return gsl_stats_mean(d->values, 1, d->n_values);
    }
    return NAN;
}
