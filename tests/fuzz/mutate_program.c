/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stage programs: a key of a map is set, which it may not have had, by the tables of keys and of
 * the law. Words that are exchanged and numbers that are changed leave nearly all choices as they
 * are. */
#include "base/arena.h"
#include "fuzz/mutate.h"
#include "program/keys.h"
#include "program/parse.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct setting {
    const char *key, *value;
};

#define OWN "{name: own, define: "
static const struct setting own_parts[] = {
    {"normal", OWN "{params: {k_o: {default: 1e5 N/m, min: 0}}, force: {fn: -k_o*overlap}, "
                   "strain: k_o*overlap^2/2}}"},
    {"damping", OWN "{params: {c_o: {default: 10 N s^2/m^2, min: 0}}, "
                    "viscous: {vfn: \"vn < 0 and -c_o*vn^2 or c_o*vn^2\"}}}"},
    {"tangential", OWN "{params: {c_o: {default: 2 N s/m, min: 0}}, "
                       "viscous: {vfs: c_o*vs, vft: c_o*vt}}}"},
    {"rolling", OWN "{params: {c_o: {default: 1e-6 N m s, min: 0}}, "
                    "viscous: {vms: c_o*ws, vmt: c_o*wt}}}"},
    {"twisting", OWN "{params: {k_o: {default: 0.1 N m, min: 0}}, state: {o_n: N m}, "
                     "force: {mn: o_n + k_o*dan}, next: {o_n: mn}}}"}};

static const struct setting first_sweep = {
    "over", "{motion.dt: {from: 1e-7, to: 1e-5, n: 3}}, results: [e_n, steps]"};
static const struct setting sweeps[] = {
    {"over", "{motion.dt: {from: 1e-7, to: 1e-5, n: 3}}"},
    {"over", "{\"stages[0].values[0]\": [-0.1, 0.2]}"},
    {"over", "{particles.b.radius: {from: 1 mm, to: 1 cm, n: 2}}"},
    {"over", "{particles.b.radius: {mean: 5 mm, sd: 0.1 mm}}"},
    {"results", "[e_n, steps, {x: E_residual_end}]"},
    {"results", "[t_contact, un_lowest]"}};

#define SOME_OF(settings, state) settings[fuzz_draw(state, sizeof settings / sizeof *settings)]

/* From "NAME:" at the beginning of a line to the next line that begins so; empty: none. */
static struct fuzz_piece find_section(const struct fuzz_input *input, const char *name) {
    const size_t length = strlen(name);
    const uint8_t *data = input->data;
    struct fuzz_piece section = {0, 0};
    for (size_t at = 0; at + length < input->size; at++) {
        if (at > 0 && data[at - 1] != '\n')
            continue;
        if (section.size > 0 && !strchr(" -#\n\r", data[at])) {
            section.size = at - section.at;
            return section;
        }
        if (section.size == 0 && memcmp(data + at, name, length) == 0 && data[at + length] == ':')
            section = (struct fuzz_piece){at, input->size - at};
    }
    return section;
}

/* The value of a key in a section; empty: none. */
static struct fuzz_piece find_key(const struct fuzz_input *input, struct fuzz_piece section,
                                  const char *key) {
    const size_t length = strlen(key), end = section.at + section.size;
    for (size_t at = section.at + 1; at + length < end; at++)
        if (memcmp(input->data + at, key, length) == 0 && strchr(" {", input->data[at - 1])) {
            const struct fuzz_piece value =
                fuzz_find_value(input->data, end, (struct fuzz_piece){at, length});
            if (value.size > 0)
                return value;
        }
    return (struct fuzz_piece){0, 0};
}

static void set_key(struct fuzz_input *input, const char *name, const char *key,
                    const char *value) {
    char text[512];
    const struct fuzz_piece section = find_section(input, name),
                            old = find_key(input, section, key);
    size_t at = section.at + strlen(name) + 1;
    if (old.size > 0) {
        fuzz_replace(input, old, value, strlen(value));
        return;
    }
    while (section.size > 0 && at < input->size && input->data[at] == ' ')
        at++;
    const bool inside = section.size > 0 && at < input->size;
    if (!inside)
        snprintf(text, sizeof text, "\n%s: {%s: %s}\n", name, key, value);
    else if (input->data[at] == '{')
        snprintf(text, sizeof text, "{%s: %s, ", key, value);
    else
        snprintf(text, sizeof text, "\n  %s: %s\n", key, value);
    fuzz_replace(input, (struct fuzz_piece){inside ? at : input->size, inside}, text, strlen(text));
}

static const struct lt_law *law_of(const struct fuzz_input *input) {
    char name[64];
    const struct fuzz_piece value = find_key(input, find_section(input, "law"), "name");
    snprintf(name, sizeof name, "%.*s", (int)value.size, (const char *)input->data + value.at);
    return value.size > 0 ? lt_laws_find(name) : NULL;
}

/* Chooses a part that a parameter belongs to: "normal: hertz jkr; cohesion: dmt". */
static void choose_owner(struct fuzz_input *input, const struct lt_law *law, const char *name) {
    char kind[64], word[64];
    struct lt_arena *arena = lt_arena_new();
    const char *owner = lt_parts_owner(law, name, arena);
    if (owner && sscanf(owner, "%63[a-z]: %63[a-z-]", kind, word) == 2)
        set_key(input, "law", kind, word);
    lt_arena_free(arena);
}

static void set_parameter(struct fuzz_input *input, uint64_t *state) {
    static const char *const numbers[] = {"0",    "-1",   "1",   "0.3", "1e-9",
                                          "1e-6", "1e-3", "1e3", "1e5", "1e7",
                                          "1e9",  "1e12", "10",  "0.9", "1e308"};
    char value[256];
    const struct lt_law *law = law_of(input);
    if (!law)
        return;
    const struct lt_field *param = &law->params[fuzz_draw(state, law->n_params)];
    if (fuzz_draw(state, 2) == 0)
        choose_owner(input, law, param->name);
    if (!param->choices) {
        set_key(input, "law", param->name, SOME_OF(numbers, state));
        return;
    }
    snprintf(value, sizeof value, "%s", param->choices);
    size_t words = 1;
    for (const char *at = value; *at; at++)
        words += *at == ' ';
    char *word = strtok(value, " ");
    for (size_t skip = fuzz_draw(state, words); skip > 0 && word; skip--)
        word = strtok(NULL, " ");
    if (word)
        set_key(input, "law", param->name, word);
}

/* A part of its own for a law that has parts; else one of its parameters. */
static void set_part(struct fuzz_input *input, uint64_t *state) {
    const struct setting part = SOME_OF(own_parts, state);
    const struct lt_law *law = law_of(input);
    for (size_t i = 0; law && i < law->n_params; i++)
        if (strcmp(law->params[i].name, part.key) == 0) {
            set_key(input, "law", part.key, part.value);
            return;
        }
    set_parameter(input, state);
}

/* Another letter in a word of six behind "whats:". */
static void change_load(struct fuzz_input *input, uint64_t *state) {
    static const char key[] = "whats:";
    enum { LETTERS = 6 };
    size_t at = fuzz_draw(state, input->size);
    while (at + sizeof key < input->size && memcmp(input->data + at, key, sizeof key - 1) != 0)
        at++;
    at += sizeof key - 1;
    while (at < input->size && strchr(" \"", input->data[at]))
        at++;
    if (at + LETTERS < input->size)
        input->data[at + fuzz_draw(state, LETTERS)] = (uint8_t) ".vifsu"[fuzz_draw(state, LETTERS)];
}

static const char *const words[] = {"a",    "b",     "e_n",   "on",       "linear", "kn",
                                    "fric", "un",    "fn",    "vn",       "t",      "steps",
                                    "end",  "hertz", "steel", "E_strain", "all"};

/* What such a key may have; NULL: nothing is known. */
static const char *value_for(const struct lt_key *key, uint64_t *state) {
    static const char *const numbers[] = {
        "0",      "1",      "2",           "-1",      "0.2",
        "0.5",    "3",      "5 mm",        "1e-3 kg", "1e-6",
        "-1e-6",  "1e-4",   "1e5",         "t_c/3",   "100",
        "1e-9",   "0.01",   "2500 kg/m^3", "1e9",     "0.05 m/s",
        "t_crit", "40 deg", "[0.1, 0.2]",  "k_o",     "{mean: 2, sd: 0.1}"};
    static const char *const formulas[] = {"fn",
                                           "fs",
                                           "un < -1e-6",
                                           "t > 2e-5",
                                           "step > 3",
                                           "vn > 0",
                                           "overlap",
                                           "not active",
                                           "fn >= 0",
                                           "fn^2",
                                           "kn*un",
                                           "sqrt(us^2 + ut^2)",
                                           "E_strain",
                                           "stage.step > 2",
                                           "vn.crosses(0)",
                                           "nil",
                                           "t_stage > 1e-6",
                                           "max(fn, 0)"};
    static const char *const vectors[] = {"[0, 0, 1]", "[1, 0, 0]", "[-9.81, 0.3, 0]", "[1, 2, 3]"};
    static char letters[8];
    size_t count = 0;
    switch (key->value) {
    case LT_VALUE_WORD:
        while (key->words[count])
            count++;
        return key->words[fuzz_draw(state, count)];
    case LT_VALUE_FLAG:
        return fuzz_draw(state, 2) ? "true" : "false";
    case LT_VALUE_LETTERS:
        for (size_t i = 0; i < 6; i++)
            letters[i] = ".vifsu"[fuzz_draw(state, 6)];
        return letters;
    case LT_VALUE_NUMBER:
    case LT_VALUE_QUANTITY:
    case LT_VALUE_SPREAD:
    case LT_VALUE_UNCERTAIN:
    case LT_VALUE_COUNT:
        return SOME_OF(numbers, state);
    case LT_VALUE_VECTOR:
        return SOME_OF(vectors, state);
    case LT_VALUE_FORMULA:
    case LT_VALUE_CONDITION:
        return SOME_OF(formulas, state);
    case LT_VALUE_NOTHING:
    case LT_VALUE_TEXT:
    case LT_VALUE_TITLE:
    case LT_VALUE_NAME:
        return SOME_OF(words, state);
    default:
        return NULL;
    }
}

/* A map of a list: from behind its brace, or the dash before it, to where the next one begins. */
static struct fuzz_piece find_item(const struct fuzz_input *input, struct fuzz_piece list,
                                   uint64_t *state) {
    enum { MOST = 64 };
    size_t items[MOST + 1], count = 0;
    const uint8_t *data = input->data;
    for (size_t at = list.at + 1; at + 2 < list.at + list.size && count < MOST; at++)
        if ((data[at] == '{' && strchr("[, ", data[at - 1])) ||
            (data[at] == '-' && data[at - 1] == ' ' && data[at + 1] == ' ' && data[at + 2] != '{'))
            items[count++] = at;
    if (count == 0)
        return (struct fuzz_piece){0, 0};
    items[count] = list.at + list.size;
    const size_t drawn = fuzz_draw(state, count);
    return (struct fuzz_piece){items[drawn], items[drawn + 1] - items[drawn]};
}

/* Sets KEY in the map that begins here, where its brace, its dash or the colon before it is. */
static void set_in(struct fuzz_input *input, struct fuzz_piece map, const char *key,
                   const char *value) {
    char text[512];
    const uint8_t *data = input->data;
    const struct fuzz_piece old = find_key(input, map, key);
    size_t indent = 0;
    if (old.size > 0) {
        fuzz_replace(input, old, value, strlen(value));
        return;
    }
    while (map.at > indent && data[map.at - indent - 1] != '\n')
        indent++;
    if (data[map.at] == '{')
        snprintf(text, sizeof text, "{%s: %s, ", key, value);
    else
        snprintf(text, sizeof text, "- %s: %s\n%*s", key, value, (int)(indent + 2), "");
    fuzz_replace(input, (struct fuzz_piece){map.at, data[map.at] == '{' ? 1 : 2}, text,
                 strlen(text));
}

/* A value below PARTS of a path, as maps and lists around it. */
static const char *wrap_value(struct lt_arena *arena, const char *value, char *const *below,
                              size_t count) {
    while (count-- > 0)
        value = below[count][0] == ']' ? lt_arena_print(arena, "[%s]", value)
                                       : lt_arena_print(arena, "{%s: %s}", below[count], value);
    return value;
}

/* Sets the key beside which alone this one has a meaning. */
static void set_beside(struct fuzz_input *input, const char *section, const struct lt_key *key) {
    for (unsigned i = 0; key->only.words && key->only.words[i]; i++)
        if (key->only.set >> i & 1) {
            set_key(input, section, key->only.key, key->only.words[i]);
            return;
        }
}

/* Any key but those of the law, whose own table says more: "motion.dt", "stages[].done[].mark". */
static void set_any(struct fuzz_input *input, uint64_t *state) {
    enum { DEEPEST = 8 };
    static struct lt_arena *kept;
    static const struct lt_keys_row *rows;
    static size_t n_rows;
    kept = kept ? kept : lt_arena_new();
    rows = rows ? rows : lt_keys_list(lt_parse_keys, "", &n_rows, kept);
    const struct lt_keys_row *row = &rows[fuzz_draw(state, n_rows)];
    const bool moves =
        fuzz_draw(state, 2); /* every other time one of the motion, of which there are few */
    for (size_t i = 0; moves && i < n_rows && strncmp(row->path, "motion.", 7) != 0; i++)
        row = &rows[fuzz_draw(state, n_rows)];
    const char *drawn = value_for(row->key, state);
    char path[128], *parts[DEEPEST];
    snprintf(path, sizeof path, "%s", row->path);
    size_t count = 0, at = 1;
    for (char *part = strtok(path, ".["); part && count < DEEPEST; part = strtok(NULL, ".["))
        parts[count++] = part;
    for (size_t i = 1; i < count; i++) /* stands for any name */
        if (isupper((unsigned char)*parts[i]))
            parts[i] = (char *)(uintptr_t)SOME_OF(words, state);
    if (!drawn || count < 2 || strcmp(parts[0], "law") == 0)
        return;
    /* As far down as there is something. */
    const struct fuzz_piece section = find_section(input, parts[0]);
    struct fuzz_piece map = section;
    bool inside = false;
    for (; at + 1 < count; at++) {
        const struct fuzz_piece below =
            parts[at][0] == ']' ? find_item(input, map, state) : find_key(input, map, parts[at]);
        if (below.size == 0 || !strchr("[{-", input->data[below.at]))
            break;
        inside = input->data[below.at] != '[';
        map = below;
    }
    struct lt_arena *arena = lt_arena_new();
    const char *value = wrap_value(arena, drawn, parts + at + 1, count - at - 1);
    if (inside && parts[at][0] != ']')
        set_in(input, map, parts[at], value);
    else if (at == 1 && parts[at][0] != ']')
        set_key(input, parts[0], parts[at], value);
    lt_arena_free(arena);
    if (count == 2 && row->key->only.words && fuzz_draw(state, 4) > 0)
        set_beside(input, parts[0], row->key);
}

bool fuzz_mutate_program(struct fuzz_input *input, uint64_t *state) {
    struct setting set;
    if (find_section(input, "law").size == 0 || find_section(input, "stages").size == 0)
        return false;
    switch (fuzz_draw(state, 8)) {
    case 0:
    case 1:
        set_any(input, state);
        break;
    case 2:
        set_part(input, state);
        break;
    case 3:
        set = find_section(input, "sweep").size > 0 ? SOME_OF(sweeps, state) : first_sweep;
        set_key(input, "sweep", set.key, set.value);
        break;
    case 4:
        change_load(input, state);
        break;
    default:
        set_parameter(input, state);
    }
    return true;
}
