/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate.h: the parameter whose simulated result meets a target. */
#ifndef LT_CALIBRATE_H
#define LT_CALIBRATE_H

#include "run.h"

struct lt_calibration {
    bool converged;
    char message[512];      /* one sentence with numbers, also on success */
    double value;           /* of the parameter; the best found if not converged */
    double closed_form;     /* NAN: none known */
    const char *convention; /* of the closed form; NULL: none */
    double target, achieved, residual;
    double reachable[2];  /* results that the bracket can reach */
    double reached_at[2]; /* the parameter values that give them */
    double sensitivity;   /* d result / d parameter */
    int iterations, evaluations;
    bool run_failed; /* the law could not be run at all: message says why */
};

/* VARY one let or parameter until RESULT is VALUE, with the exact integrator; or, if the program
 * says as_run, with its own, averaged over the entry phase. */
struct lt_calibration lt_calibrate(const struct lt_program *program, const struct lt_vary *vary,
                                   const struct lt_target *target, const volatile int *interrupted);

#endif
