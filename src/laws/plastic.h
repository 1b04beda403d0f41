/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plastic.h: normal forces that remember the largest overlap: Luding's, Walton & Braun's,
 * Thornton's.
 *
 * P > 0 presses, d is the overlap, x what is remembered of it. What is stored and what was lost are
 * functions of d and x, so that every loss is the change of one, however long the step.
 */
#ifndef LT_PLASTIC_H
#define LT_PLASTIC_H

#include "shear.h"

/* The normal force at the end of a step. */
struct lt_plastic {
    num force;             /* P, N */
    num strain;            /* J, stored now */
    num plastic, adhesion; /* J, lost in the step */
    num memory;            /* x, m */
    bits branch;           /* loading 1, adhesive 2, at the limit of x 4, slack 8 */
    num root;              /* contact radius over the root of R*, of Thornton's */
};

/* ---- Springs: loading on k1, unloading on k2(x) = k_base + slope x, adhesion -kc d -------------
 * x is limit at most. */
struct lt_plastic_spring {
    num k1, k_base, slope, kc, limit;
    mask keeps; /* x does not fall: without adhesion */
};

/* Largest force of the line of x, k2(x) (d - d0(x)), at d. */
LT_INLINE num plastic_line(const struct lt_plastic_spring *k, num x, num d) {
    const num k2 = k->k_base + k->slope * x;
    return k2 * (d - x) + k->k1 * x;
}

/* Where that line meets -kc d, or 0. */
LT_INLINE num plastic_least(const struct lt_plastic_spring *k, num x) {
    const num k2 = k->k_base + k->slope * x;
    return x * (k2 - k->k1) / (k2 + k->kc);
}

/* What loading up to x has lost. */
LT_INLINE num plastic_lost(const struct lt_plastic_spring *k, num x) {
    const num k2 = k->k_base + k->slope * x;
    return 0.5 * k->k1 * x * x * (1 - k->k1 / k2);
}

/* What letting go from x on will lose. */
LT_INLINE num plastic_bond(const struct lt_plastic_spring *k, num x) {
    const num k2 = k->k_base + k->slope * x, d = plastic_least(k, x);
    return 0.5 * k->kc * d * d * (1 + k->kc / k2);
}

/* x from which the line meets -kc d at d. */
LT_INLINE num plastic_fallen(const struct lt_plastic_spring *k, num d) {
    const num inv = SEL(k->slope > 0, 1 / SEL(k->slope > 0, k->slope, NUM(1.0)), NUM(0.0));
    return 0.5 * (d + lt_sqrt(d * d + 4 * (k->k1 + k->kc) * d * inv));
}

/* Overlap D at the end of a step that began with x = X. */
LT_INLINE struct lt_plastic plastic_spring(const struct lt_plastic_spring *k, num x, num d) {
    const num zero = NUM(0.0);
    const mask loads = d >= x, fallen = d < plastic_least(k, x), falls = fallen & NOT(k->keeps);
    const num grown = lt_smaller(lt_larger(x, d), k->limit);
    const num x1 = SEL(falls, plastic_fallen(k, d), grown);
    const num k2 = k->k_base + k->slope * x1, line = plastic_line(k, x1, d);
    const num held = SEL(falls, zero - k->kc * d, line);
    const num force = SEL(k->keeps & (held < 0), zero, held);
    const num bond = SEL(falls, plastic_bond(k, x) - plastic_bond(k, x1), zero);
    return (struct lt_plastic){.force = force,
                               .strain = 0.5 * force * force / k2,
                               .plastic =
                                   SEL(loads, plastic_lost(k, x1) - plastic_lost(k, x), zero),
                               .adhesion = bond,
                               .memory = x1,
                               .branch = BITS(loads, 1) | BITS(falls, 2) | BITS(x1 >= k->limit, 4) |
                                         BITS(fallen & k->keeps, 8)};
}

/* ---- Thornton's: Hertz' force up to a mean pressure in the middle, then that pressure ----------
 */

struct lt_plastic_yield {
    num k, radius, young; /* of Hertz' contact: 4/3 E* sqrt(R*), R*, E* */
    num d_yield, f_yield; /* where it yields */
    num k_yield;          /* pi R* yield_pressure, slope from there on */
};

LT_INLINE num yield_force(const struct lt_plastic_yield *y, num x) {
    const num plastic = y->f_yield + y->k_yield * (x - y->d_yield);
    return SEL(x > y->d_yield, plastic, y->k * x * lt_sqrt(x));
}

/* What loading up to x has lost: its work, less what Hertz' contact of the larger radius holds. */
LT_INLINE num yield_lost(const struct lt_plastic_yield *y, num x) {
    const num zero = NUM(0.0), over = x - y->d_yield, force = yield_force(y, x);
    const num a = lt_sqrt(y->radius * SEL(over > 0, x, NUM(1.0)));
    const num work =
        0.4 * y->f_yield * y->d_yield + y->f_yield * over + 0.5 * y->k_yield * over * over;
    return SEL(over > 0, work - 0.3 * force * force / (y->young * a), zero);
}

LT_INLINE struct lt_plastic plastic_yield(const struct lt_plastic_yield *y, num x, num d) {
    const num zero = NUM(0.0), one = NUM(1.0);
    const mask loads = d >= x, yields = lt_larger(x, d) > y->d_yield;
    const num x1 = lt_larger(x, d), most = yield_force(y, x1);
    const num a2 = y->radius * SEL(yields, x1, one), a = lt_sqrt(a2);
    const num r = 4 * y->young * a2 * a / (3 * SEL(yields, most, one)), o = d - x1 + a2 / r;
    const num left = SEL(yields, SEL(o > 0, o, zero), d);
    const num k = SEL(yields, 4.0 / 3 * y->young * lt_sqrt(r), y->k);
    const num force = SEL(loads, most, k * left * lt_sqrt(left));
    return (struct lt_plastic){.force = force,
                               .strain = 0.4 * force * left,
                               .plastic = SEL(loads, yield_lost(y, x1) - yield_lost(y, x), zero),
                               .adhesion = zero,
                               .memory = x1,
                               .branch =
                                   BITS(loads, 1) | BITS(yields, 4) | BITS(yields & NOT(o > 0), 8),
                               .root = lt_sqrt(SEL(yields, left * r / y->radius, d))};
}

#endif
