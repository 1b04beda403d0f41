/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/pair.h"

#include <string.h>

bool lt_pair_is_flat(const struct lt_particle *particle) {
    return particle->shape == LT_WALL || (particle->shape == LT_FACET && !particle->corner);
}

/* Volume, and moments of inertia about n, s and t by mass. */
struct solid {
    double volume, inertia[3];
};

static struct solid ball_solid(double r) {
    double i = 0.4 * r * r;
    return (struct solid){4.0 / 3.0 * M_PI * r * r * r, {i, i, i}};
}

static struct solid disc_solid(double r) {
    double i = 0.5 * r * r;
    return (struct solid){M_PI * r * r, {i, i, i}};
}

/* A cylinder along t. */
static struct solid rod_solid(double r, double shaft) {
    double across = r * r / 4 + shaft * shaft / 12;
    return (struct solid){M_PI * r * r * shaft, {across, across, r * r / 2}};
}

/* The same between the halves of a ball. */
static struct solid capsule_solid(double r, double shaft) {
    struct solid ends = ball_solid(r);
    double volume = M_PI * r * r * shaft + ends.volume, share = ends.volume / volume;
    double along = share * ends.inertia[2] + (1 - share) * r * r / 2;
    double across = share * (ends.inertia[0] + shaft * shaft / 4 + 3 * r * shaft / 8) +
                    (1 - share) * (r * r / 4 + shaft * shaft / 12);
    return (struct solid){volume, {across, across, along}};
}

static struct solid ellipsoid_solid(const double *a) {
    double n = a[0] * a[0] / 5, s = a[1] * a[1] / 5, t = a[2] * a[2] / 5;
    return (struct solid){4.0 / 3.0 * M_PI * a[0] * a[1] * a[2], {s + t, n + t, n + s}};
}

static struct solid solid_of(enum lt_shape shape, const struct lt_particle_numbers *n) {
    switch (shape) {
    case LT_SPHERE:
        return ball_solid(n->radius);
    case LT_DISC:
        return disc_solid(n->radius);
    case LT_CAPSULE:
        return capsule_solid(n->radius, n->shaft);
    case LT_ROD:
        return rod_solid(n->radius, n->shaft);
    case LT_ELLIPSOID:
        return ellipsoid_solid(n->semi_axes);
    case LT_CYLINDER: /* infinitely long; its mass must be given */
        return (struct solid){INFINITY, {INFINITY, INFINITY, n->radius * n->radius / 2}};
    case LT_WALL:
    case LT_FACET:
    case LT_CONE:
        break;
    }
    return (struct solid){INFINITY, {INFINITY, INFINITY, INFINITY}};
}

/* Mean curvature at the contact point. The sum over both surfaces is the mean of the principal
 * curvatures of the gap, whatever their orientation about n. */
static double mean_curvature(enum lt_shape shape, const struct lt_particle_numbers *n) {
    const double *a = n->semi_axes;
    if (shape == LT_ELLIPSOID)
        return a[0] / 2 * (1 / (a[1] * a[1]) + 1 / (a[2] * a[2]));
    if (shape == LT_FACET)
        return 1 / n->half_thick;
    if (shape == LT_CONE)
        return 0.5 * cos(n->half_angle) / n->radius;
    return (shape == LT_SPHERE || shape == LT_DISC ? 1 : 0.5) / n->radius;
}

static double own_radius(enum lt_shape shape, const struct lt_particle_numbers *n) {
    return shape == LT_ELLIPSOID ? n->semi_axes[0] : shape == LT_FACET ? n->half_thick : n->radius;
}

struct lt_body lt_pair_body(const struct lt_particle *particle,
                            const struct lt_particle_numbers *n) {
    enum lt_shape shape = particle->shape;
    struct solid solid = solid_of(shape, n);
    bool plate = shape == LT_FACET && !isnan(n->mass); /* which has no volume, and does not turn */
    bool flat = lt_pair_is_flat(particle), heavy = particle->fixed || (flat && !plate);
    double given = isnan(n->mass) ? solid.volume * n->density : n->mass;
    double mass = heavy ? INFINITY : given;
    double radius = own_radius(shape, n);
    struct lt_body body = {
        .mass = mass,
        .own_mass = flat && !plate ? INFINITY : given,
        .radius = flat ? 0 : radius,
        .curvature = flat ? 0 : mean_curvature(shape, n),
        .density = n->density,
        .flat = flat,
        .half_thick = n->half_thick,
        .length = flat ? n->half_thick : radius,
    };
    for (int i = 0; i < 3; i++)
        body.inertia[i] = particle->rotates && !heavy ? mass * solid.inertia[i] : INFINITY;
    return body;
}

void lt_pair_combine(struct lt_pair *pair) {
    pair->m_eff = 1 / (1 / pair->a.mass + 1 / pair->b.mass);
    pair->m_both = 1 / (1 / pair->a.own_mass + 1 / pair->b.own_mass);
    pair->r_eff = 1 / (pair->a.curvature + pair->b.curvature);
}

/* The effective length of a flat body without thickness is that of the other body; with thickness
 * it is the thickness, but against a sphere or disc no less than this minimum. */
static double length_of(const struct lt_body *body, const struct lt_body *other,
                        enum lt_shape shape) {
    bool borrows =
        body->flat > 0 && (!(body->length > 0) || shape == LT_SPHERE || shape == LT_DISC);
    return borrows ? fmax(body->length, other->length) : body->length;
}

bool lt_pair_measure(struct lt_pair *pair, const struct lt_program *program, double overlap) {
    const struct lt_particle *particles = program->particles;
    double a = length_of(&pair->a, &pair->b, particles[1].shape);
    double b = length_of(&pair->b, &pair->a, particles[0].shape);
    double half = overlap / 2, off = program->reduced_lengths ? half : 0;
    double r = fmin(a, b) - (program->reduced_area ? half : 0);
    pair->a.length = a - off;
    pair->b.length = b - off;
    pair->area = pair->dimensions < 3 ? 2 * r : M_PI * r * r;
    return r > 0 && fmin(a, b) > off;
}

/*
 * With n = e1, s = e2, t = e3 the surface of A stands at +Ra n from its centre, that of B at
 * -Rb n, so  vs = .. - Rb wBt - Ra wAt,  vt = .. + Rb wBs + Ra wAs,  w = wB - wA.
 */
void lt_pair_mobility(const struct lt_pair *pair, double w[LT_DOFS][LT_DOFS]) {
    enum { N, S, T, TWIST, BEND_S, BEND_T };
    double ma = 1 / pair->a.mass, mb = 1 / pair->b.mass;
    const double *a = pair->a.inertia, *b = pair->b.inertia;
    double ra = pair->a.radius, rb = pair->b.radius;
    memset(w, 0, LT_DOFS * sizeof w[0]);
    w[N][N] = ma + mb;
    w[S][S] = ma + mb + ra * ra / a[2] + rb * rb / b[2];
    w[T][T] = ma + mb + ra * ra / a[1] + rb * rb / b[1];
    for (int i = 0; i < 3; i++)
        w[TWIST + i][TWIST + i] = 1 / a[i] + 1 / b[i];
    w[S][BEND_T] = w[BEND_T][S] = ra / a[2] - rb / b[2];
    w[T][BEND_S] = w[BEND_S][T] = rb / b[1] - ra / a[1];
    if (pair->dimensions < 3)
        w[S][S] = w[TWIST][TWIST] = w[BEND_T][BEND_T] = w[S][BEND_T] = w[BEND_T][S] = 0;
}
