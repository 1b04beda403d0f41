/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A law that acts at a distance, holds on farther out, jumps and has a cap of its own, in runs:
 * closed forms, balance, one by one and side by side. */
#include "programs.h"
#include "run/block.h"
#include "setup/read.h"

extern const struct lt_law lt_law_right_neck, lt_law_right_neck_rows, lt_law_right_forward;

#define NECK(whats, values, until)                                                                 \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 1e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 1e-3, density: 2500}\n"                                          \
    "law: {name: neck, kn: 1e4, ks: 5e3, fric: 0.3, pull: 1e-2, suck: 5e-3, reach: 3e-6, "         \
    "tear: 8e-6}\n"                                                                                \
    "motion: {dt: 1e-7}\n"                                                                         \
    "stages:\n"                                                                                    \
    "  - {whats: " whats ", values: [" values "], until: " until "}\n"
#define HEAD_ON    NECK("i.....", "-0.5, 0, 0, 0, 0, 0", "rebound")
#define TO_CONTACT NECK("i.....", "-0.5, 0, 0, 0, 0, 0", "contact")

static struct lt_law neck_both(void) {
    struct lt_law law = lt_law_right_neck;
    law.name = "neck";
    law.march_rows = lt_law_right_neck_rows.march_rows;
    law.n_rows = lt_law_right_neck_rows.n_rows;
    return law;
}

static struct lt_program *read_neck(const struct lt_law *law, const char *text, const char *d1,
                                    const char *d2, const char *d3) {
    const struct lt_law *const laws[] = {law, NULL};
    static const struct lt_law *kept[2];
    memcpy(kept, laws, sizeof kept);
    const char *const given[] = {d1, d2, d3};
    struct lt_define defines[3];
    size_t n = 0;
    for (size_t i = 0; i < 3 && given[i]; i++)
        defines[n++] = (struct lt_define){.text = given[i]};
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_with(kept, false, "neck.yaml", text, strlen(text), defines, n, errors);
    ck_assert_msg(program != NULL, "%s", lt_errors_text(errors));
    lt_errors_free(errors);
    return program;
}

/* What the neck gives when it forms: -U(reach), U = pull u (1 - u/(4 tear)) - 3/4 pull tear. */
static double wetting(void) {
    const double pull = 1e-2, reach = 3e-6, tear = 8e-6;
    return 0.75 * pull * tear - pull * reach * (1 - reach / (4 * tear));
}

static const char *const frames[] = {"motion.frame=contact", "motion.frame=bodies"};

START_TEST(exact_is_right) {
    const struct lt_law law = neck_both();
    struct lt_program *p = read_neck(&law, HEAD_ON, "motion.integrator=exact", frames[_i], NULL);
    struct lt_result *r = run_program(p);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const double energy = 0.5 * value_of(p, r, "m_eff") * 0.5 * 0.5;
    const double e_n = sqrt(1 - wetting() / energy);
    ck_assert_double_eq_tol(value_of(p, r, "e_n"), e_n, 1e-9);
    ck_assert_double_eq_tol(value_of(p, r, "E_wetting"), wetting(), 1e-9 * energy);
    ck_assert_double_eq_tol(value_of(p, r, "un"), 8e-6, 1e-14);
    ck_assert_double_lt(value_of(p, r, "energy_residual_rel"), 1e-9);
    lt_run_free(r);
    lt_program_free(p);
}
END_TEST

/* The books balance to rounding at any step; where the axes turn, to its square. */
START_TEST(discrete_balances) {
    static const char *const steps[] = {"motion.dt=1e-7", "motion.dt=2e-6", "motion.dt=1e-5"};
    const struct lt_law law = neck_both();
    struct lt_program *p = read_neck(&law, NECK("iiiiii", "-0.5, 0.3, -0.1, 5, 20, -10", "rebound"),
                                     steps[_i / 2], frames[_i % 2], NULL);
    struct lt_result *r = run_program(p);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    const double dt = value_of(p, r, "dt");
    ck_assert_double_lt(value_of(p, r, "energy_residual_rel"), _i % 2 ? 1e6 * dt * dt : 1e-12);
    ck_assert_double_gt(value_of(p, r, "E_slip"), 0);
    lt_run_free(r);
    lt_program_free(p);
}
END_TEST

START_TEST(begins_at_reach) {
    const struct lt_law law = neck_both();
    struct lt_program *p = read_neck(&law, TO_CONTACT, NULL, NULL, NULL);
    struct lt_result *r = run_program(p);
    ck_assert_double_eq(value_of(p, r, "steps"), 1);
    ck_assert_double_eq_tol(value_of(p, r, "un"), 3e-6, 1e-20);
    lt_run_free(r);
    lt_program_free(p);
    /* Inside, it was there before: its energy is in the balance from the start on. */
    p = read_neck(&law, NECK("i.....", "-0.5, 0, 0, 0, 0, 0", "step >= 10"), "motion.gap=1e-6",
                  NULL, NULL);
    r = run_program(p);
    ck_assert_double_eq(value_of(p, r, "E_wetting"), 0);
    ck_assert_double_lt(value_of(p, r, "energy_residual_rel"), 1e-12);
    lt_run_free(r);
    lt_program_free(p);
}
END_TEST

/* The mean over the entry phase is that of the limit, to the second order. */
START_TEST(meets_at_any_phase) {
    static const char *const phases[] = {"motion.phase=0", "motion.phase=0.5", "motion.phase=0.9"};
    const struct lt_law law = neck_both();
    struct lt_program *p = read_neck(&law, TO_CONTACT, phases[_i], "motion.dt=1e-6", NULL);
    struct lt_result *r = run_program(p);
    const double phase[] = {0, 0.5, 0.9};
    ck_assert_double_eq_tol(value_of(p, r, "un"), 3e-6 - phase[_i] * 0.5 * 1e-6, 1e-19);
    lt_run_free(r);
    lt_program_free(p);
}
END_TEST

/* Step by step, in a march, side by side: the same bits. */
START_TEST(any_way_the_same) {
    enum { RUNS = 9 };
    const struct lt_law law = neck_both();
    struct lt_program *p = read_neck(&law, NECK("iii...", "-0.5, 0.3, -0.1, 0, 0, 0", "rebound"),
                                     "motion.dt=1e-6", NULL, NULL);
    const size_t slots = p->names->slots;
    double *values = calloc(RUNS * slots, sizeof *values);
    struct lt_block_result results[RUNS];
    struct lt_override overrides[RUNS];
    struct lt_run_options options = {.max_steps = 100000};
    for (int i = 0; i < RUNS; i++)
        overrides[i] = override_of(p, "kn", 1e4 * (1 + 0.1 * i));
    ck_assert(lt_block_fits(p, &options));
    lt_block_run(p, overrides, 1, RUNS, &options, values, results);
    for (int i = 0; i < RUNS; i++) {
        struct lt_run_options stepwise = {.max_steps = 100000, .stepwise = true};
        struct lt_result *march = lt_run(p, &overrides[i], 1, &options);
        struct lt_result *steps = lt_run(p, &overrides[i], 1, &stepwise);
        ck_assert_int_eq(march->status, LT_DONE);
        ck_assert_int_eq(results[i].status, LT_DONE);
        for (size_t k = 0; k < LT_M_EFF; k++) {
            ck_assert_int_eq(memcmp(&march->values[k], &steps->values[k], sizeof(double)), 0);
            ck_assert_int_eq(
                memcmp(&march->values[k], &values[i * (int)slots + (int)k], sizeof(double)), 0);
        }
        lt_run_free(march);
        lt_run_free(steps);
    }
    free(values);
    lt_program_free(p);
}
END_TEST

/* What would ask such a law again is refused; what does not gives the same bits. */
START_TEST(forwards_only) {
    static const char *const texts[] = {
        HEAD_ON, NECK("s.....", "-1e-3, 0, 0, 0, 0, 0", "step >= 9"), HEAD_ON};
    static const char *const again[][2] = {
        {"motion.integrator=exact"},
        {"motion.gap=0"},
        {"motion.integrator=velocity-verlet", "motion.dashpot=full-step"}};
    static const char *const said[] = {"integrator exact", "static balance", "dashpots that see"};
    const struct lt_law forward = lt_law_right_forward, law = neck_both();
    struct lt_law named = forward;
    named.name = "neck";
    const struct lt_law *const laws[] = {&named, NULL};
    const struct lt_define defines[] = {{.text = again[_i][0]}, {.text = again[_i][1]}};
    struct lt_errors *errors = lt_errors_new();
    ck_assert_ptr_null(lt_read_with(laws, false, "neck.yaml", texts[_i], strlen(texts[_i]), defines,
                                    again[_i][1] ? 2 : 1, errors));
    char *text = lt_errors_text(errors);
    ck_assert_msg(strstr(text, said[_i]) && strstr(text, "is stepped forwards only"), "%s", text);
    free(text);
    lt_errors_free(errors);
    struct lt_program *a = read_neck(&named, HEAD_ON, NULL, NULL, NULL);
    struct lt_result *of_a = run_program(a);
    struct lt_program *b = read_neck(&law, HEAD_ON, NULL, NULL, NULL);
    struct lt_result *of_b = run_program(b);
    ck_assert_int_eq(
        memcmp(of_a->values + LT_UN, of_b->values + LT_UN, (LT_M_EFF - LT_UN) * sizeof(double)), 0);
    lt_run_free(of_a);
    lt_run_free(of_b);
    lt_program_free(a);
    lt_program_free(b);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, exact_is_right, 0, 2);
    tcase_add_loop_test(t, discrete_balances, 0, 6);
    tcase_add_test(t, begins_at_reach);
    tcase_add_loop_test(t, meets_at_any_phase, 0, 3);
    tcase_add_test(t, any_way_the_same);
    tcase_add_loop_test(t, forwards_only, 0, 3);
}

LT_TESTS("neck", add)
