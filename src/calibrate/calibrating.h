/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrating.h: a calibration under way: what calibrate.c shares with calibrate_one.c and
 * calibrate_several.c. */
#ifndef LT_CALIBRATING_H
#define LT_CALIBRATING_H

#include "calibrate/calibrate.h"

/* A target is met to this part of itself. */
#define LT_CALIBRATE_TOLERANCE 1e-9

struct lt_search {
    struct lt_trial trial;
    struct lt_calibration *found;
    double x[LT_TRIAL_MAX];
    bool formally;                                /* the one unknown was found so */
    bool solved[LT_TRIAL_MAX], met[LT_TRIAL_MAX]; /* unknowns; aims */
    bool depends[LT_TRIAL_MAX][LT_TRIAL_MAX];     /* aim i on unknown j */
};

/* False, with the reason why nothing was found. */
bool lt_calibrate_refuse(struct lt_calibration *found, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True if Y meets the aim; EXCESS is how far it is off, as a part of it. */
bool lt_calibrate_is_met(const struct lt_aim *aim, double y, double *excess);

/* Aim I is met by Y no closer: that is said, if it is off by more than the tolerance. */
void lt_calibrate_doubt(struct lt_calibration *found, size_t i, double y, bool steps);

/* How far from a target, relative, is near enough where runs jump. */
double lt_calibrate_slack(const struct lt_search *search);

/* What unknown J is about. */
double lt_calibrate_typical(const struct lt_search *search, size_t j);

/* Meet aim I by unknown J, the others being what they are. */
bool lt_calibrate_one(struct lt_search *search, size_t i, size_t j);

/* Meet each aim that one unknown alone moves by that, and what is left all at once. */
bool lt_calibrate_several(struct lt_search *search);

/* The closed form of what was found, beside it. */
void lt_calibrate_one_compare(struct lt_search *search);

/* Aim I has no value anywhere in the range of unknown J: false, and why. */
bool lt_calibrate_one_nothing_there(struct lt_search *search, size_t i, size_t j);

double lt_calibrate_one_slip_energy(const struct lt_search *search);
bool lt_calibrate_one_is_tangential(const struct lt_name *result);

#endif
