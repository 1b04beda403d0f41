/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num cn;
};

/* Dashpot of constant viscosity: force -cn vn, N, > 0 compression; vn < 0 is approach. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->cn;
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_constant) = {NULL, step, NULL};

#ifdef LT_TABLES

struct params {
    double cn;
};

static const struct lt_field params[] = {{"cn", "N s/m", 0, 0, INFINITY, .doc = "normal viscosity"},
                                         {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(cn, "N s/m", "as given"), {.name = NULL}};
#define ALONE    "normal:linear and cohesion:none and dp_mode == "
#define AT_GAP   "no tensile cut-off: the contact ends when the gap is zero again"
#define AT_FORCE "tensile cut-off: the contact ends when the force is zero"
static const struct lt_case cases[] = {
    {"e_n", ALONE "0 and cn^2 < 4*m_eff*kn", "exp(-pi*cn/sqrt(4*m_eff*kn - cn^2))", AT_GAP},
    {"e_n", ALONE "0 and cn^2 >= 4*m_eff*kn", "0",
     "overdamped without tensile cut-off: the particles never separate"},
    {"e_n", ALONE "1 and cn^2 < 4*m_eff*kn",
     "exp(-2*cn*acos(cn/sqrt(4*m_eff*kn))/sqrt(4*m_eff*kn - cn^2))", AT_FORCE},
    {"e_n", ALONE "1 and cn^2 == 4*m_eff*kn", "exp(-2)", AT_FORCE},
    {"e_n", ALONE "1 and cn^2 > 4*m_eff*kn",
     "exp(-2*cn*acosh(cn/sqrt(4*m_eff*kn))/sqrt(cn^2 - 4*m_eff*kn))", AT_FORCE},
    {.result = NULL}};

/* Takes cn, N s/m, as given. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)deal, (void)a, (void)b;
    d->cn = p->cn;
    return NULL;
}

const struct lt_part lt_part_damping_constant = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_DAMPING_PART,
    .name = "constant",
    .doc = "a viscosity that does not depend on the overlap: cn",
    .writes = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_damping_constant};

#endif
