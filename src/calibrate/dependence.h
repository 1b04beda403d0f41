/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependence.h: how a restitution depends on other things than the parameters: a run of the same
 * law at other speeds, with other particles, at a wall, with gravity. */
#ifndef LT_DEPENDENCE_H
#define LT_DEPENDENCE_H

#include "calibrate/calibrate.h"

enum { LT_DEPENDENCE_ROWS = 9 };
#define LT_DEPENDENCE_LEAST 1e-3 /* about the best accuracy of a measured restitution */

struct lt_dependence {
    size_t n, n_rows;
    bool restitution[LT_TRIAL_MAX]; /* which targets are restitutions; only these are examined */
    double base[LT_TRIAL_MAX];      /* as calibrated */
    struct lt_dependence_row {
        const char *what; /* "speed x 0.1" */
        const char *on;   /* "speed" */
        double y[LT_TRIAL_MAX];
    } rows[LT_DEPENDENCE_ROWS];
};

/* Runs with the parameters of FOUND. A run that is impossible has no row. */
struct lt_dependence lt_dependence_of(const struct lt_program *program,
                                      const struct lt_calibration *found,
                                      const volatile int *interrupted);

/* The results at x with all velocities of the program times FACTOR. False: it has no velocity to
 * change, or the run failed. */
bool lt_dependence_at_speed(struct lt_trial *trial, const double *x, double factor, double *y);

/* The quantities on which a restitution may depend, in words; ends with NULL. */
extern const char *const lt_dependence_on[];

/* The largest relative change of result I over the rows of ON; 0: below a thousandth. */
double lt_dependence_change(const struct lt_dependence *dependence, size_t i, const char *on);

/* Returns true if the relative CHANGE of result I is -1 and the result e_n: the contact sticks. */
bool lt_dependence_sticks(const struct lt_calibration *found, size_t i, double change);

#endif
