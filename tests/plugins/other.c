/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second law of good.c: a softer spring. */
#include "law.h"

#define PARAMS(F) F(kn, "N/m", 1e3, 0, INFINITY, "normal stiffness")
#define DERIVED(F)
#define STATE(F)
#define LOSSES(F)

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b, (void)p, (void)d;
    return NULL;
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    (void)d, (void)x, (void)e;
    const double overlap = m->un < 0 ? -m->un : 0.0;
    *o = (struct lt_out){
        .fn = -p->kn * overlap, .strain = 0.5 * p->kn * overlap * overlap, .active = m->un <= 0};
}

LT_LAW(other, .name = "other-spring", .summary = "another spring", .source = "Hooke (1678)",
       .equations = "fn = kn un", .acts = 1)
