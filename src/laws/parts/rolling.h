/* SPDX-License-Identifier: MIT */
/* rolling.h: what the rolling parts share. */
#ifdef LT_PART_LISTS
#define ROLLING_PARAMS(F)                                                                          \
    F(fric_roll, "1", 0, 0, INFINITY, "rolling friction: largest moment over arm and pressure",    \
      .of = "rolling", .mix = LT_MIN, .role = LT_ROLLING)                                          \
    F(roll_stiffness, "N m", USUAL_ROLL_STIFFNESS, 0, INFINITY,                                    \
      "moment of the rolling spring over its angle; arrlinear: not given, ks R*^2",                \
      .of = "rolling:" ROLLING_WORDS_THAT(TAKES_roll_stiffness))                                   \
    F(roll_viscosity, "N m s", 0, 0, INFINITY, "moment of the rolling dashpot over the rate",      \
      .of = "rolling:" ROLLING_WORDS_THAT(TAKES_roll_viscosity))                                   \
    F(roll_damping, "1", 0, 0, INFINITY, "share of critical damping of the rolling spring",        \
      .of = "rolling:" ROLLING_WORDS_THAT(TAKES_roll_damping))
#define ROLLING_CLASHES                                                                            \
    {OF_ROLLING, ROLLING_THAT(NEEDS_stiffness), OF_NORMAL, ~NORMAL_THAT(HAS_stiffness),            \
     "it goes by the stiffness of the normal spring, of which this part tells nothing"},
#else

/* The radius of all but hertz-moment and arm; no part rolls on flat bodies. */
static const char *rolling_limit(const struct part *of, double arm) {
    if (!(of->pair->r_eff > 0))
        return "rolling needs a curved body";
    of->d->roll_most = of->d->roll_slip = arm * of->p->fric_roll;
    return NULL;
}

/* 7/5 m R^2 of the two in series, 3/2 of discs: inertia about the contact. */
static double rolling_inertia(const struct lt_pair *pair) {
    const double share = pair->dimensions < 3 ? 1.5 : 1.4;
    const struct lt_body *const bodies[] = {&pair->a, &pair->b};
    double sum = 0;
    for (int i = 0; i < 2; i++) /* a flat one (radius 0) is an infinite sphere */
        sum += isfinite(bodies[i]->mass) && bodies[i]->radius > 0
                   ? 1 / (bodies[i]->mass * bodies[i]->radius * bodies[i]->radius)
                   : 0;
    return share / sum;
}

/* Spring of SHARE times what the normal spring has at the arm, and the dashpot of roll_damping. */
static const char *rolling_elastic(const struct part *of, double share) {
    const double arm = of->pair->r_eff, mu = of->p->fric_roll;
    const double of_normal = share * mu * mu * arm * arm;
    const double c = 2 * of->p->roll_damping * sqrt(rolling_inertia(of->pair));
    of->d->kr_0 = of_normal * of->d->kn_1;
    of->d->kr_half = of_normal * of->d->kn_3_half;
    of->d->cr_0 = c * sqrt(of->d->kr_0);
    of->d->cr_quarter = c * sqrt(of->d->kr_half);
    of->d->roll_at_end = 1;
    of->d->roll_alone = 1;
    return rolling_limit(of, arm);
}

#endif
