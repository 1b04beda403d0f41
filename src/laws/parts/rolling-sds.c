/* SPDX-License-Identifier: MIT */
#include "friction.h"

struct derived {
    num k, soft, c, most;
};
struct state {
    num moment_s, moment_t, rolls;
};
struct losses {
    num roll;
};

LT_INLINE void step_of(const struct derived *d, struct state *x, struct losses *e,
                       struct lt_touch *t, const struct lt_shear_span *span, int usual) {
    const struct lt_move_n *m = t->m;
    const num most = d->most * t->press;
    const struct lt_shear_friction limit = {most, most, LT_EVERY, LT_EVERY};
    const struct lt_spring_end end =
        lt_constant_spring(span, d->k, d->soft, &limit, (struct lt_shear){x->moment_s, x->moment_t},
                           (struct lt_shear){m->das, m->dat},
                           (struct lt_shear){d->c * m->ws, d->c * m->wt}, IS(x->rolls));
    (void)usual;
    lt_answer(t, LT_ROLLING_PART, &end, 4, 5);
    e->roll = end.slip;
    *x = (struct state){end.force.s, end.force.t, lt_flag(end.over)};
}

LT_STEP_OF(step, 0)
const struct lt_part_steps LT_STEPS(rolling_sds) = {.step = step};

#ifdef LT_TABLES

struct params {
    double fric_roll, k_roll, c_roll;
};

static const struct lt_field params[] = {
    {"fric_roll", "1", 0, 0, INFINITY,
     .doc = "rolling friction: largest moment over arm and pressure", .mix = LT_MIN,
     .role = LT_ROLLING},
    {"k_roll", "N/m", 0, 0, INFINITY, .doc = "stiffness at the arm of rolling"},
    {"c_roll", "N s/m", 0, 0, INFINITY, .doc = "viscosity at the arm of rolling"},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(k, "N m", "stiffness"),
                                          LT_NUMBER(soft, "1/(N m)", "1 over it"),
                                          LT_NUMBER(c, "N m s", "viscosity"),
                                          LT_NUMBER(most, "m", "largest moment over the pressure"),
                                          {.name = NULL}};
static const struct lt_field state[] = {
    {"moment_s", "N m", .doc = "moment of the rolling spring, s"},
    {"moment_t", "N m", .doc = "moment of the rolling spring, t"},
    {"rolls", "1", .doc = "1 while friction limits the rolling moment"},
    {.name = NULL}};
static const struct lt_field losses[] = {{"roll", "J", .doc = "rolling friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"roll_change", "rolls", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    {"continuity", "c_roll > 0", 2, "sds: the spring takes what the dashpot has beyond friction"},
    {"jumps", "c_roll > 0", 1,
     "sds: so at touch, where friction holds nothing, and the spring is what the dashpot is"},
    {"isotropy", "c_roll > 0 and normal:eepa", 1,
     "sds: where eepa hardly presses, the dashpot's moment less the spring's is rounding"},
    {"cycle", "c_roll > 0", 1, "sds: the spring is wound against the rolling, and gives that back"},
    {"order", "c_roll > 0", 1, "sds: the spring of a new contact depends on the first step"},
    {.check = NULL}};

static const char *derive(const struct lt_own_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    const struct params *p = vp;
    struct derived *d = vd;
    const double arm = deal->pair->r_eff;
    (void)self, (void)a, (void)b;
    if (!(arm > 0))
        return "rolling needs a curved body";
    d->k = arm * arm * p->k_roll;
    d->soft = lt_spring_soft(d->k);
    d->c = arm * arm * p->c_roll;
    d->most = arm * p->fric_roll;
    return NULL;
}

const struct lt_own_part lt_part_rolling_sds = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_own_part),
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
