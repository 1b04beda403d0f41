/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.h: a subset of YAML as a tree of nodes with their places, built from libyaml's events.
 *
 * Refused, each with its own message: aliases, anchors, tags, duplicate keys, second documents,
 * keys that are not plain text, depth over 32, files over 1 MiB, more than 20000 nodes, empty
 * files, bytes that are not UTF-8. Every scalar stays text: types come from the schema. */
#ifndef LT_TREE_H
#define LT_TREE_H

#include "base/errors.h"

struct lt_place;

enum { LT_TREE_BYTES = 1 << 20 }; /* the longest file */

enum lt_node_kind { LT_SCALAR, LT_MAP, LT_LIST };

struct lt_node {
    enum lt_node_kind kind;
    struct lt_mark mark;                   /* of the value */
    struct lt_mark key_mark;               /* of its key, in a map */
    const char *key;                       /* in a map, else NULL */
    const char *text;                      /* of a scalar, else NULL; "" for an empty one */
    bool quoted;                           /* the scalar was written in quotes or as a block */
    struct lt_node *parent, *first, *next; /* children in the order of the file */
    size_t count;                          /* children */
    struct lt_place **place; /* of a scalar read as a number, which a run may override; else NULL */
    bool supplied; /* not in the file: added as the initial value of what is varied there */
};

/* The root (a map) or NULL; errors are added. Nodes live in the arena, the source must outlive
 * them. When libyaml itself stops (a syntax error) what was read before is lost: one error. */
struct lt_node *lt_tree_read(const struct lt_source *source, struct lt_arena *arena,
                             struct lt_errors *errors);

struct lt_node *lt_tree_child(const struct lt_node *map, const char *key); /* NULL: none */
struct lt_node *lt_tree_item(const struct lt_node *list, size_t index);    /* NULL: none */

/* The node at PATH; NULL: none. */
const struct lt_node *lt_tree_find(const struct lt_node *root, const char *path,
                                   struct lt_arena *arena);

/* Prints a node with its key as YAML, indented by INDENT blanks. */
const char *lt_tree_text(const struct lt_node *node, int indent, struct lt_arena *arena);

/* Put VALUE at PATH ("motion.dt", "stages[0].until", "particles.a.radius"): replaces the node there
 * or adds a key to an existing map, or at "plots[]" an item to a list, making what is missing on
 * the way. False and an error at MARK if the path runs through a scalar or beyond a list. */
bool lt_tree_set(struct lt_node *root, const char *path, struct lt_node *value, struct lt_mark mark,
                 struct lt_arena *arena, struct lt_errors *errors);

/* As above, with the value from column COLUMN on of the -D argument in SOURCE. It is read as YAML
 * flow ("1e-7", "[0, 0, -9.81]"). */
bool lt_tree_put(struct lt_node *root, const char *path, const struct lt_source *source, int column,
                 struct lt_arena *arena, struct lt_errors *errors);

#endif
