/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_part.c: law: {name: contact, damping: {name: mine, define: {...}}}, a part in formulas. */
#include "base/arena.h"
#include "base/choice.h"
#include "program/making.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <string.h>

/* The kind of a part: its key, or for one of several parts the key of their list. */
static const char *kind_key(const struct lt_node *part) {
    return part->key ? part->key : part->parent->key;
}

/* The next part that the file defines in the section law MAP, a map with `define`, after PART, or
 * the first if PART is NULL; NULL: there are no more. */
static const struct lt_node *next_part(const struct lt_law *law, const struct lt_node *map,
                                       const struct lt_node *part) {
    bool passed = !part;
    for (const struct lt_node *child = law && law->parts ? map->first : NULL; child;
         child = child->next) {
        const struct lt_node *item;
        for (size_t i = 0;
             lt_parts_is_kind(law, child->key) && (item = lt_part_list_item(child, i)); i++)
            if (passed && item->kind == LT_MAP && lt_tree_child(item, "define"))
                return item;
            else
                passed |= item == part;
    }
    return NULL;
}

/* The name of a part; "" if it has none. */
static const char *name_of_part(const struct lt_node *part) {
    const struct lt_node *name = lt_tree_child(part, "name");
    return name && name->kind == LT_SCALAR ? name->text : "";
}

const struct lt_key lt_parse_part_keys[] = {
    {"name", LT_VALUE_NAME, .required = true,
     .doc = "the word of a part, or with define a new one; that of a built-in part is taken over, "
            "with a note"},
    {"define", LT_FORMS(lt_parse_law_define_keys),
     .doc = "a part of one's own in formulas, with the keys of a law"},
    {"PARAMETER", LT_VALUE_NUMBER, .range = LT_ANY(""), .preset = "as under law",
     .doc = "a parameter of the part, or a state that it begins with; it may stand under law, too, "
            "but not in both"},
    {0}};

const struct lt_key lt_parse_part_list_keys[] = {
    {"[]", LT_VALUE_NAME, LT_FORMS(lt_parse_part_keys),
     .doc = "of cohesion and bond: one of several parts that act together"},
    {0}};

/* The index of a kind of part; the number of kinds if WORD is none. */
static long kind_of_part(const char *word) {
    long i = 0;
    while (lt_own_part_kinds[i] && strcmp(lt_own_part_kinds[i], word) != 0)
        i++;
    return i;
}

/* A part with only the names of its parameters and without functions, for callers that need names
 * only. */
static struct lt_own_part declared_part(const struct lt_node *node, struct lt_arena *arena) {
    static const struct lt_part_steps none = {.step = NULL};
    const struct lt_node *define = lt_tree_child(node, "define");
    struct lt_part *part = lt_arena_get(arena, sizeof *part);
    *part = (struct lt_part){.kind = (enum lt_kind)kind_of_part(kind_key(node)),
                             .name = name_of_part(node),
                             .doc = "",
                             .steps = &none};
    if (define && define->kind == LT_MAP)
        part->params = lt_parse_law_declared(define, arena)->params;
    return (struct lt_own_part){part, NULL};
}

/* Reads the definition of a part; NULL after an error. */
static const struct lt_formula_part *read_part(struct lt_reader *reader,
                                               const struct lt_node *node) {
    const struct lt_node *define = lt_tree_child(node, "define");
    const size_t failures = reader->errors->failures;
    const char *name = name_of_part(node), *wrong = NULL;
    const long kind = kind_of_part(kind_key(node));
    if (*name && !lt_names_possible(name) &&
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name))
        lt_errors_add(reader->errors, lt_tree_child(node, "name")->mark,
                      "'%s' is not a word: small letters, digits and '-'", name);
    const struct lt_formula_law *law =
        reader->errors->failures == failures ? lt_parse_law_make(reader, define, name, kind) : NULL;
    const struct lt_formula_part *part =
        law ? lt_formula_part_make(law, (enum lt_kind)kind, reader->program->arena, &wrong) : NULL;
    if (wrong)
        lt_errors_add(reader->errors, define->mark, "%s", wrong);
    return wrong ? NULL : part;
}

/* The number of parts that the section law MAP defines. */
static size_t count_parts(const struct lt_law *law, const struct lt_node *map) {
    size_t n = 0;
    for (const struct lt_node *part = NULL; (part = next_part(law, map, part));)
        n++;
    return n;
}

/* The law with the parts that MAP defines, by names only; the law itself if it defines none. */
const struct lt_law *lt_parse_part_declared(const struct lt_law *law, const struct lt_node *map,
                                            struct lt_arena *arena) {
    struct lt_own_part *parts = lt_arena_get(arena, (count_parts(law, map) + 1) * sizeof *parts);
    const char *wrong;
    size_t n = 0;
    for (const struct lt_node *part = NULL; (part = next_part(law, map, part));)
        parts[n++] = declared_part(part, arena);
    return n > 0 ? lt_own_part_join(law, parts, n, arena, &wrong) : law;
}

/* Notes that a part of the file replaces a built-in part of the same name. */
static void note_replaced(struct lt_reader *reader, const struct lt_law *law,
                          const struct lt_node *node) {
    const char *name = name_of_part(node), *kind = kind_key(node);
    if (lt_choice_number(law->params[lt_laws_param(law, kind)].choices, name) >= 0)
        lt_errors_note(reader->errors, lt_tree_child(node, "name")->mark,
                       "this definition stands in the place of the built-in part '%s: %s'", kind,
                       name);
}

/* The law with the parts that the section law MAP defines for it; errors in them are reported. It
 * is LAW itself if there are none, or if they do not fit. */
const struct lt_law *lt_parse_part_join(struct lt_reader *reader, const struct lt_law *law,
                                        const struct lt_node *map) {
    struct lt_arena *arena = reader->program->arena;
    struct lt_own_part *parts = lt_arena_get(arena, (count_parts(law, map) + 1) * sizeof *parts);
    const struct lt_node *first = NULL;
    size_t n = 0;
    for (const struct lt_node *child = NULL; (child = next_part(law, map, child));) {
        const struct lt_formula_part *part = read_part(reader, child);
        if (part)
            note_replaced(reader, law, child);
        parts[n++] = part ? (struct lt_own_part){&part->part, lt_formula_part_wide}
                          : declared_part(child, arena); /* its names are no further errors */
        first = first ? first : child;
    }
    const char *wrong = NULL;
    const struct lt_law *joined = n > 0 ? lt_own_part_join(law, parts, n, arena, &wrong) : law;
    if (wrong)
        lt_errors_add(reader->errors, first->mark, "%s", wrong);
    return wrong ? law : joined;
}
