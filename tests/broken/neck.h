/* SPDX-License-Identifier: GPL-3.0-or-later */
/* neck.h: a spring with friction, and a neck that forms at a distance, pulls more where the
 * surfaces touch and tears farther out, right; whoever includes this names the law and replaces a
 * line of the first part. It says all of it: its reach, where it ends, its jumps, its own cap of
 * friction. */
#include "law.h"
#include "laws/shear.h"

#ifndef MADE
#define MADE "pull*(1 - reach/(2*tear))"
#endif
#ifndef TOUCHED
#define TOUCHED {"fn", "touching", "true", "suck*(1 - 2*touching)", "suction where they touch"},
#endif
#ifndef LOST
#define LOST {"fn", "lost", "true", "-pull/2", "the neck tears"},
#endif
#ifndef SHEARED
#define SHEARED                                                                                    \
    {"fs", "lost", "true", "-fs", "no neck, no friction"},                                         \
        {"ft", "lost", "true", "-ft", "no neck, no friction"},
#endif
#ifndef REACH
#define REACH reach
#endif
#ifndef ENDS
#define ENDS p->tear
#endif
#ifndef LIMIT
#define LIMIT cap
#endif
#ifndef FURTHER
#define FURTHER .has_cap = 1
#endif

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 1e5, 1e-300, INFINITY, "normal stiffness", .role = LT_STIFFNESS_N)                \
    F(ks, "N/m", 5e4, 1e-300, INFINITY, "shear stiffness", .role = LT_STIFFNESS_S)                 \
    F(fric, "1", 0.3, 0, INFINITY, "friction coefficient", .role = LT_FRICTION)                    \
    F(pull, "N", 1e-3, 0, INFINITY, "force of the neck at touch")                                  \
    F(suck, "N", 5e-4, 0, INFINITY, "what it pulls more where the surfaces touch")                 \
    F(reach, "m", 1e-6, 0, INFINITY, "gap at which the neck forms")                                \
    F(tear, "m", 2e-6, 1e-300, INFINITY, "gap at which it tears")
#define DERIVED(F) F(inv_ks, "m/N", "1/ks")
#define STATE(F)                                                                                   \
    F(touching, "1", "1 while the surfaces touch")                                                 \
    F(spring_s, "N", "spring force, s")                                                            \
    F(spring_t, "N", "spring force, t")
#define LOSSES(F) F(wetting, "J", "necks formed") F(slip, "J", "friction")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)pair, (void)a, (void)b;
    d->inv_ks = 1 / p->ks;
    return p->tear >= p->reach ? NULL : "a neck cannot tear closer than it forms: tear < reach";
}

LT_INLINE num neck_force(const struct params_n *p, num un) {
    return SEL(un <= 0, p->kn * un + p->pull + p->suck, p->pull * (1 - un / (2 * p->tear)));
}

/* 0 where it tears. */
LT_INLINE num neck_energy(const struct params_n *p, num un) {
    const num touch = 0.75 * p->pull * p->tear;
    return SEL(un <= 0, 0.5 * p->kn * un * un + (p->pull + p->suck) * un,
               p->pull * un * (1 - un / (4 * p->tear))) -
           touch;
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const mask was = m->active, active = m->un <= SEL(was, p->tear, p->reach);
    const struct lt_shear_span span =
        lt_shear_span_between(m->un, m->dun, was, active, p->reach, p->tear);
    const mask touching = active & (m->un <= 0), made = active & NOT(was);
    const num f0 = SEL(was, neck_force(p, before), zero);
    const num fn = SEL(active, neck_force(p, m->un), zero);
    const num normal = SEL(active, neck_energy(p, m->un), zero);
    const num normal0 = SEL(was, neck_energy(p, before), zero);
    const num wetting = SEL(made, zero - neck_energy(p, p->reach), zero);
    const num press = SEL(m->un < 0, zero - p->kn * m->un, zero);
    const num cap = SEL(active, p->fric * (press + p->pull), zero);
    const struct lt_shear_end side =
        lt_shear_spring(&span, (struct lt_shear){x->spring_s, x->spring_t},
                        (struct lt_shear){m->dus, m->dut}, p->ks, d->inv_ks, LIMIT);
    const mask bends = NOT(was & active) | ((m->un <= 0) != (before <= 0));
    o->fn = fn;
    o->fs = side.s;
    o->ft = side.t;
    o->mn = o->ms = o->mt = zero;
    o->vfn = o->vfs = o->vft = o->vmn = o->vms = o->vmt = zero;
    o->strain = normal + 0.5 * d->inv_ks * (side.s * side.s + side.t * side.t);
    o->cross = side.cross + SEL(bends & (was | active),
                                0.5 * (f0 + fn) * m->dun - (normal - normal0) - wetting, zero);
    o->defect = zero;
    o->lost_gap = ENDS;
    o->cap = cap;
    o->active = active;
    o->branch = BITS(active, 1) | BITS(touching, 2) | BITS(side.slips, 4);
    e->wetting = wetting;
    e->slip = side.slip;
    x->touching = SEL(touching, NUM(1.0), zero);
    x->spring_s = side.s;
    x->spring_t = side.t;
}

static double reach_of(const struct lt_pair *pair, const void *params, const void *derived) {
    const double reach = ((const struct params *)params)->reach;
    (void)pair, (void)derived;
    return REACH;
}

static const struct lt_jump jumps[] = {{"fn", "made", "true", MADE, "the neck forms"},
                                       TOUCHED LOST SHEARED{.force = NULL}};

LT_LAW_N(LAW, .name = "neck", .summary = "a spring with friction, and a neck that pulls",
         .source = "a specimen for tests",
         .equations = "made at un <= reach, lost beyond tear\n"
                      "fn = kn un + pull + suck for un <= 0, else pull (1 - un/(2 tear))\n"
                      "|(fs, ft)| <= fric (pressure + pull)",
         .acts = 0x7, .jumps = jumps, .reach = reach_of, FURTHER)
