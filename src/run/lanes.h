/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h: leapfrog runs advanced together by a law's march of rows. Where something happened to
 * one of them, it is followed as one run is. */
#ifndef LT_LANES_H
#define LT_LANES_H

#include "formula/work.h"
#include "registry/laws.h"
#include "run/running.h"

/* What a lane wants of the one who drives it; the sum of what applies. */
enum lt_call {
    LT_CALL_OVER = 1,   /* until is true */
    LT_CALL_LIMIT = 2,  /* no steps are left */
    LT_CALL_BROKEN = 4, /* something is not a number */
    LT_CALL_UNKNOWN = 8 /* nor is a side of a comparison in until */
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
    struct lt_row was;
};

enum { LT_MARCH_NUMBERS = sizeof(struct lt_march_rows) / sizeof(struct lt_row) }; /* its numbers */

struct lt_lanes {
    struct lt_march_rows march;
    struct lt_side side; /* has the steps of the law, and no tables */
    const struct lt_law *law;
    const struct lt_names *names;
    struct lt_running *run[LT_ROW];
    struct lt_row *value; /* by slot; what is in the march is there */
    struct lt_row *derived;

    /* Rotations move; something does work; nothing but imposed velocities does; without
     * moments; a lane has another run or stage, or none any more; until asks for what changes in
     * every step, for the time; it is not asked in every step. */
    bool turns, driven, held, sheared, fresh, looks, clocks, paced;
    struct lt_row t_begin, limit, every, due; /* of the stage */
    struct lt_row had, since;                 /* as in lt_outcome */
    size_t n_watched;
    struct lt_lanes_watch *watched;
    size_t n_untils;
    struct lt_lanes_until *untils;
    struct lt_work work; /* of untils */
    struct lt_row call;
};

/* The results and events of its run, for the march, until and events to come. */
void lt_lanes_take(struct lt_lanes *lanes, size_t k);

/* At most so many steps; sooner if a lane calls. */
void lt_lanes_run(struct lt_lanes *lanes, size_t steps);

#endif
