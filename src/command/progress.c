/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/progress.h"

#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

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

/* Is the next message due? */
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
