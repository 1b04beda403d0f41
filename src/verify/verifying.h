/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verifying.h: what the files of verify share: one thing that is tried, and its checks. */
#ifndef LT_VERIFYING_H
#define LT_VERIFYING_H

#include "base/arena.h"
#include "base/threads.h"
#include "verify/verify.h"

#include <stdio.h>

/* A program of stages/closed-forms, and the laws that it is about. */
struct lt_closed_form {
    const char *name, *laws; /* laws: each between blanks */
    const char *const *lines;
};

/* One thing to be run by one thread. */
struct lt_verify_trial {
    const struct lt_law *law;
    const struct lt_closed_form *form; /* one of the closed forms, or */
    const struct lt_program *program;  /* ... a program as it is, or */
    bool audit;                        /* ... the law's contract; none: the law's own cases */
    struct lt_subject *subject;
    size_t n_checks;
    struct lt_finding *checks;
    double seconds;
    struct lt_lock *reading; /* one program is read at a time: units have one database */
    struct lt_arena *arena;
};

/* A stage program of this name; NULL: *WHY says why it is none. */
struct lt_program *lt_verify_read(const struct lt_verify_trial *trial,
                                  const struct lt_verify_options *options, const char *name,
                                  const char *text, bool sweeping, const char **why);

/* What to look at if NAME is off. */
const char *lt_verify_advice(const char *name);

/* How near the bound an error is; beyond it above 1. */
double lt_verify_share(double error, double bound);

/* Run a trial: each fills in its checks. */
void lt_verify_program(struct lt_verify_trial *trial, const struct lt_verify_options *options);
void lt_verify_program_form(struct lt_verify_trial *trial, const struct lt_verify_options *options);
void lt_verify_cases(struct lt_verify_trial *trial, const struct lt_verify_options *options);

#endif
