/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: a program and numeric overrides give a result. A pure function. */
#ifndef LT_RUN_H
#define LT_RUN_H

#include "run/result.h"
#include "setup/read.h"

struct lt_running;

struct lt_run_options {
    bool unsampled; /* exact: no sample each motion.dt where only events matter; ft_max and steps go
                     * unused */
    bool unturned;    /* exact: the largest forces and t_force go unused, unless in a condition */
    double tolerance; /* exact: relative, of a stretch; 0: the finest */
    bool record;      /* fill the table */
    /* Takes rows while the run goes on, twice a second and when there are many: those of the table
     * that it has not taken yet, but for the last. NULL: nobody does. */
    void (*put)(void *sink, const struct lt_table *table);
    void *sink;
    bool all_rows;    /* rows that have been taken stay in the table, too; else they do so if the
                       * program's expectations need them */
    bool unadvised;   /* nobody reads what makes the results worth less */
    bool exact;       /* integrate exactly, whatever the program says */
    double finer;     /* share of its time step that is used; 0: all of it */
    bool coarse;      /* exact: samples need not be closer than t_c/100, whatever motion.dt says */
    double max_steps; /* of each stage, if less than its own; 0: none. With them a run
                       * that is unfinished has the results it has so far */
    const volatile int *interrupted; /* stop when it is not 0; NULL: never */
    bool stepwise; /* each step by itself, no march of many: what is recorded is up to date however
                    * long a step takes */
    struct lt_timing *timing;                      /* where the time went; NULL: not measured */
    void (*progress)(double fraction, void *data); /* NULL: none */
    void *data;
};

struct lt_result *lt_run(const struct lt_program *program, const struct lt_override *overrides,
                         size_t n_overrides, const struct lt_run_options *options);

/* How many runs this process has begun, those in lanes left out: what progress is told by. */
unsigned long lt_run_count(void);

#endif
