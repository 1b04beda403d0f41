/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_preset.c: law: {preset: liggghts-3.8 hertz/tangential history}: the law of another code,
 * its choices, and its numbers in that code's own words. */
#include "base/arena.h"
#include "base/file.h"
#include "base/options.h"
#include "base/text.h"
#include "base/units.h"
#include "program/parse.h"
#include "program/presets.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The length of the path of a preset file, "my-code.yaml", at the beginning of the text
 * "my-code.yaml basic"; 0: NAME is a built-in preset. */
size_t lt_parse_preset_path(const char *name) {
    for (const char *at = name; (at = strstr(at, ".y")); at++) {
        const char *end = at + (strncmp(at, ".yml", 4) == 0    ? 4
                                : strncmp(at, ".yaml", 5) == 0 ? 5
                                                               : 0);
        if (end > at && at > name && (*end == '\0' || *end == ' '))
            return (size_t)(end - name);
    }
    return 0;
}

/* Reads the preset file at a path relative to the program's folder; NULL and an error if it cannot
 * be read. */
static const struct lt_source *open_own(const struct lt_program *program, const char *path,
                                        struct lt_mark mark, struct lt_errors *errors) {
    struct lt_arena *arena = program->arena;
    struct lt_source *source = lt_arena_get(arena, sizeof *source);
    const char *folder = program->directory ? program->directory : ".";
    const char *whole = *path == '/' ? path : lt_arena_print(arena, "%s/%s", folder, path);
    source->name = strcmp(folder, ".") == 0 ? path : whole;
    char *text = lt_file_read(whole, LT_TREE_BYTES + 1, &source->length);
    if (!text) {
        lt_errors_add(errors, mark, "cannot read '%s': %s", source->name, lt_file_reason(errno));
        return NULL;
    }
    source->text = lt_arena_copy(arena, text, source->length);
    free(text);
    return source;
}

/* The preset called WORDS of the user's file, or its only one if WORDS is empty; NULL and an error
 * if there is none. */
static const struct lt_preset *choose_own(const struct lt_preset *list, const char *words,
                                          const char *path, struct lt_mark mark,
                                          struct lt_arena *arena, struct lt_errors *errors) {
    size_t count = 0;
    while (list[count].code)
        count++;
    const char **names = lt_arena_get(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = list[i].words;
        if (strcmp(names[i], words) == 0 || (count == 1 && !*words))
            return &list[i];
    }
    if (*words || count == 0)
        lt_errors_add(errors, mark, "'%s' has no preset '%s'%s", path, words,
                      lt_options_choice(words, names, count, arena));
    else
        lt_errors_add(errors, mark, "'%s' has %zu presets; name one of them, as in '%s %s'", path,
                      count, path, *names);
    return NULL;
}

/* Reads a preset file of the user's, "./my-code.yaml basic", and keeps it in *file so that error
 * messages can show it. NULL after an error. */
static const struct lt_preset *read_own(const struct lt_program *program, const char *name,
                                        struct lt_mark mark, const struct lt_source **file,
                                        struct lt_errors *errors) {
    const size_t length = lt_parse_preset_path(name);
    const char *path = lt_arena_copy(program->arena, name, length);
    const char *words = name + length + strspn(name + length, " ");
    *file = open_own(program, path, mark, errors);
    const struct lt_preset *list =
        *file ? lt_preset_file_read(*file, program->laws, NULL, program->arena, errors) : NULL;
    return list ? choose_own(list, words, path, mark, program->arena, errors) : NULL;
}

/* The preset that the section law names; NULL: none, or an unknown one. It is remembered, since
 * many callers need it; errors are reported later, by lt_parse_preset_begin(). */
const struct lt_preset *lt_parse_preset_of(const struct lt_program *program,
                                           const struct lt_node *root) {
    const struct lt_node *law = lt_tree_child(root, "law");
    const struct lt_node *name = law && law->kind == LT_MAP ? lt_tree_child(law, "preset") : NULL;
    struct lt_preset_known *known = program->known_preset;
    if (!name || name->kind != LT_SCALAR)
        return NULL;
    if (known->name && strcmp(known->name, name->text) == 0)
        return known->preset;
    known->name = name->text;
    known->file = NULL;
    if (lt_parse_preset_path(name->text) == 0)
        return known->preset = lt_presets_find(name->text, program->arena);
    struct lt_errors *unread = lt_errors_new();
    known->preset = read_own(program, name->text, name->mark, &known->file, unread);
    lt_errors_free(unread);
    return known->preset;
}

/* Begins a user's preset: reports its errors, and notes that the program reads the file. */
static void begin_own(struct lt_reader *reader, const struct lt_node *preset) {
    struct lt_program *program = reader->program;
    const size_t length = lt_parse_preset_path(preset->text);
    if (!program->preset)
        read_own(program, preset->text, preset->mark, &program->known_preset->file, reader->errors);
    else
        program->known_preset->path =
            lt_schema_file(reader, lt_arena_copy(program->arena, preset->text, length));
}

/* Reads the key law.preset: finds the preset and reports an unknown one, or one given beside a
 * name or code. */
void lt_parse_preset_begin(struct lt_reader *reader, const struct lt_node *law) {
    const struct lt_node *preset = lt_tree_child(law, "preset");
    const struct lt_node *name = lt_tree_child(law, "name"), *code = lt_tree_child(law, "code");
    struct lt_program *program = reader->program;
    if (!lt_schema_is(reader, preset, LT_SCALAR, "the name of a preset"))
        return;
    program->preset = code ? NULL : lt_parse_preset_of(program, program->root);
    if (name || code)
        lt_errors_add(reader->errors, (code ? code : name)->key_mark,
                      "the preset says which law it is: leave out either");
    if (!code && lt_parse_preset_path(preset->text) > 0)
        begin_own(reader, preset);
    else if (!program->preset && !code) {
        const char *hint = lt_presets_hint(preset->text, program->arena);
        lt_errors_add(reader->errors, preset->mark, "unknown preset '%s'%s", preset->text,
                      *hint ? hint
                            : "; 'lawtester laws --presets' lists them; a file of your own ends "
                              "with .yaml");
    }
}

/* ---- Words that can be varied ---------------------------------------------------------------- */

/* The input of the preset with this name, in the words of its code; NULL: it has none. */
static const struct lt_preset_input *preset_word(const struct lt_preset *preset, const char *name) {
    for (size_t i = 0; preset && preset->inputs[i].name; i++)
        if (strcmp(preset->inputs[i].name, name) == 0)
            return &preset->inputs[i];
    return NULL;
}

/* True if NAME is an input of the preset; *range then gets its unit and limits. */
bool lt_parse_preset_word(const struct lt_preset *preset, const char *name,
                          const struct lt_law *law, struct lt_range *range) {
    const struct lt_preset_input *input = preset_word(preset, name);
    if (!input)
        return false;
    const struct lt_preset_limits limits = lt_presets_limits(preset, name, law);
    *range = (struct lt_range){
        .unit = input->unit, .min = limits.min, .max = limits.max, .above_min = limits.above_min};
    return true;
}

/* True if a number is allowed for an input of this RANGE; other errors are reported where they are
 * read. */
static bool is_good_number(const struct lt_node *node, const struct lt_range *range) {
    double value;
    char why[256];
    return node->kind == LT_SCALAR && !node->supplied &&
           lt_units_read(node->text, range->unit, &value, why, sizeof why) == LT_QUANTITY_OK &&
           (range->above_min ? value > range->min : value >= range->min) && value <= range->max;
}

/* Makes lets of a preset's inputs that are plain numbers, so that they can be varied and used in
 * formulas. */
void lt_parse_preset_lets(const struct lt_program *program, struct lt_node *root) {
    const struct lt_preset *preset = lt_parse_preset_of(program, root);
    const struct lt_law *law = preset ? lt_parse_law_of(program, root) : NULL;
    if (!law)
        return;
    struct lt_arena *arena = program->arena;
    const struct lt_names *names = lt_names_new(law, NULL, 0, NULL, 0, arena);
    const struct lt_node *map = lt_tree_child(root, "law"), *lets = lt_tree_child(root, "let");
    for (struct lt_node *node = map->first; node; node = node->next) {
        struct lt_range range;
        if (!node->key || !lt_parse_preset_word(preset, node->key, law, &range) ||
            !is_good_number(node, &range) || lt_names_find(names, node->key) ||
            lt_names_reserved(node->key) || (lets && lt_tree_child(lets, node->key)))
            continue;
        /* The number moves to a let of that name, and the text in the section law becomes the
         * name. An error would show again where the section is read, so it is dropped here. */
        struct lt_node *let = lt_arena_get(arena, sizeof *let);
        *let = *node;
        let->next = NULL;
        let->place = NULL;
        struct lt_errors *errors = lt_errors_new();
        if (lt_tree_set(root, lt_arena_print(arena, "let.%s", node->key), let, node->mark, arena,
                        errors))
            node->text = node->key;
        lt_errors_free(errors);
        lets = lt_tree_child(root, "let");
    }
}

/* ---- Numbers in the code's own words --------------------------------------------------------- */

/* A number as text in SI units without its unit, as formulas need it; a formula unchanged. NULL
 * and an error if the unit is wrong. */
static const char *bare_value(struct lt_reader *reader, const struct lt_node *node,
                              const char *unit) {
    char why[256];
    double value;
    switch (lt_units_read(node->text, unit, &value, why, sizeof why)) {
    case LT_QUANTITY_OK:
        return lt_arena_print(reader->program->arena, "%.17g", value);
    case LT_QUANTITY_NOT_A_NUMBER:
        return node->text;
    case LT_QUANTITY_WRONG:
        break;
    }
    lt_errors_add(reader->errors, node->mark, "%s: %s", node->key, why);
    return NULL;
}

/* Reads a number in the preset's words only to check it; it cannot be varied by its name. NEXT:
 * the following one of the list of such numbers. NULL after an error. */
static const struct lt_number *read_typed(struct lt_reader *reader, const struct lt_node *node,
                                          const struct lt_preset_input *input,
                                          const struct lt_number *next) {
    struct lt_range range = LT_ANY("");
    lt_parse_preset_word(reader->program->preset, input->name, reader->program->law, &range);
    const size_t failures = reader->errors->failures;
    struct lt_node apart = *node;
    struct lt_number *number = lt_arena_get(reader->program->arena, sizeof *number);
    apart.place = NULL;
    *number = lt_schema_parameter(reader, &apart, &range);
    number->typed = next;
    return reader->errors->failures == failures ? number : NULL;
}

/* Reads a number like read_typed(), but without reporting errors, after which it returns NEXT:
 * they are reported at the node's own place. */
static const struct lt_number *read_quietly(const struct lt_reader *reader,
                                            const struct lt_node *node,
                                            const struct lt_preset_input *input,
                                            const struct lt_number *next) {
    struct lt_reader quiet = *reader;
    quiet.errors = lt_errors_new();
    const struct lt_number *number = read_typed(&quiet, node, input, next);
    lt_errors_free(quiet.errors);
    return number ? number : next;
}

/* The text of the number NAME in the same map as NODE, which is added to the list *typed; NULL and
 * an error if it is missing. */
static const char *value_beside(struct lt_reader *reader, const struct lt_node *node,
                                const char *name, const struct lt_number **typed) {
    const struct lt_node *other = lt_tree_child(node->parent, name);
    const struct lt_preset_input *input = reader->program->preset->inputs;
    if (!other) {
        lt_errors_add(reader->errors, node->key_mark, "'%s' goes with '%s', which is missing",
                      node->key, name);
        return NULL;
    }
    while (input->name && strcmp(input->name, name) != 0)
        input++;
    if (other->kind != LT_SCALAR)
        return "0";
    if (input->name)
        *typed = read_quietly(reader, other, input, *typed);
    return bare_value(reader, other, input->name ? input->unit : "1");
}

/* True if a number may be the divisor of NODE's value; reports one that is 0. */
static bool is_divisor(struct lt_reader *reader, const struct lt_node *node, const char *name,
                       const struct lt_number *number) {
    if (!number || number->value != 0)
        return true;
    lt_errors_add(reader->errors, node->key_mark,
                  "law.%s is taken over law.%s, which must be above 0 then, is 0; or leave out %s",
                  node->key, name, node->key);
    return false;
}

/* Returns FORMULA with the VALUE of NODE in the place of $, and other numbers of its map in
 * that of $NAME, each in parentheses; *typed gets those, as the user gave them. NULL after an
 * error, such as a divisor of 0. */
static const char *put_values(struct lt_reader *reader, const struct lt_node *node,
                              const char *formula, const char *value,
                              const struct lt_number **typed) {
    struct lt_arena *arena = reader->program->arena;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    bool known = true;
    for (char before = ' '; *formula; before = *formula++) {
        size_t length = 0;
        if (*formula != '$') {
            putc(*formula, file);
            continue;
        }
        while (isalnum((unsigned char)formula[1 + length]) || formula[1 + length] == '_')
            length++;
        const char *name = lt_arena_print(arena, "%.*s", (int)length, formula + 1);
        const bool other = length > 0 && strcmp(name, node->key) != 0;
        const char *put = other ? value_beside(reader, node, name, typed) : value;
        known &= put != NULL && (!other || before != '/' || is_divisor(reader, node, name, *typed));
        fprintf(file, "(%s)", put ? put : "0");
        formula += length;
    }
    const char *made = lt_text_keep(&text, arena);
    return known ? made : NULL;
}

/* Sets a parameter of the law from a number in a preset's words, by the preset's formula, in which
 * $ stands for the number. TYPED is the number as the user gave it, kept with the parameter so that
 * a run whose lets differ checks its limits, too. A parameter that is given twice is an error. */
static void take_input(struct lt_reader *reader, const struct lt_node *node,
                       const struct lt_preset_input *input, const struct lt_number *typed) {
    struct lt_program *program = reader->program;
    const long i = lt_laws_param(program->law, input->param);
    const char *value = bare_value(reader, node, input->unit);
    if (!value || i < 0)
        return;
    if (program->params[i].given) {
        lt_errors_add(reader->errors, node->key_mark, "'%s' follows from '%s'; give one of them",
                      input->param, node->key);
        return;
    }
    struct lt_node *derived = lt_arena_get(program->arena, sizeof *derived);
    *derived = *node;
    derived->key = lt_arena_print(program->arena, "%s: %s", node->key, input->param);
    derived->place = NULL;
    derived->first = derived->next = NULL;
    if (strcmp(input->formula, "$") != 0)
        derived->text = put_values(reader, node, input->formula, value, &typed);
    if (!derived->text)
        return;
    const struct lt_range range = lt_schema_range(&program->law->params[i]);
    program->params[i] = lt_schema_parameter(reader, derived, &range);
    program->params[i].typed = typed;
}

/* Reads a key of the section law that is an input of the preset. False: it is none; true also
 * after an error, since the key then needs no other reader. */
bool lt_parse_preset_input(struct lt_reader *reader, const struct lt_node *node) {
    const struct lt_preset *preset = reader->program->preset;
    const struct lt_number *typed = NULL;
    if (preset && preset->parts && node->key && lt_parts_is_kind(reader->program->law, node->key)) {
        lt_errors_add(reader->errors, node->key_mark, "'%s' has parts of its own: %s",
                      lt_presets_name(preset, reader->program->arena), preset->parts);
        return true;
    }
    for (size_t i = 0; preset && preset->inputs[i].name; i++) {
        if (strcmp(preset->inputs[i].name, node->key) != 0)
            continue;
        if (!typed && (!lt_schema_is(reader, node, LT_SCALAR, "a number") ||
                       !(typed = read_typed(reader, node, &preset->inputs[i], NULL))))
            return true;
        take_input(reader, node, &preset->inputs[i], typed);
    }
    return typed != NULL;
}

/* ---- Choices --------------------------------------------------------------------------------- */

/* The words of CHOICES, separated by blanks, whose bits are in SET: "full, no-tension". */
static const char *words_of_set(const char *choices, unsigned set, struct lt_arena *arena) {
    const char *list = "";
    for (unsigned i = 0; *choices; i++) {
        const size_t length = strcspn(choices, " ");
        if (set >> i & 1)
            list = lt_arena_print(arena, "%s%s%.*s", list, *list ? ", " : "", (int)length, choices);
        choices += length + (choices[length] == ' ');
    }
    return list;
}

/* Sets a choice of the law to a word that the preset has, the law's own default if possible, or
 * reports the one that the file gives if the code of the preset does not have it. */
static void take_choice(struct lt_reader *reader, const struct lt_preset_choice *choice) {
    struct lt_program *program = reader->program;
    const long i = lt_laws_param(program->law, choice->param);
    if (i < 0)
        return;
    const struct lt_field *field = &program->law->params[i];
    struct lt_number *number = &program->params[i];
    if (number->given) {
        const bool has =
            !number->formula && number->value >= 0 && (choice->has >> (unsigned)number->value & 1);
        if (!has)
            lt_errors_add(reader->errors, number->mark, "'%s' has no such %s; it has %s",
                          lt_presets_name(program->preset, program->arena), choice->param,
                          words_of_set(field->choices, choice->has, program->arena));
        return;
    }
    const struct lt_range range = lt_schema_range(field);
    *number = (struct lt_number){.given = true,
                                 .value = lt_presets_first(choice, field),
                                 .mark = program->law_mark,
                                 .path = field->name,
                                 .unit = range.unit,
                                 .min = range.min,
                                 .max = range.max};
}

/* Sets or checks all choices of the law that the preset determines. */
void lt_parse_preset_choices(struct lt_reader *reader) {
    const struct lt_preset *preset = reader->program->preset;
    for (size_t i = 0; preset && preset->choices[i].param; i++)
        take_choice(reader, &preset->choices[i]);
}
