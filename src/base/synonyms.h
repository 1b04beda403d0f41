/* SPDX-License-Identifier: GPL-3.0-or-later */
/* synonyms.h: words of other programs and papers, and what they are called in a stage program. */
#ifndef LT_SYNONYMS_H
#define LT_SYNONYMS_H

#include <stddef.h>

/* The one of COUNT names of which WORD is a synonym; NULL if there is none. Case matters only for
 * words of one letter ("E" is a modulus, "e" a coefficient of restitution). */
const char *lt_synonyms_find(const char *word, const char *const *names, size_t count);

#endif
