/* SPDX-License-Identifier: MIT */
/* Wang, Acta Geotech. 4 (2009) 117-127; LAMMPS' bpm/rotational for small rotations. */
#ifdef LT_PART_LISTS
#define BOND_BEAM_TEXT                                                                             \
    "a short beam beside the contact: bb_kr, bb_ks, bb_kt, bb_kb; breaks where B = N/bb_fcr + "    \
    "|Q|/bb_fcs + |T|/bb_tct + |M|/bb_tcb reaches 1; bb_smooth: all forces times 1 - B^4"
#define BOND_BEAM_PARAMS(F)                                                                        \
    F(bb_kr, "N/m", 0, 0, INFINITY, "stiffness along n", .of = "bond: beam")                       \
    F(bb_ks, "N/m", 0, 0, INFINITY, "shear stiffness", .of = "bond: beam")                         \
    F(bb_kt, "N m", 0, 0, INFINITY, "stiffness of twist", .of = "bond: beam")                      \
    F(bb_kb, "N m", 0, 0, INFINITY, "stiffness of bending", .of = "bond: beam")                    \
    F(bb_fcr, "N", INFINITY, 0, INFINITY, "strength in tension", .of = "bond: beam")               \
    F(bb_fcs, "N", INFINITY, 0, INFINITY, "strength in shear", .of = "bond: beam")                 \
    F(bb_tct, "N m", INFINITY, 0, INFINITY, "strength in twist", .of = "bond: beam")               \
    F(bb_tcb, "N m", INFINITY, 0, INFINITY, "strength in bending", .of = "bond: beam")             \
    F(bb_smooth, "1", 1, 0, 1, "whether its forces fall to 0 before it breaks",                    \
      .of = "bond: beam", .choices = "no yes")                                                     \
    F(bb_gnorm, "N s/m", 0, 0, INFINITY, "viscosity along n", .of = "bond: beam")                  \
    F(bb_gslide, "N s/m", 0, 0, INFINITY, "viscosity in shear", .of = "bond: beam")                \
    F(bb_groll, "N m s", 0, 0, INFINITY, "viscosity of bending", .of = "bond: beam")               \
    F(bb_gtwist, "N m s", 0, 0, INFINITY, "viscosity of twist", .of = "bond: beam")
#define BOND_BEAM_VIEWS                                                                            \
    {"bb_load", "1",                                                                               \
     "max(0, bond_fn/bb_fcr + hypot(bond_fs, bond_ft)/bb_fcs + abs(bond_mn)/bb_tct + "             \
     "hypot(bond_ms, bond_mt)/bb_tcb)",                                                            \
     "B: 1 breaks it"},
#define BOND_BEAM_DECLARES                                                                         \
    {"cycle", IS_BOND_BEAM " and bb_smooth == 1", INFINITY,                                        \
     "bb_smooth: what takes the forces back has no potential (E_defect)"},
#define BOND_BEAM_JUMPS       BOND_ALL_GONE(IS_BOND_BEAM " and bb_smooth == 0")
#define BOND_BEAM_HAS_springs SAID
#else

static const char *bond_beam(const struct part *of) {
    const struct params *p = of->p;
    struct derived *d = of->d;
    bond_common(of, p->bb_kr, p->bb_ks, p->bb_kt, p->bb_kb);
    d->bond_a_n = 1 / p->bb_fcr;
    d->bond_a_s = 1 / p->bb_fcs;
    d->bond_a_t = 1 / p->bb_tct;
    d->bond_a_b = 1 / p->bb_tcb;
    d->bond_a = 1;
    d->bond_b = 1;
    d->bond_smooth = p->bb_smooth;
    d->bond_cn = p->bb_gnorm;
    d->bond_cs = p->bb_gslide;
    d->bond_ct = p->bb_gtwist;
    d->bond_cb = p->bb_groll;
    return p->bb_fcr > 0 && p->bb_fcs > 0 && p->bb_tct > 0 && p->bb_tcb > 0
               ? NULL
               : "the strengths of a beam must be positive";
}

#endif
