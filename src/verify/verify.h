/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify.h: tests laws by closed forms over sampled numbers, and by stage programs. */
#ifndef LT_VERIFY_H
#define LT_VERIFY_H

#include "program/program.h"

#include <jansson.h>
#include <signal.h>

/* The finding of one check. */
struct lt_finding {
    const char *name;
    double value, bound; /* the largest error and its bound; NAN: no case applied */
    bool ok;
    bool declared;     /* exceeds the bound as the law declares */
    const char *roles; /* untested because no parameter has these roles (separated by blanks); NULL:
                          tested */
    bool told;         /* show DETAIL even if the check is met */
    const char *detail;  /* the numbers and where; for a failure, what to check */
    const char *program; /* a stage program of the worst case; NULL: none */
};

/* A law, or a stage program with the law it names. */
struct lt_subject {
    const char *name, *law; /* name of the program or the law; the law tested */
    bool is_program;
    const char *skipped; /* why it was not tested; NULL: it was */
    size_t n_checks;
    struct lt_finding *checks;
    double seconds;
    bool ok;
};

struct lt_verify_options {
    const struct lt_law *const *laws; /* the laws that programs may use; ends with NULL */
    unsigned long seed;               /* of the sampled numbers */
    int threads;                      /* 0: as many as there are processors */
    bool audit;                       /* also audit laws against law.h */
    const char *only; /* of the audit these checks, between blanks, and nothing else; NULL: all */
    bool single;      /* the law of a code that has numbers of single precision */
    double at;        /* m, where the pair is in a code: x, y and z of A */
    const volatile sig_atomic_t *interrupted;
    /* Called by each thread when it begins a case of a check or a run: WHAT is "check 'cycle' of
     * law 'hertz'", NULL at its end. May be NULL. */
    void (*begins)(const char *what);
    struct lt_arena *arena; /* owns what is found */
};

/* Tests each of COUNT laws: the audit, its own reference cases, and the closed forms of
 * stages/closed-forms that apply to it, over sampled numbers. The result depends on the seed, not
 * on the number of threads. */
void lt_verify_laws(const struct lt_law *const *laws, size_t count,
                    const struct lt_verify_options *options, struct lt_subject *subjects);

/* Tests each of COUNT programs unchanged: every expectation is a check. A NULL program leaves its
 * subject as the caller has set it. */
void lt_verify_programs(const struct lt_program *const *programs, size_t count,
                        const struct lt_verify_options *options, struct lt_subject *subjects);

/* Tests each of COUNT laws that an external code offers, from outside. */
struct lt_style;
void lt_verify_styles(const struct lt_style *styles, size_t count,
                      const struct lt_verify_options *options, struct lt_subject *subjects);

/* As text, malloc'd: every check of the first LISTED laws, then a line for each of the others; a
 * line for each law of an external code. */
char *lt_verify_text(const struct lt_subject *subjects, size_t count, size_t listed,
                     struct lt_arena *arena);
char *lt_verify_styles_text(const struct lt_subject *subjects, size_t count);

json_t *lt_verify_json(const struct lt_subject *subjects, size_t count);

#endif
