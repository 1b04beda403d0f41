/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/process.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Starts a program in a process group of its own with these files as standard input, output and
 * error; *PID is its process. Returns 0, or the error number. */
int lt_process_start(char *const *arguments, FILE *in, FILE *out, FILE *err, pid_t *pid) {
    FILE *const files[] = {in, out, err};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    for (int i = 0; i < 3 && !error; i++) {
        if (fileno(files[i]) > STDERR_FILENO) /* what it opens itself it may need the room for */
            fcntl(fileno(files[i]), F_SETFD, FD_CLOEXEC);
        error = posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    }
    if (!error)
        error = posix_spawnp(pid, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Waits for a process up to so many SECONDS or until an interrupt. True if it ended by itself;
 * false: its whole group has been killed. *STATUS as of waitpid(). */
bool lt_process_wait(pid_t pid, int seconds, int *status) {
    const struct timespec nap = {.tv_nsec = 2000000};
    struct timespec now, begun;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (;;) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended == pid)
            return true;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((ended < 0 && errno != EINTR) || now.tv_sec - begun.tv_sec > seconds ||
            lt_stop_requested())
            break;
        nanosleep(&nap, NULL);
    }
    kill(-pid, SIGKILL);
    waitpid(pid, status, 0);
    return false;
}

/* The whole content of a file, *SIZE bytes with a final NUL, which the caller frees; NULL: it
 * cannot be measured. */
char *lt_process_text(FILE *stream, size_t *size) {
    fseek(stream, 0, SEEK_END);
    long length = ftell(stream);
    rewind(stream);
    if (length < 0)
        return NULL;
    char *text = lt_memory_get((size_t)length + 1);
    *size = fread(text, 1, (size_t)length, stream);
    text[*size] = '\0';
    return text;
}
