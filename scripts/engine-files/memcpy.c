/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memcpy.c: states are copied all the time, and the C library's memcpy() takes a word after
 * the other. Part of the WebAssembly build of scripts/engine only. */
#include <string.h>
#include <wasm_simd128.h>

static void copy_few(char *to, const char *from, size_t n) {
    if (n >= 8) {
        const v128_t head = wasm_v128_load64_zero(from), tail = wasm_v128_load64_zero(from + n - 8);
        wasm_v128_store64_lane(to, head, 0);
        wasm_v128_store64_lane(to + n - 8, tail, 0);
    } else if (n >= 4) {
        const v128_t head = wasm_v128_load32_zero(from), tail = wasm_v128_load32_zero(from + n - 4);
        wasm_v128_store32_lane(to, head, 0);
        wasm_v128_store32_lane(to + n - 4, tail, 0);
    } else {
        for (size_t i = 0; i < n; i++)
            to[i] = from[i];
    }
}

/* By sixteen bytes; the last sixteen may overlap those before. */
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    char *at = to;
    const char *next = from;
    if (n < 16) {
        copy_few(at, next, n);
        return to;
    }
    char *const last = at + n - 16;
    const v128_t tail = wasm_v128_load(next + n - 16);
    for (; at < last; at += 16, next += 16)
        wasm_v128_store(at, wasm_v128_load(next));
    wasm_v128_store(last, tail);
    return to;
}
