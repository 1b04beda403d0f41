/* SPDX-License-Identifier: GPL-3.0-or-later */
/* errors.h: what is wrong in a user's input, and where; all errors, not only the first. */
#ifndef LT_ERRORS_H
#define LT_ERRORS_H

#include "base/mark.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

enum lt_severity { LT_ERROR, LT_NOTE }; /* a note does not stop anything */

struct lt_error {
    struct lt_mark mark;
    enum lt_severity severity;
    bool last;  /* no further error of this place is kept */
    char *text; /* "unknown key 'untill'; did you mean 'until'?" */
};

struct lt_errors {
    struct lt_error *list;
    size_t count;           /* entries in list, notes included */
    size_t failures;        /* all errors, kept or not */
    size_t dropped;         /* errors not kept: beyond the 100th */
    size_t covered;         /* errors not kept: an error that is last is at their place */
    struct lt_arena *arena; /* owns the texts */
    bool unread;            /* discarded by the caller: no hints are computed */
    bool lacks;             /* one of them is that there is not enough memory */
};

struct lt_errors *lt_errors_new(void);
void lt_errors_free(struct lt_errors *errors);

void lt_errors_add(struct lt_errors *errors, struct lt_mark mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Later errors at the same place would follow from this one: they count, but are not kept. */
void lt_errors_add_last(struct lt_errors *errors, struct lt_mark mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lt_errors_note(struct lt_errors *errors, struct lt_mark mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds the error that there is not enough memory for so many BYTES. */
void lt_errors_lack(struct lt_errors *errors, struct lt_mark mark, double bytes);

/* All errors in order of place, as "FILE:LINE:COL: error: TEXT", each followed by the source line
 * (cut to what fits a terminal) and a caret under the column. malloc'd; never NULL. */
char *lt_errors_text(const struct lt_errors *errors);

/* Only the first error, on one line and without its source line; allocated in ARENA. */
const char *lt_errors_first(const struct lt_errors *errors, struct lt_arena *arena);

/* The name among COUNT that WORD is a synonym of (synonyms.h), else the nearest one
 * (case-insensitive edit distance, transposition = 1, at most a third of the word's length, at
 * least 1), else one that shares a part of four letters or more with it by holding it or being
 * held; or NULL if none is near. */
const char *lt_errors_nearest(const char *word, const char *const *names, size_t count);

/* "; did you mean 'until'?", or "" if nothing is near. In the errors' arena. */
const char *lt_errors_hint(struct lt_errors *errors, const char *word, const char *const *names,
                           size_t count);

#endif
