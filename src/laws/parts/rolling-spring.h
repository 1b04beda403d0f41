/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_SPRING_TEXT                                                                        \
    "a spring and a dashpot, which is off while the spring is at its limit fric_roll R* N (model " \
    "C)"
#define ROLLING_SPRING_PARAMS(F)                                                                   \
    F(roll_stiffness, "N m", 0, 0, INFINITY, "moment of the rolling spring over its angle",        \
      .of = "rolling: spring iwashita-oda hertz-moment")                                           \
    F(roll_viscosity, "N m s", 0, 0, INFINITY, "moment of the rolling dashpot over the rate",      \
      .of = "rolling: spring iwashita-oda hertz-moment")
#else

static const char *rolling_spring(const struct part *of) {
    of->d->kr_0 = of->p->roll_stiffness;
    of->d->cr_0 = of->p->roll_viscosity;
    of->d->roll_alone = 1;
    return rolling_limit(of, of->pair->r_eff);
}

#endif
