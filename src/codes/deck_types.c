/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck_types.c: the lines of several pairs of materials as one input with several types. */
#include "codes/deck_lines.h"

#include "base/arena.h"

#include <ctype.h>
#include <string.h>

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The next line of *TEXT without its end, and *TEXT moved behind it; NULL: there is no more. */
const char *lt_deck_types_line(const char **text, struct lt_arena *arena) {
    if (!**text)
        return NULL;
    const size_t length = strcspn(*text, "\n");
    const char *line = lt_arena_print(arena, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == '\n');
    return line;
}

/* The text after HEAD in the first line of TEXT that begins with it; NULL: there is none. */
const char *lt_deck_types_after(const char *text, const char *head, struct lt_arena *arena) {
    const char *line;
    while ((line = lt_deck_types_line(&text, arena)))
        if (strncmp(line, head, strlen(head)) == 0)
            return line + strlen(head);
    return NULL;
}

/* True if one line of TEXT is WANTED. */
static bool has_line(const char *text, const char *wanted, struct lt_arena *arena) {
    const char *line;
    while ((line = lt_deck_types_line(&text, arena)))
        if (strcmp(line, wanted) == 0)
            return true;
    return false;
}

/* Writes the comments of the other pairs that the first pair does not have, each once and with the
 * names of its materials. */
void lt_deck_types_put_comments(FILE *file, const struct lt_deck_types *types) {
    const char *written = types->first->lines, *line;
    for (size_t k = 0; k < types->n_pairs; k++)
        for (const char *text = types->pairs[k].lines;
             (line = lt_deck_types_line(&text, types->arena));)
            if (strncmp(line, types->comment, strlen(types->comment)) == 0 &&
                !has_line(written, line, types->arena)) {
                fprintf(file, "%s ('%s' on '%s')\n", line, types->name[types->pairs[k].type[0]],
                        types->name[types->pairs[k].type[1]]);
                written = lt_arena_print(types->arena, "%s%s\n", written, line);
            }
}

/* ---- Types ----------------------------------------------------------------------------------- */

/* The pair of types I and J in either order; NULL: none. */
const struct lt_deck_typed *lt_deck_types_pair(const struct lt_deck_types *types, size_t i,
                                               size_t j) {
    for (size_t k = 0; k < types->n_pairs; k++) {
        const struct lt_deck_typed *pair = &types->pairs[k];
        if ((pair->type[0] == i && pair->type[1] == j) ||
            (pair->type[0] == j && pair->type[1] == i))
            return pair;
    }
    return NULL;
}

/* Index of the type with this name; a new one is added if there is none. Its word, for the code's
 * input, has letters, digits and underscores only. */
static size_t type_named(struct lt_deck_types *types, const char *name) {
    for (size_t i = 0; i < types->n; i++)
        if (strcmp(types->name[i], name) == 0)
            return i;
    char *word = lt_arena_get(types->arena, strlen(name) + 3);
    snprintf(word, strlen(name) + 3, "%s%s", isalpha((unsigned char)*name) ? "" : "m_", name);
    for (char *c = word; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '_';
    types->name[types->n] = name;
    types->word[types->n] = word;
    return types->n++;
}

/* Why the pairs make no complete matrix, which pair is given twice or missing; NULL: they do. */
static const char *check_pairs(const struct lt_deck_types *types) {
    for (size_t k = 0; k < types->n_pairs; k++) {
        const struct lt_deck_typed *pair = &types->pairs[k];
        if (lt_deck_types_pair(types, pair->type[0], pair->type[1]) != pair)
            return lt_arena_print(
                types->arena,
                "'%s' on '%s' is given twice; if one of them is a wall, give it a "
                "material with a name of its own",
                types->name[pair->type[0]], types->name[pair->type[1]]);
    }
    for (size_t i = 0; i < types->n; i++)
        for (size_t j = i; j < types->n; j++)
            if ((types->is_ball[i] || types->is_ball[j]) && !lt_deck_types_pair(types, i, j) &&
                (i != j || types->is_ball[i]))
                return lt_arena_print(types->arena, "'%s' on '%s' is missing: give that pair, too",
                                      types->name[i], types->name[j]);
    return NULL;
}

/* Numbers the materials of the pairs, those of balls first, and finds the first pair of two balls.
 * NULL, or why the pairs do not make a matrix. */
const char *lt_deck_types_order(struct lt_deck_types *types, struct lt_deck_typed *pairs,
                                const char *(*names)[2]) {
    for (int walls = 0; walls < 2; walls++) /* balls first */
        for (size_t k = 0; k < types->n_pairs; k++)
            for (int side = 0; side < 2; side++)
                if ((pairs[k].wall && side == 1) == walls) {
                    if (types->n == LT_DECK_TYPES)
                        return lt_arena_print(types->arena, "more than %d materials",
                                              LT_DECK_TYPES);
                    pairs[k].type[side] = type_named(types, names[k][side]);
                    types->is_ball[pairs[k].type[side]] |= !walls;
                }
    types->pairs = pairs;
    for (size_t k = types->n_pairs; k-- > 0;)
        types->first = pairs[k].wall ? types->first : &pairs[k];
    return check_pairs(types);
}

/* ---- Moduli of materials --------------------------------------------------------------------- */

/* Compliance (1 - nu^2)/E, 1/Pa, of a body with the modulus YOUNG (Pa) and Poisson's ratio POISSON
 * in normal contact; the sum over both bodies is 1/E*. */
static double plane(double young, double poisson) {
    return (1 - poisson * poisson) / young;
}

/* Compliance 2 (2 - nu)(1 + nu)/E, 1/Pa, of a body with the modulus YOUNG (Pa) and Poisson's ratio
 * POISSON in tangential contact; the sum over both bodies is 1/G*. */
static double shear(double young, double poisson) {
    return 2 * (2 - poisson) * (1 + poisson) / young;
}

/* Sets *YOUNG_OF (Pa) and *POISSON_OF of type I to those of its contact with itself, of which YOUNG
 * and POISSON have the equal bodies; without such a pair to those of its material. False: neither
 * is known. */
static bool find_moduli(const struct lt_deck_types *types, size_t i, const double *young,
                        const double *poisson, double *young_of, double *poisson_of) {
    const struct lt_deck_typed *like = lt_deck_types_pair(types, i, i);
    if (like) {
        *young_of = young[like - types->pairs], *poisson_of = poisson[like - types->pairs];
        return true;
    }
    for (size_t k = 0; k < types->n_pairs; k++)
        for (int side = 0; side < 2; side++)
            if (types->pairs[k].type[side] == i && types->pairs[k].young[side] > 0 &&
                !isnan(types->pairs[k].poisson[side])) {
                *young_of = types->pairs[k].young[side];
                *poisson_of = types->pairs[k].poisson[side];
                return true;
            }
    return false;
}

/* Finds moduli of the types, YOUNG_OF (Pa) and POISSON_OF, whose mixing by Hertz' rule reproduces
 * the equal-body moduli YOUNG (Pa) and POISSON of each pair. NULL, or why there are none. */
const char *lt_deck_types_moduli(const struct lt_deck_types *types, const double *young,
                                 const double *poisson, double *young_of, double *poisson_of) {
    /* If all pairs have the same equal bodies, these are those of each type. */
    bool alike = true;
    for (size_t k = 1; k < types->n_pairs; k++)
        alike &= young[k] == young[0] && poisson[k] == poisson[0];
    for (size_t i = 0; i < types->n; i++) {
        young_of[i] = young[0], poisson_of[i] = poisson[0];
        if (!alike && !find_moduli(types, i, young, poisson, &young_of[i], &poisson_of[i]))
            return lt_arena_print(types->arena,
                                  "the moduli of '%s' are not known: give young and poisson under "
                                  "materials, not under law",
                                  types->name[i]);
    }
    /* The compliances of two materials add up; those of two equal bodies are twice that of one.
     * 1e-6 leaves room for the ten digits of the lines. */
    for (size_t k = 0; k < types->n_pairs; k++) {
        const size_t *of = types->pairs[k].type;
        const double p = plane(young_of[of[0]], poisson_of[of[0]]) +
                         plane(young_of[of[1]], poisson_of[of[1]]),
                     s = shear(young_of[of[0]], poisson_of[of[0]]) +
                         shear(young_of[of[1]], poisson_of[of[1]]);
        if (!(fabs(p / (2 * plane(young[k], poisson[k])) - 1) < 1e-6 &&
              fabs(s / (2 * shear(young[k], poisson[k])) - 1) < 1e-6))
            return lt_arena_print(types->arena,
                                  "the moduli of '%s' and '%s' make another contact than the one "
                                  "of that pair, E* = %.6g instead of %.6g Pa",
                                  types->name[of[0]], types->name[of[1]], 1 / p,
                                  0.5 / plane(young[k], poisson[k]));
    }
    return NULL;
}
