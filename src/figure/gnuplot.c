/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/gnuplot.h"

#include "base/memory.h"
#include "base/stop.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* gnuplot's standard streams are unlinked temporary files: unlike pipes these cannot block or raise
 * SIGPIPE. */
struct streams {
    struct lt_held held;
    FILE *in, *out, *err;
};

static void streams_drop(struct lt_held *held) {
    const struct streams *s = (struct streams *)held;
    FILE *const files[] = {s->in, s->out, s->err};
    for (int i = 0; i < 3; i++)
        if (files[i])
            fclose(files[i]);
}

static bool streams_open(struct streams *s, const char *script, size_t length) {
    *s = (struct streams){.in = tmpfile(), .out = tmpfile(), .err = tmpfile()};
    lt_memory_hold(&s->held, streams_drop);
    return s->in && s->out && s->err && fwrite(script, 1, length, s->in) == length &&
           fflush(s->in) == 0 && lseek(fileno(s->in), 0, SEEK_SET) == 0;
}

static void streams_close(struct streams *s) {
    lt_memory_drop(&s->held);
    streams_drop(&s->held);
}

static char *file_contents(FILE *file, size_t *size) {
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    if (length < 0)
        return NULL;
    char *text = lt_memory_get((size_t)length + 1);
    *size = fread(text, 1, (size_t)length, file);
    text[*size] = '\0';
    return text;
}

/* Starts gnuplot in a process group of its own, for any children. Returns 0 or the error. */
static int start_gnuplot(const struct streams *s, pid_t *pid) {
    char name[] = "gnuplot", no_settings[] = "-d", standard_input[] = "-";
    char *const arguments[] = {name, no_settings, standard_input, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    FILE *const files[] = {s->in, s->out, s->err};
    for (int i = 0; i < 3 && !error; i++)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    if (!error)
        error = posix_spawnp(pid, name, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* False if it did not end in time and was killed. */
static bool wait_for_end(pid_t pid, int seconds, int *status) {
    const struct timespec nap = {.tv_nsec = 2000000};
    struct timespec now, begun;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (;;) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended == pid)
            return true;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((ended < 0 && errno != EINTR) || now.tv_sec - begun.tv_sec > seconds || lt_stop_asked())
            break;
        nanosleep(&nap, NULL);
    }
    kill(-pid, SIGKILL);
    waitpid(pid, status, 0);
    return false;
}

/* The last line of gnuplot's messages, which holds the reason. */
static const char *last_line(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        text[--length] = '\0';
    char *newline = strrchr(text, '\n');
    char *line = newline ? newline + 1 : text;
    line += strspn(line, " \t");
    return *line ? line : "it gave no reason";
}

static void explain_failure(FILE *err, char *why, size_t why_size) {
    size_t size;
    char *text = file_contents(err, &size);
    snprintf(why, why_size, "gnuplot failed: %s", text ? last_line(text) : "it gave no reason");
    free(text);
}

enum lt_plot_outcome lt_gnuplot_run(const char *script, size_t length, int seconds, char **output,
                                    size_t *size, char *why, size_t why_size) {
    struct streams s;
    enum lt_plot_outcome outcome = LT_PLOT_FAILED;
    pid_t pid;
    int status = 0, error;
    const char *missing = "gnuplot was not found; install the package gnuplot-nox";
    *output = NULL;
    if (!streams_open(&s, script, length)) {
        snprintf(why, why_size, "a temporary file could not be made: %s", strerror(errno));
    } else if ((error = start_gnuplot(&s, &pid)) == ENOENT || error == EACCES || error == ENOTDIR) {
        snprintf(why, why_size, "%s", missing);
        outcome = LT_PLOT_NO_GNUPLOT;
    } else if (error) {
        snprintf(why, why_size, "gnuplot could not be started: %s", strerror(error));
    } else if (!wait_for_end(pid, seconds, &status)) {
        if (lt_stop_asked())
            snprintf(why, why_size, "gnuplot was stopped");
        else
            snprintf(why, why_size, "gnuplot did not finish within %d s and was killed", seconds);
        outcome = LT_PLOT_NO_GNUPLOT;
    } else if (WIFEXITED(status) &&
               WEXITSTATUS(status) == 127) { /* some systems report a missing program like this */
        snprintf(why, why_size, "%s", missing);
        outcome = LT_PLOT_NO_GNUPLOT;
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        explain_failure(s.err, why, why_size);
    } else if (!(*output = file_contents(s.out, size))) {
        snprintf(why, why_size, "gnuplot's drawing could not be read");
    } else {
        outcome = LT_PLOT_DRAWN;
    }
    streams_close(&s);
    return outcome;
}
