/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading a shared object runs unknown code. So a child process loads and tries it first, and
 * reports its progress through shared memory. */
#include "model/plugin.h"

#include "base/arena.h"
#include "formula/formula.h"
#include "formula/names.h"
#include "model/joined.h"
#include "model/probe.h"
#include "model/surroundings.h"
#include "model/watched.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 5, MOST_LAWS = 100 };

static const char entry[] = "lawtester_laws", parts_entry[] = "lawtester_parts";

/* A loaded shared object, with the addresses of its code and data. */
struct object {
    const char *path;
    uintptr_t begin, end;
};

struct lt_plugins {
    struct lt_arena *arena;
    size_t count, n_laws; /* shared objects, laws */
    struct object *objects;
    const struct lt_law *const *laws;
};

struct lt_plugins *lt_plugin_new(void) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_plugins *plugins = lt_arena_get(arena, sizeof *plugins);
    *plugins = (struct lt_plugins){.arena = arena, .laws = lt_laws_builtin};
    while (plugins->laws[plugins->n_laws])
        plugins->n_laws++;
    return plugins;
}

void lt_plugin_free(struct lt_plugins *plugins) {
    if (plugins)
        lt_arena_free(plugins->arena);
}

const struct lt_law *const *lt_plugin_laws(const struct lt_plugins *plugins) {
    return plugins->laws;
}

size_t lt_plugin_count(const struct lt_plugins *plugins) {
    return plugins->count;
}

const char *lt_plugin_name(const struct lt_plugins *plugins, size_t index) {
    return plugins->objects[index].path;
}

const char *lt_plugin_at(const struct lt_plugins *plugins, const void *address) {
    for (size_t i = 0; i < plugins->count; i++)
        if ((uintptr_t)address - plugins->objects[i].begin <
            plugins->objects[i].end - plugins->objects[i].begin)
            return plugins->objects[i].path;
    return NULL;
}

/* ---- The file -------------------------------------------------------------------------------- */

/* A load in progress, in memory shared with the child. */
struct loading {
    enum lt_plugin_status status;
    bool finished;              /* the child has finished by itself */
    const char *volatile doing; /* what is being tried */
    char law[128];              /* the law being tried; "" before it is known */
    char why[LT_PLUGIN_WHY];
};

static bool fail_to_load(struct loading *loading, enum lt_plugin_status status, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

static bool fail_to_load(struct loading *loading, enum lt_plugin_status status, const char *format,
                         ...) {
    va_list args;
    va_start(args, format);
    loading->status = status;
    vsnprintf(loading->why, sizeof loading->why, format, args);
    va_end(args);
    return false;
}

/* Reads the ELF header fields that 32 and 64 bit files share. False: errno says why, or is 0. */
struct head {
    unsigned char ident[EI_NIDENT];
    uint16_t type, machine;
};

static bool read_head(const char *path, struct head *head) {
    errno = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, head, sizeof *head);
    int error = errno;
    close(fd);
    errno = length < 0 ? error : 0;
    return length == sizeof *head;
}

static bool check_file(struct loading *loading, const char *path) {
    struct head file, own;
    bool whole = read_head(path, &file);
    if (!whole && errno)
        return fail_to_load(loading, LT_PLUGIN_BAD_FILE, "%s", strerror(errno));
    if (!whole || memcmp(file.ident, ELFMAG, SELFMAG) != 0)
        return fail_to_load(loading, LT_PLUGIN_BAD_FILE, "not a shared object (no ELF file)");
    bool alike = !read_head("/proc/self/exe", &own) || /* if unreadable, dlopen reports it */
                 (file.ident[EI_CLASS] == own.ident[EI_CLASS] &&
                  file.ident[EI_DATA] == own.ident[EI_DATA] && file.machine == own.machine);
    if (!alike)
        return fail_to_load(loading, LT_PLUGIN_BAD_FILE,
                            "compiled for another machine (ELF machine %u, this is %u)",
                            file.machine, own.machine);
    return file.type == ET_DYN ||
           fail_to_load(loading, LT_PLUGIN_BAD_FILE, "not a shared object; link it with -shared");
}

/* The list of laws and its largest possible length; NULL: why says why not. */
static const struct lt_law *const *find_entry(struct loading *loading, void *handle, size_t *room) {
    static const struct lt_law *const none[] = {NULL};
    const void *found = dlsym(handle, entry);
    Dl_info info;
    ElfW(Sym) *symbol = NULL;
    *room = 1;
    if (!found && dlsym(handle, parts_entry))
        return none;
    if (!found) {
        fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                     "it has no '%s'; does its source end with LT_PLUGIN(&lt_law_NAME)?", entry);
        return NULL;
    }
    *room = MOST_LAWS;
    if (!dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol)
        return found;
    *room = symbol->st_size / sizeof(struct lt_law *);
    if ((symbol->st_info & 0xf) == STT_OBJECT && *room > 0)
        return found;
    fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                 "its '%s' is not a list of laws; define it with LT_PLUGIN", entry);
    return NULL;
}

/* The evaluator for trying formulas, and the law's names. */
struct trial {
    struct loading *loading;
    struct lt_plugins *plugins;
    const char *path, *name;
};

/* ---- In the child ---------------------------------------------------------------------------- */

static bool check_formula(struct loading *loading, const char *what, const char *text,
                          enum lt_formula_kind kind, const struct lt_names *names,
                          struct lt_arena *arena) {
    struct lt_errors *errors = lt_errors_new();
    bool ok = lt_formula_read(text, (struct lt_mark){.source = NULL}, what, kind, names, arena,
                              errors) != NULL;
    if (!ok)
        fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s': %s", loading->law,
                     errors->count > 0 ? errors->list[0].text : what);
    lt_errors_free(errors);
    return ok;
}

static bool check_case(struct loading *loading, const struct lt_case *form,
                       const struct lt_names *names, struct lt_arena *arena) {
    struct lt_names end = lt_names_in(names, LT_SCOPE_END);
    struct lt_names param = lt_names_in(names, LT_SCOPE_PARAM);
    const struct lt_name *result = lt_names_find(&end, form->result);
    if (!result || result->kind != LT_NAME_RESULT)
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                            "law '%s': case of '%s', which is not a result", loading->law,
                            form->result);
    const char *what = lt_arena_print(arena, "case of '%s'", form->result);
    return check_formula(loading, what, form->when, LT_FORMULA_EITHER, &param, arena) &&
           check_formula(loading, what, form->formula, LT_FORMULA_NUMBER, &param, arena);
}

static bool check_jump(struct loading *loading, const struct lt_jump *jump,
                       const struct lt_names *names, struct lt_arena *arena) {
    struct lt_names step = lt_names_in(names, LT_SCOPE_STEP);
    struct lt_names param = lt_names_in(names, LT_SCOPE_PARAM);
    const char *what = lt_arena_print(arena, "jump of %s", jump->force);
    return check_formula(loading, what, jump->when, LT_FORMULA_EITHER, &param, arena) &&
           check_formula(loading, what, jump->change, LT_FORMULA_NUMBER, &step, arena);
}

static bool check_formulas(struct loading *loading, const struct lt_law *law) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_names *names = lt_names_new(law, NULL, 0, NULL, 0, arena);
    struct lt_names step = lt_names_in(names, LT_SCOPE_STEP);
    bool ok = true;
    for (const struct lt_view *v = law->views; ok && v && v->name; v++)
        ok = check_formula(loading, lt_arena_print(arena, "view '%s'", v->name), v->formula,
                           LT_FORMULA_NUMBER, &step, arena);
    for (const struct lt_case *c = law->cases; ok && c && c->result; c++)
        ok = check_case(loading, c, names, arena);
    for (const struct lt_jump *j = law->jumps; ok && j && j->force; j++)
        ok = check_jump(loading, j, names, arena);
    lt_arena_free(arena);
    return ok;
}

/* Of any law, a part too. */
static bool check_said(struct loading *loading, const struct lt_law *law) {
    char why[512];
    loading->doing = "its tables";
    bool known = law->abi == LT_ABI && law->size == LT_SIZES && law->name;
    snprintf(loading->law, sizeof loading->law, "%s", known ? law->name : "");
    if (!lt_laws_check(law, why, sizeof why))
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "%s%s%s%s", known ? "law '" : "",
                            loading->law, known ? "': " : "", why);
    return check_formulas(loading, law);
}

static bool try_alone(struct loading *loading, const struct lt_law *law) {
    char why[512];
    return lt_probe_law(law, &loading->doing, why, sizeof why) ||
           fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s': %s", law->name, why);
}

static bool check_law(struct loading *loading, const struct lt_law *law,
                      const struct lt_law *const *others) {
    if (!check_said(loading, law))
        return false;
    if (lt_laws_find_in(others, law->name))
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                            "law '%s': a law of this name exists already", law->name);
    return try_alone(loading, law);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The parts of a shared object that another law is made of; NULL: it has none. */
static const struct lt_outside_part *find_parts(void *handle) {
    return dlsym(handle, parts_entry);
}

/* The laws with the part in that one which is made of parts. */
static const struct lt_law *const *join_part(const struct lt_law *const *laws,
                                             const struct lt_guest *guest, struct lt_arena *arena) {
    size_t n = 0;
    while (laws[n])
        n++;
    const struct lt_law **joined = lt_arena_get(arena, (n + 1) * sizeof *joined);
    for (size_t i = 0; i < n; i++)
        joined[i] = laws[i] == lt_laws_find_in(laws, "contact")
                        ? lt_joined_make(laws[i], guest, 1, arena)
                        : laws[i];
    return joined;
}

static bool check_outside(struct loading *loading, const struct lt_outside_part *parts,
                          const struct lt_law *const *laws, struct lt_arena *arena) {
    for (; parts && parts->kind; parts++) {
        const struct lt_guest guest = {parts->kind, parts->law, NULL};
        if (!check_said(loading, parts->law))
            return false;
        const struct lt_law *contact = lt_laws_find_in(laws, "contact");
        const char *why = lt_joined_refuse(&guest, arena);
        if (!why && lt_joined_replaces(contact, &guest))
            why = lt_arena_print(arena, "'%s: %s' exists already; give yours another name",
                                 guest.kind, parts->law->name);
        if (why)
            return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "part '%s': %s", parts->law->name, why);
        if (!try_alone(loading, parts->law))
            return false;
        laws = join_part(laws, &guest, arena);
    }
    return true;
}

/* A shared object linked with -ffast-math makes the whole process flush small numbers to 0. */
static bool check_arithmetic(struct loading *loading) {
    volatile double least = DBL_MIN;
    return (least / 2 > 0 && fegetround() == FE_TONEAREST) ||
           fail_to_load(
               loading, LT_PLUGIN_BAD_LAW,
               "changes the arithmetic of the whole program (rounding, or small numbers); compile "
               "and link without -ffast-math");
}

static bool look_at_plugin(struct loading *loading, const struct lt_plugins *plugins,
                           const char *path) {
    loading->doing = "the file";
    if (!check_file(loading, path))
        return false;
    loading->doing = "what it does when it is loaded";
    struct lt_surroundings before;
    lt_surroundings_take(&before);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail_to_load(loading, LT_PLUGIN_BAD_FILE, "%s", dlerror());
    if (!check_arithmetic(loading))
        return false;
    size_t room, count = 0;
    const struct lt_law *const *laws = find_entry(loading, handle, &room);
    if (!laws)
        return false;
    while (count < room && laws[count])
        count++;
    const struct lt_outside_part *parts = find_parts(handle);
    if (count == room || (count == 0 && !parts))
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "its list '%s' %s", entry,
                            count == 0 ? "is empty" : "is not terminated");
    for (size_t i = 0; i < count; i++) {
        if (!check_law(loading, laws[i], plugins->laws))
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(laws[i]->name, laws[k]->name) == 0)
                return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s' is listed twice",
                                    laws[i]->name);
    }
    if (!check_outside(loading, parts, plugins->laws, plugins->arena))
        return false;
    loading->doing = "what it does when it is unloaded";
    loading->law[0] = '\0';
    dlclose(handle);
    const char *changed = lt_surroundings_changed(&before);
    if (changed)
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "%s, which it must leave alone", changed);
    return check_arithmetic(loading);
}

/* Makes the child harmless: no core file, no output, default signals, and a time limit in case the
 * plug-in closes the pipe to the parent. */
static void calm_process(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                                  SIGABRT, SIGINT, SIGTERM, SIGALRM};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
    alarm(2 * SECONDS);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && nothing >= 0; fd++)
        dup2(nothing, fd);
}

/* ---- Outside --------------------------------------------------------------------------------- */

/* Waits until the child ends, which closes its end of the pipe; false: it took too long. */
static bool wait_for(pid_t child, int pipe_end, int *status) {
    struct pollfd ended = {.fd = pipe_end, .events = POLLIN};
    int ready;
    do
        ready = poll(&ended, 1, SECONDS * 1000);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0)
        kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
    return ready > 0;
}

static void judge_child(struct loading *loading, bool in_time, int status) {
    const char *in = loading->law[0] ? " of law '" : "", *end = loading->law[0] ? "'" : "";
    if (!in_time)
        fail_to_load(loading, LT_PLUGIN_BAD_LAW, "does not finish within %d s: %s%s%s%s", SECONDS,
                     loading->doing, in, loading->law, end);
    else if (WIFSIGNALED(status))
        fail_to_load(loading, LT_PLUGIN_BAD_LAW, "crashes (%s): %s%s%s%s",
                     strsignal(WTERMSIG(status)), loading->doing, in, loading->law, end);
    else if (!loading->finished)
        fail_to_load(loading, LT_PLUGIN_BAD_LAW, "ends the program: %s%s%s%s", loading->doing, in,
                     loading->law, end);
}

static void look_from_afar(struct trial *trial) {
    struct loading *loading = trial->loading;
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) < 0) {
        fail_to_load(loading, LT_PLUGIN_BAD_FILE, "no pipe: %s", strerror(errno));
        return;
    }
    pid_t child = fork();
    if (child < 0) {
        fail_to_load(loading, LT_PLUGIN_BAD_FILE, "no process to try it in: %s", strerror(errno));
    } else if (child == 0) {
        calm_process();
        if (look_at_plugin(loading, trial->plugins, trial->path))
            loading->status = LT_PLUGIN_LOADED;
        loading->finished = true;
        _exit(0); /* the child: it must not return */
    } else {
        close(ends[1]);
        ends[1] = -1;
        bool in_time = wait_for(child, ends[0], &status);
        judge_child(loading, in_time, status);
    }
    close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
}

/* All mapped segments of the object at this address. */
static int find_extent(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct object *object = data;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD)
            continue;
        uintptr_t from = info->dlpi_addr + part->p_vaddr;
        begin = from < begin ? from : begin;
        end = from + part->p_memsz > end ? from + part->p_memsz : end;
    }
    if (object->begin < begin || object->begin >= end)
        return 0;
    object->begin = begin;
    object->end = end;
    return 1;
}

/* Appends the accepted laws to the list. */
static void take_in_laws(struct lt_plugins *plugins, void *handle, const char *path) {
    const struct lt_law *const *more = dlsym(handle, entry);
    const struct lt_outside_part *parts = find_parts(handle);
    struct lt_arena *arena = plugins->arena;
    size_t n_more = 0;
    while (more && more[n_more])
        n_more++;
    size_t n = plugins->n_laws;
    const struct lt_law **laws = lt_arena_get(arena, (n + n_more + 1) * sizeof *laws);
    memcpy(laws, plugins->laws, n * sizeof *laws);
    struct object *objects = lt_arena_get(arena, (plugins->count + 1) * sizeof *objects);
    if (plugins->count > 0)
        memcpy(objects, plugins->objects, plugins->count * sizeof *objects);
    struct object *object = &objects[plugins->count++];
    *object = (struct object){.path = lt_arena_copy(arena, path, strlen(path)),
                              .begin = more ? (uintptr_t)more : (uintptr_t)parts};
    dl_iterate_phdr(find_extent, object);
    for (size_t i = 0; i < n_more; i++)
        laws[n + i] = lt_watched_law(more[i], NULL, object->path, arena);
    plugins->objects = objects;
    plugins->laws = laws;
    plugins->n_laws = n + n_more;
    for (; parts && parts->kind; parts++) {
        const struct lt_law *part = lt_watched_law(parts->law, parts->kind, object->path, arena);
        plugins->laws =
            join_part(plugins->laws, &(struct lt_guest){parts->kind, part, NULL}, arena);
    }
}

static void close_object(void *handle) {
    dlclose(handle);
}

static void load_plugin(struct trial *trial) {
    struct loading *loading = trial->loading;
    look_from_afar(trial);
    if (loading->status != LT_PLUGIN_LOADED)
        return;
    void *handle = dlopen(trial->path, RTLD_NOW | RTLD_LOCAL);
    if (handle)
        take_in_laws(trial->plugins, lt_arena_keep(trial->plugins->arena, handle, close_object),
                     trial->name);
    else
        fail_to_load(loading, LT_PLUGIN_BAD_FILE, "%s", dlerror());
}

enum lt_plugin_status lt_plugin_load(struct lt_plugins *plugins, const char *path, char *why,
                                     size_t size) {
    enum lt_plugin_status status = LT_PLUGIN_BAD_FILE;
    char *absolute = realpath(path, NULL); /* dlopen looks for a bare name elsewhere */
    struct loading *loading =
        mmap(NULL, sizeof *loading, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!absolute || loading == MAP_FAILED) {
        snprintf(why, size, "%s", strerror(errno));
    } else {
        loading->status = LT_PLUGIN_BAD_FILE;
        load_plugin(&(struct trial){loading, plugins, absolute, path});
        snprintf(why, size, "%s", loading->why);
        status = loading->status;
    }
    if (loading != MAP_FAILED)
        munmap(loading, sizeof *loading);
    free(absolute);
    return status;
}
