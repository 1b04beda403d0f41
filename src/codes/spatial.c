/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/spatial.h"

#include "bodies/space.h"

/* Sets HOME to the code's axes x y z: those of the contact at the start, which SPACE, the state of
 * bodies/space.h, has. MIRRORED turns them by half a turn about s. */
void lt_spatial_home(const double *space, bool mirrored, double home[9]) {
    for (int i = 0; i < 9; i++)
        home[i] = (mirrored && (i < 3 || i >= 6) ? -1 : 1) * space[AXES + i];
}

/* Sets OUT to the components of a vector along three axes, which stand one after another. */
static void along(const double *axes, const double *vector, double *out) {
    for (int k = 0; k < 3; k++)
        out[k] = lt_space_dot(axes + 3 * k, vector);
}

/* Puts place (m), velocities (m/s), spins (rad/s) and axes of the bodies from SPACE, the state of
 * bodies/space.h, into STEP, along the axes HOME; if the bodies are exchanged (mirrored), as seen
 * from our B. At a wall the sphere stays before the origin: its path along the wall does not
 * matter. */
void lt_spatial_put(const struct lt_six *six, const double home[9], const double *space,
                    struct lt_past_step *step) {
    const double *v = space + VELOCITY, sign = six->mirrored ? -1 : 1;
    double place[3], velocity[3];
    for (int k = 0; k < 3; k++) {
        place[k] = sign * (space[CENTRE + 3 + k] - space[CENTRE + k]);
        velocity[k] = sign * (v[VB + k] - v[VA + k]);
    }
    along(home, place, step->place);
    along(home, velocity, step->velocity);
    along(home, v + (six->mirrored ? WA : WB), step->velocity + 3);
    along(home, v + (six->mirrored ? WB : WA), step->spin);
    along(home, space + N, step->n);
    along(home, space + S, step->s);
    if (six->pair.wall) {
        step->place[0] = six->pair.radius[1] + step->un;
        step->place[1] = step->place[2] = 0;
    }
}

/* True if lt_spatial_put() has put bodies into this step. */
bool lt_spatial_is(const struct lt_past_step *step) {
    return lt_space_dot(step->n, step->n) > 0;
}

/* A question about two bodies in space for a step of DT (s); WHAT chooses a step or a query without
 * one. At REST their velocities and spins are zero. */
struct lt_serve_question lt_spatial_question(const struct lt_code_pair *pair,
                                             enum lt_serve_what what,
                                             const struct lt_past_step *step, bool rest,
                                             double dt) {
    struct lt_serve_question q = {.what = what, .dt = dt, .bodies = pair->wall ? 1 : 2};
    memcpy(q.body[1].place, step->place, sizeof step->place);
    if (rest)
        return q;
    memcpy(q.body[1].velocity, step->velocity, 3 * sizeof *step->velocity);
    memcpy(q.body[1].spin, step->velocity + 3, 3 * sizeof *step->velocity);
    memcpy(q.body[0].spin, step->spin, sizeof step->spin);
    return q;
}

/* Sets OFF to the force (N) and torque (N m) by which the code violates the balance of momentum,
 * and of angular momentum about the centre of A. */
static void find_missing(const struct lt_past_step *step, const struct lt_serve_answer *answer,
                         double *off) {
    double momentum[3], angular[3];
    lt_space_cross(step->place, answer->force[1], angular);
    for (int k = 0; k < 3; k++) {
        momentum[k] = answer->force[0][k] + answer->force[1][k];
        angular[k] += answer->torque[0][k] + answer->torque[1][k];
    }
    off[0] = sqrt(lt_space_dot(momentum, momentum));
    off[1] = sqrt(lt_space_dot(angular, angular));
}

/* Converts an answer to forces (N) and moments (N m) along the axes of the step, for arms as LEVER
 * says, then the two imbalances. If the code does not conserve angular momentum, the mean of the
 * torques on both bodies is taken. */
void lt_spatial_forces(const struct lt_six *six, enum lt_lever lever,
                       const struct lt_past_step *step, const struct lt_serve_answer *answer,
                       double *force) {
    const bool wall = six->pair.wall;
    const double sign = six->mirrored ? -1 : 1, share = wall ? 1 : 0.5;
    const double longer = lever == LT_LEVER_RADIUS ? 0 : step->un / 2;
    double axes[9], torque[3];
    memcpy(axes, step->n, sizeof step->n);
    memcpy(axes + 3, step->s, sizeof step->s);
    lt_space_cross(step->n, step->s, axes + 6);
    /* Forces on our B become those of the law with the opposite sign; if the bodies are exchanged,
     * the sign changes once more. */
    for (int k = 0; k < 3; k++) {
        force[k] = -sign * lt_space_dot(axes + 3 * k, answer->force[1]);
        force[3 + k] = 0;
    }
    /* The moment of a body is its torque without that of the tangential force at its arm, which is
     * radius plus half of the gap, or the radius alone. */
    const double turn[3] = {0, force[2], -force[1]}; /* n x the force on our B */
    for (int body = wall ? 1 : 0; body < 2; body++) {
        const bool is_a = (body == 1) == six->mirrored;
        along(axes, answer->torque[body], torque);
        for (int k = 0; k < 3; k++)
            force[3 + k] +=
                (is_a ? share : -share) * (torque[k] + (six->pair.radius[body] + longer) * turn[k]);
    }
    find_missing(step, answer, force + 6);
    if (wall)
        force[6] = force[7] = 0;
}
