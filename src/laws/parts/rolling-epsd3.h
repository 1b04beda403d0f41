/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_EPSD3_TEXT "as epsd with roll_ratio in the place of 9/4"
#define ROLLING_EPSD3_PARAMS(F)                                                                    \
    F(roll_ratio, "1", 2.25, 0, INFINITY, "rolling stiffness over fric_roll^2 R*^2 k",             \
      .of = "rolling: epsd3")
#else

static const char *rolling_epsd3(const struct part *of) {
    return rolling_elastic(of, of->p->roll_ratio);
}

#endif
