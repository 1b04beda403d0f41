/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_kind.h: the codes whose own laws may be asked, a row each, and what their lines may say.
 *
 * An input language can do anything with the machine of who reads it. A stage program may come from
 * anyone: of such a language it has contact laws and numbers, and nothing else. */
#ifndef LT_CODE_KIND_H
#define LT_CODE_KIND_H

#include <stdbool.h>
#include <stddef.h>

struct lt_code_kind {
    const char *name, *title; /* "lammps", "LAMMPS" */
    const char *const *heads; /* with what a line may begin; NULL: with the name of a class, of
                                 which attributes follow, NAME=NUMBER */
    const char *const *styles, *const *words;
    int types; /* of materials, at most */
};

extern const struct lt_code_kind lt_code_kinds[]; /* end with a NULL name */
extern const char *const lt_code_kind_names[];    /* the same; ends with NULL */

const struct lt_code_kind *lt_code_kind_find(const char *name); /* NULL: none */

/* The first character of LINE that no line may hold, or NULL. */
const char *lt_code_kind_refused(const char *line);

/* What is wrong with a word of a line, the one at INDEX, of a length; "" if nothing. Words in
 * braces are not looked at. ALLOWED ends with NULL: styles that the user has named. */
enum lt_code_word { LT_CODE_WORD_OK, LT_CODE_WORD_HEAD, LT_CODE_WORD_STYLE, LT_CODE_WORD_OTHER };
enum lt_code_word lt_code_kind_judge(const struct lt_code_kind *kind, const char *const *words,
                                     size_t count, size_t index, const char *const *allowed);

#endif
