/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hunt.h: a correct law: a spring, a dashpot proportional to the overlap with tensile cut-off, and
 * friction. The file that includes this names the law and replaces a line of the first part. */
#include "law.h"
#include "laws/shear.h"

#ifndef PULLS
#define PULLS drag > -fn
#endif
#ifndef LIMIT
#define LIMIT -p->fric *(fn + viscous)
#endif

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 0, INFINITY, "normal stiffness", .role = LT_STIFFNESS_N)                     \
    F(ks, "N/m", 5e4, 0, INFINITY, "shear stiffness", .role = LT_STIFFNESS_S)                      \
    F(lambda, "s/m", 0.3, 0, INFINITY, "the dashpot's share of the spring at a speed of 1")        \
    F(fric, "1", 0.3, 0, INFINITY, "friction coefficient", .role = LT_FRICTION)
#define DERIVED(F) F(inv_ks, "m/N", "1/ks; 0 if ks = 0")
#define STATE(F)   F(spring_s, "N", "shear spring, s") F(spring_t, "N", "shear spring, t")
#define LOSSES(F)  F(slip, "J", "sliding friction")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b;
    d->inv_ks = p->ks > 0 ? 1 / p->ks : 0;
    return NULL;
}

static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const struct lt_shear_span span = lt_shear_span(m->un, m->dun, m->active > 0.5, m->un <= 0);
    const double before = m->un - m->dun, fn0 = before < 0 ? p->kn * before : 0;
    const double fn = span.active ? p->kn * m->un : 0, drag = -p->lambda * fn * m->vn;
    const int pulls = PULLS;
    const double viscous = pulls ? -fn : drag;
    const struct lt_shear f0 = {x->spring_s, x->spring_t}, du = {m->dus, m->dut};
    const struct lt_shear_end shear = lt_shear_spring(&span, f0, du, p->ks, d->inv_ks, LIMIT);
    *o = (struct lt_out){
        .fn = fn + viscous,
        .vfn = viscous,
        .fs = shear.s,
        .ft = shear.t,
        .strain = 0.5 * (fn * m->un + (shear.s * shear.s + shear.t * shear.t) * d->inv_ks),
        .cross = 0.5 * (fn0 + fn) * (1 - span.inside) * m->dun + shear.cross,
        .active = span.active,
        .branch = span.active + 2 * pulls + 4 * shear.slips};
    e->slip = shear.slip;
    x->spring_s = shear.s;
    x->spring_t = shear.t;
}

LT_LAW(LAW, .name = "hunt", .summary = "a dashpot that goes with the overlap, friction",
       .source = "Hunt & Crossley, J. Appl. Mech. 42 (1975) 440-445; a specimen for tests",
       .equations = "fn = kn un (1 - lambda vn), not above 0; |(fs, ft)| <= fric |fn|", .acts = 7)
