/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/as_run.h"

#include "base/arena.h"
#include "program/words.h"

#include <math.h>

/* Compares parameters that were FOUND in discrete steps with the limit of short steps: calibrates
 * again with the exact integrator, and measures how much single impacts scatter over the entry
 * phase. */
struct lt_as_run lt_as_run_look(const struct lt_program *program, const struct lt_vary *vary,
                                const struct lt_target *targets, const struct lt_calibration *found,
                                const volatile int *interrupted) {
    struct lt_arena *arena = lt_arena_new();
    double *values = lt_arena_get(arena, program->names->slots * sizeof *values);
    struct lt_override overrides[LT_TRIAL_MAX];
    for (size_t j = 0; j < found->n; j++)
        overrides[j] = (struct lt_override){vary[j].target, found->unknowns[j].value};
    struct lt_program limit = *program;
    limit.as_run = false;
    struct lt_target single[LT_TRIAL_MAX]; /* there is no band in the limit */
    for (size_t i = 0; i < found->n; i++) {
        single[i] = targets[i];
        single[i].result = lt_names_result(program->names, targets[i].result);
        single[i].name = single[i].result->name;
    }
    struct lt_as_run seen = {.integrator = lt_integrator_words[program->motion.integrator],
                             .exact = lt_calibrate(&limit, vary, single, found->n, interrupted)};
    for (size_t i = 0; i < found->n; i++) {
        seen.exact.aims[i].target = &targets[i];
        seen.bands[i] =
            lt_phase_band(program, overrides, found->n, single[i].result, interrupted, values);
    }
    seen.averaged = seen.bands[0].averaged;
    seen.dt = values[LT_DT];
    seen.steps = values[LT_T_C] / values[LT_DT];
    lt_arena_free(arena);
    return seen;
}

/* Single impacts that miss the target by more than a measured restitution may be off. */
static const double wide = 0.05;

/* Returns true if target I is met only by the mean over the entry phase: single impacts miss it by
 * more than 5 % (by 0.05 if it is 0). TEXT then warns of that. */
bool lt_as_run_caution(const struct lt_as_run *seen, size_t i, char *text, size_t size) {
    const struct lt_aim *aim = &seen->exact.aims[i];
    const struct lt_phase_mean *band = &seen->bands[i];
    const double off = fmax(aim->wanted - band->low, band->high - aim->wanted);
    snprintf(text, size,
             "%s = %.6g is met by the mean only: single impacts give %.6g to %.6g, depending on "
             "where in the step they first touch; a smaller motion.dt narrows that",
             aim->target->name, aim->wanted, band->low, band->high);
    const struct lt_name *result = aim->target->result;
    const bool mean = result->kind != LT_NAME_BAND || lt_names_band(result) == LT_BAND_MEAN;
    return seen->averaged && mean && off > wide * (aim->wanted != 0 ? fabs(aim->wanted) : 1);
}
