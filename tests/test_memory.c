/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library without memory: every third allocation of ours and of jansson fails once, in many
 * runs and documents each of them. The linker puts these functions in the place of malloc() and its
 * kin (--wrap), so that sanitizers see what is not freed. */
#include "lawtester.h"
#include "lt_check.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long made, fail_at; /* 0: none fails */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails(void) {
    if (++made != fail_at)
        return false;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}

static const char impact[] =
    "lawtester: 1\n"
    "let: {speed: 1 m/s}\n"
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500 kg/m^3}}\n"
    "law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2}\n"
    "motion: {integrator: exact}\n"
    "stages:\n"
    "  - {whats: i....., values: [-speed, 0, 0, 0, 0, 0], until: rebound}\n"
    "record: {columns: [t, un, fn, {rest: 'math.fmod(vn, 2)'}]}\n"
    "expect:\n"
    "  - {that: bounces, is: 1, within: 1e-9}\n"
    "calibrate: {vary: {dp_nratio: [0.2, 0.23]}, to: {e_n: 0.5}}\n";

static const char lacks[] = "out of memory";

/* Jansson's functions are the host's own, set once before the library's first use: it goes on from
 * those it finds then. */
static void own_allocations(void) {
    static bool set;
    if (!set)
        json_set_alloc_funcs(__wrap_malloc, free);
    set = true;
}

static bool is_whole(char *json) {
    bool whole = json && strlen(json) > 2 && strcmp(json + strlen(json) - 2, "\n}") == 0;
    lawtester_text_free(json);
    return whole;
}

static int tell_laws(void) {
    struct lawtester_laws *laws = lawtester_laws_new();
    int done = is_whole(lawtester_laws_json(laws));
    lawtester_laws_free(laws);
    return done;
}

/* How many of its steps were done; each of the others says that there was no memory. */
static int use_library(double *e_n, double *dp_nratio) {
    struct lawtester_laws *laws = lawtester_laws_new();
    struct lawtester_program *program = lawtester_read_text(laws, "impact.yaml", impact, NULL, 0);
    int done = 0;
    if (lawtester_program_ok(program)) {
        done++;
        struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
        struct lawtester_calibration found;
        if (lawtester_run_status(run) == LAWTESTER_DONE) {
            done++;
            *e_n = lawtester_run_value(run, "e_n");
        } else {
            ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
            ck_assert_ptr_nonnull(strstr(lawtester_run_message(run), lacks));
        }
        done += is_whole(lawtester_run_json(run));
        if (lawtester_calibrate(program, NULL, NULL, &found))
            done++;
        else
            ck_assert_str_eq(found.message, lacks);
        *dp_nratio = found.value;
        lawtester_run_free(run);
    } else {
        struct lawtester_error error;
        ck_assert_ptr_nonnull(strstr(lawtester_program_errors(program), lacks));
        ck_assert_int_eq(lawtester_program_error(program, 0, &error), 1);
        ck_assert_str_eq(error.text, lacks);
    }
    lawtester_program_free(program);
    lawtester_laws_free(laws);
    return done;
}

START_TEST(allocations_fail) {
    enum { STEPS = 4 };
    double e_n[2], dp_nratio[2];
    own_allocations();
    ck_assert_int_eq(use_library(&e_n[0], &dp_nratio[0]), STEPS);
    bool over = false;
    int failures = 0;
    for (long n = 1; !over; n += 3) {
        made = 0;
        fail_at = n;
        failures += use_library(&e_n[1], &dp_nratio[1]) < STEPS;
        over = made < n;
        fail_at = 0;
        if (n % 150 != 1)
            continue;
        ck_assert_int_eq(use_library(&e_n[1], &dp_nratio[1]), STEPS); /* as if nothing had been */
        ck_assert_mem_eq(&e_n[1], &e_n[0], sizeof(double));
        ck_assert_mem_eq(&dp_nratio[1], &dp_nratio[0], sizeof(double));
    }
    ck_assert_int_gt(failures, 30); /* sanitizers have allocations of their own */
}
END_TEST

/* The laws' document has so many that not each is tried. */
START_TEST(allocations_of_the_laws_fail) {
    own_allocations();
    ck_assert_int_eq(tell_laws(), 1);
    bool over = false;
    int failures = 0;
    for (long n = 1; !over; n += 1 + n / 20) {
        made = 0;
        fail_at = n;
        failures += tell_laws() < 1;
        over = made < n;
        fail_at = 0;
    }
    ck_assert_int_gt(failures, 50);
    ck_assert_int_eq(tell_laws(), 1);
}
END_TEST

/* ---- Many runs and documents: their numbers, or NULL and why not -------------------------------
 */

static const char swept[] =
    "sweep: {over: {dp_nratio: [0.1, 0.2, 0.3]}, results: [e_n, t_contact]}\n"
    "fit: {data: data.csv, x: b, y: e, result: {x: dp_nratio, y: e_n}, vary: {speed: [0.5, 2]}}\n";

static struct {
    char folder[64], file[80];
    struct lawtester_program *program, *sweep;
    char why[256];
} job;

static const struct lawtester_options alone = {.threads = 1}, two = {.threads = 2},
                                      stepped = {.threads = 1, .as_run = 1};

static char *many_runs(const struct lawtester_options *how) {
    enum { RUNS = 300 }; /* more than a thread takes at a time */
    static double ratios[RUNS], found[RUNS][2];
    static int status[RUNS];
    for (int i = 0; i < RUNS; i++)
        ratios[i] = 0.1 + 1e-4 * i;
    const struct lawtester_options options = {
        .names = (const char *[]){"dp_nratio"}, .count = 1, .threads = how->threads};
    const size_t done =
        lawtester_run_many(job.program, &options, RUNS, ratios, (const char *[]){"e_n", "un"}, 2,
                           found[0], status, job.why, sizeof job.why);
    for (int i = 0; i < RUNS; i++)
        ck_assert_int_eq(status[i] == LAWTESTER_DONE, !isnan(found[i][0]));
    char *text = done == RUNS ? __real_malloc(64) : NULL;
    if (text)
        snprintf(text, 64, "%.17g %.17g {\n}", found[0][0], found[RUNS - 1][0]);
    return text;
}

static char *calibrate(const struct lawtester_options *how) {
    char *text = lawtester_calibrate_json(job.program, (const char *[]){"dp_nratio=0.2:0.3"},
                                          (const char *[]){"e_n=0.5"}, 1, how);
    strcpy(job.why, text ? "" : lacks);
    return text;
}

static char *sweep(const struct lawtester_options *how) {
    return lawtester_sweep_json(job.sweep, job.folder, how, job.why, sizeof job.why);
}

static char *fit(const struct lawtester_options *how) {
    return lawtester_fit_json(job.program, how, job.why, sizeof job.why);
}

static char *verify(const struct lawtester_options *how) {
    return lawtester_verify_json(NULL, "", job.program, how, job.why, sizeof job.why);
}

static const struct {
    char *(*make)(const struct lawtester_options *how);
    const struct lawtester_options *how;
    long apart; /* of this many allocations one is tried */
} jobs[] = {{many_runs, &alone, 1},   {many_runs, &two, 1}, {calibrate, &alone, 1},
            {calibrate, &stepped, 8}, {sweep, &alone, 1},   {sweep, &two, 1},
            {fit, &alone, 1},         {verify, &alone, 1}};

static void empty_folder(void) {
    DIR *folder = opendir(job.folder);
    char path[512];
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.' && strcmp(entry->d_name, "data.csv") != 0 &&
            strcmp(entry->d_name, "impact.yaml") != 0) {
            snprintf(path, sizeof path, "%s/%s", job.folder, entry->d_name);
            unlink(path);
        }
    closedir(folder);
}

static void put_file(const char *name, const char *text, const char *more) {
    snprintf(job.file, sizeof job.file, "%s/%s", job.folder, name);
    FILE *file = fopen(job.file, "w");
    fprintf(file, "%s%s", text, more);
    fclose(file);
}

static void begin_jobs(void) {
    strcpy(job.folder, "/tmp/lawtester-memory-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(job.folder));
    put_file("data.csv", "b,e\n0.1,0.7\n0.2,0.6\n", "0.3,0.5\n");
    put_file("impact.yaml", impact, swept);
    own_allocations();
    const char *const by_steps[] = {"motion.integrator=leapfrog", "motion.dt=t_c/10"};
    job.program = lawtester_read_file(NULL, job.file, by_steps, 2);
    job.sweep = lawtester_read_sweep(NULL, job.file, by_steps, 2);
    ck_assert_msg(lawtester_program_ok(job.program), "%s", lawtester_program_errors(job.program));
    ck_assert_msg(lawtester_program_ok(job.sweep), "%s", lawtester_program_errors(job.sweep));
}

static void end_jobs(void) {
    lawtester_program_free(job.program);
    lawtester_program_free(job.sweep);
    empty_folder();
    unlink(job.file);
    snprintf(job.file, sizeof job.file, "%s/data.csv", job.folder);
    unlink(job.file);
    rmdir(job.folder);
}

START_TEST(allocations_of_jobs_fail) {
    begin_jobs();
    char *whole = jobs[_i].make(jobs[_i].how);
    ck_assert_msg(whole != NULL, "%s", job.why);
    ck_assert_str_eq(job.why, "");
    bool over = false;
    int failures = 0;
    for (long n = 1; !over; n += jobs[_i].apart) {
        empty_folder();
        made = 0;
        fail_at = n;
        char *text = jobs[_i].make(jobs[_i].how);
        over = made < n;
        fail_at = 0;
        if (text)
            ck_assert_str_eq(text, whole);
        else
            ck_assert_msg(strstr(job.why, lacks) != NULL, "allocation %ld: %s", n, job.why);
        failures += !text;
        free(text);
    }
    ck_assert_int_gt(failures, 30);
    char *again = jobs[_i].make(jobs[_i].how);
    ck_assert_str_eq(again, whole);
    free(again);
    free(whole);
    end_jobs();
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, allocations_of_jobs_fail, 0, sizeof jobs / sizeof *jobs);
    tcase_add_test(t, allocations_of_the_laws_fail);
    tcase_add_test(t, allocations_fail);
}

LT_TESTS("memory", add)
