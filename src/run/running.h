/* SPDX-License-Identifier: GPL-3.0-or-later */
/* running.h: a run under way: what run.c (stages, and the whole) shares with the other files
 * run_*.c.
 */
#ifndef LT_RUNNING_H
#define LT_RUNNING_H

#include "run/expect.h"
#include "run/outcome.h"
#include "run/run.h"
#include "run/swing.h"
#include "solution/exact.h"
#include "step/leapfrog.h"
#include "step/tangent.h"

enum { LT_WARNINGS_MAX = 32, LT_PRINTS_MAX = 1000 };

/* The condition of actions: whether it holds now, held when actions were last considered, and holds
 * apart from the law's events, which are over with the step; how often the actions were taken. */
struct lt_moment {
    bool now, was, lasting;
    size_t made;
};

/* Everything one run carries from step to step. */
struct lt_running {
    struct lt_setup setup;
    struct lt_loading loading;
    struct lt_leapfrog leap;
    struct lt_outcome outcome;
    struct lt_swing swing;
    struct lt_exact exact;
    struct lt_standing *standings;
    const struct lt_run_options *options;
    struct lt_result *result;
    double energy;                   /* kinetic and stored, at the start */
    struct lt_ring *ring;            /* of a march; NULL: none yet */
    size_t n_watched, *watched_slot; /* the law's event flags */
    double *watched;                 /* and their last values */
    bool acts_on_events;             /* a condition of the stage's actions names such an event */
    double *settled;                 /* exact: those values that last, where actions depend on it */
    double *saved, *reached;         /* exact: copies of the state, of values[] first */
    double *extremes;                /* so far, of the columns that the program names */
    double *integrands;              /* of the program's integrals, at the last sample, */
    double integrated;               /* which was then */
    double *integral_sizes;          /* exact: the same integrals of absolute values */
    double ago;                      /* exact: what is seen to have changed did so so long ago */
    double row_t;                    /* when the last row was, */
    bool upright;                    /* exact: which is that just before a jump */
    double strongest;                /* exact: the largest force so far */
    double corner;                   /* exact: the last kink that has a row */
    bool ignore_peaks;               /* exact: the largest forces are no results */
    bool again;                      /* the next stage is the first one */
    struct lt_moment *moments;       /* of the stage's events */
    size_t *restarts;                /* made so far, by stage */
    struct lt_stage_result *stages;  /* room for results of stages at first; and for how many now */
    size_t stages_room;
    size_t stage, rows_at, events_room;
    double fall;        /* how long the stage begins with a free fall, s */
    double limit, most; /* steps of this stage: here, and as it says */
    double due;         /* step at which until holds; NAN: not for the clock to say */
    double look;        /* step at which to look whether it ever ends; INFINITY: not asked */
    bool waits;         /* for the contact to end: it may never separate */
    bool may_stick;     /* it may be said of the stage that it never ends; */
    const char *stuck;  /* why it never does; NULL: it may */
    double *rest;       /* the state at the last look, if RESTED: nothing moved */
    bool rested;
    double until_every;
    bool started;
    bool entered;   /* the stage is under way */
    bool streams;   /* rows leave the memory for the sink */
    double flushed; /* when rows went to the sink, s of a monotonic clock; 0: never */
};

/* A run in pieces, for who makes its steps himself: open it, enter and leave each stage (which
 * makes run->stage the next one) until run->stage is n_stages, close it whatever came of it. The
 * result lives in ARENA. */
bool lt_run_open(struct lt_running *run, const struct lt_program *program,
                 const struct lt_override *overrides, size_t n_overrides,
                 const struct lt_run_options *options, struct lt_expr *expr,
                 struct lt_arena *arena);
/* The same, with the bands of e_n and e_t worked out, if the program names them. */
bool lt_run_open_bands(struct lt_running *run, const struct lt_program *program,
                       const struct lt_override *overrides, size_t n_overrides,
                       const struct lt_run_options *options, struct lt_expr *expr,
                       struct lt_arena *arena);
/* Open a run that has been open before, with other values of the same names and its numbers in
 * VALUES. What it needs besides comes from ARENA. False, without a reason: only lt_run_open leaves
 * what a failure leaves. */
bool lt_run_again(struct lt_running *run, const struct lt_common *common,
                  const struct lt_override *overrides, double *values, struct lt_arena *arena);
bool lt_run_enter(struct lt_running *run);
bool lt_run_leave(struct lt_running *run);
/* At most so many STEPS of the stage, which is entered before the first and left behind its last
 * one; what is then made does not depend on how many at a time. False: the run has failed, or was
 * interrupted and can go on. */
bool lt_run_go(struct lt_running *run, double steps);
struct lt_result *lt_run_close(struct lt_running *run);

/* All of it, with an evaluator and memory that may serve many runs. */
struct lt_result *lt_run_in(const struct lt_program *program, const struct lt_override *overrides,
                            size_t n_overrides, const struct lt_run_options *options,
                            struct lt_expr *expr, struct lt_arena *arena);

const struct lt_stage *lt_run_stage(const struct lt_running *run);

/* The stage has run out of steps: fails with what until lacked; always false. */
bool lt_run_endless(struct lt_running *run);

/* The run fails for the reason given; always false. _here adds the place in the run and the state
 * that led there. */
bool lt_run_fail(struct lt_running *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool lt_run_fail_here(struct lt_running *run, const char *what);
/* Why a law in formulas has no value while it is only tried is not told where the run fails. */
void lt_run_try(const struct lt_running *run, bool trying);
bool lt_run_is_interrupted(struct lt_running *run); /* then it has ended so */

/* run_start.c: place the pair, give it its initial velocities, look at the force it starts with.
 * The first stage may be LOADED already. */
bool lt_run_start(struct lt_running *run, bool loaded);

/* run_advise.c: warnings of what makes the results worth less. */
void lt_run_advise(struct lt_running *run);
void lt_run_advise_gravity(struct lt_running *run); /* at the start: the axes it is read along */

/* run_limits.c: warns of limits by friction of what the law does not resist. */
void lt_run_limits(struct lt_running *run);

/* run_never.c: whether the stage waits for the contact to separate, and for nothing else; and
 * whether it never will, from the state that values[] and the velocities behind it show. */
enum { LT_LOOK_EVERY = 1000, LT_LOOK_FIRST = 200 /* exact: then twice as late */ };
bool lt_run_look(struct lt_running *run); /* run.c: is it time to, and never will it separate */

/* run_stuck.c: can it be said that the stage never ends, as it begins; a look, which sets stuck. */
bool lt_run_stuck_may(struct lt_running *run);
void lt_run_stuck_look(struct lt_running *run);
bool lt_run_never_waits(const struct lt_running *run);
bool lt_run_never(const struct lt_running *run);

/* run_record.c: a row of the table, an event, the law's own events, a warning. */
bool lt_run_record(struct lt_running *run);
/* Steps from row to row of this stage, 0: no rows; from a step of it to its next row. */
size_t lt_run_record_every(const struct lt_running *run);
size_t lt_run_record_next(const struct lt_running *run, double step);
/* Rows go to the sink if the last ones did so half a second ago. */
void lt_run_record_flush(struct lt_running *run);
/* Room for *COUNT rows, which are then part of the table, or for as many as go there at once. */
double *lt_run_record_rows(struct lt_running *run, size_t *count);
bool lt_run_record_views(struct lt_running *run);
void lt_run_record_event(struct lt_running *run, const char *name, int mode);
/* The 0/1 number that an event of the law watches. */
size_t lt_run_record_watched(const struct lt_program *program, size_t i);
void lt_run_record_watch_begin(struct lt_running *run);
void lt_run_record_watch(struct lt_running *run);
void lt_run_record_modes(struct lt_running *run);  /* NAME_mode of the law's events */
void lt_run_record_settle(struct lt_running *run); /* the events, when all have been seen */
/* exact: what lasts no longer than this has not happened. */
double lt_run_record_rounding(const struct lt_running *run);
/* What a law shows only in motion, as slip, seems to have ended while nothing moves. */
bool lt_run_record_pauses(const struct lt_running *run);
void lt_run_record_warn(struct lt_running *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Look at the state after a step: books, results, events; whether the stage is over; what belongs
 * to a step that is complete. */
bool lt_run_sample(struct lt_running *run, double kinetic);
bool lt_run_extremes(struct lt_running *run); /* take the values of columns in; always true */
void lt_run_extreme(struct lt_running *run, size_t i, double now);

/* run_integral.c: what is integrated now; integrals take in a sample by the trapezoid rule; one of
 * them does, whose integrand is NOW at time T. False: a formula has no value. */
bool lt_run_integral_values(struct lt_running *run, const double *values, double *to);
bool lt_run_integral_sample(struct lt_running *run);
void lt_run_integral_take(struct lt_running *run, size_t i, double now, double t);
void lt_run_smooth(struct lt_running *run); /* once a step, before until is tested */
void lt_run_smooth_begin(struct lt_running *run);
bool lt_run_until(struct lt_running *run, bool *over);
bool lt_run_finish_step(struct lt_running *run);

/* run_march.c: at most 4096 steps, up to a limit of LT_STEP or the stage's end; whether nothing
 * that the program asks for keeps the law from marching them, and nothing of this run and stage. */
bool lt_run_steps(struct lt_running *run, double limit, bool *over);
bool lt_run_march_fits(const struct lt_program *program);
bool lt_run_march_can(const struct lt_running *run);
/* Nobody looks but at what events change. */
bool lt_run_march_is_quiet(const struct lt_running *run);
double lt_run_march_due(const struct lt_running *run); /* see due */
bool lt_run_march_is_rare(const struct lt_name *name); /* changes only where something happens */

/* The same: what a march needs of a run, and what kind of march it is; of that the results so far;
 * what it has made of it, as of a step of the stage, back into values[] and beside. */
enum lt_march_kind lt_run_march_take(const struct lt_running *run, struct lt_march *m);
void lt_run_march_results(const struct lt_running *run, struct lt_march *m);
void lt_run_march_give(struct lt_running *run, const struct lt_march *m, double step);

/* run_exact.c: a stage without a step size. */
bool lt_run_exact_begin(struct lt_running *run);
bool lt_run_exact_step(struct lt_running *run, bool *over);

/* run_done.c: the stage's events as it begins; whether actions are DUE since one has happened; what
 * has happened is known, and if they are due: a row, and then they. */
void lt_run_done_begin(struct lt_running *run);
bool lt_run_done_look(struct lt_running *run, bool *due);
bool lt_run_done_act(struct lt_running *run, bool due);

/* Parameters or states of the law get new numbers, as by the action 'set'; OF as in lt_action. */
bool lt_run_done_set(struct lt_running *run, const struct lt_name *const *names,
                     const unsigned char *of, const double *numbers, size_t count);

/* run_set.c: what a caller changes between steps; WHY it cannot be changed. */
bool lt_run_set(struct lt_running *run, const struct lt_name *name, double value, char *why,
                size_t size);

/* The actions of a stage that has ended. */
bool lt_run_done(struct lt_running *run);
bool lt_run_done_keep(struct lt_running *run); /* what its {keep: ...} say, before it is judged */

/* run.c: the results as if the run ended here, and back to those so far. */
struct lt_so_far {
    double results[LT_R_RESIDUAL - LT_R_E_N + 1];
};
void lt_run_settle(struct lt_running *run, struct lt_so_far *so_far);
void lt_run_unsettle(struct lt_running *run, const struct lt_so_far *so_far);

#endif
