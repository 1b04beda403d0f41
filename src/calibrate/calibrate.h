/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate.h: the parameters whose simulated results meet targets. */
#ifndef LT_CALIBRATE_H
#define LT_CALIBRATE_H

#include "calibrate/scan.h"
#include "calibrate/trial.h"
#include "run/run.h"

/* One parameter or let, and what was found for it. */
struct lt_unknown {
    const struct lt_vary *vary;
    double range[2];        /* looked through */
    double value;           /* NAN: not found; the nearest if its target is out of reach */
    double closed_form;     /* NAN: none known */
    const char *convention; /* of the closed form; NULL: none */
    double uncertainty;     /* from those of the targets; NAN: they have none */
    size_t n_roots;         /* where more than one value meets the target */
    double roots[LT_SCAN_ROOTS];
};

/* One result that is to have a value, and what it has. */
struct lt_aim {
    const struct lt_target *target;
    double wanted, achieved;
    double uncertainty;   /* of what is wanted; 0: not given */
    size_t by;            /* the unknown that was varied to meet it; n: several at once */
    double reachable[2];  /* what it can be, the other unknowns being what they are */
    double reached_at[2]; /* the values of that unknown which give these */
    double ends[2];       /* values of it beyond which, as far as looked at, there is none; NAN */
};

struct lt_calibration {
    bool converged;
    bool averaged;     /* what is achieved are means over the entry phase */
    bool extrapolated; /* what is achieved are limits of plain steps */
    bool run_failed;   /* the law could not be run at all: message says why */
    char message[512]; /* a sentence with numbers, also on success */
    size_t n;
    struct lt_unknown unknowns[LT_TRIAL_MAX];
    struct lt_aim aims[LT_TRIAL_MAX];
    double sensitivity[LT_TRIAL_MAX][LT_TRIAL_MAX]; /* d result i / d parameter j; NAN: unknown */
    double residual; /* achieved - wanted of the aim that is worst in its own scale */
    int iterations, evaluations;
    char doubt[256]; /* how far what is achieved may be off; "" if by less than 1e-9 */
};

/* Vary lets or parameters until as many results are what they should be, with the exact
 * integrator; or, if the program says as_run, with its own, averaged over the entry phase. */
struct lt_calibration lt_calibrate(const struct lt_program *program, const struct lt_vary *vary,
                                   const struct lt_target *targets, size_t n,
                                   const volatile int *interrupted);

#endif
