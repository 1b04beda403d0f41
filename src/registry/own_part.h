/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own_part.h: users' parts for the law `contact`: in formulas of the stage program, or from a
 * plug-in. */
#ifndef LT_OWN_PART_H
#define LT_OWN_PART_H

#include "laws/contact_make.h"
#include "registry/formula_part.h"

struct lt_arena;

/* The kinds of parts; ends with NULL. The function returns the message that KIND is none; NULL: it
 * is one. */
extern const char *const lt_own_part_kinds[];
const char *lt_own_part_refuse_kind(const char *kind, struct lt_arena *arena);

/* The message of a part of LAW that had no value in the last step of this thread, or no constants;
 * NULL: all had. */
const char *lt_own_part_wrong(const struct lt_law *law);

/* LAW with COUNT more PARTS; those of the same kind and name are replaced. *WRONG: NULL, or the
 * reason why they cannot be joined. */
const struct lt_law *lt_own_part_join(const struct lt_law *law, const struct lt_own_part *parts,
                                      size_t count, struct lt_arena *arena, const char **wrong);

#endif
