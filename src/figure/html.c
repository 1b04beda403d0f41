/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/html.h"

#include "base/glyph.h"

#include <stdarg.h>
#include <string.h>

/* Returns the HTML entity that stands for a character with a meaning in mark-up; NULL for all
 * others. */
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

/* Writes UTF-8 text as HTML: mark-up characters become entities; control characters and invalid
 * bytes become "?". */
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

/* Writes FORMAT, a printf subset of %s, %zu and %.*g; strings are escaped as HTML, the format
 * itself is not. */
void lt_html_print(FILE *page, const char *format, ...) {
    va_list args;
    va_start(args, format);
    while (*format) {
        /* Text up to the next conversion is HTML. */
        const size_t plain = strcspn(format, "%");
        fwrite(format, 1, plain, page);
        format += plain;
        if (strncmp(format, "%s", 2) == 0) {
            lt_html_put(page, va_arg(args, const char *));
            format += 2;
        } else if (strncmp(format, "%zu", 3) == 0) {
            fprintf(page, "%zu", va_arg(args, size_t));
            format += 3;
        } else if (strncmp(format, "%.*g", 4) == 0) {
            const int digits = va_arg(args, int);
            fprintf(page, "%.*g", digits, va_arg(args, double));
            format += 4;
        }
    }
    va_end(args);
}

/* Writes SIZE bytes in base64, padded with "=". */
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
