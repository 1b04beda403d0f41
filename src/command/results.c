/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "result/catalogue.h"

/* Performs 'lawtester results'; returns the exit code. */
static int perform(const struct call *call) {
    if (call->n_files > 0)
        return lt_command_misused(call, "results takes no FILE");
    if (call->json)
        lt_command_print_json(lt_catalogue_results());
    else
        lt_command_print(lt_catalogue_results_text());
    return DONE;
}

static const struct lt_option options[] = {
    JSON_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_results = {
    .name = "results",
    .arguments = "",
    .summary = "List the results of a run: unit, meaning, when there is none.",
    .options = options,
    .perform = perform,
};
