/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block.h: many runs of one program, side by side in the lanes of vectors. */
#ifndef LT_BLOCK_H
#define LT_BLOCK_H

#include "registry/laws.h"
#include "run/run.h"

struct lt_block_result {
    enum lt_status status;
    char message[256]; /* as in lt_result; "" if the run is done */
};

/* Makes COUNT runs of PROGRAM; run i has the overrides from overrides[i * n_overrides] on. VALUES
 * gets COUNT * names->slots numbers, the values of each run, equal to the bit to those of lt_run.
 * Nothing is recorded and expectations are not tested. Progress is the fraction of the runs. May be
 * called in several threads at once. */
void lt_block_run(const struct lt_program *program, const struct lt_override *overrides,
                  size_t n_overrides, size_t count, const struct lt_run_options *options,
                  double *values, struct lt_block_result *results);

/* As lt_block_run, with the code compiled for the instruction set CPU, which this machine has. */
void lt_block_run_on(enum lt_cpu cpu, const struct lt_program *program,
                     const struct lt_override *overrides, size_t n_overrides, size_t count,
                     const struct lt_run_options *options, double *values,
                     struct lt_block_result *results);

/* Whether runs of PROGRAM can be made side by side; else they are made one after the other. */
bool lt_block_fits(const struct lt_program *program, const struct lt_run_options *options);

#endif
