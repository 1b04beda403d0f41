/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_HERTZ_MOMENT_TEXT "as spring, the limit being fric_roll (R_a + R_b)/2 N"
#define ROLLING_HERTZ_MOMENT_DECLARES                                                              \
    {"wall", IS_ROLLING_HERTZ_MOMENT, INFINITY,                                                    \
     "hertz-moment: the limit goes by the mean of both radii, and a wall has none"},

#define ROLLING_HERTZ_MOMENT_TAKES_roll_stiffness SAID
#define ROLLING_HERTZ_MOMENT_TAKES_roll_viscosity SAID
#else

static const char *rolling_hertz_moment(const struct part *of) {
    of->d->kr_0 = of->p->roll_stiffness;
    of->d->cr_0 = of->p->roll_viscosity;
    of->d->roll_alone = 1;
    return rolling_limit(of, 0.5 * (of->pair->a.radius + of->pair->b.radius));
}

#endif
