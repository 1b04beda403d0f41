/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "codes/deploy.h"
#include "registry/export_law.h"
#include "result/record.h"
#include "setup/setup.h"
#include "verify/verify.h"

#include <errno.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/* Options: --as, a number of as_words from 1; --for, a number of lt_deploy_codes from 1; 0: not
 * given. */
struct exported {
    struct call call;
    int as, target;
    bool unverified;
};
enum { AS_PLUGIN = 1, AS_HEADER };
static const char *const as_words[] = {"plugin", "header", NULL};

/* The options of 'law', of which the call is the first member. */
static const struct exported *exported_of(const struct call *call) {
    return (const struct exported *)call;
}

/* ---- The verdict ----------------------------------------------------------------------------- */

/* The names of failed checks of all subjects; "": all are met. *N is the number of checks. */
static const char *failed_checks(const struct lt_subject *subjects, size_t count, size_t *n,
                                 struct lt_arena *arena) {
    const char *failed = "";
    *n = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < subjects[i].n_checks; k++, ++*n)
            if (!subjects[i].checks[k].ok)
                failed = lt_arena_print(arena, "%s%s%s", failed, *failed ? ", " : "",
                                        subjects[i].checks[k].name);
    return failed;
}

/* Verifies the law and the expectations of the program, and sets *VERDICT to a line for the header.
 * DONE: all checks are met, or --unverified is given; else a message, unless the user has
 * interrupted, and FELL_SHORT. */
static int judge(const struct call *call, const struct lt_program *program, const char **verdict) {
    const bool unverified = exported_of(call)->unverified;
    const struct lt_verify_options options = {.laws = call->laws,
                                              .seed = 1,
                                              .audit = true,
                                              .interrupted = &interrupted,
                                              .arena = call->arena};
    struct lt_subject subjects[2];
    const size_t count = program->n_expects > 0 ? 2 : 1;
    size_t n;
    lt_verify_laws(&program->law, 1, &options, subjects);
    if (count > 1)
        lt_verify_programs(&program, 1, &options, subjects + 1);
    if (interrupted) /* checks are missing */
        return FELL_SHORT;
    const char *failed = failed_checks(subjects, count, &n, call->arena);
    *verdict = lt_arena_print(call->arena, "Verdict of 'lawtester verify': %zu checks, %s%s", n,
                              *failed ? "NOT MET: " : "all met", failed);
    if (*failed)
        lt_command_say(
            "%s: %sverify fails: %s%s", program->source->name, unverified ? "warning: " : "",
            failed,
            unverified ? ""
                       : "; see 'lawtester verify', or export it all the same with --unverified");
    return *failed && !unverified ? FELL_SHORT : DONE;
}

/* ---- Sources --------------------------------------------------------------------------------- */

/* The source of the law in C, to be freed; VERDICT (NULL: none) stands in its header. */
static char *text_of(const struct call *call, const struct lt_program *program,
                     const char *verdict) {
    char sha256[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)program->source->text, program->source->length, sha256);
    const char *path = program->source->name, *slash = strrchr(path, '/');
    const struct lt_export_from from = {path, slash ? slash + 1 : path, sha256, verdict};
    return exported_of(call)->as == AS_HEADER || exported_of(call)->target
               ? lt_export_header_text(program->formula_law, &from, call->arena)
               : lt_export_law_text(program->formula_law, path, call->arena);
}

/* Writes the source to a file, or to standard output; returns the exit code. */
static int put_source(const struct call *call, const struct lt_program *program) {
    char why[512], *text = text_of(call, program, NULL);
    int code = lt_command_spare_program(call, call->output, program);
    if (code == DONE && !call->output) {
        fputs(text, stdout);
    } else if (code == DONE && !lt_record_file(call->output, text, strlen(text), why, sizeof why)) {
        lt_command_say("%s", why);
        code = BAD_FILE;
    }
    free(text);
    return code;
}

/* Writes the folder with an adapter of the law for another code, if verify is met or --unverified
 * is given; returns the exit code. */
static int put_folder(const struct call *call, const struct lt_program *program) {
    const char *code = lt_deploy_codes[exported_of(call)->target - 1], *verdict;
    const char *refused = lt_deploy_refused(program);
    char why[600] = "";
    if (!call->output)
        return lt_command_misused(call, "law export --for %s writes a folder: -o DIR", code);
    if (refused) {
        lt_command_say("%s: --for %s: %s", program->source->name, code, refused);
        return FELL_SHORT;
    }
    if (judge(call, program, &verdict) != DONE)
        return FELL_SHORT;
    if (!lt_file_make_directory(call->output, call->arena)) {
        lt_command_say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    /* Header, adapter and build script, then a test with the forces that the adapter must give. */
    char *header = text_of(call, program, verdict);
    const struct lt_deploy deploy = {program->formula_law, code, header, call->arena};
    const bool ok = lt_deploy_sources(&deploy, call->output, why, sizeof why) &&
                    lt_deploy_test(&deploy, program, call->output, why, sizeof why);
    free(header);
    if (!ok) {
        lt_command_say("%s: --for %s: %s", program->source->name, code, why);
        return BAD_FILE;
    }
    lt_command_say("%s", verdict);
    lt_command_say("wrote %s: build it with '%s/build.sh HEADERS', try it with '%s/test.sh'",
                   call->output, call->output, call->output);
    return DONE;
}

/* Exports a law in formulas as C, or as an adapter for a code. Returns the exit code. */
static int export_law(const struct call *call, const char *file) {
    struct opened opened;
    int code = lt_command_open(call, file, &opened);
    if (code != DONE)
        return code;
    if (!opened.program->formula_law) {
        code = BAD_INPUT;
        lt_command_say("%s: its law is not defined by formulas (law: {define: ...})",
                       lt_command_name_of(file));
    } else if (exported_of(call)->target) {
        code = put_folder(call, opened.program);
    } else {
        code = put_source(call, opened.program);
    }
    lt_command_close(&opened);
    return code;
}

/* Performs 'lawtester law'; returns the exit code. */
static int perform(const struct call *call) {
    const struct exported *exported = exported_of(call);
    if (call->n_files != 2 || strcmp(call->files[0], "export") != 0)
        return lt_command_misused(call, "law writes a law in C: law export FILE");
    if (exported->as && exported->target)
        return lt_command_misused(call, "--for writes a header and its adapter: leave out --as");
    if (exported->unverified && !exported->target)
        return lt_command_misused(call, "--unverified is for --for CODE, which verifies the law");
    return export_law(call, call->files[1]);
}

/* Proposes the word 'export', then stage programs, for completion. */
static void propose_words(struct lt_proposals *proposals) {
    if (proposals->call->n_files == 0)
        lt_propose_word(proposals, "export", "a law in formulas as C");
    else
        lt_propose_programs(proposals);
}

static const struct lt_option options[] = {
    LT_OPTION(0, struct exported, as, "as", "KIND",
              "WORDS: C for --plugin, or one header for any code (default: plugin)",
              .words = as_words),
    LT_OPTION(0, struct exported, target, "for", "CODE",
              "WORDS: header, adapter, build and a test for that code, if verify is met",
              .words = lt_deploy_codes),
    LT_OPTION(0, struct exported, unverified, "unverified", NULL,
              "--for: also if verify is not met; the header says so"),
    OUTPUT_OPTION("FILE", "where the source goes (default: standard output); --for: the folder",
                  NULL),
    DEFINE_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_law = {
    .name = "law",
    .arguments = "export FILE",
    .summary =
        "Write the law that a stage program defines by formulas as C: a plug-in, a header, or "
        "an adapter for another code.",
    .options = options,
    .size = sizeof(struct exported),
    .perform = perform,
    .propose = propose_words,
};
