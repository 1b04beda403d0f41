/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verifying.h: shared by the files of verify: a trial and its checks. */
#ifndef LT_VERIFYING_H
#define LT_VERIFYING_H

#include "base/arena.h"
#include "base/threads.h"
#include "codes/styles.h"
#include "verify/verify.h"

#include <pthread.h>
#include <stdio.h>

/* A program of stages/closed-forms, and the laws that it applies to. */
struct lt_closed_form {
    const char *name, *laws; /* laws: separated by blanks */
    const char *const *lines;
};

/* A unit of work for one thread. */
struct lt_verify_trial {
    const struct lt_law *law;
    const struct lt_closed_form *form; /* a closed form, or */
    const struct lt_program *program;  /* ... an unchanged program, or */
    bool audit;   /* ... the audit; if none of these is set, the law's own cases */
    bool outside; /* audit the law of the program, or the style, from outside: a code computes it */
    const struct lt_style *style;
    const char *skipped; /* why it could not be tried; NULL: it was */
    struct lt_subject *subject;
    size_t n_checks;
    struct lt_finding *checks;
    double seconds;
    pthread_mutex_t *reading; /* programs are read one at a time, as they share the unit database */
    struct lt_arena *arena;
};

/* Read a stage program under this name; NULL: *WHY says what is wrong. */
struct lt_program *lt_verify_read(const struct lt_verify_trial *trial,
                                  const struct lt_verify_options *options, const char *name,
                                  const char *text, bool sweeping, const char **why);

/* Calls options->begins for a run of the trial. */
void lt_verify_begins(const struct lt_verify_trial *trial, const struct lt_verify_options *options);

/* Advice on what to check if NAME is wrong. */
const char *lt_verify_advice(const char *name);

/* The error relative to its bound; above 1: not met. */
double lt_verify_share(double error, double bound);

/* Run a trial and fill in its checks. */
void lt_verify_program(struct lt_verify_trial *trial, const struct lt_verify_options *options);
void lt_verify_program_form(struct lt_verify_trial *trial, const struct lt_verify_options *options);
void lt_verify_cases(struct lt_verify_trial *trial, const struct lt_verify_options *options);
void lt_outside_audit(struct lt_verify_trial *trial, const struct lt_verify_options *options);

#endif
