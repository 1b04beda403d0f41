/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_hertz.c: the parts normal: hertz and damping: tsuji as one step (contact_known.h). */
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

/* Derived numbers of the contact and of its parts, in the order of the parts. */
struct numbers {
    num contact[LT_H_NUMBERS];
    struct normal_hertz_derived hertz;
    struct damping_tsuji_derived tsuji;
};
/* States of the contact and of its parts, in the order of the parts. */
struct states {
    num contact[LT_X_STATES];
};
/* Losses of the parts in one step, J. */
struct account {
    num none[1];
};
enum { LOSSES = 0, NONE = 7 }; /* neither tangential (1) nor rolling (2) nor twisting part (4) */

/* Steps of the parts that come before the friction limits. */
LT_INLINE void step_before_limits(const struct numbers *d, struct lt_touch *t) {
    normal_hertz_step(NULL, &d->hertz, NULL, NULL, t);
    damping_tsuji_step(NULL, &d->tsuji, NULL, NULL, t);
}

/* There are no parts that friction limits. */
LT_INLINE void step_after_limits(const struct numbers *d, struct states *x, struct account *e,
                                 struct lt_touch *t) {
    (void)d, (void)x, (void)e, (void)t;
}

#include "contact_known.h"
