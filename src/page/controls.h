/* SPDX-License-Identifier: GPL-3.0-or-later */
/* controls.h: the numbers of a program that a reader of its page may move. */
#ifndef LT_CONTROLS_H
#define LT_CONTROLS_H

#include "run/result.h"

/* A list of objects: name, label, group ("law", "let", "load", "pair", "motion", "other"), unit,
 * doc, value, least and most (null: none), the slider's from and to (null: none), log, and words of
 * a choice. Only what the file has as a number, and the other parameters of the law ("other"); with
 * the values of RESULT, a run of the program, or NAN if it failed. The caller owns it. */
json_t *lt_controls(const struct lt_program *program, const struct lt_result *result,
                    struct lt_arena *arena);

#endif
