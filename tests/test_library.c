/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared library, through lawtester.h and nothing else. */
#include "lawtester.h"
#include "lt_check.h"

#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

static const char impact[] =
    "lawtester: 1\n"
    "title: Impact\n"
    "let: {speed: 1 m/s}\n"
    "particles:\n"
    "  a: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
    "  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
    "law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, fric: 0.3, dp_nratio: 0.2, dp_mode: 1}\n"
    "motion: {dt: t_c/500}\n"
    "stages:\n"
    "  - {whats: ii...., values: [-speed, 0.3, 0, 0, 0, 0], until: rebound}\n"
    "record: {columns: [t, un, fn, {push: 0 - fn}]}\n"
    "expect:\n"
    "  - {that: e_n, is: exp(-2*dp_nratio*acos(dp_nratio)/sqrt(1 - dp_nratio^2)), within: 0.01}\n"
    "  - {that: bounces, is: 1, within: 1e-9}\n"
    "calibrate: {vary: {dp_nratio: [0, 0.99]}, to: {e_n: 0.5}}\n";

static struct lawtester_program *read_text(const char *text, const char *define) {
    struct lawtester_program *program =
        lawtester_read_text(NULL, "impact.yaml", text, &define, define != NULL);
    ck_assert_msg(lawtester_program_ok(program), "%s", lawtester_program_errors(program));
    return program;
}

static double theory(double b) {
    return exp(-2 * b * acos(b) / sqrt(1 - b * b));
}

START_TEST(a_run_and_its_results) {
    struct lawtester_program *program = read_text(impact, NULL);
    ck_assert_str_eq(lawtester_program_errors(program), "");
    ck_assert_str_eq(lawtester_program_law(program), "linear");
    ck_assert_str_eq(lawtester_program_title(program), "Impact");
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_DONE);
    ck_assert_str_eq(lawtester_run_message(run), "");
    ck_near(lawtester_run_value(run, "e_n"), theory(0.2), 0.01);
    ck_assert(lawtester_run_value(run, "dp_nratio") == 0.2);
    ck_assert(isnan(lawtester_run_value(run, "e_x")));
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(columns) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    static const char *const names[] = {"t", "un", "fn", "push"};
    for (size_t i = 0; i < 4; i++)
        ck_assert_str_eq(lawtester_run_column_name(run, i), names[i]);
    ck_assert_ptr_null(lawtester_run_column_name(run, 4));
    size_t rows = lawtester_run_rows(run);
    double *fn = malloc(rows * sizeof *fn), *push = malloc(rows * sizeof *push), least = 0;
    ck_assert_uint_eq(lawtester_run_column(run, "fn", fn, rows), rows);
    ck_assert_uint_eq(lawtester_run_column(run, "push", push, rows), rows);
    for (size_t i = 0; i < rows; i++) {
        ck_assert(push[i] == 0 - fn[i]);
        least = fmin(least, fn[i]);
    }
    ck_assert(lawtester_run_value(run, "fn_max") == -least);
    push[1] = 42;
    ck_assert_uint_eq(lawtester_run_column(run, "fn", push, 1), rows);
    ck_assert(push[1] == 42);
    ck_assert_uint_eq(lawtester_run_column(run, "fs", fn, rows), 0);
    for (size_t i = 0; i < rows; i++)
        ck_assert(isnan(fn[i]));
    free(fn);
    free(push);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(overrides_and_defines) {
    struct lawtester_program *program = read_text(impact, "motion.integrator=exact");
    for (int i = 1; i < 10; i++) {
        double ratio = 0.1 * i;
        struct lawtester_run *run =
            lawtester_run_new(program, (const char *const[]){"dp_nratio"}, &ratio, 1);
        ck_near(lawtester_run_value(run, "e_n"), theory(ratio), 1e-10);
        lawtester_run_free(run);
    }
    static const struct {
        const char *name, *said;
        double value;
    } wrong[] = {{"dp_ratio", "unknown parameter, let or velocity 'dp_ratio'; did you mean", 0.1},
                 {"e_n", "unknown parameter, let or velocity 'e_n'", 0.1},
                 {"motion.gap", "is not in the file: give it a value there first", 0.1},
                 {"motion.integrator", "cannot be varied: it is not a number", 0.1},
                 {"particles.b", "it is not a number, but 'particles.b.radius' is", 0.1},
                 {"particles.a.radius", "particles.a.radius is 0: outside its range", 0},
                 {"particles.a.radius", "particles.a.radius is nan: outside its range", NAN},
                 {"wt", "no stage imposes wt", 0.1},
                 {"kn", "kn is -1: its range is 0 to inf", -1},
                 {"dp_mode", "dp_mode is 0.5: it must be full (0), no-tension (1), ", 0.5}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct lawtester_run *run = lawtester_run_new(program, &wrong[i].name, &wrong[i].value, 1);
        ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
        ck_assert_msg(strstr(lawtester_run_message(run), wrong[i].said) != NULL, "%s",
                      lawtester_run_message(run));
        ck_assert(isnan(lawtester_run_value(run, "e_n")));
        ck_assert(isnan(lawtester_run_value(run, "un")));
        lawtester_run_free(run);
    }
    lawtester_program_free(program);
}
END_TEST

/* A number of the file by its path is what -D writes there, to the bit; a speed closes. */
static const struct {
    const char *define, *name, *same_define;
    double value;
} by_path[] = {
    {"motion.dt=t_c/77", "motion.dt", "motion.dt=2e-6", 2e-6},
    {"motion.gap=1 um", "motion.gap", "motion.gap=2e-6", 2e-6},
    {"motion.smooth=0.5", "motion.smooth", "motion.smooth=0.2", 0.2},
    {NULL, "particles.a.radius", "particles.a.radius=0.004", 0.004},
    {NULL, "law.kn", "kn=2e5", 2e5},
    {NULL, "kn", "kn=2e5", 2e5},
    {NULL, "speed", "speed=0.25", 0.25},
    {NULL, "vn", "stages[0].values[0]=-0.25", 0.25},
    {NULL, "vn", "stages[0].values[0]=-0.25", -0.25},
    {NULL, "vs", "stages[0].values[1]=0.25", 0.25},
    {NULL, "stages[0].values[0]", "stages[0].values[0]=-0.25", -0.25},
    {"stages[0].whats=vv....", "stages[0].values[1]", "stages[0].values[1]=0.25", 0.25},
    {"stages[0].values[1]=0.1*speed", "stages[0].values[1]", "stages[0].values[1]=0.25", 0.25},
    {"stages[0].max_steps=100000", "stages[0].max_steps", "stages[0].max_steps=20", 20},
    {"stages[0].done=[{set: {kn: 3e5}}]", "stages[0].done[0].set.kn",
     "stages[0].done[0].set.kn=2e5", 2e5},
};

START_TEST(numbers_by_path) {
    const char *more = by_path[_i].define,
               *defines[] = {more ? more : by_path[_i].same_define, by_path[_i].same_define};
    struct lawtester_program *program = read_text(impact, by_path[_i].define),
                             *same = lawtester_read_text(NULL, "impact.yaml", impact, defines,
                                                         more ? 2 : 1);
    ck_assert_msg(lawtester_program_ok(same), "%s", lawtester_program_errors(same));
    struct lawtester_run *run =
                             lawtester_run_new(program, &by_path[_i].name, &by_path[_i].value, 1),
                         *other = lawtester_run_new(same, NULL, NULL, 0);
    char *json = lawtester_run_json(run);
    ck_assert_ptr_nonnull(strstr(json, "\"overrides\""));
    free(json);
    double *a = calloc(10000, sizeof *a), *b = calloc(10000, sizeof *b);
    ck_assert_str_eq(lawtester_run_message(run), lawtester_run_message(other));
    size_t rows = lawtester_run_column(run, "fn", a, 10000);
    ck_assert_uint_gt(rows, 5);
    ck_assert_uint_eq(rows, lawtester_run_column(other, "fn", b, 10000));
    ck_assert_mem_eq(a, b, 10000 * sizeof *a);
    free(a);
    free(b);
    lawtester_run_free(run);
    lawtester_run_free(other);
    lawtester_program_free(program);
    lawtester_program_free(same);
}
END_TEST

/* What went on before is no result; the state it failed in is there to be looked at. */
START_TEST(failed_runs_have_no_results) {
    static const char *const names[] = {"e_n",    "e_t",     "t_contact", "overlap_max",
                                        "fn_max", "bounces", "steps",     "energy_residual_rel"};
    struct lawtester_program *program = read_text(impact, "stages[0].max_steps=20");
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(isnan(lawtester_run_value(run, names[i])), "%s", names[i]);
    ck_assert(lawtester_run_value(run, "un") < 0);
    ck_assert(lawtester_run_value(run, "kn") == 1e5);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(expectations) {
    struct lawtester_program *program = read_text(impact, "motion.dt=t_c/10");
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_MISSED);
    struct lawtester_expect e;
    ck_assert_int_eq(lawtester_run_expect(run, 0, &e), 1);
    ck_assert_int_eq(e.ok, 0);
    ck_near(e.expected, theory(0.2), 1e-14);
    ck_assert(e.value == lawtester_run_value(run, "e_n"));
    ck_assert(e.tolerance == 0.01 && e.error > 0.01);
    ck_assert_ptr_nonnull(strstr(e.text, "e_n = exp("));
    ck_assert_int_eq(lawtester_run_expect(run, 1, &e), 1);
    ck_assert_int_eq(e.ok, 1);
    ck_assert_int_eq(lawtester_run_expect(run, 2, &e), 0);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(errors_have_their_places) {
    const char *defines[] = {"kx=3"};
    struct lawtester_program *program = lawtester_read_text(
        NULL, "bad.yaml", "lawtester: 1\nlaw: {name: lineer}\nstages: []\n", defines, 1);
    ck_assert_int_eq(lawtester_program_ok(program), 0);
    ck_assert_ptr_nonnull(
        strstr(lawtester_program_errors(program), "bad.yaml:2:13: error: unknown law 'lineer'"));
    struct lawtester_error error;
    int seen = 0;
    for (size_t i = 0; lawtester_program_error(program, i, &error); i++) {
        if (strcmp(error.file, "bad.yaml") == 0 && strstr(error.text, "unknown law 'lineer'"))
            seen |= error.line == 2 && error.column == 13 && !error.note ? 1 : 4;
        if (strcmp(error.file, "-D kx=3") == 0)
            seen |= error.line == 1 ? 2 : 4;
    }
    ck_assert_int_eq(seen, 3);
    ck_assert_str_eq(lawtester_program_law(program), "");
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
    ck_assert_str_eq(lawtester_run_message(run), "the program has errors");
    ck_assert(isnan(lawtester_run_value(run, "e_n")));
    ck_assert_uint_eq(lawtester_run_rows(run), 0);
    ck_assert_uint_eq(lawtester_run_column(run, "t", NULL, 0), 0);
    ck_assert_ptr_null(lawtester_run_column_name(run, 0));
    char *json = lawtester_run_json(run);
    ck_assert_str_eq(json, "null");
    lawtester_text_free(json);
    lawtester_run_free(run);
    struct lawtester_calibration found;
    ck_assert_int_eq(lawtester_calibrate(program, NULL, NULL, &found), 0);
    ck_assert_str_eq(found.message, "the program has errors");
    lawtester_program_free(program);
}
END_TEST

START_TEST(files) {
    char path[1024];
    snprintf(path, sizeof path, "%s/linear/impact.yaml", getenv("LT_STAGES"));
    struct lawtester_program *program = lawtester_read_file(NULL, path, NULL, 0);
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_DONE);
    char *json = lawtester_run_json(run);
    ck_assert_ptr_nonnull(strstr(json, "\"program\": \"impact\""));
    lawtester_text_free(json);
    lawtester_run_free(run);
    lawtester_program_free(program);

    program = lawtester_read_file(NULL, "no/such.yaml", NULL, 0);
    ck_assert_int_eq(lawtester_program_ok(program), 0);
    ck_assert_ptr_nonnull(
        strstr(lawtester_program_errors(program), "no/such.yaml: No such file or directory"));
    lawtester_program_free(program);
}
END_TEST

START_TEST(calibration) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_calibration found;
    ck_assert_int_eq(lawtester_calibrate(program, NULL, NULL, &found), 1);
    ck_near(theory(found.value), 0.5, 1e-9);
    ck_near(found.closed_form, found.value, 1e-9);
    ck_assert(found.target == 0.5 && found.evaluations > 0);
    ck_assert_int_eq(lawtester_calibrate(program, "dp_nratio=0:0.9", "e_n=0.7", &found), 1);
    ck_near(theory(found.value), 0.7, 1e-9);
    ck_assert_int_eq(lawtester_calibrate(program, "dp_nratio=0:0.1", "e_n=0.2", &found), 0);
    ck_assert_ptr_nonnull(strstr(found.message, "out of reach"));
    ck_near(found.reachable[0] < found.reachable[1] ? found.reachable[0] : found.reachable[1],
            theory(0.1), 1e-9);
    ck_assert_int_eq(lawtester_calibrate(program, "dp_ratio=0:1", NULL, &found), 0);
    ck_assert_ptr_nonnull(strstr(found.message, "did you mean 'dp_nratio'"));
    lawtester_program_free(program);
}
END_TEST

/* As many as there are targets, in any order; what is wrong with one is told of all. */
START_TEST(calibration_of_two) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_calibration found[2];
    const char *vary[] = {"kn=1e3:1e7", "dp_nratio=0:0.9"}, *to[] = {"e_n=0.7", "t_contact=2e-4"};
    ck_assert_int_eq(lawtester_calibrate_all(program, vary, to, 2, found), 1);
    ck_near(theory(found[1].value), 0.7, 1e-9);
    ck_near(found[0].achieved, 0.7, 1e-9);
    ck_near(found[1].achieved, 2e-4, 1e-9);
    ck_assert_double_lt(found[1].sensitivity, 1);
    const char *twice[] = {"kn=1e3:1e7", "kn=1e3:1e7"};
    ck_assert_int_eq(lawtester_calibrate_all(program, twice, to, 2, found), 0);
    ck_assert_str_eq(found[1].message, "'kn' is varied twice");
    ck_assert_int_eq(lawtester_calibrate_all(program, NULL, to, 2, found), 0);
    ck_assert_str_eq(found[0].message, "2 unknowns and as many targets are needed");
    lawtester_program_free(program);
}
END_TEST

/* Loading a plug-in makes no process and sets no handler of signals. */
START_TEST(plugins_leave_the_process_alone) {
    static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT,
                                  SIGINT,  SIGTERM, SIGALRM, SIGCHLD};
    struct sigaction before[sizeof signals / sizeof *signals], after;
    char path[1024], why[1024] = "";
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], NULL, &before[i]);
    struct lawtester_laws *laws = lawtester_laws_new();
    snprintf(path, sizeof path, "%s/good.so", getenv("LT_PLUGINS"));
    ck_assert_int_eq(lawtester_laws_load(laws, path, why, sizeof why), 0);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], NULL, &after);
        ck_assert_ptr_eq((void *)(uintptr_t)after.sa_handler,
                         (void *)(uintptr_t)before[i].sa_handler);
    }
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
    lawtester_laws_free(laws);
}
END_TEST

START_TEST(plugins) {
    char path[1024], why[1024] = "";
    struct lawtester_laws *laws = lawtester_laws_new();
    snprintf(path, sizeof path, "%s/nan.so", getenv("LT_PLUGINS"));
    ck_assert_int_ne(lawtester_laws_load(laws, path, why, sizeof why), 0);
    ck_assert_ptr_nonnull(strstr(why, "fs"));
    snprintf(path, sizeof path, "%s/good.so", getenv("LT_PLUGINS"));
    ck_assert_int_eq(lawtester_laws_load(laws, path, why, sizeof why), 0);
    ck_assert_str_eq(why, "");
    char *json = lawtester_laws_json(laws);
    ck_assert_ptr_nonnull(strstr(json, "\"other-spring\""));
    ck_assert_ptr_nonnull(strstr(json, "\"linear\""));
    lawtester_text_free(json);
    json = lawtester_laws_json(NULL);
    ck_assert_ptr_null(strstr(json, "\"other-spring\""));
    lawtester_text_free(json);

    static const char text[] = "lawtester: 1\n"
                               "particles:\n"
                               "  a: {shape: wall}\n"
                               "  b: {shape: sphere, radius: 5 mm, mass: 1 g}\n"
                               "law: {name: other-spring}\n"
                               "motion: {integrator: exact}\n"
                               "stages:\n"
                               "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n";
    struct lawtester_program *program = lawtester_read_text(laws, "own.yaml", text, NULL, 0);
    ck_assert_msg(lawtester_program_ok(program), "%s", lawtester_program_errors(program));
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_near(lawtester_run_value(run, "t_contact"), acos(-1) * sqrt(1e-3 / 1e3), 1e-9);
    lawtester_run_free(run);
    lawtester_program_free(program);
    lawtester_laws_free(laws);
}
END_TEST

/* ---- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = 20 };

struct work {
    const struct lawtester_program *shared;
    int number;
    double values[ROUNDS][4];
};

static void fill(double *values, const struct lawtester_run *run) {
    static const char *const names[] = {"e_n", "e_t", "E_slip", "t_contact"};
    for (size_t i = 0; i < 4; i++)
        values[i] = lawtester_run_value(run, names[i]);
}

/* Half of the rounds run the program that all share, half read one of their own. */
static void *work(void *data) {
    struct work *work = data;
    for (int i = 0; i < ROUNDS; i++) {
        double ratio = 0.01 + 0.04 * i;
        char define[64];
        snprintf(define, sizeof define, "dp_nratio=%.17g", ratio);
        const char *defines[] = {define};
        struct lawtester_program *own =
            (i + work->number) % 2 ? lawtester_read_text(NULL, "own.yaml", impact, defines, 1)
                                   : NULL;
        struct lawtester_run *run =
            own ? lawtester_run_new(own, NULL, NULL, 0)
                : lawtester_run_new(work->shared, (const char *const[]){"dp_nratio"}, &ratio, 1);
        fill(work->values[i], run);
        lawtester_run_free(run);
        lawtester_program_free(own);
    }
    return NULL;
}

START_TEST(threads_give_the_same_bits) {
    struct lawtester_program *program = read_text(impact, NULL);
    static struct work works[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        works[i] = (struct work){.shared = program, .number = i};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &works[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    struct work alone = {.shared = program};
    work(&alone);
    for (int i = 0; i < THREADS; i++)
        ck_assert_mem_eq(works[i].values, alone.values, sizeof alone.values);
    ck_assert(alone.values[0][0] > alone.values[ROUNDS - 1][0]);
    lawtester_program_free(program);
}
END_TEST

/* A caller's decimal comma is none of ours. */
START_TEST(locale_of_the_caller) {
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        return; /* none with a comma is installed */
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_DONE);
    char *json = lawtester_run_json(run), text[8];
    ck_assert_ptr_nonnull(strstr(json, "\"dp_nratio\": 0.2"));
    lawtester_text_free(json);
    snprintf(text, sizeof text, "%.1f", 0.5);
    ck_assert_str_eq(text, "0,5");
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

/* Energies of so slow an impact are below the least normal number. */
static void values_of_slow(double *values) {
    static const char *const names[] = {"e_n", "fn_max", "ft_max", "E_dashpot", "un", "E_slip"};
    static const char slow[] = "speed=1e-157";
    struct lawtester_program *program = read_text(impact, slow);
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_str_eq(lawtester_run_message(run), "");
    for (size_t i = 0; i < 6; i++)
        values[i] = lawtester_run_value(run, names[i]);
    lawtester_run_free(run);
    lawtester_program_free(program);
}

START_TEST(arithmetic_of_the_caller) {
    static const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    double usual[6], other[6];
    volatile double least = 2.2250738585072014e-308;
    values_of_slow(usual);
    ck_assert(usual[3] > 0 && usual[3] < least);
    fesetround(roundings[_i]);
#ifdef __SSE2__
    _mm_setcsr(_mm_getcsr() | 0x8040); /* small results and small operands are 0 */
#endif
    values_of_slow(other);
    ck_assert_int_eq(fegetround(), roundings[_i]);
#ifdef __SSE2__
    ck_assert_uint_eq(_mm_getcsr() & 0x8040, 0x8040);
    _mm_setcsr(_mm_getcsr() & ~0x8040U);
#endif
    fesetround(FE_TONEAREST);
    ck_assert_mem_eq(usual, other, sizeof usual);
}
END_TEST

/* A name of a kind; NULL: there is none. */
static const char *named(const struct lawtester_program *program, enum lawtester_kind kind,
                         const char *wanted, struct lawtester_name *name) {
    for (size_t i = 0; lawtester_program_name(program, kind, i, name); i++)
        if (strcmp(name->name, wanted) == 0)
            return name->unit;
    return NULL;
}

START_TEST(names_and_words) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_name name;
    ck_assert_str_eq(named(program, LAWTESTER_RESULT, "t_contact", &name), "s");
    ck_assert_str_eq(named(program, LAWTESTER_COLUMN, "fn", &name), "N");
    ck_assert_str_eq(named(program, LAWTESTER_COLUMN, "push", &name), "N");
    ck_assert_str_eq(named(program, LAWTESTER_LET, "speed", &name), "m/s");
    ck_assert_str_eq(named(program, LAWTESTER_CONSTANT, "m_eff", &name), "kg");
    ck_assert_str_eq(named(program, LAWTESTER_PARAMETER, "kn", &name), "N/m");
    ck_assert_str_eq(name.words, "");
    ck_assert_ptr_nonnull(named(program, LAWTESTER_PARAMETER, "dp_mode", &name));
    ck_assert_ptr_nonnull(strstr(name.words, "no-tension"));
    ck_assert_ptr_null(named(program, LAWTESTER_COLUMN, "fs", &name));
    char why[200];
    double number = -1;
    ck_assert(lawtester_program_choice(program, "dp_mode", "no-tension", &number, why, 200));
    ck_assert(number == 1);
    ck_assert(!lawtester_program_choice(program, "dp_mode", "some", &number, why, 200));
    ck_assert_ptr_nonnull(strstr(why, "dp_mode is 'some': it must be full (0)"));
    ck_assert(!lawtester_program_choice(program, "kn", "some", &number, why, 200));
    ck_assert(!lawtester_program_choice(program, "speed", "some", &number, why, 200));
    ck_assert(lawtester_program_varies(program, "speed", why, 200));
    ck_assert(!lawtester_program_varies(program, "sped", why, 200));
    ck_assert_ptr_nonnull(strstr(why, "did you mean 'speed'"));
    ck_assert_ptr_null(lawtester_program_reads(program, 0));
    lawtester_program_free(program);
}
END_TEST

static const struct {
    const char *name, *unit;
    double factor; /* 0: refused, because of */
    const char *why;
} factors[] = {
    {"kn", "kN/m", 1000, NULL},
    {"law.kn", "kg/s^2", 1, NULL},
    {"kn", "kN", 0, "'1 kN' is a force (N), expected a stiffness (N/m)"},
    {"kn", "1", 0, "a pure number, expected its unit (N/m)"},
    {"dp_nratio", "1", 1, NULL},
    {"dp_nratio", "percent", 0.01, NULL},
    {"speed", "cm/s", 0.01, NULL},
    {"vn", "mm/s", 0.001, NULL},
    {"particles.a.radius", "mm", 0.001, NULL},
    {"t_contact", "us", 1e-6, NULL},
    {"t_contact", "m", 0, "'1 m' is a length (m), expected a time (s)"},
    {"t_contac", "m", 0, "unknown parameter, let or velocity 't_contac'"},
    {"kn", "kN/", 0, "cannot read the unit 'kN/'"},
};

START_TEST(units_of_numbers) {
    struct lawtester_program *program = read_text(impact, NULL);
    char why[200] = "";
    const double factor =
        lawtester_program_factor(program, factors[_i].name, factors[_i].unit, why, sizeof why);
    ck_assert_msg(factor == factors[_i].factor, "%s %s: %g %s", factors[_i].name, factors[_i].unit,
                  factor, why);
    ck_assert_msg(!factors[_i].why || strncmp(why, factors[_i].why, strlen(factors[_i].why)) == 0,
                  "%s", why);
    lawtester_program_free(program);
}
END_TEST

START_TEST(axes_of_figures) {
    struct lawtester_axis axis;
    lawtester_axis_of("-un", "", "m", 0, 3e-6, &axis);
    ck_assert_str_eq(axis.words, "overlap");
    ck_assert_str_eq(axis.label, "overlap −{/:Italic u_n} (µm)");
    ck_assert(fabs(axis.scale - 1e6) < 1e-3);
    lawtester_axis_of("spring", "force of a spring, somewhere", "N", 0, 1, &axis);
    ck_assert_str_eq(axis.words, "force of a spring spring");
    ck_assert_str_eq(axis.label, "force of a spring spring (N)");
    lawtester_axis_of("spring", NULL, "", 0, 0, &axis);
    ck_assert_str_eq(axis.label, "spring");
}
END_TEST

START_TEST(numbers_are_written_in_their_places) {
    static const char *const names[] = {"speed", "kn", "dp_mode", "particles.a.radius"};
    static const double values[] = {2.5, 3e4, 0, 0.1 + 0.2};
    char why[256];
    struct lawtester_program *program = read_text(impact, NULL);
    char *text = lawtester_program_text(program, names, values, 4, why, sizeof why);
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(strstr(text, "let: {speed: 2.5 m/s}\n"));
    ck_assert_ptr_nonnull(strstr(text, "law: {name: linear, kn: 30000 N/m, ks: 5e4 N/m, fric: 0.3, "
                                       "dp_nratio: 0.2, dp_mode: full}\n"));
    ck_assert_ptr_nonnull(strstr(text, "radius: 0.30000000000000004 m, "));
    struct lawtester_program *again = read_text(text, NULL);
    struct lawtester_run *one = lawtester_run_new(program, names, values, 4),
                         *other = lawtester_run_new(again, NULL, NULL, 0);
    ck_assert(lawtester_run_value(one, "e_n") == lawtester_run_value(other, "e_n"));
    ck_assert(lawtester_run_value(one, "fn_max") == lawtester_run_value(other, "fn_max"));
    lawtester_run_free(one);
    lawtester_run_free(other);
    lawtester_program_free(again);
    lawtester_text_free(text);
    lawtester_program_free(program);
}
END_TEST

START_TEST(numbers_of_the_law_that_the_file_leaves_out) {
    static const char *const laws[] = {"{kn: 1e5 N/m, name: linear}",
                                       "\n  name: linear\n  kn: \"1e5\n    N/m\"",
                                       "\n    kn: 1e5\n      N/m\n    name: 'linear'"};
    static const char *const names[] = {"kn", "ks", "fric"};
    static const double values[] = {2e5, 1e5, 0.25};
    char text[1024], why[256];
    snprintf(text, sizeof text,
             "lawtester: 1\nlaw: %s\n"
             "particles:\n  a: {shape: sphere, radius: 5 mm, density: 2500}\n"
             "  b: {shape: sphere, radius: 5 mm, density: 2500}\n"
             "stages: [{whats: ii...., values: [-1, 0.3, 0, 0, 0, 0], until: rebound}]\n",
             laws[_i]);
    struct lawtester_program *program = read_text(text, NULL);
    char *with = lawtester_program_text(program, names, values, 3, why, sizeof why);
    ck_assert_msg(with != NULL, "%s", why);
    struct lawtester_program *again = read_text(with, NULL);
    struct lawtester_run *one = lawtester_run_new(program, names, values, 3),
                         *other = lawtester_run_new(again, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(one), LAWTESTER_DONE);
    ck_assert(lawtester_run_value(other, "ks") == 1e5);
    ck_assert(lawtester_run_value(one, "e_t") == lawtester_run_value(other, "e_t"));
    lawtester_run_free(one);
    lawtester_run_free(other);
    lawtester_program_free(again);
    lawtester_text_free(with);
    lawtester_program_free(program);
}
END_TEST

START_TEST(numbers_of_parts_stay_in_their_maps) {
    static const char text[] =
        "lawtester: 1\n"
        "law:\n  name: contact\n  normal: {name: hertz, young: 1 MPa, poisson: 0.3}\n"
        "  cohesion: [{name: constant, pull_force: 1 mN}, {name: area, cohesion_density: 10}]\n"
        "particles:\n  a: {shape: sphere, radius: 5 mm, density: 2500}\n"
        "  b: {shape: sphere, radius: 5 mm, density: 2500}\n"
        "stages: [{whats: i....., values: [-0.1, 0, 0, 0, 0, 0], until: rebound}]\n";
    static const char *const names[] = {"pull_force", "law.cohesion[1].cohesion_density", "young",
                                        "pull_range"};
    static const double values[] = {2e-3, 20, 2e6, 1e-6};
    char why[256];
    struct lawtester_name name;
    struct lawtester_program *program = read_text(text, NULL);
    ck_assert_ptr_nonnull(named(program, LAWTESTER_PARAMETER, "cohesion", &name));
    ck_assert_ptr_null(named(program, LAWTESTER_PARAMETER, "cohesion_2", &name));
    char *with = lawtester_program_text(program, names, values, 4, why, sizeof why);
    ck_assert_msg(with != NULL, "%s", why);
    ck_assert_ptr_nonnull(strstr(with, "{name: hertz, young: 2000000 Pa, poisson: 0.3}"));
    ck_assert_ptr_nonnull(strstr(with, "[{name: constant, pull_force: 0.002 N}, "
                                       "{name: area, cohesion_density: 20}]"));
    ck_assert_ptr_nonnull(strstr(with, "pull_range: 1e-06\n  name: contact"));
    struct lawtester_program *again = read_text(with, NULL);
    struct lawtester_run *one = lawtester_run_new(program, names, values, 4),
                         *other = lawtester_run_new(again, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(one), LAWTESTER_DONE);
    ck_assert(lawtester_run_value(one, "fn_max") == lawtester_run_value(other, "fn_max"));
    ck_assert(lawtester_run_value(one, "pull_max") == lawtester_run_value(other, "pull_max"));
    lawtester_run_free(one);
    lawtester_run_free(other);
    lawtester_program_free(again);
    lawtester_text_free(with);
    lawtester_program_free(program);
}
END_TEST

START_TEST(what_cannot_be_written_is_said) {
    static const struct {
        const char *name, *why;
        double value;
    } refused[] = {{"knn", "unknown parameter, let or velocity 'knn'; did you mean 'kn'?", 1},
                   {"motion.gap", "'motion.gap' is not in the file", 1},
                   {"kn", "'kn' is to be no number", NAN}};
    char why[256];
    struct lawtester_program *program = read_text(impact, NULL),
                             *defined = read_text(impact, "kn=2e5");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_ptr_null(lawtester_program_text(program, &refused[i].name, &refused[i].value, 1,
                                                  why, sizeof why));
        ck_assert_msg(strncmp(why, refused[i].why, strlen(refused[i].why)) == 0, "%s", why);
    }
    ck_assert_ptr_null(
        lawtester_program_text(defined, &(const char *){"kn"}, &(double){1}, 1, why, sizeof why));
    ck_assert_str_eq(why, "'kn' is not in the file itself");
    lawtester_program_free(defined);
    lawtester_program_free(program);
}
END_TEST

START_TEST(the_table_where_it_lies) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    size_t stride = 0, rows = lawtester_run_rows(run), at = lawtester_run_column_place(run, 2);
    const double *cells = lawtester_run_cells(run, &stride);
    double *fn = malloc(rows * sizeof *fn);
    lawtester_run_column(run, "fn", fn, rows);
    for (size_t i = 0; i < rows; i++)
        ck_assert(cells[i * stride + at] == fn[i]);
    free(fn);
    lawtester_run_free(run);
    run = lawtester_run_with(program, &(struct lawtester_options){.no_table = 1});
    ck_assert_ptr_null(lawtester_run_cells(run, &stride));
    ck_near(lawtester_run_value(run, "e_n"), theory(0.2), 0.01);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

/* More than a thread takes at a time; run 5 fails. */
START_TEST(many_runs_have_the_bits_of_one) {
    enum { RUNS = 600, WANTED = 3 };
    struct lawtester_program *program = read_text(impact, NULL);
    static const char *const names[] = {"dp_nratio", "kn"}, *const wanted[] = {"e_n", "un",
                                                                               "speed"};
    static double values[RUNS][2], out[RUNS][WANTED];
    static int status[RUNS];
    char why[200];
    for (int i = 0; i < RUNS; i++) {
        values[i][0] = 0.9 * i / RUNS;
        values[i][1] = i == 5 ? -1 : 1e5 + i;
    }
    const struct lawtester_options options = {.names = names, .count = 2, .threads = _i};
    ck_assert_uint_eq(lawtester_run_many(program, &options, RUNS, values[0], wanted, WANTED, out[0],
                                         status, why, sizeof why),
                      RUNS - 1);
    ck_assert_str_eq(why, "run 5: kn is -1: its range is 0 to inf");
    for (int i = 0; i < RUNS; i += i < 10 ? 1 : 97) {
        struct lawtester_run *run = lawtester_run_new(program, names, values[i], 2);
        ck_assert_int_eq(status[i] == LAWTESTER_DONE, i != 5);
        for (int k = 0; k < WANTED; k++) {
            const double one = i == 5 ? (double)NAN : lawtester_run_value(run, wanted[k]);
            ck_assert(out[i][k] == one || (isnan(out[i][k]) && isnan(one)));
        }
        lawtester_run_free(run);
    }
    const int stop = 1;
    const struct lawtester_options stopped = {.names = names, .count = 2, .stop = &stop};
    ck_assert_uint_eq(lawtester_run_many(program, &stopped, RUNS, values[0], wanted, WANTED, out[0],
                                         status, why, sizeof why),
                      0);
    ck_assert(isnan(out[0][0]) && status[0] == LAWTESTER_FAILED);
    ck_assert_uint_eq(lawtester_run_many(program, &options, 1, values[0], (const char *[]){"e_m"},
                                         1, out[0], NULL, why, sizeof why),
                      0);
    ck_assert_ptr_nonnull(strstr(why, "'e_m' is no result"));
    ck_assert_ptr_nonnull(strstr(why, "; did you mean 'e_n'?"));
    lawtester_program_free(program);
}
END_TEST

static void has_text(char *text, const char *part) {
    ck_assert_ptr_nonnull(text);
    ck_assert_msg(strstr(text, part) != NULL, "%s", text);
    lawtester_text_free(text);
}

START_TEST(documents) {
    struct lawtester_program *program = read_text(impact, "motion.integrator=exact");
    const double stiffness = 3e5;
    const struct lawtester_options usual = {0}, stepped = {.as_run = 1},
                                   stiffer = {.names = (const char *[]){"kn"},
                                              .values = &stiffness,
                                              .count = 1};
    char why[200];
    has_text(lawtester_calibrate_json(program, NULL, NULL, 1, &stiffer), "\"converged\": true");
    has_text(lawtester_calibrate_json(program, (const char *[]){"kn"}, NULL, 2, &usual),
             "\"converged\": false");
    has_text(lawtester_calibrate_json(program, NULL, NULL, 1, &stepped), "\"averaged\": false");
    has_text(lawtester_calibrate_json(program, (const char *[]){"dp_nratio=0:0.99"},
                                      (const char *[]){"e_n=0.5+-0.01"}, 1, &usual),
             "\"uncertainty\": {\n    \"e_n\": 0.01");
    has_text(lawtester_verify_json(NULL, "", program, &usual, why, sizeof why), "\"ok\": true");
    ck_assert_ptr_null(lawtester_verify_json(NULL, "lineer", NULL, &usual, why, sizeof why));
    ck_assert_str_eq(why, "there is no law 'lineer'");
    ck_assert_ptr_null(lawtester_fit_json(program, &usual, why, sizeof why));
    ck_assert_str_eq(why, "the program has no section fit");
    ck_assert_ptr_null(lawtester_sweep_json(program, "out", &usual, why, sizeof why));
    ck_assert_str_eq(why, "the program was not read to be swept");
    ck_assert_ptr_null(lawtester_blocks_open(program, "out", why, sizeof why));
    const struct lawtester_block block = {.count = 1, .width = 1, .points = (const double[]){1}};
    ck_assert_ptr_null(
        lawtester_block_rows(program, &block, &(struct lawtester_options){.count = 0}));
    ck_assert_str_eq(why, "the program was not read to be swept");
    lawtester_program_free(program);
}
END_TEST

/* ---- A run made step by step ------------------------------------------------------------------
 */

static struct lawtester_run *start(const struct lawtester_program *program) {
    struct lawtester_run *run =
        lawtester_run_start(program, &(struct lawtester_options){.count = 0});
    ck_assert_msg(lawtester_run_status(run) == LAWTESTER_RUNNING, "%s", lawtester_run_message(run));
    return run;
}

static const char *const integrators[] = {
    "motion.integrator=leapfrog", "motion.integrator=symplectic-euler",
    "motion.integrator=velocity-verlet", "motion.integrator=exact", "motion.frame=bodies"};
enum { INTEGRATORS = sizeof integrators / sizeof *integrators };

START_TEST(steps_have_the_bits_of_the_run) {
    static const size_t lengths[] = {1, 3, 7, 100000};
    struct lawtester_program *program = read_text(impact, integrators[_i]);
    struct lawtester_run *whole = lawtester_run_new(program, NULL, NULL, 0);
    char *wanted = lawtester_run_json(whole);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct lawtester_run *run = start(program);
        char *nothing = lawtester_run_json(run);
        ck_assert_str_eq(nothing, "null");
        lawtester_text_free(nothing);
        size_t made = 0;
        while (lawtester_run_status(run) == LAWTESTER_RUNNING)
            made += lawtester_run_step(run, lengths[i]);
        ck_assert(made == (size_t)lawtester_run_value(whole, "steps"));
        ck_assert(lawtester_run_step(run, 1) == 0);
        size_t stride, rows = lawtester_run_rows(whole);
        const double *cells = lawtester_run_cells(whole, &stride);
        ck_assert(lawtester_run_rows(run) == rows);
        ck_assert(memcmp(lawtester_run_cells(run, &stride), cells, rows * stride * sizeof *cells) ==
                  0);
        char *found = lawtester_run_json(run);
        ck_assert_str_eq(found, wanted);
        lawtester_text_free(found);
        lawtester_run_free(run);
    }
    lawtester_text_free(wanted);
    lawtester_run_free(whole);
    lawtester_program_free(program);
}
END_TEST

static double value(const struct lawtester_run *run, const char *name) {
    return lawtester_run_value(run, name);
}

static void put(struct lawtester_run *run, const char *name, double number) {
    char why[300] = "";
    ck_assert_msg(lawtester_run_set(run, name, number, why, sizeof why) == 0, "%s", why);
}

static void not_put(struct lawtester_run *run, const char *name, double number, const char *said) {
    char why[300] = "";
    const double before = value(run, name), force = value(run, "fn"), t = value(run, "t");
    ck_assert(lawtester_run_set(run, name, number, why, sizeof why) != 0);
    ck_assert_msg(strstr(why, said) != NULL, "%s", why);
    ck_assert(lawtester_run_status(run) != LAWTESTER_RUNNING || before == value(run, name) ||
              isnan(before));
    ck_assert(force == value(run, "fn") && t == value(run, "t"));
}

/* What is set is there; the energy that it takes is E_set, and the balance stays closed. */
START_TEST(what_is_set_is_accounted_for) {
    struct lawtester_program *program = read_text(impact, integrators[_i]);
    struct lawtester_run *run = start(program);
    static const struct {
        const char *name;
        double number;
    } changes[] = {{"un", -2e-5}, {"vn", -0.5},       {"us", 1e-6}, {"kn", 2e5},
                   {"vs", 0.1},   {"dp_nratio", 0.1}, {"un", -1e-5}};
    lawtester_run_step(run, 100);
    const int shows_other = _i == 1 || _i == 2; /* kinetic energy than leapfrog balances */
    const double m_eff = value(run, "m_eff"), scale = 0.5 * m_eff;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const double residual = value(run, "E_residual");
        put(run, changes[i].name, changes[i].number);
        ck_assert_msg(fabs(value(run, changes[i].name) - changes[i].number) <=
                          1e-14 * fabs(changes[i].number),
                      "%s is %.17g", changes[i].name, value(run, changes[i].name));
        ck_assert_msg(fabs(value(run, "E_residual") - residual) <=
                          (shows_other ? 3e-3 : 1e-15) * scale,
                      "%s: %g of %g", changes[i].name, value(run, "E_residual") - residual, scale);
        lawtester_run_step(run, 20);
    }
    while (lawtester_run_step(run, 1000) > 0)
        ;
    ck_assert_int_ne(lawtester_run_status(run), LAWTESTER_FAILED);
    ck_assert_msg(value(run, "energy_residual_rel") < (shows_other ? 1e-2 : 1e-12), "%g",
                  value(run, "energy_residual_rel"));
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

/* A pair set to the start of another run makes the same impact. */
START_TEST(an_impact_begun_by_setting) {
    struct lawtester_program *program = read_text(impact, integrators[_i]);
    struct lawtester_program *other = lawtester_read_text(
        NULL, "impact.yaml", impact,
        (const char *[]){integrators[_i], "let.speed=0.4", "stages[0].values[1]=0"}, 3);
    struct lawtester_run *run = start(program), *wanted = lawtester_run_new(other, NULL, NULL, 0);
    put(run, "vn", -0.4);
    put(run, "vs", 0);
    while (lawtester_run_step(run, 1000) > 0)
        ;
    const double within = _i == 3 ? 1e-9 : 5e-3; /* steps begin at another place before touch */
    ck_near(value(run, "vn"), value(wanted, "vn"), within);
    ck_near(value(run, "overlap_max"), value(wanted, "overlap_max"), within);
    lawtester_run_free(run);
    lawtester_run_free(wanted);
    lawtester_program_free(other);
    lawtester_program_free(program);
}
END_TEST

START_TEST(what_cannot_be_set) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_run *run = start(program);
    lawtester_run_step(run, 200);
    not_put(run, "fn", 1, "the law computes it");
    not_put(run, "E_strain", 1, "can only be read");
    not_put(run, "e_n", 1, "can only be read");
    not_put(run, "t", 1, "can only be read");
    not_put(run, "dt", 1, "keeps the time step");
    not_put(run, "speed", 1, "when the run begins");
    not_put(run, "kn", -1, "kn is -1: its range is 0 to inf");
    not_put(run, "dp_mode", 0.5, "dp_mode is 0.5");
    not_put(run, "un", INFINITY, "must be a finite number");
    not_put(run, "quark", 1, "no 'quark'");
    while (lawtester_run_step(run, 1000) > 0)
        ;
    not_put(run, "un", 1, "the run has ended");
    struct lawtester_run *untouched = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert(value(run, "e_n") == value(untouched, "e_n"));
    lawtester_run_free(untouched);
    lawtester_run_free(run);
    lawtester_program_free(program);
    program = read_text(impact, "motion.frame=bodies");
    run = start(program);
    not_put(run, "un", 1, "move in space");
    not_put(run, "xa", 1, "can only be read");
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

static const char loaded[] =
    "lawtester: 1\n"
    "particles:\n"
    "  a: {shape: wall}\n"
    "  b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}\n"
    "law: {name: linear, kn: 1e5 N/m, ks: 5e4 N/m, fric: 0.3, dp_nratio: 0.2, dp_sratio: 0.2}\n"
    "motion: {dt: t_c/100}\n"
    "stages:\n"
    "  - {whats: 's.....', values: [-1, 0, 0, 0, 0, 0], until: step >= 10}\n"
    "  - {whats: sv...., values: [-2, 1e-3, 0, 0, 0, 0], until: step >= 20}\n"
    "  - {whats: ff...., values: [-2, 0, 0, 0, 0, 0], until: step >= 20000}\n"
    "  - {whats: u....., values: [-1e-5, 0, 0, 0, 0, 0], until: step >= 10}\n"
    "  - {whats: u....., values: [-1e-5 - 1e-9*step, 0, 0, 0, 0, 0], until: step >= 10}\n";

START_TEST(loads_are_set_where_the_stage_imposes_them) {
    struct lawtester_program *program = read_text(loaded, NULL);
    struct lawtester_run *run = start(program);
    lawtester_run_step(run, 5);
    ck_near(value(run, "fn"), -1, 1e-9);
    put(run, "fn", -3);
    lawtester_run_step(run, 1);
    ck_near(value(run, "fn"), -3, 1e-9);
    not_put(run, "un", 0, "it follows from the force that the stage holds");
    lawtester_run_step(run, 4); /* the next stage has begun */
    ck_assert(value(run, "stage") == 1 && value(run, "step") == 0);
    put(run, "vs", 2e-3);
    const double us = value(run, "us");
    lawtester_run_step(run, 1);
    ck_near(value(run, "us") - us, 2e-3 * value(run, "dt"), 1e-9);
    lawtester_run_step(run, 19);
    put(run, "fn", -4);
    put(run, "fs", 0.5);
    lawtester_run_step(run, 19999);
    ck_near(value(run, "fn"), -4, 1e-6);
    ck_near(value(run, "fs"), 0.5, 1e-6);
    lawtester_run_step(run, 1);
    put(run, "un", -3e-5);
    not_put(run, "vn", 1, "it follows from the displacement that the stage imposes");
    lawtester_run_step(run, 1);
    ck_near(value(run, "un"), -3e-5, 1e-12);
    lawtester_run_step(run, 9);
    not_put(run, "un", 0, "by a formula or a table");
    lawtester_run_step(run, 10);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_DONE);
    ck_assert(value(run, "energy_residual_rel") < 1e-12);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(until_a_condition) {
    struct lawtester_program *program = read_text(impact, NULL);
    struct lawtester_run *run = start(program);
    char why[300];
    int holds;
    const size_t made = lawtester_run_until(run, "vn > 0", 100000, &holds, why, sizeof why);
    ck_assert(holds == 1 && made > 100 && value(run, "vn") > 0);
    ck_assert(value(run, "un") < 0 && value(run, "e_n") == 0 && isnan(value(run, "fn_err")));
    ck_assert(lawtester_run_until(run, "vn < 0", 10, &holds, why, sizeof why) == 10 && holds == 0);
    ck_assert(lawtester_run_until(run, "vm < 0", 10, &holds, why, sizeof why) == 0 && holds == -1);
    ck_assert_str_eq(why, "until: unknown name 'vm'; did you mean 'vn'?");
    lawtester_run_until(run, "fn_err < 0.1", 10, &holds, why, sizeof why);
    ck_assert(holds == -1 && strstr(why, "where the program names it"));
    lawtester_run_until(run, "sqrt(-1 - un^2) > 0", 10, &holds, why, sizeof why);
    ck_assert(holds == -1 && strstr(why, "sqrt of a negative number"));
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_RUNNING);
    lawtester_run_until(run, "t > 1", 100000, &holds, why, sizeof why);
    ck_assert(holds == 0 && lawtester_run_status(run) == LAWTESTER_DONE);
    lawtester_run_until(run, "t > 1", 100000, &holds, why, sizeof why);
    ck_assert_str_eq(why, "the run has ended");
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(steps_that_fail_or_are_stopped) {
    struct lawtester_program *program = read_text(impact, "stages[0].max_steps=20");
    struct lawtester_run *run = start(program);
    ck_assert(lawtester_run_step(run, 1000) == 20);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
    ck_assert(strstr(lawtester_run_message(run), "did not become true within 20 steps"));
    lawtester_run_free(run);
    lawtester_program_free(program);
    program = read_text(impact, NULL);
    volatile int stop = 1;
    run = lawtester_run_start(program, &(struct lawtester_options){.stop = &stop});
    ck_assert(lawtester_run_step(run, 1000) == 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_RUNNING);
    stop = 0;
    ck_assert(lawtester_run_step(run, 5) == 5);
    lawtester_run_free(run);
    run = lawtester_run_start(program, &(struct lawtester_options){.names = (const char *[]){"kn"},
                                                                   .values = (const double[]){-1},
                                                                   .count = 1});
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
    ck_assert(lawtester_run_step(run, 5) == 0);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_test(t, a_run_and_its_results);
    tcase_add_test(t, columns);
    tcase_add_test(t, overrides_and_defines);
    tcase_add_loop_test(t, numbers_by_path, 0, sizeof by_path / sizeof *by_path);
    tcase_add_test(t, failed_runs_have_no_results);
    tcase_add_test(t, expectations);
    tcase_add_test(t, errors_have_their_places);
    tcase_add_test(t, files);
    tcase_add_test(t, calibration);
    tcase_add_test(t, calibration_of_two);
    tcase_add_test(t, plugins);
    tcase_add_test(t, plugins_leave_the_process_alone);
    tcase_add_test(t, names_and_words);
    tcase_add_loop_test(t, units_of_numbers, 0, sizeof factors / sizeof *factors);
    tcase_add_test(t, axes_of_figures);
    tcase_add_test(t, numbers_are_written_in_their_places);
    tcase_add_loop_test(t, numbers_of_the_law_that_the_file_leaves_out, 0, 3);
    tcase_add_test(t, numbers_of_parts_stay_in_their_maps);
    tcase_add_test(t, what_cannot_be_written_is_said);
    tcase_add_test(t, the_table_where_it_lies);
    tcase_add_loop_test(t, many_runs_have_the_bits_of_one, 1, 4);
    tcase_add_test(t, documents);
    tcase_add_loop_test(t, steps_have_the_bits_of_the_run, 0, INTEGRATORS);
    tcase_add_loop_test(t, what_is_set_is_accounted_for, 0, INTEGRATORS - 1);
    tcase_add_loop_test(t, an_impact_begun_by_setting, 0, INTEGRATORS - 1);
    tcase_add_test(t, what_cannot_be_set);
    tcase_add_test(t, loads_are_set_where_the_stage_imposes_them);
    tcase_add_test(t, until_a_condition);
    tcase_add_test(t, steps_that_fail_or_are_stopped);
    tcase_add_test(t, threads_give_the_same_bits);
    tcase_add_test(t, locale_of_the_caller);
    tcase_add_loop_test(t, arithmetic_of_the_caller, 0, 4);
}

LT_TESTS("library", add)
