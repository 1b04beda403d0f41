/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choices.h: laws that are names for a choice of parts of the law `contact`. */
#ifndef LT_CHOICES_H
#define LT_CHOICES_H

#include "contact_make.h"

/* Makes all these laws from the tables of CONTACT. Returns NULL, or the name of a law that needs a
 * part or a parameter which CONTACT has not. */
const char *lt_choices_make(const struct lt_composition *contact,
                            const struct lt_allocator *allocator);

/* Makes CONTACT, which has parts of a user, the same choice as PREVIOUS. Returns the error or NULL.
 */
const char *lt_choices_remake(const struct lt_composition *previous, struct lt_composition *contact,
                              const struct lt_allocator *allocator);

#endif
