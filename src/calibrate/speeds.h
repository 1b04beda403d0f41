/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speeds.h: the results that were calibrated at one speed, over a range of speeds. */
#ifndef LT_SPEEDS_H
#define LT_SPEEDS_H

#include "calibrate/calibrate.h"

enum { LT_SPEEDS_MOST = 1000 };

struct lt_speeds {
    double low, high;        /* m/s */
    size_t count;            /* between them, by equal ratios */
    double own;              /* the speed calibrated at */
    double *v;               /* count speeds of impact; NAN: no contact was made */
    double *y[LT_TRIAL_MAX]; /* of each result count values; NAN: it has none there */
};

/* "0.1:10", "1 cm/s:10 m/s:41": the range, and how many if not 21. NULL, or what is wrong. */
const char *lt_speeds_read(const char *text, struct lt_speeds *speeds, struct lt_arena *arena);

/* Run PROGRAM at all of them with the parameters as FOUND has them, with the exact integrator.
 * NULL, or why it cannot be. */
const char *lt_speeds_run(const struct lt_program *program, const struct lt_calibration *found,
                          const volatile int *interrupted, struct lt_speeds *speeds,
                          struct lt_arena *arena);

#endif
