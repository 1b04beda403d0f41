/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codelaw.h: a law that another program computes: a code, and lines of its own language.
 *
 * The code is asked for its force one step at a time, as any law is; who asks it is made by who has
 * been told to start it. Its state is where in its past it is, of which it keeps the whole: a state
 * that was left can be found again. It tells no energies but the one that has gone into the
 * contact: its only account of losses, the last one, is E_contact. */
#ifndef LT_CODELAW_H
#define LT_CODELAW_H

#include "base/mark.h"
#include "law.h"
#include "model/code_kind.h"

struct lt_arena;
struct lt_name;
struct lt_program;

/* Part of a line: a text, or a number of the program. */
struct lt_code_part {
    const char *text;
    const struct lt_name *name; /* NULL: the text */
};

struct lt_code_line {
    size_t count;
    struct lt_code_part *parts;
    struct lt_mark mark;
};

struct lt_codelaw {
    struct lt_law law; /* first: what the host sees */
    const struct lt_code_kind *kind;
    size_t n_lines;
    struct lt_code_line *lines;
    int types;                /* of materials: 1, or 2 for one of each particle */
    const struct lt_law *own; /* a law of ours, whose parameters, states and losses these are too,
                                 in the code's own terms; NULL: the lines are the file's */
};

/* What is behind the states and losses of a law of ours: none of it is known of a code. */
enum { LT_CODELAW_STATES = 7 }; /* the place in its past, then the force of the last step */

/* Who asks a code. What BIND makes serves one run; it writes itself into DERIVED, where the law's
 * functions find it. */
struct lt_served;
struct lt_codelaw_host {
    const struct lt_code_kind *kind;
    const char *const *allowed; /* styles that the user has named; ends with NULL */
    struct lt_served *(*bind)(const struct lt_codelaw_host *host, const struct lt_program *program,
                              double *derived, struct lt_arena *arena);
    const char *(*wrong)(const struct lt_served *served, struct lt_mark *mark); /* "": nothing */
    void (*look)(struct lt_served *served, bool looking); /* asked without that it remembers? */
    const char *(*derive)(const struct lt_pair *pair, const void *a, const void *b, void *p,
                          void *d);
    void (*one)(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                void *e);
    double (*contact_time)(const struct lt_pair *pair, const void *p, const void *d, double speed);
};

/* Heed HOST from now on in programs that are read; NULL, as at the start: no code is ever started.
 */
void lt_codelaw_heed(const struct lt_codelaw_host *host);
const struct lt_codelaw_host *lt_codelaw_heeded(void);

/* The states and losses of a code's law behind those of OWN, which may be NULL. */
void lt_codelaw_tables(struct lt_codelaw *law, struct lt_arena *arena);

#endif
