/* SPDX-License-Identifier: MIT */
/* normal: walton-braun. Walton & Braun, J. Rheol. 30 (1986) 949-980. */
#include "../restitution.h"
#include "remembers.h"

struct derived {
    num k1, base, slope, root_r;
};
struct state {
    num overlap_peak;
};
struct losses {
    num plastic;
};

/* The force, N: loading on kn1 d, unloading on a steeper line from the largest overlap down to zero
 * force; plastic loss, J, and memory. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct losses *e = ve;
    const struct lt_shear_span *s = t->surfaces;
    const num zero = NUM(0.0), o0 = lt_above(t->m->dun - t->m->un);
    const mask on = s->active, was = (on & NOT(s->entering)) | s->leaving;
    const struct lt_plastic_spring k = {d->k1, d->base, d->slope, zero, NUM(INFINITY), LT_EVERY};
    const num o = SEL(on, t->d, zero), peak = SEL(was, x->overlap_peak, zero);
    const struct lt_plastic end = plastic_spring(&k, peak, o);
    (void)self;
    lt_remembered(t, &end, lt_above(plastic_line(&k, peak, o0)), zero, o, d->root_r, lt_sqrt(o),
                  lt_sqrt(o0));
    t->k = t->k0 = d->k1;
    t->o->branch |= end.branch * LT_BRANCH(LT_NORMAL_PART, 0);
    e->plastic = end.plastic;
    x->overlap_peak = SEL(on, end.memory, zero);
}

const struct lt_part_steps LT_STEPS(normal_walton_braun) = {.step = step};

#ifdef LT_TABLES

struct params {
    double kn1, kn2, hardening;
};

static const struct lt_field params[] = {LT_LOADING_ROWS,
                                         {"hardening", "1/m", NAN, 0, INFINITY,
                                          .doc = "growth of kn2/kn1 with the largest overlap",
                                          .mix = LT_MEAN},
                                         {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(k1, "N/m", "stiffness of loading"),
                                          LT_NUMBER(base, "N/m", "of unloading, constant part"),
                                          LT_NUMBER(slope, "N/m^2", "over the largest overlap"),
                                          LT_NUMBER(root_r, "m^0.5", "root of R*"),
                                          {.name = NULL}};
static const struct lt_field state[] = {LT_PEAK_ROW, {.name = NULL}};
static const struct lt_field losses[] = {LT_PLASTIC_ROW, {.name = NULL}};
static const struct lt_case cases[] = {{"e_n", "damping:none and cohesion:none and kn2 > 0",
                                        "sqrt(kn1/kn2)",
                                        "at any speed; the contact itself ends at zero gap"},
                                       {.result = NULL}};

/* Derives the stiffness of unloading, N/m: constant, kn2, or growing with the largest overlap x,
 * kn1 (1 + hardening x). Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double r = deal->pair->r_eff;
    /* derive() may run again on its own result, where 0 stands for a parameter that was not given.
     */
    const int hardens = !isnan(p->hardening) && !(p->kn2 > 0);
    (void)self, (void)a, (void)b;
    if (!(p->kn1 > 0) || !isfinite(p->kn1))
        return "normal: walton-braun needs kn1 > 0";
    if ((p->kn2 > 0 && p->hardening > 0) || (isnan(p->kn2) && isnan(p->hardening)))
        return "normal: walton-braun needs either kn2 or hardening";
    if (hardens && !isfinite(p->hardening))
        return "hardening is infinite";
    if (!hardens && !(p->kn2 >= p->kn1 && isfinite(p->kn2)))
        return "normal: walton-braun needs kn2 >= kn1";
    d->k1 = p->kn1;
    d->base = hardens ? p->kn1 : p->kn2;
    d->slope = hardens ? p->kn1 * p->hardening : 0;
    d->root_r = isfinite(r) ? sqrt(r) : 0;
    return NULL;
}

/* Half a period, s, of the loading spring. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    (void)self, (void)speed;
    return restitution_pi * sqrt(pair->m_eff / ((const struct derived *)vd)->k1);
}

const struct lt_part lt_part_normal_walton_braun = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "walton-braun",
    .doc = "loads on kn1 d, unloads on k2 (d - d0) down to no force; k2 is kn2, or kn1 (1 + "
           "hardening x), x the largest overlap (Walton & Braun 1986)",
    .writes = LT_HAS_CIRCLE | LT_HAS_STIFFNESS | LT_HAS_CONSTANT,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .cases = cases,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_walton_braun};

#endif
