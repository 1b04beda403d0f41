/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/shard.h"

#include "base/arena.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHARDS = 1000000 };

/* All of TEXT up to END must be digits. */
static bool read_whole(const char *text, const char *end, long *number) {
    char *after;
    errno = 0;
    *number = strtol(text, &after, 10);
    return isdigit((unsigned char)*text) && after == end && errno == 0;
}

const char *lt_shard_read(const char *text, struct lt_shard *shard, struct lt_arena *arena) {
    const char *slash = strchrnul(text, '/');
    long index, count;
    if (!*slash || !read_whole(text, slash, &index) ||
        !read_whole(slash + 1, slash + strlen(slash), &count) || index < 1 || index > count ||
        count > MOST_SHARDS)
        return lt_arena_print(arena, "'%s' is not a valid shard; write I/N with I from 1 to N",
                              text);
    *shard = (struct lt_shard){(size_t)index, (size_t)count};
    return NULL;
}

void lt_shard_span(struct lt_shard shard, size_t total, size_t *first, size_t *count) {
    size_t share = total / shard.count, rest = total % shard.count, before = shard.index - 1;
    *first = before * share + (before < rest ? before : rest);
    *count = share + (before < rest);
}
