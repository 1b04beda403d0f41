/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_part.c: law: {name: contact, damping: {name: mine, define: {...}}}, a part in formulas. */
#include "base/arena.h"
#include "base/choice.h"
#include "program/making.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "registry/parts.h"

#include <string.h>

static bool is_part(const struct lt_law *law, const struct lt_node *child) {
    return child->kind == LT_MAP && child->key && lt_parts_is_kind(law, child->key);
}

static const char *name_of_part(const struct lt_node *part) {
    const struct lt_node *name = lt_tree_child(part, "name");
    return name && name->kind == LT_SCALAR ? name->text : "";
}

const struct lt_key lt_parse_part_keys[] = {
    {"name", LT_VALUE_NAME, .required = true,
     .doc = "a word for the part; that of a built-in part is taken over, with a note"},
    {"define", LT_FORMS(lt_parse_law_define_keys), .required = true,
     .doc = "the part in formulas, with the keys of a law"},
    {0}};

static long kind_of_part(const char *word) {
    long i = 0;
    while (lt_own_part_kinds[i] && strcmp(lt_own_part_kinds[i], word) != 0)
        i++;
    return i;
}

/* Only the names of its parameters. */
static struct lt_own_part declared_part(const struct lt_node *node, struct lt_arena *arena) {
    static const struct lt_part_steps none = {.step = NULL};
    const struct lt_node *define = lt_tree_child(node, "define");
    struct lt_part *part = lt_arena_get(arena, sizeof *part);
    *part = (struct lt_part){.kind = (enum lt_kind)kind_of_part(node->key),
                             .name = name_of_part(node),
                             .doc = "",
                             .steps = &none};
    if (define && define->kind == LT_MAP)
        part->params = lt_parse_law_declared(define, arena)->params;
    return (struct lt_own_part){part, NULL};
}

/* NULL and errors: it is no part. */
static const struct lt_formula_part *read_part(struct lt_reader *reader,
                                               const struct lt_node *node) {
    const struct lt_node *define = lt_tree_child(node, "define");
    const size_t failures = reader->errors->failures;
    const char *name = name_of_part(node), *wrong = NULL;
    const long kind = kind_of_part(node->key);
    lt_schema_map(reader, node, lt_parse_part_keys, NULL);
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

static size_t count_children(const struct lt_node *map) {
    size_t n = 0;
    for (const struct lt_node *child = map->first; child; child = child->next)
        n++;
    return n;
}

const struct lt_law *lt_parse_part_declared(const struct lt_law *law, const struct lt_node *map,
                                            struct lt_arena *arena) {
    struct lt_own_part *parts = lt_arena_get(arena, (count_children(map) + 1) * sizeof *parts);
    const char *wrong;
    size_t n = 0;
    for (const struct lt_node *child = law && law->parts ? map->first : NULL; child;
         child = child->next)
        if (is_part(law, child))
            parts[n++] = declared_part(child, arena);
    return n > 0 ? lt_own_part_join(law, parts, n, arena, &wrong) : law;
}

static void note_replaced(struct lt_reader *reader, const struct lt_law *law,
                          const struct lt_node *node) {
    const char *name = name_of_part(node);
    if (lt_choice_number(law->params[lt_laws_param(law, node->key)].choices, name) >= 0)
        lt_errors_note(reader->errors, lt_tree_child(node, "name")->mark,
                       "this definition stands in the place of the built-in part '%s: %s'",
                       node->key, name);
}

const struct lt_law *lt_parse_part_join(struct lt_reader *reader, const struct lt_law *law,
                                        const struct lt_node *map) {
    struct lt_arena *arena = reader->program->arena;
    struct lt_own_part *parts = lt_arena_get(arena, (count_children(map) + 1) * sizeof *parts);
    const struct lt_node *first = NULL;
    size_t n = 0;
    for (const struct lt_node *child = law->parts ? map->first : NULL; child; child = child->next) {
        if (!is_part(law, child))
            continue;
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
