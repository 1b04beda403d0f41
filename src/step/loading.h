/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loading.h: what one stage imposes on the six DoFs, and the inertia that is left. */
#ifndef LT_LOADING_H
#define LT_LOADING_H

#include "setup/setup.h"

struct lt_loading {
    struct lt_setup *setup;
    const struct lt_stage *stage;
    double numbers[LT_DOFS]; /* values that do not change in this stage */
    bool varies[LT_DOFS];
    bool pushed, placed; /* any 'f', any 'u' */
    struct lt_inertia inertia;
    double weight[LT_DOFS]; /* generalised force of gravity, M g */
    double t_begin;         /* of the stage */
};

/* False: setup->why says why not. */
bool lt_loading_begin(struct lt_loading *loading, struct lt_setup *setup, size_t stage);

/* Frame bodies: inertia and gravity as the pair now stands. */
void lt_loading_turn(struct lt_loading *loading);

/* True if every 'u' begins where its DoF is; else setup->why. */
bool lt_loading_meets(const struct lt_loading *loading);

/* The values of DoFs that have this letter, at a time since the stage began; the others are left.
 * False if a formula fails: setup->why. */
bool lt_loading_values(const struct lt_loading *loading, char letter, double time, double *values);

/* Put the velocities imposed at a time since the stage began into v, of displacements the rate; the
 * others are left. */
bool lt_loading_velocity(const struct lt_loading *loading, double time, double *v);

/* The same over the step of length h that begins then: what leapfrog needs, velocities from its
 * middle, displacements met at its end. */
bool lt_loading_step(const struct lt_loading *loading, double time, double h, double *v);

/* Put the initial velocities of this stage's 'i' DoFs into v. */
void lt_loading_initial(const struct lt_loading *loading, double *v);

/* The generalised force that moves the pair: gravity and what 'f' applies, less the contact force.
 * applied gets what 'f' applies. */
bool lt_loading_force(const struct lt_loading *loading, double time, double *force,
                      double *applied);

#endif
