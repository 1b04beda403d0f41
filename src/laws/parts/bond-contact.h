/* SPDX-License-Identifier: MIT */
/* PFC's linearcbond. */
#ifdef LT_PART_LISTS
#define BOND_CONTACT_TEXT                                                                          \
    "the springs of the contact hold: in tension too, and in shear without friction, beside "      \
    "springs cb_kt, cb_kb of twist and bending; breaks where they pull more than cb_tenf or "      \
    "shear more than cb_shearf - tan(cb_fa) fn"
#define BOND_CONTACT_PARAMS(F)                                                                     \
    F(cb_tenf, "N", 0, 0, INFINITY, "tensile strength", .of = "bond: contact")                     \
    F(cb_shearf, "N", 0, 0, INFINITY, "shear strength without normal force",                       \
      .of = "bond: contact")                                                                       \
    F(cb_fa, "rad", 0, 0, 1.5707963267948966,                                                      \
      "friction angle of the shear strength cb_shearf - tan(cb_fa) fn", .of = "bond: contact")     \
    F(cb_kt, "N m", 0, 0, INFINITY, "stiffness of twist", .of = "bond: contact")                   \
    F(cb_kb, "N m", 0, 0, INFINITY, "stiffness of bending", .of = "bond: contact")                 \
    F(after_break, "1", 0, 0, 1,                                                                   \
      "when a bond that breaks in shear under pressure leaves no more than friction",              \
      .of = "bond: contact", .choices = "at-once next-step")                                       \
    F(cb_rest, "1", USUAL_REST, 0, 1,                                                              \
      "where the contact of a bond that is there from the start has no force: where the surfaces " \
      "touch, or at the overlap at which it is made",                                              \
      .of = "bond: contact", .choices = "touch made")
#define BOND_CONTACT_DERIVED(F)                                                                    \
    F(bond_shifts, "1", "1 if it has no force at the overlap at the start")
/* What presses once it is broken, by cap_by; what friction leaves of a force of this size. */
#define BOND_CONTACT_TOUCH  "min(bond_rest, 0)"
#define BOND_CONTACT_SPRING "kn*max(0, " BOND_CONTACT_TOUCH " - un)"
#define BOND_CONTACT_PRESS                                                                         \
    "select(cap_by == 0, max(0, " BOND_CONTACT_SPRING " - vfn), select(cap_by == 2 or cap_by == "  \
    "5, abs(" BOND_CONTACT_SPRING " - vfn), " BOND_CONTACT_SPRING "))"
#define BOND_CONTACT_LOST(size)                                                                    \
    "(min(1, min(fric, fric_dynamic)*" BOND_CONTACT_PRESS "/max(" size ", 1e-300)) - 1)"
/* Of spring and dashpot together where that is kept: the spring has what it leaves. One without
 * tensile strength breaks where the surfaces part, which lets the spring go. */
#define BOND_CONTACT_SLIDES(force, spring)                                                         \
    {force, "bonded", IS_BOND_CONTACT " and after_break == 0",                                     \
     "select(bonded > 0.5 and un <= " BOND_CONTACT_TOUCH                                           \
     " and (cb_tenf > 0 or un < " BOND_CONTACT_TOUCH " - 1e-12*r_eff), "                           \
     "select(slip_dashpot == 1 and cap_on == 0 and ks > 0, " force "*" BOND_CONTACT_LOST(          \
         "hypot(fs, ft)") ", " spring "*" BOND_CONTACT_LOST("hypot(spring_s, spring_t)") "), 0)",  \
     "of a bond that breaks under pressure friction is left"},
#define BOND_CONTACT_JUMPS                                                                         \
    {"fn", "bonded", IS_BOND_CONTACT,                                                              \
     "select(bonded > 0.5, kn*(min(un, " BOND_CONTACT_TOUCH ") - un + max(bond_rest, 0)), 0)",     \
     "a bond that breaks lets go at once"},                                                        \
        BOND_CONTACT_SLIDES("fs", "spring_s") BOND_CONTACT_SLIDES("ft", "spring_t")                \
            BOND_GONE("mn", IS_BOND_CONTACT, "bond_mn")                                            \
                BOND_GONE("ms", IS_BOND_CONTACT, "bond_ms")                                        \
                    BOND_GONE("mt", IS_BOND_CONTACT, "bond_mt")
#define BOND_CONTACT_DECLARES                                                                      \
    {"continuity", IS_BOND_CONTACT " and after_break == 1", 1,                                     \
     "after_break next-step: friction is left in the step behind the break"},
#define BOND_CONTACT_CLASHES                                                                       \
    {OF_BOND, PART(BOND_CONTACT), OF_NORMAL, ~PART(NORMAL_LINEAR), "it has its spring hold"},      \
        {OF_BOND, PART(BOND_CONTACT), OF_TANGENTIAL, ~PART(TANGENTIAL_LINEAR),                     \
         "it has its spring hold"},
#else

static const char *bond_contact(const struct part *of) {
    struct derived *d = of->d;
    bond_common(of, d->kn_1, of->p->ks, of->p->cb_kt, of->p->cb_kb);
    d->bond_holds = 1;
    d->bond_a_n = d->bond_b_s = 1;
    d->bond_a = of->p->cb_tenf;
    d->bond_b = of->p->cb_shearf;
    d->bond_b_n = tan(of->p->cb_fa);
    d->bond_b_most = 1e300; /* any */
    d->bond_late = of->p->after_break;
    d->bond_shifts = of->p->cb_rest;
    return NULL;
}

#endif
