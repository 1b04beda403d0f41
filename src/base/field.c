/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/field.h"

#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AS_TEXT                                                                                    \
    "; save it as 'CSV UTF-8', or give what pandas.read_excel makes of it to the Python module"

/* The message that a file which begins with these bytes is a workbook, compressed or binary;
 * NULL: it may be text. */
const char *lt_field_foreign(const char *bytes, size_t length) {
    static const struct {
        const char *begin;
        size_t length;
        const char *why;
    } known[] = {
        {"PK\3\4", 4, "this is a workbook (.xlsx, .ods), not a text table" AS_TEXT},
        {"\xd0\xcf\x11\xe0", 4, "this is a workbook (.xls), not a text table" AS_TEXT},
        {"\x1f\x8b", 2, "this is compressed: unpack it with gunzip first"},
        {"BZh", 3, "this is compressed: unpack it with bunzip2 first"},
        {"\x89HDF", 4, "this is an HDF5 file, not a text table; export it as text"},
        {"TDSm", 4, "this is a TDMS file, not a text table; export it as text"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (length >= known[i].length && memcmp(bytes, known[i].begin, known[i].length) == 0)
            return known[i].why;
    return NULL;
}

/* The length of the first field of TEXT, up to the separator or END; a separator within quotes
 * does not count. */
size_t lt_field_length(const char *text, const char *end, char separator) {
    const char *at = text;
    while (at < end && *at == ' ' && separator != ' ')
        at++;
    bool quoted = at < end && *at == '"';
    for (at += quoted; at < end && (quoted || *at != separator); at++)
        if (quoted && *at == '"') {
            const bool pair = at + 1 < end && at[1] == '"'; /* a quote in the field */
            at += pair;
            quoted = pair;
        }
    return (size_t)(at - text);
}

/* The first comma, semicolon or tab of a line outside quotes; 0: none. */
char lt_field_separator(const char *line, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= line[i] == '"';
        if (!quoted && line[i] && strchr(",;\t", line[i]))
            return line[i];
    }
    return 0;
}

/* Removes blanks and then quotes around a field, by moving *TEXT and *LENGTH. */
void lt_field_trim(const char **text, size_t *length) {
    const char *from = *text, *to = from + *length;
    while (from < to && lt_field_is_blank(*from))
        from++;
    while (to > from && lt_field_is_blank(to[-1]))
        to--;
    bool quoted = to - from >= 2 && *from == '"' && to[-1] == '"';
    *text = from + quoted;
    *length = (size_t)(to - from) - 2 * quoted;
}

/* True if a text in brackets is the number of a component, "c_1[2]", and not a unit. */
static bool is_index(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return length > 0;
}

/* True if a text is a known unit, of any dimension. */
static bool is_unit(const char *text, size_t length) {
    char unit[64], why[256];
    double factor;
    snprintf(unit, sizeof unit, "%.*s", (int)length, text);
    return length > 0 && length < sizeof unit &&
           lt_field_factor(unit, "", &factor, why, sizeof why);
}

/* True if a name is a function, "avg(Force:0)", as ParaView writes it, so that its brackets hold
 * no unit. */
static bool is_function(const char *text, size_t length) {
    static const char *const names[] = {"avg", "sum",  "min", "max", "std",
                                        "med", "mean", "q1",  "q3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i]) && strncmp(text, names[i], length) == 0)
            return true;
    return false;
}

/* The unit in "Force / mN", as ISO 80000 writes it, "Depth, nm" or "Kraft in N", and in *NAME
 * the length of the name; NULL: there is none. */
static const char *unit_behind_word(const char *text, size_t length, size_t *name) {
    static const char *const words[] = {" / ", ", ", " in "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t size = strlen(words[i]);
        for (size_t at = length; at-- > 1;)
            if (at + size < length && memcmp(text + at, words[i], size) == 0) {
                *name = at;
                return is_unit(text + at + size, length - at - size) ? text + at + size : NULL;
            }
    }
    return NULL;
}

/* Divides a header, "v [mm/s]": *NAME is the length of its name, *UNIT its unit of *UNIT_LENGTH
 * bytes; *UNIT NULL: it has none. */
void lt_field_head(const char *text, size_t length, size_t *name, const char **unit,
                   size_t *unit_length) {
    char last = length > 0 ? text[length - 1] : '\0';
    const char *open = last == ']'   ? memrchr(text, '[', length)
                       : last == ')' ? memrchr(text, '(', length)
                                     : NULL;
    if (open && last == ']' && open > text && !lt_field_is_blank(open[-1]) &&
        is_index(open + 1, (size_t)(text + length - open) - 2))
        open = NULL;
    if (open && last == ')' && is_function(text, (size_t)(open - text)))
        open = NULL;
    *name = open ? (size_t)(open - text) : length;
    while (open && *name > 0 && lt_field_is_blank(text[*name - 1]))
        --*name;
    *unit = open ? open + 1 : NULL;
    *unit_length = open ? (size_t)(text + length - open) - 2 : 0;
    if (!open && (*unit = unit_behind_word(text, length, name)))
        *unit_length = (size_t)(text + length - *unit);
    else if (!open)
        *name = length;
}

/* *FACTOR gets the factor from the unit HEADER to SI; without a unit 1, of % 0.01. UNIT is the
 * expected dimension, "": any. False: WHY, of SIZE characters, says what is wrong. */
bool lt_field_factor(const char *header, const char *unit, double *factor, char *why, size_t size) {
    char quantity[128];
    *factor = 1;
    if (!*header || strcmp(header, "-") == 0 || strcmp(header, "(-)") == 0 ||
        strcmp(header, "[-]") == 0)
        return true;
    bool share = strcmp(header, "%") == 0;
    if (share && (!*unit || strcmp(unit, "1") == 0)) {
        *factor = 0.01;
        return true;
    }
    if (share) {
        snprintf(why, size, "'%%' is a fraction, expected %s", unit);
        return false;
    }
    snprintf(quantity, sizeof quantity, "1 %s", header);
    if (lt_units_read(quantity, unit, factor, why, size) == LT_QUANTITY_OK)
        return true;
    if (size > 0 && !strstr(why, "unit") && !strstr(why, "expected"))
        snprintf(why, size, "'%s' is not a unit", header);
    return false;
}

/* True if a field is empty or a word, NA or such, that says that there is no number. */
static bool is_missing(const char *word) {
    static const char *const words[] = {"",    "-",   "--",  "NA",   "N/A",  "n/a",  "#N/A",
                                        "nan", "NaN", "NAN", "-nan", "null", "NULL", "None"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Replaces a decimal comma in WORD by a point; *DECIMAL is the mark found, '\0': none. Returns
 * what is wrong, or NULL. */
static const char *read_decimal(char *word, char *decimal, char *why, size_t size) {
    char *comma = strchr(word, ','), *point = strchr(word, '.');
    *decimal = comma ? ',' : point ? '.' : '\0';
    if (comma && point)
        snprintf(why, size, "'%s' has a point and a comma, and not as thousands have them", word);
    else if (comma && strchr(comma + 1, ','))
        snprintf(why, size, "'%s' is not a number", word);
    else
        why = NULL;
    if (!why && comma)
        *comma = '.';
    return why;
}

/* The mark between thousands in a number that has commas and points, "1.234,5"; '\0': there is
 * none. */
char lt_field_thousands(const char *text, size_t length) {
    const char *comma = memchr(text, ',', length), *point = memchr(text, '.', length);
    const char mark = !comma || !point ? '\0' : comma < point ? ',' : '.';
    char word[64];
    size_t size;
    return mark && (size = lt_field_without(mark, text, length, word, sizeof word)) < length &&
                   !memchr(word, mark, size) && strspn(word, "+-.,0123456789eE") == size
               ? mark
               : '\0';
}

/* Copies a number without its marks between thousands into WORD, of SIZE characters, if they are
 * in groups of three; returns its length. */
size_t lt_field_without(char mark, const char *text, size_t length, char *word, size_t size) {
    const char decimal = mark == ',' ? '.' : ',', *stop = text + length;
    const char *first = memchr(text, mark, length), *end = memchr(text, decimal, length);
    size_t count = 0;
    end = end ? end : stop;
    bool grouped = first && first < end;
    for (const char *at = first; grouped && at < end; at += 4)
        grouped = *at == mark && end - at >= 4 && isdigit((unsigned char)at[1]) &&
                  isdigit((unsigned char)at[2]) && isdigit((unsigned char)at[3]);
    for (const char *at = text; at < stop && count + 1 < size; at++)
        if (!grouped || *at != mark || at >= end)
            word[count++] = *at;
    word[count] = '\0';
    return count;
}

/* Reads a field as a number into *VALUE; NaN if it is empty or a word such as NA. *DECIMAL is
 * the decimal mark, '\0': none. Returns what is wrong, or NULL. */
const char *lt_field_number(const char *text, size_t length, double *value, char *decimal,
                            char *why, size_t size) {
    char word[64], read[64], *end = read;
    lt_field_trim(&text, &length);
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    *value = NAN;
    *decimal = '\0';
    if (is_missing(word))
        return NULL;
    memcpy(read, word, sizeof read);
    char *power = read + strspn(read, "+-.,0123456789"); /* 1.0D-03, as Fortran writes it */
    if (power > read && (*power == 'D' || *power == 'd') &&
        strspn(power + 1, "+-0123456789") == strlen(power + 1))
        *power = 'e';
    const bool plain = strspn(read, "+-.,0123456789eE") == strlen(read);
    const char *wrong = plain ? read_decimal(read, decimal, why, size) : NULL;
    if (wrong)
        return wrong;
    if (length < sizeof word && !strpbrk(word, "xX("))
        *value = strtod(read, &end);
    if (end != read && !*end && isfinite(*value))
        return NULL;
    *value = end != read && !*end ? *value : NAN;
    snprintf(why, size, "'%s' is not a number; leave the field empty where a value is missing",
             word);
    return why;
}

/* A unit without brackets around it; *LENGTH becomes its length. */
const char *lt_field_unit(const char *text, size_t *length) {
    const bool bracket = *length > 1 && ((*text == '[' && text[*length - 1] == ']') ||
                                         (*text == '(' && text[*length - 1] == ')'));
    *length -= 2 * bracket;
    return text + bracket;
}

/* The end of a message on a row of COUNT fields where there are fewer COLUMNS: decimal commas,
 * if the separator is a comma; or "". */
const char *lt_field_hint(char separator, size_t count, size_t columns) {
    return separator == ',' && count > columns ? "; if they are decimal commas, separate the "
                                                 "fields with semicolons, or write 0.93 for "
                                                 "0,93"
                                               : "";
}
