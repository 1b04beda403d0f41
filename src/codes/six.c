/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/six.h"

#include <math.h>
#include <string.h>

enum { N, S, T, SIX = 6 };

/* Distance of the two centres (m), or of the sphere from a wall, at a gap UN (m). */
static double distance(const struct lt_six *six, double un) {
    return six->pair.radius[1] + (six->pair.wall ? 0 : six->pair.radius[0]) + un;
}

/* Slip arm of a BODY (0: A, 1: B) at a gap UN, m: its radius minus less[BODY] overlaps. */
static double arm(const struct lt_six *six, int body, double un) {
    return six->pair.radius[body] - six->less[body] * fmax(0, -un);
}

/* The fraction of a relative rotation about an axis that body B makes at the gap UN (m); at a wall
 * B makes all of it. */
static double share(const struct lt_six *six, int axis, double un) {
    if (six->pair.wall)
        return 1;
    double a = arm(six, 0, un), b = arm(six, 1, un);
    return axis == N ? 0.5 : a / (a + b);
}

/* Converts six relative velocities, or six forces, between the axes of the pair and of the code, in
 * place and in either direction. If the bodies are exchanged, all six change sign; half a turn
 * about s, which makes n point from the code's A to its B again, changes those along n and t back.
 * Hence only the two components along s change. */
static void turn(const struct lt_six *six, double *of_six) {
    if (six->mirrored) {
        of_six[S] = -of_six[S];
        of_six[3 + S] = -of_six[3 + S];
    }
}

/* A question for a step of DT (s) with body B at the gap UN (m), and nothing moving. */
static struct lt_serve_question placed(const struct lt_six *six, double un, double dt) {
    struct lt_serve_question q = {
        .what = LT_SERVE_STEP, .dt = dt, .bodies = six->pair.wall ? 1 : 2};
    q.body[1].place[N] = distance(six, un);
    return q;
}

/* Distance of the centres at touch, m, as a code counts it that treats a wall as the mirror image
 * of the sphere: both radii are then the sphere's. */
static double own_reach(const struct lt_six *six) {
    return six->pair.radius[1] + six->pair.radius[six->pair.wall ? 1 : 0];
}

/* A question in which the bodies move with the six relative velocities (m/s, rad/s) at the gap UN
 * (m), for a step of DT (s). WHAT chooses a step or a query without one. */
struct lt_serve_question lt_six_question(const struct lt_six *six, enum lt_serve_what what,
                                         double un, const double *velocity, double dt) {
    struct lt_serve_question q = placed(six, un, dt);
    double v[SIX], *centre = q.body[1].velocity;
    q.what = what;
    memcpy(v, velocity, sizeof v);
    turn(six, v);
    /* A law with its own arm sees the slip of these velocities times radii over distance, so they
     * are reduced by the inverse. */
    double gain = six->own_arm ? 1 + un / own_reach(six) : 1;
    centre[N] = v[N];
    centre[S] = gain * v[S];
    centre[T] = gain * v[T];
    /* The relative rotation is divided between the bodies so that it causes no slip. */
    for (int k = 0; k < 3; k++) {
        double b = share(six, k, un);
        q.body[1].spin[k] = b * v[3 + k];
        q.body[0].spin[k] = -(1 - b) * v[3 + k];
    }
    /* A wall cannot rotate: the centre of the sphere moves instead, so that its surface does not
     * slip. */
    if (six->pair.wall) {
        centre[S] += arm(six, 1, un) * v[3 + T];
        centre[T] -= arm(six, 1, un) * v[3 + S];
    }
    return q;
}

/* Length of a vector. */
static double size_of_vector(const double *v) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Sets OFF to the force (N) and torque (N m) by which the code violates the balance of momentum and
 * of angular momentum at the gap UN (m). The latter is about the centre of A, and B's force acts at
 * B's centre, on the normal. */
static void find_offs(const struct lt_six *six, double un, const struct lt_serve_answer *answer,
                      double *off) {
    const double *f = answer->force[1], arm_b = distance(six, un);
    const double moment[3] = {0, -arm_b * f[T], arm_b * f[S]};
    double momentum[3], angular[3];
    for (int k = 0; k < 3; k++) {
        momentum[k] = answer->force[0][k] + f[k];
        angular[k] = answer->torque[0][k] + answer->torque[1][k] + moment[k];
    }
    off[0] = six->pair.wall ? 0 : size_of_vector(momentum);
    off[1] = six->pair.wall ? 0 : size_of_vector(angular);
}

/* Converts an answer at the gap UN (m) to three forces (N) and three moments (N m) along the six
 * degrees of freedom, followed by the two imbalances of find_offs(). */
void lt_six_forces(const struct lt_six *six, double un, const struct lt_serve_answer *answer,
                   double *force) {
    const double *f = answer->force[1];
    /* Forces are those on A. A moment is minus the power of both torques per rate of the relative
     * rotation, of which B makes the share b and A, the other way round, 1 - b. */
    for (int k = 0; k < 3; k++) {
        double b = share(six, k, un);
        force[k] = 0 - f[k];
        force[3 + k] = 0 - b * answer->torque[1][k];
        if (!six->pair.wall)
            force[3 + k] += (1 - b) * answer->torque[0][k];
    }
    if (six->pair.wall) {
        force[3 + S] += arm(six, 1, un) * f[T];
        force[3 + T] -= arm(six, 1, un) * f[S];
    }
    turn(six, force);
    find_offs(six, un, answer, force + SIX);
}

/* A question in which one body alone moves tangentially with SPEED (m/s), by its spin if SPINS or
 * by its centre, at the gap UN (m) for a step of DT (s). */
struct lt_serve_question lt_six_alone(const struct lt_six *six, double un, int body, bool spins,
                                      double speed, double dt) {
    struct lt_serve_question q = placed(six, un, dt);
    if (spins)
        q.body[body].spin[S] = speed / six->pair.radius[body];
    else
        q.body[body].velocity[T] = speed;
    return q;
}
