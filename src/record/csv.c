/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is read, and how far. */
struct reader {
    const char *path;
    char *text; /* NUL-terminated */
    const char *end, *at, *line_start;
    int line;
    struct lt_csv *csv;
    size_t room; /* cells that fit */
    char *why;
    size_t why_size;
};

static bool fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct reader *r, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(r->why, r->why_size, "%s:%d:%ld: error: %s", r->path, r->line,
             (long)(r->at - r->line_start) + 1, text);
    return false;
}

static bool load(struct reader *r) {
    FILE *file = fopen(r->path, "re");
    size_t size = 0, room = 0, got = 1;
    bool ok = file != NULL;
    while (ok && got > 0) {
        if (room - size < 2) {
            room = room ? 2 * room : 65536;
            char *more = realloc(r->text, room);
            if (!more) {
                ok = false;
                break;
            }
            r->text = more;
        }
        got = fread(r->text + size, 1, room - size - 1, file);
        size += got;
        ok = !ferror(file);
    }
    if (!ok)
        snprintf(r->why, r->why_size, "%s: %s", r->path, strerror(errno));
    if (file)
        fclose(file);
    if (!ok)
        return false;
    r->text[size] = '\0';
    r->at = r->line_start = r->text;
    r->end = r->text + size;
    return true;
}

static void skip_blanks(struct reader *r) {
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

/* At the end of a line or of the text. */
static bool at_line_end(const struct reader *r) {
    return *r->at == '\n' || (*r->at == '\r' && r->at[1] == '\n') || r->at == r->end;
}

static void next_line(struct reader *r) {
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->at = r->line_start = newline ? newline + 1 : r->end;
    r->line++;
}

/* To the first character of a line that says something; false at the end of the text. */
static bool find_line(struct reader *r, bool comments) {
    while (r->at < r->end) {
        skip_blanks(r);
        if (!at_line_end(r) && !(comments && *r->at == '#'))
            return true;
        next_line(r);
    }
    return false;
}

static size_t name_length(const char *text) {
    if (*text >= '0' && *text <= '9')
        return 0;
    return strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
}

static bool read_name(struct reader *r) {
    struct lt_csv *csv = r->csv;
    skip_blanks(r);
    size_t length = name_length(r->at);
    if (length == 0)
        return fail(r, "expected the name of a column, in the first row: t,un,fn");
    char *name = strndup(r->at, length);
    char **names = realloc(csv->names, (csv->columns + 1) * sizeof *names);
    csv->names = names ? names : csv->names;
    if (!name || !names) {
        free(name);
        return fail(r, "out of memory");
    }
    if (lt_csv_column(csv, name) >= 0) {
        fail(r, "a second column '%s'", name);
        free(name);
        return false;
    }
    names[csv->columns++] = name;
    r->at += length;
    skip_blanks(r);
    if (*r->at != ',' && !at_line_end(r))
        return fail(r, "expected a comma between the names of columns");
    return true;
}

static bool read_header(struct reader *r) {
    if (strncmp(r->at, "\xef\xbb\xbf", 3) == 0) /* a byte order mark, as Excel writes it */
        r->at += 3;
    if (!find_line(r, true))
        return fail(r, "the file is empty");
    if (!read_name(r))
        return false;
    while (*r->at == ',') {
        r->at++;
        if (!read_name(r))
            return false;
    }
    next_line(r);
    return true;
}

static bool read_field(struct reader *r, double *cell) {
    skip_blanks(r);
    *cell = NAN;
    if (*r->at == ',' || at_line_end(r)) /* strtod would go on to the next line */
        return true;
    char *after;
    *cell = strtod(r->at, &after);
    if (after == r->at)
        return fail(r, "expected a number");
    r->at = after;
    skip_blanks(r);
    return *r->at == ',' || at_line_end(r) ? true : fail(r, "expected a comma after the number");
}

static bool read_row(struct reader *r) {
    struct lt_csv *csv = r->csv;
    size_t start = csv->rows * csv->columns;
    if (start + csv->columns > r->room) {
        size_t room = 2 * (start + csv->columns) + 1024;
        double *cells = realloc(csv->cells, room * sizeof *cells);
        csv->cells = cells ? cells : csv->cells;
        int *lines = realloc(csv->lines, room / csv->columns * sizeof *lines);
        csv->lines = lines ? lines : csv->lines;
        if (!cells || !lines)
            return fail(r, "out of memory");
        r->room = room;
    }
    for (size_t i = 0; i < csv->columns; i++) {
        if (!read_field(r, &csv->cells[start + i]))
            return false;
        bool last = i + 1 == csv->columns;
        if (!last && *r->at != ',')
            return fail(r, "the row ends after %zu of %zu fields", i + 1, csv->columns);
        if (last && *r->at == ',')
            return fail(r, "the row has more than %zu fields", csv->columns);
        r->at += !last;
    }
    csv->lines[csv->rows++] = r->line;
    next_line(r);
    return true;
}

static bool read_table(struct reader *r) {
    if (!load(r) || !read_header(r))
        return false;
    while (find_line(r, false))
        if (!read_row(r))
            return false;
    return true;
}

struct lt_csv *lt_csv_read(const char *path, char *why, size_t why_size) {
    struct reader r = {.path = path, .line = 1, .why = why, .why_size = why_size};
    r.csv = calloc(1, sizeof *r.csv);
    snprintf(why, why_size, "%s: out of memory", path);
    bool ok = r.csv && read_table(&r);
    free(r.text);
    if (ok)
        return r.csv;
    lt_csv_free(r.csv);
    return NULL;
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
    for (size_t i = 0; i < csv->columns; i++)
        free(csv->names[i]);
    free(csv->names);
    free(csv->cells);
    free(csv->lines);
    free(csv);
}
