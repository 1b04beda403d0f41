/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: law 'spring': a block of contacts gives other results than a single contact */
#define BEFORE                                                                                     \
    static void other(const void *p, const void *d, const struct lt_move *m, void *x,              \
                      struct lt_out *o, void *e) {                                                 \
        step(p, d, m, x, o, e);                                                                    \
        o->strain *= 1 + 1e-15;                                                                    \
    }
#define BREAKS .one = other
#include "spring.h"
