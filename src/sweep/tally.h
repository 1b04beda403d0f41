/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tally.h: statistics of a table, taken row by row in order while later points still run: its hash,
 * the extents of its columns, the failed points. */
#ifndef LT_TALLY_H
#define LT_TALLY_H

#include "sweep/sweep.h"

#include <sha2.h>

struct lt_tally {
    const struct lt_sweep_job *job;
    const struct lt_sweep *sweep;
    struct lt_sweep_outcome *outcome;
    const char *header; /* of the table, with its line feed */
    SHA2_CTX hash;
};

/* Memory, in bytes, that the statistics of POINTS points take. */
double lt_tally_bytes(const struct lt_sweep_job *job, size_t points);

void lt_tally_begin(struct lt_tally *tally, const struct lt_sweep_job *job,
                    struct lt_sweep_outcome *outcome);

/* Add the text of a block: rows, and failures in lines that begin with '!'. */
void lt_tally_block(struct lt_tally *tally, const char *text);

void lt_tally_end(struct lt_tally *tally); /* frees; in any case */

#endif
