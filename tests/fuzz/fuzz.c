/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/fuzz.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t used;

void fuzz_require(bool holds) {
    if (!holds)
        abort();
}

bool fuzz_same(const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

void fuzz_count_used(void) {
    used++;
}

__attribute__((destructor)) static void tell_used(void) {
    if (used > 0)
        fprintf(stderr, "%zu inputs were used to their end\n", used);
}

/* As the programs do: an error of GSL's ends nothing. */
__attribute__((constructor)) static void go_on(void) {
    gsl_set_error_handler_off();
}

const char *fuzz_file(const void *data, size_t size, int *descriptor) {
    static char path[64];
    *descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_require(*descriptor >= 0 && write(*descriptor, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", *descriptor);
    return path;
}
