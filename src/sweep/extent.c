/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/extent.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

const double lt_extent_percents[LT_PERCENTILES] = {2.5, 5, 25, 50, 75, 95, 97.5};

void lt_extent_begin(struct lt_extent *extent, double *kept) {
    *extent = (struct lt_extent){.kept = kept};
    for (size_t i = 0; i < LT_PERCENTILES && !kept; i++) {
        extent->estimates[i] = gsl_rstat_quantile_alloc(lt_extent_percents[i] / 100);
        if (!extent->estimates[i])
            abort();
    }
}

/* Mean and squares of deviations, one number after the other (Welford 1962). */
void lt_extent_add(struct lt_extent *extent, double value) {
    if (!isfinite(value))
        return;
    double away = value - extent->mean;
    extent->least = extent->count > 0 ? fmin(extent->least, value) : value;
    extent->greatest = extent->count > 0 ? fmax(extent->greatest, value) : value;
    if (extent->kept)
        extent->kept[extent->count] = value;
    for (size_t i = 0; i < LT_PERCENTILES && !extent->kept; i++)
        gsl_rstat_quantile_add(value, extent->estimates[i]);
    extent->count++;
    extent->mean += away / (double)extent->count;
    extent->squares += away * (value - extent->mean);
}

void lt_extent_end(struct lt_extent *extent) {
    if (extent->kept)
        gsl_sort(extent->kept, 1, extent->count);
    for (size_t i = 0; i < LT_PERCENTILES; i++) {
        double share = lt_extent_percents[i] / 100;
        extent->percentiles[i] =
            extent->count == 0 ? NAN
            : extent->kept
                ? gsl_stats_quantile_from_sorted_data(extent->kept, 1, extent->count, share)
                : gsl_rstat_quantile_get(extent->estimates[i]);
        if (extent->estimates[i])
            gsl_rstat_quantile_free(extent->estimates[i]);
        extent->estimates[i] = NULL;
    }
}

double lt_extent_deviation(const struct lt_extent *extent) {
    return extent->count > 1 ? sqrt(extent->squares / (double)(extent->count - 1)) : NAN;
}
