/* SPDX-License-Identifier: GPL-3.0-or-later */
/* programs.h: tests that read a stage program from a string and run it. */
#ifndef LT_TEST_PROGRAMS_H
#define LT_TEST_PROGRAMS_H

#include "lt_check.h"
#include "run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A head-on impact of two equal beads; %s are the law's further parameters and the motion. */
#define IMPACT(law, motion)                                                                        \
    "lawtester: 1\n"                                                                               \
    "materials: {glass: {density: 2500}}\n"                                                        \
    "particles:\n"                                                                                 \
    "  a: {shape: sphere, radius: 5e-3, material: glass}\n"                                        \
    "  b: {shape: sphere, radius: 5e-3, material: glass}\n"                                        \
    "law: {name: linear, kn: 1e5, ks: 5e4, fric: 0.3, " law "}\n"                                  \
    "motion: {" motion "}\n"                                                                       \
    "stages:\n"                                                                                    \
    "  - {whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound}\n"

/* Read a program that must be right; each D is "name=value", NULL ends them. */
static inline struct lt_program *read_program(const char *text, ...) {
    struct lt_define defines[16];
    size_t n = 0;
    va_list args;
    va_start(args, text);
    for (const char *d = va_arg(args, const char *); d; d = va_arg(args, const char *))
        defines[n++] = (struct lt_define){.text = d};
    va_end(args);
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_program("test.yaml", text, strlen(text), defines, n, errors);
    if (!program) {
        char *said = lt_errors_text(errors);
        ck_abort_msg("%s", said);
    }
    lt_errors_free(errors);
    return program;
}

static inline struct lt_result *run_program(const struct lt_program *program) {
    struct lt_run_options options = {.record = true};
    return lt_run(program, NULL, 0, &options);
}

/* A result or column of a run by name, at its end. */
static inline double value_of(const struct lt_program *program, const struct lt_result *result,
                              const char *name) {
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *found = lt_names_find(&names, name);
    ck_assert_msg(found != NULL, "no value %s", name);
    return result->values[found->slot];
}

/* The same with a parameter of the law or a let overridden. */
static inline struct lt_override override_of(const struct lt_program *program, const char *name,
                                             double value) {
    struct lt_names names = lt_names_in(program->names, LT_SCOPE_END);
    const struct lt_name *found = lt_names_find(&names, name);
    ck_assert_msg(found != NULL, "no value %s", name);
    return (struct lt_override){found, value};
}

/* A result of TEXT run under "-D" definitions, then freed. */
static inline double once(const char *text, const char *result, const char *d1, const char *d2,
                          const char *d3) {
    struct lt_program *program = read_program(text, d1, d2, d3, NULL);
    struct lt_result *r = run_program(program);
    ck_assert_msg(r->status == LT_DONE, "%s", r->message);
    double value = value_of(program, r, result);
    lt_run_free(r);
    lt_program_free(program);
    return value;
}

#endif
