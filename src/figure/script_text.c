/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_text.c: text in figures: its width, line breaks, and quoting for gnuplot. */
#include "figure/scripting.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const char ITALIC[] = "{/:Italic ";
static const char NO_BREAK[] = "\u00a0";

/* The length in bytes of the letter or mark-up at TEXT; *shows: it is a visible letter. */
static size_t next_letter(const char *text, bool enhanced, bool *shows) {
    size_t length = 1;
    *shows = true;
    if (enhanced && strncmp(text, ITALIC, sizeof ITALIC - 1) == 0)
        length = sizeof ITALIC - 1;
    if (enhanced && strchr("{}_^", *text)) {
        *shows = false;
        return length;
    }
    if (enhanced && *text == '\\' && text[1])
        length = 2;
    while (((unsigned char)text[length] & 0xc0) == 0x80) /* the rest of a letter in UTF-8 */
        length++;
    return length;
}

static size_t count_letters(const char *text, size_t length, bool enhanced) {
    size_t count = 0;
    bool shows;
    for (size_t i = 0; i < length; count += shows)
        i += next_letter(text + i, enhanced, &shows);
    return count;
}

size_t lt_script_text_letters(const char *text, bool enhanced) {
    return count_letters(text, strlen(text), enhanced);
}

size_t lt_script_text_bytes(const char *text, size_t letters) {
    size_t bytes = 0;
    bool shows;
    for (size_t i = 0; i < letters && text[bytes]; i++)
        bytes += next_letter(text + bytes, false, &shows);
    return bytes;
}

const char *lt_script_text_in_ascii(const char *text, struct lt_arena *arena) {
    static const char MU[] = "µ";
    const char *mu = strstr(text, MU);
    return mu ? lt_script_text_in_ascii(
                    lt_arena_print(arena, "%.*su%s", (int)(mu - text), text, mu + sizeof MU - 1),
                    arena)
              : text;
}

/* Bytes of the first line of TEXT: up to the last blank, outside brackets, that fits. */
static size_t first_line(const char *text, bool enhanced, double room) {
    size_t end = 0, depth = 0;
    for (size_t i = 0; text[i]; i++) {
        depth += enhanced && strchr("{(", text[i]);
        depth -= enhanced && strchr("})", text[i]) && depth > 0;
        if (text[i] != ' ' || depth > 0)
            continue;
        if (end > 0 && (double)count_letters(text, i, enhanced) > room)
            return end;
        end = i;
    }
    return end > 0 && (double)lt_script_text_letters(text, enhanced) > room ? end : strlen(text);
}

size_t lt_script_text_lines(const char *text, bool enhanced, double room) {
    size_t lines = 0;
    for (; *text; lines++) {
        text += first_line(text, enhanced, room);
        text += *text == ' ';
    }
    return lines;
}

/* In single quotes gnuplot evaluates nothing, but it miscounts doubled quotes (three at the start
 * end the string). So each quote becomes a string of its own. Invalid UTF-8 would make the SVG
 * invalid. A blank next to a change of font becomes a no-break space, because SVG viewers drop
 * blanks there. */
static void put_quoted_bytes(FILE *file, const char *text, size_t length, bool enhanced) {
    json_t *valid = json_stringn(text, length);
    putc('\'', file);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool edge = enhanced && byte == ' ' &&
                    ((i + 1 < length && text[i + 1] == '{') || (i > 0 && text[i - 1] == '}'));
        if (byte < 0x20 || byte == 0x7f)
            continue;
        if (edge)
            fputs(NO_BREAK, file);
        else if (byte == '\'')
            fputs("'.\"'\".'", file);
        else
            putc(byte >= 0x80 && !valid ? '?' : text[i], file);
    }
    putc('\'', file);
    json_decref(valid);
}

void lt_script_text_put_quoted(FILE *file, const char *text) {
    put_quoted_bytes(file, text, strlen(text), false);
}

void lt_script_text_put_wrapped(FILE *file, const char *text, bool enhanced, double room) {
    size_t length = first_line(text, enhanced, room);
    put_quoted_bytes(file, text, length, enhanced);
    text += length;
    if (*text != ' ')
        return;
    fputs(".\"\\n\".", file);
    lt_script_text_put_wrapped(file, text + 1, enhanced, room);
}

static const double UNITS = 6000; /* in a metre */

double lt_script_width(const struct lt_script *script) {
    const double width = script->figure->size.width;
    return UNITS * (width > 0 ? width : LT_FIGURE_WIDTH);
}

double lt_script_height(const struct lt_script *script) {
    const double height = script->figure->size.height;
    return UNITS * (height > 0 ? height : LT_FIGURE_HEIGHT);
}
