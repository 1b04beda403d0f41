/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h: where the time of a run went. */
#ifndef LT_TIMING_H
#define LT_TIMING_H

#include <stddef.h>
#include <time.h>

enum lt_timing_part {
    LT_TIME_LAW,
    LT_TIME_LEDGER,
    LT_TIME_FORMULAS,
    LT_TIME_RECORDING,
    LT_TIME_PARTS
};

/* Seconds and calls of each part, without those of the parts it calls. What is left of the total is
 * motion: integration, balance, events. Measuring takes time too: some 50 ns a call. */
struct lt_timing {
    double seconds[LT_TIME_PARTS], total;
    size_t calls[LT_TIME_PARTS];
    double inner; /* so far, in parts that have ended */
};

/* A part under way. */
struct lt_lap {
    double begin, inner;
};

static inline double lt_timing_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Both do nothing if there is no timing. */
static inline struct lt_lap lt_timing_begin(const struct lt_timing *timing) {
    struct lt_lap lap = {0, 0};
    if (timing) {
        lap.begin = lt_timing_now();
        lap.inner = timing->inner;
    }
    return lap;
}

static inline void lt_timing_end(struct lt_timing *timing, enum lt_timing_part part,
                                 struct lt_lap lap) {
    if (!timing)
        return;
    double all = lt_timing_now() - lap.begin;
    timing->seconds[part] += all - (timing->inner - lap.inner);
    timing->calls[part]++;
    timing->inner = lap.inner + all;
}

#endif
