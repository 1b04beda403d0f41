/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plastic.h: normal forces with hysteresis, which depend on the largest overlap: Luding's, Walton &
 * Braun's, Thornton's.
 *
 * P is the force, N, > 0 compression; d the overlap, m; x the memory, m: the largest overlap, which
 * adhesion may reduce. Stored and dissipated energy are functions of d and x, so that every loss is
 * a difference of one function, exact however long the step.
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
    bits branch;           /* loading 1, adhesive 2, at the limit of x 4, without force 8 */
    num root;              /* m^0.5, Thornton's contact radius over sqrt(R*) */
};

/* ---- Linear springs: loading k1 d, unloading k2(x) (d - d0), adhesive branch -kc d -------------
 */

/* Unloading has the stiffness k2(x) = k_base + slope x, and no force at d0 = (1 - k1/k2) x. */
struct lt_plastic_spring {
    num k1, k_base, slope, kc; /* N/m; slope: N/m^2 */
    num limit;                 /* m, largest x */
    mask keeps;                /* x never falls: there is no adhesion */
};

/* Force, N, > 0 compression, of the unloading line of the memory x, m, at the overlap d, m: k2(x)
 * (d - d0(x)), with d0 = (1 - k1/k2) x, so that it meets the loading line k1 d at d = x. */
LT_INLINE num plastic_line(const struct lt_plastic_spring *k, num x, num d) {
    const num k2 = k->k_base + k->slope * x;
    return k2 * (d - x) + k->k1 * x;
}

/* Overlap, m, at which the unloading line of the memory X, m, meets the adhesive branch -kc d; d0
 * without adhesion. */
LT_INLINE num plastic_least(const struct lt_plastic_spring *k, num x) {
    const num k2 = k->k_base + k->slope * x;
    return x * (k2 - k->k1) / (k2 + k->kc);
}

/* Energy, J, that loading up to the memory X, m, has dissipated: its work k1 x^2/2 less the elastic
 * energy (k1 x)^2/(2 k2) at x. */
LT_INLINE num plastic_lost(const struct lt_plastic_spring *k, num x) {
    const num k2 = k->k_base + k->slope * x;
    return 0.5 * k->k1 * x * x * (1 - k->k1 / k2);
}

/* Energy, J, that the adhesive branch of the memory X, m, will dissipate on the way to separation:
 * the work kc d^2/2 against its force -kc d, and the elastic energy (kc d)^2/(2 k2) where it
 * begins. */
LT_INLINE num plastic_bond(const struct lt_plastic_spring *k, num x) {
    const num k2 = k->k_base + k->slope * x, d = plastic_least(k, x);
    return 0.5 * k->kc * d * d * (1 + k->kc / k2);
}

/* The memory x, m, whose unloading line meets the adhesive branch at the overlap D, m: on that
 * branch x falls with d. It solves plastic_least(x) = D with k2 = k1 + slope x, a quadratic
 * equation. */
LT_INLINE num plastic_fallen(const struct lt_plastic_spring *k, num d) {
    const num inv = SEL(k->slope > 0, 1 / SEL(k->slope > 0, k->slope, NUM(1.0)), NUM(0.0));
    return 0.5 * (d + lt_sqrt(d * d + 4 * (k->k1 + k->kc) * d * inv));
}

/* Returns the force, N, > 0 compression, the energies, J, and the new memory, m, at the overlap D,
 * m, at the end of a step that began with the memory X, m. On the adhesive branch (falls) the
 * memory falls with D; with KEEPS it never falls and there is no attraction. */
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

/* ---- Thornton's: Hertz' force up to the yield pressure in the centre, then a linear one ---------
 */

struct lt_plastic_yield {
    num k, radius, young; /* Hertz' contact: 4/3 E* sqrt(R*), N/m^1.5; R*, m; E*, Pa */
    num d_yield, f_yield; /* m, N: overlap and force at yield */
    num k_yield;          /* N/m, pi R* yield_pressure: slope of the force beyond yield */
};

/* Force, N, of loading at the overlap X, m: Hertz' up to the yield overlap, then linear. */
LT_INLINE num yield_force(const struct lt_plastic_yield *y, num x) {
    const num plastic = y->f_yield + y->k_yield * (x - y->d_yield);
    return SEL(x > y->d_yield, plastic, y->k * x * lt_sqrt(x));
}

/* Energy, J, that loading up to X has dissipated: its work less the elastic energy 0.3 F^2/(E* a)
 * of Hertz' contact with the larger radius that yielding leaves. */
LT_INLINE num yield_lost(const struct lt_plastic_yield *y, num x) {
    const num zero = NUM(0.0), over = x - y->d_yield, force = yield_force(y, x);
    const num a = lt_sqrt(y->radius * SEL(over > 0, x, NUM(1.0)));
    const num work =
        0.4 * y->f_yield * y->d_yield + y->f_yield * over + 0.5 * y->k_yield * over * over;
    return SEL(over > 0, work - 0.3 * force * force / (y->young * a), zero);
}

/* Returns the force, N, the energies, J, and the new memory, m, at the overlap D, m, at the end of
 * a step that began with the largest overlap X, m. Unloading follows Hertz' law with the radius r
 * of the flattened surface: same force and contact area as loading at x. */
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
