/* SPDX-License-Identifier: MIT */
#include "friction.h"
#include "stiffness.h"

struct derived {
    struct lt_sliding slides;
    num ks, soft, ct;
};
struct state {
    num spring_s, spring_t, sliding;
};
struct losses {
    num slip;
};

/* Spring of constant stiffness ks, N/m, and dashpot ct, N s/m, within the friction limit. */
LT_INLINE void step_of(const struct derived *d, struct state *x, struct losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_move_n *m = t->m;
    const struct lt_shear_friction limit = lt_sliding_limit(&d->slides, t, usual);
    const num c = lt_sliding_viscosity(&d->slides, t, d->ct, usual);
    const struct lt_spring_end end = lt_constant_spring(
        span, d->ks, d->soft, &limit, (struct lt_shear){x->spring_s, x->spring_t},
        (struct lt_shear){m->dus, m->dut}, (struct lt_shear){c * m->vs, c * m->vt},
        lt_sliding_was(&d->slides, t, IS(x->sliding), usual));
    t->kt = t->kt0 = d->ks;
    t->ct = c;
    t->fric = d->slides.rest;
    t->o->cap = lt_sliding_cap(&d->slides, t, &end, usual);
    lt_answer(t, LT_TANGENTIAL_PART, &end, 1, 2);
    e->slip = end.slip;
    *x = (struct state){end.force.s, end.force.t, lt_flag(end.over)};
}

LT_STEP_OF(step, 0)
LT_STEP_OF(usual, 1)
const struct lt_part_steps LT_STEPS(tangential_linear) = {NULL, step, usual};

#ifdef LT_TABLES

struct params {
    struct lt_tangential all;
    double ks, ct;
};

static const struct lt_field params[] = {
    LT_TANGENTIAL_ROWS,
    LT_KS_ROW,
    {"ct", "N s/m", 0, 0, INFINITY, .doc = "tangential viscosity"},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_SLIDING_ROWS,
                                          LT_NUMBER(ks, "N/m", "stiffness"),
                                          LT_NUMBER(soft, "m/N", "1 over it"),
                                          LT_NUMBER(ct, "N s/m", "viscosity"),
                                          {.name = NULL}};
static const struct lt_field state[] = {LT_SHEAR_STATES, {.name = NULL}};
static const struct lt_field losses[] = {{"slip", "J", .doc = "sliding friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"slip_change", "sliding", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {LT_SLIDING_DECLARES, {.check = NULL}};

/* Takes ks, N/m, and ct, N s/m, as given, and the numbers of friction. Returns NULL: no error is
 * possible. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    d->slides = lt_sliding(deal, &p->all, 1);
    d->ks = p->ks;
    d->soft = lt_spring_soft(p->ks);
    d->ct = p->ct;
    return NULL;
}

const struct lt_part lt_part_tangential_linear = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TANGENTIAL_PART,
    .name = "linear",
    .doc = "a spring of constant stiffness ks and a dashpot ct",
    .writes = LT_HAS_SHEAR | LT_HAS_HOLD,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_tangential_linear};

#endif
