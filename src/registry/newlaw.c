/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/newlaw.h"

#include "base/arena.h"
#include "base/file.h"
#include "config.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "registry/parts.h"
#include "templates.h" /* source[], program[], formulas[], part_...[]: doc/templates by lines */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 40 }; /* characters of a name */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* True if NAME is a letter, then letters, digits, '-' or '_', at most LONGEST in all. */
static bool is_name(const char *name) {
    size_t length = strlen(name);
    if (length > LONGEST || strspn(name, letters) == 0)
        return false;
    while (*name && (strchr(letters, *name) || strchr("0123456789-_", *name)))
        name++;
    return *name == '\0';
}

/* A replacement in a template. */
struct filling {
    const char *wanted, *put;
};

/* Writes a line of the template with its placeholders replaced; FILLINGS end with .wanted NULL. */
static void put_line(FILE *file, const char *line, const struct filling *fillings) {
    while (*line) {
        const struct filling *f = fillings;
        while (f->wanted && strncmp(line, f->wanted, strlen(f->wanted)) != 0)
            f++;
        if (f->wanted) {
            fputs(f->put, file);
            line += strlen(f->wanted);
        } else {
            fputc(*line++, file);
        }
    }
}

/* True if the lines after a mark such as "#@ damping formulas:normal" in a template are for a
 * part of KIND in FORM, "c" or "formulas"; "#@" alone is for all. */
static bool is_for(const char *line, const char *kind, const char *form, struct lt_arena *arena) {
    const char *const words[] = {kind, form, lt_arena_print(arena, "%s:%s", form, kind)};
    line += strspn(line, "#@ ");
    if (*line == '\n')
        return true;
    for (; *line && *line != '\n'; line += strspn(line, " ")) {
        const size_t length = strcspn(line, " \n");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strlen(words[i]) == length && strncmp(words[i], line, length) == 0)
                return true;
        line += length;
    }
    return false;
}

/* Writes the lines of a template for this request: for a part those that are marked for its kind
 * and form, for a law all. */
static void fill_lines(FILE *file, const char *const *lines, const struct lt_newlaw *request,
                       struct lt_arena *arena) {
    char *id = lt_arena_copy(arena, request->name, strlen(request->name));
    for (char *at = id; (at = strchr(at, '-'));)
        *at = '_';
    const struct filling fillings[] = {{"my-law", request->name},
                                       {"my_law", id},
                                       {"my-kind", request->kind ? request->kind : "my-kind"},
                                       {.wanted = NULL}};
    bool kept = true;
    for (; *lines; lines++)
        if (request->kind && strncmp(*lines, "#@", 2) == 0)
            kept = is_for(*lines, request->kind, request->in_formulas ? "formulas" : "c", arena);
        else if (kept)
            put_line(file, *lines, fillings);
}

/* Writes the lines of a template to a file, which must not exist yet; if that fails, it is
 * removed. Returns 0, or the error number. */
static int write_lines(const char *path, const char *const *lines, const struct lt_newlaw *request,
                       struct lt_arena *arena) {
    FILE *file = fopen(path, "wxe");
    if (!file)
        return errno;
    fill_lines(file, lines, request, arena);
    errno = 0;
    bool bad = fflush(file) != 0 || ferror(file) != 0;
    int why = errno ? errno : EIO;
    if (fclose(file) == 0 && !bad)
        return 0;
    unlink(path);
    return why;
}

/* The compiler option that finds law.h: as installed, or in the source tree. */
static const char *include_options(struct lt_arena *arena) {
    const char *tree = lt_file_source_tree(arena);
    if (!tree || access(LT_HEADERS_INSTALLED "/law.h", R_OK) == 0)
        return "-I" LT_HEADERS_INSTALLED;
    return lt_arena_print(arena, "-I%s/src -I%s/src/laws", tree, tree);
}

/* The message for a new law in formulas: the file, and the commands to show, run and test it. */
static const char *how_with_formulas(const char *base, struct lt_arena *arena) {
    return lt_arena_print(arena,
                          "wrote %s.yaml\n\n"
                          "look    lawtester laws %s.yaml\n"
                          "run     lawtester run %s.yaml\n"
                          "test    lawtester verify %s.yaml\n",
                          base, base, base, base);
}

/* The message for a new law in C: the files, and the commands to build, show, run and test it. */
static const char *how_to_go_on(const struct lt_newlaw *request, const char *base,
                                struct lt_arena *arena) {
    const char *slash = strchr(base, '/') ? "" : "./";
    const char *look = request->kind ? lt_arena_print(arena, "%s:%s", request->kind, request->name)
                                     : request->name;
    const char *test = request->kind ? lt_arena_print(arena, "%s.yaml", base) : request->name;
    return lt_arena_print(arena,
                          "wrote %s.c %s.yaml\n\n"
                          "build   cc -O3 -march=native -ffp-contract=off -fno-math-errno "
                          "-fno-trapping-math -fPIC -shared %s %s.c -o %s.so -lm\n"
                          "look    lawtester laws --plugin %s%s.so %s\n"
                          "run     lawtester run --plugin %s%s.so %s.yaml\n"
                          "test    lawtester verify --plugin %s%s.so %s\n",
                          base, base, include_options(arena), base, base, slash, base, look, slash,
                          base, base, slash, base, test);
}

/* The problem of the requested name or kind, as a message; NULL: none. */
static const char *refuse_new(const struct lt_newlaw *request, const struct lt_law *const *laws,
                              struct lt_arena *arena) {
    const char *part =
        request->kind ? lt_arena_print(arena, "%s:%s", request->kind, request->name) : "";
    const char *why = request->kind ? lt_own_part_refuse_kind(request->kind, arena) : NULL;
    const struct lt_law *found;
    if (!is_name(request->name))
        return lt_arena_print(arena,
                              "'%s' cannot be the name of a law: a letter, then letters, digits, "
                              "'-' or '_', at most %d in all",
                              request->name, LONGEST);
    if (!request->kind)
        return lt_laws_find_in(laws, request->name)
                   ? lt_arena_print(arena, "a law '%s' exists already", request->name)
                   : NULL;
    return !why && lt_parts_find(laws, part, &found)
               ? lt_arena_print(arena, "a part '%s' exists already", part)
               : why;
}

/* Writes the files of a new law or part into DIRECTORY (NULL: the current one); existing files
 * are never replaced. LAWS have names that are taken. *TEXT gets the next commands, or what is
 * wrong unless the status is LT_NEWLAW_WRITTEN. */
enum lt_newlaw_status lt_newlaw_write(const struct lt_newlaw *request, const char *directory,
                                      const struct lt_law *const *laws, struct lt_arena *arena,
                                      const char **text) {
    *text = refuse_new(request, laws, arena);
    if (*text)
        return LT_NEWLAW_BAD_NAME;
    const char *base =
        directory ? lt_arena_print(arena, "%s/%s", directory, request->name) : request->name;
    const char *paths[] = {lt_arena_print(arena, "%s.yaml", base),
                           lt_arena_print(arena, "%s.c", base)};
    const char *const *const lines[] = {request->kind          ? part_program
                                        : request->in_formulas ? formulas
                                                               : program,
                                        request->kind ? part_source : source};
    int error = 0, count = request->in_formulas ? 1 : 2;
    for (int i = count - 1; i >= 0 && !error; i--) {
        *text = paths[i];
        error = access(paths[i], F_OK) == 0 ? EEXIST : 0;
    }
    for (int i = count - 1; i >= 0 && !error; i--) {
        *text = paths[i];
        error = write_lines(paths[i], lines[i], request, arena);
    }
    *text = error                  ? lt_arena_print(arena, "%s: %s", *text, strerror(error))
            : request->in_formulas ? how_with_formulas(base, arena)
                                   : how_to_go_on(request, base, arena);
    return error ? LT_NEWLAW_BAD_FILE : LT_NEWLAW_WRITTEN;
}
