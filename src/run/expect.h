/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect.h: tests the expectations of a program against its run. */
#ifndef LT_EXPECT_H
#define LT_EXPECT_H

#include "run/outcome.h"
#include "run/result.h"

/* The state of one expectation. */
struct lt_standing {
    double error, peak;        /* ALWAYS: largest |that - is| and |is| so far */
    double value, expected, t; /* where the error was largest; s */
    bool tested;
    const char *absent; /* the first of its names that had no value when it was tested; or NULL */
    const char *why;    /* why that had none */
};

/* Tests the ALWAYS expectations of a stage in one step. False: a formula has no value, for the
 * reason in setup->why. An expectation of a result without a value is never met. */
bool lt_expect_step(struct lt_standing *standings, struct lt_setup *setup,
                    const struct lt_outcome *outcome, long stage);

/* Updates an ALWAYS expectation with its two sides at time T, s: keeps those of the largest error.
 */
void lt_expect_update(struct lt_standing *standing, double value, double expected, double t);

/* Tests the THAT expectations of a stage at its end; STAGE -1: those of the run. */
bool lt_expect_stage(struct lt_standing *standings, struct lt_setup *setup,
                     const struct lt_outcome *outcome, long stage);

/* Sets the verdicts of a run that is over; result->status and table are final. */
void lt_expect_close(const struct lt_standing *standings, struct lt_setup *setup,
                     struct lt_result *result);

#endif
