/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.h: other programs: finding, starting and waiting for them. */
#ifndef LT_PROCESS_H
#define LT_PROCESS_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct lt_arena;

/* Start a program, with these standard streams, in a process group of its own, for any children.
 * Returns 0 or the error. */
int lt_process_start(char *const *arguments, FILE *in, FILE *out, FILE *err, pid_t *pid);

/* Waits until the process has ended and returns its STATUS. True: it ended by itself.
 * False: it took longer than SECONDS, or this program was interrupted; the process was killed. */
bool lt_process_wait(pid_t pid, int seconds, int *status);

/* All that was written to a stream, NUL-terminated; the caller frees it. NULL: it cannot be read.
 */
char *lt_process_text(FILE *stream, size_t *size);

#endif
