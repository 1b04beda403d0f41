/* SPDX-License-Identifier: MIT */
/* normal: luding. Luding, Granul. Matter 10 (2008) 235-246. */
#include "../restitution.h"
#include "remembers.h"

/* Units are in the table of derived numbers below. */
struct derived {
    num k1, slope, kc, limit, pull, root_r, lag_zero, lag_frozen, lags;
};
struct state {
    struct lt_memory memory;
    num overlap_zero;
};

/* The spring for plastic_spring(): its unloading stiffness grows from k1 by slope times the memory.
 */
LT_INLINE struct lt_plastic_spring spring_of(const struct derived *d) {
    return (struct lt_plastic_spring){d->k1, d->k1, d->slope, d->kc, d->limit, NOT(LT_EVERY)};
}

#if LT_N == 1
/* The step with the explicit memory of the codes (parameter memory), from the overlap O0 to O:
 * *PUSH0, N: force at the start; *DEFECT, J. ON and WAS: the contact is active at the end, at the
 * start. */
static struct lt_plastic lagged(const struct derived *d, struct state *x, double o, double o0,
                                int on, int was, double *push0, double *defect) {
    const struct lt_lagged k = {.spring = spring_of(d),
                                .k2 = d->k1 + d->slope * d->limit,
                                .zero_most = d->lag_zero,
                                .frozen = d->lag_frozen > 0.5};
    const struct lt_lagged_state none = {0, 0, 0}, old = {x->memory.overlap_peak, x->overlap_zero,
                                                          x->memory.adheres > 0.5};
    const struct lt_lagged_end end = lagged_move(&k, was ? old : none, o0, o);
    x->memory.overlap_peak = on ? end.state.x : 0;
    x->memory.adheres = on && end.state.adheres;
    x->overlap_zero = on ? end.state.zero : 0;
    *push0 = end.force0;
    *defect = end.defect;
    return (struct lt_plastic){end.force,  end.strain, end.plastic, end.adhesion, end.state.x,
                               end.branch, 0};
}
#endif

/* Loading, unloading and adhesive branch, with the consistent memory or that of the codes, and a
 * constant attraction pull_off. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct lt_memory_losses *e = ve;
    const struct lt_shear_span *s = t->surfaces;
    const num zero = NUM(0.0), one = NUM(1.0), before = t->m->dun - t->m->un;
    const mask on = s->active, was = (on & NOT(s->entering)) | s->leaving;
    const num o = SEL(on, t->d, zero), o0 = lt_above(before);
    struct lt_plastic end;
    num push0;
    (void)self;
#if LT_N == 1
    if (d->lags > 0.5) {
        double defect;
        end = lagged(d, x, o, was ? o0 : 0, on, was, &push0, &defect);
        t->o->defect += defect;
    } else
#endif
    {
        const struct lt_plastic_spring k = spring_of(d);
        const num peak = SEL(was, x->memory.overlap_peak, zero);
        end = plastic_spring(&k, peak, o);
        push0 = plastic_line(&k, peak, o0);
        x->memory.overlap_peak = SEL(on, end.memory, zero);
        x->memory.adheres = SEL(on & ((end.branch & 2) > 0), one, zero);
    }
    lt_remembered(t, &end, push0, d->pull, o, d->root_r, lt_sqrt(o), lt_sqrt(o0));
    t->adhesive += d->kc * o;
    t->k = t->k0 = d->k1;
    t->o->branch |= end.branch * LT_BRANCH(LT_NORMAL_PART, 0);
    e->plastic = end.plastic;
    e->adhesion = end.adhesion;
}

const struct lt_part_steps LT_STEPS(normal_luding) = {.step = step};

#ifdef LT_TABLES

struct params {
    double kn1, kn2, kc, phi_f, memory, pull_off;
};

static const struct lt_field params[] = {
    LT_LOADING_ROWS,
    {"kc", "N/m", 0, 0, INFINITY, .doc = "stiffness of the adhesive branch", .mix = LT_SERIES},
    {"phi_f", "1", NAN, 0, INFINITY,
     .doc = "plasticity depth: at the limit the overlap left without force is phi_f 2 R*",
     .mix = LT_MEAN},
    {"memory", "1", 0, 0, 2,
     .doc = "x on the adhesive branch: where both lines meet; from k2 of the step before (LIGGGHTS "
            "luding, MercuryDPM); that k2 on all lines (YADE)",
     .choices = "consistent explicit lagged"},
    LT_PULL_OFF_ROW,
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(k1, "N/m", "stiffness of loading"),
    LT_NUMBER(slope, "N/m^2", "stiffness of unloading beyond that, over the largest overlap"),
    LT_NUMBER(kc, "N/m", "of adhesion"),
    LT_NUMBER(limit, "m", "largest overlap that is remembered"),
    LT_NUMBER(pull, "N", "constant pull"),
    LT_NUMBER(root_r, "m^0.5", "root of R*"),
    LT_NUMBER(lag_zero, "m", "where the force is 0 that unloads from the limit"),
    LT_NUMBER(lag_frozen, "1", "1 if the line of unloading lags too"),
    LT_NUMBER(lags, "1", "1 if the memory lags"),
    {.name = NULL}};
static const struct lt_field state[] = {
    LT_MEMORY_STATES,
    {"overlap_zero", "m", .doc = "overlap at which the unloading line is 0, memory: lagged",
     .hidden = 1},
    {.name = NULL}};
static const struct lt_field losses[] = {LT_MEMORY_LOSSES, {.name = NULL}};
static const struct lt_jump jumps[] = {LT_PULL_OFF_JUMPS, {.force = NULL}};

/* Closed forms of sticking. An impact that loads on kn1 up to x returns the energy kn1^2 x^2/(2 k2)
 * less that of the adhesive branch. The difference is 0 from k2 - kn1 = kn1 (kn1 + kc)/kc on, if
 * that is below the limit of k2. Beyond the limit no more energy is lost, so that fast impacts
 * rebound. */
#define STICKS                                                                                     \
    "damping:none and cohesion:none and pull_off == 0 and kc*(kn2 - kn1) > kn1*(kn1 + kc)"
#define LIMIT "(2*r_eff*phi_f*kn2/(kn2 - kn1))"
static const struct lt_case cases[] = {
    {"e_n", "damping:none and cohesion:none and pull_off == 0 and kn2 == kn1", "1",
     "without hysteresis"},
    {"v_stick", STICKS, LIMIT "*sqrt((kn2 - kn1)/kn2*(kn1 + kc*(kn2 - kn1)/(kn2 + kc))/m_eff)",
     "slower impacts stick, down to v_stick_from"},
    {"v_stick_from", STICKS, LIMIT "*kn1*(kn1 + kc)/(kc*(kn2 - kn1))*sqrt(kn1/m_eff)",
     "slower impacts rebound"},
    {.result = NULL}};

/* Lines of loading, unloading and adhesion; the plastic limit of the memory is phi_f 2 R* kn2/(kn2
 * - kn1). Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double r = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    if (!(p->kn1 > 0) || !(p->kn2 >= p->kn1) || !isfinite(p->kn2))
        return "normal: luding needs kn2 >= kn1 > 0";
    d->k1 = p->kn1;
    d->pull = p->pull_off;
    d->root_r = isfinite(r) ? sqrt(r) : 0;
    deal->pull_off += p->pull_off;
    d->limit = 1e300;     /* never reached; finite, so that products are */
    if (p->kn2 == p->kn1) /* an elastic spring without adhesive branch */
        return NULL;
    if (!(p->phi_f > 0) || !(r > 0))
        return "normal: luding needs phi_f > 0 and a curved body: its plastic limit is "
               "phi_f 2 R* kn2/(kn2 - kn1)";
    /* The memory grows to the limit, where the stiffness of unloading is kn2 and its line has no
     * force at phi_f 2 R*. */
    d->lag_zero = p->phi_f * 2 * r;
    d->limit = p->kn2 / (p->kn2 - p->kn1) * d->lag_zero;
    d->slope = (p->kn2 - p->kn1) / d->limit;
    d->kc = p->kc;
    d->lag_frozen = p->memory > 1.5;
    d->lags = p->memory > 0.5;
    deal->alone = p->memory > 0.5;
    return NULL;
}

/* Half a period, s, of the loading spring. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    (void)self, (void)speed;
    return restitution_pi * sqrt(pair->m_eff / ((const struct derived *)vd)->k1);
}

const struct lt_part lt_part_normal_luding = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "luding",
    .doc = "loads on kn1 d, unloads on k2(x) (d - d0), x the largest overlap, and pulls with kc d; "
           "k2 grows with x up to kn2 (Luding 2008)",
    .writes = LT_HAS_CIRCLE | LT_HAS_STIFFNESS | LT_HAS_CONSTANT | LT_HAS_ADHESION | LT_HAS_PULL,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .cases = cases,
    .jumps = jumps,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_luding};

#endif
