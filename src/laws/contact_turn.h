/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_turn.h: rolling and twisting of a contact made of parts; to be included where the structs
 * of a law are known whose derived numbers are CONTACT_NORMAL CONTACT_SHEAR CONTACT_TURN.
 */
#ifndef LT_CONTACT_TURN_H
#define LT_CONTACT_TURN_H

#include "contact_shear.h"

/* The moment MOST against the rolling rate W, none at rest: a spring that is rigid, all of whose
 * way is slip. */
LT_INLINE struct lt_spring_end roll_rigid(const struct lt_touch *t, num most, struct lt_shear f0,
                                          struct lt_shear du, struct lt_shear w) {
    const num zero = NUM(0.0), rate = lt_sqrt(lt_shear_dot(w, w));
    const num share = SEL(t->active & (rate > 0), most / SEL(rate > 0, rate, NUM(1.0)), zero);
    const struct lt_shear f1 = lt_shear_times(share, w), in = lt_shear_inside(&t->span, du);
    return (struct lt_spring_end){.force = f1,
                                  .viscous = {zero, zero},
                                  .strain = zero,
                                  .slip = lt_shear_slip(f0, f1, in, zero),
                                  .cross = lt_shear_cross(&t->span, f0, f1, du),
                                  .defect = zero,
                                  .over = share > 0,
                                  .slips = share > 0,
                                  .cut = NOT(LT_EVERY)};
}

/* Rolling of any kind. */
LT_INLINE struct lt_spring_end roll_any(const struct derived_n *d, const struct lt_touch *t,
                                        struct lt_spring_stiffness k,
                                        const struct lt_shear_friction *limit, struct lt_shear f0,
                                        struct lt_shear du, struct lt_shear w, mask was_over) {
    const mask follows = IS(d->roll_follows), rigid = IS(d->roll_rigid);
    k.holds &= follows;
    k.shrinks &= follows;
    k.at_end = (k.at_end & follows) | IS(d->roll_at_end);
    const num c = d->cr_0 + d->cr_quarter * t->quarter + d->cr_press * t->press;
    const struct lt_spring_end end =
        any_spring(&t->span, &k, d->kr_half > 0, limit, f0, du, lt_shear_times(c, w), was_over);
    if (!ANY(rigid))
        return end;
    const num press = lt_larger(NUM(0.0) - t->fn, NUM(0.0));
    const struct lt_spring_end of = roll_rigid(t, d->roll_most * press, f0, du, w);
    return spring_select(rigid, &of, &end);
}

/* The rolling spring, whose moment was F0; WAS_OVER: friction held it. */
LT_INLINE struct lt_spring_end roll_end(unsigned has, const struct derived_n *d,
                                        const struct lt_move_n *m, const struct lt_touch *t,
                                        struct lt_shear f0, mask was_over) {
    const struct lt_shear du = {m->das, m->dat}, w = {m->ws, m->wt};
    const struct lt_shear drag = lt_shear_times(d->cr_0, w);
    struct lt_shear_friction limit = {d->roll_most * t->press, d->roll_slip * t->press, LT_EVERY,
                                      IS(d->roll_kept)};
    if (!(has & (HAS_ROLL | HAS_ROLL_MORE)))
        return constant_spring(1, &t->span, d->kr_0, &limit, f0, du, drag, was_over);
    const struct lt_spring_stiffness k =
        carried(has, d, d->kr_0 + d->kr_half * t->root0, d->kr_0 + d->kr_half * t->root);
    if (!(has & HAS_ROLL_MORE))
        return lt_spring_move(&t->span, &k, &limit, f0, du, drag, was_over);
    limit.total = NOT(IS(d->roll_alone));
    return roll_any(d, t, k, &limit, f0, du, w, was_over);
}

/* Twisting of any kind. */
LT_INLINE struct lt_spring_end twist_any(unsigned has, const struct derived_n *d,
                                         const struct lt_move_n *m, const struct lt_touch *t,
                                         struct lt_shear f0, mask was_over) {
    const num zero = NUM(0.0), before = m->dun - m->un, over = SEL(before > 0, before, zero);
    const num d0 = has & HAS_HELD ? SEL(d->form > 0, t->root0 * t->root0, over) : over;
    const num k0 = d->kw_0 + d->kw_half * t->root0 + d->kw_1 * d0 + d->kw_3_half * d0 * t->root0;
    const num k1 = d->kw_0 + d->kw_half * t->root + d->kw_1 * t->d + d->kw_3_half * t->d * t->root;
    struct lt_spring_stiffness k = carried(has, d, k0, k1);
    const mask follows = IS(d->twist_follows), free = IS(d->twist_free);
    k.holds = (k.holds & follows) | IS(d->twist_holds);
    k.shrinks &= follows;
    k.at_end &= follows;
    const num more = d->twist_half * t->root, huge = NUM(INFINITY);
    const struct lt_shear_friction limit = {SEL(free, huge, (d->twist_most + more) * t->press),
                                            SEL(free, huge, (d->twist_slip + more) * t->press),
                                            LT_EVERY, IS(d->twist_kept)};
    const num c = d->cw_0 + d->cw_shear * t->d * shear_viscosity(has, d, t);
    return any_spring(&t->span, &k, (d->kw_half > 0) | (d->kw_1 > 0) | (d->kw_3_half > 0), &limit,
                      f0, (struct lt_shear){m->dan, zero}, (struct lt_shear){c * m->wn, zero},
                      was_over);
}

/* The twisting spring, whose moment was F0; WAS_OVER: friction held it. */
LT_INLINE struct lt_spring_end twist_end(unsigned has, const struct derived_n *d,
                                         const struct lt_move_n *m, const struct lt_touch *t,
                                         struct lt_shear f0, mask was_over) {
    if (has & HAS_TWIST_MORE)
        return twist_any(has, d, m, t, f0, was_over);
    const num zero = NUM(0.0);
    const struct lt_spring_stiffness k =
        carried(has, d, d->kw_0 + d->kw_half * t->root0, d->kw_0 + d->kw_half * t->root);
    const struct lt_shear_friction limit = {d->twist_most * t->press, d->twist_slip * t->press,
                                            LT_EVERY, IS(d->twist_kept)};
    return lt_spring_move(&t->span, &k, &limit, f0, (struct lt_shear){m->dan, zero},
                          (struct lt_shear){d->cw_0 * m->wn, zero}, was_over);
}

LT_INLINE void answer_turn(const struct lt_spring_end *roll, const struct lt_spring_end *twist,
                           struct lt_out_n *o) {
    o->vmn = twist->viscous.s;
    o->vms = roll->viscous.s;
    o->vmt = roll->viscous.t;
    o->mn = twist->force.s + twist->viscous.s;
    o->ms = roll->force.s + roll->viscous.s;
    o->mt = roll->force.t + roll->viscous.t;
    o->strain += roll->strain + twist->strain;
    o->cross += roll->cross + twist->cross;
    o->defect += roll->defect + twist->defect;
    o->branch |= BITS(roll->over, 16) | BITS(roll->slips, 32) | BITS(twist->over, 64) |
                 BITS(twist->slips, 128) | BITS(roll->cut, 1024) | BITS(twist->cut, 2048);
}

#endif
