/* SPDX-License-Identifier: MIT */
#include "range.h"

/* Attraction adh_force, N, at touch, that falls by adh_stiffness, N/m, over the gap, on approach as
 * on separation. */
static void step(const struct lt_part *self, const void *d, void *x, void *e, struct lt_touch *t) {
    (void)self, (void)x, (void)e;
    lt_range_pull(d, t);
}

const struct lt_part_steps LT_STEPS(cohesion_reversible) = {.step = step};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_FALLING_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_RANGE_NUMBERS, {.name = NULL}};
static const struct lt_jump jumps[] = {LT_AT_ONCE("adh_stiffness > 1e300", "adh_force"),
                                       {.force = NULL}};
static const struct lt_case cases[] = {LT_RANGE_CASES, {.result = NULL}};

/* Range adh_force/adh_stiffness, m. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *d) {
    const struct lt_falling *p = vp;
    (void)self, (void)a, (void)b;
    return lt_range(deal, p->adh_force, p->adh_force / p->adh_stiffness, d);
}

const struct lt_part lt_part_cohesion_reversible = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_COHESION_PART,
    .name = "reversible",
    .doc = "a constant pull that falls by adh_stiffness over the gap, on approach as on parting",
    .params = params,
    .derived = derived,
    .jumps = jumps,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_cohesion_reversible};

#endif
