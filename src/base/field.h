/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.h: the fields of tables as programs of all kinds write them: parted by commas, semicolons,
 * tabs or blanks, in quotes or not, with units in the header, with decimal commas. */
#ifndef LT_FIELD_H
#define LT_FIELD_H

#include <stdbool.h>
#include <stddef.h>

/* Why what begins with these bytes is no table in text; NULL: it may be one. */
const char *lt_field_foreign(const char *bytes, size_t length);

/* What parts the fields of a header: the first comma, semicolon or tab outside quotes; 0: none. */
char lt_field_separator(const char *line, size_t length);

/* The characters of a field, up to SEPARATOR outside quotes, the end of the line or of the text. */
size_t lt_field_length(const char *text, const char *end, char separator);

static inline bool lt_field_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Without blanks, carriage returns and quotes around it. */
void lt_field_trim(const char **text, size_t *length);

/* Of "v [mm/s]" or "v (mm/s)": NAME is how long "v" is; UNIT points to "mm/s", or is NULL. */
void lt_field_head(const char *text, size_t length, size_t *name, const char **unit,
                   size_t *unit_length);

/* What one of a unit of the header is in UNIT ("": in SI); "-" and no unit are 1, "%" is 0.01.
 * False and WHY: it is unknown, or has another dimension. */
bool lt_field_factor(const char *header, const char *unit, double *factor, char *why, size_t size);

/* A number of a field: NULL, or what is wrong. What is missing is NAN; what is infinite is told to
 * be wrong, too. DECIMAL: its point or comma, 0 if it has none. */
const char *lt_field_number(const char *text, size_t length, double *value, char *decimal,
                            char *why, size_t size);

/* Without the brackets around it: "[mm/s]" is "mm/s". */
const char *lt_field_unit(const char *text, size_t *length);

/* What to say of a row of COUNT fields where COLUMNS are wanted: that decimal commas may be the
 * reason; "": they are not. */
const char *lt_field_hint(char separator, size_t count, size_t columns);

#define LT_FIELD_COMMAS "numbers have decimal commas: '0,93' is read as 0.93"

#endif
