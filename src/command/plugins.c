/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/plugins.h"

#include "command/command.h"

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

/* PATIENCE: s that a case of a check or a run may take where --time-limit is not given; the slowest
 * program of stages/ takes three on an idle core. SLOTS: one for each thread; verify starts its
 * threads twice, for laws and for programs. */
enum { STACK = 1 << 16, PATIENCE = 60, SLOTS = 2 * MOST_JOBS + 2 };

/* The activity of one thread of the child. */
struct slot {
    atomic_long since; /* s of a monotonic clock; 0: nothing */
    char what[160];
};

/* Shared by the child and its parent. NULL: there is no child. */
static struct child {
    atomic_bool finished;
    atomic_uint used, fell; /* slots in use; the number, from 1, of the one in which the child
                               ended, 0: none */
    struct slot slot[SLOTS];
} * child;
static _Thread_local struct slot *own;

static char text[4096]; /* what a crash prints */

/* The first COUNT plug-ins as text: "a.so or b.so". */
static const char *names_of(const struct call *call, size_t count) {
    const char *names = call->plugins.list[0];
    for (size_t i = 1; i < count; i++)
        names = lt_arena_print(call->arena, "%s or %s", names, call->plugins.list[i]);
    return names;
}

/* ---- Crashes --------------------------------------------------------------------------------- */

/* Records in which activity this thread of the child ended. */
static void note_fall(void) {
    if (child && !atomic_load(&child->finished) && own)
        atomic_store(&child->fell, 1 + (unsigned)(own - child->slot));
}

/* Handles a signal of a crash, and calls only what a signal handler may call. In a child the signal
 * ends the process, and the parent prints a report. A second thread that crashes waits for the end
 * of the process. */
static void end_by_crash(int number) {
    static atomic_flag crashing = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&crashing))
        pause();
    if (child) {
        note_fall();
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    (void)!write(STDERR_FILENO, text, strlen(text));
    _exit(RUN_FAILED);
}

/* Installs end_by_crash() for all signals of a crash, on a stack of its own, as the usual one may
 * have overflowed. */
static void catch_crashes(void) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char stack[STACK];
    const struct sigaction action = {.sa_handler = end_by_crash, .sa_flags = SA_ONSTACK};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        sigaction(crashes[i], &action, NULL);
}

/* Loads the plug-ins of the command line; returns the exit code. */
int lt_plugins_load(const struct call *call, struct lt_plugins *plugins) {
    int code = DONE;
    char why[LT_PLUGIN_WHY];
    for (size_t i = 0; i < call->plugins.count; i++) {
        const char *path = call->plugins.list[i];
        snprintf(text, sizeof text,
                 "lawtester: plug-in %s: crash (memory access, division of integers, abort); a "
                 "debugger shows where\n",
                 names_of(call, i + 1));
        catch_crashes();
        lt_plugins_begins("the trial at load");
        enum lt_plugin_status status = lt_plugin_load(plugins, path, why, sizeof why);
        if (status == LT_PLUGIN_LOADED)
            continue;
        lt_command_say("%s: %s", path, why);
        lt_command_worsen(&code, status == LT_PLUGIN_BAD_FILE ? BAD_FILE : BAD_INPUT);
    }
    lt_plugins_begins(NULL);
    return code;
}

/* ---- The child ------------------------------------------------------------------------------- */

/* Monotonic time in whole seconds; at least 1, as 0 means no activity. */
static long seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1 + (long)now.tv_sec;
}

/* Records that this thread of the child begins an activity, such as a check; NULL: it has ended it.
 */
void lt_plugins_begins(const char *what) {
    if (!child)
        return;
    if (!own) {
        const unsigned i = atomic_fetch_add(&child->used, 1);
        own = &child->slot[i < SLOTS ? i : SLOTS - 1];
    }
    atomic_store(&own->since, 0);
    if (!what)
        return;
    snprintf(own->what, sizeof own->what, "%s", what);
    atomic_store(&own->since, seconds_now());
}

/* Records that the child has done its work: an exit after this is no fault of a plug-in. */
void lt_plugins_finished(void) {
    if (child)
        atomic_store(&child->finished, true);
}

/* ---- Its parent ------------------------------------------------------------------------------ */

/* The slot, from 1, of an activity that has taken longer than LIMIT (s); 0: there is none. */
static unsigned find_late(long limit) {
    const long now = seconds_now();
    for (unsigned i = 0; i < SLOTS && i < atomic_load(&child->used); i++) {
        const long since = atomic_load(&child->slot[i].since);
        if (since > 0 && now - since > limit)
            return i + 1;
    }
    return 0;
}

/* The activity in which the child ended: the late one, the one that it reported, or the only one
 * that was under way. NULL: not known. */
static const char *find_place(unsigned late) {
    unsigned at = late ? late : atomic_load(&child->fell), busy = 0, last = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        if (atomic_load(&child->slot[i].since) > 0) {
            busy++;
            last = i + 1;
        }
    at = at ? at : busy == 1 ? last : 0;
    return at ? child->slot[at - 1].what : NULL;
}

/* Waits for the child, and kills it if an activity takes longer than LIMIT (s), whose slot then is
 * *LATE, or if the user interrupts. Returns the child's wait status. */
static int wait_for(pid_t process, long limit, unsigned *late) {
    const struct timespec nap = {.tv_nsec = 10000000};
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
        *late = *late ? *late : find_late(limit);
        if (*late || interrupted)
            kill(process, SIGKILL);
        nanosleep(&nap, NULL);
    }
    return status;
}

/* Reports how the child ended, by its wait STATUS or because the activity in slot LATE (0: none)
 * exceeded LIMIT (s), unless it has done its work. Returns the exit code. */
static int report(const struct call *call, int status, long limit, unsigned late) {
    if (!late && WIFEXITED(status) && atomic_load(&child->finished))
        return WEXITSTATUS(status);
    if (interrupted)
        return RUN_FAILED;
    const char *place = find_place(late);
    const char *what = late ? lt_arena_print(call->arena, "does not end within %ld s", limit)
                       : WIFSIGNALED(status)
                           ? lt_arena_print(call->arena, "crash (%s)", strsignal(WTERMSIG(status)))
                           : "ends the program (exit)";
    lt_command_say("plug-in %s: %s%s%s%s", names_of(call, call->plugins.count), what,
                   place ? " in " : "", place ? place : "",
                   late ? "; --time-limit allows more" : "");
    return RUN_FAILED;
}

/* Forks, so that a plug-in cannot bring the program down. False: this is the child, which does the
 * work. True: this is the parent, the child has ended or could not be made, and *CODE is the exit
 * code. */
bool lt_plugins_child(const struct call *call, int *code) {
    const long limit = call->time_limit > 0 ? (long)call->time_limit : PATIENCE;
    const pid_t self = getpid();
    unsigned late = 0;
    void *memory =
        mmap(NULL, sizeof *child, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    signal(SIGCHLD, SIG_DFL);
    fflush(stdout);
    const pid_t process = memory == MAP_FAILED ? -1 : fork();
    if (process < 0) {
        lt_command_say("no process for the plug-ins: %s", strerror(errno));
        *code = BAD_FILE;
        return true;
    }
    child = memory;
    /* The parent waits, with a time limit for each activity, and reports how the child ended. */
    if (process > 0) {
        const int status = wait_for(process, limit, &late);
        *code = report(call, status, limit, late);
        child = NULL;
        return true;
    }
    /* The child dies with its parent; if that has died before this call, no signal would come. An
     * exit by a plug-in is recorded. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self)
        _exit(RUN_FAILED);
    atexit(note_fall);
    at_quick_exit(note_fall);
    return false;
}
