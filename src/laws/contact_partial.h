/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_partial.h: the step of the part tangential: partial-slip. Its springs come and go in
 * number: such a contact is stepped by itself.
 */
#ifndef LT_CONTACT_PARTIAL_H
#define LT_CONTACT_PARTIAL_H

#include "contact_shear.h"
#include "partial_slip.h"

#include <assert.h>

static_assert(sizeof(struct partial_slip_knot) == 5 * sizeof(double), "h, u and bow");

static struct partial_slip_memory recall_knots(const struct state_n *x) {
    struct partial_slip_memory memory;
    memory.centre = (struct partial_slip_knot){.u = {x->spring_s0, x->spring_t0},
                                               .bow = {x->bow_s0, x->bow_t0}};
    memory.knots = (int)fmin(fmax(x->knots + 0.5, 0), PARTIAL_SLIP_KNOTS);
    memcpy(memory.knot, (const char *)x + offsetof(struct state_n, knot_h1), sizeof memory.knot);
    return memory;
}

static void keep_knots(const struct partial_slip_memory *memory, struct state_n *x) {
    x->spring_s0 = memory->centre.u.s;
    x->spring_t0 = memory->centre.u.t;
    x->bow_s0 = memory->centre.bow.s;
    x->bow_t0 = memory->centre.bow.t;
    x->knots = memory->knots;
    memcpy((char *)x + offsetof(struct state_n, knot_h1), memory->knot, sizeof memory->knot);
}

/* The springs have their own limit, fric times the elastic pressure; the dashpot gets what they
 * leave of it, or comes on top. */
static struct lt_shear drag_annuli(const struct derived_n *d, struct lt_shear drag,
                                   struct lt_shear spring, double limit, int *cut) {
    *cut = 0;
    if (d->cap_total < 0.5)
        return drag;
    const struct lt_shear both = lt_shear_limit(lt_shear_sum(spring, drag), limit, cut);
    *cut &= (drag.s != 0) | (drag.t != 0);
    return lt_shear_sum(both, lt_shear_times(-1, spring));
}

/* The springs of X, moved, and what they remember. */
static struct lt_spring_end annuli_end(const struct derived_n *d, const struct lt_move_n *m,
                                       const struct lt_touch *t, struct state_n *x) {
    const struct lt_shear du = {m->dus, m->dut}, f0 = {x->spring_s, x->spring_t}, none = {0, 0};
    const struct lt_shear drag =
        lt_shear_times(shear_viscosity(HAS_ALL, d, t), (struct lt_shear){m->vs, m->vt});
    const struct partial_slip_step way = {.c = d->way_limit,
                                          .k = d->kt_half,
                                          .d0 = fmax(m->dun - m->un, 0),
                                          .d1 = t->d,
                                          .way = lt_shear_inside(&t->span, du)};
    struct partial_slip_memory memory = recall_knots(x);
    const struct partial_slip_answer a = partial_slip(&way, &memory);
    keep_knots(&memory, x);
    x->forgot += a.forgot;
    int cut = 0;
    const struct lt_shear viscous =
        t->active ? drag_annuli(d, drag, a.force, d->fric_rest * -t->fn, &cut) : none;
    return (struct lt_spring_end){.force = a.force,
                                  .viscous = viscous,
                                  .strain = a.strain,
                                  .slip = a.slip,
                                  .cross = lt_shear_cross(&t->span, f0, a.force, du),
                                  .defect = a.forgotten,
                                  .over = t->active & a.slides,
                                  .slips = a.slips,
                                  .cut = cut};
}

#endif
