/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame.h: what every HTML page is made of: its head and its tables. */
#ifndef LT_FRAME_H
#define LT_FRAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* The head of a page with this style sheet, behind the one of all pages, which may load nothing and
 * run no script but SCRIPT; NULL: none. Texts are lists of lines that end with NULL. */
void lt_frame_begin(FILE *page, const char *title, const char *const *style,
                    const char *const *script);
void lt_frame_lines(FILE *page, const char *const *lines);

/* Members of a document: "" if there is no text; NAN for null, which represents a value that is not
 * finite. */
const char *lt_frame_text(const json_t *object, const char *key);
double lt_frame_number(const json_t *object, const char *key);
bool lt_frame_is_true(const json_t *object, const char *key);

/* A column of a table: its heading, and how the member KEY of a row is shown. PUT writes what is in
 * the cell, or the cell itself. */
struct lt_frame_column {
    const char *head, *key;
    void (*put)(FILE *page, const json_t *row, const struct lt_frame_column *column);
    enum { LT_CELL_TEXT, LT_CELL_NUMBER, LT_CELL_NAME, LT_CELL_ITSELF } kind;
    int digits;
    const char *unit; /* the member with the unit of a number; NULL: it has none */
};

/* PUT functions: a text, as code; a number of so many digits with its unit. */
void lt_frame_put_text(FILE *page, const json_t *row, const struct lt_frame_column *column);
void lt_frame_put_code(FILE *page, const json_t *row, const struct lt_frame_column *column);
void lt_frame_put_number(FILE *page, const json_t *row, const struct lt_frame_column *column);

/* A cell with a verdict, in the colour of "ok" or "bad". */
void lt_frame_put_verdict(FILE *page, const char *colour, const char *verdict);

/* A table of ROWS, a list of objects; COLUMNS end with {0}. A table wider than the window scrolls
 * by itself, also by keyboard. In a narrow window the heading is repeated before each cell. */
void lt_frame_table(FILE *page, const char *caption, const struct lt_frame_column *columns,
                    const json_t *rows);

#endif
