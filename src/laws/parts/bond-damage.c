/* SPDX-License-Identifier: MIT */
/*
 * bond: damage. Bilinear softening in mixed mode, as in cohesive zone models: onset by the
 * quadratic stress criterion, failure by the linear energy criterion (Camanho & Davila,
 * NASA/TM-2002-211737).
 *
 * The undamaged springs store Y = Yn + Ys: opening and bending, shear and twist. With the stored
 * energies on, os at which damage begins in each mode alone, and the fracture energies gn, gs,
 *     L^2 = Yn/on + Ys/os,  H = Yn/gn + Ys/gs,
 * damage begins at L = 1, and on a straight path the force falls linearly to 0 at H = L:
 *     D = L (L - 1)/(L^2 - H).
 * The damage is the largest D so far, stored as the L and H that it belongs to, which are smooth on
 * a straight path. The force is (1 - D) times that of the springs, which have no compression. Work
 * less change of the stored energy (1 - D) Y of a step is 1/2 (D1 - D0) f0.f1/k, the trapezoid
 * rule's Y dD.
 */
#include "beside.h"

/* per_on, per_gn, per_gs: 1/J; coh: N; half_soft: m/N. */
struct derived {
    struct lt_beside all;
    num per_on, coh, slope, half_soft, per_gn, per_gs;
};
/* L and H at the largest damage so far. */
struct state {
    struct lt_bonded all;
    num db_load, db_used;
};

/* Damage D, 0 to 1, at the load L (LOAD, 1 at the strength) and the used share H (USED) of the
 * fracture energy. Under one load that grows from 1 at the elongation x0 and falls linearly to 0 at
 * n x0, (1 - D) L = (n - L)/(n - 1) and H = L^2/n, so D = L (L - 1)/(L^2 - H); it is 1 from H = L
 * on. */
LT_INLINE num damage_at(num load, num used) {
    const num one = NUM(1.0);
    const mask over = load > 1, gone = over & (used >= load);
    const num falls = load * (load - 1) / SEL(over & NOT(gone), load * load - used, one);
    return SEL(gone, one, SEL(over, falls, NUM(0.0)));
}

/* Fills P with the forces F of the springs, N and N m, without compression along n, which the
 * contact itself bears. */
LT_INLINE void pulling(const num *f, num *p) {
    p[0] = SEL(f[0] > 0, f[0], NUM(0.0));
    for (int i = 1; i < 6; i++)
        p[i] = f[i];
}

/* Term I, J, of the sum of product(). */
LT_INLINE num half_product(const struct lt_beside *d, const num *a, const num *b, int i) {
    return 0.5 * d->soft[i] * a[i] * b[i];
}

/* Returns 1/2 sum a b/k, J, of the six forces and moments A and B, N and N m: the stored energy if
 * A = B. */
LT_INLINE num product(const struct lt_beside *d, const num *a, const num *b) {
    num sum = NUM(0.0);
    for (int i = 0; i < 6; i++)
        sum += half_product(d, a, b, i);
    return sum;
}

/* Load and damage at the end of the step, then forces, fracture energy and crossing energy. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    const struct lt_beside *k = &d->all;
    struct state *x = vx;
    struct lt_bond_losses *e = ve;
    struct lt_out_n *o = t->o;
    const num zero = NUM(0.0);
    num *const force = &o->fn;
    struct lt_beside_step s = lt_beside_try(k, &x->all, t);
    const mask had = (x->all.past < 0.5) | ((x->all.past > 1.5) & (x->all.past < 2.5));
    const num load0 = SEL(had, x->db_load, zero), used0 = SEL(had, x->db_used, zero);
    const num damage0 = SEL(s.tries, damage_at(load0, used0), zero);
    num p0[6], p[6];
    (void)self;
    pulling(s.f0, p0);
    pulling(s.f, p);

    /* Energies, J, of opening (tension and bending) and of shear (with twisting), relative to
     * those at the strengths: the load is the root of their sum, USED the share of the fracture
     * energies. */
    const num open = half_product(k, p, p, 0) + half_product(k, p, p, 4) + half_product(k, p, p, 5);
    const num shear =
        half_product(k, p, p, 1) + half_product(k, p, p, 2) + half_product(k, p, p, 3);
    const num strength = d->coh + d->slope * t->press;
    const num os = lt_larger(d->half_soft * strength * strength, NUM(1e-300)); /* not 0 */
    const num opened = open * d->per_on, sheared = shear / os, load = lt_sqrt(opened + sheared);
    const num used = open * d->per_gn + shear * d->per_gs;
    const num now = damage_at(load, used);
    const mask grows = s.tries & (now > 0) & (now >= damage0);
    const num damage = SEL(grows, now, damage0);
    const num left0 = 1 - damage0, left = 1 - damage;

    /* Damage never falls; the bond breaks at 1, by tension if opening has the larger share. */
    s.breaks = s.tries & (damage >= 1);
    s.pulled = s.breaks & (opened >= sheared);
    s.on = s.tries & NOT(s.breaks);
    lt_beside_keep(&s, &x->all, e, t, left * product(k, p, p));
    num work = zero;
    for (int i = 0; i < 6; i++) {
        force[i] += SEL(s.on, left * p[i], zero);
        work += 0.5 * (left0 * p0[i] + left * p[i]) * s.inside * s.du[i];
        p0[i] = SEL(s.tries, p0[i], zero);
        p[i] = SEL(s.tries, p[i], zero);
    }
    /* Fracture energy, J: what the springs store less by the growth of damage, at the mean of both
     * ends. The work that is neither this nor stored is E_cross. */
    const num torn = (damage - damage0) * product(k, p0, p);
    const num stored0 = left0 * product(k, p0, p0), stored = left * product(k, p, p);
    e->fracture = SEL(torn > 0, torn, zero);
    o->strain += x->all.energy;
    o->cross += SEL(s.tries, work - (stored - stored0) - e->fracture, zero);
    if (ANY(s.on & (s.inside < 1))) {
        num f1[6];
        for (int i = 0; i < 6; i++)
            f1[i] = left * p[i];
        o->cross += SEL(s.on & (s.inside < 1), (1 - s.inside) * lt_bond_work(f1, s.du), zero);
    }
    o->branch |= BITS(s.on & grows, LT_BRANCH(LT_BOND_PART, 1)) |
                 BITS(s.on & (s.f[0] > 0), LT_BRANCH(LT_BOND_PART, 2));
    x->db_load = SEL(s.tries, SEL(grows, load, load0), x->db_load);
    x->db_used = SEL(s.tries, SEL(grows, used, used0), x->db_used);
}

const struct lt_part_steps LT_STEPS(bond_damage) = {.step = step};

#ifdef LT_TABLES

struct params {
    struct lt_bond_params all;
    double db_rmul, db_kn, db_ks, db_ten, db_coh, db_fa, db_gn, db_gs;
};

static const struct lt_field params[] = {
    LT_BOND_ROWS,
    {"db_rmul", "1", 1, 0, INFINITY, .doc = "bond radius over the lesser one of the bodies"},
    {"db_kn", "Pa/m", 0, 0, INFINITY, .doc = "normal stiffness by area"},
    {"db_ks", "Pa/m", 0, 0, INFINITY, .doc = "shear stiffness by area"},
    {"db_ten", "Pa", INFINITY, 0, INFINITY,
     .doc = "tensile strength, where damage begins; not "
            "given: any"},
    {"db_coh", "Pa", INFINITY, 0, INFINITY,
     .doc = "cohesion: shear strength where nothing presses; not given: any", .role = LT_COHESION},
    {"db_fa", "rad", 0, 0, 1.5707963267948966,
     .doc = "friction angle: the pressure of the contact adds tan(db_fa) of itself to db_coh"},
    {"db_gn", "J/m^2", 0, 0, INFINITY,
     .doc =
         "energy of breaking in tension; what it stores at its strength or less: it breaks there"},
    {"db_gs", "J/m^2", 0, 0, INFINITY, .doc = "energy of breaking in shear; likewise"},
    {.name = NULL}};
static const struct lt_field derived[] = {
    LT_BESIDE_NUMBERS,
    LT_NUMBER(per_on, "1/J", "1 over what it stores in tension where damage begins"),
    LT_NUMBER(coh, "N", "shear strength where nothing presses"),
    LT_NUMBER(slope, "1", "what the force that presses adds to it"),
    LT_NUMBER(half_soft, "m/N", "1/2 over the shear stiffness"),
    LT_NUMBER(per_gn, "1/J", "1 over the energy of breaking in tension"),
    LT_NUMBER(per_gs, "1/J", "1 over that in shear"),
    {.name = NULL}};
static const struct lt_field state[] = {
    LT_BESIDE_STATES,
    {"db_load", "1", .doc = "load of the bond where its damage is from; 1: damage begins"},
    {"db_used", "1",
     .doc = "there, what it stores over what breaking takes; db_load: it is broken"},
    {.name = NULL}};
static const struct lt_field losses[] = {{"fracture", "J", .doc = "breaking of the bond"},
                                         {.name = NULL}};
static const struct lt_event events[] = {LT_BOND_EVENTS, {.name = NULL}};
#define DAMAGE                                                                                     \
    "select(db_load > 1, select(db_used < db_load, "                                               \
    "db_load*(db_load - 1)/(db_load^2 - min(db_used, db_load)), 1), 0)"
#define LEFT(of) "(1 - " DAMAGE ")*" of
static const struct lt_view views[] = {
    LT_BOND_VIEWS,
    {"db_damage", "1", DAMAGE, "share of the force that is lost, 1: broken"},
    {"db_fn", "N", LEFT("max(bond_fn, 0)"), "force of the bond, n"},
    {"db_fs", "N", LEFT("bond_fs"), "force of the bond, s"},
    {"db_ft", "N", LEFT("bond_ft"), "force of the bond, t"},
    {"db_mn", "N m", LEFT("bond_mn"), "moment of the bond, n"},
    {"db_ms", "N m", LEFT("bond_ms"), "moment of the bond, s"},
    {"db_mt", "N m", LEFT("bond_mt"), "moment of the bond, t"},
    {.name = NULL}};
static const struct lt_jump jumps[] = {LT_GONE("fn", "", LEFT("max(bond_fn, 0)")),
                                       LT_GONE("fs", "", LEFT("bond_fs")),
                                       LT_GONE("ft", "", LEFT("bond_ft")),
                                       LT_GONE("mn", "", LEFT("bond_mn")),
                                       LT_GONE("ms", "", LEFT("bond_ms")),
                                       LT_GONE("mt", "", LEFT("bond_mt")),
                                       {.force = NULL}};
static const struct lt_shortfall declares[] = {LT_BROKEN_DECLARES, {.check = NULL}};

/* 1/X, at most 1e300 instead of infinity, so that 0 times it is 0, not NaN. */
static double reciprocal(double x) {
    return fmin(1 / x, 1e300);
}

/* Disc of radius db_rmul min(R_a, R_b): stiffnesses, energies at onset and at failure. Returns the
 * error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *ma,
                          const void *mb, void *vp, void *vd) {
    const struct lt_body *a = &deal->pair->a, *b = &deal->pair->b;
    struct params *p = vp;
    struct derived *d = vd;
    const double r =
        p->db_rmul * fmin(a->flat > 0 ? INFINITY : a->radius, b->flat > 0 ? INFINITY : b->radius);
    const int flat = deal->pair->dimensions < 3;
    const double area = flat ? 2 * r : restitution_pi * r * r;
    const double bend = flat ? 2 * r * r * r / 3 : restitution_pi * r * r * r * r / 4;
    (void)self, (void)ma, (void)mb;
    if (!(r > 0 && isfinite(r)))
        return "a bond needs a radius: db_rmul > 0, and a body that is not flat";
    lt_beside(&p->all, p->db_kn * area, p->db_ks * area, flat ? 0 : p->db_ks * 2 * bend,
              p->db_kn * bend, &d->all);
    d->per_on = p->db_kn > 0
                    ? reciprocal(0.5 * p->db_ten * p->db_ten * area * lt_spring_soft(p->db_kn))
                    : 0;
    d->coh = fmin(p->db_coh * area, 1e150); /* its square is still finite */
    d->slope = tan(p->db_fa);
    d->half_soft = 0.5 * reciprocal(p->db_ks * area);
    d->per_gn = reciprocal(p->db_gn * area);
    d->per_gs = reciprocal(p->db_gs * area);
    return NULL;
}

const struct lt_part lt_part_bond_damage = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_BOND_PART,
    .name = "damage",
    .doc =
        "a disc of radius db_rmul min(Ra, Rb) beside the contact that softens: its damage begins "
        "where (sigma/db_ten)^2 + (tau/(db_coh + tan(db_fa) p))^2 is 1, and the force falls "
        "linearly until 1/((1 - B)/db_gn + B/db_gs) is dissipated by area, B the share of shear",
    .source = "Camanho & Davila, NASA/TM-2002-211737 (2002); power law of exponent 1",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .views = views,
    .jumps = jumps,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_bond_damage};

#endif
