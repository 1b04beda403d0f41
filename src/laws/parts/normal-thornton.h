/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define NORMAL_THORNTON_TEXT                                                                       \
    "Hertz' contact up to yield_pressure in its middle, constant from there on; unloads as Hertz " \
    "with the radius that it is left with (Thornton 1997)"
#define NORMAL_THORNTON_PARAMS(F)                                                                  \
    F(yield_pressure, "Pa", NAN, 0, INFINITY,                                                      \
      "pressure at which it yields, 1.6 to 2.8 times the yield stress", .of = "normal: thornton",  \
      .mix = LT_MIN)
#define NORMAL_THORNTON_DERIVED(F)                                                                 \
    F(yield_young, "Pa", "E*")                                                                     \
    F(yield_radius, "m", "R*")                                                                     \
    F(yield_d, "m", "overlap at which it yields")                                                  \
    F(yield_f, "N", "force there")                                                                 \
    F(yield_k, "N/m", "slope from there on")
/* The speed v of the impact is told by t_c, Hertz' contact time at v; F and x: force and overlap at
 * the turning point, d_y and F_y: at yield. */
#define THORNTON_K   "(4/3*young_eff*sqrt(r_eff))"
#define THORNTON_V   "((2.943275184324705*(1.25*m_eff/" THORNTON_K ")^0.4/t_c)^5)"
#define THORNTON_E   "(0.5*m_eff*" THORNTON_V "^2)"
#define THORNTON_D_Y "((pi*yield_pressure/(2*young_eff))^2*r_eff)"
#define THORNTON_F_Y "(" THORNTON_K "*" THORNTON_D_Y "^1.5)"
#define THORNTON_F                                                                                 \
    "sqrt(" THORNTON_F_Y "^2 + 2*pi*r_eff*yield_pressure*(" THORNTON_E " - 0.4*" THORNTON_F_Y      \
    "*" THORNTON_D_Y "))"
#define THORNTON_X                                                                                 \
    "(" THORNTON_D_Y " + (" THORNTON_F " - " THORNTON_F_Y ")/(pi*r_eff*yield_pressure))"
#define NORMAL_THORNTON_CASES                                                                      \
    {"e_n",                                                                                        \
     IS_NORMAL_THORNTON " and " IS_DAMPING_NONE " and cohesion == 0 and " THORNTON_E               \
                        " <= 0.4*" THORNTON_F_Y "*" THORNTON_D_Y,                                  \
     "1", "it does not yield"},                                                                    \
        {"e_n", IS_NORMAL_THORNTON " and " IS_DAMPING_NONE " and cohesion == 0",                   \
         THORNTON_F "*sqrt(0.3/(young_eff*sqrt(r_eff*" THORNTON_X ")*" THORNTON_E "))",            \
         "the contact itself ends at zero gap"},
/* Unloading is Hertz' contact of a radius R: a^2 = R (d - d_p), and as large as loading left it. */
#define THORNTON_A2                                                                                \
    "(r_eff*overlap_peak + 4/3*young_eff*(r_eff*overlap_peak)^1.5/(" THORNTON_F_Y                  \
    " + pi*r_eff*yield_pressure*(overlap_peak - " THORNTON_D_Y "))*(-un - overlap_peak))"
#define NORMAL_THORNTON_VIEWS                                                                      \
    {"contact_radius", "m",                                                                        \
     "overlap_peak > " THORNTON_D_Y " and sqrt(max(0, " THORNTON_A2                                \
     ")) or sqrt(r_eff*max(0, -un))",                                                              \
     "radius of the contact area, of the larger curvature that yielding has left too"},
#define NORMAL_THORNTON_DECLARES                                                                   \
    {"contact-time", IS_NORMAL_THORNTON, INFINITY, "the contact time is that of elastic loading"},
#define NORMAL_THORNTON_TAKES_young    SAID
#define NORMAL_THORNTON_REMEMBERS_peak SAID
#define NORMAL_THORNTON_HAS_stiffness  SAID
#define NORMAL_THORNTON_HAS_radius     SAID
#define NORMAL_THORNTON_STIFFENS       SAID
#define NORMAL_THORNTON_LOSES_plastic  SAID
#define NORMAL_THORNTON_ANSWERS        SAID
#define NORMAL_THORNTON_GRIP           GRIP(NORMAL_THORNTON, normal_thornton_grip)
#else

static const char *normal_thornton(const struct part *of) {
    const double yield = of->p->yield_pressure, r = of->pair->r_eff;
    const char *wrong = normal_hertz(of);
    if (wrong)
        return wrong;
    if (!(yield > 0) || !isfinite(yield))
        return "normal: thornton needs yield_pressure > 0";
    const double a = restitution_pi * yield * r / (2 * of->p->young_eff);
    of->d->form = NORMAL_THORNTON;
    of->d->yield_young = of->p->young_eff;
    of->d->yield_radius = r;
    of->d->yield_d = a * a / r;
    of->d->yield_f = 4.0 / 3 * of->p->young_eff * a * a * a / r;
    of->d->yield_k = restitution_pi * yield * r;
    return NULL;
}

LT_INLINE void normal_thornton_grip(const struct derived_n *d, struct state_n *x,
                                    struct lt_grip *g) {
    const num zero = NUM(0.0), before = SEL(g->was, x->overlap_peak, zero);
    const num o = SEL(g->on & (g->d > 0), g->d, zero), o0 = SEL(g->d0 > 0, g->d0, zero);
    const struct lt_plastic_yield k = {.k = d->kn_3_half,
                                       .radius = d->yield_radius,
                                       .young = d->yield_young,
                                       .d_yield = d->yield_d,
                                       .f_yield = d->yield_f,
                                       .k_yield = d->yield_k};
    const struct lt_plastic end = plastic_yield(&k, before, o), was = plastic_yield(&k, before, o0);
    normal_answer(&end, zero, end.root, was.root, x, g);
    g->push0 = was.force;
}

#endif
