/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num c;
};

/* Dashpot of constant viscosity eta_m m_eff: force -c vn, N, > 0 compression; vn < 0 is approach.
 */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->c;
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_mass_velocity) = {.step = step};

#ifdef LT_TABLES

struct params {
    double eta_m;
};

static const struct lt_field params[] = {
    {"eta_m", "1/s", 0, 0, INFINITY, .doc = "viscosity over m_eff"}, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(c, "N s/m", "eta_m m_eff"), {.name = NULL}};

/* Viscosity eta_m m_eff, N s/m. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    d->c = p->eta_m * deal->pair->m_eff;
    return NULL;
}

const struct lt_part lt_part_damping_mass_velocity = {.abi = LT_PART_ABI,
                                                      .size = sizeof(struct lt_part),
                                                      .kind = LT_DAMPING_PART,
                                                      .name = "mass-velocity",
                                                      .doc = "eta_m m_eff",
                                                      .writes = LT_HAS_VISCOSITY,
                                                      .params = params,
                                                      .derived = derived,
                                                      .derive = derive,
                                                      .steps = &lt_steps_damping_mass_velocity};

#endif
