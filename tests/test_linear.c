/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `linear` by itself: its books, its limits, its block. */
#include "rig.h"

static void set(struct rig *b, const char *name, double value) {
    *rig_param(b, name) = value;
}

static void derive(struct rig *b) {
    const struct lt_law *law = b->contact.law;
    for (size_t i = 0; i < law->n_params; i++)
        if (law->params[i].once)
            set(b, law->params[i].name, law->params[i].preset);
    ck_assert_ptr_null(rig_derive(b));
}

static void begin(struct rig *b) {
    rig_begin(b, "linear");
    b->drive.pair.r_eff = 1;
    set(b, "kn", 1.3e4);
    set(b, "ks", 0.7e4);
    set(b, "fric", 0.45);
    set(b, "dp_nratio", 0.2);
    set(b, "dp_sratio", 0.3);
    derive(b);
}

static void move(struct rig *b, const double *du, double dt) {
    rig_move(b, (double[6]){du[0], du[1], du[2]}, dt);
}

static double slip(const struct rig *b) {
    return b->values[b->contact.names->losses];
}

/* A prescribed random walk of 1e5 steps, contacts made and lost by the hundred: what was put in is
 * stored, dissipated or lost at crossings, to rounding, at every step. i: lin_mode and dp_mode, and
 * whether friction looks beyond the springs. */
START_TEST(random_walk_balances) {
    struct rig b;
    begin(&b);
    set(&b, "lin_mode", _i / 4 % 2);
    set(&b, "dp_mode", _i % 4);
    set(&b, "cap_on", _i < 8);
    set(&b, "cap_by", _i < 8 ? 0 : 1 + _i % 2);
    set(&b, "fric_dynamic", _i < 12 ? INFINITY : 0.3);
    derive(&b);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, (unsigned long)(1 + _i));
    double *values = b.values, work = 0, throughput = 0, worst = 0;
    int made = 0, slipped = 0, stuck = 0;
    values[LT_UN] = 1e-4;
    for (int i = 0; i < 100000; i++) {
        double f0[3], du[3], u0[3], active = values[LT_CONTACT];
        memcpy(f0, values + LT_FN, sizeof f0);
        memcpy(u0, values + LT_UN, sizeof u0);
        for (int k = 0; k < 3; k++)
            du[k] = gsl_ran_gaussian(rng, 1e-4);
        du[0] -= 0.02 * u0[0];
        move(&b, du, 1e-4);
        double step = 0;
        for (int k = 0; k < 3; k++)
            step += 0.5 * (f0[k] + values[LT_FN + k]) * (values[LT_UN + k] - u0[k]);
        work += step;
        throughput += fabs(step);
        double spent = values[LT_E_STRAIN] + values[LT_E_DASHPOT] + values[LT_E_CROSS] +
                       values[LT_E_DEFECT] + slip(&b);
        worst = fmax(worst, fabs(work - spent));
        made += active < 0.5 && values[LT_CONTACT] > 0.5;
        bool slipping = values[b.contact.names->state + 3] > 0.5;
        slipped += slipping;
        stuck += values[LT_CONTACT] > 0.5 && !slipping;
    }
    ck_assert_msg(worst <= 1e-12 * throughput, "balance off by %.3g of what went through",
                  worst / throughput);
    ck_assert_int_gt(made, 300);
    ck_assert_int_gt(slipped, 1000);
    ck_assert_int_gt(stuck, 1000);
    ck_assert_double_gt(slip(&b), 0);
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
}
END_TEST

/* The linear shear force never exceeds fric times the linear normal force. */
START_TEST(coulomb_holds) {
    struct rig b;
    begin(&b);
    set(&b, "dp_sratio", 0);
    set(&b, "dp_nratio", 0);
    derive(&b);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (int i = 0; i < 10000; i++) {
        double du[3];
        for (int k = 0; k < 3; k++)
            du[k] = gsl_ran_gaussian(rng, 1e-4);
        move(&b, du, 1e-4);
        double shear = hypot(b.values[LT_FS], b.values[LT_FT]);
        ck_assert_double_le(shear, -0.45 * b.values[LT_FN] * (1 + 1e-15));
    }
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
}
END_TEST

/* No-tension modes: the total normal force is never attractive; full modes: it is, on leaving. */
START_TEST(dashpot_mode_limits_the_normal_force) {
    struct rig b;
    begin(&b);
    set(&b, "dp_mode", _i);
    derive(&b);
    double pull = 0;
    for (int i = 0; i < 100; i++)
        move(&b, (double[]){-1e-6, 0, 0}, 1e-6);
    for (int i = 0; i < 99; i++) {
        move(&b, (double[]){1e-6, 0, 0}, 1e-6);
        pull = fmax(pull, b.values[LT_FN]);
    }
    bool no_tension = _i == 1 || _i == 3;
    if (no_tension)
        ck_assert_double_eq(pull, 0);
    else
        ck_assert_double_gt(pull, 0);
    lt_arena_free(b.arena);
}
END_TEST

/* Slip-cut modes drop the shear dashpot while slipping, the full ones keep it. */
START_TEST(dashpot_mode_limits_the_shear_force) {
    struct rig b;
    begin(&b);
    set(&b, "dp_mode", _i);
    derive(&b);
    move(&b, (double[]){-1e-6, 0, 0}, 1e-6);
    move(&b, (double[]){0, 1e-3, 0}, 1e-6);
    bool cut = _i >= 2;
    ck_assert_double_eq(b.values[b.contact.names->state + 3], 1);
    if (cut)
        ck_assert_double_eq(b.values[LT_VFS], 0);
    else
        ck_near(b.values[LT_VFS], 2 * 0.3 * sqrt(0.3 * 0.7e4) * 1e3, 1e-12);
    lt_arena_free(b.arena);
}
END_TEST

static void plain_of_a_block(struct rig *b, int i) {
    const struct {
        const char *name;
        double value;
    } given[] = {{"kn", 1e4 * (1 + i)}, {"ks", 5e3},        {"fric", 0.1 * i}, {"lin_mode", i / 8},
                 {"dp_nratio", 0.1},    {"dp_sratio", 0.2}, {"dp_mode", i % 4}};
    for (size_t k = 0; k < sizeof given / sizeof given[0]; k++)
        set(b, given[k].name, given[k].value);
}

/* A block of contacts gives the same bits as one contact at a time. */
/* Friction that looks beyond the springs has a loop of its own. */
static void joint_of_a_block(struct rig *b, int i) {
    plain_of_a_block(b, i);
    set(b, "fric_dynamic", i % 7 == 1 ? 0.05 * i : INFINITY);
    set(b, "cap_on", i % 2);
    set(b, "slip_dashpot", i % 5 > 1);
    set(b, "cap_by", i % 3);
}

START_TEST(block_is_bit_identical) {
    rig_block("linear", _i ? joint_of_a_block : plain_of_a_block, 1e-4, 0);
}
END_TEST

/* Absolute and incremental normal force are the same path when the contact is made at zero gap. */
START_TEST(incremental_equals_absolute) {
    struct rig a, b;
    begin(&a);
    begin(&b);
    set(&b, "lin_mode", 1);
    derive(&b);
    a.values[LT_UN] = b.values[LT_UN] = 0.3e-6;
    for (int i = 0; i < 400; i++) {
        double du[3] = {i < 200 ? -1e-6 : 1e-6, 2e-7, 0};
        move(&a, du, 1e-6);
        move(&b, du, 1e-6);
        ck_within(b.values[LT_FN], a.values[LT_FN], 1e-9);
        ck_within(b.values[LT_FS], a.values[LT_FS], 1e-9);
    }
    lt_arena_free(a.arena);
    lt_arena_free(b.arena);
}
END_TEST

/* Surfaces that just touch: active, no spring force, nothing stored; a closing dashpot acts in
 * every mode, an opening one only without tensile cut-off. */
START_TEST(gap_of_exactly_zero) {
    struct rig b;
    begin(&b);
    set(&b, "dp_mode", _i);
    derive(&b);
    double *v = b.values, branch, none[6] = {0};
    v[LT_VN] = -1;
    lt_ledger_step(&b.contact, v, none, 0, &branch);
    ck_assert_double_eq(v[LT_CONTACT], 1);
    ck_near(v[LT_FN], -2 * 0.2 * sqrt(0.3 * 1.3e4), 1e-15);
    ck_assert_double_eq(v[LT_E_STRAIN], 0);
    v[LT_VN] = 1;
    lt_ledger_step(&b.contact, v, none, 0, &branch);
    if (_i == 1 || _i == 3)
        ck_assert_double_eq(v[LT_FN], 0);
    else
        ck_assert_double_gt(v[LT_FN], 0);
    lt_arena_free(b.arena);
}
END_TEST

/* Without stiffness, or without friction, nothing is stored in that spring and nothing is NaN. */
START_TEST(zero_stiffness_and_friction) {
    const char *zero[] = {"kn", "ks", "fric"};
    struct rig b;
    begin(&b);
    set(&b, zero[_i], 0);
    derive(&b);
    for (int i = 0; i < 100; i++)
        move(&b, (double[]){i < 50 ? -1e-6 : 2e-6, 1e-6, -1e-6}, 1e-6);
    for (size_t k = LT_UN; k <= LT_E_DEFECT; k++)
        ck_assert_msg(isfinite(b.values[k]), "slot %zu", k);
    ck_assert_double_eq(b.values[b.contact.names->state + 1], 0);
    lt_arena_free(b.arena);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, random_walk_balances, 0, 16);
    tcase_add_test(t, coulomb_holds);
    tcase_add_loop_test(t, dashpot_mode_limits_the_normal_force, 0, 4);
    tcase_add_loop_test(t, dashpot_mode_limits_the_shear_force, 0, 4);
    tcase_add_loop_test(t, block_is_bit_identical, 0, 2);
    tcase_add_test(t, incremental_equals_absolute);
    tcase_add_loop_test(t, gap_of_exactly_zero, 0, 4);
    tcase_add_loop_test(t, zero_stiffness_and_friction, 0, 3);
}

LT_TESTS("linear", add)
