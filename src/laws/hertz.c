/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hertz: Hertz' normal contact of elastic spheres with one of four dashpots.
 *
 * There is no tangential force; `mindlin` has one on the same normal contact.
 */
#include "law.h"

#include "hertzian.h"
#include "restitution.h"

#define PARAMS(F)                                                                                  \
    F(young, "Pa", NAN, 0, INFINITY, "Young's modulus; given for the contact: of both bodies",     \
      .mix = LT_EACH, .sets = "young_eff", .once = 1)                                              \
    F(poisson, "1", NAN, -1, 0.5, "Poisson's ratio; likewise", .mix = LT_EACH,                     \
      .sets = "young_eff", .once = 1)                                                              \
    F(young_eff, "Pa", NAN, 0, INFINITY, "effective modulus E*, 1/E* = sum of (1 - nu^2)/E")       \
    F(damping, "1", 1, 0, 4, "what the dashpot is, with overlap d and speed of approach v",        \
      .choices = "none tsuji constant viscoelastic hunt-crossley")                                 \
    F(alpha, "1", 0, 0, INFINITY, "tsuji: alpha sqrt(m_eff k) d^(1/4) v")                          \
    F(cn, "N s/m", 0, 0, INFINITY, "constant: cn v")                                               \
    F(A, "s", 0, 0, INFINITY, "viscoelastic: 3/2 k A d^(1/2) v")                                   \
    F(lambda, "s/m", 0, 0, INFINITY, "hunt-crossley: k d^(3/2) lambda v")                          \
    F(dp_mode, "1", 0, 0, 1, "whether the dashpot may pull", .choices = "full no-tension")         \
    F(dp_nratio, "1", NAN, 0, INFINITY, "tsuji: critical damping ratio, alpha/sqrt(5)",            \
      .sets = "alpha en", .once = 1, .advised = 1)                                                 \
    F(en, "1", NAN, 0, 1, "tsuji: restitution; sets alpha. 0 if it depends on the speed",          \
      .sets = "alpha", .once = 1)                                                                  \
    F(en_end, "1", NAN, 0, 1, "where the impact of en ends; not given: as dp_mode has it",         \
      .choices = "gap-zero force-zero", .once = 1)

#define DERIVED(F)                                                                                 \
    F(k, "N/m^1.5", "4/3 young_eff sqrt(r_eff)")                                                   \
    F(c_0, "N s/m", "viscosity, constant part")                                                    \
    F(c_quarter, "N s/m^1.25", "viscosity over d^(1/4)")                                           \
    F(c_half, "N s/m^1.5", "viscosity over d^(1/2)")                                               \
    F(c_3_half, "N s/m^2.5", "viscosity over d^(3/2)")

#define STATE(F)
#define LOSSES(F)

LT_STRUCTS

enum damping { NONE, TSUJI, CONSTANT, VISCOELASTIC, HUNT_CROSSLEY };

static double first_said(double contact, double material) {
    return isnan(contact) ? material : contact;
}

/* young and poisson in turn read those of two like bodies with the same E*. */
static const char *derive_elasticity(const struct lt_pair *pair, const struct params *a,
                                     const struct params *b, struct params *p) {
    if (isnan(p->young_eff) || !isnan(p->young) || !isnan(p->poisson))
        p->young_eff = 1 / (hertzian_compliance(&pair->a, first_said(p->young, a->young),
                                                first_said(p->poisson, a->poisson)) +
                            hertzian_compliance(&pair->b, first_said(p->young, b->young),
                                                first_said(p->poisson, b->poisson)));
    if (isnan(p->young_eff))
        return "hertz needs young and poisson, of both bodies' materials or given in the law, or "
               "young_eff; only a flat body without young is rigid";
    if (!(pair->r_eff > 0) || !isfinite(p->young_eff))
        return "hertz needs a curved body that is not rigid";
    const double mean = 0.5 * (a->poisson + b->poisson);
    if (isnan(p->poisson))
        p->poisson = isnan(mean) ? 0 : mean;
    p->young = 2 * (1 - p->poisson * p->poisson) * p->young_eff;
    return NULL;
}

/* A coefficient that the chosen damping would ignore. */
static const char *unused_damping(const struct params *p) {
    if (p->damping != TSUJI && p->damping != NONE &&
        (p->alpha > 0 || !isnan(p->dp_nratio) || !isnan(p->en)))
        return "alpha, dp_nratio and en belong to 'damping: tsuji'; with this one leave them out, "
               "or alpha 0: 'calibrate' finds its coefficient, for one speed";
    if (p->damping == NONE)
        return NULL;
    if (p->damping != CONSTANT && p->cn > 0)
        return "cn belongs to 'damping: constant'; leave it out, or 0";
    if (p->damping != VISCOELASTIC && p->A > 0)
        return "A belongs to 'damping: viscoelastic'; leave it out, or 0";
    if (p->damping != HUNT_CROSSLEY && p->lambda > 0)
        return "lambda belongs to 'damping: hunt-crossley'; leave it out, or 0";
    return NULL;
}

/* The ratio of Tsuji's dashpot is that of the linear problem it maps onto: alpha/sqrt(5). */
static const char *derive_restitution(struct params *p) {
    const double root5 = sqrt(5);
    if (isnan(p->en_end))
        p->en_end = p->dp_mode;
    enum restitution_end end = p->en_end > 0.5 ? FORCE_ZERO : GAP_ZERO;
    if (end == FORCE_ZERO && p->en == 0)
        return "en is 0: where the force may not pull every impact rebounds, en > 0";
    if (!isnan(p->dp_nratio))
        p->alpha = root5 * p->dp_nratio;
    else if (!isnan(p->en))
        p->alpha = root5 * restitution_damping(p->en, end);
    const double damped = p->damping == NONE ? 0 : p->alpha + p->cn + p->A + p->lambda;
    p->dp_nratio = p->damping == TSUJI ? p->alpha / root5 : 0;
    p->en = p->damping == TSUJI ? restitution_of(p->dp_nratio, end) : damped > 0 ? 0 : 1;
    return NULL;
}

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = derive_elasticity(pair, a, b, p);
    wrong = wrong ? wrong : unused_damping(p);
    wrong = wrong ? wrong : derive_restitution(p);
    d->k = 4.0 / 3 * p->young_eff * sqrt(pair->r_eff);
    d->c_0 = p->damping == CONSTANT ? p->cn : 0;
    d->c_quarter = p->damping == TSUJI ? p->alpha * sqrt(pair->m_eff * d->k) : 0;
    d->c_half = p->damping == VISCOELASTIC ? 1.5 * d->k * p->A : 0;
    d->c_3_half = p->damping == HUNT_CROSSLEY ? d->k * p->lambda : 0;
    return wrong;
}

/* The work 1/2 (f0 + f1) . du of a step differs from the change of 2/5 k d^(5/2) by O(dt^3): that
 * is left to the residual, O(dt^2) of an impact, since no physics is in it. */
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const struct hertzian_out n = hertzian_step((struct hertzian_in){.k = d->k,
                                                                     .c_0 = d->c_0,
                                                                     .c_quarter = d->c_quarter,
                                                                     .c_half = d->c_half,
                                                                     .c_3_half = d->c_3_half,
                                                                     .no_tension = IS(p->dp_mode)},
                                                m);
    const num zero = NUM(0.0);
    (void)x, (void)e;
    o->vfn = n.vfn;
    o->fn = n.fn + n.vfn;
    o->vfs = o->vft = o->vmn = o->vms = o->vmt = zero;
    o->fs = o->ft = o->mn = o->ms = o->mt = zero;
    o->strain = n.strain;
    o->cross = n.cross;
    o->defect = zero;
    o->active = n.active;
    o->branch = BITS(n.active, 1) | BITS(n.capped, 2);
}

static double contact_time(const struct lt_pair *pair, const void *params, const void *derived,
                           double speed) {
    const struct derived *d = derived;
    (void)params;
    return hertzian_time(pair->m_eff, d->k, speed);
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0}, {.name = NULL}};

static const struct lt_view views[] = {
    {"overlap", "m", "max(0, -un)", "overlap"},
    {"contact_radius", "m", "sqrt(r_eff*max(0, -un))", "radius of the contact area"},
    {"kn_tangent", "N/m", "2*young_eff*sqrt(r_eff*max(0, -un))", "stiffness of the spring now"},
    {"hertz_force_n", "N", "vfn - fn", "force of the spring, > 0 compression"},
    {"dp_force_n", "N", "0 - vfn", "force of the dashpot, > 0 compression"},
    {.name = NULL}};

static const struct lt_case cases[] = {
    {"e_n", "damping == 0 or alpha + cn + A + lambda == 0", "1", "without damping"},
    {"e_n", "damping == 1 and dp_mode == 0 and alpha^2 < 5", "exp(-pi*alpha/sqrt(5 - alpha^2))",
     "contact ends when the gap is zero again; the dashpot may pull"},
    {"e_n", "damping == 1 and dp_mode == 0", "0",
     "overdamped and allowed to pull: the particles never separate"},
    {"e_n", "damping == 1 and dp_mode == 1 and alpha^2 < 5",
     "exp(-2*alpha*acos(alpha/sqrt(5))/sqrt(5 - alpha^2))",
     "the force may not pull: it ends when the force is zero"},
    {"e_n", "damping == 1 and dp_mode == 1 and alpha^2 == 5", "exp(-2)",
     "the force may not pull: it ends when the force is zero"},
    {"e_n", "damping == 1 and dp_mode == 1", "exp(-2*alpha*acosh(alpha/sqrt(5))/sqrt(alpha^2 - 5))",
     "the force may not pull: it ends when the force is zero"},
    {.result = NULL}};

LT_LAW_N(
    hertz, .name = "hertz", .summary = "Hertz' elastic normal contact with a choice of dashpots",
    .source = "Hertz, J. reine angew. Math. 92 (1882) 156-171. Dashpots: Tsuji, Tanaka & Ishida, "
              "Powder Technol. 71 (1992) 239-250; Brilliantov, Spahn, Hertzsch & Poeschel, "
              "Phys. Rev. E 53 (1996) 5382-5392; Hunt & Crossley, J. Appl. Mech. 42 (1975) "
              "440-445. Restitution: Antypov & Elliott, EPL 94 (2011) 50004; doc/hertz.md.",
    .equations = "d = -un, v = -vn; active while un <= 0\n"
                 "fn = -(k d^(3/2) + c(d) v), k = 4/3 E* sqrt(R*)\n"
                 "1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b, 1/R* = 1/R_a + 1/R_b\n"
                 "c(d) = 0                         (none)\n"
                 "       alpha sqrt(m_eff k) d^(1/4)  (tsuji)\n"
                 "       cn                        (constant)\n"
                 "       3/2 k A d^(1/2)           (viscoelastic)\n"
                 "       k lambda d^(3/2)          (hunt-crossley)\n"
                 "dp_mode no-tension: fn <= 0, the dashpot gives way\n"
                 "no tangential force; E_strain = 2/5 k d^(5/2)",
    .acts = 0x1, .events = events, .views = views, .cases = cases, .contact_time = contact_time,
    .order = LT_NO_ERROR)
