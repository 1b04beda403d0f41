/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script_text.c: text in figures: its width, line breaks, and quoting for gnuplot. */
#include "figure/scripting.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const char ITALIC[] = "{/:Italic ";
static const char NO_BREAK[] = "\u00a0";

/* Returns the length in bytes of the letter or mark-up at TEXT; *shows is true if it is a visible
 * letter. ENHANCED: gnuplot's mark-up is interpreted. */
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

/* Returns the number of visible letters in the first LENGTH bytes of TEXT; mark-up does not count
 * if ENHANCED. */
static size_t count_letters(const char *text, size_t length, bool enhanced) {
    size_t count = 0;
    bool shows;
    for (size_t i = 0; i < length; count += shows)
        i += next_letter(text + i, enhanced, &shows);
    return count;
}

/* Returns the number of visible letters of TEXT; mark-up does not count if ENHANCED. */
size_t lt_script_text_letters(const char *text, bool enhanced) {
    return count_letters(text, strlen(text), enhanced);
}

/* Returns the number of bytes of the first LETTERS letters of plain UTF-8 text. */
size_t lt_script_text_bytes(const char *text, size_t letters) {
    size_t bytes = 0;
    bool shows;
    for (size_t i = 0; i < letters && text[bytes]; i++)
        bytes += next_letter(text + bytes, false, &shows);
    return bytes;
}

/* Returns TEXT with "u" for each "µ" of units, for terminals without it. */
const char *lt_script_text_in_ascii(const char *text, struct lt_arena *arena) {
    static const char MU[] = "µ";
    const char *mu = strstr(text, MU);
    return mu ? lt_script_text_in_ascii(
                    lt_arena_print(arena, "%.*su%s", (int)(mu - text), text, mu + sizeof MU - 1),
                    arena)
              : text;
}

/* Returns the bytes of the first line of TEXT, which ends at the last blank, outside of brackets,
 * that fits into ROOM letters. Words are not broken: a first word that is too long has a line of
 * its own. ENHANCED: brackets and mark-up count as such. */
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

/* Returns the number of lines that TEXT takes if wrapped at ROOM letters; mark-up does not count if
 * ENHANCED. */
size_t lt_script_text_lines(const char *text, bool enhanced, double room) {
    size_t lines = 0;
    for (; *text; lines++) {
        text += first_line(text, enhanced, room);
        text += *text == ' ';
    }
    return lines;
}

/* Writes LENGTH bytes of TEXT in single quotes, in which gnuplot evaluates nothing. It miscounts
 * doubled quotes (three at the start end the string), so each quote becomes a string of its own.
 * Invalid UTF-8 becomes "?", as it would make the SVG invalid. A blank next to a change of font
 * becomes a no-break space, because SVG viewers drop blanks there. */
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

/* Writes TEXT as a string for gnuplot that is not interpreted in any way. */
void lt_script_text_put_quoted(FILE *file, const char *text) {
    put_quoted_bytes(file, text, strlen(text), false);
}

/* Writes TEXT as a string for gnuplot, with line breaks so that lines have at most ROOM letters
 * where words allow. ENHANCED: the text holds gnuplot's mark-up. */
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

/* Returns the width of the whole drawing in 1/6 mm, the unit of gnuplot's SVG. */
double lt_script_width(const struct lt_script *script) {
    const double width = script->figure->size.width;
    return UNITS * (width > 0 ? width : LT_FIGURE_WIDTH);
}

/* Returns the height of the whole drawing in 1/6 mm, the unit of gnuplot's SVG. */
double lt_script_height(const struct lt_script *script) {
    const double height = script->figure->size.height;
    return UNITS * (height > 0 ? height : LT_FIGURE_HEIGHT);
}
