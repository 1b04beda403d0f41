/* SPDX-License-Identifier: GPL-3.0-or-later */
/* token.h: the text of a formula, token by token, each mistake at its line and column. */
#ifndef LT_TOKEN_H
#define LT_TOKEN_H

#include "base/errors.h"

struct lt_tokens {
    const char *text, *what; /* the formula; the field it stands in, for messages */
    struct lt_mark mark;     /* of the first character */
    struct lt_arena *arena;
    struct lt_errors *errors;
    bool failed, stopped;

    const char *at;              /* the current token begins here */
    size_t length;               /* 0: the end */
    const char *before, *behind; /* where the token before it began and ended */
};

/* Go on to the next token: a number, a name (also "math.NAME") or a symbol that formulas have. */
void lt_token_next(struct lt_tokens *t);
bool lt_token_is(const struct lt_tokens *t, const char *token);
bool lt_token_is_one_of(const struct lt_tokens *t, const char *const *tokens);

/* Report what is wrong at AT; what follows is read on. */
void lt_token_error(struct lt_tokens *t, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* After an error of form nothing more can be said of the rest: it ends here. */
void lt_token_stop(struct lt_tokens *t);

char *lt_token_slice(const struct lt_tokens *t, const char *at, size_t length);

/* What was read from AT to here; nothing if reading has stopped before it. */
char *lt_token_since(const struct lt_tokens *t, const char *at);

bool lt_token_begins_name(const char *at);
bool lt_token_begins_number(const char *at);

/* What to write instead of a word of another language, or of Lua's that is not for formulas; or
 * NULL. */
const char *lt_token_foreign(const char *name);

#endif
