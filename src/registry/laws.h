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

/* The law with this name among the built-in ones, or among LAWS, which end with NULL. NULL: there
 * is none. */
const struct lt_law *lt_laws_find(const char *name);
const struct lt_law *lt_laws_find_in(const struct lt_law *const *laws, const char *name);

/* True if the law, or the whole law of whose parts it is a choice, is built in. */
bool lt_laws_is_builtin(const struct lt_law *law);

/* The names of LAWS, which end with NULL; *COUNT gets their number. */
const char **lt_laws_names(const struct lt_law *const *laws, size_t *count, struct lt_arena *arena);

enum lt_cpu lt_laws_cpu(void); /* the best one of this machine */

/* The function that evaluates a block of LT_LANES contacts, compiled for the instruction set CPU;
 * NULL: the law has none. */
lt_law_block *lt_laws_block(const struct lt_law *law, enum lt_cpu cpu);

/* How a law steps several contacts side by side: by its march of rows or by its block function. */
struct lt_side {
    unsigned n;               /* contacts side by side; 0: the law cannot */
    const struct lt_law *law; /* its variant that is compiled for that */
    lt_by_block *by_block;    /* NULL: law->march_rows */
};
struct lt_side lt_laws_side(const struct lt_law *law, enum lt_cpu cpu);

/* The function that steps one contact many times, compiled for the instruction set CPU; NULL: the
 * law has none. */
lt_law_march *lt_laws_march(const struct lt_law *law, enum lt_cpu cpu);

/* The index of the parameter NAME of the law; -1: none. */
long lt_laws_param(const struct lt_law *law, const char *name);

/* True if the parameter PARAM sets the parameter NAME, whose value then follows from it. */
bool lt_laws_sets(const struct lt_field *param, const char *name);

/* The index of the state that is the limit, for short steps, of state I, which accounts for finite
 * ones; -1: state I has no such limit. */
long lt_laws_limit(const struct lt_law *law, size_t i);

/* The order of convergence in dt that the law claims, or its default. */
double lt_laws_order(const struct lt_law *law);

/* The words of enum lt_mix that a program may use, from LT_MIN on; ends with NULL. */
extern const char *const lt_laws_mix[];

/* The rule by which a parameter follows from two materials: "min", "series" ...; "law": the law
 * computes it; "": it has no rule. */
const char *lt_laws_mixing(const struct lt_field *param);

/* True if materials may give the parameter: all that are listed, but not those that choose a part
 * of the law. */
bool lt_laws_inherits(const struct lt_law *law, const struct lt_field *param);

/* The type of a parameter, state or column, as property tables of PFC have it: "INT" of a choice
 * among words, "BOOL" of one of two that are true and false, "VEC" of a component, n, s or t, of a
 * vector, "FLT" of any other number. FIELD: NULL of a column NAME. */
const char *lt_laws_type(const struct lt_law *law, const char *name, const struct lt_field *field);

/* True if the state is a flag, 0 or 1, whose changes are an event. */
bool lt_laws_is_flag(const struct lt_law *law, const char *state);

/* The index of a state variable; of a component of force ("fn" .. "mt"); -1: there is none. */
long lt_laws_state(const struct lt_law *law, const char *name);
long lt_laws_component(const char *name);

/* Checks a law's descriptor: ABI, sizes, names, units, defaults. False: WHY, of SIZE characters,
 * says what is wrong. */
bool lt_laws_check(const struct lt_law *law, char *why, size_t size);

#endif
