/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrating.h: a calibration in progress. calibrate.c stands on calibrate_several.c, that on
 * calibrate_one.c, and all on calibrating.c. */
#ifndef LT_CALIBRATING_H
#define LT_CALIBRATING_H

#include "calibrate/calibrate.h"

/* Relative tolerance of a target. */
#define LT_CALIBRATE_TOLERANCE LT_SCAN_TOLERANCE

struct lt_search {
    struct lt_trial trial;
    struct lt_calibration *found;
    double x[LT_TRIAL_MAX];
    bool formally; /* the only unknown was found by the closed form */
    bool solved[LT_TRIAL_MAX], met[LT_TRIAL_MAX]; /* by unknown; by target */
    bool depends[LT_TRIAL_MAX][LT_TRIAL_MAX];     /* target i on unknown j */
};

/* Sets the reason why nothing was found, in place of any doubt; returns false. */
bool lt_calibrate_refuse(struct lt_calibration *found, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The scale to which the misses of a target are relative; NaN where the target is zero and no range
 * is known. */
double lt_calibrate_scale(const struct lt_aim *aim);

/* True if Y meets the target; EXCESS is its relative error. */
bool lt_calibrate_is_met(const struct lt_aim *aim, double y, double *excess);

/* Y is the best that target I allows; adds a remark, and WHY, if it misses the tolerance. */
void lt_calibrate_doubt(struct lt_calibration *found, size_t i, double y, const char *why);
#define LT_CALIBRATE_OF_STEPS                                                                      \
    "runs of this time step go from one value to the next in steps of as much"
#define LT_CALIBRATE_OF_SLIP   "the instant at which slip ends is not known any closer"
#define LT_CALIBRATE_OF_BRANCH "results jump by as much from one value to the next"

/* The relative error that is accepted where results of runs jump. */
double lt_calibrate_slack(const struct lt_search *search);

/* A typical magnitude of unknown J, in its unit. */
double lt_calibrate_typical(const struct lt_search *search, size_t j);

/* Returns true if NAME is a setting of discrete steps, on which no run in their limit depends. */
bool lt_calibrate_of_steps(const struct lt_program *program, const struct lt_name *name);

/* Energy dissipated by slip in the last run, J. */
double lt_calibrate_slip_energy(const struct lt_search *search);
bool lt_calibrate_is_tangential(const struct lt_name *result);

/* Meets target I by unknown J, with the others fixed. False: it cannot, the message says why. */
bool lt_calibrate_one(struct lt_search *search, size_t i, size_t j);

/* Meets each target that depends on one unknown only by that one, and the rest together. False: it
 * cannot, the message says why. */
bool lt_calibrate_several(struct lt_search *search);

/* Adds the closed form's values to compare with the solution. */
void lt_calibrate_one_compare(struct lt_search *search);

/* Writes why target I has no value anywhere in the range of unknown J; returns false. */
bool lt_calibrate_one_nothing_there(struct lt_search *search, size_t i, size_t j);

#endif
