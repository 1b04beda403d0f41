/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compile.c: the compiler is started without a shell, on a text that lt_export_law_text() wrote.
 * What it made is kept under the hash of all that it was made from. */
#include "model/compile.h"

#include "base/arena.h"
#include "base/cache.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/stop.h"
#include "model/export_law.h"
#include "model/laws.h"
#include "model/program.h"

#include <dlfcn.h>
#include <errno.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>

enum { SECONDS = 300, WORDS_MOST = 64, LINES_SHOWN = 5 };

/* As src/meson.build and meson.build have it for the built-in laws. A function of the library of C
 * is called as it is: pow(x, -1) is not quite 1/x. */
static const char flags[] =
    "-shared -fPIC -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -w -fno-builtin-pow "
    "-fno-builtin-exp -fno-builtin-log -fno-builtin-log2 -fno-builtin-log10 -fno-builtin-sin "
    "-fno-builtin-cos -fno-builtin-tan -fno-builtin-acos -fno-builtin-asin -fno-builtin-atan2 "
    "-fno-builtin-acosh -fno-builtin-hypot -fno-builtin-fmod";

/* A law under way to machine code. */
struct compiling {
    struct lt_held held;
    struct lt_arena *arena;
    char *text;              /* as C */
    const char *headers;     /* the folder of law.h */
    const char *folder;      /* of what is kept */
    const char *draft;       /* the folder in which it is made; NULL: none */
    const char *path;        /* what is kept, or will be */
    char *words[WORDS_MOST]; /* the compiler and its flags */
    size_t n_words;
    char *why;
    size_t size;
};

static bool fail_compiling(struct compiling *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail_compiling(struct compiling *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, c->size, format, args);
    va_end(args);
    return false;
}

/* ---- What it is made from -------------------------------------------------------------------- */

static void add_words(struct compiling *c, const char *text) {
    char *rest = lt_arena_copy(c->arena, text, strlen(text)), *word;
    while ((word = strtok_r(rest, " \t", &rest)) && c->n_words + 1 < WORDS_MOST)
        c->words[c->n_words++] = word;
}

static bool choose_words(struct compiling *c) {
    const char *own = getenv("CC");
    add_words(c, own ? own : "");
    if (c->n_words == 0)
        add_words(c, "cc");
    add_words(c, flags);
    add_words(c, lt_cpu_flags(lt_cpu_best()));
    return lt_process_find(c->words[0], c->arena) ||
           fail_compiling(c,
                          "no C compiler: '%s' was not found; install gcc or clang, or name one in "
                          "the environment variable CC",
                          c->words[0]);
}

static void hash_text(SHA2_CTX *hash, const char *text) {
    SHA256Update(hash, (const uint8_t *)text, strlen(text) + 1);
}

static bool hash_header(struct compiling *c, SHA2_CTX *hash, const char *name) {
    const char *path = lt_arena_print(c->arena, "%s/%s", c->headers, name);
    size_t length;
    char *text = lt_file_read(path, LT_FILE_MOST, &length);
    if (!text)
        return fail_compiling(c, "%s, which the law is compiled with: %s", path, strerror(errno));
    SHA256Update(hash, (const uint8_t *)text, length + 1);
    free(text);
    return true;
}

/* A compiler is known by its file, since to ask for its version is to start it. */
static void hash_program(struct compiling *c, SHA2_CTX *hash, const char *word) {
    const char *path = lt_process_find(word, c->arena);
    struct stat status;
    hash_text(hash, word);
    if (path && stat(path, &status) == 0)
        hash_text(hash, lt_arena_print(c->arena, "%s %lld %lld %lld %ld", path,
                                       (long long)status.st_ino, (long long)status.st_size,
                                       (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
}

static bool choose_path(struct compiling *c) {
    uint8_t digest[SHA256_DIGEST_LENGTH];
    char name[2 * sizeof digest + 1];
    struct utsname machine;
    SHA2_CTX hash;
    SHA256Init(&hash);
    hash_text(&hash, c->text);
    for (size_t i = 0; i < c->n_words; i++)
        hash_program(c, &hash, c->words[i]);
    hash_text(&hash, uname(&machine) == 0 ? machine.machine : "");
    if (!hash_header(c, &hash, "law.h") || !hash_header(c, &hash, "num.h") ||
        !hash_header(c, &hash, "step.h"))
        return false;
    SHA256Final(digest, &hash);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(name + 2 * i, 3, "%02x", digest[i]);
    c->path = lt_arena_print(c->arena, "%s/%s.so", c->folder, name);
    return true;
}

/* ---- Compiling ------------------------------------------------------------------------------- */

static bool write_source(struct compiling *c, const char *name, const char *text) {
    FILE *file = fopen(lt_arena_print(c->arena, "%s/%s", c->draft, name), "we");
    const bool put = file && fputs(text, file) >= 0;
    return (file && fclose(file) == 0 && put) ||
           fail_compiling(c, "%s/%s: %s", c->draft, name, strerror(errno));
}

/* The first lines of what the compiler says. */
static bool tell_failure(struct compiling *c, FILE *stream) {
    size_t length;
    char *text = lt_process_text(stream, &length), *end = text;
    for (int i = 0; end && *end && i < LINES_SHOWN; i++)
        end += strcspn(end, "\n") + (end[strcspn(end, "\n")] == '\n');
    fail_compiling(c, "%s cannot compile the law:\n%.*s", c->words[0], (int)(text ? end - text : 0),
                   text ? text : "");
    free(text);
    return false;
}

static bool await_compiler(struct compiling *c, pid_t pid, FILE *said) {
    int status = 0;
    if (!lt_process_wait(pid, SECONDS, &status))
        return lt_stop_asked()
                   ? fail_compiling(c, "%s was stopped", c->words[0])
                   : fail_compiling(c, "%s did not finish within %d s", c->words[0], SECONDS);
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) || tell_failure(c, said);
}

static bool start_compiler(struct compiling *c) {
    char *const own[] = {lt_arena_print(c->arena, "-I%s", c->headers),
                         lt_arena_print(c->arena, "%s/one.c", c->draft),
                         lt_arena_print(c->arena, "%s/wide.c", c->draft),
                         "-o",
                         lt_arena_print(c->arena, "%s/law.so", c->draft),
                         "-lm"};
    enum { N_OWN = sizeof own / sizeof *own };
    char *arguments[WORDS_MOST + N_OWN + 1] = {NULL};
    FILE *nothing = fopen("/dev/null", "re"), *said = tmpfile();
    pid_t pid;
    memcpy(arguments, c->words, c->n_words * sizeof *arguments);
    memcpy(arguments + c->n_words, own, sizeof own);
    int error = nothing && said ? lt_process_start(arguments, nothing, said, said, &pid) : errno;
    const bool ok = error ? fail_compiling(c, "%s: %s", c->words[0], strerror(error))
                          : await_compiler(c, pid, said);
    if (nothing)
        fclose(nothing);
    if (said)
        fclose(said);
    return ok;
}

static void drop_draft(struct lt_held *held) {
    const struct compiling *c = (struct compiling *)held;
    if (c->draft)
        lt_file_remove(c->draft);
    free(c->text);
}

static bool make_anew(struct compiling *c) {
    c->draft = lt_cache_draft(c->folder, c->arena, c->why, c->size);
    return c->draft && write_source(c, "one.c", c->text) &&
           write_source(c, "wide.c", "#define LT_WIDE\n#include \"one.c\"\n") &&
           start_compiler(c) &&
           lt_cache_take(lt_arena_print(c->arena, "%s/law.so", c->draft), c->folder, c->path,
                         c->arena, c->why, c->size);
}

/* ---- Using it -------------------------------------------------------------------------------- */

static bool is_of_law(const struct lt_law *made, const struct lt_law *law, size_t n_derived) {
    return made && made->abi == LT_ABI && made->size == LT_SIZES && made->lanes == LT_LANES &&
           made->n_params == law->n_params && made->n_derived == n_derived &&
           made->n_state == law->n_state && made->n_losses == law->n_losses;
}

static void close_library(void *handle) {
    dlclose(handle);
}

static bool load_library(struct compiling *c, struct lt_formula_law *law) {
    void *handle = dlopen(c->path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail_compiling(c, "%s", dlerror());
    lt_arena_keep(c->arena, handle, close_library);
    const struct lt_law *const *made = dlsym(handle, "lawtester_laws");
    const size_t n_derived = LT_FORMULA_LAW_PAIR_NUMBERS + law->constants.count;
    if (!made || !is_of_law(made[0], &law->law, n_derived) ||
        !is_of_law(made[0]->wide, &law->law, n_derived))
        return fail_compiling(c, "%s does not hold the law that was compiled; remove it", c->path);
    lt_formula_law_compiled_use(law, made[0]);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static enum lt_compile_status look_and_make(struct compiling *c, struct lt_formula_law *law) {
    enum lt_cache_state state;
    c->headers = lt_file_headers(c->arena);
    c->folder = lt_cache_folder(c->arena, c->why, c->size);
    if (!c->folder || !choose_words(c) || !choose_path(c))
        return LT_COMPILE_FAILED;
    state = lt_cache_look(c->path, c->why, c->size);
    if (state == LT_CACHE_REFUSED || (state != LT_CACHE_WHOLE && !make_anew(c)) ||
        !load_library(c, law))
        return LT_COMPILE_FAILED;
    if (state == LT_CACHE_DAMAGED)
        fail_compiling(c, "%s was damaged and has been compiled again", c->path);
    return state == LT_CACHE_DAMAGED ? LT_COMPILE_DAMAGED : LT_COMPILE_DONE;
}

enum lt_compile_status lt_compile_law(struct lt_program *program, char *why, size_t size) {
    struct lt_formula_law *law = program->formula_law;
    struct compiling c = {.arena = program->arena, .why = why, .size = size};
    if (!law)
        return LT_COMPILE_NEEDLESS;
    c.text = lt_export_law_text(law, "a stage program", program->arena);
    lt_memory_hold(&c.held, drop_draft);
    const enum lt_compile_status status = look_and_make(&c, law);
    lt_memory_drop(&c.held);
    drop_draft(&c.held);
    return status;
}
