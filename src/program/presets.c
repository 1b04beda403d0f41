/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program/presets.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/errors.h"
#include "presets_text.h"
#include "registry/laws.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* The full name of a preset: "CODE-VERSION WORDS". */
const char *lt_presets_name(const struct lt_preset *preset, struct lt_arena *arena) {
    return lt_arena_print(arena, "%s%s%s %s", preset->code, *preset->version ? "-" : "",
                          preset->version, preset->words);
}

/* ---- Those within the program ---------------------------------------------------------------- */

/* Joins the lines of an embedded file; a list that ends with NULL. */
static const char *join_lines(const char *const *lines, struct lt_arena *arena) {
    size_t length = 0;
    for (size_t i = 0; lines[i]; i++)
        length += strlen(lines[i]);
    char *text = lt_arena_get(arena, length + 1), *to = text;
    for (size_t i = 0; lines[i]; i++)
        to = stpcpy(to, lines[i]);
    return text;
}

/* Reads an embedded preset file, of which ONLY one preset may be needed. Errors are dropped: tests
 * read these files, so that there are none. */
static const struct lt_preset *read_embedded(const struct lt_preset_text *embedded,
                                             const char *only, struct lt_arena *arena) {
    struct lt_errors *errors = lt_errors_new();
    struct lt_source *source = lt_arena_get(arena, sizeof *source);
    *source =
        (struct lt_source){.name = embedded->name, .text = join_lines(embedded->lines, arena)};
    source->length = strlen(source->text);
    const struct lt_preset *list =
        lt_preset_file_read(source, lt_laws_builtin, only, arena, errors);
    lt_errors_free(errors);
    return list;
}

/* The number of presets of a list; 0 for NULL. */
static size_t count_presets(const struct lt_preset *list) {
    size_t count = 0;
    while (list && list[count].code)
        count++;
    return count;
}

/* Lists the presets of a code, with or without its version; of all codes if CODE is NULL. The list
 * ends with an empty entry. */
const struct lt_preset *lt_presets_list(const char *code, struct lt_arena *arena) {
    const size_t length = code ? strlen(code) : 0;
    struct lt_preset *list = lt_arena_get(arena, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < sizeof embedded_presets / sizeof *embedded_presets; i++) {
        const char *name = embedded_presets[i].name;
        if (code && (strncmp(name, code, length) != 0 || (name[length] && name[length] != '-')))
            continue;
        const struct lt_preset *some = read_embedded(&embedded_presets[i], "", arena);
        const size_t n = count_presets(some);
        struct lt_preset *both = lt_arena_get(arena, (count + n + 1) * sizeof *both);
        memcpy(both, list, count * sizeof *both);
        if (n > 0)
            memcpy(both + count, some, n * sizeof *both);
        list = both;
        count += n;
    }
    return list;
}

/* The built-in preset with this full name, "CODE-VERSION WORDS"; NULL: there is none. */
const struct lt_preset *lt_presets_find(const char *name, struct lt_arena *arena) {
    const size_t length = strcspn(name, " ");
    const char *words = name + length + (name[length] == ' ');
    for (size_t i = 0; i < sizeof embedded_presets / sizeof *embedded_presets; i++)
        if (strlen(embedded_presets[i].name) == length &&
            strncmp(embedded_presets[i].name, name, length) == 0) {
            const struct lt_preset *list = read_embedded(&embedded_presets[i], words, arena);
            for (; list && list->code; list++)
                if (strcmp(list->words, words) == 0)
                    return list;
        }
    return NULL;
}

/* ---- What a preset has ----------------------------------------------------------------------- */

/* The index of the parameter that an input is without a formula; -1: it is none. */
static long same_param(const struct lt_preset *preset, const char *input,
                       const struct lt_law *law) {
    const struct lt_preset_input *row = preset->inputs;
    for (size_t i = 0; row[i].name; i++)
        if (strcmp(row[i].name, input) == 0 && *row[i].param && strcmp(row[i].formula, "$") == 0)
            return lt_laws_param(law, row[i].param);
    return -1;
}

/* The limits of an input: its own, or those of the parameter that it is. */
struct lt_preset_limits lt_presets_limits(const struct lt_preset *preset, const char *input,
                                          const struct lt_law *law) {
    for (const struct lt_preset_input *row = preset->inputs; row->name; row++)
        if (strcmp(row->name, input) == 0 && row->limited)
            return (struct lt_preset_limits){row->min, row->max, row->above_min};
    const long i = same_param(preset, input, law);
    struct lt_preset_limits same = {-INFINITY, INFINITY, false};
    if (i >= 0) {
        same.min = law->params[i].min;
        same.max = law->params[i].max;
    }
    return same;
}

/* The input from which the parameter PARAM follows; NULL: none. */
const char *lt_presets_setter(const struct lt_preset *preset, const char *param) {
    for (size_t i = 0; preset && preset->inputs[i].name; i++)
        if (strcmp(preset->inputs[i].param, param) == 0)
            return preset->inputs[i].name;
    return NULL;
}

/* True if the preset has an input of this name. */
bool lt_presets_has(const struct lt_preset *preset, const char *input) {
    for (size_t i = 0; preset && preset->inputs[i].name; i++)
        if (strcmp(preset->inputs[i].name, input) == 0)
            return true;
    return false;
}

/* True if the law of the preset is one of Hertzian contact. */
static bool is_of_hertz(const struct lt_preset *preset) {
    return strcmp(preset->law, "mindlin") == 0 || strcmp(preset->law, "hertz") == 0;
}

/* True if the law of the preset is one of linear springs. */
static bool is_of_springs(const struct lt_preset *preset) {
    return strcmp(preset->law, "linear") == 0 || strcmp(preset->law, "linear-elastic") == 0;
}

/* Collects the choices that any preset of a code has, for Hertzian laws or for linear springs,
 * into LIST, which ends with an empty entry. */
void lt_presets_choices(const char *code, bool hertz,
                        struct lt_preset_choice list[LT_PRESET_CHOICES + 1],
                        struct lt_arena *arena) {
    size_t n = 0;
    for (const struct lt_preset *preset = lt_presets_list(code, arena); preset->code; preset++)
        for (const struct lt_preset_choice *c = preset->choices;
             c->param && n < LT_PRESET_CHOICES && (hertz ? is_of_hertz : is_of_springs)(preset);
             c++) {
            size_t i = 0;
            while (i < n && strcmp(list[i].param, c->param) != 0)
                i++;
            if (i == n)
                list[n++] = *c;
            list[i].has |= c->has;
        }
    list[n] = (struct lt_preset_choice){NULL, 0};
}

/* The law of a preset with the parts that the preset fixes; NULL: LAWS do not have it. */
const struct lt_law *lt_presets_law(const struct lt_preset *preset,
                                    const struct lt_law *const *laws, struct lt_arena *arena) {
    const struct lt_law *law = lt_laws_find_in(laws, preset->law);
    if (!law || !law->parts)
        return law;
    double *numbers = lt_arena_get(arena, (law->n_params + 1) * sizeof *numbers);
    for (size_t i = 0; i < law->n_params; i++)
        numbers[i] = NAN;
    for (const struct lt_preset_choice *c = preset->choices; c->param; c++) {
        const long i = lt_laws_param(law, c->param);
        if (i >= 0 && lt_parts_is_kind(law, c->param))
            numbers[i] = lt_presets_first(c, &law->params[i]);
    }
    for (const char *at = preset->parts ? preset->parts : ""; *at; at += strspn(at, "; ")) {
        const char *colon = strchr(at, ':'), *end = at + strcspn(at, ";");
        const char *kind = lt_arena_print(arena, "%.*s", (int)(colon - at), at);
        const char *word = lt_arena_print(arena, "%.*s", (int)(end - colon - 2), colon + 2);
        long i;
        for (size_t slot = 0; (i = lt_part_list_param(law, kind, slot)) >= 0; slot++)
            numbers[i] = (double)lt_part_list_number(law->params[i].choices, word, slot);
        at = end;
    }
    return lt_parts_with(law, numbers, arena);
}

/* The number of the word that a choice has by default: the law's own if the preset has it,
 * otherwise the preset's first. */
unsigned lt_presets_first(const struct lt_preset_choice *choice, const struct lt_field *field) {
    unsigned value = isnan(field->preset) ? 0 : (unsigned)field->preset;
    if (choice->has >> value & 1)
        return value;
    for (value = 0; !(choice->has >> value & 1);)
        value++;
    return value;
}

/* ---- By the words of an input line ----------------------------------------------------------- */

/* True if a character belongs to no word; a point belongs to a number. */
static bool is_divider(const char *at) {
    return !isalnum((unsigned char)*at) && *at != '_' &&
           (*at != '.' || !isdigit((unsigned char)at[1]));
}

/* The next word at or after *AT, of *LENGTH characters; *AT is then its end. NULL: there are no
 * more. */
static const char *next_word(const char **at, size_t *length) {
    const char *word = *at;
    while (*word && is_divider(word))
        word++;
    for (*length = 0; word[*length] && !is_divider(word + *length);)
        ++*length;
    *at = word + *length;
    return *length > 0 ? word : NULL;
}

/* True if TEXT has the word WANTED, of LENGTH characters, in upper or lower case. */
static bool has_word(const char *text, const char *wanted, size_t length) {
    size_t n;
    for (const char *word; (word = next_word(&text, &n));)
        if (n == length && strncasecmp(word, wanted, n) == 0)
            return true;
    return false;
}

/* How well an input line of a code fits a preset: 1 for each word of its name that the line has,
 * -1/2 for each that it lacks, and 2 for each word of its input, which is more specific. */
static double likeness(const char *line, const struct lt_preset *preset) {
    double sum = has_word(line, preset->code, strlen(preset->code));
    size_t length;
    const char *at = preset->words;
    for (const char *word; (word = next_word(&at, &length));)
        sum += has_word(line, word, length) ? 1 : -0.5;
    at = preset->input;
    for (const char *word; (word = next_word(&at, &length));)
        sum += has_word(line, word, length) ? 2 : 0;
    return sum;
}

/* The presets that fit an input line of a code best, the best first: at most LT_PRESETS_LIKE, each
 * at least half as similar as the best. The list ends with an empty entry. */
const struct lt_preset *lt_presets_like(const char *line, struct lt_arena *arena) {
    const struct lt_preset *best[LT_PRESETS_LIKE] = {NULL};
    double likest[LT_PRESETS_LIKE] = {0};
    for (const struct lt_preset *preset = lt_presets_list(NULL, arena); preset->code; preset++) {
        const struct lt_preset *here = preset;
        double sum = likeness(line, preset);
        for (size_t k = 0; k < LT_PRESETS_LIKE; k++)
            if (sum > likest[k]) {
                const struct lt_preset *other = best[k];
                const double its = likest[k];
                best[k] = here;
                likest[k] = sum;
                here = other;
                sum = its;
            }
    }
    struct lt_preset *list = lt_arena_get(arena, (LT_PRESETS_LIKE + 1) * sizeof *list);
    for (size_t k = 0, n = 0; k < LT_PRESETS_LIKE && best[k]; k++)
        if (likest[k] > 0.5 * likest[0])
            list[n++] = *best[k];
    return list;
}

/* For an error message: the presets that may be meant by LINE; "" if none is similar. */
const char *lt_presets_hint(const char *line, struct lt_arena *arena) {
    const struct lt_preset *list = lt_presets_list(NULL, arena);
    const size_t count = count_presets(list);
    const char **names = lt_arena_get(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = lt_presets_name(&list[i], arena);
    const char *misspelt = lt_errors_nearest(line, names, count);
    if (misspelt)
        return lt_arena_print(arena, "; did you mean '%s'?", misspelt);
    const char *text = "";
    for (const struct lt_preset *like = lt_presets_like(line, arena); like->code; like++)
        text = lt_arena_print(arena, "%s%s'%s'", text, *text ? " or " : "; did you mean ",
                              lt_presets_name(like, arena));
    return *text ? lt_arena_print(arena, "%s?", text) : text;
}
