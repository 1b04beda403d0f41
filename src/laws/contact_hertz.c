/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_hertz.c: hertz and tsuji as one step. */
#define NAME hertz
#include "contact_begin.h"
#include "parts/elastic.h"

#include "contact_own.h"
#define LT_PART normal_hertz
LT_INLINE lt_part_step step;
#include "parts/normal-hertz.c"
#undef LT_PART
#define LT_PART damping_tsuji
LT_INLINE lt_part_step step;
#include "parts/damping-tsuji.c"
#undef LT_PART

struct numbers {
    num contact[LT_H_NUMBERS];
    struct normal_hertz_derived hertz;
    struct damping_tsuji_derived tsuji;
};
struct states {
    num contact[LT_X_STATES];
};
struct account {
    num none[1];
};
enum { LOSSES = 0, NONE = 7 };

LT_INLINE void before_limits(const struct numbers *d, struct lt_touch *t) {
    normal_hertz_step(NULL, &d->hertz, NULL, NULL, t);
    damping_tsuji_step(NULL, &d->tsuji, NULL, NULL, t);
}

LT_INLINE void behind_limits(const struct numbers *d, struct states *x, struct account *e,
                             struct lt_touch *t) {
    (void)d, (void)x, (void)e, (void)t;
}

#include "contact_known.h"
