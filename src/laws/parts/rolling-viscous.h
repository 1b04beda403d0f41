/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_VISCOUS_TEXT "the moment fric_roll R* N (R* w)/(1 m/s), a dashpot (model B)"
#else

static const char *rolling_viscous(const struct part *of) {
    const char *wrong = rolling_limit(of, of->pair->r_eff);
    of->d->cr_press = of->d->roll_most * of->pair->r_eff;
    of->d->roll_most = of->d->roll_slip = 0;
    return wrong;
}

#endif
