/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_EPSD_TEXT                                                                          \
    "a spring of 9/4 fric_roll^2 R*^2 k, k the secant stiffness of the normal spring, held to "    \
    "fric_roll R* N; below that a dashpot of the ratio roll_damping"
#define ROLLING_EPSD_DECLARES                                                                      \
    {"cycle", IS_ROLLING_EPSD " and " IS_NORMAL_THAT(STIFFENS), 1,                                 \
     "epsd: the stiffness follows the overlap and the moment stays: rolled at one overlap and "    \
     "back at another, that creates or loses energy (E_defect)"},

#define ROLLING_EPSD_NEEDS_stiffness    SAID
#define ROLLING_EPSD_TAKES_roll_damping SAID
#else

static const char *rolling_epsd(const struct part *of) {
    return rolling_elastic(of, of->pair->dimensions < 3 ? 3 : 2.25);
}

#endif
