/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_part.c: law: {name: contact, damping: {name: mine, define: {...}}}, a part in formulas. */
#include "base/arena.h"
#include "program/making.h"
#include "registry/laws.h"
#include "registry/own_part.h"
#include "registry/part_list.h"
#include "registry/parts.h"

#include <string.h>

/* What is the contact's, and not for a part to say. */
static const char *const contacts_own[] = {"active", "reach", "lost_gap"};

/* A map with `define`: one of one's own. */
static bool is_part(const struct lt_node *item) {
    return item->kind == LT_MAP && lt_tree_child(item, "define");
}

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
     .doc = "of cohesion and bond: one of several parts that stand together"},
    {0}};

/* NULL and errors: it is no part. */
static const struct lt_formula_law *read_part(struct lt_reader *reader,
                                              const struct lt_node *node) {
    const struct lt_node *define = lt_tree_child(node, "define");
    const size_t failures = reader->errors->failures;
    for (size_t i = 0; define && i < sizeof contacts_own / sizeof *contacts_own; i++) {
        const struct lt_node *own = lt_tree_child(define, contacts_own[i]);
        if (own)
            lt_errors_add(reader->errors, own->key_mark,
                          "'%s' is the contact's: a part acts while the surfaces touch",
                          contacts_own[i]);
    }
    const char *name = name_of_part(node);
    if (*name && !lt_names_possible(name) &&
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name))
        lt_errors_add(reader->errors, lt_tree_child(node, "name")->mark,
                      "'%s' is not a word: small letters, digits and '-'", name);
    return reader->errors->failures == failures ? lt_parse_law_make(reader, define, name, true)
                                                : NULL;
}

const struct lt_law *lt_parse_part_declared(const struct lt_law *law, const struct lt_node *map,
                                            struct lt_arena *arena) {
    (void)map, (void)arena;
    return law;
}

const struct lt_law *lt_parse_part_join(struct lt_reader *reader, const struct lt_law *law,
                                        const struct lt_node *map) {
    const struct lt_node *item;
    for (const struct lt_node *child = law->parts ? map->first : NULL; child; child = child->next)
        for (size_t i = 0;
             lt_parts_is_kind(law, child->key) && (item = lt_part_list_item(child, i)); i++)
            if (is_part(item))
                read_part(reader, item);
    return law;
}
