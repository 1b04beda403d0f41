/* SPDX-License-Identifier: MIT */
/* tangential.h: what the tangential parts share. */
#ifdef LT_PART_LISTS
#define TANGENTIAL_PARAMS(F)                                                                       \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient", .of = "tangential", .mix = LT_MIN,        \
      .role = LT_FRICTION)                                                                         \
    F(fric_dynamic, "1", INFINITY, 0, INFINITY,                                                    \
      "friction coefficient while slipping, if less than fric",                                    \
      .of = "tangential: all but" TANGENTIAL_WORDS_THAT(LACKS_fric_dynamic), .mix = LT_MIN,        \
      .role = LT_FRICTION_DYNAMIC)                                                                 \
    F(restick, "1", 0, 0, 1,                                                                       \
      "when a contact that slips bears fric again: once less than fric_dynamic is asked for, or "  \
      "at once, a saw-tooth (LIGGGHTS tan_luding)",                                                \
      .of = "tangential: all but" TANGENTIAL_WORDS_THAT(LACKS_fric_dynamic),                       \
      .choices = "below at-once")                                                                  \
    F(tangential_ratio, "1", NAN, 0, INFINITY,                                                     \
      "tangential over normal viscosity, on top of others; not given: 1 of viscous, else 0",       \
      .of = "tangential and damping")                                                              \
    F(slip_dashpot, "1", 0, 0, 1, "the tangential dashpot while the contact slips",                \
      .of = "tangential: all but" TANGENTIAL_WORDS_THAT(LACKS_slip_dashpot),                       \
      .choices = "dropped kept")                                                                   \
    F(cap_on, "1", 0, 0, 1, "what friction limits: spring and dashpot together, or the spring",    \
      .of = "tangential: all but" TANGENTIAL_WORDS_THAT(LACKS_cap_on), .choices = "total elastic") \
    F(phi, "1", 0, 0, INFINITY, "tangential damping, phi sqrt(m_eff 8 G* a)",                      \
      .of = "tangential:" TANGENTIAL_WORDS_THAT(TAKES_phi))                                        \
    F(kt_update, "1", 0, 0, 1, "kt of a step, its mean over the overlap or at the end",            \
      .of = "tangential:" TANGENTIAL_WORDS_THAT(TAKES_kt_update), .choices = "mean end")
/* Those that have no spring. */
#define WITHOUT_SPRING (PART(TANGENTIAL_NONE) | TANGENTIAL_THAT(LACKS_spring) | OWN(TANGENTIAL_END))
#define TANGENTIAL_CLASHES                                                                         \
    {OF_TANGENTIAL, TANGENTIAL_THAT(NEEDS_radius), OF_NORMAL, ~NORMAL_THAT(HAS_radius),            \
     "its stiffness follows G* and Hertz' contact radius, of which this normal part tells "        \
     "nothing; take 'tangential: linear'"},
#else

/* A spring of SHARE of 8 G* a, a = sqrt(R* d). */
static const char *tangential_of_radius(const struct part *of, double share) {
    const double initial = 8 * of->p->shear_eff * sqrt(of->pair->r_eff);
    if (!isfinite(initial))
        return "the tangential spring follows G*: give young and poisson, of both bodies' "
               "materials or in the law, or shear_eff";
    of->d->kt_half = share * initial;
    of->d->ct_quarter = of->p->phi * sqrt(of->pair->m_eff * initial);
    return NULL;
}

/* Stiffness over sqrt(d) of a spring of 8 G* a at an arm. */
static const char *arm_of_radius(const struct part *of, double arm, double *k) {
    *k = arm * arm * (8 * of->p->shear_eff * sqrt(of->pair->r_eff));
    return of->p->normal == NORMAL_LINEAR ? "a spring without stiffness of its own follows Hertz' "
                                            "contact radius and G*, which "
                                            "'normal: linear' does not have: give kr and kto"
           : isfinite(*k)                 ? NULL
                          : "a spring without stiffness of its own follows G*: give young and "
                            "poisson, of both bodies' materials or in the law, or shear_eff";
}

#endif
