/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h: if a plug-in ends or crashes the program, does not come back, or changes process state,
 * it is named and the exit code is 4. If it ends the process by a direct system call, or crashes
 * while the C library holds a lock, recorded data are lost. */
#ifndef LAWTESTER_GUARD_H
#define LAWTESTER_GUARD_H

#include "base/arena.h"
#include "model/plugin.h"

/* Begin and end guarding a command that uses these plug-ins; the end reports what they have changed
 * and returns the exit code. Without plug-ins nothing is done. */
void lt_guard_begin(const struct lt_plugins *plugins, struct lt_arena *arena);
int lt_guard_end(void);

/* The plug-in that an object is of, while guarding; NULL: none. */
const char *lt_guard_plugin_of(const void *object);

/* The action when a plug-in has failed and any function may be called: it reports WHY, saves what
 * was recorded, and returns the exit code. NULL: only WHY is reported. */
typedef int guard_rescue(const char *why);

/* How many steps were made, any number that changes with each of them: from a plug-in that is busy
 * for long while it does not, nothing more will come. Called in a signal handler. */
typedef size_t guard_steps(void);
void lt_guard_set_rescue(guard_rescue *rescue, guard_steps *steps);

#endif
