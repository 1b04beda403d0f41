/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_words.c: no text of a stage program leaves its quotes or its remark, and no name means
 * anything but itself. */
#include "registry/export.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Writes the character C within a quoted text: quotes and backslashes are escaped, control
 * characters as octal numbers; '?' too, since two begin a trigraph. */
static void put_quoted(FILE *out, unsigned char c) {
    if (strchr("\"\\?", c))
        fprintf(out, "\\%c", c);
    else
        fprintf(out, c < ' ' || c == 127 ? "\\%03o" : "%c", c);
}

/* Writes TEXT as a string in C. Its lines are joined by a backslash, since the tables of a law
 * are macros. */
void lt_export_words_quote(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '\n')
            fputs(text[1] ? "\\n\" \\\n                 \"" : "", out);
        else
            put_quoted(out, (unsigned char)*text);
    fputc('"', out);
}

/* Writes TEXT within a comment, so that it can neither end the comment, nor begin another one,
 * nor join lines by a backslash. */
void lt_export_words_remark(FILE *out, const char *text) {
    char last = ' ';
    for (; *text; text++) {
        const char c = iscntrl((unsigned char)*text) ? ' ' : *text == '\\' ? '_' : *text;
        if ((last == '*' && c == '/') || (last == '/' && c == '*') || (last == '?' && c == '?'))
            fputc(' ', out);
        fputc(c, out);
        last = c;
    }
}

/* Writes a number with the fewest of 15 to 17 digits that read back to the same double, with a
 * point or a power, so that it is no integer in C. */
void lt_export_words_number(FILE *out, double number) {
    char text[40];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && ++digits < 18);
    if (isnan(number) || isinf(number))
        fputs(isnan(number) ? "NAN" : number > 0 ? "INFINITY" : "-INFINITY", out);
    else
        fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static const char words_of_c[] =
    " alignas alignof asm auto bool break case char const constexpr continue default do double "
    "else enum extern false float for goto if inline int long nullptr register restrict return "
    "short signed sizeof static static_assert struct switch thread_local true typedef typeof "
    "typeof_unqual union unsigned void volatile while i386 linux unix "
    /* and of C++, for a header */
    "and and_eq asm bitand bitor catch char8_t char16_t char32_t class co_await co_return co_yield "
    "compl concept const_cast consteval constinit decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq operator or or_eq private protected public "
    "reinterpret_cast requires static_cast template this throw try typeid typename using virtual "
    "wchar_t xor xor_eq ";

/* Names that the generated file has itself, and names that law.h has in the same places. */
static const char words_of_file[] =
    " p d m x o e a b i pair on was num mask bits zero known books next params derived state "
    "losses "
    "declares events views jumps step derive block march one contact_time reach isnan isfinite "
    "memset int64_t uint64_t size_t share_in_contact look_up params_n derived_n state_n losses_n "
    "params_cells derived_cells state_cells losses_cells params_lanes derived_lanes state_lanes "
    "losses_lanes params_table derived_table state_table losses_table ";

/* True if NAME is one of the WORDS, which are separated and enclosed by blanks. */
static bool is_word_of(const char *words, const char *name) {
    const size_t length = strlen(name);
    const char *at = strstr(words, name);
    while (at && !(at[-1] == ' ' && at[length] == ' '))
        at = strstr(at + 1, name);
    return at != NULL;
}

/* True if NAME begins as names do that C or the exported code reserves. */
static bool begins_other_language(const char *name) {
    static const char *const beginnings[] = {"_", "lt_", "LT_", "of_", "one_", "look_up_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/* True if a name has capitals only, so that a header may define it as a macro; single letters
 * are permitted. */
static bool is_all_capital(const char *name) {
    return name[1] && !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")];
}

/* A name of the law as an identifier in C: itself, or with '_' appended where C, C++ or the
 * exported file has that word already. */
const char *lt_export_words_name(const char *name, struct lt_arena *arena) {
    const bool differs = is_word_of(words_of_c, name) || is_word_of(words_of_file, name) ||
                         begins_other_language(name) || is_all_capital(name) ||
                         name[strlen(name) - 1] == '_';
    return differs ? lt_arena_print(arena, "%s_", name) : name;
}
