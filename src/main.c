/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: which command it is, with which options, and how the program ends. */
#include "base/glyph.h"
#include "base/memory.h"
#include "base/stop.h"
#include "base/units.h"
#include "command/codes.h"
#include "command/command.h"
#include "command/plugins.h"
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <jansson.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

/* With a plug-in, whose law may not return: s until a signal ends the program. */
enum { GRACE = 10 };
static volatile sig_atomic_t plugged;

/* Handler of SIGINT and SIGTERM: notes the signal, which runs test for. With a plug-in, whose law
 * may not return, an alarm ends the program after GRACE seconds. */
static void note_signal(int signal) {
    interrupted = signal;
    if (plugged)
        alarm(GRACE);
}

/* Handler of SIGALRM: ends the process by the signal that interrupted it, whose action is the
 * default one by now. */
static void end_late(int alarm) {
    (void)alarm;
    raise(interrupted);
}

/* Installs the handlers: the first SIGINT or SIGTERM ends the command in an orderly way, the second
 * one of a kind ends the program at once. */
static void catch_signals(void) {
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = end_late}, NULL);
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    lt_stop_heed(&interrupted);
    signal(SIGXFSZ, SIG_IGN); /* a file beyond its limit is an error to report */
}

/* Prints the usage, all commands and the exit codes to standard output. */
static void print_commands(void) {
    puts("Usage: lawtester COMMAND [FILE...] [options]\n\n"
         "Tests contact laws of the discrete element method, one contact at a time.\n");
    for (size_t i = 0; commands[i]; i++)
        printf("  %-14s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n'lawtester COMMAND --help' shows the options of a command; the FILE '-' is standard\n"
         "input. 'lawtester --version' shows the version.\n\n"
         "Exit codes: 0 done; 1 an expectation or a target was missed; 2 wrong command line;\n"
         "3 bad input file; 4 the run failed; 5 a file could not be read or written.");
}

/* Prints what to type first, for a call without arguments. Returns the exit code of a wrong command
 * line. */
static int print_next_steps(void) {
    fputs("lawtester tests contact laws of the discrete element method, one contact at a time.\n\n"
          "  lawtester laws             list the contact laws\n"
          "  lawtester run FILE.yaml    run a stage program; the results go to out/\n"
          "  lawtester --help           show all commands\n",
          stderr);
    return BAD_USAGE;
}

/* Performs the command with the laws loaded, unless CODE, the exit code so far, is that of an
 * error. Returns the exit code. */
static int perform_loaded(const struct call *call, int code) {
    if (code == DONE)
        code = lt_codes_begin(call);
    if (code == DONE)
        code = call->command->perform(call);
    lt_codes_end();
    return code;
}

/* Loads plug-ins, performs the command and returns the exit code. The laws outlive the programs
 * that name them. With plug-ins verify runs in a child process, since a law of theirs may crash. */
static int perform_with_laws(struct call *call) {
    int code;
    plugged = call->plugins.count > 0;
    if (plugged && call->command == &command_verify && lt_plugins_child(call, &code))
        return code;
    struct lt_plugins *plugins = lt_plugin_new();
    code = lt_plugins_load(call, plugins);
    call->laws = lt_plugin_laws(plugins);
    code = perform_loaded(call, code);
    lt_plugin_free(plugins);
    return code;
}

/* Refuses control characters on the command line, since its texts are shown on terminals and drawn
 * in figures. Returns the exit code. */
static int refuse_controls(const struct command *command, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        unsigned code = lt_glyph_control(argv[i], strlen(argv[i]));
        if (!code)
            continue;
        lt_command_say("the character U+%04X is not allowed on the command line: '%s'\n"
                       "Try 'lawtester %s --help'.",
                       code, argv[i], command->name);
        return BAD_USAGE;
    }
    return DONE;
}

/* Reads the options of a command and performs it, or prints its help; returns the exit code. */
static int perform_command(const struct command *command, int argc, char **argv,
                           struct lt_arena *arena) {
    int operands;
    struct call *call = lt_command_call(command, arena);
    const char *why =
        lt_options_read(command->options, lt_command_removed, argc, argv, call, &operands, arena);
    if (why)
        return lt_command_misused(call, "%s", why);
    if (refuse_controls(command, argc, argv) != DONE)
        return BAD_USAGE;
    if (call->help) {
        printf("Usage: lawtester %s %s [options]\n\n%s\n\n%s", command->name, command->arguments,
               command->summary, lt_options_help(command->options, arena));
        return DONE;
    }
    if (call->json && lt_command_draws(call, LT_PLOT_TERM))
        return lt_command_misused(call, "--json and --plot=term both need standard output");
    call->n_files = (size_t)(argc - operands);
    call->files = (const char **)(argv + operands);
    return perform_with_laws(call);
}

/* Reports that WORD is no command, with the nearest one as a hint; returns the exit code. */
static int unknown_command(const char *word, struct lt_arena *arena) {
    size_t count = 0;
    while (commands[count])
        count++;
    const char **names = lt_arena_get(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = commands[i]->name;
    const char *hint = lt_options_hint(word, names, count, arena);
    if (!hint[0] && access(word, R_OK) == 0)
        hint = lt_arena_print(arena, "; did you mean 'lawtester run %s'?", word);
    lt_command_say("unknown %s '%s'%s\nTry 'lawtester --help'.",
                   word[0] == '-' ? "option" : "command", word, hint);
    return BAD_USAGE;
}

/* Performs the command that the first argument names, or prints help or version; returns the exit
 * code. */
static int dispatch_command(int argc, char **argv, struct lt_arena *arena) {
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
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(word, commands[i]->name) == 0)
            return perform_command(commands[i], argc - 1, argv + 1, arena);
    return unknown_command(word, arena);
}

/* Opens /dev/null in place of standard streams that the caller has closed, so that a file opened
 * later does not become one of them. */
static void hold_standard_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* fails as if closed */
}

/* Error handler of GSL: does nothing, as the solvers test its return codes, and GSL's own would
 * abort. Only a lack of memory inside GSL, after which it would go on without, ends the program. */
static void heed_gsl(const char *reason, const char *file, int line, int code) {
    (void)reason, (void)file, (void)line;
    if (code == GSL_ENOMEM)
        lt_memory_out();
}

/* Makes malloc keep freed memory in the process, as the next run needs as much again and system
 * calls cost time. */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_TOP_PAD, 512 << 10);
#endif
}

/* Prepares the process, performs the command and returns its exit code; a program that a signal
 * interrupted ends by that signal. */
int main(int argc, char **argv) {
    keep_freed_memory();
    hold_standard_streams();
    gsl_set_error_handler(heed_gsl);
    catch_signals();
    json_set_alloc_funcs(lt_memory_get, free);
    struct lt_arena *arena = lt_arena_new();
    int code = dispatch_command(argc, argv, arena);
    lt_arena_free(arena);
    lt_units_close();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "lawtester: standard output: %s\n", strerror(errno));
        lt_command_worsen(&code, BAD_FILE);
    }
    lt_plugins_finished();
    if (interrupted) { /* end as the caller expects of a program that a signal ended */
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return code;
}
