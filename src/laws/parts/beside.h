/* SPDX-License-Identifier: MIT */
/*
 * beside.h: bonds in parallel with the contact: six springs between the two surfaces as they were
 * when the bond was made. When a bond breaks its stored energy is E_fracture; E_cross is the
 * remainder of the trapezoid work of that step.
 */
#ifndef LT_BESIDE_H
#define LT_BESIDE_H

#include "../restitution.h"
#include "../spring.h"
#include "cross.h"

/* The first derived numbers of such a bond. */
struct lt_beside {
    num start, touch;  /* 1 if it is made at the start, at touch */
    num far;           /* m, largest gap over which it is made at the start */
    num k[6], soft[6]; /* stiffnesses along and about n, s, t: N/m, N m; 1/k, or 0 */
};
/* Its states; past: 0 before the first step, then 1: no bond so far; 2: it held; 3, 4: broken in
 * tension, in shear. */
struct lt_bonded {
    num bonded, bond_state, past, energy, f[6]; /* energy: J; f: N, N m, forces of the springs */
};
struct lt_bond_losses {
    num fracture;
};

/* Length of the vector (S, T). */
LT_INLINE num lt_size(num s, num t) {
    return lt_sqrt(s * s + t * t);
}

/* The bond in one step, first as if it did not break; the part that has it then sets pulled and
 * breaks. */
struct lt_beside_step {
    mask tries;          /* there is a bond, old or new */
    mask pulled, breaks; /* it breaks, and in tension */
    mask on;             /* there is a bond at the end */
    num inside;          /* share of the step after it was made */
    num f0[6], f[6];     /* N, N m: forces of the springs before and after */
    num du[6];           /* m, rad: displacements of the step */
    num energy0, energy; /* J, stored before and after */
};

/* Energy, J, that the springs store at the forces F, sum of f^2/(2 k). */
LT_INLINE num lt_bond_stored(const struct lt_beside *d, const num *f) {
    return 0.5 * (d->soft[0] * f[0] * f[0] + d->soft[1] * f[1] * f[1] + d->soft[2] * f[2] * f[2] +
                  d->soft[3] * f[3] * f[3] + d->soft[4] * f[4] * f[4] + d->soft[5] * f[5] * f[5]);
}

/* Half of the work, J, of the forces F on the displacements DU: their term of the trapezoid rule.
 */
LT_INLINE num lt_bond_work(const num *f, const num *du) {
    num sum = NUM(0.0);
    for (int i = 0; i < 6; i++)
        sum += f[i] * du[i];
    return 0.5 * sum;
}

/* Springs of the bond before and after the step. A bond exists because it held, was set by the
 * program, or is made at the start or at touch. */
LT_INLINE struct lt_beside_step lt_beside_try(const struct lt_beside *d, const struct lt_bonded *x,
                                              const struct lt_touch *t) {
    const struct lt_move_n *m = t->m;
    const num zero = NUM(0.0), before = m->un - m->dun;
    const num du[] = {m->dun, m->dus, m->dut, m->dan, m->das, m->dat};
    const mask bonded = IS(x->bonded), was = bonded & (x->past > 1.5) & (x->past < 2.5);
    const mask start = IS(d->start) & (x->past < 0.5) & (before <= d->far);
    const struct lt_shear_span touch =
        lt_shear_span(m->un, m->dun, m->active & (before <= 0), m->un <= 0);
    const mask made = IS(d->touch) & touch.entering & (x->past < 1.5) & NOT(bonded);
    struct lt_beside_step s = {.tries = bonded | start | made};
    const mask had = (was & s.tries) | (bonded & (x->past < 0.5));
    s.inside = SEL(made, touch.inside, NUM(1.0));
    for (int i = 0; i < 6; i++) {
        s.du[i] = du[i];
        s.f0[i] = SEL(had & (d->k[i] > 0), x->f[i], zero); /* a stiffness set to 0: no force */
        s.f[i] = s.f0[i] + d->k[i] * (s.inside * du[i]);
    }
    s.energy0 = lt_bond_stored(d, s.f0);
    s.energy = lt_bond_stored(d, s.f);
    return s;
}

/* States and loss of the bond at the end of the step. STORED: J, energy in the bond: that of its
 * springs, less what damage has taken. A bond bears any tangential force (cap). */
LT_INLINE void lt_beside_keep(const struct lt_beside_step *s, struct lt_bonded *x,
                              struct lt_bond_losses *e, struct lt_touch *t, num stored) {
    const num zero = NUM(0.0), one = NUM(1.0);
    const mask broken = x->past > 2.5;
    for (int i = 0; i < 6; i++)
        x->f[i] = SEL(s->on, s->f[i], zero);
    e->fracture = SEL(s->breaks, stored, zero);
    t->o->active |= s->on;
    t->o->cap = SEL(s->on, NUM(INFINITY), t->o->cap);
    t->o->branch |= BITS(s->on, LT_BRANCH(LT_BOND_PART, 0));
    const num past = SEL(broken, x->past, one);
    x->past = SEL(s->on, NUM(2.0), SEL(s->breaks, SEL(s->pulled, NUM(3.0), NUM(4.0)), past));
    x->bonded = SEL(s->on, one, zero);
    x->bond_state = SEL(s->on, NUM(3.0), SEL(x->past > 2.5, x->past - 2, zero));
    x->energy = SEL(s->on, stored, zero);
}

/* Ends the step of an undamaged bond: its states, and its forces and stored energy in T. The
 * trapezoid work of a step in which it breaks or is made, beyond the energy stored or lost, is
 * crossing energy. */
LT_INLINE void lt_beside_end(struct lt_beside_step *s, struct lt_bonded *x,
                             struct lt_bond_losses *e, struct lt_touch *t) {
    const num zero = NUM(0.0);
    num *const force = &t->o->fn;
    s->on = s->tries & NOT(s->breaks);
    lt_beside_keep(s, x, e, t, s->energy);
    for (int i = 0; i < 6; i++)
        force[i] += x->f[i];
    t->o->strain += x->energy;
    t->o->cross += SEL(s->breaks, lt_bond_work(s->f0, s->du) + s->energy0 - s->energy, zero);
    t->o->cross += SEL(s->on & (s->inside < 1), (1 - s->inside) * lt_bond_work(x->f, s->du), zero);
}

#ifdef LT_TABLES
struct lt_bond_params {
    double bond_made, bond_gap;
};
#define LT_BOND_ROWS                                                                               \
    {"bond_made",                                                                                  \
     "1",                                                                                          \
     0,                                                                                            \
     0,                                                                                            \
     2,                                                                                            \
     "when the bond is made: at the start if the gap is at most bond_gap, when the contact is "    \
     "made, or by the program alone: set: {bonded: 1}",                                            \
     .choices = "start touch none"},                                                               \
    {                                                                                              \
        "bond_gap", "m", 0, 0, INFINITY, .doc = "largest gap over which a bond is made",           \
                                         .role = LT_BOND_GAP                                       \
    }
#define LT_BESIDE_NUMBERS                                                                          \
    LT_NUMBER(start, "1", "1 if it is made at the start"),                                         \
        LT_NUMBER(touch, "1", "1 if it is made at touch"),                                         \
        LT_NUMBER(far, "m", "largest gap over which it is made"),                                  \
        LT_NUMBER(kn, "N/m", "stiffness along n"), LT_NUMBER(ks, "N/m", "in the plane, s"),        \
        LT_NUMBER(kt, "N/m", "in the plane, t"), LT_NUMBER(kw, "N m/rad", "of twist"),             \
        LT_NUMBER(kb_s, "N m/rad", "of bending, s"), LT_NUMBER(kb_t, "N m/rad", "of bending, t"),  \
        LT_NUMBER(soft_n, "m/N", "1 over them"), LT_NUMBER(soft_s, "m/N", ""),                     \
        LT_NUMBER(soft_t, "m/N", ""), LT_NUMBER(soft_w, "rad/(N m)", ""),                          \
        LT_NUMBER(soft_bs, "rad/(N m)", ""), LT_NUMBER(soft_bt, "rad/(N m)", "")
#define LT_BONDED_STATES                                                                           \
    {"bonded", "1", .doc = "1 while the bond holds; set to 1 it is made, to 0 it is removed",      \
     .role = LT_BONDED},                                                                           \
        {"bond_state", "1",                                                                        \
         .doc = "0: no bond so far, or removed; 1: broken in tension; 2: in shear; 3: it holds",   \
         .told = 1},                                                                               \
        {"bond_past", "1",                                                                         \
         .doc = "0 before the first step, then 1: no bond so far; 2: it held; 3: broken",          \
         .hidden = 1},                                                                             \
    {                                                                                              \
        "bond_energy", "J", .doc = "stored in the bond", .hidden = 1, .told = 1                    \
    }
#define LT_BESIDE_STATES                                                                           \
    LT_BONDED_STATES, {"bond_fn", "N", .doc = "force of the bond's spring, n"},                    \
        {"bond_fs", "N", .doc = "force of the bond's spring, s"},                                  \
        {"bond_ft", "N", .doc = "force of the bond's spring, t"}, LT_BOND_MOMENTS
#define LT_BOND_MOMENTS                                                                            \
    {"bond_mn", "N m", .doc = "moment of the bond's spring, n"},                                   \
        {"bond_ms", "N m", .doc = "moment of the bond's spring, s"}, {                             \
        "bond_mt", "N m", .doc = "moment of the bond's spring, t"                                  \
    }
#define LT_BOND_EVENTS                                                                             \
    {"bonded", "bonded", 1, 0}, {                                                                  \
        "bond_broken", "bonded", 0, 1                                                              \
    }
#define LT_BOND_VIEWS                                                                              \
    { "E_bond", "J", "bond_energy", "stored in the bond, part of E_strain" }
/* The jump of a force by HAD, the bond's own, when the bond breaks or is removed. */
#define LT_GONE(force, when, had)                                                                  \
    {                                                                                              \
        force, "bonded", when, "select(bonded > 0.5, 0 - " had ", 0)",                             \
            "the forces of a bond that breaks vanish at once"                                      \
    }
#define LT_ALL_GONE(when)                                                                          \
    LT_GONE("fn", when, "bond_fn"), LT_GONE("fs", when, "bond_fs"),                                \
        LT_GONE("ft", when, "bond_ft"), LT_GONE("mn", when, "bond_mn"),                            \
        LT_GONE("ms", when, "bond_ms"), LT_GONE("mt", when, "bond_mt")
#define LT_BROKEN_DECLARES                                                                         \
    { "recontact", "", INFINITY, "a bond that is broken is no new one" }

/* Derives a bond of six springs beside the contact from the stiffnesses along n and in the plane
 * (N/m), of twist and of bending (N m), and when it is made (bond_made). */
static inline void lt_beside(const struct lt_bond_params *p, double kn, double ks, double kw,
                             double kb, struct lt_beside *d) {
    const double k[] = {kn, ks, ks, kw, kb, kb};
    d->start = p->bond_made == 0;
    d->touch = p->bond_made == 1;
    d->far = p->bond_gap;
    for (int i = 0; i < 6; i++) {
        d->k[i] = k[i];
        d->soft[i] = lt_spring_soft(k[i]);
    }
}

/* Half a period, s, of the bond's normal spring. */
static inline double lt_beside_time(const struct lt_part *self, const struct lt_pair *pair,
                                    const void *d, double speed) {
    const double k = ((const struct lt_beside *)d)->k[0];
    (void)self, (void)speed;
    return k > 0 ? restitution_pi * sqrt(pair->m_eff / k) : INFINITY;
}
#endif

#endif
