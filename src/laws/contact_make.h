/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_make.h: laws composed of parts, built in or of a user. */
#ifndef LT_CONTACT_MAKE_H
#define LT_CONTACT_MAKE_H

#include "contact_step.h"
#include "part.h"

#include <stdbool.h>

/* Source of memory for tables: zeroed, and valid for as long as CONTEXT lasts. */
struct lt_allocator {
    void *(*allocate)(void *context, size_t size);
    void *context;
};

/* A user's part. WIDE: its steps by vector width (enum lt_width) as struct lt_part_steps, or NULL.
 */
struct lt_own_part {
    const struct lt_part *part;
    const void *const *wide;
};

/* Fills OF with the tables of all built-in parts and of COUNT parts of a user. Returns NULL or the
 * error. */
const char *lt_contact_make(struct lt_composition *of, const struct lt_own_part *own, size_t count,
                            const struct lt_allocator *allocator);

/* The composition behind a law made of parts, also behind one with some parts fixed; NULL for any
 * other law. */
const struct lt_composition *lt_composition_of(const struct lt_law *law);

/* The part of LAW that parameter PARAM selects by the word of index NUMBER; NULL: none. */
const struct lt_part *lt_composition_part(const struct lt_law *law, size_t param, double number);

/* As lt_composition_part(), but NULL unless the part is a user's. */
const struct lt_part *lt_composition_own_part(const struct lt_law *law, size_t param,
                                              double number);

/* LAW, which is made of built-in parts, extended by COUNT parts of a user. Sets *WRONG to NULL or
 * the error. */
const struct lt_law *lt_composition_with(const struct lt_law *law, const struct lt_own_part *own,
                                         size_t count, const struct lt_allocator *allocator,
                                         const char **wrong);

/* Whether LAW contains a user's part. The functions of such a law find its composition through the
 * first derived number, so that lt_composition_bind() must store it in DERIVED before any of them
 * is called. For other laws bind does nothing. */
bool lt_composition_is_own(const struct lt_law *law);
void lt_composition_bind(const struct lt_law *law, double *derived);

/* The functions of every law made of parts; see struct lt_law for each. */
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
