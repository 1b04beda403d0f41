/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "command/live.h"
#include "page/report.h"
#include "registry/laws.h"
#include "verify/verify.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    struct call call;
    bool live;
};

/* True if the name has the ending, and something before it. */
static bool name_ends_in(const char *name, const char *ending) {
    const size_t length = strlen(name), n = strlen(ending);
    return length > n && strcmp(name + length - n, ending) == 0;
}

/* File name of the interactive page beside a report: "out/report-live.html" of "out/report.html".
 */
static const char *name_live_page(const struct call *call) {
    const size_t length = strlen(call->output);
    const bool ends = name_ends_in(call->output, ".html");
    return lt_arena_print(call->arena, "%.*s-live.html", (int)(ends ? length - 5 : length),
                          call->output);
}

/* Writes an interactive page with those runs whose programs are available, to which the report
 * links. Returns the exit code. */
static int write_live_page(const struct call *call, struct lt_live *live,
                           struct lt_report *report) {
    size_t i;
    const json_t *run;
    const char *path = name_live_page(call);
    json_array_foreach(report->runs, i, run) {
        const char *name = json_string_value(json_object_get(run, "program")),
                   *file = json_string_value(
                       json_object_get(json_object_get(run, "provenance"), "file"));
        if (file && lt_live_add(live, file, false, run) == DONE)
            json_object_set_new(report->live, name, json_string(lt_live_link(live, path)));
        else if (!interrupted)
            lt_command_say("note: %s has no live page", name);
    }
    return json_array_size(live->programs) > 0 ? lt_live_write(live, path) : DONE;
}

/* Writes with --live the interactive page first, to whose programs the report then links, and the
 * report. Returns the exit code; without a live page there is no report. */
static int write_pages(const struct call *call, struct lt_report *report) {
    struct lt_live live;
    int code = DONE;
    if (((const struct request *)call)->live) {
        code = lt_live_begin(&live, call);
        if (code == DONE)
            code = write_live_page(call, &live, report);
        lt_live_end(&live);
    }
    return code == DONE ? lt_command_write_page(call->output, lt_report_write, report) : code;
}

/* Verifies a law, as 'verify' does, and adds the result to the report. */
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

/* Writes the page about the runs in a directory. TITLE, if not NULL, replaces its own; LAW, if not
 * NULL, is the law whose programs were run there. Returns the exit code. */
static int report_directory(const struct call *call, const char *directory, const char *title,
                            const struct lt_law *law) {
    struct lt_report report;
    const char *why;
    int code;
    enum lt_report_status status = lt_report_read(&report, directory, call->arena, &why);
    if (report.left_out[0])
        lt_command_say("note: left out, since not regular files of this folder:%s",
                       report.left_out);
    if (title)
        report.title = title;
    if (law) {
        report.of_law = true;
        lt_report_describe(&report, law);
    }
    if (law && !call->in)
        add_verdict(call, law, &report);
    /* The page of a law may be without runs. */
    if (status == LT_REPORT_READ || (law && status == LT_REPORT_NO_FILE)) {
        code = write_pages(call, &report);
    } else {
        lt_command_say("%s", why);
        code = status == LT_REPORT_NO_FILE ? BAD_FILE : BAD_INPUT;
    }
    lt_report_close(&report);
    return code;
}

/* A filter of lt_file_list(): stage programs. */
static int ends_in_yaml(const struct dirent *entry) {
    return name_ends_in(entry->d_name, ".yaml");
}

/* A filter of lt_file_list(): all files but pages. */
static int is_no_page(const struct dirent *entry) {
    return !name_ends_in(entry->d_name, ".html");
}

/* DONE, or a message and BAD_USAGE if the page would replace a file, other than a page, in the
 * FOLDER that it is about. */
static int spare_files(const struct call *call, const char *folder) {
    struct dirent **entries;
    int code = DONE;
    const int count = lt_file_list(folder, &entries, is_no_page);
    for (int i = 0; i < count; i++) {
        if (code == DONE)
            code =
                lt_command_spare(call, call->output,
                                 lt_arena_print(call->arena, "%s/%s", folder, entries[i]->d_name));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return code;
}

/* Runs the programs in the folder STAGES, as 'run' does, into DIRECTORY. Returns the exit code. */
static int run_programs(const struct call *call, const char *stages, const char *directory) {
    struct dirent **entries;
    int count = lt_file_list(stages, &entries, ends_in_yaml), code = DONE;
    for (int i = 0; i < count; i++) {
        const char *file = lt_arena_print(call->arena, "%s/%s", stages, entries[i]->d_name);
        /* Each program is run by a call of 'run' of its own with the same laws, code and
         * definitions. */
        struct call *run = lt_command_call(&command_run, call->arena);
        run->laws = call->laws;
        run->plugins = call->plugins;
        run->in = call->in;
        run->library = call->library;
        run->allowed = call->allowed;
        run->time_limit = call->time_limit;
        run->no_sandbox = call->no_sandbox;
        run->defines = call->defines;
        run->files = &file;
        run->n_files = 1;
        run->output = directory;
        run->detail = LT_BRIEF;
        lt_command_worsen(&code, command_run.perform(run));
        free(entries[i]);
    }
    if (count <= 0) {
        lt_command_say("%s: %s", stages, count < 0 ? strerror(errno) : "there is no stage program");
        code = BAD_FILE;
    }
    if (count >= 0)
        free(entries);
    return code;
}

/* Removes a directory and the files in it. */
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

/* Writes the page about the programs in STAGES after running them in a temporary directory; STAGES
 * NULL: there are none. Returns the exit code. */
static int report_programs(const struct call *call, const char *stages, const char *title,
                           const struct lt_law *law) {
    const char *tmp = getenv("TMPDIR");
    char *directory =
        lt_arena_print(call->arena, "%s/lawtester-XXXXXX", tmp && tmp[0] ? tmp : "/tmp");
    if (!mkdtemp(directory)) {
        lt_command_say("%s: %s", directory, strerror(errno));
        return BAD_FILE;
    }
    int code = stages ? run_programs(call, stages, directory) : DONE;
    if (!interrupted && code != BAD_FILE)
        lt_command_worsen(&code, report_directory(call, directory, title, law));
    remove_directory(directory, call->arena);
    return code;
}

/* Performs 'lawtester report'; returns the exit code. */
static int perform(const struct call *call) {
    if (call->n_files != 1)
        return lt_command_misused(call, "report needs one DIR or LAW");
    if (call->defines.count > 0 && !call->in)
        return lt_command_misused(call, "-D is of the stage programs that --in CODE runs");
    if (call->in && ((const struct request *)call)->live)
        return lt_command_misused(call, "--live is for laws of ours, not for those of --in CODE");
    const char *name = call->files[0];
    const struct lt_law *law = lt_laws_find_in(call->laws, name);
    size_t n_laws;
    const char **laws = lt_laws_names(call->laws, &n_laws, call->arena);
    if (!call->in && access(name, F_OK) != 0 && !law && lt_errors_nearest(name, laws, n_laws))
        return lt_command_unknown_law(call, name);
    const char *where = call->in ? lt_arena_print(call->arena, " in %s", call->in) : "";
    /* A folder of the same name comes before a law. */
    const bool of_law = law && access(name, F_OK) != 0;
    const char *folder =
        of_law ? lt_file_data(lt_arena_print(call->arena, "stages/%s", name), call->arena) : name;
    const int code = folder ? spare_files(call, folder) : DONE;
    if (code != DONE)
        return code;
    if (of_law)
        return report_programs(call, folder,
                               lt_arena_print(call->arena, "The law %s%s", name, where), law);
    return call->in
               ? report_programs(call, name, lt_arena_print(call->arena, "%s%s", name, where), NULL)
               : report_directory(call, name, NULL, NULL);
}

/* Proposes laws and folders for completion. */
static void propose_subjects(struct lt_proposals *proposals) {
    lt_propose_laws(proposals);
    lt_propose_folders(proposals);
}

static const struct lt_option options[] = {
    OUTPUT_OPTION("FILE", "the page (default: report.html)", lt_propose_pages),
    LT_OPTION(0, struct request, live, "live", NULL,
              "also a page beside it in which the programs run with other numbers"),
    CODE_OPTIONS,
    DEFINE_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_report = {
    .name = "report",
    .arguments = "DIR|LAW",
    .summary = "Make one page of the runs in a directory, or of a law.",
    .codes = true,
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "report.html",
    .propose = propose_subjects,
};
