/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_read.c: a table as it is read, from text or from an array of NumPy. */
#include "base/arena.h"
#include "base/columns_reader.h"
#include "base/field.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/npy.h"
#include "base/stop.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CELLS = 1 << 27, /* 1 GiB of numbers */
    MOST_COLUMNS = 10000,
    MOST_FAULTS = 10 /* errors reported of one column */
};

typedef struct lt_columns_reader reader; /* as it is called often here */

/* ---- Header ---------------------------------------------------------------------------------- */

/* Sets the unit of a column and its factor to SI; column->wrong says what is wrong with the
 * unit, or is NULL. */
static void set_unit(reader *r, struct lt_columns_head *column, const char *unit, size_t length) {
    char why[256];
    column->unit = lt_arena_copy(r->table->arena, unit, length);
    column->wrong = NULL;
    if (!lt_field_factor(column->unit, "", &column->factor, why, sizeof why))
        column->wrong = lt_arena_copy(r->table->arena, why, strlen(why));
}

/* The name for a further column of a name, "Depth#2"; NAME itself if it is the first. */
static const char *other_name(const struct lt_columns *table, const char *name) {
    const char *own = name;
    for (size_t i = 0, count = 1; *name && i < table->columns; i++)
        if (strcmp(table->names[i], own) == 0) {
            own = lt_arena_print(table->arena, "%s#%zu", name, ++count);
            i = (size_t)-1;
        }
    return own;
}

/* Adds a column without a unit; AT is its place in the header, for errors. */
static void append_column(reader *r, const char *name, const char *at) {
    struct lt_columns *table = r->table;
    struct lt_columns_head *column = &table->each[table->columns];
    table->names[table->columns++] = name;
    column->head = *lt_columns_text_place(r, at, "");
    column->whole = name;
    set_unit(r, column, "", 0);
}

/* Allocates COUNT columns. False: so many are no table, and an error is reported. */
static bool make_columns(reader *r, size_t count) {
    struct lt_columns *table = r->table;
    if (count > MOST_COLUMNS)
        return lt_columns_text_fail(r, r->at, "more than %d columns: this is not a table",
                                    MOST_COLUMNS);
    table->names = lt_arena_get(table->arena, count * sizeof *table->names);
    table->each = lt_arena_get(table->arena, count * sizeof *table->each);
    return true;
}

/* Adds a column with the name and unit of a header such as "v [mm/s]". False: there is no name,
 * and an error is reported. */
static bool append_name(reader *r, const char *text, size_t length) {
    struct lt_columns *table = r->table;
    const char *unit, *at = text >= r->text && text <= r->end ? text : r->text;
    size_t size, unit_size;
    lt_field_head(text, length, &size, &unit, &unit_size);
    if (size == 0 && unit)
        return lt_columns_text_fail(r, at, "expected the name of a column, such as v or v [mm/s]");
    const char *name = lt_arena_copy(table->arena, text, size);
    append_column(r, other_name(table, name), at);
    struct lt_columns_head *column = &table->each[table->columns - 1];
    column->whole = lt_arena_copy(table->arena, text, length);
    if (unit)
        set_unit(r, column, unit, unit_size);
    return true;
}

/* Takes the columns from the names in the line FROM to END. False: an error is reported. */
bool lt_columns_read_names(reader *r, const char *from, const char *end, char separator) {
    struct lt_columns *table = r->table;
    struct lt_columns_fields f = {from, end, separator, true};
    const char *text;
    size_t length, count = 0;
    while (lt_columns_text_field(&f, &text, &length))
        count++;
    if (!make_columns(r, count + r->index))
        return false;
    if (r->index)
        append_column(r, "", r->text);
    f.at = from;
    while (lt_columns_text_field(&f, &text, &length))
        if (!append_name(r, text, length))
            return false;
    const char *last = table->names[table->columns - 1];
    r->loose = !*last || strcmp(last, "Comment") == 0; /* LabVIEW's, which rows may lack */
    r->header = from;
    r->header_end = end;
    r->header_separator = separator;
    return true;
}

/* Takes the units of the columns from the line FROM to END. Where brackets in the names were no
 * units, they become part of the names again. Always true. */
bool lt_columns_read_units(reader *r, const char *from, const char *end, char separator) {
    struct lt_columns_fields f = {from, end, separator, false};
    const char *text;
    size_t length;
    bool wrong = false;
    r->units = from;
    r->units_end = end;
    for (size_t i = 0; i < r->table->columns && lt_columns_text_field(&f, &text, &length); i++) {
        struct lt_columns_head *column = &r->table->each[i];
        const char *unit = lt_field_unit(text, &length);
        wrong |= column->wrong != NULL;
        set_unit(r, column, unit, length);
    }
    const size_t count = wrong ? r->table->columns : 0;
    r->table->columns = wrong ? 0 : r->table->columns;
    for (; r->table->columns < count; r->table->columns++) /* "Height (measured)" is a whole name */
        r->table->names[r->table->columns] =
            other_name(r->table, r->table->each[r->table->columns].whole);
    return true;
}

/* Makes COUNT columns without a header: with NAMES, or c1, c2 and so on if it is NULL. False:
 * they are too many. */
bool lt_columns_read_bare(reader *r, size_t count, const char *const *names) {
    r->at = r->text;
    if (!make_columns(r, count))
        return false;
    r->table->bare = !names;
    r->loose = r->end > r->text && r->end[-1] == r->separator;
    for (size_t i = 0; i < count; i++)
        append_column(r,
                      names ? other_name(r->table, names[i])
                            : lt_arena_print(r->table->arena, "c%zu", i + 1),
                      r->text);
    return true;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Notes what is wrong at a place of a column. Only columns that are used must hold numbers, so
 * the error is reported when the column is requested. */
static void note_fault(reader *r, struct lt_columns_head *column, const char *at, const char *why) {
    struct lt_columns_place **end = &column->faults;
    if (column->n_faults++ >= MOST_FAULTS)
        return;
    while (*end)
        end = &(*end)->next;
    *end = lt_columns_text_place(r, at, why);
}

/* The number, not in SI yet, of a field that is not plain: a decimal comma, marks between
 * thousands, words for "no number" (NaN). Errors are only noted, since the column may not be
 * needed. */
static double read_other(reader *r, struct lt_columns_head *column, const char *text,
                         size_t length) {
    char why[256], decimal, word[64];
    double value;
    const char *at = text;
    if (r->thousands && length < sizeof word) {
        length = lt_field_without(r->thousands, text, length, word, sizeof word);
        text = word;
    } else if (!r->thousands && (r->thousands = lt_field_thousands(text, length))) {
        lt_columns_text_remark(
            r, "numbers have a mark between thousands: '%.*s' is read as %.*s", (int)length, text,
            (int)lt_field_without(r->thousands, text, length, word, sizeof word), word);
        r->again = true; /* earlier ones may have been misread */
    }
    const char *wrong = lt_field_number(text, length, &value, &decimal, why, sizeof why);
    struct lt_columns_place **first = decimal == ',' ? &column->comma : &column->point;
    if (wrong && isinf(value) && !column->infinite)
        column->infinite = lt_columns_text_place(r, at, wrong);
    else if (wrong && isnan(value))
        note_fault(r, column, at, wrong);
    else if (decimal && !*first)
        *first = lt_columns_text_place(r, at, lt_arena_copy(r->table->arena, text, length));
    return value;
}

/* The number at AT, which ends at *STOP, if its digits are below 2^53 and its power of ten is at
 * most 22: both are exact doubles, and one operation rounds correctly (Clinger, PLDI 1990). NaN:
 * they are not. */
static double read_short(const char *at, const char **stop) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const bool negative = *at == '-';
    uint64_t digits = 0;
    int power = 0, count = 0, given = 0;
    at += negative;
    for (; *at >= '0' && *at <= '9' && count < 19; at++, count++)
        digits = 10 * digits + (uint64_t)(*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9' && count < 19; at++, count++, power--)
            digits = 10 * digits + (uint64_t)(*at - '0');
    if (*at == 'e' || *at == 'E') {
        const bool below = at[1] == '-';
        const char *first = at + 1 + (below || at[1] == '+');
        for (at = first; *at >= '0' && *at <= '9' && given < 1000; at++)
            given = 10 * given + (*at - '0');
        if (at == first)
            return NAN;
        power += below ? -given : given;
    }
    *stop = at;
    if (digits > (uint64_t)1 << 53 || count >= 19 || power < -22 || power > 22)
        return NAN;
    const double value =
        power < 0 ? (double)digits / powers[-power] : (double)digits * powers[power];
    return negative ? -value : value;
}

/* Fast path for plain numbers, which most are: the number at AT, whose end is *STOP; NaN: it is
 * not plain. */
static double read_plain(const reader *r, const struct lt_columns_head *column, const char *at,
                         const char **stop) {
    const char *digit = at + (*at == '-');
    char *end;
    if (*digit < '0' || *digit > '9' || digit[1] == 'x' || digit[1] == 'X' || r->thousands)
        return NAN;
    double value = read_short(at, stop);
    if (isnan(value)) {
        value = strtod(at, &end);
        *stop = end;
    }
    return isfinite(value) && (column->point || !memchr(at, '.', (size_t)(*stop - at))) ? value
                                                                                        : NAN;
}

/* Reads the field at r->at into *VALUE, in SI (NaN: no number); r->at moves behind it, and is
 * NULL at the end of the line. COLUMN takes note of faults. False: there is no further field. */
static bool read_field(reader *r, struct lt_columns_head *column, double *value) {
    const bool blanks = r->separator == ' ';
    const char *at = r->at, *stop, *text;
    size_t length;
    while (at && at < r->end && (blanks ? lt_field_is_blank(*at) : *at == ' '))
        at++;
    if (!at || (blanks && at == r->end))
        return false;
    *value = at < r->end ? read_plain(r, column, at, &stop) : NAN;
    while (!isnan(*value) && !blanks && stop < r->end && *stop == ' ')
        stop++;
    if (!isnan(*value) &&
        (stop == r->end || (blanks ? lt_field_is_blank(*stop) : *stop == r->separator))) {
        r->at = blanks ? stop : stop < r->end ? stop + 1 : NULL;
    } else {
        struct lt_columns_fields f = {r->at, r->end, r->separator, false};
        if (!lt_columns_text_field(&f, &text, &length))
            return false;
        *value = read_other(r, column, text, length);
        r->at = f.at;
    }
    *value *= column->factor;
    if (isinf(*value) && !column->infinite)
        column->infinite = lt_columns_text_place(r, at, "a number too large for its unit");
    return true;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Makes room for one more row. False: the table is too large, and an error is reported. */
static bool make_room(reader *r) {
    struct lt_columns *table = r->table;
    size_t start = table->rows * table->columns;
    if (start > MOST_CELLS)
        return lt_columns_text_fail(r, r->text, "more than %d numbers: the table is too large",
                                    MOST_CELLS);
    if (start + table->columns <= r->room)
        return true;
    const size_t room = 2 * (start + table->columns) + 1024, rows = room / table->columns + 1;
    const size_t size = room * sizeof *table->cells, lines = rows * sizeof *table->lines;
    double *cells = lt_memory_grow(table->cells, r->room * sizeof *cells, size);
    table->cells = cells ? cells : table->cells;
    int *numbers = cells ? lt_memory_grow(table->lines, lines / 2, lines) : NULL;
    table->lines = numbers ? numbers : table->lines;
    r->room = room;
    return numbers || lt_columns_text_lacks(r, (double)(size + lines));
}

/* True if the line FROM to END has the names of the columns again, as tables do that were
 * appended to each other; units may be missing in it. */
static bool repeats_header(const reader *r, const char *from, const char *end) {
    struct lt_columns_fields f = {from, end, r->header_separator, true};
    const char *text, *unit;
    size_t length, size, unit_size, count = 0;
    for (; r->header && lt_columns_text_field(&f, &text, &length); count++) {
        const char *whole = count < r->table->columns ? r->table->each[count].whole : "";
        lt_field_head(text, length, &size, &unit, &unit_size);
        if (count >= r->table->columns || strncmp(whole, text, size) != 0 ||
            (whole[size] && strlen(r->table->names[count]) != size && strlen(whole) != length))
            return false;
    }
    return r->header && count == r->table->columns;
}

/* The text from LINE to END without blanks at its ends, as the name of a block. */
static const char *name_from(reader *r, const char *line, const char *end) {
    size_t length = (size_t)(end - line);
    lt_field_trim(&line, &length);
    return lt_arena_copy(r->table->arena, line, length);
}

/* The name of a block: the last comment above it, or the one before if the last one is the
 * header; "": none. */
static const char *name_above(reader *r) {
    const size_t kept = r->n_comments < LT_COLUMNS_COMMENTS ? r->n_comments : LT_COLUMNS_COMMENTS;
    for (size_t i = 1; i <= kept && i <= 2; i++) {
        const char *comment = r->comments[(r->n_comments - i) % LT_COLUMNS_COMMENTS];
        const char *end = comment + strcspn(comment, "\r\n");
        if (!repeats_header(r, comment, end))
            return name_from(r, comment, end);
    }
    return "";
}

/* Begins a block at the next row: a part of the table above which there is a title or an empty
 * line. APART: two empty lines or more, by which gnuplot separates data sets. */
static void add_block(reader *r, const char *name, bool apart) {
    struct lt_columns *table = r->table;
    if ((table->n_blocks & (table->n_blocks - 1)) == 0) { /* full: room is the next power of two */
        struct lt_columns_block *old = table->blocks;
        table->blocks = lt_arena_get(table->arena, (2 * table->n_blocks + 1) * sizeof *old);
        if (old)
            memcpy(table->blocks, old, table->n_blocks * sizeof *old);
    }
    table->blocks[table->n_blocks++] = (struct lt_columns_block){table->rows, name, apart};
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Lines between rows, or below them, that are none. */
struct between {
    int first, last;   /* lines of text; 0: none */
    size_t blank;      /* empty lines above the first of them */
    const char *title; /* the last one; NULL: none */
    bool header;       /* the header once more */
    int odd;           /* lines of numbers, of another length, one below the other */
    const char *left;  /* all that were left out: "23, 27 to 46" */
    size_t n_left;
};
enum { MOST_TOLD = 4 }; /* places named in an error */

/* Keeps the numbers of the lines that were skipped between rows, for a note; only the first few
 * groups. */
static void leave_between(reader *r, struct between *b) {
    if (b->first == 0)
        return;
    struct lt_arena *arena = r->table->arena;
    const char *lines = b->last > b->first ? lt_arena_print(arena, "%d to %d", b->first, b->last)
                                           : lt_arena_print(arena, "%d", b->first);
    if (b->n_left++ < MOST_TOLD)
        b->left = b->left ? lt_arena_print(arena, "%s, %s", b->left, lines) : lines;
}

/* Notes the lines that were skipped between rows, if there are any. */
static void note_between(reader *r, const struct between *b) {
    if (b->n_left > 0)
        lt_columns_text_remark(r, "left out as no rows of the table: line%s %s%s",
                               strpbrk(b->left, ", ") ? "s" : "", b->left,
                               b->n_left > MOST_TOLD ? " ..." : "");
}

/* Begins a block where a row follows empty lines, text, or a repeated header, and clears B for
 * the next rows. */
static void begin_block(reader *r, struct between *b) {
    const bool begins = r->table->n_blocks == 0;
    const bool apart = !begins && (b->first > 0 ? b->blank : r->blank) > 1;
    if (begins || r->blank > 0 || b->title || b->header) {
        add_block(r, b->title && !begins ? b->title : name_above(r), apart);
        if (!apart || b->last > b->first) /* else it is its name */
            leave_between(r, b);
    }
    *b = (struct between){.left = b->left, .n_left = b->n_left};
    r->n_comments = r->blank = 0;
}

/* Reads the fields of a row into CELLS from column I on, in SI; returns the number of fields
 * plus I, which may exceed the number of columns. */
static size_t read_row_cells(reader *r, double *cells, size_t i) {
    struct lt_columns *table = r->table;
    const char *text;
    size_t length;
    r->at = r->text;
    while (i < table->columns && read_field(r, &table->each[i], &cells[i]))
        i++;
    struct lt_columns_fields f = {r->at, r->end, r->separator, false};
    for (; i >= table->columns && lt_columns_text_field(&f, &text, &length); i++)
        if (length == 0 && !f.at && i == table->columns) /* a separator at the end */
            break;
    return i;
}

/* Drops the faults noted for the numbers of this line, which turned out not to be a row. */
static void forget_line(reader *r) {
    for (size_t i = 0; i < r->table->columns; i++) {
        struct lt_columns_head *column = &r->table->each[i];
        struct lt_columns_place **fault = &column->faults,
                                **firsts[] = {&column->infinite, &column->comma, &column->point};
        while (*fault && (*fault)->line < r->line)
            fault = &(*fault)->next;
        column->n_faults -= *fault ? 1 : 0;
        *fault = NULL;
        for (size_t k = 0; k < sizeof firsts / sizeof *firsts; k++)
            if (*firsts[k] && (*firsts[k])->line == r->line)
                *firsts[k] = NULL;
    }
}

/* Ends the table at another one below, of so many FIELDS. True: it has ended, with a note;
 * false: it is an error, since the user has not said where the table begins. */
static bool end_at_other(reader *r, size_t fields) {
    r->stopped = true;
    if (r->header_line != 0 || r->how.skip > 0) {
        lt_columns_text_remark(r, "the table ends above: another one, of %zu columns, begins here",
                               fields);
        return true;
    }
    return lt_columns_text_fail(
        r, r->text,
        "another table, of %zu columns, begins here; 'header N', the line with its names, or 'skip "
        "N' says which one is meant (--header, --skip, keys of 'file')",
        fields);
}

/* Handles a line of COUNT fields, another number than the columns: numbers right below rows are
 * an error; amid other text it is a title or a comment, unless three lines in sequence have this
 * form, which are another table. False: reading ends with an error. */
static bool take_other(reader *r, struct between *b, size_t count) {
    const struct lt_columns_shape shape = lt_columns_find_shape(r->text, r->end, r->separator);
    const char *begin = r->text + strspn(r->text, " \t");
    const bool open = *begin == '"' && !memchr(begin + 1, '"', (size_t)(r->end - begin) - 1);
    const bool numbers = 2 * shape.numbers >= shape.filled || open;
    forget_line(r);
    if (numbers && b->first == 0) {
        const char *hint = lt_field_hint(r->separator, count, r->table->columns);
        lt_columns_text_fail(r, r->text + strspn(r->text, " \t"),
                             "the row has %zu fields, the header %zu%s", count, r->table->columns,
                             hint);
        r->stopped = *hint; /* later rows would fail alike */
        return true;
    }
    b->odd = numbers && shape.begins && shape.fields > 1 ? b->odd + 1 : 0;
    b->blank = b->first > 0 ? b->blank : r->blank;
    b->first = b->first > 0 ? b->first : r->line;
    b->last = r->line;
    b->title = name_from(r, r->text, r->end);
    return b->odd < 3 || end_at_other(r, shape.fields);
}

/* True if a line has words alone below other text: then it names the columns of another table. */
static bool is_other_header(reader *r, const struct between *b) {
    if (!b->title)
        return false;
    const struct lt_columns_shape shape = lt_columns_find_shape(r->text, r->end, r->separator);
    return shape.numbers == 0 && shape.filled > 0;
}

/* Reads one line: a row, or a repeated header or line of units, which are skipped, or text
 * between rows, of which B takes note. False: an error is reported. */
static bool read_line(reader *r, struct between *b) {
    struct lt_columns *table = r->table;
    if (!make_room(r))
        return false;
    /* Tables that were appended to each other repeat header and units. */
    const char first = r->header ? r->header[strspn(r->header, " \t")] : '\0';
    if (first && first == r->text[strspn(r->text, " \t")] && repeats_header(r, r->text, r->end))
        return b->header = true;
    if (b->header && r->units && r->end - r->text == r->units_end - r->units &&
        memcmp(r->text, r->units, (size_t)(r->end - r->text)) == 0)
        return true;
    double *cells = table->cells + table->rows * table->columns;
    size_t count = read_row_cells(r, cells, 0);
    if (r->loose && count + 1 == table->columns)
        cells[count++] = NAN;
    if (count != table->columns)
        return take_other(r, b, count);
    if (is_other_header(r, b)) {
        forget_line(r);
        return end_at_other(r, count);
    }
    if (table->n_blocks == 0 || r->blank > 0 || b->title || b->header || r->n_comments > 0)
        begin_block(r, b);
    table->lines[table->rows++] = r->line;
    return true;
}

/* Reads the rows up to the end of the table. False: an error is reported. */
static bool read_rows(reader *r) {
    struct between between = {.first = 0};
    while (!r->over && !r->stopped) {
        if (!lt_columns_text_find(r))
            return false;
        if (r->over)
            break;
        if (!read_line(r, &between) || !lt_columns_text_next(r))
            return false;
    }
    leave_between(r, &between);
    note_between(r, &between);
    return true;
}

/* ---- Dumps of LAMMPS and LIGGGHTS ------------------------------------------------------------ */

/* Reads the begin of a section of a LAMMPS dump, "ITEM: TIMESTEP" or "ITEM: ENTRIES index c_1"
 * (https://docs.lammps.org/dump.html). *HEADER: its names; *STEP: its time step; *ROWS: rows
 * follow. False: an error is reported. */
static bool begin_section(reader *r, const char **header, double *step, bool *rows) {
    static const char *const kinds[] = {"ITEM: ENTRIES ", "ITEM: ATOMS "};
    *rows = false;
    if (strncmp(r->text, "ITEM: TIMESTEP", 14) == 0) {
        if (!lt_columns_text_next(r))
            return false;
        *step = strtod(r->text, NULL);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t size = strlen(kinds[i]);
        if (strncmp(r->text, kinds[i], size) != 0)
            continue;
        const char *names =
            lt_arena_print(r->table->arena, "TIMESTEP %.*s",
                           (int)((size_t)(r->end - r->text) - size), r->text + size);
        if (*header && strcmp(*header, names) != 0)
            return lt_columns_text_fail(r, r->text,
                                        "the columns are not those of the section above");
        if (!*header && !lt_columns_read_names(r, names, names + strlen(names), ' '))
            return false;
        *header = names;
        *rows = true;
        if (r->table->n_blocks == 0 ||
            r->table->blocks[r->table->n_blocks - 1].row < r->table->rows)
            add_block(r, lt_arena_print(r->table->arena, "%.15g", *step), false);
    }
    return true;
}

/* Reads a LAMMPS dump: sections that begin with 'ITEM:', with the time step as the first column.
 * False: an error is reported. */
static bool read_dump(reader *r) {
    const char *header = NULL;
    double step = NAN;
    bool rows = false;
    r->separator = ' ';
    for (; !r->over && !(r->stopped && header);) {
        struct lt_columns *table = r->table;
        if (strncmp(r->text, "ITEM:", 5) == 0) {
            if (!begin_section(r, &header, &step, &rows))
                return false;
        } else if (rows && r->text + strspn(r->text, " \t") < r->end) {
            if (!make_room(r))
                return false;
            double *cells = table->cells + table->rows * table->columns;
            const size_t count = read_row_cells(r, cells, 1);
            cells[0] = step;
            if (count != table->columns)
                return lt_columns_text_fail(r, r->text, "the row has %zu fields, the header %zu",
                                            count - 1, table->columns - 1);
            table->lines[table->rows++] = r->line;
        }
        if (!lt_columns_text_next(r))
            return false;
    }
    return header || lt_columns_text_fail(r, r->text,
                                          "a dump without 'ITEM: ENTRIES' or 'ITEM: "
                                          "ATOMS'");
}

/* ---- Choice ---------------------------------------------------------------------------------- */

/* Joins blocks that two empty lines do not separate. In a file without such lines, a requested
 * block is one of the other parts. */
static void settle_blocks(reader *r) {
    struct lt_columns *table = r->table;
    size_t apart = 0, count = 0;
    for (size_t i = 1; i < table->n_blocks; i++)
        apart += table->blocks[i].apart;
    for (size_t i = 0; i < table->n_blocks; i++)
        if (i == 0 || table->blocks[i].apart || (apart == 0 && r->how.block))
            table->blocks[count++] = table->blocks[i];
    table->n_blocks = count;
}

/* Reports WHY a block is not chosen, and the names of the blocks; always false. */
static bool refuse_blocks(reader *r, const char *why) {
    struct lt_columns *table = r->table;
    const size_t row = table->n_blocks > 1 ? table->blocks[1].row : 0;
    const char *names = "";
    for (size_t i = 0; i < table->n_blocks && i < 8; i++)
        if (*table->blocks[i].name)
            names = lt_arena_print(table->arena, "%s%s '%s'", names, *names ? "," : "; names are",
                                   table->blocks[i].name);
    if (table->rows == 0)
        return lt_columns_text_fail(r, r->text, "%s: there are no rows", why);
    lt_errors_add(r->errors, lt_columns_mark(table, row, r->errors), "%s%s", why, names);
    return false;
}

/* Keeps the block that the user requests by number, name or "all"; without a request, several
 * are an error unless PARTS are permitted. False: an error is reported. */
static bool choose_block(reader *r, bool parts) {
    struct lt_columns *table = r->table;
    const char *wanted = r->how.block;
    char *end;
    settle_blocks(r);
    if (!wanted && !parts && table->n_blocks > 1)
        return refuse_blocks(r,
                             "a second table begins here, behind 2 empty lines; 'lawtester plot' "
                             "draws both as curves, for all else 'block' says which one is meant: "
                             "its number, its name or all (--block, a key of 'file')");
    if (!wanted || strcmp(wanted, "all") == 0) {
        table->n_blocks = parts || table->n_blocks == 0 ? table->n_blocks : 1;
        return true;
    }
    /* A name goes before a number, the first of equal names before others. */
    const unsigned long number = strtoul(wanted, &end, 10);
    size_t chosen = number > 0 && !*end ? number - 1 : table->n_blocks;
    for (size_t i = table->n_blocks; i-- > 0;)
        if (strcmp(table->blocks[i].name, wanted) == 0)
            chosen = i;
    if (chosen >= table->n_blocks)
        return refuse_blocks(r, lt_arena_print(table->arena,
                                               "there is no block '%s': blocks are 1 to %zu",
                                               wanted, table->n_blocks));
    struct lt_columns_block *block = &table->blocks[chosen];
    lt_columns_slice(table, block->row,
                     (chosen + 1 < table->n_blocks ? block[1].row : table->rows) - block->row);
    table->blocks[0] = (struct lt_columns_block){0, block->name, false};
    table->n_blocks = 1;
    return true;
}

/* Keeps the rows that the key 'rows' selects. False: there are none, and an error is reported. */
static bool choose_rows(reader *r) {
    struct lt_columns *table = r->table;
    if (!r->how.rows)
        return true;
    if (r->first > table->rows)
        return lt_columns_text_fail(r, r->text, "rows from %zu on: the table has %zu rows",
                                    r->first, table->rows);
    lt_columns_slice(table, r->first - 1, r->last - r->first + 1);
    table->n_blocks = table->n_blocks > 0;
    return true;
}

/* ---- Arrays of NumPy ------------------------------------------------------------------------- */

/* Takes the columns of a NumPy array; those that hold no numbers get an error for the case that
 * they are used. */
static void name_columns(reader *r, const struct lt_npy *npy) {
    make_columns(r, npy->columns);
    for (size_t i = 0; i < npy->columns; i++) {
        append_column(r, npy->each[i].name, r->text);
        if (!npy->each[i].is_number)
            note_fault(r, &r->table->each[i], r->text,
                       lt_arena_print(r->table->arena, "column '%s' is none of numbers but '%s'",
                                      npy->each[i].name, npy->each[i].type));
    }
}

/* Reads the rows of a NumPy array; columns that are not numbers become NaN. False: an error is
 * reported. */
static bool read_array_rows(reader *r, const struct lt_npy *npy) {
    struct lt_columns *table = r->table;
    unsigned char *row = lt_arena_get(table->arena, npy->row_size + 1);
    for (; table->rows < npy->rows; table->rows++) {
        r->line = (int)table->rows + 1;
        if (!make_room(r))
            return false;
        if (lt_stop_requested() || fread(row, 1, npy->row_size, r->file) != npy->row_size)
            return lt_stop_requested() || ferror(r->file)
                       ? lt_columns_text_unread(table->path, r->errors)
                       : lt_columns_text_fail(r, r->text,
                                              "the array ends before this row, the last one is %zu",
                                              npy->rows);
        double *cells = table->cells + table->rows * table->columns;
        for (size_t i = 0; i < npy->columns; i++)
            cells[i] = npy->each[i].is_number ? lt_npy_number(&npy->each[i], row) : NAN;
        table->lines[table->rows] = r->line;
    }
    add_block(r, "", false);
    r->table->blocks[0].row = 0;
    return true;
}

/* Reads a NumPy array; places in errors are numbers of rows. False: an error is reported. */
static bool read_array(reader *r) {
    struct lt_npy npy;
    r->text = r->at = r->end = "";
    r->line = 1;
    const char *wrong = lt_npy_read_header(r->file, &npy, r->table->arena);
    if (wrong)
        return lt_columns_text_fail(r, r->text, "%s", wrong);
    name_columns(r, &npy);
    return r->stopped || read_array_rows(r, &npy);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Reads a table that is text: a LAMMPS dump, or names and rows. False: an error is reported. */
static bool read_text_table(reader *r) {
    if (!r->bytes && !lt_columns_text_load(r))
        return false;
    const char *first = r->bytes + strspn(r->bytes, " \t\r\n");
    if (strncmp(first, "ITEM: ", 6) == 0)
        return read_dump(r);
    if (!lt_columns_find_table(r))
        return false;
    r->blank = 0;
    return r->stopped || read_rows(r);
}

/* Reads a table of either format and keeps the requested block and rows. PARTS: several blocks
 * are permitted. False: errors are reported. */
static bool read_any_table(reader *r, bool parts) {
    size_t failures = r->errors->failures;
    const int first = getc(r->file);
    ungetc(first, r->file);
    const bool read = lt_npy_begins(first) ? read_array(r) : read_text_table(r);
    return read && r->errors->failures == failures &&
           (r->again || r->table->n_blocks == 0 || (choose_block(r, parts) && choose_rows(r)));
}

/* Reads a table and frees the reader R; PATH is for messages, PARTS: several blocks are
 * permitted. NULL: errors are reported. A mark between thousands that is found late requires a
 * second pass, since earlier numbers may have been misread. */
static struct lt_columns *take_table(reader r, const char *path, bool parts) {
    struct lt_errors *errors = r.errors;
    r.table = lt_columns_new(path);
    lt_columns_header(r.how.header, &r.header_line); /* checked where they are given */
    lt_columns_rows(r.how.rows, &r.first, &r.last);
    struct lt_columns *first = NULL;
    bool good = read_any_table(&r, parts);
    if (good && r.again) {
        first = r.table; /* it has the note */
        r.table = lt_columns_new(path);
        r.again = r.loose = false;
        r.room = 0;
        r.header = r.units = NULL;
        lt_columns_text_rewind(&r);
        good = read_any_table(&r, parts);
    }
    if (good && r.remark)
        lt_errors_note(errors, lt_columns_place_mark(r.remark, errors), "%s", r.remark->text);
    lt_columns_free(first);
    if (r.owned)
        fclose(r.file);
    free(r.bytes);
    if (good)
        return r.table;
    lt_columns_free(r.table);
    return NULL;
}

/* Reads the table in an open file; PATH names it in messages. HOW NULL: its form is detected.
 * NULL: errors are reported. */
struct lt_columns *lt_columns_read_from(FILE *file, const char *path,
                                        const struct lt_columns_how *how,
                                        struct lt_errors *errors) {
    reader r = {.file = file, .errors = errors};
    if (how)
        r.how = *how;
    return take_table(r, path, false);
}

/* Reads the table at PATH, "-" for the standard input. HOW NULL: its form is detected; PARTS:
 * several blocks are permitted. NULL: errors are reported. */
struct lt_columns *lt_columns_read(const char *path, const struct lt_columns_how *how, bool parts,
                                   struct lt_errors *errors) {
    const bool input = strcmp(path, "-") == 0;
    reader r = {.file = input ? stdin : lt_file_open(path), .owned = !input, .errors = errors};
    if (how)
        r.how = *how;
    if (r.file)
        return take_table(r, input ? "stdin" : path, parts);
    lt_columns_text_unread(path, errors);
    return NULL;
}
