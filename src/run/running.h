/* SPDX-License-Identifier: GPL-3.0-or-later */
/* running.h: a run under way: what run.c (the run and its stages) shares with the other files
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

/* Actions at an event inside a stage: when they are due, and how often they were taken. */
struct lt_moment {
    bool now;     /* their condition holds in this step */
    bool was;     /* it held when it was last evaluated: actions are due when it becomes true */
    bool lasting; /* it holds without the events of this step, which are over with the step */
    size_t made;
};

/* Everything that one run carries from step to step. Comments that begin with "exact:" are about
 * 'integrator: exact' only. */
struct lt_running {
    struct lt_setup setup;
    struct lt_loading loading;
    struct lt_leapfrog leap;
    struct lt_outcome outcome;
    struct lt_swing swing;
    struct lt_exact exact;
    struct lt_standing *standings; /* of the program's expectations */
    const struct lt_run_options *options;
    struct lt_result *result;
    double energy;        /* kinetic and stored at the start, J */
    struct lt_ring *ring; /* recorded steps of a march; NULL: none was needed yet */

    /* The law's event flags: */
    size_t n_watched, *watched_slot; /* slots in values[] */
    double *watched;                 /* their last values */
    bool acts_on_events;             /* a condition of the stage's actions names such an event */
    double *settled; /* exact: values that last longer than rounding, if acts_on_events */

    /* Results over time that the program names: */
    double *saved, *reached; /* exact: copies of the state, of values[] first */
    double *extremes;        /* largest or smallest values of columns so far */
    double *integrands;      /* of its integrals, at the last sample */
    double integrated;       /* time of that sample, s */
    double *integral_sizes;  /* exact: the integrals of the absolute values */

    /* Rows and events: */
    double ago;        /* exact: a change that is found now occurred so long ago, s */
    double row_t;      /* time of the last row, s */
    bool upright;      /* exact: the last row is the one just before a jump of the force */
    double strongest;  /* exact: the largest force so far, N */
    double corner;     /* exact: time of the last kink that has a row, s */
    bool ignore_peaks; /* exact: the largest forces are no results */
    size_t rows_at;    /* steps of the run at the last row */
    size_t events_room;
    bool streams;   /* rows leave the memory once the sink has them */
    double flushed; /* when the sink last got rows, s of a monotonic clock; 0: never */

    /* Stages: */
    size_t stage;                   /* the one under way, or the next one */
    bool entered;                   /* it is under way */
    bool started;                   /* the first one has begun: there is a state */
    bool restarting;                /* an action requires the first stage next */
    size_t *restarts;               /* made so far, by stage */
    struct lt_moment *moments;      /* of the actions at events of the stage */
    struct lt_stage_result *stages; /* room for the results of stages at first */
    size_t stages_room;             /* the number of stages that there is room for now */
    double fall;                    /* the first stage begins with a free fall of so long, s */
    double limit;                   /* steps after which the stage must end here */
    double own_limit;               /* steps after which it must end by the program */
    double until_every;             /* steps between two tests of until */
    double until_step; /* the step at which until becomes true; NAN: it does not depend on the clock
                        * alone */

    /* Whether the stage can end at all (run_never.c, run_stuck.c): */
    double next_check;      /* step of the next check; INFINITY: never */
    bool awaits_separation; /* until is true only when the contact ends */
    bool may_stick;         /* it can be decided whether until can still become true */
    const char *stuck;      /* why it never will; NULL: it may */
    double *rest_state;     /* the state at the last check, if WAS_AT_REST: nothing moved */
    bool was_at_rest;
};

/* A run in parts, for callers that make the steps themselves: open it; begin and end each stage,
 * which advances run->stage, until run->stage is n_stages; close it, also after a failure. The
 * result lives in ARENA. */
bool lt_run_open(struct lt_running *run, const struct lt_program *program,
                 const struct lt_override *overrides, size_t n_overrides,
                 const struct lt_run_options *options, struct lt_expr *expr,
                 struct lt_arena *arena);
/* As lt_run_open; also computes the bands of e_n and e_t, if the program names them. */
bool lt_run_open_bands(struct lt_running *run, const struct lt_program *program,
                       const struct lt_override *overrides, size_t n_overrides,
                       const struct lt_run_options *options, struct lt_expr *expr,
                       struct lt_arena *arena);
/* Opens a closed run anew with other values of the same overridden names, in its old memory; its
 * numbers go to VALUES, and new memory comes from ARENA. False, without a reason: open it by
 * lt_run_open, which leaves the message and the values of a failed run. */
bool lt_run_reopen(struct lt_running *run, const struct lt_common *common,
                   const struct lt_override *overrides, double *values, struct lt_arena *arena);
bool lt_run_begin_stage(struct lt_running *run);
bool lt_run_end_stage(struct lt_running *run);
/* Makes at most STEPS steps; begins the stage before its first step and ends it after its last one.
 * The results do not depend on how the steps are divided among calls. False: the run has failed, or
 * was interrupted and can be continued. */
bool lt_run_advance(struct lt_running *run, double steps);
struct lt_result *lt_run_close(struct lt_running *run);

/* Makes a whole run, with an evaluator of formulas and memory that may serve many runs. */
struct lt_result *lt_run_in(const struct lt_program *program, const struct lt_override *overrides,
                            size_t n_overrides, const struct lt_run_options *options,
                            struct lt_expr *expr, struct lt_arena *arena);

/* The stage under way. */
const struct lt_stage *lt_run_stage(const struct lt_running *run);

/* The stage has no steps left: the run fails, with the values of the names in until. Always false.
 */
bool lt_run_fail_unfinished(struct lt_running *run);

/* Ends the run as failed with the message printed by FORMAT; always false. */
bool lt_run_fail(struct lt_running *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* As lt_run_fail, for the reason WHAT, and adds the stage, the step and the state. */
bool lt_run_fail_here(struct lt_running *run, const char *what);
/* While TRYING, a law in formulas is evaluated at states that the run does not reach: a formula
 * without a value there is not reported as the reason of a later failure. */
void lt_run_try(const struct lt_running *run, bool trying);
/* Whether the caller has requested an end; the run is then marked as interrupted. */
bool lt_run_is_interrupted(struct lt_running *run);

/* run_start.c: places the pair, sets its initial velocities, evaluates the force at the start.
 * LOADED: the loads of the first stage have been set already. */
bool lt_run_start(struct lt_running *run, bool loaded);

/* run_advise.c: warns of what makes the results unreliable. */
void lt_run_advise(struct lt_running *run);
void lt_run_advise_gravity(struct lt_running *run); /* at the start: about its axes */

/* run_limits.c: warns of friction coefficients that limit a force which the law does not have. */
void lt_run_limits(struct lt_running *run);

/* Whether a stage can end at all is first checked after LT_CHECK_EVERY steps, or after
 * LT_CHECK_FIRST of the exact integrator, which are longer. Each later check is at twice the step
 * of the one before, but while a separation is awaited at most LT_CHECK_EVERY steps after it. */
enum { LT_CHECK_EVERY = 1000, LT_CHECK_FIRST = 200 };
/* Makes the check if it is due. True: the stage waits for a separation that never comes. */
bool lt_run_check_ending(struct lt_running *run);

/* run_never.c: true if the stage waits for the contact to separate, and for nothing else. */
bool lt_run_never_applies(const struct lt_running *run);
/* True if it never will, from the state in values[] and the velocities half a step before. */
bool lt_run_never_separates(const struct lt_running *run);

/* run_stuck.c: as a stage begins, returns true if it can be decided that the stage never ends. */
bool lt_run_stuck_begin(struct lt_running *run);
/* The check, which sets run->stuck to the reason if the stage never ends. */
void lt_run_stuck_check(struct lt_running *run);

/* run_record.c: records a row of the table, unless this step has one. */
bool lt_run_record(struct lt_running *run);
/* Steps between two rows of this stage; 0: no rows. */
size_t lt_run_record_every(const struct lt_running *run);
/* Steps from a step of this stage to its next row. */
size_t lt_run_record_next(const struct lt_running *run, double step);
/* Gives the rows to the sink, if it last got some half a second ago. */
void lt_run_record_flush(struct lt_running *run);
/* Adds *COUNT rows to the table, or as many as there is room for at once, and returns their cells;
 * NULL: no memory. */
double *lt_run_record_rows(struct lt_running *run, size_t *count);
/* Evaluates the law's views. False: one has no value. */
bool lt_run_record_views(struct lt_running *run);
/* Records an event; MODE as in lt_event_result. */
void lt_run_record_event(struct lt_running *run, const char *name, int mode);
/* The slot of the 0/1 number whose change is event I of the law. */
size_t lt_run_record_watched(const struct lt_program *program, size_t i);
void lt_run_record_watch_begin(struct lt_running *run);
/* Records the events of the law that occur in this sample. */
void lt_run_record_watch(struct lt_running *run);
/* Sets the conditions NAME_mode of the law's events. */
void lt_run_record_modes(struct lt_running *run);
/* exact, after the run: removes pairs of events closer than lt_run_record_rounding. */
void lt_run_record_drop_brief(struct lt_running *run);
/* exact: a state that lasts no longer than this, s, is an effect of rounding. */
double lt_run_record_rounding(const struct lt_running *run);
/* exact: whether an event flag has ended only because the law was evaluated without motion, as slip
 * seems to. */
bool lt_run_record_pauses(const struct lt_running *run);
void lt_run_record_warn(struct lt_running *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Evaluates the state after a step: energy accounts, results, events, extremes, integrals. KINETIC:
 * energy, J. False: a number is not finite, or a formula has no value. */
bool lt_run_sample(struct lt_running *run, double kinetic);
/* Updates the extremes of columns with the values of this sample; always true. */
bool lt_run_extremes(struct lt_running *run);
/* Updates extreme I of a column with its value NOW. */
void lt_run_extreme(struct lt_running *run, size_t i, double now);

/* run_integral.c: evaluates the integrands. False: a formula has no value. */
bool lt_run_integral_values(struct lt_running *run, const double *values, double *to);
/* Adds the interval up to this sample to all integrals, by the trapezoid rule. */
bool lt_run_integral_sample(struct lt_running *run);
/* Adds it to integral I, whose integrand is NOW at time T, s. */
void lt_run_integral_add(struct lt_running *run, size_t i, double now, double t);
/* Updates the smoothed values and their errors, once a step, before until is tested. */
void lt_run_smooth(struct lt_running *run);
void lt_run_smooth_begin(struct lt_running *run);
/* Evaluates until of the stage. False: it has no value. */
bool lt_run_until(struct lt_running *run, bool *over);
/* Tests the expectations that hold always, and records the row of a step that is complete. */
bool lt_run_finish_step(struct lt_running *run);

/* run_march.c: makes at most 4096 steps, up to step LIMIT or the end of the stage. */
bool lt_run_steps(struct lt_running *run, double limit, bool *over);
/* True if the law's march can make the steps, as far as the program decides it. */
bool lt_run_march_fits(const struct lt_program *program);
/* True if it can make them in this run and stage, too. */
bool lt_run_march_can(const struct lt_running *run);
/* Whether the stage depends only on numbers that events change, so that no step needs evaluation.
 */
bool lt_run_march_is_quiet(const struct lt_running *run);
/* The step at which until becomes true: see until_step. */
double lt_run_march_due(const struct lt_running *run);
/* Whether a number changes only at events, not in every step. */
bool lt_run_march_is_rare(const struct lt_name *name);

/* Copies the state of a run into a march; returns the cheapest form of the step that is right. */
enum lt_march_kind lt_run_march_load(const struct lt_running *run, struct lt_march *m);
/* Copies only the results so far into the march. */
void lt_run_march_results(const struct lt_running *run, struct lt_march *m);
/* Copies a march, which is at STEP of the stage, back into the run. */
void lt_run_march_store(struct lt_running *run, const struct lt_march *m, double step);

/* run_exact.c: a stage without a step size. */
bool lt_run_exact_begin(struct lt_running *run);
bool lt_run_exact_step(struct lt_running *run, bool *over);

/* run_done.c: prepares the actions at events of a stage that begins. */
void lt_run_done_begin(struct lt_running *run);
/* Evaluates the conditions of actions in this step: whether any are DUE. */
bool lt_run_done_evaluate(struct lt_running *run, bool *due);
/* Forgets the events of this step; if actions are DUE, records a row and takes them. */
bool lt_run_done_perform(struct lt_running *run, bool due);

/* Gives parameters or states of the law new numbers, as the action 'set' does; OF as in lt_action.
 */
bool lt_run_done_set(struct lt_running *run, const struct lt_name *const *names,
                     const unsigned char *of, const double *numbers, size_t count);

/* run_set.c: sets a number on behalf of a caller, between two steps. False: WHY it cannot be set.
 */
bool lt_run_set(struct lt_running *run, const struct lt_name *name, double value, char *why,
                size_t size);

/* Takes the actions of a stage that has ended. */
bool lt_run_done(struct lt_running *run);
/* Stores the numbers of its {keep: ...}, before its expectations are tested. */
bool lt_run_done_keep(struct lt_running *run);

/* run.c: sets the results as if the run ended here; restores those so far. */
struct lt_so_far {
    double results[LT_R_RESIDUAL - LT_R_E_N + 1];
};
void lt_run_settle(struct lt_running *run, struct lt_so_far *so_far);
void lt_run_unsettle(struct lt_running *run, const struct lt_so_far *so_far);

#endif
