/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loading.h: what one stage imposes on the six DoFs, and the inertia of those that remain free.
 *
 * Each DoF has one of the letters of whats: v velocity, u displacement, f force, s static balance
 * with a force, i initial velocity, . free. Quantities of n, s, t are in m, m/s, N; of rotations in
 * rad, rad/s, N m. */
#ifndef LT_LOADING_H
#define LT_LOADING_H

#include "setup/setup.h"

struct lt_loading {
    struct lt_setup *setup;
    const struct lt_stage *stage;
    double numbers[LT_DOFS]; /* values of DoFs that do not vary in this stage */
    bool varies[LT_DOFS];    /* depends on time: a formula or a table */
    bool pushed, placed;     /* some DoF has 'f'; some has 'u' */
    struct lt_inertia inertia;
    double weight[LT_DOFS]; /* generalised force of gravity, M g */
    double t_begin;         /* s, when the stage began */
};

/* Prepare stage number STAGE. False: the reason is in setup->why. */
bool lt_loading_begin(struct lt_loading *loading, struct lt_setup *setup, size_t stage);

/* Frame bodies: update inertia and gravity, which depend on lever arms and axes, to the present
 * configuration. */
void lt_loading_turn(struct lt_loading *loading);

/* True if every imposed displacement begins where its DoF is; else the jump is in setup->why. */
bool lt_loading_meets(const struct lt_loading *loading);

/* The imposed values of DoFs with this LETTER, at TIME in s since the stage began; entries of
 * others are unchanged. False if a formula fails; the reason is in setup->why. */
bool lt_loading_values(const struct lt_loading *loading, char letter, double time, double *values);

/* Put the imposed velocities at TIME since the stage began into V; of imposed displacements that is
 * their rate. Entries of others are unchanged. False: as above. */
bool lt_loading_velocity(const struct lt_loading *loading, double time, double *v);

/* The constant velocities that leapfrog needs over the step of H seconds that begins at TIME:
 * imposed velocities are taken from its middle, imposed displacements are met at its end. False: as
 * above. */
bool lt_loading_step(const struct lt_loading *loading, double time, double h, double *v);

/* Put the initial velocities of this stage's 'i' DoFs into v. */
void lt_loading_initial(const struct lt_loading *loading, double *v);

/* FORCE gets the generalised force that accelerates the pair at TIME, N and N m: gravity and
 * APPLIED ('f') less the contact force. False: as above. */
bool lt_loading_force(const struct lt_loading *loading, double time, double *force,
                      double *applied);

#endif
