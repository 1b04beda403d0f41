/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The damping ratio that gives a wanted restitution, found on the law itself. */
#include "calibrate.h"
#include "programs.h"
#include "record.h"

#include <gsl/gsl_errno.h>

/* What was found of one unknown, and of the program nothing that is freed. */
struct one {
    struct lt_calibration all;
    double value, closed_form, achieved, sensitivity, reachable[2];
    bool converged, run_failed;
    const char *convention, *message;
    int evaluations;
};

static struct one find(const char *text, const char *vary, double lo, double hi, const char *result,
                       double target, const char *d) {
    struct lt_program *program = read_program(text, d, NULL);
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    struct lt_vary v = {.name = vary,
                        .target = lt_names_find(&names, vary),
                        .lo = lo,
                        .hi = hi,
                        .bounded = isfinite(hi)};
    struct lt_target t = {
        .name = result,
        .result = lt_names_find(&names, result),
        .value = {
            .given = true, .value = target, .path = result, .min = -INFINITY, .max = INFINITY}};
    gsl_set_error_handler_off(); /* as the programs do */
    static struct one found;     /* the message outlives this call */
    found = (struct one){.all = lt_calibrate(program, &v, &t, 1, NULL)};
    found.value = found.all.unknowns[0].value;
    found.closed_form = found.all.unknowns[0].closed_form;
    found.convention = found.all.unknowns[0].convention;
    found.achieved = found.all.aims[0].achieved;
    memcpy(found.reachable, found.all.aims[0].reachable, sizeof found.reachable);
    found.sensitivity = found.all.sensitivity[0][0];
    found.converged = found.all.converged;
    found.run_failed = found.all.run_failed;
    found.message = found.all.message;
    found.evaluations = found.all.evaluations;
    lt_program_free(program);
    return found;
}

static const char *const mode[] = {"dp_mode=0", "dp_mode=1", "dp_mode=2", "dp_mode=3"};
static const char *const impact = IMPACT("rgap: 0", "integrator: exact");

START_TEST(half_in_every_mode) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.5, mode[_i]);
    double wanted = _i % 2 ? 0.255275637649 : 0.215453761966;
    ck_assert(c.converged);
    ck_near(c.value, wanted, 1e-9);
    ck_near(c.closed_form, wanted, 1e-9);
    ck_near(c.achieved, 0.5, 1e-9);
    ck_assert_msg(strstr(c.convention, _i % 2 ? "may not pull" : "may pull") != NULL, "%s",
                  c.convention);
    ck_assert_int_lt(c.evaluations, 60);
}
END_TEST

/* A target that the range cannot give: refused, with what it can give. */
START_TEST(out_of_reach_says_what_is_in_reach) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.1, mode[1]);
    ck_assert(!c.converged && !c.run_failed);
    ck_near(c.reachable[0], 0.135335283237, 1e-10);
    ck_near(c.reachable[1], 1, 1e-10);
    ck_assert_msg(strstr(c.message, "0.135335283237") != NULL, "%s", c.message);
    c = find(impact, "dp_nratio", 0, 2, "e_n", 0.1, mode[1]);
    ck_assert(c.converged);
    ck_near(c.value, 1.24318785101, 1e-9);
}
END_TEST

/* Without a range the parameter's own, unbounded one is searched. */
START_TEST(unbounded_range) {
    struct one c = find(impact, "dp_nratio", 0, INFINITY, "e_n", 0.001, mode[1]);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.value, 15.717048578941985654, 1e-9);
}
END_TEST

/* Overdamped and allowed to pull, the beads never part: e_n = 0, found without looping. */
START_TEST(contact_that_never_separates) {
    struct one c = find(impact, "dp_nratio", 1.5, 3, "e_n", 0.2, mode[0]);
    ck_assert(!c.converged && !c.run_failed);
    ck_assert_double_eq(c.reachable[0], 0);
    ck_assert_double_eq(c.reachable[1], 0);
    c = find(impact, "dp_nratio", 0, 2, "e_n", 0.2, mode[0]);
    ck_assert(c.converged);
    ck_near(exp(-M_PI * c.value / sqrt(1 - c.value * c.value)), 0.2, 1e-9);
}
END_TEST

/* Any parameter, any result. */
START_TEST(stiffness_for_an_overlap) {
    struct one c = find(impact, "kn", 1e3, 1e7, "overlap_max", 1e-4, "dp_nratio=0");
    double m = 2500 * 4.0 / 3 * M_PI * 125e-9 / 2;
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.value, m / 1e-8, 1e-9);
    c = find(impact, "kn", 1e3, 1e7, "t_contact", 1e-4, "dp_nratio=0");
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.value, m * M_PI * M_PI / 1e-8, 1e-9);
}
END_TEST

/* A range that the parameter may not have is an error of the run, said once. */
START_TEST(run_that_cannot_be_set_up) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.5, "kn=0");
    ck_assert(!c.converged && c.run_failed);
    ck_assert_msg(strstr(c.message, "t_c") != NULL, "%s", c.message);
}
END_TEST

START_TEST(sensitivity_is_the_slope) {
    struct one c = find(impact, "dp_nratio", 0, 1, "e_n", 0.5, mode[0]);
    double b = c.value;
    ck_near(c.sensitivity, -M_PI / pow(1 - b * b, 1.5) * 0.5, 1e-5);
}
END_TEST

/* ---- The inverse of every tabled restitution ---------------------------------------------------
 */

#define BEADS(law)                                                                                 \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 4e-3, density: 1500}\n"                                          \
    "law: {" law "}\n"                                                                             \
    "motion: {integrator: exact}\n"                                                                \
    "let: {v: 1, w: 0}\n"                                                                          \
    "stages:\n"                                                                                    \
    "  - {whats: iiiiii, values: [-v, w, 0, 0, 0, 0], until: broken}\n"

static const struct {
    const char *text, *parameter, *column;
    double hi;
} tabled[] = {
    {BEADS("name: linear, kn: 1e5, dp_mode: full"), "dp_nratio", "beta_full", 2},
    {BEADS("name: linear, kn: 1e5, dp_mode: slip-cut"), "dp_nratio", "beta_full", 1},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension"), "dp_nratio", "beta_notension", 20},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension-slip-cut"), "dp_nratio", "beta_notension",
     16},
    {BEADS("name: hertz, young_eff: 1e8, damping: tsuji, dp_mode: full"), "alpha",
     "alpha_hertz_full", 5},
    {BEADS("name: hertz, young_eff: 1e8, damping: tsuji, dp_mode: no-tension"), "alpha",
     "alpha_hertz_notension", 50},
};

START_TEST(inverse_of_every_tabled_restitution) {
    char path[512], why[256];
    snprintf(path, sizeof path, "%s/data/inverse_beta_of_e.csv", getenv("LT_TEST_DATA"));
    struct lt_csv *csv = lt_csv_read(path, why, sizeof why);
    ck_assert_msg(csv != NULL, "%s", why);
    ck_assert_uint_gt(csv->rows, 20);
    long asked = lt_csv_column(csv, "e_target"), column = lt_csv_column(csv, tabled[_i].column);
    for (size_t i = 0; i < csv->rows; i++) {
        const double *row = csv->cells + i * csv->columns;
        struct one c =
            find(tabled[_i].text, tabled[_i].parameter, 0, tabled[_i].hi, "e_n", row[asked], NULL);
        ck_assert_msg(c.converged, "%s", c.message);
        ck_near(c.value, row[column], 1e-9);
        ck_near(c.closed_form, row[column], 1e-12);
        ck_near(c.achieved, row[asked], 1e-9);
    }
    lt_csv_free(csv);
}
END_TEST

/* ---- Random targets and laws -------------------------------------------------------------------
 * Every one is met, as a run of its own shows, or refused for a reason that holds. */

struct draw {
    unsigned long long state;
};

static double draw(struct draw *d, double lo, double hi) {
    d->state = d->state * 6364136223846793005ULL + 1442695040888963407ULL;
    return lo + (hi - lo) * (double)(d->state >> 11) / 0x1p53;
}

static double decades(struct draw *d, double lo, double hi) {
    return exp(draw(d, log(lo), log(hi)));
}

static const struct {
    const char *text, *parameter, *result;
    double hi, lowest, highest; /* greatest upper bound; what is asked for */
} cases[] = {
    {BEADS("name: linear, kn: 1e5, dp_mode: full"), "dp_nratio", "e_n", 3, -0.1, 1.1},
    {BEADS("name: linear, kn: 1e5, dp_mode: no-tension"), "dp_nratio", "e_n", 3, -0.1, 1.1},
    {BEADS("name: linear, kn: 1e5, dp_mode: slip-cut"), "dp_nratio", "t_contact", 0.9, 1e-4, 1e-3},
    {BEADS("name: hertz, young_eff: 1e8, dp_mode: full"), "alpha", "e_n", 6, -0.1, 1.1},
    {BEADS("name: hertz, young_eff: 1e8, dp_mode: no-tension"), "alpha", "e_n", 6, -0.1, 1.1},
    {BEADS("name: hertz, young_eff: 1e8, damping: viscoelastic"), "A", "e_n", 1e-3, 0, 1},
    {BEADS("name: hertz, young_eff: 1e8, damping: hunt-crossley"), "lambda", "e_n", 10, 0, 1},
    {BEADS("name: linear-elastic, kn: 1e5, kt: 5e4"), "cn", "e_n", 10, 0, 1},
    {BEADS("name: mindlin, young_eff: 1e8, shear_eff: 2e7, dp_mode: no-tension"), "alpha", "e_n", 6,
     0, 1},
    {BEADS("name: linear, kn: 1e5, dp_nratio: 0.1"), "kn", "overlap_max", 1e7, 1e-5, 1e-3},
    {BEADS("name: linear, kn: 1e5, dp_nratio: 0.1"), "v", "fn_max", 10, 1, 200},
    {BEADS("name: linear, kn: 1e5, ks: 3e4, fric: 0.5, dp_nratio: 0.1"), "dp_sratio", "e_t", 2,
     -0.5, 1},
    {BEADS("name: linear, kn: 1e5, ks: 8e4, fric: 0.05, dp_nratio: 0.1, dp_mode: 3"), "dp_sratio",
     "e_t", 2, -1, 1},
};
enum { CASES = sizeof cases / sizeof *cases };

static double obtain(const struct lt_program *program, const char *parameter, double value,
                     const char *result) {
    struct lt_override o = override_of(program, parameter, value);
    struct lt_run_options options = {.exact = true, .max_steps = 20000};
    struct lt_result *r = lt_run(program, &o, 1, &options);
    ck_assert_msg(r->status == LT_DONE || r->unfinished, "%s = %.17g: %s", parameter, value,
                  r->message);
    double y = value_of(program, r, result);
    lt_result_free(r);
    return y;
}

static void try_random(struct draw *d) {
    size_t i = (size_t)draw(d, 0, CASES);
    const char *parameter = cases[i].parameter, *result = cases[i].result;
    double hi = decades(d, 1e-3 * cases[i].hi, cases[i].hi);
    double lo = draw(d, 0, 1) < 0.5 ? 1e-6 * cases[i].hi : hi * draw(d, 0.001, 0.99);
    double wanted = draw(d, cases[i].lowest, cases[i].highest);
    char speed[64], slide[64];
    snprintf(speed, sizeof speed, "v=%.17g", decades(d, 0.05, 5));
    snprintf(slide, sizeof slide, "w=%.17g", strcmp(result, "e_t") == 0 ? decades(d, 0.1, 3) : 0);
    struct lt_program *program = read_program(cases[i].text, speed, slide, NULL);
    struct lt_name const *target = override_of(program, result, 0).name;
    struct lt_vary v = {.name = parameter,
                        .target = override_of(program, parameter, 0).name,
                        .lo = fmin(lo, 0.999 * hi),
                        .hi = hi,
                        .bounded = true};
    struct lt_target t = {
        .name = result,
        .result = target,
        .value = {
            .given = true, .value = wanted, .path = result, .min = -INFINITY, .max = INFINITY}};
    struct lt_calibration c = lt_calibrate(program, &v, &t, 1, NULL);
    const char *said = c.message;
    ck_assert_msg(!c.run_failed, "case %zu: %s", i, said);
    const struct lt_unknown *u = &c.unknowns[0];
    if (c.converged) {
        ck_assert_msg(u->value >= v.lo && u->value <= v.hi, "case %zu: %s", i, said);
        double y = obtain(program, parameter, u->value, result);
        ck_assert_msg(fabs(y - wanted) <= 1e-9 * fabs(wanted), "case %zu: %s, but a run has %.17g",
                      i, said, y);
    } else if (u->n_roots > 1) {
        for (size_t k = 0; k < u->n_roots; k++)
            ck_near(obtain(program, parameter, u->roots[k], result), wanted, 1e-9);
    } else {
        const double *r = c.aims[0].reachable;
        ck_assert_msg(wanted < r[0] || wanted > r[1], "case %zu: %s", i, said);
        for (int k = 0; k < 8; k++) {
            double y = obtain(program, parameter, draw(d, v.lo, v.hi), result);
            ck_assert_msg(isnan(y) ||
                              (y >= r[0] - 1e-9 * fabs(r[0]) && y <= r[1] + 1e-9 * fabs(r[1])),
                          "case %zu: %s, but a run has %.17g", i, said, y);
        }
    }
    lt_program_free(program);
}

START_TEST(random_targets) {
    const char *count = getenv("LT_TARGETS");
    struct draw d = {.state = 20260 + (unsigned long long)_i};
    gsl_set_error_handler_off();
    for (long k = count ? atol(count) : 30; k > 0; k--)
        try_random(&d);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, inverse_of_every_tabled_restitution, 0, sizeof tabled / sizeof *tabled);
    tcase_add_loop_test(t, random_targets, 0, 10);
    tcase_add_loop_test(t, half_in_every_mode, 0, 4);
    tcase_add_test(t, out_of_reach_says_what_is_in_reach);
    tcase_add_test(t, unbounded_range);
    tcase_add_test(t, contact_that_never_separates);
    tcase_add_test(t, stiffness_for_an_overlap);
    tcase_add_test(t, run_that_cannot_be_set_up);
    tcase_add_test(t, sensitivity_is_the_slope);
}

LT_TESTS("calibrate", add)
