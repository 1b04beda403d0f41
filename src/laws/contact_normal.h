/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_normal.h: the normal force of a contact made of parts; to be included where the structs
 * of a law are known whose derived numbers begin with CONTACT_NORMAL.
 *
 * HAS is a constant where these are inlined: what a contact can have at most. What it does not have
 * is 0, so that those side by side take the step of what any of them has; the bits are the same.
 */
#ifndef LT_CONTACT_NORMAL_H
#define LT_CONTACT_NORMAL_H

#include "contact.h"

/* Contact time without damping, s: 2.943... = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10). */
static inline double hertz_time(double m_eff, double k, double speed) {
    const double overlap_max = pow(1.25 * m_eff * speed * speed / k, 0.4);
    return 2.943275184324705 * overlap_max / speed;
}

static inline double contact_time(const struct lt_pair *pair, const void *params,
                                  const void *derived, double speed) {
    const struct derived *d = derived;
    (void)params;
    return d->kn_3_half > 0 ? hertz_time(pair->m_eff, d->kn_3_half, speed)
                            : restitution_pi * sqrt(pair->m_eff / d->kn_1);
}

/* What any of the contacts of a march has. */
static inline unsigned has_any(const lt_cell *cell) {
    const num all = lt_load(cell);
#if LT_N == 1
    return (unsigned)all;
#else
    unsigned has = 0;
    for (int i = 0; i < LT_N; i++)
        has |= (unsigned)all[i];
    return has;
#endif
}

/* Force of the normal spring at the overlap O, whose root is ROOT, by its two kinds. */
LT_INLINE num touch_linear(unsigned has, const struct derived_n *d, num o) {
    return has & HAS_LINEAR ? d->kn_1 * o : NUM(0.0);
}

LT_INLINE num touch_hertz(unsigned has, const struct derived_n *d, num o, num root) {
    return has & HAS_ROOT ? d->kn_3_half * o * root : NUM(0.0);
}

LT_INLINE num touch_sum(unsigned has, num linear, num hertz) {
    return !(has & HAS_ROOT) ? linear : has & HAS_LINEAR ? linear + hertz : hertz;
}

/* Work by the trapezoid rule of what lies outside the contact of a step that begins or ends it. */
LT_INLINE num touch_cross(unsigned has, const struct derived_n *d, const struct lt_move_n *m,
                          const struct lt_shear_span *span, num spring) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const mask crossing = (mask)((m->un > 0) != (before > 0));
    const mask shares = has & HAS_LINEAR ? crossing | (mask)(span->inside != 1) : crossing;
    if (m->stay || !LT_UNLIKELY(ANY(shares)))
        return zero;
    const num d0 = SEL(before < 0, zero - before, zero);
    const num root0 = has & HAS_ROOT ? lt_sqrt(d0) : zero;
    const num spring0 = touch_sum(has, touch_linear(has, d, d0), touch_hertz(has, d, d0, root0));
    const num outside = SEL(crossing, SEL(m->un > 0, m->un, before), zero);
    const num beyond = SEL(m->dun < 0, zero - outside, outside);
    const num force = 0.5 * (spring0 + spring), hertz = force * beyond;
    if (!(has & HAS_LINEAR))
        return zero - hertz;
    const num linear = force * (1 - span->inside) * m->dun;
    return zero - (has & HAS_ROOT ? SEL(d->kn_1 > 0, linear, hertz) : linear);
}

LT_INLINE num touch_viscosity(unsigned has, const struct derived_n *d, const struct lt_touch *t) {
    num c = d->c_0;
    if (has & HAS_DRAG)
        c += d->c_1 * t->d;
    if (has & HAS_ROOT)
        c += d->c_quarter * t->quarter;
    if (has & HAS_ROOT && has & HAS_DRAG)
        c += d->c_half * t->root + d->c_3_half * t->d * t->root;
    return c;
}

/* Roots of the overlap, where something asks for them. */
LT_INLINE void touch_roots(unsigned has, const struct lt_move_n *m, struct lt_touch *t) {
    const num zero = NUM(0.0), before = m->dun - m->un;
    t->root = has & HAS_ROOT ? lt_sqrt(t->d) : zero;
    t->quarter = has & HAS_ROOT ? lt_sqrt(t->root) : zero;
    t->root0 = has & (HAS_FOLLOWS | HAS_ROLL | HAS_ROLL_MORE | HAS_TWIST | HAS_TWIST_MORE)
                   ? lt_sqrt(SEL(before > 0, before, zero))
                   : zero;
}

/* What presses and what the dashpot has, together; the pressure. */
LT_INLINE void touch_press(unsigned has, const struct derived_n *d, num spring, num drag,
                           struct lt_touch *t) {
    const num zero = NUM(0.0);
    t->capped = has & HAS_CHOICE ? t->active & IS(d->no_tension) & (drag > spring) : NOT(LT_EVERY);
    t->fn = zero - spring;
    t->vfn = SEL(t->active, SEL(t->capped, spring, drag), zero);
    const num press = zero - (t->fn + t->vfn);
    const num pressed = SEL(press > 0, press, zero), size = SEL(press > 0, press, zero - press);
    t->pulls = (press < 0) & IS(d->minds_pull);
    t->press = has & HAS_CHOICE ? SEL(IS(d->by_spring), spring, SEL(IS(d->by_size), size, pressed))
                                : pressed;
}

LT_INLINE struct lt_touch touch_now(unsigned has, const struct derived_n *d,
                                    const struct lt_move_n *m) {
    const num zero = NUM(0.0);
    struct lt_touch t = {.span = lt_shear_touch(m)};
    t.active = t.span.active;
    t.d = SEL(t.active, zero - m->un, zero);
    touch_roots(has, m, &t);
    const num linear = touch_linear(has, d, t.d), hertz = touch_hertz(has, d, t.d, t.root);
    const num spring = touch_sum(has, linear, hertz);
    t.viscosity = touch_viscosity(has, d, &t);
    t.strain = touch_sum(has, 0.5 * linear * t.d, 0.4 * hertz * t.d);
    t.cross = touch_cross(has, d, m, &t.span, spring);
    touch_press(has, d, spring, t.viscosity * m->vn, &t);
    return t;
}

LT_INLINE void answer_normal(const struct lt_touch *t, struct lt_out_n *o) {
    const num zero = NUM(0.0);
    o->vfn = t->vfn;
    o->fn = t->fn + t->vfn;
    o->vfs = o->vft = o->vmn = o->vms = o->vmt = zero;
    o->fs = o->ft = o->mn = o->ms = o->mt = zero;
    o->strain = t->strain;
    o->cross = t->cross;
    o->defect = zero;
    o->active = t->active;
    o->branch = BITS(t->active, 1) | BITS(t->capped, 4) | BITS(t->pulls, 256);
}

#endif
