/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_internal.h: shared by exact.c (lengths of basic steps), exact_extrapolate.c (one basic
 * step), exact_substeps.c (its substeps, and the events in them), exact_motion.c (the equations of
 * motion), exact_event.c (where an event is) and exact_stiff.c (stiff slip, overdamped motion). */
#ifndef LT_EXACT_INTERNAL_H
#define LT_EXACT_INTERNAL_H

#include "solution/exact.h"

#include <math.h>

enum { LT_EXACT_COLUMNS = 8 };              /* of an extrapolation, at most */
enum { LT_EXACT_POINT = LT_E_SET - LT_UN }; /* u, v, f, viscous, energies that steps change */

/* Share of a basic step, past its end, that confirms its branch: large beside rounding. */
static const double lt_exact_probe = 1e-3;
/* The end of slip is stepped across from this share of t_fast: what slips until then is less than
 * its square, 1e-14. */
static const double lt_exact_slip_end_near = 1e-7;

static inline double lt_exact_norm(const double *x) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

static inline double lt_exact_lever(const struct lt_exact *exact) {
    const struct lt_pair *pair = &exact->loading->setup->pair;
    return fmax(pair->a.radius, pair->b.radius);
}

static inline bool lt_exact_is_slip_end(const struct lt_exact *exact) {
    return exact->state >= LT_EXACT_SLIP_END;
}

enum lt_exact_outcome { LT_EXACT_CONVERGED, LT_EXACT_EVENT, LT_EXACT_UNRESOLVED };

/* Conditions that do not change within a smooth basic step. */
struct lt_exact_segment {
    double branch, active;
};

/* exact_motion.c: the numbers that change, to and from values[]. */
size_t lt_exact_count(const struct lt_setup *setup);
void lt_exact_gather(const struct lt_names *names, const double *values, double *y);
void lt_exact_scatter(const struct lt_names *names, const double *y, double *values);

/* A basic step under way: displacements d since its START; velocities, or the state of bodies in
 * space, y; both now and a substep before. */
struct lt_exact_motion {
    double start[LT_DOFS], d[LT_DOFS], d_old[LT_DOFS];
    double y[LT_SPACE_NUMBERS], y_old[LT_SPACE_NUMBERS];
    double force[LT_DOFS], drive[LT_DOFS];
    double work, work_old; /* J, on bodies in space, now and a substep before */
    const double *known;   /* velocities at the end of the substep; NULL: they follow from force */
};

/* Begin at values[]; make a substep of length s from the last state but one, a time reach before
 * its end at TIME; book the work when all are made. False: a formula failed. */
bool lt_exact_motion_begin(struct lt_exact *exact, double time, struct lt_exact_motion *w);
bool lt_exact_motion_substep(struct lt_exact *exact, double s, double reach, double time,
                             struct lt_exact_motion *w, double *branch);
void lt_exact_motion_end(struct lt_exact *exact, const struct lt_exact_motion *w);

/* The law's answer to velocities V in a step of length s and displacements WAY V; values[] keep
 * these, its state stays. */
struct lt_out lt_exact_motion_try(const struct lt_exact *exact, double s, const double *v,
                                  double way);

/* The velocities after an implicit Euler step of length s, if the law sees the velocities V at its
 * end. */
bool lt_exact_motion_answer(struct lt_exact *exact, double s, double time,
                            struct lt_exact_motion *w, const double *v, double *answer);

/* exact_substeps.c: make n substeps of the modified midpoint rule, in place: values[] and END get
 * where they ended. SMOOTH: stop where an event shows. */
enum lt_exact_outcome lt_exact_substeps(struct lt_exact *exact, double h, int n, bool smooth,
                                        struct lt_exact_segment *end);

/* Make n steps of the law, however often it changes branch; returns how often it came back to the
 * branch that it had left. */
int lt_exact_march(struct lt_exact *exact, double h, int n);

/* From the numbers START; OUT gets the end. values[] end there too, with the contact as before. */
enum lt_exact_outcome lt_exact_column(struct lt_exact *exact, const double *start, double h, int n,
                                      bool smooth, double *out, struct lt_exact_segment *end);

/* Whether the end y of a basic step h, and its start, lie on the segment on which its substeps
 * ended. */
bool lt_exact_stays(struct lt_exact *exact, const double *y, double h,
                    const struct lt_exact_segment *segment);
bool lt_exact_begins(struct lt_exact *exact, const double *y, double contact, double h,
                     const struct lt_exact_segment *segment);

/* One attempt to make a basic step. */
struct lt_exact_attempt {
    double h;
    bool stiff;       /* a long step over motion that relaxes at once */
    double trusted;   /* an error that stagnates at most here is rounding; in tolerances */
    double stagnated; /* the error that did; else 0 */
    double beyond;    /* EVENT: s by which it may be past the end of the step */
    int columns;      /* used */
    double error;     /* of the last column, in tolerances */
    double rough;     /* of the first one */
    double shrink;    /* UNRESOLVED: factor by which a length may converge */
};

/* exact_extrapolate.c: values[] is advanced if CONVERGED, else left alone. */
enum lt_exact_outcome lt_exact_extrapolate(struct lt_exact *exact, double h,
                                           struct lt_exact_attempt *attempt);

/* exact_event.c */
void lt_exact_event_forget(struct lt_exact *exact);
void lt_exact_event_met(struct lt_exact *exact);         /* one lies within exact->event */
void lt_exact_event_refine_slip(struct lt_exact *exact); /* estimate an end of slip from nearby */
double lt_exact_event_way(const struct lt_exact *exact, double least); /* length to step */

/* exact_stiff.c: the run ends, as its motion cannot be resolved in basic steps of H. */
void lt_exact_stiff_fail(struct lt_exact *exact, double h);

/* Count a basic step h of at most MOST; too many substeps fail. */
void lt_exact_stiff_count(struct lt_exact *exact, double h, double most);

/* Make a long step of at most MOST over motion that relaxes faster; false: none is made. */
bool lt_exact_stiff_step(struct lt_exact *exact, double most, struct lt_exact_attempt *attempt);

/* How the velocities at the end of an implicit substep depend on themselves. */
struct lt_exact_jacobian {
    bool known;
    double inverse[LT_DOFS * LT_DOFS];
};

/* An implicit substep of length s to TIME; false: Newton's method or a formula failed. */
bool lt_exact_stiff_substep(struct lt_exact *exact, double s, double time,
                            struct lt_exact_motion *w, struct lt_exact_jacobian *jacobian,
                            double *branch);

#endif
