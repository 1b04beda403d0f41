/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `idealelpl`: its books, its limits, its accounts of friction, recorded paths. */
#include "replay.h"
#include "rig.h"

static void set(struct rig *b, const char *name, double value) {
    *rig_param(b, name) = value;
}

static void begin(struct rig *b) {
    rig_begin(b, "idealelpl");
    set(b, "kn", 1.3e4);
    set(b, "kt", 0.7e4);
    set(b, "tanPhi", 0.45);
    set(b, "relRollStiff", 0.02);
    set(b, "relTwistStiff", 0.4);
    set(b, "rollTanPhi", 0.03);
}

static void derive(struct rig *b) {
    ck_assert_ptr_null(rig_derive(b));
}

static void options(struct rig *b, int i) {
    static const char *const flags[] = {"iniEqlb", "noSlip", "noBreak", "noFrict"};
    for (int k = 0; k < 4; k++)
        set(b, flags[k], i >> k & 1);
}

/* With every combination of the flags: energy is kept to rounding. */
START_TEST(random_walk_balances) {
    struct rig b;
    begin(&b);
    options(&b, _i);
    derive(&b);
    int made = rig_walk(&b, 100000, 1e-4, 1e-5, 1 + (unsigned long)_i);
    bool no_slip = _i & 2, no_break = _i & 4, no_friction = _i & 8;
    ck_assert(no_break ? made == 1 : made > 300);
    ck_assert((rig_value(&b, "E_slip") != 0) == (!no_slip && !no_friction));
    ck_assert((rig_value(&b, "E_broken") != 0) == (no_slip && !no_break && !no_friction));
    ck_assert_double_gt(rig_value(&b, "E_roll"), 0);
    ck_assert_double_gt(rig_value(&b, "E_twist"), 0);
    lt_arena_free(b.arena);
}
END_TEST

/* Coarse or fine, through whole programs with all six degrees of freedom free: the balance closes.
 * i: the time step. */
START_TEST(any_step_balances) {
    static const char *const dt[] = {"t_c/4", "t_c/10", "t_c/30", "t_c/100", "t_c/1000"};
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
             "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
             "law: {name: idealelpl, kn: 1e5, kt: 5e4, tanPhi: 0.3, relRollStiff: 0.02,\n"
             "      relTwistStiff: 0.5, rollTanPhi: 0.05}\n"
             "motion: {dt: %s, phase: 0.37}\n"
             "stages: [{whats: iiiiii, values: [-1, 0.5, -0.7, 300, 200, -100], until: broken}]\n",
             dt[_i]);
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    ck_assert_double_gt(value_of(program, r, "E_slip"), 0);
    ck_assert_double_gt(value_of(program, r, "E_roll"), 0);
    ck_assert_double_gt(value_of(program, r, "E_twist"), 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* Shear force, rolling and twisting moment stay below their limits. i: 1 in tension too. */
START_TEST(limits_hold) {
    struct rig b;
    begin(&b);
    set(&b, "noBreak", _i);
    derive(&b);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    int pulled = 0, at_limit = 0;
    for (int i = 0; i < 10000; i++) {
        double du[6];
        for (int k = 0; k < 6; k++)
            du[k] = gsl_ran_gaussian(rng, k < 3 ? 1e-4 : 1e-5);
        du[0] -= 0.02 * b.values[LT_UN];
        rig_move(&b, du, 1e-4);
        const double *f = b.values + LT_FN;
        double most = 0.03 * 5 * fabs(f[0]) * (1 + 1e-15);
        ck_assert_double_le(hypot(f[1], f[2]), 0.45 * fabs(f[0]) * (1 + 1e-15));
        ck_assert_double_le(hypot(f[4], f[5]), most);
        ck_assert_double_le(fabs(f[3]), most);
        pulled += f[0] > 0;
        at_limit += most > 0 && fabs(f[3]) > 0.999999 * most;
    }
    ck_assert((pulled > 1000) == (_i == 1));
    ck_assert_int_eq(pulled > 0, _i);
    ck_assert_int_gt(at_limit, 100);
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
}
END_TEST

static void prepare(struct rig *b, int i) {
    set(b, "kn", 1e4 * (1 + i));
    set(b, "kt", 5e3);
    set(b, "tanPhi", 0.1 * (i % 5));
    set(b, "relRollStiff", 0.01 * (i % 3));
    set(b, "relTwistStiff", 0.3);
    set(b, "rollTanPhi", 0.02 * (i % 4));
    options(b, i);
}

START_TEST(block_is_bit_identical) {
    rig_block("idealelpl", prepare, 1e-4, 1e-5);
}
END_TEST

/* The four accounts of a motion from f0 = (0.4, 0) of its limit, straight by (dn, ds), in N steps.
 */
struct accounts {
    double trapezoid, path, yield, drop;
};

static struct accounts slide(double dn, double ds, double dt_, int n) {
    struct rig b;
    begin(&b);
    derive(&b);
    rig_move(&b, (double[6]){-1e-4}, 1);
    rig_move(&b, (double[6]){0, 0.4 * 0.45 * 1.3 / 0.7 * 1e-4}, 1);
    ck_assert_double_eq(rig_value(&b, "E_slip"), 0);
    for (int i = 0; i < n; i++)
        rig_move(&b, (double[6]){dn / n, ds / n, dt_ / n}, 1);
    struct accounts a = {rig_value(&b, "E_slip"), rig_value(&b, "slip_path"),
                         rig_value(&b, "slip_yield"), rig_value(&b, "slip_drop")};
    lt_arena_free(b.arena);
    return a;
}

/* Along a line slip_path does not depend on the step: sticking, slipping from within a step, back
 * and through, with the limit constant, rising, falling, and falling to nothing. */
START_TEST(path_account_is_exact) {
    static const double moves[][2] = {{0, 3e-4},      {0, 6e-5},      {0, -5e-4}, {-5e-5, 4e-4},
                                      {5e-5, 2e-4},   {5e-5, -4e-4},  {8e-5, 0},  {-5e-5, -1e-3},
                                      {2e-4, 1.5e-4}, {1e-4, -3.4e-4}};
    const double *m = moves[_i];
    struct accounts one = slide(m[0], m[1], 0, 1), many = slide(m[0], m[1], 0, 977);
    ck_assert_double_gt(one.path, 0);
    /* Beyond touch it is the share of the step in contact that counts. */
    ck_near(one.path, many.path, 1e-10);
    if (_i == 0) {
        double f0 = 0.4 * 0.45 * 1.3, y = 0.45 * 1.3, slid = 3e-4 - (y - f0) / 0.7e4;
        ck_near(one.path, y * slid, 1e-13);
        ck_near(one.yield, y * slid, 1e-13);
        ck_near(one.trapezoid, 0.5 * (f0 + y) * slid, 1e-13);
        ck_near(one.drop, y * slid + 0.5 * 0.7e4 * slid * slid, 1e-13);
    }
}
END_TEST

/* A force within the limit, then a step along another direction in which the limit changes: slip
 * begins where the force, straight through the plane, meets the limit, straight in time. */
START_TEST(onset_in_any_direction) {
    static const double moves[][3] = {
        {0, 2e-4, 3e-4}, {-5e-5, -1e-4, 4e-4}, {5e-5, -3e-4, -2e-4}, {-9e-5, 0, -9e-4}};
    const double *m = moves[_i], kn = 1.3e4, kt = 0.7e4, y0 = 0.45 * kn * 1e-4;
    const double y1 = 0.45 * kn * (1e-4 - m[0]), us = 0.4 * y0 / kt, ut = 0.5 * y0 / kt;
    double lo = 0, hi = 1;
    for (int i = 0; i < 60; i++) {
        double x = 0.5 * (lo + hi);
        bool beyond = kt * hypot(us + x * m[1], ut + x * m[2]) > y0 + x * (y1 - y0);
        *(beyond ? &hi : &lo) = x;
    }
    struct rig b;
    begin(&b);
    derive(&b);
    rig_move(&b, (double[6]){-1e-4}, 1);
    rig_move(&b, (double[6]){0, us, ut}, 1);
    ck_assert_double_eq(rig_value(&b, "slip_path"), 0);
    rig_move(&b, (double[6]){m[0], m[1], m[2]}, 1);
    double slid = hypot(us + m[1], ut + m[2]) - y1 / kt;
    ck_assert(lo > 0.01 && hi < 0.99 && slid > 0);
    ck_near(rig_value(&b, "slip_path"), 0.5 * (y0 + lo * (y1 - y0) + y1) * slid, 1e-12);
    lt_arena_free(b.arena);
}
END_TEST

/* Halving the step: slip_yield and slip_drop converge to first order, E_slip to second, while the
 * limit rises and the force turns. Slip from the first step on: no onset in the way. */
START_TEST(orders_of_the_accounts) {
    double error[3][4];
    struct accounts exact = slide(-6e-4, 3e-3, 0, 100000);
    for (int k = 0; k < 3; k++) {
        struct accounts a = slide(-6e-4, 3e-3, 0, 100 << k);
        error[k][0] = fabs(a.yield - exact.path);
        error[k][1] = fabs(a.drop - exact.path);
        error[k][2] = fabs(a.trapezoid - exact.path);
        error[k][3] = fabs(a.path - exact.path);
    }
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
            ck_within(error[k][j] / error[k + 1][j], 2, 0.1);
    ck_assert_double_lt(error[2][2], error[2][0] / 5);
    ck_assert_double_lt(error[2][3], 1e-10 * exact.path);
}
END_TEST

/* The friction force swings round, tan(th/2) = exp(-kt u/Y): the radial return finds it to first
 * order. */
START_TEST(swing_of_the_force) {
    double error[3], y = 0.45 * 1.3, u = 1.5 * y / 0.7e4, want = 2 * atan(exp(-1.5));
    for (int k = 0; k < 3; k++) {
        struct rig b;
        begin(&b);
        derive(&b);
        rig_move(&b, (double[6]){-1e-4}, 1);
        rig_move(&b, (double[6]){0, 1e-3}, 1);
        int n = 100 << k;
        for (int i = 0; i < n; i++)
            rig_move(&b, (double[6]){0, 0, u / n}, 1);
        error[k] = fabs(atan2(b.values[LT_FS], b.values[LT_FT]) - want);
        lt_arena_free(b.arena);
    }
    ck_assert_double_lt(error[0], 0.01);
    ck_within(error[0] / error[1], 2, 0.05);
    ck_within(error[1] / error[2], 2, 0.05);
}
END_TEST

/* Rolled and twisted by given angles, the moments are what the angles say, in one step or many, up
 * to their limit. i: 1 in tension. */
START_TEST(rolling_adds_up) {
    double kr = 0.02 * 1.3e4 * 25, most = 0.03 * 1.3 * 5, angle = 0.5 * most / kr;
    for (int n = 1; n <= 1000; n *= 10) {
        struct rig b;
        begin(&b);
        set(&b, "noBreak", _i);
        derive(&b);
        rig_move(&b, (double[6]){-1e-4}, 1);
        rig_move(&b, (double[6]){_i ? 2e-4 : 0}, 1);
        for (int i = 0; i < n; i++)
            rig_move(&b, (double[6]){0, 0, 0, angle / n, 0.6 * angle / n, -0.8 * angle / n}, 1);
        ck_near(b.values[LT_MN], 0.4 * kr * angle, 1e-10);
        ck_near(b.values[LT_MS], 0.6 * kr * angle, 1e-10);
        ck_near(b.values[LT_MT], -0.8 * kr * angle, 1e-10);
        for (int i = 0; i < n; i++)
            rig_move(&b, (double[6]){0, 0, 0, 9 * angle / n, 6 * angle / n, -8 * angle / n}, 1);
        ck_near(b.values[LT_MN], most, 1e-10);
        ck_near(b.values[LT_MS], 0.6 * most, 1e-10);
        ck_near(b.values[LT_MT], -0.8 * most, 1e-10);
        lt_arena_free(b.arena);
    }
}
END_TEST

/* An overlap at the start has no force, one that motion makes has. */
START_TEST(equilibrium_of_the_start) {
    struct rig b;
    begin(&b);
    set(&b, "iniEqlb", 1);
    derive(&b);
    double branch, none[6] = {0};
    b.values[LT_UN] = -2e-4;
    lt_ledger_step(&b.contact, b.values, none, 0, &branch);
    ck_assert_double_eq(b.values[LT_FN], 0);
    ck_assert_double_eq(b.values[LT_CONTACT], 1);
    ck_assert_double_eq(rig_value(&b, "uN0"), -2e-4);
    rig_move(&b, (double[6]){-1e-4}, 1);
    ck_near(b.values[LT_FN], -1.3, 1e-12);
    rig_move(&b, (double[6]){2e-4}, 1);
    ck_assert_double_eq(b.values[LT_CONTACT], 0);
    rig_move(&b, (double[6]){-2e-4}, 1);
    ck_near(b.values[LT_FN], -1.3, 1e-12);
    rig_move(&b, (double[6]){4e-4}, 1);
    rig_move(&b, (double[6]){-2e-4}, 1);
    ck_near(b.values[LT_FN], -1.3, 1e-12);
    ck_assert_double_eq(rig_value(&b, "uN0"), 0);
    lt_arena_free(b.arena);
}
END_TEST

/* Without stiffness, friction, or a limit nothing is NaN. */
START_TEST(zeros) {
    static const char *const zero[] = {"kn",        "kt", "tanPhi", "relRollStiff", "relTwistStiff",
                                       "rollTanPhi"};
    struct rig b;
    begin(&b);
    set(&b, zero[_i], 0);
    derive(&b);
    for (int i = 0; i < 100; i++)
        rig_move(&b, (double[6]){i < 50 ? -1e-6 : 2e-6, 1e-6, -1e-6, 1e-6, 1e-6, 1e-6}, 1e-6);
    for (size_t k = LT_UN; k <= LT_E_DEFECT; k++)
        ck_assert_msg(isfinite(b.values[k]), "slot %zu", k);
    ck_assert(isfinite(rig_value(&b, "slip_path")));
    lt_arena_free(b.arena);
}
END_TEST

#define PIECES                                                                                     \
    "lawtester: 1\n"                                                                               \
    "materials:\n"                                                                                 \
    "  soft: {density: 1000, young: 10e6, ktDivKn: 0.2, tanPhi: 0.5}\n"                            \
    "  hard: {density: 2000, young: 30e6%s, tanPhi: 0.3}\n"                                        \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 0.5, material: soft}\n"                                          \
    "  b: {shape: %s, material: hard}\n"                                                           \
    "law: {name: idealelpl%s}\n"                                                                   \
    "motion: {dt: 1e-3}\n"                                                                         \
    "stages: [{whats: v....., values: [-1e-3, 0, 0, 0, 0, 0], until: step >= 2%s}]\n"

/* Stiffness and friction of two materials, of a flat partner, and of what is given or set. */
START_TEST(stiffness) {
    static const double r2 = M_PI * 0.09, bar = M_PI * 0.09 / (0.5 / 10e6 + 0.3 / 30e6);
    static const double flat = M_PI * 0.25 / (0.5 / 10e6 + 0.5 / 30e6);
    const struct {
        const char *law, *done, *name;
        bool wall, no_ratio;
        double value;
    } cases[] = {
        {"", "", "kn", false, false, bar},
        {"", "", "kt", false, false, 0.3 * bar},
        {"", "", "ktDivKn", false, false, 0.3},
        {"", "", "young", false, false, bar * 0.8 / r2},
        {"", "", "tanPhi", false, false, 0.3},
        {"", "", "kn", true, false, flat},
        {"", "", "kt", false, true, 0.2 * bar},
        {", young: 20e6", "", "kn", false, false, r2 * 20e6 / 0.8},
        {", young: 20e6", "", "young", false, false, 20e6},
        {", ktDivKn: 0.5", "", "kt", false, false, 0.5 * bar},
        {", kn: 1e6", "", "kn", false, false, 1e6},
        {", kn: 1e6", "", "kt", false, false, 3e5},
        {", kn: 1e6, kt: 2e5", "", "kt", false, false, 2e5},
        {", kn: 1e6, kt: 2e5", "", "ktDivKn", false, false, 0.2},
        {", tanPhi: 0.7", "", "tanPhi", false, false, 0.7},
        {"", ", done: [{set: {kn: 1e6}}]", "kt", false, false, 0.3 * bar},
        {"", ", done: [{set: {young: 20e6}}]", "kn", false, false, r2 * 20e6 / 0.8},
        {"", ", done: [{set: {young: 20e6, ktDivKn: 0.3}}]", "kt", false, false,
         0.3 * r2 * 20e6 / 0.8},
        {"", ", done: [{set: {tanPhi: 0.1}}]", "kn", false, false, bar},
    };
    ck_assert_uint_lt((size_t)_i, sizeof cases / sizeof cases[0]);
    char text[2048];
    snprintf(text, sizeof text, PIECES, cases[_i].no_ratio ? "" : ", ktDivKn: 0.4",
             cases[_i].wall ? "wall" : "sphere, radius: 0.3", cases[_i].law, cases[_i].done);
    ck_near(once(text, cases[_i].name, NULL, NULL, NULL), cases[_i].value, 1e-14);
}
END_TEST

START_TEST(refused) {
    struct rig b;
    rig_begin(&b, "idealelpl");
    const char *wrong = rig_derive(&b);
    ck_assert_msg(wrong && strstr(wrong, "give kn, or young"), "%s", wrong ? wrong : "accepted");
    lt_arena_free(b.arena);
}
END_TEST

/* Sticking impact: the contact point swings on kt and m_t while the normal spring has half a
 * period, e_t = -cos(pi sqrt(kt m_eff/(kn m_t))), m_t = 2/7 m_eff. */
START_TEST(sticking_impact) {
    const char *text = "lawtester: 1\n"
                       "particles:\n"
                       "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
                       "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
                       "law: {name: idealelpl, kn: 1e5, kt: 4e4, noSlip: true}\n"
                       "motion: {integrator: exact}\n"
                       "stages: [{whats: ii...., values: [-1, 0.3, 0, 0, 0, 0], until: rebound}]\n";
    ck_near(once(text, "e_t", NULL, NULL, NULL), -cos(M_PI * sqrt(0.4 * 3.5)), 1e-9);
    ck_near(once(text, "e_n", NULL, NULL, NULL), 1, 1e-10);
    double swing = sin(M_PI * sqrt(0.4 * 3.5)), m = 2500 * 4.0 / 3 * M_PI * 125e-9 / 2;
    ck_near(once(text, "E_broken", NULL, NULL, NULL), 0.5 * 2 / 7 * m * 0.09 * swing * swing, 1e-9);
}
END_TEST

/* Recorded runs of Woo (linear law) and YADE (L3 elastic-plastic, Cundall-Strack). The first has
 * straight paths: 1e-9. In the second and third the plane of contact turns while it slips, and the
 * path is known to 1e-7 between its rows. The recorded normal displacement is exact to its digits.
 * The last recorded forces turn with the plane to first order only. */
START_TEST(recorded) {
    static const char woo[] = "name: idealelpl, young: 10e6, ktDivKn: 0.2, tanPhi: 0.5";
    static const char yade[] =
        "name: idealelpl, kn: 120000, kt: 36000, tanPhi: 0.42279321873816176";
    static const struct replay runs[] = {
        {woo,
         {"0.5", "0.5"},
         "woo_linear_shear_path.csv",
         "woo_linear_shear_straight.csv",
         0,
         1e-3,
         3,
         2,
         4002,
         {1e-9, 1e-9}},
        {woo,
         {"0.5", "0.5"},
         "woo_linear_shear_path.csv",
         "woo_linear_shear.csv",
         0,
         1e-3,
         3,
         3,
         7269,
         {1e-9, 1e-6}},
        {"name: idealelpl, kn: 4712388.98038469, ktDivKn: 0.3, tanPhi: 0.3",
         {"0.5", "0.3"},
         "woo_linear_unequal.csv",
         "woo_linear_unequal.csv",
         -1e-4,
         1e-4,
         3,
         3,
         2207,
         {1e-9, 1e-6}},
        {yade,
         {"0.01", "0.015"},
         "yade_linear_elperfpl.csv",
         "yade_linear_elperfpl.csv",
         -1e-9,
         1e-6,
         3,
         3,
         1500,
         {1e-9, 1e-9}},
        {yade,
         {"0.01", "0.015"},
         "yade_linear_cundallstrack.csv",
         "yade_linear_cundallstrack.csv",
         -1e-9,
         1e-6,
         3,
         3,
         1500,
         {1e-9, 1e-6}},
    };
    replay(&runs[_i]);
}
END_TEST

/* Woo: two unequal spheres of two materials, free, collide askew and spinning. The law's step and
 * the levels of time are the recorded run's, hence the digits. Axes: n along (1, 2, 3). */
START_TEST(recorded_oblique) {
    char text[2048];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "materials:\n"
             "  soft: {density: 1000, young: 10e6, ktDivKn: 0.2, tanPhi: 0.5}\n"
             "  hard: {density: 2000, young: 30e6, ktDivKn: 0.4, tanPhi: 0.3}\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 0.05, material: soft}\n"
             "  b: {shape: sphere, radius: 0.03, material: hard,\n"
             "      velocity: [-9.4/sqrt(14), -2.2/sqrt(140), -0.8/sqrt(10)],\n"
             "      spin: [14/sqrt(14), -56/sqrt(140), -4/sqrt(10)]}\n"
             "law: {name: idealelpl}\n"
             "motion: {frame: bodies, levels: woo, normal: [1, 2, 3], gap: 1e-6, dt: 1e-6}\n"
             "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: broken}]\n"
             "record: {columns: [t, fn, {shear: \"hypot(fs, ft)\"}]}\n"
             "expect:\n"
             "  - {curve: fn, over: t, file: '%s/data/woo_linear_oblique.csv', within: 1e-9}\n"
             "  - {curve: shear, over: t, file: '%s/data/woo_linear_oblique.csv', within: 1e-9}\n",
             getenv("LT_TEST_DATA"), getenv("LT_TEST_DATA"));
    replay_run(text, 2);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, random_walk_balances, 0, 16);
    tcase_add_loop_test(t, any_step_balances, 0, 5);
    tcase_add_loop_test(t, limits_hold, 0, 2);
    tcase_add_test(t, block_is_bit_identical);
    tcase_add_loop_test(t, path_account_is_exact, 0, 10);
    tcase_add_loop_test(t, onset_in_any_direction, 0, 4);
    tcase_add_test(t, orders_of_the_accounts);
    tcase_add_test(t, swing_of_the_force);
    tcase_add_loop_test(t, rolling_adds_up, 0, 2);
    tcase_add_test(t, equilibrium_of_the_start);
    tcase_add_loop_test(t, zeros, 0, 6);
    tcase_add_loop_test(t, stiffness, 0, 19);
    tcase_add_test(t, refused);
    tcase_add_test(t, sticking_impact);
    tcase_add_loop_test(t, recorded, 0, 5);
    tcase_add_test(t, recorded_oblique);
}

LT_TESTS("idealelpl", add)
