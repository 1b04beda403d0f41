/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * linear.c: linear springs with Coulomb slip, in parallel with dashpots (PFC's linear model).
 *
 * In this project's signs (fn < 0 compression, f . v power into the contact) the linear shear force
 * is +ks us, where PFC's is -ks us: lin_force_* keep PFC's signs.
 */
#include "shear.h"

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 0, 0, INFINITY, "normal stiffness", .mix = LT_SERIES, .role = LT_STIFFNESS_N)     \
    F(ks, "N/m", 0, 0, INFINITY, "shear stiffness", .mix = LT_SERIES, .role = LT_STIFFNESS_S)      \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient", .mix = LT_MIN, .role = LT_FRICTION)       \
    F(rgap, "m", 0, -INFINITY, INFINITY,                                                           \
      "reference gap: taken off the distance of the surfaces to give un",                          \
      .role = LT_REFERENCE_GAP)                                                                    \
    F(lin_mode, "1", 0, 0, 1, "normal force from the overlap, or summed up step by step",          \
      .choices = "absolute incremental")                                                           \
    F(dp_nratio, "1", 0, 0, INFINITY, "normal critical damping ratio", .advised = 1)               \
    F(dp_sratio, "1", 0, 0, INFINITY, "shear critical damping ratio, with the mass of dp_mass",    \
      .advised = 1)                                                                                \
    F(dp_mode, "1", 0, 0, 3, "what limits the dashpots",                                           \
      .choices = "full no-tension slip-cut no-tension-slip-cut")                                   \
    F(dp_mass, "1", 0, 0, 1,                                                                       \
      "mass in the dashpots: m_eff, a fixed ball infinitely heavy; or that of both, fixed or not", \
      .choices = "effective both")                                                                 \
    F(fric_dynamic, "1", INFINITY, 0, INFINITY,                                                    \
      "friction coefficient while slipping, if less than fric", .mix = LT_MIN,                     \
      .role = LT_FRICTION_DYNAMIC)                                                                 \
    F(slip_dashpot, "1", 1, 0, 1,                                                                  \
      "the shear dashpot while the contact slips, unless dp_mode cuts it",                         \
      .choices = "dropped kept")                                                                   \
    F(cap_on, "1", 1, 0, 1, "what friction limits: spring and dashpot together, or the spring",    \
      .choices = "total elastic")                                                                  \
    F(cap_by, "1", 0, 0, 2,                                                                        \
      "normal force in the friction limit: the spring's, the total if it presses, its size",       \
      .choices = "elastic total absolute")                                                         \
    F(user_area, "m^2", 0, 0, INFINITY, "contact area for emod; 0: that of the particles")         \
    F(area, "1", 0, 0, 1, "frozen: user_area takes the area of the particles, before emod acts",   \
      .choices = "current frozen", .once = 1)                                                      \
    F(emod, "Pa", NAN, 0, INFINITY,                                                                \
      "effective modulus: given with kratio it sets kn and ks; reads kn L/A", .sets = "kn ks",     \
      .once = 1, .with = "kratio")                                                                 \
    F(kratio, "1", NAN, 0, INFINITY,                                                               \
      "kn/ks, given with emod; 0: ks = 0; reads 0 if kn or ks is 0", .sets = "ks", .once = 1,      \
      .with = "emod")

#define DERIVED(F)                                                                                 \
    F(cn, "N s/m", "normal viscosity, 2 dp_nratio sqrt(m kn), m by dp_mass")                       \
    F(cs, "N s/m", "shear viscosity, 2 dp_sratio sqrt(m ks), m by dp_mass")                        \
    F(inv_kn, "m/N", "1/kn, 0 if kn = 0")                                                          \
    F(inv_ks, "m/N", "1/ks, 0 if ks = 0")                                                          \
    F(incremental, "1", "1 if lin_mode is incremental")                                            \
    F(no_tension, "1", "1 if the normal force cannot be tensile")                                  \
    F(slip_cut, "1", "1 if the shear dashpot is off while the contact slips")                      \
    F(joint, "1", "1 if friction depends on more than the springs: fric_dynamic, cap_on, cap_by")

#define STATE(F)                                                                                   \
    F(lin_force_n, "N", "linear normal force, > 0 compression")                                    \
    F(lin_force_s, "N", "linear shear force on B, s")                                              \
    F(lin_force_t, "N", "linear shear force on B, t")                                              \
    F(lin_slip, "1", "1 while the contact slips", .told = 1)

#define LOSSES(F) F(slip, "J", "sliding friction")

LT_STRUCTS

/* 1/k, or 0 if k = 0: without a spring no energy is stored. */
static double inverse_stiffness(double k) {
    return k > 0 ? 1 / k : 0;
}

/* PFC's contact area, m^2: that of the smaller of the two balls, pi r^2, or 2 r of discs of unit
 * thickness. */
static double area_of(const struct lt_pair *pair) {
    double a = pair->a.flat > 0 ? INFINITY : pair->a.radius;
    double b = pair->b.flat > 0 ? INFINITY : pair->b.radius;
    double r = fmin(a, b);
    return pair->dimensions < 3 ? 2 * r : 3.14159265358979323846 * r * r;
}

/* PFC's methods area and deformability, in this order: emod and kratio set kn = A emod/L and ks =
 * kn/kratio, L being the sum of the radii, of which a wall has none. Afterwards all four are
 * consistent. Returns the error or NULL. */
static const char *derive_deformability(const struct lt_pair *pair, struct params *p) {
    if (p->area > 0.5)
        p->user_area = area_of(pair);
    double area = p->user_area > 0 ? p->user_area : area_of(pair);
    double length = pair->a.radius + pair->b.radius;
    if (isnan(p->emod) != isnan(p->kratio))
        return "emod and kratio go together: kn = A emod/L, ks = kn/kratio (kratio 0: ks = 0)";
    if (!isnan(p->emod)) {
        p->kn = area * p->emod / length;
        p->ks = p->kratio > 0 ? p->kn / p->kratio : 0;
    }
    p->emod = p->kn * length / area;
    p->kratio = p->kn > 0 && p->ks > 0 ? p->kn / p->ks : 0;
    return NULL;
}

/* Derives viscosities, N s/m, from critical damping ratios, c = 2 ratio sqrt(m k), and the choices
 * of dp_mode and of friction as numbers. Returns the error or NULL. */
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    (void)a, (void)b;
    const char *wrong = derive_deformability(pair, p);
    const double mass = p->dp_mass > 0.5 ? pair->m_both : pair->m_eff;
    if (isnan(mass) && !wrong)
        wrong = "dp_mass both needs the masses of both balls: the fixed one needs a density or "
                "a mass too";
    d->cn = 2 * p->dp_nratio * sqrt(mass * p->kn);
    d->cs = 2 * p->dp_sratio * sqrt(mass * p->ks);
    d->inv_kn = inverse_stiffness(p->kn);
    d->inv_ks = inverse_stiffness(p->ks);
    d->incremental = p->lin_mode;
    d->no_tension = p->dp_mode == 1 || p->dp_mode == 3;
    d->slip_cut = p->dp_mode == 2 || p->dp_mode == 3 || p->slip_dashpot == 0;
    d->joint = p->fric_dynamic < p->fric || p->cap_on == 0 || p->cap_by > 0;
    return wrong;
}

/* Energies follow the trapezoid rule: the work 1/2 (f0 + f1) . du of every step equals change of
 * strain + slip + dashpot + cross to rounding, at any step size. Slip is 1/2 (f0 + f1) . (slip
 * displacement); the work in the share of a step outside the contact is cross. */

/* The normal direction of a step. */
struct normal {
    num f0, f, viscous; /* N, spring before and after, dashpot */
    mask capped;        /* the tensile cut-off limits the dashpot */
    mask clipped;       /* a force summed in increments would be tensile, and is 0 */
};

/* Normal forces of the step, N, < 0 compression: the spring's from the overlap or, incrementally,
 * from its last value (lin_force_n, of the opposite sign); the dashpot's with or without tensile
 * cut-off. */
LT_INLINE struct normal normal_of(const struct lt_shear_span *span, const struct params_n *p,
                                  const struct derived_n *d, const struct lt_move_n *m,
                                  const struct state_n *x) {
    const num zero = NUM(0.0);
    const mask active = span->active, is_incremental = IS(d->incremental);
    /* 0 - x, not -x: a zero force has no sign. */
    const num fn0 = SEL(p->kn > 0, zero - x->lin_force_n, zero);
    num fn = p->kn * m->un;
    mask clipped = NOT(LT_EVERY);
    if (LT_UNLIKELY(ANY(is_incremental))) {
        const num sum = fn0 + p->kn * span->inside * m->dun;
        fn = SEL(is_incremental, SEL(sum < 0, sum, zero), fn);
        clipped = is_incremental & ((active & (sum > 0)) | span->leaving);
    }
    if (!span->stay)
        fn = SEL(active, fn, zero);
    const num drag = d->cn * m->vn;
    const mask capped = active & IS(d->no_tension) & (drag > -fn);
    const num vfn = SEL(capped, zero - fn, drag);
    return (struct normal){fn0, fn, span->stay ? vfn : SEL(active, vfn, zero), capped, clipped};
}

/* Shear forces of the step. JOINT: the friction limit includes the dashpots or depends on whether
 * the contact slips already; else the simpler code gives the same forces. FN and VFN: N, normal
 * force of spring and dashpot. */
LT_INLINE struct lt_shear_damped shear_of(const struct lt_shear_span *span, int joint,
                                          const struct params_n *p, const struct derived_n *d,
                                          const struct lt_move_n *m, const struct state_n *x,
                                          num fn, num vfn) {
    const num zero = NUM(0.0);
    const struct lt_shear f0 = {zero - x->lin_force_s, zero - x->lin_force_t},
                          du = {m->dus, m->dut}, v = {m->vs, m->vt};
    const mask cut = IS(d->slip_cut);
    if (!joint)
        return lt_shear_beside(span, f0, du, p->ks, d->inv_ks, p->fric * (zero - fn), d->cs, v,
                               cut);
    const num normal = lt_shear_pressure(p->cap_by, fn, vfn);
    const struct lt_shear_friction limit =
        lt_shear_allowed(p->fric, p->fric_dynamic, normal, p->cap_on, cut);
    return lt_shear_within(span, f0, du, p->ks, d->inv_ks, &limit, lt_shear_times(d->cs, v),
                           IS(x->lin_slip));
}

/* A step with or without JOINT (see shear_of()). Of a step that makes or ends the contact only the
 * share in which the surfaces overlap, PFC's alpha, loads the springs. */
LT_INLINE void step_friction(int joint, const struct params_n *p, const struct derived_n *d,
                             const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                             struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const struct lt_shear_span span = lt_shear_touch(m);
    const struct normal n = normal_of(&span, p, d, m, x);
    const struct lt_shear_damped t = shear_of(&span, joint, p, d, m, x, n.f, n.viscous);
    const num fs = t.spring.s, ft = t.spring.t;

    o->vfn = n.viscous;
    o->vfs = t.dashpot.s;
    o->vft = t.dashpot.t;
    o->vmn = o->vms = o->vmt = zero;
    o->fn = n.f + o->vfn;
    o->fs = fs + o->vfs;
    o->ft = ft + o->vft;
    o->mn = o->ms = o->mt = zero;

    e->slip = t.slip;
    /* Work across the start or end of the contact, or where the normal spring is cut off. */
    num cross = zero;
    if (LT_UNLIKELY(!span.stay && ANY(span.inside != 1)))
        cross = SEL(span.inside != 1, 0.5 * (n.f0 + n.f) * (1 - span.inside) * m->dun, zero);
    if (LT_UNLIKELY(ANY(n.clipped)))
        cross = SEL(n.clipped, 0.5 * n.f0 * (m->dun + n.f0 * d->inv_kn), cross);
    o->cross = cross + t.cross;
    o->defect = t.defect;
    o->strain = 0.5 * (n.f * n.f * d->inv_kn + (fs * fs + ft * ft) * d->inv_ks);
    o->active = span.active;
    o->branch = BITS(o->active, 1) | BITS(t.over, 2) | BITS(n.capped, 4) | BITS(n.clipped, 8);
    if (joint)
        o->branch |= BITS(t.over & NOT(t.slips), 16) | BITS(t.cut, 32) |
                     BITS(IS(p->cap_by) & (n.f + n.viscous > 0), 64);

    x->lin_force_n = zero - n.f;
    x->lin_force_s = zero - fs;
    x->lin_force_t = zero - ft;
    x->lin_slip = SEL(t.over, one_, zero);
}

/* The step if no contact has a joint friction limit. */
LT_INLINE void step_plain(const struct params_n *p, const struct derived_n *d,
                          const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                          struct losses_n *e) {
    step_friction(0, p, d, m, x, o, e);
}

/* The step for any parameters; several contacts side by side take the general code if one of them
 * needs it. */
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    if (LT_UNLIKELY(ANY(IS(d->joint))))
        step_friction(1, p, d, m, x, o, e);
    else
        step_friction(0, p, d, m, x, o, e);
}

/* Marches with either step, chosen by march(). */
LT_MARCH(march_plain, step_plain, STATE)
LT_MARCH(march_of_any, step, STATE)

/* A march takes the plain step if no contact needs the other one: it is decided once, not in each
 * step. */
static size_t march(const void *p, const void *d, void *x, void *losses, lt_cells *m,
                    enum lt_march_kind kind, size_t steps) {
    const struct derived_cells *of = d;
    const int joint = ANY(IS(lt_load(&of->joint)));
    return (joint ? march_of_any : march_plain)(p, d, x, losses, m, kind, steps);
}

static const struct lt_event events[] = {
    {"contact_activated", "active", 1, 0}, {"slip_change", "lin_slip", 1, 1}, {.name = NULL}};

static const struct lt_view views[] = {
    {"dp_force_n", "N", "0 - vfn", "dashpot normal force, > 0 compression"},
    {"dp_force_s", "N", "0 - vfs", "dashpot shear force on B, s"},
    {"dp_force_t", "N", "0 - vft", "dashpot shear force on B, t"},
    {"pfc_energy_strain", "J", "E_strain", "strain energy"},
    {"pfc_energy_slip", "J", "0 - E_slip", "slip energy, <= 0 as in PFC"},
    {"pfc_energy_dashpot", "J", "0 - E_dashpot", "dashpot energy, <= 0 as in PFC"},
    {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "dp_mass == 0 and (dp_mode == 0 or dp_mode == 2) and dp_nratio < 1",
     "exp(-pi*dp_nratio/sqrt(1 - dp_nratio^2))",
     "no tensile cut-off: the contact ends when the gap is zero again"},
    {"e_n", "dp_mass == 0 and (dp_mode == 0 or dp_mode == 2) and dp_nratio >= 1", "0",
     "overdamped without tensile cut-off: the particles never separate"},
    {"e_n", "dp_mass == 0 and (dp_mode == 1 or dp_mode == 3) and dp_nratio < 1",
     "exp(-2*dp_nratio*acos(dp_nratio)/sqrt(1 - dp_nratio^2))",
     "tensile cut-off: the contact ends when the force is zero"},
    {"e_n", "dp_mass == 0 and (dp_mode == 1 or dp_mode == 3) and dp_nratio == 1", "exp(-2)",
     "tensile cut-off: the contact ends when the force is zero"},
    {"e_n", "dp_mass == 0 and (dp_mode == 1 or dp_mode == 3) and dp_nratio > 1",
     "exp(-2*dp_nratio*acosh(dp_nratio)/sqrt(dp_nratio^2 - 1))",
     "tensile cut-off: the contact ends when the force is zero"},
    {.result = NULL}};

#define ON_TOP "cap_on == 1 and dp_sratio > 0 or cap_by ~= 1 and dp_nratio > 0"
#define ON_TOP_WHY                                                                                 \
    "cap_on elastic, cap_by elastic, absolute: the friction limit does not include the dashpots"
#define KEPT "cap_on == 0 and slip_dashpot == 1 and dp_mode < 2 and dp_sratio > 0"

static const struct lt_shortfall declares[] = {
    {"coulomb", ON_TOP, LT_TWO_COMPONENTS, ON_TOP_WHY},
    {"tension", ON_TOP, LT_TWO_COMPONENTS, ON_TOP_WHY},
    LT_SHEAR_DECLARES(KEPT, "fric_dynamic < fric"),
    {"wall", "true", INFINITY,
     "emod: stiffness depends on the sum of the radii, and a wall has none"},
    {.check = NULL}};

LT_LAW_N_OF(
    linear, .name = "linear",
    .summary = "linear springs, Coulomb slip, dashpots (PFC's linear model)",
    .source = "Cundall & Strack, Geotechnique 29 (1979) 47-65; Itasca PFC, Linear Model, "
              "equations 1-17. Signs of equations 11, 13 and 14 corrected, see doc/linear.md.",
    .equations =
        "fn = kn un for un < 0, else 0              (lin_mode absolute)\n"
        "fn = min(fn + kn dun, 0)                   (lin_mode incremental)\n"
        "f* = f + ks (dus, dut), (fs, ft) = f* if |f*| <= -fric fn, else -fric fn f*/|f*|\n"
        "dashpot: 2 dp_nratio sqrt(m kn) vn, at most -fn in the no-tension modes;\n"
        "         2 dp_sratio sqrt(m ks) (vs, vt), 0 in the slip-cut modes while slipping;\n"
        "         m = m_eff, or m_a m_b/(m_a + m_b) though one is fixed (dp_mass both)\n"
        "cap_on, cap_by, slip_dashpot, fric_dynamic: other readings of Coulomb's limit\n"
        "active while un <= 0; of the step that makes or ends the contact only the share with\n"
        "un < 0 loads the springs",
    .acts = 0x7, .events = events, .views = views, .cases = cases, .declares = declares, .order = 1)
