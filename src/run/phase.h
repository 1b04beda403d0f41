/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase.h: the entry phase, the fraction of a step at which the surfaces first touch, is random in
 * a simulation. These functions average a result of an impact over it. */
#ifndef LT_PHASE_H
#define LT_PHASE_H

#include "run/run.h"

struct lt_phase_mean {
    double mean;      /* over all phases; NAN: a run failed */
    double low, high; /* of all runs made: single impacts scatter between them */
    bool inside;      /* a run began in contact */
    bool averaged;    /* false: no contact is made by motion in steps, so there is no phase */
    int runs;
    char why[256]; /* message of a run that failed, or warning of one that is unsound; else "" */
};

/* The mean of RESULT with the integrator and time step of PROGRAM. VALUES, unless NULL, gets the
 * values of one of the runs. Expectations are not tested. */
struct lt_phase_mean lt_phase_average(const struct lt_program *program,
                                      const struct lt_override *overrides, size_t n_overrides,
                                      const struct lt_name *result, const volatile int *interrupted,
                                      double *values);

/* As lt_phase_average; also locates low and high, the extremes over all phases: to 6e-8 of the
 * scatter at a kink, to rounding elsewhere. */
struct lt_phase_mean lt_phase_band(const struct lt_program *program,
                                   const struct lt_override *overrides, size_t n_overrides,
                                   const struct lt_name *result, const volatile int *interrupted,
                                   double *values);

/* The mean of eight phases: to about an eighth of high - low. */
struct lt_phase_mean lt_phase_few(const struct lt_program *program,
                                  const struct lt_override *overrides, size_t n_overrides,
                                  const struct lt_name *result, const volatile int *interrupted);

#endif
