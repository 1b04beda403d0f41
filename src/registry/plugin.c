/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/plugin.h"

#include "base/arena.h"
#include "base/choice.h"
#include "formula/formula.h"
#include "formula/names.h"
#include "registry/own_part.h"
#include "registry/parts.h"
#include "registry/probe.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <link.h>
#include <locale.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LAWS = 100 }; /* of one plug-in: more means a list without its end */

static const char entry[] = "lawtester_laws", parts_entry[] = "lawtester_parts";

struct lt_plugins {
    struct lt_arena *arena;
    size_t n_laws;
    const struct lt_law *const *laws;
};

/* A list of laws that holds the built-in ones; lt_plugin_free() frees it. */
struct lt_plugins *lt_plugin_new(void) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_plugins *plugins = lt_arena_get(arena, sizeof *plugins);
    *plugins = (struct lt_plugins){.arena = arena, .laws = lt_laws_builtin};
    while (plugins->laws[plugins->n_laws])
        plugins->n_laws++;
    return plugins;
}

/* Frees the list and unloads its plug-ins; NULL is permitted. */
void lt_plugin_free(struct lt_plugins *plugins) {
    if (plugins)
        lt_arena_free(plugins->arena);
}

/* The built-in laws and those of plug-ins; the list ends with NULL. */
const struct lt_law *const *lt_plugin_laws(const struct lt_plugins *plugins) {
    return plugins->laws;
}

/* ---- The file -------------------------------------------------------------------------------- */

/* A load in progress. */
struct loading {
    enum lt_plugin_status status;
    char *why;
    size_t size;
};

static bool fail_to_load(struct loading *loading, enum lt_plugin_status status, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/* Notes STATUS and a formatted message why a plug-in cannot be loaded; always false. */
static bool fail_to_load(struct loading *loading, enum lt_plugin_status status, const char *format,
                         ...) {
    va_list args;
    va_start(args, format);
    loading->status = status;
    vsnprintf(loading->why, loading->size, format, args);
    va_end(args);
    return false;
}

/* Reads the ELF header fields that 32 and 64 bit files share. False: errno says why, or is 0. */
struct head {
    unsigned char ident[EI_NIDENT];
    uint16_t type, machine;
};

/* Reads the ELF header of a file. False: it cannot be read, and errno says why, or it is too
 * short, and errno is 0. */
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

/* Checks that a file is a shared object for this machine, before the loader maps it. False: it
 * is none; LOADING has status and reason. */
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

/* *COUNT gets the number of laws or parts that a plug-in lists under NAME; 0 if it has no list.
 * WHAT and MACRO are for messages. False: the list is empty or has no end; LOADING has status
 * and reason. */
static bool find_list(struct loading *loading, void *handle, const char *name, const char *what,
                      const char *macro, size_t *count) {
    const void *const *found = dlsym(handle, name);
    size_t room = MOST_LAWS;
    Dl_info info;
    ElfW(Sym) *symbol = NULL;
    *count = 0;
    if (!found)
        return true;
    if (dladdr1((const void *)found, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
        room = symbol->st_size / sizeof *found;
        if ((symbol->st_info & 0xf) != STT_OBJECT || room == 0)
            return fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                                "its '%s' is not a list of %s; define it with %s", name, what,
                                macro);
    }
    while (*count < room && found[*count])
        ++*count;
    if (*count == room || *count == 0)
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "its list '%s' %s", name,
                            *count == 0 ? "is empty" : "is not terminated");
    return true;
}

/* ---- The trial ------------------------------------------------------------------------------- */

/* True if the formula TEXT of a law can be parsed with these names; WHAT says for messages where
 * it stands. False: it cannot; LOADING has status and reason. */
static bool check_formula(struct loading *loading, const struct lt_law *law, const char *what,
                          const char *text, enum lt_formula_kind kind, const struct lt_names *names,
                          struct lt_arena *arena) {
    struct lt_errors *errors = lt_errors_new();
    bool ok = lt_formula_read(text, (struct lt_mark){.source = NULL}, what, kind, names, arena,
                              errors) != NULL;
    if (!ok)
        fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s': %s", law->name,
                     errors->count > 0 ? errors->list[0].text : what);
    lt_errors_free(errors);
    return ok;
}

/* Checks the result, condition and formula of a closed form that a law declares. False: one is
 * wrong; LOADING has status and reason. */
static bool check_case(struct loading *loading, const struct lt_law *law,
                       const struct lt_case *form, const struct lt_names *names,
                       struct lt_arena *arena) {
    struct lt_names end = lt_names_in(names, LT_SCOPE_END);
    struct lt_names param = lt_names_in(names, LT_SCOPE_PARAM);
    const struct lt_name *result = lt_names_find(&end, form->result);
    if (!result || result->kind != LT_NAME_RESULT)
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                            "law '%s': case of '%s', which is not a result", law->name,
                            form->result);
    const char *what = lt_arena_print(arena, "case of '%s'", form->result);
    return check_formula(loading, law, what, form->when, LT_FORMULA_EITHER, &param, arena) &&
           check_formula(loading, law, what, form->formula, LT_FORMULA_NUMBER, &end, arena);
}

/* Checks the condition and the change of force of a jump that a law declares. False: one cannot
 * be parsed; LOADING has status and reason. */
static bool check_jump(struct loading *loading, const struct lt_law *law,
                       const struct lt_jump *jump, const struct lt_names *names,
                       struct lt_arena *arena) {
    struct lt_names step = lt_names_in(names, LT_SCOPE_STEP);
    struct lt_names param = lt_names_in(names, LT_SCOPE_PARAM);
    const char *what = lt_arena_print(arena, "jump of %s", jump->force);
    return check_formula(loading, law, what, jump->when, LT_FORMULA_EITHER, &param, arena) &&
           check_formula(loading, law, what, jump->change, LT_FORMULA_NUMBER, &step, arena);
}

/* Checks all formulas that a law declares: views, closed forms and jumps. False: one is wrong;
 * LOADING has status and reason. */
static bool check_formulas(struct loading *loading, const struct lt_law *law) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_names *names = lt_names_new(law, NULL, 0, NULL, 0, arena);
    struct lt_names step = lt_names_in(names, LT_SCOPE_STEP);
    bool ok = true;
    for (const struct lt_view *v = law->views; ok && v && v->name; v++)
        ok = check_formula(loading, law, lt_arena_print(arena, "view '%s'", v->name), v->formula,
                           LT_FORMULA_NUMBER, &step, arena);
    for (const struct lt_case *c = law->cases; ok && c && c->result; c++)
        ok = check_case(loading, law, c, names, arena);
    for (const struct lt_jump *j = law->jumps; ok && j && j->force; j++)
        ok = check_jump(loading, law, j, names, arena);
    lt_arena_free(arena);
    return ok;
}

/* Checks the declaration of a law or part. Its name is not read before its version and sizes are
 * known to match. False: it is wrong; LOADING has status and reason. */
static bool check_declaration(struct loading *loading, const struct lt_law *law) {
    char why[512];
    const bool known = law->abi == LT_ABI && law->size == LT_SIZES && law->name;
    if (!lt_laws_check(law, why, sizeof why))
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "%s%s%s%s", known ? "law '" : "",
                            known ? law->name : "", known ? "': " : "", why);
    return check_formulas(loading, law);
}

/* Evaluates a law with many numbers. True: its results are those that law.h requires; false:
 * LOADING has status and reason. */
static bool try_alone(struct loading *loading, const struct lt_law *law) {
    char why[512];
    return lt_probe_law(law, why, sizeof why) ||
           fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s': %s", law->name, why);
}

/* Checks a law's declaration, and that none of OTHERS, a list that ends with NULL, has its name.
 * False: LOADING has status and reason. */
static bool check_law(struct loading *loading, const struct lt_law *law,
                      const struct lt_law *const *others) {
    if (!check_declaration(loading, law))
        return false;
    return !lt_laws_find_in(others, law->name) ||
           fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s': a law of this name exists already",
                        law->name);
}

/* Checks that the process still rounds to nearest and has denormal numbers: a shared object
 * linked with -ffast-math makes the whole process flush them to 0. False: LOADING has status and
 * reason. */
static bool check_arithmetic(struct loading *loading) {
    volatile double least = DBL_MIN;
    return (least / 2 > 0 && fegetround() == FE_TONEAREST) ||
           fail_to_load(
               loading, LT_PLUGIN_BAD_LAW,
               "changes the arithmetic of the whole program (rounding, or small numbers); compile "
               "and link without -ffast-math");
}

/* The state of the process that a plug-in must leave as it is. */
enum { DESCRIPTORS = 64 };
struct surroundings {
    struct {
        dev_t device;
        ino_t number;
    } folder, file[DESCRIPTORS]; /* by descriptor; number 0: closed */
    mode_t mask;
    char locale[256];
};

/* Notes the process's folder, open files, file mask and locale, which loading a plug-in must not
 * change. */
static void take_surroundings(struct surroundings *s) {
    struct stat status;
    memset(s, 0, sizeof *s);
    if (stat(".", &status) == 0) {
        s->folder.device = status.st_dev;
        s->folder.number = status.st_ino;
    }
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (fstat(fd, &status) == 0) {
            s->file[fd].device = status.st_dev;
            s->file[fd].number = status.st_ino;
        }
    s->mask = umask(0);
    umask(s->mask);
    snprintf(s->locale, sizeof s->locale, "%s", setlocale(LC_ALL, NULL));
}

/* The property of the process that has changed, as a message; NULL: none. Newly opened
 * descriptors do not count. */
static const char *changed_since(const struct surroundings *before) {
    struct surroundings now;
    take_surroundings(&now);
    if (memcmp(&now.folder, &before->folder, sizeof now.folder) != 0)
        return "changes the working directory";
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (before->file[fd].number &&
            memcmp(&now.file[fd], &before->file[fd], sizeof now.file[fd]) != 0)
            return "closes or replaces files that it did not open";
    if (now.mask != before->mask)
        return "changes the mode of files to come (umask)";
    return strcmp(now.locale, before->locale) != 0 ? "changes the locale of the program" : NULL;
}

/* Checks that loading the plug-in has changed nothing of the process since BEFORE. False: it
 * has; LOADING has status and reason. */
static bool check_surroundings(struct loading *loading, const struct surroundings *before) {
    const char *changed = changed_since(before);
    return !changed ||
           fail_to_load(loading, LT_PLUGIN_BAD_LAW, "%s, which it must leave alone", changed);
}

/* Checks and tries the COUNT laws of an opened plug-in; each name may occur once. False: one is
 * refused; LOADING has status and reason. */
static bool check_laws(struct loading *loading, const struct lt_plugins *plugins, void *handle,
                       size_t count) {
    const struct lt_law *const *laws = dlsym(handle, entry);
    for (size_t i = 0; i < count; i++) {
        if (!check_law(loading, laws[i], plugins->laws) || !try_alone(loading, laws[i]))
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(laws[i]->name, laws[k]->name) == 0)
                return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "law '%s' is listed twice",
                                    laws[i]->name);
    }
    return true;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The number of rows of a table; more than LT_MOST_PARAMS count as one more than that. */
static size_t count_to_end(const struct lt_field *rows) {
    size_t n = 0;
    while (rows && n <= LT_MOST_PARAMS && rows[n].name)
        n++;
    return n;
}

/* Presents the tables of a part as those of a law that has the functions of CONTACT, so that the
 * checks of laws apply. */
static struct lt_law law_of_part(const struct lt_part *part, const struct lt_law *contact) {
    struct lt_law law = *contact;
    law.name = part->name;
    law.summary = law.equations = part->doc ? part->doc : "";
    law.source = "";
    law.params = part->params;
    law.derived = part->derived;
    law.state = part->state;
    law.losses = part->losses;
    law.n_params = count_to_end(part->params);
    law.n_derived = count_to_end(part->derived);
    law.n_state = count_to_end(part->state);
    law.n_losses = count_to_end(part->losses);
    law.events = part->events;
    law.views = part->views;
    law.cases = part->cases;
    law.jumps = part->jumps;
    law.declares = part->declares;
    law.parts = NULL;
    law.clashes = NULL;
    law.whole = NULL;
    return law;
}

/* The first fault of a part by itself, as a message; NULL: none. Its name has been checked. */
static const char *wrong_part(const struct lt_part *part, const struct lt_law *contact,
                              struct lt_arena *arena) {
    char *why = lt_arena_get(arena, 512);
    const struct lt_law law = law_of_part(part, contact);
    if (!*part->name ||
        strspn(part->name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != strlen(part->name))
        return "its name is not a word: small letters, digits and '-'";
    if (!part->doc || !*part->doc)
        return "a part needs 'doc', a sentence that says what it is";
    if (!part->derive || !part->steps || !part->steps->step)
        return "a part needs derive() and step()";
    if (part->steps->before)
        return "before() is for bonds of the program";
    if (law.n_params > LT_MOST_PARAMS || law.n_derived > LT_MOST_PARAMS ||
        law.n_state > LT_MOST_PARAMS || law.n_losses > LT_MOST_PARAMS)
        return lt_arena_print(arena, "a table has more than %d rows, or does not end with {0}",
                              LT_MOST_PARAMS);
    return lt_laws_check(&law, why, 512) && lt_probe_part(part, why, 512) ? NULL : why;
}

/* The law with the part chosen, and with others that write the quantities which the part reads,
 * so that it can be tried. */
static const struct lt_law *law_with(const struct lt_law *law, const struct lt_part *part,
                                     struct lt_arena *arena) {
    const struct {
        const char *kind, *word;
        bool needed;
    } chosen[] = {{"normal", "hertz", part->reads & (LT_HAS_RADIUS | LT_HAS_MODULI)},
                  {"damping", "constant", part->reads & LT_HAS_VISCOSITY},
                  {"tangential", "linear", part->reads & LT_HAS_SHEAR},
                  {lt_own_part_kinds[part->kind], part->name, true}};
    double *numbers = lt_arena_get(arena, law->n_params * sizeof *numbers);
    for (size_t i = 0; i < law->n_params; i++)
        numbers[i] = NAN;
    for (size_t k = 0; k < sizeof chosen / sizeof *chosen; k++) {
        const size_t i = (size_t)lt_laws_param(law, chosen[k].kind);
        if (chosen[k].needed)
            numbers[i] = (double)lt_choice_number(law->params[i].choices, chosen[k].word);
    }
    return lt_parts_with(law, numbers, arena);
}

/* Notes why a part cannot be loaded; always false. */
static bool fail_for_part(struct loading *loading, const struct lt_part *part, const char *why) {
    return fail_to_load(loading, LT_PLUGIN_BAD_LAW, "part '%s': %s", part->name, why);
}

/* Checks a part of a plug-in by itself and within the law *CONTACT, to which it is then added.
 * False: the part is refused, and LOADING has status and reason. */
static bool check_part(struct loading *loading, const struct lt_part *part,
                       const struct lt_law **contact, struct lt_arena *arena) {
    char why[512];
    /* Version and sizes first: other members may be elsewhere if they differ. */
    if (part->abi != LT_PART_ABI)
        return fail_to_load(
            loading, LT_PLUGIN_BAD_LAW,
            "compiled for version %u of the part.h interface; this program has version %d",
            part->abi, LT_PART_ABI);
    if (part->size != sizeof *part || !part->name)
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                            part->size != sizeof *part
                                ? "compiled with a different part.h (struct sizes differ)"
                                : "a part has no name");
    if (part->kind >= LT_KINDS)
        return fail_for_part(loading, part,
                             lt_arena_print(arena, "%d is no kind of part", (int)part->kind));
    const char *kind = lt_own_part_kinds[part->kind], *wrong = wrong_part(part, *contact, arena);
    const size_t i = (size_t)lt_laws_param(*contact, kind);
    if (wrong)
        return fail_for_part(loading, part, wrong);
    if (lt_choice_number((*contact)->params[i].choices, part->name) >= 0)
        return fail_for_part(loading, part,
                             lt_arena_print(arena,
                                            "'%s: %s' exists already; give yours another name",
                                            kind, part->name));
    /* The law with the part must have valid formulas and pass the trial of laws. */
    *contact = lt_own_part_join(*contact, &(struct lt_own_part){part, NULL}, 1, arena, &wrong);
    if (wrong)
        return fail_for_part(loading, part, wrong);
    const struct lt_law *law = law_with(*contact, part, arena);
    return check_formulas(loading, law) &&
           (lt_probe_law(law, why, sizeof why) || fail_for_part(loading, part, why));
}

/* Checks the COUNT parts of an opened plug-in, each together with those before it. False: one is
 * refused; LOADING has status and reason. */
static bool check_all_parts(struct loading *loading, const struct lt_plugins *plugins, void *handle,
                            size_t count) {
    const struct lt_part *const *parts = dlsym(handle, parts_entry);
    const struct lt_law *contact = lt_laws_find_in(plugins->laws, "contact");
    struct lt_arena *arena = lt_arena_new();
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = check_part(loading, parts[i], &contact, arena);
    lt_arena_free(arena);
    return good;
}

/* Checks all laws and parts of an opened plug-in; it must have at least one. False: LOADING has
 * status and reason. */
static bool check_entries(struct loading *loading, const struct lt_plugins *plugins, void *handle) {
    size_t laws, parts;
    if (!find_list(loading, handle, entry, "laws", "LT_PLUGIN", &laws) ||
        !find_list(loading, handle, parts_entry, "parts", "LT_PART_PLUGIN", &parts))
        return false;
    if (laws == 0 && parts == 0)
        return fail_to_load(loading, LT_PLUGIN_BAD_LAW,
                            "it has no '%s'; does its source end with LT_PLUGIN(&lt_law_NAME)?",
                            entry);
    return check_laws(loading, plugins, handle, laws) &&
           check_all_parts(loading, plugins, handle, parts);
}

/* Loads and tries a plug-in, unloads it, and checks that it has not changed the process. False:
 * it is refused; LOADING has status and reason. */
static bool try_object(struct loading *loading, const struct lt_plugins *plugins,
                       const char *path) {
    struct surroundings before;
    take_surroundings(&before);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail_to_load(loading, LT_PLUGIN_BAD_FILE, "%s", dlerror());
    const bool good = check_arithmetic(loading) && check_entries(loading, plugins, handle);
    dlclose(handle);
    return good && check_surroundings(loading, &before) && check_arithmetic(loading);
}

/* The list of laws in which `contact` has the accepted parts of the plug-in. */
static const struct lt_law *const *join_parts(const struct lt_law *const *laws, void *handle,
                                              struct lt_arena *arena) {
    const struct lt_part *const *parts = dlsym(handle, parts_entry);
    const struct lt_law *contact = lt_laws_find_in(laws, "contact");
    struct lt_own_part own[MOST_LAWS];
    const char *wrong;
    size_t n = 0, n_parts = 0;
    while (laws[n])
        n++;
    for (; parts && parts[n_parts] && n_parts < MOST_LAWS; n_parts++)
        own[n_parts] = (struct lt_own_part){parts[n_parts], NULL};
    const struct lt_law **joined = lt_arena_get(arena, (n + 1) * sizeof *joined);
    for (size_t i = 0; i < n; i++)
        joined[i] = laws[i] == contact && n_parts > 0
                        ? lt_own_part_join(contact, own, n_parts, arena, &wrong)
                        : laws[i];
    return joined;
}

/* Appends N_MORE laws to the list. */
static void append_laws(struct lt_plugins *plugins, const struct lt_law *const *more,
                        size_t n_more) {
    const size_t n = plugins->n_laws;
    const struct lt_law **laws = lt_arena_get(plugins->arena, (n + n_more + 1) * sizeof *laws);
    memcpy(laws, plugins->laws, n * sizeof *laws);
    if (n_more > 0)
        memcpy(laws + n, more, n_more * sizeof *laws);
    plugins->laws = laws;
    plugins->n_laws = n + n_more;
}

/* Adds a law that the program itself has made. False: WHY, of SIZE characters, says what is
 * wrong with it. */
bool lt_plugin_add(struct lt_plugins *plugins, const struct lt_law *law, char *why, size_t size) {
    struct loading loading = {LT_PLUGIN_LOADED, why, size};
    if (!check_law(&loading, law, plugins->laws))
        return false;
    append_laws(plugins, &law, 1);
    return true;
}

/* Appends the accepted laws and parts of an opened plug-in to the list. */
static void take_in_laws(struct lt_plugins *plugins, void *handle) {
    const struct lt_law *const *more = dlsym(handle, entry);
    size_t n_more = 0;
    while (more && more[n_more])
        n_more++;
    append_laws(plugins, more, n_more);
    plugins->laws = join_parts(plugins->laws, handle, plugins->arena);
}

/* Unloads a shared object, with the signature that lt_arena_keep() needs. */
static void close_object(void *handle) {
    dlclose(handle);
}

/* Checks and loads a plug-in. It is loaded anew after its trial, so that static variables of a
 * law begin a run as the compiler has set them. */
static void load_object(struct loading *loading, struct lt_plugins *plugins, const char *path) {
    if (!check_file(loading, path) || !try_object(loading, plugins, path))
        return;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle)
        take_in_laws(plugins, lt_arena_keep(plugins->arena, handle, close_object));
    else
        fail_to_load(loading, LT_PLUGIN_BAD_FILE, "%s", dlerror());
}

/* Checks, tries and loads the plug-in in a file. WHY, of SIZE characters, says what is wrong
 * with it unless the status is LT_PLUGIN_LOADED. */
enum lt_plugin_status lt_plugin_load(struct lt_plugins *plugins, const char *path, char *why,
                                     size_t size) {
    struct loading loading = {LT_PLUGIN_LOADED, why, size};
    why[0] = '\0';
    char *absolute = realpath(path, NULL); /* dlopen searches for a bare name in other folders */
    if (!absolute)
        fail_to_load(&loading, LT_PLUGIN_BAD_FILE, "%s", strerror(errno));
    else
        load_object(&loading, plugins, absolute);
    free(absolute);
    return loading.status;
}
