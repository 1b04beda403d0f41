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

/* As above, with the parts that NUMBERS, the values of its parameters, choose; NAN: the default;
 * infinite: the choice varies during a run. */
const struct lt_law *lt_parts_with(const struct lt_law *law, const double *numbers,
                                   struct lt_arena *arena);

/* True if a field belongs to parts that are not chosen: it has no name. */
static inline bool lt_parts_absent(const struct lt_field *field) {
    return !*field->name;
}

/* The part that "rolling:sds" names of LAWS, which end with NULL, and the law; NULL: there is none.
 */
const struct lt_part_word *lt_parts_find(const struct lt_law *const *laws, const char *name,
                                         const struct lt_law **law);

/* True if this field belongs to the part, perhaps among others. */
bool lt_parts_owns(const struct lt_law *law, const struct lt_part_word *part,
                   const struct lt_field *field, struct lt_arena *arena);

/* True if the part declares this shortfall: the condition has its choice, "rolling == 7", or a
 * parameter of its own. */
bool lt_parts_declares(const struct lt_law *law, const struct lt_part_word *part,
                       const struct lt_shortfall *shortfall, struct lt_arena *arena);

/* True if a choice of LAW, some of whose parts may be fixed, can have this field. */
bool lt_parts_possible(const struct lt_law *law, const struct lt_field *field,
                       struct lt_arena *arena);

/* True if a parameter that chooses a part of LAW varies. Such contacts cannot be stepped side by
 * side. */
bool lt_parts_vary(const struct lt_law *law);

/* True if this parameter chooses a part. */
bool lt_parts_is_kind(const struct lt_law *law, const char *param);

/* The components of force, as bits from fn (1) to mt (32), that only parts of this kind resist,
 * apart from bonds; 0: none. */
unsigned lt_parts_acts(const char *kind);

/* The parts to which NAME belongs, but which are not chosen, in words for a message; NULL: it is
 * not a name of such parts. */
const char *lt_parts_owner(const struct lt_law *law, const char *name, struct lt_arena *arena);

/* The reason why chosen parts cannot be combined, and in *PARAM the parameter that chooses one of
 * them; NULL: they can. */
const char *lt_parts_clash(const struct lt_law *law, size_t *param, struct lt_arena *arena);

#endif
