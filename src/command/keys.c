/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "keys_schema.h"
#include "model/keys.h"
#include "model/parse.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 96 };

static json_t *words_of_key(const struct lt_key *key) {
    json_t *words = json_array();
    for (size_t i = 0; key->words && key->words[i]; i++)
        json_array_append_new(words, json_string(key->words[i]));
    return words;
}

static void put_limits(json_t *row, const struct lt_range *range) {
    if (isfinite(range->min))
        json_object_set_new(row, range->above_min ? "above" : "min", json_real(range->min));
    if (isfinite(range->max))
        json_object_set_new(row, "max", json_real(range->max));
}

static json_t *key_document(const struct lt_keys_row *row, struct lt_arena *arena) {
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

/* Prints TEXT wrapped, with later lines indented. */
static void print_folded(const char *text, int indent) {
    size_t room = WIDTH;
    while (*text) {
        size_t length = strlen(text);
        if (length > room)
            for (length = room; length > 1 && text[length] != ' ';)
                length--;
        printf("%.*s\n", (int)length, text);
        text += length + strspn(text + length, " ");
        printf("%*s", *text ? indent : 0, "");
        room = (size_t)(WIDTH - indent);
    }
}

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

static void print_key(const struct lt_keys_row *row, struct lt_arena *arena) {
    enum { INDENT = 4 };
    const char *same = row->same ? lt_arena_print(arena, " (below it: as %s)", row->same) : "";
    print_folded(lt_arena_print(arena, "%s  %s", row->path, describe_key(row, arena)), INDENT);
    print_folded(lt_arena_print(arena, "%*s%s%s", INDENT, "", row->key->doc, same), INDENT);
}

struct keys_call {
    struct call call;
    bool schema, presets;
};

static const struct lt_key *top_of(const struct call *call) {
    return ((const struct keys_call *)call)->presets ? lt_preset_file_keys : lt_parse_keys;
}

static int unknown_section(const struct call *call, const char *path) {
    const struct lt_key *top = top_of(call);
    const char *place = top == lt_parse_keys ? lt_keys_place(path, call->arena) : NULL;
    size_t count;
    const struct lt_keys_row *rows = lt_keys_list(top, "", &count, call->arena);
    const char **paths = lt_arena_get(call->arena, (count + 1) * sizeof *paths);
    for (size_t i = 0; i < count; i++)
        paths[i] = rows[i].path;
    if (place)
        return lt_command_misused(call, "no key '%s'; there is '%s'", path, place);
    return lt_command_misused(call, "unknown key '%s'%s", path,
                              lt_options_hint(path, paths, count, call->arena));
}

static int print_schema(const struct call *call) {
    json_t *schema = top_of(call) == lt_parse_keys ? lt_keys_schema(call->laws, call->arena)
                                                   : lt_keys_schema_presets(call->arena);
    lt_command_print_json(schema);
    json_decref(schema);
    return DONE;
}

static int perform(const struct call *call) {
    if (((const struct keys_call *)call)->schema)
        return call->n_files ? lt_command_misused(call, "--schema is of all keys, without SECTION")
                             : print_schema(call);
    if (call->n_files > 1)
        return lt_command_misused(call, "keys takes one SECTION");
    const char *section = call->n_files ? call->files[0] : "";
    size_t count;
    const struct lt_keys_row *rows = lt_keys_list(top_of(call), section, &count, call->arena);
    if (count == 0)
        return unknown_section(call, section);
    json_t *list = json_array(), *document = json_pack("{s:o}", "keys", list);
    for (size_t i = 0; i < count; i++)
        if (call->json)
            json_array_append_new(list, key_document(&rows[i], call->arena));
        else
            print_key(&rows[i], call->arena);
    if (call->json)
        lt_command_print_json(document);
    json_decref(document);
    return DONE;
}

static void propose_sections(struct lt_proposals *proposals) {
    size_t count, typed = strlen(proposals->typed);
    const struct lt_keys_row *rows =
        lt_keys_list(top_of(proposals->call), "", &count, proposals->call->arena);
    for (size_t i = 0; i < count; i++)
        if (strlen(rows[i].path) < typed || !strpbrk(rows[i].path + typed, ".["))
            lt_propose_word(proposals, rows[i].path, "%s", rows[i].key->doc);
}

static const struct lt_option options[] = {
    JSON_OPTION,
    LT_OPTION(0, struct keys_call, schema, "schema", NULL, "a JSON Schema, for editors"),
    LT_OPTION(0, struct keys_call, presets, "presets", NULL,
              "the keys of a file of presets, the laws of another code"),
    PLUGIN_OPTION,
    HELP_OPTION,
    {0},
};

const struct command command_keys = {
    .name = "keys",
    .arguments = "[SECTION]",
    .summary = "List the keys of a stage program: what they take, unit, default, meaning.",
    .options = options,
    .size = sizeof(struct keys_call),
    .perform = perform,
    .propose = propose_sections,
};
