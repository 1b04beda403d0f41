/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laws.h: find a contact law by name; check and describe its tables. */
#ifndef LT_LAWS_H
#define LT_LAWS_H

#include "base/cpu.h"
#include "law.h"
#include "registry/by_block.h"

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

/* The built-in laws, in the order of the list in meson.build; ends with NULL. */
extern const struct lt_law *const lt_laws_builtin[];

/* NULL: no such law among the built-in ones, or among LAWS, which end with NULL. */
const struct lt_law *lt_laws_find(const char *name);
const struct lt_law *lt_laws_find_in(const struct lt_law *const *laws, const char *name);

/* Does the law have the functions of a built-in law, whatever parts are chosen? */
bool lt_laws_is_builtin(const struct lt_law *law);

/* The names of LAWS, which end with NULL. */
const char **lt_laws_names(const struct lt_law *const *laws, size_t *count, struct lt_arena *arena);

enum lt_cpu lt_laws_cpu(void); /* the best one of this machine */

/* A law's step for a block of contacts as compiled for an instruction set this machine has. */
lt_law_block *lt_laws_block(const struct lt_law *law, enum lt_cpu cpu);

/* How contacts of a law go side by side, by a march of rows or by its block. */
struct lt_side {
    unsigned n;               /* contacts; 0: they do not */
    const struct lt_law *law; /* as compiled for that */
    lt_by_block *by_block;    /* NULL: law->march_rows */
};
struct lt_side lt_laws_side(const struct lt_law *law, enum lt_cpu cpu);

/* Its march of one contact as compiled for it. */
lt_law_march *lt_laws_march(const struct lt_law *law, enum lt_cpu cpu);

/* Index of a parameter of the law, or -1. */
long lt_laws_param(const struct lt_law *law, const char *name);

/* True if NAME is one of those that a parameter sets. */
bool lt_laws_sets(const struct lt_field *param, const char *name);

/* The number of the state that the account of steps number I is in the limit of short ones; -1: it
 * is none, or names none. */
long lt_laws_limit(const struct lt_law *law, size_t i);

/* The order of convergence in dt that the law claims, or its default. */
double lt_laws_order(const struct lt_law *law);

/* The words of enum lt_mix that a program may use, from LT_MIN on; ends with NULL. */
extern const char *const lt_laws_mix[];

/* How a parameter comes of two materials by the law: "min", "series" ...; "law": in its own way;
 * "": it has no rule. */
const char *lt_laws_mixing(const struct lt_field *param);

/* May materials give it? All that are listed, but not those that choose a part of the law. */
bool lt_laws_inherits(const struct lt_law *law, const struct lt_field *param);

/* The type of a parameter, state or column, as property tables of PFC have it: "INT" of a choice
 * among words, "BOOL" of one of two that are true and false, "VEC" of a component, n, s or t, of a
 * vector, "FLT" of any other number. FIELD: NULL of a column NAME. */
const char *lt_laws_type(const struct lt_law *law, const char *name, const struct lt_field *field);

/* Is the state 0 or 1, and an event when it changes? */
bool lt_laws_is_flag(const struct lt_law *law, const char *state);

/* The index of a state variable; of a component of force ("fn" .. "mt"); -1: there is none. */
long lt_laws_state(const struct lt_law *law, const char *name);
long lt_laws_component(const char *name);

/* Checks a law's descriptor: ABI, sizes, names, units, defaults. False and WHY if it is wrong. */
bool lt_laws_check(const struct lt_law *law, char *why, size_t size);

#endif
