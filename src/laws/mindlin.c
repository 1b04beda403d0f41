/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mindlin: Hertz' normal contact with the tangential force of Mindlin's contact: without
 * micro-slip, in the four forms that codes give it, with Coulomb friction; or with slip from the
 * edge, as Cattaneo, Mindlin and Deresiewicz have it.
 */
#define LAST_FORM  PARTIAL_SLIP
#define MORE_FORMS " partial-slip"

#define MORE_PARAMS(F)
#define DERIVED(F) CONTACT_NORMAL(F) CONTACT_SHEAR(F)

#define SPRINGS(F)                                                                                 \
    F(spring_s, "N", "tangential spring force, s", .role = LT_SPRING_S)                            \
    F(spring_t, "N", "tangential spring force, t", .role = LT_SPRING_T)                            \
    F(sliding, "1", "1 while friction limits the tangential force")

#define STATE(F)  SPRINGS(F) TANGENTIAL_PARTIAL_SLIP_STATE(F)
#define LOSSES(F) F(slip, "J", "sliding friction")

#include "mindlin.h"

#undef PARTIAL_SLIP_FIELD
#define PARTIAL_SLIP_FIELD(F, name, unit, doc) F(name, unit, doc, .hidden = 1)

static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    struct contact_choice choice = contact_default;
    return mindlin_derive(pair, a, b, p, &choice, d);
}

static int apart(const void *p, const void *d) {
    (void)p;
    return ((const struct derived *)d)->partial > 0.5;
}

LT_INLINE void keep_shear(const struct lt_spring_end *shear, struct state_n *x,
                          struct losses_n *e) {
    e->slip = shear->slip;
    x->spring_s = shear->force.s;
    x->spring_t = shear->force.t;
    x->sliding = SEL(shear->over, NUM(1.0), NUM(0.0));
}

LT_INLINE void step_springs(const struct derived_n *d, const struct lt_move_n *m, struct state_n *x,
                            struct lt_out_n *o, struct losses_n *e) {
    struct lt_touch t;
    const struct lt_spring_end shear = shear_step(
        MINDLIN_HAS, d, m, (struct lt_shear){x->spring_s, x->spring_t}, IS(x->sliding), &t, o);
    keep_shear(&shear, x, e);
}

/* Springs of partial slip come and go in number: such a contact is stepped by itself. */
#if LT_N == 1

#include "contact_partial.h"

static void step_partial(const struct derived_n *d, const struct lt_move_n *m, struct state_n *x,
                         struct lt_out_n *o, struct losses_n *e) {
    const struct lt_touch t = touch_now(MINDLIN_HAS, d, m);
    const struct lt_spring_end shear = annuli_end(d, m, &t, x);
    answer_normal(&t, o);
    answer_shear(&shear, o);
    keep_shear(&shear, x, e);
    o->branch += 4096 * (bits)x->knots + 4096 * (PARTIAL_SLIP_KNOTS + 1) * (bits)x->forgot;
}

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    (void)p;
    if (LT_RARE(d->partial > 0.5)) {
        struct state_n next; /* a copy, so that *x may stay in registers; end_ is not the law's */
        memcpy(&next, x, offsetof(struct state_n, end_));
        step_partial(d, m, &next, o, e);
        memcpy(x, &next, offsetof(struct state_n, end_));
    } else {
        step_springs(d, m, x, o, e);
    }
}

LT_MARCH(march, step, STATE)

#else

LT_INLINE void step(const struct params_n *p, const struct derived_n *d, const struct lt_move_n *m,
                    struct state_n *x, struct lt_out_n *o, struct losses_n *e) {
    (void)p;
    step_springs(d, m, x, o, e);
}

LT_MARCH(march, step, SPRINGS)

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
    .acts = 0x7, .events = events, .views = mindlin_views, .cases = mindlin_cases,
    .contact_time = contact_time, .apart = apart, .declares = declares, .order = 1)
