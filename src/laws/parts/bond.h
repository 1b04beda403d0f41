/* SPDX-License-Identifier: MIT */
/*
 * bond.h: what the bonds share: springs in six senses between the two surfaces as they were when
 * the bond was made, and the loads at which it breaks. With N, Q the forces along n and in the
 * plane, T, M the moments about n and in the plane:
 *
 *     a_n N + a_s |Q| + a_t |T| + a_b |M| > 1/a     it breaks in tension
 *     b_n min(N, b_most) + b_s |Q| + b_t |T| > b    else in shear
 *
 * A bond beside the contact adds its forces to those of the other parts; one that holds has the
 * springs of normal and tangential part act in tension and beyond friction.
 */
#ifdef LT_PART_LISTS
#define BOND_PARAMS(F)                                                                             \
    F(bond_made, "1", 0, 0, 2,                                                                     \
      "when the bond is made: at the start if the gap is at most bond_gap, when the contact is "   \
      "made, or by the program alone: set: {bonded: 1}",                                           \
      .of = "bond", .choices = "start touch none")                                                 \
    F(bond_gap, "m", 0, 0, INFINITY, "largest gap over which a bond is made", .of = "bond",        \
      .role = LT_BOND_GAP)
#define BOND_DERIVED(F)                                                                            \
    F(bond, "1", "1 if there can be a bond")                                                       \
    F(bond_holds, "1", "1 if it has the springs of the contact hold")                              \
    F(bond_start, "1", "1 if it is made at the start")                                             \
    F(bond_touch, "1", "1 if it is made at touch")                                                 \
    F(bond_far, "m", "largest gap over which it is made")                                          \
    F(bond_kn, "N/m", "stiffness along n")                                                         \
    F(bond_ks, "N/m", "in the plane")                                                              \
    F(bond_kt, "N m/rad", "of twist")                                                              \
    F(bond_kb, "N m/rad", "of bending")                                                            \
    F(bond_a_n, "1/m^2", "stress that breaks it in tension, over the force along n")               \
    F(bond_a_s, "1/m^2", "over that in the plane")                                                 \
    F(bond_a_t, "1/m^3", "over the moment of twist")                                               \
    F(bond_a_b, "1/m^3", "over that of bending")                                                   \
    F(bond_a, "Pa", "what of it the bond bears")                                                   \
    F(bond_b_n, "1/m^2", "stress that breaks it in shear, over the force along n")                 \
    F(bond_b_most, "N", "largest tension that counts there")                                       \
    F(bond_b_s, "1/m^2", "over that in the plane")                                                 \
    F(bond_b_t, "1/m^3", "over the moment of twist")                                               \
    F(bond_b, "Pa", "what of it the bond bears")                                                   \
    F(bond_late, "1", "1 if what friction leaves is that of the step behind the break")            \
    F(bond_smooth, "1", "1 if its force falls to 0 on the way to breaking")                        \
    F(bond_cn, "N s/m", "viscosity along n")                                                       \
    F(bond_cs, "N s/m", "in the plane")                                                            \
    F(bond_ct, "N m s/rad", "of twist")                                                            \
    F(bond_cb, "N m s/rad", "of bending")
#define OF_SPRINGS "bond:" BOND_WORDS_THAT(HAS_springs)
#define BOND_STATE(F)                                                                              \
    F(bonded, "1", "1 while the bond holds; set to 1 it is made, to 0 it is removed",              \
      .of = "bond", .role = LT_BONDED)                                                             \
    F(bond_state, "1",                                                                             \
      "0: no bond so far, or removed; 1: broken in tension; 2: in shear; 3: it holds",             \
      .of = "bond", .told = 1)                                                                     \
    F(bond_past, "1", "0 before the first step, then 1: no bond so far; 2: it held; 3: broken",    \
      .of = "bond", .hidden = 1)                                                                   \
    F(bond_energy, "J", "stored in the bond", .of = "bond", .hidden = 1, .told = 1)                \
    F(bond_rest, "m",                                                                              \
      "un at which a bond that holds has no normal force; below 0 also where it is broken",        \
      .of = "bond: contact", .hidden = 1)                                                          \
    F(bond_fn, "N", "force of the bond's spring, n", .of = OF_SPRINGS)                             \
    F(bond_fs, "N", "force of the bond's spring, s", .of = OF_SPRINGS)                             \
    F(bond_ft, "N", "force of the bond's spring, t", .of = OF_SPRINGS)                             \
    F(bond_mn, "N m", "moment of the bond's spring, n", .of = "bond")                              \
    F(bond_ms, "N m", "moment of the bond's spring, s", .of = "bond")                              \
    F(bond_mt, "N m", "moment of the bond's spring, t", .of = "bond")
#define BOND_LOSSES(F) F(fracture, "J", "breaking of the bond", .of = "bond")
#define BOND_EVENTS    {"bonded", "bonded", 1, 0}, {"bond_broken", "bonded", 0, 1},
#define BOND_VIEWS     {"E_bond", "J", "bond_energy", "stored in the bond, part of E_strain"},
#define BONDS          "not (" IS_BOND_NONE ")"
#define BESIDE         "(" IS_BOND_PARALLEL " or " IS_BOND_BEAM ")"
/* What a bond beside the contact had, and no more has once it is broken. */
#define BOND_GONE(force, when, had)                                                                \
    {force, "bonded", when, "select(bonded > 0.5, 0 - " had ", 0)",                                \
     "a bond that breaks lets go at once"},
#define BOND_ALL_GONE(when)                                                                        \
    BOND_GONE("fn", when, "bond_fn")                                                               \
    BOND_GONE("fs", when, "bond_fs")                                                               \
    BOND_GONE("ft", when, "bond_ft")                                                               \
    BOND_GONE("mn", when, "bond_mn")                                                               \
    BOND_GONE("ms", when, "bond_ms") BOND_GONE("mt", when, "bond_mt")
#define BOND_DECLARES                                                                              \
    {"recontact", BONDS, INFINITY, "a bond that is broken is no new one"},                         \
        {"contact-time", BESIDE " and " IS_NORMAL_HERTZ, 0.05,                                     \
         "squares of frequencies are added, as if Hertz' spring had one"},
#define BOND_CLASHES                                                                               \
    {OF_BOND, ~PART(BOND_NONE), OF_COHESION, ~PART(COHESION_NONE),                                 \
     "beside a bond nothing else pulls: whether it was touched is not told apart"},                \
        {OF_BOND, ~PART(BOND_NONE), OF_NORMAL,                                                     \
         PART(NORMAL_JKR) | PART(NORMAL_LUDING) | PART(NORMAL_EEPA),                               \
         "beside a bond nothing else pulls: whether it was touched is not told apart"},            \
        {OF_BOND, ~PART(BOND_NONE), OF_TANGENTIAL, PART(TANGENTIAL_PARTIAL_SLIP),                  \
         "partial slip is stepped by itself"},
#else

/* What all of them have. */
static void bond_common(const struct part *of, double kn, double ks, double kt, double kb) {
    struct derived *d = of->d;
    d->bond = 1;
    d->bond_start = of->p->bond_made == 0;
    d->bond_touch = of->p->bond_made == 1;
    d->bond_far = of->p->bond_gap;
    d->bond_kn = kn;
    d->bond_ks = ks;
    d->bond_kt = kt;
    d->bond_kb = kb;
}

#endif
