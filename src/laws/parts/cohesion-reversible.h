/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define COHESION_REVERSIBLE_TEXT                                                                   \
    "a constant pull that falls by adh_stiffness over the gap, on approach as on parting"
#define COHESION_REVERSIBLE_JUMPS                                                                  \
    COHESION_AT_ONCE(IS_COHESION_REVERSIBLE " and adh_stiffness > 1e300", "adh_force")
#else

static const char *cohesion_reversible(const struct part *of) {
    const double pull = of->p->adh_force;
    return cohesion_pull(of, pull, pull / of->p->adh_stiffness);
}

#endif
