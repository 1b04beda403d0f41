/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TWISTING_MARSHALL_TEXT                                                                     \
    "what the tangential spring, dashpot and friction have over the circle of radius a = sqrt(R* " \
    "d): 1/2 kt a^2, 1/2 ct a^2, 2/3 a fric N"
#define TWISTING_MARSHALL_DECLARES                                                                 \
    {"continuity", IS_TWISTING_MARSHALL, 2,                                                        \
     "marshall: the spring takes what the dashpot has beyond friction"},                           \
        {"jumps", IS_TWISTING_MARSHALL " and " ADHESIVE, 1,                                        \
         "marshall: so at touch, where a pull holds the spring at once"},                          \
        {"cycle", IS_TWISTING_MARSHALL, 1,                                                         \
         "marshall: the spring is wound against the twisting, and gives that back"},               \
        {"order", IS_TWISTING_MARSHALL, 1,                                                         \
         "marshall: the spring of a new contact depends on the first step"},
#define TWISTING_MARSHALL_CLASHES                                                                  \
    {OF_TWISTING, PART(TWISTING_MARSHALL), OF_TANGENTIAL, WITHOUT_SPRING,                          \
     "it is what the tangential spring has over the circle of contact, and there is none"},
#else

static const char *twisting_marshall(const struct part *of) {
    const double r = of->pair->r_eff;
    if (!(r > 0))
        return "twisting: marshall needs a curved body: two flat ones have no contact radius";
    of->d->kw_1 = 0.5 * r * of->d->kt_0;
    of->d->kw_3_half = 0.5 * r * of->d->kt_half;
    of->d->cw_shear = 0.5 * r;
    of->d->twist_half = 2.0 / 3 * sqrt(r) * of->p->fric;
    of->d->twist_holds = 1;
    of->d->twist_kept = 1;
    return NULL;
}

#endif
