/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUN_FAILED = 4, SMALL = 1 << 24 }; /* SMALL: a check costs 0.2 ms; below this none is made */

/* Ends the process for lack of memory: by _exit(), since a function of atexit() could wait for a
 * lock that another thread holds. */
void lt_memory_out(void) {
    static const char text[] = "lawtester: out of memory\n";
    const ssize_t told = write(STDERR_FILENO, text, sizeof text - 1);
    (void)told;
    _exit(RUN_FAILED);
}

/* SIZE bytes, not initialized, which the caller frees. Ends the process if there is no memory. */
void *lt_memory_get(size_t size) {
    return lt_memory_resize(NULL, size);
}

/* Changes the size of allocated memory, as realloc() does. Ends the process if there is no
 * memory. */
void *lt_memory_resize(void *memory, size_t size) {
    void *resized = realloc(memory, size > 0 ? size : 1);
    if (!resized)
        lt_memory_out();
    return resized;
}

/* ---- What there is --------------------------------------------------------------------------- */

/* The number after NAME at the begin of a line of a kernel file; NAME "": the first number. NaN:
 * there is none. */
static double number_in(const char *path, const char *name) {
    char line[PATH_MAX];
    double number = (double)NAN;
    FILE *file = fopen(path, "re");
    while (file && isnan(number) && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            sscanf(line + strlen(name), "%lf", &number);
    if (file)
        fclose(file);
    return number;
}

/* Control groups, which containers and batch systems limit memory by: version 2 and 1. */
static const struct group {
    const char *key, *root, *limit, *used, *files; /* files: those kept in memory, given up first;
                                                    * shared memory, which cannot be, among them */
} groups[] = {{"0::", "/sys/fs/cgroup", "memory.max", "memory.current", "file "},
              {":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes",
               "memory.usage_in_bytes", "cache "}};

/* The memory in bytes that the control group FOLDER still allows; NaN: there is no such limit.
 * The cache of files does not count as used, since it can be freed. */
static double left_in(const struct group *group, const char *folder) {
    char path[3][PATH_MAX + 64];
    const char *const names[] = {group->limit, group->used, "memory.stat"};
    for (size_t i = 0; i < 3; i++)
        snprintf(path[i], sizeof path[i], "%s%s/%s", group->root, folder, names[i]);
    const double limit = number_in(path[0], ""), files = number_in(path[2], group->files);
    const double shared = number_in(path[2], "shmem ");
    return limit - number_in(path[1], "") + (isnan(files) ? 0 : files) -
           (isnan(shared) ? 0 : shared);
}

/* Bytes left in the control group of this process and in those that contain it, the least of
 * them; infinite: there is no limit. */
static double left_in_groups(void) {
    char line[PATH_MAX];
    double left = (double)INFINITY;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file))
        for (size_t i = 0; i < 2; i++) {
            char *folder = strstr(line, groups[i].key), *slash;
            if (!folder || (i == 0 && folder != line))
                continue;
            folder += strlen(groups[i].key);
            folder[strcspn(folder, "\n")] = '\0';
            while ((slash = strrchr(folder, '/'))) {
                left = fmin(left, left_in(&groups[i], slash[1] ? folder : ""));
                *slash = '\0';
            }
            left = fmin(left, left_in(&groups[i], ""));
        }
    if (file)
        fclose(file);
    return left;
}

/* Bytes that are available. MemAvailable is what the kernel can give without swapping: Linux
 * promises more than it has, and ends processes when they use it. fmin() ignores what is not
 * known. */
static double available(void) {
    const double machine = 1024 * number_in("/proc/meminfo", "MemAvailable:");
    return fmin(fmin(machine, left_in_groups()), (double)PTRDIFF_MAX);
}

/* True if so many BYTES can be allocated; false: there is no such memory. The trial also covers
 * limits of address space (ulimit -v, WebAssembly); it uses no memory yet. */
bool lt_memory_fits(double bytes) {
    if (bytes < SMALL)
        return true;
    if (bytes > available())
        return false;
    void *volatile tried = malloc((size_t)bytes);
    free(tried);
    return tried;
}

/* Resizes memory of HAD bytes to SIZE bytes if so many are available; NULL: they are not, and
 * the memory stays as it was. */
void *lt_memory_grow(void *memory, size_t had, size_t size) {
    const double more = (double)size - (double)had;
    return more < SMALL || more <= available() ? realloc(memory, size > 0 ? size : 1) : NULL;
}

/* Writes into WHY that so many BYTES are needed and, if fewer, how many are free; returns it. */
const char *lt_memory_why(double bytes, char why[LT_MEMORY_WHY]) {
    const double free_bytes = available();
    int n = snprintf(why, LT_MEMORY_WHY, LT_MEMORY_LACKS ": %.3g GB are needed", 1e-9 * bytes);
    if (free_bytes < bytes)
        snprintf(why + n, (size_t)(LT_MEMORY_WHY - n), ", %.3g GB free", 1e-9 * free_bytes);
    return why;
}
