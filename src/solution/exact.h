/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact.h: the limit dt -> 0, by extrapolation with events located.
 *
 * A law maps a step and a state to a force and a new state; it is not a right-hand side, so that no
 * library for ordinary differential equations takes it. The method is that of Gragg, Bulirsch and
 * Stoer (Hairer, Norsett & Wanner, Solving ODEs I, II.9): a basic step is made in 2, 4, 6 ...
 * substeps of the modified midpoint rule, with the law's own step, and everything that changed,
 * state and energies included, is extrapolated to substeps of length 0. A law's own update may be
 * of first order (a turning direction of slip). The error then has odd powers too, so that two
 * tableaus are formed, in powers of s^2 and of s.
 *
 * A basic step in which the law changes branch is no power series in s. It is halved until the
 * event at its end is known to 1e-14 of the contact time; two substeps lead across it. doc/exact.md
 * describes the method and its tolerances. */
#ifndef LT_EXACT_H
#define LT_EXACT_H

#include "step/ledger.h"
#include "step/loading.h"

enum { LT_EXACT_ACCOUNTS = 8 /* states that depend on the length of steps, at most */ };

enum lt_exact_state {
    LT_EXACT_NO_EVENT,
    LT_EXACT_BRACKETED,    /* an event lies within `event` */
    LT_EXACT_SLIP_END,     /* slip ends at `event`, estimated from some distance */
    LT_EXACT_SLIP_END_NEAR /* the same, estimated from nearby */
};

enum lt_exact_last {
    LT_EXACT_NONE,
    LT_EXACT_SMOOTH,
    LT_EXACT_ACROSS, /* across an event, or to an instant within such a step */
    LT_EXACT_OUT_OF_SINGULARITY
};

/* Motion that is much faster than the samples: stiff slip and overdamped motion. */
struct lt_exact_stiff {
    int pause, next_pause;  /* basic steps before a long one is tried, and after the next failure */
    int shortened;          /* basic steps in a row that were shortened; < 0: after a test */
    double rate;            /* 1/s, of the fastest overdamped motion; 0: none */
    double viscosity;       /* N s/m, of the strongest of its dashpots */
    double h_short, h_long; /* s: of the last short basic step; the longest long one */
    double since, substeps; /* s: start of the count of substeps; those since then */
    double counted, substeps_short; /* at the last count; in steps far shorter than a period */
};

struct lt_exact {
    struct lt_loading *loading;
    size_t n;           /* numbers that are extrapolated */
    double tolerance;   /* relative; kept by lt_exact_begin() */
    bool failed;        /* the reason is in setup->why */
    double time_scale;  /* s: contact time, or 100 motion.dt */
    double t_fast;      /* s: shortest time, of a shear spring say: the scale of events */
    double h, h_max;    /* s: next basic step; the longest, a fraction of the shortest period */
    double branch;      /* of the law; NAN: unknown, as behind an event */
    double left_branch; /* the one before */
    enum lt_exact_last last;

    enum lt_exact_state state;
    double event;       /* s from now: an event lies within; INFINITY: none known */
    int slip_estimates; /* of the end of slip, so far */
    int events;         /* in a row, less than 1e-2 motion.dt of smooth motion between them */
    double smooth;      /* s since the last one */
    bool sliding;       /* the law alternates between two branches */

    double across;                   /* s crossed regardless of events, other than to locate them */
    double across_begin, across_end; /* s: first and last such instant */

    struct lt_exact_stiff stiff;
    bool implicit; /* the substeps are implicit */

    double speed, force, energy;                       /* scales of errors: m/s, N, J */
    double stiffness;                                  /* N/m, of the contact, from its duration */
    size_t n_accounts, accounts[LT_EXACT_ACCOUNTS][2]; /* slots of states, and of their limits */

    double *start, *columns; /* numbers at the start of a basic step; at its end, by column */
    double *tableaus, *limit, *differences, *scratch;
    size_t n_loose, *loose; /* numbers on which columns differ */
    size_t n_tight, *tight; /* the others */
};

static inline bool lt_exact_was_across(const struct lt_exact *exact) {
    return exact->last >= LT_EXACT_ACROSS;
}

/* Frame bodies: give the bodies the relative velocities that are imposed at a time since the stage
 * began; change gets the change of their velocities, values[] the relative ones. */
bool lt_exact_impose(struct lt_loading *loading, double time, double *change);

/* Begin at the state in values[]. */
void lt_exact_begin(struct lt_exact *exact, struct lt_loading *loading);

/* Advance values[] by at most h, in one basic step or across one event; returns the length, 0 if it
 * failed. */
double lt_exact_advance(struct lt_exact *exact, double h);

/* Advance values[] by h in two substeps, whatever happens in them; returns h, 0 if it failed. */
double lt_exact_across(struct lt_exact *exact, double h);

#endif
