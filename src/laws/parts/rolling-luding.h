/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define ROLLING_LUDING_TEXT            "spring of roll_ratio kn R*^2, or kn1; limit of it alone"
#define ROLLING_LUDING_NEEDS_stiffness SAID
#define ROLLING_LUDING_CLASHES                                                                     \
    {OF_ROLLING, PART(ROLLING_LUDING), OF_NORMAL, NORMAL_THAT(STIFFENS),                           \
     "its stiffness is a share of a constant one, which this contact does not have"},
#else

static const char *rolling_luding(const struct part *of) {
    const double arm = of->pair->r_eff;
    of->d->kr_0 = of->p->roll_ratio * of->d->kn_1 * arm * arm;
    of->d->roll_at_end = 1;
    of->d->roll_alone = 1;
    return rolling_limit(of, arm);
}

#endif
