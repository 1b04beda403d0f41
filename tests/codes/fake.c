/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake.c: a code that does what FAKE says: answers as a spring, or as one with a dashpot that
 * brings the pair to rest; hangs, crashes, ends, lies. */
#include "as_lammps.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { SPRING, HANG, CRASH, END, LIE, MEMORY, ENVIRONMENT, ESCAPE, SLOW, REST };

const char *const head_line = "a fake code\n";

static int steps;
static void *volatile last; /* what nobody looks at, a compiler may leave out */

/* The process that asks, by going from parent to parent; 0: none is seen. */
static pid_t find_lawtester(void) {
    for (int pid = getppid(); pid > 1;) {
        char path[64], name[64] = "";
        int parent = 0;
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        FILE *file = fopen(path, "r");
        if (!file || fscanf(file, "%*d (%63[^)]) %*c %d", name, &parent) != 2)
            return 0;
        fclose(file);
        if (strcmp(name, "lawtester") == 0)
            return pid;
        pid = parent;
    }
    return 0;
}

static void note(FILE *log, bool done, const char *what) {
    if (done)
        fprintf(log, " %s", what);
}

/* Does to a file what it should be kept from. */
static void harm(FILE *log, const char *path) {
    int fd = open(path, O_WRONLY | O_APPEND);
    note(log, fd >= 0 && write(fd, "x", 1) == 1, "write");
    note(log, truncate(path, 1) == 0, "truncate");
    note(log, chmod(path, 0640) == 0, "chmod");
    note(log, setxattr(path, "user.harmed", "x", 1, 0) == 0, "setxattr");
    note(log, utimensat(AT_FDCWD, path, NULL, 0) == 0, "utime");
    note(log, open(path, O_RDONLY) >= 0, "read");
}

static bool can_connect(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&at, sizeof at) == 0;
}

/* What it should be kept from, and is not: of the files 'victim' and 'socket' two folders up, its
 * own library, its input, and the process that asks. */
static void try_to_escape(void) {
    FILE *log = fopen("log", "w");
    Dl_info self;
    if (!log || !dladdr(&head_line, &self))
        exit(1);
    char beside[4200];
    struct stat usr;
    snprintf(beside, sizeof beside, "%s.new", self.dli_fname);
    pid_t asking = find_lawtester();
    struct rlimit less = {7, 7};
    fputs("ERROR: it can:", log);
    harm(log, "../../victim");
    note(log, can_connect("../../socket"), "connect");
    note(log, chmod(self.dli_fname, 0755) == 0, "chmod its library");
    note(log, open(beside, O_WRONLY | O_CREAT, 0600) >= 0, "write beside its library");
    note(log, opendir("/etc/ssl") || open("/etc/passwd", O_RDONLY) >= 0, "read /etc");
    note(log, chmod("/dev/null", 0666) == 0, "chmod /dev/null");
    note(log, stat("/usr", &usr) == 0 && chmod("/usr", usr.st_mode) == 0, "chmod /usr");
    note(log, mount(NULL, "/usr", NULL, MS_REMOUNT | MS_BIND, NULL) == 0, "mount");
    note(log, asking > 0 && prlimit(asking, RLIMIT_CORE, &less, NULL) == 0, "limit");
    note(log, asking > 0 && kill(asking, 0) == 0, "signal");
    note(log, open("inside", O_RDWR | O_CREAT, 0600) < 0, "nothing in its own folder");
    fputs(" no more\n", log);
    fclose(log);
    unlink(beside);
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
