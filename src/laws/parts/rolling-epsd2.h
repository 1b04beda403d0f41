/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_EPSD2_TEXT                                                                         \
    "a spring of kt R*^2, kt the stiffness of the tangential spring, held to fric_roll R* N"
#define ROLLING_EPSD2_DECLARES                                                                     \
    {"cycle", IS_ROLLING_EPSD2 " and " IS_TANGENTIAL_THAT(NEEDS_radius), 1,                        \
     "epsd2: the stiffness follows the overlap and the moment stays: rolled at one overlap and "   \
     "back at another, that creates or loses energy (E_defect)"},
#define ROLLING_EPSD2_CLASHES                                                                      \
    {OF_ROLLING, PART(ROLLING_EPSD2), OF_TANGENTIAL, WITHOUT_SPRING,                               \
     "its stiffness is that of the tangential spring, and there is none"},
#else

static const char *rolling_epsd2(const struct part *of) {
    const double arm = of->pair->r_eff;
    of->d->kr_0 = arm * arm * of->d->kt_0;
    of->d->kr_half = arm * arm * of->d->kt_half;
    of->d->roll_at_end = 1;
    of->d->roll_alone = 1;
    return rolling_limit(of, arm);
}

#endif
