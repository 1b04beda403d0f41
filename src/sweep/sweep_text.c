/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_text.c: the printed summary of a sweep. */
#include "base/text.h"
#include "result/summary.h"
#include "sweep/design.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdlib.h>

/* Prints the name of a column and N values with their units, each in WIDTH characters; "-" for one
 * that is not finite. */
static void print_numbers(FILE *out, const struct lt_cell *cell, const double *values, int n,
                          int width) {
    fprintf(out, "  %-20s", cell->name);
    for (int i = 0; i < n; i++) {
        char buffer[64];
        const char *text = isfinite(values[i])
                               ? lt_summary_quantity(values[i], cell->unit, buffer, sizeof buffer)
                               : "-";
        fprintf(out, i + 1 < n ? "  %-*s" : "  %.*s", i + 1 < n ? width : 64, text);
    }
    putc('\n', out);
}

/* Prints least value, mean, greatest value and standard deviation of each column but the last, the
 * flag 'failed'. */
static void print_extents(FILE *out, const struct lt_sweep *sweep,
                          const struct lt_extent *extents) {
    fprintf(out, "\n\n  %-20s  %-14s  %-14s  %-14s  %s\n", "", "least", "mean", "greatest",
            "std. deviation");
    for (size_t c = 0; c + 1 < sweep->n_cells; c++) {
        const struct lt_extent *e = &extents[c];
        bool some = e->count > 0;
        const double values[] = {some ? e->least : NAN, some ? e->mean : NAN,
                                 some ? e->greatest : NAN, lt_extent_deviation(e)};
        print_numbers(out, &sweep->cells[c], values, 4, 14);
    }
}

/* Prints the percentiles of each result. The last column, 'failed', is a flag and has none. */
static void print_percentiles(FILE *out, const struct lt_sweep *sweep,
                              const struct lt_extent *extents) {
    fprintf(out, "\n  %-20s", "");
    for (int i = 0; i < LT_PERCENTILES; i++) {
        char head[16];
        snprintf(head, sizeof head, "%g %%", lt_extent_percents[i]);
        fprintf(out, i + 1 < LT_PERCENTILES ? "  %-11s" : "  %s", head);
    }
    putc('\n', out);
    for (size_t c = 0; c + 1 < sweep->n_cells; c++)
        print_numbers(out, &sweep->cells[c], extents[c].percentiles, LT_PERCENTILES, 11);
}

/* Prints Sobol's indices of the factor NAME with their standard errors, or why there are none.
 * USED: complete base points. */
static void print_index(FILE *out, const char *name, const struct lt_index *index, size_t used) {
    if (isnan(index->first))
        fprintf(out, "    %-18s  %s\n", name,
                used < 2 ? "not known: it takes two complete points" : "does not vary");
    else
        fprintf(out, "    %-18s  %7.4f +- %-7.2g  %7.4f +- %.2g\n", name, index->first,
                index->first_error, index->total, index->total_error);
}

/* Prints Sobol's indices of each result for all factors, and how many base points were complete if
 * not all. */
static void print_indices(FILE *out, const struct lt_sweep *sweep,
                          const struct lt_sweep_outcome *outcome) {
    fprintf(out, "\n  %-22s%-20s%s\n", "fraction of variance", "first order", "total");
    for (size_t c = sweep->n_factors; c + 1 < sweep->n_cells; c++) {
        const struct lt_sensitivity *found = &outcome->indices[c];
        fprintf(out, "  %s", sweep->cells[c].name);
        if (found->used < sweep->base)
            fprintf(out, " (of %zu of %zu points)", found->used, sweep->base);
        putc('\n', out);
        for (size_t f = 0; f < sweep->n_factors; f++)
            print_index(out, sweep->factors[f].name, &found->indices[f], found->used);
    }
}

/* The summary of a sweep for the terminal, malloc'd: design, failures, statistics and indices. */
char *lt_sweep_text(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome) {
    const struct lt_program *program = job->program;
    const struct lt_sweep *sweep = program->sweep;
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    fprintf(out, "%s\n\n  design %s, %zu point%s",
            program->title[0] ? program->title : program->stem, lt_design_words[sweep->design],
            outcome->points, outcome->points == 1 ? "" : "s");
    if (outcome->failed > 0)
        fprintf(out, ", %zu failed", outcome->failed);
    print_extents(out, sweep, outcome->extents);
    if (!lt_design_kind_is_counted(sweep->design))
        print_percentiles(out, sweep, outcome->extents);
    if (outcome->indices)
        print_indices(out, sweep, outcome);
    return lt_text_end(&text);
}
