/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "registry/export_law.h"
#include "result/record.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

struct exported {
    struct call call;
    int as;
};
enum { AS_PLUGIN = 1, AS_HEADER };
static const char *const as_words[] = {"plugin", "header", NULL};

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

static char *text_of(const struct call *call, const struct lt_program *program) {
    const struct exported *exported = (const struct exported *)call;
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    if (exported->as != AS_HEADER)
        return lt_export_law_text(program->formula_law, program->source->name, call->arena);
    SHA256Data((const uint8_t *)program->source->text, program->source->length, sha256);
    const char *path = program->source->name, *slash = strrchr(path, '/');
    const struct lt_export_from from = {path, slash ? slash + 1 : path, sha256, NULL};
    return lt_export_header_text(program->formula_law, &from, call->arena);
}

static int export_law(const struct call *call, const char *file) {
    struct opened opened;
    int code = lt_command_open(call, file, &opened);
    if (code != DONE)
        return code;
    const struct lt_formula_law *law = opened.program->formula_law;
    if (law) {
        char *text = text_of(call, opened.program);
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
    LT_OPTION(0, struct exported, as, "as", "KIND",
              "WORDS: C for --plugin, or one header for any code", .words = as_words),
    OUTPUT_OPTION("FILE", "where the source goes (default: standard output)", NULL),
    DEFINE_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_law = {
    .name = "law",
    .arguments = "export FILE",
    .summary = "Write the law that a stage program defines by formulas as C: for --plugin, or as a "
               "header.",
    .options = options,
    .size = sizeof(struct exported),
    .perform = perform,
    .propose = propose_words,
};
