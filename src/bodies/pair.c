/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.c: masses, moments of inertia and curvatures of the particles, and the mobility of the
 * pair. */
#include "bodies/pair.h"

#include <string.h>

/* Volume, m^3 (discs are 1 m thick), and moments of inertia about n, s and t divided by the mass,
 * m^2. */
struct solid {
    double volume, inertia[3];
};

/* A ball of radius R. */
static struct solid ball_solid(double r) {
    double i = 0.4 * r * r;
    return (struct solid){4.0 / 3.0 * M_PI * r * r * r, {i, i, i}};
}

/* A disc of unit thickness in the plane n-t. */
static struct solid disc_solid(double r) {
    double i = 0.5 * r * r;
    return (struct solid){M_PI * r * r, {i, i, i}};
}

/* A cylinder of length SHAFT along t. */
static struct solid rod_solid(double r, double shaft) {
    double across = r * r / 4 + shaft * shaft / 12;
    return (struct solid){M_PI * r * r * shaft, {across, across, r * r / 2}};
}

/* A cylinder of length SHAFT along t with a hemisphere at each end. */
static struct solid capsule_solid(double r, double shaft) {
    struct solid ends = ball_solid(r);
    double volume = M_PI * r * r * shaft + ends.volume, share = ends.volume / volume;
    double along = share * ends.inertia[2] + (1 - share) * r * r / 2;
    double across = share * (ends.inertia[0] + shaft * shaft / 4 + 3 * r * shaft / 8) +
                    (1 - share) * (r * r / 4 + shaft * shaft / 12);
    return (struct solid){volume, {across, across, along}};
}

/* An ellipsoid with the semi-axes A along n, s, t. */
static struct solid ellipsoid_solid(const double *a) {
    double n = a[0] * a[0] / 5, s = a[1] * a[1] / 5, t = a[2] * a[2] / 5;
    return (struct solid){4.0 / 3.0 * M_PI * a[0] * a[1] * a[2], {s + t, n + t, n + s}};
}

/* Volume and moments of inertia of a shape; infinite for shapes without a volume. */
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

/* Rows of AXES get the axes n, s, t rotated by the rotation vector ATTITUDE (rad), by Rodrigues'
 * formula. */
void lt_pair_turned_axes(const double attitude[3], double axes[3][3]) {
    const double angle =
        sqrt(attitude[0] * attitude[0] + attitude[1] * attitude[1] + attitude[2] * attitude[2]);
    const double c = cos(angle), s = angle > 0 ? sin(angle) / angle : 1,
                 f = angle > 0 ? (1 - c) / (angle * angle) : 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double cross = k == (i + 1) % 3   ? attitude[(i + 2) % 3]
                                 : k == (i + 2) % 3 ? -attitude[(i + 1) % 3]
                                                    : 0;
            axes[i][k] = (i == k ? c : 0) + f * attitude[i] * attitude[k] + s * cross;
        }
}

/* True if the body is rotated out of its usual orientation. */
static bool has_attitude(const double attitude[3]) {
    return attitude[0] != 0 || attitude[1] != 0 || attitude[2] != 0;
}

/* The distance h, m, from the centre of an ellipsoid to its tangent plane normal to n, and the mean
 * curvature, 1/m, at the point of tangency. If u is n in the axes of the ellipsoid, h^2 = sum a^2
 * u^2, and the curvatures are those of h diag(1/a^2) projected on the plane. */
static double tangent_distance(const struct lt_particle_numbers *n, double *curvature) {
    const double *a = n->semi_axes;
    double axes[3][3], square = 0, sum = 0;
    lt_pair_turned_axes(n->attitude, axes);
    for (int i = 0; i < 3; i++) {
        const double u = axes[i][0];
        square += a[i] * a[i] * u * u;
        sum += (1 - u * u) / (a[i] * a[i]);
    }
    *curvature = 0.5 * sqrt(square) * sum;
    return sqrt(square);
}

/* Mean curvature at the contact point, 1/m. Its sum over both surfaces is the mean curvature of the
 * gap, on which a Hertz contact depends, for any angle between the principal directions. */
static double mean_curvature(enum lt_shape shape, const struct lt_particle_numbers *n) {
    const double *a = n->semi_axes;
    double turned;
    if (shape == LT_ELLIPSOID && has_attitude(n->attitude)) {
        tangent_distance(n, &turned);
        return turned;
    }
    if (shape == LT_ELLIPSOID)
        return a[0] / 2 * (1 / (a[1] * a[1]) + 1 / (a[2] * a[2]));
    if (shape == LT_FACET)
        return 1 / n->half_thick;
    if (shape == LT_CONE)
        return 0.5 * cos(n->half_angle) / n->radius;
    return (shape == LT_SPHERE || shape == LT_DISC ? 1 : 0.5) / n->radius;
}

/* The distance, m, from the centre to the surface that touches, which is the lever arm; of a
 * facet half its thickness. */
static double own_radius(enum lt_shape shape, const struct lt_particle_numbers *n) {
    double curvature;
    if (shape == LT_ELLIPSOID && has_attitude(n->attitude))
        return tangent_distance(n, &curvature);
    return shape == LT_ELLIPSOID ? n->semi_axes[0] : shape == LT_FACET ? n->half_thick : n->radius;
}

/* A body from the evaluated numbers N of a particle. Its mass (kg) is infinite if it is fixed or
 * a wall, its moments of inertia (kg m^2) also if it does not rotate; own_mass is that of a body
 * that is not fixed. */
struct lt_body lt_pair_body(const struct lt_particle *particle,
                            const struct lt_particle_numbers *n) {
    enum lt_shape shape = particle->shape;
    struct solid solid = solid_of(shape, n);
    /* A facet with a mass can move, but has no volume and does not rotate. */
    bool plate = shape == LT_FACET && !isnan(n->mass);
    bool flat = lt_program_is_flat(particle), heavy = particle->fixed || (flat && !plate);
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

/* Computes m_eff and m_both (kg; the latter as if no body were fixed) and r_eff (m) of a pair:
 * inverse masses and mean curvatures add up. */
void lt_pair_combine(struct lt_pair *pair) {
    pair->m_eff = 1 / (1 / pair->a.mass + 1 / pair->b.mass);
    pair->m_both = 1 / (1 / pair->a.own_mass + 1 / pair->b.own_mass);
    pair->r_eff = 1 / (pair->a.curvature + pair->b.curvature);
}

/* The effective length, m: of a flat body without thickness that of the OTHER body. A flat body
 * with thickness has that thickness, but against a sphere or disc (SHAPE) at least the length of
 * the other. */
static double length_of(const struct lt_body *body, const struct lt_body *other,
                        enum lt_shape shape) {
    bool borrows =
        body->flat > 0 && (!(body->length > 0) || shape == LT_SPHERE || shape == LT_DISC);
    return borrows ? fmax(body->length, other->length) : body->length;
}

/* Computes both effective lengths (m) and the contact area of a new pair, as the program defines
 * them: reduced by half of the OVERLAP (m) or not. The area is pi r^2 in m^2; of discs, 1 m
 * thick, 2 r. False if a length or the radius of the area would not be positive. */
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
 * With n = e1, s = e2, t = e3 the contact point is at +Ra n from the centre of A and at -Rb n from
 * that of B. Hence vs = .. - Rb wBt - Ra wAt,  vt = .. + Rb wBs + Ra wAs,  w = wB - wA.
 */
void lt_pair_mobility(const struct lt_pair *pair, double w[LT_DOFS][LT_DOFS]) {
    enum { N, S, T, TWIST, ROLL_S, ROLL_T };
    double ma = 1 / pair->a.mass, mb = 1 / pair->b.mass;
    const double *a = pair->a.inertia, *b = pair->b.inertia;
    double ra = pair->a.radius, rb = pair->b.radius;
    memset(w, 0, LT_DOFS * sizeof w[0]);
    w[N][N] = ma + mb;
    w[S][S] = ma + mb + ra * ra / a[2] + rb * rb / b[2];
    w[T][T] = ma + mb + ra * ra / a[1] + rb * rb / b[1];
    for (int i = 0; i < 3; i++)
        w[TWIST + i][TWIST + i] = 1 / a[i] + 1 / b[i];
    w[S][ROLL_T] = w[ROLL_T][S] = ra / a[2] - rb / b[2];
    w[T][ROLL_S] = w[ROLL_S][T] = rb / b[1] - ra / a[1];
    if (pair->dimensions < 3)
        w[S][S] = w[TWIST][TWIST] = w[ROLL_T][ROLL_T] = w[S][ROLL_T] = w[ROLL_T][S] = 0;
}

/* OUT = a x b. */
static void cross_product(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Add to W the accelerations at the contact point, at ARM from the centre, that unit forces and
 * moments there make of one body. The signs of action and reaction cancel, so that both bodies add
 * alike. */
static void add_mobility(const struct lt_body *body, double axes[3][3], const double arm[3],
                         double w[LT_DOFS][LT_DOFS]) {
    for (int j = 0; j < LT_DOFS; j++) {
        double force[3] = {j == 0, j == 1, j == 2}, torque[3], spin[3] = {0}, slip[3];
        cross_product(arm, force, torque);
        for (int k = 0; k < 3; k++)
            torque[k] += j == 3 + k;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                spin[k] +=
                    axes[i][k] / body->inertia[i] *
                    (axes[i][0] * torque[0] + axes[i][1] * torque[1] + axes[i][2] * torque[2]);
        cross_product(spin, arm, slip);
        for (int k = 0; k < 3; k++) {
            w[k][j] += force[k] / body->mass + slip[k];
            w[3 + k][j] += spin[k];
        }
    }
}

/* Adds to W the mobility of one body at the rotation vector ATTITUDE (rad). Its lever arm is not
 * parallel to n: the support point of an ellipsoid in the direction n is sum a_i^2 (e_i . n) e_i
 * / h, with the SEMI_AXES a_i (m), their directions e_i and h the radius of the body. SIGN is 1
 * for A, -1 for B. */
void lt_pair_mobility_turned(const struct lt_body *body, double sign, const double *attitude,
                             const double *semi_axes, double w[LT_DOFS][LT_DOFS]) {
    double axes[3][3], arm[3] = {sign * body->radius, 0, 0};
    lt_pair_turned_axes(attitude, axes);
    if (has_attitude(attitude)) {
        memset(arm, 0, sizeof arm);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                arm[k] +=
                    sign * semi_axes[i] * semi_axes[i] * axes[i][0] * axes[i][k] / body->radius;
    }
    add_mobility(body, axes, arm, w);
}
