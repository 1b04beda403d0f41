/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring and dashpot at the arm arm_to R*, together limited to fric_to arm_to R* N; without kto the
 * stiffness is 8 G* a at that arm. */
LT_INLINE void step_of(const struct lt_arm *d, struct lt_twisted *x, struct lt_twist_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_spring_stiffness k = lt_arm_stiffness(d, t);
    const struct lt_shear_friction limit = lt_arm_limit(d, t);
    (void)usual;
    lt_twist_follow(&k, d->c, &limit, x, e, t, span);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(twisting_arm) = {NULL, step, NULL};

#ifdef LT_TABLES

struct params {
    double fric_to, fric_to_dynamic, kto, gamma_to, arm_to, roll_dashpot;
};

static const struct lt_field params[] = {
    {"fric_to", "1", 0, 0, INFINITY, .doc = "twisting friction: largest moment over arm_to r_eff N",
     .mix = LT_MIN, .role = LT_TWISTING},
    {"fric_to_dynamic", "1", INFINITY, 0, INFINITY,
     .doc = "twisting friction while it twists at its limit, if less than fric_to", .mix = LT_MIN,
     .role = LT_TWISTING_DYNAMIC},
    {"kto", "N/m", 0, 0, INFINITY,
     .doc = "stiffness at the arm of twisting; 0: 8 G* a of the overlap"},
    {"gamma_to", "N s/m", 0, 0, INFINITY, .doc = "viscosity at the arm of twisting"},
    {"arm_to", "1", 2, 0, INFINITY, .doc = "arm of twisting in units of r_eff"},
    LT_ROLL_DASHPOT_ROW,
    {.name = NULL}};
static const struct lt_field derived[] = {LT_ARM_NUMBERS, {.name = NULL}};
LT_TWIST_TABLES
static const struct lt_shortfall declares[] = {
    LT_ARM_KEPT("twisting"),
    {"continuity", "fric_to_dynamic < fric_to", 1,
     "fric_to_dynamic: the moment drops to it when the limit is reached"},
    {"order", "fric_to_dynamic < fric_to", 1,
     "fric_to_dynamic: when the moment drops depends on the step in which it does"},
    LT_ARM_FOLLOWS("kto"),
    {.check = NULL}};

/* Stiffness, viscosity and limits at the arm arm_to R*, m; see lt_arm(). Returns the error or NULL.
 */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    (void)self, (void)a, (void)b;
    return lt_arm(deal, p->arm_to * deal->pair->r_eff, p->kto, p->gamma_to, p->fric_to,
                  p->fric_to_dynamic, p->roll_dashpot, vd);
}

const struct lt_part lt_part_twisting_arm = {.abi = LT_PART_ABI,
                                             .size = sizeof(struct lt_part),
                                             .kind = LT_TWISTING_PART,
                                             .name = "arm",
                                             .doc = "as rolling: arm, at the arm arm_to R*",
                                             .reads = LT_HAS_CIRCLE,
                                             .params = params,
                                             .derived = derived,
                                             .state = state,
                                             .losses = losses,
                                             .events = events,
                                             .declares = declares,
                                             .derive = derive,
                                             .steps = &lt_steps_twisting_arm};

#endif
