/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/errors.h"
#include "fuzz/fuzz.h"
#include "run/run.h"

#include <stdlib.h>

static void run(const struct lt_program *program, double steps) {
    struct lt_run_options options = {
        .record = true, .max_steps = steps, .interrupted = &fuzz_interrupted};
    fuzz_allow(5000);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    fuzz_require(result->status != LT_RUN_FAILED || *result->message);
    fuzz_require(result->status != LT_INTERRUPTED || fuzz_interrupted);
    fuzz_allow(0);
    lt_run_free(result);
    fuzz_count_used();
}

void fuzz_program(const char *text, size_t size, double steps) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program = lt_read_program("fuzz.yaml", text, size, NULL, 0, errors);
    char *said = lt_errors_text(errors);
    fuzz_require((program == NULL) == (errors->failures > 0) && (program || *said));
    if (program)
        run(program, steps);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
}
