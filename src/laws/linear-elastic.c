/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * linear-elastic: springs and dashpots of constant coefficients, the viscosities from en and et
 * (the linear elastic model of COMSOL's Granular Flow Module).
 */
#include "contact.h"

#define PARAMS(F)                                                                                  \
    F(kn, "N/m", 0, 0, INFINITY, "normal stiffness", .role = LT_STIFFNESS_N)                       \
    F(cn, "N s/m", 0, 0, INFINITY, "normal viscosity")                                             \
    F(kt, "N/m", 0, 0, INFINITY, "tangential stiffness", .role = LT_STIFFNESS_S)                   \
    F(ct, "N s/m", 0, 0, INFINITY, "tangential viscosity")                                         \
    F(fric, "1", INFINITY, 0, INFINITY, "friction coefficient; not given: the contact sticks",     \
      .mix = LT_MIN, .role = LT_FRICTION)                                                          \
    F(fric_dynamic, "1", INFINITY, 0, INFINITY,                                                    \
      "friction coefficient while slipping, if less than fric", .mix = LT_MIN,                     \
      .role = LT_FRICTION_DYNAMIC)                                                                 \
    F(cap_by, "1", 0, 0, 2,                                                                        \
      "normal force that friction goes by: the spring's, the total if it presses, its size",       \
      .choices = "elastic total absolute")                                                         \
    F(dp_mode, "1", 0, 0, 3, "what limits the dashpots",                                           \
      .choices = "full no-tension slip-cut no-tension-slip-cut")                                   \
    F(slip_dashpot, "1", 1, 0, 1,                                                                  \
      "the tangential dashpot while the contact slips, unless dp_mode cuts it",                    \
      .choices = "dropped kept")                                                                   \
    F(cap_on, "1", 1, 0, 1, "what friction limits: spring and dashpot together, or the spring",    \
      .choices = "total elastic")                                                                  \
    F(en, "1", NAN, 0, 1, "normal restitution: sets cn", .sets = "cn", .once = 1,                  \
      .with = "en_end")                                                                            \
    F(en_end, "1", NAN, 0, 1, "where the impact of en ends; not given: as dp_mode has it",         \
      .choices = "gap-zero force-zero", .once = 1)                                                 \
    F(et, "1", NAN, -1, 1, "tangential restitution: sets ct by et_rule", .sets = "ct", .once = 1)  \
    F(et_rule, "1", 0, 0, 2, "decrement of m_eff or m_t, or true for a sticking contact",          \
      .choices = "effective-mass tangential-mass rebound")

#define DERIVED(F) CONTACT_NORMAL(F) CONTACT_SHEAR(F)

#define STATE(F)                                                                                   \
    F(spring_s, "N", "force of the tangential spring, s", .role = LT_SPRING_S)                     \
    F(spring_t, "N", "force of the tangential spring, t", .role = LT_SPRING_T)                     \
    F(slips, "1", "1 while the contact slips", .told = 1)

#define LOSSES(F) F(slip, "J", "sliding friction")

LT_STRUCTS

#include "contact_name.h"
#include "contact_shear.h"

/* Its parameters that are those of its parts. */
#define ALIASES(F)                                                                                 \
    F(kn, kn)                                                                                      \
    F(cn, cn) F(kt, ks) F(ct, ct) F(fric, fric) F(fric_dynamic, fric_dynamic) F(cap_on, cap_on)

static const double parts_of_cap_by[] = {1, 0, 2};

enum et_rule { EFFECTIVE_MASS, TANGENTIAL_MASS, REBOUND };

/* c/(2 sqrt(m k)), 0 without a dashpot. */
static double ratio_of(double c, double m, double k) {
    return c > 0 ? c / (2 * sqrt(m * k)) : 0;
}

static const char *derive_normal(const struct lt_pair *pair, struct params *p) {
    const int no_tension = p->dp_mode == 1 || p->dp_mode == 3;
    if (isnan(p->en_end))
        p->en_end = no_tension;
    const enum restitution_end end = p->en_end > 0.5 ? FORCE_ZERO : GAP_ZERO;
    if (end == FORCE_ZERO && p->en == 0)
        return "en is 0: where the force may not pull every impact rebounds, en > 0";
    if (!isnan(p->en))
        p->cn = 2 * restitution_damping(p->en, end) * sqrt(pair->m_eff * p->kn);
    p->en = restitution_of(ratio_of(p->cn, pair->m_eff, p->kn), end);
    return NULL;
}

/* Mass of the contact point along t: m_eff, and what a force there turns. */
static double tangential_mass(const struct lt_pair *pair) {
    const struct lt_body *a = &pair->a, *b = &pair->b;
    return 1 / (1 / pair->m_eff + a->radius * a->radius / a->inertia[1] +
                b->radius * b->radius / b->inertia[1]);
}

/* Time that the normal motion gives the tangential one, in units of 1/sqrt(kt/m_t). */
static double normal_duration(const struct lt_pair *pair, const struct params *p, double m_t) {
    const double b = ratio_of(p->cn, pair->m_eff, p->kn);
    const double scale = sqrt(p->kt / m_t * pair->m_eff / p->kn);
    if (p->dp_mode == 1 || p->dp_mode == 3)
        return scale * (2 * restitution_turn(b) + 2 * b);
    return b < 1 ? scale * restitution_pi / sqrt((1 - b) * (1 + b)) : INFINITY;
}

/* e_t of a contact that sticks for TAU: minus the velocity of z'' + 2 b z' + z = 0, z'(0) = 1. */
static double sticking_rebound(double b, double tau) {
    const double n = sqrt(fabs(1 - b) * (1 + b));
    if (n < 1e-9)
        return exp(-tau) * (tau - 1);
    if (b < 1)
        return exp(-b * tau) * (b / n * sin(n * tau) - cos(n * tau));
    const double slow = 1 / (b + n), fast = b + n;
    return (slow * exp(-slow * tau) - fast * exp(-fast * tau)) / (2 * n);
}

/* Least ratio that rebounds with ET; NAN if there is none. */
static double sticking_ratio(double et, double tau) {
    double low = 0, high = 0;
    const double first = sticking_rebound(0, tau) - et;
    while (first != 0 && (sticking_rebound(high, tau) - et) * first > 0) {
        low = high;
        high = 1.02 * high + 0.005;
        if (high > 1e6)
            return NAN;
    }
    for (double middle = 0.5 * (low + high); low < middle && middle < high;
         middle = 0.5 * (low + high))
        *((sticking_rebound(middle, tau) - et) * first > 0 ? &low : &high) = middle;
    return high;
}

static const char *derive_tangential(const struct lt_pair *pair, struct params *p) {
    const double m_t = tangential_mass(pair);
    const double m = p->et_rule == EFFECTIVE_MASS ? pair->m_eff : m_t;
    const double tau = normal_duration(pair, p, m_t);
    const int is_rebound = p->et_rule == REBOUND;
    if (!isnan(p->et)) {
        if (!(p->kt > 0))
            return "et needs kt: without tangential spring nothing rebounds";
        if (is_rebound && !isfinite(tau))
            return "et has no meaning: the normal motion never ends (kn, cn, dp_mode)";
        if (!is_rebound && p->et < 0)
            return "et is negative: as a decrement it lies between 0 and 1; 'et_rule: rebound' "
                   "takes it";
        const double b =
            is_rebound ? sticking_ratio(p->et, tau) : restitution_damping(p->et, GAP_ZERO);
        if (isnan(b))
            return "no ct makes a sticking contact rebound with this et: the contact lasts too "
                   "long or too short for kt, see doc/linear-elastic.md";
        p->ct = 2 * b * sqrt(m * p->kt);
    }
    const double b = ratio_of(p->ct, m, p->kt);
    p->et = is_rebound ? sticking_rebound(b, tau) : restitution_of(b, GAP_ZERO);
    if (!(p->kt > 0) || isnan(p->et))
        p->et = 0;
    return NULL;
}

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    struct contact_choice choice = contact_default, *const c = &choice;
    const char *wrong = derive_normal(pair, p);
    (void)a, (void)b;
    wrong = wrong ? wrong : derive_tangential(pair, p);
    ALIASES(LT_TO_PART_)
    c->p.damping = DAMPING_CONSTANT;
    c->p.tangential = TANGENTIAL_LINEAR;
    c->p.cap_by = parts_of_cap_by[(int)p->cap_by];
    c->p.dp_mode = p->dp_mode == 1 || p->dp_mode == 3;
    c->p.slip_dashpot = p->dp_mode < 2 && p->slip_dashpot > 0;
    wrong = wrong ? wrong : contact_ask(pair, c, d);
    d->minds_pull = p->cap_by > 0;
    return wrong;
}

/* Closed to rounding at any time step by the trapezoid rule, as doc/linear.md derives. In the
 * published page the tangential displacement is projected onto the contact plane and stretched to
 * its old length in every step: here the axes s and t move with that plane, its components stay. */
LT_INLINE void step_friction(unsigned has, const struct derived_n *d, const struct lt_move_n *m,
                             struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    struct lt_touch t;
    const struct lt_spring_end shear =
        shear_step(has, d, m, (struct lt_shear){x->spring_s, x->spring_t}, IS(x->slips), &t, o);
    e->slip = shear.slip;
    x->spring_s = shear.force.s;
    x->spring_t = shear.force.t;
    x->slips = SEL(shear.over, NUM(1.0), NUM(0.0));
}

enum { PLAIN = HAS_LINEAR | HAS_STIFF | HAS_CHOICE, JOINT = PLAIN | HAS_JOINT };

LT_INLINE void step_plain(const struct params_n *p, const struct derived_n *d,
                          const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                          struct losses_n *e) {
    (void)p;
    step_friction(PLAIN, d, m, x, o, e);
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    (void)p;
    step_friction(JOINT, d, m, x, o, e);
}

LT_MARCH(march_plain, step_plain, STATE)
LT_MARCH(march_of_any, step, STATE)

static size_t march(const void *p, const void *d, void *x, void *losses, lt_cells *m,
                    enum lt_march_kind kind, size_t steps) {
    const int joint = (has_any(&((const struct derived_cells *)d)->has) & HAS_JOINT) != 0;
    return (joint ? march_of_any : march_plain)(p, d, x, losses, m, kind, steps);
}

static const struct lt_event events[] = {
    {"contact_activated", "active", 1, 0}, {"slip_change", "slips", 1, 1}, {.name = NULL}};

static const struct lt_view views[] = {
    {"delta_n", "m", "max(0, -un)", "normal displacement: the overlap"},
    {"delta_s", "m", "kt > 0 and spring_s/kt or 0", "tangential displacement of the spring, s"},
    {"delta_t", "m", "kt > 0 and spring_t/kt or 0", "tangential displacement of the spring, t"},
    {"dp_force_n", "N", "0 - vfn", "force of the normal dashpot, > 0 compression"},
    {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "(dp_mode == 0 or dp_mode == 2) and cn^2 < 4*m_eff*kn",
     "exp(-pi*cn/sqrt(4*m_eff*kn - cn^2))",
     "contact ends when the gap is zero again; the dashpot may pull"},
    {"e_n", "dp_mode == 0 or dp_mode == 2", "0",
     "overdamped and allowed to pull: the particles never separate"},
    {"e_n", "cn^2 < 4*m_eff*kn", "exp(-2*cn*acos(cn/sqrt(4*m_eff*kn))/sqrt(4*m_eff*kn - cn^2))",
     "the force may not pull: it ends when the force is zero"},
    {"e_n", "cn^2 == 4*m_eff*kn", "exp(-2)",
     "the force may not pull: it ends when the force is zero"},
    {"e_n", "cn^2 > 4*m_eff*kn", "exp(-2*cn*acosh(cn/sqrt(4*m_eff*kn))/sqrt(cn^2 - 4*m_eff*kn))",
     "the force may not pull: it ends when the force is zero"},
    {.result = NULL}};

#define ON_TOP "cap_on == 1 and ct > 0 or cap_by ~= 1 and cn > 0"
#define ON_TOP_WHY                                                                                 \
    "cap_on elastic, cap_by elastic, absolute: friction does not look at the dashpots"
#define KEPT "cap_on == 0 and slip_dashpot == 1 and dp_mode < 2 and ct > 0"

static const struct lt_shortfall declares[] = {
    {"coulomb", ON_TOP, LT_TWO_COMPONENTS, ON_TOP_WHY},
    {"tension", ON_TOP " or fric == huge", LT_TWO_COMPONENTS,
     ON_TOP_WHY "; without fric nothing is limited"},
    {"continuity", "fric == huge", 1,
     "without fric the tangential spring is let go when the contact is lost"},
    LT_SHEAR_DECLARES(KEPT),
    {.check = NULL}};

LT_LAW_N_OF(
    linear_elastic, .name = "linear-elastic",
    .summary = "linear springs and dashpots given by restitution (COMSOL's linear elastic model)",
    .source = "Cundall & Strack, Geotechnique 29 (1979) 47-65; COMSOL Multiphysics 6.4, Granular "
              "Flow Module User's Guide, Contact Force: Linear Elastic Model. Friction limit and "
              "rules for et are additions, see doc/linear-elastic.md.",
    .equations =
        "fn = kn un + cn vn, (fs, ft) = kt delta + ct (vs, vt) while un <= 0, else 0\n"
        "delta: integral of (vs, vt) from the start of the contact on, in its plane;\n"
        "kt |delta| is held to fric kn |un|, if fric is given; cap_by, cap_on, slip_dashpot,\n"
        "fric_dynamic: other readings of this limit\n"
        "cn = 2 b sqrt(m_eff kn), b = -ln en/sqrt(pi^2 + ln^2 en)   (en_end gap-zero)\n"
        "                         2 b arccos b/sqrt(1 - b^2) = -ln en (en_end force-zero)\n"
        "ct = 2 b sqrt(m kt), b likewise from et, m = m_eff or m_t    (et_rule); or such that\n"
        "     a sticking contact has e_t = et                        (et_rule rebound)\n"
        "dp_mode as in the law linear",
    .acts = 0x7, .events = events, .views = views, .cases = cases, .declares = declares, .order = 1)
