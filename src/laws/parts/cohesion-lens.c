/* SPDX-License-Identifier: MIT */
/* cohesion: lens. Spheres of radii Ra and 1/c, whose centres are Ra + 1/c - d apart, intersect in a
 * disc of area
 *     A(d) = pi/4 d (q + 1 + Ra c)(2 Ra - d)(2 - c d)/q^2,   q = 1 + (Ra - d) c
 * and int_0^d A = pi/4 d^2 ((4 Ra - (1 + Ra c) d)/q - d/3); c = 0: a plane, pi d (2 Ra - d). */
#include "overlapped.h"

struct derived {
    num k, r, c;
};

/* Returns the attraction, N, at the overlap O, m; *WORK: its integral, J, from touch (0) to O. */
LT_INLINE num pull_at(const struct derived *d, num o, num *work) {
    const num flat = 1 + d->r * d->c, q = flat - o * d->c;
    const num r = 2 * d->r, pull = d->k * o;
    *work = pull * o * ((2 * r - flat * o) / q - o / 3);
    return pull * (q + flat) * (r - o) * (2 - d->c * o) / (q * q);
}

/* Attraction cohesion_density times the area of the disc in which the undeformed spheres intersect.
 */
static void step(const struct lt_part *self, const void *vd, void *x, void *e, struct lt_touch *t) {
    const struct derived *d = vd;
    const num zero = NUM(0.0), un = t->m->un;
    num work;
    const num pull = pull_at(d, lt_above(zero - un), &work);
    (void)self, (void)x, (void)e;
    t->pull += pull;
    t->o->strain -= work;
    const struct lt_shear_span s = lt_overlapped(t);
    if (!s.stay && ANY(s.entering | s.leaving)) {
        const num pull0 = pull_at(d, lt_above(t->m->dun - un), &work);
        t->o->cross += lt_cross(&s, zero - pull0, zero - pull, zero, t->m->dun);
    }
}

const struct lt_part_steps LT_STEPS(cohesion_lens) = {.step = step};

#ifdef LT_TABLES

struct params {
    double cohesion_density;
};

static const struct lt_field params[] = {LT_DENSITY_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(k, "Pa", "pull over pi/4 of the area"),
                                          LT_NUMBER(r, "m", "radius of the one body"),
                                          LT_NUMBER(c, "1/m", "curvature of the other one"),
                                          {.name = NULL}};
static const struct lt_shortfall declares[] = {LT_OVERLAPPED_DECLARES, {.check = NULL}};
static const struct lt_case cases[] = {LT_RANGE_CASES, {.result = NULL}};

/* Sets k, Pa, the radius Ra, m, of the sphere with the larger curvature, and the curvature c, 1/m,
 * of the other body, which may be 0, a plane. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double ca = deal->pair->a.curvature, cb = deal->pair->b.curvature;
    (void)self, (void)a, (void)b;
    if (!(ca > 0 || cb > 0) || ca < 0 || cb < 0)
        return "cohesion: lens needs a sphere and no concave body";
    *d = (struct derived){p->cohesion_density * restitution_pi / 4, 1 / fmax(ca, cb), fmin(ca, cb)};
    return NULL;
}

const struct lt_part lt_part_cohesion_lens = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_COHESION_PART,
    .name = "lens",
    .doc = "a pull over the disc in which the undeformed spheres intersect",
    .params = params,
    .derived = derived,
    .cases = cases,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_cohesion_lens};

#endif
