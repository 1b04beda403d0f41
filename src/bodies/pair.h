/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.h: the two particles: masses, inertias, effective values, and the mobility of the six
 * relative degrees of freedom. */
#ifndef LT_PAIR_H
#define LT_PAIR_H

#include "law.h"
#include "program/program.h"

/* The numbers of a particle in m, kg, kg/m^3 and rad, after its formulas have been evaluated. */
struct lt_particle_numbers {
    double radius, half_thick, shaft, half_angle, semi_axes[3];
    double attitude[3];   /* rotation vector of the body, rad along n, s, t */
    double density, mass; /* NAN: not given */
};

/* The axes of a body after the rotation vector ATTITUDE, before which they were n, s, t: row i is
 * axis i. */
void lt_pair_turned_axes(const double attitude[3], double axes[3][3]);

/* A body in its orientation at the contact: the axis of a capsule or cylinder is along t, semi_axes
 * are in the order n, s, t. Its mass is infinite if it is fixed or a wall, so that forces do not
 * move it; own_mass is what it would be if it were not fixed, since some codes compute damping from
 * that. Its length is its own effective length, 0 for a flat body without thickness. */
struct lt_body lt_pair_body(const struct lt_particle *particle,
                            const struct lt_particle_numbers *numbers);

/* Compute m_eff, m_both and r_eff of a pair from its bodies. */
void lt_pair_combine(struct lt_pair *pair);

/* Compute both effective lengths and the contact area of a new pair, as the program defines them.
 * OVERLAP (m, >= 0) is the one at which the contact is created. False if a length would not be
 * positive. */
bool lt_pair_measure(struct lt_pair *pair, const struct lt_program *program, double overlap);

/* The mobility W = J m^-1 J^T, the inverse mass matrix of the six relative DoFs (1/kg, 1/(kg m),
 * 1/(kg m^2)), with undeformed radii as lever arms (frame contact). Rows of DoFs of infinite
 * inertia are zero; discs move in the plane n-t only and rotate about s. */
void lt_pair_mobility(const struct lt_pair *pair, double w[LT_DOFS][LT_DOFS]);

/* Add to W the part of one body in an oblique orientation: the lever arm of an ellipsoid with these
 * SEMI_AXES is not parallel to n, nor are its principal axes. SIGN is 1 for A, -1 for B. */
void lt_pair_mobility_turned(const struct lt_body *body, double sign, const double *attitude,
                             const double *semi_axes, double w[LT_DOFS][LT_DOFS]);

#endif
