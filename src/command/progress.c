/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/progress.h"

#include "result/summary.h"
#include "run/run.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool begun, over, terminal, shown;
    char name[256], doing[128];
    const char *unit;
    double count, began, before, fraction; /* NAN: not known */
    unsigned long runs;                    /* made before */
} now = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Monotonic time, s. */
static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Prints the fraction done, the rate and the time left, after SPENT seconds. */
static void put_progress(double spent) {
    char text[256], rate[64] = "", each[32];
    const double gained = now.fraction - now.before, left = spent * (1 - now.fraction) / gained;
    const unsigned long runs = lt_run_count() - now.runs;
    if (*now.doing)
        snprintf(text, sizeof text, "%s", now.doing);
    else if (gained > 0 && now.count > 0)
        snprintf(rate, sizeof rate, "%s %s/s, ",
                 lt_summary_short(gained * now.count / spent, each, sizeof each), now.unit);
    if (!*now.doing && gained > 0 && *now.unit)
        snprintf(text, sizeof text, "%.0f %%, %s%.0f:%02.0f left", 100 * now.fraction, rate,
                 floor(left / 60), floor(fmod(left, 60)));
    else if (!*now.doing && gained > 0) /* a stage may end long before */
        snprintf(text, sizeof text, "%.0f %% of max_steps, %.0f s", 100 * now.fraction, spent);
    else if (!*now.doing && runs > 1)
        snprintf(text, sizeof text, "%lu runs, %.0f s", runs, spent);
    else if (!*now.doing)
        snprintf(text, sizeof text, "%.0f s", spent);
    fprintf(stderr, now.terminal ? "\r\033[K%s: %s" : "%s: %s\n", now.name, text);
    now.shown = true;
}

/* The thread that reports progress: first after 2 s, then every 0.5 s on a terminal; elsewhere each
 * report comes after twice the time of the last one. */
static void *print_progress(void *unused) {
    (void)unused;
    pthread_mutex_lock(&now.lock);
    for (double next = 2; !now.over;) {
        const double at = now.began + next;
        const struct timespec until = {(time_t)at, (long)(1e9 * (at - floor(at)))};
        pthread_cond_timedwait(&now.wake, &now.lock, &until);
        const double spent = seconds_now() - now.began;
        if (now.over || spent < next)
            continue;
        put_progress(spent);
        next = now.terminal ? spent + 0.5 : 2 * next;
    }
    pthread_mutex_unlock(&now.lock);
    return NULL;
}

/* Begins to report progress of NAME on stderr, in COUNT steps of UNIT; with unit "" only the time
 * spent is shown. */
void lt_progress_begin(const struct call *call, const char *name, const char *unit, double count) {
    pthread_condattr_t monotonic;
    sigset_t all, before;
    if (call->detail == LT_BRIEF)
        return;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&now.wake, &monotonic);
    snprintf(now.name, sizeof now.name, "%s", name);
    now.doing[0] = '\0';
    now.unit = unit;
    now.count = count;
    now.began = seconds_now();
    now.before = now.fraction = NAN;
    now.runs = lt_run_count();
    now.terminal = lt_command_is_terminal(STDERR_FILENO);
    now.over = now.shown = false;
    sigfillset(&all); /* the command's own thread is to be interrupted */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    now.begun = pthread_create(&now.thread, NULL, print_progress, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Sets the fraction done, 0 to 1; a callback, hence DATA. */
void lt_progress_show(double fraction, void *data) {
    (void)data;
    pthread_mutex_lock(&now.lock);
    now.before = isnan(now.before) ? fraction : now.before;
    now.fraction = fraction;
    pthread_mutex_unlock(&now.lock);
}

/* Sets a text in the place of the fraction; a callback, hence DATA. */
void lt_progress_doing(const char *what, void *data) {
    (void)data;
    pthread_mutex_lock(&now.lock);
    snprintf(now.doing, sizeof now.doing, "%s", what);
    if (now.begun && seconds_now() - now.began >= 2)
        put_progress(seconds_now() - now.began);
    pthread_mutex_unlock(&now.lock);
}

/* Ends the report and clears its line on a terminal. */
void lt_progress_end(void) {
    if (!now.begun)
        return;
    pthread_mutex_lock(&now.lock);
    now.over = true;
    pthread_cond_signal(&now.wake);
    pthread_mutex_unlock(&now.lock);
    pthread_join(now.thread, NULL);
    now.begun = false;
    if (now.terminal && now.shown)
        fputs("\r\033[K", stderr);
}
