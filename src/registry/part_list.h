/* SPDX-License-Identifier: GPL-3.0-or-later */
/* part_list.h: how the section law of a file chooses parts. A kind is said by a word, or by a map
 * of the word, `name`, and numbers of the part; where parts of a kind stand together, by a list of
 * these. */
#ifndef LT_PART_LIST_H
#define LT_PART_LIST_H

#include "law.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lt_arena;
struct lt_node;

enum { LT_WORDS_ROOM = 256 }; /* for the words of several parts */

/* Which part of its *KIND the parameter chooses, from 0 on: "cohesion" the first, "cohesion_2" the
 * second. -1: it chooses none. */
long lt_part_list_slot(const struct lt_law *law, const char *param, const char **kind);

/* The parameter that chooses part SLOT of a kind; -1: so many do not stand together. */
long lt_part_list_param(const struct lt_law *law, const char *kind, size_t slot);

/* Part I, a word or a map, of the value of a kind; NULL: there are fewer. */
const struct lt_node *lt_part_list_item(const struct lt_node *said, size_t i);
const struct lt_node *lt_part_list_word(const struct lt_node *item); /* NULL: it has no name */

/* The node in MAP, the section law, that gives a parameter: directly under the law, or in the map
 * of a part. NULL: none. */
const struct lt_node *lt_part_list_find(const struct lt_law *law, const struct lt_node *map,
                                        const char *param);

/* The path of that place, "law.cohesion[0].work_adhesion"; "law.PARAM" where there is none. */
const char *lt_part_list_path(const struct lt_law *law, const struct lt_node *map,
                              const char *param, struct lt_arena *arena);

/* The words of all parts of a kind, "dmt, bridge", into BUFFER: NUMBERS of all parameters say
 * which, PARAM is that of the first; of any other choice its word. NULL: it has no words. */
const char *lt_part_list_words(const struct lt_law *law, size_t param, const double *numbers,
                               char *buffer, size_t size);

/* Prints a condition without what it says of further parts of a kind: "(cohesion == 7)" for
 * "(cohesion == 7 or cohesion_2 == 7)". */
void lt_part_list_print(FILE *out, const struct lt_law *law, const char *when);

/* Is this condition, or this clash, that of a further part, beside the same of the first? */
bool lt_part_list_again(const struct lt_law *law, const char *when);
bool lt_part_list_clashes_again(const struct lt_law *law, const struct lt_clash *clash);

/* The number of the word I in "dmt, bridge", of these choices; 0, none, where there are fewer; -1:
 * it is no word. */
long lt_part_list_number(const char *choices, const char *words, size_t i);

#endif
