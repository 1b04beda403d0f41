/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h: leapfrog runs advanced together by a law's march of rows.
 *
 * What outcome.c does with one contact, done in the same order to a row of them, so that every bit
 * agrees. */
#ifndef LT_LANES_H
#define LT_LANES_H

#include "formula/work.h"
#include "model/laws.h"
#include "model/program.h"

/* What a lane wants of the one who drives it; the sum of what applies. */
enum lt_call {
    LT_CALL_TOUCH = 1,    /* the first contact has been made in this step */
    LT_CALL_PART = 2,     /* it has been lost */
    LT_CALL_OVER = 4,     /* until is true */
    LT_CALL_LIMIT = 8,    /* no steps are left */
    LT_CALL_BROKEN = 16,  /* something is not a number */
    LT_CALL_UNKNOWN = 32, /* nor is a side of a comparison in until */
    LT_CALL_RELEASE = 64  /* the force of the first contact is compressive no more */
};

/* until of one stage, and how many lanes are in it. */
struct lt_lanes_until {
    size_t lanes;
    const struct lt_ops *ops;
    const struct lt_row **inputs; /* of ops */
    double *frame;                /* of as many rows as there are lanes */
};

/* A state variable of the law, or whether the contact is active, that makes an event. */
struct lt_lanes_watch {
    const struct lt_row *now;
    struct lt_row *flag;
    double rises, falls;
    struct lt_row was;
};

enum { LT_MARCH_NUMBERS = sizeof(struct lt_march_rows) / sizeof(struct lt_row) }; /* its numbers */

struct lt_lanes {
    struct lt_march_rows march;
    struct lt_side side;
    const struct lt_names *names;
    struct lt_row *value; /* by slot; what is in the march is there */
    struct lt_row *derived;

    /* Rotations move; something does work; nothing but imposed velocities does; without
     * moments; a lane has another run or stage, or none any more; until asks for what changes in
     * every step, for the time, for how steady the forces are; it is not asked in every step. */
    bool turns, driven, held, sheared, fresh, looks, clocks, smooths, paced;
    struct lt_row t_begin, limit, every, due;                           /* of the stage */
    struct lt_row had, lost, unreleased, stage_contact, since, parting; /* as in lt_outcome */
    struct lt_row share, smooth[LT_DOFS];
    size_t n_watched;
    struct lt_lanes_watch *watched;
    size_t n_untils;
    struct lt_lanes_until *untils;
    struct lt_work work; /* of untils */
    struct lt_row call;
};

/* At most so many steps; sooner if a lane calls. */
void lt_lanes_run(struct lt_lanes *lanes, size_t steps);

#endif
