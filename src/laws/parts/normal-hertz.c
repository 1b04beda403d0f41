/* SPDX-License-Identifier: MIT */
#include "elastic.h"

struct derived {
    num k, root_r;
};

/* Hertz' force k d^1.5, N, with its contact radius a = sqrt(R* d) and secant stiffness k sqrt(d).
 */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    const num zero = NUM(0.0), root = lt_sqrt(t->d);
    (void)self, (void)x, (void)e;
    t->spring = d->k * t->d * root;
    t->k = d->k * root;
    t->a = d->root_r * root;
    /* The integral of k d^1.5 is 2/5 of force times overlap. */
    t->o->strain += 0.4 * t->spring * t->d;
    if (t->reads & (LT_HAS_RADIUS | LT_HAS_CIRCLE | LT_HAS_STIFFNESS)) {
        const num root0 = lt_sqrt(t->d0);
        t->a0 = d->root_r * root0;
        t->k0 = d->k * root0;
    }
    if (t->surfaces->stay)
        return;
    const num before = t->m->un - t->m->dun;
    const mask crossing = (mask)((t->m->un > 0) != (before > 0));
    /* A step across touch: the trapezoid rule counts work on the gap, where there is no force. */
    if (ANY(crossing)) {
        const num outside = SEL(crossing, SEL(t->m->un > 0, t->m->un, before), zero);
        const num spring0 = d->k * t->d0 * lt_sqrt(t->d0);
        t->o->cross -= 0.5 * (spring0 + t->spring) * SEL(t->m->dun < 0, zero - outside, outside);
    }
}

const struct lt_part_steps LT_STEPS(normal_hertz) = {NULL, step, NULL};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_MODULI_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(k, "N/m^1.5", "4/3 E* sqrt(R*)"),
                                          LT_NUMBER(root_r, "m^0.5", "root of R*"),
                                          {.name = NULL}};

/* Derives Hertz' stiffness, N/m^1.5: 4/3 E* times the root of R*. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    struct lt_moduli *p = vp;
    struct derived *d = vd;
    const char *wrong = lt_moduli(deal, a, b, p);
    (void)self;
    d->k = 4.0 / 3 * p->young_eff * sqrt(deal->pair->r_eff);
    d->root_r = sqrt(deal->pair->r_eff);
    deal->exponent = 1.5;
    return wrong;
}

/* Duration, s, of an undamped impact at SPEED. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    (void)self;
    return lt_hertz_time(pair->m_eff, ((const struct derived *)vd)->k, speed);
}

const struct lt_part lt_part_normal_hertz = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "hertz",
    .doc = "Hertz' elastic contact: fn = -4/3 E* sqrt(R*) d^(3/2)",
    .writes = LT_HAS_STIFFNESS | LT_HAS_RADIUS | LT_HAS_CIRCLE | LT_HAS_MODULI | LT_HAS_ELASTIC,
    .params = params,
    .derived = derived,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_hertz};

#endif
