/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_read.c: a table as it is read, from text or from an array of NumPy. */
#include "base/arena.h"
#include "base/columns_place.h"
#include "base/field.h"
#include "base/file.h"
#include "base/npy.h"
#include "base/stop.h"
#include "base/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits beyond which a file is not taken for a table: 1 MiB a line, 1 GiB of numbers. */
enum { LONGEST_LINE = 1 << 20, MOST_CELLS = 1 << 27 };

enum {
    MOST_COLUMNS = 10000,
    MOST_COUNTED = 8192, /* bytes of a line up to which columns count characters, beyond it bytes */
    MOST_FAULTS = 10     /* errors reported of one column */
};

struct reader {
    struct lt_held held;
    FILE *file;
    bool owned;           /* the file is ours to close */
    char *line_text;      /* the line, NUL-terminated */
    char *text;           /* being read: the line, or the comment that is the header */
    char *comment;        /* the last one since the last row */
    char *before;         /* and the one before that */
    size_t blank;         /* empty lines since the last row */
    bool may_have_blocks; /* else a second one is an error */
    const char *end, *at;
    struct lt_source *shown; /* copy of the line, made when an error quotes it */
    int line;
    char separator; /* ' ': blanks, any number of them */
    bool loose;     /* the header ends with a separator, so rows may as well */
    bool stopped;   /* stop reading rows */
    bool may_be_bare;
    size_t room; /* cells allocated */
    struct lt_columns *table;
    struct lt_errors *errors;
};

/* ---- Places ---------------------------------------------------------------------------------- */

static struct lt_columns_place *keep_place(struct reader *r, const char *at, const char *text) {
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

static bool fail_at(struct reader *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail_at(struct reader *r, const char *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const struct lt_columns_place *place =
        keep_place(r, at, lt_arena_vprint(r->table->arena, format, args));
    va_end(args);
    lt_errors_add(r->errors, lt_columns_place_mark(place, r->errors), "%s", place->text);
    return false;
}

static bool fail_to_read(const char *path, struct lt_errors *errors) {
    const struct lt_columns_place nowhere = {.source =
                                                 &(struct lt_source){.name = path, .text = ""}};
    lt_errors_add(errors, lt_columns_place_mark(&nowhere, errors), "%s",
                  lt_file_reason(lt_stop_asked() ? EINTR : errno));
    return false;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The next line; at the end of the file an empty one. */
static bool next_line(struct reader *r) {
    size_t length = 0;
    int c = 0;
    while (length < LONGEST_LINE && c != '\n' && (c = getc_unlocked(r->file)) != EOF)
        r->text[length++] = (char)c;
    r->text[length] = '\0';
    r->at = r->text;
    r->end = r->text + length;
    r->shown = NULL;
    r->line++;
    if (ferror(r->file) || lt_stop_asked())
        return fail_to_read(r->table->path, r->errors);
    const char *zero = memchr(r->text, '\0', length);
    if (length == LONGEST_LINE)
        return fail_at(r, r->text, "a line longer than 1 MiB: this is not a table");
    return !zero || (r->line == 1 && lt_field_foreign(r->text, length)) ||
           fail_at(r, zero, "a zero byte: this is not a text file");
}

static bool is_blank(char c) {
    return lt_field_is_blank(c) || c == '\n';
}

static void keep_comment(struct reader *r, const char *text) {
    char *last = r->before;
    r->before = r->comment;
    r->comment = lt_memory_resize(last, strlen(text) + 1);
    strcpy(r->comment, text);
}

/* Go to the next line that is neither empty nor a comment, or to the end of the file. The last
 * comments are kept: they may hold the column names, and the name of a block. */
static bool find_line(struct reader *r) {
    for (; r->end > r->text;) {
        const char *at = r->at;
        while (at < r->end && is_blank(*at))
            at++;
        if (at < r->end && *at != '#')
            return true;
        r->blank += at == r->end;
        if (at < r->end)
            keep_comment(r, at + strspn(at, "# \t"));
        if (!next_line(r))
            return false;
    }
    return true;
}

/* Does a unit in brackets follow a name, after blanks? */
static bool unit_follows(const struct reader *r, const char *at) {
    while (at < r->end && is_blank(*at))
        at++;
    return at < r->end && (*at == '[' || *at == '(');
}

/* The field between blanks; in a header with its unit: "v [mm/s]". */
static size_t blank_length(const struct reader *r) {
    const bool header = r->table->rows == 0 && !r->table->lines;
    bool quoted = false, open = false;
    const char *at = r->at;
    const bool unit = *at == '[' || *at == '(';
    for (; at < r->end &&
           (quoted || open || !is_blank(*at) || (header && !unit && unit_follows(r, at)));
         at++) {
        quoted ^= *at == '"';
        open = header && (open ? *at != ']' && *at != ')' : *at == '[' || *at == '(');
    }
    return (size_t)(at - r->at);
}

/* The next field, stripped of blanks and quotes; false: no more fields. */
static bool next_field(struct reader *r, const char **text, size_t *length) {
    if (!r->at)
        return false;
    while (r->separator == ' ' && r->at < r->end && is_blank(*r->at))
        r->at++;
    if (r->separator == ' ' && r->at == r->end)
        return false;
    *text = r->at;
    *length = r->separator == ' ' ? blank_length(r) : lt_field_length(r->at, r->end, r->separator);
    r->at += *length;
    if (r->separator != ' ')
        r->at = r->at < r->end && *r->at == r->separator ? r->at + 1 : NULL;
    lt_field_trim(text, length);
    return true;
}

static bool field_is_number(const char *text, size_t length) {
    char why[256], decimal;
    double value;
    return !lt_field_number(text, length, &value, &decimal, why, sizeof why) && !isnan(value);
}

/* ---- Header ---------------------------------------------------------------------------------- */

static void set_unit(struct reader *r, struct lt_columns_head *column, const char *unit,
                     size_t length) {
    char why[256];
    column->unit = lt_arena_copy(r->table->arena, unit, length);
    if (!lt_field_factor(column->unit, "", &column->factor, why, sizeof why))
        column->wrong = lt_arena_copy(r->table->arena, why, strlen(why));
}

/* Room for as many columns as there are bytes. */
static bool read_name(struct reader *r, const char *text, size_t length) {
    struct lt_columns *table = r->table;
    const char *unit;
    size_t size, unit_size;
    lt_field_head(text, length, &size, &unit, &unit_size);
    const char *name = lt_arena_copy(table->arena, text, size);
    if (size == 0 && unit)
        return fail_at(r, text, "expected the name of a column, such as v or v [mm/s]");
    if (size > 0 && lt_columns_find(table, name) >= 0)
        return fail_at(r, text, "duplicate column '%s'", name);
    struct lt_columns_head *column = &table->each[table->columns];
    table->names[table->columns++] = name;
    column->head = *keep_place(r, text, "");
    set_unit(r, column, unit ? unit : "", unit ? unit_size : 0);
    return true;
}

static size_t count_fields(struct reader *r) {
    const char *text, *begin = r->at;
    size_t length, count = 0;
    while (next_field(r, &text, &length))
        count++;
    r->at = begin;
    return count;
}

/* c1, c2 ... where the file has no names. */
static bool number_columns(struct reader *r) {
    struct lt_columns *table = r->table;
    const size_t count = count_fields(r);
    if (count > MOST_COLUMNS)
        return fail_at(r, r->at, "more than %d columns: this is not a table", MOST_COLUMNS);
    table->names = lt_arena_get(table->arena, count * sizeof *table->names);
    table->each = lt_arena_get(table->arena, count * sizeof *table->each);
    table->bare = true;
    for (; table->columns < count; table->columns++) {
        struct lt_columns_head *column = &table->each[table->columns];
        table->names[table->columns] = lt_arena_print(table->arena, "c%zu", table->columns + 1);
        column->head = *keep_place(r, r->at, "");
        set_unit(r, column, "", 0);
    }
    return true;
}

static void find_separator(struct reader *r) {
    r->separator = lt_field_separator(r->at, (size_t)(r->end - r->at));
    r->separator = r->separator ? r->separator : ' ';
}

static bool read_names(struct reader *r) {
    struct lt_columns *table = r->table;
    const char *text;
    size_t length, count = count_fields(r);
    if (count > MOST_COLUMNS)
        return fail_at(r, r->at, "more than %d columns: this is not a table", MOST_COLUMNS);
    table->names = lt_arena_get(table->arena, count * sizeof *table->names);
    table->each = lt_arena_get(table->arena, count * sizeof *table->each);
    while (next_field(r, &text, &length))
        if (!read_name(r, text, length))
            return false;
    r->loose = !*table->names[table->columns - 1];
    return true;
}

/* If the first row begins with a number, the column names are in the comment before it, or missing.
 */
static bool read_comment(struct reader *r) {
    struct reader row = *r;
    bool named = false;
    if (r->comment) {
        r->text = r->comment;
        r->at = r->text;
        r->end = r->text + strcspn(r->text, "\r\n");
        find_separator(r);
        row.separator = r->separator;
        named = r->at < r->end && count_fields(r) == count_fields(&row);
        if (named && !read_names(r))
            return false;
    }
    r->text = row.text;
    r->end = row.end;
    r->at = row.text;
    if (!named && r->may_be_bare) {
        r->at = row.at;
        r->separator = row.separator;
        return number_columns(r) && (r->at = row.text);
    }
    return named || fail_at(r, row.at, "expected the name of a column, in the first row: t,un,fn");
}

/* A row of units only, below a header without units. */
static bool is_units(struct reader *r) {
    const char *text, *begin = r->at;
    char why[256];
    double factor;
    size_t length, units = 0, others = 0;
    for (size_t i = 0; i < r->table->columns; i++)
        others += *r->table->each[i].unit != '\0';
    while (others == 0 && next_field(r, &text, &length)) {
        const char *unit = lt_field_unit(text, &length);
        others += field_is_number(text, length);
        units += length > 0 && lt_field_factor(lt_arena_copy(r->table->arena, unit, length), "",
                                               &factor, why, sizeof why);
    }
    r->at = begin;
    return others == 0 && units > 0;
}

static bool read_units(struct reader *r) {
    const char *text;
    size_t length;
    for (size_t i = 0; i < r->table->columns && next_field(r, &text, &length); i++) {
        const char *unit = lt_field_unit(text, &length);
        set_unit(r, &r->table->each[i], unit, length);
    }
    return next_line(r) && find_line(r);
}

static bool read_header(struct reader *r) {
    const char *foreign = lt_field_foreign(r->text, (size_t)(r->end - r->text)), *text;
    size_t length;
    if (foreign)
        return fail_at(r, r->text, "%s", foreign);
    if (strncmp(r->text, "\xef\xbb\xbf", 3) == 0) /* a byte order mark, as Excel writes it */
        r->at += 3;
    if (!find_line(r))
        return false;
    if (r->end == r->text) {
        r->line = 1;
        return fail_at(r, r->text, "this file holds no table");
    }
    const char *begin = r->at;
    find_separator(r);
    const bool lacks = next_field(r, &text, &length) && field_is_number(text, length);
    r->at = begin;
    if (lacks ? !read_comment(r) : !read_names(r) || !next_line(r) || !find_line(r))
        return false;
    return r->end == r->text || !is_units(r) || read_units(r);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Only the columns that are used must hold numbers: errors are kept until the column is asked for.
 */
static void note_fault(struct reader *r, struct lt_columns_head *column, const char *at,
                       const char *why) {
    struct lt_columns_place **end = &column->faults;
    if (column->n_faults++ >= MOST_FAULTS)
        return;
    while (*end)
        end = &(*end)->next;
    *end = keep_place(r, at, why);
}

static double read_other(struct reader *r, struct lt_columns_head *column, const char *text,
                         size_t length) {
    char why[256], decimal;
    double value;
    const char *wrong = lt_field_number(text, length, &value, &decimal, why, sizeof why);
    struct lt_columns_place **first = decimal == ',' ? &column->comma : &column->point;
    if (wrong && isinf(value) && !column->infinite)
        column->infinite = keep_place(r, text, wrong);
    else if (wrong && isnan(value))
        note_fault(r, column, text, wrong);
    else if (decimal && !*first)
        *first = keep_place(r, text, lt_arena_copy(r->table->arena, text, length));
    return value;
}

/* Fast path for plain numbers, which most are. */
static double read_cell(struct reader *r, struct lt_columns_head *column, const char *text,
                        size_t length) {
    const char *digit = text + (*text == '-');
    char *end;
    if (*digit >= '0' && *digit <= '9' && digit[1] != 'x' && digit[1] != 'X' &&
        (column->point || !memchr(text, '.', length))) {
        const double value = strtod(text, &end);
        if (end == text + length && isfinite(value))
            return value;
    }
    return read_other(r, column, text, length);
}

static double read_si(struct reader *r, struct lt_columns_head *column, const char *text,
                      size_t length) {
    const double value = column->factor * read_cell(r, column, text, length);
    if (isinf(value) && !column->infinite)
        column->infinite = keep_place(r, text, "a number too large for its unit");
    return value;
}

static bool make_room(struct reader *r) {
    struct lt_columns *table = r->table;
    size_t start = table->rows * table->columns;
    if (start > MOST_CELLS)
        return fail_at(r, r->text, "more than %d numbers: the table is too large", MOST_CELLS);
    if (start + table->columns <= r->room)
        return true;
    r->room = 2 * (start + table->columns) + 1024;
    table->cells = lt_memory_resize(table->cells, r->room * sizeof *table->cells);
    table->lines =
        lt_memory_resize(table->lines, (r->room / table->columns + 1) * sizeof *table->lines);
    return true;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* The names of the columns once more. */
static bool repeats_header(const struct reader *r, const char *line) {
    struct reader names = *r;
    const char *text, *unit;
    size_t length, size, unit_size, count = 0;
    names.text = names.line_text; /* not changed */
    names.at = line;
    names.end = line + strcspn(line, "\r\n");
    for (; next_field(&names, &text, &length); count++) {
        lt_field_head(text, length, &size, &unit, &unit_size);
        if (count >= r->table->columns || strlen(r->table->names[count]) != size ||
            strncmp(r->table->names[count], text, size) != 0)
            return false;
    }
    return count == r->table->columns;
}

static const char *name_from(struct reader *r, const char *line) {
    size_t length = strcspn(line, "\r\n");
    lt_field_trim(&line, &length);
    return lt_arena_copy(r->table->arena, line, length);
}

static void add_block(struct reader *r, const char *name) {
    struct lt_columns *table = r->table;
    if ((table->n_blocks & (table->n_blocks - 1)) == 0) { /* full: room is the next power of two */
        struct lt_columns_block *old = table->blocks;
        table->blocks = lt_arena_get(table->arena, (2 * table->n_blocks + 1) * sizeof *old);
        if (old)
            memcpy(table->blocks, old, table->n_blocks * sizeof *old);
    }
    table->blocks[table->n_blocks++] = (struct lt_columns_block){table->rows, name};
}

/* A block begins with a row, or with a line of text above it: the header again, or a name. */
static bool begin_block(struct reader *r) {
    const bool headed = r->comment && repeats_header(r, r->comment);
    const char *text, *begin = r->at, *comment = headed ? r->before : r->comment;
    const char *name = name_from(r, comment ? comment : "");
    size_t length;
    if (r->table->rows > 0 && !r->may_have_blocks)
        return fail_at(r, r->text + strspn(r->text, " \t"),
                       "a second table begins here, behind %zu empty lines; 'lawtester plot' draws "
                       "both as curves, for all else keep each in a file of its own",
                       r->blank);
    if (r->table->rows > 0) {
        const bool number = next_field(r, &text, &length) && field_is_number(text, length);
        r->at = begin;
        const bool again = repeats_header(r, r->text), alike = count_fields(r) == r->table->columns;
        if (!number && (again || !alike)) {
            name = again ? name : name_from(r, r->text);
            if (!next_line(r) || !find_line(r))
                return false;
        }
    }
    if (r->end > r->text)
        add_block(r, name);
    return true;
}

static void forget_comments(struct reader *r) {
    free(r->comment);
    free(r->before);
    r->comment = r->before = NULL;
    r->blank = 0;
}

static bool read_row(struct reader *r) {
    struct lt_columns *table = r->table;
    if (table->n_blocks == 0 || r->blank > 1) {
        if (!begin_block(r))
            return false;
        if (r->end == r->text)
            return true;
    }
    if (r->blank > 0 || r->comment)
        forget_comments(r);
    const char *text, *begin = r->text + strspn(r->text, " \t");
    size_t length, count = 0;
    if (!make_room(r))
        return false;
    double *cells = table->cells + table->rows * table->columns;
    for (; next_field(r, &text, &length); count++)
        if (count < table->columns)
            cells[count] = read_si(r, &table->each[count], text, length);
    if (r->loose && count + 1 == table->columns)
        cells[count++] = NAN;
    if (count != table->columns) {
        const char *hint = lt_field_hint(r->separator, count, table->columns);
        fail_at(r, begin, "the row has %zu fields, the header %zu%s", count, table->columns, hint);
        r->stopped = *hint; /* later rows would fail alike */
    }
    table->lines[table->rows++] = r->line;
    return next_line(r);
}

/* ---- Arrays of NumPy ------------------------------------------------------------------------- */

static void name_columns(struct reader *r, const struct lt_npy *npy) {
    struct lt_columns *table = r->table;
    table->names = lt_arena_get(table->arena, npy->columns * sizeof *table->names);
    table->each = lt_arena_get(table->arena, npy->columns * sizeof *table->each);
    table->columns = npy->columns;
    for (size_t i = 0; i < npy->columns; i++) {
        struct lt_columns_head *column = &table->each[i];
        table->names[i] = npy->each[i].name;
        column->head = *keep_place(r, r->text, "");
        set_unit(r, column, "", 0);
        if (!npy->each[i].is_number)
            note_fault(r, column, r->text,
                       lt_arena_print(table->arena, "column '%s' is none of numbers but '%s'",
                                      npy->each[i].name, npy->each[i].type));
    }
}

static bool read_array_rows(struct reader *r, const struct lt_npy *npy) {
    struct lt_columns *table = r->table;
    unsigned char *row = lt_arena_get(table->arena, npy->row_size + 1);
    for (; table->rows < npy->rows; table->rows++) {
        r->line = (int)table->rows + 1;
        if (!make_room(r))
            return false;
        if (lt_stop_asked() || fread(row, 1, npy->row_size, r->file) != npy->row_size)
            return lt_stop_asked() || ferror(r->file)
                       ? fail_to_read(table->path, r->errors)
                       : fail_at(r, r->text, "the array ends before this row, the last one is %zu",
                                 npy->rows);
        double *cells = table->cells + table->rows * table->columns;
        for (size_t i = 0; i < npy->columns; i++)
            cells[i] = npy->each[i].is_number ? lt_npy_number(&npy->each[i], row) : NAN;
        table->lines[table->rows] = r->line;
    }
    return true;
}

/* Its places are numbers of rows. */
static bool read_array(struct reader *r) {
    struct lt_npy npy;
    r->text[0] = '\0';
    r->at = r->end = r->text;
    r->line = 1;
    const char *wrong = lt_npy_read_header(r->file, &npy, r->table->arena);
    if (wrong)
        return fail_at(r, r->text, "%s", wrong);
    name_columns(r, &npy);
    return r->stopped || read_array_rows(r, &npy);
}

static bool read_table(struct reader *r) {
    size_t failures = r->errors->failures;
    const int first = getc(r->file);
    ungetc(first, r->file);
    if (lt_npy_begins(first))
        return read_array(r);
    if (!next_line(r) || !read_header(r))
        return false;
    while (!r->stopped && r->end > r->text && find_line(r) && r->end > r->text)
        if (!read_row(r))
            return false;
    return r->errors->failures == failures;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void free_reader(struct lt_held *reader) {
    struct reader *r = (struct reader *)reader;
    if (r->owned)
        fclose(r->file);
    free(r->line_text);
    forget_comments(r);
}

static struct lt_columns *take_table(struct reader r, const char *path) {
    lt_memory_hold(&r.held, free_reader);
    r.table = lt_columns_new(path);
    r.text = r.line_text = lt_memory_get(LONGEST_LINE + 1);
    const bool good = read_table(&r);
    lt_memory_drop(&r.held);
    free_reader(&r.held);
    if (good)
        return r.table;
    lt_columns_free(r.table);
    return NULL;
}

struct lt_columns *lt_columns_read_from(FILE *file, const char *path, bool may_be_bare,
                                        struct lt_errors *errors) {
    const struct reader r = {.file = file, .errors = errors, .may_be_bare = may_be_bare};
    return take_table(r, path);
}

static struct lt_columns *open_table(const char *path, bool rows, bool blocks,
                                     struct lt_errors *errors) {
    const bool input = strcmp(path, "-") == 0;
    FILE *file = input ? stdin : lt_file_open(path);
    if (file)
        return take_table((struct reader){.file = file,
                                          .owned = !input,
                                          .errors = errors,
                                          .may_have_blocks = blocks,
                                          .stopped = !rows},
                          input ? "stdin" : path);
    fail_to_read(path, errors);
    return NULL;
}

struct lt_columns *lt_columns_read(const char *path, struct lt_errors *errors) {
    return open_table(path, true, false, errors);
}

struct lt_columns *lt_columns_read_blocks(const char *path, struct lt_errors *errors) {
    return open_table(path, true, true, errors);
}

struct lt_columns *lt_columns_read_header(const char *path, struct lt_errors *errors) {
    return open_table(path, false, false, errors);
}
