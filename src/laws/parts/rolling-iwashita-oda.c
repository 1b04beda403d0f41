/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring and dashpot of constant stiffness, together limited to fric_roll R* N. */
LT_INLINE void step_of(const struct lt_turner *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    (void)usual;
    lt_roll(d, x, e, t, span, LT_EVERY, NOT(LT_EVERY));
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_iwashita_oda) = {.step = step};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_ROLL_SPRING_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_TURNER_NUMBERS, {.name = NULL}};
LT_ROLL_TABLES

/* Arm R*, m, of the limit. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    (void)self, (void)a, (void)b;
    return lt_roll_spring(deal, vp, deal->pair->r_eff, vd);
}

const struct lt_part lt_part_rolling_iwashita_oda = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "iwashita-oda",
    .doc = "a spring and a dashpot, together held to fric_roll R* N",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .derive = derive,
    .steps = &lt_steps_rolling_iwashita_oda};

#endif
