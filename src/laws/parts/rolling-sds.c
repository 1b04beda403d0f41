/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring and dashpot at the arm R*, together limited; the dashpot stays at the limit and the spring
 * gets the rest. */
LT_INLINE void step_of(const struct lt_turner *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    (void)usual;
    lt_roll(d, x, e, t, span, LT_EVERY, LT_EVERY);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_sds) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll, k_roll, c_roll;
};

static const struct lt_field params[] = {
    LT_FRIC_ROLL_ROW,
    {"k_roll", "N/m", 0, 0, INFINITY, .doc = "stiffness at the arm of rolling"},
    {"c_roll", "N s/m", 0, 0, INFINITY, .doc = "viscosity at the arm of rolling"},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_TURNER_NUMBERS, {.name = NULL}};
LT_ROLL_TABLES
static const struct lt_shortfall declares[] = {
    {"continuity", "c_roll > 0", 2, "sds: the spring balances the dashpot's force beyond friction"},
    {"jumps", "c_roll > 0", 1,
     "sds: so at touch, where friction holds nothing, and the spring is what the dashpot is"},
    {"cycle", "c_roll > 0", 1,
     "sds: the spring is loaded against the rolling, and returns that energy"},
    {"isotropy", "c_roll > 0", 1e-8,
     "sds: so the spring has the rounding of a dashpot that is far beyond friction"},
    {"order", "c_roll > 0", 1, "sds: the spring of a new contact depends on the first step"},
    {.check = NULL}};

/* Stiffness k_roll R*^2, N m, and viscosity c_roll R*^2, N m s. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    const double arm = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    return lt_turner(deal, arm * arm * p->k_roll, arm * arm * p->c_roll, arm, p->fric_roll, vd);
}

const struct lt_part lt_part_rolling_sds = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "sds",
    .doc = "a spring and a dashpot at the arm R*, together held to fric_roll N; the spring takes "
           "what the dashpot leaves",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_sds};

#endif
