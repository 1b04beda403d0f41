/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact_parts.h: what exact.c (how far to go) shares with exact_limit.c (the limit of many
 * substeps), exact_crossing.c (what happens in them), exact_dense.c (what is on the way),
 * exact_event.c (what is known of the next event), exact_ahead.c (what is behind it), exact_clock.c
 * (how substeps divide it), exact_slip.c (where slip ends), exact_crawl.c (what is too fast to be
 * followed), exact_stretch.c (the substeps), exact_free.c (those of a pair that moves freely) and
 * exact_drag.c (those of one that dashpots hold). */
#ifndef LT_EXACT_PARTS_H
#define LT_EXACT_PARTS_H

#include "solution/exact.h"

#include <math.h>

enum { LT_EXACT_JOINTS = 8 }; /* equal parts of a leap, at whose ends its states are known */
enum { LT_EXACT_POINT = LT_E_SET - LT_UN }; /* u v f viscous, and the energies that steps change */
enum lt_exact_outcome { LT_EXACT_SMOOTH, LT_EXACT_EVENT, LT_EXACT_UNRESOLVED };

static const double lt_exact_noise = 1e-11; /* of velocities and forces: no change, if less */
static const double lt_exact_clear = 0.5;   /* such polynomials are good enough */
static const double lt_exact_close = 1e-7;  /* an end of slip is crossed from so close by */
static const double lt_exact_moment = 1e-4; /* a share of a stretch, to look ahead by */

static inline double lt_exact_larger(double a, double b) {
    return a > b ? a : b;
}

static inline double lt_exact_smaller(double a, double b) {
    return a < b ? a : b;
}

static inline double lt_exact_norm(const double *x) {
    return lt_exact_larger(fabs(x[0]), lt_exact_larger(fabs(x[1]), fabs(x[2])));
}

static inline bool lt_exact_is_foreseen(const struct lt_exact *exact) {
    return exact->state == LT_EXACT_FORESEEN || exact->state == LT_EXACT_SLIP_FORESEEN;
}

static inline bool lt_exact_is_end_of_slip(const struct lt_exact *exact) {
    return exact->state >= LT_EXACT_SLIP_FORESEEN;
}

/* What accounts that go by the length of steps have beyond their limits, and that again after a
 * step: they go with those. */
static inline void lt_exact_keep_accounts(const struct lt_exact *exact, const double *state,
                                          double *beyond) {
    for (size_t i = 0; i < exact->n_accounts; i++)
        beyond[i] = state[exact->accounts[i][0]] - state[exact->accounts[i][1]];
}

static inline void lt_exact_put_accounts(const struct lt_exact *exact, double *state,
                                         const double *beyond) {
    for (size_t i = 0; i < exact->n_accounts; i++)
        state[exact->accounts[i][0]] = state[exact->accounts[i][1]] + beyond[i];
}

/* exact_clock.c: with a clock of time, when a share of a stretch h is gone, and which share at a
 * time. */
double lt_exact_clock_time(const struct lt_exact_clock *clock, double h, double share);
double lt_exact_clock_share(const struct lt_exact_clock *clock, double h, double time);

/* How far off, in time, the end of the contact may be; INFINITY: it is not to be gone for. */
double lt_exact_clock_left(const struct lt_exact *exact);

/* The clock that suits what follows, if a stretch may go so far. */
struct lt_exact_clock lt_exact_clock_choose(struct lt_exact *exact, double most);

/* That in un has not converged, or something happens: a smaller part of the way; or the clock of
 * time, and no such attempt before the end is nearer. */
struct lt_exact_clock lt_exact_clock_retreat(struct lt_exact *exact,
                                             const struct lt_exact_clock *clock, bool happens);

/* The substeps of a stretch: the length of this one, and when it and the last two end. */
struct lt_exact_pace {
    struct lt_exact_clock clock;
    double s, times[3], begin, part; /* in roots of the time */
    double ways[3];                  /* in un, still to go */
};

static inline double lt_exact_root(const struct lt_exact_clock *clock, double x) {
    return clock->power == 2 ? sqrt(x) : sqrt(sqrt(x));
}

static inline double lt_exact_power(const struct lt_exact_clock *clock, double x) {
    return clock->power == 2 ? x * x : x * x * x * x;
}

static inline struct lt_exact_pace lt_exact_pace_begin(const struct lt_exact *exact, double h,
                                                       int n) {
    struct lt_exact_pace pace = {.clock = exact->clock, .s = h / n};
    if (pace.clock.depth > 0) {
        pace.ways[2] = pace.ways[1] = pace.clock.depth;
        pace.part = pace.clock.part / n;
    } else if (pace.clock.power > 1) {
        pace.begin = lt_exact_root(&pace.clock, pace.clock.lead);
        pace.part = (lt_exact_root(&pace.clock, pace.clock.lead + h) - pace.begin) / n;
    }
    return pace;
}

/* Substep k, at a velocity vn: how far it reaches back, by the midpoint rule. */
static inline double lt_exact_pace_reach(struct lt_exact_pace *pace, int k, double vn) {
    double *t = pace->times, *way = pace->ways;
    t[0] = t[1], t[1] = t[2];
    if (pace->clock.depth > 0) {
        way[0] = way[1], way[1] = way[2];
        double left = 1 - k * pace->part;
        way[2] =
            pace->clock.depth * (pace->clock.power > 1 ? lt_exact_power(&pace->clock, left) : left);
        t[2] = t[0] + (way[0] - way[2]) / vn;
        pace->s = t[2] - t[1];
        return t[2] - t[0];
    }
    if (pace->clock.power == 1) {
        t[2] = k * pace->s;
        return k == 1 ? pace->s : 2 * pace->s;
    }
    t[2] = lt_exact_power(&pace->clock, pace->begin + k * pace->part) - pace->clock.lead;
    pace->s = t[2] - t[1];
    return t[2] - t[0];
}

/* exact_stretch.c: what changes, so many numbers, to and from values[]. */
size_t lt_exact_stretch_numbers(const struct lt_setup *setup);
void lt_exact_stretch_gather(const struct lt_names *names, const double *values, double *y);
void lt_exact_stretch_scatter(const struct lt_names *names, const double *y, double *values);

/* A stretch under way: the motion now and a substep before, the way gone since its start. */
struct lt_exact_stretch {
    double start[LT_DOFS], d[LT_DOFS], d_old[LT_DOFS];
    double y[LT_SPACE_NUMBERS], y_old[LT_SPACE_NUMBERS];
    double force[LT_DOFS], drive[LT_DOFS];
    double work, work_old; /* frame bodies */
    bool alone;            /* them: no work is done, but by the contact */
    const double *known;   /* velocities at the end of the substep; NULL: they follow from force */
};

/* Begin at values[], make a substep of length s whose midpoint rule reaches back to the last but
 * one, so far as REACH, to TIME; book the work when all are made. False: a formula failed. */
bool lt_exact_stretch_begin(struct lt_exact *exact, double time, struct lt_exact_stretch *w);
bool lt_exact_stretch_substep(struct lt_exact *exact, double s, double reach, double time,
                              struct lt_exact_stretch *w, double *branch);
void lt_exact_stretch_show(const struct lt_exact *exact, const struct lt_exact_stretch *w,
                           double *y); /* as if it ended here */
void lt_exact_stretch_end(struct lt_exact *exact, const struct lt_exact_stretch *w);

/* The velocities that an Euler step of length s leads to under the forces that the law has at its
 * end, if it ends with the velocities V; w->force gets what moves the pair. */
bool lt_exact_stretch_answer(struct lt_exact *exact, double s, double time,
                             struct lt_exact_stretch *w, const double *v, double *answer);

/* exact_drag.c: find out whether dashpots hold what moves, and how fast: exact->crawl.rate. */
void lt_exact_drag_find(struct lt_exact *exact);

/* Whether the velocity at its end tells a substep: not of what is led along a way, or balanced. */
bool lt_exact_drag_is_answered(const struct lt_exact *exact);

/* How the velocities at the end of a substep answer to themselves. */
struct lt_exact_drag_answer {
    bool known;
    double inverse[LT_DOFS * LT_DOFS];
};

/* A substep of length s to TIME; false: it has not been found, or a formula failed. */
bool lt_exact_drag_substep(struct lt_exact *exact, double s, double time,
                           struct lt_exact_stretch *w, struct lt_exact_drag_answer *answer,
                           double *branch);

/* What must not change within a smooth stretch. */
struct lt_exact_piece {
    double branch, active;
    int approach, rising; /* signs of vn, and of the change of -fn: 0 where it is noise */
};

/* exact_crossing.c: cross h in n substeps of the modified midpoint rule, in place; unless smooth,
 * whatever happens. TRACE, unless NULL, gets the states from the start on; then turning points are
 * no end of it, as they are looked for later. */
enum lt_exact_outcome lt_exact_crossing_midpoint(struct lt_exact *exact, double h, int n,
                                                 bool smooth, double *trace,
                                                 struct lt_exact_piece *end);

/* The same from the numbers START, and not in place: COLUMN gets the end, values[] are
 * start, end or in between. */
enum lt_exact_outcome lt_exact_crossing_column(struct lt_exact *exact, const double *start,
                                               double h, int n, bool smooth, double *trace,
                                               double *column, struct lt_exact_piece *end);

/* Whether a step as long as h shows the ratio of forces that SIGN says, as slip does wherever it
 * is. */
bool lt_exact_crossing_slips(struct lt_exact *exact, double h, const struct lt_exact_sign *sign);

/* exact_free.c: find out whether its loop will do for the stage; the same as the crossing, from the
 * numbers y and in place there. False: something happens. */
void lt_exact_free_begin(struct lt_exact *exact);
bool lt_exact_free_cross(struct lt_exact *exact, double h, int n, bool smooth, double *trace,
                         double *y, struct lt_exact_piece *end);

/* Whether the limit y of a stretch h, and its start, lie on the piece on which it ended; SEEN: it
 * may have turned. */
bool lt_exact_crossing_still(struct lt_exact *exact, const double *y, double h, bool seen,
                             const struct lt_exact_piece *piece);
bool lt_exact_crossing_begun(struct lt_exact *exact, const double *y, double contact, double h,
                             const struct lt_exact_piece *piece);

/* One attempt to cross a stretch. */
struct lt_exact_attempt {
    struct lt_exact_clock clock;
    double h;       /* its length */
    double trusted; /* an error that stalls is taken for rounding if it is at most this */
    double stall;   /* and the one that did */
    double beyond;  /* EVENT: how far past the end of the stretch it may be */
    int columns;    /* used */
    double error;   /* of the last column */
    double rough;   /* of the first one */
    double shrink;  /* UNRESOLVED: the share of the stretch that may do */
    double near;    /* a stretch that goes further must be seen from inside */
    bool inside;    /* it can be */
    bool leap;      /* over what dies away at once */
    bool foreseen;  /* what ends it, and it ends short of that */
    bool seen;      /* SMOOTH: it is, from polynomials */
    double blur;    /* UNRESOLVED: it converged, but its inside is known so badly, in units of the
                       tolerance; else 0 */
};

/* exact_limit.c: cross h smoothly: values[] is advanced if SMOOTH, else left alone. */
enum lt_exact_outcome lt_exact_limit_extrapolate(struct lt_exact *exact, double h,
                                                 struct lt_exact_attempt *attempt);

/* In units of the tolerance, how far off an end y of a stretch h is whose numbers WHICH, in order,
 * are off by so much. */
double lt_exact_limit_distance(const struct lt_exact *exact, const double *y, double h,
                               const size_t *which, const double *gaps, size_t count);
double lt_exact_limit_law(const struct lt_exact *exact, const double *y, const size_t *which,
                          const double *gaps, size_t count); /* the law's own numbers */

/* exact_dense.c: numbers of room that it needs; give it that room; the number of substeps of column
 * j, and where their states are kept from the start on. */
size_t lt_exact_dense_room(size_t n);
void lt_exact_dense_place(struct lt_exact *exact, double *room);
int lt_exact_dense_substeps(int j);
double *lt_exact_dense_trace(const struct lt_exact *exact, int j);

/* The polynomials of a stretch h that ends so, from its first columns; how far they may be off, in
 * units of the tolerance; of a leap they go through states at equal times, kept from each column,
 * whose limits have these WEIGHTS. Then keep the stretch, and go on within it by at most h, up to
 * the next stop. */
bool lt_exact_dense_needed(struct lt_exact *exact, const double *end, int columns);
double lt_exact_dense_build(struct lt_exact *exact, const double *end, double h, int columns);
double *lt_exact_dense_joints(const struct lt_exact *exact, int j);
double lt_exact_dense_join(struct lt_exact *exact, const double *end, double h, int columns,
                           const double *weights);
void lt_exact_dense_keep(struct lt_exact *exact, double h, const struct lt_exact_clock *clock);
double lt_exact_dense_go(struct lt_exact *exact, double h);

/* A number of the last stretch at x, which goes from -1 to 1, and its derivative; the time at x,
 * and x at a time, from its start on. */
double lt_exact_dense_number(const struct lt_exact *exact, size_t slot, double x, double *slope);
double lt_exact_dense_time(const struct lt_exact *exact, double x);
double lt_exact_dense_share(const struct lt_exact *exact, double time);

/* The zero of OF between two places of different sign. */
typedef double lt_exact_look(const struct lt_exact *exact, size_t what, double x);
double lt_exact_dense_zero(const struct lt_exact *exact, lt_exact_look *of, size_t what, double low,
                           double f_low, double high, double f_high);

/* exact_ahead.c: how far off the event is of which exact->sign tells, by the polynomials of the
 * last stretch continued, and how far that may be wrong; NAN: not known, or not within that length.
 */
double lt_exact_ahead(const struct lt_exact *exact, double within, double *margin);
bool lt_exact_ahead_loses(const struct lt_exact *exact); /* at the end of the last stretch */

/* exact_event.c: nothing is in the way; what is awaited happens within exact->event, by what
 * polynomials show, measured rates, probes: false, if it is not known any closer; does slip end
 * within h; how far to go towards it. */
void lt_exact_event_forget(struct lt_exact *exact);
bool lt_exact_event_await(struct lt_exact *exact);
bool lt_exact_event_foresee(struct lt_exact *exact);
void lt_exact_event_seek_slip(struct lt_exact *exact);
void lt_exact_event_refine_slip(struct lt_exact *exact);
void lt_exact_event_probe(struct lt_exact *exact);
void lt_exact_event_watch_slip(struct lt_exact *exact, double h);
double lt_exact_event_way(const struct lt_exact *exact, double least);

/* exact_slip.c: how far off slip ends, if within that length; NAN: not known; whether something
 * slid in the state Y, and sticks now. */
double lt_exact_slip_end(struct lt_exact *exact, double within);
bool lt_exact_slip_is_cleared(const struct lt_exact *exact, const double *y);

/* exact_crawl.c: the run ends, since what moves it cannot be followed in stretches of H. */
void lt_exact_crawl_fail(struct lt_exact *exact, double h);

/* Count a stretch h, which might have been NEAR: too many steps of the law fail.
 * Cross at most NEAR in a leap over what relaxes faster, or at most FAR if its inside is known;
 * false: no leap. */
void lt_exact_crawl_count(struct lt_exact *exact, double h, double near);
bool lt_exact_crawl_leap(struct lt_exact *exact, double near, double far,
                         struct lt_exact_attempt *attempt);

/* exact.c: take in a state that has been accepted. */
void lt_exact_measure(struct lt_exact *exact);

#endif
