/* SPDX-License-Identifier: MIT */
/* normal: thornton. Thornton, J. Appl. Mech. 64 (1997) 383-386. */
#include "elastic.h"
#include "remembers.h"

struct derived {
    num k, r, e, d_yield, f_yield, k_yield, root_r;
};
struct state {
    num overlap_peak;
};
struct losses {
    num plastic;
};

/* The normal force by plastic_yield(). Springs and dashpots of other parts depend on t->d, which is
 * set to the overlap at which Hertz' contact has the same contact radius. */
static void step(const struct lt_part *self, const void *vd, void *vx, void *ve,
                 struct lt_touch *t) {
    const struct derived *d = vd;
    struct state *x = vx;
    struct losses *e = ve;
    const struct lt_shear_span *s = t->surfaces;
    const num zero = NUM(0.0), o0 = lt_above(t->m->dun - t->m->un);
    const mask on = s->active, was = (on & NOT(s->entering)) | s->leaving;
    const struct lt_plastic_yield k = {d->k, d->r, d->e, d->d_yield, d->f_yield, d->k_yield};
    const num o = SEL(on, t->d, zero), peak = SEL(was, x->overlap_peak, zero);
    const struct lt_plastic end = plastic_yield(&k, peak, o);
    num push0 = zero, root0 = zero;
    (void)self;
    if (!s->stay || t->reads) { /* else not needed */
        const struct lt_plastic begin = plastic_yield(&k, peak, o0);
        push0 = begin.force;
        root0 = SEL(was, begin.root, zero);
        t->d0 = root0 * root0;
    }
    lt_remembered(t, &end, push0, zero, o, d->root_r, end.root, root0);
    const num root = SEL(on, end.root, zero);
    t->d = root * root;
    t->k = d->k * root;
    t->k0 = d->k * root0;
    t->o->branch |= end.branch * LT_BRANCH(LT_NORMAL_PART, 0);
    e->plastic = end.plastic;
    x->overlap_peak = SEL(on, end.memory, zero);
}

const struct lt_part_steps LT_STEPS(normal_thornton) = {.step = step};

#ifdef LT_TABLES

struct params {
    struct lt_moduli moduli;
    double yield_pressure;
};

static const struct lt_field params[] = {
    LT_MODULI_ROWS,
    {"yield_pressure", "Pa", NAN, 0, INFINITY,
     .doc = "pressure at which it yields, 1.6 to 2.8 times the yield stress", .mix = LT_MIN},
    {.name = NULL}};
static const struct lt_field derived[] = {LT_NUMBER(k, "N/m^1.5", "4/3 E* sqrt(R*)"),
                                          LT_NUMBER(r, "m", "R*"),
                                          LT_NUMBER(e, "Pa", "E*"),
                                          LT_NUMBER(d_yield, "m", "overlap at which it yields"),
                                          LT_NUMBER(f_yield, "N", "force there"),
                                          LT_NUMBER(k_yield, "N/m", "slope from there on"),
                                          LT_NUMBER(root_r, "m^0.5", "root of R*"),
                                          {.name = NULL}};
static const struct lt_field state[] = {LT_PEAK_ROW, {.name = NULL}};
static const struct lt_field losses[] = {LT_PLASTIC_ROW, {.name = NULL}};

/* Closed form of e_n. d_y and F_y: overlap and force at yield; X: overlap at the largest force F.
 * The work of loading up to F is IN = 0.4 F_y d_y + (F^2 - F_y^2)/(2 pi R* yield_pressure). */
#define D_Y "((pi*yield_pressure/(2*young_eff))^2*r_eff)"
#define F_Y "(4/3*young_eff*sqrt(r_eff)*" D_Y "^1.5)"
#define X   "(" D_Y " + (fn_max - " F_Y ")/(pi*r_eff*yield_pressure))"
#define IN  "(0.4*" F_Y "*" D_Y " + (fn_max^2 - " F_Y "^2)/(2*pi*r_eff*yield_pressure))"
static const struct lt_case cases[] = {
    {"e_n", "damping:none and cohesion:none",
     "fn_max <= " F_Y " and 1 or sqrt(0.3*fn_max^2/(young_eff*sqrt(r_eff*" X ")*" IN "))",
     "by its largest force; the contact itself ends at zero gap"},
    {.result = NULL}};
/* Square of the contact radius while unloading: that of Hertz' contact of a larger radius R, a^2 =
 * R (d - d_p), equal to that of loading at the largest overlap. */
#define A2                                                                                         \
    "(r_eff*overlap_peak + 4/3*young_eff*(r_eff*overlap_peak)^1.5/(" F_Y                           \
    " + pi*r_eff*yield_pressure*(overlap_peak - " D_Y "))*(-un - overlap_peak))"
static const struct lt_view views[] = {
    {"contact_radius", "m",
     "overlap_peak > " D_Y " and sqrt(max(0, " A2 ")) or sqrt(r_eff*max(0, -un))",
     "radius of the contact area, of the larger curvature that yielding has left too"},
    {.name = NULL}};

/* Overlap, force and slope at yield from yield_pressure and the moduli. Returns the error or NULL.
 */
static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *vd) {
    struct params *p = vp;
    struct derived *d = vd;
    const char *wrong = lt_moduli(deal, a, b, &p->moduli);
    const double yield = p->yield_pressure, r = deal->pair->r_eff, e = p->moduli.young_eff;
    (void)self;
    if (wrong)
        return wrong;
    if (!(yield > 0) || !isfinite(yield))
        return "normal: thornton needs yield_pressure > 0";
    /* Contact radius at which Hertz' largest pressure 2 E* a/(pi R*) is the yield pressure; from
     * there the force grows by pi R* times that pressure. */
    const double radius = restitution_pi * yield * r / (2 * e);
    *d = (struct derived){.k = 4.0 / 3 * e * sqrt(r),
                          .r = r,
                          .e = e,
                          .d_yield = radius * radius / r,
                          .f_yield = 4.0 / 3 * e * radius * radius * radius / r,
                          .k_yield = restitution_pi * yield * r,
                          .root_r = sqrt(r)};
    return NULL;
}

/* Duration, s, of an elastic impact at SPEED. */
static double contact_time(const struct lt_part *self, const struct lt_pair *pair, const void *vd,
                           double speed) {
    (void)self;
    return lt_hertz_time(pair->m_eff, ((const struct derived *)vd)->k, speed);
}

const struct lt_part lt_part_normal_thornton = {
    .abi = LT_PART_ABI,
    .size = sizeof(struct lt_part),
    .kind = LT_NORMAL_PART,
    .name = "thornton",
    .doc = "Hertz' contact up to yield_pressure in its middle, constant from there on; unloads as "
           "Hertz with the radius that it is left with (Thornton 1997)",
    .writes = LT_HAS_CIRCLE | LT_HAS_STIFFNESS | LT_HAS_RADIUS | LT_HAS_MODULI,
    .params = params,
    .derived = derived,
    .state = state,
    .losses = losses,
    .views = views,
    .cases = cases,
    .derive = derive,
    .contact_time = contact_time,
    .steps = &lt_steps_normal_thornton};

#endif
