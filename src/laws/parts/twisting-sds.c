/* SPDX-License-Identifier: MIT */
#include "friction.h"

struct derived {
    num k, soft, c, most;
};
struct state {
    num moment_n, twists;
};
struct losses {
    num twist;
};

LT_INLINE void step_of(const struct derived *d, struct state *x, struct losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const num most = d->most * t->press, zero = NUM(0.0);
    const struct lt_shear_friction limit = {most, most, LT_EVERY, LT_EVERY};
    const struct lt_spring_end end =
        lt_constant_spring(span, d->k, d->soft, &limit, (struct lt_shear){x->moment_n, zero},
                           (struct lt_shear){t->m->dan, zero},
                           (struct lt_shear){d->c * t->m->wn, zero}, IS(x->twists));
    (void)usual;
    lt_answer(t, LT_TWISTING_PART, &end, 3, -1);
    e->twist = end.slip;
    *x = (struct state){end.force.s, lt_flag(end.over)};
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(twisting_sds) = {.step = step};

#ifdef LT_TABLES

struct params {
    double k_twist, c_twist, fric_twist;
};

static const struct lt_field params[] = {
    {"k_twist", "N m", 0, 0, INFINITY, .doc = "moment of the twisting spring over its angle"},
    {"c_twist", "N m s", 0, 0, INFINITY, .doc = "moment of the twisting dashpot over the rate"},
    {"fric_twist", "m", 0, 0, INFINITY, .doc = "largest twisting moment over the pressure",
     .role = LT_TWISTING},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(k, "N m", "stiffness"),
                                          LT_NUMBER(soft, "1/(N m)", "1 over it"),
                                          LT_NUMBER(c, "N m s", "viscosity"),
                                          LT_NUMBER(most, "m", "largest moment over the pressure"),
                                          {.name = NULL}};
static const struct lt_field state[] = {
    {"moment_n", "N m", .doc = "moment of the twisting spring"},
    {"twists", "1", .doc = "1 while friction limits the twisting moment"},
    {.name = NULL}};
static const struct lt_field losses[] = {{"twist", "J", .doc = "twisting friction"},
                                         {.name = NULL}};
static const struct lt_event events[] = {{"twist_change", "twists", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    {"continuity", "c_twist > 0", 2, "sds: the spring takes what the dashpot has beyond friction"},
    {"jumps", "c_twist > 0", 1,
     "sds: so at touch, where friction holds nothing, and the spring is what the dashpot is"},
    {"cycle", "c_twist > 0", 1,
     "sds: the spring is wound against the twisting, and gives that back"},
    {"order", "c_twist > 0", 1, "sds: the spring of a new contact depends on the first step"},
    {.check = NULL}};

static const char *derive(const struct lt_own_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    (void)self, (void)deal, (void)a, (void)b;
    d->k = p->k_twist;
    d->soft = lt_spring_soft(d->k);
    d->c = p->c_twist;
    d->most = p->fric_twist;
    return NULL;
}

const struct lt_own_part lt_part_twisting_sds = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_own_part),
    .kind = LT_TWISTING_PART,
    .name = "sds",
    .doc = "a spring and a dashpot, together held to fric_twist N; the spring takes what the "
           "dashpot leaves",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_twisting_sds};

#endif
