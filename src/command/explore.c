/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "command/live.h"

struct request {
    struct call call;
    bool outside, source;
};

/* Adds the programs to the page and writes it; returns the exit code. */
static int explore(const struct request *request, struct lt_live *live) {
    const struct call *call = &request->call;
    int code = DONE;
    for (size_t i = 0; i < call->n_files && code == DONE && !interrupted; i++)
        code = lt_live_add(live, call->files[i], request->outside, NULL);
    if (code == DONE)
        code = lt_live_write(live, call->output);
    if (code == DONE && request->source)
        code = lt_live_write_source(live, call->output);
    return code;
}

/* Performs 'lawtester explore'; returns the exit code. */
static int perform(const struct call *call) {
    struct lt_live live;
    if (call->n_files == 0)
        return lt_command_misused(call, "explore needs a FILE, a stage program");
    int code = lt_live_begin(&live, call);
    if (code == DONE)
        code = explore((const struct request *)call, &live);
    lt_live_end(&live);
    return code;
}

static const struct lt_option options[] = {
    OUTPUT_OPTION("FILE", "the page (default: page.html)", lt_propose_pages),
    LT_OPTION(0, struct request, outside, "allow", NULL,
              "take along tables from outside the program's folder, too"),
    LT_OPTION(0, struct request, source, "source", NULL,
              "also write engine-source.tar.xz, the source of what is in the page, beside it"),
    HELP_OPTION,
    {0},
};

const struct command command_explore = {
    .name = "explore",
    .arguments = "FILE...",
    .summary = "Write an interactive HTML page of stage programs.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "page.html",
    .propose = lt_propose_programs,
};
