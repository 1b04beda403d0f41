/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: memory of two kinds. A small allocation succeeds or ends the process with a message, as
 * with GLib and by default with GSL, so that callers need no check. An allocation that grows with
 * the user's data (rows of a run, tables, points) is first compared with the machine's memory; if
 * it does not fit, the caller returns an error. */
#ifndef LT_MEMORY_H
#define LT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* As malloc() and realloc(), but never NULL. */
void *lt_memory_get(size_t size);
void *lt_memory_resize(void *memory, size_t size);

_Noreturn void lt_memory_out(void);

/* True if so many BYTES can be allocated. */
bool lt_memory_fits(double bytes);

/* As realloc() of memory with HAD bytes in use; NULL if so many are not available, and MEMORY is
 * unchanged. */
void *lt_memory_grow(void *memory, size_t had, size_t size);

/* Begins the error text of a failed large allocation: "not enough memory: 2.1 GB are needed, 0.7 GB
 * free". */
#define LT_MEMORY_LACKS "not enough memory"
enum { LT_MEMORY_WHY = 96 };
const char *lt_memory_why(double bytes, char why[LT_MEMORY_WHY]);

#endif
