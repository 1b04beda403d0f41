/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h: if a plug-in ends or crashes the program, does not come back, or changes process state,
 * it is named and the exit code is 4. For what ends the process all the same see watch.h. */
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

/* What a plug-in does that is ended by a signal; NULL: it is no crash. */
const char *lt_guard_crash(int signal);
#define LT_GUARD_LOST "does not come back"

/* The action when a plug-in has failed: it reports WHY, saves what was recorded, and returns the
 * exit code. NULL: only WHY is reported. */
typedef int guard_rescue(const char *why);
void lt_guard_set_rescue(guard_rescue *rescue);

#endif
