/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/newlaw.h"

#include "base/arena.h"
#include "base/file.h"
#include "config.h"
#include "model/laws.h"
#include "templates.h" /* source[], program[], formulas[]: doc/templates, line by line */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 40 };

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static bool is_name(const char *name) {
    size_t length = strlen(name);
    if (length > LONGEST || strspn(name, letters) == 0)
        return false;
    while (*name && (strchr(letters, *name) || strchr("0123456789-_", *name)))
        name++;
    return *name == '\0';
}

/* The line with the law's name in place of my-law, and its C form in place of my_law. */
static void put_line(FILE *file, const char *line, const char *name, const char *id) {
    static const char wanted[] = "my-law";
    enum { LENGTH = sizeof wanted - 1 };
    while (*line) {
        if (strncmp(line, "my-law", LENGTH) == 0) {
            fputs(name, file);
            line += LENGTH;
        } else if (strncmp(line, "my_law", LENGTH) == 0) {
            fputs(id, file);
            line += LENGTH;
        } else {
            fputc(*line++, file);
        }
    }
}

/* 0, or the error. */
static int write_lines(const char *path, const char *const *lines, const char *name,
                       const char *id) {
    FILE *file = fopen(path, "wxe");
    if (!file)
        return errno;
    for (; *lines; lines++)
        put_line(file, *lines, name, id);
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

static const char *how_with_formulas(const char *base, struct lt_arena *arena) {
    return lt_arena_print(arena,
                          "wrote %s.yaml\n\n"
                          "look    lawtester laws %s.yaml\n"
                          "run     lawtester run %s.yaml\n"
                          "test    lawtester verify %s.yaml\n",
                          base, base, base, base);
}

static const char *how_to_go_on(const char *base, struct lt_arena *arena) {
    const char *slash = strchr(base, '/') ? "" : "./";
    const char *name = strrchr(base, '/') ? strrchr(base, '/') + 1 : base;
    return lt_arena_print(arena,
                          "wrote %s.c %s.yaml\n\n"
                          "build   cc -O3 -march=native -ffp-contract=off -fno-math-errno "
                          "-fno-trapping-math -fPIC -shared %s %s.c -o %s.so -lm\n"
                          "look    lawtester laws --plugin %s%s.so %s\n"
                          "run     lawtester run --plugin %s%s.so %s.yaml\n"
                          "test    lawtester verify --plugin %s%s.so %s\n",
                          base, base, include_options(arena), base, base, slash, base, name, slash,
                          base, base, slash, base, name);
}

enum lt_newlaw_status lt_newlaw_write(const char *name, bool in_formulas, const char *directory,
                                      const struct lt_law *const *laws, struct lt_arena *arena,
                                      const char **text) {
    if (!is_name(name)) {
        *text = lt_arena_print(arena,
                               "'%s' cannot be the name of a law: a letter, then letters, digits, "
                               "'-' or '_', at most %d in all",
                               name, LONGEST);
        return LT_NEWLAW_BAD_NAME;
    }
    if (lt_laws_find_in(laws, name)) {
        *text = lt_arena_print(arena, "a law '%s' exists already", name);
        return LT_NEWLAW_BAD_NAME;
    }
    char *id = lt_arena_copy(arena, name, strlen(name));
    for (char *at = id; (at = strchr(at, '-'));)
        *at = '_';
    const char *base = directory ? lt_arena_print(arena, "%s/%s", directory, name) : name;
    const char *paths[] = {lt_arena_print(arena, "%s.yaml", base),
                           lt_arena_print(arena, "%s.c", base)};
    const char *const *const lines[] = {in_formulas ? formulas : program, source};
    int error = 0, count = in_formulas ? 1 : 2;
    for (int i = count - 1; i >= 0 && !error; i--) {
        *text = paths[i];
        error = access(paths[i], F_OK) == 0 ? EEXIST : 0;
    }
    for (int i = count - 1; i >= 0 && !error; i--) {
        *text = paths[i];
        error = write_lines(paths[i], lines[i], name, id);
    }
    *text = error         ? lt_arena_print(arena, "%s: %s", *text, strerror(error))
            : in_formulas ? how_with_formulas(base, arena)
                          : how_to_go_on(base, arena);
    return error ? LT_NEWLAW_BAD_FILE : LT_NEWLAW_WRITTEN;
}
