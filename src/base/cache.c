/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/cache.h"

#include "base/arena.h"
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 30 * 86400, DRAFTED = 86400 }; /* s: files, folders of drafts */

static bool refuse_cache(char *why, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse_cache(char *why, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, size, format, args);
    va_end(args);
    return false;
}

/* ---- Whose it is ----------------------------------------------------------------------------- */

/* OTHERS: the bits of those who may not write to it. */
static bool is_own(const char *path, const struct stat *status, mode_t others, char *why,
                   size_t size) {
    if (status->st_uid != geteuid())
        return refuse_cache(why, size,
                            "%s belongs to another user (%u), and what is in it would be run; "
                            "remove it, or set XDG_CACHE_HOME to a folder of your own",
                            path, status->st_uid);
    if (status->st_mode & others)
        return refuse_cache(why, size,
                            "%s can be changed by other users (mode %03o), and what is in it would "
                            "be run; remove it, or take that right away: chmod go-w",
                            path, status->st_mode & 0777u);
    return true;
}

/* Whoever may rename a folder above may put another in its place. */
static bool is_way_safe(const char *folder, char *why, size_t size) {
    char *way = realpath(folder, NULL);
    struct stat status;
    bool safe = way != NULL;
    for (char *end = safe ? strrchr(way, '/') : NULL; end && safe; end = strrchr(way, '/')) {
        *end = '\0';
        if (stat(*way ? way : "/", &status) == 0 && status.st_mode & S_IWOTH &&
            !(status.st_mode & S_ISVTX))
            safe = refuse_cache(why, size,
                                "%s can be changed by other users, so that %s is not safe for code "
                                "that is run; set XDG_CACHE_HOME to a folder of your own",
                                *way ? way : "/", folder);
    }
    free(way);
    return safe;
}

static const char *cache_place(struct lt_arena *arena) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/') /* any other is to be ignored */
        return lt_arena_print(arena, "%s/lawtester", cache);
    return home && *home == '/' ? lt_arena_print(arena, "%s/.cache/lawtester", home) : NULL;
}

const char *lt_cache_folder(struct lt_arena *arena, char *why, size_t size) {
    const char *folder = cache_place(arena);
    struct stat status;
    if (!folder)
        snprintf(why, size, "no folder to keep it in: neither HOME nor XDG_CACHE_HOME is set");
    else if (stat(folder, &status) != 0 && (!lt_file_make_directory(folder, arena) ||
                                            chmod(folder, 0700) != 0 || stat(folder, &status) != 0))
        snprintf(why, size, "%s cannot be made: %s", folder, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        snprintf(why, size, "%s is not a folder", folder);
    else if (is_own(folder, &status, S_IWGRP | S_IWOTH, why, size) &&
             is_way_safe(folder, why, size))
        return folder;
    return NULL;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void hash_of(const char *bytes, size_t length, uint8_t digest[SHA256_DIGEST_LENGTH]) {
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)bytes, length);
    SHA256Final(digest, &context);
}

static bool ends_with_hash(const char *bytes, size_t length) {
    uint8_t digest[SHA256_DIGEST_LENGTH];
    if (length < sizeof digest)
        return false;
    length -= sizeof digest;
    hash_of(bytes, length, digest);
    return memcmp(bytes + length, digest, sizeof digest) == 0;
}

enum lt_cache_state lt_cache_look(const char *path, char *why, size_t size) {
    struct stat status;
    size_t length;
    if (lstat(path, &status) != 0 && errno == ENOENT)
        return LT_CACHE_ABSENT;
    if (!S_ISREG(status.st_mode)) {
        snprintf(why, size, "%s is not a file", path);
        return LT_CACHE_REFUSED;
    }
    if (!is_own(path, &status, S_IWGRP | S_IWOTH, why, size))
        return LT_CACHE_REFUSED;
    char *bytes = lt_file_read(path, LT_FILE_MOST, &length);
    if (!bytes) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return LT_CACHE_REFUSED;
    }
    const bool whole = ends_with_hash(bytes, length);
    free(bytes);
    utimensat(AT_FDCWD, path, NULL, 0); /* it has been used; in a folder to read only it stays */
    return whole ? LT_CACHE_WHOLE : LT_CACHE_DAMAGED;
}

const char *lt_cache_draft(const char *folder, struct lt_arena *arena, char *why, size_t size) {
    char *draft = lt_arena_print(arena, "%s/draft-XXXXXX", folder);
    if (mkdtemp(draft))
        return draft;
    snprintf(why, size, "%s: nothing can be made there: %s", folder, strerror(errno));
    return NULL;
}

static bool seal_file(const char *path) {
    uint8_t digest[SHA256_DIGEST_LENGTH];
    size_t length;
    char *bytes = lt_file_read(path, LT_FILE_MOST, &length);
    if (!bytes)
        return false;
    hash_of(bytes, length, digest);
    free(bytes);
    FILE *file = fopen(path, "abe");
    if (!file)
        return false;
    const bool put = fwrite(digest, sizeof digest, 1, file) == 1 &&
                     fchmod(fileno(file), S_IRUSR | S_IWUSR | S_IXUSR) == 0;
    return fclose(file) == 0 && put;
}

static void remove_unused(const char *folder, struct lt_arena *arena) {
    struct dirent **entries;
    struct stat status;
    const int count = lt_file_list(folder, &entries, NULL);
    for (int i = 0; i < count; i++) {
        const char *entry = lt_arena_print(arena, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && lstat(entry, &status) == 0 &&
            time(NULL) - status.st_mtime > (S_ISDIR(status.st_mode) ? DRAFTED : KEPT))
            lt_file_remove(entry);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

bool lt_cache_take(const char *draft, const char *folder, const char *path, struct lt_arena *arena,
                   char *why, size_t size) {
    if (!seal_file(draft) || rename(draft, path) != 0)
        return refuse_cache(why, size, "%s: %s", path, strerror(errno));
    remove_unused(folder, arena);
    return true;
}
