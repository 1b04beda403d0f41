/* SPDX-License-Identifier: GPL-3.0-or-later */
/* token.h: splits a formula into tokens and reports errors at their line and column. */
#ifndef LT_TOKEN_H
#define LT_TOKEN_H

#include "base/errors.h"

struct lt_tokens {
    const char *text, *what; /* the formula; the field that holds it, for messages */
    struct lt_mark mark;     /* of the first character */
    struct lt_arena *arena;
    struct lt_errors *errors;
    bool units; /* one may follow a number at once, "5mm" */
    bool failed, stopped;

    const char *at;              /* the current token begins here */
    size_t length;               /* 0: the end */
    const char *before, *behind; /* where the token before it began and ended */
};

/* Go on to the next token: a number, a name (also "math.NAME") or a symbol that formulas have. */
void lt_token_next(struct lt_tokens *t);
/* True if the current token is TOKEN, or one of TOKENS, a list that ends with NULL. */
bool lt_token_is(const struct lt_tokens *t, const char *token);
bool lt_token_is_one_of(const struct lt_tokens *t, const char *const *tokens);

/* Report an error at AT; reading goes on. */
void lt_token_error(struct lt_tokens *t, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* End reading after a syntax error: nothing can be said of the rest. */
void lt_token_stop(struct lt_tokens *t);

/* A copy of the LENGTH bytes at AT. */
char *lt_token_slice(const struct lt_tokens *t, const char *at, size_t length);

/* The text from AT up to here; empty if reading stopped before AT. */
char *lt_token_since(const struct lt_tokens *t, const char *at);

/* True if a name, or a number, begins at AT. */
bool lt_token_begins_name(const char *at);
bool lt_token_begins_number(const char *at);

/* The replacement for a word of another language, or of Lua where it has no use in formulas; NULL:
 * none. */
const char *lt_token_foreign(const char *name);

#endif
