/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: memory of two kinds.
 *
 * What is small is there, or the process ends with a message, as with GLib and by default with GSL:
 * no caller has to look. What grows with the user's data (rows of a run, tables, points) is
 * compared with the machine's memory before it is allocated, and what does not fit is an error that
 * the caller returns. */
#ifndef LT_MEMORY_H
#define LT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* As malloc and realloc, but never NULL. */
void *lt_memory_get(size_t size);
void *lt_memory_resize(void *memory, size_t size);

_Noreturn void lt_memory_out(void);

/* Can so many bytes be had? */
bool lt_memory_fits(double bytes);

/* As realloc of what has HAD bytes so far; NULL, and MEMORY as it was: there are not so many. */
void *lt_memory_grow(void *memory, size_t had, size_t size);

/* What errors say where they cannot be had: "not enough memory: 2.1 GB are needed, 0.7 GB free". */
#define LT_MEMORY_LACKS "not enough memory"
enum { LT_MEMORY_WHY = 96 };
const char *lt_memory_why(double bytes, char why[LT_MEMORY_WHY]);

#endif
