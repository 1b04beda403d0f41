/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/html.h"

#include <stdarg.h>
#include <stdlib.h>

static const char *entity(char sign) {
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
    for (; *text; text++) {
        const char *name = entity(*text);
        if (name)
            fputs(name, page);
        else
            fputc(*text, page);
    }
}

void lt_html_print(FILE *page, const char *format, ...) {
    char *text;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        abort(); /* as everywhere without memory */
    lt_html_put(page, text);
    free(text);
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
