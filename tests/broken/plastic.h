/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plastic.h: a spring that is stiffer on unloading (Walton & Braun), right; whoever includes this
 * names the law and replaces a line of the first part. */
#include "law.h"

#ifndef REST /* depth at which no force is left */
#define REST (1 - p->k1 / p->k2) * deepest
#endif
#ifndef STRAIN
#define STRAIN 0.5 * f1 *f1 / p->k2
#endif
#ifndef PLASTIC
#define PLASTIC 0.5 * (f0 + f1) * (rest1 - rest0)
#endif

#define PARAMS(F)                                                                                  \
    F(k1, "N/m", 1e5, 0, INFINITY, "stiffness of first loading", .role = LT_STIFFNESS_N)           \
    F(k2, "N/m", 2e5, 0, INFINITY, "stiffness of unloading, >= k1")
#define DERIVED(F)
#define STATE(F)  F(deepest, "m", "largest overlap so far") F(rest, "m", "overlap that remains")
#define LOSSES(F) F(plastic, "J", "plastic work")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b, (void)d;
    return p->k1 > 0 && p->k2 >= p->k1 ? NULL : "k1 must be positive and k2 no less";
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double depth = -m->un, depth0 = m->dun - m->un;
    const double rest0 = x->rest, deepest = depth > x->deepest ? depth : x->deepest;
    const double rest1 = REST;
    const double over0 = depth0 - rest0, over1 = depth - rest1;
    const double f0 = over0 > 0 ? p->k2 * over0 : 0, f1 = over1 > 0 ? p->k2 * over1 : 0;
    const double apart = (over1 < 0 ? over1 : 0) - (over0 < 0 ? over0 : 0);
    const int active = m->un <= 0;
    *o = (struct lt_out){.fn = -f1,
                         .strain = STRAIN,
                         .cross = 0.5 * (f0 + f1) * apart,
                         .active = active,
                         .branch = active + 2 * (over1 > 0) + 4 * (depth > x->deepest)};
    e->plastic = PLASTIC;
    x->deepest = deepest;
    x->rest = rest1;
    (void)d;
}

static const struct lt_shortfall declares[] = {
    {"recontact", "k2 > k1", INFINITY, "what was pressed in stays"}, {.check = NULL}};

LT_LAW(LAW, .name = "plastic", .summary = "a spring that is stiffer on unloading",
       .source = "Walton & Braun, J. Rheol. 30 (1986) 949-980; a specimen for tests",
       .equations = "f = k1 d at the largest overlap D, k2 (d - (1 - k1/k2) D) below it, f >= 0",
       .acts = 1, .declares = declares)
