/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/options.h"

#include "base/arena.h"
#include "base/errors.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 24, FIRST_KEY = 256 /* beyond all letters */ };

/* The end of a message about an unknown word, "; did you mean 'x'?", or "". */
const char *lt_options_hint(const char *word, const char *const *names, size_t count,
                            struct lt_arena *arena) {
    const char *nearest = lt_errors_nearest(word, names, count);
    return nearest ? lt_arena_print(arena, "; did you mean '%s'?", nearest) : "";
}

/* The end of a message, "; expected a, b or c", from COUNT names. */
static const char *list_all(const char *const *names, size_t count, struct lt_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        text = lt_arena_print(arena, "%s%s%s", text,
                              i == 0          ? "; expected "
                              : i + 1 < count ? ", "
                                              : " or ",
                              names[i]);
    return text;
}

/* The end of a message with all names, "; expected a, b or c"; "" if they are too many to list. */
const char *lt_options_list(const char *const *names, size_t count, struct lt_arena *arena) {
    return count <= MOST_LISTED ? list_all(names, count, arena) : "";
}

/* The end of a message about an unknown word: the similar name, or else all of them. */
const char *lt_options_choice(const char *word, const char *const *names, size_t count,
                              struct lt_arena *arena) {
    const char *hint = lt_options_hint(word, names, count, arena);
    return hint[0] ? hint : lt_options_list(names, count, arena);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The number of rows in a table of options, which ends with one without a name. */
static size_t count_options(const struct lt_option *options) {
    size_t count = 0;
    while (options[count].name)
        count++;
    return count;
}

/* The message that a removed option was typed, with its replacement; NULL: it is no removed
 * option. */
static const char *replace_removed(const struct lt_removed *removed, const char *typed,
                                   struct lt_arena *arena) {
    const size_t length = strcspn(typed, "=");
    for (; removed && removed->option; removed++)
        if (strlen(removed->option) == length && strncmp(removed->option, typed, length) == 0)
            return lt_arena_print(arena, "'%s' has been removed: %s", removed->option,
                                  removed->instead);
    return NULL;
}

/* The message for an option that does not exist, with its replacement or a similar one. */
static const char *unknown_option(const struct lt_option *options, const struct lt_removed *removed,
                                  const char *typed, struct lt_arena *arena) {
    const char *instead = replace_removed(removed, typed, arena);
    if (instead)
        return instead;
    size_t count = count_options(options);
    const char **names = lt_arena_get(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = lt_arena_print(arena, "--%s", options[i].name);
    const char *word = lt_arena_copy(arena, typed, strcspn(typed, "="));
    return lt_arena_print(arena, "unknown option '%s'%s", word,
                          lt_options_hint(word, names, count, arena));
}

/* True if an option takes an argument, necessarily or not. */
bool lt_options_takes(const struct lt_option *option) {
    return option->argument;
}

/* True if an option needs an argument; one in brackets may be left out. */
bool lt_options_needs(const struct lt_option *option) {
    return option->argument && option->argument[0] != '[';
}

/* The message for an invalid argument of an option, with what the option accepts. */
static const char *cannot_be(const struct lt_option *option, const char *typed, const char *value,
                             struct lt_arena *arena) {
    size_t count = 0;
    while (option->words && option->words[count])
        count++;
    const char *expected = lt_options_hint(value, option->words, count, arena);
    if (!*expected)
        expected = count > 0 ? list_all(option->words, count, arena)
                             : lt_arena_print(arena, "; expected %s: %s", option->argument,
                                              lt_options_about(option, arena));
    return lt_arena_print(arena, "option '%.*s' cannot be '%s'%s", (int)strcspn(typed, "="), typed,
                          value, expected);
}

/* The index of a word in a list that ends with NULL, from 1; 0: it is not in it. */
static int choice_number(const char *const *words, const char *word) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i + 1;
    return 0;
}

/* Stores in *PLACE the number of the option, or that of its ARGUMENT among its words, from 1
 * (without an argument 1). False: it is none of them. */
static bool store_choice(const struct lt_option *option, const char *argument, int *place) {
    *place = !option->words ? (int)option->number
             : argument     ? choice_number(option->words, argument)
                            : 1;
    return *place > 0;
}

/* Stores in *PLACE a whole number from 1 to the option's limit. True: stored; false: the
 * argument is none. */
static bool store_number(const struct lt_option *option, const char *argument,
                         unsigned long *place) {
    char *end;
    *place = strtoul(argument, &end, 10);
    return argument[0] >= '0' && argument[0] <= '9' && !*end && *place > 0 &&
           *place <= option->number;
}

/* Appends the argument to a list with room for MOST words. False: it is not one of the option's
 * words. */
static bool store_word(const struct lt_option *option, const char *argument, struct lt_words *words,
                       size_t most, struct lt_arena *arena) {
    if (option->words && !choice_number(option->words, argument))
        return false;
    if (words->count == 0)
        words->list = lt_arena_get(arena, most * sizeof *words->list);
    words->list[words->count++] = argument;
    return true;
}

/* Stores the argument of an option at its place in the struct OPTIONS. MOST is the room of a
 * list. False: the argument is not valid. */
static bool store_value(const struct lt_option *option, const char *argument, void *options,
                        size_t most, struct lt_arena *arena) {
    void *place = (char *)options + option->offset;
    switch (option->kind) {
    case LT_OPTION_FLAG:
        return *(bool *)place = true;
    case LT_OPTION_TEXT:
        *(const char **)place = argument;
        return argument[0] || option->may_be_empty;
    case LT_OPTION_LIST:
        return store_word(option, argument, place, most, arena);
    case LT_OPTION_NUMBER:
        return store_number(option, argument, place);
    case LT_OPTION_CHOICE:
        return store_choice(option, argument, place);
    default:
        return option->read(argument, place);
    }
}

/* Writes the table in the form of getopt_long(); val is the row's number. SHORTS begins with ':'
 * so that getopt distinguishes a missing argument from an unknown option. */
static void list_for_getopt(const struct lt_option *options, struct option *longs, char *shorts) {
    *shorts++ = ':';
    for (int i = 0; options[i].name; i++) {
        const struct lt_option *option = &options[i];
        longs[i] = (struct option){option->name,
                                   lt_options_needs(option)   ? required_argument
                                   : lt_options_takes(option) ? optional_argument
                                                              : no_argument,
                                   NULL, FIRST_KEY + i};
        if (!option->letter)
            continue;
        *shorts++ = option->letter;
        if (lt_options_takes(option))
            *shorts++ = ':';
    }
    *shorts = '\0';
}

/* The row for KEY, the result of getopt_long(), which is a row's number or a letter. */
static const struct lt_option *find_option(const struct lt_option *options, int key) {
    if (key >= FIRST_KEY)
        return &options[key - FIRST_KEY];
    while (options->letter != key)
        options++;
    return options;
}

/* True if an option is typed in full. getopt_long() would accept "--pl" for "--plot", and such
 * abbreviations would have to be kept for ever. */
static bool is_spelled_out(const char *typed, const char *name) {
    size_t length = strlen(name);
    return strcspn(typed + 2, "=") == length && strncmp(typed + 2, name, length) == 0;
}

/* The error message for TYPED, for which getopt_long() has returned ':' or '?' (KEY). */
static const char *complain_of(const struct lt_option *options, const struct lt_removed *removed,
                               int key, const char *typed, struct lt_arena *arena) {
    if (key == ':')
        return lt_arena_print(arena, "option '%s' needs a value", typed);
    if (strncmp(typed, "--", 2) != 0)
        return lt_arena_print(arena, "unknown option '-%c'", optopt);
    if (optopt == 0)
        return unknown_option(options, removed, typed, arena);
    return lt_arena_print(arena, "option '%.*s' takes no value", (int)strcspn(typed, "="), typed);
}

/* Reads the command line by a table of OPTIONS into the struct at PLACE; REMOVED are former
 * options, or NULL. *OPERANDS gets the index of the first argument that is no option. Returns
 * the error message, or NULL. */
const char *lt_options_read(const struct lt_option *options, const struct lt_removed *removed,
                            int argc, char **argv, void *place, int *operands,
                            struct lt_arena *arena) {
    size_t count = count_options(options);
    struct option *longs = lt_arena_get(arena, (count + 1) * sizeof *longs);
    char *shorts = lt_arena_get(arena, 2 * count + 2);
    list_for_getopt(options, longs, shorts);
    opterr = 0;
    optind = 0; /* restarts getopt_long */
    int key, index = -1;
    while ((key = getopt_long(argc, argv, shorts, longs, &index)) != -1) {
        bool apart = optarg && optarg == argv[optind - 1];
        const char *typed = argv[optind - (apart ? 2 : 1)];
        if (index >= 0 && !is_spelled_out(typed, longs[index].name))
            return unknown_option(options, removed, typed, arena);
        if (key == ':' || key == '?')
            return complain_of(options, removed, key, typed, arena);
        const struct lt_option *option = find_option(options, key);
        if (!store_value(option, optarg, place, (size_t)argc, arena))
            return cannot_be(option, typed, optarg, arena);
        index = -1;
    }
    *operands = optind;
    return NULL;
}

/* TEXT in which the words of the option replace "WORDS", with BETWEEN between them and LAST
 * before the last. */
static const char *with_words(const struct lt_option *option, const char *text, const char *between,
                              const char *last, struct lt_arena *arena) {
    const char *place = option->words && text ? strstr(text, "WORDS") : NULL, *list = "";
    if (!place)
        return text ? text : "";
    for (const char *const *word = option->words; *word; word++)
        list = lt_arena_print(arena, "%s%s%s", list, !*list ? "" : word[1] ? between : last, *word);
    return lt_arena_print(arena, "%.*s%s%s", (int)(place - text), text, list,
                          place + strlen("WORDS"));
}

/* The description of an option, with its words. */
const char *lt_options_about(const struct lt_option *option, struct lt_arena *arena) {
    return with_words(option, option->help, ", ", " or ", arena);
}

/* A line of help for each option. */
const char *lt_options_help(const struct lt_option *options, struct lt_arena *arena) {
    const char *text = "";
    for (; options->name; options++) {
        const char *name =
            lt_arena_print(arena, "--%s%s%s", options->name, lt_options_needs(options) ? "=" : "",
                           with_words(options, options->argument, "|", "|", arena));
        const char *letter = options->letter ? lt_arena_print(arena, "-%c,", options->letter) : "";
        text = lt_arena_print(arena, "%s  %-3s %-32s %s\n", text, letter, name,
                              lt_options_about(options, arena));
    }
    return text;
}
