/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choice.h: numbers with words: in "full no-tension" the words mean 0 and 1. */
#ifndef LT_CHOICE_H
#define LT_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

struct lt_arena;

/* -1: no such word. */
long lt_choice_number(const char *choices, const char *word);

/* NULL: no such number, or BUFFER is too small. */
const char *lt_choice_word(const char *choices, double number, char *buffer, size_t size);

/* All the words, COUNT of them, and NULL. */
const char *const *lt_choice_words(const char *choices, size_t *count, struct lt_arena *arena);

/* The words of the numbers from MIN to MAX: "linear, hertz or jkr". */
const char *lt_choice_among(const char *choices, double min, double max, char *buffer, size_t size);

/* "full (0) or no-tension (1)" */
const char *lt_choice_list(const char *choices, char *buffer, size_t size);

#endif
