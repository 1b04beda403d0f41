/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* share: m^2, rolling stiffness over that of the normal spring; most: m, largest moment over the
 * pressure. */
struct derived {
    num share, most;
};

/* Spring of stiffness roll_ratio R*^2 k, N m, k the constant stiffness of the normal spring,
 * limited to fric_roll R* N; no dashpot. */
LT_INLINE void step_of(const struct derived *d, struct lt_rolled *x, struct lt_roll_losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const num k = d->share * t->k;
    const struct lt_turner of = {k, lt_spring_soft(k), NUM(0.0), d->most};
    (void)usual;
    lt_roll(&of, x, e, t, span, NOT(LT_EVERY), NOT(LT_EVERY));
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_luding) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll, roll_ratio;
};

static const struct lt_field params[] = {LT_FRIC_ROLL_ROW, LT_ROLL_RATIO_ROW, {.name = NULL}};
static const struct lt_field derived[] = {
    LT_NUMBER(share, "m^2", "stiffness over that of the normal spring"),
    LT_NUMBER(most, "m", "largest moment over the pressure"),
    {.name = NULL}};
LT_ROLL_TABLES

/* Derives the share of the normal stiffness, m^2, roll_ratio times the square of R*, and the limit
 * over the pressure, fric_roll R*, m. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double arm = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    *d = (struct derived){p->roll_ratio * arm * arm, arm * p->fric_roll};
    return arm > 0 ? NULL : "rolling needs a curved body";
}

const struct lt_part lt_part_rolling_luding = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "luding",
    .doc = "spring of roll_ratio kn R*^2, or kn1; limit of it alone",
    .reads = LT_HAS_STIFFNESS | LT_HAS_CONSTANT,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .derive = derive,
    .steps = &lt_steps_rolling_luding};

#endif
