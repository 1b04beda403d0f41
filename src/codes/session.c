/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/session.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/glyph.h"
#include "base/memory.h"
#include "base/stop.h"
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <sha2.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Arguments of the child; bytes of its files that are read; time between two tests for a request to
 * stop, ms; processor time of the child, s; time that it has to end by itself, ms. */
enum {
    ARGUMENTS_MOST = 128,
    TEXT_MOST = 1 << 13,
    SLICE_MS = 100,
    SECONDS_MOST = 86400,
    END_MS = 1500 /* a little longer than its guardian waits */
};
#define SANDBOX "bwrap"            /* bubblewrap's program */
static const double patience = 10; /* s: time limit for all answers but the first */

struct lt_session {
    const char *title;
    bool own;   /* a code of the user's own */
    bool looks; /* the code declares that it answers queries without a step */
    bool late;  /* it did not answer in time */
    bool sandboxed;
    pid_t child, parent;
    int fd;              /* -1: closed */
    double patience;     /* s, for an answer */
    double limit, until; /* s for a run, 0: any; the monotonic time when it is over */
    int line;            /* of the input, from 1, at which the code failed; 0: none */
    char folder[PATH_MAX], why[1024], file[PATH_MAX], version[200];
    char sha256[SHA256_DIGEST_STRING_LENGTH];
};

/* Open MPI spends a third of a second probing transports and the machine; a single process needs
 * only these, and one processor. */
const char *const lt_session_environment[] = {"PATH=/usr/bin:/bin",
                                              "LC_ALL=C",
                                              "HOME=.",
                                              "TMPDIR=.",
                                              "OMP_NUM_THREADS=1",
                                              "OMPI_MCA_ess_singleton_isolated=1",
                                              "OMPI_MCA_btl=self",
                                              "OMPI_MCA_pml=ob1",
                                              "HWLOC_SYNTHETIC=pu:1",
                                              NULL};

/* Why the session failed; "": it did not. */
const char *lt_session_why(const struct lt_session *session) {
    return session->why;
}

/* Line of the input, from 1, at which the code failed; 0: none. */
int lt_session_line(const struct lt_session *session) {
    return session->line;
}

/* The library that the code has loaded; "" before it has started. */
const char *lt_session_file(const struct lt_session *session) {
    return session->file;
}

/* True if the last question ended without an answer in time. */
bool lt_session_late(const struct lt_session *session) {
    return session->late;
}

/* True if the code has declared that it answers queries without a step. */
bool lt_session_looks(const struct lt_session *session) {
    return session->looks;
}

/* Digest of the code's library; "" before it has started. */
const char *lt_session_sha256(const struct lt_session *session) {
    return session->sha256;
}

/* The code's version as it reports it; "" before it has started. */
const char *lt_session_version(const struct lt_session *session) {
    return session->version;
}

/* Monotonic time, s. */
static double clock_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Its folder ------------------------------------------------------------------------------ */

/* Makes the child's folder in TMPDIR, if that is an absolute path, or in /tmp, and sets s->folder
 * to it. The 40 characters are room for the folder's own name and those of the files in it. False:
 * errno says why not. */
static bool make_folder(struct lt_session *s) {
    const char *tmp = getenv("TMPDIR");
    snprintf(s->folder, sizeof s->folder, "%.*s/lawtester-XXXXXX", PATH_MAX - 40,
             tmp && tmp[0] == '/' ? tmp : "/tmp");
    return mkdtemp(s->folder);
}

/* The end of a file written by the child, in TEXT; "" if there is none, or a link or a pipe in its
 * place. */
static char *read_own(const struct lt_session *s, const char *name, char text[TEXT_MOST]) {
    char path[PATH_MAX + 16];
    text[0] = '\0';
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
    if (!file)
        return text;
    if (fseek(file, 1 - TEXT_MOST, SEEK_END) != 0)
        rewind(file);
    text[fread(text, 1, TEXT_MOST - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Sets s->line to the line of the input that the child last worked on. */
static void note_line(struct lt_session *s) {
    char text[TEXT_MOST];
    s->line = atoi(read_own(s, LT_SERVE_LINE, text));
}

/* ---- Its end --------------------------------------------------------------------------------- */

/* True if the child has ended. Unless AT_ONCE a code of the user's own has END_MS to do so, as it
 * may have something to write; a sandbox always has, as its guardian ends it. */
static bool has_ended(struct lt_session *s, bool at_once) {
    int status, wait = s->sandboxed || (s->own && !at_once) ? END_MS : 0;
    for (int i = 0; i < wait && s->child > 0; i++)
        if (waitpid(s->child, &status, WNOHANG) == s->child)
            s->child = 0;
        else
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return s->child <= 0;
}

/* Closes the connection and ends the child with its group, AT_ONCE or after a while. In a process
 * that was made by fork() the child is left to the parent. */
static void end_child(struct lt_session *s, bool at_once) {
    int status;
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    if (s->child <= 0 || s->parent != getpid() || has_ended(s, at_once))
        return;
    kill(-s->child, SIGKILL);
    kill(s->child, SIGKILL);
    while (waitpid(s->child, &status, 0) < 0 && errno == EINTR)
        ;
    s->child = 0;
}

/* Removes the child's folder; a process that was made by fork() leaves it to its parent. */
static void remove_folder(const struct lt_session *s) {
    if (s->folder[0] && s->parent == getpid())
        lt_file_remove(s->folder);
}

/* Ends the code and removes its folder. */
void lt_session_close(struct lt_session *s) {
    if (!s)
        return;
    end_child(s, false);
    remove_folder(s);
    free(s);
}

/* The end of the last line of TEXT that contains WORD, from WORD on; NULL: none. TEXT is changed.
 */
static char *last_with(char *text, const char *word) {
    char *found = NULL, *rest;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *at = strstr(line, word);
        if (at)
            found = at;
    }
    if (found) {
        found[strcspn(found, "\r")] = '\0';
        lt_glyph_clean(found, "");
    }
    return found;
}

/* The last line that a code of the user's own has printed, in TEXT; "": none. */
static const char *printed_last(const struct lt_session *s, char text[TEXT_MOST]) {
    char *at = read_own(s, LT_SERVE_PRINT, text), *line = at, *rest;
    for (char *next = strtok_r(at, "\r\n", &rest); next; next = strtok_r(NULL, "\r\n", &rest))
        line = next + strspn(next, " \t");
    lt_glyph_clean(line, "");
    return line;
}

/* Sets WHY (SIZE bytes) to the code's own error message, and the command that it was at, from the
 * files that it wrote. False: there is none, and WHY is unchanged. */
static bool last_words(const struct lt_session *s, char *why, size_t size) {
    static const char *const files[] = {LT_SERVE_LOG, LT_SERVE_HEAD, LT_SERVE_PRINT};
    char text[TEXT_MOST], other[TEXT_MOST];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *error = last_with(read_own(s, files[i], text), "ERROR");
        if (!error)
            error = last_with(read_own(s, files[i], text), "Error: ");
        if (!error && s->sandboxed)
            error = last_with(read_own(s, files[i], text), SANDBOX ": ");
        const char *command = last_with(read_own(s, files[i], other), "Last command: ");
        if (!error)
            continue;
        snprintf(why, size, command ? "%.300s (%.250s)" : "%.300s", error, command);
        return true;
    }
    return false;
}

/* Sets the reason of a failure, with the last line that a user's own code printed if it has ended.
 * Returns false. */
static bool fail_session(struct lt_session *s, const char *why) {
    char text[TEXT_MOST];
    const char *line = s->own && s->child == 0 ? printed_last(s, text) : "";
    snprintf(s->why, sizeof s->why, *line ? "%s: %s; it printed last: %.300s" : "%s: %s", s->title,
             why, line);
    return false;
}

/* Sets the reason why the process ended by itself: its message, a signal or its exit status. It
 * waits up to 1 s for the end. Returns false. */
static bool fail_ended(struct lt_session *s) {
    int status = 0;
    char why[600];
    for (int i = 0; i < 20 && s->child > 0; i++) {
        pid_t ended = waitpid(s->child, &status, WNOHANG);
        if (ended == s->child || (ended < 0 && errno != EINTR))
            s->child = 0;
        else
            nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    bool told = !s->own && last_words(s, why, sizeof why);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (s->sandboxed && WIFEXITED(status) && WEXITSTATUS(status) > 128)
        signal = WEXITSTATUS(status) - 128; /* bubblewrap returns 128 plus the signal */
    if (!told && signal)
        snprintf(why, sizeof why, "its process crashed (%s)", strsignal(signal));
    else if (!told)
        snprintf(why, sizeof why, "its process ended by itself (exit status %d)",
                 WEXITSTATUS(status));
    note_line(s);
    end_child(s, true);
    return fail_session(s, why);
}

/* Sets the reason if the code has not answered in time or the user has interrupted, and ends it.
 * Returns false. */
static bool fail_late(struct lt_session *s) {
    char why[200];
    if (lt_stop_requested()) {
        snprintf(why, sizeof why, "interrupted");
    } else if (clock_now() >= s->until) {
        snprintf(why, sizeof why, "the time limit of %g s is over: its process was killed",
                 s->limit);
    } else {
        snprintf(why, sizeof why, "no answer within %g s: its process was killed", s->patience);
        note_line(s);
    }
    s->late = true;
    end_child(s, true);
    return fail_session(s, why);
}

/* ---- Talk ------------------------------------------------------------------------------------ */

/* Sends SIZE bytes to the code. False: it has ended, and s->why says how. */
static bool send_all(struct lt_session *s, const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        ssize_t n = send(s->fd, at, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return fail_ended(s);
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Waits for input or the end of the stream, at most until the monotonic time LIMIT (s), and returns
 * every SLICE_MS to see a request to stop. False: it is late or was stopped, as s->why says. */
static bool wait_until(struct lt_session *s, double limit) {
    struct pollfd ready = {.fd = s->fd, .events = POLLIN};
    while (!lt_stop_requested() && clock_now() < limit)
        if (poll(&ready, 1, SLICE_MS) > 0)
            return true;
    return fail_late(s);
}

/* Receives SIZE bytes from the code into TO; each answer may take s->patience seconds, all of a run
 * until s->until. False: the code has ended or is late, as s->why says. */
static bool receive_all(struct lt_session *s, void *to, size_t size) {
    char *at = to;
    double limit = fmin(clock_now() + s->patience, s->until);
    while (size > 0) {
        if (clock_now() >= s->until)
            return fail_late(s);
        ssize_t n = recv(s->fd, at, size, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
            if (!wait_until(s, limit))
                return false;
            continue;
        }
        if (n <= 0)
            return fail_ended(s);
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Reads an answer and its text, of less than SIZE bytes. False: the code ended, was late or
 * reported an error; s->why says which, s->line where, and the child has ended. */
static bool hear_answer(struct lt_session *s, struct lt_serve_answer *answer, char *text,
                        size_t size) {
    if (!receive_all(s, answer, sizeof *answer))
        return false;
    if (!(answer->length >= 0 && answer->length < (double)size)) {
        end_child(s, true);
        return fail_session(s, "its answer cannot be understood");
    }
    size_t length = (size_t)answer->length;
    if (!receive_all(s, text, length))
        return false;
    text[length] = '\0';
    if (answer->state == 0)
        return true;
    lt_glyph_clean(text, "");
    note_line(s);
    end_child(s, false);
    return fail_session(s, text);
}

/* ---- Its beginning --------------------------------------------------------------------------- */

/* Sets SELF to the folder of the library that this function is in, or of the program. */
static void find_self(char self[PATH_MAX]) {
    Dl_info info;
    ssize_t n = readlink("/proc/self/exe", self, PATH_MAX - 1);
    self[n > 0 ? n : 0] = '\0';
    if (dladdr(lt_session_environment, &info) && strstr(info.dli_fname, "liblawtester"))
        snprintf(self, PATH_MAX, "%s", info.dli_fname);
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
}

/* The folder of serve-code; NULL: not found. It is searched beside this program or library (build
 * tree, wheel), where it is installed, and relative to a relocated installation. */
static const char *serve_folder(struct lt_arena *arena) {
    char self[PATH_MAX];
    find_self(self);
    const char *const places[] = {lt_arena_print(arena, "%s/src/serve", self),
                                  lt_arena_print(arena, "%s/../src/serve", self),
                                  lt_arena_print(arena, "%s/serve", self),
                                  lt_arena_print(arena, "%s/libexec/lawtester", self),
                                  LT_SERVE_INSTALLED,
                                  lt_arena_print(arena, "%s/../libexec/lawtester", self)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (access(lt_arena_print(arena, "%s/serve-code", places[i]), X_OK) == 0)
            return places[i];
    return NULL;
}

/* Lists the actions on descriptors in the child: its input and output become files, FD the socket,
 * all others are closed. If TELLS, its standard error stays the user's. Returns 0, or an error
 * number. */
static int list_actions(posix_spawn_file_actions_t *files, const char *folder, int fd, bool tells) {
    char input[PATH_MAX + 16], print[PATH_MAX + 16];
    snprintf(input, sizeof input, "%s/" LT_SERVE_INPUT, folder);
    snprintf(print, sizeof print, "%s/" LT_SERVE_PRINT, folder);
    int errors[] = {
        posix_spawn_file_actions_addopen(files, 0, input, O_RDONLY | O_CREAT, 0600),
        posix_spawn_file_actions_addopen(files, 1, print, O_WRONLY | O_CREAT | O_APPEND, 0600),
        tells ? 0 : posix_spawn_file_actions_adddup2(files, 1, 2),
        posix_spawn_file_actions_adddup2(files, fd, LT_SERVE_FD),
        posix_spawn_file_actions_addclosefrom_np(files, LT_SERVE_FD + 1),
    };
    int error = 0;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        error = error ? error : errors[i];
    return error;
}

/* Starts the child with default signals and in a process group of its own; FD is its end of the
 * socket. Returns 0, or an error number. */
static int spawn_child(struct lt_session *s, char *const *arguments, int fd) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t all;
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int error = list_actions(&files, s->folder, fd, s->own);
    if (!error)
        error = posix_spawn(&s->child, arguments[0], &files, &attributes, arguments,
                            s->own ? environ : (char *const *)lt_session_environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Makes a pair of connected sockets, ENDS, with numbers beyond those that the child will use.
 * Returns 0, or an error number. */
static int connect_ends(int ends[2]) {
    int pair[2], error = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return errno;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(pair[i], F_DUPFD_CLOEXEC, LT_SERVE_FD + 1);
        error = ends[i] < 0 ? errno : error;
        close(pair[i]);
    }
    return error;
}

/* Starts the child with a socket to this session. Returns 0, or an error number. */
static int spawn_connected(struct lt_session *s, char *const *arguments) {
    int ends[2] = {-1, -1}, error = connect_ends(ends);
    s->fd = ends[0];
    if (!error)
        error = spawn_child(s, arguments, ends[1]);
    if (error)
        s->child = 0;
    if (ends[1] >= 0)
        close(ends[1]);
    return error;
}

/* ---- Its sandbox ----------------------------------------------------------------------------- */

struct arguments {
    char *list[ARGUMENTS_MOST]; /* ends with NULL */
    size_t count;
    struct lt_arena *arena;
};

/* Appends WORDS to the arguments. The room suffices: there are at most as many as in this file and
 * in a code's own list. */
static void add_words(struct arguments *to, const char *const *words) {
    for (; *words && to->count + 1 < ARGUMENTS_MOST; words++)
        to->list[to->count++] = lt_arena_copy(to->arena, *words, strlen(*words));
    to->list[to->count] = NULL;
}

#define ADD(to, ...) add_words(to, (const char *const[]){__VA_ARGS__, NULL})

/* Appends the server and its limits of memory (bytes) and time (s); FOLDER is that of serve-code.
 */
static void add_server(struct arguments *to, const struct lt_session *s, const char *folder,
                       const struct lt_session_start *how) {
    ADD(to, lt_arena_print(to->arena, "%s/serve-code", folder), s->folder,
        lt_arena_print(to->arena, "%.0f", how->memory),
        lt_arena_print(to->arena, "%d", SECONDS_MOST));
}

/* The folder of a file; of a folder, itself. */
static const char *folder_of(struct lt_arena *arena, const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return path;
    const char *slash = strrchr(path, '/');
    return slash == path ? "/" : lt_arena_copy(arena, path, (size_t)(slash - path));
}

/* Appends the call of another serve-code in bubblewrap: without network, with empty /home and /tmp,
 * and with the system's programs and libraries, Open MPI's settings and the folder of how->library
 * to read; only the child's folder can be written. Neither /proc nor the machine's /dev are needed:
 * a file /dev/null will do. */
static void add_sandbox(struct arguments *to, const struct lt_session *s, const char *folder,
                        const struct lt_session_start *how) {
    static const char *const empty[] = {"/dev", "/home", "/run", "/tmp"}, *const system[] = {
                                                                              "/usr",
                                                                              "/bin",
                                                                              "/lib",
                                                                              "/lib32",
                                                                              "/lib64",
                                                                              "/etc/alternatives",
                                                                              "/etc/ld.so.cache",
                                                                              "/etc/openmpi"};
    ADD(to, "sandbox", SANDBOX, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop",
        "ALL");
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        ADD(to, "--size", "1000000", "--tmpfs", empty[i]);
    if (how->library) {
        const char *beside = folder_of(to->arena, how->library);
        ADD(to, "--ro-bind", beside, beside);
    }
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        ADD(to, "--ro-bind-try", system[i], system[i]);
    ADD(to, "--ro-bind", folder, folder, "--bind", s->folder, s->folder, "--remount-ro", "/", "--");
    add_server(to, s, folder, how);
}

/* Appends to s->why how to install the code that is missing; PACKAGE is its Debian package. */
static void advise(struct lt_session *s, const char *package) {
    size_t length = strlen(s->why);
    if (strstr(s->why, ": " SANDBOX ": "))
        snprintf(s->why + length, sizeof s->why - length,
                 "; --allow-style runs the code in a sandbox, which needs the Debian package "
                 "bubblewrap and a system that permits namespaces: without them add --no-sandbox, "
                 "if you trust the lines and the style");
    else
        snprintf(s->why + length, sizeof s->why - length,
                 "; install the Debian package %s, or give --library PATH%s", package,
                 s->sandboxed ? " (in the sandbox only the system's libraries and that folder are "
                                "seen)"
                              : "");
}

/* Starts the child by the arguments of HOW, in which "%s" stands for the folder of the helper
 * programs. Returns 0, or an error number. */
static int start_child(struct lt_session *s, struct lt_arena *arena,
                       const struct lt_session_start *how, const char *folder) {
    struct arguments arguments = {.arena = arena};
    add_server(&arguments, s, folder, how);
    if (how->sandboxed)
        add_sandbox(&arguments, s, folder, how);
    for (const char *const *word = how->arguments; *word; word++)
        ADD(&arguments, strncmp(*word, "%s/", 3) == 0
                            ? lt_arena_print(arena, "%s%s", folder, *word + 2)
                            : *word);
    return spawn_connected(s, arguments.list);
}

/* Starts the helper process with the code, and waits for its greeting. False: s->why says why it
 * failed. */
static bool open_session(struct lt_session *s, struct lt_arena *arena,
                         const struct lt_session_start *how) {
    const char *folder = serve_folder(arena);
    if (!folder)
        return fail_session(
            s, "serve-code, which belongs to lawtester, was not found in " LT_SERVE_INSTALLED);
    if (!make_folder(s))
        return fail_session(s, strerror(errno));
    int error = start_child(s, arena, how, folder);
    if (error)
        return fail_session(s, strerror(error));
    struct lt_serve_answer hello;
    bool ok = hear_answer(s, &hello, s->file, sizeof s->file);
    if (!ok && how->package)
        advise(s, how->package);
    if (!s->own) /* whose first answer was that it has been loaded; a program loads itself later */
        s->patience = patience;
    return ok;
}

/* Starts a code in its own process. NULL: WHY says why it cannot be started. */
struct lt_session *lt_session_open(const struct lt_session_start *how, char *why, size_t size) {
    struct lt_session *s = lt_memory_get(sizeof *s);
    *s = (struct lt_session){.title = how->title,
                             .own = !how->package,
                             .sandboxed = how->sandboxed,
                             .parent = getpid(),
                             .fd = -1,
                             .patience = how->patience,
                             .limit = how->limit};
    lt_session_run(s);
    struct lt_arena *arena = lt_arena_new();
    bool ok = open_session(s, arena, how);
    lt_arena_free(arena);
    if (ok)
        return s;
    snprintf(why, size, "%s", s->why);
    lt_session_close(s);
    return NULL;
}

/* ---- Queries ----------------------------------------------------------------------------------
 */

/* Sets the version to the first line of the code's greeting, once. */
static void note_version(struct lt_session *s) {
    if (s->version[0])
        return;
    char text[TEXT_MOST], *head = read_own(s, LT_SERVE_HEAD, text);
    head[strcspn(head, "\r\n")] = '\0';
    lt_glyph_clean(head, "");
    snprintf(s->version, sizeof s->version, "%.199s", head);
}

/* Begins a run: its time limit, if there is one, counts from now on. */
void lt_session_run(struct lt_session *s) {
    s->until = s->limit > 0 ? clock_now() + s->limit : INFINITY;
}

/* Sends an input, TEXT, from which the code sets itself up anew, and waits for its confirmation.
 * False: it failed, as lt_session_why() says. */
bool lt_session_begin(struct lt_session *s, const char *text) {
    struct lt_serve_question question = {.what = LT_SERVE_BEGIN, .length = (double)strlen(text)};
    struct lt_serve_answer answer;
    char said[1024];
    s->line = 0;
    if (s->fd < 0)
        return false;
    if (!send_all(s, &question, sizeof question) || !send_all(s, text, strlen(text)))
        return false;
    struct stat st;
    if (!s->sha256[0] && stat(s->file, &st) == 0 && S_ISREG(st.st_mode))
        SHA256File(s->file, s->sha256); /* while the code sets itself up */
    if (!hear_answer(s, &answer, said, sizeof said))
        return false;
    s->looks = strcmp(said, LT_SERVE_LOOKS) == 0;
    s->patience = patience;
    note_version(s);
    return true;
}

/* Sends a question and reads its answer. False: it failed, as lt_session_why() says. */
bool lt_session_query(struct lt_session *s, const struct lt_serve_question *question,
                      struct lt_serve_answer *answer) {
    char said[1024];
    return s->fd >= 0 && send_all(s, question, sizeof *question) &&
           hear_answer(s, answer, said, sizeof said);
}
