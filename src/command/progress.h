/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h: progress messages of a command. */
#ifndef LT_PROGRESS_H
#define LT_PROGRESS_H

#include "command/command.h"

/* From now on a thread of its own says on stderr how far this command is, unless it is quiet: on a
 * terminal in a line that is rewritten after the first 2 s; elsewhere in a line after 2 s, 4 s, 8 s
 * and so on. NAME: what is worked on; UNIT: what COUNT counts, 0: only the fraction is known. */
void lt_progress_begin(const struct call *call, const char *name, const char *unit, double count);
void lt_progress_end(void);

/* The first sets the fraction done, 0 to 1; its first call, that of an earlier run which is
 * resumed. Until then the number of runs is shown. The second sets a text on work that cannot be
 * counted. DATA is not used. */
void lt_progress_show(double fraction, void *data);
void lt_progress_doing(const char *what, void *data);

#endif
