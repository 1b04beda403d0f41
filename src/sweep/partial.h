/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partial.h: the progress of a long job: a file to which finished blocks of text are appended in
 * any order, each with a checksum, so that the job can be interrupted and resumed. */
#ifndef LT_PARTIAL_H
#define LT_PARTIAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct lt_partial {
    const char *path;
    FILE *file; /* locked for this process */
    size_t n_blocks, n_done;
    size_t damaged;  /* number of incomplete or changed blocks found and dropped */
    int64_t *places; /* of each block's text in the file; 0: not done */
    double begun;    /* s; when it was opened */
    bool resumed;    /* it had blocks then */
    char why[512];
};

/* Create or resume PATH. HEAD, one line, identifies the job: a file with another head is not
 * touched. A truncated or changed block is dropped. False: partial->why has the reason. */
bool lt_partial_open(struct lt_partial *partial, const char *path, const char *head,
                     size_t n_blocks);
/* Appends the LENGTH bytes of a finished block. False: partial->why has the reason. */
bool lt_partial_add(struct lt_partial *partial, size_t block, const char *text, size_t length);

/* The text of a finished block, complete lines as added; malloc'd. NULL: partial->why has the
 * reason. */
char *lt_partial_read(struct lt_partial *partial, size_t block, size_t *length);

/* True if there are more than a few seconds of work in the file. */
bool lt_partial_is_dear(const struct lt_partial *partial);

/* Closes the file, and removes it if DISCARD. */
void lt_partial_close(struct lt_partial *partial, bool discard);

#endif
