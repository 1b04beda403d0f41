/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law `concrete`: its books, damage, slip, rate effects, and recorded runs of Woo and YADE. */
#define LT_ARCH test /* the law's own functions, beside the law in the library */
#include "laws/concrete.c"
#include "tables.h"

#include "replay.h"
#include "result/record.h"
#include "rig.h"

static const double E = 30e9, G = 6e9, E0 = 1e-4, C0 = 3e6, MU = 0.8, A = 4 * M_PI, L = 5;

static void set(struct rig *b, const char *name, double value) {
    *rig_param(b, name) = value;
}

static void material(struct rig *b) {
    set(b, "young", E);
    set(b, "ktDivKn", 0.2);
    set(b, "tanPhi", MU);
    set(b, "sigmaT", C0);
    set(b, "epsCrackOnset", E0);
    set(b, "relDuctility", 5);
}

static void begin(struct rig *b) {
    rig_begin(b, "concrete");
    material(b);
}

static void finish(struct rig *b) {
    ck_assert_ptr_null(rig_derive(b));
}

/* Move by strains. */
static void strain(struct rig *b, double n, double s, double t, double dt) {
    rig_move(b, (double[6]){n * L, s * L, t * L}, dt);
}

static void strain_in(struct rig *b, double n, double s, double t, double dt, int steps) {
    for (int i = 0; i < steps; i++)
        strain(b, n / steps, s / steps, t / steps, dt / steps);
}

static double shear_stress(struct rig *b) {
    return hypot(rig_value(b, "sigmaT_s"), rig_value(b, "sigmaT_t"));
}

/* ---- Energy ---------------------------------------------------------------------------------- */

/* Everything that can be chosen, at random. */
static void options(struct rig *b, int i) {
    set(b, "damLaw", i & 1);
    set(b, "yieldSurfType", i >> 1 & 3);
    set(b, "slip", i % 3);
    set(b, "softStrain", i >> 2 & 1);
    set(b, "cohesive", i % 5 != 4);
    set(b, "neverDamage", i % 7 == 6);
    set(b, "equivStrainShearContrib", i % 4 == 2 ? 0.1 : 0);
    set(b, "omegaThreshold", i & 1 ? 0.9 : 1);
    set(b, "epsSoft", -2e-4);
    set(b, "dmgTau", i & 8 ? 1e-4 : -1);
    set(b, "dmgRateExp", 0.4 * (i % 6));
    set(b, "plTau", i & 16 ? 1e-4 : -1);
    set(b, "plRateExp", 0.5 * (i % 5));
    set(b, "isoPrestress", i % 4 == 1 ? -4e6 : 0);
}

/* Cracking, breaking, closing, slipping, crushed: what is put in is stored, dissipated, or lost at
 * crossings and, with slip that leaves no trace, as defect. */
START_TEST(random_walk_balances) {
    struct rig b;
    begin(&b);
    options(&b, _i);
    finish(&b);
    int made = rig_walk(&b, 10000, 1.5e-4 * L, 1e-5, 1 + (unsigned long)_i);
    bool bond = _i % 5 != 4, cracks = bond && _i % 7 != 6, forgets = _i % 3 == MEMORYLESS;
    ck_assert_msg(bond && !cracks ? made == 1 : made > 50, "made %d times", made);
    ck_assert((rig_value(&b, "E_damage") != 0) == cracks);
    ck_assert((rig_value(&b, "E_viscous") != 0) == ((_i & 8 && cracks) || (_i & 16 && !forgets)));
    ck_assert((b.values[LT_E_DEFECT] != 0) == (_i % 3 != MEMORY || (cracks && _i % 4 == 1)));
    ck_assert_double_gt(rig_value(&b, "E_plastic"), 0);
    ck_assert((rig_value(&b, "E_slip") != 0) == (!forgets || cracks || !bond));
    lt_arena_free(b.arena);
}
END_TEST

static void prepare(struct rig *b, int i) {
    material(b);
    options(b, i);
}

static void prepare_late(struct rig *b, int i) {
    material(b);
    options(b, i + LT_LANES);
}

START_TEST(block_is_bit_identical) {
    rig_block("concrete", _i ? prepare_late : prepare, 1e-4 * L, 1e-5);
}
END_TEST

/* A resolved path dissipates: no account ever falls. */
START_TEST(dissipation_is_positive) {
    static const char *const losses[] = {"E_damage", "E_plastic", "E_slip", "E_viscous"};
    struct rig b;
    begin(&b);
    options(&b, _i);
    set(&b, "softStrain", 0);
    finish(&b);
    double last[4] = {0}, most[4] = {0}, taken = 0, total = 0;
    for (int i = 0; i < 10000; i++) {
        double w = 2 * M_PI * i / 2500;
        strain(&b, 4e-7 * cos(w) - 1.2e-7 * cos(3.3 * w), 8e-7 * sin(1.7 * w), 4e-7 * cos(0.9 * w),
               1e-7);
        for (int k = 0; k < 4; k++) {
            double now = rig_value(&b, losses[k]);
            taken += fmax(0, last[k] - now);
            most[k] = last[k] = now;
        }
    }
    for (int k = 0; k < 4; k++)
        total += most[k];
    ck_assert_msg(taken <= 1e-6 * (total + A * L * C0 * E0), "took back %.3g of %.3g", taken,
                  total);
    lt_arena_free(b.arena);
}
END_TEST

#define CONCRETE                                                                                   \
    "name: concrete, young: 30e9, ktDivKn: 0.2, tanPhi: 0.8, sigmaT: 3e6, epsCrackOnset: 1e-4, "   \
    "relDuctility: 5"

/* Whole programs with all six degrees of freedom free, at any time step. */
START_TEST(any_step_balances) {
    static const char *const dt[] = {"t_c/4", "t_c/10", "t_c/30", "t_c/100", "t_c/1000"};
    static const char *const more[] = {"cohesive: false", "epsSoft: -2e-4",
                                       "yieldSurfType: para, damLaw: linear",
                                       "isoPrestress: -3e6, omegaThreshold: 0.9"};
    char text[1024];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles:\n"
             "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
             "  b: {shape: sphere, radius: 3e-3, density: 2500}\n"
             "law: {" CONCRETE ", %s}\n"
             "motion: {dt: %s, gap: %s}\n"
             "stages: [{whats: iiiiii, values: [-3, 2, -1, 300, 200, -100], until: broken}]\n",
             more[_i / 5], dt[_i % 5], _i / 5 ? "-1e-6" : "0");
    struct lt_program *program = read_program(text, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    ck_assert_double_le(value_of(program, r, "energy_residual_rel"), 1e-12);
    ck_assert_double_ne(value_of(program, r, "E_slip"), 0);
    ck_assert((value_of(program, r, "E_damage") > 0) == (_i >= 5));
    ck_assert_double_eq(value_of(program, r, "E_defect"),
                        _i / 5 == 3 ? value_of(program, r, "E_defect") : 0);
    lt_run_free(r);
    lt_program_free(program);
}
END_TEST

/* ---- Damage ---------------------------------------------------------------------------------- */

/* The damage functions as Woo has them; linear damage here is at most 1. */
START_TEST(damage_functions) {
    struct lt_columns *csv = table("woo_concrete_damage.csv");
    int cracked = 0;
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        struct rig b;
        begin(&b);
        set(&b, "damLaw", row[0]);
        set(&b, "epsCrackOnset", row[1]);
        set(&b, "relDuctility", row[2]);
        finish(&b);
        strain(&b, 0, 0, 0, 1);
        strain(&b, row[3], 0, 0, 1);
        ck_within(rig_value(&b, "omega"), fmin(row[4], 1), 1e-14);
        cracked += row[4] > 0 && row[4] < 1;
        lt_arena_free(b.arena);
    }
    ck_assert_int_gt(cracked, 50);
    lt_columns_free(csv);
}
END_TEST

/* Pulled apart: the stress has its closed form, and the energies converge to those of the crack
 * with the second order. i: linear, exp. */
START_TEST(fracture_energy) {
    double ef = 5 * E0, error[3];
    for (int k = 0; k < 3; k++) {
        struct rig b;
        begin(&b);
        set(&b, "damLaw", _i);
        finish(&b);
        strain(&b, 0, 0, 0, 1);
        strain(&b, E0, 0, 0, 1);
        double end = _i ? 20 * ef : ef, far = end - E0;
        int n = 500 << k;
        for (int i = 1; i <= n; i++) {
            strain(&b, far / n, 0, 0, 1);
            double e = b.values[LT_UN] / L;
            double want = _i ? E * E0 * exp((E0 - e) / ef) : E * E0 * (ef - e) / (ef - E0);
            ck_within(rig_value(&b, "sigmaN"), want, 1e-11 * E * E0);
            ck_within(b.values[LT_FN], A * rig_value(&b, "sigmaN"), 1e-12 * A * E * E0);
        }
        double energy = _i ? E * E0 * (E0 / 2 + ef) - 1e-9 * E * E0 * ef : E * E0 * ef / 2;
        error[k] = fabs(rig_value(&b, "E_damage") + b.values[LT_E_STRAIN] - A * L * energy);
        lt_arena_free(b.arena);
    }
    double all = A * L * E * E0 * ef;
    if (_i) { /* linear softening is straight, which the trapezoid sums exactly */
        ck_within(error[0] / error[1], 4, 0.05);
        ck_assert_double_lt(error[2], 1e-4 * all);
    } else
        ck_assert_double_lt(error[0], 1e-12 * all);
}
END_TEST

/* Where the bond ends. i: linear, exp, exp with a threshold; in tension only, at no jump of the
 * force unless the threshold says so. */
START_TEST(end_of_the_bond) {
    struct rig b;
    begin(&b);
    set(&b, "damLaw", _i > 0);
    set(&b, "omegaThreshold", _i < 2 ? 1 : 0.99);
    finish(&b);
    strain(&b, 0, 0, 0, 1);
    double force = 0, e = 0;
    while (b.values[LT_CONTACT] > 0.5 && e < 1) {
        force = b.values[LT_FN];
        strain(&b, 1e-6, 0, 0, 1);
        e += 1e-6;
    }
    /* exp: where 1 - omega is less than half of what 1 can be told from. */
    double half = ldexp(1, -54), want = 5e-4;
    for (int k = 0; _i && k < 100; k++)
        want = E0 - 5e-4 * log((_i == 1 ? half : 0.01) * want / E0);
    ck_within(e, want, 2e-6);
    ck_assert_double_lt(force, A * E * (_i < 1 ? 1e-6 : _i == 1 ? 1e-15 : 0.0101 * want));
    ck_assert_double_eq(b.values[LT_FN], 0);
    ck_assert_double_eq(rig_value(&b, "bonded"), 0);
    ck_assert_double_eq(rig_value(&b, "relResidualStrength"), 0);
    /* Pressed together again it is a contact without cohesion. */
    strain(&b, -e - 1e-4, 0, 0, 1);
    strain(&b, 0, 1e-2, 0, 1);
    ck_assert_double_eq(b.values[LT_CONTACT], 1);
    ck_near(rig_value(&b, "sigmaN"), -1e-4 * E, 1e-10);
    ck_near(
        shear_stress(&b),
        yield_stress(
            &(struct params){.sigmaT = C0, .tanPhi = MU, .yieldSurfType = 3, .yieldLogSpeed = 0.1},
            -1e-4 * E, 0),
        1e-10);
    strain(&b, 1.1e-4, 0, 0, 1);
    ck_assert_double_eq(b.values[LT_CONTACT], 0);
    ck_assert_double_eq(b.values[LT_FN], 0);
    lt_arena_free(b.arena);
}
END_TEST

/* A crack closes without a trace, and a bond broken to the last stays one in compression. */
START_TEST(closing) {
    struct rig b;
    begin(&b);
    finish(&b);
    strain(&b, 0, 0, 0, 1);
    strain(&b, 3 * E0, 0, 0, 1);
    ck_near(rig_value(&b, "sigmaN"), E * E0 * exp(-0.4), 1e-12);
    strain(&b, -2 * E0, 0, 0, 1);
    ck_near(rig_value(&b, "sigmaN"), E * E0 * exp(-0.4) / 3, 1e-12);
    strain(&b, -2 * E0, 0, 0, 1);
    ck_near(rig_value(&b, "sigmaN"), -E * E0, 1e-12);
    ck_near(rig_value(&b, "relResidualStrength"), exp(-0.4), 1e-12);
    ck_near(rig_value(&b, "kappa"), 3 * E0, 1e-12);
    ck_assert_double_eq(b.values[LT_CONTACT], 1);
    lt_arena_free(b.arena);
}
END_TEST

/* Beyond epsSoft compression is plastic and does not depend on the step; with the elastic strain in
 * the formula it does. */
START_TEST(soft_compression) {
    for (int elastic = 0; elastic < 2; elastic++) {
        double end[2];
        for (int k = 0; k < 2; k++) {
            struct rig b;
            begin(&b);
            set(&b, "softStrain", elastic);
            finish(&b);
            strain(&b, 0, 0, 0, 1);
            strain_in(&b, -3e-3, 0, 0, 1, 10);
            strain_in(&b, -2e-3, 0, 0, 1, k ? 100 : 10);
            end[k] = rig_value(&b, "sigmaN");
            if (!elastic) {
                ck_near(end[k], E * (-3e-3 - 0.3 * 2e-3), 1e-12);
                ck_near(rig_value(&b, "epsPl"), -0.7 * 2e-3, 1e-11);
                ck_near(rig_value(&b, "E_plastic"), A * L * E * 0.5 * (3e-3 + 3.6e-3) * 1.4e-3,
                        1e-11);
            }
            strain(&b, 1e-3, 0, 0, 1);
            ck_near(rig_value(&b, "sigmaN"), end[k] + 1e-3 * E, 1e-12);
            lt_arena_free(b.arena);
        }
        ck_assert((fabs(end[1] / end[0] - 1) > 0.01) == elastic);
    }
}
END_TEST

/* ---- Slip ------------------------------------------------------------------------------------ */

/* The surfaces in closed form, in tension and compression, whole and damaged. */
START_TEST(yield_surfaces) {
    static const double strains[] = {-2e-3, -5e-4, -1e-5, 0, 5e-5, 1e-4, 2e-4, 1e-3};
    double e = strains[_i % 8];
    int type = _i / 8;
    struct rig b;
    begin(&b);
    set(&b, "yieldSurfType", type);
    finish(&b);
    strain(&b, 0, 0, 0, 1);
    strain(&b, e, 0, 0, 1);
    strain(&b, 0, 3e-2, 4e-2, 1);
    double s = rig_value(&b, "sigmaN"), w = rig_value(&b, "omega"), Y = 0.1;
    double lin = C0 * (1 - w) - s * MU, para = sqrt(fmax(0, C0 * C0 - 2 * C0 * MU * s)) - C0 * w;
    double log_ = s < C0 * Y ? C0 * (1 - w + MU * Y * log(1 - s / (C0 * Y))) : 0;
    const double all[] = {lin, para, log_, s > 0 ? lin : log_};
    ck_within(shear_stress(&b), fmax(0, all[type]), 1e-12 * fmax(C0, fabs(s)));
    lt_arena_free(b.arena);
}
END_TEST

/* Sheared to and fro by far more than slips: with memory a loop, the area of which is the friction
 * work; without, the way back is the way there, and the defect is what is not stored. */
START_TEST(slip_with_and_without_memory) {
    double y = C0 - MU * -3e6, far = 1e-2;
    struct rig b;
    begin(&b);
    set(&b, "slip", _i);
    set(&b, "yieldSurfType", 0);
    finish(&b);
    strain(&b, 0, 0, 0, 1);
    strain(&b, -1e-4, 0, 0, 1);
    strain(&b, 0, y / G, 0, 1);
    strain_in(&b, 0, far - y / G, 0, 1, 100);
    ck_near(rig_value(&b, "sigmaT_s"), y, 1e-12);
    double lost = A * L * y * (far - y / G), slid = rig_value(&b, "E_slip");
    if (_i == MEMORY) {
        ck_near(slid, lost, 1e-11);
        ck_assert_double_eq(b.values[LT_E_DEFECT], 0);
    } else if (_i == MEMORYLESS) {
        ck_assert_double_eq(slid, 0);
        ck_near(b.values[LT_E_DEFECT], lost, 1e-11);
    }
    strain_in(&b, 0, y / G - far, 0, 1, 100);
    strain(&b, 0, -y / G, 0, 1);
    if (_i == MEMORY)
        ck_near(rig_value(&b, "sigmaT_s"), -y, 1e-12);
    if (_i == MEMORYLESS) {
        ck_within(rig_value(&b, "sigmaT_s"), 0, 1e-9 * y);
        ck_within(b.values[LT_E_DEFECT], 0, 1e-11 * lost);
    }
    lt_arena_free(b.arena);
}
END_TEST

/* While it slips across its force that swings round, tan(th/2) = exp(-G g/y), to first order. */
START_TEST(swing_of_the_stress) {
    double error[3], y = C0 + MU * 3e6, g = 1.5 * y / G, want = 2 * atan(exp(-1.5));
    for (int k = 0; k < 3; k++) {
        struct rig b;
        begin(&b);
        set(&b, "yieldSurfType", 0);
        finish(&b);
        strain(&b, 0, 0, 0, 1);
        strain(&b, -1e-4, 0, 0, 1);
        strain(&b, 0, 1e-2, 0, 1);
        strain_in(&b, 0, 0, g, 1, 100 << k);
        error[k] = fabs(atan2(b.values[LT_FS], b.values[LT_FT]) - want);
        lt_arena_free(b.arena);
    }
    ck_assert_double_lt(error[0], 0.01);
    ck_within(error[0] / error[1], 2, 0.05);
    ck_within(error[1] / error[2], 2, 0.05);
}
END_TEST

/* ---- Rate ------------------------------------------------------------------------------------ */

/* c x^m + x = 1 to the last digits, for any c and m. */
START_TEST(flow_solves_its_equation) {
    for (double log_c = -700; log_c <= 700; log_c += 7.3)
        for (double m = 0; m<30; m = m> 0 ? 1.7 * m : 1e-3) {
            double x = share_of_flow(log_c, m);
            ck_assert_msg(x >= 0 && x <= 1, "x = %g at %g, %g", x, log_c, m);
            if (m > 0 && x > 1e-290)
                ck_within(exp(log_c + m * log(x)) + x, 1, 1e-12);
            else if (m > 0)
                ck_assert_double_gt(log_c, 0);
            else
                ck_within(x, fmax(0, 1 - exp(log_c)), 1e-15);
        }
    ck_assert_double_eq(share_of_flow(-INFINITY, 0.5), 1);
    ck_assert_double_eq(share_of_flow(INFINITY, 0.5), 0);
    ck_assert_double_eq(share_of_flow(NAN, 0.5), 0);
}
END_TEST

/* Held still, the excess of a linear rate effect decays with the time constants
 * e0 (1 - omega) dmgTau and sigmaT plTau/G: to first order. i: damage, slip. */
START_TEST(relaxation) {
    double error[3], tau = 1000;
    for (int k = 0; k < 3; k++) {
        struct rig b;
        begin(&b);
        set(&b, "dmgTau", tau);
        set(&b, "dmgRateExp", 1);
        set(&b, "plTau", tau);
        set(&b, "plRateExp", 1);
        finish(&b);
        strain(&b, 0, 0, 0, 1);
        double constant = tau * C0 / G, slow = 0;
        if (_i)
            strain(&b, 0, 2e-3, 0, 1e-9);
        else {
            strain(&b, 3 * E0, 0, 0, 1e-9);
            constant = tau * E0 * (1 - rig_value(&b, "omega"));
            slow = E * 3 * E0 * (1 - rig_value(&b, "omega"));
        }
        const char *stress = _i ? "sigmaT_s" : "sigmaN";
        double rest = _i ? C0 : slow, first = rig_value(&b, stress) - rest, time = 0.7 * constant;
        ck_near(first, _i ? 2e-3 * G - C0 : 3 * E0 * E - slow, 1e-6);
        strain_in(&b, 0, 0, 0, time, 50 << k);
        error[k] = fabs((rig_value(&b, stress) - rest) / first - exp(-0.7));
        ck_assert_double_gt(rig_value(&b, "E_viscous"), 0);
        lt_arena_free(b.arena);
    }
    ck_assert_double_lt(error[0], 0.01);
    ck_within(error[0] / error[1], 2, 0.05);
    ck_within(error[1] / error[2], 2, 0.05);
}
END_TEST

/* Nothing fails, however extreme: steps of no time, no strength, no stiffness, huge exponents. */
START_TEST(extremes) {
    static const char *const names[] = {"kn",
                                        "kt",
                                        "tanPhi",
                                        "sigmaT",
                                        "epsCrackOnset",
                                        "relDuctility",
                                        "yieldLogSpeed",
                                        "omegaThreshold",
                                        "dmgRateExp",
                                        "plRateExp",
                                        "epsSoft",
                                        "relKnSoft"};
    static const double values[] = {0, 1e-300, 1e300};
    const char *name = names[_i / 3];
    double value = values[_i % 3];
    struct rig b;
    for (int type = 0; type < 8; type++) {
        begin(&b);
        set(&b, "young", NAN);
        set(&b, "kn", 1e10);
        set(&b, "yieldSurfType", type % 4);
        set(&b, "dmgTau", 1e-3);
        set(&b, "plTau", 1e-3);
        set(&b, "dmgRateExp", 0.3);
        set(&b, "plRateExp", 0.3);
        set(&b, "damLaw", type / 4);
        set(&b, name,
            fmin(value, lt_laws_find("concrete")
                            ->params[lt_laws_param(lt_laws_find("concrete"), name)]
                            .max));
        if (rig_derive(&b)) {
            ck_assert_str_eq(name, "relDuctility");
            lt_arena_free(b.arena);
            continue;
        }
        for (int i = 0; i < 200; i++)
            strain(&b, i % 50 < 25 ? 3e-5 : -5e-5, 1e-4, -2e-4 * (i % 3), i % 7 ? 1e-5 : 1e-300);
        if (value < 1e299)
            for (size_t k = LT_FN; k <= LT_E_DEFECT; k++)
                ck_assert_msg(isfinite(b.values[k]), "slot %zu with %s %g", k, name, value);
        if (value < 1e299)
            ck_assert_msg(isfinite(rig_lost(&b)), "losses with %s %g", name, value);
        lt_arena_free(b.arena);
    }
}
END_TEST

/* ---- Prestress, the pair, what is refused ---------------------------------------------------- */

/* A confined bond bears its stress without moving and shows none of it; it slips and cracks
 * later. i: within epsSoft, beyond. */
START_TEST(confinement) {
    double p = _i ? -9e6 : -3e6, soft = -2e-4;
    struct rig b;
    begin(&b);
    set(&b, "isoPrestress", p);
    set(&b, "epsSoft", soft);
    set(&b, "yieldSurfType", 0);
    finish(&b);
    strain(&b, 0, 0, 0, 1);
    ck_assert_double_eq(b.values[LT_FN], 0);
    ck_within(b.values[LT_E_STRAIN], 0, 1e-14 * A * L * p * p / E);
    strain(&b, 0, 1e-2, 0, 1);
    ck_near(shear_stress(&b), C0 - MU * p, 1e-12);
    strain(&b, -1e-6, 0, 0, 1);
    ck_near(rig_value(&b, "sigmaN"), -1e-6 * E * (_i ? 0.3 : 1), 1e-9);
    strain(&b, 1e-6 + 0.99 * (E0 - p / E), 0, 0, 1);
    ck_assert_double_eq(rig_value(&b, "omega"), 0);
    strain(&b, 0.02 * (E0 - p / E), 0, 0, 1);
    ck_assert_double_gt(rig_value(&b, "omega"), 0);
    lt_arena_free(b.arena);
}
END_TEST

START_TEST(refused) {
    static const struct {
        const char *name;
        double value;
        const char *said;
    } tries[] = {{"young", NAN, "give kn, or young"},
                 {"relDuctility", 0.9, "at least 1"},
                 {"isoPrestress", 4e6, "cracks the bond"},
                 {"isoPrestress", -1e9, "more than the contact bears"}};
    struct rig b;
    begin(&b);
    set(&b, "damLaw", 0);
    set(&b, "relKnSoft", 0);
    set(&b, tries[_i].name, tries[_i].value);
    const char *wrong = rig_derive(&b);
    ck_assert_msg(wrong && strstr(wrong, tries[_i].said), "%s", wrong ? wrong : "accepted");
    lt_arena_free(b.arena);
}
END_TEST

#define PIECES                                                                                     \
    "lawtester: 1\n"                                                                               \
    "materials:\n"                                                                                 \
    "  x: {density: 1000, young: 10e9, ktDivKn: 0.2, tanPhi: 0.5, sigmaT: 2e6,\n"                  \
    "      epsCrackOnset: 1e-4, relDuctility: 4, neverDamage: true}\n"                             \
    "  y: {density: 2000, young: 30e9, ktDivKn: 0.4, tanPhi: 0.3, sigmaT: 4e6,\n"                  \
    "      epsCrackOnset: 2e-4, relDuctility: 8, neverDamage: false}\n"                            \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 0.5, material: x}\n"                                             \
    "  b: {shape: sphere, radius: 0.3, material: y}\n"                                             \
    "law: {name: concrete}\n"                                                                      \
    "motion: {dt: 1e-3, gap: 0.01}\n"                                                              \
    "stages: [{whats: v....., values: [-1e-4, 0, 0, 0, 0, 0], until: step >= 2}]\n"

/* Of two materials; a bond may bridge a gap. */
START_TEST(two_materials) {
    static const struct {
        const char *name;
        double value;
    } tries[] = {{"kn", M_PI * 0.09 / (0.5 / 10e9 + 0.3 / 30e9)},
                 {"ktDivKn", 0.3},
                 {"tanPhi", 0.4},
                 {"sigmaT", 3e6},
                 {"epsCrackOnset", 1.5e-4},
                 {"relDuctility", 6},
                 {"neverDamage", 1},
                 {"uN0", 0.01},
                 {"contact", 1},
                 {"epsN", -2e-7 / 0.8}};
    ck_near(once(PIECES, tries[_i].name, NULL, NULL, NULL), tries[_i].value, 1e-7);
}
END_TEST

/* Without a bond an impact is that of a linear spring. */
START_TEST(impact_without_bond) {
    const char *text =
        "lawtester: 1\n"
        "particles:\n"
        "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"
        "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
        "law: {name: concrete, cohesive: false, kn: 1e5, kt: 1e4, sigmaT: 0, epsCrackOnset: 1,\n"
        "      relDuctility: 1, epsSoft: 0}\n"
        "motion: {integrator: exact}\n"
        "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}]\n";
    ck_near(once(text, "e_n", NULL, NULL, NULL), 1, 1e-10);
    double m = once(text, "m_eff", NULL, NULL, NULL);
    ck_near(once(text, "t_contact", NULL, NULL, NULL), M_PI * sqrt(m / 1e5), 1e-10);
}
END_TEST

/* ---- Recorded runs --------------------------------------------------------------------------- */

START_TEST(recorded) {
    static const struct {
        const char *law, *file, *dt, *curves[7];
        int dofs, steps;
    } runs[] = {
        {"slip: memoryless, damLaw: linear, epsSoft: -2e-4, relKnSoft: 0.5",
         "woo_concrete_cycle.csv",
         "1e-4",
         {"fn", "omega", "kappa", "epsPl", "relResidualStrength"},
         1,
         4207},
        {"slip: memoryless, yieldSurfType: lin",
         "woo_concrete_shear.csv",
         "1e-4",
         {"fn", "fs"},
         2,
         1871},
        {"slip: memoryless, dmgTau: 1, dmgRateExp: 0.1",
         "woo_concrete_rate.csv",
         "1e-4",
         {"fn", "omega", "dmgStrain"},
         1,
         3001},
        {"slip: lagging, yieldSurfType: lin, softStrain: elastic, damLaw: linear, epsSoft: -2e-4, "
         "relKnSoft: 0.5",
         "yade_concrete_cycle.csv",
         "1e-8",
         {"fn", "omega", "kappa", "epsPl"},
         1,
         810},
        {"slip: lagging, yieldSurfType: lin, equivStrainShearContrib: 1, epsSoft: 0",
         "yade_concrete_shear.csv",
         "1e-8",
         {"fn", "fs", "ft", "omega", "kappa", "epsTPl_s", "epsTPl_t"},
         3,
         1000}};
    static const char *const u[] = {"un", "us", "ut"};
    char text[8192], path[1024];
    snprintf(path, sizeof path, "%s/data/%s", getenv("LT_TEST_DATA"), runs[_i].file);
    size_t n = (size_t)snprintf(text, sizeof text,
                                "lawtester: 1\n"
                                "particles:\n"
                                "  a: {shape: sphere, radius: 1e-3, density: 2500}\n"
                                "  b: {shape: sphere, radius: 1e-3, density: 2500}\n"
                                "law: {" CONCRETE ", %s}\n"
                                "motion: {dt: %s}\n"
                                "stages:\n  - whats: uuuvvv\n    until: step >= %d\n    values:\n",
                                runs[_i].law, runs[_i].dt, runs[_i].steps);
    for (int k = 0; k < 6; k++)
        if (k < runs[_i].dofs)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "      - {file: '%s', column: %s, over: t}\n", path, u[k]);
        else
            n += (size_t)snprintf(text + n, sizeof text - n, "      - 0\n");
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "expect:\n  - {that: energy_residual_rel, is: 0, within: 1e-12 abs}\n");
    size_t curves = 0;
    for (; curves < 7 && runs[_i].curves[curves]; curves++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "  - {curve: %s, over: t, file: '%s', within: 1e-9}\n",
                              runs[_i].curves[curves], path);
    ck_assert_uint_lt(n, sizeof text);
    replay_run(text, 1 + curves);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, random_walk_balances, 0, 32);
    tcase_add_loop_test(t, block_is_bit_identical, 0, 2);
    tcase_add_loop_test(t, dissipation_is_positive, 0, 32);
    tcase_add_loop_test(t, any_step_balances, 0, 20);
    tcase_add_test(t, damage_functions);
    tcase_add_loop_test(t, fracture_energy, 0, 2);
    tcase_add_loop_test(t, end_of_the_bond, 0, 3);
    tcase_add_test(t, closing);
    tcase_add_test(t, soft_compression);
    tcase_add_loop_test(t, yield_surfaces, 0, 32);
    tcase_add_loop_test(t, slip_with_and_without_memory, 0, 3);
    tcase_add_test(t, swing_of_the_stress);
    tcase_add_test(t, flow_solves_its_equation);
    tcase_add_loop_test(t, relaxation, 0, 2);
    tcase_add_loop_test(t, extremes, 0, 36);
    tcase_add_loop_test(t, confinement, 0, 2);
    tcase_add_loop_test(t, refused, 0, 4);
    tcase_add_loop_test(t, two_materials, 0, 10);
    tcase_add_test(t, impact_without_bond);
    tcase_add_loop_test(t, recorded, 0, 5);
}

LT_TESTS("concrete", add)
