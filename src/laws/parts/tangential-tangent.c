/* SPDX-License-Identifier: MIT */
#include "following.h"

/* Spring with f growing by kt du, kt = 8 G* a: a change of the contact radius a leaves the force.
 */
LT_INLINE void step_of(const struct lt_following *d, struct lt_sheared *x,
                       struct lt_sheared_losses *e, struct lt_touch *t,
                       const struct lt_shear_span *span, int usual) {
    lt_follow(d, x, e, t, span,
              (struct lt_spring_stiffness){
                  .k0 = d->kt * t->a0, .k1 = d->kt * t->a, .holds = NOT(LT_EVERY)},
              usual);
}

LT_STEP_OF(step, 0)
LT_STEP_OF(usual, 1)
const struct lt_part_steps LT_STEPS(tangential_tangent) = {.step = step, .usual = usual};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_FOLLOWING_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_FOLLOWING_NUMBERS, {.name = NULL}};
static const struct lt_field state[] = {LT_SHEAR_STATES, {.name = NULL}};
static const struct lt_field losses[] = {{"slip", "J", .doc = "sliding friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"slip_change", "sliding", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    LT_SLIDING_DECLARES, LT_NO_POTENTIAL("tangent"), {.check = NULL}};

/* kt over a and the dashpot; see lt_following(). Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *p, void *d) {
    (void)self, (void)a, (void)b;
    return lt_following(deal, p, d);
}

const struct lt_part lt_part_tangential_tangent = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TANGENTIAL_PART,
    .name = "tangent",
    .doc = "f grows by kt du, kt = 8 G* a; a change of a leaves the force",
    .reads = LT_HAS_RADIUS,
    .writes = LT_HAS_SHEAR,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_tangential_tangent};

#endif
