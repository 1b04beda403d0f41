/* SPDX-License-Identifier: MIT */
#include "turning.h"

struct derived {
    num most;
};

/* A moment fric_roll R* N, N m, against the rolling (model A): a rigid spring, of which all
 * rotation is slip. N is the normal force without the dashpot's. */
LT_INLINE void step_of(const struct derived *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_move_n *m = t->m;
    const num zero = NUM(0.0), push = t->o->vfn - t->o->fn;
    const num most = d->most * SEL(push > 0, push, zero);
    const struct lt_shear f0 = {x->moment_s, x->moment_t}, du = {m->das, m->dat},
                          w = {m->ws, m->wt};
    const num rate = lt_sqrt(lt_shear_dot(w, w));
    const num share = SEL(span->active & (rate > 0), most / SEL(rate > 0, rate, NUM(1.0)), zero);
    const struct lt_shear f1 = lt_shear_times(share, w), in = lt_shear_inside(span, du);
    const struct lt_spring_end end = {.force = f1,
                                      .viscous = {zero, zero},
                                      .strain = zero,
                                      .slip = lt_shear_slip(f0, f1, in, zero),
                                      .cross = lt_shear_cross(span, f0, f1, du),
                                      .defect = zero,
                                      .over = share > 0,
                                      .slips = share > 0,
                                      .cut = NOT(LT_EVERY)};
    (void)usual;
    lt_rolled(t, &end, x, e);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_constant) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll;
};

static const struct lt_field params[] = {LT_FRIC_ROLL_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(most, "m", "moment over the pressure"),
                                          {.name = NULL}};
LT_ROLL_TABLES
static const struct lt_shortfall declares[] = {
    {"continuity", "", 2,
     "constant: the moment is against the rolling, and turns over with it at once"},
    {.check = NULL}};

/* Largest moment over the pressure, fric_roll R*, m. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double arm = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    d->most = arm * p->fric_roll;
    return arm > 0 ? NULL : "rolling needs a curved body";
}

const struct lt_part lt_part_rolling_constant = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "constant",
    .doc = "the moment fric_roll R* N against the rolling, N of the normal spring alone; none at "
           "rest (model A)",
    .lacks = "cap_by",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_constant};

#endif
