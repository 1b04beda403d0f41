/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `mindlin-rolling-torsion`: its rolling and twisting springs on paths with exact answers,
 * its limits and dashpots, its accounts of energy, its block. Its forces are those of `mindlin`. */
#include "programs.h"
#include "rig.h"

#define LAW "mindlin-rolling-torsion"

static const char *const forms[] = {"tangent-rescale", "secant", "secant-initial", "tangent"};

/* r_eff 1.2 m; in units in which 4/3 E* sqrt(R*) is 1, and 8 G* a is 1 at the overlap 1 m. */
static void set_up(struct rig *b) {
    rig_begin(b, LAW);
    *rig_param(b, "young_eff") = 0.75 / sqrt(1.2);
    *rig_param(b, "shear_eff") = 0.125 / sqrt(1.2);
    *rig_param(b, "fric") = 0.4;
    *rig_param(b, "fric_r") = 0.1;
    *rig_param(b, "fric_to") = 0.05;
}

static void derive(struct rig *b) {
    const char *wrong = rig_derive(b);
    ck_assert_msg(wrong == NULL, "%s", wrong);
}

/* To the displacement TO in N equal steps of DT each; the work done on the way. */
static double go(struct rig *b, const double to[6], int n, double dt) {
    double work = 0, from[6];
    memcpy(from, b->values + LT_UN, sizeof from);
    for (int i = 1; i <= n; i++) {
        double du[6], f0[6];
        memcpy(f0, b->values + LT_FN, sizeof f0);
        for (int k = 0; k < 6; k++)
            du[k] = from[k] + (to[k] - from[k]) * i / n - b->values[LT_UN + k];
        rig_move(b, du, dt);
        for (int k = 1; k < 6; k++)
            work += 0.5 * (f0[k] + b->values[LT_FN + k]) * du[k];
    }
    return work;
}

static double clip(double x, double most) {
    return fmin(fmax(x, -most), most);
}

/* At the overlap 1 m: a moment is k l^2 times the angle, and at most l mu; after a reversal it goes
 * back on the same slope. However many steps are made of it. */
START_TEST(cycle_in_any_number_of_steps) {
    static const int steps[] = {1, 3, 20, 1000};
    static const struct {
        double kr, arm_r, kto, arm_to;
    } cases[] = {{0, 1, 0, 2}, {0.3, 1, 0, 2}, {0, 2, 0, 1}, {2, 2, 0.7, 0.5}};
    struct rig b;
    set_up(&b);
    *rig_param(&b, "kr") = cases[_i].kr;
    *rig_param(&b, "kto") = cases[_i].kto;
    *rig_param(&b, "arm_r") = cases[_i].arm_r;
    *rig_param(&b, "arm_to") = cases[_i].arm_to;
    derive(&b);
    const double lr = 1.2 * cases[_i].arm_r, lto = 1.2 * cases[_i].arm_to;
    const double kr = lr * lr * (cases[_i].kr > 0 ? cases[_i].kr : 1), mr = lr * 0.1;
    const double kto = lto * lto * (cases[_i].kto > 0 ? cases[_i].kto : 1), mto = lto * 0.05;
    go(&b, (double[]){-1, 0, 0, 0, 0, 0}, 1, 1);
    double roll = 0, twist = 0, as = 0, an = 0;
    for (int i = 0; i < 12; i++) {
        const double to_s = (i % 2 ? -1 : 1) * 0.1 * (i / 2), to_n = 0.7 * to_s;
        roll = clip(roll + kr * (to_s - as), mr);
        twist = clip(twist + kto * (to_n - an), mto);
        as = to_s;
        an = to_n;
        go(&b, (double[]){-1, 0, 0, an, 0.6 * as, 0.8 * as}, steps[i % 4], 1);
        ck_within(b.values[LT_MS], 0.6 * roll, 1e-14);
        ck_within(b.values[LT_MT], 0.8 * roll, 1e-14);
        ck_within(b.values[LT_MN], twist, 1e-14);
        ck_assert_double_eq(rig_value(&b, "rolls"), fabs(roll) == mr);
        ck_assert_double_eq(rig_value(&b, "twists"), fabs(twist) == mto);
    }
    ck_assert_double_eq(b.values[LT_FS], 0);
    ck_assert_double_eq(rig_value(&b, "E_slip"), 0);
    ck_assert_double_gt(rig_value(&b, "E_roll"), 0);
    ck_assert_double_gt(rig_value(&b, "E_twist"), 0);
    ck_assert_double_eq(b.values[LT_E_DEFECT], 0);
    lt_arena_free(b.arena);
}
END_TEST

/* What the spring takes to set moving, it does not take to keep moving. */
START_TEST(static_and_dynamic) {
    struct rig b;
    set_up(&b);
    *rig_param(&b, "fric_r_dynamic") = 0.06;
    *rig_param(&b, "fric_to_dynamic") = 0.01;
    derive(&b);
    go(&b, (double[]){-1, 0, 0, 0, 0, 0}, 1, 1);
    double most_r = 0, most_to = 0;
    for (int i = 1; i <= 200; i++) {
        go(&b, (double[]){-1, 0, 0, 0.001 * i, 0, 0.001 * i}, 1, 1);
        most_r = fmax(most_r, b.values[LT_MT]);
        most_to = fmax(most_to, b.values[LT_MN]);
    }
    ck_within(most_r, 0.1 * 1.2, 1.2 * 1.2 * 0.001);
    ck_assert_double_le(most_r, 0.1 * 1.2);
    ck_within(most_to, 0.05 * 2.4, 2.4 * 2.4 * 0.001);
    ck_assert_double_le(most_to, 0.05 * 2.4);
    ck_near(b.values[LT_MT], 0.06 * 1.2, 1e-14);
    ck_near(b.values[LT_MN], 0.01 * 2.4, 1e-14);
    lt_arena_free(b.arena);
}
END_TEST

/* The dashpots, of the angular velocity, are held together with their springs; at the limit the
 * spring has all of it, or, if they are kept, what they leave. */
START_TEST(dashpots) {
    const int kept = _i;
    struct rig b;
    set_up(&b);
    *rig_param(&b, "gamma_r") = 0.5;
    *rig_param(&b, "gamma_to") = 0.05;
    *rig_param(&b, "roll_dashpot") = kept;
    derive(&b);
    const double w = 0.01, c = 0.5 * 1.2 * 1.2, c_to = 0.05 * 2.4 * 2.4;
    go(&b, (double[]){-1, 0, 0, 0, 0, 0}, 1, 1);
    go(&b, (double[]){-1, 0, 0, 2 * w, 2 * w, 0}, 2, 1);
    ck_near(b.values[LT_VMS], c * w, 1e-14);
    ck_near(b.values[LT_VMN], c_to * w, 1e-14);
    ck_near(b.values[LT_MS], (1.2 * 1.2 * 2 + c) * w, 1e-14);
    ck_near(b.values[LT_MN], (2.4 * 2.4 * 2 + c_to) * w, 1e-14);
    go(&b, (double[]){-1, 0, 0, 0.5, 0.5, 0}, 48, 1);
    ck_near(b.values[LT_MS], 0.12, 1e-14);
    ck_near(b.values[LT_MN], 0.12, 1e-14);
    ck_within(b.values[LT_VMS], kept ? c * w : 0, 1e-15);
    ck_within(b.values[LT_VMN], kept ? c_to * w : 0, 1e-15);
    ck_within(rig_value(&b, "moment_s"), kept ? 0.12 - c * w : 0.12, 1e-15);
    lt_arena_free(b.arena);
}
END_TEST

/* Turn at one overlap, turn back at another. Per k l^2 of a rise or fall from 1 to 2: what is lost
 * while the overlap changes, exactly; a given stiffness has no part in it. */
START_TEST(turned_while_pressed) {
    static const double lost[2][4] = {{0.25, -0.5, -0.5, 0.25}, {0.5, 0.5, 0.5, -1}};
    const int form = _i % 4, down = _i / 4;
    for (int given = 0; given < 2; given++) {
        struct rig b;
        set_up(&b);
        rig_choose(&b, "tangential", forms[form]);
        *rig_param(&b, "fric_r") = *rig_param(&b, "fric_to") = 10;
        *rig_param(&b, "kr") = *rig_param(&b, "kto") = given ? 1 : 0;
        derive(&b);
        const double angle = 0.01, from = down ? 4 : 1, to = down ? 1 : 4;
        const double unit = (1.2 * 1.2 + 2.4 * 2.4) * angle * angle;
        go(&b, (double[]){-from, 0, 0, 0, 0, 0}, 1, 1);
        double work = go(&b, (double[]){-from, 0, 0, angle, angle, 0}, 3, 1);
        work += go(&b, (double[]){-to, 0, 0, angle, angle, 0}, 7, 1);
        ck_within(b.values[LT_E_DEFECT], given ? 0 : lost[down][form] * unit, 1e-12 * unit);
        work += go(&b, (double[]){-to, 0, 0, 0, 0, 0}, 3, 1);
        const double kept = given ? 1 : sqrt(to);
        const double left = b.values[LT_MS] * b.values[LT_MS] / (2 * kept * 1.2 * 1.2) +
                            b.values[LT_MN] * b.values[LT_MN] / (2 * kept * 2.4 * 2.4);
        ck_within(work, left + b.values[LT_E_DEFECT], 1e-12 * unit);
        ck_assert_double_eq(rig_lost(&b), 0);
        lt_arena_free(b.arena);
    }
}
END_TEST

/* ---- Accounts and limits --------------------------------------------------------------------- */

/* From WALKS on dashpots alone, kept. */
enum { WALKS = 32 };

static void any(struct rig *b, int i) {
    const bool soft = i >= WALKS;
    *rig_param(b, "young_eff") = 0.75 / sqrt(1.2);
    *rig_param(b, "shear_eff") = soft ? 0 : 0.125 / sqrt(1.2);
    *rig_param(b, "fric") = 0.4;
    *rig_param(b, "fric_r") = 0.2;
    *rig_param(b, "fric_to") = 0.1;
    *rig_param(b, "alpha") = *rig_param(b, "phi") = 0.1;
    rig_choose(b, "tangential", forms[i % 4]);
    *rig_param(b, "kt_update") = i / 4 % 2;
    *rig_param(b, "roll_dashpot") = soft || i / 8 % 2;
    *rig_param(b, "cap_by") = i % 3;
    *rig_param(b, "dp_mode") = i / 5 % 2;
    *rig_param(b, "kr") = !soft && i % 5 == 1 ? 0.3 : 0;
    *rig_param(b, "kto") = !soft && i % 5 == 2 ? 0.3 : 0;
    *rig_param(b, "gamma_r") = soft ? 0.1 : i % 3 == 1 ? 0.05 : 0;
    *rig_param(b, "gamma_to") = soft ? 0.02 : i % 3 == 2 ? 0.05 : 0;
    *rig_param(b, "fric_r_dynamic") = i % 7 == 0 ? 0.1 : INFINITY;
    *rig_param(b, "fric_to_dynamic") = i % 7 == 3 ? 0.05 : INFINITY;
}

/* A random walk. Beside it goes the law `mindlin`, whose force it has to the bit; what the two
 * differ in is the work of the moments, which is stored, lost or dissipated to rounding. */
START_TEST(random_walk_balances) {
    static const char *shared[] = {"young_eff",  "shear_eff", "fric",   "alpha",  "phi",
                                   "tangential", "kt_update", "cap_by", "dp_mode"};
    struct rig b, twin;
    rig_begin(&b, LAW);
    any(&b, _i);
    derive(&b);
    rig_begin(&twin, "mindlin");
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        *rig_param(&twin, shared[i]) = *rig_param(&b, shared[i]);
    derive(&twin);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, (unsigned long)(1 + _i));
    double *v = b.values, *w = twin.values, work = 0, throughput = 0, worst = 0;
    int made = 0, rolled = 0, twisted = 0, held = 0;
    v[LT_UN] = w[LT_UN] = -0.1;
    for (int i = 0; i < 20000; i++) {
        double m0[3], du[6], active = v[LT_CONTACT];
        memcpy(m0, v + LT_MN, sizeof m0);
        for (int k = 0; k < 6; k++)
            du[k] = gsl_ran_gaussian(rng, 0.01);
        du[0] -= 0.02 * v[LT_UN];
        const double a0[3] = {v[LT_AN], v[LT_AS], v[LT_AT]};
        rig_move(&b, du, 0.2);
        rig_move(&twin, du, 0.2);
        ck_assert_mem_eq(v + LT_FN, w + LT_FN, 3 * sizeof(double));
        for (int k = 0; k < 3; k++) {
            const double step = 0.5 * (m0[k] + v[LT_MN + k]) * (v[LT_AN + k] - a0[k]);
            work += step;
            throughput += fabs(step);
        }
        const double spent = v[LT_E_STRAIN] + v[LT_E_DASHPOT] + v[LT_E_CROSS] + v[LT_E_DEFECT] +
                             rig_lost(&b) - w[LT_E_STRAIN] - w[LT_E_DASHPOT] - w[LT_E_CROSS] -
                             w[LT_E_DEFECT] - rig_lost(&twin);
        worst = fmax(worst, fabs(work - spent));
        made += active < 0.5 && v[LT_CONTACT] > 0.5;
        rolled += rig_value(&b, "rolls") > 0.5;
        twisted += rig_value(&b, "twists") > 0.5;
        held += v[LT_CONTACT] > 0.5 && rig_value(&b, "rolls") < 0.5;
        const double normal = _i % 3 == 1 ? v[LT_FN] - v[LT_VFN] : v[LT_FN];
        const double size = _i % 3 == 2 ? fabs(normal) : fmax(0, -normal);
        ck_assert_double_le(hypot(v[LT_MS], v[LT_MT]), 0.2 * 1.2 * size * (1 + 1e-12) + 1e-15);
        ck_assert_double_le(fabs(v[LT_MN]), 0.1 * 2.4 * size * (1 + 1e-12) + 1e-15);
    }
    ck_assert_msg(worst <= 1e-11 * throughput, "balance off by %.3g of what went through",
                  worst / throughput);
    ck_assert_int_gt(made, 100);
    ck_assert_int_gt(rolled, 1000);
    ck_assert_int_gt(twisted, 1000);
    ck_assert_int_gt(held, 100);
    ck_assert_double_ge(rig_value(&b, "E_roll"), 0);
    ck_assert_double_ge(rig_value(&b, "E_twist"), 0);
    if (_i / 8 % 2 == 0 && _i < WALKS) {
        ck_assert_double_gt(rig_value(&b, "E_roll"), 0);
        ck_assert_double_gt(rig_value(&b, "E_twist"), 0);
    }
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
    lt_arena_free(twin.arena);
}
END_TEST

START_TEST(block_is_bit_identical) {
    rig_block(LAW, any, 0.01, 0.01);
}
END_TEST

/* ---- Runs ------------------------------------------------------------------------------------ */

#define SPINNING                                                                                   \
    "lawtester: 1\n"                                                                               \
    "materials: {m: {density: 2700, young: 70e9, poisson: 0.3}}\n"                                 \
    "particles: {a: {shape: sphere, radius: 0.05, material: m},\n"                                 \
    "            b: {shape: sphere, radius: 0.1, material: m}}\n"                                  \
    "law: {name: mindlin-rolling-torsion, fric: 0.2, fric_r: 0.02, fric_to: 0.02, en: 0.8,\n"      \
    "      et: 0.8, gamma_r: 100, gamma_to: 100, fric_r_dynamic: 0.015}\n"                         \
    "motion: {dt: t_c/200}\n"                                                                      \
    "stages:\n"                                                                                    \
    "  - {whats: iiiiii, values: [-0.2, 0.02, 0.01, 2, 1, -1], until: broken}\n"                   \
    "record: {every: 100000}\n"

/* A spinning oblique impact: the balance closes, in the limit of small steps and of second order
 * before, where the trapezoid rule misses what it does of Hertz' spring. */
START_TEST(spinning_impact_balances) {
    const double residual =
        once(SPINNING, "energy_residual_rel", "motion.integrator=exact", NULL, NULL);
    ck_assert_double_le(residual, 1e-10);
    const double coarse = once(SPINNING, "energy_residual_rel", NULL, NULL, NULL);
    const double fine = once(SPINNING, "energy_residual_rel", "motion.dt=t_c/800", NULL, NULL);
    ck_assert_msg(fabs(log2(coarse / fine) / 2 - 2) < 0.05, "order %g", log2(coarse / fine) / 2);
    ck_assert_double_gt(once(SPINNING, "E_roll_end", "motion.integrator=exact", NULL, NULL), 0);
    ck_assert_double_gt(once(SPINNING, "E_twist_end", "motion.integrator=exact", NULL, NULL), 0);
}
END_TEST

/* The moments converge with the time step to what the events located give. */
START_TEST(moments_do_not_depend_on_the_step) {
    static const char *const ends[] = {"E_roll_end", "E_twist_end", "wn_end", "wt_end"};
    const double exact = once(SPINNING, ends[_i], "motion.integrator=exact", NULL, NULL);
    const double fine = once(SPINNING, ends[_i], "motion.dt=t_c/20000", NULL, NULL);
    ck_near(fine, exact, 1e-3);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, cycle_in_any_number_of_steps, 0, 4);
    tcase_add_test(t, static_and_dynamic);
    tcase_add_loop_test(t, dashpots, 0, 2);
    tcase_add_loop_test(t, turned_while_pressed, 0, 8);
    tcase_add_loop_test(t, random_walk_balances, 0, WALKS + 4);
    tcase_add_test(t, block_is_bit_identical);
    tcase_add_test(t, spinning_impact_balances);
    tcase_add_loop_test(t, moments_do_not_depend_on_the_step, 0, 4);
}

LT_TESTS("mindlin-rolling-torsion", add)
