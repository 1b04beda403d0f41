/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define NORMAL_WALTON_BRAUN_TEXT                                                                   \
    "loads on kn1 d, unloads on k2 (d - d0) down to no force; k2 is kn2, or kn1 (1 + hardening "   \
    "x), x the largest overlap (Walton & Braun 1986)"
#define NORMAL_WALTON_BRAUN_PARAMS(F)                                                              \
    F(hardening, "1/m", NAN, 0, INFINITY, "growth of kn2/kn1 with the largest overlap",            \
      .of = "normal: walton-braun", .mix = LT_MEAN)
#define NORMAL_WALTON_BRAUN_CASES                                                                  \
    {"e_n", IS_NORMAL_WALTON_BRAUN " and " IS_DAMPING_NONE " and cohesion == 0 and kn2 > 0",       \
     "sqrt(kn1/kn2)", "at any speed; the contact itself ends at zero gap"},
#define NORMAL_WALTON_BRAUN_DECLARES                                                               \
    {"contact-time", IS_NORMAL_WALTON_BRAUN, INFINITY,                                             \
     "the contact time is that of elastic loading"},
#define NORMAL_WALTON_BRAUN_TAKES_kn1      SAID
#define NORMAL_WALTON_BRAUN_REMEMBERS_peak SAID
#define NORMAL_WALTON_BRAUN_HAS_stiffness  SAID
#define NORMAL_WALTON_BRAUN_LOSES_plastic  SAID
#define NORMAL_WALTON_BRAUN_ANSWERS        SAID
#define NORMAL_WALTON_BRAUN_GRIP           GRIP(NORMAL_WALTON_BRAUN, normal_spring_grip)
#else

static const char *normal_walton_braun(const struct part *of) {
    struct params *p = of->p;
    /* What is not given is 0 once it is derived. */
    const int hardens = !isnan(p->hardening) && !(p->kn2 > 0);
    if (!(p->kn1 > 0) || !isfinite(p->kn1))
        return "normal: walton-braun needs kn1 > 0";
    if ((p->kn2 > 0 && p->hardening > 0) || (isnan(p->kn2) && isnan(p->hardening)))
        return "normal: walton-braun needs kn2, or hardening: one of them";
    if (hardens && !isfinite(p->hardening))
        return "hardening is infinite";
    if (!hardens && !(p->kn2 >= p->kn1 && isfinite(p->kn2)))
        return "normal: walton-braun needs kn2 >= kn1";
    normal_remembers(of, hardens ? p->kn1 : p->kn2, hardens ? p->kn1 * p->hardening : 0);
    of->d->spring_keeps = 1;
    return NULL;
}

#endif
