/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/errors.h"
#include "fuzz/fuzz.h"
#include "run/run.h"

#include <stdlib.h>

static struct lt_result *run(const struct lt_program *program, double steps, bool stepwise) {
    struct lt_run_options options = {
        .record = true, .max_steps = steps, .interrupted = &fuzz_interrupted, .stepwise = stepwise};
    fuzz_allow(5000);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    fuzz_require(result->status != LT_RUN_FAILED || *result->message);
    fuzz_require(result->status != LT_INTERRUPTED || fuzz_interrupted);
    fuzz_allow(0);
    return result;
}

/* Many steps in one go, where that can be, and each by itself: the same. Of a run that failed it is
 * what it had recorded. */
static void require_same(const struct lt_result *a, const struct lt_result *b, size_t values) {
    fuzz_require(a->status == b->status && a->table.rows == b->table.rows &&
                 a->n_events == b->n_events);
    fuzz_require(fuzz_same(a->table.cells, b->table.cells, a->table.rows * a->table.columns));
    for (size_t i = 0; i < a->n_events; i++)
        fuzz_require(a->events[i].t == b->events[i].t);
    fuzz_require(a->status == LT_RUN_FAILED || fuzz_same(a->values, b->values, values));
}

static void run_all(const struct lt_program *program, double steps) {
    struct lt_result *marched = run(program, steps, false);
    if (program->motion.integrator != LT_EXACT) {
        struct lt_result *stepped = run(program, steps, true);
        if (marched->status != LT_INTERRUPTED && stepped->status != LT_INTERRUPTED)
            require_same(marched, stepped, program->names->slots);
        lt_run_free(stepped);
    }
    lt_run_free(marched);
    fuzz_count_used();
}

void fuzz_program(const char *text, size_t size, double steps) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("fuzz.yaml", text, size, NULL, 0, errors);
    char *said = lt_errors_text(errors);
    fuzz_require((program == NULL) == (errors->failures > 0) && (program || *said));
    if (program)
        run_all(program, steps);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
}
