/* SPDX-License-Identifier: MIT */
#include "overlapped.h"

struct derived {
    num slope;
};

/* Attraction cohesion_density 4 pi R* d, N, proportional to the overlap d, like LIGGGHTS' area of
 * contact. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    const num zero = NUM(0.0), un = t->m->un, o = lt_above(zero - un), pull = d->slope * o;
    (void)self, (void)x, (void)e;
    t->pull += pull;
    t->o->strain -= 0.5 * d->slope * o * o;
    /* Where the overlap begins or ends within the step; it has no force at its edge. */
    const struct lt_shear_span s = lt_overlapped(t);
    if (!s.stay && ANY(s.entering | s.leaving)) {
        const num pull0 = d->slope * lt_above(t->m->dun - un);
        t->o->cross += lt_cross(&s, zero - pull0, zero - pull, zero, t->m->dun);
    }
}

const struct lt_part_steps LT_STEPS(cohesion_area) = {.step = step};

#ifdef LT_TABLES

struct params {
    double cohesion_density;
};

static const struct lt_field params[] = {LT_DENSITY_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(slope, "N/m", "pull over the overlap"),
                                          {.name = NULL}};
static const struct lt_shortfall declares[] = {LT_OVERLAPPED_DECLARES, {.check = NULL}};
static const struct lt_case cases[] = {LT_RANGE_CASES, {.result = NULL}};

/* Derives the attraction over the overlap, 4 pi cohesion_density R*, N/m. Returns the error or
 * NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    if (!(deal->pair->r_eff > 0))
        return "cohesion: area needs a curved body";
    d->slope = 4 * restitution_pi * p->cohesion_density * deal->pair->r_eff;
    return NULL;
}

const struct lt_part lt_part_cohesion_area = {.abi = LT_PART_ABI,
                                              .size = sizeof(struct lt_part),
                                              .kind = LT_COHESION_PART,
                                              .name = "area",
                                              .doc = "a pull over the area 4 pi R* d",
                                              .params = params,
                                              .derived = derived,
                                              .cases = cases,
                                              .declares = declares,
                                              .derive = derive,
                                              .steps = &lt_steps_cohesion_area};

#endif
