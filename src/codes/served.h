/* SPDX-License-Identifier: GPL-3.0-or-later */
/* served.h: running external codes as laws: a struct lt_codelaw_host for each. */
#ifndef LT_SERVED_H
#define LT_SERVED_H

#include "codes/code.h"
#include "program/program.h"

struct lt_codes;

/* Start a code from LIBRARY (NULL: as installed; a code of the user's own: its path), which may
 * take LIMIT seconds for a run (0: any time); each thread gets its own process at first use. NULL
 * and why if it cannot be started. ALLOWED: see lt_codelaw_host; it must outlive the codes.
 * SANDBOXED: see lt_session_start. */
struct lt_codes *lt_served_open(const struct lt_code_kind *kind, const char *library, double limit,
                                const char *const *allowed, bool sandboxed, char *why, size_t size);

/* The folder of headers that laws in formulas are compiled with for the code; NULL: that of the
 * environment's LAWTESTER_HEADERS, if any. It must outlive the codes. */
void lt_served_headers(struct lt_codes *codes, const char *folder);

/* True if such a law was not compiled because headers or a compiler are missing. */
bool lt_served_lacks(const struct lt_codes *codes);
void lt_served_close(struct lt_codes *codes); /* NULL is allowed */

const struct lt_codelaw_host *lt_served_host(const struct lt_codes *codes);

/* Provenance of an external run: the input as last sent, the code and its file. The codes own the
 * text. */
struct lt_served_facts {
    const char *title, *version, *file, *sha256, *text;
    const char *const
        *environment; /* the environment of a user's own code is the user's, and is not recorded */
};
struct lt_served_facts lt_served_facts(const struct lt_codelaw_host *host);

#endif
