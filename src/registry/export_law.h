/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_law.h: a law in formulas as the source of a plug-in in C. */
#ifndef LT_EXPORT_LAW_H
#define LT_EXPORT_LAW_H

#include "registry/formula_law.h"

/* The text, to be freed; FROM: the file that defines the law. Of what the file says, numbers and
 * names alone are code there: all else stands in quotes, or is a remark. */
char *lt_export_law_text(const struct lt_formula_law *law, const char *from,
                         struct lt_arena *arena);

#endif
