/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "calibrate.h"
#include "goal.h"
#include "record.h"
#include "summary.h"

static int solve(const struct call *call, const struct lt_program *program,
                 const struct lt_vary *vary, const struct lt_target *target) {
    struct lt_calibration found = lt_calibrate(program, vary, target, &interrupted);
    if (interrupted)
        return DONE;
    if (call->json) {
        json_t *document = lt_record_calibration(program, vary, target, &found);
        print_json(document);
        json_decref(document);
    } else if (!found.run_failed) {
        print_and_free(lt_summary_calibration(vary, target, &found));
    }
    if (found.converged)
        return DONE;
    say("%s: %s", program->source->name, found.message);
    return found.run_failed ? RUN_FAILED : FELL_SHORT;
}

/* What the command line says of the unknown or of the target replaces what the file says. */
static int calibrate(const struct call *call, const struct lt_program *program) {
    size_t n_vary = call->n_vary ? call->n_vary : program->n_vary;
    size_t n_targets = call->n_to ? call->n_to : program->n_targets;
    if (n_vary == 0)
        return misused(call, "nothing to vary; give --vary NAME=LO:HI");
    if (n_targets == 0)
        return misused(call, "no target; give --to RESULT=VALUE");
    if (n_vary > 1 || n_targets > 1)
        return misused(call, "one unknown at a time in this version");

    struct lt_vary vary;
    struct lt_target target;
    const char *why;
    if (call->n_vary == 0)
        vary = program->vary[0];
    else if ((why = lt_goal_vary(call->vary[0], program, &vary, call->arena)))
        return misused(call, "--vary: %s", why);
    if (call->n_to == 0)
        target = program->targets[0];
    else if ((why = lt_goal_target(call->to[0], program, &target, call->arena)))
        return misused(call, "--to: %s", why);
    return solve(call, program, &vary, &target);
}

static int perform(const struct call *call) {
    if (call->n_files != 1)
        return misused(call, "calibrate needs one FILE");
    struct opened opened;
    int code = open_program(call, call->files[0], &opened);
    if (code != DONE)
        return code;
    code = calibrate(call, opened.program);
    close_program(&opened);
    return code;
}

static const struct lt_option options[] = {
    {VARY, "vary", "NAME[=LO:HI]", "the let or parameter to find"},
    {TO, "to", "RESULT=VALUE", "what it has to give"},
    {AS_RUN, "as-run", NULL, NULL},
    {DEFINE_OPTION},
    {JSON_OPTION},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

const struct command command_calibrate = {
    .name = "calibrate",
    .arguments = "FILE",
    .summary = "Find the parameter whose simulated result meets a target.",
    .options = options,
    .perform = perform,
};
