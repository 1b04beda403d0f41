/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface.h: where two bodies of any shape touch: the common normal of their surfaces.
 *
 * A body is round (a ball), oval (an ellipsoid), a side (of a cylinder or cone) or flat. Both
 * surfaces have the normal n at the points that face each other, and are GAP apart along it; GAP <
 * 0 is an overlap. Of all directions n is the one in which the distance of the supporting planes is
 * largest; Newton's method finds it from the last n. A side touches a parallel side or a plane
 * along a line: its middle is the contact point, as long as it stays parallel. Lengths are in m. */
#ifndef LT_SURFACE_H
#define LT_SURFACE_H

#include "bodies/pair.h"
#include "formula/names.h"

enum { LT_SPACE_NUMBERS = LT_TZ - LT_XA + 1, LT_VELOCITIES = LT_WZB - LT_VXA + 1 };

enum lt_surface_kind { LT_SURFACE_ROUND, LT_SURFACE_OVAL, LT_SURFACE_SIDE, LT_SURFACE_FLAT };

struct lt_surface {
    enum lt_surface_kind kind;
    double radius, semi_axes[3];
    double half_length, half_angle; /* of a side; m, may be INFINITY; rad, 0 of a cylinder */
    bool capped;                    /* a side that ends in hemispheres */
};

/* The surface of a particle with these numbers. */
struct lt_surface lt_surface_of(const struct lt_particle *particle,
                                const struct lt_particle_numbers *numbers);

/* The configuration of a body: its centre and its initial axes n s t, rotated with it. */
struct lt_surface_place {
    double centre[3], axes[9];
};

/* Why one contact point does not represent the contact. */
enum lt_surface_fault {
    LT_SURFACE_FINE, /* it does */
    LT_SURFACE_END,  /* the end of a side is touched */
    LT_SURFACE_TIP,  /* the tip of a cone is touched */
    LT_SURFACE_TILT  /* a line has tilted, so that only a part of it touches */
};

struct lt_surface_touch {
    double n[3];         /* from A to B */
    double points[2][3]; /* of A and B: the points that face each other */
    double gap;
    double normal_rate[3]; /* dn/dt, 1/s, if velocities are given */
    enum lt_surface_fault fault;
    int which;   /* the body with the fault: 0 A, 1 B */
    double tilt; /* m, by which the ends of a line lie above and below its middle */
};

/* Find the contact point. N is an estimate of the normal, as the last one. VELOCITIES are the
 * twelve of both bodies (bodies.h), for the rate of n; or NULL. */
void lt_surface_meet(const struct lt_surface shapes[2], const struct lt_surface_place places[2],
                     const double *n, const double *velocities, struct lt_surface_touch *touch);

#endif
