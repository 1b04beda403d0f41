/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent.h: stiffness of the contact and forces without friction's limit, found by trial
 * evaluations of the law on a copy of its state. */
#ifndef LT_TANGENT_H
#define LT_TANGENT_H

#include "step/ledger.h"

/* True if trials leave no trace: not so for laws that a code computes, or that only go forwards. */
bool lt_tangent_can_try(const struct lt_setup *setup);

/* Tangent stiffness of the contact along a DoF, N/m or N m/rad, for a motion in the direction of
 * VELOCITY. NAN if the law cannot be tried. */
double lt_tangent_of(const struct lt_setup *setup, size_t dof, double velocity);

/* Fill the columns of the tangent stiffness (dfn_dun ...), if the program uses them. */
void lt_tangent(struct lt_setup *setup);

/* Fill fs_trial and ft_trial, if used: the tangential force, in N, that the step DU would lead to
 * if friction had no limit. To be called before the step is made. */
void lt_tangent_trial(struct lt_setup *setup, const double *du);

/* Fill them where no step is made: the trial force is the force itself. */
void lt_tangent_trial_is_force(struct lt_setup *setup);

/* still.c: evaluate the law at rest, since velocities or properties have changed. A slip continues
 * if the least motion would continue it; *BRANCH gets the branch of the law. */
void lt_still(struct lt_setup *setup, double *branch);

#endif
