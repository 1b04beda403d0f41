/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.h: static balance: the increments of 's' DoFs that make the contact force equal to its
 * target. */
#ifndef LT_BALANCE_H
#define LT_BALANCE_H

#include "step/ledger.h"
#include "step/loading.h"

/* Room for the copy of a law's state on which it is tried, in numbers: the built-in laws have fewer
 * than a quarter of it. */
enum { LT_BALANCE_STATE = 128 };

/* Find the increments du[] of the balanced DoFs, in m and rad, for a step of length DT that ends at
 * TIME since the stage began; the other increments are in du[] and values[] already. Displacements
 * and velocities du/dt of balanced DoFs are put into values[]. The law is only tried, on copies of
 * its state. False: setup->why names the target and how much the law can carry. */
bool lt_balance_solve(const struct lt_loading *loading, double time, double dt, double *du);

/* A balanced DoF without inertia moves at once with the velocity at which its dashpot bears the
 * force. At the beginning of a stage that velocity is put into values[], unless a spring takes the
 * force over within the next step, DT. True: velocities have changed, so that the forces in
 * values[] have to be evaluated again. */
bool lt_balance_begin(const struct lt_loading *loading, double dt);

#endif
