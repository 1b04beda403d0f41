/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_make.h: the law that is made of parts, and its functions. */
#ifndef LT_CONTACT_MAKE_H
#define LT_CONTACT_MAKE_H

#include "contact_step.h"
#include "part.h"

#include <stdbool.h>

/* Gives LAW the tables of all parts. */
void lt_contact_fill(struct lt_law *law);

const char *lt_contact_derive(const struct lt_pair *pair, const void *a, const void *b, void *p,
                              void *d);
double lt_contact_time(const struct lt_pair *pair, const void *p, const void *d, double speed);
double lt_contact_reach(const struct lt_pair *pair, const void *p, const void *d);

void lt_contact_one(const void *p, const void *d, const struct lt_move *m, void *x,
                    struct lt_out *out, void *e);
lt_law_block lt_contact_block;

#endif
