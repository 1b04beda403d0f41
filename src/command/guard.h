/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h: a plug-in that ends the program, crashes it or changes what is not its own is named, and
 * the exit code is 4. Code that ends the process by the kernel's own call, or that crashes where
 * the C library holds a lock, loses what was recorded. */
#ifndef LAWTESTER_GUARD_H
#define LAWTESTER_GUARD_H

#include "base/arena.h"
#include "model/plugin.h"

/* From here on to the end a command is performed with these plug-ins; the end says what they have
 * changed and returns the exit code. Without plug-ins nothing is done. */
void lt_guard_begin(const struct lt_plugins *plugins, struct lt_arena *arena);
int lt_guard_end(void);

/* What to do where a plug-in has failed in a place from which all may be called: it says WHY, keeps
 * what there is, and gives the exit code. NULL: WHY is said. */
typedef int guard_rescue(const char *why);
void lt_guard_set_rescue(guard_rescue *rescue);

#endif
