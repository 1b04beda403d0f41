/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys_schema.c: each table of keys becomes a definition, referred to wherever it may be used. An
 * unquoted YAML value may be a number or a text, "5" or "5 mm", so both types are allowed. */
#include "result/keys_schema.h"

#include "base/arena.h"
#include "base/choice.h"
#include "program/keys.h"
#include "program/parse.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TABLES = 200 };

/* A schema being written: the laws it covers, its definitions, and which tables of keys have one.
 */
struct drawing {
    const struct lt_law *const *laws;
    struct lt_arena *arena;
    json_t *definitions;
    size_t count;
    struct {
        const struct lt_key *keys;
        const char *name;
    } known[MOST_TABLES];
};

/* ---- Values ---------------------------------------------------------------------------------- */

/* Returns the JSON types, between blanks, that a kind of value may have; NULL if it has none of its
 * own. */
static const char *types_of(enum lt_value value) {
    static const char *const types[] = {[LT_VALUE_NOTHING] = "null",
                                        [LT_VALUE_TEXT] = "string number boolean",
                                        [LT_VALUE_TITLE] = "string number boolean null",
                                        [LT_VALUE_NAME] = "string number",
                                        [LT_VALUE_FILE] = "string number",
                                        [LT_VALUE_FLAG] = "boolean",
                                        [LT_VALUE_LETTERS] = "string",
                                        [LT_VALUE_NUMBER] = "number string",
                                        [LT_VALUE_SPREAD] = "number string null",
                                        [LT_VALUE_UNCERTAIN] = "number string",
                                        [LT_VALUE_COUNT] = "integer string",
                                        [LT_VALUE_VECTOR] = "number string",
                                        [LT_VALUE_QUANTITY] = "number string",
                                        [LT_VALUE_FORMULA] = "number string boolean",
                                        [LT_VALUE_CONDITION] = "string boolean",
                                        [LT_VALUE_KINDS] = NULL};
    return types[value];
}

/* Returns the words of TEXT, which blanks separate, as a JSON list. */
static json_t *list_of_words(const char *text, struct lt_arena *arena) {
    json_t *list = json_array();
    size_t count;
    const char *const *words = lt_choice_words(text, &count, arena);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(words[i]));
    return list;
}

/* Returns the schema of a value that is one of these words; "1" may also be the number 1, as YAML
 * reads it. */
static json_t *enum_of_words(const char *const *words) {
    json_t *list = json_array();
    for (; *words; words++) {
        char *end;
        double number = strtod(*words, &end);
        json_array_append_new(list, json_string(*words));
        if (!*end)
            json_array_append_new(list, json_real(number));
    }
    return json_pack("{s:o}", "enum", list);
}

/* Returns the regular expression of a text with one of these letters for each degree of freedom. */
static const char *letters_pattern(const char *const *letters, struct lt_arena *arena) {
    const char *text = "^[";
    for (; *letters; letters++)
        text = lt_arena_print(arena, "%s%s", text, *letters);
    return lt_arena_print(arena, "%s]{%d}$", text, LT_DOFS);
}

/* Adds the finite limits, in SI units, to the schema of a number. Keys without a unit have none. */
static void limit_number(json_t *schema, const struct lt_range *range) {
    if (range->unit && isfinite(range->min))
        json_object_set_new(schema, range->above_min ? "exclusiveMinimum" : "minimum",
                            json_real(range->min));
    if (range->unit && isfinite(range->max))
        json_object_set_new(schema, "maximum", json_real(range->max));
}

/* Returns the schema of a list of ITEMS, whose reference it takes over; COUNT of them, or any
 * number if 0. */
static json_t *list_schema(json_t *items, size_t count) {
    json_t *list = json_pack("{s:s, s:o}", "type", "array", "items", items);
    if (count > 0) {
        json_object_set_new(list, "minItems", json_integer((json_int_t)count));
        json_object_set_new(list, "maxItems", json_integer((json_int_t)count));
    }
    return list;
}

/* Returns the schema of a single value; NULL if the key takes only lists or maps. */
static json_t *scalar_schema(const struct lt_key *key, struct lt_arena *arena) {
    if (key->value == LT_VALUE_WORD)
        return enum_of_words(key->words);
    if (!types_of(key->value))
        return NULL;
    const bool any = key->value == LT_VALUE_NUMBER && key->range.unit &&
                     !*key->range.unit; /* a choice may be true */
    const char *types = lt_arena_print(arena, "%s%s", types_of(key->value), any ? " boolean" : "");
    json_t *schema = json_pack("{s:o}", "type", list_of_words(types, arena));
    limit_number(schema, &key->range);
    if (key->value == LT_VALUE_LETTERS)
        json_object_set_new(schema, "pattern", json_string(letters_pattern(key->words, arena)));
    return key->value == LT_VALUE_VECTOR ? list_schema(schema, 3) : schema;
}

/* Returns the description of a key with unit and default: "time step (s; default: t_c/100)". */
static const char *description(const char *doc, const char *unit, const char *preset,
                               struct lt_arena *arena) {
    const char *known = unit && *unit && strcmp(unit, "1") != 0 ? unit : "";
    if (preset)
        known = lt_arena_print(arena, "%s%sdefault: %s", known, *known ? "; " : "", preset);
    return *known ? lt_arena_print(arena, "%s (%s)", doc, known) : doc;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static json_t *key_schema(struct drawing *d, const struct lt_key *key, const char *path);

/* Adds conditions for a key that may stand only beside a certain word of another key; if it is
 * required, that word also requires it. */
static void add_dependent_key(json_t *conditions, const struct lt_key *key) {
    json_t *words = json_array();
    for (unsigned i = 0; key->only.set >> i; i++)
        if (key->only.set >> i & 1)
            json_array_append_new(words, json_string(key->only.words[i]));
    json_t *beside = json_pack("{s:{s:{s:o}}, s:[s]}", "properties", key->only.key, "enum", words,
                               "required", key->only.key);
    json_array_append_new(
        conditions, json_pack("{s:{s:[s]}, s:O}", "if", "required", key->name, "then", beside));
    if (key->required)
        json_array_append_new(
            conditions, json_pack("{s:O, s:{s:[s]}}", "if", beside, "then", "required", key->name));
    json_decref(beside);
}

/* Returns the schema of a map with these keys, which stands at PATH of a program. */
static json_t *table_schema(struct drawing *d, const struct lt_key *keys, const char *path) {
    json_t *properties = json_object(), *required = json_array(), *conditions = json_array(),
           *others = json_false();
    /* A key without a fixed name describes all others; else others are forbidden. */
    for (const struct lt_key *key = keys; key->name; key++) {
        json_t *schema = key_schema(d, key, lt_arena_print(d->arena, "%s.%s", path, key->name));
        if (lt_keys_is_any(key))
            others = schema;
        else
            json_object_set_new(properties, key->name, schema);
        if (key->only.words)
            add_dependent_key(conditions, key);
        else if (key->required)
            json_array_append_new(required, json_string(key->name));
    }
    json_t *schema = json_pack("{s:s, s:o, s:o, s:o}", "type", "object", "properties", properties,
                               "additionalProperties", others, "required", required);
    /* Some tables must have exactly one of their keys. */
    if (keys->alone)
        json_object_set_new(schema, "minProperties", json_integer(1));
    if (keys->alone)
        json_object_set_new(schema, "maxProperties", json_integer(1));
    if (json_array_size(conditions) > 0)
        json_object_set(schema, "allOf", conditions);
    json_decref(conditions);
    return schema;
}

/* Returns a name for a definition, from PATH ("stages[].done") and its first key, in ARENA. Only
 * letters, digits, "_" and "." are kept, which need no escape in a reference. */
static const char *definition_name(const char *path, const struct lt_key *keys,
                                   struct lt_arena *arena) {
    char *name = lt_arena_copy(arena, path, strlen(path)), *to = name;
    for (const char *from = path + (*path == '.'); *from; from++)
        if (isalnum((unsigned char)*from) || *from == '_' || *from == '.')
            *to++ = *from;
    *to = '\0';
    return lt_arena_print(arena, "%s.%s", name, keys->name);
}

/* Returns a reference to the definition of a table of keys, which is made at its first use, at PATH
 * of a program. */
static json_t *table_reference(struct drawing *d, const struct lt_key *keys, const char *path) {
    size_t i = 0;
    while (i < d->count && d->known[i].keys != keys)
        i++;
    if (i == d->count) {
        const char *name = definition_name(path, keys, d->arena);
        d->known[d->count].keys = keys;
        d->known[d->count++].name = name;
        json_object_set_new(d->definitions, name, table_schema(d, keys, path));
    }
    return json_pack("{s:s}", "$ref", lt_arena_print(d->arena, "#/$defs/%s", d->known[i].name));
}

/* Returns the schema of one form of a value: a list, or a map with keys. */
static json_t *form_schema(struct drawing *d, const struct lt_key *form, const char *path) {
    return *form->name == '[' ? list_schema(key_schema(d, form, path), form->count)
                              : table_reference(d, form, path);
}

/* Returns the schema of a key's value: all of its alternatives, with a description. */
static json_t *key_schema(struct drawing *d, const struct lt_key *key, const char *path) {
    json_t *any = json_array(), *scalar = scalar_schema(key, d->arena);
    if (scalar)
        json_array_append_new(any, scalar);
    for (const struct lt_key *const *form = key->forms; form && *form; form++)
        json_array_append_new(any, form_schema(d, *form, path));
    json_t *schema = json_array_size(any) == 1 ? json_incref(json_array_get(any, 0))
                                               : json_pack("{s:O}", "anyOf", any);
    json_decref(any);
    if (key->doc)
        json_object_set_new(
            schema, "description",
            json_string(description(key->doc, key->range.unit, lt_keys_preset(key), d->arena)));
    return schema;
}

/* ---- Laws ------------------------------------------------------------------------------------ */

/* Returns the schema of a choice: one of its words, which editors propose, its number or a formula.
 * CHOICES are the words, separated by blanks. */
static json_t *choice_schema(const char *choices, struct lt_arena *arena) {
    const bool flag = lt_choice_number(choices, "true") >= 0; /* true without quotes is no text */
    return json_pack("{s:[{s:o}, {s:o}]}", "anyOf", "enum", list_of_words(choices, arena), "type",
                     list_of_words(flag ? "number string boolean" : "number string", arena));
}

/* Returns the schema of a law's parameter: a number or formula within limits (SI), or a choice. */
static json_t *param_schema(const struct lt_field *field, struct lt_arena *arena) {
    const struct lt_range range = lt_schema_range(field);
    json_t *schema = field->choices ? choice_schema(field->choices, arena)
                                    : json_pack("{s:[s, s]}", "type", "number", "string");
    if (!field->choices)
        limit_number(schema, &range);
    const char *preset = isnan(field->preset) ? NULL : lt_arena_print(arena, "%g", field->preset);
    json_object_set_new(schema, "description",
                        json_string(description(field->doc, field->unit, preset, arena)));
    return schema;
}

/* Returns the schema of a part: its word, or a map with the parameters of its kind; a list of such
 * where several may stand together. */
static json_t *kind_schema(const struct lt_law *law, const struct lt_field *kind,
                           struct lt_arena *arena) {
    json_t *word = param_schema(kind, arena), *names = json_array(), *any = json_array();
    size_t most = 0;
    json_array_append_new(names, json_string("name"));
    /* Names that the map of a part may have: "name", and what belongs to its kind. */
    for (size_t i = 0; i < law->n_params + law->n_state; i++) {
        const struct lt_field *field =
            i < law->n_params ? &law->params[i] : &law->state[i - law->n_params];
        if (field->of && strstr(field->of, kind->name))
            json_array_append_new(names, json_string(field->name));
    }
    json_array_append(any, word);
    json_array_append_new(any, json_pack("{s:s, s:{s:O}, s:{s:o}}", "type", "object", "properties",
                                         "name", word, "propertyNames", "enum", names));
    /* As many parts may stand in a list as the law has places for the kind. */
    while (lt_part_list_param(law, kind->name, most) >= 0)
        most++;
    json_t *list = json_pack("{s:s, s:{s:o}, s:i, s:i}", "type", "array", "items", "anyOf",
                             json_deep_copy(any), "minItems", 1, "maxItems", (int)most);
    if (most > 1)
        json_array_append(any, list);
    json_decref(list);
    json_decref(word);
    return json_pack("{s:o}", "anyOf", any);
}

/* Returns the condition that a law has this name and no part given by formulas, which would have
 * parameters of its own. */
static json_t *named_as(const struct lt_law *law) {
    json_t *named = json_pack("{s:{s:s}}", "name", "const", law->name);
    for (const struct lt_part_word *part = law->parts; part && part->kind; part++)
        json_object_set_new(named, part->kind,
                            json_pack("{s:{s:[{s:s, s:[s]}, {s:s, s:{s:s, s:[s]}}]}}", "not",
                                      "anyOf", "type", "object", "required", "define", "type",
                                      "array", "contains", "type", "object", "required", "define"));
    return named;
}

/* Returns the condition that a law of this name has only its own parameters and states. */
static json_t *law_condition(const struct lt_law *law, struct lt_arena *arena) {
    json_t *properties = json_object(), *names = json_array();
    for (const struct lt_key *key = lt_parse_pair_law_keys; key->name; key++)
        json_array_append_new(names, json_string(key->name));
    for (size_t i = 0; i < law->n_params + law->n_state; i++) {
        const bool param = i < law->n_params;
        const struct lt_field *field = param ? &law->params[i] : &law->state[i - law->n_params];
        if (param && field->hidden)
            continue;
        json_array_append_new(names, json_string(field->name));
        if (param)
            json_object_set_new(properties, field->name,
                                lt_parts_is_kind(law, field->name) ? kind_schema(law, field, arena)
                                                                   : param_schema(field, arena));
    }
    return json_pack("{s:{s:o, s:[s]}, s:{s:o, s:{s:o}}}", "if", "properties", named_as(law),
                     "required", "name", "then", "properties", properties, "propertyNames", "enum",
                     names);
}

/* Returns the condition that a law computed by another code has numbers for its lines, and no
 * parts. */
static json_t *code_law(void) {
    json_t *keys = json_object();
    for (const struct lt_key *key = lt_parse_pair_law_keys; key->name; key++)
        if (!lt_keys_is_any(key))
            json_object_set_new(keys, key->name, json_true());
    return json_pack("{s:{s:[s]}, s:{s:o, s:{s:[s, s, s]}}}", "if", "required", "code", "then",
                     "properties", keys, "additionalProperties", "type", "number", "string",
                     "boolean");
}

/* Returns the condition that a law has a name, or is that of another code, computed there or here.
 */
static json_t *named_law(void) {
    return json_pack("{s:[{s:[s]}, {s:[s]}, {s:[s]}]}", "anyOf", "required", "name", "required",
                     "code", "required", "preset");
}

/* Returns the condition that a law without "define" has the name of a known one. */
static json_t *known_law(const struct drawing *d) {
    json_t *names = json_array();
    for (size_t i = 0; d->laws[i]; i++)
        json_array_append_new(names, json_string(d->laws[i]->name));
    return json_pack("{s:{s:{s:[s]}}, s:{s:{s:{s:o}}}}", "if", "not", "required", "define", "then",
                     "properties", "name", "enum", names);
}

/* Adds to the definition of the law's keys the conditions for each known law. */
static void draw_laws(struct drawing *d, const struct lt_key *keys) {
    json_t *list = json_array(), *reference = table_reference(d, keys, "law");
    const char *name = strrchr(json_string_value(json_object_get(reference, "$ref")), '/') + 1;
    json_array_append_new(list, named_law());
    json_array_append_new(list, known_law(d));
    json_array_append_new(list, code_law());
    for (size_t i = 0; d->laws[i]; i++)
        json_array_append_new(list, law_condition(d->laws[i], d->arena));
    json_object_set_new(json_object_get(d->definitions, name), "allOf", list);
    json_decref(reference);
}

/* Appends a name to the list unless it is there. */
static void add_property_name(json_t *names, const char *name) {
    for (size_t i = 0; i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            return;
    json_array_append_new(names, json_string(name));
}

/* Returns the keys of TABLE and the parameters of all laws: ALL, or only those that materials may
 * give. */
static json_t *property_names(const struct drawing *d, const struct lt_key *table, bool all) {
    json_t *names = json_array();
    for (; table->name; table++)
        add_property_name(names, table->name);
    for (size_t i = 0; d->laws[i]; i++)
        for (size_t k = 0; k < d->laws[i]->n_params; k++)
            if ((all || lt_laws_inherits(d->laws[i], &d->laws[i]->params[k])) &&
                !d->laws[i]->params[k].hidden)
                add_property_name(names, d->laws[i]->params[k].name);
    return names;
}

/* Adds the condition that materials and pairs have only parameters of known laws, unless the
 * program defines its own law. */
static void draw_materials(const struct drawing *d, json_t *root) {
    json_object_set_new(root, "if",
                        json_pack("{s:{s:{s:[s]}}}", "properties", "law", "required", "define"));
    json_object_set_new(root, "else",
                        json_pack("{s:{s:{s:{s:{s:o}}}, s:{s:{s:{s:o}}}}}", "properties",
                                  "materials", "additionalProperties", "propertyNames", "enum",
                                  property_names(d, *lt_parse_pair_materials_keys->forms, false),
                                  "pairs", "items", "propertyNames", "enum",
                                  property_names(d, *lt_parse_pair_couples_keys->forms, true)));
}

/* Adds version, title and definitions to the schema, and returns it. */
static json_t *finish_schema(const struct drawing *d, json_t *root, const char *title) {
    json_object_set_new(root, "$schema",
                        json_string("https://json-schema.org/draft/2020-12/schema"));
    json_object_set_new(root, "title", json_string(title));
    json_object_set_new(root, "$defs", d->definitions);
    return root;
}

/* Returns the JSON schema of stage programs with these laws (the list ends with NULL); the caller
 * owns it. */
json_t *lt_keys_schema(const struct lt_law *const *laws, struct lt_arena *arena) {
    struct drawing *d = lt_arena_get(arena, sizeof *d);
    *d = (struct drawing){.laws = laws, .arena = arena, .definitions = json_object()};
    json_t *root = table_schema(d, lt_parse_keys, "");
    draw_laws(d, lt_parse_pair_law_keys);
    draw_laws(d, lt_parse_pair_law_other_keys);
    draw_materials(d, root);
    return finish_schema(d, root, "Stage program of lawtester");
}

/* Returns the JSON schema of files of presets; the caller owns it. */
json_t *lt_keys_schema_presets(struct lt_arena *arena) {
    struct drawing *d = lt_arena_get(arena, sizeof *d);
    *d = (struct drawing){.arena = arena, .definitions = json_object()};
    return finish_schema(d, table_schema(d, lt_preset_file_keys, ""), "Presets of lawtester");
}
