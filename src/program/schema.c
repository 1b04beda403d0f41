/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/schema.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/digits.h"
#include "base/options.h"
#include "base/units.h"
#include "program/keys.h"
#include "program/vary.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_WHY = 400, MOST_LISTED = 24 };

/* The value of a node, in words of an error message. */
static const char *found_words(struct lt_reader *reader, const struct lt_node *node) {
    if (node->kind == LT_MAP)
        return "a map";
    if (node->kind == LT_LIST)
        return "a list";
    return *node->text ? lt_arena_print(reader->program->arena, "'%.60s'", node->text) : "nothing";
}

/* The entry before this one, if this one is the rest of its decimal comma: "2,5 mm" in a map is
 * read as two entries. NULL: it is not. */
static const struct lt_node *cut_by_comma(const struct lt_node *node) {
    const struct lt_node *before = node->parent && node->key ? node->parent->first : NULL;
    while (before && before->next != node)
        before = before->next;
    const size_t length = before && before->text ? strlen(before->text) : 0;
    const bool cut = length > 0 && node->kind == LT_SCALAR && !*node->text &&
                     isdigit((unsigned char)node->key[0]) &&
                     isdigit((unsigned char)before->text[length - 1]);
    return cut ? before : NULL;
}

/* Reports a node that is not WHAT is expected, unless a decimal comma is the cause, which is
 * reported at its key; always returns false. */
static bool refuse_kind(struct lt_reader *reader, const struct lt_node *node, const char *what) {
    if (!cut_by_comma(node)) /* of which its key tells */
        lt_errors_add(reader->errors, node->mark, "expected %s, found %s", what,
                      found_words(reader, node));
    return false;
}

/* True if a node is of this KIND, and not empty; another one is reported, and WHAT says what is
 * expected. */
bool lt_schema_is(struct lt_reader *reader, const struct lt_node *node, enum lt_node_kind kind,
                  const char *what) {
    bool good = node->kind == kind && (kind != LT_SCALAR || *node->text);
    return good || refuse_kind(reader, node, what);
}

/* Returns true if a node is a list of COUNT values, at most ten; otherwise an error is
 * reported, which for a scalar shows how to write the list. */
bool lt_schema_list(struct lt_reader *reader, const struct lt_node *node, size_t count) {
    static const char *const words[] = {"none", "one",   "two",   "three", "four", "five",
                                        "six",  "seven", "eight", "nine",  "ten"};
    char what[64];
    snprintf(what, sizeof what, "a list of %s values", words[count]);
    if (node->kind == LT_SCALAR && *node->text && count > 0 && !cut_by_comma(node)) {
        const char *others = "";
        for (size_t i = 1; i < count; i++)
            others = lt_arena_print(reader->program->arena, "%s, ...", others);
        lt_errors_add(reader->errors, node->mark, "expected %s, such as [%.60s%s], found '%.60s'",
                      what, strpbrk(node->text, "[]{},") ? "..." : node->text, others, node->text);
        return false;
    }
    if (!lt_schema_is(reader, node, LT_LIST, what))
        return false;
    if (node->count == count)
        return true;
    if (node->count < sizeof words / sizeof words[0])
        lt_errors_add(reader->errors, node->mark, "expected %s, found %s", what,
                      words[node->count]);
    else
        lt_errors_add(reader->errors, node->mark, "expected %s, found %zu", what, node->count);
    return false;
}

/* ---- Tables of keys ---------------------------------------------------------------------------
 */

/* The key with this name; NULL: there is none. */
const struct lt_key *lt_schema_key(const struct lt_key *keys, const char *name) {
    while (keys->name && strcmp(keys->name, name) != 0)
        keys++;
    return keys->name ? keys : NULL;
}

/* The names of all *count keys. */
static const char *const *list_key_names(struct lt_reader *reader, const struct lt_key *keys,
                                         size_t *count) {
    for (*count = 0; keys[*count].name; ++*count)
        continue;
    const char **names = lt_arena_get(reader->program->arena, (*count + 1) * sizeof *names);
    for (size_t i = 0; i < *count; i++)
        names[i] = keys[i].name;
    return names;
}

/* Reports a missing key, unless an unknown key has been reported as its misspelling. */
static void report_missing(struct lt_reader *reader, const struct lt_node *map,
                           const struct lt_key *keys, const struct lt_key *key) {
    size_t count;
    const char *const *names = list_key_names(reader, keys, &count);
    for (const struct lt_node *child = map->first; child; child = child->next) {
        const char *meant =
            lt_schema_key(keys, child->key) ? NULL : lt_errors_nearest(child->key, names, count);
        if (meant && strcmp(meant, key->name) == 0)
            return;
    }
    if (key->example)
        lt_errors_add(reader->errors, map->mark, "missing key '%s'; write '%s: %s', say", key->name,
                      key->name, key->example);
    else
        lt_errors_add(reader->errors, map->mark, "missing key '%s': %s", key->name, key->doc);
}

/* True, with an error, if a node is the rest of a number with a decimal comma. */
bool lt_schema_decimal_comma(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_node *before = cut_by_comma(node);
    if (before)
        lt_errors_add(reader->errors, node->key_mark,
                      "'%s,%s': a comma ends an entry here; decimals follow a point: '%s: %s.%s'",
                      before->text, node->key, before->key, before->text, node->key);
    return before;
}

/* Reports an unknown key, with the nearest one here or the place where such a key belongs; WHAT it
 * is called in the message. */
void lt_schema_unknown_key(struct lt_reader *reader, const struct lt_node *node, const char *what,
                           const struct lt_key *keys) {
    if (lt_schema_decimal_comma(reader, node))
        return;
    const struct lt_program *program = reader->program;
    const char *place = program->root ? lt_keys_place(node->key, program->arena) : NULL;
    size_t count;
    const char *const *names = list_key_names(reader, keys, &count);
    if ((strncmp(node->key, "diam", 4) == 0 || strcmp(node->key, "d") == 0) &&
        lt_schema_key(keys, "radius"))
        /* As a mere other name it would be taken over with its value. */
        lt_errors_add(reader->errors, node->key_mark, "unknown %s '%s'; write 'radius', half of it",
                      what, node->key);
    else if (place && !lt_errors_nearest(node->key, names, count))
        lt_errors_add(reader->errors, node->key_mark, "unknown %s '%s' here; there is '%s'", what,
                      node->key, place);
    else
        lt_schema_unknown(reader, node->key_mark, what, node->key, names, count);
}

/* The index of the word that the field of a key has, which is an enum or a bool. */
static long chosen_number(const struct lt_key *key, const void *target) {
    const char *field = (const char *)target + key->offset;
    int number = 0;
    if (key->size == sizeof(bool))
        number = *(const bool *)field;
    else
        memcpy(&number, field, sizeof number);
    return number - key->first;
}

/* The word that the field of a key has; "": none yet. */
const char *lt_schema_chosen(const struct lt_key *key, const void *target) {
    long number = chosen_number(key, target);
    return number >= 0 ? key->words[number] : "";
}

/* True if a key has a meaning with the word that the key has on which it depends. */
bool lt_schema_applies(const struct lt_key *keys, const struct lt_key *key, const void *target) {
    const struct lt_key *other = key->only.words ? lt_schema_key(keys, key->only.key) : NULL;
    return !other || key->only.set >> chosen_number(other, target) & 1;
}

/* The words of the other key with which a key has a meaning: "a, b or c". */
const char *lt_schema_only(const struct lt_key *key, struct lt_arena *arena) {
    const char *text = "";
    for (unsigned i = 0; key->only.set >> i; i++)
        if (key->only.set >> i & 1)
            text = lt_arena_print(arena, "%s%s%s", text,
                                  !*text                     ? ""
                                  : key->only.set >> (i + 1) ? ", "
                                                             : " or ",
                                  key->only.words[i]);
    return text;
}

/* True if the key OTHER, on which another one depends, has a valid word, or none and a default. */
static bool is_given_key(const struct lt_node *map, const struct lt_key *other) {
    const struct lt_node *node = lt_tree_child(map, other->name);
    const char *const *word = other->words;
    while (node && node->kind == LT_SCALAR && *word && strcmp(*word, node->text) != 0)
        word++;
    return node ? node->kind == LT_SCALAR && *word : !other->required;
}

/* Reports a key that has no meaning with the word of the key on which it depends, or that is
 * missing with it. */
static void check_beside(struct lt_reader *reader, const struct lt_node *map,
                         const struct lt_key *keys, const struct lt_key *key, const void *target) {
    const struct lt_node *child = lt_tree_child(map, key->name);
    const struct lt_key *other = lt_schema_key(keys, key->only.key);
    bool applies = lt_schema_applies(keys, key, target);
    if (!is_given_key(map, other))
        return;
    if (child && !applies)
        lt_errors_add(reader->errors, child->key_mark,
                      "'%s' has no meaning with '%s: %s', only with %s%s", key->name, other->name,
                      lt_schema_chosen(other, target), lt_schema_only(key, reader->program->arena),
                      key->only.why ? key->only.why : "");
    if (!child && key->required && applies)
        report_missing(reader, map, keys, key);
}

/* Reads one of the words of a key into its field, an enum or a bool. */
static void read_word(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field) {
    long word = lt_schema_word(reader, node, key->words);
    int number = (int)word + key->first;
    if (word >= 0 && key->size == sizeof(bool))
        *(bool *)field = number;
    else if (word >= 0)
        memcpy(field, &number, sizeof number);
}

/* Reads a whole number into *count; outside its range, which is reported, the least one is
 * taken. */
static void read_whole_number(struct lt_reader *reader, const struct lt_node *node,
                              const struct lt_range *range, size_t *count) {
    double value = lt_schema_quantity(reader, node, range).value;
    *count = (size_t)(value >= range->min && value <= range->max ? value : range->min);
}

/* Reads three numbers, a list, in the unit of RANGE; anything but a list of three is reported. */
void lt_schema_vector(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_range *range, struct lt_number vector[3]) {
    for (size_t i = 0; i < 3 && (i > 0 || lt_schema_list(reader, node, 3)); i++)
        vector[i] = lt_schema_quantity(reader, lt_tree_item(node, i), range);
}

/* Reads the value at NODE into FIELD, whose type follows from the kind of its KEY: text, flag,
 * number, vector, word, file or formula. The other kinds are read by functions of their own. */
static void read_value(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_key *key, void *field) {
    switch (key->value) {
    case LT_VALUE_TITLE:
        if (node->kind == LT_SCALAR)
            *(const char **)field = node->text;
        else
            lt_schema_text(reader, node, field);
        break;
    case LT_VALUE_TEXT:
    case LT_VALUE_NAME:
        lt_schema_text(reader, node, field);
        break;
    case LT_VALUE_FILE:
        lt_schema_path(reader, node, field);
        break;
    case LT_VALUE_FLAG:
        lt_schema_flag(reader, node, field);
        break;
    case LT_VALUE_WORD:
        read_word(reader, node, key, field);
        break;
    /* Numbers, in SI units and within the range of the key. */
    case LT_VALUE_NUMBER:
        *(struct lt_number *)field = lt_schema_quantity(reader, node, &key->range);
        break;
    case LT_VALUE_COUNT:
        read_whole_number(reader, node, &key->range, field);
        break;
    case LT_VALUE_VECTOR:
        lt_schema_vector(reader, node, &key->range, field);
        break;
    case LT_VALUE_QUANTITY:
        *(struct lt_formula **)field = lt_schema_value(reader, node, &key->range, key->scope);
        break;
    /* Formulas, which are evaluated later with the names of the scope of the key. */
    case LT_VALUE_FORMULA:
    case LT_VALUE_CONDITION:
        *(struct lt_formula **)field = lt_schema_formula(
            reader, node, key->value == LT_VALUE_FORMULA ? LT_FORMULA_NUMBER : LT_FORMULA_CONDITION,
            key->scope);
        break;
    case LT_VALUE_PARTS:
    case LT_VALUE_NOTHING:
    case LT_VALUE_SPREAD:
    case LT_VALUE_UNCERTAIN:
    case LT_VALUE_LETTERS:
    case LT_VALUE_KINDS:
        break;
    }
}

/* Reads the value of a key into its field of TARGET. */
void lt_schema_read(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *target) {
    void *field = target ? (char *)target + key->offset : NULL;
    if (key->read)
        key->read(reader, node, field);
    else if (key->size > 0)
        read_value(reader, node, key, field);
}

/* Describes the map that is expected, for an error: with the key that has the word NODE, or the
 * first key that has an example. */
static const char *map_for(const struct lt_key *keys, const struct lt_node *node,
                           struct lt_arena *arena) {
    for (const struct lt_key *key = keys; key->name && node->kind == LT_SCALAR; key++)
        for (const char *const *word = key->words; word && *word; word++)
            if (strcmp(*word, node->text) == 0)
                return lt_arena_print(arena, "a map such as {%s: %s}", key->name, *word);
    const struct lt_key *first = keys;
    while (first->name && !first->example)
        first++;
    return first->name
               ? lt_arena_print(arena, "a map such as {%s: %s}", first->name, first->example)
               : lt_arena_print(arena, "a map with keys such as '%s'", keys->name);
}

/* Reads a map whose keys are those of KEYS into the struct TARGET, in the order of KEYS. False if
 * it is no map; other errors are only reported. */
bool lt_schema_map(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *keys,
                   void *target) {
    if (node->kind != LT_MAP)
        return refuse_kind(reader, node, map_for(keys, node, reader->program->arena));
    for (const struct lt_node *child = node->first; child; child = child->next)
        if (!lt_schema_key(keys, child->key))
            lt_schema_unknown_key(reader, child, "key", keys);
    for (const struct lt_key *key = keys; key->name; key++) {
        const struct lt_node *child = lt_tree_child(node, key->name);
        if (child)
            lt_schema_read(reader, child, key, target);
        if (key->only.words)
            check_beside(reader, node, keys, key, target);
        else if (!child && key->required)
            report_missing(reader, node, keys, key);
    }
    return true;
}

/* Sets the numbers, vectors, counts and flags of TARGET to the defaults of their keys; a word's
 * default is the first one, 0, which TARGET must have already. */
void lt_schema_preset(const struct lt_key *keys, void *target) {
    for (const struct lt_key *key = keys; key->name; key++) {
        char *field = (char *)target + key->offset;
        const struct lt_number number = {.value = key->preset ? strtod(key->preset, NULL) : 0,
                                         .min = key->range.min,
                                         .max = key->range.max,
                                         .path = "",
                                         .unit = key->range.unit};
        const size_t numbers = key->value == LT_VALUE_NUMBER   ? 1
                               : key->value == LT_VALUE_VECTOR ? 3
                                                               : 0;
        for (size_t i = 0; i < numbers && key->size > 0; i++)
            ((struct lt_number *)(void *)field)[i] = number;
        if (key->value == LT_VALUE_COUNT && key->size > 0)
            *(size_t *)(void *)field = (size_t)number.value;
        if (key->value == LT_VALUE_FLAG && key->size > 0 && key->preset)
            *(bool *)field = strcmp(key->preset, "true") == 0;
    }
}

/* Sets *text to the text of a node; an error leaves it unchanged. */
void lt_schema_text(struct lt_reader *reader, const struct lt_node *node, const char **text) {
    if (lt_schema_is(reader, node, LT_SCALAR, "a text"))
        *text = node->text;
}

/* Sets *flag from true or false; another text is reported. */
void lt_schema_flag(struct lt_reader *reader, const struct lt_node *node, bool *flag) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "true or false"))
        return;
    *flag = strcmp(node->text, "true") == 0;
    if (!*flag && strcmp(node->text, "false") != 0)
        lt_errors_add(reader->errors, node->mark, "expected true or false, found '%s'", node->text);
}

/* Reports an unknown name of a kind, WHAT, with the nearest of COUNT names, or with all if they
 * are few. */
void lt_schema_unknown(struct lt_reader *reader, struct lt_mark mark, const char *what,
                       const char *text, const char *const *names, size_t count) {
    const char *hint = lt_errors_hint(reader->errors, text, names, count);
    if (!*hint && count <= MOST_LISTED)
        hint = lt_options_list(names, count, reader->program->arena);
    lt_errors_add(reader->errors, mark, "unknown %s '%s'%s", what, text, hint);
}

/* Reports a name that formulas of this scope do not know, or that is not WHAT is needed. */
void lt_schema_unknown_name(struct lt_reader *reader, struct lt_mark mark, const char *what,
                            const char *text, enum lt_scope scope) {
    struct lt_names names = lt_names_in(reader->program->names, scope);
    size_t count;
    const char *const *all = lt_names_all(&names, &count, reader->program->arena);
    if (lt_names_find(&names, text))
        lt_errors_add(reader->errors, mark, "'%s' is not a %s", text, what);
    else
        lt_schema_unknown(reader, mark, what, text, all, count);
}

/* The index of the word that a node has; -1 and an error if it is none of WORDS. */
long lt_schema_word(struct lt_reader *reader, const struct lt_node *node,
                    const char *const *words) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "a word"))
        return -1;
    size_t count = 0;
    for (; words[count]; count++)
        if (strcmp(words[count], node->text) == 0)
            return (long)count;
    lt_schema_unknown(reader, node->mark, node->key, node->text, words, count);
    return -1;
}

/* The index of the item, of COUNT structs of SIZE bytes whose first member is their name, that a
 * node names; -1 and an error if there is none. */
long lt_schema_item(struct lt_reader *reader, const struct lt_node *node, const char *what,
                    const void *items, size_t count, size_t size) {
    struct lt_arena *arena = reader->program->arena;
    const char **names = lt_arena_get(arena, (count + 1) * sizeof *names);
    if (!lt_schema_is(reader, node, LT_SCALAR, lt_arena_print(arena, "the name of a %s", what)))
        return -1;
    for (size_t i = 0; i < count; i++) {
        memcpy(&names[i], (const char *)items + i * size, sizeof names[i]);
        if (strcmp(names[i], node->text) == 0)
            return (long)i;
    }
    lt_schema_unknown(reader, node->mark, what, node->text, names, count);
    return -1;
}

/* ---- Formulas -------------------------------------------------------------------------- */

/* The key that a value belongs to, also inside lists; "": none. */
static const char *key_of(const struct lt_node *node) {
    while (!node->key && node->parent)
        node = node->parent;
    return node->key ? node->key : "";
}

/* The place of a scalar's text, behind its quote if it has one. */
static struct lt_mark text_mark(const struct lt_node *node) {
    struct lt_mark mark = node->mark;
    mark.column += node->quoted;
    return mark;
}

/* Compiles TEXT, the formula of a node, with the names of SCOPE, and notes what it uses; NULL
 * after an error, or if there is no law to give names. */
static struct lt_formula *read_formula(struct lt_reader *reader, const struct lt_node *node,
                                       const char *text, enum lt_formula_kind kind,
                                       enum lt_scope scope) {
    struct lt_program *program = reader->program;
    if (!program->law && scope != LT_SCOPE_LET)
        return NULL;
    struct lt_names names = lt_names_in(program->names, scope);
    struct lt_formula *formula = lt_formula_read(text, text_mark(node), key_of(node), kind, &names,
                                                 program->arena, reader->errors);
    for (size_t i = 0; formula && i < formula->n_used; i++)
        lt_program_use(program, formula->used[i], program->arena);
    return formula;
}

/* Reads a formula; NULL after an error. */
struct lt_formula *lt_schema_formula(struct lt_reader *reader, const struct lt_node *node,
                                     enum lt_formula_kind kind, enum lt_scope scope) {
    const char *what = kind == LT_FORMULA_CONDITION ? "a condition" : "a formula";
    if (!lt_schema_is(reader, node, LT_SCALAR, what))
        return NULL;
    return read_formula(reader, node, node->text, kind, scope);
}

/* ---- Numbers --------------------------------------------------------------------------- */

/* The range and unit of a parameter. */
struct lt_range lt_schema_range(const struct lt_field *field) {
    return (struct lt_range){.unit = field->unit,
                             .min = field->min,
                             .max = field->max,
                             .whole = field->choices != NULL,
                             .choice = field->choices ? field : NULL};
}

/* Reads the word of a choice, whose number is then in *value. False: the text may be a number or a
 * let. True: it was a word, or an error was reported (*value is -1). */
static bool read_choice(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_range *range, double *value) {
    if (!range->choice || node->kind != LT_SCALAR || !isalpha((unsigned char)*node->text))
        return false;
    struct lt_names lets = lt_names_in(reader->program->names, LT_SCOPE_LET);
    long number = lt_choice_number(range->choice->choices, node->text);
    if (number < 0 && lt_names_find(&lets, node->text))
        return false;
    size_t count;
    const char *const *words =
        lt_choice_words(range->choice->choices, &count, reader->program->arena);
    if (number < 0)
        lt_schema_unknown(reader, node->mark, range->choice->name, node->text, words, count);
    *value = (double)number;
    return true;
}

/* The path of a node, such as "stages[0].values[1]"; "" for the root. */
static const char *path_of_node(const struct lt_node *node, struct lt_arena *arena) {
    if (!node->parent)
        return "";
    const char *path = path_of_node(node->parent, arena);
    if (node->key)
        return lt_arena_print(arena, "%s%s%s", path, *path ? "." : "", node->key);
    size_t index = 0;
    for (const struct lt_node *item = node->parent->first; item != node; item = item->next)
        index++;
    return lt_arena_print(arena, "%s[%zu]", path, index);
}

/* The formula "6e10/soft" for "60 GPa/soft"; NULL if the text is no quantity followed by an
 * operator and a word. */
static const char *without_units(const char *text, const char *unit, struct lt_arena *arena) {
    char why[LONGEST_WHY], digits[LT_DIGITS_ROOM];
    double value;
    for (const char *at = text + strlen(text); at > text; at--) {
        if ((*at != '*' && *at != '/') || !(isalnum((unsigned char)at[1]) || at[1] == '('))
            continue;
        const char *quantity = lt_arena_copy(arena, text, (size_t)(at - text));
        if (lt_units_read(quantity, unit, &value, why, sizeof why) != LT_QUANTITY_OK)
            continue;
        lt_digits(value, digits);
        return lt_arena_print(arena, "%s%s", digits, at);
    }
    return NULL;
}

/* Reads a number with a unit of the dimension UNIT, and converts it to SI; reports a wrong one.
 * Returns whether it was a quantity, wrong, or no number (a formula). */
static enum lt_quantity read_quantity(struct lt_reader *reader, const struct lt_node *node,
                                      const char *unit, double *value) {
    char why[LONGEST_WHY];
    enum lt_quantity quantity = lt_units_read(node->text, unit, value, why, sizeof why);
    const char *rewritten = quantity == LT_QUANTITY_WRONG
                                ? without_units(node->text, unit, reader->program->arena)
                                : NULL;
    if (quantity == LT_QUANTITY_WRONG && (strstr(node->text, "+-") || strstr(node->text, "±")))
        lt_errors_add(reader->errors, text_mark(node),
                      "'%.60s': an uncertainty is 'normal(MEAN, SD)' in 'let'", node->text);
    else if (rewritten)
        lt_errors_add(reader->errors, text_mark(node),
                      "'%.60s' is a formula, whose numbers are in SI, without units: write '%s'",
                      node->text, rewritten);
    else if (quantity == LT_QUANTITY_WRONG)
        lt_errors_add(reader->errors, text_mark(node), "%s", why);
    return quantity;
}

/* Reports a word that the choice has, but not this law. True: an error was reported. */
static bool refuse_closed(struct lt_reader *reader, const struct lt_range *range,
                          struct lt_mark mark, const char *path, double value) {
    char word[LONGEST_WHY], open[LONGEST_WHY];
    const struct lt_law *law = reader->program->law;
    const bool outside = value < range->min || value > range->max;
    if (!range->choice || !law || !outside ||
        !lt_choice_word(range->choice->choices, value, word, sizeof word))
        return false;
    lt_errors_add(
        reader->errors, mark, "%s is '%s': of %s it is %s", path, word, law->name,
        lt_choice_among(range->choice->choices, range->min, range->max, open, sizeof open));
    return true;
}

/* Reports VALUE, in the SI unit of RANGE, if it is outside its range, not finite, not whole or
 * no word of its choice. PATH: its name in the message. */
static void check_range(struct lt_reader *reader, const struct lt_range *range, struct lt_mark mark,
                        const char *path, double value) {
    bool low = value < range->min || (range->above_min && value == range->min);
    const char *unit = strcmp(range->unit, "1") != 0 ? range->unit : "";
    const char *gap = *unit ? " " : "";
    const bool below_one = range->max == nextafter(1, 0);
    char words[LONGEST_WHY];
    if (refuse_closed(reader, range, mark, path, value))
        return;
    if (range->choice && !lt_choice_word(range->choice->choices, value, words, sizeof words))
        lt_errors_add(reader->errors, mark, "%s must be %s, is %.16g", path,
                      lt_choice_list(range->choice->choices, words, sizeof words), value);
    else if (!isfinite(value))
        lt_errors_add(reader->errors, mark, "%s must be finite, is %g", path, value);
    else if (low)
        lt_errors_add(reader->errors, mark, "%s must be %s %.16g, is %.16g%s%s", path,
                      range->above_min ? "above" : "at least", range->min, value, gap, unit);
    else if (value > range->max)
        lt_errors_add(reader->errors, mark, "%s must be %s %.*g, is %.16g%s%s%s", path,
                      below_one ? "below" : "at most", below_one ? 1 : 16, range->max, value, gap,
                      unit,
                      strcmp(unit, "rad") == 0 && value > 2 * M_PI
                          ? "; a number without a unit is in radians, '35 deg' is in degrees"
                          : "");
    else if (range->whole && value != floor(value))
        lt_errors_add(reader->errors, mark, "%s must be a whole number, is %.16g", path, value);
}

/* Returns true if VALUE, in the SI unit of RANGE, is within it; otherwise an error is reported
 * at NODE. */
bool lt_schema_in_range(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_range *range, double value) {
    size_t failures = reader->errors->failures;
    check_range(reader, range, text_mark(node), path_of_node(node, reader->program->arena), value);
    return reader->errors->failures == failures;
}

/* A number with a known VALUE, which is given at NODE. */
struct lt_number lt_schema_known(struct lt_reader *reader, const struct lt_node *node,
                                 const struct lt_range *range, double value) {
    return (struct lt_number){.given = true,
                              .value = value,
                              .mark = text_mark(node),
                              .path = path_of_node(node, reader->program->arena),
                              .unit = range->unit,
                              .min = range->min,
                              .max = range->max,
                              .above_min = range->above_min,
                              .whole = range->whole,
                              .choices = range->choice ? range->choice->choices : NULL};
}

/* Evaluates the formula of a number, which then has its value in SI units. Returns false if it
 * has no formula or no value (which is reported), or lets are not known because of earlier
 * errors. */
bool lt_schema_evaluate(struct lt_reader *reader, struct lt_number *number) {
    if (!number->formula || !reader->lets_known)
        return false;
    char why[LONGEST_WHY];
    if (lt_expr_number(reader->expr, number->formula, reader->values, &number->value, why,
                       sizeof why))
        return true;
    lt_errors_add(reader->errors, number->mark, "%s", why);
    return false;
}

/* Reads a number: a quantity, a word of a choice, or a formula with the names of SCOPE. */
static struct lt_number read_number_in(struct lt_reader *reader, const struct lt_node *node,
                                       const struct lt_range *range, enum lt_scope scope) {
    struct lt_number number = lt_schema_known(reader, node, range, 0);
    if (read_choice(reader, node, range, &number.value)) {
        if (number.value >= 0 && !node->supplied)
            refuse_closed(reader, range, number.mark, number.path, number.value);
        return number;
    }
    if (!lt_schema_is(reader, node, LT_SCALAR, "a number"))
        return number;
    enum lt_quantity quantity = read_quantity(reader, node, range->unit, &number.value);
    if (quantity == LT_QUANTITY_WRONG)
        return number;
    if (quantity == LT_QUANTITY_NOT_A_NUMBER) {
        number.formula = read_formula(reader, node, node->text, LT_FORMULA_NUMBER, scope);
        if (!lt_formula_is_of_lets(number.formula)) {
            number.value = NAN;
            return number;
        }
        if (!lt_schema_evaluate(reader, &number))
            return number;
    }
    if (!node->supplied) /* else the sweep's own values are checked */
        check_range(reader, range, number.mark, number.path, number.value);
    return number;
}

/* Reads a number that may be a formula of lets, and notes its place so that it can be varied. */
struct lt_number lt_schema_quantity(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_range *range) {
    struct lt_number number = read_number_in(reader, node, range, LT_SCOPE_LET);
    number.slot = lt_vary_add(reader, node, range, &number);
    return number;
}

/* Reads a number that may be a formula of lets and parameters of the law, and notes its place so
 * that it can be varied. */
struct lt_number lt_schema_parameter(struct lt_reader *reader, const struct lt_node *node,
                                     const struct lt_range *range) {
    struct lt_number number = read_number_in(reader, node, range, LT_SCOPE_LAW);
    number.slot = lt_vary_add(reader, node, range, &number);
    return number;
}

/* Reads a formula with the names of SCOPE; a quantity or a word becomes the formula of its value.
 * NULL after an error. */
static struct lt_formula *read_value_in(struct lt_reader *reader, const struct lt_node *node,
                                        const struct lt_range *range, enum lt_scope scope) {
    double value;
    long choice = range->choice ? lt_choice_number(range->choice->choices, node->text) : -1;
    enum lt_quantity quantity = LT_QUANTITY_OK;
    if (choice >= 0)
        value = (double)choice;
    else
        quantity = read_quantity(reader, node, range->unit, &value);
    if (quantity == LT_QUANTITY_WRONG)
        return NULL;
    if (quantity == LT_QUANTITY_NOT_A_NUMBER)
        return read_formula(reader, node, node->text, LT_FORMULA_NUMBER, scope);
    struct lt_arena *arena = reader->program->arena;
    if (!node->supplied)
        check_range(reader, range, text_mark(node), path_of_node(node, arena), value);
    char text[LT_DIGITS_ROOM];
    lt_digits(value, text);
    return read_formula(reader, node, lt_arena_print(arena, "%s", text), LT_FORMULA_NUMBER, scope);
}

/* Reads a value that is evaluated during the run, a formula with the names of SCOPE, and notes its
 * place so that it can be varied. NULL after an error. */
struct lt_formula *lt_schema_value(struct lt_reader *reader, const struct lt_node *node,
                                   const struct lt_range *range, enum lt_scope scope) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "a number or a formula"))
        return NULL;
    struct lt_number number = lt_schema_known(reader, node, range, NAN);
    number.formula = read_value_in(reader, node, range, scope);
    char why[LONGEST_WHY];
    if (number.formula && reader->lets_known && lt_formula_is_of_lets(number.formula))
        lt_expr_number(reader->expr, number.formula, reader->values, &number.value, why,
                       sizeof why); /* the run will report the error */
    size_t slot = lt_vary_add(reader, node, range, &number);
    if (number.formula)
        number.formula->slot = slot;
    return number.formula;
}

/* ---- Names ----------------------------------------------------------------------------- */

/* True if a key can be a new name of formulas; otherwise an error is reported. */
bool lt_schema_new_name(struct lt_reader *reader, const struct lt_node *node) {
    struct lt_names names = lt_names_in(reader->program->names, LT_SCOPE_END);
    const char *why = NULL;
    if (lt_schema_decimal_comma(reader, node))
        return false;
    if (!lt_names_possible(node->key))
        why = "is not a valid name: only letters, digits and '_' are allowed, and it must not "
              "begin with a digit";
    else if (lt_names_reserved(node->key) || lt_names_find(&names, node->key))
        why = "is already taken: choose another name";
    else if (lt_formula_is_function(node->key))
        why = "is a function";
    if (why)
        lt_errors_add(reader->errors, node->key_mark, "'%s' %s", node->key, why);
    return !why;
}

/* Lists a table that the program reads, with its checksum in a sweep; several stages may use it.
 * Returns its path, from the folder of the program. */
const char *lt_schema_file(struct lt_reader *reader, const char *path) {
    struct lt_program *program = reader->program;
    if (*path != '/')
        path = lt_arena_print(program->arena, "%s/%s", program->directory, path);
    for (const struct lt_read *read = program->reads; read; read = read->next)
        if (strcmp(read->path, path) == 0)
            return read->path;
    struct lt_read *read = lt_arena_get(program->arena, sizeof *read);
    struct stat status;
    *read = (struct lt_read){.path = path, .next = program->reads};
    if (program->sweep && stat(path, &status) == 0 && S_ISREG(status.st_mode)) /* no pipe */
        SHA256File(path, read->sha256);
    program->reads = read;
    return path;
}

/* Reads the path of a file, and reports one that cannot be read. */
void lt_schema_path(struct lt_reader *reader, const struct lt_node *node, const char **path) {
    if (!lt_schema_is(reader, node, LT_SCALAR, "the name of a file"))
        return;
    *path = lt_schema_file(reader, node->text);
    struct stat status;
    if (stat(*path, &status) != 0 || access(*path, R_OK) != 0)
        lt_errors_add(reader->errors, node->mark, "cannot read '%s': %s", *path, strerror(errno));
    else if (!S_ISREG(status.st_mode))
        lt_errors_add(reader->errors, node->mark, "cannot read '%s': it is not a file", *path);
}
