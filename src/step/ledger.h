/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.h: one evaluation of the law, and where every joule of it went.
 *
 * The host, not the law, computes the viscous dissipation and the balance, so that a wrong law
 * cannot hide. All terms use the trapezoid rule over the realised displacement of the step. The
 * sums are those of step.h; here is one contact in values[], and what the law is given of a step.
 */
#ifndef LT_LEDGER_H
#define LT_LEDGER_H

#include "registry/drive.h"
#include "setup/setup.h"

/* The numbers of values[] that a step changes: both have the same layout. */
static inline struct lt_point *lt_ledger_point(double *values) {
    return (struct lt_point *)(values + LT_UN);
}

/* Evaluate the law for the step DU of length DT that ends with VALUES, on STATE, a copy that the
 * caller owns and the law changes. */
struct lt_out lt_ledger_try(const struct lt_contact *contact, const double *values,
                            const double *du, double dt, double *state);

/* Make the step of the law for the displacement DU (m, rad) over DT seconds that ended with the
 * displacement and velocity in values[]. Forces, state and energy accounts there are updated;
 * *BRANCH gets the branch of the law. */
void lt_ledger_step(const struct lt_contact *contact, double *values, const double *du, double dt,
                    double *branch);

/* The account, in J, for energy that the bodies lose and the law does not get: E_defect; of a law
 * that a code computes, E_contact, the only account that it has. */
double *lt_ledger_defect(const struct lt_contact *contact, double *values);

/* The energy, in J, that is stored and that was lost by anything but dashpots: its change shows
 * what a change of properties has removed. */
double lt_ledger_booked(const struct lt_contact *contact, const double *values);

/* Set all accounts of losses to 0, as where losses are counted from now on. */
void lt_ledger_clear(const struct lt_contact *contact, double *values);

/* Close the balance of a step: put the KINETIC energy into values[], and the residual, that is
 * START (the energy at the start) and the work less all energies and losses. In J. */
void lt_ledger_close(const struct lt_contact *contact, double *values, double kinetic,
                     double start);

#endif
