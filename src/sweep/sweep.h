/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h: many runs of one program, in several threads, and their table. */
#ifndef LT_SWEEP_H
#define LT_SWEEP_H

#include "figure/output.h"
#include "sweep/extent.h"
#include "sweep/partial.h"
#include "sweep/sensitivity.h"

#include <jansson.h>

struct lt_sweep_job {
    const struct lt_program *program; /* read to be swept */
    const char *directory;            /* exists */
    int threads;                      /* 0: as many as the machine, or OMP_NUM_THREADS, has */
    const volatile int *interrupted;
    void (*progress)(double fraction, void *data); /* NULL: none */
    void (*doing)(const char *what, void *data);   /* announces work other than runs; NULL: none */
    void *data;
    void (*note)(const char *text); /* NULL: none */
    struct lt_arena *arena;
};

enum lt_sweep_status {
    LT_SWEPT,
    LT_SWEEP_STOPPED,  /* interrupted: what is done is kept */
    LT_SWEEP_BAD_FILE, /* not readable, not writable, or belongs to another sweep */
    LT_SWEEP_LACKS     /* not enough memory */
};

enum { LT_SWEEP_MESSAGES = 100 };

/* A finished table. */
struct lt_sweep_outcome {
    size_t points, done, failed; /* done: points run so far, if stopped */
    size_t n_messages;
    struct {
        size_t point;
        const char *text;
    } messages[LT_SWEEP_MESSAGES];  /* of the first points that failed */
    struct lt_extent *extents;      /* of each column */
    double **runs;                  /* every number of each column; NULL: not kept */
    struct lt_sensitivity *indices; /* of each result column; NULL: another design */
    char sha256[65];                /* of the table */
    /* Rows with all factors at their medians, then with one factor at a time at its 5 % and 95 %;
     * NULL: no plot needs them. */
    double *ranges;
    const char *path;
    char why[512];
};

/* Make DIR/NAME.sweep.csv and the document beside it; resumes an earlier run of the same sweep that
 * was stopped. */
enum lt_sweep_status lt_sweep_table_make(const struct lt_sweep_job *job,
                                         struct lt_sweep_outcome *outcome);

/* The path DIR/NAME.sweep, to which an ending is appended. */
const char *lt_sweep_table_base(const struct lt_sweep_job *job);

/* Identifies the sweep: a hash of everything its rows depend on. */
const char *lt_sweep_table_identity(const struct lt_program *program, struct lt_arena *arena);

/* Run all points missing from PARTIAL; then TALLY has the rows of all points. False: interrupted,
 * or PARTIAL says why. */
struct lt_tally;
bool lt_sweep_points(const struct lt_sweep_job *job, struct lt_partial *partial, size_t per_block,
                     struct lt_tally *tally);

/* True if what is kept of the points fits in memory; otherwise WHY, of SIZE bytes, says how
 * much it is. */
bool lt_sweep_table_fits(const struct lt_sweep_job *job, char *why, size_t size);

/* Opens the file of finished rows; blocks have *per_block points. False: partial->why has the
 * reason. */
bool lt_sweep_table_open(const struct lt_sweep_job *job, struct lt_partial *partial,
                         size_t *per_block);

/* Runs COUNT points, numbered from FIRST on, and returns the rows of the table, with lines
 * about those that failed, malloc'd. NULL: interrupted. */
char *lt_sweep_rows(const struct lt_sweep_job *job, const double *points, size_t first,
                    size_t count);

/* The number of threads: as given, or one for each processor. */
int lt_sweep_threads(const struct lt_sweep_job *job);

/* Runs COUNT points that are not of the design, and writes the row of each, n_cells numbers in
 * SI units, to ROWS. False: interrupted. */
bool lt_sweep_at(const struct lt_sweep_job *job, const double *points, size_t count, double *rows);

/* The figure of a plot that is a tornado, in ARENA. */
struct lt_bars *lt_sweep_bars(const struct lt_sweep *sweep, const struct lt_sweep_outcome *outcome,
                              const struct lt_sweep_plot *plot, struct lt_arena *arena);

/* Move the files of an earlier sweep aside, as this one has not finished. */
void lt_sweep_plot_set_aside(const struct lt_sweep_job *job, struct lt_output *output);
/* Move the files of another program of the same name aside. */
void lt_sweep_plot_make_room(const struct lt_sweep_job *job, struct lt_output *output);

/* Draws the plots of the sweep; output->failed has the reason if that fails. */
void lt_sweep_plot_draw(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome,
                        struct lt_output *output);

/* The JSON document beside the table, and the printed summary, malloc'd. */
json_t *lt_sweep_document(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome);
char *lt_sweep_text(const struct lt_sweep_job *job, const struct lt_sweep_outcome *outcome);

#endif
