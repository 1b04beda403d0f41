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
    num s, t;
};

/* How a step and the contact lie to each other. */
struct lt_shear_span {
    mask active;   /* in contact at the end of the step */
    mask entering; /* the step makes the contact */
    mask leaving;  /* the step ends it */
    num inside;    /* the share of the step in contact: 1 but in those two */
    int stay;      /* 1: no step makes or ends a contact, a constant */
};

/* The shear spring at the end of a step. */
struct lt_shear_end {
    num s, t;   /* force */
    mask slips; /* Coulomb's limit holds it */
    num slip;   /* J, dissipated by sliding, and by losing the contact */
    num cross;  /* J, work in the part of the step outside the contact */
};

/* GAP at the end of the step, which changed by DUN in it: a contact is made at REACH and lost at
 * LOST_GAP. */
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

/* The same where the contact is made and lost at 0. */
LT_INLINE struct lt_shear_span lt_shear_span(num gap, num dun, mask was_active, mask active) {
    return lt_shear_span_between(gap, dun, was_active, active, NUM(0.0), NUM(0.0));
}

/* That of most steps: the contact is there all the time. */
LT_INLINE struct lt_shear_span lt_shear_stay(void) {
    return (struct lt_shear_span){LT_EVERY, NOT(LT_EVERY), NOT(LT_EVERY), NUM(1.0), 1};
}

/* The same for a contact that is there while the surfaces overlap. */
LT_INLINE struct lt_shear_span lt_shear_touch(const struct lt_move_n *m) {
    return m->stay ? lt_shear_stay() : lt_shear_span(m->un, m->dun, m->active, m->un <= 0);
}

/* The share of du that the contact sees. */
LT_INLINE struct lt_shear lt_shear_inside(const struct lt_shear_span *span, struct lt_shear du) {
    return span->stay ? du : (struct lt_shear){span->inside * du.s, span->inside * du.t};
}

LT_INLINE struct lt_shear lt_shear_sum(struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){a.s + b.s, a.t + b.t};
}

LT_INLINE struct lt_shear lt_shear_times(num c, struct lt_shear a) {
    return (struct lt_shear){c * a.s, c * a.t};
}

LT_INLINE num lt_shear_dot(struct lt_shear a, struct lt_shear b) {
    return a.s * b.s + a.t * b.t;
}

LT_INLINE struct lt_shear lt_shear_select(mask condition, struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){SEL(condition, a.s, b.s), SEL(condition, a.t, b.t)};
}

/* F shortened to LIMIT, if it is longer (*SLIPS). */
LT_INLINE struct lt_shear lt_shear_limit(struct lt_shear f, num limit, mask *slips) {
    const num size = lt_sqrt(f.s * f.s + f.t * f.t);
    const mask beyond = size > limit;
    *slips = beyond;
    /* A trial force too large for its square is NaN, not a contact without friction. */
    if (LT_UNLIKELY(ANY(beyond))) {
        const num scale = limit / SEL(size > 0, size, NUM(1.0)) + size * 0;
        f = lt_shear_select(beyond, lt_shear_times(scale, f), f);
    }
    return f;
}

/* Trapezoid work of the force on that part of DU which is no change of the spring: du less df/k. */
LT_INLINE num lt_shear_slip(struct lt_shear f0, struct lt_shear f1, struct lt_shear du, num inv_k) {
    return 0.5 * ((f0.s + f1.s) * (du.s - (f1.s - f0.s) * inv_k) +
                  (f0.t + f1.t) * (du.t - (f1.t - f0.t) * inv_k));
}

/* Trapezoid work of the force in the part of the step outside the contact; DU is of all of it. */
LT_INLINE num lt_shear_cross(const struct lt_shear_span *span, struct lt_shear f0,
                             struct lt_shear f1, struct lt_shear du) {
    const num rest = 1 - span->inside;
    if (span->stay || !ANY(rest != 0))
        return NUM(0.0);
    return 0.5 * ((f0.s + f1.s) * rest * du.s + (f0.t + f1.t) * rest * du.t);
}

/* A spring of constant stiffness K (INV_K: 1/k, 0 if k = 0) with the force F0, displaced by DU,
 * which may carry LIMIT. A contact that is lost loses its spring as slip; a spring whose stiffness
 * is taken away has no force. */
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

/* Normal force that friction goes by, of the spring's FN and the dashpot's VFN: 0 the spring's, 1
 * the total if it presses, 2 its size. */
LT_INLINE num lt_shear_pressure(num cap_by, num fn, num vfn) {
    const num zero = NUM(0.0), press = zero - (fn + vfn);
    const num pressed = SEL(press > 0, press, zero), size = SEL(press > 0, press, zero - press);
    return SEL(IS(cap_by), SEL(cap_by > 1.5, size, pressed), zero - fn);
}

/* What friction allows: the limit of a spring at rest, of one that slips; whether it limits spring
 * and dashpot together; whether a slipping contact keeps its dashpot. */
struct lt_shear_friction {
    num at_rest, slipping;
    mask total, kept;
};

LT_INLINE struct lt_shear_friction lt_shear_allowed(num fric, num fric_dynamic, num normal,
                                                    num cap_on, mask cut) {
    const num slipping = SEL(fric_dynamic < fric, fric_dynamic, fric);
    return (struct lt_shear_friction){fric * normal, slipping * normal, cap_on < 0.5, NOT(cut)};
}

/* What friction makes of the trial force of the spring and of the dashpot. */
struct lt_shear_held {
    struct lt_shear spring, dashpot;
    mask over, slips,
        cut; /* friction limits the force; the spring; both, and leaves the dashpot less */
};

/* Together, the spring is limited first and the dashpot gets what it leaves; if the dashpot is
 * kept and there is a spring (loose), the spring gets what that leaves. */
LT_INLINE struct lt_shear_held lt_shear_coulomb(const struct lt_shear_friction *l, mask loose,
                                                struct lt_shear trial, struct lt_shear drag,
                                                mask was_over) {
    const struct lt_shear none = {NUM(0.0), NUM(0.0)};
    const mask kept = l->kept & (loose | NOT(l->total));
    const num at_rest = SEL(was_over, l->slipping, l->at_rest);
    const struct lt_shear all = lt_shear_sum(trial, drag);
    const num size = lt_sqrt(lt_shear_dot(trial, trial)),
              size_all = lt_sqrt(lt_shear_dot(all, all));
    const mask over = ((size > at_rest) & NOT(loose)) | ((size_all > at_rest) & l->total);
    struct lt_shear_held held = {trial, drag, over, NOT(LT_EVERY), NOT(LT_EVERY)};
    if (!ANY(over))
        return held;

    mask beyond, cut;
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
    num defect;                      /* J, created where a kept dashpot winds the spring up */
};

/* The spring of lt_shear_spring and beside it a dashpot of viscosity C that sees V: friction limits
 * the spring, and a slipping contact may have no dashpot (CUT). */
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

/* The same with all that friction may limit. Where the kept dashpot drags more than friction it
 * winds the spring up against the slip: what comes of that is created, no negative loss. */
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

/* What comes of the choices of friction; KEPT: when a dashpot is kept within its limit; DROPS: when
 * the limit drops where slip begins. */
#define LT_SHEAR_DECLARES(KEPT, DROPS)                                                             \
    {"continuity", KEPT, 2,                                                                        \
     "slip_dashpot kept: the spring takes what the dashpot has beyond friction"},                  \
        {"cycle", KEPT, 1,                                                                         \
         "slip_dashpot kept: the spring is wound against the slip, and gives that back"},          \
        {"friction", KEPT, LT_TWO_COMPONENTS,                                                      \
         "slip_dashpot kept: the spring takes what the dashpot has beyond friction"},              \
        {"order", KEPT, 1,                                                                         \
         "slip_dashpot kept: the spring of a new contact depends on the first step"},              \
        {"continuity", DROPS, 1, "fric_dynamic: the force drops to it when slip begins"},          \
        {"order", DROPS, 1,                                                                        \
         "fric_dynamic: when the force drops depends on the step in which slip begins"},           \
    {                                                                                              \
        "continuity", "cap_by == 2", 1,                                                            \
            "cap_by absolute: a pulling dashpot lets friction hold until the contact is lost"      \
    }

#endif
