/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: a growing text to print to. */
#ifndef LT_TEXT_H
#define LT_TEXT_H

#include <stdio.h>

struct lt_arena;

struct lt_text {
    char *bytes; /* NUL-terminated */
    size_t size, room;
    FILE *stream;
};

/* The stream to print to. */
FILE *lt_text_begin(struct lt_text *text);

/* The text so far; valid until more is printed. */
const char *lt_text_now(struct lt_text *text);

/* Shortens the text to SIZE bytes. */
void lt_text_cut(struct lt_text *text, size_t size);

/* End the text: the caller gets and frees it; ARENA gets it; it is freed. */
char *lt_text_end(struct lt_text *text);
const char *lt_text_keep(struct lt_text *text, struct lt_arena *arena);
void lt_text_drop(struct lt_text *text);

#endif
