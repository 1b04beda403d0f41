/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_linear.c: linear, constant and linear as one step. */
#define NAME linear
#include "contact_begin.h"
#include "parts/friction.h"
#include "parts/stiffness.h"

#include "restitution.h"

#include "contact_own.h"
#define LT_PART normal_linear
LT_INLINE lt_part_step step;
#include "parts/normal-linear.c"
#undef LT_PART
#define LT_PART damping_constant
LT_INLINE lt_part_step step;
#include "parts/damping-constant.c"
#undef LT_PART
#define LT_PART tangential_linear
LT_INLINE lt_part_step step, usual;
#include "parts/tangential-linear.c"
#undef LT_PART

struct numbers {
    num contact[LT_H_NUMBERS];
    struct normal_linear_derived spring;
    struct damping_constant_derived dashpot;
    struct tangential_linear_derived shear;
};
struct states {
    num contact[LT_X_STATES];
    struct tangential_linear_state shear;
};
struct account {
    struct tangential_linear_losses shear;
};
enum { LOSSES = sizeof(struct account) / sizeof(num), NONE = 6 };

LT_INLINE void before_limits(const struct numbers *d, struct lt_touch *t) {
    normal_linear_step(NULL, &d->spring, NULL, NULL, t);
    damping_constant_step(NULL, &d->dashpot, NULL, NULL, t);
}

LT_INLINE void behind_limits(const struct numbers *d, struct states *x, struct account *e,
                             struct lt_touch *t) {
    tangential_linear_usual(NULL, &d->shear, &x->shear, &e->shear, t);
}

#include "contact_known.h"
