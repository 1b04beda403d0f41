/* SPDX-License-Identifier: MIT */
/*
 * cohesion.h: what the cohesion parts share: a pull P that is constant while the surfaces touch and
 * falls linearly over the gap that it reaches, or goes by an area of contact.
 */
#ifdef LT_PART_LISTS
#define COHESION_PARAMS(F)                                                                         \
    F(cohesion_density, "Pa", 0, 0, INFINITY, "pull over the area", .of = "cohesion: area lens")   \
    F(adh_force, "N", 0, 0, INFINITY, "pull at touch", .of = "cohesion: reversible irreversible")  \
    F(adh_stiffness, "N/m", INFINITY, 0, INFINITY, "by how much it falls over the gap",            \
      .of = "cohesion: reversible irreversible")                                                   \
    F(pull_range, "m", 0, 0, INFINITY, "gap over which the pull falls to 0",                       \
      .of = "cohesion: dmt constant")
#define COHESION_CASES                                                                             \
    {"e_n",                                                                                        \
     IS_DAMPING_NONE " and (" IS_NORMAL_LINEAR " or " IS_NORMAL_HERTZ                              \
                     ") and not (" IS_COHESION_IRREVERSIBLE ") and not (" IS_COHESION_BRIDGE       \
                     " and bridge_volume > 0 and (bridge_made == 0 or bridge_dcap > 0))",          \
     "1", "without losses"},
#define PULLS    "(" IS_NORMAL_JKR " or " IS_NORMAL_LUDING " or " IS_NORMAL_EEPA ")"
#define ADHESIVE "(" PULLS " or not (" IS_COHESION_NONE "))"
/* What friction holds where the surfaces part; with a pull over a gap the contact is still there.
 */
#define COHESION_LETS_GO(force, spring)                                                            \
    {force, "touches", ADHESIVE " or " BONDS, "-" spring,                                          \
     "springs are let go where the surfaces part"},
#define COHESION_JUMPS                                                                             \
    COHESION_LETS_GO("fs", "spring_s")                                                             \
    COHESION_LETS_GO("ft", "spring_t")                                                             \
    COHESION_LETS_GO("mn", "moment_n")                                                             \
    COHESION_LETS_GO("ms", "moment_s")                                                             \
    COHESION_LETS_GO("mt", "moment_t")
#define COHESION_DECLARES                                                                          \
    {"contact-time", ADHESIVE, INFINITY, "the contact time is that of the spring alone"},          \
        {"stiffness", IS_COHESION_AREA " or " IS_COHESION_LENS, INFINITY,                          \
         "a pull that grows with the overlap takes from kn"},
/* A pull that ends at touch is there, and gone, at once. */
#define COHESION_AT_ONCE(when, pull)                                                               \
    {"fn", "made", when, pull, "the surfaces pull as soon as they touch"},                         \
        {"fn", "lost", when, "-(" pull ")", "nothing holds the surfaces once they part"},
#else

/* PULL while the surfaces touch, and over the gap RANGE beyond. */
static const char *cohesion_pull(const struct part *of, double pull, double range) {
    struct derived *d = of->d;
    if (pull > 0 && !isfinite(range))
        return "the pull must end at some gap: adh_stiffness > 0";
    range = pull > 0 ? range : 0;
    d->pull = pull;
    d->pull_off = pull;
    d->pull_rest = pull * range / 2;
    d->pull_slope = range > 0 ? pull / range : 0;
    d->tail = range;
    d->reach = range;
    return NULL;
}

#endif
