/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.h: fields of text tables as various programs write them: separated by commas, semicolons,
 * tabs or blanks, quoted or not, with units in the header, with decimal commas. */
#ifndef LT_FIELD_H
#define LT_FIELD_H

#include <stdbool.h>
#include <stddef.h>

/* The reason why a file that begins with these LENGTH bytes is not a text table; NULL: it may be
 * one. */
const char *lt_field_foreign(const char *bytes, size_t length);

/* The separator of a header: its first comma, semicolon or tab outside quotes; 0: none. */
char lt_field_separator(const char *line, size_t length);

/* The length of a field up to SEPARATOR or END; one that begins with a quote goes to the next quote
 * that is not doubled. */
size_t lt_field_length(const char *text, const char *end, char separator);

static inline bool lt_field_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Strips surrounding blanks, carriage returns and quotes. */
void lt_field_trim(const char **text, size_t *length);

/* Splits "v [mm/s]", "v (mm/s)", "v / mm/s" and the like: NAME is the length of "v"; UNIT points to
 * "mm/s", or is NULL. "c_1[2]" is a name. */
void lt_field_head(const char *text, size_t length, size_t *name, const char **unit,
                   size_t *unit_length);

/* The factor from a header's unit to UNIT ("": to SI); "-" and no unit give 1, "%" 0.01. False:
 * the unit is unknown or has another dimension, and WHY says so. */
bool lt_field_factor(const char *header, const char *unit, double *factor, char *why, size_t size);

/* Reads the number in a field: NULL, or what is wrong. An empty field is NAN; an infinite number is
 * an error. DECIMAL: its decimal point or comma, 0 if it has none. */
const char *lt_field_number(const char *text, size_t length, double *value, char *decimal,
                            char *why, size_t size);

/* Returns the thousands separator of a number that has one beside the decimal mark, as in
 * "1,234.5"; 0 if there is none. The second function writes to WORD the number without MARK if its
 * digits are in groups of three, and returns its length. */
char lt_field_thousands(const char *text, size_t length);
size_t lt_field_without(char mark, const char *text, size_t length, char *word, size_t size);

/* Strips brackets: "[mm/s]" becomes "mm/s". */
const char *lt_field_unit(const char *text, size_t *length);

/* The hint for a row of COUNT fields where COLUMNS are expected: decimal commas may be the reason;
 * "": they are not. */
const char *lt_field_hint(char separator, size_t count, size_t columns);

#define LT_FIELD_COMMAS "numbers have decimal commas: '0,93' is read as 0.93"

#endif
