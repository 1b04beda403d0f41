/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inertia of the pair: effective masses, coupling of sliding and rolling, constraints. */
#include "bodies/motion.h"
#include "bodies/pair.h"
#include "lt_check.h"

#include <string.h>

static struct lt_pair spheres(double ra, double rb) {
    struct lt_pair pair = {.dimensions = 3};
    double radius[2] = {ra, rb};
    struct lt_body *body[2] = {&pair.a, &pair.b};
    for (int i = 0; i < 2; i++) {
        struct lt_particle particle = {.shape = LT_SPHERE, .rotates = true};
        struct lt_particle_numbers n = {.radius = radius[i], .density = 2500, .mass = NAN};
        *body[i] = lt_pair_body(&particle, &n);
    }
    lt_pair_combine(&pair);
    return pair;
}

static struct lt_pair on_wall(double r) {
    struct lt_pair pair = spheres(r, r);
    struct lt_particle wall = {.shape = LT_WALL, .rotates = true};
    pair.a = lt_pair_body(&wall, &(struct lt_particle_numbers){.mass = NAN, .density = NAN});
    lt_pair_combine(&pair);
    return pair;
}

START_TEST(solid_spheres_have_two_sevenths_in_shear) {
    struct lt_pair pair = _i == 0 ? spheres(5e-3, 5e-3) : on_wall(5e-3);
    double w[LT_DOFS][LT_DOFS], mass = 4.0 / 3.0 * M_PI * 125e-9 * 2500;
    lt_pair_mobility(&pair, w);
    ck_near(pair.m_eff, _i == 0 ? mass / 2 : mass, 1e-15);
    ck_near(1 / w[0][0], pair.m_eff, 1e-15);
    ck_near(1 / w[1][1], 2.0 / 7.0 * pair.m_eff, 1e-15);
    ck_near(1 / w[2][2], 2.0 / 7.0 * pair.m_eff, 1e-15);
}
END_TEST

/* The relative motion has the kinetic energy of the two bodies, less that of what they share. */
START_TEST(coupled_inertia_is_that_of_the_bodies) {
    struct lt_pair pair = spheres(5e-3, 2e-3);
    double w[LT_DOFS][LT_DOFS];
    lt_pair_mobility(&pair, w);
    struct lt_inertia inertia;
    lt_motion_inertia(w, "......", &inertia);
    /* A shear impulse on two bodies at rest. */
    double ma = pair.a.mass, mb = pair.b.mass, ra = pair.a.radius, rb = pair.b.radius;
    double push = 1e-3, vb = push / mb, va = -push / ma;
    double wb = -rb * push / pair.b.inertia[1], wa = -ra * push / pair.a.inertia[1];
    double v[LT_DOFS] = {0, vb - va - rb * wb - ra * wa, 0, 0, 0, wb - wa};
    double energy = 0.5 * (ma * va * va + mb * vb * vb + pair.a.inertia[1] * wa * wa +
                           pair.b.inertia[1] * wb * wb);
    ck_near(lt_motion_kinetic(&inertia, v, v), energy, 1e-13);
    double none[LT_DOFS] = {0}, force[LT_DOFS] = {0, push}, drive[LT_DOFS], after[LT_DOFS];
    lt_motion_kick(&inertia, force, 1, none, after, drive);
    for (int i = 0; i < LT_DOFS; i++)
        ck_within(after[i], v[i], 1e-13 * fabs(v[1]) + 1e-13 * fabs(v[5]));
}
END_TEST

/* Holding the rotation changes how hard the shear is to move; what holds it is reported. */
START_TEST(constraints_act_on_the_coupled_system) {
    struct lt_pair pair = spheres(5e-3, 2e-3);
    double w[LT_DOFS][LT_DOFS], none[LT_DOFS] = {0}, after[LT_DOFS] = {0}, drive[LT_DOFS];
    lt_pair_mobility(&pair, w);
    struct lt_inertia inertia;
    lt_motion_inertia(w, ".....v", &inertia);
    double force[LT_DOFS] = {0, 1};
    lt_motion_kick(&inertia, force, 1, none, after, drive);
    double held = w[1][1] - w[1][5] * w[5][1] / w[5][5];
    ck_near(after[1], held, 1e-13);
    ck_near(drive[5], -w[5][1] / w[5][5], 1e-13);
    ck_assert_double_eq(after[5], 0);
}
END_TEST

/* Newton: mass matrix times acceleration is force plus what constrains, for any set of letters. */
START_TEST(kick_obeys_newton) {
    struct lt_pair pair = spheres(5e-3, 2e-3);
    double w[LT_DOFS][LT_DOFS];
    lt_pair_mobility(&pair, w);
    char whats[LT_DOFS + 1] = "......";
    for (int i = 0; i < LT_DOFS; i++)
        whats[i] = _i >> i & 1 ? 'v' : '.';
    struct lt_inertia inertia;
    lt_motion_inertia(w, whats, &inertia);
    double force[LT_DOFS] = {1, -2, 3, 1e-3, 2e-3, -1e-3}, drive[LT_DOFS];
    double v1[LT_DOFS] = {1, 2, 3, 40, 50, 60}, v2[LT_DOFS] = {-1, 1, 2, 3, -5, 7};
    double h = 1e-6;
    lt_motion_kick(&inertia, force, h, v1, v2, drive);
    for (int i = 0; i < LT_DOFS; i++) {
        size_t k = lt_march_other((size_t)i);
        double own = inertia.m.own[i] * (v2[i] - v1[i]);
        double other = inertia.m.other[i] * (v2[k] - v1[k]);
        double momentum = own + other, size = fabs(own) + fabs(other);
        ck_within(momentum, h * (force[i] + drive[i]), 1e-12 * (size + h * fabs(force[i])));
        if (whats[i] == '.')
            ck_assert_double_eq(drive[i], 0);
    }
}
END_TEST

START_TEST(nothing_turns_where_nothing_may) {
    struct lt_pair pair = spheres(5e-3, 2e-3);
    for (int i = 0; i < 3; i++)
        pair.a.inertia[i] = pair.b.inertia[i] = INFINITY;
    double w[LT_DOFS][LT_DOFS], v1[LT_DOFS] = {0, 1, 0, 0, 0, 3}, v2[LT_DOFS] = {0};
    double force[LT_DOFS] = {0, 1, 0, 1, 1, 1}, drive[LT_DOFS];
    lt_pair_mobility(&pair, w);
    struct lt_inertia inertia;
    lt_motion_inertia(w, "......", &inertia);
    lt_motion_kick(&inertia, force, 1e-6, v1, v2, drive);
    ck_assert_double_eq(v2[5], 3);
    ck_near(v2[1], 1 + 1e-6 / pair.m_eff, 1e-14);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, solid_spheres_have_two_sevenths_in_shear, 0, 2);
    tcase_add_test(t, coupled_inertia_is_that_of_the_bodies);
    tcase_add_test(t, constraints_act_on_the_coupled_system);
    tcase_add_loop_test(t, kick_obeys_newton, 0, 64);
    tcase_add_test(t, nothing_turns_where_nothing_may);
}

LT_TESTS("motion", add)
