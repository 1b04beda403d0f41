/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.h: one of several processes that share a job. */
#ifndef LT_SHARD_H
#define LT_SHARD_H

#include <stddef.h>

struct lt_arena;

struct lt_shard {
    size_t index, count; /* index from 1 */
};

/* Reads "3/8". NULL, or what is wrong. */
const char *lt_shard_read(const char *text, struct lt_shard *shard, struct lt_arena *arena);

/* The share of TOTAL of a shard: *count from *first on. */
void lt_shard_span(struct lt_shard shard, size_t total, size_t *first, size_t *count);

#endif
