/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "registry/export_law.h"
#include "result/record.h"

#include <stdlib.h>
#include <string.h>

/* To a file, or to standard output. */
static int put_source(const struct call *call, const char *text) {
    char why[512];
    if (!call->output)
        fputs(text, stdout);
    else if (!lt_record_file(call->output, text, strlen(text), why, sizeof why)) {
        lt_command_say("%s", why);
        return BAD_FILE;
    }
    return DONE;
}

static int export_law(const struct call *call, const char *file) {
    struct opened opened;
    int code = lt_command_open(call, file, &opened);
    if (code != DONE)
        return code;
    const struct lt_formula_law *law = opened.program->formula_law;
    if (law) {
        char *text = lt_export_law_text(law, lt_command_name_of(file), call->arena);
        code = lt_command_spare_program(call, call->output, opened.program);
        code = code == DONE ? put_source(call, text) : code;
        free(text);
    } else {
        code = BAD_INPUT;
        lt_command_say("%s: its law is not defined by formulas (law: {define: ...})",
                       lt_command_name_of(file));
    }
    lt_command_close(&opened);
    return code;
}

static int perform(const struct call *call) {
    if (call->n_files != 2 || strcmp(call->files[0], "export") != 0)
        return lt_command_misused(call, "law writes a law in C: law export FILE");
    return export_law(call, call->files[1]);
}

static void propose_words(struct lt_proposals *proposals) {
    if (proposals->call->n_files == 0)
        lt_propose_word(proposals, "export", "a law in formulas as C");
    else
        lt_propose_programs(proposals);
}

static const struct lt_option options[] = {
    OUTPUT_OPTION("FILE", "where the source goes (default: standard output)", NULL),
    DEFINE_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_law = {
    .name = "law",
    .arguments = "export FILE",
    .summary = "Write the law that a stage program defines by formulas as C, for --plugin.",
    .options = options,
    .size = sizeof(struct call),
    .perform = perform,
    .propose = propose_words,
};
