/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface.c: the common normal of two surfaces. M is a unit vector from the owner (see struct
 * search) to the other body; lengths are in m. */
#include "bodies/surface.h"

#include "bodies/space.h"

/* The surface of a particle with the evaluated numbers N (m, rad). A wall or facet that touches
 * with a corner (particle->corner) is a ball of its half thickness; side lengths are infinite
 * unless the shape has ends. */
struct lt_surface lt_surface_of(const struct lt_particle *particle,
                                const struct lt_particle_numbers *n) {
    struct lt_surface s = {.radius = n->radius, .half_length = INFINITY};
    memcpy(s.semi_axes, n->semi_axes, sizeof s.semi_axes);
    switch (particle->shape) {
    case LT_SPHERE:
    case LT_DISC:
        s.kind = LT_SURFACE_ROUND;
        break;
    case LT_ELLIPSOID:
        s.kind = LT_SURFACE_OVAL;
        break;
    case LT_WALL:
    case LT_FACET:
        s.kind = particle->corner ? LT_SURFACE_ROUND : LT_SURFACE_FLAT;
        s.radius = n->half_thick;
        break;
    case LT_CAPSULE:
    case LT_ROD:
        s.half_length = 0.5 * n->shaft;
        s.capped = particle->shape == LT_CAPSULE;
        s.kind = LT_SURFACE_SIDE;
        break;
    case LT_CONE:
        s.half_angle = n->half_angle;
        s.kind = LT_SURFACE_SIDE;
        break;
    case LT_CYLINDER:
        s.kind = LT_SURFACE_SIDE;
        break;
    }
    return s;
}

/* ---- Support points -------------------------------------------------------------------------- */

/* A ball or an ellipsoid: its support point, where the surface has the normal m, is
 * centre + k m/sqrt(m k m). K is in m^2. */
struct ellipsoid {
    double centre[3], k[9];
};

/* A ball as an ellipsoid. */
static struct ellipsoid ball_at(const double *centre, double radius) {
    struct ellipsoid b = {.k = {0}};
    memcpy(b.centre, centre, sizeof b.centre);
    b.k[0] = b.k[4] = b.k[8] = radius * radius;
    return b;
}

/* A ball or an ellipsoid in its present orientation. */
static struct ellipsoid ellipsoid_of(const struct lt_surface *shape,
                                     const struct lt_surface_place *place) {
    struct ellipsoid b = ball_at(place->centre, shape->radius);
    if (shape->kind != LT_SURFACE_OVAL)
        return b;
    memset(b.k, 0, sizeof b.k);
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                b.k[3 * i + j] += shape->semi_axes[a] * shape->semi_axes[a] *
                                  place->axes[3 * a + i] * place->axes[3 * a + j];
    return b;
}

/* OUT = k m. */
static void multiply(const struct ellipsoid *b, const double *m, double *out) {
    double p[3] = {lt_space_dot(b->k, m), lt_space_dot(b->k + 3, m), lt_space_dot(b->k + 6, m)};
    memcpy(out, p, sizeof p);
}

/* The distance from the centre to the tangent plane normal to M; AT gets the support point,
 * relative to the centre. */
static double support(const struct ellipsoid *b, const double *m, double *at) {
    multiply(b, m, at);
    const double reach = sqrt(lt_space_dot(m, at));
    for (int i = 0; i < 3; i++)
        at[i] /= reach;
    return reach;
}

/* OUT gets the displacement of the support point per rad if M turns towards W, normal to M: the
 * radius of curvature, if W is a principal direction. */
static void support_derivative(const struct ellipsoid *b, const double *m, const double *w,
                               double *out) {
    double at[3], p[3];
    const double reach = support(b, m, at), along = lt_space_dot(at, w);
    multiply(b, w, p);
    for (int i = 0; i < 3; i++)
        out[i] = (p[i] - along * at[i]) / reach;
}

/* Two unit vectors normal to M and to each other. The coordinate axis least parallel to M begins,
 * so that no product is small. */
static void normal_plane(const double *m, double *b1, double *b2) {
    int least = 0;
    for (int i = 1; i < 3; i++)
        least = fabs(m[i]) < fabs(m[least]) ? i : least;
    double axis[3] = {least == 0, least == 1, least == 2};
    lt_space_cross(m, axis, b1);
    lt_space_normalise(b1);
    lt_space_cross(m, b1, b2);
}

/* ---- Two ellipsoids -------------------------------------------------------------------------- */

/* Limit of Newton steps. Convergence is quadratic: a few suffice from the normal of the last
 * step. */
enum { MAX_NEWTON_STEPS = 60 };

/* True if Newton's method has converged: M changes by less than 1e-17 rad, below rounding; or
 * the CHANGE of step I, below 1e-9 rad, has not halved, so that only rounding is left. *LAST
 * keeps the change for the next step. */
static bool has_converged(double change, double *last, int i) {
    const bool found = change == 0 || (change < 1e-9 && i > 0 && change >= 0.5 * *last);
    *last = change;
    return found || change < 1e-17;
}

/* One Newton step for the common normal: the rotation TURN of M, rad, normal to M, at which the
 * support points lie on one line along M. WAY is the vector between these points; turning M moves
 * them apart by the gap and by the radii of curvature of both bodies. */
static void newton_rotation(const struct ellipsoid *a, const struct ellipsoid *b, const double *m,
                            double gap, const double *way, double *turn) {
    double basis[2][3], c[2][2], e[2];
    normal_plane(m, basis[0], basis[1]);
    for (int i = 0; i < 2; i++) {
        double of_a[3], of_b[3];
        support_derivative(a, m, basis[i], of_a);
        support_derivative(b, m, basis[i], of_b);
        for (int j = 0; j < 2; j++)
            c[j][i] =
                lt_space_dot(basis[j], of_a) + lt_space_dot(basis[j], of_b) + (i == j ? gap : 0);
        e[i] = lt_space_dot(basis[i], way);
    }
    const double det = c[0][0] * c[1][1] - c[0][1] * c[1][0];
    memset(turn, 0, 3 * sizeof *turn);
    lt_space_add(turn, (c[1][1] * e[0] - c[0][1] * e[1]) / det, basis[0]);
    lt_space_add(turn, (c[0][0] * e[1] - c[1][0] * e[0]) / det, basis[1]);
}

/* The common normal M, from A to B, of two ellipsoids, from the M given; the points ON both
 * surfaces and the gap. */
static void meet_ellipsoids(const struct ellipsoid *a, const struct ellipsoid *b, double *m,
                            double on[2][3], double *gap) {
    double last = INFINITY;
    for (int i = 0; i < MAX_NEWTON_STEPS; i++) {
        double at[3], way[3], turn[3], back[3];
        for (int k = 0; k < 3; k++)
            way[k] = b->centre[k] - a->centre[k];
        *gap = lt_space_dot(m, way) - support(a, m, at) - support(b, m, back);
        for (int k = 0; k < 3; k++) {
            on[0][k] = a->centre[k] + at[k];
            on[1][k] = b->centre[k] - back[k];
            way[k] -= at[k] + back[k];
        }
        newton_rotation(a, b, m, *gap, way, turn);
        if (has_converged(sqrt(lt_space_dot(turn, turn)), &last, i))
            return;
        lt_space_add(m, 1, turn);
        lt_space_normalise(m);
    }
}

/* ---- The side of a cylinder or cone and an ellipsoid ----------------------------------------- */

/* The side of a cylinder or cone: its axis, and the circle around a point of it. */
struct side {
    double centre[3], axis[3], radius, c, s; /* cosine and sine of the half angle */
};

/* The side in its present orientation. The generator touched at the start lies along OUT n of the
 * body, with OUT 1 or -1. */
static struct side side_of(const struct lt_surface *shape, const struct lt_surface_place *place,
                           double out) {
    struct side side = {
        .radius = shape->radius, .c = cos(shape->half_angle), .s = sin(shape->half_angle)};
    const double *n = place->axes, *t = place->axes + 6;
    for (int i = 0; i < 3; i++) {
        const double e = side.c * out * n[i] - side.s * t[i];
        side.axis[i] = side.c * t[i] + side.s * out * n[i];
        side.centre[i] = place->centre[i] + shape->radius * (out * n[i] - e);
    }
    return side;
}

/* Restrict M to the normals of the side: at the same angle around the axis, inclined by the half
 * angle. E gets the direction from the axis outwards, B the tangent of the circle. */
static void project_on_side(const struct side *side, double *m, double *e, double *b) {
    memcpy(e, m, 3 * sizeof *e);
    lt_space_add(e, -lt_space_dot(m, side->axis), side->axis);
    lt_space_normalise(e);
    lt_space_cross(side->axis, e, b);
    for (int i = 0; i < 3; i++)
        m[i] = side->c * e[i] + side->s * side->axis[i];
}

/* X gets the support point of the other body that faces the side, relative to the centre of the
 * circle. Returns the derivative of its tangential position per rad of M around the axis, m: the
 * slope of Newton's method. */
static double facing_point(const struct side *side, const struct ellipsoid *other, const double *m,
                           const double *e, const double *b, double *x) {
    double at[3], bent[3];
    support(other, m, at);
    support_derivative(other, m, b, bent);
    for (int i = 0; i < 3; i++)
        x[i] = other->centre[i] - at[i] - side->centre[i];
    return lt_space_dot(e, x) + side->c * lt_space_dot(b, bent);
}

/* The common normal M of a side and an ellipsoid, from the M given; the points ON both surfaces and
 * the gap. */
static void meet_side(const struct side *side, const struct ellipsoid *other, double *m,
                      double on[2][3], double *gap) {
    double e[3], b[3], x[3], last = INFINITY;
    for (int i = 0; i < MAX_NEWTON_STEPS; i++) {
        project_on_side(side, m, e, b);
        const double held = facing_point(side, other, m, e, b, x), turn = lt_space_dot(b, x) / held;
        if (has_converged(fabs(turn), &last, i))
            break;
        lt_space_add(m, side->c * turn, b);
    }
    *gap = lt_space_dot(m, x) - side->radius * side->c;
    for (int k = 0; k < 3; k++) {
        on[1][k] = side->centre[k] + x[k];
        on[0][k] = on[1][k] - *gap * m[k];
    }
}

/* ---- The pair -------------------------------------------------------------------------------- */

/* The search for the contact point. The owner is the body whose shape restricts n most; the other
 * one is an ellipsoid, or a ball in the middle of a line. */
struct search {
    const struct lt_surface *shapes;
    const struct lt_surface_place *places;
    int owner;
    double out;                /* 1 or -1: n is out times m */
    enum lt_surface_kind kind; /* the part of the owner that is touched */
    struct side side;
    struct ellipsoid own, other;
    double m[3];
    double half_line; /* half the length of a line that touches along all of it; else 0 */
};

/* The larger the rank, the more a shape restricts n: a plane has one normal, a cone one for each
 * angle around its axis. The body of larger rank is the owner. */
static int rank_of(const struct lt_surface *shape) {
    return shape->kind == LT_SURFACE_FLAT   ? 3
           : shape->half_angle > 0          ? 2
           : shape->kind == LT_SURFACE_SIDE ? 1
                                            : 0;
}

/* A side touches a parallel side, or a plane, in a line. Represent it by a ball in the middle of
 * the part of the line that both have; without such a part the contact is at an end. */
static void find_line_middle(struct search *g, struct lt_surface_touch *touch) {
    const int owner = g->owner, other = 1 - owner;
    const struct lt_surface *shape = &g->shapes[other], *of = &g->shapes[owner];
    const double *axis = g->places[other].axes + 6, *centre = g->places[other].centre;
    double way[3], point[3], low = -shape->half_length, high = shape->half_length;
    if (of->kind == LT_SURFACE_SIDE && isfinite(of->half_length)) {
        for (int i = 0; i < 3; i++)
            way[i] = g->places[owner].centre[i] - centre[i];
        low = fmax(low, lt_space_dot(way, axis) - of->half_length);
        high = fmin(high, lt_space_dot(way, axis) + of->half_length);
    }
    if (low > high) {
        touch->fault = LT_SURFACE_END;
        touch->which = other;
    }
    memcpy(point, centre, sizeof point);
    if (isfinite(low))
        lt_space_add(point, 0.5 * (low + high), axis);
    g->half_line = isfinite(low) ? 0.5 * (high - low) : 0;
    g->other = ball_at(point, shape->radius);
}

/* The contact of a plane and an ellipsoid: n is that of the plane. */
static void meet_flat(struct search *g, double on[2][3], double *gap) {
    double at[3], way[3];
    for (int i = 0; i < 3; i++)
        g->m[i] = g->out * g->places[g->owner].axes[i];
    const double reach = support(&g->other, g->m, at);
    for (int i = 0; i < 3; i++) {
        way[i] = g->other.centre[i] - g->places[g->owner].centre[i];
        on[1][i] = g->other.centre[i] - at[i];
    }
    *gap = lt_space_dot(g->m, way) - reach;
    for (int i = 0; i < 3; i++)
        on[0][i] = on[1][i] - *gap * g->m[i];
}

/* The contact on a side; beyond the ends of a capsule on its hemisphere, beyond those of others a
 * fault. */
static void meet_side_or_end(struct search *g, double on[2][3], struct lt_surface_touch *touch) {
    const struct lt_surface *shape = &g->shapes[g->owner];
    const bool line = g->shapes[1 - g->owner].kind == LT_SURFACE_SIDE;
    double along[3], e[3], b[3];
    g->side = side_of(shape, &g->places[g->owner], g->out);
    meet_side(&g->side, &g->other, g->m, on, &touch->gap);
    for (int i = 0; i < 3; i++)
        along[i] = on[0][i] - g->side.centre[i];
    const double z = lt_space_dot(along, g->side.axis);
    project_on_side(&g->side, g->m, e, b);
    if (!line && shape->capped && fabs(z) > shape->half_length) {
        double end[3];
        memcpy(end, g->side.centre, sizeof end);
        lt_space_add(end, copysign(shape->half_length, z), g->side.axis);
        g->own = ball_at(end, shape->radius);
        g->kind = LT_SURFACE_ROUND;
        meet_ellipsoids(&g->own, &g->other, g->m, on, &touch->gap);
    } else if (!line && fabs(z) > shape->half_length) {
        touch->fault = LT_SURFACE_END;
        touch->which = g->owner;
    } else if (!(lt_space_dot(along, e) > 0)) {
        touch->fault = LT_SURFACE_TIP;
        touch->which = g->owner;
    }
}

/* Sets touch->tilt, in m. A line that is not normal to M touches at one end first; that is a
 * fault if it makes more of a difference than rounding, 1e-9 of the radius, while the ends lie
 * on either side of the surface. */
static void find_tilt(const struct search *g, struct lt_surface_touch *touch) {
    const int other = 1 - g->owner;
    if (g->shapes[other].kind != LT_SURFACE_SIDE)
        return;
    touch->tilt = g->half_line * fabs(lt_space_dot(g->m, g->places[other].axes + 6));
    if (touch->fault == LT_SURFACE_FINE && touch->tilt > 1e-9 * g->shapes[other].radius &&
        fabs(touch->gap) < touch->tilt) {
        touch->fault = LT_SURFACE_TILT;
        touch->which = other;
    }
}

/* The rate of n, 1/s, at the velocities V of both bodies. In axes that rotate with the owner, the
 * relative velocity of the support points changes M by the same equations as a Newton step. */
static void find_normal_rate(const struct search *g, const double *v,
                             struct lt_surface_touch *touch) {
    const int other = 1 - g->owner;
    const double *vo = v + 6 * g->owner, *vx = v + 6 * other, *p = touch->points[other];
    double from_own[3], from_other[3], w[3], u[3], drag[3], turn[3] = {0};
    for (int i = 0; i < 3; i++) {
        from_own[i] = p[i] - g->places[g->owner].centre[i];
        from_other[i] = p[i] - g->places[other].centre[i];
        w[i] = vx[3 + i] - vo[3 + i];
        u[i] = vx[i] - vo[i];
    }
    /* U is the velocity of the other body's support point relative to the owner: that of the
     * material at the point, and the motion of the point over the surface, since M turns in axes
     * of that body. */
    lt_space_cross(vx + 3, from_other, drag);
    lt_space_add(u, 1, drag);
    lt_space_cross(vo + 3, from_own, drag);
    lt_space_add(u, -1, drag);
    lt_space_cross(w, g->m, drag);
    support_derivative(&g->other, g->m, drag, w);
    lt_space_add(u, 1, w);
    /* The rotation of M relative to the owner; the rotation of the owner is added below. */
    if (g->kind == LT_SURFACE_SIDE) {
        double e[3], b[3], x[3], m[3];
        memcpy(m, g->m, sizeof m);
        project_on_side(&g->side, m, e, b);
        const double held = facing_point(&g->side, &g->other, m, e, b, x);
        lt_space_add(turn, g->side.c * lt_space_dot(b, u) / held, b);
    } else if (g->kind != LT_SURFACE_FLAT) {
        newton_rotation(&g->own, &g->other, g->m, touch->gap, u, turn);
    }
    lt_space_cross(vo + 3, g->m, drag);
    for (int i = 0; i < 3; i++)
        touch->normal_rate[i] = g->kind == LT_SURFACE_FLAT ? 0 : g->out * (turn[i] + drag[i]);
}

/* TOUCH gets the common normal n, the points that face each other and the gap (m) of two
 * surfaces. N is an estimate of n, as the last one; VELOCITIES are the twelve of both bodies,
 * for the rate of n, or NULL. A contact that one point does not represent is a fault in TOUCH. */
void lt_surface_meet(const struct lt_surface shapes[2], const struct lt_surface_place places[2],
                     const double *n, const double *velocities, struct lt_surface_touch *touch) {
    struct search g = {.shapes = shapes, .places = places};
    /* The owner is the body whose shape restricts n more; M points from it to the other one. */
    g.owner = rank_of(&shapes[1]) > rank_of(&shapes[0]);
    g.out = g.owner ? -1 : 1;
    g.kind = shapes[g.owner].kind;
    *touch = (struct lt_surface_touch){.fault = LT_SURFACE_FINE};
    for (int i = 0; i < 3; i++)
        g.m[i] = g.out * n[i];
    if (shapes[1 - g.owner].kind == LT_SURFACE_SIDE)
        find_line_middle(&g, touch);
    else
        g.other = ellipsoid_of(&shapes[1 - g.owner], &places[1 - g.owner]);
    /* ON are the points of the owner and of the other body. */
    double on[2][3];
    if (g.kind == LT_SURFACE_FLAT) {
        meet_flat(&g, on, &touch->gap);
    } else if (g.kind == LT_SURFACE_SIDE) {
        meet_side_or_end(&g, on, touch);
    } else {
        g.own = ellipsoid_of(&shapes[g.owner], &places[g.owner]);
        meet_ellipsoids(&g.own, &g.other, g.m, on, &touch->gap);
    }
    find_tilt(&g, touch);
    for (int i = 0; i < 3; i++) {
        touch->n[i] = g.out * g.m[i];
        touch->points[g.owner][i] = on[0][i];
        touch->points[1 - g.owner][i] = on[1][i];
    }
    if (velocities)
        find_normal_rate(&g, velocities, touch);
}
