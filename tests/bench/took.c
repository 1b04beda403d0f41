/* SPDX-License-Identifier: GPL-3.0-or-later */
/* took.c NAME COMMAND...: runs a command without its output; "NAME MILLISECONDS", which passed from
 * its start to its end. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int status;
    if (argc < 3)
        return 2;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    const double begin = now();
    if (posix_spawnp(&child, argv[2], &quiet, NULL, argv + 2, environ) != 0 ||
        waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fprintf(stderr, "took: %s could not be run\n", argv[2]);
    else
        printf("%s %.3f\n", argv[1], now() - begin);
    posix_spawn_file_actions_destroy(&quiet);
    return 0;
}
