/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h: a code that has been started, in a process of its own: begun, asked, ended.
 *
 * It runs in an empty folder of its own, with an environment of our making, without new privileges
 * and below limits of memory and time; serve/serve-code.c sees to that. */
#ifndef LT_SESSION_H
#define LT_SESSION_H

#include "../serve/protocol.h"

#include <stdbool.h>
#include <stddef.h>

/* How a code is started. */
struct lt_session_start {
    const char *title;            /* "LAMMPS" */
    const char *package;          /* of Debian that has it */
    const char *const *arguments; /* of serve-code, behind its limits; ends with NULL */
    double patience;              /* s: for its first answer */
    double memory;                /* bytes, at most */
};

struct lt_session;

/* NULL, and why: there is no such code. */
struct lt_session *lt_session_open(const struct lt_session_start *start, char *why, size_t size);
void lt_session_close(struct lt_session *session); /* NULL is allowed */

/* False: it has failed, for the reason lt_session_why gives, and has to be closed. */
bool lt_session_begin(struct lt_session *session, const char *text);
bool lt_session_ask(struct lt_session *session, const struct lt_serve_question *question,
                    struct lt_serve_answer *answer);

const char *lt_session_why(const struct lt_session *session); /* "": nothing */
int lt_session_line(const struct lt_session *session); /* of the text it failed in; 0: none */

/* The library it has loaded, and what it says of itself; "" before it has begun. */
const char *lt_session_file(const struct lt_session *session);
const char *lt_session_version(const struct lt_session *session);

/* The environment that codes see, NAME=VALUE each; ends with NULL. */
extern const char *const lt_session_environment[];

#endif
