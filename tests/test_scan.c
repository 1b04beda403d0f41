/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where functions that are known meet a number: all roots, extremes, gaps, jumps. */
#include "calibrate/scan.h"
#include "lt_check.h"

#include <gsl/gsl_errno.h>
#include <string.h>

struct counted {
    double (*f)(double x);
    int evaluations;
    double where; /* sum of weights of x, one for each evaluation */
};

static double evaluate_at(double x, void *data) {
    struct counted *counted = data;
    counted->where += asinh(x) * (1 + 0.5 * cos(++counted->evaluations));
    return counted->f(x);
}

static struct lt_scan scan(struct counted *counted, double lo, double hi, double wanted) {
    struct lt_scan s = {.result = evaluate_at,
                        .data = counted,
                        .range = {lo, hi},
                        .typical = 1,
                        .wanted = wanted,
                        .accuracy = 1e-12,
                        .jump = 1e-4};
    gsl_set_error_handler_off();
    lt_scan_range(&s);
    return s;
}

static void check_order(const struct lt_scan *s) {
    for (size_t i = 1; i < s->count; i++)
        ck_assert_double_ge(s->x[i], s->x[i - 1]);
    for (size_t i = 1; i < s->n_roots; i++)
        ck_assert_double_gt(s->roots[i], s->roots[i - 1]);
}

/* ---- By points ------------------------------------------------------------------------------- */

static double cube(double x) {
    return x * x * x;
}
static double decay(double x) {
    return exp(-x);
}
static double wave(double x) {
    return sin(x);
}
static double bump(double x) {
    return 1 / (1 + 25 * (x - 0.73) * (x - 0.73));
}
static double step_up(double x) {
    return x < 1.234 ? 1 : 3;
}
static double plateau(double x) {
    return x < 2 ? x : x < 4 ? 2 : x - 2;
}
static double middle(double x) {
    return x < 0.7 || x > 2.9 ? NAN : x;
}
static double hole(double x) {
    return x > 1.42 && x < 1.48 ? NAN : x;
}
static double restitution(double x) {
    return x > 3 ? 0 : exp(-2 * x);
}
static double root_of(double x) {
    return sqrt(x);
}
static double level(double x) {
    (void)x;
    return 7;
}

static const struct {
    double (*f)(double x);
    double lo, hi, wanted, roots[4], lowest[2], highest[2];
    size_t n_roots;
} scans[] = {
    {cube, 0, 10, 27, {3}, {0, 0}, {10, 1000}, 1},
    {cube, -2, 10, -1, {-1}, {-2, -8}, {10, 1000}, 1},
    {cube, -1, 2, 0, {0}, {-1, -1}, {2, 8}, 1},
    {decay, 0, 20, 1e-3, {6.907755278982137}, {20, 2.061153622438558e-9}, {0, 1}, 1},
    {decay, 0, 1, 0.1, {0}, {1, 0.36787944117144233}, {0, 1}, 0},
    {wave,
     0.1,
     12,
     0.5,
     {0.5235987755982988, 2.617993877991494, 6.806784082777885, 8.90117918517108},
     {4.71238898038469, -1},
     {1.5707963267948966, 1},
     4},
    {bump,
     0,
     10,
     0.999,
     {0.7236722800283127, 0.7363277199716873},
     {10, 4.6526289098076262e-4},
     {0.73, 1},
     2},
    {bump, 0, 10, 1.001, {0}, {10, 4.6526289098076262e-4}, {0.73, 1}, 0},
    {step_up, 0, 10, 2, {0}, {0, 1}, {1.5, 3}, 0},
    {root_of, 0, INFINITY, 30, {900}, {0, 0}, {10000, 100}, 1},
    {root_of, 0, INFINITY, 101, {0}, {0, 0}, {10000, 100}, 0},
    {restitution, 0, 10, 0.5, {0.34657359027997264}, {3.1622776601683795, 0}, {0, 1}, 1},
};

START_TEST(every_root) {
    struct counted counted = {.f = scans[_i].f};
    const struct lt_scan s = scan(&counted, scans[_i].lo, scans[_i].hi, scans[_i].wanted);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, scans[_i].n_roots);
    const double width = fmin(scans[_i].hi, 1e4) - scans[_i].lo;
    for (size_t k = 0; k < s.n_roots; k++) {
        /* A cube is flat where it is 0. */
        ck_within(s.roots[k], scans[_i].roots[k], scans[_i].wanted != 0 ? 1e-9 * width : 1e-4);
        ck_within(scans[_i].f(s.roots[k]), scans[_i].wanted, 1e-9 * fabs(scans[_i].wanted) + 1e-14);
    }
    ck_within(s.lowest[1], scans[_i].lowest[1], 1e-9 * fabs(s.highest[1]));
    ck_within(s.highest[1], scans[_i].highest[1], 1e-9 * fabs(s.highest[1]));
    ck_within(s.highest[0], scans[_i].highest[0], 1e-3 * fabs(scans[_i].highest[0]));
    ck_within(s.lowest[0], scans[_i].lowest[0], 1e-3 * fabs(scans[_i].lowest[0]));
    ck_assert(!s.is_flat && s.missing == 0);
    ck_assert(isnan(s.none[0]) && isnan(s.none[1]));
    ck_assert(isnan(s.nearest[0]));
    ck_assert(!lt_scan_is_constant(&s));
}
END_TEST

static double ripples(double x) {
    return sin(10 * x);
}

/* More roots than there is room for: as many as there is, each of them one. */
START_TEST(more_roots_than_room) {
    struct counted counted = {.f = ripples};
    const struct lt_scan s = scan(&counted, 0.1, 3.9, 0.3);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, LT_SCAN_ROOTS);
    for (size_t k = 0; k < s.n_roots; k++)
        ck_within(ripples(s.roots[k]), 0.3, 1e-9);
    ck_assert(isnan(s.nearest[0]));
}
END_TEST

/* Twenty steps from end to end, and half decades around what is typical. */
START_TEST(points_of_a_range) {
    struct counted counted = {.f = decay};
    struct lt_scan s = scan(&counted, 0, 10, 2);
    ck_assert_uint_eq(s.count, 21 + 10 - 1); /* up to 10^0.5; 1 is one of the twenty */
    for (int i = 0; i <= 20; i++) {
        size_t k = 0;
        while (k < s.count && s.x[k] != 10.0 * i / 20)
            k++;
        ck_assert_uint_lt(k, s.count);
    }
    for (int i = -8; i <= 1; i++) {
        size_t k = 0;
        while (k < s.count && fabs(s.x[k] - pow(10, 0.5 * i)) > 1e-12)
            k++;
        ck_assert_uint_lt(k, s.count);
    }
    s = scan(&counted, 0, INFINITY, 2);
    ck_assert_uint_eq(s.count, 18);
    ck_near(s.x[17], 1e4, 1e-12);
    ck_near(s.x[1], 1e-4, 1e-12);
}
END_TEST

/* A whole interval meets it. */
START_TEST(flat) {
    struct counted counted = {.f = plateau};
    struct lt_scan s = scan(&counted, 0, 10, 2);
    ck_assert(s.is_flat);
    ck_assert_double_eq(s.flat[0], 2);
    ck_assert_double_eq(s.flat[1], 4);
    s.wanted = 5; /* once more with another */
    lt_scan_range(&s);
    ck_assert(!s.is_flat);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], 7, 1e-9);
    struct counted same = {.f = level};
    const struct lt_scan constant = scan(&same, 0, 10, 2);
    ck_assert(lt_scan_is_constant(&constant));
    ck_assert_uint_eq(constant.n_roots, 0);
}
END_TEST

/* Where there is no result: beyond the ends, which are told, and between. */
START_TEST(gaps) {
    struct counted counted = {.f = middle};
    struct lt_scan s = scan(&counted, 0, 4, 2.1);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], 2.1, 1e-12);
    ck_near(s.x[0], 0.8, 1e-12);
    ck_near(s.x[s.count - 1], 2.8, 1e-12);
    ck_assert_double_eq(s.none[0], 0);
    ck_assert_double_eq(s.none[1], 4);
    /* below 0.8 four of the twenty-one, and eight half decades; above 2.8 six, and 10^0.5 */
    ck_assert_uint_eq(s.missing, 4 + 8 + 6 + 1);
    counted.f = hole;
    s = scan(&counted, 0, 2.9, 2.1);
    ck_assert_uint_eq(s.missing, 1);
    ck_assert(isnan(s.none[0]) && isnan(s.none[1]));
    ck_assert_uint_eq(s.n_roots, 1);
}
END_TEST

/* No result at all. */
static double nowhere(double x) {
    (void)x;
    return NAN;
}

START_TEST(nothing) {
    struct counted counted = {.f = nowhere};
    const struct lt_scan s = scan(&counted, 0, 10, 2);
    ck_assert_uint_eq(s.count, 0);
    ck_assert_uint_eq(s.n_roots, 0);
    ck_assert_uint_gt(s.missing, 20);
    ck_assert(!lt_scan_is_constant(&s));
}
END_TEST

/* Results that are not known any closer than in steps of 1e-7: the place is told, not taken. */
static double stairs(double x) {
    return 1e-7 * floor(1e7 * x);
}

START_TEST(unresolved) {
    struct counted counted = {.f = stairs};
    const struct lt_scan s = scan(&counted, 0, 10, 2.22222223456);
    ck_assert_uint_eq(s.n_roots, 0);
    ck_near(s.nearest[0], 2.22222223456, 1e-7);
    ck_near(s.nearest[1], 2.22222223456, 1e-7);
}
END_TEST

/* As a restitution jumps by the step in which a contact ends. */
static double step_at_half(double x) {
    return x + (x < 0.5 ? -5e-4 : 5e-4);
}

/* A jump counts as one result where no closer one can be had. */
START_TEST(small_jump) {
    struct counted counted = {.f = step_at_half};
    ck_assert(isnan(scan(&counted, 0.1, 0.9, 0.5).nearest[0]));
    struct lt_scan s = scan(&counted, 0.1, 0.9, 0.5);
    s.jump = 2e-3 / 0.5;
    lt_scan_range(&s);
    ck_near(s.nearest[0], 0.5, 1e-9);
}
END_TEST

static double late(double x) {
    return x > 6.1 ? NAN : 1 + 0.1 * x;
}

/* Results that end before the target is met at a point: met beside the edge, or not at all. */
START_TEST(edges) {
    struct counted counted = {.f = late};
    struct lt_scan s = scan(&counted, 0, 10, 1.605);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], 6.05, 1e-9);
    ck_assert_double_eq(s.none[1], 10);
    s = scan(&counted, 0, 10, 1.62);
    ck_assert_uint_eq(s.n_roots, 0);
    ck_within(s.highest[1], 1.61, 1e-8);
}
END_TEST

static double waves(double x) {
    return sin(6 * x) + 0.05 * x;
}
static double kink(double x) {
    return 1 - fabs(x - 0.777);
}

/* Each extreme is located, however many there are, and where the result has a kink. */
START_TEST(every_extreme) {
    struct counted counted = {.f = waves};
    const struct lt_scan s = scan(&counted, 0, 4, 3);
    const double top = (acos(-0.05 / 6) + 6 * M_PI) / 6, low = (2 * M_PI - acos(-0.05 / 6)) / 6;
    ck_near(s.highest[0], top, 1e-6);
    ck_near(s.highest[1], waves(top), 1e-12);
    ck_near(s.lowest[0], low, 1e-6);
    ck_near(s.lowest[1], waves(low), 1e-12);
    counted.f = kink;
    const struct lt_scan k = scan(&counted, 0, 4, 3);
    ck_within(k.highest[1], 1, 1e-6);
}
END_TEST

/* Two points of the range and a handful more for a root: the rest is the range. */
START_TEST(few_looks) {
    struct counted counted = {.f = decay};
    const struct lt_scan s = scan(&counted, 0, 4, 0.3);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], -log(0.3), 1e-12);
    ck_assert_int_le(s.iterations, 4);
    ck_assert_int_le(counted.evaluations, (int)s.count + 2 + 2 * s.iterations);
}
END_TEST

/* ---- By rough results ------------------------------------------------------------------------ */

/* Off by a hundredth, up and down, as it says; or by a tenth, which it does not say. */
static double evaluate_roughly(double x, double *error, void *data) {
    const struct counted *counted = data;
    *error = 0.011;
    return counted->f(x) + 0.01 * sin(1e4 * x);
}

static double evaluate_wrongly(double x, double *error, void *data) {
    const struct counted *counted = data;
    *error = 0;
    return counted->f(x) + (x > 1 ? 0.1 : -0.1);
}

/* A valley that the target is in; rough results are off by more than its depth, and only the first
 * one says so. */
static double valley(double x) {
    return 1 + 0.002 * (x - 2) * (x - 2);
}

static double evaluate_flat(double x, double *error, void *data) {
    (void)data;
    *error = x == 0 ? 0.02 : 0;
    return 1.01;
}

static const struct {
    double (*f)(double x);
    double lo, hi, wanted;
    double (*rough)(double x, double *error, void *data);
    int most; /* full results */
} roughly[] = {
    {decay, 0, 4, 0.3, evaluate_roughly, 20},
    {decay, 0, 4, 0.31, evaluate_wrongly, 50}, /* all of the points are, once more */
    {decay, 0, 4, 2, evaluate_roughly, 2},
    {wave, 0.1, 12, 0.5, evaluate_roughly, 80},
    {bump, 0, 10, 0.999, evaluate_roughly, 120}, /* a peak that just reaches it, or not */
    {bump, 0, 10, 1.001, evaluate_roughly, 60},
    {hole, 0, 2.9, 2.1, evaluate_roughly, 20},
    {valley, 0, 4, 1.0005, evaluate_flat, 110},
    {middle, 0, 4, 2.1, evaluate_roughly, 50},
};

START_TEST(rough_results) {
    struct counted counted = {.f = roughly[_i].f};
    const struct lt_scan full = scan(&counted, roughly[_i].lo, roughly[_i].hi, roughly[_i].wanted);
    counted.evaluations = 0;
    struct lt_scan s = {.result = evaluate_at,
                        .rough = roughly[_i].rough,
                        .data = &counted,
                        .range = {roughly[_i].lo, roughly[_i].hi},
                        .typical = 1,
                        .wanted = roughly[_i].wanted,
                        .accuracy = 1e-12};
    lt_scan_range(&s);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, full.n_roots);
    for (size_t i = 0; i < s.n_roots; i++)
        ck_within(s.roots[i], full.roots[i], 1e-9);
    ck_within(s.lowest[1], full.lowest[1], 0.02);
    ck_within(s.highest[1], full.highest[1], 0.02);
    ck_near(s.lowest[1], counted.f(s.lowest[0]), 1e-15);
    ck_near(s.highest[1], counted.f(s.highest[0]), 1e-15);
    ck_assert_int_le(counted.evaluations, roughly[_i].most);
}
END_TEST

/* ---- The way there --------------------------------------------------------------------------- */

static double poles(double x) {
    return 1 / (x - 1.7);
}
static double narrow(double x) {
    return x + 0.3 / (1 + 1e4 * (x - 2.03) * (x - 2.03));
}
static double uneven(double x) {
    return (x - 0.3) * (x - 1.1) * (x - 2.9) * (x - 3.3) / (1 + x * x);
}

/* Where each of them is asked on the way to nine numbers in three ranges, and what is found: a
 * search that goes another way is another one. */
static const struct {
    double (*f)(double x);
    double evaluations;
} ways[] = {
    {cube, 5556.4938352101},     {decay, 2677.64914338909},   {wave, 60401.0564294906},
    {bump, 4642.47394664361},    {step_up, 8822.52525247013}, {plateau, 4236.11727495137},
    {middle, 8093.51113968352},  {hole, 4509.34042507693},    {restitution, 2613.03386848802},
    {root_of, 4006.44156455857}, {level, 2808.26214496944},   {stairs, 4371.19024590165},
    {late, 4858.27294172684},    {ripples, 35644.0687210676}, {poles, 22762.589844415},
    {narrow, 4559.43237736753},  {uneven, 7988.50218096935},
};
enum { WAYS = sizeof ways / sizeof *ways };

static double add_way(struct counted *counted, double lo, double hi, double wanted) {
    const struct lt_scan s = scan(counted, lo, hi, wanted);
    double found = (double)s.count + 2 * (double)s.missing + 3 * s.iterations +
                   5 * (double)s.n_roots + (s.is_flat ? s.flat[0] + 2 * s.flat[1] : 0);
    for (size_t i = 0; i < s.n_roots; i++)
        found += (1 + 0.1 * (double)i) * s.roots[i];
    const double *const more[] = {s.lowest, s.highest, s.none, s.nearest};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 2 && s.count > 0; k++)
            found += isnan(more[i][k]) ? 0 : (1.3 + (double)(2 * i + k)) * asinh(more[i][k]);
    return found;
}

START_TEST(same_way) {
    static const double ranges[][2] = {{0, 4}, {0.1, 3.1}, {0, INFINITY}};
    struct counted counted = {.f = ways[_i].f};
    double all = 0;
    for (int i = 0; i < 27; i++)
        all += (1 + 0.01 * i) *
               add_way(&counted, ranges[i % 3][0], ranges[i % 3][1], 0.05 + 0.37 * (i / 3));
    all += counted.where + counted.evaluations;
    ck_assert_msg(fabs(all - ways[_i].evaluations) <= 1e-9 * fabs(all),
                  "function %d: %.15g is now %.15g", _i, ways[_i].evaluations, all);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, same_way, 0, WAYS);
    tcase_add_loop_test(t, every_root, 0, sizeof scans / sizeof *scans);
    tcase_add_loop_test(t, rough_results, 0, sizeof roughly / sizeof *roughly);
    tcase_add_test(t, points_of_a_range);
    tcase_add_test(t, more_roots_than_room);
    tcase_add_test(t, flat);
    tcase_add_test(t, gaps);
    tcase_add_test(t, nothing);
    tcase_add_test(t, unresolved);
    tcase_add_test(t, small_jump);
    tcase_add_test(t, few_looks);
    tcase_add_test(t, edges);
    tcase_add_test(t, every_extreme);
}

LT_TESTS("scan", add)
