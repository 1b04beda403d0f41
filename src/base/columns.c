/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/columns_place.h"

#include "base/arena.h"
#include "base/field.h"
#include "base/glyph.h"
#include "base/memory.h"
#include "base/units.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 500 }; /* bytes of a line quoted in an error */

/* ---- The table ------------------------------------------------------------------------------- */

/* A table without columns, of the file at PATH; lt_columns_free() frees it. */
struct lt_columns *lt_columns_new(const char *path) {
    struct lt_columns *table = lt_memory_get(sizeof *table);
    *table = (struct lt_columns){.rows = 0};
    table->arena = lt_arena_new();
    table->path = lt_arena_copy(table->arena, path, strlen(path));
    return table;
}

/* Frees a table; NULL is permitted. */
void lt_columns_free(struct lt_columns *table) {
    if (!table)
        return;
    lt_arena_free(table->arena);
    free(table->cells);
    free(table->lines);
    free(table);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* A line of a file as a source for error messages, which quote it; a very long line is not
 * copied. LINE is its number, from 1. */
struct lt_source *lt_columns_source(const char *path, const char *text, size_t length, int line,
                                    struct lt_arena *arena) {
    struct lt_source *source = lt_arena_get(arena, sizeof *source);
    length = length < MOST_SHOWN ? length : 0;
    *source = (struct lt_source){
        .name = path, .text = lt_arena_copy(arena, text, length), .length = length};
    source->excerpt = true;
    source->before = line - 1;
    return source;
}

/* The mark of a place in a table, copied into ERRORS, so that it outlives the table. */
struct lt_mark lt_columns_place_mark(const struct lt_columns_place *place,
                                     struct lt_errors *errors) {
    const struct lt_source *from = place->source;
    const char *path = lt_arena_copy(errors->arena, from->name, strlen(from->name));
    return (struct lt_mark){
        lt_columns_source(path, from->text, from->length, from->before + 1, errors->arena),
        place->line, place->column};
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* True if WORD is NAME as formulas spell it, with '_' for each character that is no letter,
 * digit or '_'. */
static bool is_spelled(const char *name, const char *word) {
    const char *at = name, *end = name + strlen(name);
    unsigned code;
    while (at < end && *word) {
        const size_t bytes = lt_glyph_decode(at, end, &code);
        const bool own = bytes == 1 && (isalnum((unsigned char)*at) || *at == '_');
        if (*word++ != (own ? *at : '_'))
            return false;
        at += bytes;
    }
    return at == end && !*word;
}

/* The index of the column with this name: as the header has it, "Depth#1" for the first of two,
 * "c3" by its place from 1, or as formulas spell it, if that means only one. -1: none, or
 * several. */
long lt_columns_find(const struct lt_columns *table, const char *name) {
    char *end;
    long found = -1;
    for (size_t i = 0; i < table->columns && *name; i++)
        if (strcmp(table->names[i], name) == 0)
            return (long)i;
    const size_t length = strlen(name);
    for (size_t i = 0; i < table->columns && length > 2; i++)
        if (strcmp(name + length - 2, "#1") == 0 && strlen(table->names[i]) == length - 2 &&
            strncmp(table->names[i], name, length - 2) == 0)
            return (long)i;
    const unsigned long place =
        *name == 'c' && isdigit((unsigned char)name[1]) ? strtoul(name + 1, &end, 10) : 0;
    if (place > 0 && !*end && place <= table->columns)
        return (long)place - 1;
    for (size_t i = 0; i < table->columns; i++)
        if (*table->names[i] && is_spelled(table->names[i], name)) {
            if (found >= 0)
                return -1;
            found = (long)i;
        }
    return found;
}

/* The end of a message that there is no column WORD: a similar name, or how columns without
 * names are called; "" if there is neither. */
const char *lt_columns_hint(const struct lt_columns *table, const char *word,
                            struct lt_errors *errors) {
    return table->bare ? lt_arena_print(errors->arena,
                                        "; its header has no names: columns are c1 "
                                        "to c%zu",
                                        table->columns)
                       : lt_errors_hint(errors, word, table->names, table->columns);
}

/* The SI unit of a column, from its header; "": the header gives none. */
const char *lt_columns_unit(const struct lt_columns *table, size_t column) {
    const struct lt_columns_head *c = &table->each[column];
    char unit[64] = "";
    if (!c->wrong && *c->unit)
        lt_units_si(lt_arena_print(table->arena, "1 %s", c->unit), unit, sizeof unit);
    return lt_arena_copy(table->arena, unit, strlen(unit));
}

static bool fail_place(struct lt_errors *errors, const struct lt_columns_place *place,
                       const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Reports a formatted error at a place of the table; always false. */
static bool fail_place(struct lt_errors *errors, const struct lt_columns_place *place,
                       const char *format, ...) {
    va_list args;
    va_start(args, format);
    lt_errors_add(errors, lt_columns_place_mark(place, errors), "%s",
                  lt_arena_vprint(errors->arena, format, args));
    va_end(args);
    return false;
}

/* Checks that COLUMN has the same decimal mark, comma or point, as all columns used before.
 * True: it has; false: an error is reported. */
static bool check_decimals(struct lt_columns *table, struct lt_columns_head *column,
                           struct lt_errors *errors) {
    const bool noted = table->commas;
    table->commas = table->commas ? table->commas : column->comma;
    table->points = table->points ? table->points : column->point;
    const struct lt_columns_place *comma = table->commas, *point = table->points;
    if (comma && !point && !noted)
        lt_errors_note(errors, lt_columns_place_mark(comma, errors), LT_FIELD_COMMAS);
    if (!comma || !point)
        return true;
    const bool later =
        comma->line != point->line ? comma->line > point->line : comma->column > point->column;
    const struct lt_columns_place *odd = later ? comma : point, *other = later ? point : comma;
    return fail_place(
        errors, odd, "'%s' has a decimal %s, but line %d has a decimal %s; write all numbers alike",
        odd->text, later ? "comma" : "point", other->line, later ? "point" : "comma");
}

/* Checks that a column holds numbers of the dimension of UNIT; "": any dimension. True: it can
 * be used; false: errors are reported. */
bool lt_columns_usable(struct lt_columns *table, size_t column, const char *unit,
                       struct lt_errors *errors) {
    struct lt_columns_head *c = &table->each[column];
    char why[400];
    double factor;
    bool good = true;
    if (c->wrong || !lt_field_factor(c->unit, unit, &factor, why, sizeof why))
        good = fail_place(errors, &c->head, "column '%s': %s", table->names[column],
                          c->wrong ? c->wrong : why);
    for (const struct lt_columns_place *fault = c->faults; fault; fault = fault->next)
        good = fail_place(errors, fault, "%s", fault->text);
    return check_decimals(table, c, errors) && good;
}

/* Checks that no number of the column is infinite. False: an error is reported. */
bool lt_columns_finite(const struct lt_columns *table, size_t column, struct lt_errors *errors) {
    const struct lt_columns_place *infinite = table->each[column].infinite;
    return !infinite || fail_place(errors, infinite, "%s", infinite->text);
}

/* Checks that there is memory for NUMBERS more doubles for each row. False: an error is
 * reported. */
bool lt_columns_fits(const struct lt_columns *table, size_t numbers, struct lt_errors *errors) {
    const double bytes = (double)(table->rows * numbers * sizeof(double));
    const bool fits = lt_memory_fits(bytes);
    if (!fits)
        lt_errors_lack(errors, lt_columns_head(table, 0, errors), bytes);
    return fits;
}

/* The numbers of a column, in SI and one for each row; "-fn" means those of "fn" with the other
 * sign. NULL: errors are reported. */
double *lt_columns_values(struct lt_columns *table, const char *name, const char *unit,
                          struct lt_arena *arena, struct lt_errors *errors) {
    const char *bare = name + (*name == '-');
    const long column = lt_columns_find(table, bare);
    if (column < 0) {
        fail_place(errors, &table->each[0].head, "no column '%s'%s", bare,
                   lt_columns_hint(table, bare, errors));
        return NULL;
    }
    if (!lt_columns_usable(table, (size_t)column, unit, errors) ||
        !lt_columns_fits(table, 1, errors))
        return NULL;
    double *values = lt_arena_get(arena, (table->rows + 1) * sizeof *values);
    for (size_t i = 0; i < table->rows; i++) {
        const double value = table->cells[i * table->columns + (size_t)column];
        values[i] = *name == '-' ? -value : value;
    }
    return values;
}

/* The place of a column's header, for an error. */
struct lt_mark lt_columns_head(const struct lt_columns *table, size_t column,
                               struct lt_errors *errors) {
    return lt_columns_place_mark(&table->each[column].head, errors);
}

/* The place of a row, for an error; the row is not quoted. */
struct lt_mark lt_columns_mark(const struct lt_columns *table, size_t row,
                               struct lt_errors *errors) {
    const struct lt_columns_place place = {
        .source = lt_columns_source(table->path, "", 0, 1, table->arena),
        .line = table->lines[row],
        .column = 1};
    return lt_columns_place_mark(&place, errors);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Reads the option `header`: *NUMBER is the line with the names, -1 for "none", 0 without the
 * option. Returns what is wrong, or NULL. */
const char *lt_columns_header(const char *text, long *number) {
    char *end;
    *number = !text ? 0 : strcmp(text, "none") == 0 ? -1 : strtol(text, &end, 10);
    return !text || *number == -1 || (*number > 0 && *number < INT32_MAX && !*end)
               ? NULL
               : "expected the number of the line with the names, from 1 on, or none";
}

/* Reads the option `rows`, "10..500" or "7": *FIRST and *LAST count from 1, and include all rows
 * without the option. Returns what is wrong, or NULL. */
const char *lt_columns_rows(const char *text, size_t *first, size_t *last) {
    char *end = (char *)text;
    *first = text && isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 1;
    *last = text ? *first : SIZE_MAX;
    const bool range = text && strncmp(end, "..", 2) == 0, single = text && end > text && !*end;
    if (range) {
        const bool given = isdigit((unsigned char)end[2]);
        end += 2;
        *last = given ? strtoul(end, &end, 10) : SIZE_MAX;
    }
    return !text || ((range || single) && !*end && *first > 0 && *last >= *first)
               ? NULL
               : "expected rows from 1 on, such as 10..500, 10.. or ..500";
}

/* Keeps COUNT rows from row FIRST (from 0) on, or as many as there are. */
void lt_columns_slice(struct lt_columns *table, size_t first, size_t count) {
    first = first < table->rows ? first : table->rows;
    table->rows = count < table->rows - first ? count : table->rows - first;
    if (first == 0)
        return;
    const size_t width = table->columns * sizeof *table->cells;
    memmove(table->cells, table->cells + first * table->columns, table->rows * width);
    memmove(table->lines, table->lines + first, table->rows * sizeof *table->lines);
}

/* Keeps the rows for which KEEP is true; blocks begin at the next row that is kept. */
void lt_columns_keep(struct lt_columns *table, const bool *keep) {
    const size_t width = table->columns * sizeof *table->cells;
    size_t count = 0, block = 0;
    for (size_t i = 0; i < table->rows; i++) {
        for (; block < table->n_blocks && table->blocks[block].row == i; block++)
            table->blocks[block].row = count;
        if (!keep[i])
            continue;
        memmove(table->cells + count * table->columns, table->cells + i * table->columns, width);
        table->lines[count++] = table->lines[i];
    }
    table->rows = count;
}
