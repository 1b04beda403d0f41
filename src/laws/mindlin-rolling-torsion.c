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

#define DERIVED(F) CONTACT_DERIVED(F)

#define STATE(F)                                                                                   \
    F(spring_s, "N", "tangential spring force, s", .role = LT_SPRING_S)                            \
    F(spring_t, "N", "tangential spring force, t", .role = LT_SPRING_T)                            \
    F(sliding, "1", "1 while friction limits the tangential force")                                \
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

#include "contact_turn.h"

/* Its parameters that are those of rolling: arm and twisting: arm. */
#define ALIASES(F)                                                                                 \
    F(fric_r, fric_roll)                                                                           \
    F(fric_r_dynamic, fric_roll_dynamic)                                                           \
    F(fric_to, fric_to)                                                                            \
    F(fric_to_dynamic, fric_to_dynamic)                                                            \
    F(kr, kr)                                                                                      \
    F(kto, kto)                                                                                    \
    F(gamma_r, gamma_r)                                                                            \
    F(gamma_to, gamma_to) F(arm_r, arm_r) F(arm_to, arm_to) F(roll_dashpot, roll_dashpot)

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    struct contact_choice choice = contact_default, *const c = &choice;
    ALIASES(LT_TO_PART_)
    c->p.rolling = ROLLING_ARM;
    c->p.twisting = TWISTING_ARM;
    return mindlin_derive(pair, a, b, p, c, d);
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const unsigned has = MINDLIN_HAS | HAS_ROLL | HAS_TWIST;
    const num zero = NUM(0.0), one_ = NUM(1.0);
    struct lt_touch t;
    const struct lt_spring_end shear =
        shear_step(has, d, m, (struct lt_shear){x->spring_s, x->spring_t}, IS(x->sliding), &t, o);
    const struct lt_spring_end roll =
        roll_end(has, d, m, &t, (struct lt_shear){x->moment_s, x->moment_t}, IS(x->rolling));
    const struct lt_spring_end twist =
        twist_end(has, d, m, &t, (struct lt_shear){x->moment_n, zero}, IS(x->twisting));
    (void)p;
    answer_turn(&roll, &twist, o);
    e->slip = shear.slip;
    e->roll = roll.slip;
    e->twist = twist.slip;
    x->spring_s = shear.force.s;
    x->spring_t = shear.force.t;
    x->sliding = SEL(shear.over, one_, zero);
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
         .acts = 0x3f, .events = events, .views = mindlin_views, .cases = mindlin_cases,
         .contact_time = contact_time, .declares = declares, .order = 1)
