/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/motion.h"

#include "step.h"

#include <math.h>
#include <string.h>

/* Inverse of the rows and columns of a (symmetric, positive definite) that are chosen; the others
 * are zero in b. Gauss and Jordan, a pair at a time. */
static void invert_chosen(double a[LT_DOFS][LT_DOFS], const bool *chosen,
                          double b[LT_DOFS][LT_DOFS]) {
    memset(b, 0, LT_DOFS * sizeof b[0]);
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i);
        if (chosen[i] && (k == i || !chosen[k] || a[i][k] == 0)) {
            b[i][i] = 1 / a[i][i];
        } else if (chosen[i] && i < k) {
            double first = 1 / a[i][i], share = a[i][k] * first, along = 0 - a[k][i] * first;
            double second = 1 / (a[k][k] - a[k][i] * share);
            b[k][k] = second;
            b[k][i] = along * second;
            b[i][i] = first - share * b[k][i];
            b[i][k] = 0 - share * second;
        }
    }
}

void lt_motion_mass(double w[LT_DOFS][LT_DOFS], double m[LT_DOFS][LT_DOFS]) {
    bool movable[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        movable[i] = w[i][i] > 0;
    invert_chosen(w, movable, m);
}

void lt_motion_inertia(double w[LT_DOFS][LT_DOFS], const char *whats, struct lt_inertia *inertia) {
    bool movable[LT_DOFS], free_dof[LT_DOFS];
    inertia->constrained = strpbrk(whats, "vus");
    for (size_t i = 0; i < LT_DOFS; i++) {
        inertia->imposed[i] = whats[i] == 'v' || whats[i] == 'u';
        inertia->balanced[i] = whats[i] == 's';
        movable[i] = w[i][i] > 0 && !inertia->balanced[i];
        inertia->held[i] = !(w[i][i] > 0) && !inertia->balanced[i];
        free_dof[i] = movable[i] && !inertia->imposed[i];
    }
    invert_chosen(w, movable, inertia->m);
    invert_chosen(inertia->m, free_dof, inertia->p);
    memset(inertia->q, 0, sizeof inertia->q);
    memset(inertia->schur, 0, sizeof inertia->schur);
    for (size_t k = 0; k < LT_DOFS; k++)
        for (size_t i = 0; i < LT_DOFS && inertia->imposed[k]; i++)
            for (size_t j = 0; j < LT_DOFS; j++)
                inertia->q[i][k] += inertia->p[i][j] * inertia->m[j][k];
    for (size_t i = 0; i < LT_DOFS; i++)
        for (size_t k = 0; k < LT_DOFS; k++) {
            if (!inertia->imposed[i] || !inertia->imposed[k])
                continue;
            inertia->schur[i][k] = inertia->m[i][k];
            for (size_t j = 0; j < LT_DOFS; j++)
                inertia->schur[i][k] -= inertia->m[i][j] * inertia->q[j][k];
        }
}

double lt_motion_kinetic(const struct lt_inertia *inertia, const double *v1, const double *v2) {
    double sum = 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other(i), first = i < k ? i : k, last = i < k ? k : i;
        sum += v1[i] * inertia->m[i][first] * v2[first];
        if (last != first)
            sum += v1[i] * inertia->m[i][last] * v2[last];
    }
    return 0.5 * sum;
}

void lt_motion_kick(const struct lt_inertia *inertia, const double *f, double h, const double *v1,
                    double *v2, double *drive) {
    double jump[LT_DOFS];
    for (size_t i = 0; i < LT_DOFS; i++)
        jump[i] = inertia->imposed[i] ? v2[i] - v1[i] : 0;
    for (size_t i = 0; i < LT_DOFS; i++) {
        if (inertia->imposed[i])
            continue;
        size_t k = lt_march_other(i), first = i < k ? i : k, last = i < k ? k : i;
        double dv = h * inertia->p[i][first] * f[first] - inertia->q[i][first] * jump[first];
        if (last != first)
            dv += h * inertia->p[i][last] * f[last] - inertia->q[i][last] * jump[last];
        v2[i] = v1[i] + (0 + dv);
    }
    for (size_t i = 0; i < LT_DOFS; i++) {
        drive[i] = 0;
        if (!lt_motion_led(inertia, i, v1[i]))
            continue;
        for (size_t k = 0; k < LT_DOFS; k++)
            drive[i] += inertia->m[i][k] / h * (v2[k] - v1[k]);
        drive[i] -= f[i];
    }
}
