/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/errors.h"

#include "base/arena.h"
#include "base/glyph.h"
#include "base/memory.h"
#include "base/synonyms.h"
#include "base/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 100,       /* errors, and as many notes */
    LONGEST = 2000,   /* bytes of one message */
    WIDTH = 100,      /* characters of a source line that are shown */
    BEFORE = 80,      /* of them at most before the caret */
    LONGEST_WORD = 64 /* for which a similar name is suggested */
};

/* An empty list of errors; lt_errors_free() frees it. */
struct lt_errors *lt_errors_new(void) {
    struct lt_arena *arena = lt_arena_new();
    struct lt_errors *errors = lt_arena_get(arena, sizeof *errors);
    errors->list = lt_arena_get(arena, 2 * KEPT * sizeof *errors->list);
    errors->arena = arena;
    return errors;
}

/* Frees a list of errors; NULL is permitted. */
void lt_errors_free(struct lt_errors *errors) {
    if (errors)
        lt_arena_free(errors->arena);
}

/* True if mark A is before mark B in their common source. */
static bool precedes(struct lt_mark a, struct lt_mark b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* True if two sources are the same file. An error in a table has a source of its own, which is
 * just the line. */
static bool same_source(const struct lt_source *a, const struct lt_source *b) {
    return a == b || (a && b && a->excerpt && b->excerpt && strcmp(a->name, b->name) == 0);
}

/* The index at which an error at MARK is inserted: errors are sorted by source in order of
 * appearance, then by line and column, then by age. */
static size_t place_among(const struct lt_errors *errors, struct lt_mark mark) {
    for (size_t i = errors->count; i > 0; i--) {
        struct lt_mark other = errors->list[i - 1].mark;
        if (same_source(other.source, mark.source) && !precedes(mark, other))
            return i;
    }
    size_t i = 0;
    while (i < errors->count && !same_source(errors->list[i].mark.source, mark.source))
        i++;
    return i;
}

/* True if two marks are the same place in the same source. */
static bool same_place(struct lt_mark a, struct lt_mark b) {
    return same_source(a.source, b.source) && a.line == b.line && a.column == b.column;
}

/* True if the same message at the same place is listed already. */
static bool is_repeated(const struct lt_errors *errors, const struct lt_error *error) {
    for (size_t i = 0; i < errors->count; i++) {
        const struct lt_error *other = &errors->list[i];
        if (other->severity == error->severity && same_place(other->mark, error->mark) &&
            strcmp(other->text, error->text) == 0)
            return true;
    }
    return false;
}

/* True if an error at the same place is listed that makes further ones there mere consequences
 * (its last is set); notes are never covered. */
static bool is_covered(const struct lt_errors *errors, const struct lt_error *error) {
    for (size_t i = 0; i < errors->count && error->severity == LT_ERROR; i++)
        if (errors->list[i].last && same_place(errors->list[i].mark, error->mark))
            return true;
    return false;
}

/* Inserts a copy of an error in order. */
static void insert_error(struct lt_errors *errors, struct lt_error error) {
    size_t i = place_among(errors, error.mark);
    memmove(&errors->list[i + 1], &errors->list[i], (errors->count - i) * sizeof error);
    error.text = lt_arena_copy(errors->arena, error.text, strlen(error.text));
    errors->list[i] = error;
    errors->count++;
}

/* Adds an ERROR or note with the formatted message. Repetitions are dropped, and so is what
 * exceeds KEPT, so that one mistake does not hide the others; failures, dropped and covered
 * count errors. */
static void add_message(struct lt_errors *errors, struct lt_error error, const char *format,
                        va_list args) {
    const enum lt_severity severity = error.severity;
    char text[LONGEST];
    if (vsnprintf(text, sizeof text, format, args) >= LONGEST)
        memcpy(text + sizeof text - 4, "...", 4);
    lt_glyph_clean(text, "");

    error.text = text;
    const size_t told = errors->failures - errors->dropped - errors->covered;
    if (is_repeated(errors, &error))
        return;
    const bool covered = is_covered(errors, &error);
    const bool kept = !covered && (severity == LT_ERROR ? told : errors->count - told) < KEPT;
    if (kept)
        insert_error(errors, error);
    errors->failures += severity == LT_ERROR;
    errors->dropped += severity == LT_ERROR && !kept && !covered;
    errors->covered += covered;
}

/* Adds a formatted error at MARK. */
void lt_errors_add(struct lt_errors *errors, struct lt_mark mark, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_message(errors, (struct lt_error){mark, LT_ERROR, false, NULL}, format, args);
    va_end(args);
}

/* Adds the error that there is no memory for so many BYTES. */
void lt_errors_lack(struct lt_errors *errors, struct lt_mark mark, double bytes) {
    char why[LT_MEMORY_WHY];
    errors->lacks = true;
    lt_errors_add(errors, mark, "%s", lt_memory_why(bytes, why));
}

/* Adds a formatted error that suppresses further ones at its place. */
void lt_errors_add_last(struct lt_errors *errors, struct lt_mark mark, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_message(errors, (struct lt_error){mark, LT_ERROR, true, NULL}, format, args);
    va_end(args);
}

/* Adds a formatted note at MARK, which is no failure. */
void lt_errors_note(struct lt_errors *errors, struct lt_mark mark, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_message(errors, (struct lt_error){mark, LT_NOTE, false, NULL}, format, args);
    va_end(args);
}

/* Prints the characters FROM to TO (counted from 0) of TEXT, which ends at END; those that
 * cannot be printed become '?'. */
static void print_characters(FILE *out, const char *text, const char *end, size_t from, size_t to) {
    for (size_t i = 0; i < to && text < end; i++) {
        unsigned code;
        size_t length = lt_glyph_decode(text, end, &code);
        if (i >= from && lt_glyph_printable(code))
            fwrite(text, 1, length, out);
        else if (i >= from)
            putc(code == '\t' ? ' ' : '?', out);
        text += length;
    }
}

/* The place behind *COUNT characters, or the end of the line; *COUNT becomes how many were
 * skipped. */
static const char *skip_characters(const char *text, const char *end, size_t *count) {
    size_t skipped = 0;
    for (unsigned code; text < end && skipped < *count && lt_mark_break(text, end) == 0; skipped++)
        text += lt_glyph_decode(text, end, &code);
    *count = skipped;
    return text;
}

/* Prints the line of source at a mark, with a caret below its column; a line longer than WIDTH
 * characters is shortened around it. */
static void print_source(FILE *out, struct lt_mark mark) {
    const char *end = mark.source->text + mark.source->length;
    const char *line = lt_mark_text((struct lt_mark){mark.source, mark.line, 1});
    /* Characters from FROM on are shown, at most BEFORE of them before the caret; if the line is
     * shorter than the mark says, from its begin. */
    size_t caret = mark.column > 0 ? (size_t)mark.column - 1 : 0;
    size_t wanted = caret > BEFORE ? caret - BEFORE : 0, from = wanted, shown = WIDTH;
    const char *begin = skip_characters(line, end, &from);
    if (from < wanted) {
        begin = line;
        from = 0;
    }
    const char *stop = skip_characters(begin, end, &shown);
    if (shown == 0)
        return;
    if (caret > from + shown)
        caret = from + shown;

    bool more = stop < end && lt_mark_break(stop, end) == 0;
    fputs(from > 0 ? "    ..." : "    ", out);
    print_characters(out, begin, stop, from > 0 ? 3 : 0, more ? shown - 3 : shown);
    fprintf(out, "%s\n%*s^\n", more ? "..." : "", (int)(4 + caret - from), "");
}

/* True if a mark has a line of text that can be printed. */
static bool has_line(struct lt_mark mark) {
    return mark.source && mark.source->text && mark.line > 0;
}

/* Prints an error as compilers do: file, line, column, message, and the line with a caret. */
static void print_error(FILE *out, const struct lt_error *error) {
    const struct lt_mark mark = error->mark;
    if (mark.source) {
        const char *name = mark.source->name;
        print_characters(out, name, name + strlen(name), 0, SIZE_MAX);
        if (has_line(mark))
            fprintf(out, ":%d:%d", mark.line, mark.column);
        fputs(": ", out);
    }
    fprintf(out, "%s: %s\n", error->severity == LT_ERROR ? "error" : "note", error->text);
    if (has_line(mark))
        print_source(out, mark);
}

/* All errors and notes as one text, which the caller frees. */
char *lt_errors_text(const struct lt_errors *errors) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (size_t i = 0; i < errors->count; i++)
        print_error(out, &errors->list[i]);
    if (errors->dropped > 0)
        fprintf(out, "and %zu more error%s\n", errors->dropped, errors->dropped == 1 ? "" : "s");
    return lt_text_end(&text);
}

/* The first error in one line, without the source text; "": there is none. */
const char *lt_errors_first(const struct lt_errors *errors, struct lt_arena *arena) {
    for (size_t i = 0; i < errors->count; i++) {
        const struct lt_error *error = &errors->list[i];
        const struct lt_mark mark = error->mark;
        if (error->severity != LT_ERROR)
            continue;
        if (has_line(mark))
            return lt_arena_print(arena, "%s:%d:%d: error: %s", mark.source->name, mark.line,
                                  mark.column, error->text);
        return lt_arena_print(arena, "%s%s%s", mark.source ? mark.source->name : "",
                              mark.source ? ": " : "", error->text);
    }
    return "";
}

/* The smaller of two numbers. */
static int least_of(int a, int b) {
    return a < b ? a : b;
}

/* Edit distance of two words of N and M letters, in which a swap of neighbours counts as one
 * (and is not edited again): "optimal string alignment". Capitals count as small letters. */
static int edit_distance(const char *a, size_t n, const char *b, size_t m) {
    int d[LONGEST_WORD + 1][LONGEST_WORD + 1];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = (int)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (int)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            int here = tolower((unsigned char)a[i - 1]), there = tolower((unsigned char)b[j - 1]);
            d[i][j] =
                least_of(least_of(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (here != there));
            if (i > 1 && j > 1 && here == tolower((unsigned char)b[j - 2]) &&
                there == tolower((unsigned char)a[i - 2]))
                d[i][j] = least_of(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

/* The name with the longest text in common with WORD, where one contains the other: "friction"
 * for fric, "verlet" for velocity-verlet. NULL: none. */
static const char *kin_of(const char *word, const char *const *names, size_t count) {
    enum { SHORTEST = 4 }; /* fewer letters coincide by chance */
    const char *kin = NULL;
    size_t length = strlen(word), shared = SHORTEST - 1;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]), less = length < other ? length : other;
        if (less <= shared || !(strcasestr(names[i], word) || strcasestr(word, names[i])))
            continue;
        shared = less;
        kin = names[i];
    }
    return kin;
}

/* The name that WORD most likely means: a synonym, the fewest edits away (at most a third of its
 * letters), or one that contains it. NULL: none. */
const char *lt_errors_nearest(const char *word, const char *const *names, size_t count) {
    size_t length = strlen(word);
    const char *meant = lt_synonyms_find(word, names, count);
    if (meant || length == 0 || length > LONGEST_WORD)
        return meant;
    int beyond = (length < 3 ? 1 : (int)length / 3) + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        const int longer = (int)other - (int)length; /* no word is nearer than that */
        if (other > LONGEST_WORD || abs(longer) >= beyond)
            continue;
        int away = edit_distance(word, length, names[i], other);
        if (away >= beyond)
            continue;
        beyond = away;
        nearest = names[i];
    }
    return nearest ? nearest : kin_of(word, names, count);
}

/* The end of a message about an unknown word, "; did you mean 'x'?", or "". */
const char *lt_errors_hint(struct lt_errors *errors, const char *word, const char *const *names,
                           size_t count) {
    const char *nearest = lt_errors_nearest(word, names, count);
    return nearest ? lt_arena_print(errors->arena, "; did you mean '%s'?", nearest) : "";
}
