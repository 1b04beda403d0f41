/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define COHESION_IRREVERSIBLE_TEXT                                                                 \
    "as reversible, but from touch on: what the pull over the gap would have given is lost there"
#define COHESION_IRREVERSIBLE_JUMPS                                                                \
    {"fn", "made", IS_COHESION_IRREVERSIBLE, "adh_force",                                          \
     "the surfaces pull as soon as they touch"},                                                   \
        {"fn", "lost", IS_COHESION_IRREVERSIBLE " and adh_stiffness > 1e300", "-adh_force",        \
         "nothing holds the surfaces once they part"},
#define COHESION_IRREVERSIBLE_CASES                                                                \
    {"v_stick",                                                                                    \
     IS_COHESION_IRREVERSIBLE " and (" IS_NORMAL_LINEAR " or " IS_NORMAL_HERTZ                     \
                              ") and " IS_DAMPING_NONE " and adh_stiffness < 1e300",               \
     "adh_force/sqrt(m_eff*adh_stiffness)", "slower impacts stick"},
#else

static const char *cohesion_irreversible(const struct part *of) {
    const char *wrong = cohesion_reversible(of);
    of->d->reach = 0;
    of->d->pull_lost = of->d->pull_rest;
    return wrong;
}

#endif
