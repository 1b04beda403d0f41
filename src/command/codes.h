/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.h: --in: the codes that a command asks for their own laws. */
#ifndef LAWTESTER_CODES_H
#define LAWTESTER_CODES_H

#include "command/command.h"

/* Start what --in names, so that programs read from now on have who asks it; the exit code. */
int lt_codes_begin(const struct call *call);
int lt_codes_start(const struct call *call, const char *name); /* one of several */
void lt_codes_end(void);

/* Not DONE, and said: the program's law is that of a code which has not been started. */
int lt_codes_check(const struct call *call, const char *file, const struct lt_program *program);

#endif
