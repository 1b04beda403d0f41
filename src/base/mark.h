/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.h: places in a user's text. */
#ifndef LT_MARK_H
#define LT_MARK_H

#include <stdbool.h>
#include <stddef.h>

/* A text that errors can point into: a file, or one -D argument. */
struct lt_source {
    const char *name; /* as the user named it: "stages.yaml", or "-D kn=1" */
    const char *text; /* NUL-terminated */
    size_t length;
    bool argument; /* a command-line argument, not a file */
    bool excerpt;  /* the text is a line of the file, after BEFORE others */
    int before;
};

/* A place in a source; line and column count from 1, columns in characters (UTF-8). */
struct lt_mark {
    const struct lt_source *source; /* NULL: nowhere in particular */
    int line, column;
};

/* The text at a mark, at most the end of its line; and the mark of a byte of a source. A byte order
 * mark counts as nothing, a tab or an ill-formed byte as one character. */
const char *lt_mark_text(struct lt_mark mark);
struct lt_mark lt_mark_at(const struct lt_source *source, size_t offset);

/* The length of the line break at TEXT, or 0; what YAML takes for one. */
size_t lt_mark_break(const char *text, const char *end);

#endif
