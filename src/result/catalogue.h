/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalogue.h: what there is: the keys of a stage program, the results of a run; as documents and
 * in words, which are malloc'd. */
#ifndef LT_CATALOGUE_H
#define LT_CATALOGUE_H

#include "program/keys.h"

#include <jansson.h>

json_t *lt_catalogue_keys(const struct lt_keys_row *rows, size_t count, struct lt_arena *arena);
char *lt_catalogue_keys_text(const struct lt_keys_row *rows, size_t count, struct lt_arena *arena);

json_t *lt_catalogue_results(void);
char *lt_catalogue_results_text(void);

#endif
