/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit.h: does a law keep its contract? What can be found out from its descriptor alone.
 *
 * Random but reproducible parameters and paths; each check measures by how much a law falls short
 * on one of them. Errors of the time step are no fault: where a check needs small steps, it looks
 * at what remains when they are made smaller. */
#ifndef LT_AUDIT_H
#define LT_AUDIT_H

#include "law.h"
#include "model/program.h"

#include <stdint.h>
#include <stdio.h>

enum { LT_AUDIT_PARAMS = 96, LT_AUDIT_LEGS = 12 };

/* A way that the contact is led: each leg begins and ends at rest; without DU it waits there. */
struct lt_audit_leg {
    double du[LT_DOFS], time;
};

/* What a check was tried with: enough to do it again. */
struct lt_audit_case {
    uint64_t seed;
    int number;
    double mass, length, time;     /* the sizes that the numbers are drawn around, SI */
    double radius[2], density[2];  /* of A and B; A is a wall if its radius is 0 */
    bool fixed;                    /* A is, for what the law derives from that */
    double given[LT_AUDIT_PARAMS]; /* for the contact; NAN: not given */
    double of_a[LT_AUDIT_PARAMS], of_b[LT_AUDIT_PARAMS]; /* by the materials; NAN: nothing */
    double gap;                                          /* un at the start */
    int n_legs, steps;                                   /* steps of each leg */
    struct lt_audit_leg legs[LT_AUDIT_LEGS];
};

/* Is NAME one of the checks ONLY, between blanks? NULL: all are. */
bool lt_audit_wants(const char *only, const char *name);

/* One line of the verdict. */
struct lt_check {
    const char *name;    /* "units", "ledger", "coulomb" ... */
    const char *about;   /* what is measured, in a few words */
    double value, bound; /* the largest value of all cases; ok: value <= bound */
    int cases;           /* how many of them could tell */
    bool ok;
    bool declared;  /* a line of its own for cases that fall short as the law says they do */
    bool untold;    /* parameters lack the ROLES that it needs: no verdict, and VALUE is NaN */
    char roles[64]; /* their words, between blanks */
    /* Of a failure the sentence that tells the author what to look at; of convergence both orders
     */
    char detail[600];
    struct lt_audit_case worst;
};

struct lt_audit_options {
    uint64_t seed;
    int cases;        /* how many are drawn; 0: 48 */
    const char *only; /* names of checks, between blanks; NULL: all */
    bool as_drawn;    /* be content with the first case that fails, look for no simpler one */
};

struct lt_audit {
    size_t count;
    struct lt_check *checks;
    bool ok;
};

/* Fills OUT. Lua laws can be audited, too. Needs no state of the program; may run in any thread. */
void lt_audit_law(const struct lt_law *law, const struct lt_audit_options *options,
                  struct lt_audit *out);
void lt_audit_free(struct lt_audit *audit);

/* A stage program that leads the law through the worst case of a check. False: what was measured is
 * no expectation that a program can have; the program says so, and leads through the case. */
bool lt_audit_file_write(const struct lt_law *law, const struct lt_check *check, FILE *out);

#endif
