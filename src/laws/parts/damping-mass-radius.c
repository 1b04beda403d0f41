/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num c;
};

/* Dashpot of viscosity eta_ma m_eff a, N s/m, with the contact radius a = sqrt(R* d). */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->c * lt_sqrt(t->d);
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_mass_radius) = {.step = step};

#ifdef LT_TABLES

struct params {
    double eta_ma;
};

static const struct lt_field params[] = {
    {"eta_ma", "1/m/s", 0, 0, INFINITY, .doc = "viscosity over m_eff and contact radius"},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(c, "N s/m^1.5", "eta_ma m_eff sqrt(R*)"),
                                          {.name = NULL}};

/* Derives the viscosity over the root of the overlap, N s/m^1.5: eta_ma m_eff times the root of R*.
 * Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    if (!(deal->pair->r_eff > 0))
        return "damping: mass-radius needs a curved body: two flat ones have no contact radius";
    d->c = p->eta_ma * deal->pair->m_eff * sqrt(deal->pair->r_eff);
    return NULL;
}

const struct lt_part lt_part_damping_mass_radius = {.abi = LT_PART_ABI,
                                                    .size = sizeof(struct lt_part),
                                                    .kind = LT_DAMPING_PART,
                                                    .name = "mass-radius",
                                                    .doc = "eta_ma m_eff a, a = sqrt(R* d)",
                                                    .writes = LT_HAS_VISCOSITY,
                                                    .params = params,
                                                    .derived = derived,
                                                    .derive = derive,
                                                    .steps = &lt_steps_damping_mass_radius};

#endif
