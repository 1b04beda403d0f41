/* SPDX-License-Identifier: MIT */
#include "following.h"

/* Spring f = kt x, kt = 8 G* a: a change of the contact radius a leaves the displacement x. */
LT_INLINE void step_of(const struct lt_following *d, struct lt_sheared *x,
                       struct lt_sheared_losses *e, struct lt_touch *t,
                       const struct lt_shear_span *span, int usual) {
    lt_follow(
        d, x, e, t, span,
        (struct lt_spring_stiffness){.k0 = d->kt * t->a0, .k1 = d->kt * t->a, .holds = LT_EVERY},
        usual);
}

LT_STEP_OF(step, 0)
LT_STEP_OF(usual, 1)
const struct lt_part_steps LT_STEPS(tangential_secant_initial) = {.step = step, .usual = usual};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_SECANT_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_FOLLOWING_NUMBERS, {.name = NULL}};
static const struct lt_field state[] = {LT_SHEAR_STATES, {.name = NULL}};
static const struct lt_field losses[] = {{"slip", "J", .doc = "sliding friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"slip_change", "sliding", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    LT_SLIDING_DECLARES, LT_NO_POTENTIAL("secant-initial"), {.check = NULL}};

/* Fills D with kt/a, N/m^2, the stiffness over the contact radius, and the dashpot; 1 is the share
 * of Mindlin's initial stiffness 8 G* a, all of it. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *p, void *d) {
    (void)self, (void)a, (void)b;
    return lt_secant(deal, p, 1, d);
}

const struct lt_part lt_part_tangential_secant_initial = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TANGENTIAL_PART,
    .name = "secant-initial",
    .doc = "f = kt x, kt = 8 G* a; a change of a leaves the displacement x",
    .reads = LT_HAS_RADIUS,
    .writes = LT_HAS_SHEAR,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_tangential_secant_initial};

#endif
