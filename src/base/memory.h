/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: out of memory is an error, which ends what is under way and not the process.
 *
 * Whoever finds no memory calls lt_memory_out(): all that is held since the thread's innermost
 * lt_memory_suffices() began is released, the newest first, and that call returns false. main(),
 * the functions of the library, each thread that we begin, a child process and a run whose rows are
 * kept make such a call.
 *
 * The jump may cross our own functions, qsort and GSL. It must not cross stdio, Lua, jansson,
 * libyaml, UDUNITS-2 or a signal handler: what they call back reports an error of theirs, or calls
 * lt_memory_lacks(), and whoever called them looks at it. */
#ifndef LT_MEMORY_H
#define LT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Do WORK. False: memory ran out, and nothing that it made is left. */
bool lt_memory_suffices(void (*work)(void *data), void *data);

_Noreturn void lt_memory_out(void);

/* The same as soon as may be, at the latest when the innermost call ends: something is missing. */
void lt_memory_lacks(void);

/* Has it been called, and is the end still to come? */
bool lt_memory_lacking(void);

/* What is to be released if memory runs out: the first member of what owns it, which stays where it
 * is until it is dropped. */
struct lt_held {
    struct lt_held *next, **link; /* link NULL: not held */
    void (*release)(struct lt_held *held);
};
void lt_memory_hold(struct lt_held *held, void (*release)(struct lt_held *held));
void lt_memory_drop(struct lt_held *held); /* also if it is not held */

/* As malloc and realloc, but never NULL; what could not be resized is as it was. */
void *lt_memory_get(size_t size);
void *lt_memory_resize(void *memory, size_t size);

/* From now on jansson's failing allocations are noted, for all of the process. */
void lt_memory_watch(void);

#endif
