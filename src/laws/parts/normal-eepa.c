/* SPDX-License-Identifier: MIT */
/* normal: eepa. Morrissey, thesis, Edinburgh 2013. It needs powers of any exponent, so that there
 * is no vector step. */
#include "elastic.h"
#include "remembers.h"

#if LT_N == 1

/* Units are in the table of derived numbers below. */
struct derived {
    num k1, k2, n, chi, share, gamma, ra, rb, half, pull, root_r;
};
struct state {
    num overlap_plastic, adheres, branch_pull, pull_anew, branch_left;
};

/* The normal force by eepa_move(), with its hysteresis p and adhesive branch, and a constant
 * attraction pull_off. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct lt_memory_losses *e = ve;
    const struct lt_eepa k = {.k1 = d->k1,
                              .k2 = d->k2,
                              .n = d->n,
                              .chi = d->chi,
                              .share = d->share,
                              .gamma = d->gamma,
                              .ra = d->ra,
                              .rb = d->rb,
                              .half_cap = d->half > 0.5};
    const struct lt_shear_span *s = t->surfaces;
    const int on = s->active, was = (on && !s->entering) || s->leaving;
    const double o = on ? t->d : 0, o0 = was ? t->d0 : 0;
    const struct lt_eepa_end end =
        eepa_move(&k, was ? x->overlap_plastic : 0, was && x->adheres > 0.5, o0, o,
                  s->entering || s->leaving, (t->reads & LT_HAS_ADHESION) != 0);
    const struct lt_plastic as = {.force = end.force, .strain = end.strain};
    (void)self;
    lt_remembered(t, &as, end.force0, d->pull, o, d->root_r, sqrt(o), sqrt(o0));
    t->adhesive = on ? end.back + d->pull : 0;
    if (t->reads & LT_HAS_STIFFNESS) { /* secant stiffness of loading, N/m */
        t->k = o > 0 ? d->k1 * pow(o, d->n - 1) : 0;
        t->k0 = o0 > 0 ? d->k1 * pow(o0, d->n - 1) : 0;
    }
    t->o->branch |= (end.loads | end.adheres << 1) * LT_BRANCH(LT_NORMAL_PART, 0);
    e->plastic = end.plastic;
    e->adhesion = end.adhesion;
    if (was && x->adheres > 0.5 && o > o0)
        x->branch_left = x->branch_left < 7 ? x->branch_left + 1 : 0;
    x->overlap_plastic = on ? end.p : 0;
    x->adheres = on && end.adheres;
    x->branch_pull = on ? end.back : 0;
    x->pull_anew =
        on && end.adheres && d->chi < d->n ? eepa_pull_of_new_branch(&k, end.back, o) : 0;
}

const struct lt_part_steps LT_STEPS(normal_eepa) = {.step = step};

#else
const struct lt_part_steps LT_STEPS(normal_eepa) = {.step = NULL};
#endif

#ifdef LT_TABLES

struct params {
    struct lt_moduli moduli;
    double k_load, plas_ratio, lu_exp, adh_exp, surf_adh, adh_cap, pull_off, k_followed;
};

static const struct lt_field params[] = {
    LT_MODULI_ROWS,
    {"k_load", "N/m^1.5", NAN, 0, INFINITY,
     .doc = "stiffness of loading, N/m^lu_exp; not given: 4/3 E* sqrt(R*) or 2 E* R*",
     .mix = LT_SERIES},
    {"plas_ratio", "1", 0, 0, 1, .doc = "plasticity ratio, 1 - k_load/k2", .mix = LT_MEAN},
    {"lu_exp", "1", 1.5, 1, 5, .doc = "exponent of the overlap in loading and unloading"},
    {"adh_exp", "1", 1.5, 1, 20, .doc = "exponent of the overlap on the adhesive branch"},
    {"surf_adh", "J/m^2", 0, 0, INFINITY,
     .doc = "the largest pull is 3/2 pi surf_adh a, a of the lens", .mix = LT_GEOMETRIC},
    {"adh_cap", "1", 0, 0, 1,
     .doc = "where the branch begins whose pull is capped at k2 p^lu_exp/2: on the line, or at p/2",
     .choices = "line half"},
    LT_PULL_OFF_ROW,
    {"k_followed", "N/m^1.5", 0, 0, INFINITY, .doc = "k_load where it has followed from young",
     .hidden = 1},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(k1, "1", "stiffness of loading, N/m^lu_exp"),
    LT_NUMBER(k2, "1", "stiffness of unloading"),
    LT_NUMBER(n, "1", "exponent of both"),
    LT_NUMBER(chi, "1", "exponent of adhesion"),
    LT_NUMBER(share, "1", "plastic over largest overlap"),
    LT_NUMBER(gamma, "J/m^2", "adhesion"),
    LT_NUMBER(ra, "m", "radius of a curved body"),
    LT_NUMBER(rb, "m", "radius of the other one; 0: flat"),
    LT_NUMBER(half, "1", "1 if a capped branch begins at p/2"),
    LT_NUMBER(pull, "N", "constant pull"),
    LT_NUMBER(root_r, "m^0.5", "root of R*"),
    {.name = NULL}};
static const struct lt_field state[] = {
    {"overlap_plastic", "m", .doc = "p: overlap at which unloading has no force"},
    {"adheres", "1", .doc = "1 on the adhesive branch"},
    {"branch_pull", "N", .doc = "pull of the adhesive branch at this overlap", .hidden = 1,
     .told = 1},
    {"pull_anew", "N", .doc = "on it: that of the branch of what is left, where it is less",
     .hidden = 1, .told = 1},
    {"branch_left", "1", .doc = "how often it was left, modulo 8", .hidden = 1},
    {.name = NULL}};
static const struct lt_field losses[] = {LT_MEMORY_LOSSES, {.name = NULL}};
static const struct lt_case cases[] = {
    {"e_n", "damping:none and cohesion:none and surf_adh == 0 and pull_off == 0 and plas_ratio < 1",
     "sqrt((1 - (lu_exp + 1)*plas_ratio + lu_exp*plas_ratio^(1 + 1/lu_exp))/(1 - plas_ratio))",
     "at any speed; the contact itself ends at zero gap"},
    {.result = NULL}};
#define CAPPED "surf_adh > 0 and adh_exp < lu_exp"
static const struct lt_jump jumps[] = {
    LT_PULL_OFF_JUMPS,

    {"fn", "branch_left", CAPPED, "select(adheres > 0.5, min(0, pull_anew - branch_pull), 0)",
     "the pull that is left, capped anew, is less if adh_exp < lu_exp"},
    {.force = NULL}};
static const struct lt_shortfall declares[] = {
    {"units", "lu_exp ~= 1.5", INFINITY, "k_load is in N/m^lu_exp"},
    {"order", CAPPED, 1,
     "eepa: where a pull is capped anew depends on the steps in which its branch is left"},
    {.check = NULL}};

/* Derives the stiffnesses k1 of loading and k2 of unloading, N/m^lu_exp, from k_load, or from young
 * for the exponents 1.5 and 1, and the radii of the bodies, m. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *va,
                          const void *vb, void *vp, void *vd) {
    const struct params *a = va, *b = vb;
    struct params *p = vp;
    struct derived *d = vd;
    const struct lt_pair *pair = deal->pair;
    const double n = p->lu_exp;
    double k = p->k_load > 0 && p->k_load != p->k_followed ? p->k_load : NAN;
    const int follows = isnan(k);
    (void)self;
    if (!(p->plas_ratio < 1))
        return "normal: eepa needs plas_ratio < 1";
    if (!isnan(p->moduli.young) || !isnan(p->moduli.young_eff) || isnan(k)) {
        const char *wrong = lt_moduli(deal, &a->moduli, &b->moduli, &p->moduli);
        if (wrong && isnan(k))
            return wrong;
    }
    /* Hertz' stiffness, or the linear one 2 E* R*. */
    if (isnan(k) && n == 1.5)
        k = 4.0 / 3 * p->moduli.young_eff * sqrt(pair->r_eff);
    else if (isnan(k) && n == 1)
        k = 2 * p->moduli.young_eff * pair->r_eff;
    if (!(k > 0) || !isfinite(k))
        return "normal: eepa needs k_load > 0, in N/m^lu_exp; young and poisson give it for lu_exp "
               "1.5 and 1 only";
    p->k_load = k;
    p->k_followed = follows ? k : 0;
    const double ra = pair->a.curvature > 0 ? 1 / pair->a.curvature : 0;
    const double rb = pair->b.curvature > 0 ? 1 / pair->b.curvature : 0;
    if (p->surf_adh > 0 && !(fmax(ra, rb) > 0))
        return "surf_adh needs a curved body";
    /* plas_ratio = 1 - k1/k2; the overlap p without force after unloading from d: k1 d^n = k2 (d^n
     * - p^n), p = plas_ratio^(1/n) d. */
    *d = (struct derived){.k1 = k,
                          .k2 = k / (1 - p->plas_ratio),
                          .n = n,
                          .chi = p->adh_exp,
                          .share = pow(p->plas_ratio, 1 / n),
                          .gamma = p->surf_adh,
                          .ra = fmax(ra, rb),
                          .rb = fmin(ra, rb),
                          .half = p->adh_cap,
                          .pull = p->pull_off,
                          .root_r = isfinite(pair->r_eff) ? sqrt(pair->r_eff) : 0};
    deal->pull_off += p->pull_off;
    return NULL;
}

/* Duration, s, of an elastic impact at SPEED, m/s, on the loading line. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    const struct derived *d = vd;
    (void)self;
    return eepa_time(d->k1, d->n, pair->m_eff, speed);
}

const struct lt_part lt_part_normal_eepa = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "eepa",
    .doc = "loads on k_load d^lu_exp, unloads on k2 (d^lu_exp - p^lu_exp), k2 = k_load/(1 - "
           "plas_ratio), and pulls with k_adh d^adh_exp (EEPA, Morrissey 2013)",
    .writes = LT_HAS_STIFFNESS | LT_HAS_RADIUS | LT_HAS_CIRCLE | LT_HAS_MODULI | LT_HAS_ADHESION |
              LT_HAS_PULL,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .cases = cases,
    .jumps = jumps,
    .declares = declares,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_eepa};

#endif
