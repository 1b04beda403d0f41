/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target.h: reads unknowns and targets from the command line. */
#ifndef LT_TARGET_H
#define LT_TARGET_H

#include "program/program.h"

/* "dp_nratio=0:2", "kn=1e4 N/m:1e6 N/m", or "dp_nratio" for its own range; "e_n=0.5",
 * "e_n=0.80±0.02", "e_n=0.80+-0.02". Texts are kept in the arena. NULL, or what is wrong. */
const char *lt_target_read_unknown(const char *text, const struct lt_program *program,
                                   struct lt_vary *vary, struct lt_arena *arena);
/* Splits "VALUE±UNCERTAINTY"; without the second part the uncertainty is 0. */
const char *lt_target_split(const char *text, const char *unit, const char **value,
                            double *uncertainty, struct lt_arena *arena);
/* NULL, or the message that unknown or target K repeats an earlier one. */
const char *lt_target_repeated(const struct lt_vary *vary, const struct lt_target *targets,
                               size_t k, struct lt_arena *arena);
/* True if one of N targets is a scatter band over the phase, which only runs in steps have. */
bool lt_target_needs_steps(const struct lt_target *targets, size_t n);
/* Reads a target RESULT=VALUE. Returns what is wrong, or NULL. */
const char *lt_target_read(const char *text, const struct lt_program *program,
                           struct lt_target *target, struct lt_arena *arena);

#endif
