/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_run.c: beside a calibration for a time step, the band of single impacts and the law's limit of
 * small steps. */
#include "as_run.h"

#include "record.h"

#include <math.h>

static const char *const integrators[] = {"leapfrog", "symplectic-euler", "velocity-verlet",
                                          "exact"};

struct as_run as_run_look(const struct call *call, const struct lt_program *program,
                          const struct lt_vary *vary, const struct lt_target *target,
                          const struct lt_calibration *found) {
    double *values = lt_arena_get(call->arena, program->names->slots * sizeof *values);
    struct lt_override override = {vary->target, found->value};
    struct lt_program limit = *program;
    limit.as_run = false;
    struct as_run seen = {
        .integrator = integrators[program->motion.integrator],
        .averaged = lt_phase_matters(program),
        .band = lt_phase_average(program, &override, 1, target->result, &interrupted, values),
        .exact = lt_calibrate(&limit, vary, target, &interrupted),
    };
    seen.dt = values[LT_DT];
    seen.steps = values[LT_T_C] / values[LT_DT];
    return seen;
}

void as_run_print(const struct as_run *seen, const struct lt_vary *vary,
                  const struct lt_target *target) {
    if (!seen->averaged)
        printf("  %-12s %s: no impact on n from first touch, nothing to average\n", "as run",
               seen->integrator);
    else
        printf("  %-12s %s, dt = %.6g s, %.4g steps for each t_c: the mean over the entry phase\n"
               "  %-12s %.10g .. %.10g: single impacts, by where in the step they first touch\n",
               "as run", seen->integrator, seen->dt, seen->steps, "band", seen->band.low,
               seen->band.high);
    if (seen->exact.converged)
        printf("  %-12s %s = %.12g gives %s = %.10g in the limit of small steps\n", "exact",
               vary->name, seen->exact.value, target->name, seen->exact.achieved);
}

json_t *as_run_document(const struct as_run *seen) {
    const struct lt_calibration *exact = &seen->exact;
    return json_pack("{s:s, s:o, s:b, s:[o, o], s:i, s:{s:b, s:o, s:o}}", "integrator",
                     seen->integrator, "dt", lt_record_number(seen->dt), "averaged", seen->averaged,
                     "band", lt_record_number(seen->band.low), lt_record_number(seen->band.high),
                     "runs", seen->band.runs, "exact", "converged", exact->converged, "value",
                     lt_record_number(exact->value), "achieved", lt_record_number(exact->achieved));
}
