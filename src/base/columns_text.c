/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_text.c: the text of a table: its encoding, lines, comments and fields. */
#include "base/arena.h"
#include "base/columns_reader.h"
#include "base/field.h"
#include "base/file.h"
#include "base/glyph.h"
#include "base/memory.h"
#include "base/stop.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LONGEST_LINE = 1 << 20, /* bytes; a file with a longer line is not a table */
    LONGEST_FIELD = 100,    /* lines */
    MOST_COUNTED = 8192     /* bytes of a line up to which columns count characters */
};

/* ---- Places ---------------------------------------------------------------------------------- */

/* A place AT in the present line with the message TEXT, kept with the table until it is
 * reported. */
struct lt_columns_place *lt_columns_text_place(struct lt_columns_reader *r, const char *at,
                                               const char *text) {
    struct lt_arena *arena = r->table->arena;
    struct lt_columns_place *place = lt_arena_get(arena, sizeof *place);
    const size_t length = (size_t)(r->end - r->text);
    if (!r->shown)
        r->shown = lt_columns_source(r->table->path, r->text, length, r->line, arena);
    const struct lt_source line = {.text = r->text, .length = length};
    const size_t before = (size_t)(at - r->text);
    const int column = length < MOST_COUNTED ? lt_mark_at(&line, before).column : (int)before + 1;
    *place = (struct lt_columns_place){r->shown, r->line, column,
                                       lt_arena_copy(arena, text, strlen(text)), NULL};
    return place;
}

/* Reports a formatted error at the place AT of the present line; always false. */
bool lt_columns_text_fail(struct lt_columns_reader *r, const char *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const struct lt_columns_place *place =
        lt_columns_text_place(r, at, lt_arena_vprint(r->table->arena, format, args));
    va_end(args);
    lt_errors_add(r->errors, lt_columns_place_mark(place, r->errors), "%s", place->text);
    return false;
}

/* Reports that there is no memory for so many BYTES; always false. */
bool lt_columns_text_lacks(struct lt_columns_reader *r, double bytes) {
    const struct lt_columns_place nowhere = {
        .source = &(struct lt_source){.name = r->table->path, .text = ""}};
    lt_errors_lack(r->errors, lt_columns_place_mark(&nowhere, r->errors), bytes);
    return false;
}

/* Notes what was skipped or assumed. One note holds all remarks, at the place of the first. */
void lt_columns_text_remark(struct lt_columns_reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *text = lt_arena_vprint(r->table->arena, format, args);
    va_end(args);
    if (!r->remark)
        r->remark = lt_columns_text_place(r, r->text, text);
    else
        r->remark->text = lt_arena_print(r->table->arena, "%s; %s", r->remark->text, text);
}

/* Reports that the file at PATH cannot be read, by errno or an interrupt; always false. */
bool lt_columns_text_unread(const char *path, struct lt_errors *errors) {
    const struct lt_columns_place nowhere = {.source =
                                                 &(struct lt_source){.name = path, .text = ""}};
    lt_errors_add(errors, lt_columns_place_mark(&nowhere, errors), "%s",
                  lt_file_reason(lt_stop_requested() ? EINTR : errno));
    return false;
}

/* ---- Encodings ------------------------------------------------------------------------------- */

/* Reads the whole file into r->bytes, up to a line longer than any table has. False: an error is
 * reported. */
static bool load_bytes(struct lt_columns_reader *r) {
    struct stat status;
    const bool regular = fstat(fileno(r->file), &status) == 0 && S_ISREG(status.st_mode);
    const size_t whole = regular ? (size_t)status.st_size + 1 : 0;
    size_t room = 0;
    do {
        /* Room doubles, but beyond 1 MiB the size of a regular file is taken at once. */
        const size_t had = room > 0 ? room + 1 : 0;
        const size_t next = room > 0 ? 2 * room : 1 << 16;
        room = room > LONGEST_LINE && whole > room ? whole : next;
        char *bytes = lt_memory_grow(r->bytes, had, room + 1);
        if (!bytes)
            return lt_columns_text_lacks(r, (double)room);
        r->bytes = bytes;
        r->length += fread(r->bytes + r->length, 1, room - r->length, r->file);
        const bool endless = r->length > LONGEST_LINE && !memchr(r->bytes, '\n', LONGEST_LINE) &&
                             !memchr(r->bytes, '\r', LONGEST_LINE);
        if (endless)
            break;
    } while (r->length == room && !lt_stop_requested());
    r->bytes[r->length] = '\0';
    return (!ferror(r->file) && !lt_stop_requested()) ||
           lt_columns_text_unread(r->table->path, r->errors);
}

/* Writes a character below 65536 in UTF-8 and returns the place behind it. */
static char *put_utf8(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    return to;
}

/* Converts the bytes from FROM on to UTF-8: UTF-16 (WIDTH 2; BIG: the high byte first), or
 * Latin-1 (WIDTH 1). Characters of UTF-16 beyond the first 65536 become '?'. False: there is no
 * memory. */
static bool convert_bytes(struct lt_columns_reader *r, size_t from, size_t width, bool big) {
    const size_t most = r->length / width * 3 + 1;
    char *text = lt_memory_grow(NULL, 0, most), *to = text;
    if (!text)
        return lt_columns_text_lacks(r, (double)most);
    for (size_t i = from; i + width <= r->length; i += width) {
        const unsigned a = (unsigned char)r->bytes[i],
                       b = width > 1 ? (unsigned char)r->bytes[i + 1] : 0,
                       code = big ? a << 8 | b : b << 8 | a;
        to = put_utf8(to, code >= 0xd800 && code < 0xe000 ? '?' : code);
    }
    *to = '\0';
    free(r->bytes);
    r->bytes = text;
    r->length = (size_t)(to - text);
    return true;
}

/* Moves the reader to the line with the byte AT, for an error or a note. */
static void show_line(struct lt_columns_reader *r, const char *at) {
    r->line = 1;
    r->text = r->bytes;
    for (const char *c = r->bytes; c < at; c++)
        if (*c == '\n') {
            r->line++;
            r->text = c + 1;
        }
    const char *end = memchr(at, '\n', (size_t)(r->bytes + r->length - at));
    r->end = end ? end : r->bytes + r->length;
    r->shown = NULL;
}

/* Converts the text of a table, r->bytes, to UTF-8 without a byte order mark and with line ends
 * that contain '\n'. False: it is no text, and an error is reported. */
static bool decode_bytes(struct lt_columns_reader *r) {
    const char *foreign = lt_field_foreign(r->bytes, r->length), *wrong;
    const bool little = strncmp(r->bytes, "\xff\xfe", 2) == 0,
               big = strncmp(r->bytes, "\xfe\xff", 2) == 0;
    show_line(r, r->bytes);
    if (foreign)
        return lt_columns_text_fail(r, r->text, "%s", foreign);
    if (little || big) {
        if (!convert_bytes(r, 2, 2, big))
            return false;
        show_line(r, r->bytes);
        lt_columns_text_remark(r, "the text is UTF-16 and is read as such");
    } else if (strncmp(r->bytes, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark, as Excel has it */
        r->length -= 3;
        memmove(r->bytes, r->bytes + 3, r->length + 1);
    }
    /* A zero byte is an error, unless its line is too long anyway, which is reported later. */
    const char *zero = memchr(r->bytes, '\0', r->length);
    if (zero) {
        show_line(r, zero);
        return r->end - r->text >= LONGEST_LINE ||
               lt_columns_text_fail(r, zero, "a zero byte: this is not a text file");
    }
    /* Bytes that are no UTF-8 are read as Latin-1, with a note at the first of them. */
    if ((wrong = lt_glyph_ill_formed(r->bytes, r->length))) {
        const size_t before = (size_t)(wrong - r->bytes);
        if (!convert_bytes(r, 0, 1, false))
            return false;
        const char *at = r->bytes; /* the same place: all before it is ASCII, or was two bytes */
        while ((size_t)(at - r->bytes) < before && !((unsigned char)*at & 0x80))
            at++;
        show_line(r, at);
        lt_columns_text_remark(r,
                               "the text is not UTF-8: it is read as Latin-1 (\xc2\xb5, \xc2\xb0, "
                               "\xc2\xb2 ...)");
    }
    if (!memchr(r->bytes, '\n', r->length)) /* lines of an old Macintosh */
        for (char *c = r->bytes; (c = strchr(c, '\r')) && c[1]; c++)
            *c = '\n';
    return true;
}

/* Takes the separator from a first line "sep=;", which Excel writes; without such a line the
 * reader goes back to the begin. */
static void take_declared(struct lt_columns_reader *r) {
    if (strncmp(r->text, "sep=", 4) == 0 && r->end - r->text == 5)
        r->forced = r->text[4];
    else
        lt_columns_text_rewind(r);
}

/* Reads the file, converts it to UTF-8, finds its mark of comments and moves to the first line.
 * False: an error is reported. */
bool lt_columns_text_load(struct lt_columns_reader *r) {
    if (!load_bytes(r) || !decode_bytes(r))
        return false;
    const char *first = r->bytes + strspn(r->bytes, " \t\r\n");
    if (strncmp(r->bytes, LT_COLUMNS_CHOSEN, strlen(LT_COLUMNS_CHOSEN)) == 0) {
        r->how = (struct lt_columns_how){.skip = 0};
        r->header_line = 0;
        r->table->chosen = true;
    }
    r->mark = r->how.comment                 ? r->how.comment
              : *first == '%'                ? "%"
              : *first == '!'                ? "!"
              : strncmp(first, "//", 2) == 0 ? "//"
                                             : "#";
    r->quotes = memchr(r->bytes, '"', r->length);
    lt_columns_text_rewind(r);
    if (!lt_columns_text_next(r))
        return false;
    take_declared(r);
    return !r->forced || lt_columns_text_next(r);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Moves the reader before the first line. */
void lt_columns_text_rewind(struct lt_columns_reader *r) {
    r->next = r->text = r->end = r->at = r->bytes;
    r->over = false;
    r->line = 0;
    r->lines = 1;
    r->n_comments = r->blank = 0;
}

/* True if a quoted field of the line AT to END continues on the next one. QUOTED: it began
 * before this line. Quotes begin a field only after a separator. */
static bool stays_quoted(const char *at, const char *end, bool quoted) {
    for (char before = ','; at < end; before = *at++)
        if (*at == '"' && (quoted || strchr(",;\t| ", before)))
            quoted = !quoted;
    return quoted;
}

/* The number of quotes from AT to END. */
static size_t count_quotes(const char *at, const char *end) {
    size_t count = 0;
    for (; (at = memchr(at, '"', (size_t)(end - at))); at++)
        count++;
    return count;
}

/* Moves to the next line; one that continues within quotes counts as a whole. At the end r->over
 * is set. False: it cannot be read, and an error is reported. */
bool lt_columns_text_next(struct lt_columns_reader *r) {
    const char *whole = r->bytes + r->length;
    r->over = r->next == whole;
    r->text = r->at = r->next;
    r->shown = NULL;
    r->line += r->lines;
    const char *end = memchr(r->text, '\n', (size_t)(whole - r->text));
    end = end ? end : whole;
    r->lines = 1;
    if (r->quotes && count_quotes(r->text, end) % 2 == 1 && stays_quoted(r->text, end, false)) {
        const char *more = end;
        int lines = 1;
        bool open = true;
        for (; open && more < whole && lines < LONGEST_FIELD; lines++) {
            const char *from = more + 1, *stop = memchr(from, '\n', (size_t)(whole - from));
            more = stop ? stop : whole;
            open = stays_quoted(from, more, true);
        }
        end = open ? end : more;
        r->lines = open ? 1 : lines;
    }
    r->next = end < whole ? end + 1 : whole;
    r->end = end > r->text && end[-1] == '\r' ? end - 1 : end;
    if (lt_stop_requested())
        return lt_columns_text_unread(r->table->path, r->errors);
    return end - r->text < LONGEST_LINE ||
           lt_columns_text_fail(r, r->text, "a line longer than 1 MiB: this is not a table");
}

/* True if the line is neither empty nor a comment; false: it is one of these, and counted in
 * r->blank or kept in r->comments, since it may hold the column names, or the name of a block. */
bool lt_columns_text_counts(struct lt_columns_reader *r) {
    const size_t size = strlen(r->mark);
    const char *at = r->text;
    while (at < r->end && lt_field_is_blank(*at))
        at++;
    const bool comment =
        at < r->end && size > 0 && *at == *r->mark && strncmp(at, r->mark, size) == 0;
    r->blank += at == r->end;
    if (!comment)
        return at < r->end;
    for (at += size; *at == *r->mark || *at == ' ' || *at == '\t';)
        at++;
    r->comments[r->n_comments++ % LT_COLUMNS_COMMENTS] = at < r->end ? at : r->end;
    return false;
}

/* Moves from the present line to the first that is neither empty nor a comment, or to the end.
 * False: it cannot be read. */
bool lt_columns_text_find(struct lt_columns_reader *r) {
    while (!r->over && !lt_columns_text_counts(r))
        if (!lt_columns_text_next(r))
            return false;
    return true;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* True if a unit in brackets follows a name, after blanks. */
static bool unit_follows(const char *at, const char *end) {
    while (at < end && lt_field_is_blank(*at))
        at++;
    return at < end && (*at == '[' || *at == '(');
}

/* The length of a field that ends at a blank; in a header it includes the unit: "v [mm/s]". */
static size_t blank_length(const struct lt_columns_fields *f) {
    const char *at = f->at, *end = f->end;
    const bool unit = *at == '[' || *at == '(', wide = f->separator == LT_COLUMNS_WIDE;
    bool quoted = false, open = false;
    for (; at < end; at++) {
        const bool blank = lt_field_is_blank(*at);
        const bool parts =
            !wide ? blank : *at == '\t' || (blank && at + 1 < end && lt_field_is_blank(at[1]));
        if (!quoted && !open && parts && !(f->heads && !unit && unit_follows(at, end)))
            break;
        quoted ^= *at == '"';
        open = f->heads && (open ? *at != ']' && *at != ')' : *at == '[' || *at == '(');
    }
    return (size_t)(at - f->at);
}

/* Takes the next field of a line as *TEXT of *LENGTH bytes, without blanks and quotes around it;
 * F moves behind it. False: there are no more. */
bool lt_columns_text_field(struct lt_columns_fields *f, const char **text, size_t *length) {
    const bool blanks = f->separator == ' ' || f->separator == LT_COLUMNS_WIDE;
    if (!f->at)
        return false;
    while (blanks && f->at < f->end && lt_field_is_blank(*f->at))
        f->at++;
    if (blanks && f->at == f->end)
        return false;
    *text = f->at;
    *length = blanks ? blank_length(f) : lt_field_length(f->at, f->end, f->separator);
    f->at += *length;
    if (!blanks)
        f->at = f->at < f->end ? f->at + 1 : NULL;
    lt_field_trim(text, length);
    return true;
}

/* True if a field holds a number, perhaps with a decimal comma or marks between thousands. */
bool lt_columns_text_is_number(const char *text, size_t length) {
    char why[256], decimal, *end;
    double value;
    const char *digit = text + (length > 0 && strchr("+-.", *text));
    if (length == 0 || !(isdigit((unsigned char)*digit) || *digit == '.'))
        return false;
    if (digit[1] != 'x' && digit[1] != 'X' && isfinite(strtod(text, &end)) && end == text + length)
        return true;
    const char mark = lt_field_thousands(text, length);
    char word[64];
    if (mark) {
        length = lt_field_without(mark, text, length, word, sizeof word);
        text = word;
    }
    return !lt_field_number(text, length, &value, &decimal, why, sizeof why) && !isnan(value);
}
