/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motion.h: six relative degrees of freedom, some of them imposed, with the pair's full coupled
 * inertia: M_ff v_f' = f_f - M_fi v_i'. */
#ifndef LT_MOTION_H
#define LT_MOTION_H

#include "program/program.h"

/* A matrix of the six: shear and bending go together in pairs, s with t and t with s; n and twist
 * alone. What DoF i has of itself, and of the one it is coupled with (lt_march_other), else 0. */
struct lt_pairs {
    double own[LT_DOFS], other[LT_DOFS];
};

/* Row i of it times x. */
static inline double lt_motion_times(const struct lt_pairs *a, size_t i, const double *x) {
    return a->own[i] * x[i] + a->other[i] * x[lt_march_other(i)];
}

/* Inertia under one set of constraints. DoFs that nothing can move (infinite inertia) have zero
 * rows in m: they keep their velocity, or follow what is imposed on them; what holds them against
 * the contact force does work. */
struct lt_inertia {
    struct lt_pairs m;      /* mass matrix */
    struct lt_pairs p;      /* v_f' = p f - q v_i': rows of free DoFs, else zero */
    double q[LT_DOFS];      /* where the DoF that it is coupled with is imposed, else zero */
    struct lt_pairs schur;  /* M_ii - M_if M_ff^-1 M_fi: what an imposed DoF drags along */
    bool imposed[LT_DOFS];  /* 'v' and 'u' */
    bool held[LT_DOFS];     /* nothing can move it, and it is not balanced */
    bool constrained;       /* any is imposed or balanced */
    bool balanced[LT_DOFS]; /* 's': has no inertia, follows the force; rows of m and p are zero */
};

/* What leads a DoF of velocity v does work: it is imposed, or nothing can change it. */
static inline bool lt_motion_imposed(const struct lt_inertia *inertia, size_t i, double v) {
    return inertia->imposed[i] || (inertia->held[i] && v != 0);
}

/* From the mobility w and the six letters of a stage. */
void lt_motion_inertia(double w[LT_DOFS][LT_DOFS], const char *whats, struct lt_inertia *inertia);

/* The inertia m of what moves freely. */
struct lt_pairs lt_motion_mass(double w[LT_DOFS][LT_DOFS]);

/* 1/2 v1 . M v2 */
double lt_motion_kinetic(const struct lt_inertia *inertia, const double *v1, const double *v2);

/* v2 = v1 after a step of length h under the generalised force f (contact force taken off), where
 * v2 already holds the new velocities of imposed DoFs. drive gets the forces that impose them, and
 * that hold what nothing can move. */
void lt_motion_kick(const struct lt_inertia *inertia, const double *f, double h, const double *v1,
                    double *v2, double *drive);

#endif
