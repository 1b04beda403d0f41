/* SPDX-License-Identifier: GPL-3.0-or-later */
/* space.h: the numbers of two bodies in space, in the order of LT_SPACE, and vectors. */
#ifndef LT_SPACE_H
#define LT_SPACE_H

#include "formula/names.h"

#include <math.h>
#include <string.h>

/* Where centres, orientations, velocities and axes begin among the 35 numbers of a state; then
 * where each axis does, and the velocities and spins of A and B among the twelve velocities. */
enum { PLACE = 0, TURN = LT_QWA - LT_XA, VELOCITY = LT_VXA - LT_XA, AXES = LT_NX - LT_XA };
enum { N = AXES, S = AXES + 3, T = AXES + 6 };
enum { VA = 0, WA = 3, VB = 6, WB = 9 };

static inline double lt_space_dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void lt_space_cross(const double *a, const double *b, double *out) {
    double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, c, sizeof c);
}

/* a += factor b */
static inline void lt_space_add(double *a, double factor, const double *b) {
    for (int i = 0; i < 3; i++)
        a[i] += factor * b[i];
}

/* Make it of length one; returns the length that it had. */
static inline double lt_space_normalise(double *a) {
    double length = sqrt(lt_space_dot(a, a));
    for (int i = 0; i < 3; i++)
        a[i] /= length;
    return length;
}

/* Components along n s t, and back. */
static inline void lt_space_local(const double *space, const double *global, double *local) {
    double l[3] = {lt_space_dot(space + N, global), lt_space_dot(space + S, global),
                   lt_space_dot(space + T, global)};
    memcpy(local, l, sizeof l);
}

static inline void lt_space_global(const double *space, const double *local, double *global) {
    for (int i = 0; i < 3; i++)
        global[i] = local[0] * space[N + i] + local[1] * space[S + i] + local[2] * space[T + i];
}

/* Turn a vector by an orientation. */
static inline void lt_space_turn(const double *q, const double *a, double *out) {
    double once[3], twice[3];
    lt_space_cross(q + 1, a, once);
    lt_space_cross(q + 1, once, twice);
    for (int i = 0; i < 3; i++)
        out[i] = a[i] + 2 * (q[0] * once[i] + twice[i]);
}

#endif
