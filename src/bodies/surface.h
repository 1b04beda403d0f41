/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface.h: where two bodies of any shape touch: the common normal of their surfaces.
 *
 * A body is round (a point and a radius), oval (an ellipsoid), a side (of a cylinder or cone: a
 * line or a ray and a radius) or flat. Both surfaces have the normal n at the points that face each
 * other; along it they are gap apart, or overlap. Of the directions that both may have, it is the
 * one in which the distance of the supporting planes is largest, found by Newton's method from the
 * last n. A line that touches a line or a plane does so all along: its middle counts, for as long
 * as it stays parallel. */
#ifndef LT_SURFACE_H
#define LT_SURFACE_H

#include "bodies/pair.h"
#include "formula/names.h"

enum { LT_SPACE_NUMBERS = LT_TZ - LT_XA + 1, LT_VELOCITIES = LT_WZB - LT_VXA + 1 };

enum lt_surface_kind { LT_SURFACE_ROUND, LT_SURFACE_OVAL, LT_SURFACE_SIDE, LT_SURFACE_FLAT };

struct lt_surface {
    enum lt_surface_kind kind;
    double radius, semi_axes[3], half_length,
        half_angle; /* of a side: half_length may be INFINITY */
    bool capped;    /* a side that ends in half balls */
};

struct lt_surface lt_surface_of(const struct lt_particle *particle,
                                const struct lt_particle_numbers *numbers);

/* A body as it lies: its centre and the axes n s t that it had at the start, turned with it. */
struct lt_surface_place {
    double centre[3], axes[9];
};

/* What is wrong with one contact point. */
enum lt_surface_fault { LT_SURFACE_FINE, LT_SURFACE_END, LT_SURFACE_TIP, LT_SURFACE_TILT };

struct lt_surface_touch {
    double n[3];     /* from A to B */
    double on[2][3]; /* the points of the surfaces that face each other */
    double gap;
    double turning[3]; /* the rate of n, if the bodies' velocities are given */
    enum lt_surface_fault fault;
    int which;   /* the body whose fault it is */
    double tilt; /* m: by so much the ends of a line lie above and below its middle */
};

/* N: about where the normal points. VELOCITIES: the twelve, or NULL. */
void lt_surface_meet(const struct lt_surface shapes[2], const struct lt_surface_place places[2],
                     const double *n, const double *velocities, struct lt_surface_touch *touch);

#endif
