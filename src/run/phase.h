/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase.h: a result of an impact as a time step sees it: averaged over where in the step the
 * surfaces first touch. */
#ifndef LT_PHASE_H
#define LT_PHASE_H

#include "run/run.h"

struct lt_phase_mean {
    double mean;      /* over all phases; NAN: a run failed */
    double low, high; /* of all runs made: the band that single impacts scatter in */
    bool inside;      /* a run began in contact */
    bool averaged;    /* false: nothing to average, no contact is made by motion in steps */
    int runs;
    char why[256]; /* of a run that failed, or that is unsound */
};

/* The mean of RESULT with the integrator and time step of PROGRAM. VALUES, unless NULL, gets those
 * of one of the runs. What the program expects is not looked at. */
struct lt_phase_mean lt_phase_average(const struct lt_program *program,
                                      const struct lt_override *overrides, size_t n_overrides,
                                      const struct lt_name *result, const volatile int *interrupted,
                                      double *values);

/* The same, and low and high are the extremes over all phases: to 6e-8 of the scatter where they
 * are at a kink, and to rounding elsewhere. */
struct lt_phase_mean lt_phase_band(const struct lt_program *program,
                                   const struct lt_override *overrides, size_t n_overrides,
                                   const struct lt_name *result, const volatile int *interrupted,
                                   double *values);

/* The mean of eight phases: to about an eighth of high - low. */
struct lt_phase_mean lt_phase_few(const struct lt_program *program,
                                  const struct lt_override *overrides, size_t n_overrides,
                                  const struct lt_name *result, const volatile int *interrupted);

#endif
