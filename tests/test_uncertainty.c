/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena.h"
#include "distribution.h"
#include "extent.h"
#include "programs.h"

/* ---- Distributions --------------------------------------------------------------------------- */

#define Z95 1.6448536269514722 /* quantile of the normal distribution */

/* Quantiles by their closed forms, and means. */
static const struct {
    struct lt_distribution distribution;
    double share, quantile, mean;
} quantiles[] = {
    {{LT_NORMAL, .mean = 3, .sd = 0.5}, 0.95, 3 + 0.5 * Z95, 3},
    {{LT_NORMAL, .mean = -3, .sd = 0.5}, 0.5, -3, -3},
    {{LT_UNIFORM, .lo = -1, .hi = 3}, 0.25, 0, 1},
    {{LT_LOG_UNIFORM, .lo = 1, .hi = 100}, 0.5, 10, 99 / M_LN10 / 2},
    /* ln x has the variance ln(1 + (sd/mean)^2) = ln 4 */
    {{LT_LOGNORMAL, .mean = 2, .sd = 2 * 1.7320508075688772}, 0.5, 1, 2},
    {{LT_LOGNORMAL, .mean = 2, .sd = 2 * 1.7320508075688772}, 0.95, 6.935597074947468, 2},
    {{LT_SAMPLES, .n_values = 4, .values = (double[]){1, 2, 4, 9}}, 0.6, 4, 4},
};

START_TEST(test_quantiles) {
    const struct lt_distribution *d = &quantiles[_i].distribution;
    ck_assert_ptr_null(lt_distribution_wrong(d));
    ck_within(lt_distribution_quantile(d, quantiles[_i].share), quantiles[_i].quantile, 1e-14);
    ck_near(lt_distribution_mean(d), quantiles[_i].mean, 1e-14);
}
END_TEST

/* A single run takes the mean. */
#define PROGRAM(lets, tail)                                                                        \
    "lawtester: 1\n"                                                                               \
    "let: {" lets "}\n"                                                                            \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"                 \
    "law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m}\n"                                              \
    "motion: {integrator: exact}\n"                                                                \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: broken}\n" tail

static const struct {
    const char *text;
    double mean;
} lets[] = {
    {PROGRAM("x: \"normal(5 mm, 0.1 mm)\"", ""), 5e-3},
    {PROGRAM("x: \"normal( 1e5 N/m , 5 % )\"", ""), 1e5},
    {PROGRAM("x: \"lognormal(60 GPa, 3000 MPa)\"", ""), 60e9},
    {PROGRAM("x: \"uniform(-20 deg, 20 deg)\"", ""), 0},
    {PROGRAM("x: \"loguniform(1, 100)\"", ""), 99 / M_LN10 / 2},
    {PROGRAM("x: \"samples(0.51, 0.53, 0.49, 0.55)\"", ""), 0.52},
    {PROGRAM("x: [3 mm, 5 mm]", ""), 4e-3},
    {PROGRAM("k: \"normal(2, 1)\", x: 3*k", ""), 6},
    {PROGRAM("x: not (2 > 1) and 3 or 4", ""), 4}, /* no distribution, though it ends in ')' */
};

START_TEST(test_mean_of_a_let) {
    ck_within(once(lets[_i].text, "x", NULL, NULL, NULL), lets[_i].mean,
              1e-15 * fabs(lets[_i].mean));
}
END_TEST

/* ---- What is wrong with them ----------------------------------------------------------------- */

static const struct {
    const char *text, *said;
} mistakes[] = {
    {PROGRAM("x: \"nomal(1, 2)\"", ""),
     "2:11: error: unknown distribution or function 'nomal'; did you mean 'normal'?"},
    {PROGRAM("x: \"gauss(1, 2)\"", ""), "distributions are normal(mean, sd), lognormal(mean, sd)"},
    {PROGRAM("x: \"normal(1, -2)\"", ""), "2:11: error: normal: the standard deviation must be"},
    {PROGRAM("x: \"normal(1 m, 0)\"", ""), "2:11: error: normal: the standard deviation must be"},
    {PROGRAM("x: \"normal(5 mm, 1 kg)\"", ""), "2:24: error: '1 kg' is a mass (kg), expected a l"},
    {PROGRAM("x: \"normal(1)\"", ""), "2:11: error: expected normal(mean, sd), found 1 number"},
    {PROGRAM("x: \"uniform(3, 2)\"", ""), "2:11: error: uniform: the lower end must come first"},
    {PROGRAM("x: \"uniform(2, 2)\"", ""), "2:11: error: uniform: the lower end must come first"},
    {PROGRAM("x: \"uniform(1, 2, 3)\"", ""), "expected uniform(lo, hi), found 3 numbers"},
    {PROGRAM("x: \"loguniform(0, 2)\"", ""), "both ends of a loguniform distribution must be"},
    {PROGRAM("x: \"lognormal(-1, 2)\"", ""), "the mean of a lognormal distribution must be above"},
    {PROGRAM("x: \"samples()\"", ""), "2:19: error: '' is not a number"},
    {PROGRAM("x: \"samples(1, x)\"", ""), "2:22: error: 'x' is not a number"},
    {PROGRAM("x: \"normal(1, 2\"", ""), "2:17: error: '(' is not closed"},
    {PROGRAM("x: \"normal(1, 2)*3\"", ""), "2:23: error: nothing may follow a distribution"},
    {PROGRAM("x: []", ""), "2:10: error: expected at least one value"},
    {PROGRAM("x: {file: none.csv, column: k}", ""), "2:17: error: cannot read"},
    {PROGRAM("x: 1", "sweep: {n: 10}\n"), "8:8: error: missing key 'over': it may be left out"},
    {PROGRAM("x: \"normal(1, 2)\"", "sweep: {design: grid}\n"),
     "normal needs one of the designs random, lhs and sobol"},
    {PROGRAM("x: 1", "sweep: {design: lhs, n: 10, over: {x: }}\n"), "'x' has no distribution"},
    {PROGRAM("x: 1", "sweep: {design: lhs, n: 10, over: {kn: \"normal(5 mm, 1)\"}}\n"),
     "8:48: error: '5 mm' is a length (m), expected a stiffness (N/m)"},
    {PROGRAM("x: 1", "sweep: {design: lhs, n: 10, over: {kn: \"uniform(-5, 5)\"}}\n"),
     "8:41: error: sweep.over.kn must be at least 0, is -5 N/m"},
    {PROGRAM("x: 1",
             "sweep: {design: lhs, n: 10, over: {particles.b.radius: \"normal(1 kg, 1)\"}}\n"),
     "'1 kg' is a mass (kg), expected a length (m)"},
    {PROGRAM("x: 1", "sweep: {design: lhs, n: 10, over: {kn: 5}}\n"),
     "expected a list of values, {from, to, n}, or a distribution such as"},
};

START_TEST(test_mistakes) {
    struct lt_errors *errors = lt_errors_new();
    const char *text = mistakes[_i].text;
    struct lt_program *program = lt_program_read("test.yaml", text, strlen(text), NULL, 0, errors);
    char *said = lt_errors_text(errors);
    ck_assert_msg(!program && errors->failures == 1 && strstr(said, mistakes[_i].said), "%zu: %s",
                  errors->failures, said);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
}
END_TEST

/* ---- Percentiles ----------------------------------------------------------------------------- */

enum { MANY = 10000 };

/* Of 0, 1, ... n - 1 in any order the quantile of share p is p (n - 1). */
START_TEST(test_percentiles) {
    static double kept[MANY];
    struct lt_extent exact, estimated;
    lt_extent_begin(&exact, kept);
    lt_extent_begin(&estimated, NULL);
    for (size_t i = 0; i < MANY; i++) {
        double value = (double)(i * 7919 % MANY); /* a prime: each once */
        lt_extent_add(&exact, value);
        lt_extent_add(&estimated, value);
        lt_extent_add(&exact, NAN);
    }
    lt_extent_end(&exact);
    lt_extent_end(&estimated);
    ck_assert_uint_eq(exact.count, MANY);
    for (size_t i = 0; i < LT_PERCENTILES; i++) {
        double want = lt_extent_percents[i] / 100 * (MANY - 1);
        ck_near(exact.percentiles[i], want, 1e-12);
        ck_within(estimated.percentiles[i], want, 0.01 * MANY); /* P2 has five markers */
    }
    ck_near(exact.mean, 0.5 * (MANY - 1), 1e-12);
    ck_near(lt_extent_deviation(&exact), sqrt(MANY * (MANY + 1.0) / 12), 1e-12);
}
END_TEST

static void add(TCase *tcase) {
    tcase_add_loop_test(tcase, test_quantiles, 0, sizeof quantiles / sizeof *quantiles);
    tcase_add_loop_test(tcase, test_mean_of_a_let, 0, sizeof lets / sizeof *lets);
    tcase_add_loop_test(tcase, test_mistakes, 0, sizeof mistakes / sizeof *mistakes);
    tcase_add_test(tcase, test_percentiles);
}

LT_TESTS("uncertainty", add)
