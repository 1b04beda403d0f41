/* SPDX-License-Identifier: MIT */
/*
 * bond: beam. Wang, Acta Geotech. 4 (2009) 117-127; LAMMPS' bpm/rotational for small rotations.
 *
 * B is the load, sum of the forces over their strengths; the bond breaks at B = 1. With bb_smooth
 * the force is (1 - B^4) f, f that of the springs, and the stored energy (1 - B^4/3) f^2/(2 k), the
 * work on a straight path from rest. On other paths the difference is E_defect.
 */
#include "beside.h"

/* per_...: 1/N or 1/(N m), inverse strengths; c: N s/m or N m s, viscosities. */
struct derived {
    struct lt_beside all;
    num per_n, per_s, per_t, per_b, smooth, c[6];
};
struct state {
    struct lt_bonded all;
};

/* Load B, 0 or more in shear, of the springs' forces F; compression reduces it. */
LT_INLINE num load_of(const struct derived *d, const num *f) {
    return d->per_n * f[0] + d->per_s * lt_size(f[1], f[2]) + d->per_t * lt_abs(f[3]) +
           d->per_b * lt_size(f[4], f[5]);
}

/* The share, 0 to 1, of the force that a smooth bond has lost at the load B: B^4, which is small
 * until shortly before it breaks at B = 1. 0 unless the bond is smooth. */
LT_INLINE num gone_at(const struct derived *d, num b) {
    const num zero = NUM(0.0), one = NUM(1.0), load = SEL(b > 0, SEL(b < 1, b, one), zero);
    return SEL(IS(d->smooth), load * load * load * load, zero);
}

/* The springs beside the contact, whose forces fall smoothly to 0 at the load 1 if bb_smooth;
 * dashpots in parallel, reduced by the same share. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0), one = NUM(1.0), *const v = &t->m->vn;
    num *const force = &o->fn, *const viscous = &o->vfn;
    struct lt_beside_step s = lt_beside_try(&d->all, &x->all, t);
    const num load0 = load_of(d, s.f0), load = load_of(d, s.f);
    const num gone0 = gone_at(d, load0), gone = gone_at(d, load);
    const num stored0 = s.energy0 * (1 - gone0 / 3), stored = s.energy * (1 - gone / 3);
    num f0[6], f1[6], bent[6];
    (void)self;
    /* A beam breaks at the load 1, which counts as broken by tension. */
    s.pulled = s.breaks = s.tries & (load > 1);
    s.on = s.tries & NOT(s.breaks);
    for (int i = 0; i < 6; i++) {
        const num drag = SEL(s.on, (1 - gone) * d->c[i] * v[i], zero);
        f0[i] = (1 - gone0) * s.f0[i];
        f1[i] = SEL(s.on, (1 - gone) * s.f[i], zero);
        bent[i] = gone0 * s.f0[i] + gone * s.f[i];
        force[i] += f1[i] + drag;
        viscous[i] += drag;
    }
    lt_beside_keep(&s, &x->all, ve, t, stored);
    o->strain += x->all.energy;
    o->cross += SEL(s.breaks, lt_bond_work(f0, s.du) + stored0 - stored, zero);
    o->cross += SEL(s.on & (s.inside < 1), (1 - s.inside) * lt_bond_work(f1, s.du), zero);
    /* The reduced forces have no potential: the work of the step less the change of the stored
     * energy is the defect. */
    const num from = SEL(load0 > 0, load0, zero), to = SEL(load > 0, load, zero);
    const num turned =
        gone0 * s.energy0 / SEL(from > 0, from, one) + gone * s.energy / SEL(to > 0, to, one);
    const num defect = 2.0 / 3 * (turned * (to - from) - s.inside * lt_bond_work(bent, s.du));
    o->defect += SEL(s.on & IS(d->smooth), defect, zero);
}

const struct lt_part_steps LT_STEPS(bond_beam) = {.step = step};

#ifdef LT_TABLES

struct params {
    struct lt_bond_params all;
    double bb_kr, bb_ks, bb_kt, bb_kb, bb_fcr, bb_fcs, bb_tct, bb_tcb, bb_smooth, bb_gnorm,
        bb_gslide, bb_groll, bb_gtwist;
};

static const struct lt_field params[] = {
    LT_BOND_ROWS,
    {"bb_kr", "N/m", 0, 0, INFINITY, .doc = "stiffness along n"},
    {"bb_ks", "N/m", 0, 0, INFINITY, .doc = "shear stiffness"},
    {"bb_kt", "N m", 0, 0, INFINITY, .doc = "stiffness of twist"},
    {"bb_kb", "N m", 0, 0, INFINITY, .doc = "stiffness of bending"},
    {"bb_fcr", "N", INFINITY, 0, INFINITY, .doc = "strength in tension"},
    {"bb_fcs", "N", INFINITY, 0, INFINITY, .doc = "strength in shear"},
    {"bb_tct", "N m", INFINITY, 0, INFINITY, .doc = "strength in twist"},
    {"bb_tcb", "N m", INFINITY, 0, INFINITY, .doc = "strength in bending"},
    {"bb_smooth", "1", 1, 0, 1, .doc = "whether its forces fall to 0 before it breaks",
     .choices = "no yes"},
    {"bb_gnorm", "N s/m", 0, 0, INFINITY, .doc = "viscosity along n"},
    {"bb_gslide", "N s/m", 0, 0, INFINITY, .doc = "viscosity in shear"},
    {"bb_groll", "N m s", 0, 0, INFINITY, .doc = "viscosity of bending"},
    {"bb_gtwist", "N m s", 0, 0, INFINITY, .doc = "viscosity of twist"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_BESIDE_NUMBERS,
    LT_NUMBER(per_n, "1/N", "load over the force along n"),
    LT_NUMBER(per_s, "1/N", "over that in the plane"),
    LT_NUMBER(per_t, "1/(N m)", "over the moment of twist"),
    LT_NUMBER(per_b, "1/(N m)", "over that of bending"),
    LT_NUMBER(smooth, "1", "1 if its force falls to 0 on the way to breaking"),
    LT_NUMBER(c_n, "N s/m", "viscosity along n"),
    LT_NUMBER(c_s, "N s/m", "in the plane, s"),
    LT_NUMBER(c_t, "N s/m", "in the plane, t"),
    LT_NUMBER(c_w, "N m s/rad", "of twist"),
    LT_NUMBER(c_bs, "N m s/rad", "of bending, s"),
    LT_NUMBER(c_bt, "N m s/rad", "of bending, t"),
    {.name = NULL}};
static const struct lt_field state[] = {LT_BESIDE_STATES, {.name = NULL}};
static const struct lt_field losses[] = {{"fracture", "J", .doc = "breaking of the bond"},
                                         {.name = NULL}};
static const struct lt_event events[] = {LT_BOND_EVENTS, {.name = NULL}};
static const struct lt_view views[] = {
    LT_BOND_VIEWS,
    {"bb_load", "1",
     "max(0, bond_fn/bb_fcr + hypot(bond_fs, bond_ft)/bb_fcs + abs(bond_mn)/bb_tct + "
     "hypot(bond_ms, bond_mt)/bb_tcb)",
     "B: 1 breaks it"},
    {.name = NULL}};
static const struct lt_jump jumps[] = {LT_ALL_GONE("bb_smooth == 0"), {.force = NULL}};
static const struct lt_shortfall declares[] = {
    LT_BROKEN_DECLARES,
    {"cycle", "bb_smooth == 1", INFINITY,
     "bb_smooth: what takes the forces back has no potential (E_defect)"},
    {.check = NULL}};

/* Copies stiffnesses and viscosities as given, and inverts the strengths, N and N m. Returns the
 * error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double c[] = {p->bb_gnorm,  p->bb_gslide, p->bb_gslide,
                        p->bb_gtwist, p->bb_groll,  p->bb_groll};
    (void)self, (void)deal, (void)a, (void)b;
    lt_beside(&p->all, p->bb_kr, p->bb_ks, p->bb_kt, p->bb_kb, &d->all);
    d->per_n = 1 / p->bb_fcr;
    d->per_s = 1 / p->bb_fcs;
    d->per_t = 1 / p->bb_tct;
    d->per_b = 1 / p->bb_tcb;
    d->smooth = p->bb_smooth;
    memcpy(d->c, c, sizeof d->c);
    return p->bb_fcr > 0 && p->bb_fcs > 0 && p->bb_tct > 0 && p->bb_tcb > 0
               ? NULL
               : "the strengths of a beam must be positive";
}

const struct lt_part lt_part_bond_beam = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_BOND_PART,
    .name = "beam",
    .doc = "a short beam beside the contact: bb_kr, bb_ks, bb_kt, bb_kb; breaks where B = N/bb_fcr "
           "+ |Q|/bb_fcs + |T|/bb_tct + |M|/bb_tcb reaches 1; bb_smooth: all forces times 1 - B^4",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .views = views,
    .jumps = jumps,
    .declares = declares,
    .derive = derive,
    .contact_time = lt_beside_time,
    .steps = &lt_steps_bond_beam};

#endif
