/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/keys.h"

#include "base/arena.h"
#include "program/parse.h"

#include <ctype.h>
#include <string.h>

enum { MOST_KEYS = 500, DEEPEST = 8 };

/* The list being built. */
struct listing {
    struct lt_arena *arena;
    struct lt_keys_row *rows;
    size_t count;
};

/* True if a key stands for any name of the user's ("NAME") or for an item of a list ("[]"). */
bool lt_keys_is_any(const struct lt_key *key) {
    return isupper((unsigned char)*key->name) || *key->name == '[';
}

/* The path of the key BELOW in the map at PATH: "motion.dt", "stages[]". */
static const char *path_below(const char *path, const char *below, struct lt_arena *arena) {
    return lt_arena_print(arena, "%s%s%s", path, *path && *below != '[' ? "." : "", below);
}

/* True if a key is listed already: several forms of one map may have the same key. */
static bool is_listed(const struct listing *listing, const char *path) {
    size_t i = 0;
    while (i < listing->count && strcmp(listing->rows[i].path, path) != 0)
        i++;
    return i < listing->count;
}

/* The path at which the maps below this key are listed already, so that they are not repeated;
 * NULL: nowhere. */
static const char *listed_forms(const struct listing *listing, const struct lt_key *key) {
    for (size_t i = 0; key->forms && i < listing->count; i++)
        for (const struct lt_key *const *form = listing->rows[i].key->forms; form && *form; form++)
            if (*form == *key->forms && (*form)->name[0] != '[')
                return listing->rows[i].path;
    return NULL;
}

static void list_below(struct listing *listing, const char *path,
                       const struct lt_key *const *forms);

/* Lists KEYS, with all below them, under PATH. ONE_OF: they belong to one of several possible
 * forms of the map. */
static void list_keys(struct listing *listing, const char *path, const struct lt_key *keys,
                      bool one_of) {
    for (const struct lt_key *key = keys; key->name; key++) {
        const char *below = path_below(path, key->name, listing->arena);
        if (is_listed(listing, below) || listing->count == MOST_KEYS)
            continue;
        const char *same = listed_forms(listing, key);
        listing->rows[listing->count++] = (struct lt_keys_row){below, key, one_of, same};
        if (key->forms && !same)
            list_below(listing, below, key->forms);
    }
}

/* Lists all keys of all FORMS that a map at PATH may have. */
static void list_below(struct listing *listing, const char *path,
                       const struct lt_key *const *forms) {
    bool one_of = forms[0] && forms[1];
    for (; *forms; forms++)
        list_keys(listing, path, *forms, one_of);
}

/* Finds the key for one step of a path, the LENGTH characters of WORD: a key of that name, else
 * one for any name or for an item "[2]". NULL: unknown. */
static const struct lt_key *find_row(const struct lt_key *const *forms, const char *word,
                                     size_t length) {
    const struct lt_key *any = NULL;
    for (; forms && *forms; forms++)
        for (const struct lt_key *key = *forms; key->name; key++) {
            if (strlen(key->name) == length && strncmp(key->name, word, length) == 0)
                return key;
            if (lt_keys_is_any(key) && (*key->name == '[') == (*word == '['))
                any = key;
        }
    return any;
}

/* Finds the key at a path such as "stages[0].until", from the OUTERMOST map on. NULL: there is
 * none. */
static const struct lt_key *find_key(const struct lt_key *outermost, const char *path) {
    const struct lt_key *const top[] = {outermost, NULL}, *const *forms = top, *key = NULL;
    while (*path) {
        size_t length = *path == '[' ? strcspn(path, "]") + 1 : strcspn(path, ".[");
        if (*path == '[' && key && key->value == LT_VALUE_VECTOR)
            return key;
        if (length > strlen(path) || !(key = find_row(forms, path, length)))
            return NULL;
        path += length;
        path += *path == '.';
        forms = key->forms;
    }
    return key;
}

/* Lists the key at PATH and all below it; without a path all keys. *count is 0 if the path is
 * unknown. */
const struct lt_keys_row *lt_keys_list(const struct lt_key *top, const char *path, size_t *count,
                                       struct lt_arena *arena) {
    struct listing listing = {.arena = arena,
                              .rows = lt_arena_get(arena, MOST_KEYS * sizeof *listing.rows)};
    size_t length = strlen(path);
    path = lt_arena_copy(arena, path, length - (length > 0 && path[length - 1] == '.'));
    const struct lt_key *key = find_key(top, path);
    if (!*path)
        list_keys(&listing, path, top, false);
    if (key)
        listing.rows[listing.count++] = (struct lt_keys_row){.path = path, .key = key};
    if (key && key->forms)
        list_below(&listing, path, key->forms);
    *count = listing.count;
    return listing.rows;
}

/* The path of the first key called NAME that is DEPTH maps and lists below KEYS; NULL: there is
 * none. */
static const char *place_below(const struct lt_key *keys, const char *name, int depth,
                               struct lt_arena *arena) {
    for (; keys->name; keys++) {
        if (depth == 0 && strcmp(keys->name, name) == 0 && !lt_keys_is_any(keys))
            return keys->name;
        for (const struct lt_key *const *form = keys->forms; depth > 0 && form && *form; form++) {
            const char *below = place_below(*form, name, depth - 1, arena);
            if (below)
                return path_below(keys->name, below, arena);
        }
    }
    return NULL;
}

/* The path of the key NAME that is least deep in the format, to suggest it where NAME stands at a
 * wrong place; NULL: no key is called so. */
const char *lt_keys_place(const char *name, struct lt_arena *arena) {
    const char *place = NULL;
    for (int depth = 0; !place && depth <= DEEPEST; depth++)
        place = place_below(lt_parse_keys, name, depth, arena);
    return place;
}

static const char *const value_words[] = {[LT_VALUE_PARTS] = "",
                                          [LT_VALUE_NOTHING] = "nothing",
                                          [LT_VALUE_TEXT] = "text",
                                          [LT_VALUE_TITLE] = "text",
                                          [LT_VALUE_NAME] = "name",
                                          [LT_VALUE_FILE] = "file",
                                          [LT_VALUE_FLAG] = "true or false",
                                          [LT_VALUE_WORD] = "word",
                                          [LT_VALUE_LETTERS] = "six letters",
                                          [LT_VALUE_NUMBER] = "number",
                                          [LT_VALUE_SPREAD] = "distribution",
                                          [LT_VALUE_UNCERTAIN] = "number or distribution",
                                          [LT_VALUE_COUNT] = "whole number",
                                          [LT_VALUE_VECTOR] = "three numbers",
                                          [LT_VALUE_QUANTITY] = "number or formula",
                                          [LT_VALUE_FORMULA] = "formula",
                                          [LT_VALUE_CONDITION] = "condition"};

/* In words what value a key takes, such as "number or map". */
const char *lt_keys_value(const struct lt_key *key, struct lt_arena *arena) {
    bool whole = key->value == LT_VALUE_NUMBER && key->range.whole;
    const char *text = value_words[whole ? LT_VALUE_COUNT : key->value];
    bool list = false, map = false;
    for (const struct lt_key *const *form = key->forms; form && *form; form++)
        *(*(*form)->name == '[' ? &list : &map) = true;
    if (list)
        text = lt_arena_print(arena, "%s%slist", text, *text ? " or " : "");
    return map ? lt_arena_print(arena, "%s%smap", text, *text ? " or " : "") : text;
}

/* The default of a key, as text; NULL: it has none. The first of several words is their
 * default. */
const char *lt_keys_preset(const struct lt_key *key) {
    bool word = key->value == LT_VALUE_WORD && !key->required;
    return key->preset ? key->preset : word ? *key->words : NULL;
}
