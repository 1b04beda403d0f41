/* SPDX-License-Identifier: MIT */
/*
 * shear.h: what laws with shear springs and Coulomb slip share.
 *
 * The energies are those of the trapezoid rule: the work 1/2 (f0 + f1) . du of a step is the change
 * of |f|^2/(2 k), slip and crossing, to rounding, however long the step. Selects only, so that a
 * law's loop over a block of contacts is vectorised. Forces may be moments, displacements angles.
 */
#ifndef LAWTESTER_SHEAR_H
#define LAWTESTER_SHEAR_H

#include "law.h"

/* A vector in the contact plane. */
struct lt_shear {
    double s, t;
};

/* How a step and the contact lie to each other. */
struct lt_shear_span {
    int active;    /* in contact at the end of the step */
    int entering;  /* the step makes the contact */
    int leaving;   /* the step ends it */
    double inside; /* the share of the step in contact: 1 but in those two */
};

/* The shear spring at the end of a step. */
struct lt_shear_end {
    double s, t;  /* force */
    int slips;    /* 1 if Coulomb's limit holds it */
    double slip;  /* J, dissipated by sliding, and by losing the contact */
    double cross; /* J, work in the part of the step outside the contact */
};

/* GAP at the end of the step, which changed by DUN in it: contact is where it is 0 or less. */
static inline struct lt_shear_span lt_shear_span(double gap, double dun, int was_active,
                                                 int active) {
    const int entering = active & !was_active;
    const int leaving = was_active & !active;
    const int moved = dun != 0;
    const double outside = gap / (moved ? dun : 1.0);
    const double share = LT_RARE(entering & moved & (outside < 1)) ? outside : 1.0;
    const double inside = LT_RARE(leaving) ? 1 - outside : share;
    return (struct lt_shear_span){active, entering, leaving, inside};
}

/* In most steps no contact of a block is made or lost: its law then need not ask for shares. */
static const struct lt_shear_span lt_shear_all_inside = {1, 0, 0, 1};

static inline int lt_shear_all_stay(const struct lt_move_lanes *m) {
    int stay = 1;
    for (int i = 0; i < LT_LANES; i++)
        stay &= (m->active[i] > 0.5) & (m->un[i] <= 0);
    return stay;
}

/* The share of du that the contact sees. */
static inline struct lt_shear lt_shear_inside(const struct lt_shear_span *span,
                                              struct lt_shear du) {
    return (struct lt_shear){span->inside * du.s, span->inside * du.t};
}

/* F shortened to LIMIT, if it is longer (*SLIPS). */
static inline struct lt_shear lt_shear_limit(struct lt_shear f, double limit, int *slips) {
    const double size = sqrt(f.s * f.s + f.t * f.t);
    /* size * 0: a trial force too large for its square is NaN, not a contact without friction. */
    const double scale = limit / (size > 0 ? size : 1.0) + size * 0;
    const int beyond = size > limit;
    *slips = beyond;
    return (struct lt_shear){LT_RARE(beyond) ? scale * f.s : f.s,
                             LT_RARE(beyond) ? scale * f.t : f.t};
}

/* Trapezoid work of the force on that part of DU which is no change of the spring: du less df/k. */
static inline double lt_shear_slip(struct lt_shear f0, struct lt_shear f1, struct lt_shear du,
                                   double inv_k) {
    return 0.5 * ((f0.s + f1.s) * (du.s - (f1.s - f0.s) * inv_k) +
                  (f0.t + f1.t) * (du.t - (f1.t - f0.t) * inv_k));
}

/* Trapezoid work of the force in the part of the step outside the contact; DU is of all of it. */
static inline double lt_shear_cross(const struct lt_shear_span *span, struct lt_shear f0,
                                    struct lt_shear f1, struct lt_shear du) {
    const double rest = 1 - span->inside;
    const double work = 0.5 * ((f0.s + f1.s) * rest * du.s + (f0.t + f1.t) * rest * du.t);
    return LT_RARE(rest != 0) ? work : 0.0;
}

/* A spring of constant stiffness K (INV_K: 1/k, 0 if k = 0) with the force F0, displaced by DU,
 * which may carry LIMIT. A contact that is lost loses its spring as slip. */
static inline struct lt_shear_end lt_shear_spring(const struct lt_shear_span *span,
                                                  struct lt_shear f0, struct lt_shear du, double k,
                                                  double inv_k, double limit) {
    const struct lt_shear in = lt_shear_inside(span, du);
    const struct lt_shear trial = {f0.s + k * in.s, f0.t + k * in.t};
    int beyond;
    const struct lt_shear held = lt_shear_limit(trial, limit, &beyond);
    const struct lt_shear f = {span->active ? held.s : 0.0, span->active ? held.t : 0.0};
    const int slips = span->active & beyond;
    const double slipped = lt_shear_slip(f0, f, in, inv_k);
    return (struct lt_shear_end){.s = f.s,
                                 .t = f.t,
                                 .slips = slips,
                                 .slip = LT_RARE(slips | span->leaving) ? slipped : 0.0,
                                 .cross = lt_shear_cross(span, f0, f, du)};
}

#endif
