/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h: shared by the commands of the program. Each command is a file of this folder, with its
 * options and its function. Only these files and main.c print: data to stdout, messages to stderr.
 */
#ifndef LT_COMMAND_H
#define LT_COMMAND_H

#include "base/arena.h"
#include "base/columns.h"
#include "base/options.h"
#include "command/propose.h"
#include "config.h"
#include "figure/output.h"
#include "figure/plot.h"
#include "program/program.h"
#include "result/summary.h"
#include "run/run.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>

struct lt_errors;

/* The exit codes that scripts rely on; an interrupted run ends by its signal (130, 143). */
enum { DONE = 0, FELL_SHORT = 1, BAD_USAGE = 2, BAD_INPUT = 3, RUN_FAILED = 4, BAD_FILE = 5 };

struct command;

/* The arguments of a command. The first member of the struct of its options, if it has its own. */
struct call {
    const struct command *command;
    struct lt_arena *arena;
    const char **files;
    size_t n_files;
    const struct lt_law *const *laws; /* the built-in ones and those of the plug-ins */

    /* Options of several commands. */
    struct lt_words defines, vary, plugins, allowed;
    const char *in, *library; /* the external code; NULL: none. Its file; NULL: as installed */
    const char *headers;      /* that laws in formulas are compiled with for it */
    int code;                 /* --for: number of lt_deck_codes, from 1; 0: none */
    unsigned long
        time_limit; /* s, of a run in the code or of a check of verify --plugin; 0: not given */
    const char *output;
    int plot;  /* 1 + enum lt_plot_format; 0: not given */
    int theme; /* enum lt_theme */
    struct lt_size size;
    struct {
        unsigned long skip;
        const char *header, *comment, *where, *rows, *block;
    } table;                     /* what is said of tables */
    int detail;                  /* enum lt_detail */
    bool json, help, no_sandbox; /* of --allow-style */
};

/* A command: its word in the list of src/meson.build, and this in command/WORD.c. */
struct command {
    const char *name, *arguments, *summary;
    const struct lt_option *options;
    size_t size;                                     /* of its options; 0: struct call is all */
    int (*perform)(const struct call *call);         /* the exit code */
    const char *output;                              /* DIR or FILE if none is given */
    bool codes;                                      /* it takes several with --in */
    void (*propose)(struct lt_proposals *proposals); /* completion of operands; NULL: it has none */
};

extern const struct command *const commands[]; /* all of them; ends with NULL */
#define COMMAND_(name) extern const struct command command_##name;
LT_COMMAND_LIST(COMMAND_)

/* Options of any command that have gone, with what to type instead: whoever removes one adds a row.
 */
extern const struct lt_removed lt_command_removed[];

/* A call of COMMAND without operands, with default options. */
struct call *lt_command_call(const struct command *command, struct lt_arena *arena);

/* True if --plot is given with this format. */
static inline bool lt_command_draws(const struct call *call, enum lt_plot_format format) {
    return call->plot == 1 + (int)format;
}

/* Rows of options of several commands. */
enum { MOST_JOBS = 1024 };
#define DEFINE_OPTION                                                                              \
    LT_OPTION('D', struct call, defines, "define", "NAME=VALUE",                                   \
              "set a let, a parameter or a path (motion.dt)",                                      \
              .propose = lt_propose_program_definition)
#define JSON_OPTION                                                                                \
    LT_OPTION(0, struct call, json, "json", NULL, "one JSON document on standard output")
#define PLUGIN_OPTION                                                                              \
    LT_OPTION(0, struct call, plugins, "plugin", "PATH",                                           \
              "load laws from a shared object; may be repeated", .propose = lt_propose_plugins)
#define IN_OPTION                                                                                  \
    LT_OPTION(0, struct call, in, "in", "CODE",                                                    \
              "lammps, liggghts, yade or ./your-code computes the law", .propose = lt_propose_in)
#define FOR_OPTION(help)                                                                           \
    LT_OPTION(0, struct call, code, "for", "CODE", help, .words = lt_deck_words,                   \
              .propose = lt_codes_propose)
#define OVERLAY_OPTION(help) LT_OPTION(0, struct request, overlay, "overlay", NULL, help)
#define LIBRARY_OPTION                                                                             \
    LT_OPTION(0, struct call, library, "library", "PATH",                                          \
              "the code's shared object or program, if not the installed one")
#define ALLOW_OPTION                                                                               \
    LT_OPTION(                                                                                     \
        0, struct call, allowed, "allow-style", "NAME",                                            \
        "allow a style or word in a code's lines that lawtester does not know; the code then "     \
        "runs in a sandbox (bubblewrap)")
/* Options of all commands that run programs. */
#define LIMIT_OPTION                                                                               \
    LT_OPTION(0, struct call, time_limit, "time-limit", "S",                                       \
              "seconds for a run of the code, or a check of verify --plugin; then it is killed",   \
              .number = 86400)
#define NO_SANDBOX_OPTION                                                                          \
    LT_OPTION(0, struct call, no_sandbox, "no-sandbox", NULL,                                      \
              "with --allow-style: run the code without the sandbox")
#define HEADERS_OPTION                                                                             \
    LT_OPTION(0, struct call, headers, "headers", "DIR",                                           \
              "--in lammps or liggghts: the headers that a law in formulas is compiled with "      \
              "(scripts/deploy-headers DIR)",                                                      \
              .propose = lt_propose_folders)
#define CODE_OPTIONS                                                                               \
    IN_OPTION, LIBRARY_OPTION, HEADERS_OPTION, ALLOW_OPTION, NO_SANDBOX_OPTION, LIMIT_OPTION
#define PLOT_OPTION                                                                                \
    LT_OPTION(0, struct call, plot, "plot", "[=WORDS]", "how plots are drawn (default: svg)",      \
              .words = lt_output_formats)
#define QUIET_OPTION                                                                               \
    LT_OPTION('q', struct call, detail, "quiet", NULL, "show only what failed", .number = LT_BRIEF)
#define SILENT_OPTION                                                                              \
    LT_OPTION('q', struct call, detail, "quiet", NULL, "show no progress", .number = LT_BRIEF)
#define THEME_OPTION                                                                               \
    LT_OPTION(0, struct call, theme, "theme", "WORDS",                                             \
              "colours for a light or dark page (auto: SVG adapts to the viewer)",                 \
              .words = lt_theme_words)
#define SIZE_OPTION                                                                                \
    LT_OPTION(0, struct call, size, "size", "WxH",                                                 \
              "size of figures in print, in mm, 50 to 500 (default: 133x83)",                      \
              .read = lt_command_size)
#define HELP_OPTION LT_OPTION('h', struct call, help, "help", NULL, "show this help")
/* Options that describe a table, see struct lt_columns_how. */
#define TABLE_OPTIONS                                                                              \
    LT_OPTION(0, struct call, table.skip, "skip", "N", "leave out the first N lines of a table",   \
              .number = 1000000000),                                                               \
        LT_OPTION(0, struct call, table.header, "header", "N",                                     \
                  "the line of a table that has the names; none: it has no names"),                \
        LT_OPTION(0, struct call, table.comment, "comment", "TEXT",                                \
                  "what comments of a table begin with (default: #)", .may_be_empty = true),       \
        LT_OPTION(0, struct call, table.where, "where", "FORMULA",                                 \
                  "only rows for which this formula over the columns is true"),                    \
        LT_OPTION(0, struct call, table.rows, "rows", "FROM..TO", "only these rows, from 1 on"),   \
        LT_OPTION(0, struct call, table.block, "block", "BLOCK",                                   \
                  "a part of a table: its number, its name or all")
#define OUTPUT_OPTION(argument, help, propose_)                                                    \
    LT_OPTION('o', struct call, output, "output", argument, help, .propose = propose_)
#define FOLDER_OPTION(help) OUTPUT_OPTION("DIR", help, lt_propose_folders)
#define VARY_OPTION(help)                                                                          \
    LT_OPTION(0, struct call, vary, "vary", "NAME[=LO:HI]", help,                                  \
              .propose = lt_propose_program_unknown)

/* Reads a size such as "133x83" (mm) into SIZE, a struct lt_size. False: it is none. */
bool lt_command_size(const char *argument, void *size);

extern volatile sig_atomic_t interrupted; /* the signal's number, or 0 */

/* ---- Talk ------------------------------------------------------------------------------------ */

__attribute__((format(printf, 1, 2))) void lt_command_say(const char *format, ...);

/* Report an error of the command line; returns BAD_USAGE. */
__attribute__((format(printf, 2, 3))) int lt_command_misused(const struct call *call,
                                                             const char *format, ...);
int lt_command_unknown_law(const struct call *call, const char *word);

/* DONE if there is exactly one FILE; else a message and BAD_USAGE. */
int lt_command_want_one_file(const struct call *call);

/* Print a text from malloc(), or a document, to stdout, and release it. */
void lt_command_print(char *text);
void lt_command_print_json(json_t *document);

/* Prints the errors to stderr. */
void lt_command_print_errors(const struct lt_errors *errors);

/* Errors in arguments of the command line only: BAD_USAGE; else BAD_INPUT. */
int lt_command_code_of_errors(const struct lt_errors *errors);

/* True if the descriptor is a terminal that can move its cursor. */
bool lt_command_is_terminal(int fd);

/* Raises *CODE to the exit code OTHER if that is greater, which means worse. */
void lt_command_worsen(int *code, int other);

/* ---- Files ----------------------------------------------------------------------------------- */

struct opened {
    char *text;
    struct lt_program *program;
};

/* A file's name for messages. */
const char *lt_command_name_of(const char *file);

/* Read a stage program and print its errors. Must be closed if DONE. */
int lt_command_open(const struct call *call, const char *file, struct opened *opened);
int lt_command_open_for_sweep(const struct call *call, const char *file, struct opened *opened);
/* Read the text of an opened program again, with another law in place of its own. */
int lt_command_open_as(const struct call *call, const char *file, const struct opened *first,
                       const char *law, struct opened *opened);
void lt_command_close(struct opened *opened);

/* The arguments of -D, *n of them, and the paths of --vary. */
const struct lt_define *lt_command_defines(const struct call *call, size_t *n);

/* The call with further arguments of -D after its own; MORE ends with NULL. */
struct call lt_command_with_defines(const struct call *call, const char *const *more);

/* Reads the options that describe a table. DONE, or a message. */
int lt_command_table(const struct call *call, struct lt_columns_how *how);
/* Print errors and notes about a table and free them: DONE, or the exit code for a bad or missing
 * file. */
int lt_command_end_table(const char *file, struct lt_errors *errors);

/* The output settings of the command line. */
struct lt_output lt_command_output(const struct call *call);

/* Write a file; print its name, too. Not DONE and a message: it could not be written. */
int lt_command_write_page(const char *path, bool (*put)(FILE *file, void *data), void *data);

/* Write a table to PATH and make its directory; not DONE and a message: it could not be written. */
int lt_command_write_table(const struct call *call, const char *path,
                           bool (*put)(FILE *file, void *data), void *data);

/* Reports output that could not be written. A missing drawing is an error only if it was requested.
 * */
int lt_command_code_of_output(const struct lt_output *output);

/* Make the directory for a program's output. Not DONE and a message: the output would overwrite a
 * file that the program reads; KIND is "", ".sweep", ".fit" or ".speeds". */
int lt_command_ready_output(const struct call *call, const struct lt_program *program,
                            const char *kind);

/* Not DONE, and a message, if OUTPUT (NULL: nothing) would overwrite INPUT; the second function: a
 * file that PROGRAM reads. */
int lt_command_spare(const struct call *call, const char *output, const char *input);
int lt_command_spare_program(const struct call *call, const char *output,
                             const struct lt_program *program);

#endif
