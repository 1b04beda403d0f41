/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The damping ratio that gives a wanted restitution, found on the law itself. */
#include "calibrate.h"
#include "programs.h"

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

static void add(TCase *t) {
    tcase_add_loop_test(t, half_in_every_mode, 0, 4);
    tcase_add_test(t, out_of_reach_says_what_is_in_reach);
    tcase_add_test(t, unbounded_range);
    tcase_add_test(t, contact_that_never_separates);
    tcase_add_test(t, stiffness_for_an_overlap);
    tcase_add_test(t, run_that_cannot_be_set_up);
    tcase_add_test(t, sensitivity_is_the_slope);
}

LT_TESTS("calibrate", add)
