/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/token.h"

#include "base/arena.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Symbols of formulas, and symbols of other languages with what to write instead; longer ones
 * first. */
static const struct {
    const char *text, *hint;
} symbols[] = {
    {"==", NULL},
    {"~=", NULL},
    {"<=", NULL},
    {">=", NULL},
    {"//", NULL},
    {"!=", "write '~='"},
    {"<>", "write '~='"},
    {"=<", "write '<='"},
    {"=>", "write '>='"},
    {"&&", "write 'and'"},
    {"||", "write 'or'"},
    {"**", "write '^'"},
    {"--", "it begins a comment in Lua; write '- -'"},
    {"+-", "an uncertainty is 'normal(MEAN, SD)' in 'let'; write 'a - b' for a difference"},
    {"..", "a formula has no text"},
    {"<<", "a formula has no bitwise operators"},
    {">>", "a formula has no bitwise operators"},
    {"<", NULL},
    {">", NULL},
    {"+", NULL},
    {"-", NULL},
    {"*", NULL},
    {"/", NULL},
    {"%", NULL},
    {"^", NULL},
    {"(", NULL},
    {")", NULL},
    {",", NULL},
    {"=", "'=' does not compare; write '=='"},
    {"!", "write 'not'"},
    {"?", "write 'CONDITION and A or B'"},
    {":", "write 'CONDITION and A or B' for 'CONDITION ? A : B'"},
    {";", "a formula is one expression"},
    {"&", "a formula has no bitwise operators; write 'and'"},
    {"|", "a formula has no bitwise operators; write 'or', or abs(x)"},
    {"~", "a formula has no bitwise operators; write 'not', or '~='"},
    {"\"", "a formula has no text"},
    {"'", "a formula has no text"},
    {"`", "a formula has no text"},
    {"#", "a formula has no text and no tables"},
    {"{", "a formula has no tables"},
    {"}", "a formula has no tables"},
    {"[", "a formula has no tables; use ( )"},
    {"]", "a formula has no tables; use ( )"},
    {"−", "write '-'"},
    {"≤", "write '<='"},
    {"≥", "write '>='"},
    {"≠", "write '~='"},
    {"×", "write '*'"},
    {"·", "write '*'"},
    {"²", "write '^2'"},
    {"³", "write '^3'"},
    {"π", "write 'pi'"},
};

/* Names of other languages, and names of Lua that formulas must not use. */
static const struct {
    const char *name, *hint;
} foreign[] = {
    {"pow", "write 'x^y'"},
    {"fabs", "write 'abs(x)'"},
    {"atan2", "write 'atan(y, x)'"},
    {"ln", "write 'log(x)'"},
    {"log10", "write 'log(x, 10)'"},
    {"log2", "write 'log(x, 2)'"},
    {"fmin", "write 'min(x, y)'"},
    {"fmax", "write 'max(x, y)'"},
    {"random", "a formula must give the same value each time"},
    {"inf", "write 'huge'"},
    {"nil", "a formula has numbers and conditions only"},
    {"function", "a formula is one expression"},
    {"return", "a formula is one expression"},
    {"local", "a formula is one expression; name numbers under 'let'"},
    {"if", "write 'CONDITION and A or B'"},
    {"then", "write 'CONDITION and A or B'"},
    {"else", "write 'CONDITION and A or B'"},
    {"elseif", "write 'CONDITION and A or B'"},
    {"end", "a formula is one expression"},
    {"for", "a formula has no loops"},
    {"while", "a formula has no loops"},
    {"repeat", "a formula has no loops"},
    {"until", "a formula has no loops"},
    {"do", "a formula has no loops"},
    {"in", "a formula has no loops"},
    {"break", "a formula has no loops"},
    {"goto", "a formula has no loops"},
};

/* A hint for a word of another language, such as "abs" or "||", what to write instead; NULL: it is
 * none. */
const char *lt_token_foreign(const char *name) {
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (strcmp(foreign[i].name, name) == 0)
            return foreign[i].hint;
    return NULL;
}

/* The place of AT in the file, counted in characters of UTF-8 from the begin of the formula. After
 * a line break it is the begin of the formula. */
static struct lt_mark token_mark(const struct lt_tokens *t, const char *at) {
    struct lt_mark mark = t->mark;
    for (const char *c = t->text; c < at; c++)
        if (*c == '\n')
            return t->mark; /* the indentation of the next line is not known here */
        else
            mark.column += (*c & 0xc0) != 0x80;
    return mark;
}

/* Reports an error at AT, unless reading was stopped by an earlier one. */
void lt_token_error(struct lt_tokens *t, const char *at, const char *format, ...) {
    t->failed = true;
    if (t->stopped)
        return;
    va_list args;
    va_start(args, format);
    lt_errors_add(t->errors, token_mark(t, at), "%s: %s", t->what,
                  lt_arena_vprint(t->arena, format, args));
    va_end(args);
}

/* Jumps to the end of the text, so that errors that only follow from the last one are not
 * reported. */
void lt_token_stop(struct lt_tokens *t) {
    t->failed = t->stopped = true;
    t->at += strlen(t->at);
    t->length = 0;
}

/* A copy of the LENGTH bytes at AT. */
char *lt_token_slice(const struct lt_tokens *t, const char *at, size_t length) {
    return lt_arena_copy(t->arena, at, length);
}

/* A copy of the text from AT to the end of the token read last, without the blanks behind it. */
char *lt_token_since(const struct lt_tokens *t, const char *at) {
    return lt_token_slice(t, at, t->behind > at ? (size_t)(t->behind - at) : 0);
}

/* True if C may stand in a name: a letter, a digit or "_". */
static bool is_name_byte(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The number of letters, digits and "_" from AT on. */
static size_t length_of_word(const char *at) {
    size_t n = 0;
    while (is_name_byte(at[n]))
        n++;
    return n;
}

/* True if a name may begin with the character at AT: no digit. */
bool lt_token_begins_name(const char *at) {
    return isalpha((unsigned char)*at) || *at == '_';
}

/* True if a number begins at AT: a digit, or a point and a digit. */
bool lt_token_begins_number(const char *at) {
    return isdigit((unsigned char)at[*at == '.']);
}

/* The length of the number that begins here, in bytes; reports hexadecimal, malformed, too large
 * and too small ones, and then returns 0. */
static size_t number_length(struct lt_tokens *t) {
    char *end;
    errno = 0;
    double value = strtod(t->at, &end);
    bool lost = !isfinite(value) || (value == 0 && errno == ERANGE);
    size_t length = (size_t)(end - t->at);
    size_t whole = length + strspn(end, "."), tail = length_of_word(end);
    if (*t->at == '0' && (t->at[1] == 'x' || t->at[1] == 'X'))
        lt_token_error(t, t->at, "numbers must be decimal");
    else if (whole > length)
        lt_token_error(t, t->at, "malformed number '%s'", lt_token_slice(t, t->at, whole));
    else if (tail > 0 && (!t->units || strspn(end, "eE") == tail))
        lt_token_error(t, t->at,
                       "malformed number '%s'; a formula has numbers in SI, without units",
                       lt_token_slice(t, t->at, length + tail));
    else if (lost)
        lt_token_error(t, t->at, "'%s' is beyond the range of numbers",
                       lt_token_slice(t, t->at, length));
    else
        return length;
    lt_token_stop(t);
    return 0;
}

/* The length of the operator that begins here, in bytes; reports an operator of another language
 * and then returns 0. */
static size_t symbol_length(struct lt_tokens *t) {
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        const char *text = symbols[i].text;
        if (strncmp(t->at, text, strlen(text)) != 0)
            continue;
        if (!symbols[i].hint)
            return strlen(text);
        if (strcmp(text, "=") == 0)
            lt_token_error(t, t->at, "%s", symbols[i].hint);
        else
            lt_token_error(t, t->at, "'%s' is not allowed; %s", text, symbols[i].hint);
        lt_token_stop(t);
        return 0;
    }
    size_t length = 1;
    while ((t->at[length] & 0xc0) == 0x80)
        length++;
    lt_token_error(t, t->at, "unexpected '%s'", lt_token_slice(t, t->at, length));
    lt_token_stop(t);
    return 0;
}

/* Goes to the next token: a number, a name (with "math." before it) or an operator. Its length is
 * 0 at the end of the text. */
void lt_token_next(struct lt_tokens *t) {
    t->before = t->at;
    t->behind = t->at + t->length;
    t->at = t->behind + strspn(t->behind, " \t\r\n");
    t->length = 0;
    if (!*t->at)
        return;
    if (lt_token_begins_number(t->at)) {
        t->length = number_length(t);
    } else if (lt_token_begins_name(t->at)) {
        t->length = length_of_word(t->at);
        if (strncmp(t->at, "math.", 5) == 0)
            t->length = 5 + length_of_word(t->at + 5);
    } else {
        t->length = symbol_length(t);
    }
}

/* True if the current token is exactly TOKEN. */
bool lt_token_is(const struct lt_tokens *t, const char *token) {
    return t->length == strlen(token) && strncmp(t->at, token, t->length) == 0;
}

/* True if the current token is one of TOKENS, a list that ends with NULL. */
bool lt_token_is_one_of(const struct lt_tokens *t, const char *const *tokens) {
    for (; *tokens; tokens++)
        if (lt_token_is(t, *tokens))
            return true;
    return false;
}
