/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library where there is not enough memory for the user's data: each call says so, and the next
 * one is as if nothing had been. The address space is limited; another limit, that of the machine
 * or of its control group, is looked at in the same place. */
#include "lawtester.h"
#include "lt_check.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TOP                                                                                        \
    "lawtester: 1\n"                                                                               \
    "particles: {a: {shape: wall}, b: {shape: sphere, radius: 5 mm, density: 2500}}\n"             \
    "law: {name: linear, kn: 1e5 N/m, dp_nratio: 0.2}\n"                                           \
    "motion: {dt: t_c/1000000}\n"                                                                  \
    "stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound, max_steps: 2e6}]\n"

enum { MORE = 24 << 20, ROWS = 1000000 };

static const char lacks[] = "not enough memory";
static char table[] = "/tmp/lawtester-table-XXXXXX";

/* So many bytes more than are in use. */
static void limit_memory(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert(file && fscanf(file, "%ld", &pages) == 1);
    fclose(file);
    const rlim_t most = (rlim_t)(pages * sysconf(_SC_PAGESIZE)) + MORE;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &(struct rlimit){most, RLIM_INFINITY}), 0);
}

static void begin(void) {
    FILE *file = fdopen(mkstemp(table), "w");
    ck_assert_ptr_nonnull(file);
    fputs("t,x\n", file);
    for (int i = 0; i < ROWS; i++)
        fprintf(file, "%d,%d\n", i, i % 1000);
    fclose(file);
}

static void end(void) {
    unlink(table);
}

static struct lawtester_program *read_program(const char *more) {
    char text[2048];
    snprintf(text, sizeof text, TOP "%s", more);
    return lawtester_read_text(NULL, "impact.yaml", text, NULL, 0);
}

START_TEST(a_table_is_refused) {
    limit_memory();
    struct lawtester_table *whole = lawtester_table_read(table, NULL);
    ck_assert(!lawtester_table_ok(whole));
    ck_assert_msg(strstr(lawtester_table_errors(whole), lacks), "%s",
                  lawtester_table_errors(whole));
    lawtester_table_free(whole);
}
END_TEST

/* With the rows that there are. */
START_TEST(a_run_fails) {
    struct lawtester_program *program = read_program("record: {every: 1}\n");
    ck_assert_msg(lawtester_program_ok(program), "%s", lawtester_program_errors(program));
    limit_memory();
    struct lawtester_run *run = lawtester_run_new(program, NULL, NULL, 0);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_FAILED);
    ck_assert_msg(strstr(lawtester_run_message(run), lacks), "%s", lawtester_run_message(run));
    ck_assert_uint_gt(lawtester_run_rows(run), 10000);
    lawtester_run_free(run);
    const struct lawtester_options no_rows = {.no_table = 1};
    run = lawtester_run_with(program, &no_rows);
    ck_assert_int_eq(lawtester_run_status(run), LAWTESTER_DONE);
    lawtester_run_free(run);
    lawtester_program_free(program);
}
END_TEST

START_TEST(a_program_that_names_a_table_is_refused) {
    char more[256];
    snprintf(more, sizeof more,
             "record: {columns: [t, un]}\n"
             "expect: [{curve: un, over: t, file: %s, within: 1}]\n",
             table);
    limit_memory();
    struct lawtester_program *program = read_program(more);
    ck_assert(!lawtester_program_ok(program));
    ck_assert_msg(strstr(lawtester_program_errors(program), lacks), "%s",
                  lawtester_program_errors(program));
    lawtester_program_free(program);
}
END_TEST

START_TEST(a_fit_is_refused) {
    char more[256], why[512];
    snprintf(more, sizeof more,
             "fit: {data: %s, x: t, y: x, curve: {x: t, y: un}, vary: {dp_nratio: [0, 1]}}\n",
             table);
    struct lawtester_program *program = read_program(more);
    ck_assert_msg(lawtester_program_ok(program), "%s", lawtester_program_errors(program));
    limit_memory();
    const struct lawtester_options options = {.threads = 1};
    char *text = lawtester_fit_json(program, &options, why, sizeof why);
    ck_assert_ptr_null(text);
    ck_assert_msg(strstr(why, lacks), "%s", why);
    lawtester_program_free(program);
}
END_TEST

static void add(TCase *t) {
    tcase_add_unchecked_fixture(t, begin, end);
    tcase_add_test(t, a_table_is_refused);
    tcase_add_test(t, a_run_fails);
    tcase_add_test(t, a_program_that_names_a_table_is_refused);
    tcase_add_test(t, a_fit_is_refused);
}

LT_TESTS("memory", add)
