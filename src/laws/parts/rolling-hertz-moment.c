/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring and dashpot of constant stiffness, limited to fric_roll (R_a + R_b)/2 N; the dashpot is
 * off at the limit. */
LT_INLINE void step_of(const struct lt_turner *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    (void)usual;
    lt_roll(d, x, e, t, span, NOT(LT_EVERY), NOT(LT_EVERY));
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_hertz_moment) = {.step = step};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_ROLL_SPRING_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_TURNER_NUMBERS, {.name = NULL}};
LT_ROLL_TABLES
static const struct lt_shortfall declares[] = {
    {"wall", "", INFINITY,
     "hertz-moment: the limit depends on the mean of both radii, and a wall has none"},
    {.check = NULL}};

/* Arm (R_a + R_b)/2, m, of the limit. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    (void)self, (void)a, (void)b;
    return lt_roll_spring(deal, vp, 0.5 * (deal->pair->a.radius + deal->pair->b.radius), vd);
}

const struct lt_part lt_part_rolling_hertz_moment = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "hertz-moment",
    .doc = "as spring, the limit being fric_roll (R_a + R_b)/2 N",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_hertz_moment};

#endif
