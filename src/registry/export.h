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

/* A text in quotes; one within a remark; a number as C reads it back, to the bit. */
void lt_export_words_quote(FILE *out, const char *text);
void lt_export_words_remark(FILE *out, const char *text);
void lt_export_words_number(FILE *out, double number);

/* The name in C of a name of the law. A word of the language, a macro, or a name that the file
 * itself needs gets '_' at its end. */
const char *lt_export_words_name(const char *name, struct lt_arena *arena);

/* ---- Formulas: export_formula.c -------------------------------------------------------------- */

/* A formula as C; AS_NUM: a number by itself must be a num. */
void lt_export_formula_put(const struct lt_export *e, const struct lt_formula *formula,
                           bool as_num);

/* A line that gives it a name. */
void lt_export_formula_define(const struct lt_export *e, const char *name,
                              const struct lt_formula *formula);

/* The functions that the formulas of the law call. */
void lt_export_formula_functions(const struct lt_export *e);

/* ---- Tables and functions: export_tables.c, export_derive.c, export_step.c ------------------- */

/* Parameters, state and so on; events, jumps and so on. */
void lt_export_tables_fields(const struct lt_export *e);
void lt_export_tables_lists(const struct lt_export *e);

/* Is a number of this slot read by one of the rules, or by this one? Either may be NULL. */
bool lt_export_derive_reads(const struct lt_rules *rules, const struct lt_rule *rule, size_t slot);

/* Names for the parameters, the numbers of the pair and, if so, the constants that are read. */
void lt_export_derive_known(const struct lt_export *e, const struct lt_rules *rules,
                            const struct lt_rule *rule, bool constants);

/* The constants, stored in *d; a number that a rule makes of parameters, pair and constants; what
 * the rule of a parameter makes of *a and *b. */
void lt_export_derive_constants(const struct lt_export *e);
void lt_export_derive_number(const struct lt_export *e, const struct lt_rule *rule);
void lt_export_derive_mix(struct lt_export *e, size_t param);

/* Do rules for two materials read this number of the pair, of LT_FORMULA_LAW_MIXED? */
bool lt_export_derive_mixes(const struct lt_formula_law *law, size_t number);

/* derive(), contact_time(), reach(); step(). */
void lt_export_derive_put(struct lt_export *e);
void lt_export_step_put(const struct lt_export *e);

#endif
