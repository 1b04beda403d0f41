/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/file.h"
#include "command/codes.h"
#include "command/paste.h"
#include "command/progress.h"
#include "command/run.h"
#include "figure/output.h"
#include "registry/own_part.h"
#include "result/record.h"
#include "result/spool.h"
#include "result/summary.h"
#include "setup/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLOUR_UNKNOWN, COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
static const char *const colour_words[] = {"auto", "always", "never", NULL};

struct request {
    struct call call;
    bool timing, overlay, start_in_contact;
    int colour;
};

/* True if the summary is printed in colour: on request, else on a terminal unless NO_COLOR is set.
 */
static bool is_coloured(const struct call *call) {
    const char *refused = getenv("NO_COLOR");
    int when = ((const struct request *)call)->colour;
    return when == COLOUR_ALWAYS ||
           (when != COLOUR_NEVER && lt_command_is_terminal(STDOUT_FILENO) &&
            !(refused && refused[0]));
}

/* The exit code for the result of a run. */
static int code_of_result(const struct lt_result *result) {
    if (result->ok)
        return DONE;
    return result->status == LT_RUN_FAILED ? RUN_FAILED : FELL_SHORT;
}

/* Notes that the law or part WHAT with this name comes from a plug-in, if the address INSIDE it
 * lies in one. */
static void note_plugin(const struct lt_program *program, const char *what, const char *name,
                        const void *inside) {
    char sha256[65];
    const char *plugin = lt_provenance_object(inside, sha256);
    if (plugin)
        lt_command_say("%s: note: the %s '%s' is that of plug-in %s", program->source->name, what,
                       name, plugin);
}

/* Notes which parts of a law that has failed come from plug-ins. */
static void note_plugins(const struct lt_program *program) {
    const struct lt_law *law = program->law;
    note_plugin(program, "law", law->name, (law->whole ? law->whole : law)->params);
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_part *part = lt_composition_own_part(law, i, law->params[i].preset);
        if (part)
            note_plugin(program, lt_arena_print(program->arena, "%s part", law->params[i].name),
                        part->name, part);
    }
}

/* Writes the results of a run to files and prints them with their warnings; an interrupted run is
 * only written. Returns the exit code. */
static int conclude_run(const struct call *call, struct lt_output *output,
                        const struct lt_program *program, const struct lt_result *result,
                        const json_t *document) {
    lt_output_write(output, program, result, document);
    if (result->status == LT_INTERRUPTED)
        return lt_command_code_of_output(output);

    for (size_t i = 0; i < result->n_warnings; i++)
        lt_command_say("%s: warning: %s", program->source->name, result->warnings[i]);
    if (output->corner[0] && call->detail != LT_BRIEF)
        lt_command_say("%s: note: %s", program->source->name, output->corner);
    int code = code_of_result(result);
    if (code == RUN_FAILED) {
        lt_command_say("%s: %s", program->source->name, result->message);
        note_plugins(program);
    }
    if (!call->json) {
        lt_command_print(
            lt_summary_run(program, result, (enum lt_detail)call->detail, is_coloured(call)));
        fputs(output->terminal, stdout);
        if (call->detail != LT_BRIEF)
            printf("\n  wrote%s\n", output->written[0] ? output->written : " nothing");
    }
    lt_command_worsen(&code, lt_command_code_of_output(output));
    return code;
}

/* With --json, prints the documents of all runs; one alone without its list. */
static void print_documents(const struct call *call, json_t *documents) {
    if (call->json)
        lt_command_print_json(json_incref(
            json_array_size(documents) == 1 ? json_array_get(documents, 0) : documents));
}

/* Prints the timing on stderr, since it differs from run to run. */
static void print_timing(const struct lt_timing *timing) {
    char *text = lt_summary_timing(timing);
    fputs(text, stderr);
    free(text);
}

/* Runs a program and writes and prints its results; *DOCUMENT gets its JSON document, unless the
 * run is refused. Returns the exit code. */
static int run_program(const struct call *call, const struct lt_program *program,
                       json_t **document) {
    /* With --for a start in contact is refused unless it is allowed, as the code's lines are for
     * impacts. */
    if (lt_codes_followed(call) && !((const struct request *)call)->start_in_contact &&
        lt_setup_begins_inside(program))
        return lt_codes_refuse_start(program);
    int ready = lt_command_ready_output(call, program, "");
    if (ready != DONE)
        return ready;
    struct lt_output output = lt_command_output(call);
    output.spool = lt_output_spool(&output, program);
    /* Rows go to a spool file while the run is made; figures need all of them. With plug-ins the
     * run is made step by step. */
    struct lt_run_options options = {.record = true,
                                     .put = lt_spool_put,
                                     .sink = output.spool,
                                     .all_rows = lt_output_draws(&output, program),
                                     .stepwise = call->plugins.count > 0,
                                     .interrupted = &interrupted,
                                     .progress = lt_progress_show};
    struct lt_timing timing = {0};
    if (((const struct request *)call)->timing)
        options.timing = &timing;
    lt_progress_begin(call, program->source->name, "", 0);
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    lt_progress_end();
    *document = lt_document_run(program, result);
    const bool shown = !call->json && call->detail != LT_BRIEF;
    int code = call->code ? lt_paste(call, call->code, program, NULL, shown, *document) : DONE;
    if (call->code && shown && code == DONE)
        putchar('\n');
    lt_command_worsen(&code, conclude_run(call, &output, program, result, *document));
    if (options.timing)
        print_timing(&timing);
    lt_run_free(result);
    return code;
}

/* DONE if all programs have different names; else BAD_USAGE, as they would overwrite each other's
 * results. */
static int check_stems(const struct call *call) {
    for (size_t i = 0; i < call->n_files; i++)
        for (size_t j = 0; j < i; j++) {
            const char *stem = lt_file_stem(lt_command_name_of(call->files[i]), call->arena);
            if (strcmp(stem, lt_file_stem(lt_command_name_of(call->files[j]), call->arena)) == 0)
                return lt_command_misused(call, "'%s' and '%s' would both write %s/%s.csv",
                                          call->files[j], call->files[i], call->output, stem);
        }
    return DONE;
}

/* A file, without its ending, that a program of this call writes. */
struct claim {
    const char *base, *by;
    const struct claim *next;
};

/* Adds the drawings of a program to the claims. Not DONE, and a message, if a drawing of an earlier
 * program of this call would be overwritten. */
static int claim_drawings(const struct call *call, const struct lt_program *program,
                          const struct claim **claims) {
    struct lt_output output = lt_command_output(call);
    size_t n;
    const char *const *bases = lt_output_bases(&output, program, &n);
    for (const struct claim *c = *claims; c; c = c->next)
        for (size_t i = 0; i < n; i++)
            if (strcmp(c->base, bases[i]) == 0)
                return lt_command_misused(call, "'%s' and '%s' would both write %s", c->by,
                                          program->source->name, c->base);
    for (size_t i = 0; i < n; i++) {
        struct claim *c = lt_arena_get(call->arena, sizeof *c);
        *c = (struct claim){bases[i], lt_arena_print(call->arena, "%s", program->source->name),
                            *claims};
        *claims = c;
    }
    return DONE;
}

/* Runs a file and appends its document to DOCUMENTS. NAME, if not NULL, distinguishes its output
 * from that of other runs of the same file; CLAIMS are the drawings of earlier programs. Returns
 * the exit code. */
static int run_file(const struct call *call, const char *file, const char *name,
                    const struct claim **claims, json_t *documents) {
    struct opened opened;
    json_t *document = NULL;
    if (json_array_size(documents) > 0 && !call->json && call->detail != LT_BRIEF)
        putchar('\n');
    int code = lt_command_open(call, file, &opened);
    if (code == DONE) {
        if (name)
            opened.program->stem =
                lt_arena_print(opened.program->arena, "%s-%s", opened.program->stem, name);
        code = claim_drawings(call, opened.program, claims);
        if (code == DONE)
            code = run_program(call, opened.program, &document);
        lt_command_close(&opened);
    }
    if (!document)
        document =
            json_pack("{ss ss}", "program", lt_file_stem(lt_command_name_of(file), call->arena),
                      "status", "not run");
    json_array_append_new(documents, document);
    return code;
}

/* ---- In several codes ------------------------------------------------------------------------ */

enum { CODES_MOST = 8 };

/* The codes that --in names, at most CODES_MOST; with OURS, NULL comes first, for the program's own
 * law. Returns their number. */
static size_t requested_codes(const struct call *call, bool ours, const char *names[CODES_MOST]) {
    size_t n = 0;
    if (ours)
        names[n++] = NULL;
    for (const char *at = call->in; at && n < CODES_MOST; at = strchr(at, ',')) {
        at += *at == ',';
        names[n++] = lt_arena_copy(call->arena, at, strcspn(at, ","));
    }
    return n;
}

/* The code's name in file names and column headings; a user's own code has the name of its file,
 * and NULL is lawtester itself. */
static const char *label_of(const char *name, struct lt_arena *arena) {
    return name ? lt_file_stem(name, arena) : "lawtester";
}

/* DONE if all codes have different names; else BAD_USAGE, as they would overwrite each other's
 * results. */
static int check_labels(const struct call *call, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const char *label = label_of(names[i], call->arena);
            if (strcmp(label, label_of(names[j], call->arena)) == 0)
                return lt_command_misused(call,
                                          "--in: '%s' and '%s' would both write NAME-%s.csv: "
                                          "rename one of them",
                                          names[j] ? names[j] : "lawtester", names[i], label);
        }
    return DONE;
}

/* Path of the table that a file's run in a code writes. */
static const char *table_of(const struct call *call, const char *file, const char *name) {
    return lt_arena_print(call->arena, "%s/%s-%s.csv", call->output,
                          lt_file_stem(lt_command_name_of(file), call->arena),
                          label_of(name, call->arena));
}

/* Draws the tables of several codes in one figure, as plot does. Returns the exit code. */
static int draw_beside(const struct call *call, const char *file, const char *const *names,
                       size_t n) {
    const char *stem = lt_file_stem(lt_command_name_of(file), call->arena);
    struct call *plot = lt_command_call(&command_plot, call->arena);
    plot->files = lt_arena_get(call->arena, n * sizeof *plot->files);
    plot->n_files = n;
    for (size_t i = 0; i < n; i++)
        plot->files[i] = table_of(call, file, names[i]);
    plot->output = lt_arena_print(call->arena, "%s/%s-overlay.svg", call->output, stem);
    plot->theme = call->theme;
    plot->size = call->size;
    return command_plot.perform(plot);
}

/* Runs a file in N codes of NAMES, NULL meaning lawtester's own law, and appends the results to
 * DOCUMENTS. A single code was started for all files; several are started for each run. Returns the
 * worst exit code. */
static int run_in_codes(const struct call *call, const char *file, const char *const *names,
                        size_t n, const struct claim **claims, json_t *documents) {
    int worst = DONE;
    for (size_t i = 0; i < n && !interrupted; i++) {
        int code = names[i] && n > 1 ? lt_codes_start(call, names[i]) : DONE;
        if (code != DONE)
            return code;
        code = run_file(call, file, label_of(names[i], call->arena), claims, documents);
        if (n > 1)
            lt_codes_end();
        lt_command_worsen(&worst, code);
        if (code >= BAD_USAGE)
            return worst;
    }
    return worst;
}

/* Runs a file in each of the requested codes, appends the results to DOCUMENTS, and compares the
 * runs with --overlay. CLAIMS are the drawings of earlier programs. Returns the worst exit code. */
static int run_in_each(const struct request *request, const char *file, const struct claim **claims,
                       json_t *documents) {
    const struct call *call = &request->call;
    const char *names[CODES_MOST], *labels[CODES_MOST];
    size_t n = requested_codes(call, request->overlay, names), first = json_array_size(documents);
    int worst = check_labels(call, names, n);
    if (worst == DONE)
        worst = run_in_codes(call, file, names, n, claims, documents);
    if (worst >= BAD_USAGE)
        return worst;
    for (size_t i = 0; i < n; i++)
        labels[i] = label_of(names[i], call->arena);
    if (request->overlay && !call->json && !interrupted)
        lt_command_print(lt_summary_beside(labels, n, documents, first));
    if (request->overlay && !call->json && !lt_command_draws(call, LT_PLOT_NONE))
        lt_command_worsen(&worst, draw_beside(call, file, names, n));
    return worst;
}

/* True if the file's ending, from its last dot on, is ONE or OTHER. */
static bool ends_in(const char *file, const char *one, const char *other) {
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, one) == 0 || strcmp(dot, other) == 0);
}

/* True if the file's name ends as that of a recorded table, .csv or .npy; the file need not exist.
 */
bool lt_run_is_table(const char *file) {
    return ends_in(file, ".csv", ".npy");
}

/* Without --in all operands must be tables, and OURS, the option --overlay, makes no sense: DONE,
 * or a message and BAD_USAGE. */
static int want_tables(const struct call *call, bool ours) {
    for (size_t i = 0; i < call->n_files; i++)
        if (ends_in(call->files[i], ".yaml", ".yml"))
            return lt_command_misused(call,
                                      "'%s' is a stage program: 'lawtester run' makes its table; "
                                      "or have it run in a code by --in CODE",
                                      call->files[i]);
    if (call->defines.count > 0 || ours)
        return lt_command_misused(call, "%s is of a stage program that --in CODE runs",
                                  ours ? "--overlay" : "-D");
    return DONE;
}

/* A call of run without operands that prints and draws nothing. */
static struct call *call_quietly(const struct call *call) {
    struct call *run = lt_command_call(&command_run, call->arena);
    const char *output = run->output;
    *run = *call;
    run->output = output;
    run->json = true;
    run->plot = 1 + LT_PLOT_NONE;
    run->files = lt_arena_get(call->arena, (call->n_files + 1) * sizeof *run->files);
    run->n_files = 0;
    return run;
}

/* Runs a program in N codes for their tables, which are appended to the operands of WITH. Its
 * expectations do not count, as only 'run' checks them. Returns the exit code. */
static int run_for_tables(const struct call *run, const char *const *names, size_t n,
                          const char *file, struct call *with) {
    const struct claim *claims = NULL;
    json_t *documents = json_array();
    int code = run_in_codes(run, file, names, n, &claims, documents);
    json_decref(documents);
    for (size_t i = 0; i < n; i++)
        with->files[with->n_files++] = table_of(run, file, names[i]);
    return interrupted ? RUN_FAILED : code > FELL_SHORT ? code : DONE;
}

/* Sets the operands of WITH to those of CALL, where programs are replaced by the tables of their
 * runs in the codes of --in, and if OURS first by that of a run with their own law. Without --in
 * all operands must be tables. Returns the exit code. */
int lt_run_tables(const struct call *call, bool ours, struct call *with) {
    const char *names[CODES_MOST];
    if (!call->in)
        return want_tables(call, ours);
    struct call *run = call_quietly(call);
    for (size_t i = 0; i < call->n_files; i++)
        if (!lt_run_is_table(call->files[i]))
            run->files[run->n_files++] = call->files[i];
    if (run->n_files == 0)
        return lt_command_misused(call, "--in CODE runs a stage program, and there is none");
    /* Names of tables are checked before the first run, as results must not overwrite each other.
     */
    size_t n = requested_codes(call, ours, names);
    int code = check_stems(run);
    if (code == DONE)
        code = check_labels(run, names, n);
    with->files = lt_arena_get(call->arena, call->n_files * CODES_MOST * sizeof *with->files);
    with->n_files = 0;
    /* Of several codes each is started for its own run. */
    if (n > 1)
        lt_codes_end();
    for (size_t i = 0; i < call->n_files && code == DONE; i++)
        if (lt_run_is_table(call->files[i]))
            with->files[with->n_files++] = call->files[i];
        else
            code = run_for_tables(run, names, n, call->files[i], with);
    return code;
}

/* Performs 'lawtester run'; returns the exit code. */
static int perform(const struct call *call) {
    const struct request *request = (const void *)call;
    if (call->n_files == 0)
        return lt_command_misused(call, "run needs a FILE");
    if (request->overlay && !call->in)
        return lt_command_misused(call, "--overlay lays runs in codes over each other: --in CODE");
    int worst = check_stems(call);
    if (worst != DONE)
        return worst;

    const struct claim *claims = NULL;
    json_t *documents = json_array();
    bool several = call->in && (request->overlay || strchr(call->in, ','));
    if (several)
        lt_codes_end(); /* each is started for its own run */
    for (size_t i = 0; i < call->n_files && !interrupted; i++)
        lt_command_worsen(&worst, several
                                      ? run_in_each(request, call->files[i], &claims, documents)
                                      : run_file(call, call->files[i], NULL, &claims, documents));
    if (!interrupted)
        print_documents(call, documents);
    json_decref(documents);
    return worst;
}

static const struct lt_option options[] = {
    FOLDER_OPTION("where the files go (default: out)"),
    DEFINE_OPTION,
    PLOT_OPTION,
    THEME_OPTION,
    SIZE_OPTION,
    JSON_OPTION,
    LT_OPTION(0, struct request, timing, "timing", NULL,
              "print the time spent in law, ledger, formulas, recording, motion"),
    LT_OPTION(0, struct request, colour, "color", "WORDS", "colour (auto: on a terminal)",
              .words = colour_words),
    QUIET_OPTION,
    LT_OPTION('v', struct call, detail, "verbose", NULL, "show constants, stages and events too",
              .number = LT_FULL),
    CODE_OPTIONS,
    FOR_OPTION("emulate WORDS: its law, frame, lever, axes and steps; and print its input lines"),
    LT_OPTION(0, struct request, start_in_contact, "start-in-contact", NULL,
              "--for also of a run that begins in contact"),
    OVERLAY_OPTION("with --in CODE[,CODE]: our law and theirs in one table and one figure"),
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_run = {
    .name = "run",
    .arguments = "FILE...",
    .summary = "Run stage programs; write tables, results and plots.",
    .options = options,
    .size = sizeof(struct request),
    .perform = perform,
    .output = "out",
    .codes = true,
    .propose = lt_propose_programs,
};
