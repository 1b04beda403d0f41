/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include "program/keys.h"
#include "program/parse.h"
#include "result/catalogue.h"
#include "result/keys_schema.h"

#include <string.h>

struct keys_call {
    struct call call;
    bool schema, presets;
};

/* The keys at the top of a stage program, or of a file of presets with --presets. */
static const struct lt_key *top_of(const struct call *call) {
    return ((const struct keys_call *)call)->presets ? lt_preset_file_keys : lt_parse_keys;
}

/* Reports an unknown section with a hint; returns BAD_USAGE. */
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

/* Prints the keys as a JSON Schema; returns the exit code. */
static int print_schema(const struct call *call) {
    lt_command_print_json(top_of(call) == lt_parse_keys ? lt_keys_schema(call->laws, call->arena)
                                                        : lt_keys_schema_presets(call->arena));
    return DONE;
}

/* Performs 'lawtester keys'; returns the exit code. */
static int perform(const struct call *call) {
    const bool schema = ((const struct keys_call *)call)->schema;
    if (schema && call->n_files)
        return lt_command_misused(call, "--schema is of all keys, without SECTION");
    if (schema)
        return print_schema(call);
    if (call->n_files > 1)
        return lt_command_misused(call, "keys takes one SECTION");
    const char *section = call->n_files ? call->files[0] : "";
    size_t count;
    const struct lt_keys_row *rows = lt_keys_list(top_of(call), section, &count, call->arena);
    if (count == 0)
        return unknown_section(call, section);
    if (call->json)
        lt_command_print_json(lt_catalogue_keys(rows, count, call->arena));
    else
        lt_command_print(lt_catalogue_keys_text(rows, count, call->arena));
    return DONE;
}

/* Proposes sections for completion, one level below the typed text. */
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
