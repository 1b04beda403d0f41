/* SPDX-License-Identifier: GPL-3.0-or-later */
/* motion.c: inertia of the six relative DoFs under constraints, and their kicks. */
#include "bodies/motion.h"

#include <math.h>
#include <string.h>

/* Reduces the symmetric matrix W to its diagonal and the elements that couple shear with
 * rolling; two spheres have no others. */
static struct lt_pairs pairs_of(double w[LT_DOFS][LT_DOFS]) {
    struct lt_pairs a;
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        a.own[i] = w[i][i];
        a.other[i] = k == i ? 0 : w[i][k];
    }
    return a;
}

/* Inverse of the chosen rows and columns of A, symmetric and positive definite; the others are
 * zero. Each block is 1 x 1 or 2 x 2, and is inverted by Gauss-Jordan elimination. */
static struct lt_pairs invert_chosen(const struct lt_pairs *a, const bool *chosen) {
    struct lt_pairs b = {{0}, {0}};
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        if (chosen[i] && (k == i || !chosen[k] || a->other[i] == 0)) {
            b.own[i] = 1 / a->own[i];
        } else if (chosen[i] && i < k) {
            double first = 1 / a->own[i], share = a->other[i] * first;
            double second = 1 / (a->own[k] - a->other[k] * share);
            b.own[k] = second;
            b.other[k] = (0 - a->other[k] * first) * second;
            b.own[i] = first - share * b.other[k];
            b.other[i] = 0 - share * second;
        }
    }
    return b;
}

/* The mass matrix (kg, kg m, kg m^2) of a pair with the mobility W, without constraints. Rows of
 * DoFs of infinite inertia, which have no mobility, are 0. */
struct lt_pairs lt_motion_mass(double w[LT_DOFS][LT_DOFS]) {
    struct lt_pairs mobility = pairs_of(w);
    bool movable[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        movable[i] = w[i][i] > 0;
    return invert_chosen(&mobility, movable);
}

/* Fills INERTIA from the mobility W of the pair (1/kg and so on) and WHATS, the six letters of a
 * stage: v and u are imposed, s is balanced, the others are free. */
void lt_motion_inertia(double w[LT_DOFS][LT_DOFS], const char *whats, struct lt_inertia *inertia) {
    struct lt_pairs mobility = pairs_of(w);
    bool movable[LT_DOFS], free_dof[LT_DOFS];
    inertia->constrained = strpbrk(whats, "vus");
    for (size_t i = 0; i < LT_DOFS; i++) {
        inertia->imposed[i] = whats[i] == 'v' || whats[i] == 'u';
        inertia->balanced[i] = whats[i] == 's';
        movable[i] = w[i][i] > 0 && !inertia->balanced[i];
        inertia->held[i] = !(w[i][i] > 0) && !inertia->balanced[i];
        free_dof[i] = movable[i] && !inertia->imposed[i];
    }
    /* M is the inverse of the mobility without balanced DoFs, p the inverse of M_ff, the part of
     * the free ones. */
    const struct lt_pairs m = inertia->m = invert_chosen(&mobility, movable);
    inertia->p = invert_chosen(&m, free_dof);
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        bool driven = inertia->imposed[k] && k != i;
        inertia->q[i] = driven ? inertia->p.own[i] * m.other[i] : 0;
    }
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        bool imposed = inertia->imposed[i];
        inertia->schur.own[i] = imposed ? m.own[i] - m.other[i] * inertia->q[k] : 0;
        inertia->schur.other[i] = imposed && inertia->imposed[k] ? m.other[i] : 0;
    }
}

/* 1/2 v1 . M v2 of the six relative velocities V1 and V2 (m/s, rad/s), in J. */
double lt_motion_kinetic(const struct lt_inertia *inertia, const double *v1, const double *v2) {
    return lt_step_kinetic(inertia->m.own, inertia->m.other, v1, v2, LT_DOFS);
}

/* A kick: V2 gets the velocities after the generalised force F (N, N m), external less contact
 * force, has acted on V1 for H seconds. V2 holds the new velocities of imposed DoFs already.
 * DRIVE gets the forces that impose them or hold DoFs of infinite inertia; 0 elsewhere. */
void lt_motion_kick(const struct lt_inertia *inertia, const double *f, double h, const double *v1,
                    double *v2, double *drive) {
    const struct lt_pairs *m = &inertia->m, *p = &inertia->p;
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        double change = inertia->imposed[k] ? v2[k] - v1[k] : 0;
        if (!inertia->imposed[i])
            v2[i] =
                v1[i] + (h * p->own[i] * f[i] + (h * p->other[i] * f[k] - inertia->q[i] * change));
    }
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        drive[i] = lt_motion_is_constrained(inertia, i, v1[i])
                       ? lt_step_constraint(m->own[i] / h, m->other[i] / h, v2[i] - v1[i],
                                            v2[k] - v1[k], f[i])
                       : 0;
    }
}
