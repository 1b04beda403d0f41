/* SPDX-License-Identifier: GPL-3.0-or-later */
/* part_list.h: how the section law of a file chooses parts. A part is
 * given by a word, or by a map with the word as `name` and numbers of the part; several parts of a
 * kind by a list of these. */
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

/* The index of the parameter that chooses part SLOT (from 0) of a kind; -1: a kind has not so many.
 */
long lt_part_list_param(const struct lt_law *law, const char *kind, size_t slot);

/* The node of part I (from 0), a word or a map, in the value SAID of a kind, and the node of its
 * word; NULL: there are fewer. */
const struct lt_node *lt_part_list_item(const struct lt_node *said, size_t i);
const struct lt_node *lt_part_list_word(const struct lt_node *item); /* NULL: it has no name */

/* The node in MAP, the section law, that gives a parameter: directly under the law, or in the map
 * of a part. NULL: none. */
const struct lt_node *lt_part_list_find(const struct lt_law *law, const struct lt_node *map,
                                        const char *param);

/* The path of that place, "law.cohesion[0].work_adhesion"; "law.PARAM" where there is none. */
const char *lt_part_list_path(const struct lt_law *law, const struct lt_node *map,
                              const char *param, struct lt_arena *arena);

/* Writes the words of all parts of a kind, "dmt, bridge", into BUFFER and returns it: NUMBERS are
 * the values of all parameters, PARAM is the index of the kind's first one; of any other choice its
 * word. NULL: it has no words. */
const char *lt_part_list_words(const struct lt_law *law, size_t param, const double *numbers,
                               char *buffer, size_t size);

/* Prints a condition without its terms on further parts of a kind: "(cohesion == 7)" for
 * "(cohesion == 7 or cohesion_2 == 7)". */
void lt_part_list_print(FILE *out, const struct lt_law *law, const char *when);

/* True if this condition, or this clash, is of a further part of a kind, and only repeats that of
 * the first one. */
bool lt_part_list_again(const struct lt_law *law, const char *when);
bool lt_part_list_clashes_again(const struct lt_law *law, const struct lt_clash *clash);

/* The number among CHOICES of word I (from 0) in WORDS, "dmt, bridge"; 0, which is none, where
 * there are fewer; -1: it is no choice. */
long lt_part_list_number(const char *choices, const char *words, size_t i);

#endif
