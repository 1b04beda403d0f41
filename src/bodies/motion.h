/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motion.h: six relative degrees of freedom with coupled inertia, of which some are imposed (i),
 * the others free (f): M_ff v_f' = f_f - M_fi v_i'. */
#ifndef LT_MOTION_H
#define LT_MOTION_H

#include "program/program.h"

/* A 6 x 6 matrix with the coupling of two spheres: shear along s with rolling about t, and t with
 * s; n and twist are not coupled. own[i] is the diagonal, other[i] the element of DoF i and
 * lt_march_other(i), or 0. */
struct lt_pairs {
    double own[LT_DOFS], other[LT_DOFS];
};

/* Element i of the product of a matrix and x. */
static inline double lt_motion_times(const struct lt_pairs *a, size_t i, const double *x) {
    return a->own[i] * x[i] + a->other[i] * x[lt_march_other(i)];
}

/* Inertia (kg, kg m, kg m^2) under the constraints of a stage. DoFs of infinite inertia have zero
 * rows in m: they keep their velocity or follow the imposed one, and the force that holds them does
 * work. */
struct lt_inertia {
    struct lt_pairs m; /* mass matrix */
    struct lt_pairs p; /* v_f' = p f - q v_i': rows of free DoFs; others are zero */
    double q[LT_DOFS]; /* not zero where the coupled DoF is imposed */
    struct lt_pairs
        schur; /* M_ii - M_if M_ff^-1 M_fi: inertia of an imposed DoF with the free one */
    bool imposed[LT_DOFS];  /* the stage has 'v' or 'u' */
    bool held[LT_DOFS];     /* its inertia is infinite, and it is not balanced */
    bool constrained;       /* some DoF is imposed or balanced */
    bool balanced[LT_DOFS]; /* 's': without inertia, follows the force; rows of m and p are 0 */
};

/* True if a constraint force on DoF I does work: its velocity is imposed, or it has infinite
 * inertia and the velocity V, which is not 0. */
static inline bool lt_motion_is_constrained(const struct lt_inertia *inertia, size_t i, double v) {
    return inertia->imposed[i] || (inertia->held[i] && v != 0);
}

/* Fill INERTIA from the mobility W of the pair, M^-1, and WHATS, the six letters of a stage. */
void lt_motion_inertia(double w[LT_DOFS][LT_DOFS], const char *whats, struct lt_inertia *inertia);

/* The mass matrix M of a pair with the mobility W, without constraints. */
struct lt_pairs lt_motion_mass(double w[LT_DOFS][LT_DOFS]);

/* 1/2 v1 . M v2, J */
double lt_motion_kinetic(const struct lt_inertia *inertia, const double *v1, const double *v2);

/* A kick: V2 gets the velocities after the generalised force F, external less contact force, has
 * acted on V1 for H seconds. V2 holds the new velocities of imposed DoFs already. DRIVE gets the
 * forces that impose them or hold DoFs of infinite inertia, N and N m; 0 elsewhere. */
void lt_motion_kick(const struct lt_inertia *inertia, const double *f, double h, const double *v1,
                    double *v2, double *drive);

#endif
