/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: stage programs for commands that take recorded tables. */
#ifndef LAWTESTER_RUN_H
#define LAWTESTER_RUN_H

#include "command/command.h"

/* With --in, operands of CALL that are not tables are stage programs. They are run in each code,
 * with OURS also by their own law first; tables are written where 'run' writes them. WITH, a copy
 * of CALL, gets all tables as operands. Not DONE and a message if there are none. */
int lt_run_tables(const struct call *call, bool ours, struct call *with);

/* True if the file's name ends as that of a recorded table, .csv or .npy. */
bool lt_run_is_table(const char *file);

#endif
