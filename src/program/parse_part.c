/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_part.c: law: {name: contact, damping: {name: mine, define: {...}}}, a part in formulas. */
#include "base/arena.h"
#include "program/making.h"
#include "registry/joined.h"
#include "registry/laws.h"
#include "registry/parts.h"

#include <string.h>

/* What is the contact's, and not for a part to say. */
static const char *const contacts_own[] = {"active", "reach", "lost_gap"};

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

/* NULL and errors: it is no part. */
static const struct lt_formula_law *read_part(struct lt_reader *reader,
                                              const struct lt_node *node) {
    const struct lt_node *define = lt_tree_child(node, "define");
    const size_t failures = reader->errors->failures;
    lt_schema_map(reader, node, lt_parse_part_keys, NULL);
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

/* Only the names of its parameters. */
static struct lt_guest declared_part(const struct lt_node *node, struct lt_arena *arena) {
    struct lt_law *law = lt_arena_get(arena, sizeof *law);
    const struct lt_node *define = lt_tree_child(node, "define");
    if (define && define->kind == LT_MAP)
        *law = *lt_parse_law_declared(define, arena);
    struct lt_field *fields = lt_arena_get(arena, (law->n_params + LT_TOLD_COUNT) * sizeof *fields);
    if (law->n_params > 0)
        memcpy(fields, law->params, law->n_params * sizeof *fields);
    law->params = fields;
    law->n_params += LT_TOLD_COUNT; /* which nobody sees */
    law->name = name_of_part(node);
    law->summary = "";
    return (struct lt_guest){node->key, law, NULL};
}

const struct lt_law *lt_parse_part_declared(const struct lt_law *law, const struct lt_node *map,
                                            struct lt_arena *arena) {
    for (const struct lt_node *child = law && law->parts ? map->first : NULL; child;
         child = child->next)
        if (is_part(law, child)) {
            const struct lt_guest guest = declared_part(child, arena);
            law = lt_joined_make(law, &guest, 1, arena);
        }
    return law;
}

const struct lt_law *lt_parse_part_join(struct lt_reader *reader, const struct lt_law *law,
                                        const struct lt_node *map) {
    struct lt_arena *arena = reader->program->arena;
    for (const struct lt_node *child = law->parts ? map->first : NULL; child; child = child->next) {
        if (!is_part(law, child))
            continue;
        const struct lt_formula_law *part = read_part(reader, child);
        struct lt_guest guest = {child->key, part ? &part->law : NULL, part};
        const char *why = part ? lt_joined_refuse(&guest, arena) : NULL;
        if (why)
            lt_errors_add(reader->errors, child->mark, "%s", why);
        else if (part && lt_joined_replaces(law, &guest))
            lt_errors_note(reader->errors, lt_tree_child(child, "name")->mark,
                           "this definition stands in the place of the built-in part '%s: %s'",
                           child->key, part->law.name);
        if (!part || why) /* its names are no further errors */
            guest = declared_part(child, arena);
        law = lt_joined_make(law, &guest, 1, arena);
    }
    return law;
}
