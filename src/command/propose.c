/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/propose.h"

#include "base/file.h"
#include "base/glyph.h"
#include "command/command.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True if a word has no tabs or control characters, so that a shell can take it. */
static bool is_plain(const char *word) {
    return !lt_glyph_control(word, strlen(word)) && !strpbrk(word, "\t\n");
}

/* True if the word begins as the typed text does. */
bool lt_propose_begins(const char *word, const char *typed) {
    return strncmp(word, typed, strlen(typed)) == 0;
}

/* Prints a candidate with its description, if it begins as the typed text does. */
void lt_propose_word(const struct lt_proposals *proposals, const char *word, const char *format,
                     ...) {
    va_list args;
    if (!lt_propose_begins(word, proposals->typed) || !is_plain(word))
        return;
    va_start(args, format);
    char *about = lt_arena_vprint(proposals->call->arena, format, args);
    va_end(args);
    lt_glyph_clean(about, "");
    printf("%s%s\t%s\n", proposals->before, word, about);
}

/* Proposes each of WORDS, which end with NULL, without descriptions. */
void lt_propose_words(const struct lt_proposals *proposals, const char *const *words) {
    for (; *words; words++)
        lt_propose_word(proposals, *words, "%s", "");
}

/* ---- Files: words without a tab -------------------------------------------------------------- */

/* True if the name has one of the endings, and something before it. */
static bool has_ending(const char *name, const char *const *endings) {
    size_t length = strlen(name);
    for (; *endings; endings++) {
        size_t n = strlen(*endings);
        if (length > n && strcmp(name + length - n, *endings) == 0)
            return true;
    }
    return false;
}

/* The path with "~/" expanded. */
static const char *real_path(const char *path, struct lt_arena *arena) {
    const char *home = getenv("HOME");
    return home && strncmp(path, "~/", 2) == 0 ? lt_arena_print(arena, "%s%s", home, path + 1)
                                               : path;
}

/* Proposes folders, and files with one of the ENDINGS, which end with NULL; ENDINGS NULL: files
 * that can be executed. Hidden files are proposed only if a dot is typed. */
static void propose_files(const struct lt_proposals *proposals, const char *const *endings) {
    struct lt_arena *arena = proposals->call->arena;
    const char *typed = proposals->typed, *slash = strrchr(typed, '/');
    size_t length = slash ? (size_t)(slash - typed) + 1 : 0;
    const char *folder = lt_arena_copy(arena, typed, length);
    struct dirent **entries;
    int count = lt_file_list(length > 0 ? real_path(folder, arena) : ".", &entries, NULL);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *path = lt_arena_print(arena, "%s%s", folder, name);
        struct stat status;
        bool there = stat(real_path(path, arena), &status) == 0;
        bool is_folder = there && S_ISDIR(status.st_mode);
        bool hidden = !is_plain(name) || (name[0] == '.' && typed[length] != '.');
        if (lt_propose_begins(path, typed) && !hidden &&
            (is_folder || (there && (endings ? has_ending(name, endings)
                                             : access(real_path(path, arena), X_OK) == 0))))
            printf("%s%s%s\n", proposals->before, path, is_folder ? "/" : "");
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

#define FILES_(name, ...)                                                                          \
    void lt_propose_##name(struct lt_proposals *proposals) {                                       \
        propose_files(proposals, (const char *const[]){__VA_ARGS__});                              \
    }
FILES_(folders, NULL)
FILES_(programs, ".yaml", ".yml", NULL)
FILES_(tables, ".csv", ".npy", NULL)
FILES_(runs, ".csv", ".npy", ".yaml", ".yml", NULL)
FILES_(plugins, ".so", NULL)
FILES_(pictures, ".svg", ".png", ".pdf", NULL)
FILES_(pages, ".html", NULL)

/* True if there is a regular file of this name. */
bool lt_propose_readable(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* ---- Laws, codes --------------------------------------------------------------------------- */

/* Proposes codes for --in; a code of the user's own is a file, so files follow once a path is
 * typed. */
void lt_propose_in(struct lt_proposals *proposals) {
    for (const char *const *word = lt_code_kind_names; word[1]; word++)
        lt_propose_word(proposals, *word, "%s", lt_code_kind_find(*word)->title);
    if (strchr(proposals->typed, '/'))
        propose_files(proposals, NULL);
}

/* Proposes the laws with their summaries. */
void lt_propose_laws(struct lt_proposals *proposals) {
    for (const struct lt_law *const *law = proposals->call->laws; *law; law++)
        lt_propose_word(proposals, (*law)->name, "%s", (*law)->summary);
}

/* Proposes laws and stage programs. */
void lt_propose_subjects(struct lt_proposals *proposals) {
    lt_propose_laws(proposals);
    lt_propose_programs(proposals);
}
