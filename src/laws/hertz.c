/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hertz: Hertz' normal contact of elastic spheres with one of four dashpots.
 *
 * There is no tangential force; `mindlin` has one on the same normal contact.
 */
#include "law.h"

#include "contact.h"

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
      .sets = "alpha", .once = 1, .with = "en_end")                                                \
    F(en_end, "1", NAN, 0, 1, "where the impact of en ends; not given: as dp_mode has it",         \
      .choices = "gap-zero force-zero", .once = 1)

#define DERIVED(F) CONTACT_NORMAL(F)
#define STATE(F)
#define LOSSES(F)

LT_STRUCTS

#include "contact_name.h"
#include "contact_normal.h"

/* Its parameters that are those of its parts. */
#define ALIASES(F)                                                                                 \
    F(young, young)                                                                                \
    F(poisson, poisson)                                                                            \
    F(young_eff, young_eff) F(alpha, alpha) F(cn, cn) F(A, A) F(lambda, lambda) F(dp_mode, dp_mode)

enum damping { NONE, TSUJI, CONSTANT, VISCOELASTIC, HUNT_CROSSLEY };

static const double parts_of_damping[] = {DAMPING_NONE, DAMPING_TSUJI, DAMPING_CONSTANT,
                                          DAMPING_VISCOELASTIC, DAMPING_HUNT_CROSSLEY};

/* young and poisson in turn read those of two like bodies with the same E*. */
static void read_elasticity(const struct params *a, const struct params *b, double young_eff,
                            struct params *p) {
    const double mean = 0.5 * (a->poisson + b->poisson);
    if (isnan(p->poisson))
        p->poisson = isnan(mean) ? 0 : mean;
    p->young_eff = young_eff;
    p->young = 2 * (1 - p->poisson * p->poisson) * young_eff;
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
    struct contact_choice choice = contact_default, *const c = &choice;
    const char *wrong = unused_damping(p);
    wrong = wrong ? wrong : derive_restitution(p);
    ALIASES(LT_TO_PART_)
    c->a.young = a->young, c->a.poisson = a->poisson;
    c->b.young = b->young, c->b.poisson = b->poisson;
    c->p.normal = NORMAL_HERTZ;
    c->p.damping = parts_of_damping[(int)p->damping];
    wrong = wrong ? wrong : contact_ask(pair, c, d);
    read_elasticity(a, b, c->p.young_eff, p);
    return wrong;
}

/* The work 1/2 (f0 + f1) . du of a step differs from the change of 2/5 k d^(5/2) by O(dt^3): that
 * is left to the residual, O(dt^2) of an impact, since no physics is in it. */
LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const struct lt_touch t = touch_now(HAS_ROOT | HAS_DRAG | HAS_CHOICE, d, m);
    (void)p, (void)x, (void)e;
    answer_normal(&t, o);
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
    TSUJI_CASES("damping == 1 and ", "5"){.result = NULL}};

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
