/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Not open_memstream(): it truncates the text where memory runs out. */
#include "base/text.h"

#include "base/arena.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Appends SIZE bytes to the text; the write function of its stream. */
static ssize_t append_bytes(void *cookie, const char *bytes, size_t size) {
    struct lt_text *text = cookie;
    size_t needed = text->size + size + 1;
    if (needed > text->room) {
        text->room = 2 * needed;
        text->bytes = lt_memory_resize(text->bytes, text->room);
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
    return (ssize_t)size;
}

/* Begins a text in memory and returns the stream that writes it. lt_text_end(), lt_text_keep()
 * or lt_text_drop() ends it. */
FILE *lt_text_begin(struct lt_text *text) {
    enum { FIRST = 256 };
    *text = (struct lt_text){.room = FIRST};
    text->bytes = lt_memory_get(FIRST);
    text->bytes[0] = '\0';
    text->stream = fopencookie(text, "w", (cookie_io_functions_t){.write = append_bytes});
    if (!text->stream)
        lt_memory_out();
    return text->stream;
}

/* The text so far, valid until more is written. */
const char *lt_text_now(struct lt_text *text) {
    fflush(text->stream);
    return text->bytes;
}

/* Shortens the text to SIZE bytes. */
void lt_text_cut(struct lt_text *text, size_t size) {
    lt_text_now(text);
    text->size = size;
    text->bytes[size] = '\0';
}

/* Closes the stream and returns the text, which the caller frees. */
char *lt_text_end(struct lt_text *text) {
    fclose(text->stream);
    return text->bytes;
}

/* Ends the text and returns a copy in the arena. */
const char *lt_text_keep(struct lt_text *text, struct lt_arena *arena) {
    lt_text_now(text);
    const char *kept = lt_arena_copy(arena, text->bytes, text->size);
    lt_text_drop(text);
    return kept;
}

/* Ends and frees the text. */
void lt_text_drop(struct lt_text *text) {
    free(lt_text_end(text));
}
