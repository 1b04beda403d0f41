/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_kind.h: the external codes whose own laws can be run, a row each, and which input lines are
 * allowed.
 *
 * The input language of a code can do anything to the machine it runs on, and a stage program may
 * come from anyone: so it may contain only contact laws and numbers of that language. */
#ifndef LT_CODE_KIND_H
#define LT_CODE_KIND_H

#include <stdbool.h>
#include <stddef.h>

struct lt_code_kind {
    const char *name, *title; /* "lammps", "LAMMPS" */
    const char *const *heads; /* words that a line may begin with; NULL: a class name, followed by
                                 its attributes, NAME=NUMBER */
    const char *const *styles, *const *words;
    int types;           /* the most materials */
    bool own;            /* a code of the user's own: it has no lines, but all numbers of the law */
    bool takes_formulas; /* a law in formulas is compiled into it (codes/deployed.h) */
};

extern const struct lt_code_kind lt_code_kinds[]; /* end with a NULL name */
extern const char *const lt_code_kind_names[];    /* their names; ends with NULL */

const struct lt_code_kind *lt_code_kind_find(const char *name); /* NULL: none */

/* The first forbidden character of LINE, or NULL. */
const char *lt_code_kind_refused(const char *line);

/* Judges the word at INDEX of a line of COUNT words: permitted, or wrong as the begin of the line,
 * as a style, or otherwise. Words in braces are parameters. ALLOWED, which ends with NULL, are
 * further styles that the user permits. */
enum lt_code_word { LT_CODE_WORD_OK, LT_CODE_WORD_HEAD, LT_CODE_WORD_STYLE, LT_CODE_WORD_OTHER };
enum lt_code_word lt_code_kind_judge(const struct lt_code_kind *kind, const char *const *words,
                                     size_t count, size_t index, const char *const *allowed);

#endif
