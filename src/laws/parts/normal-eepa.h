/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define NORMAL_EEPA_TEXT                                                                           \
    "loads on k_load d^lu_exp, unloads on k2 (d^lu_exp - p^lu_exp), k2 = k_load/(1 - "             \
    "plas_ratio), and pulls with k_adh d^adh_exp (EEPA, Morrissey 2013)"
#define NORMAL_EEPA_PARAMS(F)                                                                      \
    F(k_load, "N/m^1.5", NAN, 0, INFINITY,                                                         \
      "stiffness of loading, N/m^lu_exp; not given: 4/3 E* sqrt(R*) or 2 E* R*",                   \
      .of = "normal: eepa", .mix = LT_SERIES)                                                      \
    F(plas_ratio, "1", 0, 0, 1, "plasticity ratio, 1 - k_load/k2", .of = "normal: eepa",           \
      .mix = LT_MEAN)                                                                              \
    F(lu_exp, "1", 1.5, 1, 5, "exponent of the overlap in loading and unloading",                  \
      .of = "normal: eepa")                                                                        \
    F(adh_exp, "1", 1.5, 1, 20, "exponent of the overlap on the adhesive branch",                  \
      .of = "normal: eepa")                                                                        \
    F(surf_adh, "J/m^2", 0, 0, INFINITY, "the largest pull is 3/2 pi surf_adh a, a of the lens",   \
      .of = "normal: eepa", .mix = LT_GEOMETRIC)                                                   \
    F(adh_cap, "1", 0, 0, 1,                                                                       \
      "where the branch begins whose pull is capped at k2 p^lu_exp/2: on the line, or at p/2",     \
      .of = "normal: eepa", .choices = "line half")
#define NORMAL_EEPA_DERIVED(F)                                                                     \
    F(eepa_k1, "1", "stiffness of loading, N/m^lu_exp")                                            \
    F(eepa_k2, "1", "stiffness of unloading")                                                      \
    F(eepa_n, "1", "exponent of both")                                                             \
    F(eepa_chi, "1", "exponent of adhesion")                                                       \
    F(eepa_share, "1", "plastic over largest overlap")                                             \
    F(eepa_gamma, "J/m^2", "adhesion")                                                             \
    F(eepa_ra, "m", "radius of a curved body")                                                     \
    F(eepa_rb, "m", "radius of the other one; 0: flat")                                            \
    F(eepa_half, "1", "1 if a capped branch begins at p/2")
#define NORMAL_EEPA_STATE(F)                                                                       \
    F(overlap_plastic, "m", "p: overlap at which unloading has no force", .of = "normal: eepa")
#define NORMAL_EEPA_CASES                                                                          \
    {"e_n",                                                                                        \
     IS_NORMAL_EEPA " and " IS_DAMPING_NONE                                                        \
                    " and cohesion == 0 and surf_adh == 0 and pull_off == 0 and plas_ratio < 1",   \
     "sqrt((1 - (lu_exp + 1)*plas_ratio + lu_exp*plas_ratio^(1 + 1/lu_exp))/(1 - plas_ratio))",    \
     "at any speed; the contact itself ends at zero gap"},
#define EEPA_CAPPED                                                                                \
    IS_NORMAL_EEPA " and surf_adh > 0 and adh_exp < lu_exp", INFINITY,                             \
        "eepa: the pull that is left, capped anew, is less if adh_exp < lu_exp: the force jumps"
#define NORMAL_EEPA_CLASHES                                                                        \
    {OF_COHESION, ~PART(COHESION_NONE), OF_NORMAL, PART(NORMAL_EEPA),                              \
     "its contact pulls by itself, by surf_adh and pull_off"},
#define NORMAL_EEPA_DECLARES                                                                       \
    {"contact-time", IS_NORMAL_EEPA, INFINITY, "the contact time is that of elastic loading"},     \
        {"units", IS_NORMAL_EEPA " and lu_exp ~= 1.5", INFINITY, "k_load is in N/m^lu_exp"},       \
        {"continuity", EEPA_CAPPED}, {"order", EEPA_CAPPED},
#define NORMAL_EEPA_TAKES_young    SAID
#define NORMAL_EEPA_TAKES_pull_off SAID
#define NORMAL_EEPA_HAS_radius     SAID
#define NORMAL_EEPA_LOSES_plastic  SAID
#define NORMAL_EEPA_LOSES_adhesion SAID
#define NORMAL_EEPA_ANSWERS        SAID
#define NORMAL_EEPA_JUMPS                                                                          \
    {"fn", "made", IS_NORMAL_EEPA " and pull_off > 0", "pull_off", "a constant pull"},             \
        {"fn", "lost", IS_NORMAL_EEPA " and pull_off > 0", "-pull_off", "a constant pull"},
#if LT_N == 1 /* powers of any exponent: such a contact is stepped by itself */
#define NORMAL_EEPA_GRIP GRIP(NORMAL_EEPA, normal_eepa_grip)
#endif
#else

static const char *normal_eepa(const struct part *of) {
    struct params *p = of->p;
    const struct lt_pair *pair = of->pair;
    const double n = p->lu_exp;
    /* Where k_load has followed from E* it is in kn1, too, which other parts have. */
    double k = p->k_load > 0 && p->k_load != p->kn1 ? p->k_load : NAN;
    const int follows = isnan(k);
    if (!(p->plas_ratio < 1))
        return "normal: eepa needs plas_ratio < 1";
    if (!isnan(p->young) || !isnan(p->young_eff) || isnan(k)) {
        const char *wrong = normal_hertz(of);
        if (wrong && isnan(k))
            return wrong;
        of->d->kn_3_half = 0;
    }
    if (isnan(k) && n == 1.5)
        k = 4.0 / 3 * p->young_eff * sqrt(pair->r_eff);
    else if (isnan(k) && n == 1)
        k = 2 * p->young_eff * pair->r_eff;
    if (!(k > 0) || !isfinite(k))
        return "normal: eepa needs k_load > 0, in N/m^lu_exp; young and poisson make it for lu_exp "
               "1.5 and 1 only";
    p->k_load = k;
    p->kn1 = follows ? k : 0;
    const double ra = pair->a.curvature > 0 ? 1 / pair->a.curvature : 0;
    const double rb = pair->b.curvature > 0 ? 1 / pair->b.curvature : 0;
    if (p->surf_adh > 0 && !(fmax(ra, rb) > 0))
        return "surf_adh needs a curved body";
    of->d->form = NORMAL_EEPA;
    of->d->alone = 1;
    of->d->spring_pull = of->d->pull_off = p->pull_off;
    of->d->eepa_k1 = k;
    of->d->eepa_k2 = k / (1 - p->plas_ratio);
    of->d->eepa_n = n;
    of->d->eepa_chi = p->adh_exp;
    of->d->eepa_share = pow(p->plas_ratio, 1 / n);
    of->d->eepa_gamma = p->surf_adh;
    of->d->eepa_ra = fmax(ra, rb);
    of->d->eepa_rb = fmin(ra, rb);
    of->d->eepa_half = p->adh_cap;
    return NULL;
}

#if LT_N == 1
static inline void normal_eepa_grip(const struct derived *d, struct state *x, struct lt_grip *g) {
    const struct lt_eepa k = {.k1 = d->eepa_k1,
                              .k2 = d->eepa_k2,
                              .n = d->eepa_n,
                              .chi = d->eepa_chi,
                              .share = d->eepa_share,
                              .gamma = d->eepa_gamma,
                              .ra = d->eepa_ra,
                              .rb = d->eepa_rb,
                              .half_cap = d->eepa_half > 0.5};
    const double o = g->on && g->d > 0 ? g->d : 0, o0 = g->was && g->d0 > 0 ? g->d0 : 0;
    const double p = g->was ? x->overlap_plastic : 0, pull = d->spring_pull;
    const struct lt_eepa_end end = eepa_move(&k, p, g->was && x->adheres > 0.5, o0, o, 1, 1);
    g->push = g->on ? end.force - pull : 0;
    g->strain = g->on ? end.strain - pull * o : 0;
    g->root = sqrt(o);
    g->root0 = sqrt(o0);
    g->push0 = end.force0 - pull;
    g->edge = 0 - pull;
    g->back = g->on ? end.back + pull : 0;
    g->plastic = end.plastic;
    g->adhesion = end.adhesion;
    g->branch = end.loads | end.adheres << 1;
    x->overlap_plastic = g->on ? end.p : 0;
    x->adheres = g->on && end.adheres;
}
#endif

#endif
