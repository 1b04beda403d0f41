/* SPDX-License-Identifier: MIT */
/*
 * hertzian.h: the normal force of Hertz' contact and its damping, for the laws built on it.
 *
 * With the overlap d: k d^(3/2), k = 4/3 E* sqrt(R*), and a dashpot whose viscosity is a sum of
 * powers of d.
 */
#ifndef LT_HERTZIAN_H
#define LT_HERTZIAN_H

#include "law.h"

/* E* = 1/sum((1 - nu^2)/E), this is one term of the sum: of what is said for the contact, else by
 * the body's material. A flat body that says nothing is rigid. NAN: not known. */
static inline double hertzian_compliance(const struct lt_body *body, double young, double poisson) {
    if (body->flat > 0 && isnan(young))
        return 0;
    return (1 - poisson * poisson) / young;
}

/* Contact time without damping, s: 2.943... = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10). */
static inline double hertzian_time(double m_eff, double k, double speed) {
    double overlap_max = pow(1.25 * m_eff * speed * speed / k, 0.4);
    return 2.943275184324705 * overlap_max / speed;
}

struct hertzian_in {
    num k;                                /* N/m^1.5 */
    num c_0, c_quarter, c_half, c_3_half; /* viscosity: c_0 + c_quarter d^(1/4) + ... */
    mask no_tension;                      /* spring and dashpot together never pull */
};

struct hertzian_out {
    num fn, vfn;       /* of the spring alone, of the dashpot */
    num strain, cross; /* J */
    num overlap, root; /* d and sqrt(d); 0 outside */
    mask active, capped;
};

LT_INLINE struct hertzian_out hertzian_step(struct hertzian_in in, const struct lt_move_n *m) {
    const num zero = NUM(0.0);
    const mask active = m->stay ? LT_EVERY : m->un <= 0;
    const num before = m->un - m->dun;
    const num d = SEL(active, zero - m->un, zero);
    const num root = lt_sqrt(d), quarter = lt_sqrt(root);
    const num spring = in.k * d * root;

    const num c = in.c_0 + in.c_quarter * quarter + in.c_half * root + in.c_3_half * d * root;
    const num drag = c * m->vn;
    const mask capped = active & in.no_tension & (drag > spring);
    const num vfn = SEL(capped, spring, drag);

    /* Work by the trapezoid rule of what lies outside the contact of a step that begins or ends it.
     */
    const mask crossing = (mask)((m->un > 0) != (before > 0));
    num cross = zero;
    if (LT_UNLIKELY(ANY(crossing))) {
        const num d0 = SEL(before < 0, zero - before, zero), spring0 = in.k * d0 * lt_sqrt(d0);
        const num outside = SEL(crossing, SEL(m->un > 0, m->un, before), zero);
        const num way = SEL(m->dun < 0, zero - outside, outside);
        cross = zero - 0.5 * (spring0 + spring) * way;
    }
    return (struct hertzian_out){.fn = zero - spring,
                                 .vfn = SEL(active, vfn, zero),
                                 .strain = 0.4 * spring * d,
                                 .cross = cross,
                                 .overlap = d,
                                 .root = root,
                                 .active = active,
                                 .capped = capped};
}

#endif
