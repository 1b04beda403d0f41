/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mindlin.h: the law `mindlin` but for partial slip, for the laws that add to it.
 *
 * Such a law defines the lists MORE_PARAMS, MORE_DERIVED, MORE_STATE and LOSSES (with `slip` in
 * it), LAST_FORM, the last form of the tangential spring it has, and MORE_FORMS, the names of those
 * beyond TANGENT, before it includes this header, which makes the structs of them.
 */
#ifndef LT_MINDLIN_H
#define LT_MINDLIN_H

#include "hertzian.h"
#include "law.h"
#include "restitution.h"
#include "spring.h"

#define PARAMS(F)                                                                                  \
    F(young, "Pa", NAN, 0, INFINITY, "Young's modulus; given for the contact: of both bodies",     \
      .mix = LT_EACH, .sets = "young_eff shear_eff", .once = 1)                                    \
    F(poisson, "1", NAN, -1, 0.5, "Poisson's ratio; likewise", .mix = LT_EACH,                     \
      .sets = "young_eff shear_eff", .once = 1)                                                    \
    F(young_eff, "Pa", NAN, 0, INFINITY, "effective modulus E*, 1/E* = sum of (1 - nu^2)/E")       \
    F(shear_eff, "Pa", NAN, 0, INFINITY,                                                           \
      "effective shear modulus G*, 1/G* = sum of (2 - nu)/G, G = E/(2 (1 + nu))")                  \
    F(tangential, "1", 0, 0, LAST_FORM, "how the tangential force follows the displacement",       \
      .choices = "tangent-rescale secant secant-initial tangent" MORE_FORMS)                       \
    F(kt_update, "1", 0, 0, 1, "tangent: kt of a step, its mean over the overlap or at the end",   \
      .choices = "mean end")                                                                       \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient", .mix = LT_MIN, .role = LT_FRICTION)       \
    F(fric_dynamic, "1", INFINITY, 0, INFINITY,                                                    \
      "friction coefficient while slipping, if less than fric", .mix = LT_MIN,                     \
      .role = LT_FRICTION_DYNAMIC)                                                                 \
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
      .choices = "total elastic absolute")                                                         \
    MORE_PARAMS(F)

#define DERIVED(F)                                                                                 \
    F(k, "N/m^1.5", "4/3 young_eff sqrt(r_eff)")                                                   \
    F(kt, "N/m^1.5", "8 shear_eff sqrt(r_eff), 2/3 of it for the secant")                          \
    F(c_quarter, "N s/m^1.25", "normal viscosity over d^(1/4), alpha sqrt(m_eff k)")               \
    F(ct_quarter, "N s/m^1.25", "tangential viscosity over d^(1/4), phi sqrt(m_eff 8 G* sqrt R*)") \
    F(holds_spring, "1", "1 if a change of stiffness leaves the spring's length, not its force")   \
    F(rescales, "1", "1 if it does so when the stiffness falls only")                              \
    F(fric_slip, "1", "friction coefficient while slipping")                                       \
    MORE_DERIVED(F)

#define MINDLIN_STATE(F)                                                                           \
    F(spring_s, "N", "tangential spring force, s")                                                 \
    F(spring_t, "N", "tangential spring force, t")                                                 \
    F(sliding, "1", "1 while friction limits the tangential force")

#define STATE(F) MINDLIN_STATE(F) MORE_STATE(F)

LT_STRUCTS

enum mindlin_form { TANGENT_RESCALE, SECANT, SECANT_INITIAL, TANGENT, PARTIAL_SLIP };

/* ---- Parameters */

static inline double mindlin_said(double contact, double material) {
    return isnan(contact) ? material : contact;
}

/* One term of 1/G* = sum of (2 - nu)/G; a flat body that says nothing is rigid. */
static inline double mindlin_compliance(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return 2 * (2 - poisson) * (1 + poisson) / young;
}

/* young and poisson in turn read those of two like bodies with the same E* and G*; poisson reads 0
 * if no bodies have them. */
static inline const char *mindlin_elasticity(const struct lt_pair *pair, const struct params *a,
                                             const struct params *b, struct params *p) {
    const int given = !isnan(p->young) || !isnan(p->poisson);
    const double ya = mindlin_said(p->young, a->young), yb = mindlin_said(p->young, b->young);
    const double pa = mindlin_said(p->poisson, a->poisson),
                 pb = mindlin_said(p->poisson, b->poisson);
    if (given || isnan(p->young_eff))
        p->young_eff =
            1 / (hertzian_compliance(&pair->a, ya, pa) + hertzian_compliance(&pair->b, yb, pb));
    if (given || isnan(p->shear_eff))
        p->shear_eff =
            1 / (mindlin_compliance(&pair->a, ya, pa) + mindlin_compliance(&pair->b, yb, pb));
    if (isnan(p->young_eff) || isnan(p->shear_eff))
        return "the law needs young and poisson, of both bodies' materials or given in the law, or "
               "young_eff and shear_eff; only a flat body without young is rigid";
    if (!(pair->r_eff > 0) || !isfinite(p->young_eff) || !isfinite(p->shear_eff))
        return "the law needs a curved body that is not rigid";
    const double ratio = p->young_eff > 0 ? p->shear_eff / p->young_eff : 0.25;
    const double poisson = (1 - 4 * ratio) / (1 - 2 * ratio);
    p->poisson = poisson >= -1 && poisson <= 0.5 ? poisson : 0;
    p->young = 2 * (1 - p->poisson * p->poisson) * p->young_eff;
    return NULL;
}

/* alpha = sqrt(5) b on the secant stiffness fn/un is 2 sqrt(5/6) b on the tangent one, and so on
 * kt. */
static const double mindlin_of_ratio = 2.23606797749978969641,
                    mindlin_of_ratio_t = 1.82574185835055371152;

static inline const char *mindlin_damping(struct params *p) {
    const enum restitution_end end = p->dp_mode > 0.5 ? FORCE_ZERO : GAP_ZERO;
    if (!isnan(p->en))
        p->alpha = mindlin_of_ratio * restitution_damping(p->en, end);
    if (!isnan(p->et))
        p->phi = mindlin_of_ratio_t * restitution_damping(p->et, end);
    if (!isfinite(p->alpha) || !isfinite(p->phi))
        return "en and et must be above 0 where the dashpot may not pull";
    p->en = restitution_of(p->alpha / mindlin_of_ratio, end);
    p->et = restitution_of(p->phi / mindlin_of_ratio_t, end);
    return NULL;
}

static inline const char *mindlin_derive(const struct lt_pair *pair, const struct params *a,
                                         const struct params *b, struct params *p,
                                         struct derived *d) {
    const char *wrong = mindlin_elasticity(pair, a, b, p);
    if (!wrong)
        wrong = mindlin_damping(p);
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

static inline double mindlin_contact_time(const struct lt_pair *pair, const void *p, const void *d,
                                          double speed) {
    (void)p;
    return hertzian_time(pair->m_eff, ((const struct derived *)d)->k, speed);
}

/* ---- One step ----------------------------------------------------------------------------------
 */

/* What springs added to the contact go by. */
struct mindlin_contact {
    struct lt_shear_span span;
    num root0, root1; /* sqrt(overlap) before and after the step */
    num normal;       /* force that friction goes by */
};

LT_INLINE struct lt_spring_stiffness mindlin_stiffness(const struct params_n *p,
                                                       const struct derived_n *d, num k0, num k1) {
    const mask falls = IS(d->rescales) & (k1 < k0);
    return (struct lt_spring_stiffness){
        .k0 = k0, .k1 = k1, .holds = IS(d->holds_spring) | falls, .at_end = IS(p->kt_update)};
}

/* Fills O but for its moments; adds nothing to losses but the friction of sliding. */
LT_INLINE struct mindlin_contact mindlin_step(const struct params_n *p, const struct derived_n *d,
                                              const struct lt_move_n *m, struct state_n *x,
                                              struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const struct hertzian_in in = {.k = d->k,
                                   .c_0 = zero,
                                   .c_quarter = d->c_quarter,
                                   .c_half = zero,
                                   .c_3_half = zero,
                                   .no_tension = IS(p->dp_mode)};
    const struct hertzian_out n = hertzian_step(in, m);
    const num before = m->dun - m->un, press = zero - (n.fn + n.vfn);
    const num pressed = SEL(press > 0, press, zero), size = SEL(press > 0, press, zero - press);
    const struct mindlin_contact contact = {
        .span = m->stay ? lt_shear_stay() : lt_shear_span(m->un, m->dun, m->active, n.active),
        .root0 = lt_sqrt(SEL(before > 0, before, zero)),
        .root1 = n.root,
        .normal = SEL(IS(p->cap_by), SEL(p->cap_by > 1.5, size, zero - n.fn), pressed)};

    const struct lt_spring_stiffness stiffness =
        mindlin_stiffness(p, d, d->kt * contact.root0, d->kt * contact.root1);
    const struct lt_shear_friction limit = {p->fric * contact.normal, d->fric_slip * contact.normal,
                                            p->cap_on < 0.5, IS(p->slip_dashpot)};
    const struct lt_shear drag =
        lt_shear_times(d->ct_quarter * lt_sqrt(n.root), (struct lt_shear){m->vs, m->vt});
    const struct lt_spring_end t = lt_spring_move(
        &contact.span, &stiffness, &limit, (struct lt_shear){x->spring_s, x->spring_t},
        (struct lt_shear){m->dus, m->dut}, drag, IS(x->sliding));

    o->vfn = n.vfn;
    o->vfs = t.viscous.s;
    o->vft = t.viscous.t;
    o->vmn = o->vms = o->vmt = zero;
    o->fn = n.fn + n.vfn;
    o->fs = t.force.s + t.viscous.s;
    o->ft = t.force.t + t.viscous.t;
    o->mn = o->ms = o->mt = zero;
    e->slip = t.slip;
    o->defect = t.defect;
    o->cross = n.cross + t.cross;
    o->strain = n.strain + t.strain;
    o->active = n.active;
    o->branch = BITS(n.active, 1) | BITS(t.over, 2) | BITS(n.capped, 4) | BITS(t.slips, 8) |
                BITS(press < 0, 256) | BITS(t.cut, 512);

    x->spring_s = t.force.s;
    x->spring_t = t.force.t;
    x->sliding = SEL(t.over, one_, zero);
    return contact;
}

#define MINDLIN_DECLARES                                                                           \
    LT_SHEAR_DECLARES("slip_dashpot == 1 and cap_on == 0"),                                        \
        {"coulomb", "cap_on == 1 or cap_by > 0", LT_TWO_COMPONENTS,                                \
         "cap_on elastic: the dashpot comes on top of friction; cap_by elastic, absolute: "        \
         "friction goes by the spring, or by the size of the force"},                              \
        {"tension", "cap_on == 1 or cap_by > 0", LT_TWO_COMPONENTS,                                \
         "cap_on elastic: the dashpot comes on top of friction; cap_by elastic, absolute: "        \
         "friction goes by the spring, or by the size of the force"},                              \
    {                                                                                              \
        "cycle", "tangential == 1 or tangential == 2 or tangential == 3", 1,                       \
            "secant, secant-initial, tangent: the tangential spring has no potential; shear at "   \
            "one "                                                                                 \
            "overlap, unshear at another by d of kt creates or loses 1/2 |dk| us^2 (E_defect)"     \
    }

static const struct lt_case mindlin_cases[] = {
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

#endif
