/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/csv.h"

#include "base/field.h"
#include "base/stop.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond them a file is no table, or has no end: 1 MiB in a line, 1 GiB of numbers. */
enum { LONGEST_LINE = 1 << 20, MOST_CELLS = 1 << 27 };

/* What is read, and how far. */
struct reader {
    struct lt_held held;
    const char *path;
    FILE *file;
    char *text; /* the line, NUL-terminated */
    const char *end, *at;
    int line;
    char separator;
    struct lt_decimals decimals;
    double *factors; /* of the columns, from the unit in the header to SI */
    struct lt_csv *csv;
    size_t room; /* cells that fit */
    char *why;
    size_t why_size;
};

static bool fail_at_line(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool fail_at_line(struct reader *r, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(r->why, r->why_size, "%s:%d:%ld: error: %s", r->path, r->line,
             (long)(r->at - r->text) + 1, text);
    return false;
}

static bool fail_to_read(struct reader *r) {
    snprintf(r->why, r->why_size, "%s: %s", r->path, strerror(lt_stop_asked() ? EINTR : errno));
    return false;
}

/* The next line; at the end of the file an empty one. */
static bool next_line(struct reader *r) {
    size_t length = 0;
    int c = 0;
    while (length < LONGEST_LINE && c != '\n' && (c = getc_unlocked(r->file)) != EOF)
        r->text[length++] = (char)c;
    r->text[length] = '\0';
    r->at = r->text;
    r->end = r->text + length;
    r->line++;
    if (ferror(r->file) || lt_stop_asked())
        return fail_to_read(r);
    return length < LONGEST_LINE || fail_at_line(r, "a line of more than 1 MiB: this is no table");
}

static bool open_file(struct reader *r) {
    r->file = fopen(r->path, "re");
    if (!r->file && errno == ENOMEM)
        lt_memory_out();
    if (!r->file)
        return fail_to_read(r);
    r->text = lt_memory_get(LONGEST_LINE + 1);
    return next_line(r);
}

static void skip_blanks(struct reader *r) {
    while (*r->at == ' ' || (*r->at == '\t' && r->separator != '\t'))
        r->at++;
}

/* At the end of a line or of the text. */
static bool at_line_end(const struct reader *r) {
    return *r->at == '\n' || (*r->at == '\r' && r->at[1] == '\n') || r->at == r->end;
}

/* To the first character of a line that says something, or to the end of the file. */
static bool find_table_line(struct reader *r, bool comments) {
    while (r->at < r->end) {
        skip_blanks(r);
        if (!at_line_end(r) && !(comments && *r->at == '#'))
            break;
        if (!next_line(r))
            return false;
    }
    return true;
}

/* NAN for a unit that there is not, and why. */
static bool column_factor(struct reader *r, const char *name, int name_length, const char *unit,
                          size_t length, double *factor) {
    char text[64], why[160];
    snprintf(text, sizeof text, "%.*s", (int)length, unit ? unit : "");
    return lt_field_factor(text, "", factor, why, sizeof why) ||
           fail_at_line(r, "column '%.*s': %s", name_length, name, why);
}

static void add_csv_column(struct reader *r, const char *text, size_t size, double factor) {
    struct lt_csv *csv = r->csv;
    csv->names = lt_memory_resize(csv->names, (csv->columns + 1) * sizeof *csv->names);
    r->factors = lt_memory_resize(r->factors, (csv->columns + 1) * sizeof *r->factors);
    char *name = lt_memory_get(size + 1);
    memcpy(name, text, size);
    name[size] = '\0';
    r->factors[csv->columns] = factor;
    csv->names[csv->columns++] = name;
}

static bool is_named(const struct lt_csv *csv, const char *name, size_t size) {
    bool found = false;
    for (size_t i = 0; i < csv->columns; i++)
        found |= strncmp(csv->names[i], name, size) == 0 && !csv->names[i][size];
    return found;
}

static bool read_heading(struct reader *r) {
    skip_blanks(r);
    size_t field = lt_field_length(r->at, r->end, r->separator), length = field, size, unit_size;
    const char *text = r->at, *unit;
    double factor;
    lt_field_trim(&text, &length);
    lt_field_head(text, length, &size, &unit, &unit_size);
    if (size == 0 || strchr("+-.0123456789", *text))
        return fail_at_line(r, "expected the name of a column, in the first row: t,un,fn");
    if (!r->separator && *r->at != '"' && memchr(text, ' ', size))
        return fail_at_line(r, "expected a comma between the names of columns");
    if (is_named(r->csv, text, size))
        return fail_at_line(r, "a second column '%.*s'", (int)size, text);
    if (!column_factor(r, text, (int)size, unit, unit_size, &factor))
        return false;
    add_csv_column(r, text, size, factor);
    r->at += field;
    return true;
}

static bool read_headings(struct reader *r) {
    const char *foreign = lt_field_foreign(r->at, (size_t)(r->end - r->at));
    if (foreign)
        return fail_at_line(r, "%s", foreign);
    if (strncmp(r->at, "\xef\xbb\xbf", 3) == 0) /* a byte order mark, as Excel writes it */
        r->at += 3;
    if (!find_table_line(r, true))
        return false;
    if (r->at == r->end)
        return fail_at_line(r, "the file is empty");
    r->separator = lt_field_separator(r->at, strcspn(r->at, "\n"));
    if (!read_heading(r))
        return false;
    while (!at_line_end(r)) {
        r->at++;
        if (!read_heading(r))
            return false;
    }
    r->separator = r->separator ? r->separator : ',';
    return next_line(r);
}

/* A field that is not just a number. */
static bool read_other(struct reader *r, double *cell) {
    char why[200];
    size_t length = lt_field_length(r->at, r->end, r->separator);
    const char *wrong =
        lt_field_number(r->at, length, r->line, true, &r->decimals, cell, why, sizeof why);
    if (wrong)
        return fail_at_line(r, "%s", wrong);
    r->at += length;
    if (at_line_end(r) || *r->at == r->separator)
        return true;
    return fail_at_line(r, "a zero byte: this is no table in text");
}

static bool read_field(struct reader *r, double *cell) {
    skip_blanks(r);
    *cell = NAN;
    if (*r->at == r->separator || at_line_end(r)) /* strtod would go on to the next line */
        return true;
    char *after;
    *cell = strtod(r->at, &after);
    if (after == r->at || r->separator != ',')
        return read_other(r, cell);
    r->at = after;
    skip_blanks(r);
    return *r->at == ',' || at_line_end(r) ? true
                                           : fail_at_line(r, "expected a comma after the number");
}

static bool read_csv_row(struct reader *r) {
    struct lt_csv *csv = r->csv;
    size_t start = csv->rows * csv->columns;
    if (start > MOST_CELLS)
        return fail_at_line(r, "more than %d numbers: too much to be read", MOST_CELLS);
    if (start + csv->columns > r->room) {
        size_t room = 2 * (start + csv->columns) + 1024;
        csv->cells = lt_memory_resize(csv->cells, room * sizeof *csv->cells);
        csv->lines = lt_memory_resize(csv->lines, room / csv->columns * sizeof *csv->lines);
        r->room = room;
    }
    for (size_t i = 0; i < csv->columns; i++) {
        if (!read_field(r, &csv->cells[start + i]))
            return false;
        csv->cells[start + i] *= r->factors[i];
        bool last = i + 1 == csv->columns;
        if (!last && *r->at != r->separator)
            return fail_at_line(r, "the row ends after %zu of %zu fields", i + 1, csv->columns);
        if (last && *r->at == r->separator)
            return fail_at_line(r, "the row has more than %zu fields%s", csv->columns,
                                lt_field_hint(r->separator, i + 2, i + 1));
        r->at += !last;
    }
    csv->lines[csv->rows++] = r->line;
    return next_line(r);
}

static bool read_lines(struct reader *r, bool rows) {
    bool ok = open_file(r) && read_headings(r) && (!rows || find_table_line(r, false));
    while (rows && ok && r->at < r->end)
        ok = read_csv_row(r) && find_table_line(r, false);
    return ok;
}

static void free_reader(struct lt_held *held) {
    struct reader *r = (struct reader *)held;
    if (r->file)
        fclose(r->file);
    free(r->text);
    free(r->factors);
}

static void free_table(struct lt_held *csv) {
    lt_csv_free((struct lt_csv *)csv);
}

static struct lt_csv *read_table(const char *path, bool rows, char *why, size_t why_size) {
    struct reader r = {.path = path, .why = why, .why_size = why_size};
    r.csv = lt_memory_get(sizeof *r.csv);
    *r.csv = (struct lt_csv){.rows = 0};
    lt_memory_hold(&r.csv->held, free_table);
    lt_memory_hold(&r.held, free_reader);
    bool ok = read_lines(&r, rows);
    lt_memory_drop(&r.held);
    free_reader(&r.held);
    if (ok) {
        r.csv->comma = r.decimals.comma > 0;
        return r.csv;
    }
    lt_csv_free(r.csv);
    return NULL;
}

struct lt_csv *lt_csv_read(const char *path, char *why, size_t why_size) {
    return read_table(path, true, why, why_size);
}

struct lt_csv *lt_csv_head(const char *path, char *why, size_t why_size) {
    return read_table(path, false, why, why_size);
}

long lt_csv_column(const struct lt_csv *csv, const char *name) {
    for (size_t i = 0; i < csv->columns; i++)
        if (strcmp(csv->names[i], name) == 0)
            return (long)i;
    return -1;
}

void lt_csv_free(struct lt_csv *csv) {
    if (!csv)
        return;
    lt_memory_drop(&csv->held);
    for (size_t i = 0; i < csv->columns; i++)
        free(csv->names[i]);
    free(csv->names);
    free(csv->cells);
    free(csv->lines);
    free(csv);
}
