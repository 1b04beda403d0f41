/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer's own changes of bytes and ours of words in turn. */
#include "fuzz/mutate.h"

#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t room, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    uint64_t state = seed;
    if (fuzz_draw(&state, 8) == 0)
        return LLVMFuzzerMutate(data, size, room);
    struct fuzz_input input = {data, size, room};
    fuzz_mutate(&input, data, size, &state);
    return input.size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t room, unsigned seed) {
    uint64_t state = seed;
    struct fuzz_input input = {out, size < room ? size : room, room};
    memcpy(out, data, input.size);
    for (int changes = 0; changes < 2; changes++)
        fuzz_mutate(&input, other, other_size, &state);
    return input.size;
}
