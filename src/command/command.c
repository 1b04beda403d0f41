/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/errors.h"
#include "base/field.h"
#include "base/file.h"
#include "base/glyph.h"
#include "figure/curve.h"
#include "figure/kind.h"
#include "figure/output.h"
#include "result/record.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* One byte more than a stage program may have, so that the reader sees that it is too long. */
enum { READ_LIMIT = (1 << 20) + 1, MOST_JOBS = 1024 };

void lt_command_say(const char *format, ...) {
    va_list args;
    char *text;
    va_start(args, format);
    fflush(stdout);
    if (vasprintf(&text, format, args) >= 0) {
        lt_glyph_clean(text, "\t\n");
        fprintf(stderr, "lawtester: %s\n", text);
        free(text);
    }
    va_end(args);
}

int lt_command_misused(const struct call *call, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *why = lt_arena_vprint(call->arena, format, args);
    va_end(args);
    lt_command_say("%s\nTry 'lawtester %s --help'.", why, call->command->name);
    return BAD_USAGE;
}

int lt_command_unknown_law(const struct call *call, const char *word) {
    size_t count = 0;
    while (call->laws[count])
        count++;
    const char **names = lt_arena_get(call->arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = call->laws[i]->name;
    return lt_command_misused(call, "unknown law '%s'%s", word,
                              lt_options_choice(word, names, count, call->arena));
}

int lt_command_want_one_file(const struct call *call) {
    const char *name = call->command->name;
    if (call->n_files == 1)
        return DONE;
    if (call->n_files == 0)
        return lt_command_misused(call, "%s needs a FILE, a stage program", name);
    const char *second = call->files[1], *hint = "";
    if (access(second, F_OK) != 0)
        hint = "; the value of an option is one word: --vary NAME=LO:HI, --to RESULT=VALUE";
    return lt_command_misused(call, "%s takes one FILE, not both '%s' and '%s'%s", name,
                              call->files[0], second, hint);
}

void lt_command_print(char *text) {
    fputs(text, stdout);
    free(text);
}

void lt_command_print_json(const json_t *document) {
    char *text = lt_json_text(document);
    puts(text ? text : "null");
    free(text);
}

bool lt_command_is_terminal(int fd) {
    const char *term = getenv("TERM");
    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct progress lt_progress_begin(const char *name, const char *unit, double count) {
    return (struct progress){.name = name,
                             .unit = unit,
                             .count = count,
                             .before = -1,
                             .began = seconds_now(),
                             .terminal = lt_command_is_terminal(STDERR_FILENO),
                             .next = 5};
}

/* Is it time to say something? */
static bool is_due(struct progress *progress, double time) {
    double spent = time - progress->began;
    if (progress->terminal ? spent < 1 || time - progress->shown_at < 0.1 : spent < progress->next)
        return false;
    progress->shown_at = time;
    progress->next = 2 * spent;
    return true;
}

static void put_progress(const struct progress *progress, const char *text) {
    fprintf(stderr, progress->terminal ? "\r\033[K%s: %s" : "%s: %s\n", progress->name, text);
}

void lt_progress_show(double fraction, void *data) {
    struct progress *progress = data;
    double time = seconds_now(), spent = time - progress->began;
    if (progress->before < 0)
        progress->before = fraction;
    double gained = fraction - progress->before;
    if (!(gained > 0) || !is_due(progress, time))
        return;
    char rate[64] = "", each[32], text[200];
    if (progress->count > 0)
        snprintf(rate, sizeof rate, "%s %s/s, ",
                 lt_summary_short(gained * progress->count / spent, each, sizeof each),
                 progress->unit);
    double left = spent * (1 - fraction) / gained;
    snprintf(text, sizeof text, "%.0f %%, %s%.0f:%02.0f left", 100 * fraction, rate,
             floor(left / 60), floor(fmod(left, 60)));
    put_progress(progress, text);
}

void lt_progress_doing(const char *what, void *data) {
    struct progress *progress = data;
    double spent = seconds_now() - progress->began;
    if (spent < (progress->terminal ? 1 : 5))
        return;
    put_progress(progress, what);
    progress->shown_at = seconds_now();
}

void lt_progress_end(const struct progress *progress) {
    if (progress->terminal && progress->shown_at > 0)
        fputs("\r\033[K", stderr);
}

void lt_command_worsen(int *code, int other) {
    *code = other > *code ? other : *code;
}
const char *lt_command_name_of(const char *file) {
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

void lt_command_close(struct opened *opened) {
    lt_program_free(opened->program);
    free(opened->text);
}

/* What was read, or why it could not be. */
static int finish_opening(struct opened *opened, struct lt_errors *errors) {
    int code = opened->program ? DONE : code_of_errors(errors);
    if (errors->count > 0) {
        char *text = lt_errors_text(errors);
        fflush(stdout);
        fputs(text, stderr);
        free(text);
    }
    if (code != DONE)
        lt_command_close(opened);
    lt_errors_free(errors);
    return code;
}

/* "motion.dt=1e-7:1e-6", not "kn=1.5:2". */
static bool names_path(const char *vary) {
    size_t length = strcspn(vary, "=");
    return strcspn(vary, ".[") < length && strncmp(vary, "law.", 4) != 0;
}

/* Definitions, and the unknowns that a let must stand for. */
static const struct lt_define *defines_of(const struct call *call, size_t *n) {
    struct lt_define *all =
        lt_arena_get(call->arena, (call->n_defines + call->n_vary + 1) * sizeof *all);
    *n = 0;
    for (size_t i = 0; i < call->n_defines; i++)
        all[(*n)++] = call->defines[i];
    for (size_t i = 0; i < call->n_vary; i++)
        if (names_path(call->vary[i]))
            all[(*n)++] = (struct lt_define){.text = call->vary[i], .vary = true};
    return all;
}

int lt_command_open_as(const struct call *call, const char *file, const struct opened *first,
                       const char *law, struct opened *opened) {
    const struct lt_source *source = first->program->source;
    struct lt_errors *errors = lt_errors_new();
    size_t n;
    const struct lt_define *defines = defines_of(call, &n);
    *opened = (struct opened){0};
    opened->program = lt_read_as(call->laws, law, lt_command_name_of(file), source->text,
                                 source->length, defines, n, errors);
    int code = finish_opening(opened, errors);
    if (code != DONE)
        *opened = (struct opened){0};
    return code;
}

static int open_for(bool sweeping, const struct call *call, const char *file,
                    struct opened *opened) {
    size_t length;
    *opened = (struct opened){.text = lt_file_read(file, READ_LIMIT, &length)};
    if (!opened->text) {
        if (!interrupted)
            lt_command_say("%s: %s", lt_command_name_of(file), strerror(errno));
        return BAD_FILE;
    }
    struct lt_errors *errors = lt_errors_new();
    size_t n;
    const struct lt_define *defines = defines_of(call, &n);
    opened->program = lt_read_with(call->laws, sweeping, lt_command_name_of(file), opened->text,
                                   length, defines, n, errors);
    return finish_opening(opened, errors);
}

int lt_command_open(const struct call *call, const char *file, struct opened *opened) {
    return open_for(false, call, file, opened);
}

int lt_command_open_for_sweep(const struct call *call, const char *file, struct opened *opened) {
    return open_for(true, call, file, opened);
}

int lt_command_code_of_output(const struct lt_output *output) {
    if (output->aside[0])
        lt_command_say("note: what %s left is in %s/previous now:%s",
                       output->foreign ? "another program of this name" : "an earlier call",
                       output->directory, output->aside);
    if (output->missing[0])
        lt_command_say("%s%s", output->format_given ? "" : "note: ", output->missing);
    if (output->failed[0])
        lt_command_say("%s", output->failed);
    return output->failed[0] || (output->missing[0] && output->format_given) ? BAD_FILE : DONE;
}

struct lt_output lt_command_output(const struct call *call) {
    struct lt_output output = {.arena = call->arena,
                               .directory = call->output,
                               .format = call->format,
                               .format_given = call->format_given,
                               .theme = call->theme,
                               .size = call->size};
    lt_output_begin(&output);
    return output;
}

static bool make_directory(const struct call *call) {
    bool made = lt_file_make_directory(call->output, call->arena);
    if (!made)
        lt_command_say("%s: %s", call->output, strerror(errno));
    return made;
}

int lt_command_write_table(const struct call *call, const char *path,
                           bool (*put)(FILE *file, void *data), void *data) {
    char why[512];
    if (!make_directory(call))
        return BAD_FILE;
    if (lt_record_stream(path, put, data, why, sizeof why))
        return DONE;
    lt_command_say("%s", why);
    return BAD_FILE;
}

int lt_command_ready_output(const struct call *call, const struct lt_program *program,
                            const char *kind) {
    struct lt_output output = lt_command_output(call);
    if (!make_directory(call))
        return BAD_FILE;
    return lt_output_spares(&output, program, kind) ? DONE : lt_command_code_of_output(&output);
}

int lt_command_code_of_table(const char *file) {
    struct stat status;
    bool readable = stat(file, &status) == 0 && !S_ISDIR(status.st_mode) && access(file, R_OK) == 0;
    return readable ? BAD_INPUT : BAD_FILE;
}

void lt_command_note_commas(const char *file, const struct lt_csv *csv) {
    if (csv->comma)
        lt_command_say("note: %s: " LT_FIELD_COMMAS, file);
}

int lt_command_read_curve(const struct call *call, const char *file, struct lt_curve *curve) {
    char why[512];
    struct lt_csv *csv = lt_csv_read(file, why, sizeof why);
    if (!csv) {
        if (!interrupted)
            lt_command_say("%s", why);
        return lt_command_code_of_table(file);
    }
    lt_command_note_commas(file, csv);
    const char *wrong = lt_curve_read(curve, csv, call->x, call->y, call->arena);
    lt_csv_free(csv);
    if (wrong)
        return lt_command_misused(call, "%s: %s", file, wrong);
    curve->label = call->n_files > 1 ? lt_file_stem(file, call->arena) : NULL;
    return DONE;
}

static const char *const colour_words[] = {"auto", "always", "never", NULL};

const struct lt_option_words option_words[] = {{COLOUR, colour_words},
                                               {KIND, lt_kind_words},
                                               {PLOT, lt_output_formats},
                                               {THEME, lt_theme_words},
                                               {0}};

static bool set_colour(struct call *call, const char *when) {
    if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0) {
        call->colour = when[0] == 'a';
        return true;
    }
    return strcmp(when, "auto") == 0;
}

static bool set_kind(struct call *call, const char *word) {
    int i = 0;
    while (lt_kind_words[i] && strcmp(word, lt_kind_words[i]) != 0)
        i++;
    call->kind = (enum lt_kind)(LT_KIND_NORMAL + i);
    return lt_kind_words[i];
}

static bool set_seed(struct call *call, const char *number) {
    char *end;
    call->seed = strtoul(number, &end, 10);
    return number[0] >= '0' && number[0] <= '9' && !*end && call->seed > 0 &&
           call->seed <= UINT32_MAX;
}

bool lt_command_take_option(void *data, int key, const char *argument) {
    struct call *call = data;
    switch (key) {
    case 'D':
        call->defines[call->n_defines++] = (struct lt_define){.text = argument};
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
    case 'q':
        call->detail = LT_BRIEF;
        return true;
    case 'v':
        call->detail = LT_FULL;
        return true;
    case 'x':
        call->x = argument;
        return true;
    case 'y':
        call->y = argument;
        return true;
    case AS_RUN:
        call->as_run = true;
        return true;
    case LAW:
        call->law[call->n_law++] = argument;
        return true;
    case DATA:
        call->data[call->n_data++] = argument;
        return true;
    case COLOUR:
        return set_colour(call, argument);
    case FOR:
        call->code = argument;
        return true;
    case FORMULAS:
        call->formulas = true;
        return true;
    case JSON:
        call->json = true;
        return true;
    case KIND:
        return set_kind(call, argument);
    case MERGE:
        call->merge = true;
        return true;
    case PLUGIN:
        call->plugins[call->n_plugins++] = argument;
        return true;
    case SEED:
        return set_seed(call, argument);
    case SHARD:
        call->shard = argument;
        return true;
    case SIZE:
        return lt_output_size(argument, &call->size);
    case SPEEDS:
        call->speeds = argument;
        return true;
    case TIMING:
        call->timing = true;
        return true;
    case PLOT:
        call->format_given = true;
        call->format = LT_PLOT_SVG;
        return !argument || lt_output_format(argument, &call->format);
    case THEME:
        call->theme = lt_output_theme(argument);
        return call->theme != LT_THEME_NONE;
    case TITLE:
        call->title = argument;
        return true;
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
