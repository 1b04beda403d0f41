/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/options.h"

#include "base/arena.h"
#include "base/errors.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 16 /* options of one command */, MOST_LISTED = 20 };

const char *lt_options_hint(const char *word, const char *const *names, size_t count,
                            struct lt_arena *arena) {
    const char *nearest = lt_errors_nearest(word, names, count);
    return nearest ? lt_arena_print(arena, "; did you mean '%s'?", nearest) : "";
}

const char *lt_options_list(const char *const *names, size_t count, struct lt_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < count && count <= MOST_LISTED; i++)
        text = lt_arena_print(arena, "%s%s%s", text,
                              i == 0          ? "; expected "
                              : i + 1 < count ? ", "
                                              : " or ",
                              names[i]);
    return text;
}

const char *lt_options_choice(const char *word, const char *const *names, size_t count,
                              struct lt_arena *arena) {
    const char *hint = lt_options_hint(word, names, count, arena);
    return hint[0] ? hint : lt_options_list(names, count, arena);
}

static const char *unknown_option(const struct lt_option *options, const char *typed,
                                  struct lt_arena *arena) {
    const char *names[MOST];
    size_t count = 0;
    for (; options[count].key; count++)
        names[count] = lt_arena_print(arena, "--%s", options[count].name);
    const char *word = lt_arena_copy(arena, typed, strcspn(typed, "="));
    return lt_arena_print(arena, "unknown option '%s'%s", word,
                          lt_options_hint(word, names, count, arena));
}

static bool may_lack_argument(const struct lt_option *option) {
    return option->argument && option->argument[0] == '[';
}

/* What an option was given, and what it may be. */
static const char *cannot_be(const struct lt_option *option, const struct lt_option_words *known,
                             const char *typed, const char *value, struct lt_arena *arena) {
    const char *expected =
        lt_arena_print(arena, "; expected %s: %s", option->argument, option->help);
    while (known->key && known->key != option->key)
        known++;
    size_t count = 0;
    while (known->key && known->words[count])
        count++;
    if (count > 0)
        expected = lt_options_choice(value, known->words, count, arena);
    return lt_arena_print(arena, "option '%.*s' cannot be '%s'%s", (int)strcspn(typed, "="), typed,
                          value, expected);
}

static const struct lt_option *find_option(const struct lt_option *options, int key) {
    while (options->key && options->key != key)
        options++;
    return options;
}

/* The same table as getopt_long wants it. SHORTS begins with ':', which tells a missing argument
 * from an unknown option. */
static void list_for_getopt(const struct lt_option *options, struct option *longs, char *shorts) {
    *shorts++ = ':';
    for (; options->key; options++, longs++) {
        *longs = (struct option){options->name, no_argument, NULL, options->key};
        if (options->argument)
            longs->has_arg = may_lack_argument(options) ? optional_argument : required_argument;
        if (options->key > 255)
            continue;
        *shorts++ = (char)options->key;
        if (options->argument)
            *shorts++ = ':';
    }
    *shorts = '\0';
}

/* getopt_long takes "--pl" for "--plot"; an abbreviation would become an interface. */
static bool is_spelled_out(const char *typed, const char *name) {
    size_t length = strlen(name);
    return strcspn(typed + 2, "=") == length && strncmp(typed + 2, name, length) == 0;
}

const char *lt_options_read(const struct lt_option *options, const struct lt_option_words *words,
                            int argc, char **argv,
                            bool (*take)(void *data, int key, const char *argument), void *data,
                            int *operands, struct lt_arena *arena) {
    struct option longs[MOST + 1] = {0};
    char shorts[2 * MOST + 2];
    list_for_getopt(options, longs, shorts);
    opterr = 0;
    int key, index = -1;
    while ((key = getopt_long(argc, argv, shorts, longs, &index)) != -1) {
        bool apart = optarg && optarg == argv[optind - 1];
        const char *typed = argv[optind - (apart ? 2 : 1)];
        if (index >= 0 && !is_spelled_out(typed, longs[index].name))
            return unknown_option(options, typed, arena);
        if (key == ':')
            return lt_arena_print(arena, "option '%s' needs a value", typed);
        if (key == '?' && strncmp(typed, "--", 2) != 0)
            return lt_arena_print(arena, "unknown option '-%c'", optopt);
        if (key == '?' && optopt == 0)
            return unknown_option(options, typed, arena);
        if (key == '?')
            return lt_arena_print(arena, "option '%.*s' takes no value", (int)strcspn(typed, "="),
                                  typed);
        const struct lt_option *option = find_option(options, key);
        if (!option->help) /* yet to come */
            return lt_arena_print(arena, "option '%.*s' is not available in this version",
                                  (int)strcspn(typed, "="), typed);
        if (!take(data, key, optarg))
            return cannot_be(option, words, typed, optarg, arena);
        index = -1;
    }
    *operands = optind;
    return NULL;
}

const char *lt_options_help(const struct lt_option *options, struct lt_arena *arena) {
    const char *text = "";
    for (; options->key; options++) {
        if (!options->help)
            continue;
        const char *argument = options->argument ? options->argument : "";
        const char *equals = argument[0] && !may_lack_argument(options) ? "=" : "";
        const char *name = lt_arena_print(arena, "--%s%s%s", options->name, equals, argument);
        const char *letter = options->key < 256 ? lt_arena_print(arena, "-%c,", options->key) : "";
        text = lt_arena_print(arena, "%s  %-3s %-32s %s\n", text, letter, name, options->help);
    }
    return text;
}
