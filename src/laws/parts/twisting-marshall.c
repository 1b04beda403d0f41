/* SPDX-License-Identifier: MIT */
#include "turning.h"

struct derived {
    num sticks;
};

/* The tangential spring, dashpot and friction limit, integrated over the contact circle of radius a
 * (Marshall 2009): stiffness kt a^2/2, viscosity ct a^2/2, limit 2/3 a fric N. */
LT_INLINE void step_of(const struct derived *d, struct lt_twisted *x, struct lt_twist_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const num area0 = 0.5 * t->a0 * t->a0, area = 0.5 * t->a * t->a;
    const num most = SEL(IS(d->sticks), NUM(INFINITY), 2.0 / 3 * t->a * t->fric * t->press);
    const struct lt_spring_stiffness k = {
        .k0 = area0 * t->kt0, .k1 = area * t->kt, .holds = LT_EVERY, .at_end = NOT(LT_EVERY)};
    const struct lt_shear_friction limit = lt_turn_limit(most, LT_EVERY, LT_EVERY);
    (void)usual;
    lt_twist_follow(&k, area * t->ct, &limit, x, e, t, span);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(twisting_marshall) = {.step = step};

#ifdef LT_TABLES

static const struct lt_field params[] = {{.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(sticks, "1", "1 if friction has no limit"),
                                          {.name = NULL}};
LT_TWIST_TABLES
static const struct lt_shortfall declares[] = {
    {"continuity", "", 2, "marshall: the spring balances the dashpot's force beyond friction"},
    {"jumps", "normal:jkr or normal:luding or normal:eepa or not (cohesion:none)", 1,
     "marshall: so at touch, where a pull holds the spring at once"},
    {"cycle", "", 1,
     "marshall: the spring is loaded against the twisting, and returns that energy"},
    {"order", "", 1, "marshall: the spring of a new contact depends on the first step"},
    {.check = NULL}};

/* Notes whether friction has no limit (sticks). Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    struct derived *d = vd;
    (void)self, (void)a, (void)b, (void)vp;
    if (!(deal->pair->r_eff > 0))
        return "twisting: marshall needs a curved body: two flat ones have no contact radius";
    d->sticks = isinf(deal->fric);
    return NULL;
}

const struct lt_part lt_part_twisting_marshall = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TWISTING_PART,
    .name = "marshall",
    .doc = "what the tangential spring, dashpot and friction have over the circle of radius a = "
           "sqrt(R* d): 1/2 kt a^2, 1/2 ct a^2, 2/3 a fric N",
    .reads = LT_HAS_CIRCLE | LT_HAS_SHEAR,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_twisting_marshall};

#endif
