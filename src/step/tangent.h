/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent.h: what the law would answer, tried on a copy of its state. */
#ifndef LT_TANGENT_H
#define LT_TANGENT_H

#include "step/ledger.h"

/* The law can be tried, and then asked again from where it was. */
bool lt_tangent_can_try(const struct lt_setup *setup);

/* The stiffness of the contact along a DoF, for a motion that way, NAN if its law cannot be tried;
 * columns of it, if used. Columns of the force that a step would lead to without friction's limit,
 * before it is made; they are the force itself where there is no step. */
double lt_tangent_of(const struct lt_setup *setup, size_t dof, double velocity);
void lt_tangent(struct lt_setup *setup);
void lt_tangent_trial(struct lt_setup *setup, const double *du);
void lt_tangent_trial_is_force(struct lt_setup *setup);

/* still.c: the law is asked again while nothing moves, since velocities or properties are others
 * now. A slip goes on that the least motion would go on with; BRANCH gets the law's. */
void lt_still(struct lt_setup *setup, double *branch);

#endif
