/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define DAMPING_RESTITUTION_TEXT                                                                   \
    "such that a head-on impact has the restitution en; dp_mode says where it ends"
#define DAMPING_RESTITUTION_PARAMS(F)                                                              \
    F(en, "1", 1, 0, 1, "restitution of a head-on impact", .of = "damping: restitution")
#define DAMPING_RESTITUTION_CASES                                                                  \
    {"e_n", IS_DAMPING_RESTITUTION, "en",                                                          \
     "the end that dp_mode makes of the impact: zero gap, or zero force where it may not pull"},

#define DAMPING_RESTITUTION_NEEDS_stiffness SAID
#define EN_IS_ELASTIC                                                                              \
    "en is the restitution of elastic contacts that do not stick; take another dashpot and "       \
    "calibrate it to the e_n that an impact at your speed is to have"
#define DAMPING_RESTITUTION_CLASHES                                                                \
    {OF_DAMPING, PART(DAMPING_RESTITUTION), OF_NORMAL, NORMAL_THAT(ANSWERS), EN_IS_ELASTIC},       \
        {OF_DAMPING, PART(DAMPING_RESTITUTION), OF_COHESION, ~PART(COHESION_NONE), EN_IS_ELASTIC},
#else

static const char *damping_restitution(const struct part *of) {
    const enum restitution_end end = of->p->dp_mode > 0.5 ? FORCE_ZERO : GAP_ZERO;
    const double b = restitution_damping(of->p->en, end), m = of->pair->m_eff;
    if (!isfinite(b))
        return "en is 0: where the force may not pull every impact rebounds, en > 0";
    of->d->c_0 = 2 * b * sqrt(m * of->d->kn_1);
    of->d->c_quarter = sqrt(5) * b * sqrt(m * of->d->kn_3_half);
    return NULL;
}

#endif
