/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/styles.h"

#include "base/arena.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* Number of words before the NULL that ends them. */
static size_t count_words(const char *const *words) {
    size_t n = 0;
    while (words[n])
        n++;
    return n;
}

/* Number of combinations of a family for a pair; a wall has as many. */
static size_t count_choices(const struct lt_code_family *family) {
    size_t n = 1;
    for (size_t i = 0; family->parts[i]; i++)
        n *= count_words(family->parts[i]);
    return n;
}

/* The code with this name; NULL: none. */
const struct lt_code *lt_styles_code(const char *name) {
    const struct lt_code *const *code = lt_code_all;
    while (*code && strcmp((*code)->name, name) != 0)
        code++;
    return *code;
}

/* Number of laws that a code offers for audits: each combination for a pair and for a wall. */
size_t lt_styles_count(const struct lt_code *code) {
    size_t n = 0;
    for (const struct lt_code_family *family = code->families; family->name; family++)
        n += 2 * count_choices(family);
    return n;
}

/* Names that the lines may contain; the parameters of a style are offered only if its lines contain
 * them. */
static const struct {
    const char *name;
    double value;
} told[] = {{"fric", 0.3}, {"angle", 0.29145679447786710}, {"en", 0.5}, {"pull", 0}};
enum { FRIC, ANGLE, EN, PULL, TOLD }; /* ANGLE is atan(0.3), rad; PULL depends on the law */

/* True if LINES contain the placeholder with this number, such as {fric}. */
static bool names_number(const char *lines, int number, struct lt_arena *arena) {
    return strstr(lines, lt_arena_print(arena, "{%s}", told[number].name)) != NULL;
}

/* The section law of a stage program with the combination of parts that WORDS name, for a pair or a
 * WALL, as text. */
static const char *law_text(const struct lt_code *code, const struct lt_code_family *family,
                            const char *const *words, bool wall, struct lt_arena *arena) {
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    double pull = family->put(file, words, wall);
    const char *lines = lt_text_keep(&text, arena), *law = lt_arena_print(arena, "law:\n");
    law = lt_arena_print(arena, "%s  code: %s\n", law, code->name);
    for (int i = 0; i < TOLD; i++)
        if (names_number(lines, i, arena))
            law = lt_arena_print(arena, "%s  %s: %.17g\n", law, told[i].name,
                                 i == PULL ? pull : told[i].value);
    law = lt_arena_print(arena, "%s  lines:\n", law);
    for (const char *line = lines; *line; line += strcspn(line, "\n") + 1)
        law = lt_arena_print(arena, "%s    - %.*s\n", law, (int)strcspn(line, "\n"), line);
    return law;
}

/* Law number INDEX of a code, from 0 to lt_styles_count() - 1; of each family first all
 * combinations for a pair, then those for a wall. */
struct lt_style lt_styles_get(const struct lt_code *code, size_t index, struct lt_arena *arena) {
    const struct lt_code_family *family = code->families;
    for (; index >= 2 * count_choices(family); family++)
        index -= 2 * count_choices(family);
    bool wall = index >= count_choices(family);
    size_t rest = wall ? index - count_choices(family) : index;
    const char *words[LT_CODE_PARTS] = {0},
               *name = lt_arena_print(arena, "%s%s", wall ? "wall " : "", family->name);
    /* The rest of INDEX is a number whose digits choose a word of each part, the first part
     * fastest. */
    for (size_t i = 0; family->parts[i]; i++) {
        size_t n = count_words(family->parts[i]);
        words[i] = family->parts[i][rest % n];
        rest /= n;
        name = lt_arena_print(arena, "%s %s", name, words[i]);
    }
    const char *law = law_text(code, family, words, wall, arena);
    return (struct lt_style){
        .name = name,
        .law = law,
        .wall = wall,
        .adheres = names_number(law, PULL, arena),
        .pair = wall ? law_text(code, family, words, false, arena) : NULL,
        .fric = names_number(law, FRIC, arena) || names_number(law, ANGLE, arena) ? told[FRIC].value
                                                                                  : NAN,
        .en = names_number(law, EN, arena) ? told[EN].value : NAN,
    };
}
