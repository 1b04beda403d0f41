/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_VISCOUS_TEXT "the moment fric_roll R* N (R* w)/(1 m/s), a dashpot (model B)"
#define ROLLING_VISCOUS_DECLARES                                                                   \
    {"units", IS_ROLLING_VISCOUS, INFINITY, "viscous: the speed of rolling is over 1 m/s"},
#else

static const char *rolling_viscous(const struct part *of) {
    const char *wrong = rolling_limit(of, of->pair->r_eff);
    of->d->cr_press = of->d->roll_most * of->pair->r_eff;
    of->d->roll_most = of->d->roll_slip = 0;
    of->d->roll_alone = 1; /* no spring, hence no limit */
    return wrong;
}

#endif
