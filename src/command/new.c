/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "registry/newlaw.h"
#include "registry/own_part.h"

#include <errno.h>
#include <string.h>

struct request {
    struct call call;
    bool formulas;
    const char *kind;
};

/* Performs 'lawtester new'; returns the exit code. */
static int perform(const struct call *call) {
    if (call->n_files != 2 || strcmp(call->files[0], "law") != 0)
        return lt_command_misused(call, "new makes a law: new law NAME");
    if (call->output && !lt_file_make_directory(call->output, call->arena)) {
        lt_command_say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    const char *text;
    const struct request *request = (const struct request *)call;
    enum lt_newlaw_status status =
        lt_newlaw_write(&(struct lt_newlaw){call->files[1], request->kind, request->formulas},
                        call->output, call->laws, call->arena, &text);
    if (status == LT_NEWLAW_BAD_NAME)
        return lt_command_misused(call, "%s", text);
    if (status == LT_NEWLAW_BAD_FILE) {
        lt_command_say("%s", text);
        return BAD_FILE;
    }
    fputs(text, stdout);
    return DONE;
}

/* Proposes the word 'law' for completion. */
static void propose_kinds(struct lt_proposals *proposals) {
    if (proposals->call->n_files == 0)
        lt_propose_word(proposals, "law", "a contact law of your own");
}

/* Proposes the kinds of parts for completion. */
static void propose_part_kinds(struct lt_proposals *proposals) {
    for (const char *const *kind = lt_own_part_kinds; *kind; kind++)
        lt_propose_word(proposals, *kind, "kind of part");
}

static const struct lt_option options[] = {
    LT_OPTION(0, struct request, formulas, "formulas", NULL,
              "in the stage program itself, without C"),
    LT_OPTION(
        0, struct request, kind, "part", "KIND",
        "a part of the law contact: normal, cohesion, damping, tangential, rolling, twisting, "
        "film or bond",
        .propose = propose_part_kinds),
    FOLDER_OPTION("where the files go (default: here)"),
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_new = {
    .name = "new",
    .arguments = "law NAME",
    .summary = "Write a first source and stage program of a law of your own.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .propose = propose_kinds,
};
