/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block.h: many runs of one program, side by side. */
#ifndef LT_BLOCK_H
#define LT_BLOCK_H

#include "run.h"

struct lt_block_result {
    enum lt_status status;
    char message[256]; /* as lt_result's; "" if the run is done */
};

/* COUNT runs of PROGRAM, run i with overrides[i * n_overrides] and the ones after it. values gets
 * COUNT * names->slots numbers: what each run's lt_result has. Nothing is recorded. Every number is
 * the one that lt_run gives. Safe in several threads at once. */
void lt_block_run(const struct lt_program *program, const struct lt_override *overrides,
                  size_t n_overrides, size_t count, const struct lt_run_options *options,
                  double *values, struct lt_block_result *results);

#endif
