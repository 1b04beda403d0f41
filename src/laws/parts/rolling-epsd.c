/* SPDX-License-Identifier: MIT */
#include "turning.h"

/* Spring of stiffness 9/4 (fric_roll R*)^2 k, N m, k the secant stiffness of the normal spring,
 * with a dashpot below the limit. */
LT_INLINE void step_of(const struct lt_elastic_roller *d, struct lt_rolled *x,
                       struct lt_roll_losses *e, struct lt_touch *t,
                       const struct lt_shear_span *span, int usual) {
    (void)usual;
    lt_roll_elastic(d, x, e, t, span);
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_epsd) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll, roll_damping;
};

static const struct lt_field params[] = {LT_FRIC_ROLL_ROW, LT_ROLL_DAMPING_ROW, {.name = NULL}};
static const struct lt_field derived[] = {LT_ELASTIC_ROLLER_NUMBERS, {.name = NULL}};
LT_ROLL_TABLES
static const struct lt_shortfall declares[] = {
    {"cycle", LT_STIFFENS, 1,
     "epsd: the stiffness follows the overlap and the moment stays: rolled at one overlap and back "
     "at another, that creates or loses energy (E_defect)"},
    {.check = NULL}};

/* The ratio 9/4, or 3 for discs (two dimensions), as in LIGGGHTS' epsd. Returns the error or NULL.
 */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    (void)self, (void)a, (void)b;
    return lt_elastic_roller(deal, p->fric_roll, p->roll_damping,
                             deal->pair->dimensions < 3 ? 3 : 2.25, vd);
}

const struct lt_part lt_part_rolling_epsd = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_ROLLING_PART,
    .name = "epsd",
    .doc = "a spring of 9/4 fric_roll^2 R*^2 k, k the secant stiffness of the normal spring, held "
           "to fric_roll R* N; below that a dashpot of the ratio roll_damping",
    .reads = LT_HAS_STIFFNESS,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_rolling_epsd};

#endif
