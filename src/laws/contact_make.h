/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_make.h: the law that is made of parts, with those of one's own. */
#ifndef LT_CONTACT_MAKE_H
#define LT_CONTACT_MAKE_H

#include "contact_step.h"
#include "part.h"

#include <stdbool.h>

/* Where memory for tables comes from: zeroed, and as long as FROM lasts. */
struct lt_room {
    void *(*get)(void *from, size_t size);
    void *from;
};

/* A part of one's own, and its steps by width (enum lt_width), struct lt_part_steps; or NULL. */
struct lt_own_part {
    const struct lt_part *part;
    const void *const *wide;
};

/* Gives OF the tables of all parts of the program and of COUNT more. NULL, or what is wrong. */
const char *lt_contact_make(struct lt_composition *of, const struct lt_own_part *own, size_t count,
                            const struct lt_room *room);

/* The composition of a law made of parts, also where a choice has been made; NULL: it is none. */
const struct lt_composition *lt_composition_of(const struct lt_law *law);

/* The part that LAW has where parameter PARAM chooses the word NUMBER; NULL: none. */
const struct lt_part *lt_composition_part(const struct lt_law *law, size_t param, double number);

/* The same, of one's own. */
const struct lt_part *lt_composition_own_part(const struct lt_law *law, size_t param,
                                              double number);

/* LAW, which is made of parts of the program, with COUNT of one's own. *WRONG: NULL, or why not. */
const struct lt_law *lt_composition_with(const struct lt_law *law, const struct lt_own_part *own,
                                         size_t count, const struct lt_room *room,
                                         const char **wrong);

/* Is it one with parts of one's own? Its functions find out by DERIVED what it is made of, which
 * has to be bound to it before they are asked; nothing for any other law. */
bool lt_composition_is_own(const struct lt_law *law);
void lt_composition_bind(const struct lt_law *law, double *derived);

/* The functions of such a law. */
const char *lt_composition_derive(const struct lt_composition *of, const struct lt_pair *pair,
                                  const void *a, const void *b, void *p, void *d);
double lt_contact_time(const struct lt_pair *pair, const void *p, const void *d, double speed);
double lt_contact_reach(const struct lt_pair *pair, const void *p, const void *d);
int lt_contact_apart(const void *p, const void *d);
void lt_contact_one(const void *p, const void *d, const struct lt_move *m, void *x,
                    struct lt_out *out, void *e);
lt_law_block lt_contact_block;
lt_law_march lt_contact_march;

#endif
