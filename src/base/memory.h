/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: running out of memory ends the task at hand, not the process.
 *
 * Code that gets no memory calls lt_memory_out(): everything held since the thread's innermost
 * lt_memory_suffices() began is released, the newest first, and that call returns false. main(),
 * the functions of the library, each thread we start, a child process and a run whose rows are
 * kept make such a call.
 *
 * The jump may cross our own functions, qsort and GSL. It must not cross stdio, jansson, libyaml,
 * UDUNITS-2 or a signal handler: their callbacks return an error of theirs, or call
 * lt_memory_lacks(), which the caller then checks. */
#ifndef LT_MEMORY_H
#define LT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Do WORK. False: memory ran out, and everything it allocated has been released. */
bool lt_memory_suffices(void (*work)(void *data), void *data);

_Noreturn void lt_memory_out(void);

/* As lt_memory_out(), but deferred, at the latest until the innermost call ends: for places from
 * which the jump is not allowed. */
void lt_memory_lacks(void);

/* Is such a deferred end pending? */
bool lt_memory_lacking(void);

/* A resource to be released if memory runs out: the first member of the struct that owns it, which
 * must not move until it is dropped. */
struct lt_held {
    struct lt_held *next, **link; /* link NULL: not held */
    void (*release)(struct lt_held *held);
};
void lt_memory_hold(struct lt_held *held, void (*release)(struct lt_held *held));
void lt_memory_drop(struct lt_held *held); /* does nothing if it is not held */

/* As malloc and realloc, but never NULL; a block that cannot be resized stays as it was. */
void *lt_memory_get(size_t size);
void *lt_memory_resize(void *memory, size_t size);

/* From now on failed allocations of jansson are noticed, in the whole process. */
void lt_memory_watch(void);

#endif
