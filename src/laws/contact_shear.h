/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_shear.h: the tangential force of a contact made of parts; to be included where the
 * structs of a law are known whose derived numbers are CONTACT_NORMAL CONTACT_SHEAR and more.
 */
#ifndef LT_CONTACT_SHEAR_H
#define LT_CONTACT_SHEAR_H

#include "contact_normal.h"

/* Springs as the tangential form carries them when their stiffness changes. */
LT_INLINE struct lt_spring_stiffness carried(unsigned has, const struct derived_n *d, num k0,
                                             num k1) {
    const mask falls = k1 < k0, never = NOT(LT_EVERY);
    if (!(has & HAS_CHOICE))
        return (struct lt_spring_stiffness){k0, k1, falls, never, 0, never};
    return (struct lt_spring_stiffness){k0,
                                        k1,
                                        IS(d->holds) | (IS(d->rescales) & falls),
                                        IS(d->at_end),
                                        (has & HAS_SHRINKS) != 0,
                                        IS(d->shrinks)};
}

LT_INLINE num shear_viscosity(unsigned has, const struct derived_n *d, const struct lt_touch *t) {
    num c = has & HAS_STIFF ? d->ct_0 : NUM(0.0);
    if (has & HAS_FOLLOWS)
        c = has & HAS_STIFF ? c + d->ct_quarter * t->quarter : d->ct_quarter * t->quarter;
    return has & HAS_RATIO ? c + d->ct_normal * t->viscosity : c;
}

/* What a spring answers where there is none. */
LT_INLINE struct lt_spring_end no_spring(void) {
    const num zero = NUM(0.0);
    const mask no = NOT(LT_EVERY);
    return (struct lt_spring_end){{zero, zero}, {zero, zero}, zero, zero, zero, zero, no, no, no};
}

LT_INLINE struct lt_spring_end spring_select(mask c, const struct lt_spring_end *a,
                                             const struct lt_spring_end *b) {
    return (struct lt_spring_end){.force = lt_shear_select(c, a->force, b->force),
                                  .viscous = lt_shear_select(c, a->viscous, b->viscous),
                                  .strain = SEL(c, a->strain, b->strain),
                                  .slip = SEL(c, a->slip, b->slip),
                                  .cross = SEL(c, a->cross, b->cross),
                                  .defect = SEL(c, a->defect, b->defect),
                                  .over = (c & a->over) | (NOT(c) & b->over),
                                  .slips = (c & a->slips) | (NOT(c) & b->slips),
                                  .cut = (c & a->cut) | (NOT(c) & b->cut)};
}

/* A spring of constant stiffness: the same as lt_spring_move(), in fewer steps. */
LT_INLINE struct lt_spring_end constant_spring(int joint, const struct lt_shear_span *span, num k,
                                               const struct lt_shear_friction *limit,
                                               struct lt_shear f0, struct lt_shear du,
                                               struct lt_shear drag, mask was_over) {
    const num inv_k = lt_spring_soft(k);
    const struct lt_shear_damped t =
        joint ? lt_shear_within(span, f0, du, k, inv_k, limit, drag, was_over)
              : lt_shear_beside(span, f0, du, k, inv_k, limit->at_rest, NUM(1.0), drag,
                                NOT(limit->kept));
    return (struct lt_spring_end){.force = t.spring,
                                  .viscous = t.dashpot,
                                  .strain = 0.5 * inv_k * lt_shear_dot(t.spring, t.spring),
                                  .slip = t.slip,
                                  .cross = t.cross,
                                  .defect = t.defect,
                                  .over = t.over,
                                  .slips = t.slips,
                                  .cut = t.cut};
}

/* Each of several contacts with what its own spring needs. */
LT_INLINE struct lt_spring_end any_spring(const struct lt_shear_span *span,
                                          const struct lt_spring_stiffness *k, mask follows,
                                          const struct lt_shear_friction *limit, struct lt_shear f0,
                                          struct lt_shear du, struct lt_shear drag, mask was_over) {
    if (!ANY(follows))
        return constant_spring(1, span, k->k1, limit, f0, du, drag, was_over);
    const struct lt_spring_end moved = lt_spring_move(span, k, limit, f0, du, drag, was_over);
    if (!ANY(NOT(follows)))
        return moved;
    const struct lt_spring_end same =
        constant_spring(1, span, k->k1, limit, f0, du, drag, was_over);
    return spring_select(follows, &moved, &same);
}

/* No friction limits it. */
LT_INLINE mask spring_sticks(unsigned has, const struct derived_n *d, const struct lt_touch *t) {
    return has & HAS_HELD ? IS(d->sticks) | t->bound : IS(d->sticks);
}

/* The tangential spring, whose force was F0; WAS_OVER: friction held it. */
LT_INLINE struct lt_spring_end shear_end(unsigned has, const struct derived_n *d,
                                         const struct lt_move_n *m, const struct lt_touch *t,
                                         struct lt_shear f0, mask was_over) {
    const struct lt_shear du = {m->dus, m->dut}, v = {m->vs, m->vt};
    const struct lt_shear drag = lt_shear_times(shear_viscosity(has, d, t), v);
    const num most = d->fric_rest * t->press;
    struct lt_shear_friction limit = {most, most, LT_EVERY, NOT(LT_EVERY)};
    if (has & HAS_CHOICE) {
        limit = (struct lt_shear_friction){most, d->fric_slip * t->press, IS(d->cap_total),
                                           IS(d->kept)};
        was_over &= NOT(IS(d->resticks));
        if (has & HAS_HELD)
            was_over |= t->freed;
    }
    if (has & HAS_STIFF)
        limit.at_rest = SEL(spring_sticks(has, d, t), NUM(INFINITY), limit.at_rest);
    if (!(has & HAS_FOLLOWS))
        return constant_spring((has & HAS_JOINT) != 0, &t->span, d->kt_0, &limit, f0, du, drag,
                               was_over);
    const num zero = NUM(0.0), k = has & HAS_STIFF ? d->kt_0 : zero;
    const num k0 = d->kt_half * t->root0, k1 = d->kt_half * t->root;
    const struct lt_spring_stiffness sum =
        has & HAS_STIFF ? carried(has, d, k + k0, k + k1) : carried(has, d, k0, k1);
    return has & HAS_STIFF
               ? any_spring(&t->span, &sum, d->kt_half > 0, &limit, f0, du, drag, was_over)
               : lt_spring_move(&t->span, &sum, &limit, f0, du, drag, was_over);
}

LT_INLINE void answer_shear(const struct lt_spring_end *shear, struct lt_out_n *o) {
    o->vfs = shear->viscous.s;
    o->vft = shear->viscous.t;
    o->fs = shear->force.s + shear->viscous.s;
    o->ft = shear->force.t + shear->viscous.t;
    o->strain += shear->strain;
    o->cross += shear->cross;
    o->defect = shear->defect;
    o->branch |= BITS(shear->over, 2) | BITS(shear->slips, 8) | BITS(shear->cut, 512);
}

/* Normal and tangential force. */
LT_INLINE struct lt_spring_end shear_step(unsigned has, const struct derived_n *d,
                                          const struct lt_move_n *m, struct lt_shear f0,
                                          mask was_over, struct lt_touch *t, struct lt_out_n *o) {
    *t = touch_now(has, d, m);
    const struct lt_spring_end shear = shear_end(has, d, m, t, f0, was_over);
    answer_normal(t, o);
    answer_shear(&shear, o);
    return shear;
}

#endif
