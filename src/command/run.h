/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: stage programs for commands that take recorded tables. */
#ifndef LAWTESTER_RUN_H
#define LAWTESTER_RUN_H

#include "command/command.h"

/* With --in the operands of CALL that are no tables are stage programs. They are run in each of its
 * codes, OURS: and by their own law, first; tables go where run has them. WITH, which is a copy of
 * CALL, gets all tables as its operands. Not DONE and a message: there are none. */
int lt_run_tables(const struct call *call, bool ours, struct call *with);

/* By its name. */
bool lt_run_is_table(const char *file);

#endif
