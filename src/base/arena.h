/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h: memory that is freed all at once: that of a program, of a result. */
#ifndef LT_ARENA_H
#define LT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct lt_arena; /* opaque: a list of blocks */

struct lt_arena *lt_arena_new(void);
void lt_arena_free(struct lt_arena *arena); /* NULL is allowed */

/* Discard everything allocated so far; keep some of the memory for reuse. */
void lt_arena_clear(struct lt_arena *arena);

/* Zeroed, aligned for any type; never NULL, see memory.h. */
void *lt_arena_get(struct lt_arena *arena, size_t size);

/* As lt_arena_get(), but not zeroed: for large memory that is written before it is read. */
void *lt_arena_room(struct lt_arena *arena, size_t size);

/* Have WHAT, an object of another library, released with the arena. NULL: that library was out of
 * memory. */
void *lt_arena_keep(struct lt_arena *arena, void *what, void (*release)(void *what));

/* The RELEASE function to pass there, for objects made by NAME_alloc() and freed by NAME_free(). */
#define LT_RELEASE(name)                                                                           \
    static void name##_release(void *what) {                                                       \
        name##_free(what);                                                                         \
    }

char *lt_arena_copy(struct lt_arena *arena, const char *text, size_t length); /* adds the NUL */
char *lt_arena_print(struct lt_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *lt_arena_vprint(struct lt_arena *arena, const char *format, va_list args);

#endif
