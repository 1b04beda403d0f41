/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "base/errors.h"
#include "base/field.h"
#include "base/file.h"
#include "base/glyph.h"
#include "base/memory.h"
#include "command/codes.h"
#include "figure/output.h"
#include "registry/laws.h"
#include "result/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One byte above the limit, so that the reader detects a file that is too long. */
enum { READ_LIMIT = (1 << 20) + 1 };

#define ENTRY(name) &command_##name,
const struct command *const commands[] = {LT_COMMAND_LIST(ENTRY) NULL};

const struct lt_removed lt_command_removed[] = {
    {"--compile",
     "write the law in C with 'lawtester law export', compile it and load it with --plugin"},
    {"--shard",
     "in Python lawtester.sweep('FILE', executor=E, folder='out') shares a sweep among machines"},
    {"--merge", "in Python lawtester.sweep('FILE', executor=E, folder='out') makes one table"},
    {.option = NULL},
};

/* A call of COMMAND without operands, with default options. */
struct call *lt_command_call(const struct command *command, struct lt_arena *arena) {
    size_t size = command->size > 0 ? command->size : sizeof(struct call);
    struct call *call = lt_arena_get(arena, size);
    call->command = command;
    call->arena = arena;
    call->output = command->output;
    return call;
}

/* Prints a message to stderr, without control characters, after what stdout has so far. */
void lt_command_say(const char *format, ...) {
    va_list args;
    char *text;
    va_start(args, format);
    fflush(stdout);
    if (vasprintf(&text, format, args) < 0)
        lt_memory_out();
    va_end(args);
    lt_glyph_clean(text, "\t\n");
    fprintf(stderr, "lawtester: %s\n", text);
    free(text);
}

/* Reports an error of the command line; returns BAD_USAGE. */
int lt_command_misused(const struct call *call, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *why = lt_arena_vprint(call->arena, format, args);
    va_end(args);
    lt_command_say("%s\nTry 'lawtester %s --help'.", why, call->command->name);
    return BAD_USAGE;
}

/* Reports an unknown law with a hint at a similar one; returns BAD_USAGE. */
int lt_command_unknown_law(const struct call *call, const char *word) {
    size_t count;
    const char **names = lt_laws_names(call->laws, &count, call->arena);
    const char *hint = lt_options_choice(word, names, count, call->arena);
    return lt_command_misused(
        call, "unknown law '%s'%s", word,
        *hint ? hint
              : "; 'lawtester laws' lists them, 'lawtester laws --presets' names of other codes");
}

/* DONE if there is exactly one FILE; else a message and BAD_USAGE. */
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

/* Prints a text and frees it. */
void lt_command_print(char *text) {
    fputs(text, stdout);
    free(text);
}

/* Prints the errors to stderr, after what stdout has so far. */
void lt_command_print_errors(const struct lt_errors *errors) {
    if (errors->count == 0)
        return;
    char *text = lt_errors_text(errors);
    fflush(stdout);
    fputs(text, stderr);
    free(text);
}

/* Prints a JSON document and releases it. */
void lt_command_print_json(json_t *document) {
    lt_command_print(lt_json_text_last(document));
    putchar('\n');
}

/* True if the descriptor is a terminal that can move its cursor; TERM=dumb cannot. */
bool lt_command_is_terminal(int fd) {
    const char *term = getenv("TERM");
    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

/* Raises *CODE to the exit code OTHER if that is greater, which means worse. */
void lt_command_worsen(int *code, int other) {
    *code = other > *code ? other : *code;
}

/* A file's name for messages; "-" is standard input. */
const char *lt_command_name_of(const char *file) {
    return strcmp(file, "-") == 0 ? "stdin" : file;
}

/* The exit code for errors of a program: BAD_USAGE if all are in arguments of the command line,
 * RUN_FAILED if memory was lacking, else BAD_INPUT. */
int lt_command_code_of_errors(const struct lt_errors *errors) {
    if (errors->lacks)
        return RUN_FAILED;
    for (size_t i = 0; i < errors->count; i++) {
        const struct lt_error *error = &errors->list[i];
        if (error->severity == LT_ERROR && !(error->mark.source && error->mark.source->argument))
            return BAD_INPUT;
    }
    return BAD_USAGE;
}

/* Frees an opened program and its text. */
void lt_command_close(struct opened *opened) {
    lt_program_free(opened->program);
    free(opened->text);
}

/* Prints and frees the errors of a program that was read, and closes it if it is faulty. Returns
 * the exit code: DONE, BAD_FILE if a compiler or headers for its law are missing, else that of the
 * errors. */
static int finish_opening(struct opened *opened, struct lt_errors *errors) {
    int code = opened->program ? DONE : lt_command_code_of_errors(errors);
    code = code != DONE && lt_codes_lack() ? BAD_FILE : code;
    lt_command_print_errors(errors);
    if (code != DONE)
        lt_command_close(opened);
    lt_errors_free(errors);
    return code;
}

/* True if an argument of --vary is a path, which has a dot or a bracket before "=", such as
 * "motion.dt=1e-7:1e-6". False: it is a name, "kn=1.5:2" or "law.kn=1.5:2". */
static bool names_path(const char *vary) {
    size_t length = strcspn(vary, "=");
    return strcspn(vary, ".[") < length && strncmp(vary, "law.", 4) != 0;
}

/* The arguments of -D and the paths of --vary, *N of them. */
const struct lt_define *lt_command_defines(const struct call *call, size_t *n) {
    const struct lt_words *defines = &call->defines, *vary = &call->vary;
    struct lt_define *all =
        lt_arena_get(call->arena, (defines->count + vary->count + 1) * sizeof *all);
    *n = 0;
    for (size_t i = 0; i < defines->count; i++)
        all[(*n)++] = (struct lt_define){.text = defines->list[i]};
    for (size_t i = 0; i < vary->count; i++)
        if (names_path(vary->list[i]))
            all[(*n)++] = (struct lt_define){.text = vary->list[i], .vary = true};
    return all;
}

/* A copy of the call with further arguments of -D, which end with NULL, after its own. */
struct call lt_command_with_defines(const struct call *call, const char *const *more) {
    struct call with = *call;
    struct lt_words *defines = &with.defines;
    size_t n = 0;
    while (more[n])
        n++;
    defines->list = lt_arena_get(call->arena, (defines->count + n + 1) * sizeof *defines->list);
    for (size_t i = 0; i < call->defines.count; i++)
        defines->list[i] = call->defines.list[i];
    for (size_t i = 0; i < n; i++)
        defines->list[defines->count++] = more[i];
    return with;
}

/* Reads the text of an opened program again, with the law LAW in place of its own. Returns the exit
 * code. */
int lt_command_open_as(const struct call *call, const char *file, const struct opened *first,
                       const char *law, struct opened *opened) {
    const struct lt_source *source = first->program->source;
    struct lt_errors *errors = lt_errors_new();
    size_t n;
    const struct lt_define *defines = lt_command_defines(call, &n);
    *opened = (struct opened){0};
    opened->program = lt_read_as(call->laws, law, lt_command_name_of(file), source->text,
                                 source->length, defines, n, errors);
    int code = finish_opening(opened, errors);
    if (code != DONE)
        *opened = (struct opened){0};
    return code;
}

/* Reads a stage program for running or, if SWEEPING, for a sweep, and prints its errors. Returns
 * the exit code. */
static int open_for(bool sweeping, const struct call *call, const char *file,
                    struct opened *opened) {
    size_t length;
    *opened = (struct opened){.text = lt_file_read(file, READ_LIMIT, &length)};
    if (!opened->text) {
        if (!interrupted)
            lt_command_say("%s: %s", lt_command_name_of(file), lt_file_reason(errno));
        return BAD_FILE;
    }
    struct lt_errors *errors = lt_errors_new();
    size_t n;
    const struct lt_define *defines = lt_command_defines(call, &n);
    opened->program = lt_read_with(call->laws, sweeping, lt_command_name_of(file), opened->text,
                                   length, defines, n, errors);
    int code = finish_opening(opened, errors);
    if (code == DONE && ((code = lt_codes_check(call, file, opened->program)) != DONE ||
                         (code = lt_codes_follow(call, opened->program)) != DONE))
        lt_command_close(opened);
    if (code == DONE)
        lt_codes_move(file, opened->program);
    return code;
}

/* Reads a stage program to run it and prints its errors. Returns the exit code; the program must be
 * closed if that is DONE. */
int lt_command_open(const struct call *call, const char *file, struct opened *opened) {
    return open_for(false, call, file, opened);
}

/* As lt_command_open(), for a program whose section sweep is wanted. */
int lt_command_open_for_sweep(const struct call *call, const char *file, struct opened *opened) {
    return open_for(true, call, file, opened);
}

/* Reports output that could not be written and files that were moved; returns the exit code. A
 * missing drawing is an error only if it was requested. */
int lt_command_code_of_output(const struct lt_output *output) {
    if (output->aside[0])
        lt_command_say("note: files of %s were moved to %s/previous:%s",
                       output->foreign ? "another program of this name" : "an earlier call",
                       output->directory, output->aside);
    if (output->missing[0])
        lt_command_say("%s%s", output->format_given ? "" : "note: ", output->missing);
    if (output->failed[0])
        lt_command_say("%s", output->failed);
    return output->failed[0] || (output->missing[0] && output->format_given) ? BAD_FILE : DONE;
}

/* The output settings of the command line. */
struct lt_output lt_command_output(const struct call *call) {
    struct lt_output output = {.arena = call->arena,
                               .directory = call->output,
                               .format = (enum lt_plot_format)(call->plot > 0 ? call->plot - 1 : 0),
                               .format_given = call->plot > 0,
                               .theme = (enum lt_theme)call->theme,
                               .size = call->size};
    lt_output_begin(&output);
    return output;
}

/* Makes the directory of -o. False: that is impossible, and a message has been printed. */
static bool make_directory(const struct call *call) {
    bool made = lt_file_make_directory(call->output, call->arena);
    if (!made)
        lt_command_say("%s: %s", call->output, strerror(errno));
    return made;
}

/* Writes a file, whose contents PUT writes from DATA; returns the exit code. */
static int write_file(const char *path, bool (*put)(FILE *file, void *data), void *data) {
    char why[512];
    if (lt_record_stream(path, put, data, why, sizeof why))
        return DONE;
    lt_command_say("%s", why);
    return BAD_FILE;
}

/* Writes a file, whose contents PUT writes from DATA, and prints its name; returns the exit code.
 */
int lt_command_write_page(const char *path, bool (*put)(FILE *file, void *data), void *data) {
    const int code = write_file(path, put, data);
    if (code == DONE)
        puts(path);
    return code;
}

/* Writes a table, whose contents PUT writes from DATA, and makes its directory; returns the exit
 * code. */
int lt_command_write_table(const struct call *call, const char *path,
                           bool (*put)(FILE *file, void *data), void *data) {
    return make_directory(call) ? write_file(path, put, data) : BAD_FILE;
}

/* Makes the directory for a program's output. DONE; else a message: the directory cannot be made,
 * or the output with the ending KIND ("", ".sweep", ".fit", ".speeds") would overwrite a file that
 * the program reads. */
int lt_command_ready_output(const struct call *call, const struct lt_program *program,
                            const char *kind) {
    struct lt_output output = lt_command_output(call);
    if (!make_directory(call))
        return BAD_FILE;
    return lt_output_spares(&output, program, kind) ? DONE : lt_command_code_of_output(&output);
}

/* DONE, or a message and BAD_USAGE if the file OUTPUT (NULL: none) is the same as INPUT. */
int lt_command_spare(const struct call *call, const char *output, const char *input) {
    return output && lt_file_same(output, input)
               ? lt_command_misused(call,
                                    "%s would be overwritten, but it is read; give another "
                                    "name or directory with -o",
                                    output)
               : DONE;
}

/* DONE, or a message and BAD_USAGE if OUTPUT is a file that the program reads. */
int lt_command_spare_program(const struct call *call, const char *output,
                             const struct lt_program *program) {
    int code = lt_command_spare(call, output, program->source->name);
    for (const struct lt_read *read = program->reads; read && code == DONE; read = read->next)
        code = lt_command_spare(call, output, read->path);
    return code;
}

/* The exit code for a faulty table: BAD_FILE if it cannot be read at all, else BAD_INPUT. */
static int code_of_table(const char *file) {
    struct stat status;
    bool readable = strcmp(file, "-") == 0 || (stat(file, &status) == 0 &&
                                               !S_ISDIR(status.st_mode) && access(file, R_OK) == 0);
    return readable ? BAD_INPUT : BAD_FILE;
}

/* Sets *HOW to the options that describe a table, such as --skip and --header. DONE, or a message
 * and BAD_USAGE if --header or --rows is faulty. */
int lt_command_table(const struct call *call, struct lt_columns_how *how) {
    long header;
    size_t first, last;
    *how = (struct lt_columns_how){.skip = call->table.skip,
                                   .header = call->table.header,
                                   .comment = call->table.comment,
                                   .rows = call->table.rows,
                                   .block = call->table.block,
                                   .where = call->table.where};
    const char *wrong = lt_columns_header(how->header, &header);
    if (wrong)
        return lt_command_misused(call, "--header '%s': %s", how->header, wrong);
    wrong = lt_columns_rows(how->rows, &first, &last);
    return wrong ? lt_command_misused(call, "--rows '%s': %s", how->rows, wrong) : DONE;
}

/* Prints and frees the errors and notes about a table; returns the exit code. */
int lt_command_end_table(const char *file, struct lt_errors *errors) {
    const int code = errors->lacks ? RUN_FAILED : errors->failures > 0 ? code_of_table(file) : DONE;
    if (!interrupted)
        lt_command_print_errors(errors);
    lt_errors_free(errors);
    return code;
}

/* Reads a size of figures, such as "133x83" (mm), into a struct lt_size. False: it is none. */
bool lt_command_size(const char *argument, void *size) {
    return lt_output_size(argument, size);
}
