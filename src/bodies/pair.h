/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.h: the two particles: masses, inertias, effective values, and the mobility of the six
 * relative degrees of freedom. */
#ifndef LT_PAIR_H
#define LT_PAIR_H

#include "law.h"
#include "program/program.h"

/* One particle's numbers, in SI, with formulas evaluated. */
struct lt_particle_numbers {
    double radius, half_thick, shaft, half_angle, semi_axes[3];
    double attitude[3];   /* turned about this axis by its length; a vector along n, s, t */
    double density, mass; /* NAN: not given */
};

/* Where the body's axes, n, s and t before it was turned, point then: row i is axis i. */
void lt_pair_turned_axes(const double attitude[3], double axes[3][3]);

/* Makes a body in its orientation at the contact: the shaft of a capsule and the axis of a cylinder
 * lie along t, semi_axes are in the order n, s, t. length is its own effective length, 0 if it has
 * none. */
struct lt_body lt_pair_body(const struct lt_particle *particle,
                            const struct lt_particle_numbers *numbers);

/* Fill m_eff, r_eff of a pair whose bodies are set. */
void lt_pair_combine(struct lt_pair *pair);

/* Fill both lengths and the contact area of a pair of bodies just made, as the program defines
 * them; OVERLAP (>= 0) is the overlap at which the contact is created. False if no length is left.
 */
bool lt_pair_measure(struct lt_pair *pair, const struct lt_program *program, double overlap);

/* W = J m^-1 J^T: acceleration of the relative DoFs for a unit generalised force, lever arms the
 * undeformed radii (frame contact). Rows of DoFs that nothing can move are
 * zero; discs move in the plane n-t only and turn about s. */
void lt_pair_mobility(const struct lt_pair *pair, double w[LT_DOFS][LT_DOFS]);

/* The same where bodies are turned, of one body, added to W: the lever arm of an ellipsoid of these
 * SEMI_AXES does not lie along n, nor do the axes of its inertia. SIGN: 1 of A, -1 of B. */
void lt_pair_mobility_turned(const struct lt_body *body, double sign, const double *attitude,
                             const double *semi_axes, double w[LT_DOFS][LT_DOFS]);

#endif
