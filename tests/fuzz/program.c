/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a stage program: it is refused with errors, or it is set up and run, a few steps of
 * each stage and half a second at most; then it has a table of numbers, or says why it has none. */
#include "base/errors.h"
#include "fuzz/fuzz.h"
#include "run/run.h"

#include <stdlib.h>

static void run(const struct lt_program *program) {
    struct lt_run_options options = {
        .record = true, .max_steps = 40, .interrupted = &fuzz_interrupted};
    fuzz_allow(500000);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    fuzz_require(result->status != LT_RUN_FAILED || *result->message);
    fuzz_require(result->status != LT_INTERRUPTED || fuzz_interrupted);
    fuzz_allow(0);
    lt_run_free(result);
    fuzz_count_used();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_program("fuzz.yaml", (const char *)data, size, NULL, 0, errors);
    char *said = lt_errors_text(errors);
    fuzz_require((program == NULL) == (errors->failures > 0) && (program || *said));
    if (program)
        run(program);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
    return 0;
}
