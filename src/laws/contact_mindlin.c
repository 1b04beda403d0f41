/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_mindlin.c: the parts normal: hertz, damping: tsuji and tangential: tangent-rescale as one
 * step (contact_known.h). */
#define NAME mindlin
#include "contact_begin.h"
#include "parts/elastic.h"
#include "parts/following.h"

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

/* Derived numbers of the contact and of its parts, in the order of the parts. */
struct numbers {
    num contact[LT_H_NUMBERS];
    struct normal_hertz_derived hertz;
    struct damping_tsuji_derived tsuji;
    struct lt_following shear;
};
/* States of the contact and of its parts, in the order of the parts. */
struct states {
    num contact[LT_X_STATES];
    struct lt_sheared shear;
};
/* Losses of the parts in one step, J. */
struct account {
    struct lt_sheared_losses shear;
};
enum {
    LOSSES = sizeof(struct account) / sizeof(num),
    NONE = 6
}; /* neither rolling (2) nor twisting (4) */

/* Steps of the parts that come before the friction limits. */
LT_INLINE void step_before_limits(const struct numbers *d, struct lt_touch *t) {
    normal_hertz_step(NULL, &d->hertz, NULL, NULL, t);
    damping_tsuji_step(NULL, &d->tsuji, NULL, NULL, t);
}

/* Steps of the parts that friction limits. */
LT_INLINE void step_after_limits(const struct numbers *d, struct states *x, struct account *e,
                                 struct lt_touch *t) {
    tangential_tangent_rescale_usual(NULL, &d->shear, &x->shear, &e->shear, t);
}

#include "contact_known.h"
