/* SPDX-License-Identifier: MIT */
#include "elastic.h"
#include "range.h"

/* Derjaguin, Muller & Toporov's constant attraction 2 pi w R*, N, that falls to 0 over the gap
 * pull_range. */
static void step(const struct lt_part *self, const void *d, void *x, void *e, struct lt_touch *t) {
    (void)self, (void)x, (void)e;
    lt_range_pull(d, t);
}

const struct lt_part_steps LT_STEPS(cohesion_dmt) = {.step = step};

#ifdef LT_TABLES

struct params {
    struct lt_adhesion adhesion;
    double pull_range;
};

static const struct lt_field params[] = {LT_ADHESION_ROWS, LT_PULL_RANGE_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_RANGE_NUMBERS, {.name = NULL}};
static const struct lt_jump jumps[] = {LT_AT_ONCE("pull_range == 0", "2*pi*work_adhesion*r_eff"),
                                       {.force = NULL}};
static const struct lt_case cases[] = {LT_RANGE_CASES, {.result = NULL}};

/* Attraction from the work of adhesion w, J/m^2. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *va,
                          const void *vb, void *vp, void *d) {
    const struct params *a = va, *b = vb;
    struct params *p = vp;
    const char *wrong = lt_adhesion(&a->adhesion, &b->adhesion, &p->adhesion);
    (void)self;
    if (!wrong && !(deal->pair->r_eff > 0))
        return "cohesion: dmt needs a curved body";
    return wrong
               ? wrong
               : lt_range(deal, 2 * restitution_pi * p->adhesion.work_adhesion * deal->pair->r_eff,
                          p->pull_range, d);
}

const struct lt_part lt_part_cohesion_dmt = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_COHESION_PART,
    .name = "dmt",
    .doc = "Derjaguin, Muller & Toporov's constant pull 2 pi w R*, falling over pull_range beyond "
           "touch",
    .params = params,
    .derived = derived,
    .jumps = jumps,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_cohesion_dmt};

#endif
