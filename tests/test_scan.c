/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where functions that are known meet a number: all roots, extremes, gaps, jumps; in few looks. */
#include "calibrate/scan.h"
#include "lt_check.h"

#include <gsl/gsl_errno.h>
#include <string.h>

struct asked {
    double (*f)(double x);
    int exact, surveys, roughly;
    double looks; /* where it was asked, a weight for each time */
};

static void note_look(struct asked *asked, double x) {
    asked->looks +=
        asinh(x) * (1 + 0.5 * cos(asked->exact + 3 * asked->surveys + 2 * asked->roughly));
}

static double exactly(double x, void *data) {
    struct asked *asked = data;
    asked->exact++;
    note_look(asked, x);
    return asked->f(x);
}

/* 0.1 % too large: what a coarser step makes of it. */
static bool survey(const double *x, size_t count, double *y, void *data) {
    struct asked *asked = data;
    asked->surveys++;
    for (size_t i = 0; i < count; i++)
        y[i] = 1.001 * asked->f(x[i]);
    note_look(asked, x[count / 3]);
    return true;
}

static double roughly(double x, void *data) {
    struct asked *asked = data;
    asked->roughly++;
    note_look(asked, x);
    return 1.001 * asked->f(x);
}

static struct lt_scan scan(struct asked *asked, double lo, double hi, double wanted) {
    struct lt_scan s = {.result = exactly,
                        .data = asked,
                        .range = {lo, hi},
                        .typical = 1,
                        .wanted = wanted,
                        .rounding = 1e-10};
    gsl_set_error_handler_off();
    lt_scan_range(&s);
    return s;
}

static struct lt_scan scan_with(struct asked *asked, double lo, double hi, double wanted,
                                bool surveyed) {
    struct lt_scan s = {.result = exactly,
                        .survey = surveyed ? survey : NULL,
                        .rough = surveyed ? NULL : roughly,
                        .data = asked,
                        .range = {lo, hi},
                        .typical = 1,
                        .wanted = wanted,
                        .rounding = 1e-10};
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
    struct asked asked = {.f = scans[_i].f};
    const struct lt_scan s = scan(&asked, scans[_i].lo, scans[_i].hi, scans[_i].wanted);
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
    struct asked asked = {.f = ripples};
    const struct lt_scan s = scan(&asked, 0.1, 3.9, 0.3);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, LT_SCAN_ROOTS);
    for (size_t k = 0; k < s.n_roots; k++)
        ck_within(ripples(s.roots[k]), 0.3, 1e-9);
    ck_assert(isnan(s.nearest[0]));
}
END_TEST

/* Twenty steps from end to end, and half decades around what is typical. */
START_TEST(points_of_a_range) {
    struct asked asked = {.f = decay};
    struct lt_scan s = scan(&asked, 0, 10, 2);
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
    s = scan(&asked, 0, INFINITY, 2);
    ck_assert_uint_eq(s.count, 18);
    ck_near(s.x[17], 1e4, 1e-12);
    ck_near(s.x[1], 1e-4, 1e-12);
}
END_TEST

/* A whole interval meets it. */
START_TEST(flat) {
    struct asked asked = {.f = plateau};
    struct lt_scan s = scan(&asked, 0, 10, 2);
    ck_assert(s.is_flat);
    ck_assert_double_eq(s.flat[0], 2);
    ck_assert_double_eq(s.flat[1], 4);
    s.wanted = 5; /* once more with another */
    lt_scan_range(&s);
    ck_assert(!s.is_flat);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], 7, 1e-9);
    struct asked same = {.f = level};
    const struct lt_scan constant = scan(&same, 0, 10, 2);
    ck_assert(lt_scan_is_constant(&constant));
    ck_assert_uint_eq(constant.n_roots, 0);
}
END_TEST

/* Where there is no result: beyond the ends, which are told, and between. */
START_TEST(gaps) {
    struct asked asked = {.f = middle};
    struct lt_scan s = scan(&asked, 0, 4, 2.1);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], 2.1, 1e-12);
    ck_near(s.x[0], 0.8, 1e-12);
    ck_near(s.x[s.count - 1], 2.8, 1e-12);
    ck_assert_double_eq(s.none[0], 0);
    ck_assert_double_eq(s.none[1], 4);
    /* below 0.8 four of the twenty-one, and eight half decades; above 2.8 six, and 10^0.5 */
    ck_assert_uint_eq(s.missing, 4 + 8 + 6 + 1);
    asked.f = hole;
    s = scan(&asked, 0, 2.9, 2.1);
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
    struct asked asked = {.f = nowhere};
    const struct lt_scan s = scan(&asked, 0, 10, 2);
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
    struct asked asked = {.f = stairs};
    const struct lt_scan s = scan(&asked, 0, 10, 2.22222223456);
    ck_assert_uint_eq(s.n_roots, 0);
    ck_near(s.nearest[0], 2.22222223456, 1e-7);
    ck_near(s.nearest[1], 2.22222223456, 1e-7);
}
END_TEST

/* ---- By a survey, by rough results ----------------------------------------------------------- */

static double turning(double x) {
    return 1 + x * (10 - x) / 25;
}
static double late(double x) {
    return x > 6.1 ? NAN : 1 + 0.1 * x;
}

/* What is wanted is met once, clearly: by the ends and a handful of looks. */
START_TEST(few_looks) {
    struct asked asked = {.f = decay};
    struct lt_scan s = scan_with(&asked, 0, 4, 0.3, true);
    ck_assert_int_eq(asked.surveys, 1);
    ck_assert_int_le(asked.exact, 7);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], -log(0.3), 1e-9);
    ck_assert_uint_eq(s.count, 2);
    ck_assert_double_eq(s.lowest[0], 4);
    ck_assert_double_eq(s.highest[0], 0);
    ck_assert_int_eq(s.iterations, 2);
    asked = (struct asked){.f = cube}; /* one that is not positive */
    s = scan_with(&asked, -2, 3, -1.2, true);
    ck_assert_int_le(asked.exact, 9);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], -cbrt(1.2), 1e-9);
}
END_TEST

/* Where the survey does not tell enough the range is looked at as if there were none. */
START_TEST(survey_that_does_not_do) {
    static const struct {
        double (*f)(double x);
        double hi, wanted;
        size_t roots;
    } of[] = {{turning, 10, 1.5, 2}, {turning, 10, 1.9999, 2}, {turning, 10, 2.01, 0},
              {wave, 12, 0.3, 4},    {decay, 4, 0.9999, 1},    {decay, 4, 0.0184, 1},
              {decay, 4, 1.3, 0},    {late, 10, 1.05, 1},      {turning, 5.5, 1.5, 1}};
    struct asked alone = {.f = of[_i].f}, asked = alone;
    const struct lt_scan a = scan(&alone, 0, of[_i].hi, of[_i].wanted),
                         b = scan_with(&asked, 0, of[_i].hi, of[_i].wanted, true);
    ck_assert_int_eq(asked.surveys, 1);
    ck_assert_uint_eq(a.n_roots, of[_i].roots);
    ck_assert_uint_eq(b.n_roots, of[_i].roots);
    for (size_t k = 0; k < a.n_roots; k++)
        ck_near(b.roots[k], a.roots[k], 1e-9);
    ck_near(a.lowest[1], b.lowest[1], 1e-9);
    ck_near(a.highest[1], b.highest[1], 1e-9);
}
END_TEST

/* A contact that never ends has e_n = 0: the survey leaves that end out, and it is looked at. */
START_TEST(survey_with_an_end) {
    struct asked asked = {.f = restitution};
    const struct lt_scan s = scan_with(&asked, 0, 10, 0.1, true);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], -log(0.1) / 2, 1e-9);
    ck_assert_int_le(asked.exact, 12);
    ck_assert_double_eq(s.lowest[1], 0);
    ck_assert_double_eq(s.highest[1], 1);
}
END_TEST

/* Rough ones tell where the roots and extremes are; each is then found as it is. */
START_TEST(rough_results) {
    struct asked asked = {.f = turning};
    struct lt_scan s = scan_with(&asked, 0, 10, 1.5, false);
    check_order(&s);
    ck_assert_uint_eq(s.n_roots, 2);
    ck_near(s.roots[0], 5 - sqrt(12.5), 1e-9);
    ck_near(s.roots[1], 5 + sqrt(12.5), 1e-9);
    ck_near(s.highest[1], 2, 1e-9);
    ck_near(s.highest[0], 5, 1e-6);
    ck_near(s.lowest[1], 1, 1e-9);
    ck_assert_int_gt(asked.roughly, 20);
    ck_assert_int_le(asked.exact, 24);
    asked = (struct asked){.f = decay};
    s = scan_with(&asked, 0, 4, 0.3, false);
    ck_assert_uint_eq(s.n_roots, 1);
    ck_near(s.roots[0], -log(0.3), 1e-9);
    ck_near(s.lowest[1], exp(-4), 1e-12);
    ck_near(s.highest[1], 1, 1e-12);
    ck_assert_int_le(asked.exact, 12);
    asked = (struct asked){.f = turning}; /* its peak is too close to that */
    s = scan_with(&asked, 0, 10, 1.999, false);
    ck_assert_uint_eq(s.n_roots, 2);
    ck_near(s.roots[0], 5 - sqrt(0.025), 1e-7);
    ck_assert_int_gt(asked.exact, 30);
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
 * search that goes another way is another one. By points, by a survey, by rough results. */
static const struct {
    double (*f)(double x);
    double looks[3];
} ways[] = {
    {cube, {5556.4938352101, 3284.94464930668, 5985.0635856202}},
    {decay, {2677.64914338909, 2284.6303843615, 3426.54249389075}},
    {wave, {58053.8334215191, 58137.3980856731, 58827.8347897424}},
    {bump, {4696.40938445053, 4766.71767384503, 5577.5984373925}},
    {step_up, {8344.03689689526, 8728.68486704581, 13352.2742898993}},
    {plateau, {4236.11727495137, 2874.31779755657, 4907.65050593424}},
    {middle, {8093.51113968352, 7368.4591812751, 8153.2775439989}},
    {hole, {4509.34042507693, 3023.58609746354, 5437.64957540219}},
    {restitution, {2599.58061329895, 2285.9856039354, 3354.16500438969}},
    {root_of, {4006.44156455857, 2474.88282474878, 4630.53572305004}},
    {level, {2808.26214496944, 2893.37365144254, 4322.56300356099}},
    {stairs, {4371.19024590165, 2211.19391791014, 4867.61241850711}},
    {turning, {3943.85376722505, 3692.53969177117, 4542.26324457383}},
    {late, {4858.27294172684, 4951.87775214247, 5543.84278904122}},
    {ripples, {26651.9533641853, 26682.083561807, 29405.4797292492}},
    {poles, {21998.5513197516, 22090.4250834491, 36235.8887146637}},
    {narrow, {4559.43237736753, 2379.93879315295, 5034.48728633414}},
    {uneven, {8593.11212125563, 8696.18487917458, 10413.569266582}},
};
enum { WAYS = sizeof ways / sizeof *ways };

static double add_way(struct asked *asked, double lo, double hi, double wanted, int how) {
    const struct lt_scan s =
        how == 0 ? scan(asked, lo, hi, wanted) : scan_with(asked, lo, hi, wanted, how == 1);
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
    for (int how = 0; how < 3; how++) {
        struct asked asked = {.f = ways[_i].f};
        double all = 0;
        for (int i = 0; i < 27; i++)
            all += (1 + 0.01 * i) *
                   add_way(&asked, ranges[i % 3][0], ranges[i % 3][1], 0.05 + 0.37 * (i / 3), how);
        all += asked.looks + asked.exact + 3 * asked.surveys + 2 * asked.roughly;
        ck_assert_msg(fabs(all - ways[_i].looks[how]) <= 1e-9 * fabs(all),
                      "function %d, way %d: %.15g is now %.15g", _i, how, ways[_i].looks[how], all);
    }
}
END_TEST

/* Of rough results that lean the extreme lies beside that of the results. */
static double leaning(double x, void *data) {
    struct asked *asked = data;
    asked->roughly++;
    return asked->f(x) + 2e-3 * x;
}

START_TEST(extreme_beside) {
    struct asked asked = {.f = turning};
    struct lt_scan s = {.result = exactly,
                        .rough = leaning,
                        .data = &asked,
                        .range = {0, 10},
                        .typical = 1,
                        .wanted = 1.5,
                        .rounding = 1e-10};
    gsl_set_error_handler_off();
    lt_scan_range(&s);
    ck_assert_int_le(asked.exact, 24);
    ck_near(s.highest[0], 5, 1e-9);
    ck_near(s.highest[1], 2, 1e-12);
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, extreme_beside);
    tcase_add_loop_test(t, same_way, 0, WAYS);
    tcase_add_loop_test(t, every_root, 0, sizeof scans / sizeof *scans);
    tcase_add_test(t, points_of_a_range);
    tcase_add_test(t, more_roots_than_room);
    tcase_add_test(t, flat);
    tcase_add_test(t, gaps);
    tcase_add_test(t, nothing);
    tcase_add_test(t, unresolved);
    tcase_add_test(t, few_looks);
    tcase_add_loop_test(t, survey_that_does_not_do, 0, 9);
    tcase_add_test(t, survey_with_an_end);
    tcase_add_test(t, rough_results);
}

LT_TESTS("scan", add)
