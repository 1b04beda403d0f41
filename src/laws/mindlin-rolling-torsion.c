/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mindlin-rolling-torsion: the law `mindlin` with springs, dashpots and friction that resist
 * rolling and twisting (MercuryDPM).
 *
 * A rotation of B relative to A by w moves a point at the arm l by l w; the spring k and dashpot c
 * that stand there, held by mu |fn|, make the moment l (k l w ...): stiffness k l^2, viscosity
 * c l^2, limit l mu |fn|.
 */
#define LAST_FORM  TANGENT
#define MORE_FORMS ""

#define MORE_PARAMS(F)                                                                             \
    F(fric_r, "1", 0, 0, INFINITY, "rolling friction: largest moment over arm_r r_eff |fn|",       \
      .mix = LT_MIN, .role = LT_ROLLING)                                                           \
    F(fric_r_dynamic, "1", INFINITY, 0, INFINITY,                                                  \
      "rolling friction while it rolls at its limit, if less than fric_r", .mix = LT_MIN,          \
      .role = LT_ROLLING_DYNAMIC)                                                                  \
    F(fric_to, "1", 0, 0, INFINITY, "twisting friction: largest moment over arm_to r_eff |fn|",    \
      .mix = LT_MIN, .role = LT_TWISTING)                                                          \
    F(fric_to_dynamic, "1", INFINITY, 0, INFINITY,                                                 \
      "twisting friction while it twists at its limit, if less than fric_to", .mix = LT_MIN,       \
      .role = LT_TWISTING_DYNAMIC)                                                                 \
    F(kr, "N/m", 0, 0, INFINITY, "stiffness at the arm of rolling; 0: 8 G* a of the overlap")      \
    F(kto, "N/m", 0, 0, INFINITY, "stiffness at the arm of twisting; 0: 8 G* a of the overlap")    \
    F(gamma_r, "N s/m", 0, 0, INFINITY, "viscosity at the arm of rolling")                         \
    F(gamma_to, "N s/m", 0, 0, INFINITY, "viscosity at the arm of twisting")                       \
    F(arm_r, "1", 1, 0, INFINITY, "arm of rolling in units of r_eff")                              \
    F(arm_to, "1", 2, 0, INFINITY, "arm of twisting in units of r_eff")                            \
    F(roll_dashpot, "1", 0, 0, 1, "dashpots of rolling and twisting while at the limit",           \
      .choices = "dropped kept")

#define MORE_DERIVED(F)                                                                            \
    F(roll_k, "N m/rad", "rolling stiffness, kr arm_r^2 r_eff^2; 0: of the overlap")               \
    F(twist_k, "N m/rad", "twisting stiffness, kto arm_to^2 r_eff^2; 0: of the overlap")           \
    F(roll_kt, "N m/(rad m^0.5)", "rolling stiffness over sqrt(d) if it is of the overlap")        \
    F(twist_kt, "N m/(rad m^0.5)", "twisting stiffness over sqrt(d), likewise")                    \
    F(roll_c, "N m s/rad", "rolling viscosity, gamma_r arm_r^2 r_eff^2")                           \
    F(twist_c, "N m s/rad", "twisting viscosity, gamma_to arm_to^2 r_eff^2")                       \
    F(roll_most, "m", "largest rolling moment over normal force, at rest")                         \
    F(roll_slip, "m", "the same at the limit")                                                     \
    F(twist_most, "m", "largest twisting moment over normal force, at rest")                       \
    F(twist_slip, "m", "the same at the limit")

#define MORE_STATE(F)                                                                              \
    F(moment_n, "N m", "moment of the twisting spring")                                            \
    F(moment_s, "N m", "moment of the rolling spring, s")                                          \
    F(moment_t, "N m", "moment of the rolling spring, t")                                          \
    F(rolling, "1", "1 while friction limits the rolling moment")                                  \
    F(twisting, "1", "1 while friction limits the twisting moment")

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction")                                                               \
    F(roll, "J", "rolling friction")                                                               \
    F(twist, "J", "twisting friction")

#include "mindlin.h"

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = mindlin_derive(pair, a, b, p, d);
    if (wrong)
        return wrong;
    const double arm_r = p->arm_r * pair->r_eff, arm_to = p->arm_to * pair->r_eff;
    const double of_overlap = 8 * p->shear_eff * sqrt(pair->r_eff);
    d->roll_k = arm_r * arm_r * p->kr;
    d->twist_k = arm_to * arm_to * p->kto;
    d->roll_kt = arm_r * arm_r * (p->kr > 0 ? 0 : of_overlap);
    d->twist_kt = arm_to * arm_to * (p->kto > 0 ? 0 : of_overlap);
    d->roll_c = arm_r * arm_r * p->gamma_r;
    d->twist_c = arm_to * arm_to * p->gamma_to;
    d->roll_most = arm_r * p->fric_r;
    d->roll_slip = arm_r * fmin(p->fric_r, p->fric_r_dynamic);
    d->twist_most = arm_to * p->fric_to;
    d->twist_slip = arm_to * fmin(p->fric_to, p->fric_to_dynamic);
    return NULL;
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const struct mindlin_contact c = mindlin_step(p, d, m, x, o, e);
    const mask kept = IS(p->roll_dashpot);

    const struct lt_spring_stiffness roll_k =
        mindlin_stiffness(p, d, d->roll_k + d->roll_kt * c.root0, d->roll_k + d->roll_kt * c.root1);
    const struct lt_shear_friction roll_limit = {d->roll_most * c.normal, d->roll_slip * c.normal,
                                                 LT_EVERY, kept};
    const struct lt_spring_end roll =
        lt_spring_move(&c.span, &roll_k, &roll_limit, (struct lt_shear){x->moment_s, x->moment_t},
                       (struct lt_shear){m->das, m->dat},
                       (struct lt_shear){d->roll_c * m->ws, d->roll_c * m->wt}, IS(x->rolling));

    const struct lt_spring_stiffness twist_k = mindlin_stiffness(
        p, d, d->twist_k + d->twist_kt * c.root0, d->twist_k + d->twist_kt * c.root1);
    const struct lt_shear_friction twist_limit = {d->twist_most * c.normal,
                                                  d->twist_slip * c.normal, LT_EVERY, kept};
    const struct lt_spring_end twist =
        lt_spring_move(&c.span, &twist_k, &twist_limit, (struct lt_shear){x->moment_n, zero},
                       (struct lt_shear){m->dan, zero}, (struct lt_shear){d->twist_c * m->wn, zero},
                       IS(x->twisting));

    o->vmn = twist.viscous.s;
    o->vms = roll.viscous.s;
    o->vmt = roll.viscous.t;
    o->mn = twist.force.s + twist.viscous.s;
    o->ms = roll.force.s + roll.viscous.s;
    o->mt = roll.force.t + roll.viscous.t;
    o->strain += roll.strain + twist.strain;
    o->cross += roll.cross + twist.cross;
    o->defect += roll.defect + twist.defect;
    o->branch |= BITS(roll.over, 16) | BITS(roll.slips, 32) | BITS(twist.over, 64) |
                 BITS(twist.slips, 128) | BITS(roll.cut, 1024) | BITS(twist.cut, 2048);
    e->roll = roll.slip;
    e->twist = twist.slip;

    x->moment_n = twist.force.s;
    x->moment_s = roll.force.s;
    x->moment_t = roll.force.t;
    x->rolling = SEL(roll.over, one_, zero);
    x->twisting = SEL(twist.over, one_, zero);
}

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"slip_change", "sliding", 1, 1},
                                         {"roll_change", "rolling", 1, 1},
                                         {"twist_change", "twisting", 1, 1},
                                         {.name = NULL}};

static const struct lt_shortfall declares[] = {
    MINDLIN_DECLARES,
    {"continuity", "roll_dashpot == 1", 2,
     "roll_dashpot kept: the spring takes what the dashpot has beyond friction"},
    {"cycle", "roll_dashpot == 1", 1,
     "roll_dashpot kept: the spring is wound against the rolling, and gives that back"},
    {"order", "roll_dashpot == 1", 1,
     "roll_dashpot kept: the spring of a new contact depends on the first step"},
    {"continuity", "fric_r_dynamic < fric_r or fric_to_dynamic < fric_to", 1,
     "the moment drops to its dynamic limit when rolling begins"},
    {"order", "fric_r_dynamic < fric_r or fric_to_dynamic < fric_to", 1,
     "when the moment drops depends on the step in which rolling begins"},
    {.check = NULL}};

LT_LAW_N(mindlin_rolling_torsion, .name = "mindlin-rolling-torsion",
         .summary = "Hertz and Mindlin with rolling and twisting resistance (MercuryDPM)",
         .source = "The law mindlin; Luding, Granular Matter 10 (2008) 235-246, for the speed of "
                   "rolling; MercuryDPM's MindlinRollingTorsion species, mended, see "
                   "doc/mindlin-rolling-torsion.md.",
         .equations =
             "forces: as the law mindlin\n"
             "rolling: moment m, arm l = arm_r R*, stiffness k = l^2 kr, kr = 8 G* a if not given\n"
             "  m* = m + k (das, dat) in the form that tangential names for the shear force,\n"
             "  dashpot l^2 gamma_r (ws, wt), |m* + dashpot| <= l fric_r |fn|, else\n"
             "  l fric_r_dynamic |fn|, the spring first\n"
             "twisting: likewise with l = arm_to R*, kto, gamma_to, fric_to and (dan, wn)\n"
             "|fn| of the limits: as cap_by says",
         .acts = 0x3f, .events = events, .cases = mindlin_cases,
         .contact_time = mindlin_contact_time, .declares = declares, .order = 1)
