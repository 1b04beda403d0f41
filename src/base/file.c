/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/stop.h"
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An errno value that no call used here returns otherwise. */
const int lt_file_not_regular = ENOTBLK;

/* The reason of a failure in words; CODE is an errno or lt_file_not_regular. */
const char *lt_file_reason(int code) {
    return code == lt_file_not_regular ? "it is not a regular file"
           : code == ENOMEM            ? LT_MEMORY_LACKS
                                       : strerror(code);
}

/* True if a path stands for an open file of this process, such as /dev/stdin. */
static bool is_descriptor(const char *path) {
    static const char *const places[] = {"/dev/stdin", "/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strncmp(path, places[i], strlen(places[i])) == 0)
            return true;
    return false;
}

/* Opens a regular file, or an open descriptor, for reading; anything else, such as a device,
 * could block or never end. NULL: errno has the reason. */
FILE *lt_file_open(const char *path) {
    struct stat status;
    if (!is_descriptor(path) && stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : lt_file_not_regular;
        return NULL;
    }
    return fopen(path, "rbe");
}

/* True if PATH is a regular file in FOLDER or below, after symbolic links are resolved. */
bool lt_file_is_in(const char *folder, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    char *whole = realpath(path, NULL), *place = realpath(folder, NULL);
    size_t length = place ? strlen(place) : 0;
    length -= length > 0 && place[length - 1] == '/';
    const bool is_in = whole && place && strncmp(whole, place, length) == 0 && whole[length] == '/';
    free(whole);
    free(place);
    return is_in;
}

/* Reads a file, "-" for the standard input, up to LIMIT bytes: *LENGTH bytes and a final NUL,
 * which the caller frees. A file of LIMIT bytes may be longer. NULL: errno has the reason; EINTR
 * after an interrupt. */
char *lt_file_read(const char *path, size_t limit, size_t *length) {
    FILE *stream = strcmp(path, "-") == 0 ? stdin : lt_file_open(path);
    size_t room = 32768;
    char *text = NULL, *more;
    int reason = 0;
    if (!stream)
        return NULL;
    *length = 0;
    do {
        const size_t had = text ? room : 0;
        room = room < limit / 2 ? 2 * room : limit;
        more = lt_memory_grow(text, had, room + 1);
        if (!more) {
            reason = ENOMEM;
            break;
        }
        text = more;
        *length += fread(text + *length, 1, room - *length, stream);
    } while (*length == room && room < limit && !lt_stop_requested());
    reason = lt_stop_requested() ? EINTR : ferror(stream) ? errno : reason;
    if (stream != stdin)
        fclose(stream);
    if (reason == 0) {
        text[*length] = '\0';
        return text;
    }
    free(text);
    errno = reason;
    return NULL;
}

/* Makes a folder. True if it exists afterwards, also before; false: errno has the reason. */
static bool make_one(const char *path) {
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST || stat(path, &status) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}

/* Makes a folder and those above it. False: errno has the reason. */
bool lt_file_make_directory(const char *path, struct lt_arena *arena) {
    char *part = lt_arena_copy(arena, path, strlen(path));
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!make_one(part))
            return false;
        *slash = '/';
    }
    return make_one(part);
}

/* The name of a file without its folders and its last suffix. */
const char *lt_file_stem(const char *path, struct lt_arena *arena) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return lt_arena_copy(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/* The folder of a path; "." if it names none. */
const char *lt_file_folder(const char *path, struct lt_arena *arena) {
    const char *slash = strrchr(path, '/');
    return !slash ? "." : slash == path ? "/" : lt_arena_copy(arena, path, (size_t)(slash - path));
}

/* The folder of the running program; NULL: it is not known. */
static const char *program_folder(struct lt_arena *arena) {
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(program, '/');
    return slash ? lt_arena_copy(arena, program, (size_t)(slash - program)) : NULL;
}

/* The path of a readable file in the folder of the program; NULL: there is none. */
const char *lt_file_beside(const char *name, struct lt_arena *arena) {
    const char *folder = program_folder(arena);
    const char *path = folder ? lt_arena_print(arena, "%s/%s", folder, name) : NULL;
    return path && access(path, R_OK) == 0 ? path : NULL;
}

/* The source tree from which the program was built, if it runs in its build folder; NULL: it
 * does not. */
const char *lt_file_source_tree(struct lt_arena *arena) {
    const char *folder = program_folder(arena);
    size_t length;
    if (!folder)
        return NULL;
    char *text = lt_file_read(lt_arena_print(arena, "%s/source-tree", folder), PATH_MAX, &length);
    const char *tree = text ? lt_arena_copy(arena, text, length) : NULL;
    free(text);
    return tree;
}

/* The path of a data file: in LAWTESTER_DATADIR, as installed, in the source tree, or relative
 * to the program; NULL: there is none. */
const char *lt_file_data(const char *name, struct lt_arena *arena) {
    const char *own = program_folder(arena);
    const char *const places[] = {getenv("LAWTESTER_DATADIR"), LT_DATA_INSTALLED,
                                  lt_file_source_tree(arena),
                                  own ? lt_arena_print(arena, "%s/../share/lawtester", own) : NULL};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const char *path = places[i] ? lt_arena_print(arena, "%s/%s", places[i], name) : NULL;
        if (path && access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* True if both paths are the same existing file, also by way of links. */
bool lt_file_same(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* Lists the entries of a folder for which FILTER is not 0 (NULL: all), in alphabetical order;
 * returns how many, -1 on failure. The caller frees them. */
int lt_file_list(const char *folder, struct dirent ***entries,
                 int (*filter)(const struct dirent *)) {
    return scandir(folder, entries, filter, alphasort);
}

/* Removes one entry during a walk over a folder; 0, so that the walk continues even if that
 * fails. */
static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)status, (void)flag, (void)walk;
    remove(path);
    return 0;
}

/* Removes a file, or a folder with all that it holds; symbolic links are not followed. False:
 * the walk failed. */
bool lt_file_remove(const char *path) {
    return nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0;
}
