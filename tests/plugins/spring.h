/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spring.h: a plug-in with a good law, one spring; whoever includes it has it broken in one place.
 * The second line of such a file is the exit code and what is then said. */
#include "law.h"

#ifndef PARAMS
#define PARAMS(F) F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .role = LT_STIFFNESS_N)
#endif
#define DERIVED(F) F(half, "N/m", "kn/2")
#ifndef STATE
#define STATE(F) F(deepest, "m", "largest overlap so far")
#endif
#define LOSSES(F) F(nothing, "J", "nothing")
#ifndef DERIVE
#define DERIVE
#endif
#ifndef STEP
#define STEP
#endif
#ifndef NAME
#define NAME "spring"
#endif

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b;
    d->half = 0.5 * p->kn;
    DERIVE
    return NULL;
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double overlap = m->un < 0 ? -m->un : 0.0;
    *o = (struct lt_out){.fn = -p->kn * overlap,
                         .strain = d->half * overlap * overlap,
                         .active = m->un <= 0,
                         .branch = m->un <= 0};
    e->nothing = 0;
    x->deepest = overlap > x->deepest ? overlap : x->deepest;
    STEP
}

#ifndef BEFORE
#define BEFORE
#endif
BEFORE

#ifdef BREAKS
LT_LAW(spring, .name = NAME, .summary = "one spring", .source = "Hooke (1678)",
       .equations = "fn = kn un", .acts = 1, BREAKS)
#else
LT_LAW(spring, .name = NAME, .summary = "one spring", .source = "Hooke (1678)",
       .equations = "fn = kn un", .acts = 1)
#endif

#ifndef ENTRY
#define ENTRY LT_PLUGIN(&lt_law_spring)
#endif
ENTRY
