/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_bond.h: the bond of a contact made of parts; to be included behind contact_held.h.
 *
 * Whether it breaks is decided before the rest of the step, by the forces that it would have at the
 * end. What it then stores is E_fracture; E_cross is what the trapezoid rule has beside that. A
 * smooth bond has the force (1 - B^4) f, f that of its springs, and stores (1 - B^4/3) f^2/(2 k):
 * its work on a straight way from rest. On other ways E_defect has the difference.
 */
#ifndef LT_CONTACT_BOND_H
#define LT_CONTACT_BOND_H

#include "contact_held.h"

/* What a bond is asked and decides in a step; NORMAL of one that holds is its share of the normal
 * force and energy, beside the spring that presses. */
struct lt_bond {
    mask mine, touch;        /* there can be one; it is made at touch in this step */
    mask on, breaks, pulled; /* at the end of the step; in it, by tension */
    mask holds, held;        /* on, and has the contact's springs hold; so did one that breaks */
    num inside, rest;        /* share of the step in which it is there; un without force */
    num f0[6], f[6], du[6];  /* springs before and after, if it does not break; way */
    num energy0, energy;     /* J, stored */
    num a, b;                /* stresses that break it in tension, in shear */
    num normal0, normal;
    num handed; /* J, stored in the tangential spring as one that breaks hands it to friction */
};

/* ---- Made -------------------------------------------------------------------------------------
 */

/* What it remembers: states of bond_past. */
enum { BOND_UNBEGUN, BOND_NONE_YET, BOND_HELD, BOND_PULLED, BOND_SHEARED };

/* B->on: with a bond in this step, unless it breaks. */
LT_INLINE mask bond_make(const struct derived_n *d, const struct lt_move_n *m,
                         const struct state_n *x, struct lt_bond *b) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const mask asked = IS(x->bonded), was = asked & (x->bond_past > 1.5) & (x->bond_past < 2.5);
    const mask start = IS(d->bond_start) & (x->bond_past < 0.5) & (before <= d->bond_far);
    const struct lt_shear_span span =
        lt_shear_span(m->un, m->dun, m->active & (before <= 0), m->un <= 0);
    b->mine = IS(d->bond);
    b->touch = b->mine & IS(d->bond_touch) & span.entering & (x->bond_past < 1.5) & NOT(asked);
    b->on = b->mine & (asked | start | b->touch);
    b->inside = SEL(b->touch, span.inside, NUM(1.0));
    const num at = SEL(b->touch | (before < 0), zero, before);
    b->rest = SEL(was, lt_larger(x->bond_rest, zero), at);
    return was & b->on;
}

/* The overlap, < 0, at which the surfaces touch: that at which a bond was made at the start. */
LT_INLINE num bond_touch(const struct derived_n *d, const struct lt_move_n *m,
                         const struct state_n *x) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const mask made = IS(x->bonded) | IS(d->bond_start) | IS(d->bond_touch);
    const num first = SEL(IS(d->bond_shifts) & made, before, zero);
    return lt_smaller(SEL(x->bond_past < 0.5, first, x->bond_rest), zero);
}

/* ---- Springs ----------------------------------------------------------------------------------
 */

LT_INLINE num bond_square(num k, num f) {
    return lt_spring_soft(k) * f * f;
}

/* f^2/(2 k) of the moments. */
LT_INLINE num bond_turned(const struct derived_n *d, const num *f) {
    return 0.5 * (bond_square(d->bond_kt, f[3]) + bond_square(d->bond_kb, f[4]) +
                  bond_square(d->bond_kb, f[5]));
}

/* f^2/(2 k) in all senses. */
LT_INLINE num bond_stored(const struct derived_n *d, const num *f) {
    return 0.5 * (bond_square(d->bond_kn, f[0]) + bond_square(d->bond_ks, f[1]) +
                  bond_square(d->bond_ks, f[2]) + bond_square(d->bond_kt, f[3]) +
                  bond_square(d->bond_kb, f[4]) + bond_square(d->bond_kb, f[5]));
}

/* Springs of its own; one that is there from the start may have been given forces. */
LT_INLINE void bond_beside(const struct derived_n *d, const struct state_n *x, mask was,
                           struct lt_bond *b) {
    const mask had = was | (IS(x->bonded) & (x->bond_past < 0.5));
    const num f[] = {x->bond_fn, x->bond_fs, x->bond_ft, x->bond_mn, x->bond_ms, x->bond_mt};
    const num k[] = {d->bond_kn, d->bond_ks, d->bond_ks, d->bond_kt, d->bond_kb, d->bond_kb};
    for (int i = 0; i < 6; i++) {
        b->f0[i] = SEL(had & (k[i] > 0), f[i], NUM(0.0)); /* no spring any more: no force */
        b->f[i] = b->f0[i] + k[i] * (b->inside * b->du[i]);
    }
    b->energy0 = bond_stored(d, b->f0);
    b->energy = bond_stored(d, b->f);
    b->normal0 = b->normal = NUM(0.0);
}

/* What a spring that pulls, too, has beside one that presses alone: force and energy at UN. */
LT_INLINE num bond_pull(num k, num rest, num un, num *energy) {
    const num over = SEL(un < 0, un, NUM(0.0)), way = un - rest;
    *energy = 0.5 * k * (way * way - over * over);
    return k * way - k * over;
}

/* The springs of the contact: B->f is all of their force, B->energy the bond's share of what they
 * store along n and all of the rest. Moments are those of springs of its own, which B has. */
LT_INLINE void bond_instead(const struct derived_n *d, const struct lt_move_n *m,
                            const struct state_n *x, mask was, struct lt_bond *b) {
    const num zero = NUM(0.0);
    const struct lt_shear f0 = lt_shear_select(
        d->bond_ks > 0, (struct lt_shear){x->spring_s, x->spring_t}, (struct lt_shear){zero, zero});
    const struct lt_shear f = {f0.s + d->bond_ks * (b->inside * m->dus),
                               f0.t + d->bond_ks * (b->inside * m->dut)};
    const num soft = 0.5 * lt_spring_soft(d->bond_ks);
    const num normal0 = bond_pull(d->bond_kn, b->rest, m->un - m->dun, &b->energy0);
    b->normal0 = SEL(was, normal0, zero);
    b->normal = bond_pull(d->bond_kn, b->rest, m->un, &b->energy);
    b->energy0 = SEL(was, b->energy0, zero) + soft * lt_shear_dot(f0, f0) + bond_turned(d, b->f0);
    b->energy += soft * lt_shear_dot(f, f) + bond_turned(d, b->f);
    b->f0[0] = d->bond_kn * (m->un - m->dun - b->rest);
    b->f[0] = d->bond_kn * (m->un - b->rest);
    b->f0[1] = f0.s, b->f0[2] = f0.t, b->f[1] = f.s, b->f[2] = f.t;
}

/* ---- Strength ---------------------------------------------------------------------------------
 */

LT_INLINE num bond_size(num s, num t) {
    return lt_sqrt(s * s + t * t);
}

/* What breaks it in tension. */
LT_INLINE num bond_stress(const struct derived_n *d, const num *f) {
    return d->bond_a_n * f[0] + d->bond_a_s * bond_size(f[1], f[2]) + d->bond_a_t * lt_abs(f[3]) +
           d->bond_a_b * bond_size(f[4], f[5]);
}

/* What breaks it in shear. */
LT_INLINE num bond_shear(const struct derived_n *d, const num *f) {
    return d->bond_b_n * lt_smaller(f[0], d->bond_b_most) + d->bond_b_s * bond_size(f[1], f[2]) +
           d->bond_b_t * lt_abs(f[3]);
}

/* What a smooth bond at the load B loses of its force, B^4, 0 to 1. */
LT_INLINE num bond_soften(const struct derived_n *d, num b) {
    const num zero = NUM(0.0), one_ = NUM(1.0), load = SEL(b > 0, SEL(b < 1, b, one_), zero);
    return SEL(IS(d->bond_smooth), load * load * load * load, zero);
}

LT_INLINE struct lt_bond bond_before(const struct derived_n *d, const struct lt_move_n *m,
                                     struct state_n *x) {
    const num du[] = {m->dun, m->dus, m->dut, m->dan, m->das, m->dat};
    struct lt_bond b, own;
    for (int i = 0; i < 6; i++)
        b.du[i] = du[i];
    const mask was = bond_make(d, m, x, &b), instead = IS(d->bond_holds);
    bond_beside(d, x, was, &b);
    if (ANY(instead)) {
        own = b;
        bond_instead(d, m, x, was, &own);
        for (int i = 0; i < 6; i++) {
            b.f0[i] = SEL(instead, own.f0[i], b.f0[i]);
            b.f[i] = SEL(instead, own.f[i], b.f[i]);
        }
        b.energy0 = SEL(instead, own.energy0, b.energy0);
        b.energy = SEL(instead, own.energy, b.energy);
        b.normal0 = SEL(instead, own.normal0, b.normal0);
        b.normal = SEL(instead, own.normal, b.normal);
    }
    b.a = bond_stress(d, b.f);
    b.b = bond_shear(d, b.f);
    b.pulled = b.on & (b.a > d->bond_a);
    b.breaks = b.pulled | (b.on & (b.b > d->bond_b));
    b.on = b.on & NOT(b.breaks);
    b.holds = b.on & instead;
    b.held = b.breaks & instead;
    b.handed = NUM(0.0);
    x->sliding = SEL(b.holds | b.held, NUM(0.0), x->sliding);
    return b;
}

/* The springs that a bond held, where it breaks in this step: they are let go over a gap, else
 * handed to friction as that of a contact which slips, or, if it gives way a step later, with what
 * the bond bears. */
LT_INLINE void bond_let_go(const struct derived_n *d, struct lt_bond *b, struct lt_touch *t,
                           struct lt_move_n *m, struct state_n *x) {
    const num zero = NUM(0.0);
    mask beyond;
    if (!ANY(b->held))
        return;
    const mask apart = b->held & (m->un > 0), late = b->held & IS(d->bond_late) & NOT(apart);
    const num bears = d->bond_b - d->bond_b_n * lt_smaller(b->f[0], d->bond_b_most);
    const num most = SEL(apart, zero, SEL(late, bears, NUM(INFINITY)));
    const struct lt_shear left = lt_shear_limit((struct lt_shear){b->f[1], b->f[2]}, most, &beyond);
    b->handed = 0.5 * lt_spring_soft(d->bond_ks) * lt_shear_dot(left, left);
    x->spring_s = SEL(b->held, left.s, x->spring_s);
    x->spring_t = SEL(b->held, left.t, x->spring_t);
    m->dus = SEL(b->held, zero, m->dus);
    m->dut = SEL(b->held, zero, m->dut);
    t->bound |= late;
    t->freed = b->held & NOT(late);
    /* Springs that it had act over a gap end with it. */
    const mask ends = apart & NOT(t->span.leaving);
    t->span.leaving |= ends;
    t->span.inside = SEL(ends, NUM(1.0), t->span.inside);
}

/* ---- What comes of it -------------------------------------------------------------------------
 */

/* Trapezoid work of forces over the way. */
LT_INLINE num bond_work(const num *f, const num *du) {
    num sum = NUM(0.0);
    for (int i = 0; i < 6; i++)
        sum += f[i] * du[i];
    return 0.5 * sum;
}

/* What moments do on a way. */
LT_INLINE num bond_turning(const num *f, const num *du) {
    return f[3] * du[3] + f[4] * du[4] + f[5] * du[5];
}

/* The account of one that holds, which the contact's springs have but for its own share. */
LT_INLINE void bond_account_held(const struct derived_n *d, const struct lt_bond *b,
                                 const struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), soft = 0.5 * lt_spring_soft(d->bond_ks);
    const num tangential = soft * (b->f[1] * b->f[1] + b->f[2] * b->f[2]);
    const num work = 0.5 * (b->normal0 * b->du[0] + (b->f0[1] + x->spring_s) * b->du[1] +
                            (b->f0[2] + x->spring_t) * b->du[2] + bond_turning(b->f0, b->du));
    o->fn += SEL(b->holds, b->normal, zero);
    o->mn += SEL(b->holds, b->f[3], zero);
    o->ms += SEL(b->holds, b->f[4], zero);
    o->mt += SEL(b->holds, b->f[5], zero);
    const num outside = 0.5 * (1 - b->inside) * bond_turning(b->f, b->du);
    o->cross += SEL(b->holds, outside, zero);
    o->strain += SEL(b->holds, b->energy - tangential, zero);
    o->cross += SEL(b->held, work + b->energy0 - b->energy, zero);
    e->fracture += SEL(b->held, b->energy - b->handed + e->slip, zero);
    e->slip = SEL(b->held, zero, e->slip);
}

/* The account of one beside the contact. */
LT_INLINE void bond_account(const struct derived_n *d, const struct lt_move_n *m, struct lt_bond *b,
                            struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), v[] = {m->vn, m->vs, m->vt, m->wn, m->ws, m->wt};
    const num c[] = {d->bond_cn, d->bond_cs, d->bond_cs, d->bond_ct, d->bond_cb, d->bond_cb};
    const mask on = b->on & NOT(b->holds), breaks = b->breaks & NOT(b->held);
    const num a0 = bond_stress(d, b->f0), gone0 = bond_soften(d, a0), gone = bond_soften(d, b->a);
    const num stored0 = b->energy0 * (1 - gone0 / 3), stored = b->energy * (1 - gone / 3);
    num f0[6], f1[6], bent[6], viscous[6];
    for (int i = 0; i < 6; i++) {
        f0[i] = (1 - gone0) * b->f0[i];
        f1[i] = SEL(on, (1 - gone) * b->f[i], zero);
        bent[i] = gone0 * b->f0[i] + gone * b->f[i];
        viscous[i] = SEL(on, (1 - gone) * c[i] * v[i], zero);
    }
    o->fn += f1[0] + viscous[0], o->fs += f1[1] + viscous[1], o->ft += f1[2] + viscous[2];
    o->mn += f1[3] + viscous[3], o->ms += f1[4] + viscous[4], o->mt += f1[5] + viscous[5];
    o->vfn += viscous[0], o->vfs += viscous[1], o->vft += viscous[2];
    o->vmn += viscous[3], o->vms += viscous[4], o->vmt += viscous[5];
    o->strain += SEL(on, stored, zero);
    o->cross += SEL(breaks, bond_work(f0, b->du) + stored0 - stored, zero);
    o->cross += SEL(on & (b->inside < 1), (1 - b->inside) * bond_work(f1, b->du), zero);
    e->fracture += SEL(breaks, stored, zero);
    const num from = SEL(a0 > 0, a0, zero), to = SEL(b->a > 0, b->a, zero);
    const num turned = gone0 * b->energy0 / SEL(from > 0, from, NUM(1.0)) +
                       gone * b->energy / SEL(to > 0, to, NUM(1.0));
    const num defect = 2.0 / 3 * (turned * (to - from) - b->inside * bond_work(bent, b->du));
    o->defect += SEL(on & IS(d->bond_smooth), defect, zero);
    b->energy = stored;
}

/* What the bond adds to the answer O of the contact, and what it remembers; the surfaces touch at
 * TOUCH. */
LT_INLINE void bond_after(const struct derived_n *d, const struct lt_move_n *m, num touch,
                          struct lt_bond *b, struct state_n *x, struct lt_out_n *o,
                          struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const mask broken = x->bond_past > 2.5;
    bond_account_held(d, b, x, o, e);
    bond_account(d, m, b, o, e);
    o->active |= b->on;
    o->lost_gap += SEL(o->active, touch, zero);
    o->branch |= BITS(b->on, 1 << 21);
    o->cap = SEL(b->on, NUM(INFINITY), o->cap);
    const num how = SEL(b->pulled, NUM(BOND_PULLED), NUM(BOND_SHEARED));
    const num past = SEL(broken, x->bond_past, NUM(BOND_NONE_YET));
    const num now = SEL(b->on, NUM(BOND_HELD), SEL(b->breaks, how, past));
    const mask mine = b->mine, beside = b->on & NOT(b->holds);
    x->bond_past = SEL(mine, now, zero);
    x->bonded = SEL(b->on, one_, zero);
    x->bond_state = SEL(b->on, NUM(3.0), SEL(x->bond_past > 2.5, x->bond_past - 2, zero));
    x->bond_energy = SEL(b->on, b->energy, zero);
    x->bond_rest = SEL(touch < 0, touch, SEL(b->holds, b->rest, zero));
    x->bond_fn = SEL(beside, b->f[0], zero);
    x->bond_fs = SEL(beside, b->f[1], zero);
    x->bond_ft = SEL(beside, b->f[2], zero);
    x->bond_mn = SEL(b->on, b->f[3], zero);
    x->bond_ms = SEL(b->on, b->f[4], zero);
    x->bond_mt = SEL(b->on, b->f[5], zero);
    x->pb_sigma = SEL(beside, b->a, zero);
    x->pb_tau = SEL(
        beside, d->bond_b_s * bond_size(b->f[1], b->f[2]) + d->bond_b_t * lt_abs(b->f[3]), zero);
}

#endif
