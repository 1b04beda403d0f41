/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.h: every key that a stage program may have, by its path. */
#ifndef LT_KEYS_H
#define LT_KEYS_H

#include "program/schema.h"

/* "motion.dt", "stages[].until", "materials.MATERIAL.young": [] is any item of a list, a word in
 * capitals any name. */
struct lt_keys_row {
    const char *path;
    const struct lt_key *key;
    bool one_of; /* its map has alternative forms */
    const char
        *same; /* a path with the same keys below it, which are listed there; NULL: listed here */
};

/* Lists the key at PATH ("stages[2].until") and all keys below it, parents first, COUNT in all; ""
 * lists all keys. TOP: the outermost keys of a stage program or another file. */
const struct lt_keys_row *lt_keys_list(const struct lt_key *top, const char *path, size_t *count,
                                       struct lt_arena *arena);

/* The shortest path of a stage program that ends with this key; NULL: there is none. */
const char *lt_keys_place(const char *name, struct lt_arena *arena);

/* The type of a value: "number or formula", "word", "list", "map". */
const char *lt_keys_value(const struct lt_key *key, struct lt_arena *arena);

/* The default; of a choice its first word. NULL: none. */
const char *lt_keys_preset(const struct lt_key *key);

/* True if the row represents any name, or any item of a list. */
bool lt_keys_is_any(const struct lt_key *key);

#endif
