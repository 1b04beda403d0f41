/* SPDX-License-Identifier: GPL-3.0-or-later */
/* space.h: vectors, and the numbers of two bodies in space in the order of LT_SPACE (names.h). */
#ifndef LT_SPACE_H
#define LT_SPACE_H

#include "formula/names.h"

#include <math.h>
#include <string.h>

/* Indices of the 35 numbers of a state: first of centres, orientations (unit quaternions),
 * velocities and axes; of each axis; and, among the twelve velocities, of velocity and angular
 * velocity of A and B. */
enum { CENTRE = 0, ORIENTATION = LT_QWA - LT_XA, VELOCITY = LT_VXA - LT_XA, AXES = LT_NX - LT_XA };
enum { N = AXES, S = AXES + 3, T = AXES + 6 };
enum { VA = 0, WA = 3, VB = 6, WB = 9 };

/* a . b */
static inline double lt_space_dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* OUT = a x b; OUT may be a or b. */
static inline void lt_space_cross(const double *a, const double *b, double *out) {
    double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, c, sizeof c);
}

/* a += factor b */
static inline void lt_space_add(double *a, double factor, const double *b) {
    for (int i = 0; i < 3; i++)
        a[i] += factor * b[i];
}

/* Scale a to length one; returns the length that it had. */
static inline double lt_space_normalise(double *a) {
    double length = sqrt(lt_space_dot(a, a));
    for (int i = 0; i < 3; i++)
        a[i] /= length;
    return length;
}

/* LOCAL gets the components of the vector GLOBAL (x y z) along the contact axes n s t. */
static inline void lt_space_local(const double *space, const double *global, double *local) {
    double l[3] = {lt_space_dot(space + N, global), lt_space_dot(space + S, global),
                   lt_space_dot(space + T, global)};
    memcpy(local, l, sizeof l);
}

/* The reverse: GLOBAL gets the vector with the components LOCAL along n s t. */
static inline void lt_space_global(const double *space, const double *local, double *global) {
    for (int i = 0; i < 3; i++)
        global[i] = local[0] * space[N + i] + local[1] * space[S + i] + local[2] * space[T + i];
}

/* Rotate A, which is normal to the unit vector FROM, by the shortest rotation that takes FROM to
 * TO. */
static inline void lt_space_tilt(const double *from, const double *to, double *a) {
    double axis[3], once[3], twice[3];
    lt_space_cross(from, to, axis);
    lt_space_cross(axis, a, once);
    lt_space_cross(axis, once, twice);
    lt_space_add(a, 1, once);
    lt_space_add(a, 1 / (1 + lt_space_dot(from, to)), twice);
}

/* OUT gets the vector A rotated by the unit quaternion Q: body axes to space. */
static inline void lt_space_rotate(const double *q, const double *a, double *out) {
    double once[3], twice[3];
    lt_space_cross(q + 1, a, once);
    lt_space_cross(q + 1, once, twice);
    for (int i = 0; i < 3; i++)
        out[i] = a[i] + 2 * (q[0] * once[i] + twice[i]);
}

#endif
