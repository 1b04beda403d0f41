/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run fits into a BLOCK; for what is LARGE the system has zeroed pages at hand. */
enum { BLOCK = 4096, LARGE = 1 << 20 };

struct block {
    struct block *next;
    size_t size, used;
    max_align_t data[];
};

struct lt_arena {
    struct block *blocks; /* the newest first */
};

static void *allocate_or_die(size_t size) {
    void *memory = malloc(size);
    if (!memory)
        abort();
    return memory;
}

struct lt_arena *lt_arena_new(void) {
    struct lt_arena *arena = allocate_or_die(sizeof *arena);
    arena->blocks = NULL;
    return arena;
}

void lt_arena_free(struct lt_arena *arena) {
    if (!arena)
        return;
    for (struct block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

void lt_arena_clear(struct lt_arena *arena) {
    struct block *kept = arena->blocks;
    if (!kept)
        return;
    for (struct block *block = kept->next, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    kept->used = 0;
    kept->next = NULL;
}

static struct block *block_for(struct lt_arena *arena, size_t size) {
    struct block *block = arena->blocks;
    if (block && size <= block->size - block->used)
        return block;
    size_t room = size > BLOCK ? size : BLOCK;
    block = allocate_or_die(sizeof *block + room);
    *block = (struct block){.next = arena->blocks, .size = room};
    arena->blocks = block;
    return block;
}

static void *get_large(struct lt_arena *arena, size_t size) {
    struct block *block = calloc(1, sizeof *block + size);
    if (!block)
        abort();
    *block = (struct block){.next = arena->blocks, .size = size, .used = size};
    arena->blocks = block;
    return block->data;
}

void *lt_arena_get(struct lt_arena *arena, size_t size) {
    const size_t step = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        abort();
    size = (size + step - 1) / step * step;
    if (size >= LARGE)
        return get_large(arena, size);
    struct block *block = block_for(arena, size);
    void *memory = (char *)block->data + block->used;
    block->used += size;
    return memset(memory, 0, size); /* not whole blocks: a run touches little of its own */
}

char *lt_arena_copy(struct lt_arena *arena, const char *text, size_t length) {
    char *copy = lt_arena_get(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *lt_arena_print(struct lt_arena *arena, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = lt_arena_vprint(arena, format, args);
    va_end(args);
    return text;
}

char *lt_arena_vprint(struct lt_arena *arena, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length < 0)
        abort();
    char *text = lt_arena_get(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
