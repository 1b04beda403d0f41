/* SPDX-License-Identifier: MIT */
/* friction.h: shared code of the springs that friction limits: tangential, rolling, twisting. */
#ifndef LT_FRICTION_H
#define LT_FRICTION_H

#include "../spring.h"
#include "part.h"

/* ---- Parameters of tangential parts ---------------------------------------------------------- */

/* The first parameters of a tangential part, and the derived numbers that follow from them; their
 * meaning is in the tables below. */
struct lt_tangential {
    double fric, fric_dynamic, restick, fric_speed, fric_fall, tangential_ratio, slip_dashpot,
        cap_on;
};
struct lt_sliding {
    num rest, slip, total, kept, resticks, sticks, ratio, per_speed, fall;
};

#ifdef LT_TABLES
#define LT_FRIC_ROW                                                                                \
    {                                                                                              \
        "fric", "1", 0, 0, INFINITY, .doc = "friction coefficient", .mix = LT_MIN,                 \
                                     .role = LT_FRICTION                                           \
    }
#define LT_DYNAMIC_ROWS                                                                            \
    {"fric_dynamic", "1",                                                                          \
     INFINITY,       0,                                                                            \
     INFINITY,       .doc = "friction coefficient while slipping, if less than fric",              \
     .mix = LT_MIN,  .role = LT_FRICTION_DYNAMIC},                                                 \
        {"restick",                                                                                \
         "1",                                                                                      \
         0,                                                                                        \
         0,                                                                                        \
         1,                                                                                        \
         "when a contact that slips bears fric again: once less than fric_dynamic is "             \
         "needed, or at once, a saw-tooth (LIGGGHTS tan_luding)",                                  \
         .choices = "below at-once"},                                                              \
        {"fric_speed",                                                                             \
         "m/s",                                                                                    \
         0,                                                                                        \
         0,                                                                                        \
         INFINITY,                                                                                 \
         .doc = "speed over which friction falls from fric to fric_dynamic; 0: it drops when "     \
                "slip begins"},                                                                    \
    {                                                                                              \
        "fric_fall", "1", 0, 0, 2,                                                                 \
            "how it falls with the speed v: exp(-v/fric_speed), exp(-(v/fric_speed)^2), 1/(1 + "   \
            "(v/fric_speed)^2)",                                                                   \
            .choices = "exponential gaussian lorentzian"                                           \
    }
#define LT_RATIO_ROW                                                                               \
    {                                                                                              \
        "tangential_ratio", "1", NAN, 0, INFINITY,                                                 \
            "tangential over normal viscosity, on top of others; not given: 1 of viscous, else 0", \
            .of = "damping"                                                                        \
    }
#define LT_DASHPOT_ROW                                                                             \
    {                                                                                              \
        "slip_dashpot", "1", 0, 0, 1, "the tangential dashpot while the contact slips",            \
            .choices = "dropped kept"                                                              \
    }
#define LT_CAP_ON_ROW                                                                              \
    {                                                                                              \
        "cap_on", "1", 0, 0, 1,                                                                    \
            .doc = "what friction limits: spring and dashpot together, or the spring",             \
            .choices = "total elastic"                                                             \
    }
#define LT_TANGENTIAL_ROWS LT_FRIC_ROW, LT_DYNAMIC_ROWS, LT_RATIO_ROW, LT_DASHPOT_ROW, LT_CAP_ON_ROW
#define LT_SLIDING_ROWS                                                                            \
    {"rest", "1", .doc = "friction coefficient at rest"}, {"slip", "1", .doc = "while slipping"},  \
        {"total", "1", .doc = "1 if it limits spring and dashpot together"},                       \
        {"kept", "1", .doc = "1 if the dashpot is kept while the contact slips"},                  \
        {"resticks", "1", .doc = "1 if the contact bears the former again in the next step"},      \
        {"sticks", "1", .doc = "1 if friction has no limit"},                                      \
        {"ratio", "1", .doc = "viscosity over the normal one"},                                    \
        {"per_speed", "s/m", .doc = "1/fric_speed, 0: the coefficient does not depend on speed"},  \
    {                                                                                              \
        "fall", "1", .doc = "as fric_fall"                                                         \
    }
#define LT_SLIDING_STATE                                                                           \
    { "sliding", "1", .doc = "1 while friction limits the tangential force" }
#define LT_SHEAR_STATES                                                                            \
    {"spring_s", "N", .doc = "tangential spring force, s", .role = LT_SPRING_S},                   \
        {"spring_t", "N", .doc = "tangential spring force, t", .role = LT_SPRING_T},               \
        LT_SLIDING_STATE

/* Shortfalls due to the choices of friction. */
#define LT_SLIDING_DECLARES                                                                        \
    LT_SHEAR_DECLARES("slip_dashpot == 1 and cap_on == 0",                                         \
                      "fric_dynamic < fric and fric_speed == 0"),                                  \
        {"step-length", "slip_dashpot == 1 and cap_on == 0", 2,                                    \
         "slip_dashpot kept: the spring of a new contact depends on the first step"},              \
    {                                                                                              \
        "jumps", "slip_dashpot == 1 and cap_on == 0", 1,                                           \
            "slip_dashpot kept: the spring is what the dashpot is at touch, where friction holds " \
            "nothing"                                                                              \
    }

/* Derives the numbers of friction from the parameters P. CONSTANT: the stiffness does not change,
 * so that an infinite fric simply means no limit. Notes in DEAL whether the short step suffices
 * (usual) and whether vectors cannot be used (alone). */
static inline struct lt_sliding lt_sliding(struct lt_deal *deal, struct lt_tangential *p,
                                           int constant) {
    if (isnan(p->tangential_ratio))
        p->tangential_ratio = 0;
    deal->fric = p->fric;
    const struct lt_sliding s = {.sticks = isinf(p->fric) && constant,
                                 .total = p->cap_on < 0.5,
                                 .kept = p->slip_dashpot,
                                 .resticks = p->restick,
                                 .ratio = p->tangential_ratio};
    deal->usual &=
        p->fric_dynamic >= p->fric && s.total > 0 && s.kept == 0 && s.sticks == 0 && s.ratio == 0;
    const double rest = s.sticks > 0 ? 0 : p->fric;
    const int falls = p->fric_speed > 0 && isfinite(p->fric) && p->fric_dynamic < p->fric;
    deal->alone |= falls && p->fric_fall < 1.5;
    return (struct lt_sliding){.rest = rest,
                               .slip = fmin(rest, p->fric_dynamic),
                               .total = s.total,
                               .kept = s.kept,
                               .resticks = s.resticks,
                               .sticks = s.sticks,
                               .ratio = s.ratio,
                               .per_speed = falls ? 1 / p->fric_speed : 0,
                               .fall = p->fric_fall};
}
#endif

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Friction coefficient at the sliding speed of the step: from rest (at 0) to slip (at high
 * speeds), by exp(-x), exp(-x^2) or 1/(1 + x^2) for fall = 0, 1, 2, x being the speed times
 * per_speed. The speed is that of the surfaces also while the contact sticks: so the limit is
 * the same at the onset of slip, and does not jump. Parts with exponentials have no vector step
 * here (deal->alone). */
LT_INLINE num lt_sliding_coefficient(const struct lt_sliding *f, const struct lt_move_n *m) {
    const struct lt_shear x = {f->per_speed * m->vs, f->per_speed * m->vt};
    const num x2 = lt_shear_dot(x, x);
    num share = 1 / (1 + x2);
#if LT_N == 1
    if (f->fall < 1.5)
        share = exp(f->fall < 0.5 ? -sqrt(x2) : -x2);
#endif
    return f->slip + (f->rest - f->slip) * share;
}

/* Returns the friction limits of the step, N, at rest and while slipping. USUAL, here and below, is
 * a compile-time constant: 1 if all choices have their defaults. */
LT_INLINE struct lt_shear_friction lt_sliding_limit(const struct lt_sliding *f,
                                                    const struct lt_touch *t, int usual) {
    const num most = f->rest * t->press;
    if (usual)
        return (struct lt_shear_friction){most, most, LT_EVERY, NOT(LT_EVERY)};
    const mask sticks = t->bound ? IS(f->sticks) | t->sticks : IS(f->sticks);
    const mask falls = f->per_speed > 0;
    num at_rest = most, slipping = f->slip * t->press;
    if (LT_UNLIKELY(ANY(falls))) {
        const num now = lt_sliding_coefficient(f, t->m) * t->press;
        at_rest = SEL(falls, now, at_rest);
        slipping = SEL(falls, now, slipping);
    }
    return (struct lt_shear_friction){SEL(sticks, NUM(INFINITY), at_rest), slipping, IS(f->total),
                                      IS(f->kept)};
}

/* Returns where the limit while slipping applies to this step: where the last step slipped (WAS),
 * unless the contact sticks again at once or a bond has changed it. */
LT_INLINE mask lt_sliding_was(const struct lt_sliding *f, const struct lt_touch *t, mask was,
                              int usual) {
    if (usual)
        return was;
    const mask over = was & NOT(IS(f->resticks));
    return t->bound ? (over & NOT(t->sticks)) | t->freed : over;
}

/* The largest tangential force, N, that the law allows in this step: the limit, and the dashpot if
 * that is not limited; verify checks the force against it. */
LT_INLINE num lt_sliding_cap(const struct lt_sliding *f, const struct lt_touch *t,
                             const struct lt_spring_end *end, int usual) {
    if (usual)
        return f->rest * t->press;
    const num beside = lt_sqrt(lt_shear_dot(end->viscous, end->viscous));
    const mask sticks = t->bound ? IS(f->sticks) | t->sticks : IS(f->sticks);
    const num most = f->rest * t->press + SEL(IS(f->total), NUM(0.0), beside);
    return SEL(sticks, NUM(INFINITY), most);
}

/* Tangential viscosity, N s/m: OWN and, with tangential_ratio, a multiple of the normal one. */
LT_INLINE num lt_sliding_viscosity(const struct lt_sliding *f, const struct lt_touch *t, num own,
                                   int usual) {
    return usual ? own : SEL(f->ratio > 0, own + f->ratio * t->c, own);
}

/* Defines the step NAME from the part's step_of(d, x, e, t, span, usual). It calls step_of() with a
 * constant span for most steps, which neither make nor end a contact, so that the compiler removes
 * the code for the others. */
#define LT_STEP_OF(name, usual)                                                                    \
    static void name(const struct lt_part *self, const void *d, void *x, void *e,                  \
                     struct lt_touch *t) {                                                         \
        const struct lt_shear_span stay = lt_shear_stay();                                         \
        (void)self;                                                                                \
        if (t->surfaces->stay)                                                                     \
            step_of(d, x, e, t, &stay, usual);                                                     \
        else                                                                                       \
            step_of(d, x, e, t, t->surfaces, usual);                                               \
    }

/* As lt_spring_move() for a spring of constant stiffness K, SOFT = 1/K, with fewer operations. */
LT_INLINE struct lt_spring_end lt_constant_spring(const struct lt_shear_span *span, num k, num soft,
                                                  const struct lt_shear_friction *limit,
                                                  struct lt_shear f0, struct lt_shear du,
                                                  struct lt_shear drag, mask was_over) {
    const struct lt_shear_damped t = lt_shear_within(span, f0, du, k, soft, limit, drag, was_over);
    return (struct lt_spring_end){.force = t.spring,
                                  .viscous = t.dashpot,
                                  .strain = 0.5 * soft * lt_shear_dot(t.spring, t.spring),
                                  .slip = t.slip,
                                  .cross = t.cross,
                                  .defect = t.defect,
                                  .over = t.over,
                                  .slips = t.slips,
                                  .cut = t.cut};
}

/* Enters forces and energies of a spring and its dashpot into the contact: along component I of the
 * force and moment (0 to 5) and, unless J < 0, along J. */
LT_INLINE void lt_answer(struct lt_touch *t, enum lt_kind kind, const struct lt_spring_end *end,
                         int i, int j) {
    struct lt_out_n *o = t->o;
    num *const force = &o->fn, *const viscous = &o->vfn;
    force[i] = end->force.s + end->viscous.s;
    viscous[i] = end->viscous.s;
    if (j >= 0) {
        force[j] = end->force.t + end->viscous.t;
        viscous[j] = end->viscous.t;
    }
    o->strain += end->strain;
    o->cross += end->cross;
    o->defect += end->defect;
    o->branch |= BITS(end->over, LT_BRANCH(kind, 0)) | BITS(end->slips, LT_BRANCH(kind, 1)) |
                 BITS(end->cut, LT_BRANCH(kind, 2));
}

/* 1 where C holds, else 0: a condition as a state. */
LT_INLINE num lt_flag(mask c) {
    return SEL(c, NUM(1.0), NUM(0.0));
}

#endif
