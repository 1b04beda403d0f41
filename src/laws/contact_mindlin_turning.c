/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_mindlin_turning.c: hertz, tsuji, tangent-rescale, arm and arm as one step. */
#define NAME mindlin_turning
#include "contact_begin.h"
#include "parts/elastic.h"
#include "parts/following.h"
#include "parts/turning.h"

#include "contact_own.h"
#define LT_PART normal_hertz
LT_INLINE lt_part_step step;
#include "parts/normal-hertz.c"
#undef LT_PART
#define LT_PART damping_tsuji
LT_INLINE lt_part_step step;
#include "parts/damping-tsuji.c"
#undef LT_PART
#define LT_PART tangential_tangent_rescale
LT_INLINE lt_part_step step, usual;
#include "parts/tangential-tangent-rescale.c"
#undef LT_PART
#define LT_PART rolling_arm
LT_INLINE lt_part_step step;
#include "parts/rolling-arm.c"
#undef LT_PART
#define LT_PART twisting_arm
LT_INLINE lt_part_step step;
#include "parts/twisting-arm.c"
#undef LT_PART

struct numbers {
    num contact[LT_H_NUMBERS];
    struct normal_hertz_derived hertz;
    struct damping_tsuji_derived tsuji;
    struct lt_following shear;
    struct lt_arm roll, twist;
};
struct states {
    num contact[LT_X_STATES];
    struct lt_sheared shear;
    struct lt_rolled roll;
    struct lt_twisted twist;
};
struct account {
    struct lt_sheared_losses shear;
    struct lt_roll_losses roll;
    struct lt_twist_losses twist;
};
enum { LOSSES = sizeof(struct account) / sizeof(num), NONE = 0 };

LT_INLINE void before_limits(const struct numbers *d, struct lt_touch *t) {
    normal_hertz_step(NULL, &d->hertz, NULL, NULL, t);
    damping_tsuji_step(NULL, &d->tsuji, NULL, NULL, t);
}

LT_INLINE void behind_limits(const struct numbers *d, struct states *x, struct account *e,
                             struct lt_touch *t) {
    tangential_tangent_rescale_usual(NULL, &d->shear, &x->shear, &e->shear, t);
    rolling_arm_step(NULL, &d->roll, &x->roll, &e->roll, t);
    twisting_arm_step(NULL, &d->twist, &x->twist, &e->twist, t);
}

#include "contact_known.h"
