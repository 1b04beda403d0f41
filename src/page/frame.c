/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page/frame.h"

#include "config.h"
#include "figure/html.h"
#include "page_parts.h" /* frame_style[]: by lines */

#include <math.h>
#include <sha2.h>
#include <string.h>

/* ---- The head -------------------------------------------------------------------------------- */

/* Writes a text that is stored as lines, a list that ends with NULL. */
void lt_frame_lines(FILE *page, const char *const *lines) {
    for (; *lines; lines++)
        fputs(*lines, page);
}

/* Adds a text that is stored as lines to a hash. */
static void add_to_hash(SHA2_CTX *context, const char *const *lines) {
    for (; *lines; lines++)
        SHA256Update(context, (const uint8_t *)*lines, strlen(*lines));
}

/* Writes the hash of two texts in a row (SECOND may be NULL), by which the content security policy
 * allows one style sheet or script. */
static void put_hash(FILE *page, const char *const *first, const char *const *second) {
    static const char *const none[] = {NULL};
    SHA2_CTX context;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&context);
    add_to_hash(&context, first);
    add_to_hash(&context, second ? second : none);
    SHA256Final(digest, &context);
    fputs(" 'sha256-", page);
    lt_html_base64(page, digest, sizeof digest);
    fputc('\'', page);
}

/* Writes the head of a page with title, style sheet and a policy that forbids all other content.
 * SCRIPT: the only script allowed, or NULL. */
void lt_frame_begin(FILE *page, const char *title, const char *const *style,
                    const char *const *script) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"generator\" content=\"lawtester " LT_VERSION "\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "base-uri 'none'; form-action 'none'; ",
          page);
    fputs(script ? "script-src 'wasm-unsafe-eval'" : "img-src data:", page);
    if (script)
        put_hash(page, script, NULL);
    fputs(script ? "; worker-src blob:; style-src" : "; style-src", page);
    put_hash(page, frame_style, style);
    lt_html_print(page, "\">\n<title>%s - lawtester</title>\n<style>", title);
    lt_frame_lines(page, frame_style);
    lt_frame_lines(page, style);
    fputs("</style>\n</head>\n", page);
}

/* ---- Members --------------------------------------------------------------------------------- */

/* Returns the text of a member; "" if there is none. */
const char *lt_frame_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Returns the number of a member; NAN if there is none. */
double lt_frame_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Returns true if a member is there and true; false if it is false, null or missing. */
bool lt_frame_is_true(const json_t *object, const char *key) {
    return json_is_true(json_object_get(object, key));
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Writes a cell with the text of the column's member. */
void lt_frame_put_text(FILE *page, const json_t *row, const struct lt_frame_column *column) {
    lt_html_put(page, lt_frame_text(row, column->key));
}

/* Writes a cell with the text of the column's member, set as code. */
void lt_frame_put_code(FILE *page, const json_t *row, const struct lt_frame_column *column) {
    lt_html_print(page, "<code>%s</code>", lt_frame_text(row, column->key));
}

/* Writes a cell with the number of the column's member and its unit; a dash if there is none. */
void lt_frame_put_number(FILE *page, const json_t *row, const struct lt_frame_column *column) {
    const double value = lt_frame_number(row, column->key);
    const char *unit = column->unit ? lt_frame_text(row, column->unit) : "";
    if (isnan(value))
        fputs("&ndash;", page);
    else if (!unit[0] || strcmp(unit, "1") == 0)
        lt_html_print(page, "%.*g", column->digits, value);
    else
        lt_html_print(page, "%.*g&nbsp;%s", column->digits, value, unit);
}

/* Writes a whole cell with a verdict; COLOUR is its class, "ok" or "bad". */
void lt_frame_put_verdict(FILE *page, const char *colour, const char *verdict) {
    lt_html_print(page, "<td class=\"%s\">%s</td>", colour, verdict);
}

/* Writes a cell of a table with the mark-up of its column; LT_CELL_ITSELF writes its own. */
static void put_cell(FILE *page, const struct lt_frame_column *column, const json_t *row) {
    if (column->kind == LT_CELL_NAME)
        fputs("<th scope=\"row\">", page);
    else if (column->kind != LT_CELL_ITSELF)
        lt_html_print(page,
                      column->kind == LT_CELL_NUMBER ? "<td class=\"number\" data-head=\"%s\">"
                                                     : "<td data-head=\"%s\">",
                      column->head);
    column->put(page, row, column);
    fputs(column->kind == LT_CELL_NAME     ? "</th>"
          : column->kind == LT_CELL_ITSELF ? ""
                                           : "</td>",
          page);
}

/* Writes a table that scrolls by itself: columns (their list ends with head NULL) over ROWS, a list
 * of objects. */
void lt_frame_table(FILE *page, const char *caption, const struct lt_frame_column *columns,
                    const json_t *rows) {
    size_t i;
    const json_t *row;
    const struct lt_frame_column *column;
    lt_html_print(page,
                  "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n"
                  "<table>\n<thead><tr>",
                  caption);
    for (column = columns; column->head; column++)
        lt_html_print(page,
                      column->kind == LT_CELL_NUMBER ? "<th scope=\"col\" class=\"number\">%s</th>"
                                                     : "<th scope=\"col\">%s</th>",
                      column->head);
    fputs("</tr></thead>\n<tbody>\n", page);
    /* A line for each object. */
    json_array_foreach(rows, i, row) {
        fputs("<tr>", page);
        for (column = columns; column->head; column++)
            put_cell(page, column, row);
        fputs("</tr>\n", page);
    }
    fputs("</tbody>\n</table>\n</div>\n", page);
}
