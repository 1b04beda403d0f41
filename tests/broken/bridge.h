/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bridge.h: a spring, and a liquid bridge that forms at touch and pulls up to a distance, right;
 * whoever includes this names the law and replaces a line of the first part. */
#include "law.h"

#ifndef ACTIVE
#define ACTIVE m->un <= (was ? p->reach : 0)
#endif
#ifndef INSIDE /* force where the surfaces touch */
#define INSIDE p->pull + p->kn *un
#endif
#ifndef OUTSIDE /* in the gap */
#define OUTSIDE p->pull *(1 - un / p->reach)
#endif
#ifndef BELOW /* energy at touch, less than that of no bridge */
#define BELOW 0.5 * p->pull * p->reach
#endif
#ifndef WETTING /* lost when the bridge forms */
#define WETTING made ? BELOW : 0
#endif

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "stiffness", .role = LT_STIFFNESS_N)                            \
    F(pull, "N", 1e-3, 0, INFINITY, "force of the bridge at touch")                                \
    F(reach, "m", 2e-6, 1e-12, INFINITY, "distance at which the bridge ends")
#define DERIVED(F)
#define STATE(F)
#define LOSSES(F) F(wetting, "J", "bridges formed")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b, (void)p, (void)d;
    return NULL;
}

static double force(const struct params *p, double un) {
    return un <= 0 ? INSIDE : OUTSIDE;
}

static double stored(const struct params *p, double un) {
    const double left = un < p->reach ? p->reach - un : 0;
    return un <= 0 ? 0.5 * p->kn * un * un + p->pull * un - BELOW
                   : -0.5 * p->pull * left * left / p->reach;
}

/* Where the contact is made the force jumps to the pull at touch; it ends without force. What the
 * trapezoid makes of that, and of the bend at touch, is crossing. */
static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const int was = m->active > 0.5, active = ACTIVE;
    const double before = m->un - m->dun, f0 = was ? force(p, before) : 0;
    const double fn = active ? force(p, m->un) : 0;
    const int made = active & !was, changes = active != was || (m->un <= 0) != (before <= 0);
    const double within = stored(p, active ? m->un : p->reach) - stored(p, was ? before : 0);
    *o = (struct lt_out){.fn = fn,
                         .strain = active ? stored(p, m->un) : 0,
                         .cross = changes ? 0.5 * (f0 + fn) * m->dun - within : 0,
                         .active = active,
                         .branch = active + 2 * (m->un <= 0)};
    e->wetting = WETTING;
    (void)x, (void)d;
}

static const struct lt_shortfall declares[] = {
    {"continuity", "pull > 0", 1, "a bridge forms at once"}, {.check = NULL}};

LT_LAW(LAW, .name = "bridge", .summary = "a spring, and a bridge that pulls",
       .source = "Luding, Granular Matter 10 (2008) 235-246; a specimen for tests",
       .equations = "fn = pull + kn un where the surfaces touch, pull (1 - un/reach) after that",
       .acts = 1, .declares = declares)
