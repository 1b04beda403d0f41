/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ran.h: programs written as formats, run to their end. */
#ifndef LT_TEST_RAN_H
#define LT_TEST_RAN_H

#include "programs.h"

/* A program and its run, until done() with both. */
struct ran {
    struct lt_program *program;
    struct lt_result *result;
};

static inline struct ran run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline struct ran run(const char *format, ...) {
    char text[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct ran ran = {read_program(text, NULL), NULL};
    ran.result = run_program(ran.program);
    ck_assert_msg(ran.result->status == LT_DONE, "%s\n%s", ran.result->message, text);
    return ran;
}

static inline double end(const struct ran *ran, const char *name) {
    return value_of(ran->program, ran->result, name);
}

static inline void done(struct ran *ran) {
    lt_run_free(ran->result);
    lt_program_free(ran->program);
}

#endif
