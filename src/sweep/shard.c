/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/shard.h"

#include "base/arena.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The environment variables in which a launcher numbers its processes. */
static const struct launcher {
    const char *number, *count; /* count NULL: not given */
    const char *first, *step;   /* first number and step; NULL: 1 */
    long begin;                 /* the first number if no variable gives it */
} launchers[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP", 0},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL, NULL, 0},
    {"PMI_RANK", "PMI_SIZE", NULL, NULL, 0},
    {"_CONDOR_PROCNO", "_CONDOR_NPROCS", NULL, NULL, 0},
    {"PARALLEL_SEQ", NULL, NULL, NULL, 1},
};
enum { N_LAUNCHERS = sizeof launchers / sizeof launchers[0], MOST_SHARDS = 1000000 };

/* All of TEXT up to END must be digits. */
static bool read_whole(const char *text, const char *end, long *number) {
    char *after;
    errno = 0;
    *number = strtol(text, &after, 10);
    return isdigit((unsigned char)*text) && after == end && errno == 0;
}

/* A variable's number, or OTHERWISE if it is not set; false: not a number. */
static bool read_variable(const char *name, long otherwise, long *number) {
    const char *text = name ? getenv(name) : NULL;
    *number = otherwise;
    return !text || read_whole(text, text + strlen(text), number);
}

static const char *read_launcher(const struct launcher *launcher, long given,
                                 struct lt_shard *shard, struct lt_arena *arena) {
    long number, count, first, step;
    if (!read_variable(launcher->number, 0, &number) ||
        !read_variable(launcher->count, given, &count) ||
        !read_variable(launcher->first, launcher->begin, &first) ||
        !read_variable(launcher->step, 1, &step) || step < 1)
        return lt_arena_print(arena, "%s or a variable that goes with it is not a whole number",
                              launcher->number);
    if (count < 1)
        return lt_arena_print(arena, "%s is set, but not the number of processes; write auto/N",
                              launcher->number);
    if (given > 0 && count != given)
        return lt_arena_print(arena, "auto/%ld, but %s is %ld", given, launcher->count, count);
    long index = (number - first) / step;
    if (number < first || index >= count || (number - first) % step != 0 || count > MOST_SHARDS)
        return lt_arena_print(arena,
                              "%s is %ld, which is not one of %ld numbers from %ld in steps of %ld",
                              launcher->number, number, count, first, step);
    *shard = (struct lt_shard){(size_t)index + 1, (size_t)count};
    return NULL;
}

static const char *find_launcher(long given, struct lt_shard *shard, struct lt_arena *arena) {
    for (int i = 0; i < N_LAUNCHERS; i++)
        if (getenv(launchers[i].number))
            return read_launcher(&launchers[i], given, shard, arena);
    const char *names = launchers[0].number;
    for (int i = 1; i < N_LAUNCHERS; i++)
        names = lt_arena_print(arena, "%s%s%s", names, i + 1 < N_LAUNCHERS ? ", " : " or ",
                               launchers[i].number);
    return lt_arena_print(arena, "auto needs %s in the environment", names);
}

const char *lt_shard_read(const char *text, struct lt_shard *shard, struct lt_arena *arena) {
    const char *slash = strchrnul(text, '/');
    bool automatic = slash - text == 4 && strncmp(text, "auto", 4) == 0;
    long index = 1, count = 0;
    bool counted = *slash && read_whole(slash + 1, slash + strlen(slash), &count) && count > 0;
    if (automatic && (counted || !*slash))
        return find_launcher(count, shard, arena);
    if (automatic || !counted || count > MOST_SHARDS || !read_whole(text, slash, &index) ||
        index < 1 || index > count)
        return lt_arena_print(
            arena, "'%s' is not a valid shard; write I/N with I from 1 to N, or auto", text);
    *shard = (struct lt_shard){(size_t)index, (size_t)count};
    return NULL;
}

void lt_shard_span(struct lt_shard shard, size_t total, size_t *first, size_t *count) {
    size_t share = total / shard.count, rest = total % shard.count, before = shard.index - 1;
    *first = before * share + (before < rest ? before : rest);
    *count = share + (before < rest);
}
