/* SPDX-License-Identifier: GPL-3.0-or-later */
/* newlaw.h: writes the starting files of a user's own law. */
#ifndef LT_NEWLAW_H
#define LT_NEWLAW_H

#include "law.h"

#include <stdbool.h>

struct lt_arena;

enum lt_newlaw_status { LT_NEWLAW_WRITTEN, LT_NEWLAW_BAD_NAME, LT_NEWLAW_BAD_FILE };

struct lt_newlaw {
    const char *name, *kind; /* KIND: of a part of the law contact; NULL: a law */
    bool in_formulas;        /* else in C */
};

/* Writes NAME.c and NAME.yaml, or NAME.yaml with the law in formulas, into DIRECTORY (NULL: the
 * current one). The files must not exist. LAWS are the existing laws, whose names are taken. *TEXT:
 * next steps for the user, or the problem. */
enum lt_newlaw_status lt_newlaw_write(const struct lt_newlaw *request, const char *directory,
                                      const struct lt_law *const *laws, struct lt_arena *arena,
                                      const char **text);

#endif
