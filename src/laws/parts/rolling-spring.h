/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_SPRING_TEXT                                                                        \
    "a spring and a dashpot, which is off while the spring is at its limit fric_roll R* N (model " \
    "C)"

#define ROLLING_SPRING_TAKES_roll_stiffness SAID
#define ROLLING_SPRING_TAKES_roll_viscosity SAID
#else

static const char *rolling_spring(const struct part *of) {
    of->d->kr_0 = of->p->roll_stiffness;
    of->d->cr_0 = of->p->roll_viscosity;
    of->d->roll_alone = 1;
    return rolling_limit(of, of->pair->r_eff);
}

#endif
