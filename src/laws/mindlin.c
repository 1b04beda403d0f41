/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mindlin: Hertz' normal contact with the tangential force of Mindlin's contact: without
 * micro-slip, in the four forms that codes give it, with Coulomb friction; or with slip from the
 * edge, as Cattaneo, Mindlin and Deresiewicz have it.
 */
#define LAST_FORM  PARTIAL_SLIP
#define MORE_FORMS " partial-slip"

#define MORE_PARAMS(F)

#define MORE_DERIVED(F)                                                                            \
    F(partial, "1", "1 if the contact slips from its edge")                                        \
    F(way_limit, "1", "fric young_eff/(4 shear_eff): a spring's limit over its own overlap")

/* What partial-slip remembers: springs by the overlap at which they touched, and the line to the
 * next one. */
#define SPRING(F, i)                                                                               \
    F(spring_s##i, "m", "displacement, s", .hidden = 1)                                            \
    F(spring_t##i, "m", "displacement, t", .hidden = 1)                                            \
    F(bow_s##i, "m", "height of the parabola, s", .hidden = 1)                                     \
    F(bow_t##i, "m", "height of the parabola, t", .hidden = 1)
#define KNOT(F, i) F(knot_h##i, "m", "overlap", .hidden = 1) SPRING(F, i)
// clang-format off
#define KNOTS(F)                                                                                   \
    KNOT(F, 1) KNOT(F, 2) KNOT(F, 3) KNOT(F, 4) KNOT(F, 5) KNOT(F, 6) KNOT(F, 7) KNOT(F, 8)        \
    KNOT(F, 9) KNOT(F, 10) KNOT(F, 11)
// clang-format on

#define MORE_STATE(F)                                                                              \
    F(forgot, "1", "how many knots partial-slip gave up to make room", .hidden = 1)                \
    F(knots, "1", "how many of the knots count", .hidden = 1)                                      \
    SPRING(F, 0) KNOTS(F)

#define LOSSES(F) F(slip, "J", "sliding friction")

#include "mindlin.h"

#include <assert.h>
#include <string.h>

/* Springs of partial slip come and go in number: such a contact is stepped by itself. */
#if LT_N == 1
#include "partial_slip.h"
#endif

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    const char *wrong = mindlin_derive(pair, a, b, p, d);
    if (wrong)
        return wrong;
    d->partial = p->tangential == PARTIAL_SLIP;
    if (d->partial > 0 && !(p->shear_eff > 0))
        return "partial-slip is about springs for shear: shear_eff must be positive";
    d->way_limit = d->partial > 0 ? p->fric * p->young_eff / (4 * p->shear_eff) : 0;
    if (d->partial > 0 && d->fric_slip < p->fric)
        return "partial-slip has one friction coefficient: fric_dynamic cannot be less";
    return NULL;
}

static int apart(const void *p, const void *d) {
    (void)p;
    return ((const struct derived *)d)->partial > 0.5;
}

#if LT_N == 1

static_assert(sizeof(struct partial_slip_knot) == 5 * sizeof(double), "h, u and bow");

static struct partial_slip_memory recall_springs(const struct state_n *x) {
    struct partial_slip_memory memory;
    memory.centre = (struct partial_slip_knot){.u = {x->spring_s0, x->spring_t0},
                                               .bow = {x->bow_s0, x->bow_t0}};
    memory.knots = (int)fmin(fmax(x->knots + 0.5, 0), PARTIAL_SLIP_KNOTS);
    memcpy(memory.knot, (const char *)x + offsetof(struct state_n, knot_h1), sizeof memory.knot);
    return memory;
}

static void keep_springs(const struct partial_slip_memory *memory, struct state_n *x) {
    x->spring_s0 = memory->centre.u.s;
    x->spring_t0 = memory->centre.u.t;
    x->bow_s0 = memory->centre.bow.s;
    x->bow_t0 = memory->centre.bow.t;
    x->knots = memory->knots;
    memcpy((char *)x + offsetof(struct state_n, knot_h1), memory->knot, sizeof memory->knot);
}

/* The springs have their own limit, fric times the elastic pressure; the dashpot gets what they
 * leave of it, or comes on top. */
static struct lt_shear drag_beside(const struct params_n *p, const struct derived_n *d,
                                   const struct lt_move_n *m, struct lt_shear spring, double limit,
                                   double root, int *cut) {
    *cut = 0;
    const struct lt_shear drag =
        lt_shear_times(d->ct_quarter * sqrt(root), (struct lt_shear){m->vs, m->vt});
    if (p->cap_on > 0.5)
        return drag;
    const struct lt_shear both = lt_shear_limit(lt_shear_sum(spring, drag), limit, cut);
    *cut &= (drag.s != 0) | (drag.t != 0);
    return lt_shear_sum(both, lt_shear_times(-1, spring));
}

static void step_partial_slip(const struct params_n *p, const struct derived_n *d,
                              const struct lt_move_n *m, struct state_n *x, struct lt_out_n *o,
                              struct losses_n *e) {
    const struct hertzian_in in = {
        .k = d->k, .c_quarter = d->c_quarter, .no_tension = IS(p->dp_mode)};
    const struct hertzian_out n = hertzian_step(in, m);
    const struct lt_shear_span span = lt_shear_span(m->un, m->dun, m->active, n.active);
    const struct lt_shear du = {m->dus, m->dut}, f0 = {x->spring_s, x->spring_t}, none = {0, 0};
    const struct partial_slip_step way = {.c = d->way_limit,
                                          .k = d->kt,
                                          .d0 = fmax(m->dun - m->un, 0),
                                          .d1 = n.overlap,
                                          .way = lt_shear_inside(&span, du)};
    struct partial_slip_memory memory = recall_springs(x);
    const struct partial_slip_answer a = partial_slip(&way, &memory);
    keep_springs(&memory, x);
    const struct lt_shear f1 = a.force;
    int cut = 0;
    const struct lt_shear viscous =
        n.active ? drag_beside(p, d, m, f1, p->fric * -n.fn, n.root, &cut) : none;
    const int slides = n.active & a.slides;

    *o = (struct lt_out_n){.fn = n.fn + n.vfn,
                           .fs = f1.s + viscous.s,
                           .ft = f1.t + viscous.t,
                           .vfn = n.vfn,
                           .vfs = viscous.s,
                           .vft = viscous.t,
                           .strain = n.strain + a.strain,
                           .cross = n.cross + lt_shear_cross(&span, f0, f1, du),
                           .defect = a.forgotten,
                           .active = n.active};
    e->slip = a.slip;
    x->spring_s = f1.s;
    x->spring_t = f1.t;
    x->sliding = slides;
    x->forgot += a.forgot;
    o->branch = n.active + 2 * slides + 4 * n.capped + 8 * a.slips + 16 * cut + 32 * memory.knots +
                32 * (PARTIAL_SLIP_KNOTS + 1) * (bits)x->forgot;
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    if (LT_RARE(d->partial > 0.5)) {
        struct state_n next; /* a copy, so that *x may stay in registers; end_ is not the law's */
        memcpy(&next, x, offsetof(struct state_n, end_));
        step_partial_slip(p, d, m, &next, o, e);
        memcpy(x, &next, offsetof(struct state_n, end_));
    } else {
        mindlin_step(p, d, m, x, o, e);
    }
}

LT_MARCH(march, step, STATE)

#else

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    mindlin_step(p, d, m, x, o, e);
}

LT_MARCH(march, step, MINDLIN_STATE)

#endif

static const struct lt_event events[] = {
    {"contact_activated", "active", 1, 0}, {"slip_change", "sliding", 1, 1}, {.name = NULL}};

static const struct lt_shortfall declares[] = {
    MINDLIN_DECLARES,
    {"isotropy", "tangential == 4", 5e-5, "partial-slip: rounding decides which knot gives way"},
    /* Not derived: 1.2e-4 is the most that a thousand seeds have shown. */
    {"objectivity", "tangential == 4", 5e-4, "partial-slip: rounding decides which knot gives way"},
    {"offset", "tangential == 4", 5e-5, "partial-slip: rounding decides which knot gives way"},
    {"coulomb", "tangential == 4", LT_TWO_COMPONENTS,
     "partial-slip: friction goes by the elastic normal force"},
    {"tension", "tangential == 4", LT_TWO_COMPONENTS,
     "partial-slip: friction goes by the elastic normal force"},
    {.check = NULL}};

LT_LAW_N_OF(
    mindlin, .name = "mindlin",
    .summary =
        "Hertz contact with Mindlin's tangential force, four forms or partial slip, friction",
    .source = "Mindlin, J. Appl. Mech. 16 (1949) 259-268; Mindlin & Deresiewicz, J. Appl. Mech. 20 "
              "(1953) 327-344; Popov & Hess, Method of Dimensionality Reduction (2015), ch. 5; Di "
              "Renzo & Di Maio, Chem. Eng. Sci. 59 "
              "(2004) 525-541 and 60 (2005) 1303-1312; Thornton & Randall (1988); Tsuji, Tanaka "
              "& Ishida, Powder Technol. 71 (1992) 239-250; MercuryDPM's Mindlin species. What "
              "is wrong in print: doc/mindlin.md.",
    .equations =
        "d = max(-un, 0), a = sqrt(R* d), kt = 8 G* a\n"
        "fn = -4/3 E* a d, dashpot alpha sqrt(m_eff 4/3 E* a) vn, at most -fn if no-tension\n"
        "tangent          f* = f + kt du\n"
        "tangent-rescale  f* = f min(a/a_old, 1) + kt du\n"
        "secant-initial   f* = kt x, x = f_old/kt_old + du\n"
        "secant           f* = 2/3 kt x, likewise\n"
        "partial-slip     f = 8 G* sqrt(R*) int u dsqrt(h), h from 0 to d: springs that touch at\n"
        "                 overlap h, u + du, |u| <= fric E*/(4 G*) (d - h)\n"
        "dashpot: phi sqrt(m_eff kt) v\n"
        "Coulomb: |f* + dashpot| <= fric |fn|, else fric_dynamic |fn|, the spring first;\n"
        "cap_on, cap_by and slip_dashpot have the other readings in use",
    .acts = 0x7, .events = events, .cases = mindlin_cases, .contact_time = mindlin_contact_time,
    .apart = apart, .declares = declares, .order = 1)
