/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swing.h: whether a degree of freedom that is free, beside imposed motion in others, oscillates.
 */
#ifndef LT_SWING_H
#define LT_SWING_H

#include "step/loading.h"

struct lt_swing {
    bool watched[LT_DOFS], any; /* it is free and has a force as the stage begins */
    double most[2];             /* largest force, N, and moment, N m, in this run */
    int sign[LT_DOFS];          /* of the last force that counts */
    size_t changes[LT_DOFS];    /* changes of this sign in the stage */
};

/* A stage begins with the forces in values[]. */
void lt_swing_stage(struct lt_swing *swing, const struct lt_loading *loading);
/* Counts the changes of sign in a sample. */
void lt_swing_sample(struct lt_swing *swing, const double *values);
/* At the end of a stage: a warning in TEXT of SIZE bytes; false if nothing oscillates. */
bool lt_swing_oscillates(const struct lt_swing *swing, char *text, size_t size);

#endif
