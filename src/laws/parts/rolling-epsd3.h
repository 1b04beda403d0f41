/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_EPSD3_TEXT "as epsd with roll_ratio in the place of 9/4"
#define ROLLING_EPSD3_PARAMS(F)                                                                    \
    F(roll_ratio, "1", 2.25, 0, INFINITY,                                                          \
      "rolling stiffness over fric_roll^2 R*^2 k; luding: over R*^2 kn1",                          \
      .of = "rolling: epsd3 luding")
#define ROLLING_EPSD3_DECLARES                                                                     \
    {"cycle", IS_ROLLING_EPSD3 " and " IS_NORMAL_THAT(STIFFENS), 1,                                \
     "epsd3: the stiffness follows the overlap and the moment stays: rolled at one overlap and "   \
     "back at another, that creates or loses energy (E_defect)"},

#define ROLLING_EPSD3_NEEDS_stiffness    SAID
#define ROLLING_EPSD3_TAKES_roll_damping SAID
#else

static const char *rolling_epsd3(const struct part *of) {
    return rolling_elastic(of, of->p->roll_ratio);
}

#endif
