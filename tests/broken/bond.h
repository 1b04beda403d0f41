/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bond.h: a spring that sticks once touched and weakens when pulled, right; whoever includes this
 * names the law and replaces a line of the first part. */
#include "law.h"

#ifndef FARTHEST
#define FARTHEST pull > x->farthest ? pull : x->farthest
#endif
#ifndef DAMAGE_LOSS
#define DAMAGE_LOSS 0.5 * p->kn *pull0 *pull *(damage - x->damage)
#endif

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "stiffness", .role = LT_STIFFNESS_N)                            \
    F(onset, "m", 1e-5, 0, INFINITY, "stretch at which damage begins")                             \
    F(ductility, "1", 3, 1, INFINITY, "stretch at which it is complete, over the onset")
#define DERIVED(F) F(end, "m", "stretch at which damage is complete")
#define STATE(F)                                                                                   \
    F(farthest, "m", "largest stretch so far")                                                     \
    F(damage, "1", "lost share of the stiffness in tension")                                       \
    F(touched, "1", "1 if the bond exists")
#define LOSSES(F) F(damage, "J", "damage")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b;
    d->end = p->ductility * p->onset;
    return p->onset > 0 && p->ductility > 1 ? NULL : "onset and ductility - 1 must be positive";
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double before = m->un - m->dun;
    const double touched = x->touched > 0.5 || m->un <= 0;
    const double pull = touched > 0.5 && m->un > 0 ? m->un : 0;
    const double pull0 = x->touched > 0.5 && before > 0 ? before : 0;
    const double farthest = FARTHEST;
    const double linear = d->end / (d->end - p->onset) * (1 - p->onset / fmax(farthest, p->onset));
    const double damage = linear < 1 ? linear : 1;
    const double press = m->un < 0 ? m->un : 0, press0 = before < 0 ? before : 0;
    const double f0 = p->kn * (press0 + (1 - x->damage) * pull0);
    const double f1 = p->kn * (press + (1 - damage) * pull);
    const double strain0 = 0.5 * f0 * (press0 + pull0), strain = 0.5 * f1 * (press + pull);
    const int active = m->un <= 0 || (touched > 0.5 && damage < 1), turns = press0 + press < 0;
    e->damage = DAMAGE_LOSS;
    *o = (struct lt_out){.fn = f1,
                         .strain = strain,
                         .active = active,
                         .branch = active + 2 * (damage > x->damage) + 4 * (m->un > 0)};
    /* A step across the surface's touch is no straight line of force. */
    o->cross = turns && (pull0 + pull > 0 || before > 0)
                   ? 0.5 * (f0 + f1) * m->dun - (strain - strain0) - e->damage
                   : 0;
    x->farthest = farthest;
    x->damage = damage;
    x->touched = touched;
}

static const struct lt_shortfall declares[] = {
    {"recontact", "kn > 0", INFINITY, "what is torn stays torn"}, {.check = NULL}};

LT_LAW(LAW, .name = "bond", .summary = "a spring that sticks and weakens when pulled",
       .source = "Kachanov (1958), linear softening; a specimen for tests",
       .equations = "fn = kn un for un < 0, (1 - w) kn un beyond once touched\n"
                    "w = end/(end - onset) (1 - onset/k), k largest un so far, w <= 1",
       .acts = 1, .declares = declares)
