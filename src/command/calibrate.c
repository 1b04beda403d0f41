/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "as_run.h"

#include "calibrate.h"
#include "goal.h"
#include "record.h"
#include "summary.h"

static int solve(const struct call *call, const struct lt_program *program,
                 const struct lt_vary *vary, const struct lt_target *target) {
    struct lt_calibration found = lt_calibrate(program, vary, target, &interrupted);
    struct as_run seen;
    bool look = program->as_run && found.converged && !interrupted;
    if (look)
        seen = as_run_look(call, program, vary, target, &found);
    if (interrupted)
        return DONE;
    if (call->json) {
        json_t *document = lt_record_calibration(program, vary, target, &found);
        if (look)
            json_object_set_new(document, "as_run", as_run_document(&seen));
        print_json(document);
        json_decref(document);
    } else if (!found.run_failed) {
        print_and_free(lt_summary_calibration(vary, target, &found));
    }
    if (look && !call->json)
        as_run_print(&seen, vary, target);
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
    struct lt_program wanted = *program;
    wanted.as_run |= call->as_run;
    return solve(call, &wanted, &vary, &target);
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
    {AS_RUN, "as-run", NULL, "for the time step of the file, averaged over the entry phase"},
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
