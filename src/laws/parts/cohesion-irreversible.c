/* SPDX-License-Identifier: MIT */
#include "range.h"

/* As cohesion: reversible, but the contact is made at touch: the energy that the attraction over
 * the gap would have given on approach is dissipated there. */
static void step(const struct lt_part *self, const void *vd, void *x, void *ve,
                 struct lt_touch *t) {
    const struct lt_range *d = vd;
    struct lt_range_losses *e = ve;
    (void)self, (void)x;
    lt_range_pull(d, t);
    e->adhesion = SEL(t->contact->entering, d->lost, NUM(0.0));
}

const struct lt_part_steps LT_STEPS(cohesion_irreversible) = {.step = step};

#ifdef LT_TABLES

static const struct lt_field params[] = {LT_FALLING_ROWS, {.name = NULL}};
static const struct lt_field derived[] = {LT_RANGE_NUMBERS, {.name = NULL}};
static const struct lt_field losses[] = {LT_ADHESION_LOSS, {.name = NULL}};
static const struct lt_jump jumps[] = {
    {"fn", "made", "", "adh_force", "the surfaces pull as soon as they touch"},
    {"fn", "lost", "adh_stiffness > 1e300", "-adh_force",
     "nothing holds the surfaces once they part"},
    {.force = NULL}};
static const struct lt_case cases[] = {
    {"v_stick", "(normal:linear or normal:hertz) and damping:none and adh_stiffness < 1e300",
     "adh_force/sqrt(m_eff*adh_stiffness)", "slower impacts stick"},
    {.result = NULL}};

/* Derives the range adh_force/adh_stiffness, m, and the energy lost at touch, pull range/2, J.
 * Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct lt_falling *p = vp;
    struct lt_range *d = vd;
    const char *wrong = lt_range(deal, p->adh_force, p->adh_force / p->adh_stiffness, d);
    (void)self, (void)a, (void)b;
    deal->reach = d->reach = 0;
    d->lost = d->pull * d->range / 2;
    return wrong;
}

const struct lt_part lt_part_cohesion_irreversible = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_COHESION_PART,
    .name = "irreversible",
    .doc = "as reversible, but from touch on: what the pull over the gap would have given is lost "
           "there",
    .params = params,
    .derived = derived,
    .losses = losses,
    .jumps = jumps,
    .cases = cases,
    .derive = derive,
    .steps = &lt_steps_cohesion_irreversible};

#endif
