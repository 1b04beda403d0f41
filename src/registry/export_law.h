/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_law.h: a law in formulas as source: of a plug-in in C, or a portable header. */
#ifndef LT_EXPORT_LAW_H
#define LT_EXPORT_LAW_H

#include "registry/formula_law.h"

/* The text, which the caller frees; FROM: the file that defines the law. From that file only
 * numbers and names become code: everything else is quoted or put in comments. */
char *lt_export_law_text(const struct lt_formula_law *law, const char *from,
                         struct lt_arena *arena);

/* Provenance that a header states. */
struct lt_export_from {
    const char *path, *file, *sha256; /* the program, its name without folders, its digest */
    const char *verdict;              /* result of verify; NULL: not run */
};

/* The text of the header, which the caller frees; the prefix of its names; the name of the struct's
 * member for a parameter, state or loss NAME. */
char *lt_export_header_text(const struct lt_formula_law *law, const struct lt_export_from *from,
                            struct lt_arena *arena);
const char *lt_export_header_prefix(const struct lt_formula_law *law, struct lt_arena *arena);
const char *lt_export_header_member(const char *name, struct lt_arena *arena);

#endif
