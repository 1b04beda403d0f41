/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring and dashpot at the arm arm_r R*, together limited to fric_roll arm_r R* N; without kr the
 * stiffness is 8 G* a at that arm. */
LT_INLINE void step_of(const struct lt_arm *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_spring_stiffness k = lt_arm_stiffness(d, t);
    const struct lt_shear_friction limit = lt_arm_limit(d, t);
    (void)usual;
    lt_roll_follow(&k, d->c, &limit, x, e, t, span);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_arm) = {NULL, step, NULL};

#ifdef LT_TABLES

struct params {
    double fric_roll, fric_roll_dynamic, kr, gamma_r, arm_r, roll_dashpot;
};

static const struct lt_field params[] = {
    LT_FRIC_ROLL_ROW,
    {"fric_roll_dynamic", "1", INFINITY, 0, INFINITY,
     .doc = "rolling friction while it rolls at its limit, if less than fric_roll", .mix = LT_MIN,
     .role = LT_ROLLING_DYNAMIC},
    {"kr", "N/m", 0, 0, INFINITY,
     .doc = "stiffness at the arm of rolling; 0: 8 G* a of the overlap"},
    {"gamma_r", "N s/m", 0, 0, INFINITY, .doc = "viscosity at the arm of rolling"},
    {"arm_r", "1", 1, 0, INFINITY, .doc = "arm of rolling in units of r_eff"},
    LT_ROLL_DASHPOT_ROW,
    {.name = NULL}};
static const struct lt_field derived[] = {LT_ARM_NUMBERS, {.name = NULL}};
LT_ROLL_TABLES
static const struct lt_shortfall declares[] = {
    LT_ARM_KEPT("rolling"),
    {"continuity", "fric_roll_dynamic < fric_roll", 1,
     "fric_roll_dynamic: the moment drops to it when the limit is reached"},
    {"order", "fric_roll_dynamic < fric_roll", 1,
     "fric_roll_dynamic: when the moment drops depends on the step in which it does"},
    LT_ARM_FOLLOWS("kr"),
    {.check = NULL}};

/* Stiffness, viscosity and limits at the arm arm_r R*, m; see lt_arm(). Returns the error or NULL.
 */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    const double r = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    if (!(r > 0))
        return "rolling needs a curved body";
    return lt_arm(deal, p->arm_r * r, p->kr, p->gamma_r, p->fric_roll, p->fric_roll_dynamic,
                  p->roll_dashpot, vd);
}

const struct lt_part lt_part_rolling_arm = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "arm",
    .doc = "a spring and a dashpot at the arm arm_r R*, together held to fric_roll arm_r R* N; kr "
           "0 follows 8 G* a as the tangential spring does",
    .reads = LT_HAS_CIRCLE,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_arm};

#endif
