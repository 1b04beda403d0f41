/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num twice, m;
};

/* Dashpot with the ratio dp_nratio of critical damping of the current secant stiffness k, N/m:
 * viscosity 2 dp_nratio sqrt(m_eff k), N s/m. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->twice * lt_sqrt(d->m * t->k);
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_critical) = {.step = step};

#ifdef LT_TABLES

struct params {
    double dp_nratio;
};

static const struct lt_field params[] = {
    {"dp_nratio", "1", 0, 0, INFINITY, .doc = "critical damping ratio", .advised = 1},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(twice, "1", "2 dp_nratio"), LT_NUMBER(m, "kg", "effective mass"), {.name = NULL}};
#define ALONE    "normal:linear and cohesion:none and dp_mode == "
#define AT_GAP   "no tensile cut-off: the contact ends when the gap is zero again"
#define AT_FORCE "tensile cut-off: the contact ends when the force is zero"
static const struct lt_case cases[] = {
    {"e_n", ALONE "0 and dp_nratio < 1", "exp(-pi*dp_nratio/sqrt(1 - dp_nratio^2))", AT_GAP},
    {"e_n", ALONE "0 and dp_nratio >= 1", "0",
     "overdamped without tensile cut-off: the particles never separate"},
    {"e_n", ALONE "1 and dp_nratio < 1", "exp(-2*dp_nratio*acos(dp_nratio)/sqrt(1 - dp_nratio^2))",
     AT_FORCE},
    {"e_n", ALONE "1 and dp_nratio == 1", "exp(-2)", AT_FORCE},
    {"e_n", ALONE "1 and dp_nratio > 1", "exp(-2*dp_nratio*acosh(dp_nratio)/sqrt(dp_nratio^2 - 1))",
     AT_FORCE},
    {.result = NULL}};

/* Twice the damping ratio and the effective mass of the pair. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)a, (void)b;
    d->twice = 2 * p->dp_nratio;
    d->m = deal->pair->m_eff;
    return NULL;
}

const struct lt_part lt_part_damping_critical = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_DAMPING_PART,
    .name = "critical",
    .doc = "2 dp_nratio sqrt(m_eff kn), of a spring of constant stiffness; on Hertz' contact tsuji "
           "is the same with alpha = sqrt(5) dp_nratio",
    .reads = LT_HAS_STIFFNESS | LT_HAS_CONSTANT,
    .writes = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_damping_critical};

#endif
