/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fixed: what the law `contact` is with normal: hertz, damping: tsuji, tangential: tangent-rescale
 * and rolling: sds, all other choices by default; by itself, so that the compiler knows all that.
 */
#include "laws/spring.h"

#define PARAMS(F)                                                                                  \
    F(young_eff, "Pa", 1e9, 0, INFINITY, "effective modulus")                                      \
    F(shear_eff, "Pa", 4e8, 0, INFINITY, "effective shear modulus")                                \
    F(alpha, "1", 0, 0, INFINITY, "normal damping")                                                \
    F(phi, "1", 0, 0, INFINITY, "tangential damping")                                              \
    F(fric, "1", 0, 0, INFINITY, "friction coefficient", .role = LT_FRICTION)                      \
    F(k_roll, "N/m", 0, 0, INFINITY, "stiffness at the arm of rolling")                            \
    F(c_roll, "N s/m", 0, 0, INFINITY, "viscosity at the arm of rolling")                          \
    F(fric_roll, "1", 0, 0, INFINITY, "rolling friction")

#define DERIVED(F)                                                                                 \
    F(k, "N/m^1.5", "normal stiffness over d^(3/2)")                                               \
    F(c_quarter, "N s/m^1.25", "normal viscosity over d^(1/4)")                                    \
    F(kt, "N/m^1.5", "tangential stiffness over d^(1/2)")                                          \
    F(ct_quarter, "N s/m^1.25", "tangential viscosity over d^(1/4)")                               \
    F(roll_k, "N m/rad", "rolling stiffness")                                                      \
    F(roll_soft, "rad/(N m)", "1 over it")                                                         \
    F(roll_c, "N m s/rad", "rolling viscosity")                                                    \
    F(roll_most, "m", "largest rolling moment over the pressure")

#define STATE(F)                                                                                   \
    F(spring_s, "N", "tangential spring force, s")                                                 \
    F(spring_t, "N", "tangential spring force, t")                                                 \
    F(sliding, "1", "1 while friction limits the tangential force")                                \
    F(moment_s, "N m", "moment of the rolling spring, s")                                          \
    F(moment_t, "N m", "moment of the rolling spring, t")                                          \
    F(rolls, "1", "1 while friction limits the rolling moment")

#define LOSSES(F) F(slip, "J", "sliding friction") F(roll, "J", "rolling friction")

LT_STRUCTS

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const double r = pair->r_eff;
    (void)a, (void)b;
    d->k = 4.0 / 3 * p->young_eff * sqrt(r);
    d->c_quarter = p->alpha * sqrt(pair->m_eff * d->k);
    d->kt = 8 * p->shear_eff * sqrt(r);
    d->ct_quarter = p->phi * sqrt(pair->m_eff * d->kt);
    d->roll_k = r * r * p->k_roll;
    d->roll_soft = d->roll_k > 0 ? 1 / d->roll_k : 0;
    d->roll_c = r * r * p->c_roll;
    d->roll_most = r * p->fric_roll;
    return NULL;
}

/* Work by the trapezoid rule of what lies outside the contact. */
LT_INLINE num outside_work(num k, num spring, const struct lt_move_n *m) {
    const num zero = NUM(0.0), before = m->un - m->dun;
    const mask crossing = (mask)((m->un > 0) != (before > 0));
    if (m->stay || !ANY(crossing))
        return zero;
    const num d0 = SEL(before < 0, zero - before, zero), spring0 = k * d0 * lt_sqrt(d0);
    const num outside = SEL(crossing, SEL(m->un > 0, m->un, before), zero);
    return zero - 0.5 * (spring0 + spring) * SEL(m->dun < 0, zero - outside, outside);
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    const num zero = NUM(0.0), one_ = NUM(1.0);
    const mask no = NOT(LT_EVERY);
    const struct lt_shear_span span = lt_shear_touch(m);
    const num before = m->dun - m->un, overlap = SEL(span.active, zero - m->un, zero);
    const num root0 = lt_sqrt(SEL(before > 0, before, zero)), root = lt_sqrt(overlap);
    const num quarter = lt_sqrt(root), spring = d->k * overlap * root;
    const num vfn = SEL(span.active, d->c_quarter * quarter * m->vn, zero), press = spring - vfn;
    const num pressed = SEL(press > 0, press, zero);

    const num k0 = d->kt * root0, k1 = d->kt * root;
    const struct lt_spring_stiffness k = {.k0 = k0, .k1 = k1, .holds = k1 < k0, .at_end = no};
    const struct lt_shear_friction limit = {p->fric * pressed, p->fric * pressed, LT_EVERY, no};
    const struct lt_spring_end shear = lt_spring_move(
        &span, &k, &limit, (struct lt_shear){x->spring_s, x->spring_t},
        (struct lt_shear){m->dus, m->dut},
        lt_shear_times(d->ct_quarter * quarter, (struct lt_shear){m->vs, m->vt}), IS(x->sliding));

    const struct lt_shear_friction most = {d->roll_most * pressed, d->roll_most * pressed, LT_EVERY,
                                           LT_EVERY};
    const struct lt_shear_damped roll =
        lt_shear_within(&span, (struct lt_shear){x->moment_s, x->moment_t},
                        (struct lt_shear){m->das, m->dat}, d->roll_k, d->roll_soft, &most,
                        (struct lt_shear){d->roll_c * m->ws, d->roll_c * m->wt}, IS(x->rolls));

    o->vfn = vfn;
    o->vfs = shear.viscous.s;
    o->vft = shear.viscous.t;
    o->vmn = o->mn = zero;
    o->vms = roll.dashpot.s;
    o->vmt = roll.dashpot.t;
    o->fn = vfn - spring;
    o->fs = shear.force.s + shear.viscous.s;
    o->ft = shear.force.t + shear.viscous.t;
    o->ms = roll.spring.s + roll.dashpot.s;
    o->mt = roll.spring.t + roll.dashpot.t;
    o->strain = 0.4 * spring * overlap + shear.strain +
                0.5 * d->roll_soft * lt_shear_dot(roll.spring, roll.spring);
    o->cross = outside_work(d->k, spring, m) + shear.cross + roll.cross;
    o->defect = shear.defect + roll.defect;
    o->active = span.active;
    o->branch = BITS(span.active, 1) | BITS(shear.over, 2) | BITS(shear.slips, 8) |
                BITS(roll.over, 16) | BITS(roll.slips, 32) | BITS(press < 0, 256) |
                BITS(shear.cut, 512);
    e->slip = shear.slip;
    e->roll = roll.slip;
    x->spring_s = shear.force.s;
    x->spring_t = shear.force.t;
    x->sliding = SEL(shear.over, one_, zero);
    x->moment_s = roll.spring.s;
    x->moment_t = roll.spring.t;
    x->rolls = SEL(roll.over, one_, zero);
}

/* 2.943... = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) */
static double contact_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    const double k = ((const struct derived *)d)->k;
    (void)p;
    return 2.943275184324705 * pow(1.25 * pair->m_eff * speed * speed / k, 0.4) / speed;
}

LT_LAW_N(fixed, .name = "fixed", .summary = "Hertz, Tsuji, Mindlin, rolling; to measure",
         .source = "The law contact.", .equations = "Those of the law contact.", .acts = 0x37,
         .contact_time = contact_time, .order = 1)
LT_PLUGIN(&lt_law_fixed)
