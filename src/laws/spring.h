/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spring.h: springs whose stiffness changes with the overlap, limited by friction, in parallel with
 * a dashpot. Forces may as well be moments, and displacements angles.
 */
#ifndef LT_SPRING_H
#define LT_SPRING_H

#include "shear.h"

/* 1/x, or 0 for x below the least normal double 2^-1022, whose inverse could overflow. */
LT_INLINE num lt_spring_soft(num x) {
    return SEL(x >= 0x1p-1022, 1 / x, NUM(0.0));
}

/* The stiffness of a spring in one step, and what happens to force and length f/k when it changes.
 */
struct lt_spring_stiffness {
    num k0, k1;     /* before and after */
    mask holds;     /* a change leaves the length; else the force */
    mask at_end;    /* if it leaves the force: the step has the stiffness k1, not the mean */
    int may_shrink; /* a compile-time constant: shrinks is used */
    mask shrinks;   /* while the stiffness falls, the length falls by the same share */
};

/* The spring at the end of a step. */
struct lt_spring_end {
    struct lt_shear force, viscous;  /* of the spring and of the dashpot */
    num strain, slip, cross, defect; /* J */
    mask over, slips, cut;           /* as of struct lt_shear_held */
};

/* One step of the spring. Let f be its force and k its stiffness before (0) and after (1) the step;
 * its length is f/k. If a change of k leaves the length (holds), work and stored energy 1/2 f^2/k
 * differ by
 *     1/2 (f0 + f1).(f1/k1 - f0/k0) = d(1/2 f^2/k) - 1/2 (k1 - k0) (f0/k0).(f1/k1).
 * If it leaves the force, then, with any stiffness k for the extension (f1 - f0)/k in the step, by
 *     1/2 (f0 + f1).(f1 - f0)/k = d(1/2 f^2/k) + 1/2 f1^2 (1/k - 1/k1) + 1/2 f0^2 (1/k0 - 1/k).
 * The last terms are the defect. If the length first falls to the share c = k1/k0, the defect is
 * 1/2 ((k0 - c k1) (f0/k0).(f1/k1) + (1 - c) f0^2/k0).
 *
 * k is the stiffness of the step, but while the contact slips it is the mean even with at_end: the
 * force then falls with the overlap, and 1/k1 is unbounded where the contact is lost. A kept
 * dashpot that exceeds the limit loads the spring against the direction of slip; the energy created
 * is a defect, too. Where k falls to 0 within the contact (a plastic one that unloads loses its
 * radius before its overlap) the spring is released as if the contact were lost, and its energy is
 * slip.
 */
LT_INLINE struct lt_spring_end lt_spring_move(const struct lt_shear_span *span,
                                              const struct lt_spring_stiffness *stiffness,
                                              const struct lt_shear_friction *limit,
                                              struct lt_shear f0, struct lt_shear du,
                                              struct lt_shear drag, mask was_over) {
    const num one_ = NUM(1.0), zero = NUM(0.0), less = NUM(-1.0);
    const num k0 = stiffness->k0, k1 = stiffness->k1;
    const num soft0 = lt_spring_soft(k0), soft1 = lt_spring_soft(k1);
    /* Mean over the overlap of a stiffness proportional to its root, exact for a straight path. */
    const num between = 2.0 / 3 * (k0 * k0 + k0 * k1 + k1 * k1) * lt_spring_soft(k0 + k1);
    const num mean = SEL(k0 == k1, k1, between);
    const mask holds = stiffness->holds, gone = span->active & (k1 <= 0);
    /* Stiffness of the step, and the share of f0 that is left before it (carried). */
    const num k = SEL(holds | stiffness->at_end | gone, k1, mean);
    const mask shrinks =
        stiffness->may_shrink ? stiffness->shrinks & span->active & (k1 < k0) : NOT(LT_EVERY);
    const num left = stiffness->may_shrink ? SEL(shrinks, k1 * soft0, one_) : one_;
    const num carried = SEL(holds | gone, k1 * soft0 * left, one_);
    const mask loose = limit->total & limit->kept & (k > 0);

    /* Trial force, limited by friction. */
    const struct lt_shear none = {zero, zero}, inside = lt_shear_inside(span, du);
    const struct lt_shear trial =
        lt_shear_sum(lt_shear_times(carried, f0), lt_shear_times(k, inside));
    const struct lt_shear_held f = lt_shear_coulomb(limit, loose, trial, drag, was_over);
    const struct lt_shear f1 = lt_shear_select(span->active, f.spring, none);
    const mask slips = span->active & f.slips;

    /* Slip is the displacement that the spring does not take, times the mean force. */
    const num soft = lt_spring_soft(SEL(span->active, SEL(slips | gone, mean, k), k0));
    num slip = zero, created = zero;
    if (LT_UNLIKELY(ANY(slips | span->leaving | gone))) {
        const struct lt_shear at_length =
            lt_shear_sum(lt_shear_times(soft1, f1), lt_shear_times(-soft0 * left, f0));
        const struct lt_shear at_force =
            lt_shear_times(soft, lt_shear_sum(f1, lt_shear_times(less, f0)));
        const struct lt_shear slid =
            lt_shear_sum(inside, lt_shear_times(less, lt_shear_select(holds, at_length, at_force)));
        const num slipped = 0.5 * lt_shear_dot(lt_shear_sum(f0, f1), slid);
        created = SEL(slips & loose & (slipped < 0), slipped, zero);
        slip = SEL(slips | span->leaving | gone, slipped - created, zero);
    }
    /* The defects of the formulas above. */
    num of_length = (k0 - k1) * soft0 * soft1 * lt_shear_dot(f0, f1);
    if (stiffness->may_shrink)
        of_length = SEL(shrinks,
                        (k0 - left * k1) * soft0 * soft1 * lt_shear_dot(f0, f1) +
                            (1 - left) * soft0 * lt_shear_dot(f0, f0),
                        of_length);
    const num of_force =
        (soft - soft1) * lt_shear_dot(f1, f1) + (soft0 - soft) * lt_shear_dot(f0, f0);
    return (struct lt_spring_end){.force = f1,
                                  .viscous = lt_shear_select(span->active, f.dashpot, none),
                                  .strain = 0.5 * soft1 * lt_shear_dot(f1, f1),
                                  .slip = slip,
                                  .cross = lt_shear_cross(span, f0, f1, du),
                                  .defect = 0.5 * SEL(holds, of_length, of_force) + created,
                                  .over = span->active & f.over,
                                  .slips = slips,
                                  .cut = span->active & f.cut};
}

#endif
