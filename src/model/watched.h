/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watched.h: laws whose functions note, in memory that is shared with other processes, when they
 * are asked and when they have answered. Of use to a process that watches another one. */
#ifndef LT_WATCHED_H
#define LT_WATCHED_H

#include "law.h"

#include <stdbool.h>

struct lt_arena;

/* From now on there can be such laws; false: no memory. Once in a process, before it forks. */
bool lt_watched_begin(void);

/* LAW of the shared object PATH, watched; itself if that was not begun. KIND: it is a part of that
 * kind; NULL: it is a law. */
const struct lt_law *lt_watched_law(const struct lt_law *law, const char *kind, const char *path,
                                    struct lt_arena *arena);

/* derive() of any law: of a watched one the host asks it here. */
const char *lt_watched_derive(const struct lt_law *law, const struct lt_pair *pair, const void *a,
                              const void *b, void *p, double *d);

/* The law that this thread is asking: its number; 0: none. Safe in a signal handler. */
unsigned lt_watched_asked(void);
const char *lt_watched_name(unsigned law); /* "law 'mine'", "part 'damping: mine'" */
const char *lt_watched_path(unsigned law);

/* In the process that watches: looks again, and tells the law that has not answered for so many
 * looks; 0: none. One look is enough to ask for what is being asked now. */
unsigned lt_watched_stuck(unsigned looks);

#endif
