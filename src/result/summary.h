/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.h: results in words, for people: what the command line shows without --json. */
#ifndef LT_SUMMARY_H
#define LT_SUMMARY_H

#include "run/result.h"

#include <jansson.h>

/* VALUE with its unit scaled to what reads well: 1.82e-5 s is "18.2 us". In BUFFER. */
const char *lt_summary_quantity(double value, const char *unit, char *buffer, size_t size);

/* As above for pages and figures: "18.2 µs". */
const char *lt_summary_printed(double value, const char *unit, char *buffer, size_t size);

/* VALUE as "1.82 M", "340 k" or "12". In BUFFER. */
const char *lt_summary_short(double value, char *buffer, size_t size);

/* How much is printed of a run. LT_USUAL: results; LT_BRIEF: only missed expectations; LT_FULL:
 * also constants, parameters, stages and events. */
enum lt_detail { LT_USUAL, LT_BRIEF, LT_FULL };

/* All of these are malloc'd, never NULL, and end with a newline if not empty. */
char *lt_summary_run(const struct lt_program *program, const struct lt_result *result,
                     enum lt_detail detail, bool colour);
/* The results of N runs side by side: those from FIRST on of a list of their documents. */
char *lt_summary_beside(const char *const *labels, size_t n, const json_t *documents, size_t first);
char *lt_summary_timing(const struct lt_timing *timing);
char *lt_summary_laws(const struct lt_law *const *laws);
/* BRIEF: without jumps and exceptions, for a law whose own choice of parts has been made. */
char *lt_summary_law(const struct lt_law *law, bool brief);

/* Describes a part of a law and its parameters. */
char *lt_summary_part(const struct lt_law *law, const struct lt_part_word *part,
                      struct lt_arena *arena);

#endif
