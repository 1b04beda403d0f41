/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the options of a command. One table is parsed by getopt_long and printed by --help. */
#ifndef LT_OPTIONS_H
#define LT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

/* The arguments of an option that may be repeated. */
struct lt_words {
    const char **list;
    size_t count;
};

/* How an option's argument is stored in the struct of its command's options. */
enum lt_option_kind {
    LT_OPTION_FLAG,   /* bool: true */
    LT_OPTION_TEXT,   /* const char *: not empty, unless it may be */
    LT_OPTION_LIST,   /* struct lt_words: one more */
    LT_OPTION_NUMBER, /* unsigned long: from 1 to the row's number */
    LT_OPTION_CHOICE, /* int: 1 for the first of the row's words, also without an argument; a row
                         without words: its number */
    LT_OPTION_READ    /* another type: the row's function reads it */
};

struct lt_proposals;

struct lt_option {
    char letter; /* 0: none */
    enum lt_option_kind kind;
    size_t offset;
    const char *name;     /* abbreviations are refused; NULL ends the table */
    const char *argument; /* "DIR", "[=FORMAT]" if it may be left out, NULL: none */
    const char *help;
    const char *const *words; /* all that it may be, which help and argument call WORDS; a NULL
                                 behind the last */
    unsigned long number;
    bool may_be_empty;
    bool (*read)(const char *argument, void *place); /* false: not valid */
    void (*propose)(struct lt_proposals *proposals); /* shell completion of its argument */
};

/* A row that stores to MEMBER of TYPE; the member's C type decides the kind. Then name, argument,
 * help and the rest. */
#define LT_OPTION(letter_, type, member, ...)                                                        \
    {                                                                                                \
        .letter = letter_,                                                                         \
        .kind = _Generic(((type *)NULL)->member,                                                   \
            bool: LT_OPTION_FLAG,                                                                  \
            const char *: LT_OPTION_TEXT,                                                          \
            struct lt_words: LT_OPTION_LIST,                                                       \
            unsigned long: LT_OPTION_NUMBER,                                                       \
            int: LT_OPTION_CHOICE,                                                                 \
            default: LT_OPTION_READ),                                                              \
        .offset = offsetof(type, member), __VA_ARGS__ \
    }

/* An option that there was once: what to type instead, in one sentence. */
struct lt_removed {
    const char *option;  /* "--compile"; NULL ends the table */
    const char *instead; /* "a law in formulas is fast without it: leave it out" */
};

/* Parse ARGV into PLACE, the struct of a command's options. NULL and the index of the first
 * operand, or what is wrong. Operands move to the end of ARGV. REMOVED: of all commands. */
const char *lt_options_read(const struct lt_option *options, const struct lt_removed *removed,
                            int argc, char **argv, void *place, int *operands,
                            struct lt_arena *arena);

/* True if the option needs an argument; true if it may have one. */
bool lt_options_needs(const struct lt_option *option);
bool lt_options_takes(const struct lt_option *option);

/* The purpose of the option, with the words that it takes. */
const char *lt_options_about(const struct lt_option *option, struct lt_arena *arena);

/* The help text: one line for each option. */
const char *lt_options_help(const struct lt_option *options, struct lt_arena *arena);

/* "; expected svg, png or pdf", if there are few enough to read, else "". */
const char *lt_options_list(const char *const *names, size_t count, struct lt_arena *arena);

/* "; did you mean 'run'?"; if nothing is near, the list. */
const char *lt_options_choice(const char *word, const char *const *names, size_t count,
                              struct lt_arena *arena);

/* "; did you mean 'run'?", or "" if nothing is near. */
const char *lt_options_hint(const char *word, const char *const *names, size_t count,
                            struct lt_arena *arena);

#endif
