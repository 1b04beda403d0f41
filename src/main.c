/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: the command line, and the only file that prints. Data goes to stdout, talk to stderr. */
#include "arena.h"
#include "compare.h"
#include "config.h"
#include "curve.h"
#include "file.h"
#include "goal.h"
#include "laws.h"
#include "newlaw.h"
#include "options.h"
#include "output.h"
#include "plugin.h"
#include "record.h"
#include "run.h"
#include "summary.h"
#include "sweep.h"
#include "units.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The exit codes that scripts rely on; an interrupted run ends by its signal (130, 143). */
enum { DONE = 0, FELL_SHORT = 1, BAD_USAGE = 2, BAD_INPUT = 3, RUN_FAILED = 4, BAD_FILE = 5 };

/* One byte more than a stage program may have, so that the reader sees that it is too long. */
enum { READ_LIMIT = (1 << 20) + 1, MOST_JOBS = 1024 };

/* What a command was called with. */
struct call {
    const struct command *command;
    struct lt_arena *arena;
    const char **files;
    size_t n_files, n_defines, n_vary, n_to;
    struct lt_define *defines;
    const char **vary, **to;
    const char **plugins;
    size_t n_plugins;
    const struct lt_law *const *laws; /* the built-in ones and those of the plug-ins */
    const char *output, *x, *y, *shard, *within;
    enum lt_plot_format format;
    int jobs; /* 0: not given */
    bool format_given, json, help, colour, timing, merge;
};

struct command {
    const char *name, *arguments, *summary;
    const struct lt_option *options;
    int (*perform)(const struct call *call);
};

/* ---- Talk ------------------------------------------------------------------------------------ */

static volatile sig_atomic_t interrupted; /* the signal's number */

static void interrupt(int signal) {
    interrupted = signal;
}

/* The second signal of a kind ends the program at once. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fputs("lawtester: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

__attribute__((format(printf, 2, 3))) static int misused(const struct call *call,
                                                         const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *why = lt_arena_vprint(call->arena, format, args);
    va_end(args);
    say("%s\nTry 'lawtester %s --help'.", why, call->command->name);
    return BAD_USAGE;
}

static void print_and_free(char *text) {
    fputs(text, stdout);
    free(text);
}

/* Talk, not data: it differs from run to run. */
static void print_timing(const struct lt_timing *timing) {
    char *text = lt_summary_timing(timing);
    fputs(text, stderr);
    free(text);
}

static void print_json(const json_t *document) {
    char *text = json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    puts(text ? text : "null");
    free(text);
}

static bool is_terminal(int fd) {
    const char *term = getenv("TERM");
    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

struct progress {
    const char *name;
    double shown_at; /* s; 0: nothing is shown */
};

static void show_progress(double fraction, void *data) {
    struct progress *progress = data;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    double now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    if (now - progress->shown_at < 0.1)
        return;
    progress->shown_at = now;
    fprintf(stderr, "\r%s: %3.0f %%", progress->name, 100 * fraction);
}

static void worsen(int *code, int other) {
    *code = other > *code ? other : *code;
}

/* ---- Programs -------------------------------------------------------------------------------- */

struct opened {
    char *text;
    struct lt_program *program;
};

static const char *name_of(const char *file) {
    return strcmp(file, "-") == 0 ? "stdin" : file;
}

/* Mistakes in -D arguments alone are a wrong command line, not a bad file. */
static int code_of_errors(const struct lt_errors *errors) {
    for (size_t i = 0; i < errors->count; i++) {
        const struct lt_error *error = &errors->list[i];
        if (error->severity == LT_ERROR && !(error->mark.source && error->mark.source->argument))
            return BAD_INPUT;
    }
    return BAD_USAGE;
}

static void close_program(struct opened *opened) {
    lt_program_free(opened->program);
    free(opened->text);
}

/* Read a stage program and print all that is wrong with it. To be closed if DONE. */
static int open_for(bool sweeping, const struct call *call, const char *file,
                    struct opened *opened) {
    size_t length;
    *opened = (struct opened){.text = lt_file_read(file, READ_LIMIT, &length)};
    if (!opened->text) {
        if (!interrupted)
            say("%s: %s", name_of(file), strerror(errno));
        return BAD_FILE;
    }
    struct lt_errors *errors = lt_errors_new();
    opened->program = lt_program_read_with(call->laws, sweeping, name_of(file), opened->text,
                                           length, call->defines, call->n_defines, errors);
    int code = opened->program ? DONE : code_of_errors(errors);
    if (errors->count > 0) {
        char *text = lt_errors_text(errors);
        fflush(stdout);
        fputs(text, stderr);
        free(text);
    }
    if (code != DONE)
        close_program(opened);
    lt_errors_free(errors);
    return code;
}

static int open_program(const struct call *call, const char *file, struct opened *opened) {
    return open_for(false, call, file, opened);
}

/* ---- run ------------------------------------------------------------------------------------- */

static int code_of_result(const struct lt_result *result) {
    if (result->ok)
        return DONE;
    return result->status == LT_RUN_FAILED ? RUN_FAILED : FELL_SHORT;
}

/* A drawing that was not asked for by name may be missing. */
static int code_of_output(const struct lt_output *output) {
    if (output->missing[0])
        say("%s%s", output->format_given ? "" : "note: ", output->missing);
    if (output->failed[0])
        say("%s", output->failed);
    return output->failed[0] || (output->missing[0] && output->format_given) ? BAD_FILE : DONE;
}

/* Write and show what a run gave. */
static int conclude(const struct call *call, const struct lt_program *program,
                    const struct lt_result *result, const json_t *document) {
    struct lt_output output = {.arena = call->arena,
                               .directory = call->output,
                               .format = call->format,
                               .format_given = call->format_given};
    lt_output_write(&output, program, result, document);
    if (result->status == LT_INTERRUPTED)
        return code_of_output(&output);

    for (size_t i = 0; i < result->n_warnings; i++)
        say("%s: warning: %s", program->source->name, result->warnings[i]);
    int code = code_of_result(result);
    if (code == RUN_FAILED)
        say("%s: %s", program->source->name, result->message);
    if (!call->json) {
        print_and_free(lt_summary_run(program, result, call->colour));
        fputs(output.terminal, stdout);
        printf("\n  wrote%s\n", output.written[0] ? output.written : " nothing");
    }
    worsen(&code, code_of_output(&output));
    return code;
}

static int run_program(const struct call *call, const struct lt_program *program,
                       json_t **document) {
    if (!lt_file_make_directory(call->output, call->arena)) {
        say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    struct progress progress = {.name = program->source->name};
    struct lt_run_options options = {.record = true,
                                     .interrupted = &interrupted,
                                     .progress = is_terminal(STDERR_FILENO) ? show_progress : NULL,
                                     .data = &progress};
    struct lt_timing timing = {0};
    if (call->timing)
        options.timing = &timing;
    struct lt_result *result = lt_run(program, NULL, 0, &options);
    if (progress.shown_at > 0)
        fputs("\r\033[K", stderr);
    *document = lt_record_run(program, result);
    int code = conclude(call, program, result, *document);
    if (call->timing)
        print_timing(&timing);
    lt_result_free(result);
    return code;
}

/* Two programs of one name would overwrite each other's results. */
static int check_stems(const struct call *call) {
    for (size_t i = 0; i < call->n_files; i++)
        for (size_t j = 0; j < i; j++) {
            const char *stem = lt_file_stem(name_of(call->files[i]), call->arena);
            if (strcmp(stem, lt_file_stem(name_of(call->files[j]), call->arena)) == 0)
                return misused(call, "'%s' and '%s' would both write %s/%s.csv", call->files[j],
                               call->files[i], call->output, stem);
        }
    return DONE;
}

static int command_run(const struct call *call) {
    if (call->n_files == 0)
        return misused(call, "run needs a FILE");
    if (call->json && call->format == LT_PLOT_TERM)
        return misused(call, "--json and --plot=term both need standard output");
    int worst = check_stems(call);
    if (worst != DONE)
        return worst;

    json_t *documents = json_array();
    for (size_t i = 0; i < call->n_files && !interrupted; i++) {
        struct opened opened;
        json_t *document = NULL;
        if (i > 0 && !call->json)
            putchar('\n');
        int code = open_program(call, call->files[i], &opened);
        if (code == DONE) {
            code = run_program(call, opened.program, &document);
            close_program(&opened);
        }
        if (!document)
            document =
                json_pack("{ss ss}", "program", lt_file_stem(name_of(call->files[i]), call->arena),
                          "status", "not run");
        json_array_append_new(documents, document);
        worsen(&worst, code);
    }
    if (call->json && !interrupted)
        print_json(call->n_files == 1 ? json_array_get(documents, 0) : documents);
    json_decref(documents);
    return worst;
}

/* ---- check ----------------------------------------------------------------------------------- */

static int command_check(const struct call *call) {
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

/* ---- laws ------------------------------------------------------------------------------------ */

static int unknown_law(const struct call *call, const char *word) {
    size_t count = 0;
    while (call->laws[count])
        count++;
    const char **names = lt_arena_get(call->arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = call->laws[i]->name;
    return misused(call, "unknown law '%s'%s", word,
                   lt_options_hint(word, names, count, call->arena));
}

/* All laws, or one. */
static int show_laws(const struct call *call, const struct lt_law *law) {
    if (!call->json) {
        print_and_free(law ? lt_summary_law(law) : lt_summary_laws(call->laws));
        return DONE;
    }
    const struct lt_law *const only[] = {law, NULL};
    json_t *document = lt_record_laws(law ? only : call->laws);
    print_json(document);
    json_decref(document);
    return DONE;
}

/* The law of a stage program, which may be its own. */
static int show_law_of(const struct call *call, const char *file) {
    struct opened opened;
    int code = open_program(call, file, &opened);
    if (code != DONE)
        return code;
    show_laws(call, opened.program->law);
    close_program(&opened);
    return DONE;
}

static int command_laws(const struct call *call) {
    const char *name = call->n_files > 0 ? call->files[0] : NULL;
    if (call->n_files > 1)
        return misused(call, "laws takes one NAME or FILE");
    if (name && strchr(name, '.'))
        return show_law_of(call, name);
    const struct lt_law *law = name ? lt_laws_find_in(call->laws, name) : NULL;
    return name && !law ? unknown_law(call, name) : show_laws(call, law);
}

/* ---- calibrate ------------------------------------------------------------------------------- */

static int solve(const struct call *call, const struct lt_program *program,
                 const struct lt_vary *vary, const struct lt_target *target) {
    struct lt_calibration found = lt_calibrate(program, vary, target, &interrupted);
    if (interrupted)
        return DONE;
    if (call->json) {
        json_t *document = lt_record_calibration(program, vary, target, &found);
        print_json(document);
        json_decref(document);
    } else if (!found.run_failed) {
        print_and_free(lt_summary_calibration(vary, target, &found));
    }
    if (found.converged)
        return DONE;
    say("%s: %s", program->source->name, found.message);
    return found.run_failed ? RUN_FAILED : FELL_SHORT;
}

/* What the command line says of the unknown or of the target replaces what the file says. */
static int calibrate(const struct call *call, const struct lt_program *program) {
    size_t n_vary = call->n_vary ? call->n_vary : program->n_vary;
    size_t n_targets = call->n_to ? call->n_to : program->n_targets;
    if (n_vary == 0)
        return misused(call, "nothing to vary; give --vary NAME=LO:HI");
    if (n_targets == 0)
        return misused(call, "no target; give --to RESULT=VALUE");
    if (n_vary > 1 || n_targets > 1)
        return misused(call, "one unknown at a time in this version");

    struct lt_vary vary;
    struct lt_target target;
    const char *why;
    if (call->n_vary == 0)
        vary = program->vary[0];
    else if ((why = lt_goal_vary(call->vary[0], program, &vary, call->arena)))
        return misused(call, "--vary: %s", why);
    if (call->n_to == 0)
        target = program->targets[0];
    else if ((why = lt_goal_target(call->to[0], program, &target, call->arena)))
        return misused(call, "--to: %s", why);
    return solve(call, program, &vary, &target);
}

static int command_calibrate(const struct call *call) {
    if (call->n_files != 1)
        return misused(call, "calibrate needs one FILE");
    struct opened opened;
    int code = open_program(call, call->files[0], &opened);
    if (code != DONE)
        return code;
    code = calibrate(call, opened.program);
    close_program(&opened);
    return code;
}

/* ---- sweep ----------------------------------------------------------------------------------- */

static int show_sweep(const struct call *call, const struct lt_sweep_job *job,
                      const struct lt_sweep_outcome *outcome) {
    struct lt_output output = {.arena = call->arena,
                               .directory = call->output,
                               .format = call->format,
                               .format_given = call->format_given};
    lt_sweep_draw(job, outcome, &output);
    if (call->json) {
        json_t *document = lt_sweep_document(job, outcome);
        print_json(document);
        json_decref(document);
    } else {
        const char *base = lt_sweep_base(job);
        print_and_free(lt_sweep_text(job, outcome));
        fputs(output.terminal, stdout);
        printf("\n  wrote %s.csv %s.json%s\n", base, base, output.written);
    }
    int code = outcome->failed > 0 ? RUN_FAILED : DONE;
    if (outcome->n_messages > 0)
        say("%s: %zu of %zu points failed; point %zu: %s", job->program->source->name,
            outcome->failed, outcome->points, outcome->messages[0].point,
            outcome->messages[0].text);
    worsen(&code, code_of_output(&output));
    return code;
}

static int sweep(const struct call *call, struct lt_sweep_job *job) {
    if (!lt_file_make_directory(call->output, call->arena)) {
        say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    struct progress progress = {.name = job->program->source->name};
    if (is_terminal(STDERR_FILENO))
        job->progress = show_progress;
    job->data = &progress;
    struct lt_sweep_outcome outcome;
    enum lt_sweep_status status =
        call->merge ? lt_sweep_merge(job, &outcome) : lt_sweep_run(job, &outcome);
    if (progress.shown_at > 0)
        fputs("\r\033[K", stderr);
    if (status == LT_SWEPT)
        return show_sweep(call, job, &outcome);
    if (status == LT_SWEEP_BAD_FILE)
        say("%s", outcome.why);
    else
        say("%s: %zu of %zu points are done; the same command goes on from there",
            job->program->source->name, outcome.done, outcome.points);
    return BAD_FILE;
}

static int command_sweep(const struct call *call) {
    if (call->n_files != 1)
        return misused(call, "sweep needs one FILE");
    if (call->merge && (call->shard || call->jobs))
        return misused(call, "--merge only joins what has been run: no --shard, no --jobs");
    if (call->json && call->format == LT_PLOT_TERM)
        return misused(call, "--json and --plot=term both need standard output");
    struct lt_sweep_job job = {.directory = call->output,
                               .shard = {1, 1},
                               .threads = call->jobs,
                               .interrupted = &interrupted,
                               .arena = call->arena};
    const char *why = call->shard ? lt_shard_read(call->shard, &job.shard, call->arena) : NULL;
    if (why)
        return misused(call, "--shard: %s", why);
    struct opened opened;
    int code = open_for(true, call, call->files[0], &opened);
    if (code != DONE)
        return code;
    job.program = opened.program;
    code = sweep(call, &job);
    close_program(&opened);
    return code;
}

/* ---- plot ------------------------------------------------------------------------------------ */

static int read_curve(const struct call *call, const char *file, struct lt_curve *curve) {
    char why[512];
    struct lt_csv *csv = lt_csv_read(file, why, sizeof why);
    if (!csv) {
        say("%s", why);
        return access(file, R_OK) == 0 ? BAD_INPUT : BAD_FILE;
    }
    const char *wrong = lt_curve_read(curve, csv, call->x, call->y, call->arena);
    lt_csv_free(csv);
    if (wrong)
        return misused(call, "%s: %s", file, wrong);
    curve->label = call->n_files > 1 ? lt_file_stem(file, call->arena) : NULL;
    return DONE;
}

/* How far the two files may be apart; NAN: only say how far they are. */
static bool within_of(const struct call *call, double *within) {
    char *end;
    *within = NAN;
    if (!call->within)
        return true;
    *within = strtod(call->within, &end);
    return end != call->within && !*end && *within >= 0;
}

static int command_compare(const struct call *call) {
    double within;
    if (call->n_files != 2 || !call->x || !call->y)
        return misused(call, "compare needs two CSV files, --x and --y");
    if (!within_of(call, &within))
        return misused(call, "--within '%s' is not a number of at least 0", call->within);
    struct lt_curve curves[2];
    for (size_t i = 0; i < 2; i++) {
        int code = read_curve(call, call->files[i], &curves[i]);
        if (code != DONE)
            return code;
    }
    struct lt_comparison c;
    const char *wrong = lt_compare(&curves[0], &curves[1], &c, call->arena);
    if (wrong) {
        say("%s", wrong);
        return BAD_INPUT;
    }
    /* A curve that stops short has not been compared there. */
    bool reaches = isnan(within) || c.beyond <= fmax(within, 0.01);
    bool ok = isnan(within) || (c.largest <= within && reaches);
    if (call->json)
        print_json(json_pack("{s:f, s:f, s:f, s:f, s:f, s:I, s:b}", "largest", c.largest, "rms",
                             c.rms, "at", c.at, "peak", c.peak, "beyond", c.beyond, "branches",
                             (json_int_t)c.branches, "ok", ok));
    else
        printf("largest %.6g of the peak %.6g, at %s = %.9g; rms %.6g%s\n", c.largest, c.peak,
               call->x, c.at, c.rms, reaches ? "" : "; one of the curves stops short of the other");
    return ok ? DONE : FELL_SHORT;
}

static int command_plot(const struct call *call) {
    if (call->n_files == 0 || !call->x || !call->y)
        return misused(call, "plot needs a CSV file, -x and -y");
    const char *file = call->files[0], *dot = strrchr(file, '.');
    int length = (int)(dot && strcmp(dot, ".csv") == 0 ? (size_t)(dot - file) : strlen(file));
    /* Not the name of the data alone: that is the picture which run has drawn. */
    const char *base = lt_arena_print(call->arena, "%.*s-%s-%s", length, file,
                                      lt_curve_name(call->x), lt_curve_name(call->y));
    enum lt_plot_format format = LT_PLOT_SVG;
    if (call->output && !lt_output_split(call->output, &base, &format, call->arena))
        return misused(call, "'%s' does not end in .svg, .png or .pdf", call->output);

    struct lt_curve *curves = lt_arena_get(call->arena, call->n_files * sizeof *curves);
    for (size_t i = 0; i < call->n_files; i++) {
        int code = read_curve(call, call->files[i], &curves[i]);
        if (code != DONE)
            return code;
    }
    struct lt_figure figure = {.title = "",
                               .x_text = call->x,
                               .y_text = call->y,
                               .x_unit = lt_curve_unit(call->x, call->arena),
                               .y_unit = lt_curve_unit(call->y, call->arena),
                               .curves = curves,
                               .n_curves = call->n_files};
    struct lt_output output = {.arena = call->arena, .format_given = true};
    lt_output_draw(&output, &figure, base, format);
    if (output.written[0])
        puts(output.written + 1);
    return code_of_output(&output);
}

/* ---- new ------------------------------------------------------------------------------------- */

static int command_new(const struct call *call) {
    if (call->n_files != 2 || strcmp(call->files[0], "law") != 0)
        return misused(call, "new makes a law: new law NAME");
    if (call->output && !lt_file_make_directory(call->output, call->arena)) {
        say("%s: %s", call->output, strerror(errno));
        return BAD_FILE;
    }
    const char *text;
    enum lt_newlaw_status status =
        lt_newlaw_write(call->files[1], call->output, call->laws, call->arena, &text);
    if (status == LT_NEWLAW_BAD_NAME)
        return misused(call, "%s", text);
    if (status == LT_NEWLAW_BAD_FILE) {
        say("%s", text);
        return BAD_FILE;
    }
    fputs(text, stdout);
    return DONE;
}

/* ---- The commands ---------------------------------------------------------------------------- */

enum { AS_RUN = 256, COLOUR, JSON, MERGE, PLOT, PLUGIN, SHARD, TIMING, TO, VARY, WITHIN };

#define DEFINE_OPTION 'D', "define", "NAME=VALUE", "set a let, a parameter or a path (motion.dt)"
#define JSON_OPTION   JSON, "json", NULL, "one JSON document on standard output"
#define COLOUR_OPTION COLOUR, "color", "auto|always|never", "colour (auto: on a terminal)"
#define PLUGIN_OPTION PLUGIN, "plugin", "PATH", "load laws from a shared object; may be repeated"
#define HELP_OPTION   'h', "help", NULL, "show this help"

static const struct lt_option run_options[] = {
    {'o', "output", "DIR", "where the files go (default: out)"},
    {DEFINE_OPTION},
    {PLOT, "plot", "[=svg|png|pdf|term|none]", "how plots are drawn (default: svg)"},
    {JSON_OPTION},
    {TIMING, "timing", NULL, "print where the time went: law, ledger, formulas, recording, motion"},
    {COLOUR_OPTION},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};
static const struct lt_option check_options[] = {
    {DEFINE_OPTION}, {PLUGIN_OPTION}, {HELP_OPTION}, {0}};
static const struct lt_option laws_options[] = {{JSON_OPTION}, {PLUGIN_OPTION}, {HELP_OPTION}, {0}};
static const struct lt_option calibrate_options[] = {
    {VARY, "vary", "NAME[=LO:HI]", "the let or parameter to find"},
    {TO, "to", "RESULT=VALUE", "what it has to give"},
    {AS_RUN, "as-run", NULL, NULL},
    {DEFINE_OPTION},
    {JSON_OPTION},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};
static const struct lt_option sweep_options[] = {
    {'o', "output", "DIR", "where the files go (default: out)"},
    {DEFINE_OPTION},
    {'j', "jobs", "N", "threads (default: as many as there are processors)"},
    {SHARD, "shard", "I/N|auto[/N]", "only part I of N; auto: as the launcher numbers processes"},
    {MERGE, "merge", NULL, "join the tables of all parts"},
    {PLOT, "plot", "[=svg|png|pdf|term|none]", "how plots are drawn (default: svg)"},
    {JSON_OPTION},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};
static const struct lt_option compare_options[] = {
    {'x', "x", "COLUMN", "abscissa; -COLUMN turns its sign"},
    {'y', "y", "COLUMN", "ordinate"},
    {WITHIN, "within", "TOL", "exit 1 if they are further apart, relative to the peak of A"},
    {JSON_OPTION},
    {HELP_OPTION},
    {0},
};

static const struct lt_option plot_options[] = {
    {'x', "x", "COLUMN", "abscissa; -COLUMN turns its sign"},
    {'y', "y", "COLUMN", "ordinate"},
    {'o', "output", "FILE", "the picture: .svg, .png or .pdf (default: A-x-y.svg)"},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

static const struct lt_option new_options[] = {
    {'o', "output", "DIR", "where the files go (default: here)"},
    {PLUGIN_OPTION},
    {HELP_OPTION},
    {0},
};

static const struct command commands[] = {
    {"run", "FILE...", "Run stage programs; write tables, results and plots.", run_options,
     command_run},
    {"check", "FILE...", "Read stage programs without running; print every error.", check_options,
     command_check},
    {"laws", "[NAME|FILE]", "List the contact laws, or describe one.", laws_options, command_laws},
    {"calibrate", "FILE", "Find the parameter whose simulated result meets a target.",
     calibrate_options, command_calibrate},
    {"sweep", "FILE", "Run a stage program at many points; write one table.", sweep_options,
     command_sweep},
    {"compare", "A.csv B.csv --x COLUMN --y COLUMN", "Say how far two recorded curves are apart.",
     compare_options, command_compare},
    {"plot", "A.csv... -x COLUMN -y COLUMN", "Draw recorded data.", plot_options, command_plot},
    {"new", "law NAME", "Write a first source and stage program of a law of your own.", new_options,
     command_new},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

static const char *const planned[] = {"fit", "verify", "report"};
enum { N_PLANNED = sizeof planned / sizeof planned[0] };

static void print_commands(void) {
    puts("Usage: lawtester COMMAND [FILE...] [options]\n\n"
         "Tests contact laws of the discrete element method, one contact at a time.\n");
    for (int i = 0; i < N_COMMANDS; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].summary);
    puts("\n'lawtester COMMAND --help' shows the options of a command; the FILE '-' is standard\n"
         "input. 'lawtester --version' shows the version.\n\n"
         "Exit codes: 0 done; 1 an expectation or a target was missed; 2 wrong command line;\n"
         "3 bad input file; 4 the run failed; 5 a file could not be read or written.");
}

static int print_next_steps(void) {
    fputs("lawtester tests contact laws of the discrete element method, one contact at a time.\n\n"
          "  lawtester laws             list the contact laws\n"
          "  lawtester run FILE.yaml    run a stage program; the results go to out/\n"
          "  lawtester --help           show all commands\n",
          stderr);
    return BAD_USAGE;
}

static bool set_colour(struct call *call, const char *when) {
    if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0) {
        call->colour = when[0] == 'a';
        return true;
    }
    return strcmp(when, "auto") == 0;
}

/* Store one option. False: what it was given makes no sense. */
static bool take_option(void *data, int key, const char *argument) {
    struct call *call = data;
    switch (key) {
    case 'D':
        call->defines[call->n_defines++].text = argument;
        return true;
    case 'h':
        call->help = true;
        return true;
    case 'j':
        call->jobs = atoi(argument);
        return call->jobs > 0 && call->jobs <= MOST_JOBS;
    case 'o':
        call->output = argument;
        return argument[0] != '\0';
    case 'x':
        call->x = argument;
        return true;
    case 'y':
        call->y = argument;
        return true;
    case COLOUR:
        return set_colour(call, argument);
    case JSON:
        call->json = true;
        return true;
    case MERGE:
        call->merge = true;
        return true;
    case PLUGIN:
        call->plugins[call->n_plugins++] = argument;
        return true;
    case SHARD:
        call->shard = argument;
        return true;
    case TIMING:
        call->timing = true;
        return true;
    case PLOT:
        call->format_given = true;
        call->format = LT_PLOT_SVG;
        return !argument || lt_output_format(argument, &call->format);
    case TO:
        call->to[call->n_to++] = argument;
        return true;
    case WITHIN:
        call->within = argument;
        return true;
    case VARY:
        call->vary[call->n_vary++] = argument;
        return true;
    default:
        return false;
    }
}

static int load_plugins(const struct call *call, struct lt_plugins *plugins) {
    int code = DONE;
    char why[LT_PLUGIN_WHY];
    for (size_t i = 0; i < call->n_plugins; i++) {
        enum lt_plugin_status status = lt_plugin_load(plugins, call->plugins[i], why, sizeof why);
        if (status == LT_PLUGIN_LOADED)
            continue;
        say("%s: %s", call->plugins[i], why);
        worsen(&code, status == LT_PLUGIN_BAD_FILE ? BAD_FILE : BAD_INPUT);
    }
    return code;
}

/* The laws outlive the programs that name them. */
static int perform_with_laws(struct call *call) {
    struct lt_plugins *plugins = lt_plugin_new();
    int code = load_plugins(call, plugins);
    call->laws = lt_plugin_laws(plugins);
    if (code == DONE)
        code = call->command->perform(call);
    lt_plugin_free(plugins);
    return code;
}

static int perform(const struct command *command, int argc, char **argv, struct lt_arena *arena) {
    size_t room = (size_t)argc;
    const char *no_color = getenv("NO_COLOR");
    struct call call = {.command = command,
                        .arena = arena,
                        .defines = lt_arena_get(arena, room * sizeof *call.defines),
                        .vary = lt_arena_get(arena, room * sizeof *call.vary),
                        .to = lt_arena_get(arena, room * sizeof *call.to),
                        .plugins = lt_arena_get(arena, room * sizeof *call.plugins),
                        .colour = is_terminal(STDOUT_FILENO) && !(no_color && no_color[0])};
    int operands;
    const char *why =
        lt_options_read(command->options, argc, argv, take_option, &call, &operands, arena);
    if (why)
        return misused(&call, "%s", why);
    if (call.help) {
        printf("Usage: lawtester %s %s [options]\n\n%s\n\n%s", command->name, command->arguments,
               command->summary, lt_options_help(command->options, arena));
        return DONE;
    }
    if ((command->perform == command_run || command->perform == command_sweep) && !call.output)
        call.output = "out";
    call.n_files = (size_t)(argc - operands);
    call.files = (const char **)(argv + operands);
    return perform_with_laws(&call);
}

static int unknown_command(const char *word, struct lt_arena *arena) {
    const char *names[N_COMMANDS];
    for (int i = 0; i < N_COMMANDS; i++)
        names[i] = commands[i].name;
    say("unknown %s '%s'%s\nTry 'lawtester --help'.", word[0] == '-' ? "option" : "command", word,
        lt_options_hint(word, names, N_COMMANDS, arena));
    return BAD_USAGE;
}

static int dispatch(int argc, char **argv, struct lt_arena *arena) {
    if (argc < 2)
        return print_next_steps();
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_commands();
        return DONE;
    }
    if (strcmp(word, "--version") == 0) {
        puts("lawtester " LT_VERSION);
        return DONE;
    }
    for (int i = 0; i < N_COMMANDS; i++)
        if (strcmp(word, commands[i].name) == 0)
            return perform(&commands[i], argc - 1, argv + 1, arena);
    for (int i = 0; i < N_PLANNED; i++)
        if (strcmp(word, planned[i]) == 0) {
            say("'%s' is not available in this version", word);
            return BAD_USAGE;
        }
    return unknown_command(word, arena);
}

/* A file that we write must not become the standard output that the caller has closed. */
static void hold_standard_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* fails as if closed */
}

int main(int argc, char **argv) {
    hold_standard_streams();
    gsl_set_error_handler_off(); /* GSL would abort; the solvers look at its return codes */
    catch_signals();
    struct lt_arena *arena = lt_arena_new();
    int code = dispatch(argc, argv, arena);
    lt_arena_free(arena);
    lt_units_close();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        say("standard output: %s", strerror(errno));
        worsen(&code, BAD_FILE);
    }
    if (interrupted) { /* end as the caller expects of a program that a signal ended */
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return code;
}
