/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit.h: tests whether a law obeys the rules of law.h, knowing only its descriptor.
 *
 * Random but reproducible parameters and paths; each check measures by how much a law falls short
 * on one of them. Discretisation errors do not count: a check that needs small steps measures what
 * remains when they are made smaller. */
#ifndef LT_AUDIT_H
#define LT_AUDIT_H

#include "law.h"
#include "program/program.h"

#include <stdint.h>
#include <stdio.h>

enum { LT_AUDIT_PARAMS = 160, LT_AUDIT_LEGS = 12 };

/* A leg of the path imposed on the contact, beginning and ending at rest; DU zero: it stays in
 * place. */
struct lt_audit_leg {
    double du[LT_DOFS], time;
};

/* A test case: enough to repeat it. */
struct lt_audit_case {
    uint64_t seed;
    int number;
    double mass, length, time;     /* scales around which numbers are drawn, SI */
    double radius[2], density[2];  /* of A and B; radius[0] = 0: A is a wall */
    bool fixed;                    /* A is fixed, in case the law depends on that */
    double given[LT_AUDIT_PARAMS]; /* parameters given for the contact; NAN: not given */
    double of_a[LT_AUDIT_PARAMS],
        of_b[LT_AUDIT_PARAMS]; /* parameters given by the materials; NAN: not given */
    bool turns;                /* compares with the same path without turns (cycle) */
    double gap;                /* un at the start */
    int n_legs, steps;         /* steps per leg */
    struct lt_audit_leg legs[LT_AUDIT_LEGS];
};

/* Is NAME one of the checks ONLY, between blanks? NULL: all are. */
bool lt_audit_wants(const char *only, const char *name);

/* The finding of one check. */
struct lt_check {
    const char *name;    /* "units", "ledger", "coulomb" ... */
    const char *about;   /* what is measured, in a few words */
    double value, bound; /* the largest value over all cases; ok if value <= bound */
    int cases;           /* how many cases the check applied to */
    bool ok;
    bool declared;  /* of cases that exceed the bound as the law declares */
    bool untold;    /* no parameter has the ROLES that it needs: no verdict, and VALUE is NaN */
    char roles[64]; /* their words, separated by blanks */
    /* for a failure, what the author should inspect; for convergence, both orders */
    char detail[600];
    struct lt_audit_case worst;
};

struct lt_audit_options {
    uint64_t seed;
    int cases;        /* how many are drawn; 0: 48 */
    const char *only; /* names of checks, separated by blanks; NULL: all */
    bool as_drawn;    /* report the first failing case; do not search for a simpler one */
    const volatile int *interrupted;  /* NULL: it is not; else the audit is of no use */
    void (*begins)(const char *what); /* called for each case of a check; may be NULL */
};

struct lt_audit {
    size_t count;
    struct lt_check *checks;
    bool ok;
};

/* Fills OUT. Laws in formulas can be audited, too. Needs no state of the program; may run in any
 * thread. */
void lt_audit_law(const struct lt_law *law, const struct lt_audit_options *options,
                  struct lt_audit *out);
void lt_audit_free(struct lt_audit *audit);

/* Write a stage program that drives the law through the worst case of a check. False: no
 * expectation of a program can express the check; the program says so and still runs the case. */
bool lt_audit_file_write(const struct lt_law *law, const struct lt_check *check, FILE *out);

#endif
