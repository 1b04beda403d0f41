/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.h: a page in which programs run, for 'explore' and 'report --live'. */
#ifndef LT_COMMAND_LIVE_H
#define LT_COMMAND_LIVE_H

#include "command.h"
#include "page/page.h"

struct lt_live {
    const struct call *call;
    struct lt_engine engine;
    json_t *programs;
};

/* DONE, or a message and the exit code: there is no engine. To be ended in any case. */
int lt_live_begin(struct lt_live *live, const struct call *call);
void lt_live_end(struct lt_live *live);

/* Adds a program, with tables from OUTSIDE its folder if allowed. DONE, or a message and the exit
 * code. RUN: adds only the program of that document with the same numbers; NULL: any program. */
int lt_live_add(struct lt_live *live, const char *file, bool outside, const json_t *run);

/* The address of the last program that was added, for a page beside that of PATH. */
const char *lt_live_link(const struct lt_live *live, const char *path);

int lt_live_write(const struct lt_live *live, const char *path);
/* Beside it: the archive that belongs to it. */
int lt_live_write_source(const struct lt_live *live, const char *path);

#endif
