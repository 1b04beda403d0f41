/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partial.h: what of a long job is done: a file to which finished blocks of text are appended in
 * any order, each with a checksum, so that the job can be killed and continued. */
#ifndef LT_PARTIAL_H
#define LT_PARTIAL_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct lt_partial {
    struct lt_held held; /* from its opening until it is closed */
    const char *path;
    FILE *file; /* locked for this process */
    size_t n_blocks, n_done;
    size_t damaged;  /* stretches of what was found that were no whole blocks, and are gone */
    int64_t *places; /* of each block's text in the file; 0: not done */
    char why[512];
};

/* Begin or continue PATH. HEAD, one line, says what is in it: a file with another head is left as
 * it is. A block that was cut off or changed is dropped. False: why says why. */
bool lt_partial_open(struct lt_partial *partial, const char *path, const char *head,
                     size_t n_blocks);
bool lt_partial_add(struct lt_partial *partial, size_t block, const char *text, size_t length);

/* The text of a block that is done, whole lines, as it was added; malloc'd. NULL: why says why. */
char *lt_partial_read(struct lt_partial *partial, size_t block, size_t *length);

void lt_partial_close(struct lt_partial *partial, bool discard);

#endif
