/* SPDX-License-Identifier: MIT */
#include "friction.h"

struct derived {
    struct lt_sliding slides;
};
struct state {
    num sliding;
};
struct losses {
    num slip;
};

/* A dashpot without spring, of tangential_ratio times the normal viscosity, limited by friction. */
LT_INLINE void step_of(const struct derived *d, struct state *x, struct losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_move_n *m = t->m;
    const num zero = NUM(0.0), c = d->slides.ratio * t->c;
    const struct lt_shear none = {zero, zero}, drag = {c * m->vs, c * m->vt};
    const struct lt_shear_friction limit = lt_sliding_limit(&d->slides, t, usual);
    const mask was = lt_sliding_was(&d->slides, t, IS(x->sliding), usual);
    const num size = lt_sqrt(lt_shear_dot(drag, drag));
    const mask over = span->active & (size > SEL(was, limit.slipping, limit.at_rest));
    mask cut;
    const struct lt_shear most = lt_shear_limit(drag, limit.slipping, &cut);
    struct lt_spring_end end = {.force = none,
                                .strain = zero,
                                .slip = zero,
                                .cross = zero,
                                .defect = zero,
                                .over = over,
                                .slips = NOT(LT_EVERY),
                                .cut = over & cut & (size > 0)};
    end.viscous = lt_shear_select(over, most, lt_shear_select(span->active, drag, none));
    t->kt = t->kt0 = zero;
    t->ct = c;
    t->fric = d->slides.rest;
    t->o->cap = lt_sliding_cap(&d->slides, t, &end, usual);
    lt_answer(t, LT_TANGENTIAL_PART, &end, 1, 2);
    e->slip = end.slip;
    x->sliding = lt_flag(end.over);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(tangential_viscous) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric, fric_dynamic, restick, fric_speed, fric_fall, tangential_ratio;
};

static const struct lt_field params[] = {
    LT_FRIC_ROW, LT_DYNAMIC_ROWS, LT_RATIO_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_SLIDING_ROWS, {.name = NULL}};
static const struct lt_field state[] = {LT_SLIDING_STATE, {.name = NULL}};
static const struct lt_field losses[] = {{"slip", "J", .doc = "sliding friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"slip_change", "sliding", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {LT_SLIDING_DECLARES, {.check = NULL}};

/* Derives tangential_ratio, 1 if it is not given, and the numbers of friction. Returns NULL: no
 * error is possible. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    if (isnan(p->tangential_ratio))
        p->tangential_ratio = 1;
    struct lt_tangential all = {.fric = p->fric,
                                .fric_dynamic = p->fric_dynamic,
                                .restick = p->restick,
                                .fric_speed = p->fric_speed,
                                .fric_fall = p->fric_fall,
                                .tangential_ratio = p->tangential_ratio};
    d->slides = lt_sliding(deal, &all, 1);
    return NULL;
}

const struct lt_part lt_part_tangential_viscous = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TANGENTIAL_PART,
    .name = "viscous",
    .doc = "no spring: the dashpot alone, held by friction",
    .reads = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_tangential_viscous};

#endif
