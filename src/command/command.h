/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h: what the commands of the program share. A command is one file of this folder: its
 * options and what it does. These files and main.c alone print: data to stdout, talk to stderr. */
#ifndef LT_COMMAND_H
#define LT_COMMAND_H

#include "base/arena.h"
#include "base/options.h"
#include "command/propose.h"
#include "config.h"
#include "figure/output.h"
#include "figure/plot.h"
#include "model/program.h"
#include "result/summary.h"
#include "run/run.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>

struct lt_errors;

/* The exit codes that scripts rely on; an interrupted run ends by its signal (130, 143). */
enum { DONE = 0, FELL_SHORT = 1, BAD_USAGE = 2, BAD_INPUT = 3, RUN_FAILED = 4, BAD_FILE = 5 };

struct command;

/* What a command was called with; the first member of its options, if it has some of its own. */
struct call {
    const struct command *command;
    struct lt_arena *arena;
    const char **files;
    size_t n_files;
    const struct lt_law *const *laws; /* the built-in ones and those of the plug-ins */

    /* Options that several commands have. */
    struct lt_words defines, vary, plugins, allowed;
    const char *in, *library; /* the code to be asked; NULL: none. Its file; NULL: as installed */
    const char *output;
    int plot;  /* 1 + enum lt_plot_format; 0: not given */
    int theme; /* enum lt_theme */
    struct lt_size size;
    int detail; /* enum lt_detail */
    bool json, help;
};

/* A command: its word in the list of src/meson.build, and this in command/WORD.c. */
struct command {
    const char *name, *arguments, *summary;
    const struct lt_option *options;
    size_t size;                             /* of its options; 0: struct call is all */
    int (*perform)(const struct call *call); /* the exit code */
    const char *output;                      /* DIR or FILE if none is given */
    void (*propose)(
        struct lt_proposals *proposals); /* operands, to a shell; NULL: there are none */
};

extern const struct command *const commands[]; /* all of them; ends with NULL */
#define COMMAND_(name) extern const struct command command_##name;
LT_COMMAND_LIST(COMMAND_)

/* A call of COMMAND without operands, its options at rest. */
struct call *lt_command_call(const struct command *command, struct lt_arena *arena);

static inline bool lt_command_draws(const struct call *call, enum lt_plot_format format) {
    return call->plot == 1 + (int)format;
}

/* Rows of options that several commands have. */
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
              "start lammps, liggghts or yade: the law is that code's own",                        \
              .propose = lt_propose_in)
#define LIBRARY_OPTION                                                                             \
    LT_OPTION(0, struct call, library, "library", "PATH",                                          \
              "that code's shared object, or program, if it is not the installed one")
#define ALLOW_OPTION                                                                               \
    LT_OPTION(0, struct call, allowed, "allow-style", "NAME",                                      \
              "let a code's line name a style, or a word, that is not known here")
/* Of all commands that run programs. */
#define CODE_OPTIONS IN_OPTION, LIBRARY_OPTION, ALLOW_OPTION
#define PLOT_OPTION                                                                                \
    LT_OPTION(0, struct call, plot, "plot", "[=WORDS]", "how plots are drawn (default: svg)",      \
              .words = lt_output_formats)
#define QUIET_OPTION                                                                               \
    LT_OPTION('q', struct call, detail, "quiet", NULL, "show only what fell short",                \
              .number = LT_BRIEF)
#define THEME_OPTION                                                                               \
    LT_OPTION(0, struct call, theme, "theme", "WORDS",                                             \
              "the page that figures are for (auto: SVG for both)", .words = lt_theme_words)
#define SIZE_OPTION                                                                                \
    LT_OPTION(0, struct call, size, "size", "WxH",                                                 \
              "of figures in print, in mm, 50 to 500 (default: 133x83)", .read = lt_command_size)
#define HELP_OPTION LT_OPTION('h', struct call, help, "help", NULL, "show this help")
#define OUTPUT_OPTION(argument, help, propose_)                                                    \
    LT_OPTION('o', struct call, output, "output", argument, help, .propose = propose_)
#define FOLDER_OPTION(help) OUTPUT_OPTION("DIR", help, lt_propose_folders)
#define VARY_OPTION(help)                                                                          \
    LT_OPTION(0, struct call, vary, "vary", "NAME[=LO:HI]", help,                                  \
              .propose = lt_propose_program_unknown)

/* struct lt_size. */
bool lt_command_size(const char *argument, void *size);

extern volatile sig_atomic_t interrupted; /* the signal's number, or 0 */

/* ---- Talk ------------------------------------------------------------------------------------ */

__attribute__((format(printf, 1, 2))) void lt_command_say(const char *format, ...);

/* Say what is wrong with the command line: BAD_USAGE. */
__attribute__((format(printf, 2, 3))) int lt_command_misused(const struct call *call,
                                                             const char *format, ...);
int lt_command_unknown_law(const struct call *call, const char *word);

/* DONE if there is one FILE; else says so, and what there is instead. */
int lt_command_want_one_file(const struct call *call);

void lt_command_print(char *text);

void lt_command_print_json(const json_t *document);

/* To stderr. */
void lt_command_print_errors(const struct lt_errors *errors);

bool lt_command_is_terminal(int fd);

/* The greater of two exit codes. */
void lt_command_worsen(int *code, int other);

/* ---- Files ----------------------------------------------------------------------------------- */

struct opened {
    char *text;
    struct lt_program *program;
};

/* A file's name in talk. */
const char *lt_command_name_of(const char *file);

/* Read a stage program and print all that is wrong with it. To be closed if DONE. */
int lt_command_open(const struct call *call, const char *file, struct opened *opened);
int lt_command_open_for_sweep(const struct call *call, const char *file, struct opened *opened);
/* The text of another one, with another law in the place of its own. */
int lt_command_open_as(const struct call *call, const char *file, const struct opened *first,
                       const char *law, struct opened *opened);
void lt_command_close(struct opened *opened);

/* What -D says, *n of it, and the unknowns of --vary that a let must stand for. */
const struct lt_define *lt_command_defines(const struct call *call, size_t *n);

/* Says what is to be said of a table that was read, and frees it: DONE, or the table is bad, or no
 * file. */
int lt_command_end_table(const char *file, struct lt_errors *errors);

/* What is to be written, as the command line has it. */
struct lt_output lt_command_output(const struct call *call);

/* A table at PATH, its directory made; not DONE, and said: it could not be written. */
int lt_command_write_table(const struct call *call, const char *path,
                           bool (*put)(FILE *file, void *data), void *data);

/* Say what could not be written. A drawing that was not asked for by name may be missing. */
int lt_command_code_of_output(const struct lt_output *output);

/* Make the directory for what a program gives. Not DONE, and said: there it would take the place of
 * what the program reads; KIND is "", ".sweep" or ".fit". */
int lt_command_ready_output(const struct call *call, const struct lt_program *program,
                            const char *kind);

#endif
