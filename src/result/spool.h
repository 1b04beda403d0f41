/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spool.h: a long table as a file, while its rows come. */
#ifndef LT_SPOOL_H
#define LT_SPOOL_H

#include "run/result.h"

/* Rows go to PARTIAL, or beside it while another process writes there. What a killed process leaves
 * can be read, but for the rows since the last that were put. In ARENA, with copies of all but the
 * program. */
struct lt_spool *lt_spool_new(const struct lt_program *program, const char *partial,
                              struct lt_arena *arena);

/* The rows that are not in the file yet, but for the last one, which may still change. Errors
 * are reported at the end. */
void lt_spool_put(void *spool, const struct lt_table *table);

/* True once rows have been put into the file; before that nothing is written. */
bool lt_spool_begun(const struct lt_spool *spool);

/* The last rows. The file that has them all; NULL: it could not be written, nothing is left. */
const char *lt_spool_end(struct lt_spool *spool, const struct lt_table *table);

/* PUT function for that case: it fails for the same reason. */
bool lt_spool_fail(FILE *file, void *spool);

/* Remove what is left at PARTIAL and beside it by processes that were killed, if none is writing
 * it.
 */
void lt_spool_forget(const char *partial);

#endif
