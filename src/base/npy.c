/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/npy.h"

#include "base/arena.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
/* Bytes, by the .npy format: its magic string, and the alignment of the data. DIGITS: those of the
 * largest 64-bit number. A longer header is refused; those of NumPy have some 100 bytes. */
enum { MAGIC = 6, ALIGNED = 64, DIGITS = 20, MOST_HEADER = 1 << 20 };

#define NATIVE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>')

/* ---- Writing --------------------------------------------------------------------------------- */

/* Writes the names and types of the columns into the header of a NumPy file; returns the number
 * of characters. */
static int put_description(FILE *file, const char *const *names, size_t columns) {
    int length = fprintf(file, "{'descr': [");
    for (size_t i = 0; i < columns; i++)
        length += fprintf(file, "('%s', '%cf8'), ", names[i], NATIVE);
    return length + fprintf(file, "], 'fortran_order': False, 'shape': (");
}

/* Writes the header of a NumPy file of ROWS rows of doubles. It is padded with blanks, so that
 * the rows begin at a multiple of 64 bytes. */
void lt_npy_put_header(FILE *file, const char *const *names, size_t columns, size_t rows) {
    static const char end[] = ",), }";
    size_t length =
        strlen("{'descr': [], 'fortran_order': False, 'shape': (") + DIGITS + strlen(end) + 1;
    for (size_t i = 0; i < columns; i++)
        length += strlen(names[i]) + strlen("('', '<f8'), ");
    const bool small = length + ALIGNED <= UINT16_MAX;
    const size_t before = MAGIC + 2 + (small ? 2 : 4);
    const size_t whole = (before + length + ALIGNED - 1) / ALIGNED * ALIGNED;
    fwrite(magic, 1, MAGIC, file);
    putc(small ? 1 : 2, file);
    putc(0, file);
    for (size_t left = whole - before, i = 0; i < (small ? 2u : 4u); i++, left >>= 8)
        putc((int)(left & 0xff), file);
    int written = put_description(file, names, columns) + fprintf(file, "%zu%s", rows, end);
    fprintf(file, "%*s\n", (int)(whole - before) - written - 1, "");
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The text between quotes at *AT, which moves behind it; NULL: there is none. */
static const char *take_quoted(const char **at, struct lt_arena *arena) {
    const char quote = **at, *begin = *at + 1, *end = quote ? strchr(begin, quote) : NULL;
    if ((quote != '\'' && quote != '"') || !end)
        return NULL;
    *at = end + 1;
    return lt_arena_copy(arena, begin, (size_t)(end - begin));
}

/* Skips blanks and the character SIGN at *AT. True if it was there. */
static bool take_sign(const char **at, char sign) {
    *at += strspn(*at, " ");
    const bool there = **at == sign;
    *at += there;
    *at += strspn(*at, " ");
    return there;
}

/* A type of NumPy without its byte order: "f8" for "<f8". */
static const char *bare_type(const char *type) {
    return type + (*type && strchr("<>=|", *type));
}

/* True if a type of NumPy is a number of at most 8 bytes. */
static bool is_numeric(const char *type) {
    static const char *const known[] = {"f8", "f4", "i8", "i4", "i2", "i1",
                                        "u8", "u4", "u2", "u1", "b1"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(bare_type(type), known[i]) == 0)
            return true;
    return false;
}

/* The size of a NumPy type in bytes: "<f8" has 8, "<U5" 20; 0: it is not known. */
static size_t type_size(const char *type) {
    char *end;
    const char *kind = bare_type(type);
    const unsigned long size =
        *kind && isdigit((unsigned char)kind[1]) ? strtoul(kind + 1, &end, 10) : 0;
    return size > MOST_HEADER ? 0 : *kind == 'U' ? 4 * size : size;
}

/* Reads the name and type of a column, "('fn', '<f8'), ", from *AT, which moves behind it, and
 * appends the column to NPY. False: it has another form, or a type of unknown size. */
static bool take_dtype(const char **at, struct lt_npy *npy, struct lt_arena *arena) {
    struct lt_npy_column column = {.offset = npy->row_size};
    if (!take_sign(at, '(') || !(column.name = take_quoted(at, arena)) || !take_sign(at, ',') ||
        !(column.type = take_quoted(at, arena)) || !take_sign(at, ')'))
        return false;
    column.size = type_size(column.type);
    column.is_number = is_numeric(column.type);
    npy->row_size += column.size;
    npy->each[npy->columns++] = column;
    take_sign(at, ',');
    return column.size > 0;
}

/* The text after "'KEY':" in the header; NULL: there is no such key. */
static const char *find_key(const char *header, const char *key, struct lt_arena *arena) {
    const char *quoted = lt_arena_print(arena, "'%s'", key), *at = strstr(header, quoted);
    if (at)
        at += strlen(quoted);
    return at && take_sign(&at, ':') ? at : NULL;
}

/* Reads names, types and the number of rows from the header of a NumPy file; returns what is
 * wrong, or NULL. */
static const char *read_description(const char *header, struct lt_npy *npy,
                                    struct lt_arena *arena) {
    const char *at = find_key(header, "descr", arena), *shape = find_key(header, "shape", arena);
    char *end;
    if (!at || !shape || !take_sign(&shape, '('))
        return "its header is none of an array";
    if (!take_sign(&at, '['))
        return "the array has no names of columns; save a structured one, with a name for each";
    npy->each = lt_arena_get(arena, strlen(at) / 8 * sizeof *npy->each + sizeof *npy->each);
    while (!take_sign(&at, ']'))
        if (!take_dtype(&at, npy, arena))
            return "its columns must be single numbers or texts, each with a name";
    for (size_t i = 0; i < npy->columns; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(npy->each[i].name, npy->each[k].name) == 0)
                return lt_arena_print(arena, "duplicate column '%s'", npy->each[i].name);
    npy->rows = strtoull(shape, &end, 10);
    const char *rest = end;
    if (end == shape || !take_sign(&rest, ',') || !take_sign(&rest, ')') || npy->columns == 0)
        return "the array must have one dimension: its rows";
    return NULL;
}

/* Reads the header of a NumPy file, versions 1 to 3, and leaves the file at the first row.
 * Returns what is wrong, or NULL. */
const char *lt_npy_read_header(FILE *file, struct lt_npy *npy, struct lt_arena *arena) {
    unsigned char begin[MAGIC + 2], length[4] = {0};
    *npy = (struct lt_npy){.rows = 0};
    if (fread(begin, 1, sizeof begin, file) != sizeof begin || memcmp(begin, magic, MAGIC) != 0)
        return "this is neither text nor an array of NumPy";
    const size_t bytes = begin[MAGIC] == 1 ? 2 : 4;
    if (begin[MAGIC] < 1 || begin[MAGIC] > 3 || fread(length, 1, bytes, file) != bytes)
        return "an array of NumPy in a version that is not known; 1.0, 2.0 and 3.0 are";
    const size_t size = (size_t)length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 |
                        (size_t)length[3] << 24;
    char *header = size < MOST_HEADER ? lt_arena_get(arena, size + 1) : NULL;
    if (!header || fread(header, 1, size, file) != size || strlen(header) != size)
        return "the header of the array is not whole";
    return read_description(header, npy, arena);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The number of a column in a row of bytes, of either byte order, as a double. */
double lt_npy_number(const struct lt_npy_column *column, const unsigned char *row) {
    const bool real = *bare_type(column->type) == 'f', is_signed = *bare_type(column->type) == 'i';
    uint64_t bits = 0;
    for (size_t i = 0; i < column->size; i++) /* the most significant byte first */
        bits = bits << 8 | row[column->offset + (*column->type == '>' ? i : column->size - 1 - i)];
    if (real && column->size == 4) {
        const uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof value);
        return (double)value;
    }
    if (real) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const unsigned spare = 64 - 8 * (unsigned)column->size;
    return is_signed ? (double)((int64_t)(bits << spare) >> spare) : (double)bits;
}
