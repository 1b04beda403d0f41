/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/gnuplot.h"

#include "base/process.h"
#include "base/stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* gnuplot's standard streams are unlinked temporary files: unlike pipes these cannot block or raise
 * SIGPIPE. */
struct streams {
    FILE *in, *out, *err;
};

/* Opens the three files and writes the script (LENGTH bytes) into the first. The offset is set back
 * to 0, since gnuplot shares it. Returns true; false if one step fails, and errno says why. */
static bool streams_open(struct streams *s, const char *script, size_t length) {
    *s = (struct streams){.in = tmpfile(), .out = tmpfile(), .err = tmpfile()};
    return s->in && s->out && s->err && fwrite(script, 1, length, s->in) == length &&
           fflush(s->in) == 0 && lseek(fileno(s->in), 0, SEEK_SET) == 0;
}

/* Closes those of the three files that are open; the system deletes them. */
static void streams_close(const struct streams *s) {
    FILE *const files[] = {s->in, s->out, s->err};
    for (int i = 0; i < 3; i++)
        if (files[i])
            fclose(files[i]);
}

/* Starts gnuplot without the user's settings, reading standard input. Returns 0, or the errno of
 * the failed start. */
static int start_gnuplot(const struct streams *s, pid_t *pid) {
    char name[] = "gnuplot", no_settings[] = "-d", standard_input[] = "-";
    char *const arguments[] = {name, no_settings, standard_input, NULL};
    return lt_process_start(arguments, s->in, s->out, s->err, pid);
}

/* Returns the last line of gnuplot's messages, which holds the reason, without blanks around it; ""
 * if there is none. TEXT is cut at its end. */
static const char *last_line(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        text[--length] = '\0';
    char *newline = strrchr(text, '\n');
    char *line = newline ? newline + 1 : text;
    line += strspn(line, " \t");
    return line;
}

/* Writes into WHY why gnuplot failed, taken from its messages in ERR; SILENT is the text to use if
 * it gave no reason. */
static void explain_failure(FILE *err, const char *silent, char *why, size_t why_size) {
    size_t size;
    char *text = lt_process_text(err, &size);
    const char *line = text ? last_line(text) : "";
    snprintf(why, why_size, "%s%s", *line ? "gnuplot failed: " : "", *line ? line : silent);
    free(text);
}

/* Runs gnuplot on a script for at most SECONDS and collects its standard output, malloc'd, in
 * *output (*size bytes). Returns how it ended; WHY gets the reason of a failure. */
enum lt_plot_outcome lt_gnuplot_run(const char *script, size_t length, int seconds, char **output,
                                    size_t *size, char *why, size_t why_size) {
    struct streams s;
    enum lt_plot_outcome outcome = LT_PLOT_FAILED;
    pid_t pid;
    int status = 0, error;
    const char *missing = "gnuplot was not found; install the package gnuplot-nox";
    *output = NULL;
    /* Each step that fails sets the reason. LT_PLOT_NO_GNUPLOT means that no other figure will be
     * drawn either: gnuplot is missing, or hangs. */
    if (!streams_open(&s, script, length)) {
        snprintf(why, why_size, "a temporary file could not be made: %s", strerror(errno));
    } else if ((error = start_gnuplot(&s, &pid)) == ENOENT || error == EACCES || error == ENOTDIR) {
        snprintf(why, why_size, "%s", missing);
        outcome = LT_PLOT_NO_GNUPLOT;
    } else if (error) {
        snprintf(why, why_size, "gnuplot could not be started: %s", strerror(error));
    } else if (!lt_process_wait(pid, seconds, &status)) {
        if (lt_stop_requested())
            snprintf(why, why_size, "gnuplot was stopped");
        else
            snprintf(why, why_size, "gnuplot did not finish within %d s and was killed", seconds);
        outcome = LT_PLOT_NO_GNUPLOT;
    } else if (WIFEXITED(status) &&
               WEXITSTATUS(status) == 127) { /* it is missing, or what it needs is */
        explain_failure(s.err, missing, why, why_size);
        outcome = LT_PLOT_NO_GNUPLOT;
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        explain_failure(s.err, "gnuplot failed: it gave no reason", why, why_size);
    } else if (!(*output = lt_process_text(s.out, size))) {
        snprintf(why, why_size, "gnuplot's drawing could not be read");
    } else {
        outcome = LT_PLOT_DRAWN;
    }
    streams_close(&s);
    return outcome;
}
