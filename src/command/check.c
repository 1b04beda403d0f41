/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "program/program.h"

static int perform(const struct call *call) {
    if (call->n_files == 0)
        return misused(call, "check needs a FILE");
    int worst = DONE;
    for (size_t i = 0; i < call->n_files && !interrupted; i++) {
        struct opened opened;
        int code = open_program(call, call->files[i], &opened);
        worsen(&worst, code);
        if (code != DONE)
            continue;
        printf("%s: ok\n", opened.program->source->name);
        close_program(&opened);
    }
    return worst;
}

static const struct lt_option options[] = {{DEFINE_OPTION}, {PLUGIN_OPTION}, {HELP_OPTION}, {0}};

const struct command command_check = {
    .name = "check",
    .arguments = "FILE...",
    .summary = "Read stage programs without running; print every error.",
    .options = options,
    .perform = perform,
};
