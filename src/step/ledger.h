/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.h: one evaluation of the law, and where every joule of it went.
 *
 * The host, not the law, forms the viscous dissipation and the balance, so that a wrong law cannot
 * hide. All terms use the trapezoid rule over the realised displacement of the step. The sums are
 * those of step.h; what is here is one contact in values[], and whom the law is shown as. */
#ifndef LT_LEDGER_H
#define LT_LEDGER_H

#include "registry/drive.h"
#include "setup/setup.h"

/* The numbers of values[] that a step changes. */
static inline struct lt_point *lt_ledger_point(double *values) {
    return (struct lt_point *)(values + LT_UN);
}

/* What the law answers, tried on a state of its own. */
struct lt_out lt_ledger_try(const struct lt_contact *contact, const double *values,
                            const double *du, double dt, double *state);

/* The law's answer to the displacement du over a step of length dt that ended with the displacement
 * and velocity in values[]. Updates forces, state and accounts there; *branch gets the law's. */
void lt_ledger_step(const struct lt_contact *contact, double *values, const double *du, double dt,
                    double *branch);

/* The account of what bodies lose and the contact does not get: of a code's, what it lost. */
double *lt_ledger_defect(const struct lt_contact *contact, double *values);

/* What is stored, and what was lost by other than dashpots. */
double lt_ledger_booked(const struct lt_contact *contact, const double *values);

/* The accounts of all that is lost begin at zero. */
void lt_ledger_clear(const struct lt_contact *contact, double *values);

/* Kinetic energy as given, and the residual of the balance that began with the energy start. */
void lt_ledger_close(const struct lt_contact *contact, double *values, double kinetic,
                     double start);

#endif
