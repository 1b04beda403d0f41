/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.h: how a run's wall time divides between its parts. */
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

/* Seconds and calls of each part, excluding the parts it calls. The remainder of the total is
 * motion: integration, energy balance, events. Each measurement itself costs some 50 ns. */
struct lt_timing {
    double seconds[LT_TIME_PARTS], total;
    size_t calls[LT_TIME_PARTS];
    double inner; /* time of finished inner parts */
};

/* A part being timed. */
struct lt_lap {
    double begin, inner;
};

static inline double lt_timing_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Both do nothing if TIMING is NULL. */
static inline struct lt_lap lt_timing_begin(const struct lt_timing *timing) {
    struct lt_lap lap = {0, 0};
    if (timing) {
        lap.begin = lt_timing_now();
        lap.inner = timing->inner;
    }
    return lap;
}

/* Adds the time since begin to a part, without the time of the parts inside it. */
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
