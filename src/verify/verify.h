/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h: laws put to the test: by closed forms over sampled numbers, and by stage programs. */
#ifndef LT_VERIFY_H
#define LT_VERIFY_H

#include "model/program.h"

#include <jansson.h>
#include <signal.h>

/* What is compared with what it should be. */
struct lt_finding {
    const char *name;
    double value, bound; /* how far it is off, at the worst, and how far it may be; NAN: not met */
    bool ok;
    bool declared;       /* off, and the law says so */
    const char *roles;   /* not told: no parameter has these roles, between blanks; NULL: told */
    bool told;           /* DETAIL is worth reading when all is well */
    const char *detail;  /* what the numbers were, and where; of a failure what to look at */
    const char *program; /* a stage program that shows the worst case; NULL: there is none */
};

/* A law, or a stage program with the law it names. */
struct lt_subject {
    const char *name, *law; /* of the program or, of a law, its own; the law that is tested */
    bool is_program;
    const char *skipped; /* why it was not tested; NULL: it was */
    size_t n_checks;
    struct lt_finding *checks;
    double seconds;
    bool ok;
};

struct lt_verify_options {
    const struct lt_law *const *laws; /* that programs may name; ends with NULL */
    unsigned long seed;               /* of the sampled numbers */
    int threads;                      /* 0: as many as there are processors */
    bool audit;                       /* laws are led through the audit of their contract, too */
    const char *only; /* of the audit these checks, between blanks, and nothing else; NULL: all */
    const volatile sig_atomic_t *interrupted;
    struct lt_arena *arena; /* owns what is found */
};

/* Each of COUNT laws: its contract, its own reference cases, and the closed forms of
 * stages/closed-forms that are about it, over sampled numbers. The result depends on the seed, not
 * on the number of threads. */
void lt_verify_laws(const struct lt_law *const *laws, size_t count,
                    const struct lt_verify_options *options, struct lt_subject *subjects);

/* Each of COUNT programs as it is: every expectation is a check. NULL: its subject is as the caller
 * has made it. */
void lt_verify_programs(const struct lt_program *const *programs, size_t count,
                        const struct lt_verify_options *options, struct lt_subject *subjects);

/* How many of its checks were told, and of them met. */
size_t lt_verify_told(const struct lt_subject *subject);
size_t lt_verify_met(const struct lt_subject *subject);

/* The largest error relative to its bound. */
double lt_verify_worst(const struct lt_subject *subject);

json_t *lt_verify_json(const struct lt_subject *subjects, size_t count);

#endif
