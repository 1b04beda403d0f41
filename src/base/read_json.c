/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/read_json.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of memory for each byte of text. The worst case is an empty object: its three bytes "{},"
 * become about 200, for its struct, eight buckets, and its place in a list with room for twice as
 * many. */
enum { MADE_OF_BYTE = 72 };

/* Reads a JSON file, whose size is limited so that it fits into memory. FLAGS as of jansson;
 * NULL: ERROR has the reason. */
json_t *lt_read_json(const char *path, size_t flags, json_error_t *error) {
    size_t length;
    char *text = lt_file_read(path, LT_FILE_MOST, &length);
    *error = (json_error_t){.line = 1, .column = 1};
    if (!text)
        snprintf(error->text, sizeof error->text, "%s", lt_file_reason(errno));
    else if (length == LT_FILE_MOST)
        snprintf(error->text, sizeof error->text, "has " LT_FILE_MOST_TEXT);
    else if (!lt_memory_fits((double)length * MADE_OF_BYTE))
        snprintf(error->text, sizeof error->text, LT_MEMORY_LACKS);
    json_t *document = text && !*error->text ? json_loadb(text, length, flags, error) : NULL;
    free(text);
    return document;
}
