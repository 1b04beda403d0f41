/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.h: the result of a run. */
#ifndef LT_RESULT_H
#define LT_RESULT_H

#include "program/program.h"

#include <jansson.h>
#include <stdio.h>

enum lt_status { LT_DONE, LT_RUN_FAILED, LT_INTERRUPTED };

/* The recorded table: rows of program->n_columns doubles, hidden columns included. GONE: the number
 * of earlier rows that have left it for a sink. */
struct lt_table {
    size_t columns, rows, room, gone;
    double *cells;
};

struct lt_stage_result {
    size_t stage; /* of the program: one may be run several times */
    size_t steps;
    double time;          /* its duration, s */
    const char *ended_by; /* text of its until; "max_steps" or "" if it was not reached */
    double t_end;         /* time of the run at its end, s */
};

struct lt_event_result {
    const char *name; /* "contact_activated", "slip_change", or a mark's name with kind "mark" */
    double t;         /* s */
    size_t step;      /* since the run began */
    int mode;         /* 0 begun, 1 ended; -1 none */
    size_t stage;     /* of the program */
    size_t row;       /* of all recorded: the first at or after it */
};

struct lt_verdict {
    const char *text;
    double value, expected, error, tolerance;
    const char *unit;  /* of value and expected; "" if it is unknown */
    bool absolute;     /* error and tolerance have this unit; else they are relative */
    bool ok;           /* the expectation is met */
    const char *where; /* "" or "worst at t = 1.2e-5 s" */
};

struct lt_result {
    struct lt_arena *arena; /* owns it */
    enum lt_status status;
    const char *message;  /* FAILED: stage, step, state and reason; else "" */
    bool unfinished;      /* FAILED because a stage ran out of steps */
    bool never_separates; /* it ended because the contact never will */
    double *values;       /* names->slots values at the end: results, columns, parameters */
    double plain;         /* exact: the time crossed with plain steps, of second order in dt, s */
    double touch[2];      /* at the first sample of the first contact: overlap, m, NAN if the run
                           * began in contact; speed of approach, m/s, NAN if there was no contact */
    bool inside;          /* the run began in contact */
    const char *unsound;  /* the warning that its steps are unstable, or that energy is created;
                           * NULL: none */
    double ends[2];       /* un at which the first contact was made, and lost, m; NAN: it was not */
    size_t n_behind; /* velocity-verlet: velocities half a step behind the end, as in lt_start */
    double behind[LT_DOFS + LT_WZB - LT_VXA + 1];
    struct lt_table table;
    size_t n_stages; /* stages begun */
    struct lt_stage_result *stages;
    size_t n_events, n_verdicts, n_warnings, n_prints;
    struct lt_event_result *events;
    struct lt_verdict *verdicts; /* one for each expect of the program, in its order */
    const char **warnings;
    const char **prints; /* texts of done: {print: ...} */
    bool ok;             /* every expectation held */
    size_t n_overrides;  /* of lt_run */
    const struct lt_override *overrides;
};

void lt_run_free(struct lt_result *result); /* NULL is allowed */

#endif
