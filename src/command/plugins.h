/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugins.h: the plug-ins of a command: their loading, and what is said if one of them ends it. */
#ifndef LAWTESTER_PLUGINS_H
#define LAWTESTER_PLUGINS_H

#include "registry/plugin.h"

#include <stdbool.h>

struct call;

/* Load the plug-ins that the command line names. From then on a crash in this process prints one
 * text with their names and ends it with exit code 4. Returns the exit code. */
int lt_plugins_load(const struct call *call, struct lt_plugins *plugins);

/* Make a child process for the work of a command. False: this is the child. True: the child has
 * ended, with this exit CODE; if a plug-in ended it, or if what it began has taken longer than the
 * time limit, that has been reported. */
bool lt_plugins_child(const struct call *call, int *code);

/* In the child: the calling thread begins the activity WHAT, which has a time limit and which a
 * report names; NULL: it has ended. */
void lt_plugins_begins(const char *what);

/* In the child: the command is done. A later end of the process is not attributed to a plug-in. */
void lt_plugins_finished(void);

#endif
