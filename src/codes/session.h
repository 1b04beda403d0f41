/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h: an external code running in its own process: start, queries, end.
 * src/serve/serve-code.c runs it in an empty folder, with a minimal environment, without new
 * privileges, with limits on memory and time, and in a sandbox on request. A code of the user's own
 * runs with the user's rights and environment. */
#ifndef LT_SESSION_H
#define LT_SESSION_H

#include "serve/protocol.h"

#include <stdbool.h>
#include <stddef.h>

/* How a code is started. */
struct lt_session_start {
    const char *title;            /* "LAMMPS" */
    const char *package;          /* its Debian package; NULL: a code of the user's own, which has
                                     the user's environment, folder and standard error */
    const char *const *arguments; /* of serve-code, after the limits; ends with NULL */
    const char *within;           /* where in a folder its library is, a pattern; NULL: it takes
                                     the folder itself */
    double patience;              /* s: time limit for its first answer */
    double memory;                /* bytes, at most */
    double limit;                 /* s, for all answers of a run; 0: none */
    bool sandboxed;               /* by bubblewrap: it sees what the system has, and ... */
    const char *library;          /* ... the folder of this file, or this folder; NULL: no more */
};

struct lt_session;

/* NULL and why: it cannot be started. */
struct lt_session *lt_session_open(const struct lt_session_start *start, char *why, size_t size);
void lt_session_close(struct lt_session *session); /* NULL is allowed */

/* A run begins: what it takes counts from now on. */
void lt_session_run(struct lt_session *session);

/* False: it failed; lt_session_why gives the reason, and it must be closed. */
bool lt_session_begin(struct lt_session *session, const char *text);
bool lt_session_query(struct lt_session *session, const struct lt_serve_question *question,
                      struct lt_serve_answer *answer);

const char *lt_session_why(const struct lt_session *session); /* "": nothing */
int lt_session_line(
    const struct lt_session *session); /* line of the input at which it failed; 0: none */

/* The library it has loaded, its digest and its version text; "" before it has started. */
const char *lt_session_file(const struct lt_session *session);
const char *lt_session_sha256(const struct lt_session *session);
const char *lt_session_version(const struct lt_session *session);

/* True if the last question ended without an answer in time. */
bool lt_session_late(const struct lt_session *session);

/* True if the code declared at its last start that it answers queries without a step. Only a user's
 * own code can. */
bool lt_session_looks(const struct lt_session *session);

/* The environment of codes, NAME=VALUE each; ends with NULL. */
extern const char *const lt_session_environment[];

#endif
