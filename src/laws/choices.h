/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choices.h: laws that are names for a choice of parts of the law `contact`. */
#ifndef LT_CHOICES_H
#define LT_CHOICES_H

#include "contact_make.h"

/* Makes the tables of all of them from those of CONTACT. NULL, or the name of one that has a part
 * or a parameter that CONTACT has not. */
const char *lt_choices_make(const struct lt_composition *contact,
                            const struct lt_allocator *allocator);

/* The same of the choice that BEFORE is, from a CONTACT that has parts of one's own, in its place.
 */
const char *lt_choices_remake(const struct lt_composition *before, struct lt_composition *contact,
                              const struct lt_allocator *allocator);

#endif
