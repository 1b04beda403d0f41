/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/field.h"

#include "base/glyph.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AS_TEXT "; save it as 'CSV UTF-8'"

const char *lt_field_foreign(const char *bytes, size_t length) {
    static const struct {
        const char *begin;
        size_t length;
        const char *why;
    } known[] = {
        {"PK\3\4", 4, "this is a workbook (.xlsx, .ods), not a text table" AS_TEXT},
        {"\xd0\xcf\x11\xe0", 4, "this is a workbook (.xls), not a text table" AS_TEXT},
        {"\xff\xfe", 2, "this is text in UTF-16" AS_TEXT},
        {"\xfe\xff", 2, "this is text in UTF-16" AS_TEXT},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (length >= known[i].length && memcmp(bytes, known[i].begin, known[i].length) == 0)
            return known[i].why;
    return NULL;
}

size_t lt_field_length(const char *text, const char *end, char separator) {
    const char *at = text;
    for (bool quoted = false; at < end && *at != '\n' && (quoted || *at != separator); at++)
        quoted ^= *at == '"';
    return (size_t)(at - text);
}

char lt_field_separator(const char *line, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= line[i] == '"';
        if (!quoted && line[i] && strchr(",;\t", line[i]))
            return line[i];
    }
    return 0;
}

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

void lt_field_head(const char *text, size_t length, size_t *name, const char **unit,
                   size_t *unit_length) {
    char last = length > 0 ? text[length - 1] : '\0';
    const char *open = last == ']'   ? memrchr(text, '[', length)
                       : last == ')' ? memrchr(text, '(', length)
                                     : NULL;
    *name = open ? (size_t)(open - text) : length;
    while (open && *name > 0 && lt_field_is_blank(text[*name - 1]))
        --*name;
    *unit = open ? open + 1 : NULL;
    *unit_length = open ? (size_t)(text + length - open) - 2 : 0;
}

bool lt_field_factor(const char *header, const char *unit, double *factor, char *why, size_t size) {
    char quantity[128];
    *factor = 1;
    if (!*header || strcmp(header, "-") == 0)
        return true;
    const char *foreign = lt_glyph_ill_formed(header, strlen(header));
    if (foreign) {
        snprintf(why, size,
                 "its unit is not UTF-8 text (byte 0x%02X); save the table as 'CSV UTF-8'",
                 (unsigned char)*foreign);
        return false;
    }
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

static bool is_missing(const char *word) {
    static const char *const words[] = {"", "-", "NA", "N/A", "nan", "NaN", "NAN", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Replaces a comma that may be a decimal comma by a point. */
static const char *read_decimal(char *word, char *decimal, char *why, size_t size) {
    char *comma = strchr(word, ','), *point = strchr(word, '.');
    *decimal = comma ? ',' : point ? '.' : '\0';
    if (comma && point)
        snprintf(why, size, "'%s' has a point and a comma; write it without thousands separators",
                 word);
    else if (comma && strchr(comma + 1, ','))
        snprintf(why, size, "'%s' is not a number", word);
    else
        why = NULL;
    if (!why && comma)
        *comma = '.';
    return why;
}

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
    const bool plain = strspn(word, "+-.,0123456789eE") == strlen(word);
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

const char *lt_field_unit(const char *text, size_t *length) {
    const bool bracket = *length > 1 && ((*text == '[' && text[*length - 1] == ']') ||
                                         (*text == '(' && text[*length - 1] == ')'));
    *length -= 2 * bracket;
    return text + bracket;
}

const char *lt_field_hint(char separator, size_t count, size_t columns) {
    return separator == ',' && count > columns ? "; if they are decimal commas, separate the "
                                                 "fields with semicolons, or write 0.93 for "
                                                 "0,93"
                                               : "";
}
