/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a stage program: it is refused with errors, or it is set up and run, a few steps of
 * each stage and half a second at most; then it has a table of numbers, or says why it has none. */
#include "base/errors.h"
#include "run/run.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static void require(bool holds) {
    if (!holds)
        abort();
}

/* When to stop: libFuzzer has the timer of real time. */
static volatile int interrupted;

static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void allow(suseconds_t microseconds) {
    const struct itimerval time = {{0, 0}, {0, microseconds}};
    interrupted = 0;
    signal(SIGVTALRM, interrupt);
    setitimer(ITIMER_VIRTUAL, &time, NULL);
}

static void run(const struct lt_program *program) {
    struct lt_run_options options = {.record = true, .max_steps = 40, .interrupted = &interrupted};
    allow(500000);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    require(result->status != LT_RUN_FAILED || *result->message);
    require(result->status != LT_INTERRUPTED || interrupted);
    allow(0);
    lt_run_free(result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_program *program =
        lt_read_program("fuzz.yaml", (const char *)data, size, NULL, 0, errors);
    char *said = lt_errors_text(errors);
    require((program == NULL) == (errors->failures > 0) && (program || *said));
    if (program)
        run(program);
    free(said);
    lt_errors_free(errors);
    lt_program_free(program);
    return 0;
}
