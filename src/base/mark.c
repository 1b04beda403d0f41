/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mark.h"

#include "base/glyph.h"

#include <string.h>

/* True for printable ASCII, which most characters are: a fast path. */
static bool is_ascii(char c) {
    return c >= ' ' && c <= '~';
}

/* The length in bytes of the line break at TEXT, as YAML defines them; 0: there is none. */
size_t lt_mark_break(const char *text, const char *end) {
    if (is_ascii(*text))
        return 0;
    if (*text == '\n')
        return 1;
    if (*text == '\r')
        return text + 1 < end && text[1] == '\n' ? 2 : 1;
    unsigned code;
    size_t length = lt_glyph_decode(text, end, &code);
    return code == 0x85 || code == 0x2028 || code == 0x2029 ? length : 0;
}

/* The first character of a source, behind a byte order mark. */
static const char *source_begin(const struct lt_source *source) {
    bool byte_order_mark = source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0;
    return source->text + (byte_order_mark ? 3 : 0);
}

/* The character after the one at TEXT; MARK, the line and column of TEXT, moves along. */
static const char *next_character(const char *text, const char *end, struct lt_mark *mark) {
    size_t length = lt_mark_break(text, end);
    if (length > 0) {
        mark->line++;
        mark->column = 1;
        return text + length;
    }
    unsigned code;
    mark->column++;
    return text + lt_glyph_decode(text, end, &code);
}

/* The line and column of the byte at OFFSET of a source. */
struct lt_mark lt_mark_at(const struct lt_source *source, size_t offset) {
    const char *end = source->text + source->length;
    struct lt_mark mark = {source, source->before + 1, 1};
    for (const char *text = source_begin(source); text < source->text + offset && text < end;)
        text = next_character(text, end, &mark);
    return mark;
}

/* The text at a mark, at most the end of its line. */
const char *lt_mark_text(struct lt_mark mark) {
    const char *end = mark.source->text + mark.source->length;
    const char *text = source_begin(mark.source);
    struct lt_mark at = {mark.source, mark.source->before + 1, 1};
    while (text < end && at.line < mark.line)
        text = next_character(text, end, &at);
    while (text < end && at.column < mark.column && lt_mark_break(text, end) == 0)
        text = next_character(text, end, &at);
    return text;
}
