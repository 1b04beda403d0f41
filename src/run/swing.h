/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swing.h: what is left free beside imposed motion, under a force: does it ring? */
#ifndef LT_SWING_H
#define LT_SWING_H

#include "step/loading.h"

struct lt_swing {
    bool watched[LT_DOFS], any;
    double most[2]; /* of forces and of moments, in this run */
    int sign[LT_DOFS];
    size_t turns[LT_DOFS]; /* how often the force has changed its sign in this stage */
};

/* A stage begins with the forces in values[]; a sample; what is to be said at its end, in TEXT of
 * SIZE: false if nothing. */
void lt_swing_stage(struct lt_swing *swing, const struct lt_loading *loading);
void lt_swing_sample(struct lt_swing *swing, const double *values);
bool lt_swing_rings(const struct lt_swing *swing, char *text, size_t size);

#endif
