/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_run.h: what 'calibrate --as-run' reports besides the parameter found. */
#ifndef LT_AS_RUN_H
#define LT_AS_RUN_H

#include "calibrate/calibrate.h"
#include "command.h"
#include "run/phase.h"

struct as_run {
    const char *integrator;
    bool averaged;                            /* over the entry phase */
    double dt, steps;                         /* s; steps per t_c */
    struct lt_phase_mean bands[LT_TRIAL_MAX]; /* scatter at the parameters found */
    struct lt_calibration exact;
};

struct as_run lt_as_run_look(const struct call *call, const struct lt_program *program,
                             const struct lt_vary *vary, const struct lt_target *targets,
                             const struct lt_calibration *found);

void lt_as_run_print(const struct as_run *seen);

json_t *lt_as_run_document(const struct as_run *seen);

#endif
