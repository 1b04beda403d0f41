/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_run.h: what 'calibrate --as-run' reports besides the parameter found: the scatter of
 * single impacts and the law's limit of small steps. */
#ifndef LT_AS_RUN_H
#define LT_AS_RUN_H

#include "calibrate/calibrate.h"
#include "run/phase.h"

struct lt_as_run {
    const char *integrator;
    bool averaged;                            /* over the entry phase */
    double dt, steps;                         /* s; steps per t_c */
    struct lt_phase_mean bands[LT_TRIAL_MAX]; /* scatter at the parameters found */
    struct lt_calibration exact;
};

/* Compares the parameters FOUND for a program with as_run with those in the limit of small steps.
 */
struct lt_as_run lt_as_run_look(const struct lt_program *program, const struct lt_vary *vary,
                                const struct lt_target *targets, const struct lt_calibration *found,
                                const volatile int *interrupted);

/* Returns true, with a warning in TEXT, of SIZE bytes, if target I is met by the mean, but not
 * nearly by single impacts. */
bool lt_as_run_caution(const struct lt_as_run *seen, size_t i, char *text, size_t size);

#endif
