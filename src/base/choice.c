/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/choice.h"

#include "base/arena.h"

#include <stdio.h>
#include <string.h>

/* The place of the next word of a list, which single blanks separate; its end if there is none. */
static const char *next_choice(const char *at) {
    at += strcspn(at, " ");
    return at + (*at == ' ');
}

/* The number of WORD among the CHOICES, "none linear hertz", from 0; -1: it is none of them. */
long lt_choice_number(const char *choices, const char *word) {
    size_t length = strlen(word);
    long number = 0;
    for (const char *at = choices; *at && length > 0; at = next_choice(at), number++)
        if (strcspn(at, " ") == length && memcmp(at, word, length) == 0)
            return number;
    return -1;
}

/* Writes the word of choice NUMBER into BUFFER and returns it; NULL: there is no such choice, or
 * no room. */
const char *lt_choice_word(const char *choices, double number, char *buffer, size_t size) {
    const char *at = choices;
    double i = 0;
    for (; *at && i < number; i++)
        at = next_choice(at);
    size_t length = strcspn(at, " ");
    if (!*at || i != number || length >= size)
        return NULL;
    memcpy(buffer, at, length);
    buffer[length] = '\0';
    return buffer;
}

/* The CHOICES as a list of *COUNT words. */
const char *const *lt_choice_words(const char *choices, size_t *count, struct lt_arena *arena) {
    const char **words = lt_arena_get(arena, (strlen(choices) + 1) * sizeof *words);
    *count = 0;
    for (const char *at = choices; *at; at = next_choice(at))
        words[(*count)++] = lt_arena_copy(arena, at, strcspn(at, " "));
    return words;
}

/* Writes the choices from number MIN to MAX into BUFFER, as "a, b or c" for a message, and
 * returns it. */
const char *lt_choice_among(const char *choices, double min, double max, char *buffer,
                            size_t size) {
    size_t used = 0;
    double number = 0;
    buffer[0] = '\0';
    for (const char *at = choices; *at && used < size; at = next_choice(at), number++) {
        const bool last = number + 1 > max || !*next_choice(at);
        const char *gap = number <= min ? "" : last ? " or " : ", ";
        if (number >= min && number <= max)
            used += (size_t)snprintf(buffer + used, size - used, "%s%.*s", gap,
                                     (int)strcspn(at, " "), at);
    }
    return buffer;
}

/* Writes all choices with their numbers into BUFFER, as "a (0), b (1) or c (2)" for a message,
 * and returns it. */
const char *lt_choice_list(const char *choices, char *buffer, size_t size) {
    size_t used = 0;
    long number = 0;
    buffer[0] = '\0';
    for (const char *at = choices; *at && used < size; at = next_choice(at), number++) {
        const char *gap = number == 0 ? "" : *next_choice(at) ? ", " : " or ";
        used += (size_t)snprintf(buffer + used, size - used, "%s%.*s (%ld)", gap,
                                 (int)strcspn(at, " "), at, number);
    }
    return buffer;
}
