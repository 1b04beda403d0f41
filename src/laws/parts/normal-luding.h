/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define NORMAL_LUDING_TEXT                                                                         \
    "loads on kn1 d, unloads on k2(x) (d - d0), x the largest overlap, and pulls with kc d; k2 "   \
    "grows with x up to kn2 (Luding 2008)"
#define NORMAL_LUDING_PARAMS(F)                                                                    \
    F(kc, "N/m", 0, 0, INFINITY, "stiffness of the adhesive branch", .of = "normal: luding",       \
      .mix = LT_SERIES)                                                                            \
    F(phi_f, "1", NAN, 0, INFINITY,                                                                \
      "plasticity depth: at the limit the overlap left without force is phi_f 2 R*",               \
      .of = "normal: luding", .mix = LT_MEAN)                                                      \
    F(memory, "1", 0, 0, 2,                                                                        \
      "x on the adhesive branch: where both lines meet; from k2 of the step before (LIGGGHTS "     \
      "luding, MercuryDPM); that k2 on all lines (YADE)",                                          \
      .of = "normal: luding", .choices = "consistent explicit lagged")
#define NORMAL_LUDING_DERIVED(F)                                                                   \
    F(lag_zero, "m", "where the force is 0 that unloads from the limit")                           \
    F(lag_frozen, "1", "1 if the line of unloading lags too")
#define NORMAL_LUDING_STATE(F)                                                                     \
    F(overlap_zero, "m", "overlap at which the unloading line is 0, memory: lagged", .hidden = 1,  \
      .of = "normal: luding")
#define NORMAL_LUDING_JUMPS                                                                        \
    {"fn", "made", IS_NORMAL_LUDING " and pull_off > 0", "pull_off", "a constant pull"},           \
        {"fn", "lost", IS_NORMAL_LUDING " and pull_off > 0", "-pull_off", "a constant pull"},
#if LT_N == 1
#define NORMAL_LUDING_GRIP                                                                         \
    GRIP(NORMAL_LUDING, normal_spring_grip) GRIP(NORMAL_LUDING_LAGS, normal_lagged_grip)
#else
#define NORMAL_LUDING_GRIP GRIP(NORMAL_LUDING, normal_spring_grip)
#endif
/* An impact on kn1 up to x gives back kn1^2 x^2/(2 k2) less what adhesion takes: nothing from
 * k2 - kn1 = kn1 (kn1 + kc)/kc on, which is below the limit or not. Beyond it no more is lost. */
#define LUDING_STICKS                                                                              \
    IS_NORMAL_LUDING " and " IS_DAMPING_NONE                                                       \
                     " and pull_off == 0 and kc*(kn2 - kn1) > kn1*(kn1 + kc)"
#define LUDING_LIMIT "(2*r_eff*phi_f*kn2/(kn2 - kn1))"
#define NORMAL_LUDING_CASES                                                                        \
    {"e_n", IS_NORMAL_LUDING " and " IS_DAMPING_NONE " and pull_off == 0 and kn2 == kn1", "1",     \
     "without hysteresis"},                                                                        \
        {"v_stick", LUDING_STICKS,                                                                 \
         LUDING_LIMIT "*sqrt((kn2 - kn1)/kn2*(kn1 + kc*(kn2 - kn1)/(kn2 + kc))/m_eff)",            \
         "slower impacts stick, down to v_stick_from"},                                            \
        {"v_stick_from", LUDING_STICKS,                                                            \
         LUDING_LIMIT "*kn1*(kn1 + kc)/(kc*(kn2 - kn1))*sqrt(kn1/m_eff)",                          \
         "slower impacts rebound"},
/* Its form with a memory that lags: such a contact is stepped by itself. */
enum { NORMAL_LUDING_LAGS = 100 };
#define NORMAL_LUDING_CLASHES                                                                      \
    {OF_COHESION, ~PART(COHESION_NONE), OF_NORMAL, PART(NORMAL_LUDING),                            \
     "its contact pulls by itself, by kc and pull_off"},
#define NORMAL_LUDING_DECLARES                                                                     \
    {"contact-time", IS_NORMAL_LUDING, INFINITY, "the contact time is that of elastic loading"},
#define NORMAL_LUDING_TAKES_kn1      SAID
#define NORMAL_LUDING_TAKES_pull_off SAID
#define NORMAL_LUDING_REMEMBERS_peak SAID
#define NORMAL_LUDING_HAS_stiffness  SAID
#define NORMAL_LUDING_LOSES_plastic  SAID
#define NORMAL_LUDING_LOSES_adhesion SAID
#define NORMAL_LUDING_ANSWERS        SAID
#else

static const char *normal_luding(const struct part *of) {
    const struct params *p = of->p;
    if (!(p->kn1 > 0) || !(p->kn2 >= p->kn1) || !isfinite(p->kn2))
        return "normal: luding needs kn2 >= kn1 > 0";
    of->d->spring_pull = of->d->pull_off = p->pull_off;
    if (p->kn2 == p->kn1) { /* an elastic spring: nothing is remembered, kc has nothing to pull */
        normal_remembers(of, p->kn1, 0);
        return NULL;
    }
    if (!(p->phi_f > 0) || !(of->pair->r_eff > 0))
        return "normal: luding needs phi_f > 0 and a curved body: its plastic limit is "
               "phi_f 2 R* kn2/(kn2 - kn1)";
    const double zero = p->phi_f * 2 * of->pair->r_eff, limit = p->kn2 / (p->kn2 - p->kn1) * zero;
    normal_remembers(of, p->kn1, (p->kn2 - p->kn1) / limit);
    of->d->spring_kc = p->kc;
    of->d->spring_limit = limit;
    of->d->lag_zero = zero;
    of->d->lag_frozen = p->memory > 1.5;
    if (p->memory > 0.5)
        of->d->form = NORMAL_LUDING_LAGS;
    of->d->alone = p->memory > 0.5;
    return NULL;
}

#if LT_N == 1
static inline void normal_lagged_grip(const struct derived *d, struct state *x, struct lt_grip *g) {
    const struct lt_lagged k = {.spring = normal_spring(d),
                                .k2 = d->spring_k1 + d->spring_slope * d->spring_limit,
                                .zero_most = d->lag_zero,
                                .frozen = d->lag_frozen > 0.5};
    const struct lt_lagged_state none = {0, 0, 0},
                                 was = {x->overlap_peak, x->overlap_zero, x->adheres > 0.5};
    const double o = g->on && g->d > 0 ? g->d : 0, o0 = g->was && g->d0 > 0 ? g->d0 : 0;
    const struct lt_lagged_end end = lagged_move(&k, g->was ? was : none, o0, o);
    const struct lt_plastic as = {end.force,  end.strain, end.plastic, end.adhesion, end.state.x,
                                  end.branch, 0};
    normal_answer(&as, d->spring_pull, sqrt(o), sqrt(o0), x, g);
    g->back += d->spring_kc * o;
    g->push0 = end.force0 - d->spring_pull;
    g->defect = end.defect;
    x->overlap_zero = g->on ? end.state.zero : 0;
    x->adheres = g->on && end.state.adheres;
}
#endif

#endif
