/* SPDX-License-Identifier: MIT */
/* following.h: tangential springs whose stiffness is proportional to the contact radius, kt = 8 G*
 * a (Mindlin). */
#ifndef LT_FOLLOWING_H
#define LT_FOLLOWING_H

#include "friction.h"

/* Parameters of such a part; kt_update belongs to parts in which a change of the stiffness leaves
 * the spring's force. */
struct lt_secant_params {
    struct lt_tangential all;
    double phi;
};
struct lt_following_params {
    struct lt_secant_params secant;
    double kt_update;
};
/* Derived numbers: kt: Pa, stiffness over contact radius; of: viscosity over sqrt(m a), Pa^0.5; m:
 * kg, effective mass; at_end: 1 if a step has the stiffness at its end. */
struct lt_following {
    struct lt_sliding slides;
    num kt, of, m, at_end;
};
/* States: N, spring force; 1 while friction limits it. */
struct lt_sheared {
    num spring_s, spring_t, sliding;
};
struct lt_sheared_losses {
    num slip;
};

/* The step of such a part: spring and dashpot within the friction limit. K: stiffnesses and what a
 * change of them leaves. USUAL: a compile-time constant, 1 if the choices of friction and kt_update
 * have their defaults. */
LT_INLINE void lt_follow(const struct lt_following *d, struct lt_sheared *x,
                         struct lt_sheared_losses *e, struct lt_touch *t,
                         const struct lt_shear_span *span, struct lt_spring_stiffness k,
                         int usual) {
    const struct lt_move_n *m = t->m;
    const struct lt_shear_friction limit = lt_sliding_limit(&d->slides, t, usual);
    const num c = lt_sliding_viscosity(&d->slides, t, d->of * lt_sqrt(d->m * t->a), usual);
    k.at_end = usual ? NOT(LT_EVERY) : IS(d->at_end);
    const struct lt_spring_end end =
        lt_spring_move(span, &k, &limit, (struct lt_shear){x->spring_s, x->spring_t},
                       (struct lt_shear){m->dus, m->dut}, (struct lt_shear){c * m->vs, c * m->vt},
                       lt_sliding_was(&d->slides, t, IS(x->sliding), usual));
    t->kt = k.k1;
    t->kt0 = k.k0;
    t->ct = c;
    t->fric = d->slides.rest;
    t->o->cap = lt_sliding_cap(&d->slides, t, &end, usual);
    lt_answer(t, LT_TANGENTIAL_PART, &end, 1, 2);
    e->slip = end.slip;
    *x = (struct lt_sheared){end.force.s, end.force.t, lt_flag(end.over)};
}

#ifdef LT_TABLES
#define LT_PHI_ROW                                                                                 \
    { "phi", "1", 0, 0, INFINITY, .doc = "tangential damping, phi sqrt(m_eff 8 G* a)" }
#define LT_SECANT_ROWS LT_TANGENTIAL_ROWS, LT_PHI_ROW
#define LT_FOLLOWING_ROWS                                                                          \
    LT_SECANT_ROWS, {                                                                              \
        "kt_update", "1", 0, 0, 1, .doc = "kt of a step, its mean over the overlap or at the end", \
                                   .choices = "mean end"                                           \
    }
#define LT_FOLLOWING_NUMBERS                                                                       \
    LT_SLIDING_ROWS, LT_NUMBER(kt, "Pa", "stiffness over the contact radius"),                     \
        LT_NUMBER(of, "1", "viscosity over sqrt(m a)"), LT_NUMBER(m, "kg", "effective mass"),      \
        LT_NUMBER(at_end, "1", "as kt_update")

#define LT_NO_POTENTIAL(word)                                                                      \
    {                                                                                              \
        "cycle", "", 1,                                                                            \
            word ": the tangential spring has no potential; shear at one overlap, unshear at "     \
                 "another creates or loses energy (E_defect)"                                      \
    }

/* Derives a spring of stiffness SHARE 8 G* a, N/m, a the contact radius, in which a change of the
 * stiffness leaves the length. Returns the error or NULL. */
static inline const char *lt_secant(struct lt_deal *deal, struct lt_secant_params *p, double share,
                                    struct lt_following *d) {
    const double initial = 8 * deal->shear;
    d->slides = lt_sliding(deal, &p->all, 0);
    d->kt = share * initial;
    d->of = p->phi * sqrt(initial);
    d->m = deal->pair->m_eff;
    d->at_end = 0;
    deal->carries = LT_LEAVES_LENGTH;
    return isfinite(initial)
               ? NULL
               : "the tangential spring follows G*: give young and poisson, of both bodies' "
                 "materials or in the law, or shear_eff";
}

/* Derives a spring of stiffness 8 G* a in which a change of the stiffness leaves the force. Returns
 * the error or NULL. */
static inline const char *lt_following(struct lt_deal *deal, struct lt_following_params *p,
                                       struct lt_following *d) {
    const char *wrong = lt_secant(deal, &p->secant, 1, d);
    d->at_end = p->kt_update;
    deal->usual &= p->kt_update < 0.5;
    deal->carries = p->kt_update > 0.5 ? LT_LEAVES_AT_END : 0;
    return wrong;
}
#endif

#endif
