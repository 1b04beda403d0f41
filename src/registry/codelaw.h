/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codelaw.h: a law computed by an external code, from lines of that code's input language. The code
 * computes its force step by step, as any law does; the host (below) starts the process. The law's
 * state is an index into the history of all steps made, so an earlier state can be reproduced by
 * repeating its steps. The only known energy is the work done on the contact: the last loss,
 * E_contact. */
#ifndef LT_CODELAW_H
#define LT_CODELAW_H

#include "base/mark.h"
#include "law.h"
#include "registry/code_kind.h"

struct lt_arena;
struct lt_name;
struct lt_program;

/* Part of a line: literal text, or a number of the program. */
struct lt_code_part {
    const char *text;
    const struct lt_name *name; /* NULL: the text */
};

struct lt_code_line {
    size_t count;
    struct lt_code_part *parts;
    struct lt_mark mark;
};

/* How the pair lies in the code's space and moves there as a whole, of which a law must not depend;
 * axes n s t at the start. All 0: A at the origin, B at +x, at rest. */
struct lt_codelaw_pose {
    bool swapped;   /* what the code knows as its first particle is B */
    double turn[3]; /* rad, a rotation vector: of n s t from x y z */
    double spin[3]; /* rad/s, of both bodies about the centre of the first, from SINCE on */
    double since;   /* s */
    double at;      /* m, x, y and z of A; at a wall, which is the plane x = 0, y and z of B */
};

struct lt_codelaw {
    struct lt_law law; /* first member, so that the host can convert a pointer to it */
    const struct lt_code_kind *kind;
    size_t n_lines;
    struct lt_code_line *lines;
    int types; /* of materials: 1, or 2 for one of each particle */
    const struct lt_law
        *own; /* the built-in law with the same parameters, states and losses, which the lines
                 express for the code; NULL: the lines are from the file */
    struct lt_codelaw_pose pose; /* set by audits */
    bool audited;                /* the same: faults are measured, not refused */
};

/* The states behind those of a law of ours: the place in its past, the force of the last step, and
 * how its forces and torques fall short of momentum and angular momentum. */
enum { LT_CODELAW_STATES = 9 };

/* The host that runs a code. BIND connects it for one run and stores the connection in DERIVED,
 * where the law's functions find it. */
struct lt_served;
struct lt_codelaw_host {
    const struct lt_code_kind *kind;
    const char *const *allowed; /* styles that the user permits; ends with NULL */
    struct lt_served *(*bind)(const struct lt_codelaw_host *host, const struct lt_program *program,
                              double *derived, struct lt_arena *arena);
    const char *(*wrong)(const struct lt_served *served, struct lt_mark *mark); /* "": nothing */
    void (*look)(struct lt_served *served,
                 bool looking); /* LOOKING: evaluations that follow are trials */
    /* The next evaluation is of the bodies with these numbers (bodies/space.h), not of six
     * displacements. */
    void (*place)(struct lt_served *served, const double *space);
    const char *(*derive)(const struct lt_pair *pair, const void *a, const void *b, void *p,
                          void *d);
    void (*one)(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                void *e);
    double (*contact_time)(const struct lt_pair *pair, const void *p, const void *d, double speed);
};

/* Use HOST for programs read from now on; NULL (the default): no code is ever started. */
void lt_codelaw_heed(const struct lt_codelaw_host *host);
void lt_codelaw_heed_here(const struct lt_codelaw_host *host); /* read by this thread */
const struct lt_codelaw_host *lt_codelaw_heeded(void);

/* Appends the states and the loss of a code's law to those of law->own, which may be NULL. */
void lt_codelaw_tables(struct lt_codelaw *law, struct lt_arena *arena);

#endif
