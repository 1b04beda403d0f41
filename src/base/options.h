/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the options of a command. One table is parsed by getopt_long and printed by --help. */
#ifndef LT_OPTIONS_H
#define LT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

struct lt_option {
    int key;              /* the short option; above 255: there is none; 0 ends the table */
    const char *name;     /* the long option, never abbreviated */
    const char *argument; /* "DIR", "[=FORMAT]" if it may be left out, NULL: none */
    const char *help;     /* NULL: known, but not available in this version */
};

/* The words that an option may be; a NULL behind the last. Key 0 ends the table. */
struct lt_option_words {
    int key;
    const char *const *words;
};

/* Hand each option of ARGV to TAKE, which returns false if it cannot be what was given. NULL and
 * the index of the first operand, or what is wrong. Operands move to the end of ARGV. */
const char *lt_options_read(const struct lt_option *options, const struct lt_option_words *words,
                            int argc, char **argv,
                            bool (*take)(void *data, int key, const char *argument), void *data,
                            int *operands, struct lt_arena *arena);

/* One line for each option. */
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
