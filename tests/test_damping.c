/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the law gives under published damping formulas. */
#include "base/arena.h"
#include "calibrate/damping.h"
#include "calibrate/trial.h"
#include "programs.h"
#include "result/record.h"
#include "tables.h"

#include <gsl/gsl_rng.h>

static double obtained(const char *name, enum lt_pull pull, double e_target) {
    const struct lt_damping *f = lt_damping_formulas;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    ck_assert_msg(f->name != NULL, "no formula %s", name);
    char why[512];
    struct lt_program *program = lt_damping_program(f, pull, why, sizeof why);
    ck_assert_msg(program != NULL, "%s", why);
    double value = lt_damping_obtained(f, program, e_target, NULL);
    lt_program_free(program);
    return value;
}

/* The table has 12 digits where a fit is concerned; the located events of Hertz' law keep 9. */
static const struct {
    const char *name;
    enum lt_pull pull;
    const char *column;
} tabled[] = {
    {"decrement", LT_MAY_PULL, "e_target"},
    {"decrement", LT_NO_TENSION, "e_obtained_if_beta_full_used_with_notension"},
    {"force-zero", LT_NO_TENSION, "e_target"},
    {"force-zero", LT_MAY_PULL, "e_obtained_if_beta_notension_used_with_tension"},
    {"tsuji-exact", LT_MAY_PULL, "e_target"},
    {"tangent", LT_MAY_PULL, "e_target"},
    {"tangent", LT_NO_TENSION, "e_obtained_if_beta_full_used_with_notension"},
    {"tsuji-polynomial", LT_MAY_PULL, "e_obtained_tsuji_poly_without_sqrt2"},
    {"tsuji-polynomial-mass", LT_MAY_PULL, "e_obtained_tsuji_poly_times_sqrt2"},
    {"thornton", LT_NO_TENSION, "e_obtained_thornton_poly"},
};

START_TEST(table_of_restitutions) {
    struct lt_columns *csv = table("inverse_beta_of_e.csv");
    ck_assert_uint_gt(csv->rows, 0);
    long e_target = lt_columns_find(csv, "e_target"),
         column = lt_columns_find(csv, tabled[_i].column);
    ck_assert_int_ge(column, 0);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        if (!isnan(row[column]))
            ck_within(obtained(tabled[_i].name, tabled[_i].pull, row[e_target]), row[column], 1e-9);
    }
    lt_columns_free(csv);
}
END_TEST

static const char *const hunt_crossley[] = {"hunt-crossley",       "herbert-mcwhannell", "lee-wang",
                                            "lankarani-nikravesh", "gonthier",           "flores"};

static double lambda(const char *name, double e) {
    return strcmp(name, "hunt-crossley") == 0        ? 3 * (1 - e) / 2
           : strcmp(name, "herbert-mcwhannell") == 0 ? 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3)
           : strcmp(name, "lee-wang") == 0           ? 3 * (1 - e) / 4
           : strcmp(name, "gonthier") == 0           ? (1 - e * e) / e
           : strcmp(name, "flores") == 0             ? 8 * (1 - e) / (5 * e)
                                                     : 3 * (1 - e * e) / 4;
}

/* Any power of the overlap: l (1 + e) = ln((1 + l)/(1 - l e)), with l in units of the speed. */
START_TEST(hunt_crossley_relation) {
    for (double e_target = 0.1; e_target < 0.95; e_target += 0.2) {
        double e = obtained(hunt_crossley[_i], LT_MAY_PULL, e_target);
        double l = lambda(hunt_crossley[_i], e_target);
        ck_near(l * (1 + e), log((1 + l) / (1 - l * e)), 1e-8);
        ck_within(obtained(hunt_crossley[_i], LT_NO_TENSION, e_target), e, 1e-9);
    }
}
END_TEST

/* A sticking contact of solid spheres, m_t = 2/7 m_eff, kt = kappa kn, that lasts pi
 * sqrt(m_eff/kn): e_t = -exp(-z tau) (cos n tau - z/n sin n tau), tau = pi sqrt(7/2 kappa). */
static const struct {
    const char *name;
    double kappa, mass; /* of ct's formula, in m_eff */
} sticking[] = {
    {"comsol-et", 2.0 / 7, 1}, {"comsol-et-stiff", 0.8, 1}, {"comsol-et-mass", 2.0 / 7, 2.0 / 7}};

START_TEST(tangential_restitution) {
    for (double e_target = 0.1; e_target < 0.95; e_target += 0.2) {
        double loss = -log(e_target), b = loss / hypot(M_PI, loss);
        double z = b * sqrt(sticking[_i].mass * 7 / 2), n = sqrt(fabs(1 - z * z));
        double tau = M_PI * sqrt(7 * sticking[_i].kappa / 2);
        double c = z < 1 ? cos(n * tau) : cosh(n * tau), s = z < 1 ? sin(n * tau) : sinh(n * tau);
        ck_within(obtained(sticking[_i].name, LT_MAY_PULL, e_target),
                  -exp(-z * tau) * (c - z / n * s), 1e-9);
    }
}
END_TEST

/* Each formula can be asked for anything; what comes out is a number. */
START_TEST(no_formula_gives_nan) {
    static const double e_target[] = {1e-3, 0.05, 0.999, 1};
    for (const struct lt_damping *f = lt_damping_formulas; f->name; f++)
        for (size_t i = 0; i < sizeof e_target / sizeof *e_target; i++)
            for (int pull = 0; pull < LT_PULLS; pull++) {
                double e = obtained(f->name, (enum lt_pull)pull, e_target[i]);
                ck_assert_msg(fabs(e) <= 1.0001, "%s asked for %g: %g", f->name, e_target[i], e);
            }
}
END_TEST

/* How far alpha is off, relative to itself, where the simulated e_n is taken for that of the closed
 * form: partial slip has no smooth stretches, and its limit is extrapolated. */
static double miss_of_alpha(gsl_rng *random) {
    const struct lt_name *alpha, *e_n;
    char text[2048];
    double friction = 0.1 + 0.7 * gsl_rng_uniform(random);
    double speed = pow(10, 2 * gsl_rng_uniform(random) - 1.5);
    double slope = friction * pow(10, 2 * gsl_rng_uniform(random) - 1);
    double x = 0.05 + 0.9 * gsl_rng_uniform(random), y[2];
    snprintf(text, sizeof text,
             "lawtester: 1\n"
             "particles: {a: {shape: wall}, b: {shape: sphere, radius: 3e-3, density: 2500}}\n"
             "law: {name: mindlin, young: %g, poisson: %g, fric: %g, tangential: partial-slip,\n"
             "      alpha: 1, phi: %g, dp_mode: %s}\n"
             "motion: {integrator: exact}\n"
             "stages: [{whats: iiiiii, values: [%g, %g, 0, 0, 0, 0], until: broken}]\n",
             pow(10, 7 + 3 * gsl_rng_uniform(random)), 0.5 * gsl_rng_uniform(random), friction,
             fmax(0, gsl_rng_uniform(random) - 0.5),
             gsl_rng_uniform(random) < 0.5 ? "full" : "no-tension", -speed, speed * slope);
    struct lt_program *program = read_program(text, NULL);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    alpha = lt_names_find(&names, "alpha");
    e_n = lt_names_find(&names, "e_n");
    struct lt_arena *arena = lt_arena_new();
    struct lt_trial trial;
    ck_assert_msg(lt_trial_begin(&trial, program, &alpha, &e_n, 1, NULL, arena), "%s", trial.why);
    ck_assert_msg(lt_trial_run(&trial, &x), "%s\n%s", trial.why, text);
    double more = x * (1 + 1e-4);
    y[0] = lt_trial_formal(&trial, &x, 0, NULL);
    y[1] = lt_trial_formal(&trial, &more, 0, NULL);
    double miss = 1e-4 * (trial.y[0] - y[0]) / (y[1] - y[0]);
    if (getenv("LT_PARTIAL"))
        fprintf(stderr, "alpha %.4f, %.3f of sliding: off %.1e, e_n %.1e\n", x, slope / friction,
                fabs(miss), fabs(trial.y[0] - y[0]) / y[0]);
    lt_trial_end(&trial);
    lt_arena_free(arena);
    lt_program_free(program);
    return fabs(miss);
}

/* Steps of t_c/8000 have errors of the power 5/4. LT_PARTIAL=1000 draws that many instead of 4, and
 * prints them. */
START_TEST(partial_slip_meets_restitution) {
    const char *count = getenv("LT_PARTIAL");
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    for (long k = count ? atol(count) : 4; k > 0; k--)
        ck_assert_double_lt(miss_of_alpha(random), 2 * pow(1.0 / 8000, 1.25));
    gsl_rng_free(random);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, table_of_restitutions, 0, sizeof tabled / sizeof *tabled);
    tcase_add_loop_test(t, hunt_crossley_relation, 0, sizeof hunt_crossley / sizeof *hunt_crossley);
    tcase_add_loop_test(t, tangential_restitution, 0, sizeof sticking / sizeof *sticking);
    tcase_add_test(t, no_formula_gives_nan);
    tcase_add_test(t, partial_slip_meets_restitution);
}

LT_TESTS("damping", add)
