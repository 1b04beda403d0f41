/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/pose.h"

#include <math.h>
#include <string.h>

/* Rotates V by SHARE of the rotation vector TURN (rad), by Rodrigues' formula. */
static void turn_vector(const double *turn, double share, double *v) {
    double size = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    double angle = size * share, along = 0, axis[3], out[3];
    if (angle == 0)
        return;
    for (int k = 0; k < 3; k++) {
        axis[k] = turn[k] / size;
        along += axis[k] * v[k];
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double across = axis[i] * v[j] - axis[j] * v[i];
        out[k] = v[k] * cos(angle) + across * sin(angle) + axis[k] * along * (1 - cos(angle));
    }
    memcpy(v, out, sizeof out);
}

/* True if the pair neither is turned nor turns, so that its axes are the code's. */
static bool is_plain_pose(const struct lt_codelaw_pose *pose) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += fabs(pose->turn[k]) + fabs(pose->spin[k]);
    return sum == 0;
}

/* Time for which the pair has been turning at TIME, s. */
static double time_turned(const struct lt_codelaw_pose *pose, double time) {
    return fmax(0, time - pose->since);
}

/* Converts the vector V from the pair's axes to the code's axes at TIME, s. */
static void put_vector(const struct lt_codelaw_pose *pose, double time, double *v) {
    turn_vector(pose->spin, time_turned(pose, time), v);
    turn_vector(pose->turn, 1, v);
}

/* Converts the vector V from the code's axes at TIME (s) to the pair's axes, the inverse of
 * put_vector(). */
static void take_vector(const struct lt_codelaw_pose *pose, double time, double *v) {
    turn_vector(pose->turn, -1, v);
    turn_vector(pose->spin, -time_turned(pose, time), v);
}

/* Turns a question into the code's space. TIME (s) is that of the end of the step DT; velocities
 * are those at its middle, and the turning of the whole pair is added to them. */
void lt_pose_put(const struct lt_codelaw_pose *pose, double time, double dt,
                 struct lt_serve_question *question) {
    const double middle = time - dt / 2, turns = middle > pose->since;
    const double *w = pose->spin;
    if (is_plain_pose(pose))
        return;
    for (int i = 0; i < 2; i++) {
        struct lt_serve_body *body = &question->body[i];
        const double *x = body->place;
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            body->velocity[k] += turns * (w[a] * x[b] - w[b] * x[a]);
            body->spin[k] += turns * w[k];
        }
        put_vector(pose, time, body->place);
        put_vector(pose, middle, body->velocity);
        put_vector(pose, middle, body->spin);
    }
}

/* Turns the forces and torques of an answer at TIME (s) back to the pair's axes. */
void lt_pose_take(const struct lt_codelaw_pose *pose, double time, struct lt_serve_answer *answer) {
    if (is_plain_pose(pose))
        return;
    for (int i = 0; i < 2; i++) {
        take_vector(pose, time, answer->force[i]);
        take_vector(pose, time, answer->torque[i]);
    }
}
