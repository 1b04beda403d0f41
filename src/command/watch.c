/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two processes share their terminal: Ctrl-C reaches both of them. What is sent to the one that
 * watches alone it hands on; the child heeds it once. If the one that watches is killed, so is the
 * child. */
#include "command/watch.h"

#include "command/command.h"
#include "command/guard.h"
#include "model/watched.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 10, RESCUE = 60 }; /* s */

static struct watch {
    atomic_bool finished, told, falling;
    atomic_uint lost;
} * watch; /* shared; NULL: there is no child */

static int patience;

void lt_watch_ready(void) {
    const char *given = getenv("LAWTESTER_PLUGIN_SECONDS");
    patience = given ? atoi(given) : PATIENCE;
    void *memory = patience <= 0 ? MAP_FAILED
                                 : mmap(NULL, sizeof *watch, PROT_READ | PROT_WRITE,
                                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    watch = memory == MAP_FAILED || !lt_watched_begin() ? NULL : memory;
}

void lt_watch_finished(void) {
    if (watch)
        atomic_store(&watch->finished, true);
}

void lt_watch_falling(void) {
    if (watch)
        atomic_store(&watch->falling, true);
}

void lt_watch_told(void) {
    if (watch)
        atomic_store(&watch->told, true);
}

unsigned lt_watch_lost(void) {
    return watch ? atomic_load(&watch->lost) : 0;
}

/* ---- The child ------------------------------------------------------------------------------- */

static void heed_signal(int number) {
    interrupted = number;
}

static void begin_child(pid_t parent, const sigset_t *before) {
    const struct sigaction action = {.sa_handler = heed_signal};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        kill(getpid(), SIGKILL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigprocmask(SIG_SETMASK, before, NULL);
}

/* ---- The one that watches -------------------------------------------------------------------- */

/* Every second: a law that is lost is told to the child, which can still save what it has; one that
 * cannot even do that is killed. */
static void look_after(pid_t child, int *late) {
    const unsigned lost = lt_watched_stuck((unsigned)patience + 1);
    const bool falling = atomic_load(&watch->falling);
    *late = falling || atomic_load(&watch->lost) ? *late + 1 : 0;
    if (*late > (falling ? RESCUE : patience))
        kill(child, SIGKILL);
    else if (lost && !falling && !atomic_load(&watch->lost)) {
        atomic_store(&watch->lost, lost);
        kill(child, SIGXCPU);
    }
}

/* Hands a signal on; the second of a kind is for now. */
static void pass_on(pid_t child, int number) {
    const bool again = interrupted == number;
    interrupted = number;
    kill(child, again ? SIGKILL : number);
}

static int attend(pid_t child, const sigset_t *signals) {
    const struct timespec tick = {.tv_sec = 1};
    int status = 0, late = 0;
    while (waitpid(child, &status, WNOHANG) != child) {
        const int number = sigtimedwait(signals, NULL, &tick);
        if (number == SIGINT || number == SIGTERM)
            pass_on(child, number);
        else if (number < 0 && errno == EAGAIN)
            look_after(child, &late);
    }
    return status;
}

/* What a child did that could not tell itself. */
static void tell_for(const struct lt_plugins *plugins, int status) {
    const unsigned lost = atomic_load(&watch->lost), law = lost ? lost : lt_watched_stuck(1);
    const char *crash = WIFSIGNALED(status) ? lt_guard_crash(WTERMSIG(status)) : NULL;
    const char *what = lost                  ? LT_GUARD_LOST
                       : crash               ? crash
                       : WIFSIGNALED(status) ? "the process was killed"
                                             : "ends the program";
    const char *name = lt_watched_name(law);
    if (name)
        lt_command_say("plug-in %s: %s in %s", lt_watched_path(law), what, name);
    else if (lt_plugin_count(plugins) == 1)
        lt_command_say("plug-in %s: %s", lt_plugin_name(plugins, 0), what);
    else
        lt_command_say("one of the plug-ins: %s", what);
}

static int conclude_child(const struct lt_plugins *plugins, int status) {
    const bool told = atomic_load(&watch->told), finished = atomic_load(&watch->finished);
    if (WIFEXITED(status) && (told || finished))
        return WEXITSTATUS(status);
    if (finished) /* by the signal that it was told to end by */
        interrupted = WTERMSIG(status);
    else if (!told && !(interrupted && WIFSIGNALED(status)))
        tell_for(plugins, status);
    return RUN_FAILED;
}

bool lt_watch_begin(const struct lt_plugins *plugins, int *code) {
    sigset_t signals, before;
    const pid_t self = getpid();
    if (!watch || lt_plugin_count(plugins) == 0)
        return false;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &signals, &before);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        begin_child(self, &before);
        return false;
    }
    if (child < 0) {
        lt_command_say("no process for the plug-ins: %s", strerror(errno));
        *code = BAD_FILE;
    } else {
        *code = conclude_child(plugins, attend(child, &signals));
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return true;
}
