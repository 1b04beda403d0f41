/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: a text that grows as it is printed to. */
#ifndef LT_TEXT_H
#define LT_TEXT_H

#include <stddef.h>
#include <stdio.h>

struct lt_text {
    char *bytes;
    size_t size;
    FILE *stream;
};

/* What to print to. */
FILE *lt_text_begin(struct lt_text *text);

/* What was printed; the caller frees it. */
char *lt_text_end(struct lt_text *text);

#endif
