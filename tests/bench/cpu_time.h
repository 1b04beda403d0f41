/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpu_time.h: the time this process has had, in s: on a busy machine less than has passed. */
#ifndef LT_BENCH_CPU_TIME_H
#define LT_BENCH_CPU_TIME_H

#include <time.h>

static inline double cpu_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
