/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect.h: what a program says must be true of its run, checked. */
#ifndef LT_EXPECT_H
#define LT_EXPECT_H

#include "run/outcome.h"
#include "run/result.h"

/* How one expectation stands so far. */
struct lt_standing {
    double error, peak;        /* ALWAYS: largest |that - is| and |is| */
    double value, expected, t; /* where it was largest */
    bool seen;
    const char *lacks; /* the first of its names that had no value when it was tested; or NULL */
    const char *why;   /* it had none */
};

/* Test the ALWAYS expectations of a stage at one step. False: a formula failed, setup->why; of a
 * result without a value it fails for good. */
bool lt_expect_step(struct lt_standing *standings, struct lt_setup *setup,
                    const struct lt_outcome *outcome, long stage);

/* What an ALWAYS expectation finds in one step. */
void lt_expect_update(struct lt_standing *standing, double value, double expected, double t);

/* Test the THAT expectations of a stage at its end, those of the run with stage -1. */
bool lt_expect_stage(struct lt_standing *standings, struct lt_setup *setup,
                     const struct lt_outcome *outcome, long stage);

/* The verdicts of a run that is over; result->status and table are final. */
void lt_expect_close(const struct lt_standing *standings, struct lt_setup *setup,
                     struct lt_result *result);

#endif
