/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutate.h: changes of texts made of words, numbers and lines, which leave them nearly right. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

struct fuzz_input {
    uint8_t *data;
    size_t size, room;
};

/* Numbers of a sequence that is the same everywhere; below 0: 0. */
uint64_t fuzz_draw(uint64_t *state, uint64_t below);

/* One change. OTHER: another input, of which words and lines are taken; it may be the same. */
void fuzz_mutate(struct fuzz_input *input, const uint8_t *other, size_t other_size,
                 uint64_t *state);

#endif
