/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damping_audit.h: restitutions that published formulas give, beside their targets. */
#ifndef LT_DAMPING_AUDIT_H
#define LT_DAMPING_AUDIT_H

#include "calibrate/damping.h"

#include <jansson.h>

enum { LT_DAMPING_TARGETS = 19 }; /* 0.05, 0.10 ... 0.95 */

struct lt_damping_audits {
    struct lt_damping_audit {
        const struct lt_damping *formula;
        enum lt_pull pull;
        double requested[LT_DAMPING_TARGETS], obtained[LT_DAMPING_TARGETS], worst;
    } * list;
    size_t count;
};

/* Runs the law with one formula for all targets, and fills AUDIT. False: it cannot be run; WHY, of
 * SIZE bytes, gives the reason. */
bool lt_damping_audit(struct lt_damping_audit *audit, const struct lt_damping *formula,
                      enum lt_pull pull, const volatile int *interrupted, char *why, size_t size);

/* The audits as text (malloc'd), as a document, and as a table (a PUT function). */
char *lt_damping_audit_text(const struct lt_damping_audits *audits, struct lt_arena *arena);
json_t *lt_damping_audit_document(const struct lt_damping_audits *audits);
bool lt_damping_audit_csv(FILE *file, void *audits);

#endif
