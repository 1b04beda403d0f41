/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <stdlib.h>

/* A program without memory for a page of text has nothing left to do. */
FILE *lt_text_begin(struct lt_text *text) {
    text->stream = open_memstream(&text->bytes, &text->size);
    if (!text->stream)
        abort();
    return text->stream;
}

char *lt_text_end(struct lt_text *text) {
    if (fclose(text->stream) != 0)
        abort();
    return text->bytes;
}
