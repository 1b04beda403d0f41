/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* share: m^2, rolling stiffness over that of the tangential spring; most: m, largest moment over
 * the pressure. */
struct derived {
    num share, most;
};

/* Spring of stiffness kt R*^2, N m, kt that of the tangential spring, limited to fric_roll R* N; no
 * dashpot. */
LT_INLINE void step_of(const struct derived *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const mask no = NOT(LT_EVERY);
    const struct lt_spring_stiffness k = {
        .k0 = d->share * t->kt0, .k1 = d->share * t->kt, .holds = no, .at_end = LT_EVERY};
    const struct lt_shear_friction limit = lt_turn_limit(d->most * t->press, no, no);
    (void)usual;
    lt_roll_follow(&k, NUM(0.0), &limit, x, e, t, span);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_epsd2) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll;
};

static const struct lt_field params[] = {LT_FRIC_ROLL_ROW, {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(share, "m^2", "stiffness over that of the tangential spring"),
    LT_NUMBER(most, "m", "largest moment over the pressure"),
    {.name = NULL}};
LT_ROLL_TABLES
static const struct lt_shortfall declares[] = {
    {"cycle", "not (tangential:linear)", 1,
     "epsd2: the stiffness follows the overlap and the moment stays: rolled at one overlap and "
     "back at another, that creates or loses energy (E_defect)"},
    {.check = NULL}};

/* Derives the share of the tangential stiffness, m^2, the square of R*, and the limit over the
 * pressure, fric_roll R*, m. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double arm = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    *d = (struct derived){arm * arm, arm * p->fric_roll};
    return arm > 0 ? NULL : "rolling needs a curved body";
}

const struct lt_part lt_part_rolling_epsd2 = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "epsd2",
    .doc = "a spring of kt R*^2, kt the stiffness of the tangential spring, held to fric_roll R* N",
    .reads = LT_HAS_SHEAR,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_epsd2};

#endif
