/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balls dropped from 1 cm to 10 m: run, sweep and calibrate give the same at every point, however
 * long the fall or the contact takes. */
#include "base/arena.h"
#include "calibrate/calibrate.h"
#include "programs.h"
#include "run/block.h"
#include "run/phase.h"

#include <gsl/gsl_errno.h>
#include <math.h>

#define DROP(law, motion)                                                                          \
    "lawtester: 1\n"                                                                               \
    "let: {h: 0.01}\n"                                                                             \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}\n"             \
    "law: {" law "}\n"                                                                             \
    "motion: {gap: h, gravity: [-9.81, 0, 0], " motion "}\n"                                       \
    "stages: [{whats: ......, values: [0, 0, 0, 0, 0, 0], until: rebound}]\n"
#define LINEAR "name: linear, kn: 1e5, dp_nratio: 0.1, dp_mode: no-tension"
#define HERTZ  "name: hertz, young: 1e9, poisson: 0.25, alpha: 0.1, dp_mode: no-tension"

static const struct {
    const char *text, *vary;
} drops[] = {{DROP(LINEAR, "dt: 1e-5"), "dp_nratio"}, {DROP(HERTZ, "dt: 1e-5"), "alpha"}};
enum { LAWS = 2, POINTS = 4 };
static const double heights[] = {0.01, 0.1, 1, 10};

static double result_of(const struct lt_program *program, double x, const char *vary,
                        const char *name) {
    struct lt_override override = override_of(program, vary, x);
    struct lt_result *r = lt_run(program, &override, 1, &(struct lt_run_options){.record = false});
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double y = value_of(program, r, name);
    lt_run_free(r);
    return y;
}

static const struct lt_name *name_of(const struct lt_program *program, const char *name) {
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    return lt_names_find(&names, name);
}

/* The value of a parameter that gives e_n, and what a trial of the calibration gives for X. */
static double calibrated(const struct lt_program *program, const char *vary, double x, double e_n,
                         double *y) {
    struct lt_arena *arena = lt_arena_new();
    const struct lt_name *unknown = name_of(program, vary), *result = name_of(program, "e_n");
    struct lt_trial trial;
    ck_assert(lt_trial_begin(&trial, program, &unknown, &result, 1, NULL, arena));
    ck_assert_msg(lt_trial_run(&trial, &x), "%s", trial.why);
    *y = trial.y[0];
    lt_trial_end(&trial);
    lt_arena_free(arena);
    struct lt_vary v = {.name = vary, .target = unknown, .lo = 0, .hi = 2, .bounded = true};
    struct lt_target t = {
        .name = "e_n",
        .result = result,
        .value = {.given = true, .value = e_n, .path = "e_n", .min = -INFINITY, .max = INFINITY}};
    struct lt_calibration c = lt_calibrate(program, &v, &t, 1, NULL);
    ck_assert_msg(c.converged, "%s", c.message);
    ck_near(c.aims[0].achieved, e_n, 1e-9);
    return c.unknowns[0].value;
}

START_TEST(drops_agree) {
    const char *vary = drops[_i % LAWS].vary;
    char height[32];
    snprintf(height, sizeof height, "h=%g", heights[_i / LAWS]);
    gsl_set_error_handler_off(); /* as the programs do */
    struct lt_program *exact =
        read_program(drops[_i % LAWS].text, "motion.integrator=exact", height, NULL);
    const double x[POINTS] = {0.05, 0.3, 0.7, 1.2};
    struct lt_override overrides[POINTS];
    struct lt_block_result results[POINTS];
    double *values = calloc(POINTS * exact->names->slots, sizeof *values), y;
    for (size_t k = 0; k < POINTS; k++)
        overrides[k] = override_of(exact, vary, x[k]);
    lt_block_run(exact, overrides, 1, POINTS, &(struct lt_run_options){.record = false}, values,
                 results);
    for (size_t k = 0; k < POINTS; k++)
        ck_near(values[k * exact->names->slots + name_of(exact, "e_n")->slot],
                result_of(exact, x[k], vary, "e_n"), 1e-9);
    const double e_n = result_of(exact, 0.3, vary, "e_n");
    ck_near(calibrated(exact, vary, 0.3, e_n, &y), 0.3, 1e-8);
    ck_near(y, e_n, 1e-9);
    free(values);
    lt_program_free(exact);
}
END_TEST

/* With the file's own steps: what calibrate --as-run averages over is around what the run gives at
 * the file's own phase, and its mean is that of runs at all phases. */
START_TEST(drops_agree_in_steps) {
    enum { PHASES = 32 };
    gsl_set_error_handler_off();
    const char *vary = drops[_i % LAWS].vary;
    char height[32];
    snprintf(height, sizeof height, "h=%g", heights[_i / LAWS]);
    struct lt_program *steps = read_program(drops[_i % LAWS].text, "motion.dt=8e-6", height, NULL);
    struct lt_override override = override_of(steps, vary, 0.3);
    struct lt_phase_mean mean =
        lt_phase_average(steps, &override, 1, name_of(steps, "e_n"), NULL, NULL);
    ck_assert_msg(mean.averaged && !mean.why[0], "%s", mean.why);
    const double own = result_of(steps, 0.3, vary, "e_n"), h = heights[_i / LAWS],
                 way = sqrt(2 * 9.81 * h) * 8e-6;
    ck_assert(own >= mean.low - 1e-5 && own <= mean.high + 1e-5);
    double sum = 0;
    for (int k = 0; k < PHASES; k++) {
        struct lt_override both[] = {override, override_of(steps, "h", h + way * k / PHASES)};
        struct lt_result *r = lt_run(steps, both, 2, &(struct lt_run_options){.record = false});
        sum += value_of(steps, r, "e_n") / PHASES;
        lt_run_free(r);
    }
    ck_within(sum, mean.mean, 0.05 * (mean.high - mean.low) + 1e-5);
    lt_program_free(steps);
}
END_TEST

/* How finely a run is sampled says nothing about what is found. */
START_TEST(samples_do_not_matter) {
    static const char *const finer[] = {"motion.dt=1e-5", "motion.dt=1e-7", "motion.dt=1e-9"};
    double found[3], y;
    gsl_set_error_handler_off();
    for (int k = 0; k < 3; k++) {
        struct lt_program *program =
            read_program(drops[_i].text, "motion.integrator=exact", "h=0.05", finer[k], NULL);
        found[k] = calibrated(program, drops[_i].vary, 0.3, 0.6, &y);
        lt_program_free(program);
    }
    ck_near(found[1], found[0], 1e-9);
    ck_near(found[2], found[0], 1e-9);
}
END_TEST

/* The limit is that of the stage, and is named. */
START_TEST(the_limit_is_max_steps) {
    struct lt_program *program =
        read_program(drops[0].text, "motion.integrator=exact", "stages[0].max_steps=1000", NULL);
    const struct lt_name *unknown = name_of(program, "dp_nratio"), *e_n = name_of(program, "e_n");
    struct lt_arena *arena = lt_arena_new();
    struct lt_trial trial;
    const double x = 0.3;
    ck_assert(lt_trial_begin(&trial, program, &unknown, &e_n, 1, NULL, arena));
    ck_assert(!lt_trial_run(&trial, &x));
    ck_assert_msg(strstr(trial.why, "within 1000 steps, stages[0].max_steps") != NULL, "%s",
                  trial.why);
    lt_trial_end(&trial);
    lt_arena_free(arena);
    lt_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, drops_agree, 0, LAWS * POINTS);
    tcase_add_loop_test(t, drops_agree_in_steps, 0, LAWS * (POINTS - 1)); /* up to 1 m */
    tcase_add_loop_test(t, samples_do_not_matter, 0, 1); /* the linear law, which has a t_c */
    tcase_add_test(t, the_limit_is_max_steps);
}

LT_TESTS("drop", add)
