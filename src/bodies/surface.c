/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bodies/surface.h"

#include "bodies/space.h"

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

/* ---- Supports -------------------------------------------------------------------------------- */

/* A ball or an ellipsoid: its surface has the normal m at centre + k m/sqrt(m k m). */
struct blob {
    double centre[3], k[9];
};

static struct blob ball_at(const double *centre, double radius) {
    struct blob b = {.k = {0}};
    memcpy(b.centre, centre, sizeof b.centre);
    b.k[0] = b.k[4] = b.k[8] = radius * radius;
    return b;
}

static struct blob blob_of(const struct lt_surface *shape, const struct lt_surface_place *place) {
    struct blob b = ball_at(place->centre, shape->radius);
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

static void stretch(const struct blob *b, const double *m, double *out) {
    double p[3] = {lt_space_dot(b->k, m), lt_space_dot(b->k + 3, m), lt_space_dot(b->k + 6, m)};
    memcpy(out, p, sizeof p);
}

/* How far it reaches along m from its centre; AT gets the point there, seen from the centre. */
static double reach_of(const struct blob *b, const double *m, double *at) {
    stretch(b, m, at);
    const double reach = sqrt(lt_space_dot(m, at));
    for (int i = 0; i < 3; i++)
        at[i] /= reach;
    return reach;
}

/* How that point moves where m turns by w, at right angles to m: the radii of curvature. */
static void bend_of(const struct blob *b, const double *m, const double *w, double *out) {
    double at[3], p[3];
    const double reach = reach_of(b, m, at), along = lt_space_dot(at, w);
    stretch(b, w, p);
    for (int i = 0; i < 3; i++)
        out[i] = (p[i] - along * at[i]) / reach;
}

/* Two unit vectors across m. */
static void across(const double *m, double *b1, double *b2) {
    int least = 0;
    for (int i = 1; i < 3; i++)
        least = fabs(m[i]) < fabs(m[least]) ? i : least;
    double axis[3] = {least == 0, least == 1, least == 2};
    lt_space_cross(m, axis, b1);
    lt_space_normalise(b1);
    lt_space_cross(m, b1, b2);
}

/* ---- Two blobs ------------------------------------------------------------------------------- */

enum { TURNS = 60 };

/* It has converged: what is left is rounding. */
static bool is_found(double change, double *last, int i) {
    const bool found = change == 0 || (change < 1e-9 && i > 0 && change >= 0.5 * *last);
    *last = change;
    return found || change < 1e-17;
}

/* The turn of m in which (gap + bends) turn = way, all across m. */
static void turn_from(const struct blob *a, const struct blob *b, const double *m, double gap,
                      const double *way, double *turn) {
    double basis[2][3], c[2][2], e[2];
    across(m, basis[0], basis[1]);
    for (int i = 0; i < 2; i++) {
        double of_a[3], of_b[3];
        bend_of(a, m, basis[i], of_a);
        bend_of(b, m, basis[i], of_b);
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

/* From blob A to blob B, along m. */
static void meet_blobs(const struct blob *a, const struct blob *b, double *m, double on[2][3],
                       double *gap) {
    double last = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        double at[3], way[3], turn[3], back[3];
        for (int k = 0; k < 3; k++)
            way[k] = b->centre[k] - a->centre[k];
        *gap = lt_space_dot(m, way) - reach_of(a, m, at) - reach_of(b, m, back);
        for (int k = 0; k < 3; k++) {
            on[0][k] = a->centre[k] + at[k];
            on[1][k] = b->centre[k] - back[k];
            way[k] -= at[k] + back[k];
        }
        turn_from(a, b, m, *gap, way, turn);
        if (is_found(sqrt(lt_space_dot(turn, turn)), &last, i))
            return;
        lt_space_add(m, 1, turn);
        lt_space_normalise(m);
    }
}

/* ---- A side and a blob ----------------------------------------------------------------------- */

/* The side of a cylinder or cone: the circle round a point of the axis, and the axis. */
struct side {
    double centre[3], axis[3], radius, c, s; /* cosine and sine of the half angle */
};

/* OUT: the side touched at the start lies along +n (1) or -n (-1) of the body. */
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

/* Directions at the angle of the circle where m is: out from the axis, along it, and m itself. */
static void aim(const struct side *side, double *m, double *e, double *b) {
    memcpy(e, m, 3 * sizeof *e);
    lt_space_add(e, -lt_space_dot(m, side->axis), side->axis);
    lt_space_normalise(e);
    lt_space_cross(side->axis, e, b);
    for (int i = 0; i < 3; i++)
        m[i] = side->c * e[i] + side->s * side->axis[i];
}

/* The point of the blob that faces the side, seen from the circle; and how stiffly m is held. */
static double facing(const struct side *side, const struct blob *blob, const double *m,
                     const double *e, const double *b, double *x) {
    double at[3], bent[3];
    reach_of(blob, m, at);
    bend_of(blob, m, b, bent);
    for (int i = 0; i < 3; i++)
        x[i] = blob->centre[i] - at[i] - side->centre[i];
    return lt_space_dot(e, x) + side->c * lt_space_dot(b, bent);
}

static void meet_side(const struct side *side, const struct blob *blob, double *m, double on[2][3],
                      double *gap) {
    double e[3], b[3], x[3], last = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        aim(side, m, e, b);
        const double held = facing(side, blob, m, e, b, x), turn = lt_space_dot(b, x) / held;
        if (is_found(fabs(turn), &last, i))
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

/* The owner is the body that says most about n; the other one is a blob, or the middle of a line.
 */
struct meeting {
    const struct lt_surface *shapes;
    const struct lt_surface_place *places;
    int owner;
    double out;                /* n is out times m, which leads from the owner to the other */
    enum lt_surface_kind kind; /* what of the owner is touched */
    struct side side;
    struct blob own, other;
    double m[3], half_line; /* of a line that touches all along: half of its length */
};

/* A plane has one normal, a cone a rule for its own. */
static int rank_of(const struct lt_surface *shape) {
    return shape->kind == LT_SURFACE_FLAT   ? 3
           : shape->half_angle > 0          ? 2
           : shape->kind == LT_SURFACE_SIDE ? 1
                                            : 0;
}

/* The middle of the line in which a side touches another that is parallel, or a plane: a ball. */
static void find_middle(struct meeting *g, struct lt_surface_touch *touch) {
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

static void meet_flat(struct meeting *g, double on[2][3], double *gap) {
    double at[3], way[3];
    for (int i = 0; i < 3; i++)
        g->m[i] = g->out * g->places[g->owner].axes[i];
    const double reach = reach_of(&g->other, g->m, at);
    for (int i = 0; i < 3; i++) {
        way[i] = g->other.centre[i] - g->places[g->owner].centre[i];
        on[1][i] = g->other.centre[i] - at[i];
    }
    *gap = lt_space_dot(g->m, way) - reach;
    for (int i = 0; i < 3; i++)
        on[0][i] = on[1][i] - *gap * g->m[i];
}

/* On the side, or beyond its ends: on the half ball of a capsule. */
static void meet_round_side(struct meeting *g, double on[2][3], struct lt_surface_touch *touch) {
    const struct lt_surface *shape = &g->shapes[g->owner];
    const bool line = g->shapes[1 - g->owner].kind == LT_SURFACE_SIDE;
    double along[3], e[3], b[3];
    g->side = side_of(shape, &g->places[g->owner], g->out);
    meet_side(&g->side, &g->other, g->m, on, &touch->gap);
    for (int i = 0; i < 3; i++)
        along[i] = on[0][i] - g->side.centre[i];
    const double z = lt_space_dot(along, g->side.axis);
    aim(&g->side, g->m, e, b);
    if (!line && shape->capped && fabs(z) > shape->half_length) {
        double end[3];
        memcpy(end, g->side.centre, sizeof end);
        lt_space_add(end, copysign(shape->half_length, z), g->side.axis);
        g->own = ball_at(end, shape->radius);
        g->kind = LT_SURFACE_ROUND;
        meet_blobs(&g->own, &g->other, g->m, on, &touch->gap);
    } else if (!line && fabs(z) > shape->half_length) {
        touch->fault = LT_SURFACE_END;
        touch->which = g->owner;
    } else if (!(lt_space_dot(along, e) > 0)) {
        touch->fault = LT_SURFACE_TIP;
        touch->which = g->owner;
    }
}

/* A line that leaves the plane across m touches at one end first. */
static void find_tilt(const struct meeting *g, struct lt_surface_touch *touch) {
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

/* The rate of n. Seen from the owner: of the bodies' velocities, at the other's point. */
static void find_turning(const struct meeting *g, const double *v, struct lt_surface_touch *touch) {
    const int other = 1 - g->owner;
    const double *vo = v + 6 * g->owner, *vx = v + 6 * other, *p = touch->on[other];
    double from_own[3], from_other[3], w[3], u[3], drag[3], turn[3] = {0};
    for (int i = 0; i < 3; i++) {
        from_own[i] = p[i] - g->places[g->owner].centre[i];
        from_other[i] = p[i] - g->places[other].centre[i];
        w[i] = vx[3 + i] - vo[3 + i];
        u[i] = vx[i] - vo[i];
    }
    lt_space_cross(vx + 3, from_other, drag);
    lt_space_add(u, 1, drag);
    lt_space_cross(vo + 3, from_own, drag);
    lt_space_add(u, -1, drag);
    lt_space_cross(w, g->m, drag);
    bend_of(&g->other, g->m, drag, w);
    lt_space_add(u, 1, w);
    if (g->kind == LT_SURFACE_SIDE) {
        double e[3], b[3], x[3], m[3];
        memcpy(m, g->m, sizeof m);
        aim(&g->side, m, e, b);
        const double held = facing(&g->side, &g->other, m, e, b, x);
        lt_space_add(turn, g->side.c * lt_space_dot(b, u) / held, b);
    } else if (g->kind != LT_SURFACE_FLAT) {
        turn_from(&g->own, &g->other, g->m, touch->gap, u, turn);
    }
    lt_space_cross(vo + 3, g->m, drag);
    for (int i = 0; i < 3; i++)
        touch->turning[i] = g->kind == LT_SURFACE_FLAT ? 0 : g->out * (turn[i] + drag[i]);
}

void lt_surface_meet(const struct lt_surface shapes[2], const struct lt_surface_place places[2],
                     const double *n, const double *velocities, struct lt_surface_touch *touch) {
    struct meeting g = {.shapes = shapes, .places = places};
    g.owner = rank_of(&shapes[1]) > rank_of(&shapes[0]);
    g.out = g.owner ? -1 : 1;
    g.kind = shapes[g.owner].kind;
    *touch = (struct lt_surface_touch){.fault = LT_SURFACE_FINE};
    for (int i = 0; i < 3; i++)
        g.m[i] = g.out * n[i];
    if (shapes[1 - g.owner].kind == LT_SURFACE_SIDE)
        find_middle(&g, touch);
    else
        g.other = blob_of(&shapes[1 - g.owner], &places[1 - g.owner]);
    double on[2][3];
    if (g.kind == LT_SURFACE_FLAT) {
        meet_flat(&g, on, &touch->gap);
    } else if (g.kind == LT_SURFACE_SIDE) {
        meet_round_side(&g, on, touch);
    } else {
        g.own = blob_of(&shapes[g.owner], &places[g.owner]);
        meet_blobs(&g.own, &g.other, g.m, on, &touch->gap);
    }
    find_tilt(&g, touch);
    for (int i = 0; i < 3; i++) {
        touch->n[i] = g.out * g.m[i];
        touch->on[g.owner][i] = on[0][i];
        touch->on[1 - g.owner][i] = on[1][i];
    }
    if (velocities)
        find_turning(&g, velocities, touch);
}
