/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/tally.h"

#include "base/arena.h"
#include "sweep/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 8000000 }; /* numbers kept, 64 MB, for exact percentiles */

/* The first line of the CSV table: the names of the columns. */
static const char *tally_header(const struct lt_tally *tally) {
    const char *text = "";
    for (size_t c = 0; c < tally->sweep->n_cells; c++)
        text = lt_arena_print(tally->job->arena, "%s%s%s", text, c > 0 ? "," : "",
                              tally->sweep->cells[c].name);
    return lt_arena_print(tally->job->arena, "%s\n", text);
}

/* Makes room for all results of all points, which Sobol's indices need. */
static void keep_runs(struct lt_tally *tally) {
    const struct lt_sweep *sweep = tally->sweep;
    struct lt_arena *arena = tally->job->arena;
    if (sweep->design != LT_DESIGN_SENSITIVITY)
        return;
    tally->outcome->runs = lt_arena_get(arena, sweep->n_cells * sizeof *tally->outcome->runs);
    for (size_t c = sweep->n_factors; c + 1 < sweep->n_cells; c++)
        tally->outcome->runs[c] = lt_arena_get(arena, sweep->points * sizeof(double));
}

/* True if all numbers of the table are kept in memory for exact percentiles; of more than
 * MOST_KEPT they are estimated. */
static bool keeps_all(const struct lt_sweep *sweep, size_t points) {
    return points <= MOST_KEPT / sweep->n_cells;
}

/* The memory, in bytes, for the statistics of a sweep of POINTS points. */
double lt_tally_bytes(const struct lt_sweep_job *job, size_t points) {
    const struct lt_sweep *sweep = job->program->sweep;
    const int copies = keeps_all(sweep, points) + (sweep->design == LT_DESIGN_SENSITIVITY);
    return copies * (double)(sweep->n_cells * sizeof(double)) * (double)points;
}

/* Begins the statistics of each column, with room for all its numbers unless there are too
 * many. */
static void begin_extents(struct lt_tally *tally) {
    struct lt_sweep_outcome *outcome = tally->outcome;
    size_t n = tally->sweep->n_cells;
    bool keep = keeps_all(tally->sweep, outcome->points);
    for (size_t c = 0; c < n; c++)
        lt_extent_begin(&outcome->extents[c],
                        keep ? lt_arena_get(tally->job->arena, outcome->points * sizeof(double))
                             : NULL);
}

/* Begins the statistics and the checksum of a table, whose rows follow in blocks. */
void lt_tally_begin(struct lt_tally *tally, const struct lt_sweep_job *job,
                    struct lt_sweep_outcome *outcome) {
    *tally = (struct lt_tally){.job = job, .sweep = job->program->sweep, .outcome = outcome};
    tally->header = tally_header(tally);
    SHA256Init(&tally->hash);
    SHA256Update(&tally->hash, (const uint8_t *)tally->header, strlen(tally->header));
    outcome->done = 0;
    keep_runs(tally);
    begin_extents(tally);
}

/* Adds the number of column CELL in the next row to its statistics if the point is INDEPENDENT,
 * and to the results kept for Sobol's indices. */
static void take_cell(struct lt_sweep_outcome *outcome, size_t cell, double value,
                      bool independent) {
    if (outcome->done >= outcome->points)
        return; /* more rows than the sweep has points */
    if (independent)
        lt_extent_add(&outcome->extents[cell], value);
    if (outcome->runs && outcome->runs[cell])
        outcome->runs[cell][outcome->done] = value;
}

/* Adds a row of the table, LINE of LENGTH bytes with its newline, to the statistics and to the
 * checksum. */
static void take_row(struct lt_tally *tally, const char *line, size_t length) {
    struct lt_sweep_outcome *outcome = tally->outcome;
    const char *at = line;
    double value = 0;
    bool independent = lt_design_is_independent(tally->sweep, outcome->done);
    for (size_t c = 0; c < tally->sweep->n_cells; c++) {
        char *end;
        value = strtod(at, &end);
        take_cell(outcome, c, end > at ? value : NAN, independent); /* an empty field */
        at = end + (*end == ',');
    }
    outcome->failed += value > 0; /* the last column */
    outcome->done++;
    SHA256Update(&tally->hash, (const uint8_t *)line, length);
}

/* Keeps the message, TEXT of LENGTH bytes, of a failed point, unless LT_SWEEP_MESSAGES are kept
 * already. */
static void take_failure(struct lt_tally *tally, size_t point, const char *text, size_t length) {
    struct lt_sweep_outcome *outcome = tally->outcome;
    if (outcome->n_messages == LT_SWEEP_MESSAGES)
        return;
    outcome->messages[outcome->n_messages].point = point;
    outcome->messages[outcome->n_messages++].text = lt_arena_copy(tally->job->arena, text, length);
}

/* Adds the rows of a block and the messages "!POINT ..." about failed points, in the order of the
 * table. */
void lt_tally_block(struct lt_tally *tally, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n") + 1;
        if (*text != '!') {
            take_row(tally, text, length);
        } else {
            char *message;
            size_t point = strtoull(text + 1, &message, 10);
            message++;
            take_failure(tally, point, message, length - 1 - (size_t)(message - text));
        }
        text += length;
    }
}

/* Completes the checksum and finds the percentiles of each column. */
void lt_tally_end(struct lt_tally *tally) {
    SHA256End(&tally->hash, tally->outcome->sha256);
    for (size_t c = 0; c < tally->sweep->n_cells; c++)
        lt_extent_end(&tally->outcome->extents[c]);
}
