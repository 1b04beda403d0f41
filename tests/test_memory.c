/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library without memory: every third allocation of ours and of jansson fails once. The linker
 * puts these functions in the place of malloc() and its kin (--wrap), so that sanitizers see what
 * is not freed. */
#include "lawtester.h"
#include "lt_check.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static long made, fail_at; /* 0: none fails */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
    return ++made == fail_at ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return ++made == fail_at ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return ++made == fail_at ? NULL : __real_realloc(old, size);
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
    json_set_alloc_funcs(__wrap_malloc, free); /* a host's own, which the library leaves in place */
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
    json_set_alloc_funcs(__wrap_malloc, free);
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

static void add(TCase *t) {
    tcase_add_test(t, allocations_of_the_laws_fail);
    tcase_add_test(t, allocations_fail);
}

LT_TESTS("memory", add)
