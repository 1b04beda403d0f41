/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h: leapfrog runs advanced together, one in each lane of a vector. Where a contact is made
 * or lost, or an event of the law occurs in a lane, the lane's run is updated as a single run is.
 */
#ifndef LT_LANES_H
#define LT_LANES_H

#include "formula/work.h"
#include "registry/laws.h"
#include "run/running.h"

/* Why a lane needs the scalar driver (block.c); a lane has the sum of those that apply. */
enum lt_lane_flag {
    LT_LANE_OVER = 1,   /* the stage's condition until is true */
    LT_LANE_LIMIT = 2,  /* the stage has no steps left, or a check is due */
    LT_LANE_BROKEN = 4, /* the energy balance is not finite */
    LT_LANE_UNKNOWN = 8 /* until compares a number that is NaN */
};

/* The condition until of one stage, and the number of lanes in that stage. */
struct lt_lanes_until {
    size_t lanes;
    const struct lt_ops *ops;
    const struct lt_row **inputs; /* of ops */
    double *frame;                /* work space of the formula, work.rows lanes wide */
};

/* A number whose change is an event of the law: a state variable, or whether the contact is active.
 */
struct lt_lanes_watch {
    const struct lt_row *now;
    struct lt_row was;
};

enum { LT_MARCH_NUMBERS = sizeof(struct lt_march_rows) / sizeof(struct lt_row) };

struct lt_lanes {
    struct lt_march_rows march;
    struct lt_side side; /* how the law steps all lanes at once */
    const struct lt_law *law;
    const struct lt_names *names;
    struct lt_running *run[LT_ROW];
    struct lt_row *value; /* by slot of values[]; unused for what march holds */
    struct lt_row *derived;

    bool rotates;          /* a rotation moves in some lane */
    bool any_driven;       /* an external force or an imposed velocity does work in some lane */
    bool all_imposed;      /* in every lane the imposed velocities alone do work */
    bool momentless;       /* ... and the law returns no moments */
    bool changed;          /* a lane has a new run or stage, or has become idle */
    bool tests_each_step;  /* until of some lane may become true in any step */
    bool uses_clock;       /* until reads t, time or c_time */
    bool has_interval;     /* until of some lane is tested every so many steps only (until_every) */
    struct lt_row t_begin; /* time at which the stage began, s */
    struct lt_row limit;   /* step up to which the lane may march */
    struct lt_row every;   /* steps between two tests of until */
    struct lt_row due;     /* steps to the next test, less one; 0: test now */
    struct lt_row had_contact, since; /* had_contact and t_since of lt_outcome */
    size_t n_watched;
    struct lt_lanes_watch *watched;
    size_t n_untils;
    struct lt_lanes_until *untils;
    struct lt_work work; /* of untils */
    struct lt_row flags;
};

/* Copies the results and events of the run of lane K into the lane. */
void lt_lanes_load(struct lt_lanes *lanes, size_t k);

/* Makes at most STEPS steps in all lanes; returns early if a lane needs the scalar driver, which
 * lanes->flags shows. */
void lt_lanes_run(struct lt_lanes *lanes, size_t steps);

#endif
