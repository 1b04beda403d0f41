/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block.h: many runs of one program, side by side. */
#ifndef LT_BLOCK_H
#define LT_BLOCK_H

#include "registry/laws.h"
#include "run/run.h"

struct lt_block_result {
    enum lt_status status;
    char message[256]; /* as lt_result's; "" if the run is done */
};

/* COUNT runs of PROGRAM, run i with overrides[i * n_overrides] and the ones after it. values gets
 * COUNT * names->slots numbers: what each run's lt_result has, and every one of them is the number
 * that lt_run gives. Nothing is recorded, and what the program expects is not looked at; progress
 * is the share of the runs. May be called in several threads at once. */
void lt_block_run(const struct lt_program *program, const struct lt_override *overrides,
                  size_t n_overrides, size_t count, const struct lt_run_options *options,
                  double *values, struct lt_block_result *results);

/* The same as compiled for an instruction set this machine has. */
void lt_block_run_on(enum lt_cpu cpu, const struct lt_program *program,
                     const struct lt_override *overrides, size_t n_overrides, size_t count,
                     const struct lt_run_options *options, double *values,
                     struct lt_block_result *results);

/* True if runs of PROGRAM go side by side; else one after the other, no slower than with lt_run. */
bool lt_block_fits(const struct lt_program *program, const struct lt_run_options *options);

#endif
