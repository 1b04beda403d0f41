/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `mindlin`: its four forms on paths with exact answers, impacts with known rebound, its
 * accounts of energy, its block. */
#include "programs.h"
#include "ran.h"
#include "result/record.h"
#include "rig.h"
#include "tables.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

enum { RESCALE, SECANT, SECANT_INITIAL, TANGENT, FORMS };
static const char *const forms[FORMS] = {"tangent-rescale", "secant", "secant-initial", "tangent"};

/* ---- A contact driven by hand ---------------------------------------------------------------- */

static void set(struct rig *b, const char *name, double value) {
    *rig_param(b, name) = value;
}

static void derive(struct rig *b) {
    const char *wrong = rig_derive(b);
    ck_assert_msg(wrong == NULL, "%s", wrong);
}

/* In units in which 4/3 E* sqrt(R*) is 1, and with a ratio of stiffnesses of nu = 0.3. */
static void in_units(struct rig *b) {
    b->drive.pair.b = b->drive.pair.a;
    b->drive.pair.r_eff = 1;
    set(b, "young_eff", 0.75);
    set(b, "shear_eff", 0.75 * 0.7 / 3.4);
    set(b, "fric", 0.4);
}

static void begin(struct rig *b) {
    rig_begin(b, "mindlin");
    in_units(b);
}

/* To an overlap and a shear displacement in N equal steps; the tangential work done on the way. */
static double go(struct rig *b, double overlap, double s, int n) {
    double *v = b->values, work = 0, branch;
    const double un0 = v[LT_UN], us0 = v[LT_US];
    for (int i = 1; i <= n; i++) {
        double un = un0 + (-overlap - un0) * i / n, us = us0 + (s - us0) * i / n;
        double du[6] = {un - v[LT_UN], us - v[LT_US]}, fs = v[LT_FS];
        v[LT_UN] = un;
        v[LT_US] = us;
        lt_ledger_step(&b->contact, v, du, 1, &branch);
        work += 0.5 * (fs + v[LT_FS]) * du[1];
    }
    return work;
}

static double slip(const struct rig *b) {
    return rig_value(b, "E_slip");
}

/* ---- Paths with exact answers ---------------------------------------------------------------- */

/* In units of the overlap d0, of s0 = fric d0 (young_eff over four shear_eff), and of fric times
 * the normal force at d0. Forces in the order of `forms`: the secant has 2/3 of the initial
 * secant's, and reaches its limit 3/2 times as late. */
static const struct stop {
    double overlap, s, force[FORMS];
} shear_then_unload[] =
    {
        {1, 0, {0, 0, 0, 0}},
        {1, 0.3, {0.45, 0.3, 0.45, 0.45}},
        {0.5, 0.3, {0.318198051534, 0.212132034356, 0.318198051534, 0.353553390593}},
        {0.25, 0.3, {0.125, 0.125, 0.125, 0.125}},
        {0.25, -0.1, {-0.125, -0.075, -0.125, -0.125}},
},
  cycle[] = {
      {1, 0, {0, 0, 0, 0}},
      {1, 0.6, {0.9, 0.6, 0.9, 0.9}},
      {1, -0.6, {-0.9, -0.6, -0.9, -0.9}},
      {1, 0.6, {0.9, 0.6, 0.9, 0.9}},
      {1, 0, {0, 0, 0, 0}},
};

static void follow(const struct stop *stops, int form, int n) {
    struct rig b;
    begin(&b);
    rig_choose(&b, "tangential", forms[form]);
    derive(&b);
    const double unit = 0.4 * 0.75 / (4 * 0.75 * 0.7 / 3.4);
    for (int i = 0; i < 5; i++) {
        go(&b, stops[i].overlap, unit * stops[i].s, n);
        ck_within(b.values[LT_FS], 0.4 * stops[i].force[form], 1e-11);
    }
    lt_arena_free(b.arena);
}

START_TEST(staged_paths) {
    static const int steps[] = {1, 7, 100};
    for (int k = 0; k < 3; k++) {
        follow(shear_then_unload, _i, steps[k]);
        follow(cycle, _i, steps[k]);
    }
}
END_TEST

/* Shear at one overlap, unshear at another: the tangential work and its accounts. i/4: the order of
 * the overlaps. What a form creates is not hidden in its other accounts. */
START_TEST(passivity) {
    static const double work[2][FORMS] = {{1, 2.0 / 3, 1, -1}, {1, -2.0 / 3, -1, 1}};
    const int form = _i % 4, up = _i / 4;
    struct rig b;
    begin(&b);
    rig_choose(&b, "tangential", forms[form]);
    set(&b, "fric", 1e3);
    derive(&b);
    const double d1 = up ? 0.25 : 1, d2 = up ? 1 : 0.25, s = 0.05;
    const double k1 = 8 * 0.75 * 0.7 / 3.4 * sqrt(d1), k2 = 8 * 0.75 * 0.7 / 3.4 * sqrt(d2);
    go(&b, d1, 0, 50);
    double done = go(&b, d1, s, 50) + go(&b, d2, s, 50);
    done += go(&b, d2, 0, 50);
    ck_near(done, work[up][form] * 0.5 * fabs(k2 - k1) * s * s, 1e-10);
    const double left = b.values[LT_FS] * b.values[LT_FS] / (2 * k2);
    ck_within(done, left + b.values[LT_E_DEFECT], 1e-12 * k1 * s * s);
    ck_assert_double_eq(slip(&b), 0);
    lt_arena_free(b.arena);
}
END_TEST

/* The force after a curved path in N steps, sticking. */
static double curved(int form, int at_end, int n) {
    struct rig b;
    begin(&b);
    rig_choose(&b, "tangential", forms[form]);
    set(&b, "kt_update", at_end);
    set(&b, "fric", 1e3);
    derive(&b);
    for (int i = 1; i <= n; i++)
        go(&b, sin(1.4 * i / n), 1 - cos(1.4 * i / n), 1);
    double force = b.values[LT_FS];
    lt_arena_free(b.arena);
    return force;
}

/* Of second order with the mean stiffness of a step, of first with that at its end; the secants are
 * functions of the place. */
START_TEST(order_of_the_update) {
    const double tangent = curved(TANGENT, 0, 20000), rescale = curved(RESCALE, 0, 20000);
    for (int at_end = 0; at_end < 2; at_end++) {
        double order = log2((curved(TANGENT, at_end, 50) - tangent) /
                            (curved(TANGENT, at_end, 800) - tangent)) /
                       4;
        ck_assert_msg(fabs(order - (2 - at_end)) < 0.05, "order %g", order);
        order = log2((curved(RESCALE, at_end, 50) - rescale) /
                     (curved(RESCALE, at_end, 800) - rescale)) /
                4;
        ck_assert_msg(fabs(order - (2 - at_end)) < 0.05, "order %g", order);
    }
    ck_near(curved(SECANT, 0, 7), curved(SECANT, 0, 500), 1e-12);
    ck_near(curved(SECANT_INITIAL, 0, 7), curved(SECANT_INITIAL, 0, 500), 1e-12);
}
END_TEST

/* ---- Impacts --------------------------------------------------------------------------------- */

#define SPHERE_ON_WALL                                                                             \
    "lawtester: 1\n"                                                                               \
    "let: {nu: 0.3, x: 1, mu: 0.1, v_n: 0.2}\n"                                                    \
    "materials: {m: {density: 2700, young: 70e9, poisson: nu}}\n"                                  \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 0.1, material: m}}\n"                \
    "law: {name: mindlin, fric: mu, %s}\n"                                                         \
    "motion: {%s}\n"                                                                               \
    "stages:\n"                                                                                    \
    "  - {whats: iiiiii, values: [-v_n, x*v_n, 0, 0, 0, 0], until: broken}\n"                      \
    "record: {every: 100000}\n"

/* v_c'/v_c of an impact, E_residual relative to the energy. */
static double rebound(const char *law, const char *motion, double nu, double mu, double x,
                      double *residual) {
    char text[2048];
    snprintf(text, sizeof text, SPHERE_ON_WALL, law, motion);
    struct lt_program *program = read_program(text, NULL);
    struct lt_override with[] = {override_of(program, "nu", nu), override_of(program, "mu", mu),
                                 override_of(program, "x", x)};
    struct lt_run_options options = {.record = false};
    struct lt_result *r = lt_run(program, with, 3, &options);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double ratio = -value_of(program, r, "e_t");
    *residual = value_of(program, r, "energy_residual_rel");
    lt_run_free(r);
    lt_program_free(program);
    return ratio;
}

/* y(x) of the elastic impact, nu = 0.3, by an independent event-located integration to 9 digits. */
START_TEST(oblique_elastic) {
    static const double known[][3] = {
        {0.1, 0.0891935206, 0.0954720269},
        {0.5, 0.3636610499, 0.4751991293},
        {1.0, 0.5034883171, 0.6668370098},
        {1.5, 0.3133469191, 0.1993952798},
        {2.5, -0.6468419102, -0.6793436789},
        {3.5, -1.3499786350, -1.2413590843},
        {4.5, -1.6618410653, -1.4661826328},
        {5.5, -1.4398505173, -1.2867761065},
        {6.5, -0.5, -0.5},
        {7.0, 0, 0},
        {10.0, 3.0, 3.0},
    };
    const double x = known[_i][0];
    double residual;
    ck_within(x * rebound("tangential: tangent", "integrator: exact", 0.3, 0.1, 0.1 * x, &residual),
              known[_i][1], 1e-9);
    ck_assert_double_le(residual, 1e-10);
    ck_within(x * rebound("tangential: secant-initial", "integrator: exact", 0.3, 0.1, 0.1 * x,
                          &residual),
              known[_i][2], 1e-9);
    ck_assert_double_le(residual, 1e-10);
}
END_TEST

/* Without slip: 2 G(3/5) G(1/2)^2 G(2/5)/(G(3/5 - a) G(3/5 - b) G(1/2 - a) G(1/2 - b)) - 1 with
 * a, b = 1/20 +- sqrt(1/400 + 3 chi/5), chi = 7/2 (1 - nu)/(2 - nu). */
START_TEST(no_slip) {
    static const double ratios[] = {0, 0.25, 0.3, 0.5};
    const double nu = ratios[_i], chi = 3.5 * (1 - nu) / (2 - nu);
    const double root = sqrt(1.0 / 400 + 0.6 * chi), a = 0.05 + root, b = 0.05 - root;
    const double half = tgamma(0.5);
    const double known =
        2 * tgamma(0.6) * half * half * tgamma(0.4) /
            (tgamma(0.6 - a) * tgamma(0.6 - b) * tgamma(0.5 - a) * tgamma(0.5 - b)) -
        1;
    const char *laws[] = {"tangential: tangent", "tangential: secant-initial"};
    for (int k = 0; k < 2; k++) {
        double residual;
        ck_within(rebound(laws[k], "integrator: exact", nu, 1e18, 1, &residual), known, 1e-10);
    }
}
END_TEST

/* The law slips in the last instant, however large its friction: at an overlap d where the spring,
 * of length x or force f, has come down to fric K d^1.5. That takes 2/5 k(d) x^2 of a spring that
 * keeps its length, 3/5 f^2/k(d) of one that keeps its force, which without bound for d -> 0 was
 * created before; steps longer than that instant divide both otherwise. */
START_TEST(last_instant) {
    static const char *const laws[] = {"secant", "secant-initial", "tangent-rescale", "tangent"};
    const double fric = _i == 3 ? 1e9 : 1e6, stiffness = 4.0 / 3 * 4e8 * sqrt(5e-3);
    const double shear = 8 * 1e8 * sqrt(5e-3) * (_i == 0 ? 2.0 / 3 : 1);
    struct ran ran =
        run("lawtester: 1\n"
            "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5e-3, density: 2500}}\n"
            "law: {name: mindlin, young_eff: 4e8, shear_eff: 1e8, fric: %g, tangential: %s}\n"
            "motion: {integrator: exact}\n"
            "stages:\n"
            "  - {whats: iiiiii, values: [-1, 1, 0, 0, 0, 0], until: vn > 0 and un > "
            "-1e-5*overlap_max,\n"
            "     done: [{keep: {x: us, f: fs}}]}\n"
            "  - {whats: ......, values: [0, 0, 0, 0, 0, 0], until: not contact}\n",
            fric, laws[_i]);
    double near = 1e-5 * end(&ran, "overlap_max"), f = fabs(end(&ran, "f"));
    double x = _i == 2 ? f / (shear * sqrt(near)) : fabs(end(&ran, "x"));
    double d = _i == 3 ? cbrt(pow(f / (fric * stiffness), 2)) : shear * x / (fric * stiffness);
    double slip = _i == 3 ? 0.6 * f * f / (shear * sqrt(d)) : 0.4 * shear * sqrt(d) * x * x;
    ck_assert_double_lt(d, near / 3);
    ck_near(end(&ran, "E_slip"), slip, 4 * near / x); /* sheared on the way from there */
    done(&ran);
}
END_TEST

/* Damped impacts, an independent integration to 5 digits (tests 4 and 6 of Chung & Ooi, Granular
 * Matter 13 (2011) 643): the limit by the elastic normal force of a dashpot without tensile
 * cut-off, with the contact ending at zero gap; and by the total of one with it. The leapfrog's
 * error is of first order here, and is extrapolated. */
START_TEST(oblique_inelastic) {
    char law[256];
    struct lt_columns *csv = table("mindlin_oblique_inelastic.csv");
    ck_assert_uint_eq(csv->rows, 76);
    for (size_t i = (size_t)_i; i < csv->rows; i += 4) {
        const double *row = csv->cells + i * csv->columns;
#define CELL(name) row[lt_columns_find(csv, name)]
        const double x = CELL("x"), mu = CELL("fric"), nu = CELL("poisson");
        const bool total = CELL("total") > 0.5;
        snprintf(law, sizeof law, "tangential: %s, en: %g, %s",
                 CELL("secant") > 0.5 ? "secant-initial" : "tangent", CELL("en"),
                 total ? "dp_mode: no-tension" : "cap_by: elastic");
        double residual, y;
        if (total)
            y = 2 * rebound(law, "dt: t_c/16000", nu, mu, mu * x, &residual) -
                rebound(law, "dt: t_c/8000", nu, mu, mu * x, &residual);
        else
            y = rebound(law, "integrator: exact", nu, mu, mu * x, &residual);
        ck_within(x * y, CELL("y"), total ? 1e-5 : 1e-6 + CELL("error"));
    }
    lt_columns_free(csv);
}
END_TEST

/* Gross sliding: v_c' = v_c - 7/2 mu (1 + e) v_n, for every form, damped or not. */
START_TEST(gross_sliding) {
    char law[128];
    double residual;
    snprintf(law, sizeof law, "tangential: %s, cap_by: elastic, en: 0.5", forms[_i]);
    ck_within(10 * rebound(law, "integrator: exact", 0.33, 0.4, 4, &residual), 10 - 5.25, 1e-7);
}
END_TEST

/* A dashpot that pulls leaves friction nothing to go by from some instant on, however finely the
 * steps see it; and the dashpot along may be all that it limits. */
START_TEST(friction_ends_with_the_pressure) {
    static const char *const laws[] = {
        "phi: 0.09, alpha: 0.2", "phi: 0.5, alpha: 0.4", "phi: 0.5, alpha: 0.2, cap_by: elastic",
        "phi: 0.3, alpha: 0.3, cap_by: absolute", "phi: 0.9, alpha: 0.1, tangential: partial-slip"};
    static const int steps[] = {33, 50, 101, 103};
    bool partial = strstr(laws[_i], "partial") != NULL;
    double first = NAN, residual;
    for (int k = 0; k < 4; k++) {
        char motion[64];
        snprintf(motion, sizeof motion, "integrator: exact, dt: t_c/%d", steps[k]);
        double y = rebound(laws[_i], motion, 0.3, 0.4, 1.015, &residual);
        first = k == 0 ? y : first;
        ck_near(y, first, partial ? 1e-3 : 1e-9);
    }
}
END_TEST

static const char *slope_laws[] = {
    "tangential: tangent-rescale, en: 0.8, et: 0.7",
    "tangential: secant, en: 0.8, et: 0.7, dp_mode: no-tension",
    "tangential: secant-initial, en: 0.8, et: 0.7, cap_on: elastic",
    "tangential: tangent, en: 0.8, et: 0.7, slip_dashpot: kept, cap_on: elastic",
    "tangential: tangent, kt_update: end, cap_by: elastic",
    "tangential: tangent-rescale, fric_dynamic: 0.05",
};

/* The trapezoid rule misses O(dt^2) of the work of Hertz' spring, and nothing else. */
START_TEST(residual_is_of_second_order) {
    double coarse, fine;
    rebound(slope_laws[_i], "dt: t_c/200", 0.3, 0.1, 0.2, &coarse);
    rebound(slope_laws[_i], "dt: t_c/800", 0.3, 0.1, 0.2, &fine);
    ck_assert_msg(fabs(log2(coarse / fine) / 2 - 2) < 0.05, "order %g", log2(coarse / fine) / 2);
}
END_TEST

/* ---- Accounts and limits --------------------------------------------------------------------- */

static void walk_law(struct rig *b, int i) {
    rig_choose(b, "tangential", forms[i % 4]);
    set(b, "kt_update", i / 4 % 2);
    set(b, "cap_on", i / 8 % 2);
    set(b, "slip_dashpot", i / 16 % 2);
    set(b, "cap_by", i % 3);
    set(b, "dp_mode", i / 5 % 2);
    set(b, "fric_dynamic", i % 7 == 0 ? 0.2 : INFINITY);
    set(b, "alpha", 0.1);
    set(b, "phi", i % 5 == 0 ? 0 : 0.1);
    derive(b);
}

static double spent(const struct rig *b) {
    const double *v = b->values;
    return v[LT_E_STRAIN] + v[LT_E_DASHPOT] + v[LT_E_CROSS] + v[LT_E_DEFECT] + slip(b);
}

/* A random walk with contacts made and lost by the hundred. What the trapezoid rule misses of the
 * normal spring, a frictionless twin has as well; the difference of the two closes to rounding. */
START_TEST(random_walk_balances) {
    struct rig b, twin;
    begin(&b);
    begin(&twin);
    walk_law(&b, _i);
    walk_law(&twin, _i);
    set(&twin, "fric", 0);
    set(&twin, "phi", 0);
    derive(&twin);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(rng, (unsigned long)(1 + _i));
    double *v = b.values, work = 0, throughput = 0, worst = 0;
    int made = 0, slipped = 0, stuck = 0;
    const bool pulls = _i % 3 == 2;
    v[LT_UN] = twin.values[LT_UN] = -0.1;
    for (int i = 0; i < 20000; i++) {
        double f0[3], du[6] = {0}, u0[3], active = v[LT_CONTACT], held;
        memcpy(f0, v + LT_FN, sizeof f0);
        memcpy(u0, v + LT_UN, sizeof u0);
        for (int k = 0; k < 3; k++)
            du[k] = gsl_ran_gaussian(rng, 0.01);
        du[0] -= 0.02 * u0[0];
        rig_move(&b, du, 0.2);
        rig_move(&twin, (double[6]){du[0]}, 0.2);
        for (int k = 1; k < 3; k++) {
            work += 0.5 * (f0[k] + v[LT_FN + k]) * (v[LT_UN + k] - u0[k]);
            throughput += fabs(0.5 * (f0[k] + v[LT_FN + k]) * (v[LT_UN + k] - u0[k]));
        }
        worst = fmax(worst, fabs(work - (spent(&b) - spent(&twin))));
        made += active < 0.5 && v[LT_CONTACT] > 0.5;
        bool over = rig_value(&b, "sliding") > 0.5;
        slipped += over;
        stuck += v[LT_CONTACT] > 0.5 && !over;
        /* Of the total force, or of the spring's. */
        held = hypot(v[LT_FS], v[LT_FT]);
        if (_i / 8 % 2)
            held = hypot(rig_value(&b, "spring_s"), rig_value(&b, "spring_t"));
        double normal = _i % 3 == 1 ? v[LT_FN] - v[LT_VFN] : v[LT_FN];
        double limit = 0.4 * (pulls ? fabs(normal) : fmax(0, -normal));
        ck_assert_msg(held <= limit * (1 + 1e-12) + 1e-15, "step %d: %.17g beyond %.17g", i, held,
                      limit);
    }
    ck_assert_msg(worst <= 1e-11 * throughput, "balance off by %.3g of what went through",
                  worst / throughput);
    ck_assert_int_gt(made, 100);
    ck_assert_int_gt(slipped, 1000);
    ck_assert_int_gt(stuck, 100);
    ck_assert_double_gt(slip(&b), 0);
    gsl_rng_free(rng);
    lt_arena_free(b.arena);
    lt_arena_free(twin.arena);
}
END_TEST

static void one_of_a_block(struct rig *b, int i) {
    in_units(b);
    walk_law(b, 3 * i + 1);
}

/* A block of contacts gives the same bits as one contact at a time. */
START_TEST(block_is_bit_identical) {
    rig_block("mindlin", one_of_a_block, 0.01, 0);
}
END_TEST

/* The tangential dashpot is phi sqrt(m_eff 8 G* a) v, whatever the form of the spring; at the limit
 * it gets nothing, what the spring leaves, or all it wants. */
START_TEST(tangential_dashpot) {
    struct rig b;
    begin(&b);
    rig_choose(&b, "tangential", forms[_i]);
    set(&b, "phi", 0.25);
    derive(&b);
    const double wanted = 0.25 * sqrt(0.3 * 8 * 0.75 * 0.7 / 3.4), fast[6] = {0, 2e-3, 0};
    double branch, *v = b.values;
    go(&b, 1, 0, 10);
    v[LT_VS] = 1e-3;
    v[LT_US] += 1e-6;
    lt_ledger_step(&b.contact, v, (double[6]){0, 1e-6, 0}, 1e-3, &branch);
    ck_near(v[LT_VFS], wanted * 1e-3, 1e-12);
    static const struct { double cap_on, slip_dashpot; } cases[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    for (int k = 0; k < 4; k++) {
        set(&b, "cap_on", cases[k].cap_on);
        set(&b, "slip_dashpot", cases[k].slip_dashpot);
        derive(&b);
        go(&b, 1, v[LT_US] + 5, 1);
        v[LT_VS] = 2;
        v[LT_US] += fast[1];
        lt_ledger_step(&b.contact, v, fast, 1e-3, &branch);
        const double kept = cases[k].slip_dashpot * 2 * wanted;
        ck_near(v[LT_FS], 0.4 + (cases[k].cap_on > 0 ? kept : 0), 1e-12);
        ck_within(v[LT_VFS], kept, 1e-12);
    }
    lt_arena_free(b.arena);
}
END_TEST

/* Friction does no work backwards once the steps resolve it, whatever becomes of the dashpot. */
START_TEST(slip_dissipates) {
    static const char *laws[] = {"cap_on: total", "cap_on: elastic",
                                 "cap_on: elastic, slip_dashpot: kept", "slip_dashpot: kept"};
    char text[2048], law[128];
    snprintf(law, sizeof law, "en: 0.8, phi: 3, %s", laws[_i]);
    snprintf(text, sizeof text, SPHERE_ON_WALL, law, "dt: t_c/5000");
    struct lt_program *program =
        read_program(text, "x=0.2", "mu=0.1", "record.every=1", "record.columns=[E_slip]", NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const double *slip_of = r->table.cells, end = slip_of[r->table.rows - 1];
    ck_assert_double_gt(end, 0);
    for (size_t i = 1; i < r->table.rows; i++)
        ck_assert_double_ge(slip_of[i], slip_of[i - 1] - 1e-6 * end);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* ---- Moduli and damping ---------------------------------------------------------------------- */

#define TWO_SPHERES                                                                                \
    "lawtester: 1\n"                                                                               \
    "materials:\n"                                                                                 \
    "  m: {density: 2500, young: 2e9, poisson: 0.2, fric: 0.3}\n"                                  \
    "  k: {density: 2500, young: 5e9, poisson: 0.4, fric: 0.5}\n"                                  \
    "particles:\n"                                                                                 \
    "  a: {%s}\n"                                                                                  \
    "  b: {shape: sphere, radius: 3e-3, material: k}\n"                                            \
    "law: {name: mindlin%s}\n"                                                                     \
    "stages:\n"                                                                                    \
    "  - {whats: iiiiii, values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"

START_TEST(parameters_of_the_pair) {
    const double g_m = 2e9 / 2.4, g_k = 5e9 / 2.8, pi = acos(-1), b = log(2) / hypot(pi, log(2));
    const struct {
        const char *a, *law, *name;
        double value;
    } cases[] = {
        {"shape: sphere, radius: 5e-3, material: m", "", "young_eff",
         1 / (0.96 / 2e9 + 0.84 / 5e9)},
        {"shape: sphere, radius: 5e-3, material: m", "", "shear_eff", 1 / (1.8 / g_m + 1.6 / g_k)},
        {"shape: wall", "", "young_eff", 5e9 / 0.84},
        {"shape: wall", "", "shear_eff", g_k / 1.6},
        {"shape: wall, material: m", "", "shear_eff", 1 / (1.8 / g_m + 1.6 / g_k)},
        {"shape: sphere, radius: 5e-3, material: k", "", "young", 5e9},
        {"shape: sphere, radius: 5e-3, material: k", "", "poisson", 0.4},
        {"shape: sphere, radius: 5e-3, material: m", ", young: 1e9, poisson: 0.25", "shear_eff",
         4e8 / 3.5},
        {"shape: sphere, radius: 5e-3, material: m", ", young_eff: 7e8, shear_eff: 2e8",
         "shear_eff", 2e8},
        {"shape: sphere, radius: 5e-3, material: m", "", "fric", 0.3},
        {"shape: sphere, radius: 5e-3, material: m", ", en: 0.5", "alpha", sqrt(5) * b},
        {"shape: sphere, radius: 5e-3, material: m", ", et: 0.5", "phi", 2 * sqrt(5.0 / 6) * b},
        {"shape: sphere, radius: 5e-3, material: m", ", alpha: 0.3", "en",
         exp(-pi * 0.3 / sqrt(5 - 0.09))},
        {"shape: sphere, radius: 5e-3, material: m", ", en: 0.5, dp_mode: no-tension", "alpha",
         sqrt(5) * 0.2552756376},
        {"shape: sphere, radius: 5e-3, material: m", "", "t_c",
         2.943275184324705 * pow(1.25 * 2500 * 4 / 3.0 * pi * 1e-9 / (1 / 125.0 + 1 / 27.0) * 0.75 *
                                     (0.96 / 2e9 + 0.84 / 5e9) / sqrt(1.5e-2 / 8),
                                 0.4)},
    };
    ck_assert_uint_eq(sizeof cases / sizeof cases[0], 15);
    char text[2048];
    snprintf(text, sizeof text, TWO_SPHERES, cases[_i].a, cases[_i].law);
    ck_near(once(text, cases[_i].name, NULL, NULL, NULL), cases[_i].value, 1e-9);
}
END_TEST

START_TEST(what_is_missing_is_said) {
    static const char *cases[][3] = {
        {"shape: sphere, radius: 5e-3, density: 2500", "", "needs young and poisson"},
        {"shape: wall", ", en: 0, dp_mode: no-tension", "must be above 0"},
    };
    char text[2048];
    snprintf(text, sizeof text, TWO_SPHERES, cases[_i][0], cases[_i][1]);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("test.yaml", text, strlen(text), NULL, 0, errors);
    char *said = lt_errors_text(errors);
    ck_assert_ptr_null(program);
    ck_assert_msg(strstr(said, cases[_i][2]) != NULL, "%s", said);
    free(said);
    lt_errors_free(errors);
}
END_TEST

/* Changed on the way: the moduli follow young, nothing else does. */
START_TEST(set_young) {
    char text[2048];
    snprintf(text, sizeof text, TWO_SPHERES, "shape: sphere, radius: 5e-3, material: k",
             ", en: 0.7");
    const char *done = "stages[0].done=[{set: {young: 2*young, poisson: poisson}}]";
    ck_near(once(text, "young_eff", done, NULL, NULL), 5e9 / 0.84, 1e-12);
    ck_near(once(text, "en", done, NULL, NULL), 0.7, 1e-12);
    done = "stages[0].done=[{set: {fric: 0.1}}]";
    ck_near(once(text, "young_eff", done, NULL, NULL), 2.5e9 / 0.84, 1e-12);
    done = "stages[0].done=[{set: {young: 8e9}}]";
    ck_near(once(text, "young_eff", done, NULL, NULL), 4e9 / 0.84, 1e-12);
}
END_TEST

/* What is set alone goes with what the contact had been told of the other, by the law or by what
 * was set before; that wins over the materials. */
START_TEST(set_one_modulus) {
    static const struct {
        const char *materials, *done;
        double young, poisson;
    } cases[] = {
        {"{density: 2500}", "{set: {young: 4e9}}", 4e9, 0.3},
        {"{density: 2500}", "{set: {poisson: 0.1}}", 2e9, 0.1},
        {"{density: 2500, young: 7e9, poisson: 0.2}", "{set: {young: 4e9}}", 4e9, 0.3},
        {"{density: 2500, young: 7e9, poisson: 0.2}", "{set: {poisson: 0.1}}", 2e9, 0.1},
        {"{density: 2500}", "{set: {young: 4e9}}, {set: {poisson: 0.1}}", 4e9, 0.1},
        {"{density: 2500}", "{set: {poisson: 0.1}}, {set: {young: 4e9}}", 4e9, 0.1},
        {"{density: 2500}", "{set: {young_eff: 1e9}}, {set: {young: 4e9}}", 4e9, 0.3},
    };
    static const char *const laws[] = {"hertz", "mindlin", "contact, normal: hertz",
                                       "hertz-dmt, work_adhesion: 0"};
    const char *materials = cases[_i].materials;
    const double nu = cases[_i].poisson, young_eff = 0.5 * cases[_i].young / (1 - nu * nu);
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "lawtester: 1\nmaterials: {m: %s}\n"
                 "particles: {a: {shape: wall, material: m}, "
                 "b: {shape: sphere, radius: 3e-3, material: m}}\n"
                 "law: {name: %s, young: 2e9, poisson: 0.3}\n"
                 "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: step > 3, "
                 "done: [%s]}]\n",
                 materials, laws[k], cases[_i].done);
        ck_near(once(text, "young_eff", NULL, NULL, NULL), young_eff, 1e-12);
    }
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, staged_paths, 0, FORMS);
    tcase_add_loop_test(t, passivity, 0, 2 * FORMS);
    tcase_add_loop_test(t, oblique_elastic, 0, 11);
    tcase_add_loop_test(t, no_slip, 0, 4);
    tcase_add_loop_test(t, last_instant, 0, FORMS);
    tcase_add_loop_test(t, oblique_inelastic, 0, 4);
    tcase_add_loop_test(t, gross_sliding, 0, FORMS);
    tcase_add_loop_test(t, friction_ends_with_the_pressure, 0, 5);
    tcase_add_loop_test(t, residual_is_of_second_order, 0,
                        (int)(sizeof slope_laws / sizeof slope_laws[0]));
    tcase_add_test(t, order_of_the_update);
    tcase_add_loop_test(t, random_walk_balances, 0, 32);
    tcase_add_test(t, block_is_bit_identical);
    tcase_add_loop_test(t, tangential_dashpot, 0, FORMS);
    tcase_add_loop_test(t, slip_dissipates, 0, 4);
    tcase_add_loop_test(t, parameters_of_the_pair, 0, 15);
    tcase_add_loop_test(t, what_is_missing_is_said, 0, 2);
    tcase_add_test(t, set_young);
    tcase_add_loop_test(t, set_one_modulus, 0, 7);
}

LT_TESTS("mindlin", add)
