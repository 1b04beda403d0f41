/* SPDX-License-Identifier: MIT */
#include "range.h"

/* A constant attraction pull_force, N, that falls to 0 over the gap pull_range. */
static void step(const struct lt_part *self, const void *d, void *x, void *e, struct lt_touch *t) {
    (void)self, (void)x, (void)e;
    lt_range_pull(d, t);
}

const struct lt_part_steps LT_STEPS(cohesion_constant) = {.step = step};

#ifdef LT_TABLES

struct params {
    double pull_force, pull_range;
};

static const struct lt_field params[] = {
    {"pull_force", "N", 0, 0, INFINITY, .doc = "pull while the surfaces touch"},
    LT_PULL_RANGE_ROW,
    {.name = NULL}};
static const struct lt_field derived[] = {LT_RANGE_NUMBERS, {.name = NULL}};
static const struct lt_jump jumps[] = {LT_AT_ONCE("pull_range == 0", "pull_force"),
                                       {.force = NULL}};
static const struct lt_case cases[] = {LT_RANGE_CASES, {.result = NULL}};

/* Attraction and range as given. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *d) {
    const struct params *p = vp;
    (void)self, (void)a, (void)b;
    return lt_range(deal, p->pull_force, p->pull_range, d);
}

const struct lt_part lt_part_cohesion_constant = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_COHESION_PART,
    .name = "constant",
    .doc = "a constant pull, falling over pull_range beyond touch",
    .params = params,
    .derived = derived,
    .jumps = jumps,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_cohesion_constant};

#endif
