/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_text.c: JSON documents as text, with numbers as short as in tables. */
#include "base/arena.h"
#include "base/digits.h"
#include "base/memory.h"
#include "result/record.h"

#include <stdlib.h>
#include <string.h>

/* Writes the number at FROM, of SIZE characters, with the fewest digits that read back to the same
 * bits at TO, and returns their count. It never becomes longer, so TO may overlap FROM. */
static size_t shorten_number(const char *from, size_t size, char *to) {
    char text[LT_DIGITS_ROOM + 2];
    size_t length = size;
    if (memchr(from, '.', size) || memchr(from, 'e', size)) {
        length = (size_t)lt_digits(strtod(from, NULL), text);
        if (!strpbrk(text, ".e")) /* keeps it a real number */
            length += (size_t)sprintf(text + length, ".0");
    }
    const bool shorter = length < size;
    memmove(to, shorter ? text : from, shorter ? length : size);
    return shorter ? length : size;
}

/* Returns a document as malloc'd, indented JSON text with numbers as short as in tables. It is
 * rewritten in place, as no number becomes longer. */
char *lt_json_text(const json_t *document) {
    char *text = json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
    if (!text)
        lt_memory_out();
    /* FROM reads the text and TO writes it, a string, a number or another character at a time. */
    const char *from = text;
    char *to = text;
    while (*from) {
        size_t size = 1;
        if (*from == '"') { /* a string, copied unchanged */
            while (from[size] != '"')
                size += from[size] == '\\' ? 2 : 1;
            memmove(to, from, ++size);
            to += size;
        } else if ((size = strspn(from, "+-.0123456789eE")) > 0 && *from != 'e') {
            to += shorten_number(from, size, to);
        } else {
            *to++ = *from;
            size = 1;
        }
        from += size;
    }
    *to = '\0';
    return text;
}

/* Returns a document as malloc'd JSON text and releases the document. */
char *lt_json_text_last(json_t *json) {
    char *text = lt_json_text(json);
    json_decref(json);
    return text;
}

/* Returns a document as JSON text in ARENA, ended by a newline as in files, and releases the
 * document. */
char *lt_json_text_in(struct lt_arena *arena, json_t *json) {
    char *text = lt_json_text_last(json);
    char *kept = lt_arena_print(arena, "%s\n", text);
    free(text);
    return kept;
}
