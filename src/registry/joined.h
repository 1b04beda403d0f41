/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joined.h: a law made of parts, joined by parts from outside: from a plug-in, or in formulas.
 *
 * A part is a law of its own that is told three numbers more (part_law.h). The law that they join keeps
 * its tables; those of the parts come behind, each field of the part that it belongs to. It has no
 * derived numbers: in their place its functions find what one run keeps. */
#ifndef LT_JOINED_H
#define LT_JOINED_H

#include "part_law.h"
#include "registry/formula_law.h"

#include <stdbool.h>

struct lt_arena;
struct lt_expr;

struct lt_guest {
    const char *kind;
    const struct lt_law *law;
    const struct lt_formula_law *formulas; /* the same, if it is in formulas; else NULL */
};

/* The kinds that they can be of; ends with NULL. Why KIND is none; NULL: it is one. */
extern const char *const lt_joined_kinds[];
const char *lt_joined_refuse_kind(const char *kind, struct lt_arena *arena);

/* LAW, made of parts, with COUNT more that can be chosen. */
const struct lt_law *lt_joined_make(const struct lt_law *law, const struct lt_guest *guests,
                                    size_t count, struct lt_arena *arena);

/* Why a part cannot join a law; NULL: it can. */
const char *lt_joined_refuse(const struct lt_guest *guest, struct lt_arena *arena);

/* Has LAW a part of that kind and name, which gives way to the guest's? */
bool lt_joined_replaces(const struct lt_law *law, const struct lt_guest *guest);

/* Has the law, as its parts are chosen, one from outside? */
bool lt_joined_is(const struct lt_law *law);

/* The part from outside that LAW, a choice of parts, has of the kind that this parameter chooses;
 * NULL: none. */
const struct lt_law *lt_joined_outside(const struct lt_law *law, size_t param);

/* The law whose functions LAW, a choice of parts, has. */
const struct lt_law *lt_joined_base(const struct lt_law *law);

/* Is the word NUMBER of the parameter that chooses parts one from outside? */
bool lt_joined_is_own(const struct lt_law *law, size_t param, double number);

/* Gives MADE, a choice of the parts of a law that others have joined, the functions and lists of
 * those that are chosen. */
void lt_joined_choose(struct lt_law *made, struct lt_arena *arena);

/* Makes what a run keeps, in ARENA, and stores it in DERIVED; nothing for any other law. EXPR may
 * be NULL if no part is in formulas. */
void lt_joined_bind(const struct lt_law *law, double *derived, struct lt_expr *expr,
                    struct lt_arena *arena);

/* The error of the last step or of the constants, of parts in formulas; "" if none. */
const char *lt_joined_wrong(const struct lt_law *law, const double *derived);

/* As lt_formula_law_try(), of parts in formulas. */
void lt_joined_try(const struct lt_law *law, const double *derived, bool trying);

/* A parameter of a part in formulas that comes of two materials by a formula; *VALUE stays if it
 * does not. False: the formula fails. */
bool lt_joined_mix(const struct lt_law *law, const double *derived, const struct lt_pair *pair,
                   size_t param, double a, double b, double *value);

#endif
