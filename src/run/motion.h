/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motion.h: six relative degrees of freedom, some of them imposed, with the pair's full coupled
 * inertia: M_ff v_f' = f_f - M_fi v_i'. */
#ifndef LT_MOTION_H
#define LT_MOTION_H

#include "model/program.h"

/* Inertia under one set of constraints. Shear and bending are coupled in pairs, s with t and t with
 * s, and nothing else. DoFs that nothing can move (infinite inertia) have zero
 * rows in m: they keep their velocity, or follow what is imposed on them; what holds
 * them against the contact force does work. */
struct lt_inertia {
    double m[LT_DOFS][LT_DOFS];     /* mass matrix */
    double p[LT_DOFS][LT_DOFS];     /* v_f' = p f - q v_i': rows of free DoFs, else zero */
    double q[LT_DOFS][LT_DOFS];     /* columns of imposed DoFs, else zero */
    double schur[LT_DOFS][LT_DOFS]; /* M_ii - M_if M_ff^-1 M_fi: what an imposed DoF drags along */
    bool imposed[LT_DOFS];          /* 'v' and 'u' */
    bool held[LT_DOFS];             /* nothing can move it, and it is not balanced */
    bool constrained;               /* any is imposed or balanced */
    bool balanced[LT_DOFS]; /* 's': has no inertia, follows the force; rows of m and p are zero */
};

/* What leads a DoF of velocity v does work: it is imposed, or nothing can change it. */
static inline bool lt_motion_led(const struct lt_inertia *inertia, size_t i, double v) {
    return inertia->imposed[i] || (inertia->held[i] && v != 0);
}

/* From the mobility w and the six letters of a stage. */
void lt_motion_inertia(double w[LT_DOFS][LT_DOFS], const char *whats, struct lt_inertia *inertia);

/* The inertia m of what moves freely. */
void lt_motion_mass(double w[LT_DOFS][LT_DOFS], double m[LT_DOFS][LT_DOFS]);

/* 1/2 v1 . M v2 */
double lt_motion_kinetic(const struct lt_inertia *inertia, const double *v1, const double *v2);

/* v2 = v1 after a step of length h under the generalised force f (contact force taken off), where
 * v2 already holds the new velocities of imposed DoFs. drive gets the forces that impose them, and
 * that hold what nothing can move. */
void lt_motion_kick(const struct lt_inertia *inertia, const double *f, double h, const double *v1,
                    double *v2, double *drive);

#endif
