/* SPDX-License-Identifier: MIT */
/* bond: parallel. Potyondy & Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364; PFC's
 * linearpbond. */
#include "beside.h"

/* Coefficients of the strengths. With N, Q the forces along n and in the plane, T, M the moments
 * about n and in the plane, the bond breaks in tension where a_n N + a_b |M| > a, else in shear
 * where b_n min(N, b_most) + b_s |Q| + b_t |T| > b. */
struct derived {
    struct lt_beside all;
    num a_n, a_b, a, b_n, b_most, b_s, b_t, b;
};
/* Pa, largest tensile and shear stress. */
struct state {
    struct lt_bonded all;
    num pb_sigma, pb_tau;
};

/* A step of an elastic disc: forces as of the six springs, and whether its largest stresses, Pa
 * (beam theory), exceed the strengths. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    const num zero = NUM(0.0);
    struct lt_beside_step s = lt_beside_try(&d->all, &x->all, t);
    const num sigma = d->a_n * s.f[0] + d->a_b * lt_size(s.f[4], s.f[5]);
    const num tau = d->b_s * lt_size(s.f[1], s.f[2]) + d->b_t * lt_abs(s.f[3]);
    const num shear = d->b_n * lt_smaller(s.f[0], d->b_most) + tau;
    (void)self;
    s.pulled = s.tries & (sigma > d->a);
    s.breaks = s.pulled | (s.tries & (shear > d->b));
    lt_beside_end(&s, &x->all, ve, t);
    x->pb_sigma = SEL(s.on, sigma, zero);
    x->pb_tau = SEL(s.on, tau, zero);
}

const struct lt_part_steps LT_STEPS(bond_parallel) = {.step = step};

#ifdef LT_TABLES

struct params {
    struct lt_bond_params all;
    double pb_rmul, pb_kn, pb_ks, pb_mcf, pb_ten, pb_coh, pb_fa, pb_emod, pb_kratio;
};

static const struct lt_field params[] = {
    LT_BOND_ROWS,
    {"pb_rmul", "1", 1, 0, INFINITY, .doc = "bond radius over the lesser one of the bodies"},
    {"pb_kn", "Pa/m", 0, 0, INFINITY, .doc = "normal stiffness by area"},
    {"pb_ks", "Pa/m", 0, 0, INFINITY, .doc = "shear stiffness by area"},
    {"pb_mcf", "1", 1, 0, 1, .doc = "share of the moments in the stresses that break it"},
    {"pb_ten", "Pa", 0, 0, INFINITY, .doc = "tensile strength"},
    {"pb_coh", "Pa", 0, 0, INFINITY, .doc = "cohesion: shear strength without normal stress",
     .role = LT_COHESION},
    {"pb_fa", "rad", 0, 0, 1.5707963267948966, .doc = "friction angle of the shear strength"},
    {"pb_emod", "Pa", NAN, 0, INFINITY,
     .doc = "modulus: given with pb_kratio it sets pb_kn = pb_emod/L, L the sum of the radii",
     .sets = "pb_kn pb_ks", .once = 1, .with = "pb_kratio"},
    {"pb_kratio", "1", NAN, 0, INFINITY,
     .doc = "pb_kn/pb_ks, given with pb_emod; 0: pb_ks = 0; reads 0 if one is 0", .sets = "pb_ks",
     .once = 1, .with = "pb_emod"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_BESIDE_NUMBERS,
    LT_NUMBER(a_n, "1/m^2", "stress over the force along n"),
    LT_NUMBER(a_b, "1/m^3", "over the moment of bending"),
    LT_NUMBER(a, "Pa", "what of it the bond bears"),
    LT_NUMBER(b_n, "1/m^2", "in shear, over the force along n"),
    LT_NUMBER(b_most, "N", "largest tension that counts there"),
    LT_NUMBER(b_s, "1/m^2", "over that in the plane"),
    LT_NUMBER(b_t, "1/m^3", "over the moment of twist"),
    LT_NUMBER(b, "Pa", "what of it the bond bears"),
    {.name = NULL}};
static const struct lt_field state[] = {
    LT_BESIDE_STATES,
    {"pb_sigma", "Pa", .doc = "largest tensile stress in the bond", .told = 1},
    {"pb_tau", "Pa", .doc = "largest shear stress in the bond", .told = 1},
    {.name = NULL}};
static const struct lt_field losses[] = {{"fracture", "J", .doc = "breaking of the bond"},
                                         {.name = NULL}};
static const struct lt_event events[] = {LT_BOND_EVENTS, {.name = NULL}};
static const struct lt_view views[] = {
    LT_BOND_VIEWS,
    /* The term 0*pb_mcf makes these views depend on a parameter of this bond, so that they are
     * listed with this bond only. */
    {"pb_fn", "N", "bond_fn + 0*pb_mcf", "force of the bond, n"},
    {"pb_fs", "N", "bond_fs + 0*pb_mcf", "force of the bond, s"},
    {"pb_ft", "N", "bond_ft + 0*pb_mcf", "force of the bond, t"},
    {"pb_mn", "N m", "bond_mn + 0*pb_mcf", "moment of the bond, n"},
    {"pb_ms", "N m", "bond_ms + 0*pb_mcf", "moment of the bond, s"},
    {"pb_mt", "N m", "bond_mt + 0*pb_mcf", "moment of the bond, t"},
    {"pb_state", "1", "bond_state + 0*pb_mcf", "as bond_state"},
    {.name = NULL}};
static const struct lt_jump jumps[] = {LT_ALL_GONE(""), {.force = NULL}};
static const struct lt_shortfall declares[] = {
    LT_BROKEN_DECLARES,
    {"wall", "pb_emod > 0", INFINITY,
     "the length of a bond is the sum of the radii, at a wall that of the other body alone"},
    {.check = NULL}};

/* PFC's method deformability: pb_kn = pb_emod/L, N/m^3, pb_ks = pb_kn/pb_kratio, L the sum of the
 * radii, m; afterwards all four are consistent. Returns the error or NULL. */
static const char *moduli(const struct lt_pair *pair, struct params *p) {
    const double length = pair->a.radius + pair->b.radius;
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

/* Disc of radius pb_rmul min(R_a, R_b): stiffnesses from area and second moments, strengths. Discs
 * of unit thickness (two dimensions) have a rectangular section. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *ma,
                          const void *mb, void *vp, void *vd) {
    const struct lt_body *a = &deal->pair->a, *b = &deal->pair->b;
    struct params *p = vp;
    struct derived *d = vd;
    const char *wrong = moduli(deal->pair, p);
    const double r =
        p->pb_rmul * fmin(a->flat > 0 ? INFINITY : a->radius, b->flat > 0 ? INFINITY : b->radius);
    const int flat = deal->pair->dimensions < 3;
    /* Area, m^2, and second moments, m^4, of bending and twisting. */
    const double area = flat ? 2 * r : restitution_pi * r * r;
    const double bend = flat ? 2 * r * r * r / 3 : restitution_pi * r * r * r * r / 4;
    const double twist = flat ? 0 : 2 * bend;
    (void)self, (void)ma, (void)mb;
    if (!(r > 0 && isfinite(r)))
        return "a bond needs a radius: pb_rmul > 0, and a body that is not flat";
    lt_beside(&p->all, p->pb_kn * area, p->pb_ks * area, p->pb_ks * twist, p->pb_kn * bend,
              &d->all);
    /* Stresses, Pa, per force and moment: a for tension, b for shear, pb_mcf being the share of
     * moments that counts. */
    d->a_n = 1 / area;
    d->a_b = p->pb_mcf * r / bend;
    d->a = p->pb_ten;
    d->b_n = tan(p->pb_fa) / area;
    d->b_most = p->pb_ten * area;
    d->b_s = 1 / area;
    d->b_t = flat ? 0 : p->pb_mcf * r / twist;
    d->b = p->pb_coh;
    return wrong;
}

const struct lt_part lt_part_bond_parallel = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_BOND_PART,
    .name = "parallel",
    .doc = "an elastic disc of radius R = pb_rmul min(Ra, Rb) beside the contact: stiffness pb_kn "
           "A, pb_ks A, pb_ks J of twist, pb_kn I of bending; breaks where N/A + pb_mcf |M| R/I > "
           "pb_ten, or |Q|/A + pb_mcf |T| R/J > pb_coh - tan(pb_fa) min(N/A, pb_ten)",
    .writes = LT_HAS_CONSTANT,
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
    .steps = &lt_steps_bond_parallel};

#endif
