/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complete.c: shell completion of the last word of a command line: one candidate a line, with a
 * description after a tab. It reads the files named on the line, but runs nothing and loads no
 * plug-in. */
#include "command.h"

#include <string.h>

/* The option of a word such as "plot=svg", without its dashes; NULL: none. */
static const struct lt_option *find_long(const struct lt_option *options, const char *word) {
    size_t length = strcspn(word, "=");
    for (; options->name; options++)
        if (strlen(options->name) == length && strncmp(options->name, word, length) == 0)
            return options;
    return NULL;
}

/* In combined short options, the first that takes an argument; *AT is where the argument begins.
 * NULL: none. */
static const struct lt_option *find_letter(const struct lt_option *options, const char *letters,
                                           size_t *at) {
    for (size_t i = 0; letters[i]; i++)
        for (const struct lt_option *option = options; option->name; option++)
            if (option->letter == letters[i] && lt_options_takes(option)) {
                *at = i + 1;
                return option;
            }
    return NULL;
}

/* The option in WORD that takes an argument, and in *BEGINS where in WORD the argument begins; 0
 * means the next word. NULL: none. */
static const struct lt_option *option_of(const struct lt_option *options, const char *word,
                                         size_t *begins) {
    size_t at = 0;
    *begins = 0;
    if (word[0] != '-' || !word[1])
        return NULL;
    if (word[1] == '-') {
        const struct lt_option *option = find_long(options, word + 2);
        size_t length = strcspn(word, "=");
        *begins = word[length] ? length + 1 : 0;
        return option && (*begins > 0 ? lt_options_takes(option) : lt_options_needs(option))
                   ? option
                   : NULL;
    }
    const struct lt_option *option = find_letter(options, word + 1, &at);
    *begins = option && word[1 + at] ? 1 + at : 0;
    return option;
}

/* Proposes values for the argument of an option. */
static void propose_argument(struct lt_proposals *proposals, const struct lt_option *option) {
    if (option->propose)
        option->propose(proposals);
    else if (option->words)
        lt_propose_words(proposals, option->words);
}

/* Proposes the long options of a command. */
static void propose_options(const struct lt_proposals *proposals, const struct lt_option *options) {
    for (; options->name; options++)
        lt_propose_word(proposals,
                        lt_arena_print(proposals->call->arena, "--%s%s", options->name,
                                       lt_options_needs(options) ? "=" : ""),
                        "%s", lt_options_about(options, proposals->call->arena));
}

/* Reads the COUNT words before the last one, as far as possible. *AWAITED is the option whose
 * argument the last word is, if there is one. */
static struct call *call_before(const struct command *command, const struct call *call,
                                const char **words, size_t count,
                                const struct lt_option **awaited) {
    struct call *made = lt_command_call(command, call->arena);
    size_t begins = 0, i = 1;
    for (; i < count && strcmp(words[i], "--") != 0; i++) {
        *awaited = option_of(command->options, words[i], &begins);
        if (*awaited && begins == 0 && ++i == count)
            break;
        *awaited = NULL;
    }
    int operands = (int)(*awaited ? count - 1 : count), known = operands;
    lt_options_read(command->options, NULL, known, (char **)words, made, &operands, call->arena);
    made->laws = call->laws;
    made->n_files = (size_t)(known - operands);
    made->files = words + operands;
    return made;
}

/* Proposes completions of a word on the command line: WORDS begins with the command, and the word
 * is at COUNT. */
static void propose_for(const struct command *command, const struct call *call, const char **words,
                        size_t count) {
    const struct lt_option *awaited = NULL;
    const char *word = words[count];
    const struct call *made = call_before(command, call, words, count, &awaited);
    size_t begins = 0;
    const struct lt_option *within = awaited ? NULL : option_of(command->options, word, &begins);
    const struct lt_option *option = within && begins > 0 ? within : awaited;
    begins = within ? begins : 0;
    struct lt_proposals proposals = {
        .call = made, .before = lt_arena_copy(call->arena, word, begins), .typed = word + begins};
    if (option)
        propose_argument(&proposals, option);
    else if (word[0] == '-')
        propose_options(&proposals, command->options);
    else if (command->propose)
        command->propose(&proposals);
}

/* Proposes the commands, and the options that stand in place of one. */
static void propose_commands(const struct call *call, const char *word) {
    const struct lt_proposals proposals = {.call = call, .before = "", .typed = word};
    for (size_t i = 0; commands[i]; i++)
        lt_propose_word(&proposals, commands[i]->name, "%s", commands[i]->summary);
    if (word[0] == '-') {
        lt_propose_word(&proposals, "--help", "%s", "show all commands");
        lt_propose_word(&proposals, "--version", "%s", "show the version");
    }
}

/* Performs 'lawtester complete'; returns the exit code. */
static int perform_complete(const struct call *call) {
    if (call->n_files == 1)
        propose_commands(call, call->files[0]);
    for (size_t i = 0; call->n_files > 1 && commands[i]; i++)
        if (strcmp(commands[i]->name, call->files[0]) == 0)
            propose_for(commands[i], call, call->files, call->n_files - 1);
    return DONE;
}

static const struct lt_option options[] = {HELP_OPTION, {0}};

const struct command command_complete = {
    .name = "complete",
    .arguments = "-- WORD...",
    .summary = "For shells: print completions of the last word.",
    .options = options,
    .perform = perform_complete,
};
