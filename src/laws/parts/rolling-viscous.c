/* SPDX-License-Identifier: MIT */
#include "turning.h"

struct derived {
    num c;
};
/* E_roll stays 0: the whole moment is viscous and counts as dashpot. */
struct losses {
    num roll;
};

/* Viscous moment fric_roll R* N (R* w)/(1 m/s), N m (model B). */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    struct lt_out_n *o = t->o;
    const num c = SEL(t->surfaces->active, d->c * t->press, NUM(0.0));
    (void)self, (void)x;
    ((struct losses *)e)->roll = NUM(0.0);
    o->ms = o->vms = c * t->m->ws;
    o->mt = o->vmt = c * t->m->wt;
}

const struct lt_part_steps LT_STEPS(rolling_viscous) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll;
};

static const struct lt_field params[] = {LT_FRIC_ROLL_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(c, "m s", "viscosity over the pressure"),
                                          {.name = NULL}};
static const struct lt_field losses[] = {{"roll", "J", .doc = "rolling friction"}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    {"units", "", INFINITY, "viscous: the speed of rolling is over 1 m/s"}, {.check = NULL}};

/* Viscosity over the pressure: fric_roll R*^2 over 1 m/s, m s. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double arm = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    d->c = arm * p->fric_roll * arm;
    return arm > 0 ? NULL : "rolling needs a curved body";
}

const struct lt_part lt_part_rolling_viscous = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "viscous",
    .doc = "the moment fric_roll R* N (R* w)/(1 m/s), a dashpot (model B)",
    .params = params,
    .derived = derived,
    .losses = losses,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_viscous};

#endif
