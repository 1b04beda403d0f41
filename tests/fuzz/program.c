/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a stage program. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_program((const char *)data, size, 15);
    return 0;
}
