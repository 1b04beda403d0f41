/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h: a law that is made of parts, as it is with those that a stage program chooses. */
#ifndef LT_PARTS_H
#define LT_PARTS_H

#include "law.h"

#include <stdbool.h>

struct lt_arena;
struct lt_node;

/* LAW with the parts that MAP, the section law of a file, chooses (NULL: those by default). What
 * belongs to other parts keeps its place, but has no name. LAW itself if it is not made of parts.
 */
const struct lt_law *lt_parts_chosen(const struct lt_law *law, const struct lt_node *map,
                                     struct lt_arena *arena);

/* As above, from values of its parameters; NAN: the default. */
const struct lt_law *lt_parts_with(const struct lt_law *law, const double *numbers,
                                   struct lt_arena *arena);

/* A field of parts that are not chosen. */
static inline bool lt_parts_absent(const struct lt_field *field) {
    return !*field->name;
}

/* The part that "rolling:sds" names of LAWS, which end with NULL, and the law; NULL: there is none.
 */
const struct lt_part_word *lt_parts_find(const struct lt_law *const *laws, const char *name,
                                         const struct lt_law **law);

/* Does this field belong to the part, among others? */
bool lt_parts_owns(const struct lt_law *law, const struct lt_part_word *part,
                   const struct lt_field *field, struct lt_arena *arena);

/* Does the part declare this shortfall: has the condition its choice, "rolling == 7", or a
 * parameter of its own? */
bool lt_parts_declares(const struct lt_law *law, const struct lt_part_word *part,
                       const struct lt_shortfall *shortfall, struct lt_arena *arena);

/* Can a choice of LAW, some of whose parts may be fixed, have this field? */
bool lt_parts_possible(const struct lt_law *law, const struct lt_field *field,
                       struct lt_arena *arena);

/* Does a parameter that chooses a part of LAW vary? Such contacts do not go side by side. */
bool lt_parts_vary(const struct lt_law *law);

/* Does this parameter choose a part? */
bool lt_parts_is_kind(const struct lt_law *law, const char *param);

/* Components of force, as bits, that only parts of the kind resist, but for a bond; 0: none. */
unsigned lt_parts_acts(const char *kind);

/* The parts that NAME would belong to, in words; NULL: it is no name of theirs. */
const char *lt_parts_owner(const struct lt_law *law, const char *name, struct lt_arena *arena);

/* Chosen parts that do not go together: the reason, and of which parameter; NULL: all do. */
const char *lt_parts_clash(const struct lt_law *law, size_t *param, struct lt_arena *arena);

#endif
