/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "following.h"

#if LT_N == 1
#include "../partial_slip.h"
#endif

/* Knots stored from step to step; partial_slip.h, which has the same number, is not compiled for
 * vectors. */
enum { KNOTS = 11 };

struct derived {
    struct lt_following all;
    num k, way_limit;
};
/* A knot as states: a spring and the parabola to the next one, as struct partial_slip_knot. */
struct knot {
    num h, u_s, u_t, bow_s, bow_t;
};
struct state {
    num spring_s, spring_t, sliding, changes, forgot, knots, centre[4];
    struct knot knot[KNOTS];
};
struct losses {
    num slip;
};

#if LT_N == 1
_Static_assert((int)KNOTS == (int)PARTIAL_SLIP_KNOTS, "as many as there are states");
_Static_assert(sizeof(struct partial_slip_knot) == sizeof(struct knot), "h, u and bow");

/* The stored line from the states X; their number of knots may have been changed from outside. */
static struct partial_slip_memory load_knots(const struct state *x) {
    struct partial_slip_memory memory;
    memory.centre = (struct partial_slip_knot){.u = {x->centre[0], x->centre[1]},
                                               .bow = {x->centre[2], x->centre[3]}};
    memory.knots = (int)fmin(fmax(x->knots + 0.5, 0), PARTIAL_SLIP_KNOTS);
    memcpy(memory.knot, x->knot, sizeof memory.knot);
    return memory;
}

/* Stores the line in the states X. */
static void store_knots(const struct partial_slip_memory *memory, struct state *x) {
    const struct partial_slip_knot *c = &memory->centre;
    memcpy(x->centre, (const double[]){c->u.s, c->u.t, c->bow.s, c->bow.t}, sizeof x->centre);
    x->knots = memory->knots;
    memcpy(x->knot, memory->knot, sizeof memory->knot);
}

/* Returns the force of the dashpot, N. The springs (SPRING, N) have their own limits, in sum LIMIT,
 * N; the dashpot (DRAG, N) gets what they leave of it or, with cap_on elastic, has no limit. *CUT:
 * 1 if it was limited, else 0. */
static struct lt_shear limit_dashpot(const struct derived *d, struct lt_shear drag,
                                     struct lt_shear spring, double limit, int *cut) {
    *cut = 0;
    if (d->all.slides.total < 0.5)
        return drag;
    const struct lt_shear both = lt_shear_limit(lt_shear_sum(spring, drag), limit, cut);
    *cut &= (drag.s != 0) | (drag.t != 0);
    return lt_shear_sum(both, lt_shear_times(-1, spring));
}

/* The step of all springs by partial_slip(), and a dashpot. The number of changes of the knots,
 * modulo 8, enters the branch of the law, because each is a kink of the force. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    const struct lt_move_n *m = t->m;
    const struct lt_shear_span *span = t->surfaces;
    const struct lt_shear du = {m->dus, m->dut}, f0 = {x->spring_s, x->spring_t}, none = {0, 0};
    const double c =
        lt_sliding_viscosity(&d->all.slides, t, d->all.of * lt_sqrt(d->all.m * t->a), 0);
    const struct partial_slip_step way = {
        .c = d->way_limit, .k = d->k, .d0 = t->d0, .d1 = t->d, .way = lt_shear_inside(span, du)};
    struct partial_slip_memory memory = load_knots(x);
    const int knots = memory.knots;
    const struct partial_slip_answer a = partial_slip(&way, &memory);
    int cut = 0;
    (void)self;
    store_knots(&memory, x);
    x->forgot += a.forgot;
    if (memory.knots != knots || a.forgot > 0)
        x->changes = x->changes < 7 ? x->changes + 1 : 0;
    /* The dashpot, within the friction limit; energies and states of the springs. */
    const struct lt_shear drag = {c * m->vs, c * m->vt};
    const struct lt_shear viscous =
        span->active ? limit_dashpot(d, drag, a.force, d->all.slides.rest * t->spring, &cut) : none;
    const struct lt_spring_end end = {.force = a.force,
                                      .viscous = viscous,
                                      .strain = a.strain,
                                      .slip = a.slip,
                                      .cross = lt_shear_cross(span, f0, a.force, du),
                                      .defect = a.forgotten,
                                      .over = span->active & a.slides,
                                      .slips = a.slips,
                                      .cut = cut};
    const double beside = d->all.slides.total > 0.5 ? 0 : sqrt(lt_shear_dot(viscous, viscous));
    t->kt = d->all.kt * t->a;
    t->kt0 = d->all.kt * t->a0;
    t->ct = c;
    t->fric = d->all.slides.rest;
    t->o->cap = d->all.slides.rest * t->spring + beside;
    lt_answer(t, LT_TANGENTIAL_PART, &end, 1, 2);
    t->o->branch |= (int64_t)x->changes * LT_BRANCH(LT_TANGENTIAL_PART, 3);
    x->spring_s = a.force.s;
    x->spring_t = a.force.t;
    x->sliding = lt_flag(end.over);
    ((struct losses *)ve)->slip = a.slip;
}
#define STEP .step = step
#else
#define STEP .step = NULL
#endif

const struct lt_part_steps LT_STEPS(tangential_partial_slip) = {STEP};

#ifdef LT_TABLES

struct params {
    double fric, tangential_ratio, cap_on, phi;
};

static const struct lt_field params[] = {
    LT_FRIC_ROW, LT_RATIO_ROW, LT_CAP_ON_ROW, LT_PHI_ROW, {.name = NULL}};
static const struct lt_field derived[] = {
    LT_FOLLOWING_NUMBERS,
    LT_NUMBER(k, "N/m^1.5", "8 G* sqrt(R*)"),
    LT_NUMBER(way_limit, "1", "fric E*/(4 G*): a spring's limit over its own overlap"),
    {.name = NULL}};
#define HIDDEN(name_, unit_, doc_)                                                                 \
    { name_, unit_, .doc = doc_, .hidden = 1 }
#define SPRING(i)                                                                                  \
    HIDDEN("spring_s" #i, "m", "displacement, s"), HIDDEN("spring_t" #i, "m", "displacement, t"),  \
        HIDDEN("bow_s" #i, "m", "height of the parabola, s"),                                      \
        HIDDEN("bow_t" #i, "m", "height of the parabola, t")
#define KNOT(i) HIDDEN("knot_h" #i, "m", "overlap"), SPRING(i)
static const struct lt_field state[] = {
    LT_SHEAR_STATES,
    HIDDEN("knot_changes", "1", "how often the knots became others in number, modulo 8"),
    HIDDEN("forgot", "1", "how many knots partial-slip gave up to make room"),
    HIDDEN("knots", "1", "how many of the knots count"),
    SPRING(0),
    KNOT(1),
    KNOT(2),
    KNOT(3),
    KNOT(4),
    KNOT(5),
    KNOT(6),
    KNOT(7),
    KNOT(8),
    KNOT(9),
    KNOT(10),
    KNOT(11),
    {.name = NULL}};
static const struct lt_field losses[] = {{"slip", "J", .doc = "sliding friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"slip_change", "sliding", 1, 1}, {.name = NULL}};
#define GIVES_WAY "partial-slip: rounding decides which knot gives way"
static const struct lt_shortfall declares[] = {LT_SLIDING_DECLARES,
                                               {"isotropy", "", 5e-5, GIVES_WAY},
                                               {"objectivity", "", 5e-4, GIVES_WAY},
                                               {"offset", "", 5e-5, GIVES_WAY},
                                               {.check = NULL}};

/* Derives the stiffness 8 G* times the root of R*, and the limit c of a displacement of a spring
 * over its own overlap, fric E* over 4 G*. Returns the error or NULL. */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    struct params *p = vp;
    struct derived *d = vd;
    struct lt_secant_params all = {.all = {.fric = p->fric,
                                           .fric_dynamic = INFINITY,
                                           .tangential_ratio = p->tangential_ratio,
                                           .cap_on = p->cap_on},
                                   .phi = p->phi};
    const char *wrong = lt_secant(deal, &all, 1, &d->all);
    (void)self, (void)a, (void)b;
    p->tangential_ratio = all.all.tangential_ratio;
    d->k = 8 * deal->shear * sqrt(deal->pair->r_eff);
    d->way_limit = p->fric * deal->young / (4 * deal->shear);
    deal->alone = 1;
    return wrong ? wrong : !(deal->shear > 0) ? "partial-slip needs shear_eff > 0" : NULL;
}

const struct lt_part lt_part_tangential_partial_slip = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_TANGENTIAL_PART,
    .name = "partial-slip",
    .doc = "f = 8 G* sqrt(R*) int u dsqrt(h), h from 0 to d: springs that touch at the overlap h "
           "and slip each by itself, from the edge inwards; friction depends on the normal spring",
    .reads = LT_HAS_RADIUS | LT_HAS_MODULI | LT_HAS_ELASTIC,
    .writes = LT_HAS_SHEAR,
    .lacks = "press",
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .events = events,
    .declares = declares,
    .derive = derive,
    .steps = &lt_steps_tangential_partial_slip};

#endif
