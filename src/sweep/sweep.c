/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/sweep.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/threads.h"
#include "calibrate/calibrate.h"
#include "result/record.h"
#include "run/block.h"
#include "sweep/design.h"
#include "sweep/tally.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The number of threads of a sweep: as given, or one for each processor. */
int lt_sweep_threads(const struct lt_sweep_job *job) {
    return job->threads > 0 ? job->threads : lt_threads_count();
}

/* Shared by all threads, changed only under the lock. */
struct sweeping {
    const struct lt_sweep_job *job;
    const struct lt_sweep *sweep;
    struct lt_program program; /* without expectations, which may not hold at every point */
    struct lt_partial *partial;
    size_t count, per_block;
    struct lt_design *design;
    size_t drawn, next; /* points drawn so far; the next block */
    pthread_mutex_t lock;

    struct lt_tally *tally; /* this and TOLD are changed by the thread that has the lock below */
    size_t told;            /* blocks tallied so far */
    pthread_mutex_t tally_lock;
};

/* A thread's working data, reused for each block. */
struct worker {
    size_t block, first, count; /* points, from 0 */
    double *points, *values;
    size_t n_unknowns;  /* calibrated at each point */
    double *achieved;   /* n_unknowns for each point */
    size_t n_overrides; /* of a point: its factors and its calibrated parameters */
    struct lt_override *overrides;
    struct lt_block_result *results;
    struct lt_expr *expr;
    double *row;
    struct lt_text text; /* the rows of a block */
    struct lt_arena *arena;
};

/* The memory of one thread, for the points, parameters and results of one block. */
static struct worker *worker_new(const struct sweeping *s) {
    struct lt_arena *arena = lt_arena_new();
    struct worker *w = lt_arena_get(arena, sizeof *w);
    size_t n = s->per_block, n_unknowns = s->sweep->calibrate ? s->program.n_vary : 0;
    *w = (struct worker){.arena = arena,
                         .n_unknowns = n_unknowns,
                         .n_overrides = s->sweep->n_factors + n_unknowns,
                         .expr = lt_expr_new()};
    w->points = lt_arena_get(arena, n * s->sweep->n_factors * sizeof *w->points);
    w->achieved = lt_arena_get(arena, n * n_unknowns * sizeof *w->achieved);
    w->values = lt_arena_get(arena, n * s->program.names->slots * sizeof *w->values);
    w->overrides = lt_arena_get(arena, n * w->n_overrides * sizeof *w->overrides);
    w->results = lt_arena_get(arena, n * sizeof *w->results);
    w->row = lt_arena_get(arena, s->sweep->n_cells * sizeof *w->row);
    lt_text_begin(&w->text);
    return w;
}

/* Frees the memory of a thread. */
static void worker_free(struct worker *w) {
    lt_text_drop(&w->text);
    lt_expr_free(w->expr);
    lt_arena_free(w->arena);
}

/* True if the user has interrupted the sweep. */
static bool is_interrupted(const struct sweeping *s) {
    return s->job->interrupted && *s->job->interrupted;
}

/* Takes the next block that is not done, and draws its points. False if no block is left, or the
 * sweep was interrupted or failed. The caller holds the lock. */
static bool take_next_points(struct sweeping *s, struct worker *w) {
    const struct lt_partial *partial = s->partial;
    while (s->next < partial->n_blocks && partial->places[s->next] != 0)
        s->next++;
    if (s->next == partial->n_blocks || partial->why[0] || is_interrupted(s))
        return false;
    w->block = s->next++;
    w->first = w->block * s->per_block;
    w->count = w->first + s->per_block < s->count ? s->per_block : s->count - w->first;
    lt_design_skip(s->design, w->first - s->drawn);
    for (size_t i = 0; i < w->count; i++)
        lt_design_next(s->design, w->points + i * s->sweep->n_factors);
    s->drawn = w->first + w->count;
    return true;
}

/* ---- A calibration at a point ---------------------------------------------------------------- */

/* Calibrates the program at point I of the block; the parameters found become the last overrides
 * of the run there. */
static void calibrate_point(const struct sweeping *s, struct worker *w, size_t i) {
    size_t n = s->sweep->n_factors;
    struct lt_override *overrides = w->overrides + i * w->n_overrides;
    struct lt_program program = s->program;
    program.settled = overrides;
    program.n_settled = n;
    struct lt_calibration found =
        lt_calibrate(&program, program.vary, program.targets, w->n_unknowns, s->job->interrupted);
    for (size_t k = 0; k < w->n_unknowns; k++) {
        overrides[n + k] = (struct lt_override){program.vary[k].target, found.unknowns[k].value};
        w->achieved[i * w->n_unknowns + k] = found.aims[k].achieved;
    }
    w->results[i].status = found.converged ? LT_DONE : LT_RUN_FAILED;
    snprintf(w->results[i].message, sizeof w->results[i].message, "%.255s", found.message);
}

/* Calibrates and runs each point of the block; points whose calibration failed are not run. */
static void run_calibrated(const struct sweeping *s, struct worker *w,
                           const struct lt_run_options *options) {
    size_t slots = s->program.names->slots;
    for (size_t i = 0; i < w->count; i++) {
        calibrate_point(s, w, i);
        if (w->results[i].status == LT_DONE)
            lt_block_run(&s->program, w->overrides + i * w->n_overrides, w->n_overrides, 1, options,
                         w->values + i * slots, &w->results[i]);
    }
}

/* ---- A block --------------------------------------------------------------------------------- */

/* Runs all points of a block, several at a time unless they are calibrated. False if it was
 * interrupted. */
static bool run_block(const struct sweeping *s, struct worker *w) {
    struct lt_run_options options = {.interrupted = s->job->interrupted};
    size_t n = s->sweep->n_factors;
    for (size_t i = 0; i < w->count; i++)
        for (size_t f = 0; f < n; f++)
            w->overrides[i * w->n_overrides + f] =
                (struct lt_override){s->sweep->factors[f].target, w->points[i * n + f]};
    if (s->sweep->calibrate)
        run_calibrated(s, w, &options);
    else
        lt_block_run(&s->program, w->overrides, w->n_overrides, w->count, &options, w->values,
                     w->results);
    for (size_t i = 0; i < w->count; i++)
        if (w->results[i].status == LT_INTERRUPTED)
            return false;
    return !is_interrupted(s); /* if interrupted, a calibration may be incomplete */
}

/* The value of a column of results in run I of the block, in SI units, from the run's VALUES by
 * slot. NAN if the run failed or a formula has no value, of which the first is kept as the run's
 * message. */
static double result_of(struct worker *w, size_t i, const struct lt_cell *cell,
                        const double *values) {
    struct lt_block_result *result = &w->results[i];
    if (result->status != LT_DONE)
        return NAN;
    if (cell->source)
        return values[cell->source->slot];
    double value;
    char why[256];
    if (lt_expr_number(w->expr, cell->formula, values, &value, why, sizeof why))
        return value;
    if (!result->message[0])
        snprintf(result->message, sizeof result->message, "%.80s: %.160s", cell->name, why);
    return NAN;
}

/* Fills w->row, the row of the table for point I of the block: factors, calibrated parameters,
 * achieved targets and results in SI units, NAN where the run failed; last the flag of a
 * failure, 0 or 1. */
static void fill_point_row(const struct sweeping *s, struct worker *w, size_t i) {
    const struct lt_sweep *sweep = s->sweep;
    const double *values = w->values + i * s->program.names->slots;
    bool run = w->results[i].status == LT_DONE;
    size_t own;
    if (run)
        /* A message is then that of a result without a value, which counts as a failure, too. */
        w->results[i].message[0] = '\0';
    for (size_t c = 0; c < sweep->n_cells; c++) {
        switch (sweep->cells[c].kind) {
        case LT_CELL_FACTOR:
            w->row[c] = w->points[i * sweep->n_factors + c];
            break;
        case LT_CELL_FOUND:
            own = sweep->n_factors + sweep->cells[c].index;
            w->row[c] = run ? w->overrides[i * w->n_overrides + own].value : NAN;
            break;
        case LT_CELL_ACHIEVED:
            w->row[c] = run ? w->achieved[i * w->n_unknowns + sweep->cells[c].index] : NAN;
            break;
        case LT_CELL_RESULT:
            w->row[c] = result_of(w, i, &sweep->cells[c], values);
            break;
        case LT_CELL_FAILED:
            w->row[c] = !run || w->results[i].message[0];
            break;
        }
    }
}

/* Writes the rows of a block as CSV, each perhaps followed by a line "!POINT message" about its
 * failure. */
static void print_block(const struct sweeping *s, struct worker *w) {
    FILE *file = w->text.stream;
    lt_text_cut(&w->text, 0);
    for (size_t i = 0; i < w->count; i++) {
        fill_point_row(s, w, i);
        for (size_t c = 0; c < s->sweep->n_cells; c++) {
            fputs(c > 0 ? "," : "", file);
            lt_record_put(file, w->row[c]);
        }
        putc('\n', file);
        for (char *at = w->results[i].message; (at = strchr(at, '\n'));)
            *at = ' ';
        if (w->row[s->sweep->n_cells - 1] > 0)
            fprintf(file, "!%zu %s\n", w->first + i, w->results[i].message);
    }
    lt_text_now(&w->text);
}

/* Stores a finished block in the partial file and reports progress, as a fraction of all blocks.
 * The caller holds the lock. */
static void keep_block(struct sweeping *s, struct worker *w) {
    const struct lt_sweep_job *job = s->job;
    lt_partial_add(s->partial, w->block, w->text.bytes, w->text.size);
    if (job->progress)
        job->progress((double)s->partial->n_done / (double)s->partial->n_blocks, job->data);
}

/* Reads the next finished block that is not yet in the statistics, malloc'd; NULL if there is
 * none. */
static char *next_untallied(struct sweeping *s) {
    char *text = NULL;
    size_t length;
    pthread_mutex_lock(&s->lock);
    bool there = s->told < s->partial->n_blocks && s->partial->places[s->told] != 0;
    if (there && !s->partial->why[0] && !is_interrupted(s))
        text = lt_partial_read(s->partial, s->told, &length);
    pthread_mutex_unlock(&s->lock);
    s->told += text != NULL;
    return text;
}

/* Adds finished blocks to the statistics, in the order of the table so that sums do not depend on
 * threads. One thread does it while the others continue; if it is at work already, returns at
 * once. */
static void tally_blocks(struct sweeping *s) {
    if (pthread_mutex_trylock(&s->tally_lock) != 0)
        return;
    for (char *text; (text = next_untallied(s)); free(text))
        lt_tally_block(s->tally, text);
    pthread_mutex_unlock(&s->tally_lock);
}

/* The work of one thread: takes, runs and stores blocks until none is left. DATA: struct
 * sweeping. */
static void run_worker(void *data) {
    struct sweeping *s = data;
    struct worker *w = worker_new(s);
    for (;;) {
        pthread_mutex_lock(&s->lock);
        bool taken = take_next_points(s, w);
        pthread_mutex_unlock(&s->lock);
        if (!taken || !run_block(s, w))
            break;
        print_block(s, w);
        pthread_mutex_lock(&s->lock);
        keep_block(s, w);
        pthread_mutex_unlock(&s->lock);
        tally_blocks(s);
    }
    worker_free(w);
}

/* Runs all blocks that PARTIAL has not, on several threads, and adds all to the statistics.
 * PER_BLOCK: points of a block. False if it was interrupted or failed. */
bool lt_sweep_points(const struct lt_sweep_job *job, struct lt_partial *partial, size_t per_block,
                     struct lt_tally *tally) {
    struct sweeping s = {.job = job,
                         .sweep = job->program->sweep,
                         .program = *job->program,
                         .partial = partial,
                         .count = tally->outcome->points,
                         .per_block = per_block,
                         .lock = PTHREAD_MUTEX_INITIALIZER,
                         .tally = tally,
                         .tally_lock = PTHREAD_MUTEX_INITIALIZER};
    size_t left = partial->n_blocks - partial->n_done;
    int threads = lt_sweep_threads(job);
    if ((size_t)threads > left)
        threads = left > 0 ? (int)left : 1;
    s.program.n_expects = 0;
    s.design = lt_design_new(s.sweep);
    lt_threads_run(threads, run_worker, &s);
    if (partial->n_done == partial->n_blocks)
        tally_blocks(&s); /* blocks finished since the last check of a thread */
    lt_design_free(s.design);
    return s.told == partial->n_blocks;
}

/* Runs COUNT given POINTS, numbered from FIRST on, as one block; *all: it was not interrupted. The
 * caller frees the worker, which has the results. */
static struct worker *run_points(struct sweeping *s, const double *points, size_t first,
                                 size_t count, bool *all) {
    s->program.n_expects = 0;
    struct worker *w = worker_new(s);
    w->first = first;
    w->count = count;
    memcpy(w->points, points, count * s->sweep->n_factors * sizeof *points);
    *all = run_block(s, w);
    return w;
}

/* Runs COUNT given POINTS, numbered from FIRST on, and returns the rows of the table as text,
 * malloc'd; NULL if it was interrupted. */
char *lt_sweep_rows(const struct lt_sweep_job *job, const double *points, size_t first,
                    size_t count) {
    struct sweeping s = {
        .job = job, .sweep = job->program->sweep, .program = *job->program, .per_block = count};
    bool all;
    struct worker *w = run_points(&s, points, first, count, &all);
    char *text = NULL;
    if (all) {
        print_block(&s, w);
        text = memcpy(lt_memory_get(w->text.size + 1), w->text.bytes, w->text.size + 1);
    }
    worker_free(w);
    return text;
}

/* Runs COUNT given POINTS and writes the rows of the table, with n_cells numbers each, into ROWS.
 * False if it was interrupted. */
bool lt_sweep_at(const struct lt_sweep_job *job, const double *points, size_t count, double *rows) {
    const struct lt_sweep *sweep = job->program->sweep;
    struct sweeping s = {.job = job, .sweep = sweep, .program = *job->program, .per_block = count};
    bool all;
    struct worker *w = run_points(&s, points, 0, count, &all);
    for (size_t i = 0; all && i < count; i++) {
        fill_point_row(&s, w, i);
        memcpy(rows + i * sweep->n_cells, w->row, sweep->n_cells * sizeof *rows);
    }
    worker_free(w);
    return all;
}
