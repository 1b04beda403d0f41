/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "calibrate/as_run.h"

#include "base/arena.h"
#include "base/text.h"
#include "model/words.h"
#include "result/record.h"

#include <math.h>

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

char *lt_as_run_text(const struct lt_as_run *seen) {
    const struct lt_calibration *exact = &seen->exact;
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    if (seen->averaged)
        fprintf(out, "  %-12s %s, dt = %.6g s, %.4g steps per t_c: averaged over the entry phase\n",
                "as run", seen->integrator, seen->dt, seen->steps);
    else
        fprintf(out, "  %-12s %s: no contact is made on the way, nothing to average\n", "as run",
                seen->integrator);
    for (size_t i = 0; i < exact->n && seen->averaged; i++)
        fprintf(out, "  %-12s %.10g .. %.10g: %s%s\n", "band", seen->bands[i].low,
                seen->bands[i].high,
                exact->n > 1 ? exact->aims[i].target->name
                             : "single impacts, depending on where in the step ",
                exact->n > 1 ? " of single impacts" : "they first touch");
    char caution[256];
    for (size_t i = 0; i < exact->n; i++)
        if (lt_as_run_caution(seen, i, caution, sizeof caution))
            fprintf(out, "  %-12s %s\n", "warning", caution);
    if (exact->converged)
        fprintf(out, "  %-12s %s in the limit of small steps\n", "exact", exact->message);
    return lt_text_end(&text);
}

static json_t *document_of_bands(const struct lt_as_run *seen) {
    const struct lt_calibration *exact = &seen->exact;
    json_t *bands = json_object(), *values = json_object(), *achieved = json_object();
    for (size_t i = 0; i < exact->n; i++) {
        const char *name = exact->aims[i].target->name;
        json_object_set_new(bands, name,
                            json_pack("[o, o]", lt_document_number(seen->bands[i].low),
                                      lt_document_number(seen->bands[i].high)));
        json_object_set_new(values, exact->unknowns[i].vary->name,
                            lt_document_number(exact->unknowns[i].value));
        json_object_set_new(achieved, name, lt_document_number(exact->aims[i].achieved));
    }
    return json_pack("{s:s, s:o, s:b, s:o, s:{s:b, s:o, s:o}}", "integrator", seen->integrator,
                     "dt", lt_document_number(seen->dt), "averaged", seen->averaged, "band", bands,
                     "exact", "converged", exact->converged, "parameters", values, "achieved",
                     achieved);
}

void lt_as_run_put(const struct lt_as_run *seen, json_t *document) {
    char caution[256];
    json_object_set_new(document, "as_run", document_of_bands(seen));
    for (size_t i = 0; i < seen->exact.n; i++)
        if (lt_as_run_caution(seen, i, caution, sizeof caution))
            json_array_append_new(json_object_get(document, "warnings"), json_string(caution));
}
