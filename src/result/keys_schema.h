/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys_schema.h: the keys of a stage program as a JSON Schema, for editors. */
#ifndef LT_KEYS_SCHEMA_H
#define LT_KEYS_SCHEMA_H

#include "law.h"

#include <jansson.h>

struct lt_arena;

/* JSON Schema, draft 2020-12, of a stage program. It may name LAWS, which end with NULL, or define
 * its own law. */
json_t *lt_keys_schema(const struct lt_law *const *laws, struct lt_arena *arena);

/* The schema of a file of presets. */
json_t *lt_keys_schema_presets(struct lt_arena *arena);

#endif
