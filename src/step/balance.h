/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.h: static balance: the increments of 's' DoFs that make the contact force equal to its
 * target. */
#ifndef LT_BALANCE_H
#define LT_BALANCE_H

#include "step/ledger.h"
#include "step/loading.h"

/* The most state of a law that can be tried beside what it has. */
enum { LT_BALANCE_STATE = 128 };

/* Find du[] of the balanced DoFs for a step of length dt that ends at time (since the stage began)
 * with the displacements of the others already in values[] and du[]; their displacements and
 * velocities du/dt are put into values[]. The law is only tried, on copies of its state. False:
 * setup->why names the target and how much the law can carry. */
bool lt_balance_solve(const struct lt_loading *loading, double time, double dt, double *du);

/* When a stage begins, dashpots give balanced DoFs a velocity at once: it is put into values[], if
 * a spring does not take over the dashpots' force within the next step, DT. True: the velocities
 * have changed, so that the forces in values[] have to be evaluated again. */
bool lt_balance_begin(const struct lt_loading *loading, double dt);

#endif
