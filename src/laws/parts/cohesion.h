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
    {"e_n", IS_DAMPING_NONE " and normal < 2 and cohesion ~= 6", "1", "without losses"},
#define ADHESIVE "(normal > 1 or cohesion > 0)"
/* With a pull over a gap the surfaces touch and part while the contact is there. */
#define LETS_GO                                                                                    \
    ADHESIVE " and (tangential + rolling + twisting > 0 or (normal > 1 and cohesion > 0))"
#define LETS_GO_WHY                                                                                \
    "springs of an adhesive contact are let go where the surfaces part, with what friction holds " \
    "there; with a pull over a gap what jumps at touch does so within the contact"
#define COHESION_DECLARES                                                                          \
    {"contact-time", ADHESIVE, INFINITY, "the contact time is that of the spring alone"},          \
        {"stiffness", ADHESIVE, INFINITY,                                                          \
         "at touch the surfaces pull, and no pressure holds a tangential spring; a pull that "     \
         "grows with the overlap takes from kn"},                                                  \
        {"jumps", LETS_GO, INFINITY, LETS_GO_WHY}, {"continuity", LETS_GO, INFINITY, LETS_GO_WHY},
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
