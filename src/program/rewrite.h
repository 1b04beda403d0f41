/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rewrite.h: the text of a stage program with other numbers written in their places. */
#ifndef LT_REWRITE_H
#define LT_REWRITE_H

#include "program/program.h"

/* The program's text, all as it was but for COUNT numbers, of lets, parameters, paths and imposed
 * velocities, as a run may be given them: read again, it runs as the program does with them.
 * malloc'd; NULL: WHY, in ARENA, says which of them cannot be written. */
char *lt_rewrite_text(const struct lt_program *program, const char *const *names,
                      const double *values, size_t count, const char **why, struct lt_arena *arena);

/* The text with OTHERS where values are WORDS, COUNT of them; malloc'd, or NULL and WHY. */
char *lt_rewrite_words(const struct lt_program *program, const char *const *words,
                       const char *const *others, size_t count, const char **why,
                       struct lt_arena *arena);

#endif
