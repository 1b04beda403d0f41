/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libFuzzer, which has the timer of real time. Work is so many calls of functions: an input
 * passes through the same edges again, whatever else the machine does. */
#include "fuzz/fuzz.h"

enum { CALLS = 600 };

volatile int fuzz_interrupted;
static long left; /* below 0: without end */

/* What a compiler puts first into each function. */
void __cyg_profile_func_enter_bare(void);

__attribute__((no_instrument_function)) void __cyg_profile_func_enter_bare(void) {
    if (--left == 0)
        fuzz_interrupted = 1;
}

void fuzz_allow(long work) {
    fuzz_interrupted = 0;
    left = CALLS * work;
}
