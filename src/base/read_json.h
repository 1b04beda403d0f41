/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_json.h: JSON documents from files. */
#ifndef LT_READ_JSON_H
#define LT_READ_JSON_H

#include <jansson.h>

/* The document in a file of at most 256 MiB; else NULL, and what is wrong and where. */
json_t *lt_read_json(const char *path, size_t flags, json_error_t *error);

#endif
