/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate.h: the parameters whose simulated results meet targets. */
#ifndef LT_CALIBRATE_H
#define LT_CALIBRATE_H

#include "calibrate/scan.h"
#include "calibrate/trial.h"
#include "run/run.h"

/* One unknown, a parameter or let, and the value found for it. */
struct lt_unknown {
    const struct lt_vary *vary;
    double range[2];    /* searched */
    double value;       /* NAN: not found; if the target is out of reach, the value nearest to it */
    double closed_form; /* NAN: none known */
    const char *convention; /* of the closed form; NULL: none */
    double from;            /* every value from here on to the one found is right, too; NAN: it is a
                             * root, and others may be right */
    double uncertainty;     /* from those of the targets; NAN: they have none */
    size_t n_roots;         /* where more than one value meets the target */
    double roots[LT_SCAN_ROOTS];
};

/* A target and what was achieved. */
struct lt_aim {
    const struct lt_target *target;
    double wanted, achieved;
    double uncertainty;   /* of the target; 0: not given */
    size_t by;            /* index of the unknown varied to meet it; n: several at once */
    double reachable[2];  /* its range, with the other unknowns as found */
    double reached_at[2]; /* the values of that unknown which give these */
    double
        ends[2]; /* values of that unknown below and above which no result was found; NAN: none */
};

struct lt_calibration {
    bool converged;
    bool in_steps;     /* by runs in discrete steps, not in the limit of short ones */
    bool averaged;     /* results are averages over the entry phase */
    bool extrapolated; /* results are extrapolated from fixed steps */
    bool run_failed;   /* not a single run succeeded: message says why */
    char message[512]; /* a sentence with numbers, also on success */
    size_t n;
    struct lt_unknown unknowns[LT_TRIAL_MAX];
    struct lt_aim aims[LT_TRIAL_MAX];
    double sensitivity[LT_TRIAL_MAX][LT_TRIAL_MAX]; /* d result i / d parameter j; NAN: unknown */
    double residual;     /* achieved - wanted, of the target with the largest relative error */
    double v_stick;      /* m/s: slower impacts stick, by the law's closed form; NAN: it has none */
    double v_stick_from; /* but those slower than this; NAN: all */
    int iterations, evaluations;
    size_t n_cautions;
    char cautions[LT_TRIAL_MAX][512]; /* closed forms that disagree with the run */
    char doubt[256]; /* the accuracy of the results in words; "" if better than 1e-9 */
};

/* Varies the N lets or parameters VARY until the N TARGETS are met, with the exact integrator; or,
 * if the program has as_run, with its own integrator, averaged over the entry phase. */
struct lt_calibration lt_calibrate(const struct lt_program *program, const struct lt_vary *vary,
                                   const struct lt_target *targets, size_t n,
                                   const volatile int *interrupted);

#endif
