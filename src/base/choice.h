/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choice.h: numbers with words: in "full no-tension" the words mean 0 and 1. */
#ifndef LT_CHOICE_H
#define LT_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

/* The number of WORD among CHOICES, from 0; -1: there is no such word. */
long lt_choice_number(const char *choices, const char *word);

/* Writes the word of NUMBER into BUFFER and returns it; NULL: there is no such number, or BUFFER is
 * too small. */
const char *lt_choice_word(const char *choices, double number, char *buffer, size_t size);

/* All words as a list that ends with NULL; *COUNT gets their number. */
const char *const *lt_choice_words(const char *choices, size_t *count, struct lt_arena *arena);

/* Writes the words of the numbers from MIN to MAX into BUFFER, "linear, hertz or jkr", and returns
 * it. */
const char *lt_choice_among(const char *choices, double min, double max, char *buffer, size_t size);

/* Writes all words with their numbers into BUFFER, "full (0) or no-tension (1)", and returns it. */
const char *lt_choice_list(const char *choices, char *buffer, size_t size);

#endif
