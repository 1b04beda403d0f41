/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/dataset.h"

#include "base/arena.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table being read. */
struct reading {
    struct lt_dataset *data;
    struct lt_arena *arena;
    struct lt_errors *errors;
    const char *text;
    size_t at, end, room;
    char comma;
};

static struct lt_mark mark_at(const struct lt_dataset *data, size_t offset) {
    return lt_mark_at(data->source, offset);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static size_t line_end(const struct reading *r) {
    const char *newline = memchr(r->text + r->at, '\n', r->end - r->at);
    return newline ? (size_t)(newline - r->text) : r->end;
}

/* To the next line that is neither empty nor a comment. */
static bool find_line(struct reading *r) {
    while (r->at < r->end) {
        size_t i = r->at;
        while (i < r->end && is_blank(r->text[i]))
            i++;
        if (i < r->end && r->text[i] != '\n' && r->text[i] != '#')
            return true;
        r->at = line_end(r) + 1;
    }
    return false;
}

/* What stands between blanks and quotes from FROM to TO. */
static struct lt_field_text trim(const struct reading *r, size_t from, size_t to) {
    while (from < to && is_blank(r->text[from]))
        from++;
    while (to > from && is_blank(r->text[to - 1]))
        to--;
    if (to - from >= 2 && r->text[from] == '"' && r->text[to - 1] == '"')
        return (struct lt_field_text){from + 1, to - from - 2};
    return (struct lt_field_text){from, to - from};
}

/* The fields of the line at hand, at most MOST of them; and how many there are. */
static size_t split(struct reading *r, struct lt_field_text *fields, size_t most) {
    size_t end = line_end(r), from = r->at, count = 0;
    bool quoted = false;
    for (size_t i = r->at; i <= end; i++) {
        quoted ^= i < end && r->text[i] == '"';
        if (i < end && (quoted || r->text[i] != r->comma))
            continue;
        if (count < most)
            fields[count] = trim(r, from, i);
        count++;
        from = i + 1;
    }
    r->at = end + 1;
    return count;
}

/* "v [mm/s]" is v in mm/s. */
static void read_name(struct reading *r, size_t column) {
    struct lt_dataset *data = r->data;
    struct lt_field_text head = data->header[column];
    const char *name = r->text + head.offset, *unit = "";
    size_t length = head.length;
    char last = length > 0 ? name[length - 1] : '\0';
    const char *open = last == ']'   ? memrchr(name, '[', length)
                       : last == ')' ? memrchr(name, '(', length)
                                     : NULL;
    if (open) {
        unit = lt_arena_copy(r->arena, open + 1, (size_t)(name + length - open) - 2);
        length = (size_t)(open - name);
        while (length > 0 && is_blank(name[length - 1]))
            length--;
    }
    data->names[column] = lt_arena_copy(r->arena, name, length);
    data->units[column] = unit;
    if (length == 0)
        lt_errors_add(r->errors, mark_at(data, head.offset),
                      "expected the name of a column, such as v or v [mm/s]");
    for (size_t i = 0; i < column; i++)
        if (length > 0 && strcmp(data->names[i], data->names[column]) == 0)
            lt_errors_add(r->errors, mark_at(data, head.offset), "a second column '%s'",
                          data->names[i]);
}

static bool read_header(struct reading *r) {
    struct lt_dataset *data = r->data;
    const char *zero = memchr(r->text, '\0', r->end);
    if (zero)
        lt_errors_add(r->errors, mark_at(data, (size_t)(zero - r->text)),
                      "a zero byte: this is no table in text");
    else if (!find_line(r))
        lt_errors_add(r->errors, mark_at(data, 0), "there is no table in this file");
    if (zero || r->at >= r->end)
        return false;
    size_t begin = r->at, length = line_end(r) - begin;
    const char *line = r->text + begin;
    r->comma = ',';
    for (size_t i = 0; i < length; i++)
        if (strchr(",;\t", line[i])) {
            r->comma = line[i];
            break;
        }
    data->columns = split(r, NULL, 0);
    data->header = lt_arena_get(r->arena, data->columns * sizeof *data->header);
    data->names = lt_arena_get(r->arena, data->columns * sizeof *data->names);
    data->units = lt_arena_get(r->arena, data->columns * sizeof *data->units);
    r->at = begin;
    split(r, data->header, data->columns);
    for (size_t i = 0; i < data->columns; i++)
        read_name(r, i);
    return true;
}

static void read_row(struct reading *r) {
    struct lt_dataset *data = r->data;
    if (data->rows == r->room) {
        struct lt_field_text *old = data->cells;
        r->room = 2 * r->room + 64;
        data->cells = lt_arena_get(r->arena, r->room * data->columns * sizeof *old);
        if (old)
            memcpy(data->cells, old, data->rows * data->columns * sizeof *old);
    }
    size_t begin = r->at;
    size_t count = split(r, data->cells + data->rows * data->columns, data->columns);
    if (count != data->columns)
        lt_errors_add(r->errors, mark_at(data, begin), "the row has %zu fields, the header %zu",
                      count, data->columns);
    data->rows++;
}

struct lt_dataset *lt_dataset_read(const char *path, const char *text, size_t length,
                                   struct lt_arena *arena, struct lt_errors *errors) {
    /* Errors point into the source, and are shown when the table may be gone. */
    struct lt_source *source = lt_arena_get(errors->arena, sizeof *source);
    *source = (struct lt_source){.name = lt_arena_copy(errors->arena, path, strlen(path)),
                                 .text = lt_arena_copy(errors->arena, text, length),
                                 .length = length};
    struct lt_dataset *data = lt_arena_get(arena, sizeof *data);
    data->source = source;
    struct reading r = {
        .data = data, .arena = arena, .errors = errors, .text = source->text, .end = length};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        r.at = 3;
    size_t failures = errors->failures + errors->dropped;
    if (read_header(&r) && errors->failures + errors->dropped == failures)
        while (find_line(&r))
            read_row(&r);
    return errors->failures + errors->dropped == failures ? data : NULL;
}

/* ---- Columns --------------------------------------------------------------------------------- */

static const char *bare(const char *name) {
    return name + (name[0] == '-');
}

/* data->columns: there is none. */
static size_t find(const struct lt_dataset *data, const char *name) {
    size_t i = 0;
    while (i < data->columns && strcmp(data->names[i], name) != 0)
        i++;
    return i;
}

static bool is_missing(const char *word) {
    static const char *const words[] = {"", "-", "NA", "N/A", "nan", "NaN", "NAN", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Of one unit of the header in UNIT; NAN and an error: it has another dimension. */
static double factor_of(const struct lt_dataset *data, size_t column, const char *unit,
                        struct lt_errors *errors) {
    char quantity[128], why[400];
    double factor;
    if (!data->units[column][0] || strcmp(data->units[column], "-") == 0)
        return 1;
    snprintf(quantity, sizeof quantity, "1 %s", data->units[column]);
    if (lt_units_read(quantity, unit, &factor, why, sizeof why) == LT_QUANTITY_OK)
        return factor;
    lt_errors_add(errors, mark_at(data, data->header[column].offset), "column '%s': %s",
                  data->names[column], why);
    return NAN;
}

static double number_of(const struct lt_dataset *data, struct lt_field_text field,
                        struct lt_errors *errors) {
    char word[64], *end = word;
    snprintf(word, sizeof word, "%.*s", (int)field.length, data->source->text + field.offset);
    if (is_missing(word))
        return NAN;
    double value = NAN;
    if (strspn(word, "+-.0123456789eE") == strlen(word) && field.length < sizeof word)
        value = strtod(word, &end);
    if (end != word && !*end && isfinite(value))
        return value;
    lt_errors_add(errors, mark_at(data, field.offset),
                  "'%s' is not a number; a missing one is left empty", word);
    return NAN;
}

double *lt_dataset_column(const struct lt_dataset *data, const char *name, const char *unit,
                          struct lt_arena *arena, struct lt_errors *errors) {
    size_t failures = errors->failures + errors->dropped, column = find(data, bare(name));
    if (column == data->columns) {
        lt_errors_add(errors, mark_at(data, data->columns > 0 ? data->header[0].offset : 0),
                      "no column '%s'%s", bare(name),
                      lt_error_hint(errors, bare(name), data->names, data->columns));
        return NULL;
    }
    double *values = lt_arena_get(arena, (data->rows + 1) * sizeof *values);
    double factor = factor_of(data, column, unit, errors) * (name[0] == '-' ? -1 : 1);
    for (size_t i = 0; i < data->rows; i++)
        values[i] = factor * number_of(data, data->cells[i * data->columns + column], errors);
    return errors->failures + errors->dropped == failures ? values : NULL;
}

struct lt_mark lt_dataset_mark(const struct lt_dataset *data, const char *name, size_t row) {
    size_t column = find(data, bare(name));
    return mark_at(data, data->cells[row * data->columns + column].offset);
}
