/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two bodies in space: geometry, conservation, imposed motion, and what frame contact has in common
 * with it. */
#include "programs.h"
#include "ran.h"

#include "bodies/bodies.h"
#include "result/record.h"

#include <gsl/gsl_rng.h>
#include <unistd.h>

enum { N = LT_NX - LT_XA, S = LT_SX - LT_XA, T = LT_TX - LT_XA, V = LT_VXA - LT_XA };

static const char *const integrators[] = {"leapfrog", "symplectic-euler", "velocity-verlet",
                                          "exact"};
static const char *const normals[] = {"[1, 0, 0]", "[0, 0, 1]", "[0, -1, 0]", "[1, 2, 3]",
                                      "[-0.3, 0.1, -2]"};
enum { INTEGRATORS = 4, NORMALS = 5 };

/* ---- Runs ------------------------------------------------------------------------------------ */

/* A recorded column, by its place. */
static double cell(const struct ran *ran, size_t row, size_t column) {
    return ran->result->table.cells[row * ran->result->table.columns + column];
}

/* ---- Vectors --------------------------------------------------------------------------------- */

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double between(gsl_rng *rng, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(rng);
}

static gsl_rng *random_numbers(int seed) {
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, (unsigned long)seed + 1);
    return rng;
}

/* A pair of unequal spheres in any attitude, in any motion, A not at the origin. */
static struct lt_bodies some_pair(gsl_rng *rng, double gap, enum lt_lever lever, double *space) {
    struct lt_pair pair = {
        .a = {.mass = 2, .inertia = {0.3, 0.3, 0.3}, .radius = 0.5},
        .b = {.mass = 0.7, .inertia = {0.05, 0.05, 0.05}, .radius = 0.3},
    };
    struct lt_bodies bodies = lt_bodies_of(&pair, between(rng, 0, 1), lever, LT_AXES_MIDDLE);
    double normal[3], tangent[3];
    for (int i = 0; i < 3; i++) {
        normal[i] = between(rng, -1, 1);
        tangent[i] = between(rng, -1, 1);
    }
    ck_assert(lt_bodies_place(&bodies, normal, tangent, gap, space));
    for (int i = 0; i < LT_VELOCITIES; i++)
        space[V + i] = between(rng, -1, 1);
    for (int i = 0; i < 3; i++) {
        double shift = between(rng, -1, 1);
        space[i] += shift;
        space[3 + i] += shift;
    }
    return bodies;
}

/* Linear and angular momentum about the origin. */
static void momenta(const struct lt_bodies *bodies, const double *space, const double *v,
                    double *out) {
    double orbit[3];
    memset(out, 0, 6 * sizeof *out);
    for (int i = 0; i < 2; i++) {
        cross(space + 3 * i, v + 6 * i, orbit);
        for (int k = 0; k < 3; k++) {
            out[k] += v[6 * i + k] / bodies->inv_mass[i];
            out[3 + k] +=
                orbit[k] / bodies->inv_mass[i] + v[6 * i + 3 + k] / bodies->inv_inertia[i];
        }
    }
}

/* ---- Geometry -------------------------------------------------------------------------------- */

/* A push of the contact conserves both momenta, with arms that meet; its power is f . v. */
START_TEST(a_push_conserves_momenta) {
    gsl_rng *rng = random_numbers(_i);
    double space[LT_SPACE_NUMBERS], gap = between(rng, -0.1, 0.1), before[6], after[6];
    double push[6], v[LT_VELOCITIES], old[LT_VELOCITIES], relative[6], power = 0;
    struct lt_bodies bodies = some_pair(rng, gap, false, space);
    memcpy(v, space + V, sizeof v);
    memcpy(old, v, sizeof v);
    for (int i = 0; i < 6; i++)
        push[i] = between(rng, -1, 1);
    momenta(&bodies, space, v, before);
    lt_bodies_push(&bodies, space, gap, push, v);
    momenta(&bodies, space, v, after);
    for (int i = 0; i < 6; i++)
        ck_within(after[i], before[i], 1e-14);
    for (int i = 0; i < LT_VELOCITIES; i++)
        v[i] -= old[i];
    lt_bodies_relative(&bodies, space, gap, old, relative);
    for (int i = 0; i < 6; i++)
        power += push[i] * relative[i];
    ck_within(lt_bodies_power(&bodies, v, old), power, 1e-14);
    gsl_rng_free(rng);
}
END_TEST

/* What is imposed is all that changes, and bending is no shear. */
START_TEST(a_share_is_what_was_asked) {
    gsl_rng *rng = random_numbers(_i);
    double space[LT_SPACE_NUMBERS], gap = between(rng, -0.1, 0.1);
    double before[6], after[6], wanted[6];
    struct lt_bodies bodies = some_pair(rng, gap, (enum lt_lever)(_i % 4), space);
    for (int i = 0; i < 6; i++)
        wanted[i] = between(rng, -1, 1);
    lt_bodies_relative(&bodies, space, gap, space + V, before);
    lt_bodies_share(&bodies, space, gap, wanted, space + V);
    lt_bodies_relative(&bodies, space, gap, space + V, after);
    for (int i = 0; i < 6; i++)
        ck_within(after[i] - before[i], wanted[i], 1e-14);
    gsl_rng_free(rng);
}
END_TEST

/* Relative velocities are the rates of the displacements, in the limit of a short step. */
START_TEST(displacements_have_the_relative_velocities) {
    gsl_rng *rng = random_numbers(_i);
    double space[LT_SPACE_NUMBERS], gap = between(rng, -0.1, 0.1), rate[6], miss[2] = {0};
    struct lt_bodies bodies = some_pair(rng, gap, (enum lt_lever)(_i % 4), space);
    lt_bodies_relative(&bodies, space, gap, space + V, rate);
    for (int k = 0; k < 2; k++) {
        double h = k ? 1e-4 : 1e-3, du[6];
        lt_bodies_move(&bodies, space, gap, space + V, h, du, NULL);
        for (int i = 0; i < 6; i++)
            miss[k] = fmax(miss[k], fabs(du[i] / h - rate[i]));
    }
    ck_assert_double_gt(miss[0], 1e-6);
    ck_near(miss[0] / miss[1], 10, 0.1);
    gsl_rng_free(rng);
}
END_TEST

/* Orientations after a step at a constant spin: turn about the axis by the angle, in closed form.
 */
START_TEST(orientations_turn_with_the_spin) {
    gsl_rng *rng = random_numbers(_i);
    double space[LT_SPACE_NUMBERS], du[6], time = 0.01;
    int steps = 1000 + 100 * _i;
    struct lt_bodies bodies = some_pair(rng, 0.1, false, space);
    memset(space + V, 0, 3 * sizeof *space);
    memset(space + V + 6, 0, 3 * sizeof *space);
    for (int i = 0; i < steps; i++)
        lt_bodies_move(&bodies, space, 0.1, space + V, time, du, space);
    for (int k = 0; k < 2; k++) {
        const double *q = space + (LT_QWA - LT_XA) + 4 * k, *w = space + V + 3 + 6 * k;
        double speed = sqrt(dot(w, w)), half = 0.5 * speed * time * steps;
        ck_within(q[0], cos(half), 1e-12);
        for (int i = 0; i < 3; i++)
            ck_within(q[1 + i], sin(half) * w[i] / speed, 1e-12);
    }
    gsl_rng_free(rng);
}
END_TEST

/* Spins along n turn s by half of each; the orientation of n does not matter. */
START_TEST(axes_turn_with_half_of_each_spin) {
    gsl_rng *rng = random_numbers(_i);
    double space[LT_SPACE_NUMBERS], s0[3], t0[3], du[6], wa = between(rng, -9, 9),
                                                         wb = between(rng, -9, 9), time = 0.01;
    struct lt_bodies bodies = some_pair(rng, -0.01, false, space);
    memcpy(s0, space + S, sizeof s0);
    memcpy(t0, space + T, sizeof t0);
    for (int i = 0; i < 3; i++) {
        space[V + i] = space[V + 6 + i] = 0;
        space[V + 3 + i] = wa * space[N + i];
        space[V + 9 + i] = wb * space[N + i];
    }
    for (int i = 0; i < 1000; i++) {
        lt_bodies_move(&bodies, space, -0.01, space + V, time, du, space);
        ck_within(du[3], (wb - wa) * time, 1e-14);
    }
    double angle = 0.5 * (wa + wb) * 1000 * time;
    ck_within(dot(space + S, s0), cos(angle), 1e-11);
    ck_within(dot(space + S, t0), sin(angle), 1e-11);
    gsl_rng_free(rng);
}
END_TEST

/* B goes once round A on a circle about an axis, at an angle c from it: axes that tilt without
 * turning come back turned by the solid angle 2 pi (1 - cos c), with steps along the chord too. */
START_TEST(axes_are_carried_in_parallel) {
    double c = 0.3 * (_i + 1), miss[2];
    for (int k = 0; k < 2; k++) {
        int steps = k ? 400 : 200;
        double space[LT_SPACE_NUMBERS], du[6], s0[3], t0[3];
        struct lt_pair pair = {.a = {.mass = 1, .inertia = {1, 1, 1}, .radius = 1},
                               .b = {.mass = 1, .inertia = {1, 1, 1}, .radius = 0.5}};
        struct lt_bodies bodies = lt_bodies_of(&pair, 0.5, LT_LEVER_OVERLAP, LT_AXES_MIDDLE);
        const double normal[3] = {sin(c), 0, cos(c)}, tangent[3] = {0, 1, 0};
        ck_assert(lt_bodies_place(&bodies, normal, tangent, 0, space));
        memcpy(s0, space + S, sizeof s0);
        memcpy(t0, space + T, sizeof t0);
        for (int i = 1; i <= steps; i++) {
            double angle = 2 * M_PI * i / steps,
                   to[3] = {sin(c) * cos(angle), sin(c) * sin(angle), cos(c)};
            for (int j = 0; j < 3; j++)
                space[V + 6 + j] = 1.5 * to[j] - (space[3 + j] - space[j]);
            lt_bodies_move(&bodies, space, 0, space + V, 1, du, space);
        }
        double turned = atan2(dot(space + S, t0), dot(space + S, s0));
        miss[k] = remainder(turned - 2 * M_PI * (1 - cos(c)), 2 * M_PI);
    }
    ck_assert_double_gt(fabs(miss[0]), 1e-6);
    ck_near(miss[0] / miss[1], 4, 0.01);
}
END_TEST

/* Each rule of history beside its formula with vectors in space, F being remembered in the old
 * plane: F - (F.n) n; the same with its length kept; F - F x (n0 x n), then as much less F x (angle
 * n). */
START_TEST(history_follows_its_rule) {
    gsl_rng *rng = random_numbers(_i);
    double space[LT_SPACE_NUMBERS] = {0}, after[LT_SPACE_NUMBERS], f[2], told[3], want[3];
    const enum lt_history rule = (enum lt_history)(LT_HISTORY_PROJECTED + _i % 3);
    const double angle = between(rng, 0, 0.3), along = between(rng, 0, 6);
    const double spin = rule == LT_HISTORY_FIRST_ORDER ? between(rng, 0, 0.3) : 0;
    space[N] = space[S + 1] = space[T + 2] = 1;
    memcpy(after, space, sizeof after);
    const double d[3] = {0, cos(along), sin(along)}, e[3] = {0, -sin(along), cos(along)};
    for (int i = 0; i < 3; i++) {
        after[N + i] = cos(angle) * space[N + i] + sin(angle) * d[i];
        const double tilted = cos(angle) * d[i] - sin(angle) * space[N + i];
        const double s = cos(along) * tilted - sin(along) * e[i];
        const double t = sin(along) * tilted + cos(along) * e[i];
        after[S + i] = cos(spin) * s + sin(spin) * t;
        after[T + i] = cos(spin) * t - sin(spin) * s;
    }
    f[0] = between(rng, -1, 1), f[1] = between(rng, -1, 1);
    const double before[3] = {0, f[0], f[1]}, size = sqrt(dot(before, before));
    memcpy(want, before, sizeof want);
    if (rule == LT_HISTORY_FIRST_ORDER) {
        double axis[3], turn[3];
        cross(space + N, after + N, axis);
        cross(want, axis, turn);
        for (int i = 0; i < 3; i++)
            want[i] -= turn[i], axis[i] = spin * after[N + i];
        cross(want, axis, turn);
        for (int i = 0; i < 3; i++)
            want[i] -= turn[i];
    }
    const double out = dot(want, after + N);
    for (int i = 0; i < 3; i++) /* what first order leaves out of the plane is of third order */
        want[i] -= out * after[N + i];
    if (rule == LT_HISTORY_RESCALED) {
        const double left = sqrt(dot(want, want));
        for (int i = 0; i < 3; i++)
            want[i] *= size / left;
    }
    lt_bodies_carry(rule, space, after, f);
    for (int i = 0; i < 3; i++)
        told[i] = f[0] * after[S + i] + f[1] * after[T + i];
    for (int i = 0; i < 3; i++)
        ck_within(told[i], want[i], 1e-14);
    gsl_rng_free(rng);
}
END_TEST

/* Energy that a rule takes or makes is accounted for: what the balance misses is that of turning.
 */
START_TEST(history_is_accounted_for) {
    static const char *const rules[] = {"turned", "projected", "rescaled", "first-order"};
    double lost[4], missed[4];
    for (int i = 0; i < 4; i++) {
        struct ran ran =
            run("lawtester: 1\nparticles:\n"
                "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [0, 5, 20]}\n"
                "  b: {shape: sphere, radius: 4e-3, density: 2500}\n"
                "law: {name: contact, %s, fric: 5}\n"
                "motion: {frame: bodies, history: %s, dt: t_c/50}\n"
                "stages: [{whats: iii..., values: [-0.5, 1.5, 0.2, 0, 0, 0],\n"
                "  until: broken}]\n",
                _i ? "normal: hertz, young: 5e7, poisson: 0.25, rolling: spring,\n"
                     "roll_stiffness: 1, fric_roll: 0.1, tangential: secant-initial"
                   : "kn: 1e4, damping: constant, cn: 0.1, tangential: linear, ks: 3e3",
                rules[i]);
        lost[i] = end(&ran, "E_defect") / end(&ran, "E_kinetic");
        missed[i] = end(&ran, "energy_residual_rel");
        done(&ran);
    }
    ck_assert_double_gt(lost[1] - lost[0], 1e-6);
    ck_assert_double_lt(lost[3] - lost[0], -1e-6);
    ck_assert_double_le(fabs(lost[2] - lost[0]), 0.1 * (lost[1] - lost[0]));
    for (int i = 1; i < 4; i++)
        ck_assert_double_le(fabs(missed[i] - missed[0]), 0.02 * missed[0]);
}
END_TEST

/* ---- Conservation ---------------------------------------------------------------------------- */

#define UNEQUAL                                                                                    \
    "lawtester: 1\n"                                                                               \
    "materials: {glass: {density: 2500}}\n"                                                        \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, material: glass, velocity: [0.1, 0.2, 0.3],\n"             \
    "      spin: [30, 40, 50]}\n"                                                                  \
    "  b: {shape: sphere, radius: 3e-3, material: glass, spin: [-100, 20, 300]}\n"                 \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.05}\n"

/* Oblique, spinning, damped, slipping: no momentum comes or goes, and none of the angular. */
START_TEST(free_motion_conserves_momenta) {
    const char *integrator = integrators[_i % INTEGRATORS], *normal = normals[_i / INTEGRATORS];
    struct ran ran =
        run(UNEQUAL "motion: {frame: bodies, integrator: %s, normal: %s}\n"
                    "stages:\n"
                    "  - {whats: iii..., values: [-1, 0.5, 0.2, 0, 0, 0], until: rebound}\n"
                    "record: {columns: [xa, ya, za, xb, yb, zb, vxa, vya, vza, wxa, wya, wza,"
                    " vxb, vyb, vzb, wxb, wyb, wzb]}\n",
            integrator, normal);
    double ra = 5e-3, rb = 3e-3, unit = 2500 * 4.0 / 3 * M_PI, ma = unit * ra * ra * ra,
           mb = unit * rb * rb * rb, before[6], after[6];
    struct lt_bodies bodies = {.inv_mass = {1 / ma, 1 / mb},
                               .inv_inertia = {2.5 / (ma * ra * ra), 2.5 / (mb * rb * rb)}};
    const struct lt_table *table = &ran.result->table;
    double tolerance = _i % INTEGRATORS == 3 ? 1e-11 : 1e-13; /* exact is so to its own */
    ck_assert_uint_gt(table->rows, 50);
    /* Rows have the velocities half a step behind, which belong to the places before or after. */
    for (size_t row = 1; row < table->rows; row++) {
        double now[18];
        memcpy(now, table->cells + row * 18, sizeof now);
        momenta(&bodies, now, now + 6, row == 1 ? before : after);
        for (int i = 0; i < 6 && row > 1; i++)
            ck_within(after[i], before[i], tolerance * mb * (i < 3 ? 1 : rb));
    }
    done(&ran);
}
END_TEST

/* ---- What both frames say ------------------------------------------------------------------- */

#define HEAD_ON                                                                                    \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: %s}, b: {shape: sphere, radius: 3e-3, density: 2500}}\n"               \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.15, dp_mode: no-tension}\n"

static const char *const partners[] = {"sphere, radius: 5e-3, density: 1000", "wall",
                                       "sphere, radius: 8e-3, density: 1000, fixed: true"};
enum { PARTNERS = 3 };

/* Head-on the frames differ by nothing: neither does the normal turn nor is there a lever. */
START_TEST(head_on_impacts_are_those_of_frame_contact) {
    static const char *const results[] = {"e_n",    "t_contact", "overlap_max",
                                          "fn_max", "E_dashpot", "E_cross"};
    const char *integrator = integrators[_i % INTEGRATORS];
    const char *normal = normals[_i / INTEGRATORS % NORMALS];
    const char *partner = partners[_i / INTEGRATORS / NORMALS];
    static const char *const stages =
        "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: broken}]\n";
    struct ran contact =
        run(HEAD_ON "motion: {integrator: %s, phase: 0.4}\n%s", partner, integrator, stages);
    struct ran bodies = run(HEAD_ON "motion: {frame: bodies, integrator: %s, phase: 0.4, "
                                    "normal: %s}\n%s",
                            partner, integrator, normal, stages);
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        ck_within(end(&bodies, results[i]), end(&contact, results[i]),
                  1e-12 * fabs(end(&contact, results[i])) +
                      (results[i][0] == 'E' ? 1e-12 * end(&contact, "E_dashpot") : 0));
    done(&contact);
    done(&bodies);
}
END_TEST

/* What is set in mid-contact acts at once: the sample's kick is made again with the new forces. */
START_TEST(what_is_set_acts_in_both_frames) {
    static const char *const results[] = {"e_n", "overlap_max", "t_contact", "E_cross", "E_set"};
    static const char *const set[] = {"kn: 4e5", "dp_nratio: 0.6", "kn: 2e4, dp_nratio: 0"};
    struct ran ran[2];
    for (int k = 0; k < 2; k++)
        ran[k] = run(HEAD_ON "motion: {frame: %s, integrator: %s, dt: 2e-6}\n"
                             "stages:\n"
                             "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: broken,\n"
                             "     at: [{when: un < -1e-5, do: [{set: {%s}}], times: 1}]}\n",
                     "sphere, radius: 5e-3, density: 1000", k ? "bodies" : "contact",
                     integrators[_i % (INTEGRATORS - 1)], set[_i / (INTEGRATORS - 1)]);
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        ck_within(end(&ran[1], results[i]), end(&ran[0], results[i]),
                  1e-12 * (results[i][0] == 'E' ? end(&ran[0], "E_kinetic")
                                                : fabs(end(&ran[0], results[i]))));
    for (int k = 0; k < 2 && _i % (INTEGRATORS - 1) == 0; k++) /* the row of the set, too */
        ck_assert_double_le(end(&ran[k], "energy_residual_rel"), 1e-12);
    done(&ran[0]);
    done(&ran[1]);
}
END_TEST

#define OBLIQUE                                                                                    \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: %s}, b: {shape: sphere, radius: 3e-3, density: 2500}}\n"               \
    "law: {name: linear, kn: %.17g, ks: %.17g, fric: %g}\n"                                        \
    "motion: {frame: %s, integrator: exact%s}\n"                                                   \
    "stages: [{whats: iii..., values: [-1, %g, 0.2, 0, 0, 0], until: broken}]\n"

/* In oblique ones they differ by terms of the order of overlap over radius, kn^(-1/2). */
START_TEST(frames_agree_where_contacts_are_stiff) {
    static const char *const results[] = {"e_n", "e_t", "e_t_centre"};
    double miss[2][3], speed = _i / PARTNERS ? 5 : 0.4;
    for (int k = 0; k < 2; k++) {
        double kn = k ? 1e10 : 1e8;
        const char *partner = partners[_i % PARTNERS];
        struct ran contact = run(OBLIQUE, partner, kn, 0.4 * kn, 0.2, "contact", "", speed);
        struct ran bodies = run(OBLIQUE, partner, kn, 0.4 * kn, 0.2, "bodies", "", speed);
        for (int i = 0; i < 3; i++)
            miss[k][i] = fabs(end(&bodies, results[i]) - end(&contact, results[i]));
        done(&contact);
        done(&bodies);
    }
    for (int i = 0; i < 3; i++)
        ck_assert_msg(miss[0][i] < 1e-10 || fabs(miss[0][i] / miss[1][i] - 10) < 1,
                      "%s: %g then %g", results[i], miss[0][i], miss[1][i]);
}
END_TEST

/* A wall is the limit of a large sphere. */
START_TEST(a_wall_is_a_large_sphere) {
    static const char *const results[] = {"e_n", "e_t", "e_t_centre"};
    double speed = _i ? 5 : 0.4, miss[2][3];
    struct ran wall = run(OBLIQUE, "wall", 1e5, 4e4, 0.2, "bodies", "", speed);
    for (int k = 0; k < 2; k++) {
        struct ran large = run(OBLIQUE,
                               k ? "sphere, radius: 30, density: 2500, fixed: true"
                                 : "sphere, radius: 3, density: 2500, fixed: true",
                               1e5, 4e4, 0.2, "bodies", "", speed);
        for (int i = 0; i < 3; i++)
            miss[k][i] = fabs(end(&large, results[i]) - end(&wall, results[i]));
        done(&large);
    }
    for (int i = 0; i < 3; i++) {
        ck_assert_double_lt(miss[0][i], 3e-3);
        ck_near(miss[0][i] / miss[1][i], 10, 0.1);
    }
    done(&wall);
}
END_TEST

/* ---- Closed forms ---------------------------------------------------------------------------- */

/* Sliding all the time on a wall, undamped: the friction's impulse is fric times the normal one,
 * 2 m vn; its lever R - d/2 has the force's own mean, <d> = (pi/4) d_max of a linear spring. */
START_TEST(gross_sliding_on_a_wall) {
    bool radius = _i % 2;
    double r = 3e-3, fric = 0.1, vt = 3, kn = _i / 2 ? 1e3 : 1e5;
    double m = 2500 * 4.0 / 3 * M_PI * r * r * r, deepest = sqrt(m / kn);
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 3e-3, density: "
            "2500}}\n"
            "law: {name: linear, kn: %g, ks: %g, fric: %g}\n"
            "motion: {frame: bodies, integrator: exact, lever: %s, normal: [1, 2, 3]}\n"
            "stages: [{whats: iii..., values: [-1, 0, %g, 0, 0, 0], until: broken}]\n",
            kn, kn, fric, radius ? "radius" : "overlap", vt);
    double spin = -2.5 * fric * 2 / r * (radius ? 1 : 1 - M_PI / 8 * deepest / r);
    ck_near(end(&ran, "e_n"), 1, 1e-9);
    ck_near(end(&ran, "e_t_centre"), 1 - 2 * fric / vt, 1e-9);
    ck_near(hypot(hypot(end(&ran, "wxb"), end(&ran, "wyb")), end(&ran, "wzb")), -spin, 1e-8);
    /* ft > 0 drags B back along -t: its spin is along s. */
    double along_s = end(&ran, "wxb") * end(&ran, "sx") + end(&ran, "wyb") * end(&ran, "sy") +
                     end(&ran, "wzb") * end(&ran, "sz");
    ck_near(along_s, spin, 1e-8);
    done(&ran);
}
END_TEST

/* Pure sticking: that of constant arms, but for terms of first order in overlap over radius. */
START_TEST(sticking_meets_its_closed_form_in_the_limit) {
    double kappa = 0.4, want = -cos(M_PI * sqrt(3.5 * kappa)), miss[2];
    for (int k = 0; k < 2; k++) {
        double kn = k ? 1e9 : 1e7;
        struct ran ran = run(OBLIQUE, partners[_i], kn, kappa * kn, 1e6, "bodies", "", 0.4);
        miss[k] = fabs(end(&ran, "e_t") - want);
        done(&ran);
    }
    ck_assert_double_lt(miss[1], 3e-3);
    ck_near(miss[0] / miss[1], 10, 0.3);
}
END_TEST

/* Opposite spins about one axis: no motion at the contact point, so nothing happens to them. */
START_TEST(gears_that_mesh) {
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: sphere, radius: 4e-3, density: 2500, spin: [0, 90, -70]}\n"
                         "  b: {shape: sphere, radius: 4e-3, density: 2500, spin: [0, -90, 70]}\n"
                         "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3}\n"
                         "motion: {frame: bodies, integrator: %s, normal: %s, lever: %s}\n"
                         "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: broken}]\n",
                         integrators[_i % INTEGRATORS], normals[_i / INTEGRATORS],
                         _i % 2 ? "overlap" : "radius");
    ck_assert_double_lt(end(&ran, "ft_max"), 1e-12 * end(&ran, "fn_max"));
    ck_near(end(&ran, "as"), -180 * end(&ran, "t"), 1e-12);
    done(&ran);
}
END_TEST

/* ---- Rotation -------------------------------------------------------------------------------- */

/* Whatever way they turn together, bodies that keep their places to each other keep their forces:
 * several turns with every relative motion held at nothing. */
START_TEST(rigid_rotation_changes_no_local_force) {
    static const double rates[][3] = {{40, 0, 0}, {0, 40, 0}, {0, 0, -40}, {25, -30, 12}};
    const double *w = rates[_i / INTEGRATORS];
    double reach = 8e-3 - 4e-6;
    struct ran ran =
        run("lawtester: 1\n"
            "let: {v: 1e-3}\n"
            "particles:\n"
            "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [%g, %g, %g]}\n"
            "  b: {shape: sphere, radius: 3e-3, density: 2500, spin: [%g, %g, %g],\n"
            "      velocity: [0, %.17g, %.17g]}\n"
            "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.9}\n"
            "motion: {frame: bodies, integrator: %s, normal: %s, gap: -4e-6, dt: 2e-4}\n"
            "stages:\n"
            "  - {whats: vvvvvv, values: [0, v, -v, 0, 0, 0], until: time > 2e-3}\n"
            "  - {whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: time > 0.8, done: [{keep: "
            "{work: E_work}}]}\n"
            "record: {columns: [stage, fn, fs, ft, un, us, ut, an, as, at]}\n",
            w[0], w[1], w[2], w[0], w[1], w[2], w[2] * reach, -w[1] * reach,
            integrators[_i % INTEGRATORS], normals[_i % NORMALS]);
    const struct lt_table *table = &ran.result->table;
    size_t row = 0;
    while (cell(&ran, row, 0) < 1)
        row++;
    size_t first = row;
    ck_assert_double_gt(fabs(cell(&ran, first, 2)), 0.01);
    for (; row < table->rows; row++) {
        for (size_t c = 1; c < 4; c++)
            ck_near(cell(&ran, row, c), cell(&ran, first, c), 1e-10);
        for (size_t c = 7; c < 10; c++)
            ck_within(cell(&ran, row, c), 0, 1e-11);
    }
    done(&ran);
}
END_TEST

/* Free, but for forces that balance those of the contact in the turning frame: nothing moves, and
 * no energy comes of it, while the pair turns seven times. */
START_TEST(rigid_rotation_in_balance) {
    bool exact = _i % 2;
    const char *normal = normals[_i / 2];
    double rate = 2000, reach = 8e-3 - 4e-6, ma = 125, mb = 27;
    struct ran ran = run(
        "lawtester: 1\n"
        "let: {v: 1e-3, w: %g, d: 4e-6}\n"
        "particles:\n"
        "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [0, w, 0], velocity: [0, 0, "
        "%.17g]}\n"
        "  b: {shape: sphere, radius: 3e-3, density: 2500, spin: [0, w, 0], velocity: [0, 0, "
        "%.17g]}\n"
        "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.9}\n"
        "motion: {frame: bodies, integrator: %s, normal: %s, gap: -4e-6, dt: %g, weight: "
        "%.17g}\n"
        "stages:\n"
        "  - {whats: vvvvvv, values: [0, 0, v, 0, 0, 0], until: time > 2e-3}\n"
        "  - {whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: time > 1e-4, \n"
        "     done: [{keep: {n0: fn, s0: fs, t0: ft, e0: E_kinetic + E_strain, work0: E_work}}]}\n"
        "  - {whats: ffffff, values: [n0 - m_eff*w^2*(8e-3 - d), s0, t0, 0, 0, 0], until: w*time "
        "> 14*pi, done: [{keep: {gained: (E_kinetic + E_strain - e0)/e0}}]}\n"
        "record: {columns: [stage, fn, fs, ft]}\n",
        rate, rate * reach * mb / (ma + mb), -rate * reach * ma / (ma + mb),
        exact ? "exact" : "leapfrog", normal, exact ? 1e-4 : 1e-6, ma / (ma + mb));
    const struct lt_table *table = &ran.result->table;
    size_t first = 0;
    while (cell(&ran, first, 0) < 2)
        first++;
    /* Leapfrog's centripetal acceleration is off by (w dt)^2/12, of a force of 8 N. */
    double tolerance = exact ? 1e-9 : 2 * 8 * rate * rate * 1e-12 / 12;
    ck_assert_double_gt(fabs(cell(&ran, first, 3)), 0.09);
    for (size_t row = first; row < table->rows; row++)
        for (size_t c = 1; c < 4; c++)
            ck_within(cell(&ran, row, c), cell(&ran, first, c), tolerance);
    ck_within(end(&ran, "gained"), 0, exact ? 1e-9 : 1e-11);
    done(&ran);
}
END_TEST

/* Twisted, the contact turns its shear force in space by half of each body's spin, however the
 * twist is shared: by the common spin and (weight - 1/2) of the twist. */
START_TEST(shear_force_turns_with_half_of_each_spin) {
    double twist = 300, common = 100, weight = 0.25 * _i, angle = 0, d = 1e-5, dt = 1e-5;
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: sphere, radius: 5e-3, density: 2500, spin: [%g, 0, 0]}\n"
                         "  b: {shape: sphere, radius: 3e-3, density: 2500, spin: [%g, 0, 0]}\n"
                         "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.9}\n"
                         "motion: {frame: bodies, normal: [1, 2, 3], gap: %g, dt: %g, weight: %g}\n"
                         "stages:\n"
                         "  - {whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 1,\n"
                         "     done: [{set: {lin_force_s: -0.2, lin_force_t: 0.1}}]}\n"
                         "  - {whats: vvvvvv, values: [0, 0, 0, %g, 0, 0], until: step >= 2000}\n"
                         "record: {columns: [stage, fs, ft, sx, sy, sz, tx, ty, tz]}\n",
                         common, common, -d, dt, weight, twist);
    const struct lt_table *table = &ran.result->table;
    double first[3] = {0}, turned[3], normal[3] = {1 / sqrt(14), 2 / sqrt(14), 3 / sqrt(14)};
    for (size_t row = 0; row + 1 < table->rows; row++) {
        const double *c = table->cells + row * table->columns;
        double f[3], size, along[3];
        if (c[0] < 1)
            continue;
        for (int i = 0; i < 3; i++)
            f[i] = c[1] * c[3 + i] + c[2] * c[6 + i];
        size = sqrt(dot(f, f));
        ck_near(size, hypot(0.2, 0.1), 1e-11);
        if (first[0] == 0)
            memcpy(first, f, sizeof f);
        else
            angle += (common + (weight - 0.5) * twist) * dt;
        cross(normal, first, along);
        for (int i = 0; i < 3; i++)
            turned[i] = cos(angle) * first[i] + sin(angle) * along[i];
        for (int i = 0; i < 3; i++)
            ck_within(f[i], turned[i], 1e-11);
    }
    ck_assert(first[0] != 0);
    done(&ran);
}
END_TEST

/* The same program in another attitude gives the same numbers in its own axes. */
START_TEST(attitude_does_not_matter) {
    const char *integrator = integrators[_i % INTEGRATORS];
    struct ran runs[2];
    for (int k = 0; k < 2; k++)
        runs[k] =
            run(UNEQUAL "motion: {frame: bodies, integrator: %s, normal: %s, dt: t_c/50}\n"
                        "stages:\n"
                        "  - {whats: iii..., values: [-1, 0.5, 0.2, 0, 0, 0], until: step >= "
                        "20}\n"
                        "  - {whats: vv.v.., values: [0.02, 3*cos(1e4*t), 0, 500, 0, 0], until: "
                        "broken}\n"
                        "record: {columns: [un, us, ut, an, as, at, vn, vs, vt, wn, ws, wt, "
                        "fn, fs, ft, E_work, E_slip]}\n",
                integrator, k ? normals[1 + _i / INTEGRATORS] : normals[0]);
    const struct lt_table *a = &runs[0].result->table, *b = &runs[1].result->table;
    ck_assert_uint_eq(a->rows, b->rows);
    for (size_t c = 0; c < a->columns; c++) {
        double peak = 0;
        for (size_t row = 0; row < a->rows; row++)
            peak = fmax(peak, fabs(cell(&runs[0], row, c)));
        ck_assert_double_gt(peak, 0);
        for (size_t row = 0; row < a->rows; row++)
            ck_within(cell(&runs[1], row, c), cell(&runs[0], row, c),
                      (_i % INTEGRATORS == 3 ? 1e-9 : 1e-11) * peak);
    }
    done(&runs[0]);
    done(&runs[1]);
}
END_TEST

/* ---- Imposed motion -------------------------------------------------------------------------- */

/* Large shears and turns in few steps, any share, any attitude, velocities or displacements: what
 * is realised is what was asked, step by step. */
START_TEST(imposed_motion_is_met) {
    gsl_rng *rng = random_numbers(_i);
    static const char *const others[] = {"sphere, radius: 5e-3, density: 1000", "wall",
                                         "sphere, radius: 8e-3, density: 1000, fixed: true",
                                         "sphere, radius: 5e-3, density: 1000, rotates: false",
                                         "facet"};
    enum { STEPS = 150 };
    bool places = _i % 2;
    double v[6], dt = 1e-3, weight = between(rng, 0, 1);
    for (int i = 0; i < 6; i++)
        v[i] = between(rng, -1, 1) * (i == 0 ? 1e-3 : i < 3 ? 1 : 300);
    char values[1024];
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += snprintf(values + n, sizeof values - (size_t)n, places ? "%s%.17g*time" : "%s%.17g",
                      i ? ", " : "", v[i]);
    size_t other = (size_t)_i / 2 % 5;
    bool movable = other == 0 || other == 3;
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: %s}\n"
                         "  b: {shape: sphere, radius: 3e-3, density: 2500, spin: [10, -20, 30]}\n"
                         "law: {name: linear, kn: 1e3, ks: 5e2, fric: 0.4}\n"
                         "motion: {frame: bodies, normal: %s, dt: %g, lever: %s, weight: %.17g}\n"
                         "stages: [{whats: %s, values: [%s], until: step >= %d}]\n"
                         "record: {columns: [un, us, ut, an, as, at, vn, vs, vt, wn, ws, wt]}\n",
                         others[other], normals[_i % NORMALS], dt, _i % 3 ? "overlap" : "radius",
                         movable ? weight : 1, places ? "uuuuuu" : "vvvvvv", values, STEPS);
    for (size_t row = 1; row <= STEPS; row++)
        for (size_t i = 0; i < 6; i++) {
            double unit = i < 3 ? 1 : 300;
            ck_within(cell(&ran, row, i), v[i] * dt * (double)row, 1e-12 * unit * dt * STEPS);
            ck_within(cell(&ran, row, 6 + i), v[i], (places ? 1e-10 : 1e-12) * unit);
        }
    done(&ran);
    gsl_rng_free(rng);
}
END_TEST

/* All motion stops at once, beside another body or at a wall: that is met, too. */
START_TEST(stopping_is_met) {
    static const char *const others[] = {"sphere, radius: 5e-3, density: 1000", "wall"};
    struct ran ran =
        run("lawtester: 1\n"
            "particles:\n"
            "  a: {shape: %s}\n"
            "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
            "law: {name: linear, kn: 1e3, ks: 5e2, fric: 0.4}\n"
            "motion: {frame: bodies, normal: %s, dt: 1e-5}\n"
            "stages:\n"
            "  - {whats: vvvvvv, values: [-1e-3, 2e-3, 1e-3, 0, 1, 0], until: step >= 9}\n"
            "  - {whats: vvvvvv, values: [0, 0, 0, 0, 0, 0], until: step >= 9}\n",
            others[_i % 2], normals[_i / 2]);
    ck_within(end(&ran, "vs"), 0, 1e-17);
    ck_near(end(&ran, "us"), 2e-3 * 9e-5, 1e-12);
    done(&ran);
}
END_TEST

/* The body that has no share of the imposed motion stands still. */
START_TEST(weight_says_who_moves) {
    int still = _i % 2;
    static const char *const names[][12] = {{"xa", "ya", "za", "vxa", "vya", "vza", "wxa"},
                                            {"xb", "yb", "zb", "vxb", "vyb", "vzb", "wxb"}};
    struct ran runs[2];
    for (int k = 0; k < 2; k++)
        runs[k] =
            run("lawtester: 1\n"
                "particles:\n"
                "  a: {shape: sphere, radius: 5e-3, density: 1000}\n"
                "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
                "law: {name: linear, kn: 1e3, ks: 5e2, fric: 0.4}\n"
                "motion: {frame: bodies, normal: [1, 2, 3], weight: %d, integrator: %s, dt: "
                "1e-5}\n"
                "stages: [{whats: vvvvvv, values: [-0.1, 1, 2, 0, 0, 0], until: step >= %d}]\n",
                still == 0, integrators[_i / 2], k ? 100 : 1);
    for (int i = 0; i < 7; i++) {
        const char *name = names[still][i];
        ck_within(end(&runs[1], name), end(&runs[0], name), 1e-15);
        ck_within(i < 3 ? 0 : end(&runs[1], name), 0, 1e-15);
    }
    ck_assert_double_gt(fabs(end(&runs[1], names[!still][3])), 0.1);
    done(&runs[0]);
    done(&runs[1]);
}
END_TEST

/* What cannot be turned is not turned by what is imposed either, if the other one can. */
START_TEST(a_body_that_does_not_rotate) {
    struct ran ran = run("lawtester: 1\n"
                         "particles:\n"
                         "  a: {shape: sphere, radius: 5e-3, density: 1000%s}\n"
                         "  b: {shape: sphere, radius: 3e-3, density: 2500%s}\n"
                         "law: {name: linear, kn: 1e3, ks: 5e2, fric: 0.4}\n"
                         "motion: {frame: bodies, integrator: %s, dt: 1e-5, gap: -1e-5}\n"
                         "stages: [{whats: ...vvv, values: [0, 0, 0, 50, 60, -70], until: step >= "
                         "100}]\n",
                         _i % 2 ? "" : ", rotates: false", _i % 2 ? ", rotates: false" : "",
                         integrators[_i / 2]);
    const char *still = _i % 2 ? "wxb" : "wxa", *moves = _i % 2 ? "wxa" : "wxb";
    ck_assert_double_eq(end(&ran, still), 0);
    ck_assert_double_gt(fabs(end(&ran, moves)), 49);
    ck_near(end(&ran, "an"), 50 * 100 * 1e-5, 1e-12);
    done(&ran);
}
END_TEST

/* Bending is shared by the lever arms, so that spheres roll on each other: their centres keep their
 * places and the contact sees no shear. Radii, attitude and motion are those of a published run. */
START_TEST(bending_brings_no_shear) {
    struct ran ran =
        run("lawtester: 1\n"
            "particles:\n"
            "  a: {shape: sphere, radius: 0.5, density: 1000}\n"
            "  b: {shape: sphere, radius: 0.3, density: 2000}\n"
            "law: {name: linear, kn: 4712388.98, ks: 1413716.69, fric: 0.3}\n"
            "motion: {frame: bodies, integrator: %s, gap: -0.01, dt: 1e-3, weight: 0.3,\n"
            "  lever: %s, normal: [0, 1, 0], tangent: [1, 0, 0]}\n"
            "stages:\n"
            "  - {whats: vvvvvv, values: [0, 0, 0, 0.02, 0.05, 0.03], until: step >= "
            "1000}\n"
            "record: {columns: [us, ut, fs, ft, ya, yb]}\n",
            integrators[_i % INTEGRATORS], _i / INTEGRATORS ? "radius" : "overlap");
    const struct lt_table *table = &ran.result->table;
    for (size_t row = 0; row < table->rows; row++) {
        for (size_t c = 0; c < 2; c++)
            ck_within(cell(&ran, row, c), 0, 1e-13);
        ck_within(cell(&ran, row, 4), 0, 1e-13);
        ck_within(cell(&ran, row, 5), 0.79, 1e-13);
    }
    /* s and t have turned about n by the mean of the twist's shares, -0.014 and 0.006. */
    double share = _i / INTEGRATORS ? 0.5 / 0.8 : 0.495 / 0.79, turned = -0.004;
    double wx = share * (0.05 * cos(turned) - 0.03 * sin(turned)), step = 0.004e-3;
    ck_within(end(&ran, "wxb"), wx, _i % INTEGRATORS == 3 ? 1e-11 : 0.03 * step);
    if (_i / INTEGRATORS)
        ck_within(end(&ran, "wxb"), 0.0313246753006818, 0.03 * step);
    ck_near(end(&ran, "wyb"), 0.3 * 0.02, 1e-12);
    ck_near(end(&ran, "an"), 0.02, 1e-12);
    ck_near(end(&ran, "as"), 0.05, 1e-12);
    done(&ran);
}
END_TEST

/* A run cut in two, the second part begun from the document of the first, is the run uncut. */
START_TEST(goes_on_from_another_run) {
    const char *integrator = integrators[_i];
    static const char first[] =
        "  - {whats: iii..., values: [-1, 0.5, 0.2, 0, 0, 0], until: step >= "
        "20}\n",
                      second[] = "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}\n";
#define CUT UNEQUAL "motion: {frame: bodies, integrator: %s, normal: [1, 2, 3], gap: -1e-6}\n"
    char path[] = "/tmp/test_bodies.XXXXXX";
    struct ran whole = run(CUT "stages:\n%s%s", integrator, first, second);
    struct ran part = run(CUT "stages:\n%s", integrator, first);
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    json_t *document = lt_document_run(part.program, part.result);
    ck_assert_int_eq(json_dumpfd(document, file, 0), 0);
    json_decref(document);
    close(file);
    struct ran rest = run(CUT "start: %s\nstages:\n%s", integrator, path, second);
    unlink(path);
    static const char *const names[] = {"un",  "us",  "vs",  "as",  "xb", "yb", "qxa",
                                        "qyb", "vxa", "wza", "wzb", "nx", "sy", "tz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double want = end(&whole, names[i]);
        ck_assert_double_ne(want, 0);
        if (i == 0 && _i == 3) /* the contact has just been lost */
            ck_within(end(&rest, names[i]), want, 1e-15);
        else
            ck_near(end(&rest, names[i]), want, _i == 3 ? 1e-9 : 1e-12);
    }
    ck_assert_double_gt(end(&rest, "ft_max"), 0);
    done(&whole);
    done(&part);
    done(&rest);
}
END_TEST

/* What cannot be placed or led is refused in words, not run. */
START_TEST(refused) {
    static const struct {
        const char *motion, *whats, *values, *message;
    } cases[] = {
        {"gap: -8e-3", "......", "0, 0, 0, 0, 0, 0", "leaves no distance of the centres"},
        {"normal: [0, 0, 0]", "......", "0, 0, 0, 0, 0, 0", "motion.normal has no direction"},
        {"normal: [1, 2, 3], tangent: [-2, -4, -6]", "......", "0, 0, 0, 0, 0, 0",
         "motion.tangent has no direction across"},
        {"dt: 1e-3", "vv....", "0, 40, 0, 0, 0, 0", "turns the pair too far within a step"},
        {"dt: 1e-3", "i.....", "-1e3, 0, 0, 0, 0, 0", "is not a finite number"},
    };
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
             "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
             "law: {name: linear, kn: 1e25, ks: 5e4, fric: 0.3}\n"
             "motion: {frame: bodies, %s}\n"
             "stages: [{whats: %s, values: [%s], until: step >= 1000}]\n",
             cases[_i].motion, cases[_i].whats, cases[_i].values);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, cases[_i].message) != NULL, "%s", r->message);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Neither body turns by itself: a spin stays as it is, and what holds it against the moment works,
 * whatever is imposed. */
static const char *const led[] = {
    "[{whats: ....ii, values: [0, 0, 0, 0, 51, 544], until: time >= 3.66e-5}]",
    "[{whats: ...vvv, values: [0, 0, 0, 20, 51 + 1e6*time, 544], until: time >= 3.66e-5}]",
    ("[{whats: ....iv, values: [0, 0, 0, 0, 51, 544], until: time >= 2e-5},\n"
     " {whats: ...if., values: [0, 0, 0, 30, 1e-3, 0], until: time >= 1.66e-5}]"),
};
enum { LED = sizeof led / sizeof *led };

/* Gravity is along n, s, t; who gives it as x, y, z is told. */
static const struct {
    const char *normal, *gravity, *said; /* NULL: nothing */
} falls[] = {
    {"[0, 0, 1]", "[0, 0, -9.81]", "for [0, 0, -9.81] in x, y, z write gravity: [-9.81, 0, 0]"},
    {"[0.6, 0, 0.8]", "[0, 0, -10]", "for [0, 0, -10] in x, y, z write gravity: [-8, 0, -6]"},
    {"[0, -2, 0]", "[0, -9.81, 0]", "for [0, -9.81, 0] in x, y, z write gravity: [9.81, 0, 0]"},
    {"[1, 0, 0]", "[0, 0, -9.81]", NULL},
    {"[0, 0, 1]", "[-9.81, 0, 0]", NULL},
    {"[0, 0, 1]", "[0, -9.81, 0]", NULL},
    {"[0, 0, 1]", "[-9, 0, -3]", NULL},
};

START_TEST(gravity_along_space_is_said) {
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: "
            "2500}}\n"
            "law: {name: linear, kn: 1e5}\n"
            "motion: {frame: bodies, gap: 1e-4, dt: 1e-6, normal: %s, gravity: %s}\n"
            "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: step >= 9}]\n",
            falls[_i].normal, falls[_i].gravity);
    ck_assert_uint_eq(ran.result->n_warnings, falls[_i].said ? 1 : 0);
    if (falls[_i].said)
        ck_assert_msg(strstr(ran.result->warnings[0], falls[_i].said) != NULL, "%s",
                      ran.result->warnings[0]);
    done(&ran);
}
END_TEST

START_TEST(what_holds_a_rotation_works) {
    const char *integrator = integrators[_i % INTEGRATORS], *stages = led[_i / INTEGRATORS % LED];
    bool in_space = _i >= INTEGRATORS * LED, exact = _i % INTEGRATORS == 3;
    struct ran ran = run("lawtester: 1\nparticles:\n"
                         "  a: {shape: sphere, radius: 1.43e-3, density: 3000, rotates: false}\n"
                         "  b: {shape: sphere, radius: 2.36e-3, density: 2080, fixed: true}\n"
                         "law: {name: linel6, kn: 1.5e5, charLen: 1.02e-3}\n"
                         "motion: {frame: %s, integrator: %s, dt: 5e-7}\nstages: %s\n",
                         in_space ? "bodies" : "contact", integrator, stages);
    ck_assert_double_gt(end(&ran, "E_work"), 0.9 * end(&ran, "E_strain"));
    ck_assert_double_gt(end(&ran, "E_strain"), 0);
    ck_assert_double_le(end(&ran, "energy_residual_rel"), in_space && !exact ? 1e-6 : 1e-11);
    done(&ran);
}
END_TEST

/* Slip at the radius and torque up to the middle of the overlap, as LAMMPS has it: an elastic
 * impact that sticks loses 0.13 % of its energy, and the account of it closes as any. */
START_TEST(unlike_arms_are_a_defect) {
    static const char *const levers[] = {"overlap", "slip-radius", "scaled"};
    double residual[2] = {0};
    for (int i = 0; i < 2; i++) {
        struct ran ran = run("lawtester: 1\nparticles:\n"
                             "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
                             "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
                             "law: {name: contact, kn: 1e5, tangential: linear, ks: 2e5/7,\n"
                             "  fric: 1000}\n"
                             "motion: {frame: bodies, lever: %s, axes: %s, dt: t_c/%d}\n"
                             "stages: [{whats: ii...., values: [-0.5, 0.5, 0, 0, 0, 0],\n"
                             "  until: broken}]\n",
                             levers[_i % 3], _i < 3 ? "middle" : "projected", i ? 2000 : 500);
        const double energy = end(&ran, "E_kinetic") + end(&ran, "E_defect");
        const double share = end(&ran, "E_defect") / energy;
        residual[i] = end(&ran, "energy_residual_rel");
        if (_i % 3 == 0)
            ck_assert_double_eq(share, 0);
        if (_i % 3 == 1)
            ck_near(share, 1.3e-3, 0.1);
        done(&ran);
    }
    ck_assert_double_le(residual[1], 1e-6);
    ck_assert_double_le(residual[1], 0.5 * residual[0]);
}
END_TEST

/* A spin of a sphere that does not turn shears the contact: what holds it bears the lever. */
START_TEST(what_holds_a_lever_works) {
    struct ran ran =
        run("lawtester: 1\nparticles:\n"
            "  a: {shape: sphere, radius: 6.29e-4, density: 3610, rotates: false}\n"
            "  b: {shape: facet, half_thick: 2.45e-4}\n"
            "law: {name: concrete, cohesive: false, kn: 3.31e6, sigmaT: 2.98e7,\n"
            "  epsCrackOnset: 4.67e-4, relDuctility: 31.3}\n"
            "motion: {frame: %s, integrator: exact, dt: 4.26e-8}\nstages:\n"
            "  - {whats: ..u..., values: [0, 0, 2.65e-6*sin(2*pi*t/2.28e-6), 0, 0, 0],\n"
            "     until: time >= 1.17e-6}\n"
            "  - {whats: i....v, values: [-1.29, 0, 0, 0, 0, 4100], until: time >= 3.58e-6}\n",
            _i ? "bodies" : "contact");
    ck_assert_double_gt(fabs(end(&ran, "E_work")), 0);
    ck_assert_double_le(end(&ran, "energy_residual_rel"), 1e-11);
    done(&ran);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, a_push_conserves_momenta, 0, 20);
    tcase_add_loop_test(t, a_share_is_what_was_asked, 0, 20);
    tcase_add_loop_test(t, displacements_have_the_relative_velocities, 0, 20);
    tcase_add_loop_test(t, orientations_turn_with_the_spin, 0, 5);
    tcase_add_loop_test(t, axes_turn_with_half_of_each_spin, 0, 5);
    tcase_add_loop_test(t, axes_are_carried_in_parallel, 0, 5);
    tcase_add_loop_test(t, history_follows_its_rule, 0, 60);
    tcase_add_loop_test(t, history_is_accounted_for, 0, 2);
    tcase_add_loop_test(t, free_motion_conserves_momenta, 0, INTEGRATORS * NORMALS);
    tcase_add_loop_test(t, head_on_impacts_are_those_of_frame_contact, 0,
                        INTEGRATORS * NORMALS * PARTNERS);
    tcase_add_loop_test(t, what_is_set_acts_in_both_frames, 0, 3 * (INTEGRATORS - 1));
    tcase_add_loop_test(t, frames_agree_where_contacts_are_stiff, 0, 2 * PARTNERS);
    tcase_add_loop_test(t, a_wall_is_a_large_sphere, 0, 2);
    tcase_add_loop_test(t, gross_sliding_on_a_wall, 0, 4);
    tcase_add_loop_test(t, sticking_meets_its_closed_form_in_the_limit, 0, PARTNERS);
    tcase_add_loop_test(t, gears_that_mesh, 0, INTEGRATORS * NORMALS);
    tcase_add_loop_test(t, rigid_rotation_changes_no_local_force, 0, 4 * INTEGRATORS);
    tcase_add_loop_test(t, rigid_rotation_in_balance, 0, 2 * NORMALS);
    tcase_add_loop_test(t, shear_force_turns_with_half_of_each_spin, 0, 5);
    tcase_add_loop_test(t, attitude_does_not_matter, 0, (NORMALS - 1) * INTEGRATORS);
    tcase_add_loop_test(t, imposed_motion_is_met, 0, 40);
    tcase_add_loop_test(t, stopping_is_met, 0, 2 * NORMALS);
    tcase_add_loop_test(t, weight_says_who_moves, 0, 2 * INTEGRATORS);
    tcase_add_loop_test(t, a_body_that_does_not_rotate, 0, 2 * INTEGRATORS);
    tcase_add_loop_test(t, bending_brings_no_shear, 0, 2 * INTEGRATORS);
    tcase_add_loop_test(t, gravity_along_space_is_said, 0, 7);
    tcase_add_loop_test(t, what_holds_a_rotation_works, 0, 2 * LED * INTEGRATORS);
    tcase_add_loop_test(t, unlike_arms_are_a_defect, 0, 6);
    tcase_add_loop_test(t, what_holds_a_lever_works, 0, 2);
    tcase_add_loop_test(t, goes_on_from_another_run, 0, INTEGRATORS);
    tcase_add_loop_test(t, refused, 0, 5);
}

LT_TESTS("bodies", add)
