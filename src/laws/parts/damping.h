/* SPDX-License-Identifier: MIT */
/* damping.h: what the dashpots share. */
#ifdef LT_PART_LISTS
#define DAMPING_CLASHES                                                                            \
    {OF_DAMPING, DAMPING_THAT(NEEDS_stiffness), OF_NORMAL, ~NORMAL_THAT(HAS_stiffness),            \
     "it goes by the stiffness of the normal spring, of which this part tells nothing"},
#endif
