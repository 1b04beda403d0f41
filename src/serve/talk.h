/* SPDX-License-Identifier: GPL-2.0-or-later */
/* talk.h: the child's side of the line that protocol.h describes. */
#ifndef LT_TALK_H
#define LT_TALK_H

#include <stdbool.h>
#include <stddef.h>

/* Receive and send all SIZE bytes. False: the connection is closed. */
bool talk_get(void *to, size_t size);
bool talk_put(const void *from, size_t size);

/* Sends an answer without forces: STATE, 0 or 1 for a failure, and TEXT. False: the connection is
 * closed. */
bool talk_say(double state, const char *text);

/* Sends WHY the thing WHAT cannot be served; returns 1, the exit status. */
int talk_refuse(const char *what, const char *why);

/* The text of a question, LENGTH bytes, to be freed; NULL: it is too long or the connection is
 * closed. */
char *talk_text(double length);

#endif
