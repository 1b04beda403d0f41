/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mindlin.h: the law `mindlin` but for partial slip, for the laws that add to it: Hertz' contact,
 * Tsuji's dashpot and a tangential spring that follows the contact radius.
 *
 * Such a law defines the lists MORE_PARAMS, DERIVED, STATE and LOSSES, LAST_FORM, the last form of
 * the tangential spring it has, and MORE_FORMS, the names of those beyond tangent, before it
 * includes this header, which makes the structs of them.
 */
#ifndef LT_MINDLIN_H
#define LT_MINDLIN_H

#include "contact.h"
#include "law.h"

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

LT_STRUCTS

#include "contact_name.h"
#include "contact_shear.h"

enum mindlin_form { TANGENT_RESCALE, SECANT, SECANT_INITIAL, TANGENT, PARTIAL_SLIP };

#define MINDLIN_HAS (HAS_ROOT | HAS_FOLLOWS | HAS_CHOICE)

/* ---- Parameters */

/* Those of its parts. */
#define MINDLIN_ALIASES(F)                                                                         \
    F(young, young)                                                                                \
    F(poisson, poisson)                                                                            \
    F(young_eff, young_eff)                                                                        \
    F(shear_eff, shear_eff)                                                                        \
    F(kt_update, kt_update)                                                                        \
    F(fric, fric)                                                                                  \
    F(fric_dynamic, fric_dynamic)                                                                  \
    F(alpha, alpha)                                                                                \
    F(phi, phi)                                                                                    \
    F(dp_mode, dp_mode) F(slip_dashpot, slip_dashpot) F(cap_on, cap_on) F(cap_by, cap_by)

static const double parts_of_form[] = {TANGENTIAL_TANGENT_RESCALE, TANGENTIAL_SECANT,
                                       TANGENTIAL_SECANT_INITIAL, TANGENTIAL_TANGENT,
                                       TANGENTIAL_PARTIAL_SLIP};

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

/* C: what is chosen beside. */
static inline const char *mindlin_derive(const struct lt_pair *pair, const struct params *a,
                                         const struct params *b, struct params *p,
                                         struct contact_choice *c, struct derived *d) {
    const char *wrong = mindlin_damping(p);
    MINDLIN_ALIASES(LT_TO_PART_)
    c->a.young = a->young, c->a.poisson = a->poisson;
    c->b.young = b->young, c->b.poisson = b->poisson;
    c->p.normal = NORMAL_HERTZ;
    c->p.damping = DAMPING_TSUJI;
    c->p.tangential = parts_of_form[(int)p->tangential];
    wrong = wrong ? wrong : contact_ask(pair, c, d);
    MINDLIN_ALIASES(LT_FROM_PART_)
    return wrong;
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

static const struct lt_view mindlin_views[] = {
    {"contact_radius", "m", "sqrt(r_eff*max(0, -un))", "radius of the contact area"},
    {.name = NULL}};

static const struct lt_case mindlin_cases[] = {TSUJI_CASES("", "5"){.result = NULL}};

#endif
