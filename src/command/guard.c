/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If a signal interrupts the plug-in's own code, no C library function is interrupted and all may
 * be called (POSIX.1-2017, 2.4.3). Otherwise the rescue may fail: then the failure is told alone,
 * here, or by the process that watches (watch.c). */
#include "command/guard.h"

#include "command/command.h"
#include "command/watch.h"
#include "model/surroundings.h"
#include "model/watched.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK = 1 << 18, ROOM = 1024 };

static struct guard {
    const struct lt_plugins *plugins; /* NULL: guard inactive */
    pid_t process;
    struct lt_surroundings before;
    guard_rescue *rescue;
    atomic_int thread; /* the thread in which a plug-in failed; 0: none */
    char names[ROOM];
} guard;

static const struct {
    int number;
    const char *name;
} crashes[] = {{SIGSEGV, "crashes (segmentation fault)"},
               {SIGBUS, "crashes (bus error)"},
               {SIGFPE, "crashes (division of integers by zero, or out of range)"},
               {SIGILL, "crashes (illegal instruction)"},
               {SIGTRAP, "crashes (trap)"},
               {SIGSYS, "crashes (invalid system call)"},
               {SIGABRT, "aborts, perhaps after corrupting memory"}};
enum { N_CRASHES = sizeof crashes / sizeof crashes[0] };

static bool on_guard(void) {
    return guard.plugins && guard.process == getpid();
}

static _Noreturn void leave_process(int code) {
    for (;;)
        syscall(SYS_exit_group, code);
}

/* Appends as far as there is room; async-signal-safe. */
static void append_text(char text[ROOM], const char *more) {
    size_t length = strlen(text), n = strlen(more);
    n = n < ROOM - 1 - length ? n : ROOM - 1 - length;
    memcpy(text + length, more, n);
    text[length + n] = '\0';
}

/* Reports that LAW, or else the plug-in with code at ADDRESS, does WHAT, and ends. */
static _Noreturn void fall_with(unsigned law, const void *address, const char *what) {
    char text[ROOM] = "";
    int none = 0, self = (int)syscall(SYS_gettid);
    if (!atomic_compare_exchange_strong(&guard.thread, &none, self) && none != self)
        for (;;)
            pause(); /* another thread is ending the process */
    lt_watch_falling();
    const char *name = law ? lt_watched_path(law) : lt_plugin_at(guard.plugins, address);
    guard_rescue *rescue = guard.rescue;
    guard.rescue = NULL; /* a second failure is only reported */
    append_text(text, name ? "plug-in " : guard.names);
    append_text(text, name ? name : "");
    append_text(text, ": ");
    append_text(text, what);
    if (law) {
        append_text(text, " in ");
        append_text(text, lt_watched_name(law));
    }
    if (rescue) {
        int code = rescue(text);
        lt_watch_told();
        leave_process(code);
    }
    append_text(text, "\n");
    if (write(STDERR_FILENO, "lawtester: ", 11) < 0 || write(STDERR_FILENO, text, strlen(text)) < 0)
        leave_process(BAD_FILE);
    lt_watch_told();
    leave_process(RUN_FAILED);
}

static const void *fault_address(const ucontext_t *context) {
#if defined __x86_64__
    return (const void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (const void *)context->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

const char *lt_guard_crash(int number) {
    for (size_t i = 0; i < N_CRASHES; i++)
        if (crashes[i].number == number)
            return crashes[i].name;
    return NULL;
}

static void catch_signal(int number, siginfo_t *info, void *context) {
    bool foreign = info->si_code <= 0 && info->si_pid != getpid();
    if (foreign || !on_guard()) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    fall_with(lt_watched_asked(), fault_address(context), lt_guard_crash(number));
}

/* The process that watches this one has lost patience with a law. */
static void catch_patience(int number, siginfo_t *info, void *context) {
    if (on_guard() && info->si_pid == getppid() && lt_watch_lost())
        fall_with(lt_watch_lost(), fault_address(context), LT_GUARD_LOST);
    signal(number, SIG_DFL);
    raise(number);
}

static void at_exit(void) {
    if (on_guard())
        fall_with(lt_watched_asked(), NULL, "ends the program (exit)");
}

/* These replace the C library's functions for plug-ins. */
#define VISIBLE __attribute__((visibility("default"), noreturn))
VISIBLE void _exit(int code);
VISIBLE void _Exit(int code);
VISIBLE void abort(void);

static _Noreturn void exit_from(const void *address, int code) {
    if (on_guard() && lt_plugin_at(guard.plugins, address))
        fall_with(lt_watched_asked(), address, "ends the program (_exit)");
    leave_process(code);
}

void _exit(int code) {
    exit_from(__builtin_return_address(0), code);
}

void _Exit(int code) {
    exit_from(__builtin_return_address(0), code);
}

void abort(void) {
    const void *address = __builtin_return_address(0);
    if (on_guard() && lt_plugin_at(guard.plugins, address))
        fall_with(lt_watched_asked(), address, "aborts");
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    leave_process(128 + SIGABRT);
}

void lt_guard_set_rescue(guard_rescue *rescue) {
    guard.rescue = rescue;
}

void lt_guard_begin(const struct lt_plugins *plugins, struct lt_arena *arena) {
    size_t count = lt_plugin_count(plugins);
    if (count == 0)
        return;
    stack_t stack = {.ss_sp = lt_arena_get(arena, STACK), .ss_size = STACK};
    struct sigaction action = {.sa_sigaction = catch_signal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < N_CRASHES; i++)
        sigaction(crashes[i].number, &action, NULL);
    action.sa_sigaction = catch_patience;
    sigaction(SIGXCPU, &action, NULL);
    atexit(at_exit);
    at_quick_exit(at_exit);
    append_text(guard.names, count > 1 ? "one of the plug-ins" : "plug-in");
    for (size_t i = 0; i < count; i++) {
        append_text(guard.names, " ");
        append_text(guard.names, lt_plugin_name(plugins, i));
    }
    lt_surroundings_take(&guard.before);
    guard.process = getpid();
    guard.plugins = plugins;
}

const char *lt_guard_plugin_of(const void *object) {
    return guard.plugins ? lt_plugin_at(guard.plugins, object) : NULL;
}

int lt_guard_end(void) {
    if (!guard.plugins)
        return DONE;
    const char *changed = lt_surroundings_changed(&guard.before);
    guard.plugins = NULL;
    if (!changed)
        return DONE;
    lt_command_say("%s: %s; output may be missing or in the wrong place", guard.names, changed);
    return RUN_FAILED;
}
