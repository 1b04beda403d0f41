/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: a text that grows as it is printed to, and is never shorter than what was. */
#ifndef LT_TEXT_H
#define LT_TEXT_H

#include "base/memory.h"

#include <stdio.h>

struct lt_arena;

struct lt_text {
    struct lt_held held;
    char *bytes; /* NUL-terminated */
    size_t size, room;
    FILE *stream;
    bool lost; /* there was no memory for some of it */
};

/* What to print to. */
FILE *lt_text_begin(struct lt_text *text);

/* What was printed so far, until more is. */
const char *lt_text_now(struct lt_text *text);

/* Forget all but the first SIZE bytes of that. */
void lt_text_cut(struct lt_text *text, size_t size);

/* What was printed; the caller frees it. Or the arena does. Or nobody wants it. */
char *lt_text_end(struct lt_text *text);
const char *lt_text_keep(struct lt_text *text, struct lt_arena *arena);
void lt_text_drop(struct lt_text *text);

#endif
