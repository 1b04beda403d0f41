/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/html.h"

#include "base/glyph.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *html_entity(char sign) {
    switch (sign) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void lt_html_put(FILE *page, const char *text) {
    unsigned code;
    for (const char *end = text + strlen(text); text < end;) {
        const char *name = html_entity(*text);
        size_t length = lt_glyph_decode(text, end, &code);
        if (name)
            fputs(name, page);
        else if (lt_glyph_printable(code) || code == '\n' || code == '\t')
            fwrite(text, 1, length, page);
        else
            fputc('?', page);
        text += length;
    }
}

void lt_html_print(FILE *page, const char *format, ...) {
    struct lt_text text;
    va_list args;
    va_start(args, format);
    vfprintf(lt_text_begin(&text), format, args);
    va_end(args);
    lt_html_put(page, lt_text_now(&text));
    lt_text_drop(&text);
}

void lt_html_base64(FILE *page, const unsigned char *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned group = 0;
        for (size_t j = 0; j < 3; j++)
            group = group << 8 | (i + j < size ? bytes[i + j] : 0u);
        for (size_t j = 0; j < 4; j++)
            fputc(i + j > size ? '=' : digits[group >> (18 - 6 * j) & 63], page);
    }
}
