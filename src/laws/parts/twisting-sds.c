/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring and dashpot, together limited to fric_twist N; the dashpot stays at the limit and the
 * spring gets the rest. */
LT_INLINE void step_of(const struct lt_turner *d, struct lt_twisted *x, struct lt_twist_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_shear_friction limit = lt_turn_limit(d->most * t->press, LT_EVERY, LT_EVERY);
    (void)usual;
    lt_twist(d, x, e, t, span, &limit);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(twisting_sds) = {.step = step};

#ifdef LT_TABLES

struct params {
    double k_twist, c_twist, fric_twist;
};

static const struct lt_field params[] = {
    {"k_twist", "N m", 0, 0, INFINITY, .doc = "moment of the twisting spring over its angle"},
    {"c_twist", "N m s", 0, 0, INFINITY, .doc = "moment of the twisting dashpot over the rate"},
    {"fric_twist", "m", 0, 0, INFINITY, .doc = "largest twisting moment over the pressure",
     .role = LT_TWISTING},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_TURNER_NUMBERS, {.name = NULL}};
LT_TWIST_TABLES
static const struct lt_shortfall declares[] = {
    {"continuity", "c_twist > 0", 2,
     "sds: the spring balances the dashpot's force beyond friction"},
    {"jumps", "c_twist > 0", 1,
     "sds: so at touch, where friction holds nothing, and the spring is what the dashpot is"},
    {"cycle", "c_twist > 0", 1,
     "sds: the spring is loaded against the twisting, and returns that energy"},
    {"order", "c_twist > 0", 1, "sds: the spring of a new contact depends on the first step"},
    {.check = NULL}};

/* Takes k_twist, N m, c_twist, N m s, and fric_twist, m, as given. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct lt_turner *d = vd;
    (void)self, (void)deal, (void)a, (void)b;
    *d = (struct lt_turner){p->k_twist, lt_spring_soft(p->k_twist), p->c_twist, p->fric_twist};
    return NULL;
}

const struct lt_part lt_part_twisting_sds = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TWISTING_PART,
    .name = "sds",
    .doc = "a spring and a dashpot, together held to fric_twist N; the spring takes what the "
           "dashpot leaves",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_twisting_sds};

#endif
