/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A march makes many steps in one go and must give what they give one by one, bit for bit. Timing a
 * run makes it step by step, so every case is run with and without. */
#include "base/arena.h"
#include "base/timing.h"
#include "programs.h"
#include "run/running.h"

#include <glob.h>
#include <stdlib.h>

/* The same bits, that is: also the sign of a zero, and what is no number. */
static void same(const char *where, const char *what, const double *a, const double *b,
                 size_t count) {
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(memcmp(&a[i], &b[i], sizeof *a) == 0, "%s: %s[%zu]: %.17g marched, %.17g not",
                      where, what, i, a[i], b[i]);
}

static void same_events(const char *where, const struct lt_result *a, const struct lt_result *b) {
    ck_assert_msg(a->n_events == b->n_events, "%s: %zu events marched, %zu not", where, a->n_events,
                  b->n_events);
    for (size_t i = 0; i < a->n_events; i++) {
        const struct lt_event_result *x = &a->events[i], *y = &b->events[i];
        ck_assert_msg(strcmp(x->name, y->name) == 0 && x->t == y->t && x->step == y->step &&
                          x->mode == y->mode && x->stage == y->stage && x->row == y->row,
                      "%s: event %zu: %s at %.17g marched, %s at %.17g not", where, i, x->name,
                      x->t, y->name, y->t);
    }
}

static void same_stages(const char *where, const struct lt_result *a, const struct lt_result *b) {
    ck_assert_msg(a->n_stages == b->n_stages, "%s: %zu stages marched, %zu not", where, a->n_stages,
                  b->n_stages);
    for (size_t i = 0; i < a->n_stages; i++)
        ck_assert_msg(a->stages[i].steps == b->stages[i].steps &&
                          a->stages[i].t_end == b->stages[i].t_end,
                      "%s: stage %zu: %zu steps marched, %zu not", where, i, a->stages[i].steps,
                      b->stages[i].steps);
}

static void same_verdicts(const char *where, const struct lt_result *a, const struct lt_result *b) {
    ck_assert_uint_eq(a->n_verdicts, b->n_verdicts);
    for (size_t i = 0; i < a->n_verdicts; i++) {
        const struct lt_verdict *x = &a->verdicts[i], *y = &b->verdicts[i];
        const double marched[] = {x->value, x->expected, x->error};
        const double stepped[] = {y->value, y->expected, y->error};
        same(where, x->text, marched, stepped, 3);
        ck_assert_str_eq(x->where, y->where);
    }
}

static void compare(const char *where, const struct lt_program *program, bool record) {
    struct lt_timing timing = {0};
    struct lt_run_options marched = {.record = record};
    struct lt_run_options stepped = {.record = record, .timing = &timing};
    struct lt_result *a = lt_run(program, NULL, 0, &marched);
    struct lt_result *b = lt_run(program, NULL, 0, &stepped);
    ck_assert_msg(a->status == b->status && strcmp(a->message, b->message) == 0,
                  "%s: marched: %s; not: %s", where, a->message, b->message);
    same(where, "values", a->values, b->values, program->names->slots);
    ck_assert_msg(a->table.rows == b->table.rows, "%s: %zu rows marched, %zu not", where,
                  a->table.rows, b->table.rows);
    same(where, "cells", a->table.cells, b->table.cells, a->table.rows * a->table.columns);
    same_events(where, a, b);
    same_stages(where, a, b);
    same_verdicts(where, a, b);
    lt_run_free(a);
    lt_run_free(b);
}

/* ---- Every program of the examples ------------------------------------------------------------
 */

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    char *text = NULL;
    size_t size = 0;
    ck_assert_msg(getdelim(&text, &size, '\0', file) > 0, "%s", path);
    fclose(file);
    return text;
}

/* Whether the first stage is one that can be marched. */
static bool marches(const struct lt_program *program) {
    if (!program->law->march)
        return false;
    struct lt_run_options options = {0};
    struct lt_running run;
    struct lt_expr *expr = lt_expr_new();
    struct lt_arena *arena = lt_arena_new();
    bool does = lt_run_open(&run, program, NULL, 0, &options, expr, arena) &&
                lt_run_begin_stage(&run) && lt_run_march_can(&run);
    lt_arena_free(arena);
    lt_expr_free(expr);
    return does;
}

/* What is written for exact may be no leapfrog. */
static bool compare_file(const char *path) {
    static const struct lt_define leapfrog = {.text = "motion.integrator=leapfrog"};
    char *text = read_text(path);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program(path, text, strlen(text), &leapfrog, 1, errors);
    bool does = program && marches(program);
    if (program) {
        compare(path, program, true);
        compare(path, program, false);
    }
    lt_program_free(program);
    lt_errors_free(errors);
    free(text);
    return does;
}

START_TEST(every_stage_program) {
    const char *stages = getenv("LT_STAGES");
    char pattern[4096];
    size_t marched = 0;
    glob_t found;
    ck_assert_msg(stages != NULL, "LT_STAGES is not set");
    snprintf(pattern, sizeof pattern, "%s/*/*.yaml", stages);
    ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        marched += compare_file(found.gl_pathv[i]);
    ck_assert_uint_ge(marched, found.gl_pathc / 3);
    globfree(&found);
}
END_TEST

/* ---- What the examples may not meet -----------------------------------------------------------
 */

#define PAIR                                                                                       \
    "lawtester: 1\n"                                                                               \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 3e-3, density: 2500}\n"                                          \
    "  b: {shape: sphere, radius: 5e-3, density: 2500}\n"
#define LINEAR(more)                                                                               \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, dp_nratio: 0.1, dp_sratio: 0.2" more "}\n"
#define LINEAR_ELASTIC "law: {name: linear-elastic, kn: 1e5, kt: 8e4, fric: 0.4, en: 0.7}\n"
#define IDEALELPL                                                                                  \
    "law: {name: idealelpl, young: 1e7, relRollStiff: 0.2, relTwistStiff: 0.5, rollTanPhi: 0.1}\n"
#define STAGE(whats, values, until)                                                                \
    "stages:\n  - {whats: " whats ", values: [" values "], until: " until ", max_steps: 50000}\n"
#define OBLIQUE STAGE("iiiiii", "-1, 0.6, 0.3, 5, 20, -10", "rebound")

START_TEST(every_kind_of_motion) {
    static const struct {
        const char *name, *text;
    } cases[] = {
        {"normal", PAIR LINEAR("") STAGE("i.....", "-1, 0, 0, 0, 0, 0", "rebound")},
        {"three translations", PAIR LINEAR("") STAGE("iii...", "-1, 0.6, 0.3, 0, 0, 0", "rebound")},
        {"six degrees of freedom", PAIR LINEAR("") OBLIQUE},
        {"twist alone", PAIR LINEAR("") STAGE("i..i..", "-1, 0, 0, 7, 0, 0", "rebound")},
        {"negative zeros",
         PAIR LINEAR("") STAGE("iiiiii", "-1, -0.0, -0.0, -0.0, -0.0, -0.0", "rebound")},
        {"against a wall",
         "lawtester: 1\nparticles:\n  a: {shape: wall}\n"
         "  b: {shape: sphere, radius: 5e-3, density: 2500}\n" LINEAR("") OBLIQUE},
        {"which does not turn",
         "lawtester: 1\nparticles:\n  a: {shape: wall}\n"
         "  b: {shape: sphere, radius: 5e-3, density: 2500, rotates: false}"
         "\n" LINEAR("") STAGE("iii...", "-1, 0.6, 0.3, 0, 0, 0", "rebound")},
        {"spins that nothing changes",
         "lawtester: 1\nparticles:\n  a: {shape: wall}\n"
         "  b: {shape: sphere, radius: 5e-3, density: 2500, rotates: false}\n" IDEALELPL STAGE(
             "iiiiii", "-1, 0.6, 0.3, 5, 20, -10", "rebound")},
        {"velocities that jump",
         PAIR LINEAR(
             "") "stages:\n"
                 "  - repeat: 5\n"
                 "    stages:\n"
                 "      - {whats: i.i..i, values: [-1, 0, 0.37, 0, 0, 41], until: step >= 13}\n"
                 "      - {whats: v.v..., values: [-0.3, 0, 0.7, 0, 0, 0], until: step >= "
                 "17}\n"},
        {"imposed velocity",
         PAIR LINEAR("") STAGE("vvi...", "-1e-3, 2e-3, 1e-3, 0, 0, 0", "step >= 900")},
        {"applied force", PAIR LINEAR("") STAGE("f.i...", "-3, 0, 0.01, 0, 0, 0", "step >= 900")},
        {"nothing moves", PAIR LINEAR("") STAGE("......", "0, 0, 0, 0, 0, 0", "step >= 100")},
        {"full dashpot", PAIR LINEAR(", dp_mode: 0") OBLIQUE},
        {"dashpot without tension", PAIR LINEAR(", dp_mode: 1") OBLIQUE},
        {"dashpot off in slip", PAIR LINEAR(", dp_mode: 2") OBLIQUE},
        {"both", PAIR LINEAR(", dp_mode: 3") OBLIQUE},
        {"incremental", PAIR LINEAR(", lin_mode: 1") OBLIQUE},
        {"no shear spring", PAIR "law: {name: linear, kn: 1e5}\n" OBLIQUE},
        {"unstable step", PAIR LINEAR("") "motion: {dt: 3*t_crit}\n" STAGE(
                              "i.....", "-1, 0, 0, 0, 0, 0", "fn < -1e300")},
        {"linear-elastic", PAIR LINEAR_ELASTIC OBLIQUE},
        {"moments", PAIR IDEALELPL OBLIQUE},
        {"until looks at every step",
         PAIR LINEAR("") "motion: {dt: t_c/1500}\n" STAGE("iiiiii", "-1, 0.6, 0.3, 5, 20, -10",
                                                          "contact and fs > 1 and fn > -10")},
        {"losses when until ends the stage",
         PAIR "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.01}\nmotion: {dt: t_c/1500}\n" STAGE(
             "iiiiii", "-1, 0.6, 0.3, 5, 20, -10", "fn < -20.3")},
        {"what else changes in every step",
         PAIR LINEAR("") "motion: {dt: t_c/500}\n" STAGE(
             "iiiiii", "-1, 0.6, 0.3, 5, 20, -10",
             "fn_max > 0 and fn > -0.7*fn_max and c_time > 2*dt and fn_err < 1 or ft_max > "
             "1e9") "record: {columns: [time, c_time, fs_err, dp_force_n, {a: fn_max}, {b: "
                    "overlap_max}, "
                    "{c: pull_max + ft_max}, {d: energy_residual_rel}, {e: steps + step}, "
                    "{f: sqrt(t)}]}\n"},
        {"until that fails",
         PAIR LINEAR("") STAGE("iiiiii", "-1, 0.6, 0.3, 5, 20, -10", "0/(-un - 1e-5) > 1")},
        {"until of a root that fails",
         PAIR LINEAR("") STAGE("iiiiii", "-1, 0.6, 0.3, 5, 20, -10", "sqrt(un + 1e-5) > 1")},
        {"until now and then",
         PAIR LINEAR("") "stages:\n  - {whats: iiiiii, values: [-1, 0.6, 0.3, 5, 20, -10], "
                         "until: rebound or abs(fs) > 1, until_every: 37}\n"
                         "record: {every: 7}\n"},
        {"expectations in every step",
         PAIR LINEAR(
             "") "motion: {dt: t_c/500}\n" OBLIQUE "expect:\n"
                 "  - {always: E_residual, is: 0, within: 1e-9 J}\n"
                 "  - {always: fn < 30}\n"
                 "  - {always: dp_force_n + fn, is: vn*3, within: 5}\n"
                 "  - {always: 1/step, is: e_n, within: 1}\n"
                 "  - {that: fs_lowest + un_lowest + dp_force_s_highest, is: 1, within: 1}\n"},
        {"an expectation that fails",
         PAIR LINEAR("") OBLIQUE "expect: [{always: sqrt(30 + fn), is: 1, within: 1}]\n"},
        {"a column that fails",
         PAIR LINEAR("") OBLIQUE "record: {columns: [t, {a: sqrt(30 + fn)}]}\n"},
        {"a column that fails, seldom",
         PAIR LINEAR("") OBLIQUE "record: {every: 3, columns: [t, {a: sqrt(30 + fn)}]}\n"},
        {"a row now and then",
         PAIR LINEAR("") "motion: {dt: t_c/9000}\n" OBLIQUE "record: {every: 37}\n"},
        {"rows of chosen columns",
         PAIR LINEAR("") "motion: {dt: t_c/500}\n" OBLIQUE
                         "record: {columns: [step, t, lin_force_n, E_slip, E_residual]}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lt_program *program = read_program(cases[i].text, NULL);
        compare(cases[i].name, program, true);
        compare(cases[i].name, program, false);
        lt_program_free(program);
    }
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, every_stage_program);
    tcase_add_test(t, every_kind_of_motion);
}

LT_TESTS("march", add)
