/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error.h: where and why something in a user's input is wrong; all of it, not the first. */
#ifndef LT_ERROR_H
#define LT_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

/* A text errors can point into: a file, or one -D argument. */
struct lt_source {
    const char *name; /* as the user named it: "stages.yaml", or "-D kn=1" */
    const char *text; /* NUL-terminated */
    size_t length;
    bool argument; /* a command-line argument, not a file */
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

enum lt_severity { LT_ERROR, LT_NOTE }; /* a note does not stop anything */

struct lt_error {
    struct lt_mark mark;
    enum lt_severity severity;
    char *text; /* "unknown key 'untill'; did you mean 'until'?" */
};

struct lt_errors {
    struct lt_error *list;
    size_t count;           /* entries in list, notes included */
    size_t failures;        /* how many of them are errors */
    size_t dropped;         /* errors beyond the 100th, counted but not kept */
    struct lt_arena *arena; /* owns the texts */
};

struct lt_errors *lt_errors_new(void);
void lt_errors_free(struct lt_errors *errors);

void lt_errors_add(struct lt_errors *errors, struct lt_mark mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lt_errors_note(struct lt_errors *errors, struct lt_mark mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* All of them in order of place, as "FILE:LINE:COL: error: TEXT", each followed by the source line
 * (cut to what fits a terminal) and a caret under the column. malloc'd; never NULL. */
char *lt_errors_text(const struct lt_errors *errors);

/* The name nearest to WORD among COUNT names (case-insensitive edit distance, transposition = 1,
 * at most a third of the word's length, at least 1), else one that shares a part of four letters or
 * more with it by holding it or being held; or NULL if none is near. */
const char *lt_error_nearest(const char *word, const char *const *names, size_t count);

/* "; did you mean 'until'?", or "" if nothing is near. In the errors' arena. */
const char *lt_error_hint(struct lt_errors *errors, const char *word, const char *const *names,
                          size_t count);

#endif
