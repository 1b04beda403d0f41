/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutate.h: changes of texts made of words, numbers and lines, which leave them nearly right. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuzz_input {
    uint8_t *data;
    size_t size, room;
};

struct fuzz_piece {
    size_t at, size;
};

/* Numbers of a sequence that is the same everywhere; below 0: 0. */
uint64_t fuzz_draw(uint64_t *state, uint64_t below);

/* One change. OTHER: another input, of which words and lines are taken; it may be the same. */
void fuzz_mutate(struct fuzz_input *input, const uint8_t *other, size_t other_size,
                 uint64_t *state);

/* The same of a stage program, by the table of its law; false: it is none. */
bool fuzz_mutate_program(struct fuzz_input *input, uint64_t *state);

/* Puts SIZE bytes in the place of a piece, if there is room. */
void fuzz_replace(struct fuzz_input *input, struct fuzz_piece piece, const void *data, size_t size);

/* What stands behind "WORD:" to the end of the line, of the list or of the map; empty: none. */
struct fuzz_piece fuzz_find_value(const uint8_t *data, size_t size, struct fuzz_piece word);

#endif
