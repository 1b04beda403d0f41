/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/part_list.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/tree.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <string.h>

/* The place of the part of its *KIND that a parameter chooses: "cohesion" is 0, "cohesion_2" is
 * 1 and so on; -1: it chooses none. */
long lt_part_list_slot(const struct lt_law *law, const char *param, const char **kind) {
    *kind = "";
    for (const struct lt_part_word *part = law->parts; part && part->kind; part++) {
        const size_t length = strlen(part->kind);
        const char *rest = strncmp(param, part->kind, length) == 0 ? param + length : "?";
        *kind = part->kind;
        if (!*rest)
            return 0;
        if (rest[0] == '_' && rest[1] >= '2' && rest[1] <= '9' && !rest[2])
            return rest[1] - '1';
    }
    return -1;
}

/* The index of the parameter that chooses the part at place SLOT of a kind; -1: none. */
long lt_part_list_param(const struct lt_law *law, const char *kind, size_t slot) {
    const char *own;
    for (size_t i = 0; i < law->n_params; i++)
        if (lt_part_list_slot(law, law->params[i].name, &own) == (long)slot &&
            strcmp(own, kind) == 0)
            return (long)i;
    return -1;
}

/* Item I of the node that the file gives for a kind of part: of a list, or a single one as item
 * 0; NULL: none. */
const struct lt_node *lt_part_list_item(const struct lt_node *said, size_t i) {
    if (said && said->kind == LT_LIST)
        return lt_tree_item(said, i);
    return i == 0 ? said : NULL;
}

/* The node with the word of a part, which is either that word or a map with its 'name'; NULL: it
 * has no name. */
const struct lt_node *lt_part_list_word(const struct lt_node *item) {
    return item && item->kind == LT_MAP ? lt_tree_child(item, "name") : item;
}

/* The node of PARAM within the map of a part of the section law; *OF: the node of the part's
 * kind, *AT: the index of the part in it. NULL: none. */
static const struct lt_node *find_in_part(const struct lt_law *law, const struct lt_node *map,
                                          const char *param, const struct lt_node **of,
                                          size_t *at) {
    const struct lt_node *item;
    for (*of = map->first; *of; *of = (*of)->next)
        for (*at = 0; lt_parts_is_kind(law, (*of)->key) && (item = lt_part_list_item(*of, *at));
             ++*at) {
            const struct lt_node *found = lt_tree_child(item, param);
            if (found)
                return found;
        }
    return NULL;
}

/* The node that gives a parameter in MAP, the section law: directly, or in the map of a part;
 * NULL: none. */
const struct lt_node *lt_part_list_find(const struct lt_law *law, const struct lt_node *map,
                                        const char *param) {
    const char *kind;
    const struct lt_node *of;
    size_t at;
    if (map->kind != LT_MAP)
        return NULL;
    const long slot = lt_part_list_slot(law, param, &kind);
    if (slot >= 0)
        return lt_part_list_word(lt_part_list_item(lt_tree_child(map, kind), (size_t)slot));
    const struct lt_node *said = lt_tree_child(map, param);
    return said || !law->parts ? said : find_in_part(law, map, param, &of, &at);
}

/* The path, for messages, of the node that gives the parameter PARAM in MAP, the section law,
 * such as "law.cohesion[0].work_adhesion"; "law.PARAM" where there is none. */
const char *lt_part_list_path(const struct lt_law *law, const struct lt_node *map,
                              const char *param, struct lt_arena *arena) {
    const struct lt_node *of = NULL;
    size_t at;
    if (law && law->parts && map && map->kind == LT_MAP && strcmp(param, "name") != 0 &&
        !lt_tree_child(map, param) && find_in_part(law, map, param, &of, &at))
        return of->kind == LT_LIST ? lt_arena_print(arena, "law.%s[%zu].%s", of->key, at, param)
                                   : lt_arena_print(arena, "law.%s.%s", of->key, param);
    return lt_arena_print(arena, "law.%s", param);
}

/* Writes the words of all parts of a kind, "dmt, bridge", into BUFFER and returns it. NUMBERS
 * are the values of all parameters, PARAM is the index of the kind's first. NULL: it has no
 * words. */
const char *lt_part_list_words(const struct lt_law *law, size_t param, const double *numbers,
                               char *buffer, size_t size) {
    const char *kind;
    const struct lt_field *field = &law->params[param];
    if (!field->choices || !lt_choice_word(field->choices, numbers[param], buffer, size))
        return NULL;
    long i = lt_part_list_slot(law, field->name, &kind) == 0 ? (long)param : -1;
    for (size_t slot = 1; i >= 0 && (i = lt_part_list_param(law, kind, slot)) >= 0; slot++) {
        const size_t length = strlen(buffer);
        if (numbers[i] > 0.5 && length + 3 < size) {
            strcpy(buffer + length, ", ");
            lt_choice_word(field->choices, numbers[i], buffer + length + 2, size - length - 2);
        }
    }
    return buffer;
}

/* The length of a condition on a further part, such as " or cohesion_2 == 7", at the begin of
 * TEXT; 0: there is none. */
static size_t further(const struct lt_law *law, const char *text) {
    const size_t link = strncmp(text, " or ", 4) == 0 ? 4 : strncmp(text, " and ", 5) == 0 ? 5 : 0;
    const size_t length = link ? strspn(text + link, "abcdefghijklmnopqrstuvwxyz_23456789") : 0;
    const char *rest = text + link + length, *kind;
    char name[32];
    if (length == 0 || length >= sizeof name || strncmp(rest, " == ", 4) != 0)
        return 0;
    memcpy(name, text + link, length);
    name[length] = '\0';
    rest += 4;
    rest += strspn(rest, "0123456789");
    return lt_part_list_slot(law, name, &kind) > 0 ? (size_t)(rest - text) : 0;
}

/* Prints a condition without its terms on further parts of a kind: "(cohesion == 7)" for
 * "(cohesion == 7 or cohesion_2 == 7)". */
void lt_part_list_print(FILE *out, const struct lt_law *law, const char *when) {
    while (*when) {
        const size_t skipped = further(law, when);
        if (skipped == 0)
            putc(*when, out);
        when += skipped > 0 ? skipped : 1;
    }
}

/* True if a condition begins with a further part of a kind ("cohesion_2"), so that lists of
 * conditions need not repeat it. */
bool lt_part_list_again(const struct lt_law *law, const char *when) {
    char name[32];
    const char *kind;
    when += strspn(when, "(");
    const size_t length = strcspn(when, " ()");
    if (length >= sizeof name)
        return false;
    memcpy(name, when, length);
    name[length] = '\0';
    return lt_part_list_slot(law, name, &kind) > 0;
}

/* True if a clash of parts only repeats, for a further part, the clash of the first of its kind. */
bool lt_part_list_clashes_again(const struct lt_law *law, const struct lt_clash *clash) {
    const char *one, *other;
    return lt_part_list_slot(law, law->params[clash->kind].name, &one) > 0 &&
           (lt_part_list_slot(law, law->params[clash->other].name, &other) > 0 ||
            strcmp(one, other) != 0);
}

/* The number among CHOICES of word I (from 0) in WORDS, "dmt, bridge"; 0, which is 'none', where
 * there are fewer; -1: it is no choice. */
long lt_part_list_number(const char *choices, const char *words, size_t i) {
    char word[64] = "";
    for (; i > 0 && words; i--) {
        words = strchr(words, ',');
        words = words ? words + 1 + strspn(words + 1, " ") : NULL;
    }
    const size_t length = words ? strcspn(words, ",") : 0;
    if (!words)
        return 0;
    if (length >= sizeof word)
        return -1;
    memcpy(word, words, length);
    return lt_choice_number(choices, word);
}
