/* SPDX-License-Identifier: MIT */
#include "../restitution.h"
#include "stiffness.h"

struct derived {
    num kn, root_r;
};

/* A linear spring, force kn d, N; the contact radius sqrt(R* d) is only for parts that need one. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    const struct lt_shear_span *s = t->surfaces;
    (void)self, (void)x, (void)e;
    t->spring = d->kn * t->d;
    t->k = t->k0 = d->kn;
    t->o->strain += 0.5 * t->spring * t->d;
    if (t->reads & (LT_HAS_RADIUS | LT_HAS_CIRCLE)) {
        t->a = d->root_r * lt_sqrt(t->d);
        t->a0 = d->root_r * lt_sqrt(t->d0);
    }
    if (!s->stay && ANY(s->inside != 1)) {
        const num before = d->kn * t->d0;
        t->o->cross -= 0.5 * (before + t->spring) * (1 - s->inside) * t->m->dun;
    }
}

const struct lt_part_steps LT_STEPS(normal_linear) = {NULL, step, NULL};

#ifdef LT_TABLES

struct params {
    double kn;
};

static const struct lt_field params[] = {LT_KN_ROW, {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(kn, "N/m", "as given"), LT_NUMBER(root_r, "m^0.5", "root of R*"), {.name = NULL}};

/* Takes kn, N/m, as given. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    d->kn = p->kn;
    d->root_r = isfinite(deal->pair->r_eff) ? sqrt(deal->pair->r_eff) : 0;
    deal->exponent = 1;
    return NULL;
}

/* Half a period, s, of the spring. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    const struct derived *d = vd;
    (void)self, (void)speed;
    return restitution_pi * sqrt(pair->m_eff / d->kn);
}

const struct lt_part lt_part_normal_linear = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "linear",
    .doc = "a spring of constant stiffness: fn = -kn d",
    .writes = LT_HAS_CIRCLE | LT_HAS_STIFFNESS | LT_HAS_CONSTANT | LT_HAS_ELASTIC | LT_HAS_HOLD,
    .params = params,
    .derived = derived,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_linear};

#endif
