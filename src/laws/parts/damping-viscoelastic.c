/* SPDX-License-Identifier: MIT */
#include "part.h"

struct derived {
    num times;
};

/* Brilliantov's viscoelastic spheres: viscosity 3/2 A k, N s/m, with the secant stiffness k, N/m,
 * of the normal spring. */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    (void)self, (void)x, (void)e;
    t->c = d->times * t->k;
    t->dashpot = NUM(0.0) - t->c * t->m->vn;
}

const struct lt_part_steps LT_STEPS(damping_viscoelastic) = {.step = step};

#ifdef LT_TABLES

struct params {
    double A;
};

static const struct lt_field params[] = {
    {"A", "s", 0, 0, INFINITY, .doc = "relaxation time of the material"}, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(times, "s", "3/2 A"), {.name = NULL}};

/* 3/2 A, s, from the relaxation time A of the material. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)deal, (void)a, (void)b;
    d->times = 1.5 * p->A;
    return NULL;
}

const struct lt_part lt_part_damping_viscoelastic = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_DAMPING_PART,
    .name = "viscoelastic",
    .doc = "3/2 A k, k the secant stiffness of the normal spring",
    .reads = LT_HAS_STIFFNESS,
    .writes = LT_HAS_VISCOSITY,
    .params = params,
    .derived = derived,
    .derive = derive,
    .steps = &lt_steps_damping_viscoelastic};

#endif
