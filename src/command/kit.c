/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "base/process.h"
#include "program/words.h"
#include "result/record.h"
#include "verify/kit.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct request {
    struct call call;
    const char *check; /* the kit's folder */
    struct lt_words cases;
    int precision; /* 1 + whether it is single; 0: not given */
};

/* ---- Writing a kit --------------------------------------------------------------------------- */

/* Files of a case at most; files of a kit besides; room for a message. */
enum { FILES_OF_CASE = 3, FILES_OF_KIT = 6, WHY = 512 };
static const char *const own_cases = "stages/kit";
static const char *const kit_names[] = {"check.py", "adapter.h", "world.h"};

/* A kit to be written: N cases, each with its program and its run, and the list of files. */
struct work {
    const struct call *call;
    size_t n;
    struct opened *opened;
    struct lt_result **results;
    struct lt_kit_case *cases;
    size_t n_files;
    struct lt_put *files;
};

/* Lists the programs of the kit that comes with lawtester, N of them; returns the exit code. */
static int find_own(const struct call *call, const char ***files, size_t *n) {
    const char *folder = lt_file_data(own_cases, call->arena);
    struct dirent **entries;
    const int count = folder ? lt_file_list(folder, &entries, NULL) : -1;
    if (count < 0) {
        lt_command_say("%s: not found; LAWTESTER_DATADIR may name the folder that holds stages",
                       own_cases);
        return BAD_FILE;
    }
    *files = lt_arena_get(call->arena, (size_t)count * sizeof **files);
    for (int i = 0; i < count; i++) {
        const char *ending = strrchr(entries[i]->d_name, '.');
        if (ending && strcmp(ending, ".yaml") == 0)
            (*files)[(*n)++] = lt_arena_print(call->arena, "%s/%s", folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return DONE;
}

/* Reports expectations of a program that fail; returns the exit code. The case is written all the
 * same, as run does with its output. */
static int report_expectations(const char *file, const struct lt_result *result) {
    for (size_t i = 0; i < result->n_verdicts; i++)
        if (!result->verdicts[i].ok)
            lt_command_say("%s: its own expectation fails: %s", file, result->verdicts[i].text);
    return result->ok ? DONE : FELL_SHORT;
}

/* Runs stage program I and makes a case of the kit of it. WITH is the call with the kit's
 * definitions. Returns the exit code. */
static int make_case(struct work *w, const struct call *with, size_t i) {
    const char *file = w->call->files[i];
    char why[WHY];
    int code = lt_command_open(with, file, &w->opened[i]);
    if (code != DONE)
        return code;
    const struct lt_run_options options = {
        .record = true, .all_rows = true, .interrupted = &interrupted};
    struct lt_result *result = w->results[i] = lt_run(w->opened[i].program, NULL, 0, &options);
    if (result->status != LT_DONE) {
        lt_command_say("%s: %s", file, result->message);
        return RUN_FAILED;
    }
    if (!lt_kit_case(w->opened[i].program, result, &w->cases[i], w->call->arena, why, sizeof why)) {
        lt_command_say("%s: no case: %s", file, why);
        return BAD_INPUT;
    }
    return report_expectations(file, result);
}

/* Appends the file NAME of the kit's folder to the list of files; PUT writes its contents from DATA
 * when the kit is written. */
static void add_file(struct work *w, const char *name, bool (*put)(FILE *file, void *data),
                     const void *data) {
    w->files[w->n_files++] = (struct lt_put){
        lt_arena_print(w->call->arena, "%s/%s", w->call->output, name), put, (void *)data, NULL};
}

/* Appends a file with this text to the list of files. */
static void add_text(struct work *w, const char *name, const char *text) {
    add_file(w, name, lt_record_put_text, text);
}

/* Writes the lines DATA, which end with NULL; a PUT function of record.h. Returns true: errors of
 * FILE are found by the caller. */
static bool put_lines(FILE *file, void *data) {
    for (const char *const *line = data; *line; line++)
        fputs(*line, file);
    return true;
}

/* Lists the files of the kit; DOCUMENT is the text of its JSON file. */
static void list_files(struct work *w, const char *document) {
    struct lt_arena *arena = w->call->arena;
    const char *names = "", *worlds = "";
    w->files = lt_arena_get(arena, (w->n * FILES_OF_CASE + FILES_OF_KIT) * sizeof *w->files);
    for (size_t i = 0; i < w->n; i++) {
        const struct lt_kit_case *c = &w->cases[i];
        const char *stem = c->program->stem;
        add_file(w, lt_arena_print(arena, "%s.csv", stem), lt_kit_put_local, c);
        add_text(w, lt_arena_print(arena, "%s.txt", stem), c->numbers);
        names = lt_arena_print(arena, "%s%s\n", names, stem);
        if (!c->world)
            continue;
        add_file(w, lt_arena_print(arena, "%s.world.csv", stem), lt_kit_put_world, c);
        worlds = lt_arena_print(arena, "%s%s\n", worlds, stem);
    }
    add_text(w, "cases.txt", names);
    add_text(w, "world.txt", worlds);
    add_text(w, "kit.json", document);
    for (size_t i = 0; i < sizeof kit_names / sizeof *kit_names; i++)
        add_file(w, kit_names[i], put_lines, lt_kit_files[i]);
}

/* Writes all files or none, and none over a file that a program reads. Returns the exit code. */
static int write_files(const struct work *w) {
    char why[WHY];
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < w->n_files; k++) {
            const int code =
                lt_command_spare_program(w->call, w->files[k].path, w->opened[i].program);
            if (code != DONE)
                return code;
        }
    if (!lt_file_make_directory(w->call->output, w->call->arena)) {
        lt_command_say("%s: %s", w->call->output, strerror(errno));
        return BAD_FILE;
    }
    if (lt_record_all(w->files, w->n_files, why, sizeof why))
        return DONE;
    lt_command_say("%s", why);
    return BAD_FILE;
}

/* Prints the cases with their numbers of steps and forms. */
static void print_cases(const struct work *w) {
    printf("%-24s %5s  forms\n", "case", "steps");
    for (size_t i = 0; i < w->n; i++) {
        const struct lt_kit_case *c = &w->cases[i];
        printf("%-24s %5zu  local%s%s\n", c->program->stem, c->rows - 1,
               c->world ? ", world" : "; no world form: ", c->world ? "" : c->no_world);
    }
    printf("\n  wrote %s; to judge results: python3 %s/check.py RESULTS\n", w->call->output,
           w->call->output);
}

/* True if a case cannot have this name: "cases" and "world" are lists of the kit, and "a.world.csv"
 * is the world form of the case "a". */
static bool is_reserved(const char *stem) {
    const char *ending = strrchr(stem, '.');
    return strcmp(stem, "cases") == 0 || strcmp(stem, "world") == 0 ||
           (ending && strcmp(ending, ".world") == 0) || strpbrk(stem, " \t\n");
}

/* DONE if all cases have possible and different names; else a message and BAD_USAGE. */
static int check_names(const struct call *call) {
    for (size_t i = 0; i < call->n_files; i++) {
        const char *stem = lt_file_stem(lt_command_name_of(call->files[i]), call->arena);
        if (is_reserved(stem))
            return lt_command_misused(call, "'%s': a case cannot be called '%s'; rename the file",
                                      call->files[i], stem);
        for (size_t j = 0; j < i; j++)
            if (strcmp(stem, lt_file_stem(lt_command_name_of(call->files[j]), call->arena)) == 0)
                return lt_command_misused(call, "'%s' and '%s' would both be the case '%s'",
                                          call->files[j], call->files[i], stem);
    }
    return DONE;
}

/* Makes all cases and writes the kit; returns the exit code. */
static int write_cases_of(struct work *w) {
    const struct call with = lt_command_with_defines(w->call, lt_kit_defines);
    int code = DONE;
    for (size_t i = 0; i < w->n && !interrupted; i++)
        lt_command_worsen(&code, make_case(w, &with, i));
    if (code > FELL_SHORT || interrupted)
        return code;
    json_t *document = lt_kit_document(w->cases, w->n);
    list_files(w, lt_json_text_in(w->call->arena, json_incref(document)));
    const int written = write_files(w);
    if (written == DONE && w->call->json)
        lt_command_print_json(json_incref(document));
    else if (written == DONE && w->call->detail != LT_BRIEF)
        print_cases(w);
    json_decref(document);
    lt_command_worsen(&code, written);
    return code;
}

/* Writes a kit of the given programs, or of those that come with lawtester. Returns the exit code.
 */
static int write_kit(const struct call *call) {
    struct call all = *call;
    int code = DONE;
    if (!call->output)
        return lt_command_misused(call, "kit writes a folder: kit [FILE...] -o DIR");
    if (call->n_files == 0)
        code = find_own(call, &all.files, &all.n_files);
    if (code == DONE)
        code = check_names(&all);
    if (code != DONE)
        return code;
    struct work w = {.call = &all, .n = all.n_files};
    w.opened = lt_arena_get(call->arena, w.n * sizeof *w.opened);
    w.results = lt_arena_get(call->arena, w.n * sizeof *w.results);
    w.cases = lt_arena_get(call->arena, w.n * sizeof *w.cases);
    /* Cases that are not reached stay empty, so that all can be freed. */
    memset(w.opened, 0, w.n * sizeof *w.opened);
    memset(w.results, 0, w.n * sizeof *w.results);
    code = write_cases_of(&w);
    for (size_t i = 0; i < w.n; i++) {
        lt_run_free(w.results[i]);
        if (w.opened[i].program)
            lt_command_close(&w.opened[i]);
    }
    return code;
}

/* ---- Judging results ------------------------------------------------------------------------- */

/* The command line of lawtester's check, python3 -I - RESULTS --kit DIR ..., which ends with NULL.
 */
static char **check_words(const struct request *request) {
    struct lt_arena *arena = request->call.arena;
    const char **words = lt_arena_get(arena, (12 + 2 * request->cases.count) * sizeof *words);
    size_t n = 0;
    words[n++] = "python3";
    words[n++] = "-I"; /* nothing of the user's own modules */
    words[n++] = "-";
    words[n++] = lt_arena_print(arena, "--kit=%s", request->check);
    for (size_t i = 0; i < request->cases.count; i++)
        words[n++] = lt_arena_print(arena, "--case=%s", request->cases.list[i]);
    if (request->precision > 0)
        words[n++] =
            lt_arena_print(arena, "--precision=%s", lt_words_precision[request->precision - 1]);
    if (request->call.json)
        words[n++] = "--json";
    words[n++] = "--";
    words[n++] = request->call.files[0];
    words[n] = NULL;
    return (char **)words;
}

/* Compares results with a kit by lawtester's own check.py, as the copy in the kit's folder may have
 * been changed. Returns the exit code. */
static int check_results(const struct request *request) {
    const struct call *call = &request->call;
    if (call->n_files != 1 || call->output || call->defines.count > 0)
        return lt_command_misused(call, "--check compares results with a kit: kit --check DIR "
                                        "RESULTS");
    /* The script is given to python3 as its standard input, from a temporary file. */
    FILE *script = tmpfile();
    pid_t pid;
    int status = 0, error = script ? 0 : errno;
    if (script) {
        put_lines(script, (void *)lt_kit_files[0]);
        rewind(script);
        fflush(stdout);
        error = lt_process_start(check_words(request), script, stdout, stderr, &pid);
    }
    /* Within an hour; the exit code is that of the script. */
    const bool ended = !error && lt_process_wait(pid, 3600, &status);
    if (script)
        fclose(script);
    if (error) {
        lt_command_say("python3, which compares the tables, cannot be started: %s (Debian: apt "
                       "install python3)",
                       strerror(error));
        return BAD_FILE;
    }
    return ended && WIFEXITED(status) ? WEXITSTATUS(status) : RUN_FAILED;
}

/* ---- The command ----------------------------------------------------------------------------- */

/* Performs 'lawtester kit'; returns the exit code. */
static int perform(const struct call *call) {
    const struct request *request = (const struct request *)call;
    if (request->check)
        return check_results(request);
    if (request->cases.count > 0 || request->precision > 0)
        return lt_command_misused(call, "%s needs --check: kit --check DIR RESULTS",
                                  request->precision > 0 ? "--precision" : "--case");
    return write_kit(call);
}

static const struct lt_option options[] = {
    FOLDER_OPTION("where the kit goes"),
    LT_OPTION(0, struct request, check, "check", "DIR",
              "compare the tables in the folder RESULTS with the kit in DIR",
              .propose = lt_propose_folders),
    LT_OPTION(0, struct request, cases, "case", "PATTERN",
              "with --check: these cases only, such as 'slip*'; repeatable"),
    LT_OPTION(0, struct request, precision, "precision", "WORDS",
              "with --check: of the numbers that were compared", .words = lt_words_precision),
    DEFINE_OPTION,
    JSON_OPTION,
    QUIET_OPTION,
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_kit = {
    .name = "kit",
    .arguments = "[FILE]... -o DIR | --check DIR RESULTS",
    .summary = "Write stage programs as data that test the contact law of another code.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .propose = lt_propose_programs,
};
