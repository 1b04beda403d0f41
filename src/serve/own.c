/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "own.h"

#include "../code.h"
#include "protocol.h"
#include "talk.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Bytes of an error and of a line; characters of a wrong answer that are shown; numbers of an
 * answer (force and torque of two bodies); milliseconds to end by itself. */
enum { WHY = 1000, LINE_MOST = 4096, SHOWN = 60, NUMBERS = 12, WAIT_MS = 500 };

typedef int force_function(void *, double, const struct code_body[2], double[2][3], double[2][3]);

/* Either form; WHY: what went wrong. */
struct own {
    const char *path;
    bool looks;         /* it answers queries without a step */
    double sizes[2][3]; /* radius, mass, inertia */
    char why[WHY];
    /* A shared object. */
    void *(*open)(const char *, char *, size_t); /* code_open and so on of code.h */
    force_function *step, *look;
    void (*close)(void *);
    void *instance;
    /* A program: its process, its standard input and output, what it has written. */
    pid_t child; /* 0: it is a shared object */
    int to, from;
    char heard[LINE_MOST];
    size_t n_heard;
};

/* Sets own->why and returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(struct own *own, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(own->why, sizeof own->why, format, args);
    va_end(args);
    return false;
}

/* ---- What stands in the way of a file ---------------------------------------------------------
 */

/* Name of the processor for a machine number of an ELF file. */
static const char *machine_name(unsigned machine) {
    static const struct {
        unsigned machine;
        const char *name;
    } known[] = {{EM_X86_64, "x86-64"},  {EM_386, "32-bit x86"}, {EM_AARCH64, "64-bit ARM"},
                 {EM_ARM, "32-bit ARM"}, {EM_RISCV, "RISC-V"},   {EM_PPC64, "64-bit PowerPC"},
                 {EM_S390, "IBM Z"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].machine == machine)
            return known[i].name;
    return "another processor";
}

/* Reads the first SIZE bytes of a file into HEAD; returns how many bytes there are, 0 if it cannot
 * be read. */
static size_t read_head(const char *path, void *head, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, head, size);
    if (fd >= 0)
        close(fd);
    return n < 0 ? 0 : (size_t)n;
}

/* True if the file has an ELF header, which HEAD then holds. */
static bool is_elf(const char *path, Elf64_Ehdr *head) {
    return read_head(path, head, sizeof *head) == sizeof *head &&
           memcmp(head->e_ident, ELFMAG, SELFMAG) == 0;
}

/* True if a file with this header can run on this machine: processor, word size and byte order are
 * those of this program. False: own->why names both machines; the loader would report such a file
 * as missing. */
static bool fits_machine(struct own *own, const Elf64_Ehdr *head) {
    Elf64_Ehdr here;
    if (!is_elf("/proc/self/exe", &here) ||
        (head->e_machine == here.e_machine &&
         memcmp(head->e_ident + EI_CLASS, here.e_ident + EI_CLASS, 2) == 0))
        return true;
    return fail(own, "it was compiled for %s, and this machine runs %s",
                machine_name(head->e_machine), machine_name(here.e_machine));
}

/* ---- A shared object --------------------------------------------------------------------------
 */

/* Loads the shared object and finds its functions; own->looks is set if it has the optional
 * code_look. False: own->why says what is wrong. */
static bool load_object(struct own *own) {
    Elf64_Ehdr head;
    if (!is_elf(own->path, &head))
        return fail(own, "it is no shared object, which its name promises");
    if (!fits_machine(own, &head))
        return false;
    void *handle = dlopen(own->path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail(own, "%s", dlerror());
    /* A pointer to a function is set through one to an object, as POSIX has it; code_look is
     * optional. */
    *(void **)&own->open = dlsym(handle, "code_open");
    *(void **)&own->step = dlsym(handle, "code_step");
    *(void **)&own->look = dlsym(handle, "code_look");
    *(void **)&own->close = dlsym(handle, "code_close");
    const char *missing = !own->open    ? "code_open"
                          : !own->step  ? "code_step"
                          : !own->close ? "code_close"
                                        : NULL;
    if (missing)
        return fail(own,
                    "it has no function %s; code_open, code_step and code_close must be there, as "
                    "code.h declares them (include it: in C++ they are extern \"C\")",
                    missing);
    own->looks = own->look;
    return true;
}

/* Lets the shared object set itself up with the law's numbers in TEXT. False: own->why says what is
 * wrong. */
static bool open_object(struct own *own, const char *text) {
    char error[WHY - 100] = "";
    if (own->instance)
        own->close(own->instance);
    own->instance = own->open(text, error, sizeof error - 1);
    return own->instance ||
           fail(own, "code_open: %s", error[0] ? error : "it returned NULL and no reason");
}

/* Gets forces (N) and torques (N m) from the shared object, for a step of DT (s) or, if LOOK,
 * without one. False: own->why says what is wrong. */
static bool query_object(struct own *own, bool look, double dt, const struct code_body *body,
                         struct lt_serve_answer *answer) {
    int code =
        (look ? own->look : own->step)(own->instance, dt, body, answer->force, answer->torque);
    return code == 0 || fail(own, "%s returned %d", look ? "code_look" : "code_step", code);
}

/* ---- A program --------------------------------------------------------------------------------
 */

/* Explains why a file that exists cannot be executed; ERROR is that of the system. Returns false.
 */
static bool fail_start(struct own *own, int error) {
    Elf64_Ehdr head;
    char first[128];
    const bool elf = is_elf(own->path, &head);
    first[read_head(own->path, first, sizeof first - 1)] = '\0';
    first[strcspn(first, "\r\n")] = '\0';
    if (error == ENOEXEC && elf && !fits_machine(own, &head))
        return false;
    if (error == EACCES && access(own->path, X_OK) != 0)
        return fail(own, "it is not executable; chmod +x makes it so (a shared object has a name "
                         "that ends in .so)");
    if (error == ENOEXEC)
        return fail(own, "it is no program of this machine; a script begins with a line such as "
                         "#!/usr/bin/env python3");
    if (error == ENOENT && strncmp(first, "#!", 2) == 0)
        return fail(own, "its first line, '%s', names a program that is not there", first);
    return fail(own, "it cannot be started: %s", strerror(error));
}

/* Starts the program with the descriptors IN and OUT as its standard input and output. Returns 0,
 * or an error number. */
static int spawn_program(struct own *own, int in, int out) {
    extern char **environ;
    char *const arguments[] = {(char *)own->path, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t all;
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    error = error ? error : posix_spawn_file_actions_addclose(&files, LT_SERVE_FD);
    if (!error)
        error = posix_spawn(&own->child, own->path, &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Starts the program with pipes to its input and output. False: own->why says what is wrong. */
static bool start_program(struct own *own) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        return fail(own, "%s", strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    int error = spawn_program(own, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    own->to = in[1];
    own->from = out[0];
    return error == 0 || fail_start(own, error);
}

/* Closes the program's input, gives it WAIT_MS to end, then kills it. Returns its wait status. */
static int end_program(struct own *own) {
    int status = 0;
    if (own->to >= 0)
        close(own->to);
    own->to = -1;
    for (int i = 0; i < WAIT_MS && own->child > 0; i++) {
        if (waitpid(own->child, &status, WNOHANG) == own->child)
            own->child = -1;
        else
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (own->child > 0) {
        kill(own->child, SIGKILL);
        waitpid(own->child, &status, 0);
    }
    own->child = -1;
    return status;
}

/* Explains how a program ended that should still run; returns false. */
static bool fail_gone(struct own *own) {
    int status = end_program(own);
    return WIFSIGNALED(status)
               ? fail(own, "it crashed (%s)", strsignal(WTERMSIG(status)))
               : fail(own, "it ended by itself (exit status %d)", WEXITSTATUS(status));
}

/* Writes TEXT to the program's input. False: the program has ended, as own->why says. */
static bool send_to_program(struct own *own, const char *text) {
    for (size_t left = strlen(text); left > 0;) {
        ssize_t n = write(own->to, text, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return fail_gone(own);
        text += n;
        left -= (size_t)n;
    }
    return true;
}

/* Reads a line that the program writes, without its end, into LINE. False: the program has ended,
 * or the line is longer than LINE_MOST; own->why says which. */
static bool hear_line(struct own *own, char line[LINE_MOST]) {
    char *end;
    while (!(end = memchr(own->heard, '\n', own->n_heard))) {
        if (own->n_heard == sizeof own->heard)
            return fail(own, "it wrote more than %d characters in one line: '%.*s...'", LINE_MOST,
                        SHOWN, own->heard);
        ssize_t n = read(own->from, own->heard + own->n_heard, sizeof own->heard - own->n_heard);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return fail_gone(own);
        own->n_heard += (size_t)n;
    }
    size_t length = (size_t)(end - own->heard);
    memcpy(line, own->heard, length);
    line[length] = '\0';
    line[strcspn(line, "\r")] = '\0';
    own->n_heard -= length + 1;
    memmove(own->heard, end + 1, own->n_heard);
    return true;
}

/* True if the program has written nothing that was not requested. False: it has, which would be
 * taken for the next answer, so own->why quotes it; or it has ended. */
static bool is_silent(struct own *own) {
    char line[LINE_MOST];
    struct pollfd from = {.fd = own->from, .events = POLLIN};
    if (own->n_heard == 0 && poll(&from, 1, 0) <= 0)
        return true;
    return hear_line(own, line) && fail(own,
                                        "it wrote '%.*s%s' although no answer was due; standard "
                                        "output is for answers, all else "
                                        "belongs on standard error",
                                        SHOWN, line, strlen(line) > SHOWN ? "..." : "");
}

/* Explains a wrong answer LINE to QUESTION, for which WANTED was expected, or passes on the
 * program's own error. Returns false. */
static bool fail_answer(struct own *own, const char *question, const char *wanted,
                        const char *line) {
    if (strncmp(line, "error ", 6) == 0)
        return fail(own, "%s: %.*s", question, WHY - 50, line + 6);
    return fail(own,
                "its answer to '%s' is '%.*s%s', and must be %s; what else it writes belongs on "
                "standard error",
                question, SHOWN, line, strlen(line) > SHOWN ? "..." : "", wanted);
}

/* Sends the law's numbers in TEXT to the program and reads its confirmation. False: own->why says
 * what is wrong. */
static bool open_program(struct own *own, const char *text) {
    char line[LINE_MOST], head[32];
    int count = 0;
    for (const char *at = text; *at; at++)
        count += *at == '\n';
    snprintf(head, sizeof head, "open %d\n", count);
    if (!is_silent(own) || !send_to_program(own, head) || !send_to_program(own, text) ||
        !hear_line(own, line))
        return false;
    own->looks = strcmp(line, "ok look") == 0;
    return own->looks || strcmp(line, "ok") == 0 ||
           fail_answer(own, "open", "'ok', 'ok look' or 'error REASON'", line);
}

/* Reads twelve numbers and nothing else, force (N) and torque (N m) of both bodies; they need not
 * be finite. False: LINE has something else. */
static bool read_forces(const char *line, struct lt_serve_answer *answer) {
    double all[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
        char *end;
        all[i] = strtod(line, &end);
        if (end == line || (*end && *end != ' ' && *end != '\t'))
            return false;
        line = end;
    }
    for (int i = 0; i < NUMBERS; i++)
        (i % 6 < 3 ? answer->force : answer->torque)[i / 6][i % 3] = all[i];
    return line[strspn(line, " \t")] == '\0';
}

/* Gets forces and torques from the program, for a step of DT (s) or, if LOOK, without one. False:
 * own->why says what is wrong. */
static bool query_program(struct own *own, bool look, double dt, const struct code_body *body,
                          struct lt_serve_answer *answer) {
    char line[LINE_MOST];
    const char *word = look ? "look" : "step";
    int n = snprintf(line, sizeof line, "%s %.17g", word, dt);
    for (int i = 0; i < 2; i++) {
        const struct code_body *b = &body[i];
        n += snprintf(line + n, sizeof line - (size_t)n,
                      " %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g",
                      b->radius, b->mass, b->inertia, b->place[0], b->place[1], b->place[2],
                      b->velocity[0], b->velocity[1], b->velocity[2], b->spin[0], b->spin[1],
                      b->spin[2]);
    }
    snprintf(line + n, sizeof line - (size_t)n, "\n");
    if (!is_silent(own) || !send_to_program(own, line) || !hear_line(own, line))
        return false;
    return read_forces(line, answer) || fail_answer(own, word, "12 numbers", line);
}

/* ---- Questions --------------------------------------------------------------------------------
 */

/* Reads two lines of sizes (radius m, mass kg, inertia kg m^2 of each body), and sets up the code
 * with the law's numbers behind them. False: own->why says what is wrong. */
static bool begin_own(struct own *own, const char *text) {
    for (int i = 0; i < 6; i++) {
        char *end;
        own->sizes[i / 3][i % 3] = strtod(text, &end);
        text = end;
    }
    text += *text == '\n';
    return own->child ? open_program(own, text) : open_object(own, text);
}

/* Answers a question BEGIN, whose text has LENGTH bytes. False: the code failed, as own->why says,
 * or the connection is closed. */
static bool answer_begin(struct own *own, double length) {
    char *text = talk_text(length);
    bool ok = text && begin_own(own, text);
    free(text);
    return ok && talk_say(0, own->looks ? LT_SERVE_LOOKS : "");
}

/* Answers a question for forces, a step or a query without one (LOOK), with the sizes that BEGIN
 * gave. False: the code failed, as own->why says, or the connection is closed. */
static bool answer_query(struct own *own, const struct lt_serve_question *q) {
    struct lt_serve_answer answer = {0};
    struct code_body body[2];
    const bool look = q->what == LT_SERVE_LOOK;
    for (int i = 0; i < 2; i++) {
        const struct lt_serve_body *of = &q->body[i];
        body[i] = (struct code_body){
            .radius = own->sizes[i][0], .mass = own->sizes[i][1], .inertia = own->sizes[i][2]};
        memcpy(body[i].place, of->place, sizeof of->place);
        memcpy(body[i].velocity, of->velocity, sizeof of->velocity);
        memcpy(body[i].spin, of->spin, sizeof of->spin);
    }
    return (own->child ? query_program(own, look, q->dt, body, &answer)
                       : query_object(own, look, q->dt, body, &answer)) &&
           talk_put(&answer, sizeof answer);
}

/* True if the file's name ends as that of a shared object, ".so" or ".so.1.2". */
static bool is_object(const char *path) {
    const char *name = strrchr(path, '/'), *at = strstr(name ? name : path, ".so");
    while (at && strspn(at + 3, ".0123456789") != strlen(at + 3))
        at = strstr(at + 1, ".so");
    return at;
}

/* Serves the user's own code at PATH until the connection is closed; returns the exit status. */
int own_serve(const char *path) {
    struct own own = {.path = path, .to = -1, .from = -1};
    struct lt_serve_question question;
    bool ok = is_object(path) ? load_object(&own) : start_program(&own);
    ok = ok && talk_say(0, path);
    while (ok && talk_get(&question, sizeof question))
        ok = question.what == LT_SERVE_BEGIN ? answer_begin(&own, question.length)
                                             : answer_query(&own, &question);
    if (own.why[0])
        talk_say(1, own.why);
    if (own.child > 0)
        end_program(&own);
    else if (ok && own.instance)
        own.close(own.instance);
    return ok ? 0 : 1;
}
