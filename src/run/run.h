/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: runs a program with numeric overrides. The result depends on nothing else. */
#ifndef LT_RUN_H
#define LT_RUN_H

#include "run/result.h"
#include "setup/read.h"

struct lt_running;

struct lt_run_options {
    bool unsampled;   /* exact: no sample each motion.dt where only events matter; the caller does
                       * not use ft_max and steps */
    bool unturned;    /* exact: the caller does not use the largest forces and t_force, except in
                       * conditions */
    double tolerance; /* exact: relative, of a basic step; 0: the finest */
    bool record;      /* fill the table */
    /* Gets rows during the run, twice a second and when there are many: the rows of the table that
     * it has not got yet, except the last. NULL: there is no sink. */
    void (*put)(void *sink, const struct lt_table *table);
    void *sink;
    bool all_rows;    /* rows that the sink has stay in the table, too; without this they stay only
                       * if expectations need them */
    bool unadvised;   /* no warnings: the caller does not read them */
    bool exact;       /* integrate exactly, whatever the program says */
    double finer;     /* factor of its time step; 0: none */
    bool coarse;      /* exact: samples need not be closer than t_c/100, whatever motion.dt says */
    double max_steps; /* of each stage, if fewer than its own; 0: none. A run that ends by them
                       * keeps the results it has so far */
    const volatile int *interrupted; /* stop when it is not 0; NULL: never */
    bool stepwise; /* each step by itself, no march of many, so that the rows are up to date even if
                    * a step takes long */
    struct lt_timing *timing; /* gets the computing time by activity; NULL: not measured */
    void (*progress)(double fraction, void *data); /* NULL: none */
    void *data;
};

/* Runs the program; free the result by lt_run_free. */
struct lt_result *lt_run(const struct lt_program *program, const struct lt_override *overrides,
                         size_t n_overrides, const struct lt_run_options *options);

/* The number of runs that this process has begun, without those in lanes, for reports of progress.
 */
unsigned long lt_run_count(void);

#endif
