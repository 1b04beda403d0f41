/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result/dataset.h"

#include "base/arena.h"
#include "base/field.h"

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

static struct lt_mark mark_in_data(const struct lt_dataset *data, size_t offset) {
    return lt_mark_at(data->source, offset);
}

static size_t line_end(const struct reading *r) {
    const char *newline = memchr(r->text + r->at, '\n', r->end - r->at);
    return newline ? (size_t)(newline - r->text) : r->end;
}

/* To the next line that is neither empty nor a comment. */
static bool find_line(struct reading *r) {
    while (r->at < r->end) {
        size_t i = r->at;
        while (i < r->end && lt_field_is_blank(r->text[i]))
            i++;
        if (i < r->end && r->text[i] != '\n' && r->text[i] != '#')
            return true;
        r->at = line_end(r) + 1;
    }
    return false;
}

/* The fields of the line at hand, at most MOST of them; and how many there are. */
static size_t split_line(struct reading *r, struct lt_field_text *fields, size_t most) {
    const char *end = r->text + line_end(r), *from = r->text + r->at;
    size_t count = 0;
    for (bool more = true; more; count++) {
        size_t length = lt_field_length(from, end, r->comma);
        const char *text = from;
        more = from + length < end;
        from += length + 1;
        lt_field_trim(&text, &length);
        if (count < most)
            fields[count] = (struct lt_field_text){(size_t)(text - r->text), length};
    }
    r->at = (size_t)(end - r->text) + 1;
    return count;
}

/* "v [mm/s]" is v in mm/s. */
static void read_name(struct reading *r, size_t column) {
    struct lt_dataset *data = r->data;
    struct lt_field_text head = data->header[column];
    const char *name = r->text + head.offset, *unit;
    size_t length, unit_length;
    lt_field_head(name, head.length, &length, &unit, &unit_length);
    data->names[column] = lt_arena_copy(r->arena, name, length);
    data->units[column] = lt_arena_copy(r->arena, unit ? unit : "", unit_length);
    if (length == 0)
        lt_errors_add(r->errors, mark_in_data(data, head.offset),
                      "expected the name of a column, such as v or v [mm/s]");
    for (size_t i = 0; i < column; i++)
        if (length > 0 && strcmp(data->names[i], data->names[column]) == 0)
            lt_errors_add(r->errors, mark_in_data(data, head.offset), "a second column '%s'",
                          data->names[i]);
}

static bool read_header(struct reading *r) {
    struct lt_dataset *data = r->data;
    const char *foreign = lt_field_foreign(r->text, r->end), *zero = memchr(r->text, '\0', r->end);
    if (foreign)
        lt_errors_add(r->errors, mark_in_data(data, 0), "%s", foreign);
    else if (zero)
        lt_errors_add(r->errors, mark_in_data(data, (size_t)(zero - r->text)),
                      "a zero byte: this is no table in text");
    else if (!find_line(r))
        lt_errors_add(r->errors, mark_in_data(data, 0), "there is no table in this file");
    if (foreign || zero || r->at >= r->end)
        return false;
    size_t begin = r->at;
    r->comma = lt_field_separator(r->text + begin, line_end(r) - begin);
    r->comma = r->comma ? r->comma : ',';
    data->columns = split_line(r, NULL, 0);
    data->header = lt_arena_get(r->arena, data->columns * sizeof *data->header);
    data->names = lt_arena_get(r->arena, data->columns * sizeof *data->names);
    data->units = lt_arena_get(r->arena, data->columns * sizeof *data->units);
    r->at = begin;
    split_line(r, data->header, data->columns);
    for (size_t i = 0; i < data->columns; i++)
        read_name(r, i);
    return true;
}

/* False: so are the rows after it, and need not be said to be. */
static bool read_row(struct reading *r) {
    struct lt_dataset *data = r->data;
    if (data->rows == r->room) {
        struct lt_field_text *old = data->cells;
        r->room = 2 * r->room + 64;
        data->cells = lt_arena_get(r->arena, r->room * data->columns * sizeof *old);
        if (old)
            memcpy(data->cells, old, data->rows * data->columns * sizeof *old);
    }
    size_t begin = r->at;
    size_t count = split_line(r, data->cells + data->rows * data->columns, data->columns);
    const char *hint = lt_field_hint(r->comma, count, data->columns);
    if (count != data->columns)
        lt_errors_add(r->errors, mark_in_data(data, begin),
                      "the row has %zu fields, the header %zu%s", count, data->columns, hint);
    data->rows++;
    return !*hint;
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
    data->decimals = lt_arena_get(arena, sizeof *data->decimals);
    struct reading r = {
        .data = data, .arena = arena, .errors = errors, .text = source->text, .end = length};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        r.at = 3;
    size_t failures = errors->failures + errors->dropped;
    if (read_header(&r) && errors->failures + errors->dropped == failures)
        while (find_line(&r) && read_row(&r))
            ;
    return errors->failures + errors->dropped == failures ? data : NULL;
}

/* ---- Columns --------------------------------------------------------------------------------- */

static const char *bare_name(const char *name) {
    return name + (name[0] == '-');
}

/* data->columns: there is none. */
static size_t find_named(const struct lt_dataset *data, const char *name) {
    size_t i = 0;
    while (i < data->columns && strcmp(data->names[i], name) != 0)
        i++;
    return i;
}

/* Of one unit of the header in UNIT; NAN and an error: it has another dimension. */
static double header_factor(const struct lt_dataset *data, size_t column, const char *unit,
                            struct lt_errors *errors) {
    char why[400];
    double factor;
    if (lt_field_factor(data->units[column], unit, &factor, why, sizeof why))
        return factor;
    lt_errors_add(errors, mark_in_data(data, data->header[column].offset), "column '%s': %s",
                  data->names[column], why);
    return NAN;
}

static double number_in(const struct lt_dataset *data, struct lt_field_text field,
                        struct lt_errors *errors) {
    char why[256];
    double value;
    struct lt_mark mark = mark_in_data(data, field.offset);
    bool comma = data->decimals->comma;
    const char *wrong = lt_field_number(data->source->text + field.offset, field.length, mark.line,
                                        false, data->decimals, &value, why, sizeof why);
    if (wrong)
        lt_errors_add(errors, mark, "%s", wrong);
    else if (data->decimals->comma && !comma)
        lt_errors_note(errors, mark, LT_FIELD_COMMAS);
    return value;
}

double *lt_dataset_column(const struct lt_dataset *data, const char *name, const char *unit,
                          struct lt_arena *arena, struct lt_errors *errors) {
    size_t failures = errors->failures + errors->dropped,
           column = find_named(data, bare_name(name));
    if (column == data->columns) {
        lt_errors_add(errors, mark_in_data(data, data->columns > 0 ? data->header[0].offset : 0),
                      "no column '%s'%s", bare_name(name),
                      lt_errors_hint(errors, bare_name(name), data->names, data->columns));
        return NULL;
    }
    double *values = lt_arena_get(arena, (data->rows + 1) * sizeof *values);
    double factor = header_factor(data, column, unit, errors) * (name[0] == '-' ? -1 : 1);
    for (size_t i = 0; i < data->rows; i++)
        values[i] = factor * number_in(data, data->cells[i * data->columns + column], errors);
    return errors->failures + errors->dropped == failures ? values : NULL;
}

struct lt_mark lt_dataset_mark(const struct lt_dataset *data, const char *name, size_t row) {
    size_t column = find_named(data, bare_name(name));
    return mark_in_data(data, data->cells[row * data->columns + column].offset);
}
