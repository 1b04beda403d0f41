/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result/catalogue.h"

#include "base/arena.h"
#include "base/text.h"
#include "formula/names.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 96 };

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Returns the list of words that a key's value may be; empty if it takes no words. */
static json_t *words_of_key(const struct lt_key *key) {
    json_t *words = json_array();
    for (size_t i = 0; key->words && key->words[i]; i++)
        json_array_append_new(words, json_string(key->words[i]));
    return words;
}

/* Adds the finite limits of a number (SI) to ROW: "above" or "min", and "max". */
static void put_limits(json_t *row, const struct lt_range *range) {
    if (isfinite(range->min))
        json_object_set_new(row, range->above_min ? "above" : "min", json_real(range->min));
    if (isfinite(range->max))
        json_object_set_new(row, "max", json_real(range->max));
}

/* Describes one key of a stage program as JSON: path, kind of value, unit, default, limits and
 * meaning. */
static json_t *key_object(const struct lt_keys_row *row, struct lt_arena *arena) {
    const struct lt_key *key = row->key;
    json_t *object =
        json_pack("{s:s, s:s, s:s*, s:s*, s:b, s:s*, s:s*}", "path", row->path, "value",
                  lt_keys_value(key, arena), "unit",
                  key->range.unit && *key->range.unit ? key->range.unit : NULL, "default",
                  lt_keys_preset(key), "required", key->required, "as", row->same, "doc", key->doc);
    if (key->range.unit)
        put_limits(object, &key->range);
    if (key->words)
        json_object_set_new(object, "words", words_of_key(key));
    if (key->only.words)
        json_object_set_new(object, "only",
                            json_pack("{s:s}", key->only.key, lt_schema_only(key, arena)));
    return object;
}

/* Prints TEXT wrapped at WIDTH columns; lines after the first are indented by INDENT blanks. */
static void print_folded(FILE *out, const char *text, int indent) {
    size_t room = WIDTH;
    while (*text) {
        size_t length = strlen(text);
        if (length > room)
            for (length = room; length > 1 && text[length] != ' ';)
                length--;
        fprintf(out, "%.*s\n", (int)length, text);
        text += length + strspn(text + length, " ");
        fprintf(out, "%*s", *text ? indent : 0, "");
        room = (size_t)(WIDTH - indent);
    }
}

/* Returns the limits of a number as text after a comma, e.g. ", above 0" or ", 0 to 1"; "" if there
 * are none. */
static const char *limits_text(const struct lt_range *range, struct lt_arena *arena) {
    const char *least = range->above_min ? "above " : isfinite(range->max) ? "" : "at least ";
    if (!range->unit || !(isfinite(range->min) || isfinite(range->max)))
        return "";
    const char *low = lt_arena_print(arena, ", %s%.10g", least, range->min);
    return isfinite(range->max)
               ? lt_arena_print(arena, range->above_min ? "%s, at most %.10g" : "%s to %.10g", low,
                                range->max)
               : low;
}

/* Returns the value of a key in words: kind, words, unit, limits, condition, and whether it is
 * required or has a default. */
static const char *describe_key(const struct lt_keys_row *row, struct lt_arena *arena) {
    const struct lt_key *key = row->key;
    const char *text = lt_keys_value(key, arena), *unit = key->range.unit,
               *preset = lt_keys_preset(key);
    for (size_t i = 0; key->words && key->words[i]; i++)
        text = lt_arena_print(arena, "%s%s%s", text, i ? ", " : ": ", key->words[i]);
    if (unit && *unit && strcmp(unit, "1") != 0)
        text = lt_arena_print(arena, "%s, %s", text, unit);
    text = lt_arena_print(arena, "%s%s", text, limits_text(&key->range, arena));
    if (key->only.words)
        text = lt_arena_print(arena, "%s; only with %s: %s", text, key->only.key,
                              lt_schema_only(key, arena));
    if (key->required)
        return lt_arena_print(arena, "%s; required%s", text, row->one_of ? " in its form" : "");
    return preset ? lt_arena_print(arena, "%s; default: %s", text, preset) : text;
}

/* Prints a key of a stage program in two paragraphs: path and value, then its meaning. */
static void print_key(FILE *out, const struct lt_keys_row *row, struct lt_arena *arena) {
    enum { INDENT = 4 };
    const char *same = row->same ? lt_arena_print(arena, " (below it: as %s)", row->same) : "";
    print_folded(out, lt_arena_print(arena, "%s  %s", row->path, describe_key(row, arena)), INDENT);
    print_folded(out, lt_arena_print(arena, "%*s%s%s", INDENT, "", row->key->doc, same), INDENT);
}

/* Returns a JSON document of all keys of a stage program; the caller owns it. */
json_t *lt_catalogue_keys(const struct lt_keys_row *rows, size_t count, struct lt_arena *arena) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, key_object(&rows[i], arena));
    return json_pack("{s:o}", "keys", list);
}

/* Returns a list of all keys of a stage program as malloc'd text. */
char *lt_catalogue_keys_text(const struct lt_keys_row *rows, size_t count, struct lt_arena *arena) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (size_t i = 0; i < count; i++)
        print_key(out, &rows[i], arena);
    return lt_text_end(&text);
}

/* ---- Results --------------------------------------------------------------------------------- */

#define ROW(ID, name, unit, doc, null) {#name, unit, doc, null},

/* The results of every run, then those derived from each column. */
static const struct result {
    const char *name, *unit, *doc, *null;
} results[] = {
    LT_RESULTS(ROW) LT_BANDS(ROW){"NAME_end", "",
                                  "last value of a column, of contact, or of a recorded formula",
                                  "it has no value there"},
    {"NAME_highest", "", "highest value of a column in the whole run, the start included",
     "the run failed"},
    {"NAME_lowest", "", "lowest value of a column in the whole run, the start included",
     "the run failed"},
};
enum { N_RESULTS = sizeof results / sizeof *results };

/* Returns a JSON document of the results of a run: name, unit, meaning and when they are null. The
 * caller owns it. */
json_t *lt_catalogue_results(void) {
    json_t *list = json_array();
    for (const struct result *r = results; r < results + N_RESULTS; r++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", r->name, "unit",
                                              r->unit, "doc", r->doc, "null_when", r->null));
    return json_pack("{s:o}", "results", list);
}

/* Returns a list of the results of a run as malloc'd text. */
char *lt_catalogue_results_text(void) {
    struct lt_text text;
    FILE *out = lt_text_begin(&text);
    for (const struct result *r = results; r < results + N_RESULTS; r++)
        fprintf(out, "%-20s %-3s %s\n%-24s null: %s\n", r->name, r->unit, r->doc, "", r->null);
    return lt_text_end(&text);
}
