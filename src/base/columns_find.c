/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_find.c: finds where in a text the table begins, and which line names its columns. A line
 * of numbers is a row. Successive rows with the same number of fields are a table. Its names are in
 * the line above it or in a comment above it. Most files begin with the names or with the first
 * row, which the first lines show. Otherwise the whole file is searched. Two possible tables, or a
 * line of numbers of another length directly above the table, are an error: nothing is guessed. */
#include "base/arena.h"
#include "base/columns_reader.h"
#include "base/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Separators of rows, the more certain ones first. */
static const char separators[] = "\t;,| ";
enum { FEWEST = 3 }; /* rows of a table among other things */

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A line that may belong to a table. */
struct line {
    const char *text, *end;
    int number;
};

/* The line at which the reader is. */
static struct line line_of(const struct lt_columns_reader *r) {
    return (struct line){r->text, r->end, r->line};
}

/* Counts the fields of a line that SEPARATOR divides: all, those that are not empty, and
 * numbers. */
struct lt_columns_shape lt_columns_find_shape(const char *line, const char *end, char separator) {
    struct lt_columns_fields f = {line, end, separator, false};
    struct lt_columns_shape shape = {.fields = 0};
    const char *text;
    size_t length;
    while (lt_columns_text_field(&f, &text, &length)) {
        const bool number = lt_columns_text_is_number(text, length);
        shape.begins |= shape.filled == 0 && number;
        shape.open = length == 0;
        shape.fields++;
        shape.filled += length > 0;
        shape.numbers += number;
    }
    return shape;
}

/* True if a line of this shape is a row: most of its filled fields are numbers, or it has
 * several fields and all are empty. */
bool lt_columns_find_is_row(struct lt_columns_shape shape) {
    return 2 * shape.numbers > shape.filled || (shape.filled == 0 && shape.fields > 1);
}

/* True if lines of the shapes A and B belong to one table: as many fields, or one more where a
 * line ends with a separator and the other does not. */
static bool agree(struct lt_columns_shape a, struct lt_columns_shape b) {
    return a.fields == b.fields || (a.open && a.fields == b.fields + 1) ||
           (b.open && b.fields == a.fields + 1);
}

/* The shape of a line as a row, by the *SEPARATOR for which all fields are numbers, or else the
 * first for which most are; no fields: it is no row. */
static struct lt_columns_shape shape_of(const struct lt_columns_reader *r, struct line line,
                                        char *separator) {
    struct lt_columns_shape most = {.fields = 0};
    for (const char *s = r->forced ? &r->forced : separators; *s; s++) {
        const struct lt_columns_shape shape = lt_columns_find_shape(line.text, line.end, *s);
        if (shape.fields > 1 && shape.begins && shape.numbers == shape.filled) {
            *separator = *s;
            return shape;
        }
        if (shape.fields > 1 && shape.begins && lt_columns_find_is_row(shape) && !most.fields) {
            *separator = *s;
            most = shape;
        }
        if (s == &r->forced)
            break;
    }
    return most;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The text after a word that is no column name, as in "columns: t un", "VARIABLES = t un" or
 * "ITEM: ENTRIES t"; FROM itself if there is no such word. */
static const char *behind_word(const char *from, const char *end) {
    static const char *const words[] = {"columns", "variables", "fields", "names",
                                        "header",  "labels",    "vars",   "fancynames"};
    size_t length = 0;
    while (from + length < end && !strchr(" \t=", from[length]))
        length++;
    const char *at = from + length;
    while (at < end && lt_field_is_blank(*at))
        at++;
    bool known = length > 1 && from[length - 1] == ':';
    if (at < end && *at == '=') {
        known = true;
        at++;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        known |= length == strlen(words[i]) && strncasecmp(from, words[i], length) == 0;
    while (at < end && lt_field_is_blank(*at))
        at++;
    return known && at < end ? at : from;
}

/* The separator by which the line FROM to END holds as many names as ROW has columns; '\0': it
 * cannot be names. */
static char names_separator(const char *from, const char *end, struct lt_columns_shape row,
                            char separator) {
    const char own = separator == ' ' ? lt_field_separator(from, (size_t)(end - from)) : '\0';
    const char tried[] = {own ? own : separator, separator, '\t', ';', ',', ' ', LT_COLUMNS_WIDE};
    for (size_t i = row.fields == 1 ? 5 : 0; i < (row.fields == 1 ? 6 : sizeof tried); i++) {
        struct lt_columns_fields f = {from, end, tried[i], true};
        struct lt_columns_shape shape = {.fields = 0};
        const char *text;
        size_t length;
        bool comment = false; /* LabVIEW has a last column of comments, which rows may lack */
        bool names = true;    /* "WARNING:", "I=4" are none */
        while (lt_columns_text_field(&f, &text, &length)) {
            shape.fields++;
            shape.open = length == 0;
            shape.numbers += lt_columns_text_is_number(text, length);
            comment = length == 7 && strncmp(text, "Comment", 7) == 0;
            names &= length == 0 || (text[length - 1] != ':' && !memchr(text, '=', length));
        }
        shape.open |= comment;
        if (names && shape.numbers == 0 && agree(shape, row))
            return tried[i];
    }
    return '\0';
}

/* True if the fields of the line FROM to END are units for so many COLUMNS: each a unit, "-",
 * "1" or empty, and at least one a unit. */
static bool is_units(const char *from, const char *end, char separator, size_t columns) {
    struct lt_columns_fields f = {from, end, separator, false};
    const char *text;
    char why[256], word[64];
    double factor;
    size_t length, fields = 0, units = 0;
    for (; lt_columns_text_field(&f, &text, &length); fields++) {
        const char *unit = lt_field_unit(text, &length);
        if (length >= sizeof word)
            return false;
        memcpy(word, unit, length);
        word[length] = '\0';
        if (length == 0 || strcmp(word, "-") == 0 || strcmp(word, "1") == 0)
            continue;
        if (lt_columns_text_is_number(unit, length) ||
            !lt_field_factor(word, "", &factor, why, sizeof why))
            return false;
        units++;
    }
    return units > 0 && fields >= columns && fields <= columns + 1;
}

/* True if the header has given a column a known unit. */
static bool has_units(const struct lt_columns *table) {
    for (size_t i = 0; i < table->columns; i++)
        if (*table->each[i].unit && !table->each[i].wrong)
            return true;
    return false;
}

/* True if the reader is at the rows of a .fstat file of MercuryDPM: it has no names, and three
 * lines of comments above the contacts of each time, the first of them "# TIME ...".
 * https://www.mercurydpm.org */
static bool is_fstat(const struct lt_columns_reader *r, struct lt_columns_shape row) {
    if (row.fields != 16 || row.numbers != 16 || r->n_comments < 3)
        return false;
    const char *first = r->comments[(r->n_comments - 3) % LT_COLUMNS_COMMENTS];
    struct lt_columns_fields head = {first, first + strcspn(first, "\r\n"), ' ', false},
                             line = {r->text, r->end, r->separator, false};
    const char *a, *b;
    size_t n, m;
    return lt_columns_text_field(&head, &a, &n) && lt_columns_text_field(&line, &b, &m) && n == m &&
           strncmp(a, b, n) == 0 && lt_columns_text_is_number(a, n);
}

/* True if the names are ",0,1,2", which pandas writes for columns without names beside its
 * index. */
static bool are_numbered(struct line line, struct lt_columns_shape below, char separator) {
    struct lt_columns_fields f = {line.text, line.end, separator, true};
    const char *text;
    char word[24];
    size_t length, column = 0;
    bool right = separator != ' ' && below.filled == below.fields;
    for (; right && lt_columns_text_field(&f, &text, &length); column++) {
        snprintf(word, sizeof word, "%zu", column - 1);
        right =
            column == 0 ? length == 0 : length == strlen(word) && memcmp(word, text, length) == 0;
    }
    return right && column > 1;
}

/* ---- Beginnings ------------------------------------------------------------------------------ */

/* Takes the names from a comment above the first row, of shape ROW, and the units from one below
 * it. *NAMED: there were names. The nearest comment is tried first. False: an error is reported. */
static bool take_comment(struct lt_columns_reader *r, struct lt_columns_shape row, bool *named) {
    const size_t kept = r->n_comments < LT_COLUMNS_COMMENTS ? r->n_comments : LT_COLUMNS_COMMENTS;
    const char *units = NULL, *units_end = NULL;
    *named = false;
    for (size_t i = 0; i < kept; i++) {
        const char *whole = r->comments[(r->n_comments - 1 - i) % LT_COLUMNS_COMMENTS],
                   *end = whole + strcspn(whole, "\r\n"), *from = whole;
        /* Names may follow a word, "columns: t un". */
        char separator = names_separator(from, end, row, r->separator);
        if (!separator || behind_word(whole, end) != whole) {
            from = behind_word(whole, end);
            const char own = from != whole ? names_separator(from, end, row, r->separator) : '\0';
            from = own ? from : whole;
            separator = own ? own : separator;
        }
        if (!separator)
            continue;
        /* Units are taken for such only if the comment above them has names. */
        const bool has_above = i + 1 < kept;
        if (!units && has_above && is_units(from, end, separator, row.fields) &&
            (from != whole || i == 0)) {
            const char *above = r->comments[(r->n_comments - 2 - i) % LT_COLUMNS_COMMENTS];
            const char *stop = above + strcspn(above, "\r\n"), *names = behind_word(above, stop);
            if (names_separator(names, stop, row, r->separator)) {
                units = from;
                units_end = end;
                continue;
            }
        }
        *named = true;
        return lt_columns_read_names(r, from, end, separator) &&
               (!units || lt_columns_read_units(r, units, units_end, ' '));
    }
    return true;
}

/* The names from COUNT comments such as "# 1: time", one for each column, as deal.II and users
 * of gnuplot write them; NULL: there are none. */
static const char *const *numbered_names(const struct lt_columns_reader *r, size_t count) {
    const char **names = lt_arena_get(r->table->arena, count * sizeof *names), *end;
    if (count > r->n_comments || count > LT_COLUMNS_COMMENTS)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const char *at = r->comments[(r->n_comments - count + i) % LT_COLUMNS_COMMENTS];
        if (strtoul(at, (char **)&end, 10) != i + 1 || !strchr(": ", *end))
            return NULL;
        end += strspn(end, ": \t");
        names[i] = lt_arena_copy(r->table->arena, end, strcspn(end, "\r\n"));
    }
    return names;
}

/* Begins at the first row, of shape ROW, above which there are no names, except perhaps in a
 * comment; else columns are c1, c2 and so on. False: an error is reported. */
static bool begin_bare(struct lt_columns_reader *r, struct lt_columns_shape row) {
    static const char *const fstat[] = {"t",  "i",  "j",  "cx", "cy", "cz", "delta", "ctheta",
                                        "fn", "ft", "nx", "ny", "nz", "tx", "ty",    "tz"};
    bool named;
    if (!take_comment(r, row, &named))
        return false;
    if (named)
        return true;
    const char *const *numbered = numbered_names(r, row.fields);
    if (numbered)
        return lt_columns_read_bare(r, row.fields, numbered);
    if (!is_fstat(r, row))
        return lt_columns_read_bare(r, row.fields, NULL);
    lt_columns_text_remark(r, "this is read as contacts of MercuryDPM (.fstat), with columns t, i, "
                              "j, cx, cy, cz, delta, ctheta, fn, ft, nx ... tz");
    return lt_columns_read_bare(r, 16, fstat);
}

/* Reads the names from FROM on in the reader's line, and the units in the line below if there
 * are any. Leaves the reader at the first row. False: an error, or no text is left. */
static bool begin_named(struct lt_columns_reader *r, const char *from, char separator) {
    if (!lt_columns_read_names(r, from, r->end, separator) || !lt_columns_text_next(r) ||
        !lt_columns_text_find(r))
        return false;
    const char rows = r->separator;
    if (r->over || has_units(r->table) ||
        !(is_units(r->text, r->end, rows, r->table->columns) ||
          is_units(r->text, r->end, separator, r->table->columns)))
        return true;
    return lt_columns_read_units(r, r->text, r->end, rows) && lt_columns_text_next(r) &&
           lt_columns_text_find(r);
}

/* ---- Ordinary files -------------------------------------------------------------------------- */

/* Stores the next lines, at most MOST, that are neither empty nor comments; the reader stays.
 * Returns how many. */
static size_t peek_lines(struct lt_columns_reader *r, struct line *lines, size_t most) {
    struct lt_columns_reader saved = *r;
    size_t count = 0;
    while (count < most && lt_columns_text_next(&saved) && lt_columns_text_find(&saved) &&
           !saved.over)
        lines[count++] = line_of(&saved);
    return count;
}

/* The separator of the reader's line, if it has names that a row among the COUNT lines BELOW
 * follows; '\0': it has none. A first row of another length still counts, with an error later,
 * if the second one fits. WORDS: rows of words count, too. */
static char plain_separator(struct lt_columns_reader *r, const struct line *below, size_t count,
                            bool words) {
    const char own = lt_field_separator(r->at, (size_t)(r->end - r->at));
    const char separator = r->forced                                          ? r->forced
                           : own                                              ? own
                           : memchr(r->text, '|', (size_t)(r->end - r->text)) ? '|'
                                                                              : ' ';
    struct lt_columns_fields f = {r->text, r->end, separator, true};
    struct lt_columns_shape head = {.fields = 0};
    const char *text;
    size_t length;
    for (; lt_columns_text_field(&f, &text, &length); head.fields++) {
        head.open = length == 0;
        if (length > 0 && text[length - 1] == ':')
            return '\0';
    }
    const size_t units = count > 0 && is_units(below->text, below->end, separator, head.fields);
    for (size_t k = units; k < count; k++) {
        const struct lt_columns_shape row =
            lt_columns_find_shape(below[k].text, below[k].end, separator);
        if (agree(head, row) &&
            (words || lt_columns_find_is_row(row) || (row.begins && 2 * row.numbers >= row.filled)))
            return separator;
        if (row.numbers == 0)
            return '\0';
    }
    return words && count == units ? separator : '\0';
}

/* ---- Files with other things above, and below ------------------------------------------------ */

/* Rows of one length, and what stands above them. */
enum { ABOVE = 4 };
struct rows {
    struct line first, above[ABOVE]; /* lines of text above, the nearest first; NUMBER 0: none */
    int odd;                         /* the line right above, of numbers but of another length */
    char separator;
    struct lt_columns_shape shape;
    size_t count;
};

/* True if two lines have the same text. */
static bool same_text(struct line a, struct line b) {
    return a.end - a.text == b.end - b.text &&
           memcmp(a.text, b.text, (size_t)(a.end - a.text)) == 0;
}

/* True if the line above the first row has names for its columns. */
static bool is_headed(const struct rows *rows) {
    return rows->above->number > 0 &&
           names_separator(rows->above->text, rows->above->end, rows->shape, rows->separator);
}

/* True if the rows B continue the table A, with the same names above them or none. */
static bool continues_table(const struct rows *a, const struct rows *b) {
    return a->separator == b->separator && agree(a->shape, b->shape) &&
           (!is_headed(b) || same_text(*a->above, *b->above));
}

/* Finds all rows of the file, in groups of successive lines of one length: BEST is the table
 * with most numbers, OTHER (count 0: none) one that may be meant as well. False: the text cannot
 * be read. */
static bool search_rows(struct lt_columns_reader *r, struct rows *best, struct rows *other) {
    struct rows now = {.count = 0};
    struct line above[ABOVE] = {{NULL, NULL, 0}};
    *best = *other = now;
    do {
        if (!lt_columns_text_find(r))
            return false;
        char separator = '\0';
        const struct line line = line_of(r);
        struct lt_columns_shape shape = {.fields = 0};
        if (now.count > 0 && !r->over)
            shape = lt_columns_find_shape(line.text, line.end, now.separator);
        if (now.count > 0 && !r->over && agree(shape, now.shape) && lt_columns_find_is_row(shape)) {
            /* The line continues the present group NOW. */
            now.count++;
        } else {
            /* The group has ended: it continues the best one, replaces it, or may be meant as
             * well. */
            if (now.count > 0 && best->count > 0 && continues_table(best, &now)) {
                best->count += now.count;
            } else if (now.count * now.shape.fields > best->count * best->shape.fields) {
                *other = best->count >= FEWEST ? *best : *other;
                *best = now;
            } else if (now.count >= FEWEST ||
                       now.count * now.shape.fields == best->count * best->shape.fields) {
                *other = now.count > 0 ? now : *other;
            }
            /* The line begins another group, or is text, which is kept as a line above. */
            shape = r->over ? shape : shape_of(r, line, &separator);
            const int odd = now.count > 0 && shape.fields > 0 ? line.number - 1 : 0;
            now = (struct rows){line, {{0}}, odd, separator, shape, shape.fields > 0};
            memcpy(now.above, above, sizeof above);
        }
        if (now.count == 0)
            memmove(above + 1, above, sizeof above - sizeof *above);
        *above = now.count == 0 ? line : *above;
        if (now.count == 1)
            memset(above, 0, sizeof above);
    } while (!r->over && lt_columns_text_next(r));
    return r->over;
}

/* The option that chooses these rows, "header N" or "skip N", for a message. */
static const char *remedy(const struct rows *rows, struct lt_arena *arena) {
    return is_headed(rows) ? lt_arena_print(arena, "header %d", rows->above->number)
                           : lt_arena_print(arena, "skip %d", rows->first.number - 1);
}

/* Reports a text with two tables and how to choose one; always false. */
static bool refuse_two(struct lt_columns_reader *r, const struct rows *best,
                       const struct rows *other) {
    struct lt_arena *arena = r->table->arena;
    const bool first = best->first.number < other->first.number;
    const struct rows *a = first ? best : other, *b = first ? other : best;
    return lt_columns_text_fail(
        r, r->text,
        "this may be two tables: %zu rows of %zu columns from line %d on, and %zu of %zu from line "
        "%d on; say which one with '%s' or '%s' (--header N or --skip N, keys of 'file' likewise)",
        a->count, a->shape.fields, a->first.number, b->count, b->shape.fields, b->first.number,
        remedy(a, arena), remedy(b, arena));
}

/* Moves the reader to line NUMBER of the text, from 1. False: it cannot be read. */
static bool go_to(struct lt_columns_reader *r, int number) {
    lt_columns_text_rewind(r);
    while (!r->over && r->line < number) {
        if (r->line > 0)
            lt_columns_text_counts(r);
        if (!lt_columns_text_next(r))
            return false;
    }
    return true;
}

/* Notes that the lines FROM to TO were skipped, if there are any, and HEADER, the reason. */
static void note_skipped(struct lt_columns_reader *r, int from, int to, const char *header) {
    if (to < from)
        return;
    lt_columns_text_remark(r, "line%s %d%s%s skipped; %s", from == to ? "" : "s", from,
                           from == to ? "" : lt_arena_print(r->table->arena, " to %d", to),
                           from == to ? " is" : " are", header);
}

/* The line above the rows that has their names; *FROM: where they begin in it, *SEPARATOR:
 * between them, *UNITS: the line of units between names and rows, or NULL. NULL: no line has
 * names. */
static const struct line *names_above(const struct rows *rows, const char **from, char *separator,
                                      const struct line **units) {
    *units = NULL;
    /* First, a line of units below a line of names; then, names alone. */
    for (size_t k = 0; k + 1 < ABOVE && rows->above[k + 1].number > 0; k++) {
        const struct line *line = &rows->above[k], *names = line + 1;
        *from = names->text;
        *separator = names_separator(names->text, names->end, rows->shape, rows->separator);
        if (*separator && is_units(line->text, line->end, rows->separator, rows->shape.fields)) {
            *units = line;
            return names;
        }
    }
    for (const struct line *line = rows->above; line < rows->above + ABOVE && line->number > 0;
         line++) {
        const char *behind = behind_word(line->text, line->end);
        *from = line->text;
        *separator = line == rows->above
                         ? names_separator(line->text, line->end, rows->shape, rows->separator)
                         : '\0';
        if (!*separator && behind != line->text) {
            *from = behind;
            *separator = names_separator(behind, line->end, rows->shape, rows->separator);
        }
        if (*separator)
            return line;
    }
    return NULL;
}

/* True if R wrote the table: it has one name fewer than columns, since the first column has the
 * quoted names of the rows. */
static bool is_of_r(const struct rows *rows) {
    struct lt_columns_shape shape = rows->shape;
    shape.fields--;
    return rows->above->number > 0 && *rows->first.text == '"' && shape.fields > 0 &&
           names_separator(rows->above->text, rows->above->end, shape, rows->separator);
}

/* Reports that line NUMBER above the rows has another number of fields than they; always false. */
static bool refuse_above(struct lt_columns_reader *r, const struct rows *rows, int number) {
    if (!go_to(r, number))
        return false;
    const struct lt_columns_shape shape = lt_columns_find_shape(r->text, r->end, rows->separator);
    return lt_columns_text_fail(
        r, r->text + strspn(r->text, " \t"),
        "this line has %zu fields, the rows from line %d on have %zu%s; 'skip %d' leaves it out "
        "(--skip, a key of 'file')",
        shape.fields, rows->first.number, rows->shape.fields,
        lt_field_hint(rows->separator, rows->shape.fields, shape.fields), rows->first.number - 1);
}

/* Moves the reader to the first of ROWS, a table that was found amid other text, and reads its
 * names and units. False: an error is reported. */
static bool begin_found(struct lt_columns_reader *r, const struct rows *rows) {
    const int begin = r->how.skip ? (int)r->how.skip + 1 : r->forced ? 2 : 1;
    const struct line *units;
    const char *from;
    char separator;
    /* A line of numbers of another length right above is an error: it may be a row. */
    if (rows->odd > 0)
        return refuse_above(r, rows, rows->odd);
    const struct line *names = names_above(rows, &from, &separator, &units);
    r->separator = rows->separator;
    r->index = !names && is_of_r(rows);
    if (r->index) {
        names = rows->above;
        from = names->text;
        separator = rows->separator;
    }
    /* With names: what is above and between is skipped with a note. */
    if (names) {
        if (!go_to(r, names->number))
            return false;
        note_skipped(r, begin, names->number - 1,
                     lt_arena_print(r->table->arena, "the header is line %d", names->number));
        if (!lt_columns_read_names(r, from, names->end, separator))
            return false;
        note_skipped(r, units ? units->number + 1 : names->number + 1, rows->first.number - 1,
                     "the rows begin below");
        return (!units || has_units(r->table) ||
                lt_columns_read_units(r, units->text, units->end, rows->separator)) &&
               go_to(r, rows->first.number);
    }
    const struct line *above = rows->above;
    if (above->number > 0 && /* text that cannot be the names; a word or a title is none */
        lt_columns_find_shape(above->text, above->end, rows->separator).fields > 1)
        return refuse_above(r, rows, above->number);
    if (!go_to(r, rows->first.number))
        return false;
    note_skipped(r, begin, rows->first.number - 1, "the rows begin below, without a header");
    return begin_bare(r, rows->shape);
}

/* Finds the rows of a table amid other text, as in a log, and begins there. *FOUND: there are
 * such rows; if not, the reader is where it was. False: there are two tables, or the text cannot
 * be read; an error is reported. */
static bool begin_among(struct lt_columns_reader *r, bool *found) {
    struct rows best, other;
    const struct lt_columns_reader begin = *r;
    *found = true;
    if (!search_rows(r, &best, &other))
        return false;
    const bool two = other.count >= FEWEST || (other.count > 0 && best.count < FEWEST);
    if (best.count > 0 && two) {
        *r = begin;
        return refuse_two(r, &best, &other);
    }
    if (best.count > 0)
        return begin_found(r, &best);
    *r = begin;
    *found = false;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Begins at the header in line r->header_line, which the user declares, or without one (-1).
 * False: an error is reported. */
static bool begin_declared(struct lt_columns_reader *r) {
    struct line below;
    if (r->header_line > 0 && (!go_to(r, (int)r->header_line) || r->over))
        return r->over ? lt_columns_text_fail(
                             r, r->text, "the file ends above line %ld, its header", r->header_line)
                       : false;
    /* Without a header the first line gives separator and number of columns. */
    if (r->header_line < 0) {
        char own = lt_field_separator(r->text, (size_t)(r->end - r->text));
        r->separator = r->forced ? r->forced : own ? own : ' ';
        struct lt_columns_shape shape = shape_of(r, line_of(r), &r->separator);
        if (shape.fields == 0)
            shape = lt_columns_find_shape(r->text, r->end, r->separator);
        r->n_comments = 0;
        return lt_columns_read_bare(r, shape.fields, NULL);
    }
    /* The line may be a comment; the separator is that with which the row below has as many
     * fields as names. */
    const char *from = r->text + strspn(r->text, " \t");
    const size_t size = strlen(r->mark);
    if (size > 0 && strncmp(from, r->mark, size) == 0)
        from += size + strspn(from + size, " \t");
    const size_t count = peek_lines(r, &below, 1);
    char own = lt_field_separator(from, (size_t)(r->end - from)), names = own ? own : ' ';
    r->separator = r->forced ? r->forced : names;
    if (count > 0 && !r->forced) {
        struct lt_columns_shape row = shape_of(r, below, &r->separator);
        const char found = row.fields > 0 ? names_separator(from, r->end, row, r->separator) : '\0';
        const char *behind = behind_word(from, r->end);
        const char later =
            !found && behind != from ? names_separator(behind, r->end, row, r->separator) : '\0';
        from = later ? behind : from;
        names = later ? later : found ? found : names;
        r->separator = row.fields > 0 && (later || found) ? r->separator : names;
    }
    r->n_comments = 0;
    return begin_named(r, from, names);
}

/* Finds the header and the first row, and with it the separator. True: the reader is at the
 * first row; false: there is no table, and an error is reported. */
static bool begin_table(struct lt_columns_reader *r) {
    struct line below[3];
    /* What the user says goes first. */
    if (r->how.skip > 0 && r->header_line <= 0 && !go_to(r, (int)r->how.skip + 1))
        return false;
    if (r->header_line > 0 || (lt_columns_text_find(r) && !r->over && r->header_line < 0))
        return begin_declared(r);
    if (r->over) {
        r->line = 1;
        return lt_columns_text_fail(r, r->text, "this file holds no table");
    }
    /* The first lines: a row without names above it, or names with a row below. */
    const size_t count = peek_lines(r, below, 3);
    char separator = '\0';
    struct lt_columns_shape first = shape_of(r, line_of(r), &separator), next;
    const char *text;
    size_t length;
    struct lt_columns_fields f = {r->text, r->end, ' ', false};
    const bool lacks = first.fields > 0 || (lt_columns_text_field(&f, &text, &length) &&
                                            lt_columns_text_is_number(text, length));
    if (lacks) { /* the first line is a row, or may be */
        separator = first.fields > 0 ? separator : ' ';
        first = lt_columns_find_shape(r->text, r->end, separator);
        next = count > 0 ? lt_columns_find_shape(below->text, below->end, separator) : first;
        r->separator = separator;
        if (are_numbered(line_of(r), next, separator))
            return begin_named(r, r->text, separator);
        if (lt_columns_find_is_row(first) && agree(first, next))
            return begin_bare(r, first);
    } else if ((r->separator = plain_separator(r, below, count, false))) {
        return begin_named(r, r->text, r->separator);
    }
    /* Otherwise the whole text is searched; last, names above rows of words. */
    bool found;
    if (!begin_among(r, &found))
        return false;
    if (found)
        return true;
    r->separator = lacks ? separator : plain_separator(r, below, count, true);
    if (!lacks && r->separator)
        return begin_named(r, r->text, r->separator);
    return lt_columns_text_fail(
        r, r->text,
        "no table is found: expected rows of numbers below the names of their columns, such as "
        "t,un,fn; 'header N' or 'skip N' says where it begins (--header, --skip, keys of 'file')");
}

/* Notes under which name the second of two columns of the same name is found. */
static void note_repeated_name(struct lt_columns_reader *r) {
    const struct lt_columns *table = r->table;
    for (size_t i = 0; i < table->columns; i++)
        for (size_t k = 0; k < i; k++) {
            const size_t length = strlen(table->names[k]);
            if (length == 0 || strncmp(table->names[i], table->names[k], length) != 0 ||
                strcmp(table->names[i] + length, "#2") != 0)
                continue;
            lt_columns_text_remark(r,
                                   "two columns have the name '%s': the first one (%s) is '%s' or "
                                   "c%zu, the second one (%s) '%s' or c%zu",
                                   table->names[k], table->each[k].whole, table->names[k], k + 1,
                                   table->each[i].whole, table->names[i], i + 1);
            return;
        }
}

/* Finds the table, reads names and units, and stops at the first row. False: errors are
 * reported. */
bool lt_columns_find_table(struct lt_columns_reader *r) {
    if (!begin_table(r))
        return false;
    note_repeated_name(r);
    return true;
}
