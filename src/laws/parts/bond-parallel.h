/* SPDX-License-Identifier: MIT */
/* Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364; PFC's linearpbond. */
#ifdef LT_PART_LISTS
#define BOND_PARALLEL_TEXT                                                                         \
    "an elastic disc of radius R = pb_rmul min(Ra, Rb) beside the contact: stiffness pb_kn A, "    \
    "pb_ks A, pb_ks J of twist, pb_kn I of bending; breaks where N/A + pb_mcf |M| R/I > pb_ten, "  \
    "or |Q|/A + pb_mcf |T| R/J > pb_coh - tan(pb_fa) min(N/A, pb_ten)"
#define BOND_PARALLEL_PARAMS(F)                                                                    \
    F(pb_rmul, "1", 1, 0, INFINITY, "bond radius over the lesser one of the bodies",               \
      .of = "bond: parallel")                                                                      \
    F(pb_kn, "Pa/m", 0, 0, INFINITY, "normal stiffness by area", .of = "bond: parallel")           \
    F(pb_ks, "Pa/m", 0, 0, INFINITY, "shear stiffness by area", .of = "bond: parallel")            \
    F(pb_mcf, "1", 1, 0, 1, "share of the moments in the stresses that break it",                  \
      .of = "bond: parallel")                                                                      \
    F(pb_ten, "Pa", 0, 0, INFINITY, "tensile strength", .of = "bond: parallel")                    \
    F(pb_coh, "Pa", 0, 0, INFINITY, "cohesion: shear strength without normal stress",              \
      .of = "bond: parallel", .role = LT_COHESION)                                                 \
    F(pb_fa, "rad", 0, 0, 1.5707963267948966, "friction angle of the shear strength",              \
      .of = "bond: parallel")                                                                      \
    F(pb_emod, "Pa", NAN, 0, INFINITY,                                                             \
      "modulus: given with pb_kratio it sets pb_kn = pb_emod/L, L the sum of the radii",           \
      .of = "bond: parallel", .sets = "pb_kn pb_ks", .once = 1, .with = "pb_kratio")               \
    F(pb_kratio, "1", NAN, 0, INFINITY,                                                            \
      "pb_kn/pb_ks, given with pb_emod; 0: pb_ks = 0; reads 0 if one is 0",                        \
      .of = "bond: parallel", .sets = "pb_ks", .once = 1, .with = "pb_emod")
#define BOND_PARALLEL_STATE(F)                                                                     \
    F(pb_sigma, "Pa", "largest tensile stress in the bond", .of = "bond: parallel", .told = 1)     \
    F(pb_tau, "Pa", "largest shear stress in the bond", .of = "bond: parallel", .told = 1)
/* pb_mcf says that they are known with this bond alone. */
#define BOND_PARALLEL_VIEWS                                                                        \
    {"pb_fn", "N", "bond_fn + 0*pb_mcf", "force of the bond, n"},                                  \
        {"pb_fs", "N", "bond_fs + 0*pb_mcf", "force of the bond, s"},                              \
        {"pb_ft", "N", "bond_ft + 0*pb_mcf", "force of the bond, t"},                              \
        {"pb_mn", "N m", "bond_mn + 0*pb_mcf", "moment of the bond, n"},                           \
        {"pb_ms", "N m", "bond_ms + 0*pb_mcf", "moment of the bond, s"},                           \
        {"pb_mt", "N m", "bond_mt + 0*pb_mcf", "moment of the bond, t"},                           \
        {"pb_state", "1", "bond_state + 0*pb_mcf", "as bond_state"},
#define BOND_PARALLEL_JUMPS BOND_ALL_GONE(IS_BOND_PARALLEL)
#define BOND_PARALLEL_DECLARES                                                                     \
    {"wall", IS_BOND_PARALLEL " and pb_emod > 0", INFINITY,                                        \
     "the length of a bond is the sum of the radii, at a wall that of the other body alone"},
#define BOND_PARALLEL_HAS_springs SAID
#else

/* PFC's method deformability. */
static const char *bond_parallel_moduli(const struct part *of) {
    struct params *p = of->p;
    const double length = of->pair->a.radius + of->pair->b.radius;
    if (isnan(p->pb_emod) != isnan(p->pb_kratio))
        return "pb_emod and pb_kratio go together: pb_kn = pb_emod/L, pb_ks = pb_kn/pb_kratio";
    if (!isnan(p->pb_emod)) {
        p->pb_kn = p->pb_emod / length;
        p->pb_ks = p->pb_kratio > 0 ? p->pb_kn / p->pb_kratio : 0;
    }
    p->pb_emod = p->pb_kn * length;
    p->pb_kratio = p->pb_kn > 0 && p->pb_ks > 0 ? p->pb_kn / p->pb_ks : 0;
    return NULL;
}

static const char *bond_parallel(const struct part *of) {
    const struct lt_body *a = &of->pair->a, *b = &of->pair->b;
    const struct params *p = of->p;
    struct derived *d = of->d;
    const char *wrong = bond_parallel_moduli(of);
    const double r =
        p->pb_rmul * fmin(a->flat > 0 ? INFINITY : a->radius, b->flat > 0 ? INFINITY : b->radius);
    const int flat = of->pair->dimensions < 3;
    const double area = flat ? 2 * r : restitution_pi * r * r;
    const double bend = flat ? 2 * r * r * r / 3 : restitution_pi * r * r * r * r / 4;
    const double twist = flat ? 0 : 2 * bend;
    if (!(r > 0 && isfinite(r)))
        return "a bond needs a radius: pb_rmul > 0, and a body that is not flat";
    bond_common(of, p->pb_kn * area, p->pb_ks * area, p->pb_ks * twist, p->pb_kn * bend);
    d->bond_a_n = 1 / area;
    d->bond_a_b = p->pb_mcf * r / bend;
    d->bond_a = p->pb_ten;
    d->bond_b_n = tan(p->pb_fa) / area;
    d->bond_b_most = p->pb_ten * area;
    d->bond_b_s = 1 / area;
    d->bond_b_t = flat ? 0 : p->pb_mcf * r / twist;
    d->bond_b = p->pb_coh;
    return wrong;
}

#endif
