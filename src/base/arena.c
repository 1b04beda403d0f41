/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With the address sanitizer each allocation is guarded: reading past its end, before it is handed
 * out or after it is returned is an error. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
enum { GUARD = sizeof(max_align_t) };
#else
enum { GUARD = 0 };
#define ASAN_POISON_MEMORY_REGION(at, size)   ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

/* Most runs fit in one BLOCK; for a LARGE request calloc() gets zeroed pages from the system. */
enum { BLOCK = 4096, LARGE = 1 << 20 };

struct block {
    struct block *next;
    size_t size, used;
    max_align_t data[];
};

struct kept {
    struct kept *before;
    void *what;
    void (*release)(void *what);
};

struct lt_arena {
    struct block *blocks; /* the newest first */
    struct kept *kept;    /* in the blocks; the newest first */
};

struct lt_arena *lt_arena_new(void) {
    struct lt_arena *arena = lt_memory_get(sizeof *arena);
    arena->blocks = NULL;
    arena->kept = NULL;
    return arena;
}

static void release_kept(struct lt_arena *arena) {
    for (struct kept *kept = arena->kept; kept; kept = kept->before)
        kept->release(kept->what);
    arena->kept = NULL;
}

void lt_arena_free(struct lt_arena *arena) {
    if (!arena)
        return;
    release_kept(arena);
    for (struct block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

void lt_arena_clear(struct lt_arena *arena) {
    release_kept(arena);
    struct block *kept = arena->blocks;
    if (!kept)
        return;
    for (struct block *block = kept->next, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    kept->used = 0;
    kept->next = NULL;
    ASAN_POISON_MEMORY_REGION(kept->data, kept->size);
}

static struct block *block_for(struct lt_arena *arena, size_t size) {
    struct block *block = arena->blocks;
    if (block && size <= block->size - block->used)
        return block;
    size_t room = size > BLOCK ? size : BLOCK;
    block = lt_memory_get(sizeof *block + room);
    *block = (struct block){.next = arena->blocks, .size = room};
    arena->blocks = block;
    ASAN_POISON_MEMORY_REGION(block->data, room);
    return block;
}

static void *get_large(struct lt_arena *arena, size_t size) {
    struct block *block = calloc(1, sizeof *block + size);
    if (!block)
        lt_memory_out();
    *block = (struct block){.next = arena->blocks, .size = size, .used = size};
    arena->blocks = block;
    return block->data;
}

void *lt_arena_room(struct lt_arena *arena, size_t size) {
    const size_t step = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        lt_memory_out();
    const size_t room = (size + step - 1) / step * step + GUARD;
    if (room >= LARGE)
        return get_large(arena, size);
    struct block *block = block_for(arena, room);
    void *memory = (char *)block->data + block->used;
    block->used += room;
    ASAN_UNPOISON_MEMORY_REGION(memory, size);
    return memory;
}

void *lt_arena_get(struct lt_arena *arena, size_t size) {
    void *memory = lt_arena_room(arena, size);
    /* Zero only what is handed out: a run uses little of its block. */
    return size < LARGE ? memset(memory, 0, size) : memory;
}

void *lt_arena_keep(struct lt_arena *arena, void *what, void (*release)(void *what)) {
    if (!what)
        lt_memory_out();
    struct kept *kept = lt_arena_get(arena, sizeof *kept);
    *kept = (struct kept){arena->kept, what, release};
    arena->kept = kept;
    return what;
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
        lt_memory_out();
    char *text = lt_arena_get(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
