/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own_part.h: parts of one's own for the law `contact`: in formulas of the stage program, or from a
 * plug-in. */
#ifndef LT_OWN_PART_H
#define LT_OWN_PART_H

#include "laws/contact_make.h"
#include "registry/formula_part.h"

struct lt_arena;

/* The kinds of parts; ends with NULL. Why KIND is none; NULL: it is one. */
extern const char *const lt_own_part_kinds[];
const char *lt_own_part_refuse_kind(const char *kind, struct lt_arena *arena);

/* Why no part of LAW had a value in the last step, or no constants, of this thread; NULL: none. */
const char *lt_own_part_wrong(const struct lt_law *law);

/* LAW with COUNT parts of one's own more; *WRONG: NULL, or why not. */
const struct lt_law *lt_own_part_join(const struct lt_law *law, const struct lt_own_part *parts,
                                      size_t count, struct lt_arena *arena, const char **wrong);

#endif
