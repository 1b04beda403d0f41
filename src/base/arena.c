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

/* An empty arena: all its memory is freed at once by lt_arena_free(). */
struct lt_arena *lt_arena_new(void) {
    struct lt_arena *arena = lt_memory_get(sizeof *arena);
    arena->blocks = NULL;
    arena->kept = NULL;
    return arena;
}

/* Calls the release function of each object that the arena keeps, the latest first. */
static void release_kept(struct lt_arena *arena) {
    for (struct kept *kept = arena->kept; kept; kept = kept->before)
        kept->release(kept->what);
    arena->kept = NULL;
}

/* Frees the arena, its memory and the objects that it keeps; NULL is permitted. */
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

/* Releases all objects and memory but the newest block, so that the arena can be filled again
 * without allocation. */
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

/* The block with room for SIZE bytes: the newest one, or a new one. */
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

/* Allocates SIZE zero bytes as a block of their own; calloc() has large memory zeroed by the
 * kernel, page by page as it is used. */
static void *get_large(struct lt_arena *arena, size_t size) {
    struct block *block = calloc(1, sizeof *block + size);
    if (!block)
        lt_memory_out();
    *block = (struct block){.next = arena->blocks, .size = size, .used = size};
    arena->blocks = block;
    return block->data;
}

/* SIZE bytes of the arena, aligned for any type and not initialized. Ends the process if there
 * is no memory. */
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

/* SIZE zero bytes of the arena, aligned for any type. Ends the process if there is no memory. */
void *lt_arena_get(struct lt_arena *arena, size_t size) {
    void *memory = lt_arena_room(arena, size);
    /* Zero only what is handed out: a run uses little of its block. */
    return size < LARGE ? memset(memory, 0, size) : memory;
}

/* Keeps the object WHAT until the arena is freed or cleared, which calls RELEASE for it. Returns
 * WHAT; NULL ends the process, since a constructor had no memory. */
void *lt_arena_keep(struct lt_arena *arena, void *what, void (*release)(void *what)) {
    if (!what)
        lt_memory_out();
    struct kept *kept = lt_arena_get(arena, sizeof *kept);
    *kept = (struct kept){arena->kept, what, release};
    arena->kept = kept;
    return what;
}

/* Copies LENGTH bytes of TEXT into the arena, with a final NUL. */
char *lt_arena_copy(struct lt_arena *arena, const char *text, size_t length) {
    char *copy = lt_arena_get(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

/* A formatted text in the arena. */
char *lt_arena_print(struct lt_arena *arena, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = lt_arena_vprint(arena, format, args);
    va_end(args);
    return text;
}

/* A formatted text in the arena, from a list of arguments. */
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
