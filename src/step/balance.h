/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.h: static balance: the increments of 's' DoFs that make the contact force what it is
 * asked to be. */
#ifndef LT_BALANCE_H
#define LT_BALANCE_H

#include "step/ledger.h"
#include "step/loading.h"

/* The most state of a law that can be tried beside what it has. */
enum { LT_BALANCE_STATE = 128 };

/* Find du[] of the balanced DoFs for a step of length dt that ends at time (since the stage began)
 * with the displacements of the others already in values[] and du[]; their displacements and
 * velocities du/dt are put into values[]. The law is only tried, on copies of its state. False:
 * setup->why says what was asked and how much the law can carry. */
bool lt_balance_solve(const struct lt_loading *loading, double time, double dt, double *du);

/* When a stage begins: what is balanced by a dashpot has its velocity at once, which is put into
 * values[]. DT: the next step; a spring that takes the dashpot's force within it leaves nothing to
 * begin with. True: there is one, and the forces in values[] are not yet those at it. */
bool lt_balance_begin(const struct lt_loading *loading, double dt);

#endif
