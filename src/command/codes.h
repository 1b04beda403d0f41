/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.h: the option --in: starts the external code that computes the law. */
#ifndef LAWTESTER_CODES_H
#define LAWTESTER_CODES_H

#include "command/command.h"

/* Start the code that --in names, for programs read from now on; returns the exit code. */
int lt_codes_begin(const struct call *call);
int lt_codes_start(const struct call *call, const char *name); /* one of several */
void lt_codes_end(void);

/* Not DONE and a message: the program's law needs a code that has not been started. */
int lt_codes_check(const struct call *call, const char *file, const struct lt_program *program);

#endif
