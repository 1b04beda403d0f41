/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "folder.h"
#include "program/distribution.h"
#include "programs.h"
#include "sweep/extent.h"
#include "sweep/sweep.h"

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
    {PROGRAM("x: \"uniform(3, 2)\"", ""), "2:11: error: uniform: the first number must be below"},
    {PROGRAM("x: \"uniform(2, 2)\"", ""), "2:11: error: uniform: the first number must be below"},
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
     "normal needs the design random, lhs, sobol or sensitivity"},
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
    {PROGRAM("x: \"normal(1, 2)\"",
             "sweep: {n: 8, results: [e_n], plots: [{kind: tornado, y: x}]}\n"),
     "y of a tornado must be a result"},
    {PROGRAM("x: \"normal(1, 2)\"",
             "sweep: {n: 8, results: [e_n], plots: [{kind: tornado, x: x, y: e_n}]}\n"),
     "a tornado has no x: its bars are all the swept names"},
    {PROGRAM("x: \"normal(1, 2)\"",
             "sweep: {n: 8, results: [e_n], plots: [{kind: tornado, bars: indices, y: e_n}]}\n"),
     "only the design sensitivity has indices"},
    {PROGRAM("x: 1", "sweep: {over: {x: [1, 2]}, results: [e_n], plots: [{kind: tornado, y: "
                     "e_n}]}\n"),
     "a tornado needs the design random, lhs, sobol or sensitivity"},
    {PROGRAM("x: \"normal(1, 2)\"", "sweep: {n: 8, results: [e_n], plots: [{y: e_n}]}\n"),
     "missing key 'x'"},
};

START_TEST(test_mistakes) {
    struct lt_errors *errors = lt_errors_new();
    const char *text = mistakes[_i].text;
    struct lt_program *program = lt_read_program("test.yaml", text, strlen(text), NULL, 0, errors);
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

/* 0, 1, ... MANY - 1 in some order. */
static size_t mixed(size_t i) {
    return i * 7919 % MANY; /* a prime: each once */
}
static size_t rising(size_t i) {
    return i;
}
static size_t falling(size_t i) {
    return MANY - 1 - i;
}
static size_t roof(size_t i) {
    return i < MANY / 2 ? 2 * i : 2 * (MANY - i) - 1;
}
static size_t (*const orders[])(size_t) = {mixed, rising, falling, roof};

/* Of 0, 1, ... n - 1 in any order the quantile of share p is p (n - 1). */
START_TEST(test_percentiles) {
    static double kept[MANY];
    struct lt_extent exact, estimated;
    lt_extent_begin(&exact, kept);
    lt_extent_begin(&estimated, NULL);
    for (size_t i = 0; i < MANY; i++) {
        double value = (double)orders[_i](i);
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
        if (orders[_i] == mixed) /* P2 has five markers, and takes the order for drawn */
            ck_within(estimated.percentiles[i], want, 0.01 * MANY);
    }
    ck_near(exact.mean, 0.5 * (MANY - 1), 1e-12);
    ck_near(lt_extent_deviation(&exact), sqrt(MANY * (MANY + 1.0) / 12), 1e-12);
}
END_TEST

/* Of few numbers, equal ones among them: those that came, sorted. */
static const struct {
    size_t count;
    double values[4], median, least; /* of the percentiles */
} few[] = {{1, {3}, 3, 3}, {2, {5, 1}, 3, 1.1}, {4, {2, 2, 2, 2}, 2, 2}, {4, {7, 1, 7, 1}, 4, 1}};

START_TEST(test_few) {
    double kept[4];
    struct lt_extent extent;
    lt_extent_begin(&extent, kept);
    for (size_t i = 0; i < few[_i].count; i++)
        lt_extent_add(&extent, few[_i].values[i]);
    lt_extent_end(&extent);
    ck_near(extent.percentiles[0], few[_i].least, 1e-14);
    ck_near(extent.percentiles[3], few[_i].median, 1e-14);
}
END_TEST

/* ---- Sensitivity ----------------------------------------------------------------------------- */

/* Cheap runs: one step. The results are formulas over the lets. */
#define FORMULAS(n, lets, results)                                                                 \
    "lawtester: 1\n"                                                                               \
    "let: {" lets "}\n"                                                                            \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, mass: 1 g}}\n"                 \
    "law: {name: linear, kn: 1e5, ks: 5e4}\n"                                                      \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: \"true\"}\n"                          \
    "sweep:\n"                                                                                     \
    "  design: sensitivity\n"                                                                      \
    "  n: " n "\n"                                                                                 \
    "  results: [{y: \"" results "\"}]\n"                                                          \
    "  plots: [{kind: tornado, bars: range, y: y}]\n"

#define TURN   "\"uniform(-180 deg, 180 deg)\""
#define TWENTY "\"lognormal(1, 20 %)\""
static const double pi_4 = M_PI * M_PI * M_PI * M_PI;

/* Indices that are known in closed form. */
struct known {
    const char *text;
    double first[3], total[3];
};

/* y = sin x1 + a sin^2 x2 + b x3^4 sin x1 (Ishigami and Homma 1990): variances of x1, x2, and of x1
 * and x3 together. */
static struct known ishigami(void) {
    const double a = 7, b = 0.1, s1 = pow(1 + b * pi_4 / 5, 2) / 2, s2 = a * a / 8,
                 s13 = 8 * b * b * pi_4 * pi_4 / 225, all = s1 + s2 + s13;
    return (struct known){FORMULAS("1024", "x1: " TURN ", x2: " TURN ", x3: " TURN,
                                   "sin(x1) + 7*sin(x2)^2 + 0.1*x3^4*sin(x1)"),
                          {s1 / all, s2 / all, 0},
                          {(s1 + s13) / all, s2 / all, s13 / all}};
}

/* Additive: shares are those of the squares, first order and total alike. */
static struct known linear(void) {
    return (struct known){
        FORMULAS("1024", "x1: \"normal(3, 1)\", x2: \"normal(-1, 2)\", x3: \"uniform(0, 1)\"",
                 "3*x1 - x2 + 6*x3"),
        {9.0 / 16, 4.0 / 16, 3.0 / 16},
        {9.0 / 16, 4.0 / 16, 3.0 / 16}};
}

/* t_contact = pi sqrt(4/3 pi r^3 rho/k): its logarithm is additive, with 1/4, 9/4 and 1/4 of the
 * variance that the logarithm of each factor has; steps that go with t_c change nothing in that. */
static struct known contact_time(void) {
    return (struct known){"lawtester: 1\n"
                          "let: {k: " TWENTY ", r: " TWENTY ", rho: " TWENTY "}\n"
                          "particles:\n"
                          "  a: {shape: wall}\n"
                          "  b: {shape: sphere, radius: 5e-3*r, density: 2500*rho}\n"
                          "law: {name: linear, kn: 1e5*k, ks: 5e4}\n"
                          "motion: {dt: t_c/20}\n"
                          "stages:\n"
                          "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: broken}\n"
                          "sweep:\n"
                          "  design: sensitivity\n"
                          "  n: 256\n"
                          "  results: [{y: log(t_contact)}]\n",
                          {1.0 / 11, 9.0 / 11, 1.0 / 11},
                          {1.0 / 11, 9.0 / 11, 1.0 / 11}};
}

static struct known (*const cases[])(void) = {ishigami, linear, contact_time};

static struct lt_program *read_sweep(const char *text) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_sweep("test.yaml", text, strlen(text), NULL, 0, errors);
    char *said = lt_errors_text(errors);
    ck_assert_msg(program != NULL, "%s", said);
    free(said);
    lt_errors_free(errors);
    return program;
}

/* A sweep into a folder of its own, which is removed; its document as text, to be freed. */
static char *sweep_document(const char *text, int threads, struct lt_sweep_outcome *outcome,
                            struct lt_arena *arena) {
    make_folder();
    struct lt_program *program = read_sweep(text);
    struct lt_sweep_job job = {
        .program = program, .directory = folder, .threads = threads, .arena = arena};
    enum lt_sweep_status status = lt_sweep_table_make(&job, outcome);
    ck_assert_msg(status == LT_SWEPT, "%s", outcome->why);
    json_t *document = lt_sweep_document(&job, outcome);
    char *dump = json_dumps(document, JSON_REAL_PRECISION(17));
    json_decref(document);
    lt_program_free(program);
    remove_folder();
    return dump;
}

/* A let is named as such, with its unit, whatever stages keep beside it. */
START_TEST(test_let_beside_what_is_kept) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_outcome outcome;
    char *document = sweep_document(
        "lawtester: 1\n"
        "let: {k: \"uniform(90 kN/m, 110 kN/m)\"}\n"
        "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}\n"
        "law: {name: linear, kn: k, ks: k/2}\n"
        "motion: {integrator: leapfrog}\n"
        "stages:\n"
        "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound, done: [{keep: {one: "
        "un}}]}\n"
        "sweep: {n: 8, results: [kn]}\n",
        1, &outcome, arena);
    ck_assert_ptr_nonnull(strstr(document, "\"k\": {\"unit\": \"N/m\""));
    ck_assert_ptr_null(strstr(document, "\"one\""));
    ck_assert_double_eq(outcome.extents[0].least, outcome.extents[1].least);
    ck_assert_double_ge(outcome.extents[0].least, 9e4);
    ck_assert_double_gt(outcome.extents[0].greatest, outcome.extents[0].least);
    free(document);
    lt_arena_free(arena);
}
END_TEST

/* Within four of the standard errors that are told with them. */
START_TEST(test_indices) {
    struct known known = cases[_i]();
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_outcome outcome;
    free(sweep_document(known.text, 1, &outcome, arena));
    ck_assert_uint_eq(outcome.failed, 0);
    for (size_t f = 0; f < 3; f++) {
        const struct lt_index *index = &outcome.indices[3].indices[f];
        ck_within(index->first, known.first[f], 4 * index->first_error);
        ck_within(index->total, known.total[f], 4 * index->total_error);
        ck_assert(index->first_error > 0 && index->first_error < 0.1);
        ck_assert(index->total_error > 0 && index->total_error < 0.1);
    }
    lt_arena_free(arena);
}
END_TEST

/* The results at the 5 % and 95 % of each factor, the others at their medians. */
START_TEST(test_ranges) {
    static const double at_medians = 3 * 3 + 1 + 6 * 0.5, away[] = {3 * Z95, -2 * Z95, 6 * 0.45};
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_outcome outcome;
    free(sweep_document(linear().text, 1, &outcome, arena));
    const double *y = outcome.ranges + 3; /* of columns x1, x2, x3, y, failed */
    ck_near(y[0], at_medians, 1e-14);
    for (size_t f = 0; f < 3; f++) {
        ck_near(y[5 * (1 + 2 * f)], at_medians - away[f], 1e-13);
        ck_near(y[5 * (2 + 2 * f)], at_medians + away[f], 1e-13);
    }
    lt_arena_free(arena);
}
END_TEST

/* The 5 % of a range that goes down is the smaller number, too; what differs by rounding alone does
 * not vary, and of one point nothing is known. */
START_TEST(test_ends_of_ranges) {
    static const char down[] = FORMULAS("2", "x1: 0", "3*x1") "  over: {x1: {from: 6, to: 4}}\n",
                      level[] = FORMULAS("16", "x1: \"uniform(1, 2)\"", "sqrt(x1)^2/x1"),
                      one[] = FORMULAS("1", "x1: \"uniform(1, 2)\"", "x1");
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_outcome outcome;
    free(sweep_document(down, 1, &outcome, arena));
    const double *y = outcome.ranges + 1; /* of columns x1, y, failed */
    ck_near(y[3], 3 * 4.1, 1e-13);
    ck_near(y[6], 3 * 5.9, 1e-13);
    free(sweep_document(level, 1, &outcome, arena));
    ck_assert(outcome.indices[1].variance > 0 && isnan(outcome.indices[1].indices[0].first));
    free(sweep_document(one, 1, &outcome, arena));
    ck_assert(outcome.indices[1].used < 2);
    lt_arena_free(arena);
}
END_TEST

START_TEST(test_same_document) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_sweep_outcome outcome;
    const char *text = FORMULAS("64", "x1: " TURN ", x2: " TURN, "sin(x1)*(1 + x2)");
    char *one = sweep_document(text, 1, &outcome, arena);
    char *other = sweep_document(text, 2 + _i, &outcome, arena);
    ck_assert_str_eq(one, other);
    ck_assert_ptr_nonnull(strstr(one, "\"ST_error\""));
    ck_assert_ptr_nonnull(strstr(one, "\"97.5\""));
    ck_assert_ptr_nonnull(strstr(one, "\"ranges_5_95\""));
    free(one);
    free(other);
    lt_arena_free(arena);
}
END_TEST

/* A run that fails takes its whole point with it; a result that never changes has no indices. */
START_TEST(test_incomplete) {
    enum { N = 64, K = 2 };
    double runs[N][K + 2], constant[N][K + 2], with_holes[N + 3][K + 2];
    struct lt_arena *arena = lt_arena_new();
    for (int i = 0; i < N; i++) {
        double a = sin(i), b = cos(3 * i), c = sin(7 * i), d = cos(5 * i);
        const double row[] = {a + 2 * b, c + 2 * d, c + 2 * b, a + 2 * d};
        memcpy(runs[i], row, sizeof row);
        memcpy(with_holes[i], row, sizeof row);
        for (int j = 0; j < K + 2; j++)
            constant[i][j] = 3;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < K + 2; j++)
            with_holes[N + i][j] = j == i ? NAN : 1e3;
    struct lt_sensitivity whole = lt_sensitivity_find(*runs, N, K, 1, arena),
                          holed = lt_sensitivity_find(*with_holes, N + 3, K, 1, arena),
                          none = lt_sensitivity_find(*constant, N, K, 1, arena),
                          nothing = lt_sensitivity_find(*constant, 0, K, 1, arena);
    ck_assert_uint_eq(holed.used, N);
    ck_assert_mem_eq(whole.indices, holed.indices, K * sizeof *whole.indices);
    ck_assert(whole.indices[1].total > whole.indices[0].total);
    ck_assert(isnan(none.indices[0].first) && isnan(nothing.indices[1].total));
    lt_arena_free(arena);
}
END_TEST

static void add(TCase *tcase) {
    tcase_add_loop_test(tcase, test_quantiles, 0, sizeof quantiles / sizeof *quantiles);
    tcase_add_loop_test(tcase, test_mean_of_a_let, 0, sizeof lets / sizeof *lets);
    tcase_add_loop_test(tcase, test_mistakes, 0, sizeof mistakes / sizeof *mistakes);
    tcase_add_loop_test(tcase, test_percentiles, 0, sizeof orders / sizeof *orders);
    tcase_add_loop_test(tcase, test_few, 0, sizeof few / sizeof *few);
    tcase_add_test(tcase, test_let_beside_what_is_kept);
    tcase_add_loop_test(tcase, test_indices, 0, sizeof cases / sizeof *cases);
    tcase_add_loop_test(tcase, test_same_document, 0, 2);
    tcase_add_test(tcase, test_ranges);
    tcase_add_test(tcase, test_ends_of_ranges);
    tcase_add_test(tcase, test_incomplete);
}

LT_TESTS("uncertainty", add)
