/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz.h: what harnesses share. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold of any input; else the process aborts. */
void fuzz_require(bool holds);

/* The same numbers, or none in the same places; the sign of a zero may differ. */
bool fuzz_same(const double *a, const double *b, size_t count);

/* An input was read to its end and used; at its end the process says how many were. */
void fuzz_count_used(void);

/* Not 0 once so much work is done, as allow_calls.c and allow_time.c measure it; 0: never. */
extern volatile int fuzz_interrupted;
void fuzz_allow(long work);

/* A file without a name that holds these bytes: its path, and its descriptor, to be closed. */
const char *fuzz_file(const void *data, size_t size, int *descriptor);

/* The text as a stage program: it is refused with errors, or it is set up and run, so many steps of
 * each stage at most, and as far as the work allowed goes; then it has a table of numbers, or says
 * why it has none. */
void fuzz_program(const char *text, size_t size, double steps);

#endif
