/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/read_json.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *lt_read_json(const char *path, size_t flags, json_error_t *error) {
    size_t length;
    char *text = lt_file_read(path, LT_FILE_MOST, &length);
    *error = (json_error_t){.line = 1, .column = 1};
    if (!text)
        snprintf(error->text, sizeof error->text, "%s", lt_file_reason(errno));
    else if (length == LT_FILE_MOST)
        snprintf(error->text, sizeof error->text, "has " LT_FILE_MOST_TEXT);
    json_t *document =
        text && length < LT_FILE_MOST ? json_loadb(text, length, flags, error) : NULL;
    free(text);
    return document;
}
