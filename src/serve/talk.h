/* SPDX-License-Identifier: GPL-2.0-or-later */
/* talk.h: the child's side of the line that protocol.h describes. */
#ifndef LT_TALK_H
#define LT_TALK_H

#include <stdbool.h>
#include <stddef.h>

/* All SIZE bytes; false: the line is closed. */
bool talk_get(void *to, size_t size);
bool talk_put(const void *from, size_t size);

/* An answer without forces: STATE and TEXT. */
bool talk_say(double state, const char *text);

/* Tells why nothing is served; returns 1, the exit status. */
int talk_refuse(const char *what, const char *why);

/* The text of a question of this LENGTH, malloc'd; NULL: the line is closed. */
char *talk_text(double length);

#endif
