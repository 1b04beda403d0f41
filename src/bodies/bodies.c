/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bodies.c: kinematics and dynamics of two rigid bodies in space. V are the twelve velocities of
 * both, m/s and rad/s; the six relative components are along n s t. */
#include "bodies/bodies.h"

#include "bodies/space.h"

/* ---- Vectors --------------------------------------------------------------------------------- */

/* Rotate the orientation Q, a unit quaternion, for TIME seconds at the constant angular velocity
 * RATE. */
static void rotate_quaternion(double *q, const double *rate, double time) {
    double angle[3] = {rate[0] * time, rate[1] * time, rate[2] * time};
    double size = sqrt(lt_space_dot(angle, angle));
    double c = cos(0.5 * size), f = size > 0 ? sin(0.5 * size) / size : 0.5, v[3], u[3];
    lt_space_cross(angle, q + 1, v);
    for (int i = 0; i < 3; i++)
        u[i] = c * q[1 + i] + f * (q[0] * angle[i] + v[i]);
    q[0] = c * q[0] - f * lt_space_dot(angle, q + 1);
    memcpy(q + 1, u, sizeof u);
    double length = sqrt(q[0] * q[0] + lt_space_dot(q + 1, q + 1));
    for (int i = 0; i < 4; i++)
        q[i] /= length;
}

/* Restore what rounding has disturbed: unit quaternions, and axes n s t of length one at right
 * angles. n is kept, s and t are corrected. */
static void orthonormalise(double *space) {
    for (int i = 0; i < 2; i++) {
        double *q = space + ORIENTATION + 4 * i,
               length = sqrt(q[0] * q[0] + lt_space_dot(q + 1, q + 1));
        for (int k = 0; k < 4 && length > 0; k++)
            q[k] /= length;
    }
    lt_space_normalise(space + N);
    lt_space_add(space + S, -lt_space_dot(space + N, space + S), space + N);
    lt_space_normalise(space + S);
    lt_space_cross(space + N, space + S, space + T);
}

/* ---- The pair -------------------------------------------------------------------------------- */

/* The inverse masses (1/kg), inverse moments of inertia and radii (m) of a pair of balls, discs,
 * walls or facets. WEIGHT, 0 to 1, is B's share of imposed motion if both can move. */
struct lt_bodies lt_bodies_of(const struct lt_pair *pair, double weight, enum lt_lever lever,
                              enum lt_axes_at axes) {
    struct lt_bodies bodies = {
        .inv_mass = {1 / pair->a.mass, 1 / pair->b.mass},
        .inv_inertia = {1 / pair->a.inertia[1], 1 / pair->b.inertia[1]},
        .radius = {pair->a.radius, pair->b.radius},
        .flat = pair->a.flat > 0 || pair->b.flat > 0,
        .lever = lever,
        .axes = axes,
        .share_b = weight,
    };
    if (bodies.inv_mass[0] == 0)
        bodies.share_b = 1;
    if (bodies.inv_mass[1] == 0)
        bodies.share_b = 0;
    return bodies;
}

/* Fills SOLIDS with both SHAPES and moments of inertia; if one of them is an ellipsoid, cylinder
 * or cone, BODIES point to it, and its functions replace those for balls. */
void lt_bodies_shape(struct lt_bodies *bodies, const struct lt_pair *pair,
                     const struct lt_surface shapes[2], struct lt_solids *solids) {
    *solids = (struct lt_solids){.shapes = {shapes[0], shapes[1]},
                                 .inv_mass = {bodies->inv_mass[0], bodies->inv_mass[1]},
                                 .share_b = bodies->share_b,
                                 .lever = bodies->lever};
    for (int i = 0; i < 3; i++) {
        solids->inv_inertia[0][i] = 1 / pair->a.inertia[i];
        solids->inv_inertia[1][i] = 1 / pair->b.inertia[i];
    }
    for (int i = 0; i < 2; i++)
        if (shapes[i].kind == LT_SURFACE_OVAL || shapes[i].kind == LT_SURFACE_SIDE)
            bodies->solids = solids;
}

/* Sets SPACE: A at the origin, B at the surface distance GAP (m) along NORMAL, at rest; axis s
 * is TANGENT made normal to n. False if NORMAL is 0, or TANGENT is 0 or within 1e-6 rad of it
 * (1e-12 is the square of the sine), so that rounding would decide on s. */
bool lt_bodies_place(const struct lt_bodies *bodies, const double normal[3],
                     const double tangent[3], double gap, double *space) {
    memset(space, 0, LT_SPACE_NUMBERS * sizeof *space);
    memcpy(space + N, normal, 3 * sizeof *normal);
    memcpy(space + S, tangent, 3 * sizeof *tangent);
    if (!(lt_space_normalise(space + N) > 0) || !(lt_space_normalise(space + S) > 0))
        return false;
    lt_space_add(space + S, -lt_space_dot(space + N, space + S), space + N);
    if (!(lt_space_dot(space + S, space + S) > 1e-12))
        return false;
    orthonormalise(space);
    space[ORIENTATION] = space[ORIENTATION + 4] = 1;
    lt_space_add(space + CENTRE + 3, bodies->radius[0] + bodies->radius[1] + gap, space + N);
    orthonormalise(space);
    if (bodies->solids)
        memcpy(bodies->solids->initial_axes, space + N, sizeof bodies->solids->initial_axes);
    return true;
}

/* The lever arms ARMS (m) of the contact force about both centres at the surface distance GAP:
 * to the middle of the gap, or with lever radius the radii. A flat body has none. */
void lt_bodies_arms(const struct lt_bodies *bodies, double gap, double arms[2]) {
    for (int i = 0; i < 2; i++) {
        bool has = bodies->radius[i] > 0 && bodies->lever != LT_LEVER_RADIUS;
        arms[i] = bodies->radius[i] + (has ? 0.5 * gap : 0);
    }
}

/* Lever arms, m, with which spins contribute to slip at the surface distance GAP. With some levers
 * they differ from the arms of torques, lt_bodies_arms(). */
static void slip_arms(const struct lt_bodies *bodies, double gap, double arms[2]) {
    if (bodies->lever < LT_LEVER_SLIP_RADIUS)
        lt_bodies_arms(bodies, gap, arms);
    else
        memcpy(arms, bodies->radius, sizeof bodies->radius);
}

/* The factor of the velocity of the centres in slip at the surface distance GAP (m): 1, except
 * for lever scaled, which extrapolates it from the distance of the centres to the sum of the
 * radii. A wall has no centre. */
static double centre_slip_factor(const struct lt_bodies *bodies, double gap) {
    const double apart = bodies->radius[0] + bodies->radius[1];
    return bodies->lever == LT_LEVER_SCALED && !bodies->flat ? apart / (apart + gap) : 1;
}

/* OUT gets the part of the relative velocity at the contact point (m/s) that is due to the spins
 * WA and WB (rad/s), -(la wA + lb wB) x n, with the lever arms la, lb (m): the point is at la n
 * from A and at -lb n from B. */
static void spin_slip(const double *arms, const double *n, const double *wa, const double *wb,
                      double *out) {
    double sum[3] = {0};
    lt_space_add(sum, -arms[0], wa);
    lt_space_add(sum, -arms[1], wb);
    lt_space_cross(sum, n, out);
}

/* RELATIVE gets the six relative velocities (m/s, rad/s) of the twelve V for given lever ARMS
 * (m). SHARE is the factor of the tangential velocity of the centres, see centre_slip_factor(). */
static void relative_for(const double *arms, double share, const double *space, const double *v,
                         double relative[6]) {
    double slip[3], way[3], spin[3], spins[3];
    spin_slip(arms, space + N, v + WA, v + WB, spins);
    for (int i = 0; i < 3; i++) {
        way[i] = v[VB + i] - v[VA + i];
        slip[i] = spins[i] + way[i];
        spin[i] = v[WB + i] - v[WA + i];
    }
    lt_space_local(space, slip, relative);
    lt_space_local(space, spin, relative + 3);
    if (share == 1)
        return;
    relative[1] += (share - 1) * lt_space_dot(space + S, way);
    relative[2] += (share - 1) * lt_space_dot(space + T, way);
}

/* RELATIVE gets the six velocities of B relative to A at the contact point, along and about n s
 * t (m/s, rad/s), of the twelve velocities V at the surface distance GAP (m). */
void lt_bodies_relative(const struct lt_bodies *bodies, const double *space, double gap,
                        const double *v, double relative[6]) {
    double arms[2];
    if (bodies->solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(bodies->solids, space, NULL, &touch);
        lt_solids_relative(&touch, v, relative);
        return;
    }
    slip_arms(bodies, gap, arms);
    relative_for(arms, centre_slip_factor(bodies, gap), space, v, relative);
}

/* Power, W, that the bodies lose at the contact FORCE (six) and the velocities V, and the law
 * does not get, since slip and torque have different lever arms. The first is computed with the
 * arms of torques, the second with the velocities that the law is given. */
double lt_bodies_mismatch(const struct lt_bodies *bodies, const double *space, double gap,
                          const double force[6], const double *v) {
    double arms[2], lost[6], given[6], sum = 0;
    lt_bodies_arms(bodies, gap, arms);
    relative_for(arms, 1, space, v, lost);
    lt_bodies_relative(bodies, space, gap, v, given);
    for (int i = 0; i < 6; i++)
        sum += force[i] * (lost[i] - given[i]);
    return sum;
}

/* Adds to the twelve velocities V what IMPULSE (six, N s and N m s) changes, which acts on B and
 * reversed on A. The torque of a force is arm x force; both arms are along n in opposite
 * directions, so that both bodies spin alike. */
void lt_bodies_push(const struct lt_bodies *bodies, const double *space, double gap,
                    const double impulse[6], double *v) {
    double arms[2], force[3], moment[3], lever[3];
    if (bodies->solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(bodies->solids, space, NULL, &touch);
        lt_solids_push(bodies->solids, &touch, impulse, v);
        return;
    }
    lt_bodies_arms(bodies, gap, arms);
    lt_space_global(space, impulse, force);
    lt_space_global(space, impulse + 3, moment);
    lt_space_cross(space + N, force, lever);
    lt_space_add(v + VA, -bodies->inv_mass[0], force);
    lt_space_add(v + VB, bodies->inv_mass[1], force);
    lt_space_add(v + WA, -bodies->inv_inertia[0], moment);
    lt_space_add(v + WB, bodies->inv_inertia[1], moment);
    lt_space_add(v + WA, -bodies->inv_inertia[0] * arms[0], lever);
    lt_space_add(v + WB, -bodies->inv_inertia[1] * arms[1], lever);
}

/* A copy in which infinite mass or inertia is replaced by 1: there accelerations by
 * lt_bodies_push() are the force or moment itself, which is the one that holds the body. */
static struct lt_bodies with_unit_inertia(const struct lt_bodies *bodies) {
    struct lt_bodies out = *bodies;
    for (int i = 0; i < 2; i++) {
        out.inv_mass[i] = out.inv_mass[i] > 0 ? out.inv_mass[i] : 1;
        out.inv_inertia[i] = out.inv_inertia[i] > 0 ? out.inv_inertia[i] : 1;
    }
    return out;
}

/* Converts accelerations RATES of the twelve velocities into the measure of lt_bodies_resist():
 * of solids into forces; of others they stay, but are 0 where inertia is infinite, since no
 * force makes that acceleration. */
void lt_bodies_demand(const struct lt_bodies *bodies, const double *space, double *rates) {
    if (bodies->solids)
        lt_solids_demand(bodies->solids, space, rates);
    for (int i = 0; i < LT_VELOCITIES && !bodies->solids; i++)
        if (!((i % 6 < 3 ? bodies->inv_mass : bodies->inv_inertia)[i / 6] > 0))
            rates[i] = 0;
}

/* Adds to VELOCITIES the change of spin without a moment (gyroscopic terms) in TIME seconds that
 * began with the velocities BEGIN. Balls have none. */
void lt_bodies_spin(const struct lt_bodies *bodies, const double *space, const double *begin,
                    double time, double *velocities) {
    if (bodies->solids)
        lt_solids_spin(bodies->solids, space, begin, time, velocities);
}

/* Adds to RATES (twelve) the accelerations that FORCE (six, N and N m) makes; of a body with
 * infinite inertia, and of solids, the force or moment itself. */
void lt_bodies_resist(const struct lt_bodies *bodies, const double *space, double gap,
                      const double force[6], double *rates) {
    struct lt_bodies all = with_unit_inertia(bodies);
    if (bodies->solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(bodies->solids, space, NULL, &touch);
        lt_solids_forces(&touch, force, rates);
        return;
    }
    lt_bodies_push(&all, space, gap, force, rates);
}

/* B's share, 0 to 1, of an imposed relative spin: BOTH if both bodies or none of them can
 * rotate; else all of it is taken by the one that can. */
static double spin_share(const struct lt_bodies *bodies, double both) {
    bool a = bodies->inv_inertia[0] > 0, b = bodies->inv_inertia[1] > 0;
    return a == b ? both : b ? 1 : 0;
}

/* B's share, 0 to 1, of an imposed rolling with the lever ARMS (m). If both bodies can move, it
 * is the one at which rolling makes no slip: arms[0] wA + arms[1] wB = 0. */
static double rolling_share(const struct lt_bodies *bodies, const double *arms) {
    bool both = bodies->inv_mass[0] > 0 && bodies->inv_mass[1] > 0;
    return both ? arms[0] / (arms[0] + arms[1]) : bodies->share_b;
}

/* Changes the twelve velocities V so that the six relative ones change by RELATIVE (m/s, rad/s).
 * Both bodies share the change: translations by share_b, rolling by the lever arms; a body that
 * cannot rotate takes no part of a spin. */
void lt_bodies_share(const struct lt_bodies *bodies, const double *space, double gap,
                     const double relative[6], double *v) {
    double arms[2], wb = bodies->share_b, wa = 1 - wb;
    double way[3], twist[3], roll[3], spin_a[3], spin_b[3], slip[3];
    const double share = centre_slip_factor(bodies, gap);
    if (bodies->solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(bodies->solids, space, NULL, &touch);
        lt_solids_share(bodies->solids, &touch, relative, v);
        return;
    }
    slip_arms(bodies, gap, arms);
    /* The relative spin is B's less A's, so that A's share has the opposite sign. */
    double twist_b = spin_share(bodies, wb);
    double roll_b = spin_share(bodies, rolling_share(bodies, arms));
    lt_space_global(space, relative, way);
    lt_space_global(space, (const double[3]){relative[3], 0, 0}, twist);
    lt_space_global(space, (const double[3]){0, relative[4], relative[5]}, roll);
    for (int i = 0; i < 3; i++) {
        spin_a[i] = -(1 - twist_b) * twist[i] - (1 - roll_b) * roll[i];
        spin_b[i] = twist_b * twist[i] + roll_b * roll[i];
    }
    /* The centres make up for the slip of these spins; with lever scaled only SHARE of their
     * tangential velocity counts as slip. */
    spin_slip(arms, space + N, spin_a, spin_b, slip);
    lt_space_add(way, -1, slip);
    if (share != 1) {
        const double along = lt_space_dot(way, space + N);
        for (int i = 0; i < 3; i++)
            way[i] = way[i] / share + (1 - 1 / share) * along * space[N + i];
    }
    lt_space_add(v + VA, -wa, way);
    lt_space_add(v + VB, wb, way);
    lt_space_add(v + WA, 1, spin_a);
    lt_space_add(v + WB, 1, spin_b);
}

/* RELATIVE (six, m/s and rad/s) has the changes of imposed and balanced velocities; adds those
 * of the free DoFs that inertia couples with them. */
void lt_bodies_drag(const struct lt_bodies *bodies, const double *space,
                    const struct lt_inertia *inertia, double relative[6]) {
    bool prescribed[6];
    for (int i = 0; i < 6; i++)
        prescribed[i] = inertia->imposed[i] || inertia->balanced[i];
    if (bodies->solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(bodies->solids, space, NULL, &touch);
        lt_solids_drag(bodies->solids, &touch, prescribed, relative);
        return;
    }
    for (size_t i = 0; i < 6; i++)
        if (!prescribed[i])
            relative[i] -= inertia->q[i] * relative[lt_march_other(i)];
}

/* Solids only: PUSH gets the impulses per second (N, N m) on the six DoFs: FORCE on free ones,
 * the constraint force that keeps the velocity on imposed ones, 0 on balanced ones. */
void lt_bodies_constrain(const struct lt_bodies *bodies, const double *space,
                         const struct lt_inertia *inertia, const double force[6], double push[6]) {
    struct lt_solids_touch touch;
    lt_solids_meet(bodies->solids, space, NULL, &touch);
    lt_solids_constrain(bodies->solids, &touch, inertia->imposed, inertia->balanced, force, push);
}

/* ---- Motion ---------------------------------------------------------------------------------- */

/* AXES get the axes n s t of SPACE, rotated by ANGLE (rad) about the old normal and then tilted to
 * the new normal N by the shortest rotation. So history kept in these axes is transported with the
 * contact. */
static void transport_axes(const double *space, const double *n, double angle, double *axes) {
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; i++) {
        axes[3 + i] = c * space[S + i] + s * space[T + i];
        axes[6 + i] = c * space[T + i] - s * space[S + i];
    }
    memcpy(axes, n, 3 * sizeof *n);
    lt_space_tilt(space + N, n, axes + 3);
    lt_space_tilt(space + N, n, axes + 6);
}

/* WAY gets the displacement of B relative to A in TIME seconds at the velocities V, m, and END
 * the unit normal after it; GAP (m) is the surface distance before. The normal of a flat body
 * does not move. */
static void relative_path(const struct lt_bodies *bodies, const double *space, double gap,
                          const double *v, double time, double *way, double *end) {
    for (int i = 0; i < 3; i++)
        way[i] = time * (v[VB + i] - v[VA + i]);
    memcpy(end, space + N, 3 * sizeof *end);
    if (bodies->flat)
        return;
    double old[3] = {0};
    lt_space_add(old, bodies->radius[0] + bodies->radius[1] + gap, end);
    memcpy(end, old, sizeof old);
    lt_space_add(end, 1, way);
    lt_space_normalise(end);
}

/* Rounds the centres to single precision, as codes store them, with A started at x = y = z = AT
 * (m), and lets n point along the rounded centres. Returns the surface gap then, m. */
double lt_bodies_round(const struct lt_bodies *bodies, double at, double *space) {
    double way[3], axes[9];
    for (int i = 0; i < 6; i++)
        space[CENTRE + i] = (float)(at + space[CENTRE + i]) - at;
    for (int k = 0; k < 3; k++)
        way[k] = space[CENTRE + 3 + k] - space[CENTRE + k];
    const double radii = bodies->radius[0] + bodies->radius[1];
    if (bodies->flat)
        return lt_space_dot(way, space + N) - radii;
    const double distance = lt_space_normalise(way);
    transport_axes(space, way, 0, axes);
    memcpy(space + N, axes, sizeof axes);
    return distance - radii;
}

/* The displacement, m, of B relative to A in TIME seconds at the velocities V, along the normal
 * at the end of that step; GAP (m) is the surface distance before. */
double lt_bodies_along(const struct lt_bodies *bodies, const double *space, double gap,
                       const double *v, double time) {
    double way[3], end[3];
    relative_path(bodies, space, gap, v, time, way, end);
    return lt_space_dot(way, end);
}

/* The axes after SHARE, 1/2 or 1, of a step that ends with the normal END. MEAN is the mean
 * rotation of both bodies in the step, rad, whose part along n rotates the axes. */
static void axes_in_step(const struct lt_bodies *bodies, const double *space, const double *end,
                         const double *mean, double share, double *axes) {
    double n[3], middle[3];
    memcpy(middle, space + N, sizeof middle);
    if (!bodies->flat) {
        lt_space_add(middle, 1, end);
        lt_space_normalise(middle);
    }
    memcpy(n, share < 1 ? middle : end, sizeof n);
    const bool turns = bodies->axes != LT_AXES_PROJECTED;
    transport_axes(space, n, turns ? share * lt_space_dot(mean, middle) : 0, axes);
}

/* The rounding error, m, of the gap of solids, which is computed from coordinates; 0 for other
 * pairs, whose gap is summed from increments. */
double lt_bodies_rounding(const struct lt_bodies *bodies, const double *space) {
    return bodies->solids ? lt_solids_rounding(bodies->solids, space) : 0;
}

/* DISPLACEMENT gets the six relative displacements, m and rad, of TIME seconds at the constant
 * velocities V, from the surface distance GAP (m), with finite rotations; AFTER, unless it is
 * NULL, the state at the end. */
void lt_bodies_move(const struct lt_bodies *bodies, const double *space, double gap,
                    const double *v, double time, double displacement[6], double *after) {
    const double before = bodies->radius[0] + bodies->radius[1] + gap;
    const double share = bodies->axes == LT_AXES_MIDDLE ? 0.5 : 1;
    double way[3], end[3], spin[3], mean[3], slip[3], arms[2], axes[9];
    if (bodies->solids) {
        lt_solids_move(bodies->solids, space, v, time, displacement, after);
        if (after)
            orthonormalise(after);
        return;
    }
    /* WAY is the relative displacement of the centres, SPIN the relative rotation, MEAN the mean
     * rotation of both bodies. */
    relative_path(bodies, space, gap, v, time, way, end);
    for (int i = 0; i < 3; i++) {
        spin[i] = time * (v[WB + i] - v[WA + i]);
        mean[i] = time * 0.5 * (v[WB + i] + v[WA + i]);
    }
    /* Along n: at a flat body the component of WAY, else the change of the distance of the
     * centres, |b|^2 - |a|^2 = (b - a) . (b + a) divided by |a| + |b|. */
    displacement[0] = lt_space_dot(way, space + N);
    if (!bodies->flat) {
        double sum[3] = {0}, now[3] = {0};
        lt_space_add(sum, before, space + N);
        memcpy(now, sum, sizeof now);
        lt_space_add(now, 1, way);
        lt_space_add(sum, 1, now);
        displacement[0] =
            lt_space_dot(way, sum) /
            (before + lt_space_normalise(now)); /* the change of distance, without cancellation */
    }
    /* Across n and about all axes: components along the axes in the middle of the step, or at
     * its end, and with lever arms for the gap there. */
    axes_in_step(bodies, space, end, mean, share, axes);
    const double there = gap + share * displacement[0];
    slip_arms(bodies, there, arms);
    spin_slip(arms, axes, v + WA, v + WB, slip);
    for (int i = 0; i < 3; i++)
        slip[i] = centre_slip_factor(bodies, there) * way[i] + time * slip[i];
    displacement[1] = lt_space_dot(axes + 3, slip);
    displacement[2] = lt_space_dot(axes + 6, slip);
    for (int i = 0; i < 3; i++)
        displacement[3 + i] = lt_space_dot(axes + 3 * i, spin);
    if (!after)
        return;
    /* The state at the end of the step. */
    axes_in_step(bodies, space, end, mean, 1, axes);
    memmove(after, space, LT_SPACE_NUMBERS * sizeof *space);
    memcpy(after + AXES, axes, sizeof axes);
    memcpy(after + VELOCITY, v, LT_VELOCITIES * sizeof *v);
    lt_space_add(after + CENTRE, time, v + VA);
    lt_space_add(after + CENTRE + 3, time, v + VB);
    rotate_quaternion(after + ORIENTATION, v + WA, time);
    rotate_quaternion(after + ORIENTATION + 4, v + WB, time);
    orthonormalise(after);
}

/* Transports the history VECTOR, its components along s and t, from the axes of SPACE to those
 * of AFTER by the RULE of a code. In axes that rotate with the contact a rotation leaves the
 * components as they are; the others change the component in the direction of the tilt. */
void lt_bodies_carry(enum lt_history rule, const double *space, const double *after,
                     double vector[2]) {
    const double s = vector[0], t = vector[1];
    /* (a, b) is the new normal in the old contact plane, as long as the sine of its tilt; ALONG is
     * the component of the vector in that direction. */
    const double a = lt_space_dot(space + S, after + N), b = lt_space_dot(space + T, after + N);
    const double straight = lt_space_dot(space + N, after + N), share = 1 / (1 + straight);
    const double along = a * s + b * t;
    if (rule == LT_HISTORY_TURNED)
        return;
    /* Projection on the new plane shortens that component to its cosine. A first-order rule
     * lengthens it; (1 - cos)/sin^2 = 1/(1 + cos) is SHARE. */
    const double change = rule == LT_HISTORY_FIRST_ORDER ? straight * share : -share;
    vector[0] += change * along * a;
    vector[1] += change * along * b;
    const double size = hypot(vector[0], vector[1]);
    if (rule == LT_HISTORY_RESCALED && size > 0) {
        vector[0] *= hypot(s, t) / size;
        vector[1] *= hypot(s, t) / size;
    }
    if (rule != LT_HISTORY_FIRST_ORDER)
        return;
    /* The rotation about n is taken to first order, too: its angle is that between the tilted old s
     * and the new one. */
    double old[3];
    memcpy(old, space + S, sizeof old);
    lt_space_tilt(space + N, after + N, old);
    const double c = lt_space_dot(old, after + S), d = -lt_space_dot(old, after + T);
    const double angle = atan2(d, c);
    const double x = vector[0] - angle * vector[1], y = vector[1] + angle * vector[0];
    vector[0] = c * x + d * y;
    vector[1] = c * y - d * x;
}

/* RATE gets the rate (1/s) of the orientation Q at the angular velocity W (rad/s, along x y z):
 * 1/2 (0, w) q. */
static void quaternion_rate(const double *q, const double *w, double *rate) {
    double c[3];
    lt_space_cross(w, q + 1, c);
    rate[0] = -0.5 * lt_space_dot(w, q + 1);
    for (int i = 0; i < 3; i++)
        rate[1 + i] = 0.5 * (q[0] * w[i] + c[i]);
}

/* RATES gets the time derivatives of the 35 numbers of SPACE while FORCE (six, N and N m) acts
 * on B and reversed on A, at the surface distance GAP (m). */
void lt_bodies_rates(const struct lt_bodies *bodies, const double *space, double gap,
                     const double force[6], double *rates) {
    const double *v = space + VELOCITY, *n = space + N;
    double turning_rate[3], way[3];
    double distance = bodies->radius[0] + bodies->radius[1] + gap, spin = 0;
    memset(rates, 0, LT_SPACE_NUMBERS * sizeof *rates);
    memcpy(rates + CENTRE, v + VA, 3 * sizeof *v);
    memcpy(rates + CENTRE + 3, v + VB, 3 * sizeof *v);
    quaternion_rate(space + ORIENTATION, v + WA, rates + ORIENTATION);
    quaternion_rate(space + ORIENTATION + 4, v + WB, rates + ORIENTATION + 4);
    lt_bodies_push(bodies, space, gap, force, rates + VELOCITY);
    if (bodies->solids)
        lt_solids_spin(bodies->solids, space, v, 0, rates + VELOCITY);
    /* The axes turn with n: n x n' rad/s, n' the relative velocity of the centres over their
     * distance, or that of the common normal of solids; and about n with the mean spin of both
     * bodies. */
    for (int i = 0; i < 3; i++) {
        way[i] = v[VB + i] - v[VA + i];
        spin += 0.5 * n[i] * (v[WA + i] + v[WB + i]);
    }
    if (bodies->solids) {
        struct lt_solids_touch touch;
        lt_solids_meet(bodies->solids, space, v, &touch);
        memcpy(way, touch.at.normal_rate, sizeof way);
        distance = 1;
    }
    lt_space_cross(n, way, turning_rate);
    const bool still = bodies->flat && !bodies->solids;
    for (int i = 0; i < 3; i++)
        turning_rate[i] = (still ? 0 : turning_rate[i] / distance) + spin * n[i];
    for (int i = 0; i < 3; i++)
        lt_space_cross(turning_rate, space + AXES + 3 * i, rates + AXES + 3 * i);
}

/* Removes rounding from a state: unit quaternions, orthonormal axes, and of solids the common
 * normal n. */
void lt_bodies_tidy(const struct lt_bodies *bodies, double *space) {
    struct lt_solids_touch touch;
    orthonormalise(space);
    if (!bodies->solids)
        return;
    lt_solids_meet(bodies->solids, space, NULL, &touch);
    memcpy(space + N, touch.at.n, sizeof touch.at.n);
    orthonormalise(space);
}

/* ---- Energy ---------------------------------------------------------------------------------- */

/* dv . M v, in J: the change of energy for a change DV of the twelve velocities at the
 * velocities V. Of solids DV are forces already, see lt_bodies_demand(). Infinite inertia takes
 * part in no energy. */
double lt_bodies_power(const struct lt_bodies *bodies, const double *dv, const double *v) {
    double sum = 0;
    for (int i = 0; i < LT_VELOCITIES && bodies->solids; i++)
        sum += dv[i] * v[i];
    for (int i = 0; i < 2 && !bodies->solids; i++) {
        const double *a = dv + 6 * i, *b = v + 6 * i;
        if (bodies->inv_mass[i] > 0)
            sum += lt_space_dot(a, b) / bodies->inv_mass[i];
        if (bodies->inv_inertia[i] > 0)
            sum += lt_space_dot(a + 3, b + 3) / bodies->inv_inertia[i];
    }
    return sum;
}

/* Power, W, at the velocities V, of forces that make RATES in the measure of lt_bodies_resist();
 * forces that hold a body count, too. */
double lt_bodies_work(const struct lt_bodies *bodies, const double *rates, const double *v) {
    struct lt_bodies all = with_unit_inertia(bodies);
    return lt_bodies_power(&all, rates, v);
}

/* Kinetic energy 1/2 v1 . M v2, J, of the bodies that can move. H > 0: V1 and V2 are those
 * before and after a kick of H seconds, for a correction that solids need. */
double lt_bodies_kinetic(const struct lt_bodies *bodies, const double *space, const double *v1,
                         const double *v2, double h) {
    if (bodies->solids)
        return lt_solids_kinetic(bodies->solids, space, v1, v2, h);
    return 0.5 * lt_bodies_power(bodies, v1, v2);
}
