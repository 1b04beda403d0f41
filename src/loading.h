/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loading.h: what one stage imposes on the six DoFs, and the inertia that is left. */
#ifndef LT_LOADING_H
#define LT_LOADING_H

#include "setup.h"

struct lt_loading {
    struct lt_setup *setup;
    const struct lt_stage *stage;
    double numbers[LT_DOFS]; /* values that do not change with time */
    struct lt_inertia inertia;
    double weight[LT_DOFS]; /* generalised force of gravity, M g */
    double t_begin;         /* of the stage */
};

/* False: setup->why says why not. */
bool lt_loading_begin(struct lt_loading *loading, struct lt_setup *setup, size_t stage);

/* Put the velocities imposed at a time since the stage began into v; the others are left. False if
 * a formula fails: setup->why. */
bool lt_loading_velocity(const struct lt_loading *loading, double time, double *v);

/* Put the initial velocities of this stage's 'i' DoFs into v. */
void lt_loading_initial(const struct lt_loading *loading, double *v);

/* The generalised force that moves the pair: gravity less the contact force. */
void lt_loading_force(const struct lt_loading *loading, double *force);

#endif
