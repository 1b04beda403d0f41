/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifdef LT_PART_LISTS
#define TANGENTIAL_PARTIAL_SLIP_TEXT                                                               \
    "f = 8 G* sqrt(R*) int u dsqrt(h), h from 0 to d: springs that touch at the overlap h and "    \
    "slip each by itself, from the edge inwards; friction goes by the normal spring"
/* What it remembers: springs by the overlap at which they touched, and the line to the next one. */
#define PARTIAL_SLIP_FIELD(F, name, unit, doc)                                                     \
    F(name, unit, doc, .hidden = 1, .of = "tangential: partial-slip")
#define PARTIAL_SLIP_SPRING(F, i)                                                                  \
    PARTIAL_SLIP_FIELD(F, spring_s##i, "m", "displacement, s")                                     \
    PARTIAL_SLIP_FIELD(F, spring_t##i, "m", "displacement, t")                                     \
    PARTIAL_SLIP_FIELD(F, bow_s##i, "m", "height of the parabola, s")                              \
    PARTIAL_SLIP_FIELD(F, bow_t##i, "m", "height of the parabola, t")
#define PARTIAL_SLIP_KNOT(F, i)                                                                    \
    PARTIAL_SLIP_FIELD(F, knot_h##i, "m", "overlap") PARTIAL_SLIP_SPRING(F, i)
// clang-format off
#define TANGENTIAL_PARTIAL_SLIP_STATE(F)                                                           \
    PARTIAL_SLIP_FIELD(F, forgot, "1", "how many knots partial-slip gave up to make room")         \
    PARTIAL_SLIP_FIELD(F, knots, "1", "how many of the knots count")                               \
    PARTIAL_SLIP_SPRING(F, 0)                                                                      \
    PARTIAL_SLIP_KNOT(F, 1) PARTIAL_SLIP_KNOT(F, 2) PARTIAL_SLIP_KNOT(F, 3)                        \
    PARTIAL_SLIP_KNOT(F, 4) PARTIAL_SLIP_KNOT(F, 5) PARTIAL_SLIP_KNOT(F, 6)                        \
    PARTIAL_SLIP_KNOT(F, 7) PARTIAL_SLIP_KNOT(F, 8) PARTIAL_SLIP_KNOT(F, 9)                        \
    PARTIAL_SLIP_KNOT(F, 10) PARTIAL_SLIP_KNOT(F, 11)
// clang-format on
#define KNOTS_GIVE_WAY "partial-slip: rounding decides which knot gives way"
#define TANGENTIAL_PARTIAL_SLIP_DECLARES                                                           \
    {"isotropy", IS_TANGENTIAL_PARTIAL_SLIP, 5e-5, KNOTS_GIVE_WAY},                                \
        {"objectivity", IS_TANGENTIAL_PARTIAL_SLIP, 5e-4, KNOTS_GIVE_WAY},                         \
        {"offset", IS_TANGENTIAL_PARTIAL_SLIP, 5e-5, KNOTS_GIVE_WAY},

#define TANGENTIAL_PARTIAL_SLIP_NEEDS_radius SAID
#define TANGENTIAL_PARTIAL_SLIP_TAKES_phi    SAID
#define ANNULI_ARE_HERTZ                                                                           \
    "its annuli slip by the pressure of Hertz' contact; take another tangential part"
#define TANGENTIAL_PARTIAL_SLIP_CLASHES                                                            \
    {OF_TANGENTIAL, PART(TANGENTIAL_PARTIAL_SLIP), OF_NORMAL, NORMAL_THAT(ANSWERS),                \
     ANNULI_ARE_HERTZ},                                                                            \
        {OF_TANGENTIAL, PART(TANGENTIAL_PARTIAL_SLIP), OF_COHESION, ~PART(COHESION_NONE),          \
         ANNULI_ARE_HERTZ},
#define TANGENTIAL_PARTIAL_SLIP_LACKS_fric_dynamic SAID
#define TANGENTIAL_PARTIAL_SLIP_LACKS_slip_dashpot SAID
#else

static const char *tangential_partial_slip(const struct part *of) {
    const struct params *p = of->p;
    const char *wrong = tangential_of_radius(of, 1);
    if (wrong)
        return wrong;
    if (!(p->shear_eff > 0))
        return "partial-slip is about springs for shear: shear_eff must be positive";
    if (p->fric_dynamic < p->fric)
        return "partial-slip has one friction coefficient: fric_dynamic cannot be less";
    of->d->partial = 1;
    of->d->way_limit = p->fric * p->young_eff / (4 * p->shear_eff);
    return NULL;
}

#endif
