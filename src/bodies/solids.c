/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solids.c: kinematics and dynamics of two bodies of which one is no ball. */
#include "bodies/solids.h"

#include "bodies/space.h"

#include <float.h>

/* ---- Where they are -------------------------------------------------------------------------- */

/* Rotate the orientation Q, a unit quaternion, for TIME seconds at the constant angular velocity
 * RATE. */
static void rotate_quaternion(double *q, const double *rate, double time) {
    const double size = time * sqrt(lt_space_dot(rate, rate));
    const double c = cos(0.5 * size), f = size > 0 ? time * sin(0.5 * size) / size : 0.5 * time;
    double v[3], u[3];
    lt_space_cross(rate, q + 1, v);
    for (int i = 0; i < 3; i++)
        u[i] = c * q[1 + i] + f * (q[0] * rate[i] + v[i]);
    q[0] = c * q[0] - f * lt_space_dot(rate, q + 1);
    memcpy(q + 1, u, sizeof u);
    const double length = sqrt(q[0] * q[0] + lt_space_dot(q + 1, q + 1));
    for (int i = 0; i < 4; i++)
        q[i] /= length;
}

/* Centre and axes of a body: its initial axes, rotated by its orientation. */
static void find_place(const struct lt_solids *solids, const double *space, int body,
                       struct lt_surface_place *place) {
    memcpy(place->centre, space + CENTRE + 3 * body, sizeof place->centre);
    for (int i = 0; i < 9; i += 3)
        lt_space_rotate(space + ORIENTATION + 4 * body, solids->initial_axes + i, place->axes + i);
}

/* Rotates a BODY (0 A, 1 B) of a pair just placed by the rotation vector TURN, rad along x y z,
 * and moves B so that n stays the common normal and the gap the same. */
void lt_solids_lay(const struct lt_solids *solids, int body, const double turn[3], double *space) {
    const double *a = solids->shapes[body].semi_axes;
    struct lt_surface_place place;
    double at[3] = {0};
    rotate_quaternion(space + ORIENTATION + 4 * body, turn, 1);
    find_place(solids, space, body, &place);
    /* The support point of an ellipsoid in the direction n is AT/REACH, with AT = sum a^2 (e .
     * n) e, and REACH = sqrt(AT . n) is the distance of its tangent plane. It was at REACH n
     * before. */
    for (int i = 0; i < 3; i++)
        lt_space_add(at, a[i] * a[i] * lt_space_dot(place.axes + 3 * i, space + N),
                     place.axes + 3 * i);
    const double reach = sqrt(lt_space_dot(at, space + N));
    lt_space_add(space + CENTRE + 3, 1 / reach, at);
    lt_space_add(space + CENTRE + 3, -reach, space + N);
}

/* The tensor with these principal VALUES along the rows of AXES: the sum of value a a^T. */
static void tensor_from_axes(const double *values, const double *axes, double *out) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out[3 * i + j] = 0;
            for (int a = 0; a < 3; a++)
                out[3 * i + j] += values[a] * axes[3 * a + i] * axes[3 * a + j];
        }
}

/* OUT = MATRIX a; both may be the same array. */
static void multiply(const double *matrix, const double *a, double *out) {
    double p[3] = {lt_space_dot(matrix, a), lt_space_dot(matrix + 3, a),
                   lt_space_dot(matrix + 6, a)};
    memcpy(out, p, sizeof p);
}

/* TOUCH gets the contact point in the state SPACE, the lever arms (m), and the inverse tensors
 * of inertia along x y z. VELOCITIES: the twelve, for the rate of n; or NULL. */
void lt_solids_meet(const struct lt_solids *solids, const double *space, const double *velocities,
                    struct lt_solids_touch *touch) {
    struct lt_surface_place places[2];
    for (int i = 0; i < 2; i++) {
        find_place(solids, space, i, &places[i]);
        tensor_from_axes(solids->inv_inertia[i], places[i].axes, touch->inv_inertia[i]);
    }
    lt_surface_meet(solids->shapes, places, space + N, velocities, &touch->at);
    touch->space = space;
    /* The force acts in the middle of gap or overlap; with lever radius on the surface of each
     * body. */
    const bool own = solids->lever == LT_LEVER_RADIUS;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) {
            const double middle = 0.5 * (touch->at.points[0][k] + touch->at.points[1][k]);
            touch->arm[i][k] = (own ? touch->at.points[i][k] : middle) - places[i].centre[k];
        }
}

/* ---- Velocities and forces ------------------------------------------------------------------- */

/* The six relative velocities at the contact point of TOUCH, along the axes of SPACE. */
static void relative_along(const struct lt_solids_touch *touch, const double *space,
                           const double *v, double relative[6]) {
    double slip[3], spin[3], of_a[3], of_b[3];
    lt_space_cross(v + WA, touch->arm[0], of_a);
    lt_space_cross(v + WB, touch->arm[1], of_b);
    for (int i = 0; i < 3; i++) {
        slip[i] = v[VB + i] - v[VA + i] + (of_b[i] - of_a[i]);
        spin[i] = v[WB + i] - v[WA + i];
    }
    lt_space_local(space, slip, relative);
    lt_space_local(space, spin, relative + 3);
}

/* RELATIVE gets the six relative velocities (m/s, rad/s) at the contact point, along n s t, of
 * the twelve V. */
void lt_solids_relative(const struct lt_solids_touch *touch, const double *v, double relative[6]) {
    relative_along(touch, touch->space, v, relative);
}

/* Adds to FORCES (twelve: N and N m of A, then of B, along x y z) those of FORCE along n s t,
 * which acts on B and reversed on A. */
void lt_solids_forces(const struct lt_solids_touch *touch, const double force[6], double *forces) {
    double push[3], moment[3];
    lt_space_global(touch->space, force, push);
    lt_space_global(touch->space, force + 3, moment);
    for (int i = 0; i < 2; i++) {
        double lever[3], sign = i ? 1 : -1, *to = forces + 6 * i;
        lt_space_cross(touch->arm[i], push, lever);
        lt_space_add(to, sign, push);
        lt_space_add(to + 3, sign, moment);
        lt_space_add(to + 3, sign, lever);
    }
}

/* Adds to the twelve velocities V what IMPULSE (six, N s and N m s) changes, which acts on B and
 * reversed on A. */
void lt_solids_push(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                    const double impulse[6], double *v) {
    double forces[LT_VELOCITIES] = {0}, turn[3];
    lt_solids_forces(touch, impulse, forces);
    for (int i = 0; i < 2; i++) {
        lt_space_add(v + 6 * i, solids->inv_mass[i], forces + 6 * i);
        multiply(touch->inv_inertia[i], forces + 6 * i + 3, turn);
        lt_space_add(v + 6 * i + 3, 1, turn);
    }
}

/* B's share of an imposed relative spin about axis K of the contact (n s t). A body that cannot
 * rotate about it takes none; else rolling is shared by the lever arms, so that it makes
 * no slip. */
static double share_about(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                          int k) {
    const double *axis = touch->space + N + 3 * k;
    bool can[2];
    double far[2], along[3];
    for (int i = 0; i < 2; i++) {
        multiply(touch->inv_inertia[i], axis, along);
        can[i] = lt_space_dot(axis, along) > 0;
        far[i] = fabs(lt_space_dot(touch->arm[i], touch->space + N));
    }
    const bool both = solids->inv_mass[0] > 0 && solids->inv_mass[1] > 0;
    const double shared = k > 0 && both ? far[0] / (far[0] + far[1]) : solids->share_b;
    return can[0] == can[1] ? shared : can[1] ? 1 : 0;
}

/* Changes the twelve velocities V so that the six relative ones change by RELATIVE (m/s, rad/s);
 * spins are shared as share_about() says, translations by share_b, with those that make up for
 * the slip of the spins. */
void lt_solids_share(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                     const double relative[6], double *v) {
    double way[3], spins[2][3] = {{0}}, of_a[3], of_b[3];
    for (int k = 0; k < 3; k++) {
        const double of_other = share_about(solids, touch, k), *axis = touch->space + N + 3 * k;
        lt_space_add(spins[0], -(1 - of_other) * relative[3 + k], axis);
        lt_space_add(spins[1], of_other * relative[3 + k], axis);
    }
    lt_space_global(touch->space, relative, way);
    lt_space_cross(spins[0], touch->arm[0], of_a);
    lt_space_cross(spins[1], touch->arm[1], of_b);
    lt_space_add(way, 1, of_a);
    lt_space_add(way, -1, of_b);
    lt_space_add(v + VA, solids->share_b - 1, way);
    lt_space_add(v + VB, solids->share_b, way);
    lt_space_add(v + WA, 1, spins[0]);
    lt_space_add(v + WB, 1, spins[1]);
}

/* ---- Motion ---------------------------------------------------------------------------------- */

/* The state AFTER a TIME in s at constant velocities, and where the bodies touch then. The axes
 * rotate with the mean spin about n and tilt with n. */
static void advance_state(const struct lt_solids *solids, const double *space, const double *v,
                          double time, double *after, struct lt_solids_touch *touch) {
    double n[3], middle[3], angle = 0;
    memmove(after, space, LT_SPACE_NUMBERS * sizeof *space);
    memcpy(n, space + N, sizeof n);
    memcpy(after + VELOCITY, v, LT_VELOCITIES * sizeof *v);
    for (int i = 0; i < 2; i++) {
        lt_space_add(after + CENTRE + 3 * i, time, v + 6 * i);
        rotate_quaternion(after + ORIENTATION + 4 * i, v + 6 * i + 3, time);
    }
    lt_solids_meet(solids, after, NULL, touch);
    const double *end = touch->at.n;
    for (int i = 0; i < 3; i++)
        middle[i] = n[i] + end[i];
    lt_space_normalise(middle);
    for (int i = 0; i < 3; i++)
        angle += 0.5 * time * (v[WA + i] + v[WB + i]) * middle[i];
    const double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; i++) {
        const double a = after[S + i], b = after[T + i];
        after[S + i] = c * a + s * b;
        after[T + i] = c * b - s * a;
    }
    lt_space_tilt(n, end, after + S);
    lt_space_tilt(n, end, after + T);
    memcpy(after + N, end, 3 * sizeof *end);
}

/* The rounding error of a gap, m. It is computed from coordinates: each centre, the difference of
 * the centres, its product with n and the size that is subtracted round once or twice, by half an
 * epsilon each, eight times in all. */
static double rounding_of(const struct lt_solids_touch *touch) {
    double size = 0;
    for (int i = 0; i < 2; i++) {
        const double *centre = touch->space + CENTRE + 3 * i;
        size +=
            sqrt(lt_space_dot(centre, centre)) + sqrt(lt_space_dot(touch->arm[i], touch->arm[i]));
    }
    return 4 * DBL_EPSILON * size;
}

/* The rounding error of the gap in the state SPACE, m. */
double lt_solids_rounding(const struct lt_solids *solids, const double *space) {
    struct lt_solids_touch touch;
    lt_solids_meet(solids, space, NULL, &touch);
    return rounding_of(&touch);
}

/* The rate of the gap, m/s: relative velocity along n. */
static double gap_rate(const struct lt_solids_touch *touch, const double *space, const double *v) {
    double relative[6];
    relative_along(touch, space, v, relative);
    return relative[0];
}

/* DISPLACEMENT gets the six relative displacements (m, rad) of TIME seconds at the constant
 * velocities V: across n and about the axes those of the middle of the step, along n the change
 * of the gap. AFTER, unless it is NULL, gets the state at the end. */
void lt_solids_move(const struct lt_solids *solids, const double *space, const double *v,
                    double time, double displacement[6], double *after) {
    double half[LT_SPACE_NUMBERS], end[LT_SPACE_NUMBERS], now[LT_SPACE_NUMBERS];
    struct lt_solids_touch begin, middle, touch;
    memcpy(now, space, sizeof now);
    lt_solids_meet(solids, now, NULL, &begin);
    advance_state(solids, now, v, 0.5 * time, half, &middle);
    advance_state(solids, now, v, time, end, &touch);
    relative_along(&middle, half, v, displacement);
    for (int i = 0; i < 6; i++)
        displacement[i] *= time;
    /* The displacement along n is the change of the gap. In a short step the difference of two gaps
     * cancels: where it agrees with Simpson's rule for the rate of the gap to rounding, the rule is
     * taken. */
    const double change = touch.at.gap - begin.at.gap;
    const double mean =
        (gap_rate(&begin, now, v) + 4 * displacement[0] / time + gap_rate(&touch, end, v)) / 6;
    displacement[0] = fabs(time * mean - change) <= rounding_of(&touch) ? time * mean : change;
    if (after)
        memcpy(after, end, sizeof end);
}

/* ---- Inertia --------------------------------------------------------------------------------- */

/* MATRIX gets the tensor of inertia of a BODY (0 A, 1 B), kg m^2, along x y z; 0 where it is
 * infinite, so that those components drop out. */
static void inertia_of(const struct lt_solids *solids, const double *space, int body,
                       double *matrix) {
    struct lt_surface_place place;
    double own[3];
    find_place(solids, space, body, &place);
    for (int i = 0; i < 3; i++)
        own[i] = solids->inv_inertia[body][i] > 0 ? 1 / solids->inv_inertia[body][i] : 0;
    tensor_from_axes(own, place.axes, matrix);
}

/* Converts accelerations RATES of the twelve velocities into the forces that make them (N, N m),
 * without gyroscopic terms; 0 where inertia is infinite. */
void lt_solids_demand(const struct lt_solids *solids, const double *space, double *rates) {
    for (int i = 0; i < 2; i++) {
        double matrix[9], *of = rates + 6 * i;
        inertia_of(solids, space, i, matrix);
        for (int k = 0; k < 3; k++)
            of[k] = solids->inv_mass[i] > 0 ? of[k] / solids->inv_mass[i] : 0;
        multiply(matrix, of + 3, of + 3);
    }
}

/* True if the angular velocity changes without a moment: of the inverse moments of inertia TURN
 * all are positive, that is no moment is infinite, and not all are the same. */
static bool is_gyroscopic(const double *turn) {
    return turn[0] > 0 && turn[1] > 0 && turn[2] > 0 && (turn[0] != turn[1] || turn[1] != turn[2]);
}

/* RATE gets the angular acceleration of a BODY (0 A, 1 B) without a moment at the angular
 * velocity W (rad/s), -I^-1 (w x I w), rad/s^2. */
static void gyroscopic_rate(const struct lt_solids *solids, const double *space, int body,
                            const double *w, double *rate) {
    struct lt_surface_place place;
    double own[3], spin[3], change[3];
    find_place(solids, space, body, &place);
    for (int i = 0; i < 3; i++) {
        spin[i] = lt_space_dot(place.axes + 3 * i, w);
        own[i] = spin[i] / solids->inv_inertia[body][i];
    }
    lt_space_cross(own, spin, change);
    memset(rate, 0, 3 * sizeof *rate);
    for (int i = 0; i < 3; i++)
        lt_space_add(rate, solids->inv_inertia[body][i] * change[i], place.axes + 3 * i);
}

/* Iterations of the implicit midpoint rule below. Each multiplies the error by about the rotation
 * in the step; 60 reach rounding for rotations up to half a radian. */
enum { MAX_ROUNDS = 60 };

/* Adds to VELOCITIES the change of spin without a moment in H seconds that began with the
 * velocities BEGIN, by the implicit midpoint rule: it depends on the mean of old and new spin.
 * If H is 0 it adds the rate, rad/s^2. */
void lt_solids_spin(const struct lt_solids *solids, const double *space, const double *begin,
                    double h, double *velocities) {
    for (int i = 0; i < 2; i++) {
        const double *from = begin + 6 * i + 3;
        double rate[3], next[3], mean[3], *w = velocities + 6 * i + 3, last = INFINITY;
        if (!is_gyroscopic(solids->inv_inertia[i]))
            continue;
        if (h == 0) {
            gyroscopic_rate(solids, space, i, from, rate);
            lt_space_add(w, 1, rate);
            continue;
        }
        /* Fixed-point iteration; it ends at rounding, where the change no longer decreases. */
        memcpy(next, w, sizeof next);
        for (int k = 0; k < MAX_ROUNDS; k++) {
            double change = 0, was[3];
            memcpy(was, next, sizeof was);
            for (int j = 0; j < 3; j++)
                mean[j] = 0.5 * (from[j] + next[j]);
            gyroscopic_rate(solids, space, i, mean, rate);
            memcpy(next, w, sizeof next);
            lt_space_add(next, h, rate);
            for (int j = 0; j < 3; j++)
                change = fmax(change, fabs(next[j] - was[j]));
            if (!(change > 0) || (k > 3 && change >= last))
                break;
            last = change;
        }
        memcpy(w, next, sizeof next);
    }
}

/* Kinetic energy 1/2 v1 . M v2, J. H > 0: V1 and V2 are before and after a kick of H seconds; a
 * correction then makes the energy of a free gyroscopic motion constant. */
double lt_solids_kinetic(const struct lt_solids *solids, const double *space, const double *v1,
                         const double *v2, double h) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        const double *a = v1 + 6 * i, *b = v2 + 6 * i;
        double matrix[9], with[3], mean[3], change[3];
        inertia_of(solids, space, i, matrix);
        multiply(matrix, b + 3, with);
        if (solids->inv_mass[i] > 0)
            sum += 0.5 * lt_space_dot(a, b) / solids->inv_mass[i];
        sum += 0.5 * lt_space_dot(a + 3, with);
        if (!(h > 0) || !is_gyroscopic(solids->inv_inertia[i]))
            continue;
        /* With the mean W and the change D of the spin, 1/2 w1.I w2 = 1/2 W.I W - 1/8 D.I D. In
         * a free motion D = h g, g the gyroscopic rate at W: the term below, h/4 D.I g, makes it
         * the mean of both kinetic energies, 1/2 W.I W + 1/8 D.I D. */
        for (int k = 0; k < 3; k++) {
            mean[k] = 0.5 * (a[3 + k] + b[3 + k]);
            change[k] = b[3 + k] - a[3 + k];
        }
        gyroscopic_rate(solids, space, i, mean, with);
        multiply(matrix, with, with);
        sum += 0.25 * h * lt_space_dot(change, with);
    }
    return sum;
}

/* ---- Constraints ----------------------------------------------------------------------------- */

enum { DOFS = 6 };

/* The mobility matrix: column k has the relative velocities that a unit impulse in DoF k makes,
 * 1/kg, 1/(kg m), 1/(kg m^2). */
static void mobility_of(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                        double w[DOFS][DOFS]) {
    for (int k = 0; k < DOFS; k++) {
        double unit[DOFS] = {0}, v[LT_VELOCITIES] = {0}, column[DOFS];
        unit[k] = 1;
        lt_solids_push(solids, touch, unit, v);
        lt_solids_relative(touch, v, column);
        for (int i = 0; i < DOFS; i++)
            w[i][k] = column[i];
    }
}

/* Solve w x = b for the chosen DoFs by Gauss-Jordan elimination, without pivoting, since w is
 * symmetric and positive semidefinite. A DoF that nothing can move, with a pivot of 0, gets 0. */
static void solve_chosen(double w[DOFS][DOFS], const bool *chosen, const double *b, double *x) {
    double a[DOFS][DOFS + 1], pivot = 0;
    bool movable[DOFS];
    for (int i = 0; i < DOFS; i++) {
        for (int k = 0; k < DOFS; k++)
            a[i][k] = chosen[i] && chosen[k] ? w[i][k] : 0;
        a[i][DOFS] = chosen[i] ? b[i] : 0;
    }
    for (int i = 0; i < DOFS; i++) {
        /* Rounding leaves some 1e-16 of the diagonal of a pivot of 0: 1e-12 is beyond it. */
        movable[i] = chosen[i] && a[i][i] > 1e-12 * w[i][i];
        pivot = a[i][i];
        for (int r = 0; r < DOFS && movable[i]; r++) {
            const double f = a[r][i] / pivot;
            for (int k = 0; k <= DOFS && r != i && f != 0; k++)
                a[r][k] -= f * a[i][k];
        }
    }
    for (int i = 0; i < DOFS; i++)
        x[i] = movable[i] ? a[i][DOFS] / a[i][i] : 0;
}

/* PUSH gets impulses per second (N, N m) on the six DoFs: FORCE on free ones, the constraint
 * force that keeps the velocity on IMPOSED ones, 0 on BALANCED ones. */
void lt_solids_constrain(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                         const bool *imposed, const bool *balanced, const double force[6],
                         double push[6]) {
    double w[DOFS][DOFS], rest[DOFS], held[DOFS];
    mobility_of(solids, touch, w);
    for (int i = 0; i < DOFS; i++)
        push[i] = imposed[i] || balanced[i] || !(w[i][i] > 0) ? 0 : force[i];
    /* The constraint forces cancel the accelerations that the other forces make in imposed DoFs. */
    for (int i = 0; i < DOFS; i++) {
        rest[i] = 0;
        for (int k = 0; k < DOFS; k++)
            rest[i] -= w[i][k] * push[k];
    }
    solve_chosen(w, imposed, rest, held);
    for (int i = 0; i < DOFS; i++)
        push[i] += held[i];
}

/* RELATIVE (six) has the changes of IMPOSED velocities; adds those of free DoFs, by the impulses
 * that make them. */
void lt_solids_drag(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                    const bool *imposed, double relative[6]) {
    double w[DOFS][DOFS], impulse[DOFS];
    mobility_of(solids, touch, w);
    solve_chosen(w, imposed, relative, impulse);
    for (int i = 0; i < DOFS; i++)
        for (int k = 0; k < DOFS && !imposed[i]; k++)
            relative[i] += w[i][k] * impulse[k];
}

/* FORCE (N, N m) gets the generalised force of gravity G, m/s^2 along x y z: it accelerates the
 * centre of the movable body, B if both can move, by G and does not rotate it. */
void lt_solids_weight(const struct lt_solids *solids, const struct lt_solids_touch *touch,
                      const double *g, double force[6]) {
    const int body = solids->inv_mass[1] > 0;
    double push[3], moment[3];
    for (int i = 0; i < 3; i++)
        push[i] = solids->inv_mass[body] > 0 ? g[i] / solids->inv_mass[body] : 0;
    lt_space_cross(push, touch->arm[body], moment);
    lt_space_local(touch->space, push, force);
    lt_space_local(touch->space, moment, force + 3);
}
