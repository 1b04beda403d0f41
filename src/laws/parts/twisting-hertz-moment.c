/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* A spring of constant stiffness, N m, without limit. */
LT_INLINE void step_of(const struct lt_turner *d, struct lt_twisted *x, struct lt_twist_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const num huge = NUM(INFINITY);
    const struct lt_shear_friction limit = lt_turn_limit(huge, LT_EVERY, NOT(LT_EVERY));
    (void)usual;
    lt_twist(d, x, e, t, span, &limit);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(twisting_hertz_moment) = {.step = step};

#ifdef LT_TABLES

struct params {
    double twist_stiffness;
};

static const struct lt_field params[] = {{"twist_stiffness", "N m", 0, 0, INFINITY,
                                          .doc = "moment of the twisting spring over its angle"},
                                         {.name = NULL}};
static const struct lt_field derived[] = {LT_TURNER_NUMBERS, {.name = NULL}};
LT_TWIST_TABLES
static const struct lt_shortfall declares[] = {
    {"continuity", "", 1,
     "hertz-moment: a twisting spring without limit is released when the contact is lost"},
    {"jumps", "", 1,
     "hertz-moment: a twisting spring without limit is released when the contact is lost"},
    {.check = NULL}};

/* Takes twist_stiffness, N m, as given. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct lt_turner *d = vd;
    (void)self, (void)deal, (void)a, (void)b;
    *d = (struct lt_turner){.k = p->twist_stiffness, .soft = lt_spring_soft(p->twist_stiffness)};
    return NULL;
}

const struct lt_part lt_part_twisting_hertz_moment = {.abi = LT_PART_ABI,
                                                      .size = sizeof(struct lt_part),
                                                      .kind = LT_TWISTING_PART,
                                                      .name = "hertz-moment",
                                                      .doc = "a spring without limit",
                                                      .params = params,
                                                      .derived = derived,
                                                      .state = state,
                                                      .losses = losses,
                                                      .events = events,
                                                      .declares = declares,
                                                      .derive = derive,
                                                      .steps = &lt_steps_twisting_hertz_moment};

#endif
