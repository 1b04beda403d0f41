/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/errors.h"
#include "program/program.h"
#include "setup/setup.h"

#include <stdlib.h>

/* True if the program varies numbers (sections sweep, fit, or unknowns of calibrate); its own
 * numbers need not make a valid run then. */
static bool is_varied(const struct lt_program *program) {
    return program->sweeps || program->fit || program->n_vary > 0;
}

/* True if the program expects its run to fail, so that an error before the first step is none. */
static bool expects_failure(const struct lt_program *program) {
    for (size_t i = 0; i < program->n_expects; i++)
        if (program->expects[i].kind == LT_EXPECT_FAILS)
            return true;
    return false;
}

/* Reports what would stop a run before its first step; returns the exit code. */
static int check_first_step(const struct lt_program *program) {
    char why[512];
    struct lt_mark mark;
    if (expects_failure(program) || lt_setup_check(program, true, &mark, why, sizeof why))
        return DONE;
    struct lt_errors *errors = lt_errors_new();
    if (is_varied(program))
        lt_errors_note(errors, mark, "it cannot be run with its own numbers: %s", why);
    else
        lt_errors_add(errors, mark, "%s", why);
    lt_command_print_errors(errors);
    lt_errors_free(errors);
    return is_varied(program) ? DONE : BAD_INPUT;
}

/* Reads the program with each of the laws that fit compares. A program that continues a run has its
 * own law alone. Returns the exit code. */
static int check_laws(const struct call *call, const char *file, const struct opened *opened) {
    const struct lt_fit_task *fit = opened->program->fit;
    int code = DONE;
    for (size_t i = 0; fit && !opened->program->start && i < fit->n_laws; i++) {
        struct opened other;
        const int found = lt_command_open_as(call, file, opened, fit->laws[i], &other);
        if (found == DONE)
            lt_command_close(&other);
        lt_command_worsen(&code, found);
    }
    return code;
}

/* Performs 'lawtester check'; returns the exit code. */
static int perform(const struct call *call) {
    if (call->n_files == 0)
        return lt_command_misused(call, "check needs a FILE");
    int worst = DONE;
    for (size_t i = 0; i < call->n_files && !interrupted; i++) {
        struct opened opened;
        int code = lt_command_open(call, call->files[i], &opened);
        if (code == DONE) {
            code = check_first_step(opened.program);
            lt_command_worsen(&code, check_laws(call, call->files[i], &opened));
            if (code == DONE)
                printf("%s: ok\n", opened.program->source->name);
            lt_command_close(&opened);
        }
        lt_command_worsen(&worst, code);
    }
    return worst;
}

static const struct lt_option options[] = {
    DEFINE_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_check = {
    .name = "check",
    .arguments = "FILE...",
    .summary = "Read stage programs without running; print every error.",
    .options = options,
    .perform = perform,
    .propose = lt_propose_programs,
};
