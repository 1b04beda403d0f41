/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mindlin: Hertz' normal contact with the tangential force of Mindlin's contact without micro-slip,
 * in the four forms that codes give it, and Coulomb friction.
 */
#include "law.h"

#include "hertzian.h"
#include "restitution.h"
#include "shear.h"

#define PARAMS(F)                                                                                  \
    F(young, "Pa", NAN, 0, INFINITY, "Young's modulus; given for the contact: of both bodies",     \
      .mix = LT_EACH, .sets = "young_eff shear_eff", .once = 1)                                    \
    F(poisson, "1", NAN, -1, 0.5, "Poisson's ratio; likewise", .mix = LT_EACH,                     \
      .sets = "young_eff shear_eff", .once = 1)                                                    \
    F(young_eff, "Pa", NAN, 0, INFINITY, "effective modulus E*, 1/E* = sum of (1 - nu^2)/E")       \
    F(shear_eff, "Pa", NAN, 0, INFINITY,                                                           \
      "effective shear modulus G*, 1/G* = sum of (2 - nu)/G, G = E/(2 (1 + nu))")                  \
    F(tangential, "1", 0, 0, 3, "how the tangential force follows the displacement",               \
      .choices = "tangent-rescale secant secant-initial tangent")                                  \
    F(kt_update, "1", 0, 0, 1, "tangent: kt of a step, its mean over the overlap or at the end",   \
      .choices = "mean end")                                                                       \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient", .mix = LT_MIN)                            \
    F(fric_dynamic, "1", INFINITY, 0, INFINITY,                                                    \
      "friction coefficient while slipping, if less than fric", .mix = LT_MIN)                     \
    F(alpha, "1", 0, 0, INFINITY, "normal damping, alpha sqrt(m_eff fn/un) vn")                    \
    F(en, "1", NAN, 0, 1, "restitution, sets alpha; dp_mode says where the impact ends",           \
      .sets = "alpha", .once = 1)                                                                  \
    F(dp_mode, "1", 0, 0, 1, "whether the normal dashpot may pull", .choices = "full no-tension")  \
    F(phi, "1", 0, 0, INFINITY, "tangential damping, phi sqrt(m_eff kt) vt, kt = 8 G* a")          \
    F(et, "1", NAN, 0, 1, "sets phi as en sets alpha; not a tangential restitution",               \
      .sets = "phi", .once = 1)                                                                    \
    F(slip_dashpot, "1", 0, 0, 1, "the tangential dashpot while the contact slips",                \
      .choices = "dropped kept")                                                                   \
    F(cap_on, "1", 0, 0, 1, "what friction limits: spring and dashpot together, or the spring",    \
      .choices = "total elastic")                                                                  \
    F(cap_by, "1", 0, 0, 2,                                                                        \
      "normal force of the limit: the total if it presses, the spring's alone, the total's size",  \
      .choices = "total elastic absolute")

#define DERIVED(F)                                                                                 \
    F(k, "N/m^1.5", "4/3 young_eff sqrt(r_eff)")                                                   \
    F(kt, "N/m^1.5", "8 shear_eff sqrt(r_eff), 2/3 of it for the secant")                          \
    F(c_quarter, "N s/m^1.25", "normal viscosity over d^(1/4), alpha sqrt(m_eff k)")               \
    F(ct_quarter, "N s/m^1.25", "tangential viscosity over d^(1/4), phi sqrt(m_eff 8 G* sqrt R*)") \
    F(holds_spring, "1", "1 if a change of stiffness leaves the spring's length, not its force")   \
    F(rescales, "1", "1 if it does so when the stiffness falls only")                              \
    F(fric_slip, "1", "friction coefficient while slipping")

#define STATE(F)                                                                                   \
    F(spring_s, "N", "tangential spring force, s")                                                 \
    F(spring_t, "N", "tangential spring force, t")                                                 \
    F(sliding, "1", "1 while friction limits the tangential force")

#define LOSSES(F) F(slip, "J", "sliding friction")

LT_STRUCTS

static double said(double contact, double material) {
    return isnan(contact) ? material : contact;
}

/* One term of 1/G* = sum of (2 - nu)/G; a flat body that says nothing is rigid. */
static double shear_compliance(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return 2 * (2 - poisson) * (1 + poisson) / young;
}

/* young and poisson in turn read those of two like bodies with the same E* and G*; poisson reads 0
 * if no bodies have them. */
static const char *elasticity(const struct lt_pair *pair, const struct params *a,
                              const struct params *b, struct params *p) {
    const int given = !isnan(p->young) || !isnan(p->poisson);
    const double ya = said(p->young, a->young), yb = said(p->young, b->young);
    const double pa = said(p->poisson, a->poisson), pb = said(p->poisson, b->poisson);
    if (given || isnan(p->young_eff))
        p->young_eff =
            1 / (hertzian_compliance(&pair->a, ya, pa) + hertzian_compliance(&pair->b, yb, pb));
    if (given || isnan(p->shear_eff))
        p->shear_eff =
            1 / (shear_compliance(&pair->a, ya, pa) + shear_compliance(&pair->b, yb, pb));
    if (isnan(p->young_eff) || isnan(p->shear_eff))
        return "mindlin needs young and poisson, of both bodies' materials or given in the law, or "
               "young_eff and shear_eff; only a flat body without young is rigid";
    if (!(pair->r_eff > 0) || !isfinite(p->young_eff) || !isfinite(p->shear_eff))
        return "mindlin needs a curved body that is not rigid";
    const double ratio = p->young_eff > 0 ? p->shear_eff / p->young_eff : 0.25;
    const double poisson = (1 - 4 * ratio) / (1 - 2 * ratio);
    p->poisson = poisson >= -1 && poisson <= 0.5 ? poisson : 0;
    p->young = 2 * (1 - p->poisson * p->poisson) * p->young_eff;
    return NULL;
}

/* alpha = sqrt(5) b on the secant stiffness fn/un is 2 sqrt(5/6) b on the tangent one, and so on
 * kt. */
static const double of_ratio = 2.23606797749978969641, of_ratio_t = 1.82574185835055371152;

static const char *damping(struct params *p) {
    const enum restitution_end end = p->dp_mode > 0.5 ? FORCE_ZERO : GAP_ZERO;
    if (!isnan(p->en))
        p->alpha = of_ratio * restitution_damping(p->en, end);
    if (!isnan(p->et))
        p->phi = of_ratio_t * restitution_damping(p->et, end);
    if (!isfinite(p->alpha) || !isfinite(p->phi))
        return "en and et must be above 0 where the dashpot may not pull";
    p->en = restitution_of(p->alpha / of_ratio, end);
    p->et = restitution_of(p->phi / of_ratio_t, end);
    return NULL;
}

enum tangential { TANGENT_RESCALE, SECANT, SECANT_INITIAL, TANGENT };

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = elasticity(pair, a, b, p);
    if (!wrong)
        wrong = damping(p);
    if (wrong)
        return wrong;
    const double root = sqrt(pair->r_eff), initial = 8 * p->shear_eff * root;
    d->k = 4.0 / 3 * p->young_eff * root;
    d->kt = p->tangential == SECANT ? 2.0 / 3 * initial : initial;
    d->c_quarter = p->alpha * sqrt(pair->m_eff * d->k);
    d->ct_quarter = p->phi * sqrt(pair->m_eff * initial);
    d->holds_spring = p->tangential == SECANT || p->tangential == SECANT_INITIAL;
    d->rescales = p->tangential == TANGENT_RESCALE;
    d->fric_slip = fmin(p->fric, p->fric_dynamic);
    return NULL;
}

static double contact_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    (void)p;
    return hertzian_time(pair->m_eff, ((const struct derived *)d)->k, speed);
}

static inline double inverse(double x) {
    return x > 0 ? 1 / x : 0;
}

static inline struct lt_shear sum(struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){a.s + b.s, a.t + b.t};
}

static inline struct lt_shear times(double c, struct lt_shear a) {
    return (struct lt_shear){c * a.s, c * a.t};
}

static inline double dot(struct lt_shear a, struct lt_shear b) {
    return a.s * b.s + a.t * b.t;
}

static inline struct lt_shear select(int condition, struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){condition ? a.s : b.s, condition ? a.t : b.t};
}

/* What friction makes of the trial force of the spring and of the dashpot. */
struct friction {
    struct lt_shear spring, dashpot;
    int over, slips; /* friction limits the force; it limits the spring */
};

/* Together, the spring is limited first and the dashpot gets what it leaves; if the dashpot is
 * kept, the spring gets what that leaves. */
static inline struct friction coulomb(const struct params *p, const struct derived *d,
                                      struct lt_shear trial, struct lt_shear drag, double normal,
                                      int was_over) {
    const struct lt_shear none = {0, 0};
    const int total = p->cap_on<0.5, kept = p->slip_dashpot> 0.5, loose = total & kept;
    const double at_rest = (was_over ? d->fric_slip : p->fric) * normal;
    const double limit = d->fric_slip * normal;
    const struct lt_shear all = sum(trial, drag);
    const double size = sqrt(dot(trial, trial)), size_all = sqrt(dot(all, all));
    const int over = ((size > at_rest) & !loose) | ((size_all > at_rest) & total);

    int beyond, ignored;
    const struct lt_shear alone = lt_shear_limit(trial, limit, &beyond);
    const struct lt_shear spring = select(over & !loose, alone, trial);
    const struct lt_shear both = lt_shear_limit(sum(spring, drag), limit, &ignored);
    const struct lt_shear rest = sum(both, times(-1, drag)), left = sum(both, times(-1, spring));
    return (struct friction){.spring = select(loose & over, rest, spring),
                             .dashpot = select(over & !kept, select(total, left, none), drag),
                             .over = over,
                             .slips = over & (loose | beyond)};
}

/* The spring's force f and its stiffness k = kt sqrt(overlap) before (0) and after (1) the step;
 * its length is f/k. Where a change of k leaves the length (holds), work and stored energy 1/2
 * f^2/k differ by 1/2 (f0 + f1).(f1/k1 - f0/k0) = d(1/2 f^2/k) - 1/2 (k1 - k0) (f0/k0).(f1/k1),
 * where it leaves the force, with any stiffness k for the way (f1 - f0)/k of the spring, by
 *     1/2 (f0 + f1).(f1 - f0)/k = d(1/2 f^2/k) + 1/2 f1^2 (1/k - 1/k1) + 1/2 f0^2 (1/k0 - 1/k).
 * The last terms are the defect. k is that of the step; but the mean, not that at its end, while it
 * slips: the force falls with the overlap, and 1/k1 would know no bound where the contact is lost.
 */
static inline void step(const struct params *p, const struct derived *d, const struct lt_move *m,
                        struct state *x, struct lt_out *o, struct losses *e) {
    const double zero = 0.0, one_ = 1.0;
    const struct hertzian_in in = {.k = d->k, .c_quarter = d->c_quarter, .no_tension = p->dp_mode};
    const struct hertzian_out n = hertzian_step(in, m);
    const struct lt_shear_span span = lt_shear_span(m->un, m->dun, m->active > 0.5, n.active);
    const struct lt_shear du = {m->dus, m->dut}, inside = lt_shear_inside(&span, du);

    const double before = m->dun - m->un;
    const double k0 = d->kt * sqrt(before > 0 ? before : zero), k1 = d->kt * n.root;
    const double soft0 = inverse(k0), soft1 = inverse(k1);
    /* The mean of kt, exact for a straight path. */
    const double mean = 2.0 / 3 * (k0 * k0 + k0 * k1 + k1 * k1) * inverse(k0 + k1);
    const int holds = (d->holds_spring > 0.5) | ((d->rescales > 0.5) & (k1 < k0));
    const double k = (holds | (p->kt_update > 0.5)) ? k1 : mean;
    const double carried = holds ? k1 * soft0 : one_;

    const struct lt_shear f0 = {x->spring_s, x->spring_t}, none = {zero, zero};
    const struct lt_shear trial = sum(times(carried, f0), times(k, inside));
    const struct lt_shear drag =
        times(d->ct_quarter * sqrt(n.root), (struct lt_shear){m->vs, m->vt});
    const double press = zero - (n.fn + n.vfn), pressed = press > 0 ? press : zero;
    const double size = press > 0 ? press : zero - press;
    const double other = p->cap_by > 1.5 ? size : zero - n.fn;
    const double normal = p->cap_by > 0.5 ? other : pressed;
    const struct friction f = coulomb(p, d, trial, drag, normal, x->sliding > 0.5);
    const struct lt_shear f1 = select(n.active, f.spring, none);
    const struct lt_shear viscous = select(n.active, f.dashpot, none);
    const int slips = n.active & f.slips, over = n.active & f.over;

    o->vfn = n.vfn;
    o->vfs = viscous.s;
    o->vft = viscous.t;
    o->vmn = o->vms = o->vmt = 0;
    o->fn = n.fn + n.vfn;
    o->fs = f1.s + viscous.s;
    o->ft = f1.t + viscous.t;
    o->mn = o->ms = o->mt = 0;

    const double soft = inverse(n.active ? (slips ? mean : k) : k0);
    const struct lt_shear at_length = sum(times(soft1, f1), times(-soft0, f0));
    const struct lt_shear at_force = times(soft, sum(f1, times(-1, f0)));
    const struct lt_shear slid = sum(inside, times(-1, select(holds, at_length, at_force)));
    const double slipped = 0.5 * dot(sum(f0, f1), slid);
    e->slip = (slips | span.leaving) ? slipped : zero;

    const double of_length = (k0 - k1) * soft0 * soft1 * dot(f0, f1);
    const double of_force = (soft - soft1) * dot(f1, f1) + (soft0 - soft) * dot(f0, f0);
    o->defect = 0.5 * (holds ? of_length : of_force);
    o->cross = n.cross + lt_shear_cross(&span, f0, f1, du);
    o->strain = n.strain + 0.5 * soft1 * dot(f1, f1);
    o->active = n.active ? one_ : zero;
    o->branch = o->active + (over ? 2.0 : zero) + (n.capped ? 4.0 : zero) + (slips ? 8.0 : zero);

    x->spring_s = f1.s;
    x->spring_t = f1.t;
    x->sliding = over ? one_ : zero;
}

static const struct lt_event events[] = {
    {"contact_activated", "active", 1, 0}, {"slip_change", "sliding", 1, 1}, {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "dp_mode == 0 and alpha < sqrt(5)", "exp(-pi*alpha/sqrt(5 - alpha^2))",
     "contact ends when the gap is zero again; the dashpot may pull"},
    {"e_n", "dp_mode == 0 and alpha >= sqrt(5)", "0",
     "overdamped and allowed to pull: the particles never separate"},
    {"e_n", "dp_mode == 1 and alpha < sqrt(5)",
     "exp(-2*alpha*acos(alpha/sqrt(5))/sqrt(5 - alpha^2))",
     "the force may not pull: it ends when the force is zero"},
    {"e_n", "dp_mode == 1 and alpha == sqrt(5)", "exp(-2)",
     "the force may not pull: it ends when the force is zero"},
    {"e_n", "dp_mode == 1 and alpha > sqrt(5)",
     "exp(-2*alpha*acosh(alpha/sqrt(5))/sqrt(alpha^2 - 5))",
     "the force may not pull: it ends when the force is zero"},
    {.result = NULL}};

LT_LAW(mindlin, .name = "mindlin",
       .summary = "Hertz contact with Mindlin's tangential force, four forms, Coulomb friction",
       .source =
           "Mindlin, J. Appl. Mech. 16 (1949) 259-268; Di Renzo & Di Maio, Chem. Eng. Sci. 59 "
           "(2004) 525-541 and 60 (2005) 1303-1312; Thornton & Randall (1988); Tsuji, Tanaka "
           "& Ishida, Powder Technol. 71 (1992) 239-250; MercuryDPM's Mindlin species. What "
           "is wrong in print: doc/mindlin.md.",
       .equations =
           "d = max(-un, 0), a = sqrt(R* d), kt = 8 G* a\n"
           "fn = -4/3 E* a d, dashpot alpha sqrt(m_eff 4/3 E* a) vn, at most -fn if no-tension\n"
           "tangent          f* = f + kt du\n"
           "tangent-rescale  f* = f min(a/a_old, 1) + kt du\n"
           "secant-initial   f* = kt x, x = f_old/kt_old + du\n"
           "secant           f* = 2/3 kt x, likewise\n"
           "dashpot: phi sqrt(m_eff kt) v\n"
           "Coulomb: |f* + dashpot| <= fric |fn|, else fric_dynamic |fn|, the spring first;\n"
           "cap_on, cap_by and slip_dashpot have the other readings in use",
       .acts = 0x7, .events = events, .cases = cases, .contact_time = contact_time)
