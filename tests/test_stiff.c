/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integrator exact where one stiffness is far above another, and where slip follows the motion
 * faster than the motion can be followed. */
#include "ran.h"

#define PAIR                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"

static const double ratios[] = {1e8, 1e6, 1e-8};
enum { RATIOS = sizeof ratios / sizeof ratios[0] };

/* Sliding from beginning to end takes 7/2 fric (1 + e_n) vn of the tangential velocity, whatever ks
 * is if it is stiff. */
START_TEST(sliding_on_a_stiff_spring) {
    struct ran r =
        run(PAIR "law: {name: linear, kn: 1e5, ks: %g, fric: 0.3}\n"
                 "motion: {integrator: exact}\n"
                 "stages: [{whats: iiii.., values: [-1, 3, 4, 2, 0, 0], until: rebound}]\n",
            1e5 * ratios[_i]);
    ck_near(end(&r, "e_n"), 1, 1e-11);
    if (ratios[_i] > 1)
        ck_near(end(&r, "e_t"), -1 + 3.5 * 0.3 * 2 / 5, 1e-11 + 1 / ratios[_i]);
    ck_assert_double_le(end(&r, "energy_residual_rel"), 1e-10);
    done(&r);
}
END_TEST

/* Without slip the tangential motion is an oscillation of sqrt(7/2 ks/kn) times the normal one's
 * frequency, which lasts for half a period of that: with 1e8 some thousand turns, in some 2e4 steps
 * with errors of 1e-13 of the normal velocity, a thousand times the tangential one. */
START_TEST(sticking_on_a_stiff_spring) {
    struct ran r = run(PAIR "law: {name: linear, kn: 1e5, ks: %g, fric: 1e12}\n"
                            "motion: {integrator: exact}\n"
                            "stages: [{whats: ii...., values: [-1, 1e-3, 0, 0, 0, 0], "
                            "until: rebound}]\n",
                       1e5 * ratios[_i]);
    ck_near(end(&r, "e_n"), 1, 1e-10);
    ck_near(end(&r, "e_t"), -cos(sqrt(3.5 * ratios[_i]) * M_PI), 2e-7);
    ck_assert_double_le(end(&r, "energy_residual_rel"), 1e-10);
    done(&r);
}
END_TEST

/* The stiffness of the springs that resist rolling does not matter where they slip. */
START_TEST(rolling_springs_may_be_rigid) {
    static const double k_roll[] = {1e7, 1e9, 1e11};
    double e_n[3], lost[3];
    for (int i = 0; i < 3; i++) {
        struct ran r = run(
            PAIR "law: {name: contact, normal: linear, kn: 1e5, damping: constant, cn: 0.3,\n"
                 "      tangential: linear, ks: 5e4, fric: 0.3, rolling: sds, k_roll: %g, c_roll: "
                 "0, fric_roll: 0.1}\n"
                 "motion: {frame: bodies, integrator: exact}\n"
                 "stages: [{whats: iiiiii, values: [-1, 5, 0.1, 30, 30, 30], until: rebound}]\n",
            k_roll[i]);
        e_n[i] = end(&r, "e_n");
        lost[i] = end(&r, "E_roll");
        ck_assert_double_le(end(&r, "energy_residual_rel"), 1e-10);
        done(&r);
    }
    ck_near(e_n[1], e_n[0], 1e-10);
    ck_near(e_n[2], e_n[1], 1e-10);
    ck_near(lost[1], lost[0], 1e-5);
    ck_near(lost[2], lost[1], 1e-7);
}
END_TEST

/* On an imposed path the slip of a rolling spring may follow the motion within a 1e-10 of it, too
 * near for leaps: that is said early, before a hundredth of the work. */
START_TEST(too_fast_a_slip_is_said) {
    struct lt_program *program = read_program(
        "lawtester: 1\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 0.000243, density: 2500}}\n"
        "law: {name: mindlin-rolling-torsion, young: 9470000.0, poisson: 0, fric: 0.5, alpha: 0.1,"
        " dp_mode: 0, phi: 0, tangential: secant-initial, cap_by: 2, cap_on: 0, slip_dashpot: 1, "
        "fric_r: 0.3,"
        " fric_to: 0.05, gamma_r: 0.001, gamma_to: 0, roll_dashpot: 1, arm_r: 0.5, arm_to: 2,"
        " kr: 45100000.0, kto: 22550000.0}\n"
        "motion: {frame: bodies, integrator: exact, dt: 6.752e-07}\n"
        "stages:\n"
        "  - {whats: uuu..., values: [-2.618e-05*sin(14810*time)^2, 1.382e-05*sin(21690*time)^2,"
        " 1.315e-05*sin(13470*time)^2, 0, 0, 0], until: time > 4e-4}\n",
        NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, "too fast to be followed") != NULL, "%s", r->message);
    ck_assert_double_lt(value_of(program, r, "time"), 1e-4);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* So it is where fewer steps go on and on: a rolling spring of frame bodies that slips from side to
 * side, and a dashpot so strong that a pair which slides along parts after seconds. */
static const char *const endless[] = {
    PAIR "law: {name: idealelpl, young: 1e7, ktDivKn: 0.5, tanPhi: 0.3, relRollStiff: 1e8, "
         "rollTanPhi: 0.1}\n"
         "motion: {frame: bodies, integrator: exact}\n"
         "stages: [{whats: iiiiii, values: [-1, 4, 0.1, 30, 30, 30], until: rebound}]\n",
    PAIR "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 1000, dp_mode: full}\n"
         "motion: {frame: bodies, integrator: exact}\n"
         "stages: [{whats: iiii.., values: [-1, 0.01, 0, 0, 0, 0], until: rebound}]\n"};
enum { ENDLESS = sizeof endless / sizeof endless[0] };

START_TEST(what_goes_on_and_on_is_said) {
    struct lt_program *program = read_program(endless[_i], NULL);
    struct lt_result *r = run_program(program);
    ck_assert_int_eq(r->status, LT_RUN_FAILED);
    ck_assert_msg(strstr(r->message, "too fast to be followed") != NULL, "%s", r->message);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, sliding_on_a_stiff_spring, 0, RATIOS);
    tcase_add_loop_test(t, sticking_on_a_stiff_spring, 0, RATIOS);
    tcase_add_test(t, rolling_springs_may_be_rigid);
    tcase_add_test(t, too_fast_a_slip_is_said);
    tcase_add_loop_test(t, what_goes_on_and_on_is_said, 0, ENDLESS);
}

LT_TESTS("stiff", add)
