/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.h: shared by the files that write a law in formulas as C. */
#ifndef LT_EXPORT_H
#define LT_EXPORT_H

#include "base/arena.h"
#include "registry/formula_law.h"

#include <stdio.h>

/* A law that is being written. */
struct lt_export {
    FILE *out;
    const struct lt_formula_law *law;
    struct lt_arena *arena;
    const char *param;  /* whose mix is being written; NULL: none */
    const char *prefix; /* of the names of a portable header; NULL: it is a plug-in */
};

/* The numbers of the pair, in their order, and where struct lt_pair has them. */
#define LT_EXPORT_FIELD(name_, unit_, doc_, ...) {.name = #name_, .unit = unit_, .doc = doc_},
static const struct lt_field lt_export_pair[] = {LT_FORMULA_LAW_PAIR(LT_EXPORT_FIELD)};

/* ---- Words: export_words.c ------------------------------------------------------------------- */

/* Write TEXT as a string in C; TEXT within a comment, which it cannot end; a number so that C reads
 * the same double. */
void lt_export_words_quote(FILE *out, const char *text);
void lt_export_words_remark(FILE *out, const char *text);
void lt_export_words_number(FILE *out, double number);

/* The name in C of a name of the law. A word of the language, a macro, or a name that the file
 * itself needs gets '_' at its end. */
const char *lt_export_words_name(const char *name, struct lt_arena *arena);

/* ---- Formulas: export_formula.c -------------------------------------------------------------- */

/* Writes a formula as an expression in C; AS_NUM: a bare number gets the type of the law. */
void lt_export_formula_put(const struct lt_export *e, const struct lt_formula *formula,
                           bool as_num);

/* Writes the definition of a local constant NAME with the value of the formula. */
void lt_export_formula_define(const struct lt_export *e, const char *name,
                              const struct lt_formula *formula);

/* Writes the functions that the formulas of the law call. */
void lt_export_formula_functions(const struct lt_export *e);

/* ---- Tables and functions: export_tables.c, export_derive.c, export_step.c ------------------- */

/* Write the tables of parameters, derived numbers, state and losses; the lists of events, views,
 * jumps and shortfalls. */
void lt_export_tables_fields(const struct lt_export *e);
void lt_export_tables_lists(const struct lt_export *e);

/* True if a rule of RULES, or RULE, uses the quantity in SLOT. Either may be NULL. */
bool lt_export_derive_reads(const struct lt_rules *rules, const struct lt_rule *rule, size_t slot);

/* Writes local variables for the parameters, the numbers of the pair and, with CONSTANTS, the
 * constants that the rules use. */
void lt_export_derive_known(const struct lt_export *e, const struct lt_rules *rules,
                            const struct lt_rule *rule, bool constants);

/* Write the constants, stored in *d; the body of a function that returns the value of RULE; the
 * mixing rule of parameter number PARAM as an expression of the materials *a and *b. */
void lt_export_derive_constants(const struct lt_export *e);
void lt_export_derive_number(const struct lt_export *e, const struct lt_rule *rule);
void lt_export_derive_mix(struct lt_export *e, size_t param);

/* True if a mixing rule uses this number of the pair, an index in LT_FORMULA_LAW_MIXED. */
bool lt_export_derive_mixes(const struct lt_formula_law *law, size_t number);

/* Write the functions derive(), contact_time() and reach(); step(). */
void lt_export_derive_put(struct lt_export *e);
void lt_export_step_put(const struct lt_export *e);

#endif
