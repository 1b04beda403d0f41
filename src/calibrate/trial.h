/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.h: the results of a program as functions of some of its numbers: by runs with the exact
 * integrator (or with the program's own, averaged over the entry phase), or by the closed forms of
 * its law. */
#ifndef LT_TRIAL_H
#define LT_TRIAL_H

#include "run/run.h"

enum {
    LT_TRIAL_MAX = LT_UNKNOWNS,    /* unknowns, and results */
    LT_TRIAL_STICK = LT_TRIAL_MAX, /* results that no run has: v_stick, v_stick_from */
    LT_TRIAL_STICK_FROM,
    LT_TRIAL_FORMS
};

struct lt_trial_form {
    const struct lt_case *of;
    struct lt_formula *when, *formula; /* NULL: has not been needed */
};

struct lt_trial {
    struct lt_program program; /* without expectations, which may not hold elsewhere */
    size_t n;                  /* unknowns, and results of interest */
    const struct lt_name *unknowns[LT_TRIAL_MAX], *results[LT_TRIAL_MAX];
    double x[LT_TRIAL_MAX], y[LT_TRIAL_MAX]; /* of the last run; NAN: no such result */
    double *values;                          /* values[] at the end of it */
    double touch;                            /* its speed of approach at the first contact */
    bool inside;                             /* it began in contact */
    bool unsound;                            /* it cannot be relied on, */
    char doubted[256];                       /* and why */
    bool endless;                            /* its contact never separated */
    bool limited;                            /* some run did not end within its max_steps */
    bool averaged;                           /* results are averages over the entry phase */
    bool extrapolated;                       /* part of the run is in fixed steps: results are
                                                extrapolated from several step sizes */
    double plain;                            /* that part of the last run, of its time */
    int runs;
    char why[512]; /* the error of the last run that failed */
    const volatile int *interrupted;
    struct lt_trial_again *again;                /* of closed forms */
    struct lt_trial_form *forms[LT_TRIAL_FORMS]; /* NULL: not yet read */
    size_t n_forms[LT_TRIAL_FORMS];
    size_t n_known, room;
    struct lt_trial_known {
        double x[LT_TRIAL_MAX], y[LT_TRIAL_MAX];
        bool inside, unsound;
    } * known; /* runs made so far */
    struct lt_expr *expr;
    struct lt_errors *errors; /* of formulas that cannot be read; never shown */
    struct lt_arena *arena, *scratch;
};

/* Begins a trial of N unknowns and as many results. PROGRAM, the unknowns and the results must
 * outlive it; x is set to the program's own values. False: the program cannot be set up, why gives
 * the reason. */
bool lt_trial_begin(struct lt_trial *trial, const struct lt_program *program,
                    const struct lt_name *const *unknowns, const struct lt_name *const *results,
                    size_t n, const volatile int *interrupted, struct lt_arena *arena);
void lt_trial_end(struct lt_trial *trial);

/* Returns true if a run at the unknowns X begins in contact; false also if it cannot be set up. */
bool lt_trial_begins_inside(struct lt_trial *trial, const double *x);

/* Runs at the unknowns X and fills y. False: the run failed, why gives the reason, or it was
 * interrupted. */
bool lt_trial_run(struct lt_trial *trial, const double *x);

/* Result I at X as a mean of few entry phases, with a bound of its error in *ERROR; NAN: there is
 * none. */
double lt_trial_few(struct lt_trial *trial, const double *x, size_t i, double *error);

/* Relative accuracy of a run's results, and that of a closed form. */
double lt_trial_accuracy(const struct lt_trial *trial);
#define LT_TRIAL_ROUNDING 1e-15 /* relative: a few roundings of a double */

/* As lt_trial_run(), for another program with the same names, at the current x; the results go to
 * Y, and the run is not kept. */
bool lt_trial_run_other(struct lt_trial *trial, const struct lt_program *program, double *y);

/* Repeats the last run with other time samples, since with slip the results may differ; Y gets
 * them. False: it failed. */
bool lt_trial_again(struct lt_trial *trial, double *y);

/* The estimated error, in its unit, of the extrapolated RESULT, an index; NAN: a run for it failed.
 */
double lt_trial_doubt(struct lt_trial *trial, size_t result);

/* Result I, or one that no run has, at x by its closed form; NAN: the law has none there.
 * CONVENTION: of it; may be NULL. */
double lt_trial_formal(struct lt_trial *trial, const double *x, size_t i, const char **convention);

/* *VALUE: a NUMBER of the program at the current x. False: it has none, why gives the reason. */
bool lt_trial_number(struct lt_trial *trial, const struct lt_number *number, double *value);

#endif
