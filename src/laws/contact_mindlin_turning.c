/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_mindlin_turning.c: the parts normal: hertz, damping: tsuji, tangential: tangent-rescale,
 * rolling: arm and twisting: arm as one step (contact_known.h). */
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

/* Derived numbers of the contact and of its parts, in the order of the parts. */
struct numbers {
    num contact[LT_H_NUMBERS];
    struct normal_hertz_derived hertz;
    struct damping_tsuji_derived tsuji;
    struct lt_following shear;
    struct lt_arm roll, twist;
};
/* States of the contact and of its parts, in the order of the parts. */
struct states {
    num contact[LT_X_STATES];
    struct lt_sheared shear;
    struct lt_rolled roll;
    struct lt_twisted twist;
};
/* Losses of the parts in one step, J. */
struct account {
    struct lt_sheared_losses shear;
    struct lt_roll_losses roll;
    struct lt_twist_losses twist;
};
enum { LOSSES = sizeof(struct account) / sizeof(num), NONE = 0 }; /* no kind is missing */

/* Steps of the parts that come before the friction limits. */
LT_INLINE void step_before_limits(const struct numbers *d, struct lt_touch *t) {
    normal_hertz_step(NULL, &d->hertz, NULL, NULL, t);
    damping_tsuji_step(NULL, &d->tsuji, NULL, NULL, t);
}

/* Steps of the parts that friction limits. */
LT_INLINE void step_after_limits(const struct numbers *d, struct states *x, struct account *e,
                                 struct lt_touch *t) {
    tangential_tangent_rescale_usual(NULL, &d->shear, &x->shear, &e->shear, t);
    rolling_arm_step(NULL, &d->roll, &x->roll, &e->roll, t);
    twisting_arm_step(NULL, &d->twist, &x->twist, &e->twist, t);
}

#include "contact_known.h"
