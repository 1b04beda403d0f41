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

/* A step that most contacts take, in the loops over them. */
#if defined __GNUC__
#define LT_SHEAR_INLINE static inline __attribute__((always_inline))
#else
#define LT_SHEAR_INLINE static inline
#endif

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

/* Whether this number, 0 or 1, is 1 for any contact of a block. */
static inline int lt_shear_any(const double *flag) {
    int any = 0;
    for (int i = 0; i < LT_LANES; i++)
        any |= flag[i] > 0.5;
    return any;
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

/* ---- A spring beside a dashpot ------------------------------------------------------------------
 */

static inline struct lt_shear lt_shear_sum(struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){a.s + b.s, a.t + b.t};
}

static inline struct lt_shear lt_shear_times(double c, struct lt_shear a) {
    return (struct lt_shear){c * a.s, c * a.t};
}

static inline double lt_shear_dot(struct lt_shear a, struct lt_shear b) {
    return a.s * b.s + a.t * b.t;
}

static inline struct lt_shear lt_shear_select(int condition, struct lt_shear a, struct lt_shear b) {
    return (struct lt_shear){condition ? a.s : b.s, condition ? a.t : b.t};
}

/* Normal force that friction goes by, of the spring's FN and the dashpot's VFN: 0 the spring's, 1
 * the total if it presses, 2 its size. */
static inline double lt_shear_pressure(double cap_by, double fn, double vfn) {
    const double zero = 0.0;
    const double press = zero - (fn + vfn), pressed = press > 0 ? press : zero;
    const double size = press > 0 ? press : zero - press;
    const double other = cap_by > 1.5 ? size : pressed;
    return cap_by > 0.5 ? other : zero - fn;
}

/* What friction allows: the limit of a spring at rest, of one that slips; whether it limits spring
 * and dashpot together; whether a slipping contact keeps its dashpot. */
struct lt_shear_friction {
    double at_rest, slipping;
    int total, kept;
};

static inline struct lt_shear_friction lt_shear_allowed(double fric, double fric_dynamic,
                                                        double normal, double cap_on, int cut) {
    const double slipping = fric_dynamic < fric ? fric_dynamic : fric;
    return (struct lt_shear_friction){fric * normal, slipping * normal, cap_on < 0.5, !cut};
}

/* What friction makes of the trial force of the spring and of the dashpot. */
struct lt_shear_held {
    struct lt_shear spring, dashpot;
    int over, slips,
        cut; /* friction limits the force; the spring; both, and leaves the dashpot less */
};

/* Together, the spring is limited first and the dashpot gets what it leaves; if the dashpot is
 * kept and there is a spring (loose), the spring gets what that leaves. */
static inline struct lt_shear_held lt_shear_coulomb(const struct lt_shear_friction *l, int loose,
                                                    struct lt_shear trial, struct lt_shear drag,
                                                    int was_over) {
    const struct lt_shear none = {0, 0};
    const int kept = l->kept & (loose | !l->total);
    const double at_rest = was_over ? l->slipping : l->at_rest;
    const struct lt_shear all = lt_shear_sum(trial, drag);
    const double size = sqrt(lt_shear_dot(trial, trial)), size_all = sqrt(lt_shear_dot(all, all));
    const int over = ((size > at_rest) & !loose) | ((size_all > at_rest) & l->total);

    int beyond, cut;
    const struct lt_shear alone = lt_shear_limit(trial, l->slipping, &beyond);
    const struct lt_shear spring = lt_shear_select(over & !loose, alone, trial);
    const struct lt_shear both = lt_shear_limit(lt_shear_sum(spring, drag), l->slipping, &cut);
    const struct lt_shear rest = lt_shear_sum(both, lt_shear_times(-1, drag));
    const struct lt_shear left = lt_shear_sum(both, lt_shear_times(-1, spring));
    return (struct lt_shear_held){
        .spring = lt_shear_select(loose & over, rest, spring),
        .dashpot = lt_shear_select(over & !kept, lt_shear_select(l->total, left, none), drag),
        .over = over,
        .slips = over & (loose | beyond),
        .cut = over & !kept & l->total & cut & ((drag.s != 0) | (drag.t != 0))};
}

/* Spring and dashpot at the end of a step. */
struct lt_shear_damped {
    struct lt_shear spring, dashpot; /* force */
    int over, slips, cut;            /* as of lt_shear_held */
    double slip, cross;              /* J, as of lt_shear_end */
    double defect;                   /* J, created where a kept dashpot winds the spring up */
};

/* The spring of lt_shear_spring and beside it a dashpot of viscosity C that sees V: friction limits
 * the spring, and a slipping contact may have no dashpot (CUT). */
static inline struct lt_shear_damped lt_shear_beside(const struct lt_shear_span *span,
                                                     struct lt_shear f0, struct lt_shear du,
                                                     double k, double inv_k, double limit, double c,
                                                     struct lt_shear v, int cut) {
    const double zero = 0.0;
    const struct lt_shear_end spring = lt_shear_spring(span, f0, du, k, inv_k, limit);
    const double acting = LT_RARE(spring.slips & cut) ? zero : c;
    const int active = span->active;
    return (struct lt_shear_damped){
        .spring = {spring.s, spring.t},
        .dashpot = {active ? acting * v.s : zero, active ? acting * v.t : zero},
        .over = spring.slips,
        .slips = spring.slips,
        .slip = spring.slip,
        .cross = spring.cross};
}

/* The same with all that friction may limit. Where the kept dashpot drags more than friction it
 * winds the spring up against the slip: what comes of that is created, no negative loss. */
static inline struct lt_shear_damped lt_shear_within(const struct lt_shear_span *span,
                                                     struct lt_shear f0, struct lt_shear du,
                                                     double k, double inv_k,
                                                     const struct lt_shear_friction *limit,
                                                     struct lt_shear drag, int was_over) {
    const struct lt_shear none = {0, 0}, in = lt_shear_inside(span, du);
    const int loose = limit->total & limit->kept & (k > 0);
    const struct lt_shear trial = lt_shear_sum(f0, lt_shear_times(k, in));
    const struct lt_shear_held held = lt_shear_coulomb(limit, loose, trial, drag, was_over);
    const struct lt_shear f = lt_shear_select(span->active, held.spring, none);
    const int slips = span->active & held.slips;
    const double slipped = lt_shear_slip(f0, f, in, inv_k);
    const double created = (slips & loose & (slipped < 0)) ? slipped : 0.0;
    return (struct lt_shear_damped){.spring = f,
                                    .dashpot = lt_shear_select(span->active, held.dashpot, none),
                                    .over = span->active & held.over,
                                    .slips = slips,
                                    .cut = span->active & held.cut,
                                    .slip = (slips | span->leaving) ? slipped - created : 0.0,
                                    .cross = lt_shear_cross(span, f0, f, du),
                                    .defect = created};
}

/* What comes of the choices of friction; KEPT: when a dashpot is kept within its limit. */
#define LT_SHEAR_DECLARES(KEPT)                                                                    \
    {"continuity", KEPT, 2,                                                                        \
     "slip_dashpot kept: the spring takes what the dashpot has beyond friction"},                  \
        {"cycle", KEPT, 1,                                                                         \
         "slip_dashpot kept: the spring is wound against the slip, and gives that back"},          \
        {"friction", KEPT, LT_TWO_COMPONENTS,                                                      \
         "slip_dashpot kept: the spring takes what the dashpot has beyond friction"},              \
        {"order", KEPT, 1,                                                                         \
         "slip_dashpot kept: the spring of a new contact depends on the first step"},              \
        {"continuity", "fric_dynamic < fric", 1,                                                   \
         "fric_dynamic: the force drops to it when slip begins"},                                  \
        {"order", "fric_dynamic < fric", 1,                                                        \
         "fric_dynamic: when the force drops depends on the step in which slip begins"},           \
    {                                                                                              \
        "continuity", "cap_by == 2", 1,                                                            \
            "cap_by absolute: a pulling dashpot lets friction hold until the contact is lost"      \
    }

#endif
