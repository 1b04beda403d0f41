/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.h: a command with plug-ins does its work in a child process, which this one watches: what
 * ends the child, however it does so, and what does not come back, is told, with exit code 4. */
#ifndef LAWTESTER_WATCH_H
#define LAWTESTER_WATCH_H

#include "model/plugin.h"

/* Before the plug-ins are loaded. */
void lt_watch_ready(void);

/* False: this is the child, or there is none: do the work. True: the child has done it, with this
 * exit CODE. */
bool lt_watch_begin(const struct lt_plugins *plugins, int *code);

/* In the child, safe in a signal handler. It has come to its end; it is about to end because of a
 * plug-in; it has told so. */
void lt_watch_finished(void);
void lt_watch_falling(void);
void lt_watch_told(void);

/* The law that does not come back, of model/watched.h; 0: none. */
unsigned lt_watch_lost(void);

#endif
