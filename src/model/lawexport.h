/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lawexport.h: a law in formulas as the source of a plug-in in C. */
#ifndef LT_LAWEXPORT_H
#define LT_LAWEXPORT_H

#include "model/formula_law.h"

/* The text, to be freed; FROM: the file that defines the law. NULL: it has no form in C, WHY says
 * why not. */
char *lt_lawexport_text(const struct lt_formula_law *law, const char *from, struct lt_arena *arena,
                        char *why, size_t size);

#endif
