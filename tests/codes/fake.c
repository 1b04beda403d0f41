/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake.c: a code that does what FAKE says: answers as a spring, or as one with a dashpot that
 * brings the pair to rest; hangs, crashes, ends, lies. */
#include "as_lammps.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SPRING, HANG, CRASH, END, LIE, MEMORY, ENVIRONMENT, ESCAPE, SLOW, REST };

const char *const head_line = "a fake code\n";

static int steps;
static void *volatile last; /* what nobody looks at, a compiler may leave out */

/* What it should be kept from, and is not. */
static void try_to_escape(void) {
    FILE *log = fopen("log", "w");
    if (!log)
        exit(1);
    fputs("ERROR: it can:", log);
    if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < 0 ||
        prctl(PR_GET_SECCOMP) != 2)
        fputs(" the kernel cannot confine", log);
    if (open("/etc/passwd", O_RDONLY) >= 0)
        fputs(" read a file", log);
    if (opendir("/etc"))
        fputs(" list a folder", log);
    if (open("../escaped", O_WRONLY | O_CREAT, 0600) >= 0)
        fputs(" write a file", log);
    if (open("inside", O_RDWR | O_CREAT, 0600) < 0)
        fputs(" nothing in its own folder", log);
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0)
        fputs(" use the network", log);
    if (kill(getppid(), 0) == 0)
        fputs(" send a signal", log);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child > 0)
        fputs(" start a process", log);
    fputs(" no more\n", log);
    fclose(log);
    execl("/bin/true", "true", (char *)NULL);
    exit(1);
}

static void misbehave(void) {
    extern char **environ;
    switch (FAKE) {
    case HANG:
        for (;;)
            pause();
    case SLOW:
        usleep(50000);
        return;
    case ESCAPE:
        try_to_escape();
        return;
    case CRASH:
        abort();
    case END:
        exit(0);
    case MEMORY:
        do
            last = malloc(1 << 20);
        while (last);
        exit(3);
    case ENVIRONMENT: { /* what it sees of who runs it */
        FILE *log = fopen("log", "w");
        char folder[200];
        if (!log || !getcwd(folder, sizeof folder))
            exit(1);
        fputs("ERROR:", log);
        for (char **e = environ; *e; e++)
            fprintf(log, " %.*s", (int)strcspn(*e, "="), *e);
        fputs(strstr(folder, "lawtester-") ? " in a folder of its own" : " in a folder", log);
        for (int fd = 0; fd < 20; fd++)
            if (lseek(fd, 0, SEEK_CUR) >= 0 &&
                fd > 5) /* 3: the parent, 4: the line, 5: this file */
                fprintf(log, " descriptor %d", fd);
        fputc('\n', log);
        fclose(log);
        exit(1);
    }
    default:
        return;
    }
}

char *lammps_command(void *instance, const char *text) {
    (void)instance;
    if (strncmp(text, "run 1", 5) != 0)
        return NULL;
    if (++steps > 20)
        misbehave();
    double d = numbers[X][1][0] - numbers[X][0][0] - 0.01, f = d < 0 ? -1e5 * d : 0;
    if (FAKE == REST && d < 0)
        f -= 100 * (numbers[V][1][0] - numbers[V][0][0]);
    numbers[F][1][0] = FAKE == LIE && steps > 20 ? 0.0 / (f - f) : f;
    numbers[F][0][0] = -numbers[F][1][0];
    return NULL;
}
