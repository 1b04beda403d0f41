/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.h: the two particles: masses, inertias, effective values, and how hard the six relative
 * degrees of freedom are to move. */
#ifndef LT_PAIR_H
#define LT_PAIR_H

#include "law.h"
#include "program.h"

/* Numbers of one particle, in SI, formulas done. */
struct lt_particle_numbers {
    double radius, half_thick, shaft, semi_axes[3];
    double density, mass; /* NAN: not given */
};

struct lt_body lt_pair_body(const struct lt_particle *particle,
                            const struct lt_particle_numbers *numbers);

/* Fill m_eff, r_eff of a pair whose bodies are set. */
void lt_pair_combine(struct lt_pair *pair);

/* W = J m^-1 J^T: acceleration of the relative DoFs for a unit generalised force, lever arms the
 * undeformed radii (frame contact). Rows of DoFs that nothing can move are
 * zero; discs move in the plane n-t only and turn about s. */
void lt_pair_mobility(const struct lt_pair *pair, double w[LT_DOFS][LT_DOFS]);

#endif
