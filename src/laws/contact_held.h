/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_held.h: the normal force of a contact with adhesion, or whose normal part answers each
 * step itself; to be included where the structs of a law are known whose derived numbers are
 * CONTACT_DERIVED, and the functions of the parts.
 *
 * Springs and dashpots act while the surfaces touch, in a neck too; a pull of cohesion as far as it
 * reaches. What a step that makes or ends a contact has outside it, E_cross, is the work of the
 * trapezoid rule less that between the force at its end inside and the force at the edge.
 */
#ifndef LT_CONTACT_HELD_H
#define LT_CONTACT_HELD_H

#include "contact_normal.h"

/* Work of a step in which the push is P0 and then P1 less what it does inside, EDGE being the push
 * there where the step crosses the end of the contact; CLOSER: by how much it approaches. */
LT_INLINE num held_cross(const struct lt_shear_span *span, num p0, num p1, num edge, num closer) {
    const num both = SEL(span->entering, p1, p0);
    const num outside = 0.5 * closer * (both * (1 - span->inside) - edge * span->inside);
    return SEL(span->entering | span->leaving, outside, NUM(0.0));
}

/* How the step and the touch of the surfaces lie to each other; a neck is touch. BOUND: a bond
 * has the springs hold, to the end of the step; TOUCH: it is made in it, at touch. */
LT_INLINE struct lt_shear_span held_span(const struct derived_n *d, const struct lt_move_n *m,
                                         mask bound, mask touch) {
    const mask none = (d->tail <= 0) & (d->bond < 0.5);
    if (m->stay && lt_all(none))
        return lt_shear_stay();
    const mask was = (m->active & (none | (m->un - m->dun <= 0))) | (bound & NOT(touch));
    const mask on = (m->un <= 0) | (was & (m->un <= d->neck)) | bound;
    return lt_shear_span_between(m->un, m->dun, was, on, NUM(0.0), d->neck);
}

/* ---- The normal part ------------------------------------------------------------------------- */

/* A spring over powers of d. */
LT_INLINE void held_powers(unsigned has, const struct derived_n *d, const struct lt_move_n *m,
                           const struct lt_shear_span *span, struct lt_touch *t,
                           struct lt_grip *g) {
    touch_roots(has, m, t);
    const num linear = touch_linear(has, d, t->d), hertz = touch_hertz(has, d, t->d, t->root);
    g->push = touch_sum(has, linear, hertz);
    g->strain = touch_sum(has, 0.5 * linear * t->d, 0.4 * hertz * t->d);
    g->root = t->root;
    g->root0 = t->root0;
    t->cross = touch_cross(has, d, m, span, g->push);
}

LT_INLINE void held_take(mask mine, const struct lt_grip *own, struct lt_grip *g) {
    g->push = SEL(mine, own->push, g->push);
    g->strain = SEL(mine, own->strain, g->strain);
    g->root = SEL(mine, own->root, g->root);
    g->root0 = SEL(mine, own->root0, g->root0);
    g->push0 = SEL(mine, own->push0, g->push0);
    g->edge = SEL(mine, own->edge, g->edge);
    g->back = SEL(mine, own->back, g->back);
    g->plastic = SEL(mine, own->plastic, g->plastic);
    g->adhesion = SEL(mine, own->adhesion, g->adhesion);
    g->defect = SEL(mine, own->defect, g->defect);
#if LT_N == 1
    g->branch = mine ? own->branch : g->branch;
#else
    g->branch = (mine & own->branch) | (~mine & g->branch);
#endif
}

#define GRIP(number, grip)                                                                         \
    own.mine = d->form == (number);                                                                \
    if (ANY(own.mine)) {                                                                           \
        struct lt_grip one = own;                                                                  \
        grip(d, x, &one);                                                                          \
        held_take(one.mine, &one, g);                                                              \
    }

/* Parts that answer by themselves take the place of the spring. */
LT_INLINE void held_parts(const struct derived_n *d, const struct lt_move_n *m,
                          const struct lt_shear_span *span, struct state_n *x, struct lt_touch *t,
                          struct lt_grip *g) {
    const num zero = NUM(0.0);
    const mask spring = d->form == 0;
    struct lt_grip own = *g;
    own.push = own.strain = own.root = own.root0 = zero;
    PARTS_GRIP
    const num cross = held_cross(span, g->push0, g->push, g->edge, zero - m->dun);
    t->cross = SEL(spring, t->cross, cross);
    t->d = SEL(spring, t->d, g->root * g->root);
    t->root = g->root;
    t->root0 = g->root0;
    t->quarter = lt_sqrt(g->root);
}

/* ---- Cohesion -------------------------------------------------------------------------------- */

/* The pull of the disc in which two spheres intersect, and its work, as cohesion-lens.h has it. */
LT_INLINE num held_lens(const struct derived_n *d, num o, num *work) {
    const num flat = 1 + d->lens_r * d->lens_c, q = flat - o * d->lens_c;
    const num r = 2 * d->lens_r, pull = d->lens_k * o;
    *work = pull * o * ((2 * r - flat * o) / q - o / 3);
    return pull * (q + flat) * (r - o) * (2 - d->lens_c * o) / (q * q);
}

/* Parts that answer by themselves add to what pulls. */
#define PULL(pull) pull(d, m, &span, x, t, g);

/* What pulls beside the normal part: its share of force, energy, losses. */
LT_INLINE void held_cohesion(const struct derived_n *d, const struct lt_move_n *m,
                             const struct lt_shear_span *touch, struct state_n *x,
                             struct lt_touch *t, struct lt_grip *g) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const num o = SEL(m->un < 0, zero - m->un, zero), gap = SEL(m->un > 0, m->un, zero);
    const num end = SEL(d->tail > 0, d->tail, d->neck);
    const mask on = (m->un <= d->reach) | (m->active & (m->un <= end));
    const struct lt_shear_span span =
        m->stay ? *touch : lt_shear_span_between(m->un, m->dun, m->active, on, d->reach, end);
    t->on = on;
    num work;
    const num lens = held_lens(d, o, &work), left = d->tail - gap;
    const num area = d->area_1 * o + lens;
    const num pull = SEL(span.active, d->pull - d->pull_slope * gap, zero) + area;
    const num rest = SEL(m->un > 0, 0.5 * d->pull_slope * left * left, d->pull * o + d->pull_rest);
    g->strain -= SEL(span.active, rest, zero) + 0.5 * d->area_1 * o * o + work;
    g->push -= pull;
    g->back += pull;
    g->adhesion += SEL(span.entering, d->pull_lost, zero);
    if (ANY(span.entering | span.leaving)) {
        const num far0 = SEL(before > 0, before, zero), o0 = SEL(before < 0, zero - before, zero);
        const num pull0 = d->pull - d->pull_slope * far0 + d->area_1 * o0 + held_lens(d, o0, &work);
        const num at = SEL(span.entering, d->reach, end);
        t->cross += held_cross(&span, zero - pull0, zero - pull, d->pull_slope * at - d->pull,
                               zero - m->dun);
    }
    PARTS_PULL
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* What limits go by, and whether it pulls. */
LT_INLINE void held_press(const struct derived_n *d, num spring, num drag, struct lt_touch *t) {
    const num zero = NUM(0.0), alone = SEL(spring > 0, spring, zero);
    t->capped = t->active & IS(d->no_tension) & (drag > alone);
    t->fn = zero - spring;
    t->vfn = SEL(t->active, SEL(t->capped, alone, drag), t->drag);
    const num press = zero - (t->fn + t->vfn), back = press + t->held;
    const num in = SEL(d->cap_out > 0, press, spring) + d->cap_in;
    const num of = SEL(IS(d->cap_back), back, SEL(IS(d->cap_size), in, press));
    const mask sized = IS(d->cap_back) | IS(d->cap_size) | IS(d->by_size);
    const num size = lt_abs(of), pressed = SEL(of > 0, of, zero);
    t->pulls = (of < 0) & IS(d->minds_pull);
    t->press = SEL(IS(d->by_spring), alone, SEL(sized, size + d->cap_out, pressed));
    t->press = SEL(t->active, t->press, zero);
}

LT_INLINE struct lt_touch held_by(const struct derived_n *d, const struct lt_move_n *m, mask bound,
                                  mask touch, struct state_n *x) {
    const unsigned has = HAS_ALL;
    const num zero = NUM(0.0);
    struct lt_touch t = {.span = held_span(d, m, bound, touch), .bound = bound};
    t.active = t.span.active;
    t.d = SEL(t.active & (m->un < 0), zero - m->un, zero);
    struct lt_grip g = {.on = t.active,
                        .was = (t.active & NOT(t.span.entering)) | t.span.leaving,
                        .entering = t.span.entering,
                        .leaving = t.span.leaving,
                        .d = zero - m->un,
                        .d0 = m->dun - m->un};
    struct lt_move_n move = *m;
    move.stay = t.span.stay;
    held_powers(has, d, &move, &t.span, &t, &g);
    if (ANY(d->form > 0))
        held_parts(d, &move, &t.span, x, &t, &g);
    held_cohesion(d, &move, &t.span, x, &t, &g);
    x->touches = SEL(t.active, NUM(1.0), zero);
    t.viscosity = touch_viscosity(has, d, &t);
    t.strain = g.strain;
    t.held = g.back;
    t.plastic = g.plastic;
    t.adhesion = g.adhesion;
    t.defect = g.defect;
    t.branch = g.branch;
    held_press(d, g.push, t.viscosity * m->vn, &t);
    return t;
}

LT_INLINE struct lt_touch held_now(const struct derived_n *d, const struct lt_move_n *m,
                                   struct state_n *x) {
    return held_by(d, m, NOT(LT_EVERY), NOT(LT_EVERY), x);
}

#endif
