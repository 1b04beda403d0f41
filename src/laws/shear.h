/* SPDX-License-Identifier: MIT */
/*
 * shear.h: shear springs with Coulomb slip, shared by many laws.
 *
 * Energies follow the trapezoid rule: the work 1/2 (f0 + f1) . du of a step equals the change of
 * |f|^2/(2 k) plus slip plus crossing, to rounding, however long the step. The code has selects
 * instead of branches, so that a law's loop over a block of contacts is vectorised. Forces may as
 * well be moments, and displacements angles.
 */
#ifndef LAWTESTER_SHEAR_H
#define LAWTESTER_SHEAR_H

#include "law.h"

/* A vector in the contact plane. */
struct lt_shear {
    num s, t;
};

/* The step relative to the contact: whether it makes or ends it, and where. */
struct lt_shear_span {
    mask active;   /* in contact at the end of the step */
    mask entering; /* the step makes the contact */
    mask leaving;  /* the step ends it */
    num inside;    /* share of the step in contact: 1 unless entering or leaving */
    int stay;      /* 1: no step makes or ends a contact; a compile-time constant */
};

/* The shear spring at the end of a step. */
struct lt_shear_end {
    num s, t;   /* force */
    mask slips; /* Coulomb's limit holds it */
    num slip;   /* J, dissipated by sliding, and by losing the contact */
    num cross;  /* J, work in the part of the step outside the contact */
};

/* Returns where in a step the contact is active. The gap changes by DUN to GAP, m; a contact is
 * made at the gap REACH and lost at LOST_GAP. WAS_ACTIVE and ACTIVE: it is active before and
 * after the step. The gap is taken as linear in time to find the share of the step in contact
 * (inside). */
LT_INLINE struct lt_shear_span lt_shear_span_between(num gap, num dun, mask was_active, mask active,
                                                     num reach, num lost_gap) {
    const mask entering = active & NOT(was_active), leaving = was_active & NOT(active);
    num inside = NUM(1.0);
    if (LT_UNLIKELY(ANY(entering | leaving))) {
        const mask moved = dun != 0;
        const num outside = (gap - SEL(entering, reach, lost_gap)) / SEL(moved, dun, inside);
        const num share = SEL(entering & moved & (outside < 1), outside, inside);
        inside = SEL(leaving, 1 - outside, share);
    }
    return (struct lt_shear_span){active, entering, leaving, inside, 0};
}

/* As lt_shear_span_between(), for a contact that is made and lost at the gap 0. */
LT_INLINE struct lt_shear_span lt_shear_span(num gap, num dun, mask was_active, mask active) {
    return lt_shear_span_between(gap, dun, was_active, active, NUM(0.0), NUM(0.0));
}

/* The span of most steps: the contact is active from start to end. */
LT_INLINE struct lt_shear_span lt_shear_stay(void) {
    return (struct lt_shear_span){LT_EVERY, NOT(LT_EVERY), NOT(LT_EVERY), NUM(1.0), 1};
}

/* The span of a contact that is active while the surfaces overlap. */
LT_INLINE struct lt_shear_span lt_shear_touch(const struct lt_move_n *m) {
    return m->stay ? lt_shear_stay() : lt_shear_span(m->un, m->dun, m->active, m->un <= 0);
}

/* The part of the displacement DU in which the contact is active. */
LT_INLINE struct lt_shear lt_shear_inside(const struct lt_shear_span *span, struct lt_shear du) {
    return span->stay ? du : (struct lt_shear){span->inside * du.s, span->inside * du.t};
}

/* A + B. */
LT_INLINE struct lt_shear lt_shear_sum(struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){a.s + b.s, a.t + b.t};
}

/* C times A. */
LT_INLINE struct lt_shear lt_shear_times(num c, struct lt_shear a) {
    return (struct lt_shear){c * a.s, c * a.t};
}

/* Scalar product of A and B. */
LT_INLINE num lt_shear_dot(struct lt_shear a, struct lt_shear b) {
    return a.s * b.s + a.t * b.t;
}

/* A where CONDITION holds, else B. */
LT_INLINE struct lt_shear lt_shear_select(mask condition, struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){SEL(condition, a.s, b.s), SEL(condition, a.t, b.t)};
}

/* Returns F, N, shortened to the length LIMIT, N, if it is longer: Coulomb's return to the limit.
 * *SLIPS: true where it was longer. */
LT_INLINE struct lt_shear lt_shear_limit(struct lt_shear f, num limit, mask *slips) {
    const num size = lt_sqrt(f.s * f.s + f.t * f.t);
    const mask beyond = size > limit;
    *slips = beyond;
    /* size * 0 makes the result NaN if the square of a trial force overflows: an error must not
     * pass as a contact without friction. */
    if (LT_UNLIKELY(ANY(beyond))) {
        const num scale = limit / SEL(size > 0, size, NUM(1.0)) + size * 0;
        f = lt_shear_select(beyond, lt_shear_times(scale, f), f);
    }
    return f;
}

/* Trapezoid work, J, of the force, from F0 to F1, N, on the slip displacement: DU, m, less the
 * change (f1 - f0)/k of the spring; INV_K: 1/k, m/N. */
LT_INLINE num lt_shear_slip(struct lt_shear f0, struct lt_shear f1, struct lt_shear du, num inv_k) {
    return 0.5 * ((f0.s + f1.s) * (du.s - (f1.s - f0.s) * inv_k) +
                  (f0.t + f1.t) * (du.t - (f1.t - f0.t) * inv_k));
}

/* Trapezoid work, J, of the force (F0 to F1, N) in the part of the step outside the contact, where
 * there is no force; DU: displacement of the whole step, m. */
LT_INLINE num lt_shear_cross(const struct lt_shear_span *span, struct lt_shear f0,
                             struct lt_shear f1, struct lt_shear du) {
    const num rest = 1 - span->inside;
    if (span->stay || !ANY(rest != 0))
        return NUM(0.0);
    return 0.5 * ((f0.s + f1.s) * rest * du.s + (f0.t + f1.t) * rest * du.t);
}

/* A spring of constant stiffness K, N/m (INV_K: 1/k, 0 if k = 0), with the force F0, N,
 * displaced by DU, m, and limited to the force LIMIT, N; also a moment over a rotation. When the
 * contact is lost the energy of the spring counts as slip; a spring whose stiffness is set to 0
 * has no force. */
LT_INLINE struct lt_shear_end lt_shear_spring(const struct lt_shear_span *span, struct lt_shear f0,
                                              struct lt_shear du, num k, num inv_k, num limit) {
    const struct lt_shear none = {NUM(0.0), NUM(0.0)}, in = lt_shear_inside(span, du);
    f0 = lt_shear_select(k > 0, f0, none);
    const struct lt_shear trial = {f0.s + k * in.s, f0.t + k * in.t};
    mask beyond;
    const struct lt_shear held = lt_shear_limit(trial, limit, &beyond);
    const struct lt_shear f = span->stay ? held : lt_shear_select(span->active, held, none);
    const mask slips = span->active & beyond, lost = slips | span->leaving;
    num slipped = NUM(0.0);
    if (LT_UNLIKELY(ANY(lost)))
        slipped = SEL(lost, lt_shear_slip(f0, f, in, inv_k), slipped);
    return (struct lt_shear_end){f.s, f.t, slips, slipped, lt_shear_cross(span, f0, f, du)};
}

/* ---- A spring beside a dashpot ------------------------------------------------------------------
 */

/* Normal force in the friction limit, N, from the spring's FN and the dashpot's VFN (< 0
 * compression). CAP_BY: 0 that of the spring, 1 the total if it is compression, 2 the size of the
 * total. */
LT_INLINE num lt_shear_pressure(num cap_by, num fn, num vfn) {
    const num zero = NUM(0.0), press = zero - (fn + vfn);
    const num pressed = SEL(press > 0, press, zero), size = SEL(press > 0, press, zero - press);
    return SEL(IS(cap_by), SEL(cap_by > 1.5, size, pressed), zero - fn);
}

/* The friction limit: its value at rest and while slipping, N; total: it limits spring and dashpot
 * together; kept: a slipping contact keeps its dashpot. */
struct lt_shear_friction {
    num at_rest, slipping;
    mask total, kept;
};

/* The friction limit of the normal force NORMAL; CAP_ON: 0 limits spring and dashpot together, 1
 * the spring; CUT: a slipping contact has no dashpot. */
LT_INLINE struct lt_shear_friction lt_shear_allowed(num fric, num fric_dynamic, num normal,
                                                    num cap_on, mask cut) {
    const num slipping = SEL(fric_dynamic < fric, fric_dynamic, fric);
    return (struct lt_shear_friction){fric * normal, slipping * normal, cap_on < 0.5, NOT(cut)};
}

/* Forces of spring and dashpot within the friction limit. */
struct lt_shear_held {
    struct lt_shear spring, dashpot;
    mask over;  /* the limit is exceeded */
    mask slips; /* the spring is shortened */
    mask cut;   /* the dashpot is shortened, too */
};

/* Limits the trial force of the spring and the force DRAG of the dashpot. If they are limited
 * together, the spring is limited first and the dashpot gets the rest of the limit; if the dashpot
 * is kept and there is a spring (LOOSE), the spring gets the rest. WAS_OVER: the last step exceeded
 * the limit, so that the limit while slipping applies. */
LT_INLINE struct lt_shear_held lt_shear_coulomb(const struct lt_shear_friction *l, mask loose,
                                                struct lt_shear trial, struct lt_shear drag,
                                                mask was_over) {
    const struct lt_shear none = {NUM(0.0), NUM(0.0)};
    const mask kept = l->kept & (loose | NOT(l->total));
    const num at_rest = SEL(was_over, l->slipping, l->at_rest);
    const struct lt_shear all = lt_shear_sum(trial, drag);
    const num size = lt_sqrt(lt_shear_dot(trial, trial)),
              size_all = lt_sqrt(lt_shear_dot(all, all));
    /* The limit is exceeded by the spring, or by spring and dashpot together if it is theirs
     * (total). */
    const mask over = ((size > at_rest) & NOT(loose)) | ((size_all > at_rest) & l->total);
    struct lt_shear_held held = {trial, drag, over, NOT(LT_EVERY), NOT(LT_EVERY)};
    if (!ANY(over))
        return held;

    mask beyond, cut;
    /* Spring first, then what is left of the limit for the dashpot; or the reverse. */
    const struct lt_shear alone = lt_shear_limit(trial, l->slipping, &beyond);
    const struct lt_shear spring = lt_shear_select(over & NOT(loose), alone, trial);
    const struct lt_shear both = lt_shear_limit(lt_shear_sum(spring, drag), l->slipping, &cut);
    const struct lt_shear rest = lt_shear_sum(both, lt_shear_times(NUM(-1.0), drag));
    const struct lt_shear left = lt_shear_sum(both, lt_shear_times(NUM(-1.0), spring));
    held.spring = lt_shear_select(loose & over, rest, spring);
    held.dashpot = lt_shear_select(over & NOT(kept), lt_shear_select(l->total, left, none), drag);
    held.slips = over & (loose | beyond);
    held.cut = over & NOT(kept) & l->total & cut & ((drag.s != 0) | (drag.t != 0));
    return held;
}

/* Spring and dashpot at the end of a step. */
struct lt_shear_damped {
    struct lt_shear spring, dashpot; /* force */
    mask over, slips, cut;           /* as of lt_shear_held */
    num slip, cross;                 /* J, as of lt_shear_end */
    num defect;                      /* J, created where a kept dashpot loads the spring */
};

/* The spring of lt_shear_spring() in parallel with a dashpot of viscosity C at the velocity V:
 * friction limits the spring alone, and with CUT a slipping contact has no dashpot. */
LT_INLINE struct lt_shear_damped lt_shear_beside(const struct lt_shear_span *span,
                                                 struct lt_shear f0, struct lt_shear du, num k,
                                                 num inv_k, num limit, num c, struct lt_shear v,
                                                 mask cut) {
    const num zero = NUM(0.0);
    const struct lt_shear none = {zero, zero};
    const struct lt_shear_end spring = lt_shear_spring(span, f0, du, k, inv_k, limit);
    const mask acts = span->active & NOT(spring.slips & cut);
    const struct lt_shear drag = lt_shear_select(acts, lt_shear_times(c, v), none);
    return (struct lt_shear_damped){.spring = {spring.s, spring.t},
                                    .dashpot = drag,
                                    .over = spring.slips,
                                    .slips = spring.slips,
                                    .cut = NOT(LT_EVERY),
                                    .slip = spring.slip,
                                    .cross = spring.cross,
                                    .defect = zero};
}

/* The spring of lt_shear_spring() in parallel with a dashpot of the force DRAG within any friction
 * limit. Where a kept dashpot exceeds the limit it loads the spring against the direction of slip;
 * the energy that this creates is a defect, not a negative loss. */
LT_INLINE struct lt_shear_damped lt_shear_within(const struct lt_shear_span *span,
                                                 struct lt_shear f0, struct lt_shear du, num k,
                                                 num inv_k, const struct lt_shear_friction *limit,
                                                 struct lt_shear drag, mask was_over) {
    const num zero = NUM(0.0);
    const struct lt_shear none = {zero, zero}, in = lt_shear_inside(span, du);
    const mask loose = limit->total & limit->kept & (k > 0);
    f0 = lt_shear_select(k > 0, f0, none);
    const struct lt_shear trial = lt_shear_sum(f0, lt_shear_times(k, in));
    const struct lt_shear_held held = lt_shear_coulomb(limit, loose, trial, drag, was_over);
    const struct lt_shear f = lt_shear_select(span->active, held.spring, none);
    const mask slips = span->active & held.slips;
    const num slipped = lt_shear_slip(f0, f, in, inv_k);
    const num created = SEL(slips & loose & (slipped < 0), slipped, zero);
    return (struct lt_shear_damped){.spring = f,
                                    .dashpot = lt_shear_select(span->active, held.dashpot, none),
                                    .over = span->active & held.over,
                                    .slips = slips,
                                    .cut = span->active & held.cut,
                                    .slip = SEL(slips | span->leaving, slipped - created, zero),
                                    .cross = lt_shear_cross(span, f0, f, du),
                                    .defect = created};
}

/* Shortfalls due to the choices of friction. KEPT: condition that a dashpot is kept within the
 * limit; DROPS: condition that the limit drops where slip begins. */
#define LT_SHEAR_DECLARES(KEPT, DROPS)                                                             \
    {"continuity", KEPT, 2,                                                                        \
     "slip_dashpot kept: the spring balances the dashpot's force beyond friction"},                \
        {"cycle", KEPT, 1,                                                                         \
         "slip_dashpot kept: the spring is loaded against the slip, and returns that energy"},     \
        {"friction", KEPT, LT_TWO_COMPONENTS,                                                      \
         "slip_dashpot kept: the spring balances the dashpot's force beyond friction"},            \
        {"order", KEPT, 1,                                                                         \
         "slip_dashpot kept: the spring of a new contact depends on the first step"},              \
        {"continuity", DROPS, 1, "fric_dynamic: the force drops to it when slip begins"},          \
        {"order", DROPS, 1,                                                                        \
         "fric_dynamic: when the force drops depends on the step in which slip begins"},           \
    {                                                                                              \
        "continuity", "cap_by == 2", 1,                                                            \
            "cap_by absolute: with an attractive damping force friction acts until the contact "   \
            "is lost"                                                                              \
    }

#endif
