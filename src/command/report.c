/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "figure/report.h"
#include "model/laws.h"
#include "result/record.h"
#include "verify/verify.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct page {
    const struct lt_report *report;
    struct lt_arena *arena;
};

static bool put_page(FILE *file, void *data) {
    const struct page *page = data;
    lt_report_write(page->report, file, page->arena);
    return true;
}

static int write_page(const struct call *call, const struct lt_report *report) {
    char why[512];
    struct page page = {report, call->arena};
    if (!lt_record_stream(call->output, put_page, &page, why, sizeof why)) {
        lt_command_say("%s", why);
        return BAD_FILE;
    }
    puts(call->output);
    return DONE;
}

/* Verifies a law, as 'verify' does. */
static void add_verdict(const struct call *call, const struct lt_law *law,
                        struct lt_report *report) {
    struct lt_subject subject = {.name = law->name};
    struct lt_verify_options options = {.laws = call->laws,
                                        .seed = 1,
                                        .audit = true,
                                        .interrupted = &interrupted,
                                        .arena = call->arena};
    lt_verify_laws(&law, 1, &options, &subject);
    json_array_append_new(report->verdicts, lt_verify_json(&subject, 1));
}

/* Writes the page about a directory; LAW: about that law, whose programs were run there. */
static int report_directory(const struct call *call, const char *directory,
                            const struct lt_law *law) {
    struct lt_report report;
    const char *why;
    int code;
    enum lt_report_status status = lt_report_read(&report, directory, call->arena, &why);
    if (law) {
        report.title = lt_arena_print(call->arena, "The law %s", law->name);
        report.of_law = true;
        lt_report_describe(&report, law);
        add_verdict(call, law, &report);
    }
    if (status == LT_REPORT_READ || (law && status == LT_REPORT_NO_FILE)) {
        code = write_page(call, &report);
    } else {
        lt_command_say("%s", why);
        code = status == LT_REPORT_NO_FILE ? BAD_FILE : BAD_INPUT;
    }
    lt_report_close(&report);
    return code;
}

static int ends_in_yaml(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".yaml") == 0;
}

/* Run the programs of a law, as 'run' does, into DIRECTORY. */
static int run_programs(const struct call *call, const char *stages, const char *directory) {
    struct dirent **entries;
    int count = lt_file_list(stages, &entries, ends_in_yaml), code = DONE;
    for (int i = 0; i < count; i++) {
        const char *file = lt_arena_print(call->arena, "%s/%s", stages, entries[i]->d_name);
        struct call *run = lt_command_call(&command_run, call->arena);
        run->laws = call->laws;
        run->plugins = call->plugins;
        run->files = &file;
        run->n_files = 1;
        run->output = directory;
        run->detail = LT_BRIEF;
        lt_command_worsen(&code, command_run.perform(run));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return code;
}

static void remove_directory(const char *directory, struct lt_arena *arena) {
    struct dirent **entries;
    int count = lt_file_list(directory, &entries, NULL);
    for (int i = 0; i < count; i++) {
        unlink(lt_arena_print(arena, "%s/%s", directory, entries[i]->d_name));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    rmdir(directory);
}

/* Writes the page about a law, after running its stage programs. */
static int report_law(const struct call *call, const struct lt_law *law) {
    const char *tmp = getenv("TMPDIR");
    char *directory =
        lt_arena_print(call->arena, "%s/lawtester-XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    if (!mkdtemp(directory)) {
        lt_command_say("%s: %s", directory, strerror(errno));
        return BAD_FILE;
    }
    const char *stages =
        lt_file_data(lt_arena_print(call->arena, "stages/%s", law->name), call->arena);
    int code = stages ? run_programs(call, stages, directory) : DONE;
    if (!interrupted)
        lt_command_worsen(&code, report_directory(call, directory, law));
    remove_directory(directory, call->arena);
    return code;
}

static int perform(const struct call *call) {
    if (call->n_files != 1)
        return lt_command_misused(call, "report needs one DIR or LAW");
    const char *name = call->files[0];
    const struct lt_law *law = lt_laws_find_in(call->laws, name);
    return law && access(name, F_OK) != 0 ? report_law(call, law)
                                          : report_directory(call, name, NULL);
}

static void propose_runs(struct lt_proposals *proposals) {
    lt_propose_laws(proposals);
    lt_propose_folders(proposals);
}

static const struct lt_option options[] = {
    OUTPUT_OPTION("FILE", "the page (default: report.html)", lt_propose_pages),
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_report = {
    .name = "report",
    .arguments = "DIR|LAW",
    .summary = "Make one page of the runs in a directory, or of a law.",
    .options = options,
    .perform = perform,
    .output = "report.html",
    .propose = propose_runs,
};
