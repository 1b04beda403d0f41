/* SPDX-License-Identifier: MIT */
#include "../restitution.h"
#include "part.h"

struct derived {
    num alpha, m;
};

/* Tsuji's dashpot, viscosity alpha sqrt(m_eff k), N s/m, with the alpha that gives the coefficient
 * of restitution en. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->alpha * lt_sqrt(d->m * t->k);
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_restitution) = {.step = step};

#ifdef LT_TABLES

struct params {
    double en, dp_mode;
};

static const struct lt_field params[] = {
    {"en", "1", 1, 0, 1, .doc = "restitution of a head-on impact"},
    {.name = "dp_mode", .unit = "1", .max = 2, .doc = "as the contact has it"},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(alpha, "1", "viscosity over sqrt(m_eff k)"),
                                          LT_NUMBER(m, "kg", "effective mass"),
                                          {.name = NULL}};
static const struct lt_case cases[] = {
    {"e_n", "", "en",
     "the impact ends as dp_mode has it: at zero gap, or with a tensile cut-off at zero force"},
    {.result = NULL}};

/* alpha from en: an impact on the spring k d^n with a viscosity proportional to the root of its
 * stiffness maps onto the linear one, whose damping ratio b gives alpha = sqrt(2 (n + 1)) b.
 * Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const enum restitution_end end = p->dp_mode > 0.5 ? FORCE_ZERO : GAP_ZERO;
    const double share = restitution_damping(p->en, end);
    (void)self, (void)a, (void)b;
    if (!(deal->exponent > 0))
        return "damping: restitution needs a normal spring over a power of the overlap";
    if (!isfinite(share))
        return "en is 0, not possible with a tensile cut-off: every impact rebounds; give en > 0";
    d->alpha = sqrt(2 * (deal->exponent + 1)) * share;
    d->m = deal->pair->m_eff;
    return NULL;
}

const struct lt_part lt_part_damping_restitution = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_DAMPING_PART,
    .name = "restitution",
    .doc = "such that a head-on impact has the restitution en, of elastic contacts that do not "
           "stick; dp_mode says where it ends",
    .reads = LT_HAS_STIFFNESS | LT_HAS_ELASTIC,
    .writes = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_damping_restitution};

#endif
