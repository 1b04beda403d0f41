/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num lambda;
};

/* Hunt & Crossley's dashpot, whose viscosity lambda k d, N s/m, is proportional to the elastic
 * force: the damping force is 0 at zero overlap. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->lambda * t->k * t->d;
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_hunt_crossley) = {.step = step};

#ifdef LT_TABLES

struct params {
    double lambda;
};

static const struct lt_field params[] = {
    {"lambda", "s/m", 0, 0, INFINITY, .doc = "viscosity over force"}, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(lambda, "s/m", "as given"), {.name = NULL}};

/* Takes lambda, s/m, as given. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)deal, (void)a, (void)b;
    d->lambda = p->lambda;
    return NULL;
}

const struct lt_part lt_part_damping_hunt_crossley = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_DAMPING_PART,
    .name = "hunt-crossley",
    .doc = "lambda k d, k the secant stiffness of the normal spring: lambda times the force of an "
           "elastic one",
    .reads = LT_HAS_STIFFNESS,
    .writes = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .derive = derive,
    .steps = &lt_steps_damping_hunt_crossley};

#endif
